//! Absences, grants and claims of overtime as records of the log.

use crate::desk::Desk;
use crate::{begun, says};
use std::fs;

const START: (u32, &str) = (0, "2026-12-15T10:00:00Z");

#[test]
fn days_of_absence_do_not_count_and_overlapping_ones_count_once() {
    let desk = begun(&[]);
    desk.noted(&[START]);
    let now = "2026-12-16T00:00:00Z";
    assert_eq!(desk.due(now).0, "2026-12-22T10:00:00Z");
    desk.told(&["clock", "absent", "2026-12-20", "2027-01-04", "--of", "confederate"]);
    desk.told(&["clock", "absent", "2027-01-02", "2027-01-06", "--of", "confederate"]);
    desk.told(&["clock", "absent", "2026-12-24", "2026-12-26", "--of", "confederate"]);
    desk.noted(&[START, (1, "2026-12-15T11:00:00Z"), (2, "2026-12-15T11:00:00Z")]);
    // 16 to 19 December are four days, 7 to 9 January three more.
    assert_eq!(desk.due(now).0, "2027-01-09T10:00:00Z");
    // The other side's absence is nothing to it.
    desk.told(&["clock", "absent", "2026-12-16", "2026-12-19", "--of", "union"]);
    assert_eq!(desk.due(now).0, "2027-01-09T10:00:00Z");
    let record = fs::read_to_string(desk.at("c/log/0001-confederate.yaml")).expect("a record");
    assert!(record.contains("why: absent 2026-12-20 to 2027-01-04"), "{record}");
    assert!(
        record.contains("from: confederate") && record.contains("wrapped: referee"),
        "{record}"
    );
    desk.audits_clean();
    let told = desk.told(&["clock", "--now", now]);
    assert!(says(&told, "record 1: Confederate is absent from 2026-12-20 to 2027-01-04"), "{told}");
}

#[test]
fn an_absence_that_is_said_afterwards_counts_from_the_day_on_which_it_is_said() {
    let desk = begun(&[]);
    desk.told(&["clock", "absent", "2026-12-16", "2026-12-20", "--of", "confederate"]);
    desk.noted(&[START, (1, "2026-12-19T10:00:00Z")]);
    // 16 to 18 December count, the 19th and 20th do not.
    assert_eq!(desk.due("2026-12-20T00:00:00Z").0, "2026-12-24T10:00:00Z");
}

#[test]
fn granted_days_are_for_what_is_awaited_now() {
    let desk = begun(&["--reserve", "3"]);
    desk.noted(&[START]);
    let now = "2026-12-16T00:00:00Z";
    desk.told(&["clock", "grant", "confederate", "3", "--by", "union"]);
    desk.told(&["clock", "grant", "confederate", "1"]);
    assert_eq!(desk.due(now), ("2026-12-26T10:00:00Z".into(), "2026-12-29T10:00:00Z".into()));
    let told = desk.told(&["clock", "--now", now]);
    assert!(says(&told, "granted 4 days, counted above"), "{told}");
    // It moves, and the next record has its days alone.
    let (code, told) = desk.clock(&["form"]);
    assert_eq!(code, 0, "{told}");
    let head: Vec<&str> = told.lines().take(2).map(|line| line.trim_start_matches("# ")).collect();
    fs::write(desk.at("o.yaml"), head.join("\n") + "\n").expect("a file");
    let orders = desk.at("o.yaml").display().to_string();
    desk.told(&["resolve", &orders]);
    desk.noted(&[START, (3, "2026-12-20T10:00:00Z"), (4, "2026-12-20T10:00:00Z")]);
    assert_eq!(desk.due("2026-12-21T00:00:00Z").0, "2026-12-27T10:00:00Z");
    desk.audits_clean();
}

#[test]
fn a_reserve_is_used_up_day_by_day_and_only_then_is_overtime() {
    let desk = begun(&["--reserve", "3"]);
    desk.noted(&[START]);
    let at = |now: &str| desk.data(&["clock", "--now", now]);
    let left = |now: &str| at(now)["awaited"]["reserve"].as_u64().expect("days");
    assert_eq!(left("2026-12-22T10:00:00Z"), 3);
    assert_eq!(left("2026-12-22T10:00:01Z"), 2);
    assert_eq!(left("2026-12-24T10:00:00Z"), 1);
    assert_eq!(left("2026-12-25T10:00:00Z"), 0);
    assert_eq!(at("2026-12-25T10:00:00Z")["awaited"]["over"], false);
    assert_eq!(at("2026-12-25T10:00:01Z")["awaited"]["over"], true);
    // The end of the reserve stays where it is while it is used.
    let last = |now: &str| desk.due(now).1;
    assert_eq!(last("2026-12-16T00:00:00Z"), last("2026-12-24T10:00:00Z"));
}

