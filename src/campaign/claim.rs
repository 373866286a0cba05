//! What a `claim` says: a sentence that anybody concerned may write out of turn.
//!
//! Three forms mean something to the clock and are read strictly; every other sentence is kept as it
//! stands and changes nothing.

use super::words::capital;
use crate::dice::Name;
use crate::document::fields::Field;
use chrono::NaiveDate;
use std::fmt;

/// `claim: {why}`, word for word, and what it means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The sentence as it was written.
    pub why: String,
    /// What it means.
    pub means: Meaning,
}

/// What a claim means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// `absent 2026-12-20 to 2027-01-04`: the writer's days do not count, both included.
    Absent(NaiveDate, NaiveDate),
    /// `grant union 3 days`: more time for what is awaited now.
    Grant(Name, u32),
    /// `overtime union turn 6`: the time of a side is up.
    Overtime(Name, u32),
    /// Anything else.
    Said,
}

/// No grant is longer than this, in days.
pub const LONGEST_GRANT: u32 = 366;

impl Claim {
    /// Reads a sentence.
    pub fn of(why: &str) -> Claim {
        Claim { why: why.to_owned(), means: meaning(why).unwrap_or(Meaning::Said) }
    }

    /// Reads `claim: {why}` of a record.
    pub(super) fn read(field: Field) -> Option<Claim> {
        let mut claim = field.fields("claim")?;
        let why = claim.required("why").text().map(Claim::of);
        claim.finish();
        why
    }

    /// What its writer does with it: `grants Union 3 days more`.
    pub fn does(&self) -> String {
        match &self.means {
            Meaning::Absent(from, until) => format!("is absent from {from} to {until}"),
            Meaning::Grant(side, 1) => format!("grants {} 1 day more", capital(side.as_str())),
            Meaning::Grant(side, days) => {
                format!("grants {} {days} days more", capital(side.as_str()))
            }
            Meaning::Overtime(side, turn) => {
                format!("claims overtime of {} in turn {turn}", capital(side.as_str()))
            }
            Meaning::Said => format!("puts on record: {}", self.why),
        }
    }

    /// Whether it begins like one of the forms that mean something, and is none.
    pub fn is_nearly(&self) -> bool {
        let first = self.why.split_whitespace().next().unwrap_or_default();
        let like = ["absent", "grant", "overtime"].iter().any(|w| first.eq_ignore_ascii_case(w));
        like && self.means == Meaning::Said
    }

    /// What stands against it, whoever reads it: nobody grants time to himself, or claims his own
    /// overtime.
    pub fn fault(&self, from: &Name, is_chair: &dyn Fn(&Name) -> bool) -> Option<String> {
        match &self.means {
            Meaning::Grant(side, _) | Meaning::Overtime(side, _) if !is_chair(side) => {
                Some(format!("`{}`: {side} has no part in this game", self.why))
            }
            Meaning::Grant(side, _) if side == from => {
                Some(format!("{side} grants days to itself"))
            }
            Meaning::Overtime(side, _) if side == from => {
                Some(format!("{side} claims overtime of itself"))
            }
            _ => None,
        }
    }
}

fn meaning(why: &str) -> Option<Meaning> {
    let words: Vec<&str> = why.split(' ').collect();
    Some(match words.as_slice() {
        ["absent", from, "to", until] => {
            let (from, until) = (day(from)?, day(until)?);
            (from <= until).then_some(Meaning::Absent(from, until))?
        }
        ["grant", side, days, unit] => {
            let days = number(days).filter(|days| (1..=LONGEST_GRANT).contains(days))?;
            let right = if days == 1 { "day" } else { "days" };
            (*unit == right).then_some(())?;
            Meaning::Grant(side.parse().ok()?, days)
        }
        ["overtime", side, "turn", turn] => {
            Meaning::Overtime(side.parse().ok()?, number(turn).filter(|turn| *turn > 0)?)
        }
        _ => return None,
    })
}

/// `2026-12-20`, and no other form.
pub fn day(text: &str) -> Option<NaiveDate> {
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?;
    (day.to_string() == text).then_some(day)
}

fn number(text: &str) -> Option<u32> {
    crate::document::fields::is_whole_number(text).then(|| text.parse().ok())?
}

/// The sentence of a meaning.
impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Meaning::Absent(from, until) => write!(f, "absent {from} to {until}"),
            Meaning::Grant(side, 1) => write!(f, "grant {side} 1 day"),
            Meaning::Grant(side, days) => write!(f, "grant {side} {days} days"),
            Meaning::Overtime(side, turn) => write!(f, "overtime {side} turn {turn}"),
            Meaning::Said => f.write_str("said"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_are_read_strictly_and_written_as_they_are_read() {
        for why in [
            "absent 2026-12-20 to 2027-01-04",
            "absent 2028-02-29 to 2028-02-29",
            "grant union 3 days",
            "grant union 1 day",
            "overtime union turn 6",
        ] {
            assert_eq!(Claim::of(why).means.to_string(), why);
        }
        for why in [
            "absent 2027-01-04 to 2026-12-20",
            "absent 2027-02-29 to 2027-03-01",
            "absent 2026-1-4 to 2026-01-05",
            "absent next week",
            "grant union 0 days",
            "grant union 1 days",
            "grant union 03 days",
            "grant union 400 days",
            "overtime union",
            "overtime union turn 0",
            "Overtime union turn 6",
        ] {
            let claim = Claim::of(why);
            assert_eq!((claim.why.as_str(), &claim.means), (why, &Meaning::Said));
            assert!(claim.is_nearly(), "{why}");
        }
        assert!(!Claim::of("my mail of Tuesday was not answered").is_nearly());
    }
}
