//! `clock` of the terms: read where it is of the form that is known, kept word for word where not.

use super::calendar::Hour;
use crate::dice::Name;
use crate::document::fields::{Field, Fields};
use crate::document::{Diagnostic, Node, Value};
use chrono_tz::Tz;
use std::num::NonZeroU32;

/// What the terms say of time.
#[derive(Clone, Debug)]
pub struct Agreed {
    /// As it stands in the terms.
    node: Node,
    /// What it means, or why that is between the players.
    read: Result<Clock, Vec<Diagnostic>>,
}

/// `clock: {days, zone[, hour][, reserve][, remind][, zones]}`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Calendar days in the zone for each record that is awaited.
    pub days: u32,
    /// The zone in which days are counted.
    pub zone: Tz,
    /// The time of day at which time is up; without it, that at which the record before came.
    pub hour: Option<Hour>,
    /// Further days of each side for the whole game.
    pub reserve: u32,
    /// Days before the deadline on which a calendar reminds; none is said without it.
    pub remind: Option<u32>,
    /// Where the players live: side, zone.
    pub zones: Vec<(Name, Tz)>,
}

/// No clock gives more days than this.
const MOST_DAYS: u32 = 366;

/// Terms are compared by what they say, not by where it stands.
impl PartialEq for Agreed {
    fn eq(&self, other: &Agreed) -> bool {
        self.node == other.node
    }
}
impl Eq for Agreed {}

impl Agreed {
    /// Takes what the terms say; nothing is refused, for older terms have words of their own here.
    pub fn read(node: &Node) -> Agreed {
        let mut complaints = Vec::new();
        let read = Clock::read(node, &mut complaints);
        let read = match read {
            Some(clock) if complaints.is_empty() => Ok(clock),
            _ => Err(complaints),
        };
        Agreed { node: node.clone(), read }
    }

    /// As it stands in the terms.
    pub fn node(&self) -> &Node {
        &self.node
    }

    /// The clock, if it is of the form that is known.
    pub fn clock(&self) -> Option<&Clock> {
        self.read.as_ref().ok()
    }

    /// Why it is between the players: every complaint about it.
    pub fn complaints(&self) -> &[Diagnostic] {
        self.read.as_ref().err().map_or(&[], Vec::as_slice)
    }

    /// In words, for an invitation.
    pub fn words(&self) -> String {
        match &self.read {
            Ok(clock) => clock.words(),
            Err(_) => format!("{}, which is between the players", as_line(&self.node)),
        }
    }
}

impl Clock {
    /// Reads the form that is known; complains about everything that is wrong.
    pub fn read(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Clock> {
        let mut clock = Fields::of(node, "clock", complaints)?;
        let days = clock.required("days").number_up_to::<NonZeroU32>(MOST_DAYS);
        let zone = zone(clock.required("zone"));
        let hour = clock.optional("hour").read();
        let reserve = days_or(clock.optional("reserve"), 0);
        let remind = days_or(clock.optional("remind"), 0);
        let mut zones = Vec::new();
        for (side, value) in clock.optional("zones").entries() {
            let read = (side.text.parse().ok()).zip(value.as_text().and_then(|z| z.parse().ok()));
            match read {
                Some(lives) => zones.push(lives),
                None => clock.complain(
                    Diagnostic::error(value.span, "`zones` says where each side lives")
                        .help(ZONE_HELP),
                ),
            }
        }
        clock.finish();
        let clock =
            Clock { days: days?.get(), zone: zone?, hour, reserve: reserve?, remind: None, zones };
        Some(Clock { remind: remind.filter(|days| *days > 0), ..clock })
    }

    /// The mapping of the terms.
    pub fn node(&self) -> Node {
        let text = |value: &dyn std::fmt::Display| Node::text(value.to_string());
        let mut node = Node::map([("days", text(&self.days)), ("zone", text(&self.zone))]);
        if let Some(hour) = &self.hour {
            node.set("hour", text(hour));
        }
        if self.reserve > 0 {
            node.set("reserve", text(&self.reserve));
        }
        if let Some(remind) = self.remind {
            node.set("remind", text(&remind));
        }
        if !self.zones.is_empty() {
            let zones = self.zones.iter().map(|(side, zone)| (side.as_str(), text(zone)));
            node.set("zones", Node::map(zones));
        }
        node
    }

    /// Complains about zones of nobody who plays.
    pub fn strangers(&self, sides: &[Name; 2]) -> Option<String> {
        let stranger = self.zones.iter().find(|(side, _)| !sides.contains(side));
        stranger.map(|(side, _)| format!("`zones` names {side}, who plays no side"))
    }

    /// Where a side lives; the zone of the terms if nothing is said.
    pub fn zone_of(&self, side: &Name) -> Tz {
        let lives = self.zones.iter().find(|(of, _)| of == side);
        lives.map_or(self.zone, |(_, zone)| *zone)
    }

    /// `7 days a record, by 20:00 Europe/Berlin, 30 days in reserve`
    pub fn words(&self) -> String {
        let day = if self.days == 1 { "day" } else { "days" };
        let by = self.hour.as_ref().map_or_else(|| "in ".to_owned(), |hour| format!("by {hour} "));
        let reserve = match self.reserve {
            0 => String::new(),
            1 => ", 1 day in reserve".to_owned(),
            n => format!(", {n} days in reserve"),
        };
        format!("{} {day} a record, {by}{}{reserve}", self.days, self.zone)
    }
}

const ZONE_HELP: &str = "a zone has the name of its place, such as Europe/Berlin";

fn zone(field: Field) -> Option<Tz> {
    struct Zone(Tz);
    impl std::str::FromStr for Zone {
        type Err = &'static str;

        fn from_str(text: &str) -> Result<Zone, &'static str> {
            text.parse().map(Zone).map_err(|_| ZONE_HELP)
        }
    }
    field.read::<Zone>().map(|zone| zone.0)
}

/// What holds where nothing is said; none where something else than a number is.
fn days_or(field: Field, otherwise: u32) -> Option<u32> {
    match field.is_there() {
        true => field.number_up_to(MOST_DAYS),
        false => Some(otherwise),
    }
}

/// Terms of no known form on one line.
fn as_line(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => text.to_string(),
        Value::List(items) => items.iter().map(as_line).collect::<Vec<_>>().join(", "),
        Value::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| {
                let key = &key.text;
                format!("{key} {}", as_line(value))
            });
            entries.collect::<Vec<_>>().join(", ")
        }
    }
}