#[test]
fn overtime_is_refused_before_the_deadline_and_filed_after_it() {
    let desk = begun(&[]);
    desk.noted(&[START]);
    let (code, told) = desk.clock(&["claim", "overtime", "--now", "2026-12-22T10:00:00Z"]);
    assert_eq!((code, desk.records()), (1, 1), "{told}");
    let why = "orders of Confederate are awaited; overtime may be claimed after 2026-12-22 10:00";
    assert!(says(&told, why), "{told}");
    let told = desk.told(&["claim", "overtime", "--now", "2026-12-22T10:00:01Z"]);
    assert!(says(&told, "record 1 is filed: `overtime confederate turn 1`"), "{told}");
    assert!(
        says(&told, "agree on it; Confederate may still write, and nothing is forfeit"),
        "{told}"
    );
    assert!(says(&told, "orders of Confederate are awaited"), "{told}");
    desk.audits_clean();
    // Whoever has not noted the time says since when.
    let desk = begun(&[]);
    desk.noted(&[]);
    let (code, told) = desk.clock(&["claim", "overtime", "--now", "2027-12-22T10:00:00Z"]);
    assert_eq!(code, 1, "{told}");
    let since = ["--since", "2026-12-15T10:00:00Z", "--now", "2027-12-22T10:00:00Z"];
    desk.told(&[&["claim", "overtime"], since.as_slice()].concat());
}

#[test]
fn what_is_nearly_a_claim_or_favours_its_writer_is_refused() {
    let desk = begun(&[]);
    desk.noted(&[START]);
    for (arguments, why) in [
        (["claim", "absent next week", "--by", "union"].as_slice(), "none of the claims"),
        (&["claim", "overtime confederate turn 2"], "overtime of turn 2, and this is turn 1"),
        (&["claim", "overtime union turn 1"], "overtime of union, and orders of Confederate"),
        (&["claim", "overtime confederate turn 1", "--by", "confederate"], "overtime of itself"),
        (&["claim", "grant union 3 days", "--by", "union"], "union grants days to itself"),
        (&["claim", "grant jane 3 days"], "jane has no part in this game"),
        (&["claim", "late", "--by", "jane"], "jane has no part in this game"),
    ] {
        let now = ["--now", "2027-12-22T10:00:00Z"];
        let (code, told) = desk.clock(&[arguments, now.as_slice()].concat());
        assert_eq!((code, desk.records()), (1, 1), "{arguments:?}: {told}");
        assert!(says(&told, why), "{arguments:?}: {told}");
    }
    for (arguments, why) in [
        (["clock", "absent", "2026-12-24", "2026-12-20"], "2026-12-20 is before 2026-12-24"),
        (["clock", "absent", "24.12.2026", "2026-12-26"], "a day is written like 2026-12-20"),
        (["clock", "absent", "2027-02-29", "2027-03-01"], "a day is written like 2026-12-20"),
    ] {
        let (code, told) = desk.clock(&arguments);
        assert_eq!(code, 2, "{told}");
        assert!(says(&told, why), "{told}");
    }
}

#[test]
fn a_claim_that_was_tampered_with_is_found() {
    let desk = begun(&[]);
    desk.told(&["clock", "grant", "confederate", "3", "--by", "union"]);
    let path = desk.at("c/log/0001-union.yaml");
    let record = fs::read_to_string(&path).expect("a record");
    for (from, to) in [
        ("3 days", "30 days"),
        ("grant confederate", "grant union"),
        ("from: union", "from: referee"),
    ] {
        assert!(record.contains(from), "{record}");
        fs::write(&path, record.replace(from, to)).expect("a file");
        let (code, told) = desk.said(&["audit", "c"]);
        assert_eq!(code, 4, "{from}: {told}");
        assert!(says(&told, "record 1"), "{told}");
    }
    // Also if its digest is made anew: nobody grants days to himself.
    let forged = record.replace("grant confederate 3 days", "grant union 3 days");
    let node = provost::document::read::record(&forged).expect("a record");
    let inner = node.get("record").expect("a record");
    let digest = provost::document::digest::record_digest(inner).expect("a digest");
    let stated = provost::campaign::Record::read(&record).expect("a record").digest;
    let forged = forged.replace(&stated.to_string(), &digest.to_string());
    fs::write(&path, forged).expect("a file");
    let (code, told) = desk.said(&["audit", "c"]);
    assert_eq!(code, 4, "{told}");
    assert!(says(&told, "union grants days to itself"), "{told}");
}

