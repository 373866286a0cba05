//! `fog`: turns without bombardment and with halved movement allowances.

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
    /// [FR 18.0] Whether a game-turn is a fog turn.
    pub fn covers(&self, turn: u8) -> bool {
        self.turns.contains(&turn)
    }
}
