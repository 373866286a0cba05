//! Clocks between several people: whose word a time is, and a referee who plays on.

use crate::desk::Desk;
use crate::says;
use std::fs;

const CLOCK: [&str; 6] = ["--days", "7", "--zone", "Europe/Berlin", "--absent", "hold"];

/// One mail from an outbox, taken in.
fn carry(from: &Desk, file: &str, to: &[&Desk]) {
    for desk in to {
        fs::copy(from.at("c/outbox").join(file), desk.at(file)).expect("a mail");
        let path = desk.at(file).display().to_string();
        desk.told(&["import", &path]);
    }
}

/// A folder from the offer and the acceptances before.
fn accept(from: &[(&Desk, &str)], to: &Desk) {
    let mut files = Vec::new();
    for (desk, file) in from {
        fs::copy(desk.at("c/outbox").join(file), to.at(file)).expect("a mail");
        files.push(to.at(file).display().to_string());
    }
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let chair = if from.len() == 1 { "union" } else { "referee" };
    to.done(&[&["accept"], files.as_slice(), &["--to", "c", "--as", chair]].concat());
}

/// A game of Bob against Jane in a mode with two chairs, accepted.
fn begun(mode: &str) -> [Desk; 2] {
    let [bob, jane] = [Desk::new(), Desk::new()];
    let new = ["new", "fredericksburg", "c", "--mode", mode, "--as", "confederate"];
    bob.done(&[&new, CLOCK.as_slice()].concat());
    accept(&[(&bob, "0000-offer.yaml")], &jane);
    carry(&jane, "0001-union.yaml", &[&bob]);
    [bob, jane]
}

/// A file with the two head lines of the form alone: nothing moves.
fn head_lines(desk: &Desk) -> String {
    let form = desk.told(&["form"]);
    let head: Vec<&str> = form.lines().take(2).map(|line| line.trim_start_matches("# ")).collect();
    fs::write(desk.at("o.yaml"), head.join("\n") + "\n").expect("a file");
    desk.at("o.yaml").display().to_string()
}

#[test]
fn a_lock_of_the_beacon_says_itself_when_it_was_mailed() {
    let [bob, jane] = begun("beacon");
    let orders = head_lines(&bob);
    let at = "2026-10-24T10:00:00Z";
    bob.told(&["send", &orders, "--at", at]);
    fs::copy(bob.at("c/outbox/0002-confederate.yaml"), jane.at("2.yaml")).expect("a mail");
    let mail = jane.at("2.yaml").display().to_string();
    jane.told(&["import", &mail, "--arrived", "2026-10-24T10:30:00Z"]);
    // Both count from the same moment, whatever their folders have noted.
    for desk in [&bob, &jane] {
        desk.noted(&[(2, "2026-10-29T10:00:00Z")]);
        let told = desk.told(&["clock", "--now", "2026-10-30T00:00:00Z"]);
        assert!(says(&told, "since record 2, 2026-10-24 10:00 UTC as its lock says"), "{told}");
        // Seven days of the calendar, of which one has 25 hours.
        assert!(says(&told, "due 2026-10-31 11:00 UTC"), "{told}");
    }
}

#[test]
fn when_a_mail_came_is_noted_as_its_reader_says() {
    let [bob, jane] = [Desk::new(), Desk::new()];
    let new = ["new", "fredericksburg", "c", "--mode", "duel", "--as", "confederate"];
    bob.done(&[&new, CLOCK.as_slice()].concat());
    accept(&[(&bob, "0000-offer.yaml")], &jane);
    fs::copy(jane.at("c/outbox/0001-union.yaml"), bob.at("1.yaml")).expect("a mail");
    let mail = bob.at("1.yaml").display().to_string();
    bob.told(&["import", &mail, "--arrived", "2026-12-01T10:00:00Z"]);
    let notes = fs::read_to_string(bob.at("c/letters/times.log")).expect("notes");
    let line = notes.lines().find(|line| line.starts_with("0001 ")).expect("a note");
    let digest = line.strip_prefix("0001 2026-12-01T10:00:00Z ").expect("a digest");
    let record = fs::read_to_string(bob.at("c/log/0001-union.yaml")).expect("a record");
    assert!(digest.len() == 16 && record.contains(digest), "{line}: {record}");
    // A note about another record of that number, as one out of turn is, says nothing.
    let other = "0001 2026-11-01T10:00:00Z 0123456789abcdef\n0001 later\n\u{BD}\n";
    fs::write(bob.at("c/letters/times.log"), format!("{other}{notes}")).expect("a file");
    assert_eq!(bob.due("2026-12-02T00:00:00Z").0, "2026-12-08T10:00:00Z");
}

