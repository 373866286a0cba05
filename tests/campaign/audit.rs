//! What an audit finds in whole archives and in spoilt ones.

use crate::fixture::{Table, files};
use provost::campaign::archive::Archive;
use provost::campaign::audit::{Audit, audit};
use provost::campaign::compare::{Comparison, compare};
use provost::store::Stored;

pub fn audited(files: impl IntoIterator<Item = Stored>) -> Audit {
    audit(&Archive::read(files), &mut |_, _| {})
}

/// A campaign of three player-turns.
fn three_turns() -> Table {
    let mut table = Table::new(|_| {});
    for _ in 0..3 {
        table.resolve("").unwrap_or_else(|e| panic!("{e:#?}"));
    }
    table
}

#[test]
fn a_true_log_is_clean_in_any_order_and_as_one_stream() {
    let table = three_turns();
    let mut files = files(&table);
    let found = audited(files.clone());
    assert!(found.is_clean(), "{found:#?}");
    assert_eq!(found.summary(), "7 records, 0 dice, 0 mismatches, 0 rulings");
    assert_eq!((found.player_turns, found.unchecked), (3, 0));
    assert_eq!(found.head, table.campaign.replay().head());

    files.reverse();
    let twice: Vec<Stored> = files.iter().chain(&files).cloned().collect();
    let heap = audited(twice);
    assert!(heap.is_clean(), "{heap:#?}");
    assert!(heap.notes.contains(&"7 copies of records were left aside".to_owned()));

    let whole: Vec<String> = files.iter().map(|file| format!("---\n{}", file.text)).collect();
    let stream = Stored { name: "fr-01.log.yaml".to_owned(), text: whole.concat() };
    let stream = audited([stream]);
    assert!(stream.is_clean(), "{stream:#?}");
    assert_eq!(stream.records, 7);
}

#[test]
fn the_first_false_record_is_found() {
    let table = three_turns();
    let files = files(&table);
    let without = |name: &str| {
        let kept = files.iter().filter(|file| !file.name.contains(name)).cloned();
        audited(kept).findings
    };
    let what = |name: &str| without(name).first().map(|f| f.what.clone()).unwrap_or_default();
    assert!(what("0000-").starts_with("there is no first record"), "{}", what("0000-"));
    assert_eq!(what("0003-"), "record 3 is missing; records 4 to 6 hang in the air");
    // A missing tail cannot be seen, and without the packs nothing is false yet.
    assert!(without("0006-").is_empty() && without("packs/").is_empty());
    let kept = files.iter().filter(|file| !file.name.contains("packs/")).cloned();
    let pinned = table.campaign.replay().terms().packs[0];
    let said = format!("the scenario pack that the offer pins is missing: {pinned}");
    assert_eq!(audited(kept).missing.first(), Some(&said));
}

#[test]
fn a_changed_position_file_is_shown_line_by_line() {
    let table = three_turns();
    let mut files = files(&table);
    let position = files.iter_mut().find(|f| f.name == "positions/0004.yaml").unwrap();
    position.text = position.text.replace("\"1112\"", "\"1111\"");
    let found = audited(files);
    assert_eq!(found.findings.len(), 1, "{found:#?}");
    let finding = &found.findings[0];
    assert_eq!((finding.seq, finding.place.as_str()), (Some(4), "positions/0004.yaml"));
    let difference = finding.difference.as_deref().unwrap();
    assert!(difference.contains("-- {id: \"Cobb\""), "{difference}");
    assert!(difference.contains("+- {id: \"Cobb\""), "{difference}");
}

#[test]
fn two_logs_are_compared_to_their_first_difference() {
    let table = three_turns();
    let all = files(&table);
    let shorter: Vec<Stored> = all.iter().filter(|f| !f.name.contains("0006-")).cloned().collect();
    let (whole, cut) = (Archive::read(all.clone()), Archive::read(shorter));
    assert_eq!(compare(&whole, &whole), Comparison::Same(table.campaign.replay().head()));
    assert!(matches!(compare(&cut, &whole), Comparison::Longer { which: 1, more: 1, .. }));
    assert!(matches!(compare(&whole, &cut), Comparison::Longer { which: 0, more: 1, .. }));

    let mut other = Table::new(|_| {});
    other.resolve("").unwrap();
    other.resolve("note: another history\n").unwrap();
    let compared = compare(&whole, &Archive::read(files(&other)));
    let Comparison::Differ { seq: 3, difference, .. } = compared else { panic!("{compared:?}") };
    assert!(difference.contains("+  note: another history"), "{difference}");
}

#[test]
fn a_false_digest_of_a_pack_is_false_and_not_missing() {
    let files = files(&three_turns());
    let offer = files.iter().find(|file| file.name.starts_with("log/0000")).unwrap();
    let read = provost::campaign::Record::read(&offer.text).unwrap();
    for pinned in read.offer.as_ref().unwrap().packs {
        let other = "0".repeat(63) + "1";
        let text = offer.text.replace(&pinned.to_string(), &other);
        let again = provost::campaign::Record::read(&text).unwrap();
        let text = text.replace(&read.digest.to_string(), &again.digest.to_string());
        let packs = files.iter().filter(|file| file.name.starts_with("packs/")).cloned();
        let offer = Stored { name: "offer.yaml".to_owned(), text };
        let found = audited(packs.chain([offer]));
        let said = format!("its contents have the digest {pinned}; the offer pins {other}");
        assert!(found.missing.is_empty(), "{found:#?}");
        assert!(found.findings.iter().any(|f| f.what.ends_with(&said)), "{found:#?}");
    }
}

#[test]
fn what_cannot_be_read_is_told_before_what_it_leaves_out() {
    let mut files = files(&three_turns());
    let at = files.iter().position(|file| file.name.starts_with("log/0003")).unwrap();
    files[at].name = "mail.yaml".to_owned();
    files[at].text = files[at].text.replace("seq: 3", "seq: x");
    let found = audited(files);
    assert!(found.findings[0].what.starts_with("cannot be read: `seq`"), "{found:#?}");
    assert!(found.findings[1].what.contains("record 3 is missing"), "{found:#?}");
}
