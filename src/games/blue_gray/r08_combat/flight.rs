//! Trains and detachments that must go from an enemy, before the attacks of their army or between
//! them (RR 20.11, WI 17.31).

use super::super::answers::Whom;
use super::super::events::Cause;
use super::super::exclusive::{self, train::Flees};
use super::super::position::Marks;
use super::super::r05_control::{has_zone, in_zone, reaches};
use super::super::r10_effectiveness;
use super::super::scenario::UnitId;
use super::super::turn::Turn;
use super::advance;
use super::retreat::{self, Lines};
use crate::board::Hex;
use crate::document::Diagnostic;
use crate::play::Stop;

/// When in the combat phase somebody may have to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// Before anything else.
    Opening,
    /// After a combat, before the next one.
    Later,
}

/// [WI 17.31] [RR 20.11] Every train of the phasing army that an enemy touches goes one hex back,
/// those of the list first, then by id (D-7); it may be followed.
///
/// # Errors
/// The stop, if the turn halts for an answer.
pub fn trains(turn: &mut Turn, moment: Moment) -> Result<(), Stop> {
    for id in in_order(turn) {
        if !must_go(turn, id, moment) {
            if moment == Moment::Opening {
                note_unused(turn, id);
            }
            continue;
        }
        let (Some(at), Some(train)) =
            (turn.position.hex(id), exclusive::conduct(turn.scenario, id))
        else {
            continue;
        };
        let touched = touched_by(turn, at);
        let lines = Lines {
            away: &turn.orders().fall_back,
            give_way: turn.own_give_way(),
            standing: false,
        };
        retreat::one(turn, id, lines, Cause::Train)?;
        if train.flees == Flees::Once {
            r10_effectiveness::lose(turn, id);
        }
        if train.followed {
            let free = |id: &UnitId| !turn.position.has(*id, Marks::ADVANCED);
            let touched: Vec<UnitId> = touched.into_iter().filter(free).collect();
            advance::follow(turn, &touched, at)?;
        }
    }
    Ok(())
}

/// The trains of the phasing army that are on the map.
fn in_order(turn: &Turn) -> Vec<UnitId> {
    let scenario = turn.scenario;
    if !exclusive::has_trains(scenario) {
        return Vec::new();
    }
    let is_train = |id: &UnitId| {
        scenario.unit(*id).army == turn.army
            && turn.position.hex(*id).is_some()
            && exclusive::conduct(scenario, *id).is_some()
    };
    let lines = &turn.orders().fall_back;
    let rank = |id: &UnitId| lines.iter().position(|line| line.whom == Whom::Unit(*id));
    let mut trains: Vec<UnitId> = scenario.ids().filter(is_train).collect();
    trains.sort_by_key(|id| (rank(id).unwrap_or(usize::MAX), *id));
    trains
}

fn must_go(turn: &Turn, id: UnitId, moment: Moment) -> bool {
    let again = moment == Moment::Later;
    exclusive::flees(turn.scenario, id, again).is_some()
        && turn
            .position
            .hex(id)
            .is_some_and(|at| in_zone(turn.scenario, &turn.position, turn.enemy(), at))
}

/// The enemies whose zone reaches a hex.
fn touched_by(turn: &Turn, at: Hex) -> Vec<UnitId> {
    let scenario = turn.scenario;
    let near = scenario.map.neighbours(at).map(|(_, near)| near);
    let mut units: Vec<UnitId> = near
        .filter(|near| reaches(scenario, *near, at))
        .flat_map(|near| turn.position.stack(&scenario.map, near))
        .filter(|id| scenario.unit(*id).army == turn.enemy() && has_zone(scenario, *id))
        .collect();
    units.sort();
    units
}

/// A line for a unit that can go only now and need not is not used.
fn note_unused(turn: &mut Turn, id: UnitId) {
    let lines = &turn.orders().fall_back;
    let line = lines.iter().find(|line| line.whom == Whom::Unit(id));
    let rule = exclusive::conduct(turn.scenario, id).map(|train| train.rules.flees.clone());
    let once = exclusive::flees(turn.scenario, id, true).is_none();
    if let (Some(line), Some(rule), true) = (line, rule, once) {
        let text = format!("no enemy touches {}: its line is not used", turn.name(id));
        turn.complain(Diagnostic::note(line.span, text).rule(rule));
    }
}
