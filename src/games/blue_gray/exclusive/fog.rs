//! `fog`: turns without bombardment and with halved movement allowances.

use super::super::position::Position;
use super::super::rulings::Ruling;
use super::super::scenario::{Army, Scenario, UnitId};
use super::super::turn::Turn;
use super::kind::{Kind, Notice, Times};
use super::reader::Reader;
use crate::rule::Rule;

/// Fog turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fog {
    /// Game-turns.
    pub turns: Vec<u8>,
    /// Citation.
    pub rule: Rule,
}

impl Kind for Fog {
    const WORD: &'static str = "fog";
    const TIMES: Times = Times::Once;

    /// Reads `{turns, rule}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<Fog> {
        let turns = entry.turns("turns");
        let rule = entry.rule();
        entry.finish();
        Some(Fog { turns: turns?, rule: rule? })
    }

    fn weather(&self, turn: u8) -> Option<(&'static str, Rule)> {
        self.covers(turn).then(|| (Fog::WORD, self.rule.clone()))
    }

    fn weather_told(&self, word: &str) -> Option<&'static str> {
        (word == Fog::WORD).then_some("Fog: no bombardment; movement allowances are halved")
    }

    fn notice(&self, _: &Scenario, position: &Position, _: Army) -> Option<Notice> {
        let text = "FOG: no bombardment; movement allowances are halved";
        self.covers(position.turn).then(|| (text.to_owned(), self.rule.clone()))
    }

    fn no_bombardment(&self, turn: u8) -> Option<Rule> {
        self.covers(turn).then(|| self.rule.clone())
    }

    fn allowance(&self, turn: &Turn, _: UnitId, points: u32) -> u32 {
        if self.covers(turn.position.turn) { points / 2 } else { points }
    }

    /// FR-fogstrat: the bonus stays whole by default.
    fn strategic_bonus(&self, turn: &Turn, _: UnitId, points: u32) -> u32 {
        let policies = &turn.scenario.policies;
        match self.covers(turn.position.turn) {
            true if policies.takes(Ruling::FrFogstrat, "halved") => points / 2,
            true if policies.takes(Ruling::FrFogstrat, "none") => 0,
            _ => points,
        }
    }
}

impl Fog {
    /// [FR 18.0] Whether a game-turn is a fog turn.
    fn covers(&self, turn: u8) -> bool {
        self.turns.contains(&turn)
    }
}
