//! `double_move`: units that enter on a turn march twice as far.

use super::super::position::{Place, Position};
use super::super::scenario::{Army, Scenario, UnitId};
use super::super::turn::Turn;
use super::kind::{Kind, Notice, Times};
use super::reader::Reader;
use crate::rule::Rule;

/// A turn on which arrivals have twice their movement allowance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DoubleMove {
    /// Whose.
    pub army: Army,
    /// On which game-turn.
    pub turn: u8,
    /// Citation.
    pub rule: Rule,
}

impl Kind for DoubleMove {
    const WORD: &'static str = "double_move";
    const TIMES: Times = Times::OnceASide;

    /// Reads `{side, turn, rule}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<DoubleMove> {
        let army = entry.army("side");
        let turn = entry.turn("turn");
        let rule = entry.rule();
        entry.finish();
        Some(DoubleMove { army: army?, turn: turn?, rule: rule? })
    }

    /// [RR 15.22a] Twice the allowance, the entry hex included (RR-double).
    fn allowance(&self, turn: &Turn, id: UnitId, points: u32) -> u32 {
        if self.binds(turn, id) { points * 2 } else { points }
    }

    fn doubled(&self, scenario: &Scenario, id: UnitId, allowance: u8) -> Option<Rule> {
        let unit = scenario.unit(id);
        let doubled = allowance >= 2 * scenario.policies.allowance_of(unit.arm);
        (unit.army == self.army && doubled).then(|| self.rule.clone())
    }

    /// [RR 15.22b] Into an enemy zone only with what the plain allowance pays.
    fn zone_limit(&self, turn: &Turn, id: UnitId, points: u32) -> Option<(u32, Rule)> {
        self.binds(turn, id).then(|| (points / 2, self.rule.clone()))
    }

    fn notice(&self, scenario: &Scenario, position: &Position, army: Army) -> Option<Notice> {
        let enters = |id: UnitId| {
            scenario.unit(id).army == army
                && matches!(position.place(id), Place::Reserve { due } if due <= position.turn)
        };
        (army == self.army && position.turn == self.turn && scenario.ids().any(enters)).then(|| {
            let text = "units that enter now have twice their movement points, but only the usual \
                        ones for a way into an enemy zone of control";
            (text.to_owned(), self.rule.clone())
        })
    }
}

impl DoubleMove {
    /// Whether a unit is about to enter on the turn.
    fn binds(&self, turn: &Turn, id: UnitId) -> bool {
        turn.scenario.unit(id).army == self.army
            && turn.position.turn == self.turn
            && matches!(turn.position.place(id), Place::Reserve { .. })
    }
}