/// Two people: claims travel like every record, and change nothing of who is awaited.
#[test]
fn claims_of_two_people_travel_and_nobody_is_passed_over() {
    let [bob, jane] = [Desk::new(), Desk::new()];
    let clock = ["--days", "7", "--zone", "Europe/Berlin", "--absent", "hold"];
    let new = ["new", "fredericksburg", "c", "--mode", "duel", "--as", "confederate"];
    bob.done(&[&new, clock.as_slice()].concat());
    let carry = |from: &Desk, file: &str, to: &Desk| {
        fs::copy(from.at("c/outbox").join(file), to.at(file)).expect("a mail");
        to.at(file).display().to_string()
    };
    let offer = carry(&bob, "0000-offer.yaml", &jane);
    let told = jane.done(&["accept", &offer, "--to", "c"]);
    assert!(says(&told, "Clock: 7 days a record, in Europe/Berlin"), "{told}");
    assert!(says(&told, "A turn that is missed: hold"), "{told}");
    let mail = carry(&jane, "0001-union.yaml", &bob);
    bob.told(&["import", &mail]);
    // Jane is away for Christmas, and says so while Bob is awaited.
    let told = jane.told(&["clock", "absent", "2026-12-20", "2027-01-04"]);
    assert!(says(&told, "letter to Confederate: outbox/0002-union.eml"), "{told}");
    let letter = fs::read_to_string(jane.at("c/outbox/0002-union.eml")).expect("a letter");
    let words = "Record 2 hangs on this letter: Union is absent from 2026-12-20 to 2027-01-04.";
    assert!(says(&letter, words), "{letter}");
    assert!(says(&letter, "as the writer's folder counts."), "{letter}");
    // The mail itself brings the record.
    let eml = jane.at("c/outbox/0002-union.eml").display().to_string();
    assert!(says(&told, "orders of Confederate are awaited"), "{told}");
    let (code, told) =
        jane.clock(&["clock", "absent", "2026-12-20", "2027-01-04", "--of", "confederate"]);
    assert_eq!(code, 1, "{told}");
    let told = bob.told(&["receive", &eml]);
    assert!(says(&told, "record 2 filed"), "{told}");
    // That is no claim to the game.
    let (code, told) = jane.clock(&["result", "--claim"]);
    assert_eq!(code, 1, "{told}");
    // Bob is late: what may follow in a duel is said, and he may still write.
    jane.noted(&[(1, "2026-11-01T10:00:00Z")]);
    let told = jane.told(&["claim", "overtime", "--now", "2026-12-01T10:00:00Z"]);
    assert!(says(&told, "in mode duel nobody can write for Confederate"), "{told}");
    let mail = carry(&jane, "0003-union.yaml", &bob);
    bob.told(&["import", &mail]);
    let (_, told) = bob.clock(&[]);
    assert!(says(&told, "overtime of Confederate is claimed; it may still write"), "{told}");
    let (code, told) = bob.clock(&["resolve", "--missed"]);
    assert_eq!(code, 1, "{told}");
    // An absence is no claim to the game; overtime is, until he has written.
    let (code, told) = bob.clock(&["result", "--claim"]);
    assert_eq!(code, 1, "{told}");
    let form = bob.told(&["form"]);
    let head: Vec<&str> = form.lines().take(2).map(|line| line.trim_start_matches("# ")).collect();
    fs::write(bob.at("o.yaml"), head.join("\n") + "\n").expect("a file");
    let orders = bob.at("o.yaml").display().to_string();
    bob.told(&["send", &orders]);
    let mail = carry(&bob, "0004-confederate.yaml", &jane);
    jane.told(&["import", &mail]);
    for desk in [&bob, &jane] {
        desk.audits_clean();
    }
    // Whoever closes alone gets no more days by it for his orders.
    jane.noted(&[(4, "2026-12-01T10:00:00Z")]);
    let due =
        |desk: &Desk| desk.data(&["clock", "--now", "2026-12-02T00:00:00Z"])["awaited"].clone();
    assert_eq!(due(&jane)["due"], "2026-12-08T10:00:00Z");
    jane.told(&["send"]);
    let mail = carry(&jane, "0005-union.yaml", &bob);
    bob.told(&["import", &mail]);
    assert_eq!(
        (due(&jane)["chair"].clone(), due(&jane)["record"].clone()),
        ("union".into(), 4.into())
    );
    assert_eq!(due(&jane)["due"], "2026-12-08T10:00:00Z");
    let other = jane.at("c").display().to_string();
    bob.done(&["compare", "c", &other]);
}
