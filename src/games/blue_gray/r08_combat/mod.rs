//! 8.0 Combat: the phase from its automatic retreats to its last attack.
//!
//! One combat goes through fixed steps (BG-steps): declare, cavalry, odds, die, losses, retreats
//! with displacements, advance. Each step has its file.

pub mod advance;
pub mod artillery;
pub mod cavalry;
pub mod contact;
pub mod displace;
pub mod duty;
pub mod exchange;
pub mod fight;
pub mod flight;
pub mod odds;
pub mod result;
pub mod retreat;
pub mod written;

use super::position::Marks;
use super::scenario::{Arm, UnitId};
use super::turn::Turn;
use crate::board::Hex;
use crate::play::Stop;
use fight::After;
use flight::Moment;

/// [8.0] The combat phase: automatic retreats (trains, then 10.2), duties counted on what is left, attacks in
/// the order of the list (BG-order0).
///
/// # Errors
/// The stop, if it halts or its orders are refused.
pub fn combat_phase(turn: &mut Turn) -> Result<(), Stop> {
    opening(turn)?;
    attacks(turn)
}

/// What comes before the first attack.
///
/// # Errors
/// [`Stop::Refused`] with every complaint about the list as filed.
pub fn opening(turn: &mut Turn) -> Result<(), Stop> {
    flight::trains(turn, Moment::Opening)?;
    retreat::fall_backs(turn)?;
    duty::count(turn);
    if turn.refuses() {
        duty::check_filed(turn);
        turn.refuse_if_wrong()?;
    } else {
        duty::add_unmet(turn);
    }
    Ok(())
}

/// [8.0] The attacks, strictly in order; after a halt a new list replaces what is not yet fought.
///
/// # Errors
/// The stop, if it halts.
pub fn attacks(turn: &mut Turn) -> Result<(), Stop> {
    let mut index = 0;
    while let Some(entry) = turn.entries.get(index).cloned() {
        let segment = turn.segment;
        if turn.keeps_checkpoints && (turn.latest.is_none() || turn.segment < turn.strict_from) {
            turn.latest = Some(turn.checkpoint(index));
        }
        let after = fight::entry(turn, index, &entry)?;
        if let (After::Fought, Some(_)) = (after, entry.pause) {
            turn.halt(format!("pause {}", entry.name()), Stop::Pause(entry.name().to_string()))?;
        }
        index += 1;
        if turn.segment != segment && turn.replaced_list() {
            index = 0;
            if turn.refuses() {
                duty::check_filed(turn);
                turn.refuse_if_wrong()?;
            }
        }
    }
    Ok(())
}

/// Whether a unit may still attack in this phase (8.41, 8.6, 8.42, 10.0).
pub fn may_attack(turn: &Turn, id: UnitId) -> bool {
    let marks = turn.position.marks(id);
    let spent = [Marks::FOUGHT, Marks::ADVANCED, Marks::ASIDE, Marks::INEFFECTIVE];
    let silent = turn.scenario.unit(id).arm == Arm::Artillery
        && marks.has(Marks::PUSHED)
        && !turn.scenario.policies.pushed_battery_fires;
    turn.position.hex(id).is_some()
        && !spent.into_iter().any(|mark| marks.has(mark))
        && !silent
        && !matches!(turn.scenario.unit(id).arm, Arm::Train | Arm::Detachment)
}

/// Whether a unit may still be attacked in this phase (8.41; ruling BG-advflag for units that have
/// advanced).
pub fn may_be_attacked(turn: &Turn, id: UnitId) -> bool {
    let marks = turn.position.marks(id);
    let immune = marks.has(Marks::ADVANCED)
        && turn.scenario.policies.takes(super::rulings::Ruling::BgAdvflag, "immune");
    !marks.has(Marks::ATTACKED) && !immune
}

/// The enemy units on a hex that may still be attacked.
pub fn targets_on(turn: &Turn, hex: Hex) -> Vec<UnitId> {
    let enemy = turn.enemy();
    turn.position
        .stack(&turn.scenario.map, hex)
        .filter(|id| turn.scenario.unit(*id).army == enemy && may_be_attacked(turn, *id))
        .collect()
}
