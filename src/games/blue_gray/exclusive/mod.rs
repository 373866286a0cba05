//! Kinds of exclusive rules: what a battle may declare in its scenario file.
//!
//! Each kind is a real rule of a real rulebook, one variant here and one file beside; its
//! parameters are typed, and its citation must stand in the battle's `rules.yaml`. The functions
//! below are the hooks by which the chapters of the standard rules ask; without a kind that
//! answers, the common rule holds.

pub mod either;
pub mod entry;
pub mod exit;
pub mod fog;
pub mod immobile;
pub mod losses;
pub mod occupation;
pub mod passing;
pub mod quota;
pub mod reader;
pub mod start_points;
pub mod sudden_victory;
pub mod victory;

use super::position::{Award, Position};
use super::rulings::Ruling;
use super::scenario::{Army, Scenario, UnitId};
use super::turn::Turn;
use crate::board::Hex;
use crate::rule::Rule;
use passing::Passing;

/// An exclusive rule of a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Exclusive {
    /// `either`: one form of a reinforcement or the other.
    Either(either::Either),
    /// `entry`: how reinforcements come onto the map.
    Entry(entry::Entry),
    /// `exit`: hexes by which units may leave, and what that scores.
    Exit(exit::Exit),
    /// `fog`: turns without bombardment and with halved allowances.
    Fog(fog::Fog),
    /// `immobile`: units that may not move until something releases them.
    Immobile(immobile::Immobile),
    /// `losses`: points for strength points eliminated.
    Losses(losses::Losses),
    /// `occupation`: hexes that score for their last holder.
    Occupation(occupation::Occupation),
    /// `quota`: so many units may move in a turn.
    Quota(quota::Quota),
    /// `start_points`: points given before the first turn.
    StartPoints(start_points::StartPoints),
    /// `sudden_victory`: an early end.
    SuddenVictory(sudden_victory::SuddenVictory),
    /// `victory`: who wins at the end.
    Victory(victory::Victory),
}

/// Holders and points before the first turn.
pub fn open_game(scenario: &Scenario, position: &mut Position) {
    for rule in &scenario.exclusive {
        match rule {
            Exclusive::Occupation(kind) => kind.open_game(position),
            Exclusive::StartPoints(kind) => position.award(kind.army, Award::Start, kind.points),
            _ => {}
        }
    }
}

/// What the turn's head line says besides night.
pub fn weather(scenario: &Scenario, turn: u8) -> Vec<(String, Rule)> {
    scenario
        .exclusive
        .iter()
        .filter_map(|rule| match rule {
            Exclusive::Fog(kind) if kind.covers(turn) => {
                Some(("fog".to_owned(), kind.rule.clone()))
            }
            _ => None,
        })
        .collect()
}

/// A unit has come onto a hex by movement, entry, retreat, displacement or advance.
pub fn entered(turn: &mut Turn, id: UnitId, hex: Hex) {
    let scenario = turn.scenario;
    for rule in &scenario.exclusive {
        match rule {
            Exclusive::Occupation(kind) => kind.entered(turn, id, hex),
            Exclusive::Quota(kind) => kind.entered(turn, id, hex),
            Exclusive::Immobile(kind) => kind.entered(turn, id, hex),
            _ => {}
        }
    }
}

/// A unit has left the map by a hex.
pub fn left_map(turn: &mut Turn, id: UnitId, hex: Hex) {
    let scenario = turn.scenario;
    for rule in &scenario.exclusive {
        match rule {
            Exclusive::Exit(kind) => kind.left_map(turn, id, hex),
            Exclusive::Immobile(kind) => kind.left_map(turn, id, hex),
            _ => {}
        }
    }
}

/// A unit comes from off the map.
pub fn arrives(turn: &mut Turn, id: UnitId) {
    let scenario = turn.scenario;
    for rule in &scenario.exclusive {
        if let Exclusive::Either(kind) = rule {
            kind.arrives(turn, id);
        }
    }
}

/// A unit has moved in the movement phase.
pub fn moved(turn: &mut Turn, id: UnitId) {
    let scenario = turn.scenario;
    for rule in &scenario.exclusive {
        if let Exclusive::Quota(kind) = rule {
            kind.moved(turn, id);
        }
    }
}

/// A unit has been eliminated.
pub fn eliminated(turn: &mut Turn, id: UnitId) {
    let scenario = turn.scenario;
    for rule in &scenario.exclusive {
        if let Exclusive::Losses(kind) = rule {
            kind.eliminated(turn, id);
        }
    }
}

/// Why a unit may not move at all: headline, rule, what would be legal.
pub fn may_not_move(
    turn: &Turn,
    id: UnitId,
    at: Option<Hex>,
) -> Option<(String, Rule, Option<String>)> {
    turn.scenario.exclusive.iter().find_map(|rule| match rule {
        Exclusive::Quota(kind) if kind.is_used(turn, id) => Some((
            format!("{} may not move: {} units have moved already", turn.name(id), kind.units),
            kind.rule.clone(),
            Some(format!("only {} {} units may move in a turn", kind.units, kind.army)),
        )),
        Exclusive::Immobile(kind) => at.filter(|hex| kind.holds(turn, id, *hex)).map(|hex| {
            (
                format!("{} on {hex} is immobile until it is released", turn.name(id)),
                kind.rule.clone(),
                None,
            )
        }),
        _ => None,
    })
}

