//! `losses`: points for enemy strength points eliminated.

use super::super::events::Event;
use super::super::position::Award;
use super::super::scenario::UnitId;
use super::super::turn::Turn;
use super::kind::{Kind, Times};
use super::reader::Reader;
use crate::rule::Rule;

/// Points for eliminations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Losses {
    /// Victory points for each strength point.
    pub points: u32,
    /// Citation.
    pub rule: Rule,
}

impl Kind for Losses {
    const WORD: &'static str = "losses";
    const TIMES: Times = Times::Once;

    /// Reads `{points, rule}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<Losses> {
        let points = entry.number("points");
        let rule = entry.rule();
        entry.finish();
        Some(Losses { points: points?, rule: rule? })
    }

    /// Gives the enemy of an eliminated unit his points.
    fn eliminated(&self, turn: &mut Turn, id: UnitId) {
        let unit = turn.scenario.unit(id);
        let points = self.points.saturating_mul(u32::from(unit.strength));
        let army = unit.army.enemy();
        turn.position.award(army, Award::Eliminated, points);
        turn.tell(Event::Points {
            army,
            award: Award::Eliminated,
            points,
            what: unit.id.clone(),
            rule: self.rule.clone(),
        });
    }
}
