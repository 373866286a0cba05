//! [8.0] Who touches whom: what refusals of attacks advise.

use super::super::position::Position;
use super::super::r05_control::{held_by, reaches};
use super::super::rulebook::{R5_3, R8_7, R8_41, R8_43};
use super::super::scenario::{Army, Scenario, UnitId};
use crate::board::Hex;
use crate::play::view::list;
use crate::rule::Rule;

/// So many units are named; of more only how many.
const MOST: usize = 4;

/// The hexes of enemies that a unit touches.
pub fn touched(scenario: &Scenario, position: &Position, id: UnitId) -> Vec<Hex> {
    let Some(at) = position.hex(id) else { return Vec::new() };
    let enemy = scenario.unit(id).army.enemy();
    let around = scenario.map.neighbours(at).map(|(_, near)| near);
    let mut hexes: Vec<Hex> = around
        .filter(|near| reaches(scenario, at, *near) && held_by(scenario, position, enemy, *near))
        .collect();
    hexes.sort();
    hexes
}

/// The units of an army that touch a hex, in order of their ids.
pub fn touching(scenario: &Scenario, position: &Position, army: Army, hex: Hex) -> Vec<UnitId> {
    let around = scenario.map.neighbours(hex).map(|(_, near)| near);
    let touches = around.filter(|near| reaches(scenario, *near, hex));
    let near = touches.flat_map(|near| position.stack(&scenario.map, near));
    let mut own: Vec<UnitId> = near.filter(|id| scenario.unit(*id).army == army).collect();
    own.sort();
    own
}

/// What a unit touches that cannot reach its targets by this rule, and who touches them.
pub fn instead(
    scenario: &Scenario,
    position: &Position,
    id: UnitId,
    targets: &[Hex],
    rule: &Rule,
) -> Option<String> {
    if ![R5_3, R8_41, R8_43, R8_7].contains(rule) {
        return None;
    }
    let at = position.hex(id)?;
    let missed = *targets.iter().find(|hex| !reaches(scenario, at, **hex))?;
    let touches = match touched(scenario, position, id).as_slice() {
        [] => "it touches no enemy".to_owned(),
        hexes => format!("it touches {}", list(hexes.iter().map(Hex::to_string))),
    };
    let army = scenario.unit(id).army;
    let near = touching(scenario, position, army, missed);
    let verb = if near.len() == 1 { "touches" } else { "touch" };
    Some(match near.as_slice() {
        [] => format!("{touches}; no {army} unit touches {missed}"),
        near => format!("{touches}; {} {verb} {missed}", standing(scenario, position, near)),
    })
}

/// What the attackers of a hex on which nobody is could attack.
pub fn elsewhere(scenario: &Scenario, position: &Position, by: &[UnitId]) -> String {
    let mut hexes: Vec<Hex> = by.iter().flat_map(|id| touched(scenario, position, *id)).collect();
    hexes.sort();
    hexes.dedup();
    match hexes.as_slice() {
        [] => "its attackers touch no enemy: leave the entry out".to_owned(),
        hexes => format!("its attackers touch {}", list(hexes.iter().map(Hex::to_string))),
    }
}

/// `A on 0504 and B on 0604`
fn standing(scenario: &Scenario, position: &Position, units: &[UnitId]) -> String {
    let name = |id: &UnitId| {
        let on = position.hex(*id).map_or_else(String::new, |hex| format!(" on {hex}"));
        format!("{}{on}", scenario.unit(*id).id)
    };
    let mut names: Vec<String> = units.iter().take(MOST).map(name).collect();
    if units.len() > MOST {
        names.push(format!("{} more", units.len() - MOST));
    }
    list(names)
}