/// The rule by which a unit was struck from the reinforcements.
pub fn struck_by(scenario: &Scenario, id: UnitId) -> Option<Rule> {
    scenario.exclusive.iter().find_map(|rule| match rule {
        Exclusive::Either(kind) if !kind.struck_by(id).is_empty() => Some(kind.rule.clone()),
        _ => None,
    })
}

/// Why a unit may not enter a hex that the common rules leave open.
pub fn may_not_enter(
    _turn: &Turn,
    _id: UnitId,
    _from: Option<Hex>,
    _to: Hex,
) -> Option<(String, Rule)> {
    None
}

/// The hexes where a unit of an army would change something by passing (BG-path).
pub fn passing(turn: &Turn, army: Army) -> Passing {
    let mut passing = Passing::default();
    for rule in &turn.scenario.exclusive {
        match rule {
            Exclusive::Occupation(kind) => kind.passing(&turn.position, army, &mut passing),
            Exclusive::Immobile(kind) => kind.passing(turn, army, &mut passing),
            Exclusive::Quota(kind) if kind.army != army => {
                passing.hexes.extend(kind.until_entered);
            }
            _ => {}
        }
    }
    passing
}

/// Cost of leaving the map by a hex.
///
/// # Errors
/// What to say, with the rule, if units may not leave there.
pub fn exit_at(scenario: &Scenario, _id: UnitId, hex: Hex) -> Result<u8, (String, Option<Rule>)> {
    let mut exits = Vec::new();
    let mut cited = None;
    for rule in &scenario.exclusive {
        if let Exclusive::Exit(kind) = rule {
            if let Some(cost) = kind.cost_at(hex) {
                return Ok(cost);
            }
            exits.extend(kind.hexes.iter().map(Hex::to_string));
            cited = Some(kind.place.clone());
        }
    }
    Err(match exits.is_empty() {
        true => ("this map has no exits".to_owned(), None),
        false => (format!("exits: {}", exits.join(", ")), cited),
    })
}

/// The movement allowance of a turn, from the printed one.
pub fn allowance(scenario: &Scenario, turn: u8, printed: u32) -> u32 {
    if is_fog(scenario, turn) { printed / 2 } else { printed }
}

/// The bonus of strategic movement on a turn, from the printed one (FR-fogstrat).
pub fn strategic_bonus(scenario: &Scenario, turn: u8, printed: u32) -> u32 {
    match is_fog(scenario, turn) {
        true if scenario.policies.takes(Ruling::FrFogstrat, "halved") => printed / 2,
        true if scenario.policies.takes(Ruling::FrFogstrat, "none") => 0,
        _ => printed,
    }
}

fn is_fog(scenario: &Scenario, turn: u8) -> bool {
    scenario.exclusive.iter().any(|rule| matches!(rule, Exclusive::Fog(f) if f.covers(turn)))
}

/// The rule that forbids bombardment on a turn.
pub fn no_bombardment(scenario: &Scenario, turn: u8) -> Option<Rule> {
    scenario.exclusive.iter().find_map(|rule| match rule {
        Exclusive::Fog(kind) if kind.covers(turn) => Some(kind.rule.clone()),
        _ => None,
    })
}

fn entry(scenario: &Scenario) -> Option<&entry::Entry> {
    scenario.exclusive.iter().find_map(|rule| match rule {
        Exclusive::Entry(kind) => Some(kind),
        _ => None,
    })
}

/// Citation for when and where reinforcements come.
pub fn entry_rule(scenario: &Scenario) -> Option<Rule> {
    entry(scenario).map(|e| e.arrival.clone())
}

/// Cost of an entry hex, in movement points.
pub fn entry_cost(scenario: &Scenario) -> u8 {
    entry(scenario).map_or(1, |e| e.cost)
}

/// Whether arrivals may crowd their entry hex until the end of the phase.
pub fn entry_may_crowd(scenario: &Scenario) -> bool {
    entry(scenario).is_some_and(|e| e.crowded)
}

/// Looks at the movement phase as a whole.
pub fn end_of_movement(_turn: &mut Turn) {}

/// Looks at a game-turn that has ended.
pub fn end_of_game_turn(turn: &mut Turn) {
    let scenario = turn.scenario;
    for rule in &scenario.exclusive {
        if let Exclusive::SuddenVictory(kind) = rule {
            kind.end_of_game_turn(turn);
        }
    }
}

/// Points at the end of the game.
pub fn end_of_game(turn: &mut Turn) {
    let scenario = turn.scenario;
    for rule in &scenario.exclusive {
        if let Exclusive::Occupation(kind) = rule {
            kind.end_of_game(turn);
        }
    }
}
