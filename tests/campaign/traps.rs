//! The traps that the protocol names, each with what is said about it.

use crate::audit::audited;
use crate::duel::{Duel, name, sealed};
use crate::fixture::{Table, game, packs, terms};
use provost::campaign::packs::together;
use provost::campaign::record::{Anchor, Close, Lock};
use provost::campaign::replay::Replay;
use provost::campaign::{Draft, Record};
use provost::dice::{Chain, Mode};
use provost::document::Node;
use provost::document::digest::{Digest, hash_text};
use provost::store::{Head, Stored};

fn said(result: Result<(), provost::campaign::replay::False>) -> String {
    match result {
        Ok(()) => "nothing".to_owned(),
        Err(wrong) => wrong.findings[0].headline.clone(),
    }
}

/// A duel whose first lock is open.
fn open() -> Duel {
    let mut duel = Duel::new();
    duel.push(duel.locked(duel.draft(0), "a")).unwrap();
    duel
}

/// A close with a given link for a given lock.
fn close(duel: &Duel, lock: Digest, link: Digest) -> Draft {
    let close = Close { lock, referee: None, duel: Some(link), beacon: None };
    let report = duel.closed(duel.draft(1), 1).write().unwrap().record;
    let report = report.part("report").unwrap().clone();
    duel.draft(1).with("close", close.node()).with("report", report)
}

#[test]
fn the_link_of_another_segment() {
    let mut duel = open();
    let lock = duel.replay.open_lock().unwrap();
    let next = close(&duel, lock, duel.link(1, 2));
    assert!(said(duel.push(next)).starts_with("this is not the link of segment 1"));
}

#[test]
fn the_link_of_the_wrong_side() {
    let mut duel = open();
    let lock = duel.replay.open_lock().unwrap();
    let own = close(&duel, lock, duel.link(0, 1));
    assert!(said(duel.push(own)).starts_with("this is not the link of segment 1"));
}

#[test]
fn the_close_of_another_lock() {
    let mut duel = open();
    let other = close(&duel, hash_text("another"), duel.link(1, 1));
    assert!(said(duel.push(other)).contains("; the open lock is "));
}

#[test]
fn a_close_by_whoever_moves() {
    let mut duel = open();
    let lock = duel.replay.open_lock().unwrap();
    let close = Close { lock, referee: None, duel: Some(duel.link(1, 1)), beacon: None };
    let draft = duel.draft(0).with("close", close.node());
    assert_eq!(
        said(duel.push(draft)),
        "out of turn: from confederate, but the close of Union is awaited"
    );
}

#[test]
fn a_salt_that_was_used_before() {
    let mut duel = open();
    let again = duel.answered(duel.draft(1), 1, "a");
    assert_eq!(said(duel.push(again)), "this salt, or link, was used before");
}

#[test]
fn a_lock_while_another_is_open() {
    let mut duel = open();
    let second = duel.locked(duel.draft(0), "b");
    assert_eq!(
        said(duel.push(second)),
        "out of turn: from confederate, but the close of Union is awaited"
    );
}

#[test]
fn a_segment_number_that_was_left_out() {
    let mut duel = Duel::new();
    let draft = duel.locked(duel.draft(0), "a");
    let lock = Lock { segment: 2, open: Some(hash_text("a")), at: None, round: None };
    assert_eq!(said(duel.push(draft.with("lock", lock.node()))), "segment 2; the next one is 1");
}

#[test]
fn a_dash_for_a_salt_where_nobody_wrapped() {
    let mut duel = Duel::new();
    let draft = duel.locked(duel.draft(0), "a");
    let lock = Lock { segment: 1, open: None, at: None, round: None };
    assert_eq!(
        said(duel.push(draft.with("lock", lock.node()))),
        "no salt, and the referee did not wrap it"
    );
}

#[test]
fn orders_for_another_position_or_turn() {
    let mut duel = Duel::new();
    let orders = |turn: &str, label: &str| {
        Node::map([("turn", Node::text(turn)), ("position", Node::text(label))])
    };
    let label = duel.replay.label();
    let draft = duel.locked(duel.draft(0), "a");
    let other = draft.clone().with("orders", orders("1", "abandon-ability-00"));
    assert!(said(duel.push(other)).starts_with("these orders answer abandon-ability-00; "));
    // A refused record ends a replay: the next one is pushed onto a new one.
    let mut duel = Duel::new();
    let late = draft.with("orders", orders("2", &label));
    assert_eq!(said(duel.push(late)), "orders for turn 2; this is turn 1");
}

#[test]
fn a_voided_lock_returns_the_position_and_burns_its_number() {
    let mut duel = open();
    let before = duel.replay.label();
    let lock = duel.replay.open_lock().unwrap();
    let mut void = Node::map([("lock", Node::text(lock.to_string())), ("why", Node::text("undo"))]);
    duel.push(duel.draft(0).with("void", void.clone())).unwrap();
    // It stands until the other one has agreed.
    assert_eq!(duel.replay.open_lock(), Some(lock));
    void.set("agreed", Node::text(duel.replay.head().digest.to_string()));
    duel.push(duel.draft(1).with("void", void)).unwrap();
    assert_eq!(duel.replay.label(), before);
    assert_eq!(duel.replay.awaited().to_string(), "orders of confederate");
    duel.push(duel.locked(duel.draft(0), "again")).unwrap();
    assert_eq!(duel.replay.segments(), 2);
    let close = duel.closed(duel.draft(1), 1);
    duel.push(close).unwrap();
    assert!(audited(duel.files()).is_clean());
}

