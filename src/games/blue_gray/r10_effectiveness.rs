//! 10.0 Attacker effectiveness.

use super::events::Event;
use super::position::{Marks, Place};
use super::scenario::UnitId;
use super::turn::Turn;

/// [10.0] [10.1] [10.3] Marks an attacker that suffered AR beside its target.
pub fn lose(turn: &mut Turn, id: UnitId) {
    if turn.scenario.policies.effectiveness && turn.position.hex(id).is_some() {
        turn.position.mark(id, Marks::INEFFECTIVE);
        turn.tell(Event::Ineffective { unit: id });
    }
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
