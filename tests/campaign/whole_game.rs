//! Whole games of random, legal orders, from the offer to the end.

use crate::audit::audited;
use crate::fixture::{Table, files};
use crate::game::play;
use provost::campaign::Campaign;
use provost::store::{Folder, Stored};

#[test]
fn a_whole_game_is_played_reopened_and_audited_at_every_prefix() {
    let mut table = Table::new(|_| {});
    let typed = play(&mut table, 1);
    let replay = table.campaign.replay();
    assert_eq!(replay.turns_played() as usize, typed.len());
    let (head, label) = (replay.head(), replay.label());

    let again = Campaign::open(Folder::open(&table.root()).unwrap()).unwrap();
    assert_eq!((again.replay().head(), again.replay().label()), (head, label));
    for (old, new) in table.campaign.filed().iter().zip(again.filed()) {
        let name = again.report_name(new);
        assert_eq!(table.campaign.report(old), again.report(new), "{name}");
        assert_eq!(table.file(&format!("reports/{name}")), again.report(new), "{name}");
    }

    let all = files(&table);
    let whole = audited(all.clone());
    assert!(whole.is_clean(), "{whole:#?}");
    assert!(whole.dice > 20, "{}", whole.summary());
    assert_eq!(whole.head, head);
    let log: Vec<&Stored> = all.iter().filter(|f| f.name.starts_with("log/")).collect();
    let packs: Vec<&Stored> = all.iter().filter(|f| f.name.starts_with("packs/")).collect();
    for prefix in 1..log.len() {
        let kept = packs.iter().chain(&log[..prefix]).map(|f| (*f).clone());
        let found = audited(kept);
        assert!(found.is_clean(), "{prefix}: {found:#?}");
        assert_eq!(found.records, prefix);
    }
}

#[test]
fn the_same_secret_and_orders_give_the_same_log() {
    let mut first = Table::new(|_| {});
    let typed = play(&mut first, 2);
    let mut second = Table::new(|_| {});
    for text in &typed {
        second.campaign.resolve(text, &second.secrets).unwrap_or_else(|e| panic!("{e:#?}"));
    }
    assert_eq!(files(&first), files(&second));
}
