//! `immobile`: units that may not move until something releases them.

use super::super::scenario::{Arm, Army};
use crate::board::Hex;
use crate::rule::Rule;

/// Units held where they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Immobile {
    /// Whose.
    pub army: Army,
    /// Which arms.
    pub arms: Vec<Arm>,
    /// Held while they stand in this area of the map.
    pub area: String,
    /// The hexes of that area.
    pub hexes: Vec<Hex>,
    /// What lets them go.
    pub releases: Vec<Release>,
    /// Citation.
    pub rule: Rule,
}

/// What lets immobile units go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Release {
    /// All of them, once a unit of their own army leaves the map by one of these hexes.
    OwnExit {
        /// Exit hexes.
        hexes: Vec<Hex>,
        /// Citation.
        rule: Rule,
    },
    /// All of them, once an enemy enters a hex of one of these areas of the map.
    EnemyEnters {
        /// Hexes.
        hexes: Vec<Hex>,
        /// Citation.
        rule: Rule,
    },
    /// Each of them, once an enemy comes within so many hexes.
    EnemyWithin {
        /// Distance in hexes.
        distance: u32,
        /// Citation.
        rule: Rule,
    },
}
