//! `entry`: how reinforcements come onto the map.

use crate::rule::Rule;

/// What entering costs, and how full an entry hex may get.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Cost of the entry hex, in movement points.
    pub cost: u8,
    /// Whether arriving units may exceed the stacking limit there until the end of the phase.
    pub crowded: bool,
    /// Citation.
    pub rule: Rule,
}
