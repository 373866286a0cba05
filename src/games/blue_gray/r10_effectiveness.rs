//! 10.0 Attacker effectiveness.

use super::editions::Edition;
use super::events::Event;
use super::exclusive::{self, without::Part};
use super::position::{Marks, Place};
use super::rulings::Ruling;
use super::scenario::{Scenario, UnitId};
use super::turn::Turn;

/// [10.0] [10.1] [10.3] Marks an attacker that suffered AR beside its target.
pub fn lose(turn: &mut Turn, id: UnitId) {
    if is_kept(turn.scenario) && turn.position.hex(id).is_some() {
        turn.position.mark(id, Marks::INEFFECTIVE);
        turn.tell(Event::Ineffective { unit: id });
    }
}

/// [10.0] Whether attackers lose their effectiveness at all: the edition says so, an option of the
/// first one (BG-firsteff), or the battle, which may leave it out (HL 18.0).
pub fn is_kept(scenario: &Scenario) -> bool {
    let policies = &scenario.policies;
    let chosen = policies.edition == Edition::First && policies.takes(Ruling::BgFirsteff, "yes");
    (policies.effectiveness || chosen)
        && exclusive::without(scenario, Part::Effectiveness).is_none()
}

/// [10.4] At the end of a night game-turn everybody recovers, on both sides.
pub fn recover_after_night(turn: &mut Turn) {
    if !turn.scenario.is_night(turn.position.turn) {
        return;
    }
    let units: Vec<UnitId> = turn
        .position
        .pieces()
        .filter(|(_, p)| matches!(p.place, Place::Map(_)) && p.marks.has(Marks::INEFFECTIVE))
        .map(|(id, _)| id)
        .collect();
    for id in &units {
        turn.position.unmark(*id, Marks::INEFFECTIVE);
    }
    if !units.is_empty() {
        turn.tell(Event::Recovered { units });
    }
}
