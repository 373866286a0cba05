//! One machine, mode `referee`.

use crate::fixture::Table;
use provost::campaign::{Campaign, Trouble};
use provost::store::Folder;

#[test]
fn a_new_campaign_awaits_the_side_that_plays_first() {
    let table = Table::new(|_| {});
    println!("{}", table.file("log/0000-offer.yaml"));
    println!("{}", table.file("campaign.yaml"));
    println!("{}", table.file("positions/0000.yaml"));
    println!("{}", table.campaign.next_form().join("\n"));
    assert_eq!(table.campaign.replay().awaited().to_string(), "orders of confederate");
}

#[test]
fn turns_without_a_move() {
    let mut table = Table::new(|_| {});
    for _ in 0..4 {
        let filing = table.resolve("").unwrap_or_else(|e| panic!("{e:#?}"));
        println!("{}", table.campaign.report(&filing.moved.unwrap()));
    }
    println!("{}", table.file("log/0001-confederate.yaml"));
    println!("{}", table.file("log/0002-referee.yaml"));
}
