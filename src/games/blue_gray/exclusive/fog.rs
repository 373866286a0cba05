//! `fog`: turns without bombardment and with halved movement allowances.

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

impl Fog {
    /// Reads `{turns, rule}`.
    pub fn read(mut entry: Reader<'_, '_>) -> Option<Fog> {
        let turns = entry.turns("turns");
        let rule = entry.rule();
        entry.finish();
        Some(Fog { turns: turns?, rule: rule? })
    }
}

impl Fog {
    /// [FR 18.0] Whether a game-turn is a fog turn.
    pub fn covers(&self, turn: u8) -> bool {
        self.turns.contains(&turn)
    }
}
