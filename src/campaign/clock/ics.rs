//! The deadline as a file for calendars (RFC 5545).

use chrono::{DateTime, Utc};

/// What a calendar is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// The same for the same deadline: calendars know an event by it.
    pub uid: String,
    /// When the file was made, in seconds since 1970.
    pub stamp: i64,
    /// The moment, in seconds since 1970.
    pub at: i64,
    /// One line.
    pub summary: String,
    /// More lines.
    pub description: String,
    /// Days before it on which to remind.
    pub remind: Option<u32>,
}

/// The text of the file: lines end in CRLF, and none is longer than 75 octets.
pub fn calendar(events: &[Event]) -> String {
    let mut out = String::new();
    let mut say = |line: &str| fold(line, &mut out);
    say("BEGIN:VCALENDAR");
    say("VERSION:2.0");
    say("PRODID:-//provost//clock//EN");
    say("CALSCALE:GREGORIAN");
    say("METHOD:PUBLISH");
    for event in events {
        say("BEGIN:VEVENT");
        say(&format!("UID:{}", event.uid));
        say(&format!("DTSTAMP:{}", utc(event.stamp)));
        say(&format!("DTSTART:{}", utc(event.at)));
        say(&format!("SUMMARY:{}", escaped(&event.summary)));
        say(&format!("DESCRIPTION:{}", escaped(&event.description)));
        say("TRANSP:TRANSPARENT");
        if let Some(days) = event.remind {
            say("BEGIN:VALARM");
            say("ACTION:DISPLAY");
            say(&format!("DESCRIPTION:{}", escaped(&event.summary)));
            say(&format!("TRIGGER:-P{days}D"));
            say("END:VALARM");
        }
        say("END:VEVENT");
    }
    say("END:VCALENDAR");
    out
}

/// `20261208T190000Z`
fn utc(time: i64) -> String {
    let time = DateTime::<Utc>::from_timestamp(time, 0).unwrap_or_default();
    time.format("%Y%m%dT%H%M%SZ").to_string()
}

/// Text of a value: what separates values and lines is escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | ';' | ',' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// Puts a line down, on several lines if it is long: all but the first begin with a blank.
fn fold(line: &str, out: &mut String) {
    const WIDTH: usize = 75;
    let mut column = 0;
    for c in line.chars() {
        if column + c.len_utf8() > WIDTH {
            out.push_str("\r\n ");
            column = 1;
        }
        out.push(c);
        column += c.len_utf8();
    }
    out.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_folded_at_octets_and_unfold_to_what_was_said() {
        let summary = "FRE-01; turn 6, \u{20AC} ".repeat(9) + "\\\n end";
        let event = Event {
            uid: "fre-01-2026-0e5a3b1e.3@provost.invalid".to_owned(),
            stamp: 1_764_583_200,
            at: 1_765_220_400,
            summary: summary.clone(),
            description: String::new(),
            remind: Some(2),
        };
        let text = calendar(&[event]);
        assert!(text.ends_with("END:VCALENDAR\r\n"));
        assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
        assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
        let unfolded = text.replace("\r\n ", "");
        let line = unfolded.lines().find_map(|line| line.strip_prefix("SUMMARY:")).unwrap();
        let read = line.replace("\\n", "\n").replace("\\,", ",").replace("\\;", ";");
        assert_eq!(read.replace("\\\\", "\\"), summary);
        assert!(unfolded.contains("DTSTAMP:20251201T100000Z\r\n"), "{unfolded}");
        assert!(unfolded.contains("TRIGGER:-P2D\r\n"), "{unfolded}");
    }
}
