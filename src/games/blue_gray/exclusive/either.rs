//! `either`: a reinforcement comes in one form or the other; naming one strikes the other.

use super::super::events::Event;
use super::super::position::{How, Place};
use super::super::scenario::Start;
use super::super::scenario::UnitId;
use super::super::turn::Turn;
use super::reader::Reader;
use crate::rule::Rule;

/// Two forms of one reinforcement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Either {
    /// Units of the one form.
    pub one: Vec<UnitId>,
    /// Units of the other form.
    pub other: Vec<UnitId>,
    /// Citation.
    pub rule: Rule,
}

impl Either {
    /// Reads `{side, one: [..], other: [..], rule}`: all of them reinforcements that are due
    /// together, nobody in both forms.
    pub fn read(mut entry: Reader<'_, '_>) -> Option<Either> {
        let army = entry.army("side");
        let (one, other) = (entry.units("one", army), entry.units("other", army));
        let rule = entry.rule();
        let either = Either { one: one?, other: other?, rule: rule? };
        let units = entry.context().units;
        let starts: Vec<&Start> = either
            .one
            .iter()
            .chain(&either.other)
            .map(|u| &units[usize::from(u.0)].start)
            .collect();
        if either.one.iter().any(|u| either.other.contains(u)) {
            entry.complain("other", "a unit stands in both forms".to_owned(), "leave it out here");
        } else if !starts.iter().all(|s| matches!(s, Start::Due { .. }) && *s == starts[0]) {
            let headline = "the units of both forms do not come together".to_owned();
            entry.complain("one", headline, "give all of them the same `due` and `entry`");
        }
        entry.finish();
        Some(either)
    }
}

impl Either {
    /// The units that are struck when this one comes, if it belongs to either form.
    pub fn struck_by(&self, id: UnitId) -> &[UnitId] {
        if self.one.contains(&id) {
            &self.other
        } else if self.other.contains(&id) {
            &self.one
        } else {
            &[]
        }
    }

    /// [FR 15.22] The first entry decides for good: the other form is struck.
    pub fn arrives(&self, turn: &mut Turn, id: UnitId) {
        let when = turn.position.turn;
        let units: Vec<UnitId> = self
            .struck_by(id)
            .iter()
            .copied()
            .filter(|other| matches!(turn.position.place(*other), Place::Reserve { .. }))
            .collect();
        for other in &units {
            turn.remove(*other, Place::Gone { how: How::Struck, turn: when, at: None });
        }
        if !units.is_empty() {
            turn.tell(Event::Struck { units, rule: self.rule.clone() });
        }
    }
}
