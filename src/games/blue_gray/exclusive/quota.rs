//! `quota`: so many units of an army may move in a turn.

use super::super::scenario::Army;
use crate::board::Hex;
use crate::rule::Rule;

/// A limit on moving units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quota {
    /// Whose.
    pub army: Army,
    /// Units that may move in a movement phase.
    pub units: u32,
    /// Lifted for good when an enemy enters this hex.
    pub until_entered: Option<Hex>,
    /// Citation.
    pub rule: Rule,
}
