//! `immobile`: units that may not move until something releases them.

use super::super::events::Event;
use super::super::position::Marks;
use super::super::scenario::{Arm, Army, UnitId};
use super::super::turn::Turn;
use super::Exclusive;
use super::kind::{Bar, Kind, Times};
use super::passing::{Frame, Passing};
use super::reader::{Ground, Reader};
use crate::board::Hex;
use crate::document::{Diagnostic, Node};
use crate::play::view::either;
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
    /// The columns and rows among which those lie.
    pub(super) frame: Option<Frame>,
    /// What lets them go.
    pub releases: Vec<Release>,
    /// Citation.
    pub rule: Rule,
    /// Which of the battle's rules of this kind it is, from 0; each remembers whom it has let go.
    pub nth: usize,
    /// The word of its mark in position files: `released`, from the second rule on `released 19.2`.
    pub word: String,
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

impl Kind for Immobile {
    const WORD: &'static str = "immobile";
    const TIMES: Times = Times::Any;

    /// Reads `{side, type: [..], area, rule, releases: [..]}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<Immobile> {
        let army = entry.army("side");
        let arms = entry.arms("type");
        let area = entry.area("area");
        let rule = entry.rule();
        let releases = entry
            .or("releases", Vec::new(), |entry, key| entry.each(key, "release", Release::read));
        let (area, hexes) = area?;
        let (army, arms) = (army?, arms?);
        let all = (0..).map(UnitId).zip(entry.context().units);
        let units = all.filter(|(_, unit)| unit.army == army && arms.contains(&unit.arm));
        let units = units.map(|(id, _)| id).collect();
        entry.finish();
        Some(Immobile {
            army,
            arms,
            units,
            area,
            frame: Frame::of(&hexes),
            hexes,
            releases: releases?,
            rule: rule?,
            nth: 0,
            word: RELEASED.to_owned(),
        })
    }

    fn number(&mut self, nth: usize) {
        self.nth = nth;
        if nth > 0 {
            let number = self.rule.number();
            let plain = number.split_once(' ').map_or(number, |(_, plain)| plain);
            self.word = format!("{RELEASED} {plain}");
        }
    }

    /// A release by an exit that is none; two rules that could not be told apart; too many.
    fn lint(&self, body: &Node, all: &[Exclusive], complaints: &mut Vec<Diagnostic>) {
        let exits = all.iter().filter_map(|rule| rule.exits(self.army));
        let exits: Vec<Hex> = exits.flat_map(|(hexes, _)| hexes).copied().collect();
        for release in body.get("releases").and_then(Node::as_list).unwrap_or_default() {
            for node in release.get("own_exit").and_then(Node::as_list).unwrap_or_default() {
                let hex = node.as_text().and_then(|text| text.parse::<Hex>().ok());
                if let Some(hex) = hex.filter(|hex| !exits.contains(hex)) {
                    let headline = format!("{hex} is no exit of this battle");
                    let known: Vec<String> = exits.iter().map(Hex::to_string).collect();
                    let help = format!("exits: {}", known.join(", "));
                    complaints.push(Diagnostic::error(node.span, headline).help(help));
                }
            }
        }
        let twin = all.iter().any(|other| {
            matches!(other, Exclusive::Immobile(other)
                if other.nth < self.nth && other.rule == self.rule)
        });
        if twin {
            let headline = format!("a second `immobile` under {}", self.rule);
            let help = "a position remembers by rule who was let go: cite another letter";
            complaints.push(Diagnostic::error(body.span, headline).help(help));
        }
        if self.nth >= Marks::RELEASES {
            let headline = format!("more than {} entries of `immobile`", Marks::RELEASES);
            complaints.push(Diagnostic::error(body.span, headline));
        }
    }

    fn mark(&self) -> Option<(Marks, &str)> {
        Some((Marks::released(self.nth), &self.word))
    }

    fn may_not_move(&self, turn: &Turn, id: UnitId, at: Option<Hex>) -> Option<Bar> {
        let hex = at.filter(|hex| self.holds(turn, id, *hex))?;
        Some(Bar {
            headline: format!("{} on {hex} is immobile until it is released", turn.name(id)),
            rule: self.rule.clone(),
            help: Some(match self.released_by().as_slice() {
                [] => "leave the line out".to_owned(),
                rules => format!("leave the line out; it is released by {}", either(rules)),
            }),
        })
    }

    /// [FR 19.12] [FR 19.13] Looks at a unit that has entered a hex by any means.
    fn entered(&self, turn: &mut Turn, id: UnitId, hex: Hex) {
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
                    self.release(turn, units, rule);
                }
                _ => {}
            }
        }
    }

    /// [FR 19.11] Looks at a unit that has left the map by a hex.
    fn left_map(&self, turn: &mut Turn, id: UnitId, hex: Hex) {
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

    fn passing(&self, turn: &Turn, army: Army, passing: &mut Passing) {
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
}

/// The word of the mark in position files.
const RELEASED: &str = "released";

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
    fn holds(&self, turn: &Turn, id: UnitId, at: Hex) -> bool {
        self.concerns(id)
            && !turn.position.has(id, self.let_go())
            && self.hexes.binary_search(&at).is_ok()
    }

    /// The numbers of the rules that let units go.
    fn released_by(&self) -> Vec<&str> {
        let rules = self.releases.iter().map(|release| match release {
            Release::OwnExit { rule, .. }
            | Release::EnemyEnters { rule, .. }
            | Release::EnemyWithin { rule, .. } => rule.number(),
        });
        rules.collect()
    }

    /// The mark of whom this rule has let go.
    fn let_go(&self) -> Marks {
        Marks::released(self.nth)
    }

    fn concerns(&self, id: UnitId) -> bool {
        self.units.binary_search(&id).is_ok()
    }

    /// Units that are held now, and where.
    fn held(&self, turn: &Turn) -> impl Iterator<Item = (UnitId, Hex)> {
        let place = |id: &UnitId| turn.position.hex(*id).map(|at| (*id, at));
        self.units.iter().filter_map(place).filter(|(id, at)| self.holds(turn, *id, *at))
    }

    fn within(&self, turn: &Turn, hex: Hex, distance: u32) -> Vec<UnitId> {
        // Whoever is held stands in the area: far from it nobody has to be measured.
        if !self.frame.is_some_and(|frame| frame.wider(distance).holds(hex)) {
            return Vec::new();
        }
        let near = |id: &UnitId| {
            let at = turn.position.hex(*id).filter(|at| at.distance(hex) <= distance);
            at.is_some_and(|at| self.holds(turn, *id, at))
        };
        self.units.iter().copied().filter(near).collect()
    }

    fn release_all(&self, turn: &mut Turn, rule: &Rule) {
        let held = |id: &UnitId| {
            turn.position.hex(*id).is_some() && !turn.position.has(*id, self.let_go())
        };
        let units = self.units.iter().copied().filter(held).collect();
        self.release(turn, units, rule);
    }

    fn release(&self, turn: &mut Turn, units: Vec<UnitId>, rule: &Rule) {
        if units.is_empty() {
            return;
        }
        for id in &units {
            turn.position.mark(*id, self.let_go());
        }
        // Whom another rule still holds is not free to move.
        let held = |id: &UnitId| {
            let at = turn.position.hex(*id);
            let rules = || turn.scenario.exclusive.iter();
            at.is_some_and(|at| {
                rules().any(
                    |rule| matches!(rule, Exclusive::Immobile(kind) if kind.holds(turn, *id, at)),
                )
            })
        };
        let free: Vec<UnitId> = units.into_iter().filter(|id| !held(id)).collect();
        if !free.is_empty() {
            turn.tell(Event::Released { units: free, rule: rule.clone() });
        }
    }
}
