//! Hooks about who has won, and about what a search for it must remember.

use super::super::position::Position;
use super::super::scenario::{Army, Scenario};
use super::Exclusive;
use super::kind::Kind;
use super::victory::Verdict;

/// Who has won, by the points so far, if a rule of the battle decides it.
pub fn verdict(scenario: &Scenario, position: &Position) -> Option<Verdict> {
    let mut rules = scenario.exclusive.iter();
    rules.find_map(|rule| ask!(rule, kind => kind.verdict(scenario, position)))
}

/// Whether an army is demoralized now.
pub fn demoralized(scenario: &Scenario, position: &Position, army: Army) -> bool {
    let mut rules = scenario.exclusive.iter();
    rules.any(|rule| ask!(rule, kind => kind.demoralized(scenario, position, army)))
}

/// Whether the line of communications of an army is open; not if the battle has none.
pub fn line_open(scenario: &Scenario, position: &Position, army: Army) -> bool {
    let mut rules = scenario.exclusive.iter();
    let open = rules.find_map(|rule| ask!(rule, kind => kind.line_open(scenario, position, army)));
    open == Some(true)
}

/// What a search must tell branches apart by, besides the units near what is left to fight.
pub fn branch(
    scenario: &Scenario,
    position: &Position,
    at_stake: &dyn Fn(Army) -> u32,
) -> Vec<Option<u32>> {
    let rules = scenario.exclusive.iter();
    rules.map(|rule| ask!(rule, kind => kind.branch(scenario, position, at_stake))).collect()
}
