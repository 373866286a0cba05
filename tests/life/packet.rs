//! The packet for a judge of an unfinished game.

use crate::fixture::Table;
use provost::store::Shelf;
use provost::store::Store;

#[test]
fn a_judge_finds_everything_on_narrow_pages() {
    let mut table = Table::new(|terms| {
        terms.rulings = vec![("BG-best".to_owned(), "product".to_owned())];
    });
    let secrets = table.secrets.clone();
    table.resolve("move:\n- Pelham: enter 1901\n").unwrap();
    table.campaign.propose_ruling("BG-friendzoc", "yes", 4, &secrets).unwrap();
    let packet = table.campaign.adjudication();
    for line in packet.lines() {
        assert!(line.len() <= 72 && line.is_ascii() && !line.ends_with(' '), "{line}");
    }
    let label = table.campaign.replay().label();
    let head = table.campaign.replay().head().digest.to_string();
    for wanted in [
        "Fredericksburg",
        "Log: 4 records",
        head.as_str(),
        label.as_str(),
        "Turn 1 of",
        "Orders of Union are awaited",
        "If the game ended now",
        "Victory points",
        "Terms",
        "BG-best product, by the terms",
        "BG-friendzoc yes, from turn 4 (record 3)",
        "  Pelham (1): on 1901",
        "What happened",
        "Record 2",
        "Pelham enters 1901",
    ] {
        assert!(packet.contains(wanted), "{wanted}\n{packet}");
    }
    // No secret is in it.
    let known = std::fs::read_to_string(secrets.path()).unwrap();
    let seed = known.split("seed:").nth(1).unwrap().trim().trim_matches('"')[..64].to_owned();
    assert!(!packet.contains(&seed));
    assert!(table.campaign.store().list(Shelf::Letters).unwrap().is_empty());
}