#[test]
fn the_same_record_with_other_line_ends_is_one_record() {
    let (duel, ..) = sealed();
    let mut files = duel.files();
    let crlf = files.iter().map(|file| Stored {
        name: format!("{} again", file.name),
        text: format!("\u{FEFF}{}", file.text.replace('\n', "\r\n")),
    });
    files.extend(crlf.collect::<Vec<_>>());
    let found = audited(files);
    assert!(found.is_clean(), "{found:#?}");
    assert!(found.notes.contains(&"4 copies of records were left aside".to_owned()));
}

#[test]
fn forms_that_no_record_has() {
    let (duel, ..) = sealed();
    let text = &duel.records[2].text;
    let digest = duel.records[2].record.prev.to_string();
    let said = |text: String| Record::read(&text).unwrap_err()[0].headline.clone();
    let spoilt = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}\n{text}");
        said(text.replacen(from, to, 1))
    };
    assert!(spoilt("seq: 2", "seq: 02").starts_with("`seq` must be a whole number"));
    assert!(spoilt(&digest, &digest.to_uppercase()).contains("64 lower-case hex digits"));
    assert!(spoilt(&digest, &digest[..63]).contains("64 lower-case hex digits"));
    assert!(spoilt("  seq: 2\n", "  seq: 2\n  seq: 2\n").starts_with("duplicate key"));
    assert!(spoilt("provost: 1", "provost: 2").starts_with("a record of another version"));
    assert!(spoilt("  from:", "  form:").contains("`from` is missing"));
    assert!(spoilt("check:", "cheque:").starts_with("unknown key `cheque`"));
}

#[test]
fn a_referee_declares_no_chain_of_a_player() {
    let packs = packs("fredericksburg");
    let terms = terms(Mode::Referee, &packs);
    let chain = Chain::new(&game(), &name("union-1"), 64, &hash_text("x")).unwrap();
    let anchor = Anchor { chain: name("union-1"), links: 64, x0: chain.anchor() };
    let offer = Draft::new(&game(), Head::EMPTY, &name("referee"))
        .with("offer", terms.node())
        .with("anchor", anchor.node())
        .write()
        .unwrap();
    let wrong = Replay::begin(&offer.record, together(packs)).unwrap_err();
    assert_eq!(wrong.findings[0].headline, "chain union-1 declared by referee, whose it is not");
}

#[test]
fn a_true_die_and_a_false_report_is_a_finding_until_it_is_corrected() {
    let mut duel = open();
    let good = duel.closed(duel.draft(1), 1).write().unwrap().record;
    let mut bad = good.part("report").unwrap().clone();
    bad.set("position", Node::text(hash_text("elsewhere").to_string()));
    let close = good.part("close").unwrap().clone();
    let wrong = duel.draft(1).with("close", close).with("report", bad).write().unwrap();
    let refused = duel.replay.push(&wrong.record).unwrap_err();
    assert!(refused.report_only);
    duel.records.push(wrong);
    let found = audited(duel.files());
    assert_eq!(found.findings.len(), 1, "{found:#?}");
    assert!(found.findings[0].difference.as_ref().unwrap().contains("+    \""));

    // Play rests until the author says what is right.
    let rests = duel.locked(duel.draft(1), "b");
    assert_eq!(said(duel.push(rests)), "the report of record 3 is false and not yet corrected");
    let report = good.part("report").unwrap().clone();
    let correct = Node::map([("of", Node::text("3")), ("report", report)]);
    duel.push(duel.draft(1).with("correct", correct)).unwrap();
    let found = audited(duel.files());
    assert!(found.is_clean(), "{found:#?}");
    assert!(found.notes.iter().any(|note| note.contains("corrected by its author")));
    duel.push(duel.locked(duel.draft(1), "b")).unwrap();
}

#[test]
fn a_ruling_is_in_force_from_its_turn_and_never_for_one_that_has_begun() {
    let mut table = Table::new(|_| {});
    table.resolve("").unwrap();
    let ruling = |turn: &str| {
        Node::map([
            ("id", Node::text("FR-none")),
            ("value", Node::text("some")),
            ("from_turn", Node::text(turn)),
        ])
    };
    let mut replay = table.campaign.replay().clone();
    let draft = |replay: &Replay, turn: &str| {
        let draft = Draft::new(&game(), replay.head(), &name("referee"));
        draft.with("ruling", ruling(turn)).write().unwrap().record
    };
    let late = replay.clone().push(&draft(&replay, "1")).unwrap_err();
    assert_eq!(late.findings[0].headline, "a ruling for turn 1, which has begun");
    let awaited = replay.awaited().clone();
    replay.push(&draft(&replay.clone(), "2")).unwrap();
    assert_eq!((replay.agreed().len(), replay.awaited()), (1, &awaited));
}
