//! The clock of a match: deadlines in every zone, absences, grants, claims, and what follows a turn that
//! is missed. Times are what a folder has noted; here the tests write the notes.

mod calendars;
mod claims;
#[path = "../desk/mod.rs"]
mod desk;
mod missed;
mod people;
mod terms;
#[path = "../schema/validator.rs"]
#[allow(dead_code, reason = "shared with tests/schema.rs")]
mod validator;

use desk::Desk;
use serde_json::Value;
use std::fs;

/// Whether a text says these words, wherever its lines break.
fn says(told: &str, words: &str) -> bool {
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    flat(told).contains(&flat(words))
}

/// A campaign on one machine with a clock, and further options.
fn begun(options: &[&str]) -> Desk {
    let desk = Desk::new();
    let new = ["new", "fredericksburg", "c", "--game", "fre-01-2026-0e5a3b1e"];
    let clock = ["--days", "7", "--zone", "Europe/Berlin"];
    desk.done(&[&new, clock.as_slice(), options].concat());
    desk
}

impl Desk {
    fn clock(&self, arguments: &[&str]) -> (i32, String) {
        self.said(&[&["-C", "c"], arguments].concat())
    }

    /// What is printed, where nothing goes wrong.
    fn told(&self, arguments: &[&str]) -> String {
        let (code, told) = self.clock(arguments);
        assert_eq!(code, 0, "{arguments:?}: {told}");
        assert!(told.lines().all(|line| line.chars().count() <= 80), "{told}");
        told
    }

    fn data(&self, arguments: &[&str]) -> Value {
        let told = self.told(&[&["--format", "json"], arguments].concat());
        serde_json::from_str(&told).unwrap_or_else(|e| panic!("{e}: {told}"))
    }

    /// Notes when each record came, in place of what the folder has noted.
    fn noted(&self, times: &[(u32, &str)]) {
        let lines = times.iter().map(|(seq, time)| format!("{seq:04} {time}\n"));
        fs::write(self.at("c/letters/times.log"), lines.collect::<String>()).expect("a file");
    }

    /// The deadline at a moment: the days of the record, and the end of the reserve.
    fn due(&self, now: &str) -> (String, String) {
        let data = self.data(&["clock", "--now", now]);
        let text = |key: &str| data["awaited"][key].as_str().unwrap_or("none").to_owned();
        (text("due"), text("last"))
    }

    fn records(&self) -> usize {
        let entries = fs::read_dir(self.at("c/log")).expect("a log").flatten();
        entries.filter(|entry| entry.path().is_file()).count()
    }

    fn audits_clean(&self) {
        let told = self.done(&["audit", "c"]);
        assert!(told.contains("0 mismatches"), "{told}");
    }
}
