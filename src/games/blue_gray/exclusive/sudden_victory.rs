//! `sudden_victory`: the game ends early if one army is far ahead.

use super::super::scenario::Army;
use crate::board::Hex;
use crate::rule::Rule;

/// An early end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuddenVictory {
    /// Looked at when this game-turn ends.
    pub turn: u8,
    /// Who may win.
    pub army: Army,
    /// By this ratio of points for eliminations, winner first.
    pub ratio: (u32, u32),
    /// Only if the enemy holds none of these hexes.
    pub unless_held: Vec<Hex>,
    /// Citation.
    pub rule: Rule,
}
