//! `either`: a reinforcement comes in one form or the other; naming one strikes the other.

use super::super::events::Event;
use super::super::position::{How, Place, Position};
use super::super::scenario::{Army, Scenario, Start, UnitId};
use super::super::turn::Turn;
use super::kind::{Kind, Notice, Times};
use super::reader::Reader;
use crate::play::view::list;
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

impl Kind for Either {
    const WORD: &'static str = "either";
    const TIMES: Times = Times::Any;

    /// Reads `{side, one: [..], other: [..], rule}`: all of them reinforcements that are due
    /// together, nobody in both forms.
    fn read(mut entry: Reader<'_, '_>) -> Option<Either> {
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

    /// [FR 15.22] The first entry decides for good: the other form is struck.
    fn arrives(&self, turn: &mut Turn, id: UnitId) {
        let when = turn.position.turn;
        let units: Vec<UnitId> = self
            .other_form(id)
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
    fn struck_by(&self, id: UnitId) -> Option<Rule> {
        (!self.other_form(id).is_empty()).then(|| self.rule.clone())
    }

    /// That there is still a choice.
    fn notice(&self, scenario: &Scenario, position: &Position, army: Army) -> Option<Notice> {
        let waits = |unit: &UnitId| {
            matches!(position.place(*unit), Place::Reserve { due } if due <= position.turn)
                && scenario.unit(*unit).army == army
        };
        let names = |units: &[UnitId]| list(units.iter().map(|unit| &scenario.unit(*unit).id));
        self.one.iter().chain(&self.other).all(waits).then(|| {
            let (one, other) = (names(&self.one), names(&self.other));
            let text = format!("EITHER {one} OR {other}: the first that enters strikes the other");
            (text, self.rule.clone())
        })
    }

    fn forces(&self, scenario: &Scenario, army: Army) -> Option<Notice> {
        let names = |units: &[UnitId]| {
            let names: Vec<String> = units.iter().map(|id| scenario.unit(*id).printed()).collect();
            names.join(", ")
        };
        let whose = self.one.first().map(|id| scenario.unit(*id).army);
        (whose == Some(army)).then(|| {
            let text = format!("either {} or {}", names(&self.one), names(&self.other));
            (text, self.rule.clone())
        })
    }
}

impl Either {
    /// The units of the other form, if the unit belongs to one of them.
    fn other_form(&self, id: UnitId) -> &[UnitId] {
        if self.one.contains(&id) {
            &self.other
        } else if self.other.contains(&id) {
            &self.one
        } else {
            &[]
        }
    }
}
