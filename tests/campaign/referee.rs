//! One machine, mode `referee`.

use crate::fixture::Table;
use provost::campaign::{Campaign, Trouble};
use provost::store::{Folder, Store};

#[test]
fn a_new_campaign_awaits_the_side_that_plays_first() {
    let table = Table::new(|_| {});
    assert_eq!(table.campaign.replay().awaited().to_string(), "orders of confederate");
    assert!(table.file("campaign.yaml").starts_with("game: fr-01-2026-00000001\n"));
    let label = table.campaign.replay().label();
    assert!(table.file("positions/0000.yaml").contains(&format!("label: {label}")));
    assert!(table.campaign.next_form().iter().all(|line| line.starts_with('#')));
}

#[test]
fn a_player_turn_is_a_lock_a_close_a_position_and_a_report() {
    let mut table = Table::new(|_| {});
    let filing = table.resolve("").unwrap_or_else(|e| panic!("{e:#?}"));
    let moved = filing.moved.expect("the turn has ended");
    assert_eq!((moved.seq, moved.outcome.turn), (2, 1));
    let lock = table.file("log/0001-confederate.yaml");
    assert!(lock.contains("wrapped: referee") && lock.contains("open: \"-\""), "{lock}");
    assert!(table.file("log/0002-referee.yaml").contains("halt: end"));
    assert!(table.file("log/typed/0001-confederate.txt").starts_with("orders: FR-01 turn 1 "));
    assert_eq!(table.file("reports/0002-union.txt"), table.campaign.report(&moved));
    assert_eq!(table.file("positions/0002.yaml"), table.campaign.position());
}

#[test]
fn orders_for_an_older_position_are_refused_and_nothing_is_filed() {
    let mut table = Table::new(|_| {});
    let old = table.head();
    table.resolve("").unwrap();
    table.resolve("").unwrap();
    let refused = table.campaign.resolve(&old, &table.secrets);
    assert!(matches!(refused, Err(provost::campaign::Trouble::Refused(_))));
    assert_eq!(table.campaign.replay().head().records, 5);
}

#[test]
fn a_folder_from_a_backup_rolls_nothing_twice() {
    let mut table = Table::new(|_| {});
    table.resolve("").unwrap();
    let backup: Vec<(String, String)> = Folder::open(&table.root())
        .unwrap()
        .log()
        .unwrap()
        .into_iter()
        .map(|file| (file.name, file.text))
        .collect();
    table.resolve("note: The first try\n").unwrap();
    table.resolve("").unwrap();
    let (root, secrets) = (table.root(), &table.secrets);
    let report = table.campaign.filed()[1].outcome.report.clone();
    drop(table.campaign);
    let restore = || {
        let log = root.join("log");
        for file in std::fs::read_dir(&log).unwrap() {
            let path = file.unwrap().path();
            if path.is_file() {
                std::fs::remove_file(path).unwrap();
            }
        }
        for (name, text) in &backup {
            std::fs::write(log.join(name), text).unwrap();
        }
        Campaign::open(Folder::open(&root).unwrap()).unwrap()
    };
    let orders = |campaign: &Campaign<Folder>, body: &str| {
        let replay = campaign.replay();
        let (side, label) = (replay.phasing().unwrap(), replay.label());
        format!("orders: FR-01 turn {} {side}\nposition: {label}\n{body}", replay.state_turn())
    };
    let mut campaign = restore();
    let text = orders(&campaign, "note: The second try\n");
    let refused = campaign.resolve(&text, secrets).unwrap_err();
    assert!(matches!(refused, Trouble::Secrets(_)), "{refused:#?}");
    assert_eq!(campaign.store().log().unwrap().len(), backup.len());
    drop(campaign);
    // The same orders are the same lock: they get the same dice.
    let mut campaign = restore();
    let text = orders(&campaign, "note: The first try\n");
    let again = campaign.resolve(&text, secrets).unwrap().moved.unwrap();
    assert_eq!(again.outcome.report, report);
}
