//! Deadlines over changes of summer time, and as a file for calendars.

use crate::{begun, says};
use std::fs;

#[test]
fn a_deadline_is_told_in_every_zone_over_the_changes_of_clocks() {
    let lives = ["--lives", "union=America/New_York", "--lives", "confederate=Asia/Tokyo"];
    let desk = begun(&[&["--hour", "20:00"], lives.as_slice()].concat());
    // Europe has gone back to winter time on the last Sunday of October, New York not yet.
    desk.noted(&[(0, "2026-10-20T10:00:00Z")]);
    let told = desk.told(&["clock", "--now", "2026-10-21T12:00:00Z"]);
    for words in [
        "orders of Confederate are awaited, turn 1",
        "since record 0, 2026-10-20 10:00 UTC as this folder noted it",
        "due 2026-10-27 19:00 UTC",
        "2026-10-27 20:00 Europe/Berlin",
        "2026-10-28 04:00 Asia/Tokyo (Confederate)",
        "2026-10-27 15:00 America/New_York (Union)",
        "overtime may be claimed after 2026-10-27 19:00 UTC",
        "Confederate: 1 day 2 hours in 0 answers",
    ] {
        assert!(says(&told, words), "no `{words}` in\n{told}");
    }
    // In spring New York is two weeks ahead of Europe.
    desk.noted(&[(0, "2027-03-07T09:00:00Z")]);
    let told = desk.told(&["clock", "--now", "2027-03-08T00:00:00Z"]);
    assert!(says(&told, "2027-03-14 15:00 America/New_York"), "{told}");
    desk.noted(&[(0, "2027-03-21T09:00:00Z")]);
    let told = desk.told(&["clock", "--now", "2027-03-22T00:00:00Z"]);
    assert!(says(&told, "due 2027-03-28 18:00 UTC"), "{told}");
    assert!(says(&told, "2027-03-28 14:00 America/New_York"), "{told}");
    // A leap day is a day.
    desk.noted(&[(0, "2028-02-26T09:00:00Z")]);
    let told = desk.told(&["clock", "--now", "2028-02-27T00:00:00Z"]);
    assert!(says(&told, "due 2028-03-04 19:00 UTC"), "{told}");
}

#[test]
fn bare_provost_says_until_when() {
    let desk = begun(&[]);
    desk.noted(&[(0, "2026-12-01T10:00:00Z")]);
    let (_, told) = desk.clock(&[]);
    assert!(says(&told, "due 2026-12-08 10:00 UTC; see `provost clock`"), "{told}");
    // What nobody noted is not known, and said so.
    desk.noted(&[]);
    let told = desk.told(&["clock"]);
    assert!(says(&told, "since record 0, whose time nobody noted here"), "{told}");
    assert!(says(&told, "nothing can be claimed without `--since UTC`"), "{told}");
    let told = desk.told(&["clock", "--since", "2026-12-01T10:00:00Z"]);
    assert!(says(&told, "due 2026-12-08 10:00 UTC"), "{told}");
}

/// The lines of a calendar, unfolded: RFC 5545, 3.1.
fn unfolded(text: &str) -> Vec<String> {
    assert!(text.ends_with("\r\n") && !text.replace("\r\n", "").contains(['\r', '\n']), "{text:?}");
    assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
    text.replace("\r\n ", "").lines().map(str::to_owned).collect()
}

#[test]
fn the_calendar_is_that_of_the_rfc_and_the_same_every_time() {
    let desk = begun(&["--remind", "2", "--reserve", "10"]);
    desk.noted(&[(0, "2026-12-01T10:00:00Z")]);
    let at = |name: &str| desk.at(name).display().to_string();
    desk.told(&["clock", "--ics", &at("a.ics"), "--now", "2026-12-02T00:00:00Z"]);
    let text = fs::read_to_string(desk.at("a.ics")).expect("a file");
    let lines = unfolded(&text);
    let one = |name: &str| {
        let of = lines.iter().filter(|line| line.starts_with(name));
        of.map(|line| line[name.len()..].to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(
        (lines.first().unwrap(), lines.last().unwrap()),
        (&"BEGIN:VCALENDAR".to_owned(), &"END:VCALENDAR".to_owned())
    );
    assert_eq!(one("VERSION:"), ["2.0"]);
    assert_eq!(one("PRODID:").len(), 1);
    assert_eq!(
        one("UID:"),
        [
            "fre-01-2026-0e5a3b1e.0@provost.invalid",
            "fre-01-2026-0e5a3b1e.0.reserve@provost.invalid"
        ]
    );
    assert_eq!(one("DTSTAMP:"), ["20261202T000000Z"; 2]);
    assert_eq!(one("DTSTART:"), ["20261208T100000Z", "20261218T100000Z"]);
    assert_eq!(one("TRIGGER:"), ["-P2D"; 2]);
    assert_eq!(one("SUMMARY:")[0], "FRE-01 turn 1: orders of Confederate are awaited");
    assert_eq!(one("BEGIN:"), ["VCALENDAR", "VEVENT", "VALARM", "VEVENT", "VALARM"]);
    assert_eq!(one("END:"), ["VALARM", "VEVENT", "VALARM", "VEVENT", "VCALENDAR"]);
    // Made again at the same moment it is the same file, and later the same event.
    desk.told(&["clock", "--ics", &at("b.ics"), "--now", "2026-12-02T00:00:00Z"]);
    assert_eq!(fs::read_to_string(desk.at("b.ics")).expect("a file"), text);
    desk.told(&["clock", "--ics", &at("c.ics"), "--now", "2026-12-03T00:00:00Z"]);
    let later = fs::read_to_string(desk.at("c.ics")).expect("a file");
    assert_eq!(later.replace("20261203T000000Z", "20261202T000000Z"), text);
    // Without a deadline nothing is written.
    desk.noted(&[]);
    let (code, told) = desk.clock(&["clock", "--ics", &at("d.ics")]);
    assert_eq!(code, 1, "{told}");
    assert!(!desk.at("d.ics").exists());
}

#[test]
fn a_reminder_is_a_letter_of_72_columns() {
    let desk = begun(&["--lives", "confederate=America/New_York", "--reserve", "5"]);
    desk.noted(&[(0, "2026-12-01T10:00:00Z")]);
    for (now, words) in [
        ("2026-12-05T00:00:00Z", "The days of this record are up at"),
        ("2026-12-09T00:00:00Z", "The days of this record were up at"),
    ] {
        let letter = desk.told(&["remind", "--now", now]);
        assert!(
            letter.starts_with("Subject: FRE-01 turn 1: orders of Confederate are awaited\n\n")
        );
        for words in [
            words,
            "2026-12-08 10:00 UTC",
            "2026-12-08 05:00 America/New_York (Confederate)",
            "Your reserve goes on from there until 2026-12-13 10:00 UTC.",
            "nothing is forfeit by itself",
        ] {
            assert!(says(&letter, words), "no `{words}` in\n{letter}");
        }
        assert!(letter.lines().all(|line| line.len() <= 72 && line.is_ascii()), "{letter}");
        assert!(!letter.contains("\n> ") && !letter.contains("\nFrom "), "{letter}");
    }
}
