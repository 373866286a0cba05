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
