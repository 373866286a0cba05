//! The clock in words.

use super::agreed::Clock;
use super::calendar::shown;
use super::stand::{Says, Used, Wait};
use crate::campaign::words::capital;
use crate::dice::Name;
use crate::dice::beacon::format_utc;

/// `2026-12-08 19:00 UTC`
pub fn utc(time: i64) -> String {
    format!("{} UTC", shown(chrono_tz::UTC, time))
}

/// A moment in the zones of the terms and of the players, one line each: `2026-12-08 20:00
/// Europe/Berlin (Union)`.
pub fn in_zones(clock: &Clock, sides: &[Name; 2], time: i64) -> Vec<String> {
    let mut zones = vec![clock.zone];
    zones.extend(sides.iter().map(|side| clock.zone_of(side)));
    let mut told: Vec<String> = Vec::new();
    for (at, zone) in zones.iter().enumerate() {
        if *zone == chrono_tz::UTC || zones[..at].contains(zone) {
            continue;
        }
        let lives = |side: &&Name| clock.zones.contains(&((*side).clone(), *zone));
        let here = sides.iter().filter(lives);
        let here: Vec<String> = here.map(|side| capital(side.as_str())).collect();
        let here = if here.is_empty() { String::new() } else { format!(" ({})", here.join(", ")) };
        told.push(format!("{} {zone}{here}", shown(*zone, time)));
    }
    told
}

/// A moment in UTC and in every zone, in one sentence.
pub fn everywhere(clock: &Clock, sides: &[Name; 2], time: i64) -> String {
    let zones = in_zones(clock, sides, time).into_iter();
    std::iter::once(utc(time)).chain(zones).collect::<Vec<String>>().join(", ")
}

/// `2 days 3 hours`
pub fn long(seconds: i64) -> String {
    let (days, hours) = (seconds / 86_400, seconds % 86_400 / 3600);
    let some = |n: i64, what: &str| match n {
        0 => None,
        1 => Some(format!("1 {what}")),
        n => Some(format!("{n} {what}s")),
    };
    let parts: Vec<String> = some(days, "day").into_iter().chain(some(hours, "hour")).collect();
    if parts.is_empty() { "less than an hour".to_owned() } else { parts.join(" ") }
}

impl Used {
    /// `Union: 2 days 3 hours in 4 answers`
    pub fn words(&self) -> String {
        let answers = if self.answers == 1 { "answer" } else { "answers" };
        let chair = capital(self.chair.as_str());
        let mut told = format!("{chair}: {} in {} {answers}", long(self.seconds), self.answers);
        match self.unknown {
            0 => {}
            1 => told.push_str(", and once nobody noted how long"),
            n => told.push_str(&format!(", and {n} times nobody noted how long")),
        }
        match self.reserve {
            0 => {}
            1 => told.push_str("; 1 day of its reserve is used"),
            n => told.push_str(&format!("; {n} days of its reserve are used")),
        }
        told
    }
}

impl Wait {
    /// What may be claimed, and when.
    pub fn claimable(&self, now: i64) -> String {
        let chair = capital(self.chair.as_str());
        match self.last {
            None => format!(
                "this folder has not noted when record {} came: nothing can be claimed without \
                 `--since UTC`",
                self.since_record
            ),
            Some(last) if now > last => {
                format!("overtime of {chair} may be claimed: `provost claim overtime`")
            }
            Some(last) => format!("overtime may be claimed after {}", utc(last)),
        }
    }

    /// The time since which somebody is awaited, with whose note it is.
    pub fn since_words(&self) -> String {
        match self.since {
            Some(since) => {
                let says = match self.says {
                    Says::Lock => "as its lock says",
                    Says::Folder => "as this folder noted it",
                };
                format!("record {}, {} {says}", self.since_record, utc(since))
            }
            None => format!("record {}, whose time nobody noted here", self.since_record),
        }
    }
}

/// A moment as programs read it.
pub fn for_programs(time: Option<i64>) -> Option<String> {
    time.and_then(format_utc)
}
