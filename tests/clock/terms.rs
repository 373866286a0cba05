//! The clock as terms say it: written strictly, read for ever.

use crate::desk::Desk;
use crate::validator::Schema;
use crate::{begun, says};
use provost::campaign::clock::agreed::{Agreed, Clock};
use provost::campaign::packs::PackFile;
use provost::campaign::terms::Terms;
use provost::campaign::{Campaign, Pen};
use provost::dice::{Mode, Name};
use provost::document::digest::Pack;
use provost::document::{Node, read};
use provost::games::blue_gray::builtin;
use provost::store::Folder;
use std::fs;

#[test]
fn new_terms_have_a_clock_in_every_part() {
    let desk = begun(&[
        "--hour",
        "20:00",
        "--reserve",
        "30",
        "--remind",
        "2",
        "--absent",
        "hold",
        "--lives",
        "union=America/New_York",
    ]);
    let terms = fs::read_to_string(desk.at("c/campaign.yaml")).expect("terms");
    for part in [
        "absent: hold",
        "days: 7",
        "zone: Europe/Berlin",
        "hour: \"20:00\"",
        "reserve: 30",
        "remind: 2",
        "union: America/New_York",
    ] {
        assert!(terms.contains(part), "{part}: {terms}");
    }
    let offer = fs::read_to_string(desk.at("c/log/0000-offer.yaml")).expect("an offer");
    for (kind, text) in [("campaign", &terms), ("record", &offer)] {
        let node = read::parse(text, read::Limits::RECORD).expect("YAML");
        assert_eq!(Schema::load(kind).faults(&node), Vec::<String>::new());
        let spoilt = text.replace("union: America/New_York", "union: 7 pm");
        let node = read::parse(&spoilt, read::Limits::RECORD).expect("YAML");
        assert!(!Schema::load(kind).faults(&node).is_empty(), "{kind}");
    }
    let told = desk.told(&["clock"]);
    let words = "7 days a record, by 20:00 Europe/Berlin, 30 days in reserve";
    assert!(says(&told, words), "{told}");
    let told = desk.told(&["resolve", "--help"]);
    assert!(says(&told, "--missed"), "{told}");
    desk.audits_clean();
}

#[test]
fn what_is_wrong_in_a_clock_is_refused_before_anything_is_made() {
    let wrong: [(&[&str], &str); 8] = [
        (&["--days", "0", "--zone", "Europe/Berlin"], "`days` is out of range: 0"),
        (&["--days", "400", "--zone", "Europe/Berlin"], "`days` is out of range: 400"),
        (&["--days", "a week", "--zone", "Europe/Berlin"], "`days` must be a whole number"),
        (&["--days", "7", "--zone", "CEST"], "a zone has the name of its place"),
        (&["--days", "7", "--zone", "Europe/Berlin", "--hour", "8 pm"], "written like 20:00"),
        (
            &["--days", "7", "--zone", "Europe/Berlin", "--lives", "jane=Europe/Rome"],
            "plays no side",
        ),
        (&["--days", "7", "--zone", "Europe/Berlin", "--lives", "union=Rome"], "each side lives"),
        (&["--days", "7"], "--zone"),
    ];
    for (options, why) in wrong {
        let desk = Desk::new();
        let (code, told) = desk.said(&[&["new", "fredericksburg", "c"], options].concat());
        assert_eq!(code, 2, "{options:?}: {told}");
        assert!(says(&told, why), "{options:?}: {told}");
        assert!(!desk.at("c").exists(), "{options:?}");
    }
}

/// A folder whose terms say something of their own about time, as older ones may.
fn with_clock(clock: &Node) -> Desk {
    let desk = Desk::new();
    let battle = builtin::find("fredericksburg").expect("it is built in");
    let packs = Pack::ALL.map(|kind| PackFile::read(kind, battle.text(kind)).expect("it reads"));
    let sides: [Name; 2] = ["confederate", "union"].map(|side| side.parse().expect("a name"));
    let pinned = packs.each_ref().map(|pack| pack.digest);
    let mut terms = Terms::plain(Mode::Recorded, sides, "FRE-01", "fredericksburg", pinned);
    terms.clock = Some(Agreed::read(clock));
    let store = Folder::create(&desk.at("c")).expect("a folder");
    let game = "fre-01-2026-0e5a3b1e".parse().expect("a game");
    let begun = Campaign::offer(store, &game, &terms, packs, None, Pen::default());
    begun.unwrap_or_else(|e| panic!("{e:#?}"));
    desk
}

#[test]
fn free_words_of_older_terms_are_kept_and_told_and_claim_nothing() {
    for (text, told) in [
        ("clock: a week a turn\n", "a week a turn, which is between the players"),
        ("clock: {per_turn: 7 days, holidays: do not count}\n", "per_turn 7 days, holidays do not"),
        ("clock: {days: 7, zone: Europe/Berlin, grace: 2}\n", "unknown key `grace`"),
    ] {
        let node = read::parse(text, read::Limits::RECORD).expect("YAML");
        let desk = with_clock(node.get("clock").expect("a clock"));
        desk.audits_clean();
        let (code, said) = desk.clock(&["clock"]);
        assert_eq!(code, 1, "{said}");
        assert!(says(&said, told), "{said}");
        let said = desk.told(&["claim", "overtime"]);
        assert!(says(&said, "record 1 is filed: `overtime confederate turn 1`"), "{said}");
        assert!(says(&said, "whether time is up is between the players"), "{said}");
        // Anything may be said in words.
        let said = desk.told(&["claim", "no mail since the first of March"]);
        assert!(says(&said, "record 2 is filed: `no mail since the first of March`"), "{said}");
        desk.audits_clean();
    }
    let desk = Desk::new();
    desk.done(&["new", "fredericksburg", "c"]);
    let (code, said) = desk.clock(&["clock"]);
    assert_eq!((code, said.as_str()), (1, "provost: the terms have no clock\n"));
    assert!(!desk.at("c/letters/times.log").exists(), "nothing is noted without a clock");
}

#[test]
fn a_clock_is_read_as_it_is_written() {
    for text in [
        "{days: 7, zone: Europe/Berlin}",
        "{days: 1, zone: UTC, hour: \"00:00\", reserve: 0}",
        "{days: 366, zone: America/New_York, hour: \"20:00\", reserve: 30, remind: 2, \
         zones: {union: Europe/Rome, confederate: Australia/Lord_Howe}}",
    ] {
        let node = read::parse(text, read::Limits::RECORD).expect("YAML");
        let mut complaints = Vec::new();
        let clock = Clock::read(&node, &mut complaints);
        let clock = clock.unwrap_or_else(|| panic!("{text}: {complaints:#?}"));
        let again = Clock::read(&clock.node(), &mut complaints);
        assert_eq!((again.as_ref(), complaints.is_empty()), (Some(&clock), true), "{text}");
    }
}
