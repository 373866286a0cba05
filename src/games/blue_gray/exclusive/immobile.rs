//! `immobile`: units that may not move until something releases them.

use super::reader::{Ground, Reader};
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

impl Immobile {
    /// Reads `{side, type: [..], area, rule, releases: [..]}`.
    pub fn read(mut entry: Reader<'_, '_>) -> Option<Immobile> {
        let army = entry.army("side");
        let arms = entry.arms("type");
        let area = entry.area("area");
        let rule = entry.rule();
        let releases = match entry.has("releases") {
            true => entry.each("releases", "release", Release::read),
            false => Some(Vec::new()),
        };
        entry.finish();
        let (area, hexes) = area?;
        Some(Immobile { army: army?, arms: arms?, area, hexes, releases: releases?, rule: rule? })
    }
}

impl Release {
    /// Reads one of `{own_exit: [hexes], rule}`, `{enemy_enters: [areas], rule}`,
    /// `{enemy_within: distance, rule}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<Release> {
        let rule = entry.rule();
        let release = if entry.has("own_exit") {
            let hexes = entry.hexes("own_exit", Ground::Standing);
            hexes.zip(rule).map(|(hexes, rule)| Release::OwnExit { hexes, rule })
        } else if entry.has("enemy_enters") {
            let hexes = entry.areas("enemy_enters");
            hexes.zip(rule).map(|(hexes, rule)| Release::EnemyEnters { hexes, rule })
        } else {
            let distance = entry.number("enemy_within");
            distance.zip(rule).map(|(distance, rule)| Release::EnemyWithin { distance, rule })
        };
        entry.finish();
        release
    }
}