#[test]
fn a_referee_plays_on_after_a_claim_of_the_other_side() {
    let [bob, jane, ruth] = [Desk::new(), Desk::new(), Desk::new()];
    let new = ["new", "fredericksburg", "c", "--mode", "referee", "--as", "confederate"];
    bob.done(&[&new, CLOCK.as_slice()].concat());
    accept(&[(&bob, "0000-offer.yaml")], &jane);
    carry(&jane, "0001-union.yaml", &[&bob]);
    accept(&[(&bob, "0000-offer.yaml"), (&jane, "0001-union.yaml")], &ruth);
    carry(&ruth, "0002-referee.yaml", &[&bob, &jane]);
    jane.noted(&[(2, "2026-12-01T10:00:00Z")]);
    jane.told(&["claim", "overtime", "--now", "2026-12-09T00:00:00Z"]);
    carry(&jane, "0003-union.yaml", &[&bob, &ruth]);
    // Each folder has its own notes, and says so where they differ from the claim.
    let told = jane.told(&["clock", "--now", "2026-12-09T00:00:00Z"]);
    assert!(told.contains("overtime of Confederate is claimed\n"), "{told}");
    ruth.noted(&[(2, "2026-12-05T10:00:00Z")]);
    let told = ruth.told(&["clock", "--now", "2026-12-09T00:00:00Z"]);
    let words = "by the notes of this folder its time is up after 2026-12-12 10:00 UTC";
    assert!(says(&told, words), "{told}");
    // Nobody but the referee plays on.
    let (code, told) = jane.clock(&["resolve", "--missed"]);
    assert_eq!(code, 1, "{told}");
    let told = ruth.told(&["resolve", "--missed"]);
    assert!(says(&told, "Confederate has missed its turn: nothing is ordered"), "{told}");
    carry(&ruth, "0005-referee.yaml", &[&bob, &jane]);
    for desk in [&bob, &jane, &ruth] {
        desk.audits_clean();
        let told = desk.told(&["clock", "--since", "2026-12-09T00:00:00Z"]);
        assert!(says(&told, "orders of Union are awaited, turn 1"), "{told}");
        let other = ruth.at("c").display().to_string();
        desk.done(&["compare", "c", &other]);
    }
}

/// Jane claims overtime while Bob's lock is on its way: his record stands, hers is set aside, and the
/// note of when hers was filed says nothing about his.
#[test]
fn a_claim_that_crosses_what_was_awaited_is_out_of_turn() {
    let [bob, jane] = begun("duel");
    let orders = head_lines(&bob);
    bob.told(&["send", &orders]);
    let late = ["--since", "2026-01-01T10:00:00Z", "--now", "2026-12-01T10:00:00Z"];
    jane.noted(&[]);
    jane.told(&[&["claim", "overtime"], late.as_slice()].concat());
    fs::copy(bob.at("c/outbox/0002-confederate.yaml"), jane.at("2.yaml")).expect("a mail");
    let mail = jane.at("2.yaml").display().to_string();
    let told = jane.told(&["import", &mail, "--arrived", "2026-12-02T10:00:00Z"]);
    assert!(says(&told, "your record 2 was out of turn"), "{told}");
    let told = jane.told(&["clock", "--now", "2026-12-03T00:00:00Z"]);
    assert!(says(&told, "since record 2, 2026-12-02 10:00 UTC as this folder noted it"), "{told}");
    assert!(!told.contains("claims overtime") && !told.contains("is claimed"), "{told}");
    for desk in [&bob, &jane] {
        desk.audits_clean();
    }
}

/// A game that is claimed and confirmed: the claim is the clock's, the result that of the match.
#[test]
fn whoever_has_claimed_overtime_may_end_a_duel() {
    let [bob, jane] = begun("duel");
    jane.noted(&[(1, "2026-11-01T10:00:00Z")]);
    jane.told(&["claim", "overtime", "--now", "2026-12-01T10:00:00Z"]);
    let told = jane.told(&["result", "--claim"]);
    assert!(says(&told, "claimed union"), "{told}");
    carry(&jane, "0002-union.yaml", &[&bob]);
    carry(&jane, "0003-union.yaml", &[&bob]);
    for desk in [&bob, &jane] {
        desk.audits_clean();
    }
    let told = jane.told(&["clock"]);
    assert!(says(&told, "nobody's time runs"), "{told}");
}
