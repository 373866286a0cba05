//! Hooks about where units may go and stand, and which of the standard rules hold.

use super::super::scenario::{Arm, Army, Scenario, UnitId};
use super::super::turn::Turn;
use super::Exclusive;
use super::kind::Kind;
use super::train::{Conduct, Flees};
use super::without::Part;
use crate::board::Hex;
use crate::rule::Rule;

/// Why a unit that moves, or arrives if it comes from nowhere, may not enter a hex.
pub fn may_not_step(turn: &Turn, id: UnitId, from: Option<Hex>, to: Hex) -> Option<(String, Rule)> {
    let mut march = None;
    for rule in &turn.scenario.exclusive {
        let enter = ask!(rule, kind => {
            let enter = kind.may_not_enter(turn, id, from, to);
            if enter.is_none() && march.is_none() {
                march = kind.may_not_march(turn, id, from, to);
            }
            enter
        });
        if enter.is_some() {
            return enter;
        }
    }
    march
}

/// Why a unit may not retreat into a hex, or be displaced to it, that 8.51 leaves open.
pub fn may_not_retreat(turn: &Turn, id: UnitId, from: Hex, to: Hex) -> Option<(String, Rule)> {
    super::may_not_enter(turn, id, Some(from), to).or_else(|| {
        let mut rules = turn.scenario.exclusive.iter();
        rules.find_map(|rule| ask!(rule, kind => kind.may_not_retreat(turn, id, from, to)))
    })
}

/// The rule by which a unit may retreat into a hex only for want of any other.
pub fn last_refuge(turn: &Turn, id: UnitId, from: Hex, to: Hex) -> Option<Rule> {
    let mut rules = turn.scenario.exclusive.iter();
    rules.find_map(|rule| ask!(rule, kind => kind.last_refuge(turn, id, from, to)))
}

/// The rule by which a unit may not advance into a hex as things stand now.
pub fn may_not_advance(turn: &Turn, id: UnitId, from: Hex, to: Hex) -> Option<Rule> {
    super::may_not_enter(turn, id, Some(from), to).map(|(_, rule)| rule).or_else(|| {
        let mut rules = turn.scenario.exclusive.iter();
        rules.find_map(|rule| ask!(rule, kind => kind.may_not_advance(turn, id, from, to)))
    })
}

/// The rule by which nothing ever moves a unit.
pub fn fixed(scenario: &Scenario, id: UnitId) -> Option<&Rule> {
    scenario.exclusive.iter().find_map(|rule| ask!(rule, kind => kind.fixed(id)))
}

/// The rule by which an army's units may leave enemy zones on a night turn.
pub fn night_leave(scenario: &Scenario, army: Army, turn: u8) -> Option<&Rule> {
    let mut rules = scenario.exclusive.iter().filter(|_| scenario.is_night(turn));
    rules.find_map(|rule| ask!(rule, kind => kind.night_leave(army)))
}

/// How many units of an army one hex holds, with the rule, if a battle says more than 6.0.
pub fn stacking(scenario: &Scenario, army: Army) -> Option<(usize, &Rule)> {
    scenario.exclusive.iter().find_map(|rule| ask!(rule, kind => kind.stacking(army)))
}

/// The rule by which a battle is played without a part of the standard rules.
pub fn without(scenario: &Scenario, part: Part) -> Option<&Rule> {
    scenario.exclusive.iter().find_map(|rule| ask!(rule, kind => kind.without(part)))
}

/// Whether a battle has trains or detachments at all.
pub fn has_trains(scenario: &Scenario) -> bool {
    scenario.exclusive.iter().any(|rule| matches!(rule, Exclusive::Train(_)))
}

/// How a unit behaves, if it is a train or a detachment.
pub fn conduct(scenario: &Scenario, id: UnitId) -> Option<&Conduct> {
    if !matches!(scenario.unit(id).arm, Arm::Train | Arm::Detachment) {
        return None;
    }
    scenario.exclusive.iter().find_map(|rule| ask!(rule, kind => kind.conduct(id)))
}

/// How a unit goes from its enemy in its own combat phase, if it does: `again` after the first
/// attack.
pub fn flees(scenario: &Scenario, id: UnitId, again: bool) -> Option<&Conduct> {
    conduct(scenario, id).filter(|conduct| !again || conduct.flees == Flees::Whenever)
}
