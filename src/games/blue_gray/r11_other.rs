//! 11.0 Other rules: strategic movement (11.1). Cavalry retreat (11.2) stands beside the combat
//! that it interrupts, in [`super::r08_combat::cavalry`].

use super::exclusive::{self, without::Part};
use super::r07_movement::{bar, nearest_enemy, walk::Walk};
use super::rulebook::R11_1;
use super::rulings::Ruling;
use super::scenario::{Arm, Army, UnitId};
use super::turn::Turn;
use crate::board::Hex;
use crate::document::{Diagnostic, Span};

/// [11.1] How near, in hexes, nobody who moves strategically may begin or come.
const NEAR: u32 = 4;

/// [11.1] Adds the bonus to a unit that begins at least four hexes from every enemy.
///
/// # Errors
/// The complaint, if it may not move strategically.
pub fn begin_strategic(turn: &Turn, walk: &mut Walk, span: Span) -> Result<(), Diagnostic> {
    let unit = turn.scenario.unit(walk.unit);
    let refuse = |why: String| Err(bar(span, why, R11_1).help("leave out `strategic,`"));
    if let Some(rule) = exclusive::without(turn.scenario, Part::StrategicMovement) {
        let why = "there is no strategic movement in this battle".to_owned();
        return Err(bar(span, why, rule.clone()).help("leave out `strategic,`"));
    }
    if !turn.scenario.policies.strategic_movement {
        return refuse("there is no strategic movement in this game".to_owned());
    }
    if matches!(unit.arm, Arm::Train | Arm::Detachment) {
        return refuse(format!("{} has no strategic movement: it is of no arm", unit.id));
    }
    match walk.from {
        None if turn.scenario.policies.takes(Ruling::BgStratent, "no") => {
            return refuse(format!(
                "{} arrives on this turn and may not move strategically",
                unit.id
            ));
        }
        None => {}
        Some(at) => {
            if let Some((distance, enemy)) = too_near(turn, unit.army, at) {
                return refuse(format!(
                    "{} on {at} may not move strategically: {} is {distance} hexes away",
                    unit.id,
                    turn.name(enemy)
                ));
            }
        }
    }
    walk.strategic = true;
    walk.allowance += exclusive::strategic_bonus(
        turn,
        walk.unit,
        u32::from(turn.scenario.policies.strategic_bonus(unit.arm)),
    );
    Ok(())
}

/// [11.1] The nearest enemy, if it is closer than four hexes: any counter on the map, by plain
/// distance (BG-stratfar).
pub fn too_near(turn: &Turn, army: Army, hex: Hex) -> Option<(u32, UnitId)> {
    nearest_enemy(turn, army, hex).filter(|(distance, _)| *distance < NEAR)
}

/// [11.1] Every hex for which [`too_near`] has an enemy to name, by index of the map: the maps of
/// the family have no holes, so that steps and plain distance agree.
pub fn near_to_enemies(turn: &Turn, army: Army) -> Vec<bool> {
    let enemies = turn.position.pieces().filter(|(id, _)| turn.scenario.unit(*id).army != army);
    let hexes = enemies.filter_map(|(id, _)| turn.position.hex(id));
    turn.scenario.map.within(hexes, NEAR - 1)
}
