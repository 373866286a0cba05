//! 12 and the battles' 15.0: reinforcements come onto the map.
//!
//! The printed standard rules have no chapter 12; 4.0 only says that reinforcements arrive in the
//! movement phase. What entering costs, and how full the entry hex may get, a battle declares.

use super::answers::At;
use super::r07_movement::{bar, in_zone, is_ineffective, walk::Walk};
use super::rulebook::{R4_0, R9_0, R10_2};
use super::rulings::Ruling;
use super::scenario::{Start, UnitId};
use super::turn::Turn;
use super::{exclusive, r05_control};
use crate::board::Hex;
use crate::document::Diagnostic;

/// Whether a unit off the map may enter on this turn; it stays due on every later one (BG-hold).
///
/// # Errors
/// The complaint, if it is too early.
pub fn is_due(turn: &Turn, unit: At<UnitId>, due: u8) -> Result<(), Diagnostic> {
    if due <= turn.position.turn {
        return Ok(());
    }
    Err(bar(
        unit.span,
        format!(
            "{} is due on turn {due}, this is turn {}",
            turn.name(unit.value),
            turn.position.turn
        ),
        exclusive::entry_rule(turn.scenario).unwrap_or(R4_0),
    ))
}

/// Places an arriving unit on its entry hex.
///
/// # Errors
/// The complaint, if the hex is not one of its own, is held by an enemy, or barred at night.
pub fn enter(turn: &Turn, walk: &mut Walk, hex: At<Hex>) -> Result<(), Diagnostic> {
    let name = turn.name(walk.unit);
    let unit = turn.scenario.unit(walk.unit);
    let rule = exclusive::entry_rule(turn.scenario).unwrap_or(R4_0);
    let entries: &[Hex] = match &unit.start {
        Start::Due { entry, .. } => entry,
        Start::At(_) => &[],
    };
    let list = || entries.iter().map(Hex::to_string).collect::<Vec<_>>().join(", ");
    if !entries.contains(&hex.value) {
        return Err(bar(hex.span, format!("{name} does not enter at {}", hex.value), rule)
            .help(format!("its entry: {}", list())));
    }
    if r05_control::held_by(turn.scenario, &turn.position, unit.army.enemy(), hex.value) {
        return Err(bar(
            hex.span,
            format!("{name} may not enter at {}: an enemy unit is there", hex.value),
            rule,
        )
        .help("it stays due until the hex is free"));
    }
    if in_zone(turn, walk.zones, hex.value) {
        if turn.scenario.is_night(turn.position.turn)
            && turn.scenario.policies.takes(Ruling::BgNightent, "night")
        {
            return Err(bar(
                hex.span,
                format!(
                    "NIGHT: {name} may not enter at {}, in an enemy zone of control",
                    hex.value
                ),
                R9_0,
            )
            .help("it may come on the next turn"));
        }
        if is_ineffective(turn, walk.unit) {
            return Err(bar(
                hex.span,
                format!("{name} is ineffective and may not enter at {}", hex.value),
                R10_2,
            ));
        }
    }
    if let Some((headline, rule)) = exclusive::may_not_step(turn, walk.unit, None, hex.value) {
        return Err(bar(hex.span, headline, rule).help("it stays due"));
    }
    let cost = exclusive::entry_cost(turn.scenario);
    if u32::from(cost) > walk.allowance {
        return Err(bar(hex.span, format!("{name} cannot pay {cost} to enter"), rule));
    }
    walk.take(hex.value, cost);
    Ok(())
}
