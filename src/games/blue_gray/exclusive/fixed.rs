//! `fixed`: units that nothing moves.

use super::super::position::Position;
use super::super::scenario::{Arm, Army, Scenario, UnitId};
use super::super::turn::Turn;
use super::kind::{Bar, Kind, Notice, Times};
use super::reader::Reader;
use crate::board::Hex;
use crate::play::view::list;
use crate::rule::Rule;

/// Units that stay where they stand, and die where they would have to go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fixed {
    /// Whose.
    pub army: Army,
    /// Which arms.
    pub arms: Vec<Arm>,
    /// The units, in order of their indices.
    pub units: Vec<UnitId>,
    /// Citation.
    pub rule: Rule,
}

impl Kind for Fixed {
    const WORD: &'static str = "fixed";
    const TIMES: Times = Times::Any;

    /// Reads `{side, type: [..], except: [ids], rule}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<Fixed> {
        let army = entry.army("side");
        let arms = entry.arms("type");
        let except = entry.or("except", Vec::new(), |entry, key| entry.units(key, army));
        let rule = entry.rule();
        let all = entry.context().units;
        if let (Some(arms), Some(except)) = (&arms, &except) {
            let other = |id: &&UnitId| all.get(usize::from(id.0)).map(|u| u.arm);
            let idle = except.iter().find(|id| other(id).is_some_and(|arm| !arms.contains(&arm)));
            if let Some(unit) = idle.and_then(|id| all.get(usize::from(id.0))) {
                let headline = format!("{} is of another type and is not held", unit.id);
                entry.warn("except", headline, "leave it out");
            }
        }
        entry.finish();
        let (army, arms, except) = (army?, arms?, except?);
        let all = (0..).map(UnitId).zip(all);
        let held = all.filter(|(id, unit)| {
            unit.army == army && arms.contains(&unit.arm) && !except.contains(id)
        });
        let units = held.map(|(id, _)| id).collect();
        Some(Fixed { army, arms, units, rule: rule? })
    }

    /// [CH 16.12] It fights as any other.
    ///
    /// [CH 16.11] Nothing moves it: no order, no push, no advance; a retreat eliminates it
    /// (CH-frozen).
    fn fixed(&self, id: UnitId) -> Option<&Rule> {
        self.units.binary_search(&id).is_ok().then_some(&self.rule)
    }

    fn may_not_move(&self, turn: &Turn, id: UnitId, at: Option<Hex>) -> Option<Bar> {
        let rule = self.fixed(id)?;
        let on = at.map_or(String::new(), |hex| format!(" on {hex}"));
        Some(Bar {
            headline: format!("{}{on} never moves", turn.name(id)),
            rule: rule.clone(),
            help: Some("leave the line out, or write `hold`".to_owned()),
        })
    }

    fn notice(&self, scenario: &Scenario, position: &Position, army: Army) -> Option<Notice> {
        let here = self.units.iter().filter(|id| position.hex(**id).is_some());
        let names: Vec<&str> = here.map(|id| scenario.unit(*id).id.as_str()).collect();
        if army != self.army || names.is_empty() {
            return None;
        }
        let (moves, them) = match names.as_slice() {
            [_] => ("moves", "it"),
            _ => ("move", "them"),
        };
        let text = format!("FIXED: {} never {moves}; a retreat eliminates {them}", list(names));
        Some((text, self.rule.clone()))
    }
}
