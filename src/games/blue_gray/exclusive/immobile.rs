//! `immobile`: units that may not move until something releases them.

use super::super::events::Event;
use super::super::position::Marks;
use super::super::scenario::{Arm, Army, UnitId};
use super::super::turn::Turn;
use super::passing::Passing;
use super::reader::{Ground, Reader};
use crate::board::Hex;
use crate::rule::Rule;

/// Units held where they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Immobile {
    /// Whose.
    pub army: Army,
    /// Which arms.
    pub arms: Vec<Arm>,
    /// The units of those arms.
    pub units: Vec<UnitId>,
    /// Held while they stand in this area of the map.
    pub area: String,
    /// The hexes of that area, in order of their numbers.
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
        let (area, hexes) = area?;
        let (army, arms) = (army?, arms?);
        let all = (0..).map(UnitId).zip(entry.context().units);
        let units = all.filter(|(_, unit)| unit.army == army && arms.contains(&unit.arm));
        let units = units.map(|(id, _)| id).collect();
        entry.finish();
        Some(Immobile { army, arms, units, area, hexes, releases: releases?, rule: rule? })
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

impl Immobile {
    /// [FR 19.0] Whether a unit standing on a hex is held.
    pub fn holds(&self, turn: &Turn, id: UnitId, at: Hex) -> bool {
        self.concerns(id)
            && !turn.position.has(id, Marks::RELEASED)
            && self.hexes.binary_search(&at).is_ok()
    }

    fn concerns(&self, id: UnitId) -> bool {
        self.units.binary_search(&id).is_ok()
    }

    /// [FR 19.12] [FR 19.13] Looks at a unit that has entered a hex by any means.
    pub fn entered(&self, turn: &mut Turn, id: UnitId, hex: Hex) {
        if turn.scenario.unit(id).army == self.army {
            return;
        }
        for release in &self.releases {
            match release {
                Release::EnemyEnters { hexes, rule } if hexes.contains(&hex) => {
                    self.release_all(turn, rule);
                }
                Release::EnemyWithin { distance, rule } => {
                    let units = self.within(turn, hex, *distance);
                    let_go(turn, units, rule);
                }
                _ => {}
            }
        }
    }

    /// [FR 19.11] Looks at a unit that has left the map by a hex.
    pub fn left_map(&self, turn: &mut Turn, id: UnitId, hex: Hex) {
        if turn.scenario.unit(id).army != self.army {
            return;
        }
        for release in &self.releases {
            if let Release::OwnExit { hexes, rule } = release
                && hexes.contains(&hex)
            {
                self.release_all(turn, rule);
            }
        }
    }

    /// Notes where an enemy of the held army would release anybody by passing.
    pub fn passing(&self, turn: &Turn, army: Army, passing: &mut Passing) {
        if army == self.army {
            return;
        }
        for release in &self.releases {
            match release {
                Release::EnemyEnters { hexes, .. } => passing.hexes.extend(hexes),
                Release::EnemyWithin { distance, .. } => {
                    passing.near(*distance, self.held(turn).map(|(_, at)| at));
                }
                Release::OwnExit { .. } => {}
            }
        }
    }

    /// Units that are held now, and where.
    fn held(&self, turn: &Turn) -> impl Iterator<Item = (UnitId, Hex)> {
        let place = |id: &UnitId| turn.position.hex(*id).map(|at| (*id, at));
        self.units.iter().filter_map(place).filter(|(id, at)| self.holds(turn, *id, *at))
    }

    fn within(&self, turn: &Turn, hex: Hex, distance: u32) -> Vec<UnitId> {
        let near = |(_, at): &(UnitId, Hex)| at.distance(hex) <= distance;
        self.held(turn).filter(near).map(|(id, _)| id).collect()
    }

    fn release_all(&self, turn: &mut Turn, rule: &Rule) {
        let held = |id: &UnitId| {
            turn.position.hex(*id).is_some() && !turn.position.has(*id, Marks::RELEASED)
        };
        let units = self.units.iter().copied().filter(held).collect();
        let_go(turn, units, rule);
    }
}

fn let_go(turn: &mut Turn, units: Vec<UnitId>, rule: &Rule) {
    if units.is_empty() {
        return;
    }
    for id in &units {
        turn.position.mark(*id, Marks::RELEASED);
    }
    turn.tell(Event::Released { units, rule: rule.clone() });
}
