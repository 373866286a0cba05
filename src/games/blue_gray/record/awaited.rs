//! Whose player-turn a position file is of: it says only who is awaited.

use super::super::exclusive;
use super::super::position::{How, Marks, Phase, Place, Position};
use super::super::r05_control::in_zone;
use super::super::scenario::{Army, Scenario};

/// Whose player-turn it is, from whom the position awaits.
///
/// Between player-turns that is the same. At a halt the enemy may be asked: but only the phasing
/// side has units that have fought, only the enemy units that have been attacked, the combat in
/// which play stopped is against the enemy, and before all combats only he follows a train. After
/// the end it is the second player.
pub fn phasing(scenario: &Scenario, position: &Position, awaiting: Option<Army>) -> Army {
    let Some(awaiting) = awaiting else { return scenario.order[1] };
    if position.phase != Phase::Combat {
        return awaiting;
    }
    let with = |mark| {
        let marked = position.pieces().find(|(_, piece)| piece.marks.has(mark));
        marked.map(|(id, _)| scenario.unit(id).army)
    };
    let begun = position.halted.as_ref().and_then(|halted| halted.begun);
    let defender =
        begun.and_then(|hex| position.stack(&scenario.map, hex).next()).map(|id| scenario.unit(id));
    with(Marks::FOUGHT)
        .or(with(Marks::ATTACKED).map(Army::enemy))
        .or(defender.map(|unit| unit.army.enemy()))
        .unwrap_or(match follows(scenario, position, awaiting) {
            true => awaiting.enemy(),
            false => awaiting,
        })
}

/// Whether a side is asked for an advance after a train of the other (WI 17.31): one that has gone
/// back, or that was lost on this game-turn beside it.
fn follows(scenario: &Scenario, position: &Position, army: Army) -> bool {
    position.pieces().any(|(id, piece)| {
        let followed = exclusive::conduct(scenario, id).is_some_and(|train| train.followed);
        let gone = match piece.place {
            Place::Map(_) => piece.marks.has(Marks::RETREATED),
            Place::Gone { how: How::Eliminated, turn, at: Some(at) } => {
                turn == position.turn
                    && position.stack(&scenario.map, at).next().is_none()
                    && in_zone(scenario, position, army, at)
            }
            _ => false,
        };
        scenario.unit(id).army != army && followed && gone
    })
}
