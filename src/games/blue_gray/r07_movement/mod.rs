//! 7.0 Movement: the phase, one unit after the other; what a step costs stands in [`cost`], how a
//! route becomes steps in [`walk`].

pub mod cost;
pub mod walk;

use super::answers::{At, Move, Route};
use super::events::{Event, March};
use super::exclusive::flank_march::Leaving;
use super::position::{How, Marks, Place};
use super::r08_combat::written::rolled_for_you;
use super::r11_other::near_to_enemies;
use super::rulebook::*;
use super::scenario::{Army, UnitId};
use super::turn::{Arrived, Errors, Turn};
use super::{exclusive, r05_control, r06_stacking, r09_night, r12_reinforcement};
use crate::board::Hex;
use crate::document::{Diagnostic, Span};
use crate::play::Stop;
use crate::rule::Rule;
use std::cell::OnceCell;
use walk::Walk;

/// What the enemy keeps an army out of while it moves and he does not, by index of the map.
pub struct Zones {
    /// His zones of control (5.0).
    control: Vec<bool>,
    /// Hexes too near to him for strategic movement (11.1); looked for when somebody moves so.
    near: OnceCell<Vec<bool>>,
}

impl Zones {
    /// As the enemies of an army stand now.
    pub fn of(turn: &Turn, army: Army) -> Zones {
        let control = r05_control::zones(turn.scenario, &turn.position, army.enemy());
        Zones { control, near: OnceCell::new() }
    }

    /// [11.1] Whether a hex is too near to an enemy of an army for strategic movement.
    fn is_near(&self, turn: &Turn, army: Army, hex: Hex) -> bool {
        let near = self.near.get_or_init(|| near_to_enemies(turn, army));
        turn.scenario.map.index(hex).is_some_and(|index| near[index])
    }
}

/// [7.0] The movement phase: every line of `move` in order, each unit of a line after the other.
///
/// # Errors
/// [`Stop::Refused`] with every complaint of the phase, unless the terms truncate or forfeit.
pub fn movement_phase(turn: &mut Turn) -> Result<(), Stop> {
    let zones = Zones::of(turn, turn.army);
    exclusive::movement_begins(turn);
    let orders = turn.orders();
    if let Some((label, _)) = orders.rolls.first().filter(|_| !turn.input.conduct.recorded) {
        turn.complain(rolled_for_you("rolls", label.span));
    }
    for line in &orders.moves {
        for unit in &line.units {
            if let Err(complaint) = move_unit(turn, &zones, line, *unit) {
                turn.complain(complaint);
            }
        }
    }
    r06_stacking::end_of_movement(turn);
    exclusive::end_of_movement(turn);
    turn.refuse_if_wrong()
}

/// Moves one unit as its line says; a complaint leaves it where the error policy says.
fn move_unit(
    turn: &mut Turn,
    zones: &Zones,
    line: &Move,
    unit: At<UnitId>,
) -> Result<(), Diagnostic> {
    let Route::March { from, enter, strategic, hexes, exit } = &line.route else {
        return Ok(());
    };
    let id = unit.value;
    if turn.movers.iter().any(|(mover, _)| *mover == id) {
        let complaint =
            Diagnostic::error(unit.span, format!("{} has moved already", turn.name(id)));
        return Err(stopped(turn, id, complaint.rule(R7_0).help("give it one line")));
    }
    let mut walk = begin(turn, zones, unit, *from, *enter, *strategic)?;
    let mut wrong = None;
    let mut rest = hexes.as_slice();
    if *enter {
        let Some((first, others)) = hexes.split_first() else {
            return Err(Diagnostic::error(line.span, format!("{} enters nowhere", turn.name(id))));
        };
        match r12_reinforcement::enter(turn, &mut walk, *first) {
            Ok(()) => rest = others,
            Err(complaint) => return Err(stopped(turn, id, complaint)),
        }
    }
    if let Err(complaint) = walk.along(turn, rest) {
        wrong = Some(complaint);
    }
    if wrong.is_none()
        && let Some(span) = exit
    {
        wrong = walk.leave(turn, *span).err();
    }
    if wrong.is_none() {
        wrong = walk.end_bar(turn, hexes.last().map_or(line.span, |h| h.span)).err();
    }
    match wrong {
        None => {
            if let (Some(span), Some(at)) = (exit, walk.at)
                && let Ok(Some(Leaving::Lost(rule))) = exclusive::leaving(turn, id, at)
            {
                let headline = format!("{} leaves by {at} for good and is lost", turn.name(id));
                turn.complain(Diagnostic::warning(*span, headline).rule(rule));
            }
            commit(turn, &walk);
            Ok(())
        }
        Some(complaint) => {
            if !turn.refuses() && turn.input.conduct.errors == Errors::Truncate {
                walk.back_to_legal_end(turn);
                if !walk.steps.is_empty() {
                    commit(turn, &walk);
                }
            }
            Err(stopped(turn, id, complaint))
        }
    }
}

/// What must hold before the first step; the walk with its allowance.
///
/// # Errors
/// The complaint, if the unit may not move at all.
pub fn begin<'z>(
    turn: &Turn,
    zones: &'z Zones,
    unit: At<UnitId>,
    from: Option<At<Hex>>,
    enter: bool,
    strategic: bool,
) -> Result<Walk<'z>, Diagnostic> {
    let (id, span) = (unit.value, unit.span);
    let name = turn.name(id);
    let at = match turn.position.place(id) {
        Place::Map(hex) if enter => {
            return Err(Diagnostic::error(span, format!("{name} is on the map already, on {hex}"))
                .help(format!("leave out `enter`: `{name}: HEX`")));
        }
        Place::Map(hex) => Some(hex),
        Place::Reserve { due } if enter => {
            r12_reinforcement::is_due(turn, unit, due)?;
            None
        }
        Place::Reserve { due } => {
            return Err(Diagnostic::error(span, format!("{name} is not on the map yet"))
                .help(format!("it is due on turn {due}; write `{name}: enter HEX`")));
        }
        Place::Gone { how, turn: when, .. } => {
            if let Some(rule) = turn.scenario.left_out_by(id) {
                let complaint = Diagnostic::error(span, format!("{name} takes no part"));
                return Err(complaint.rule(rule.clone()));
            }
            let complaint = Diagnostic::error(
                span,
                format!("{name} is out of the game ({} on turn {when})", how.word()),
            );
            return Err(match exclusive::struck_by(turn.scenario, id) {
                Some(rule) if how == How::Struck => {
                    complaint.rule(rule).with("the other form of this reinforcement is in play")
                }
                _ => complaint,
            });
        }
    };
    if let (Some(from), Some(at)) = (from, at)
        && from.value != at
    {
        return Err(Diagnostic::error(
            from.span,
            format!("{name} is not on {} but on {at}", from.value),
        )
        .help(format!("write `{at} to` or leave it out")));
    }
    let leaves = exclusive::night_leave(turn.scenario, turn.army, turn.position.turn).is_some();
    if let Some(at) = at.filter(|_| !leaves) {
        if in_zone(turn, zones, at) {
            return Err(Diagnostic::error(
                span,
                format!("{name} on {at} is in an enemy zone of control and may not move"),
            )
            .rule(R5_1));
        }
        if turn.scenario.is_night(turn.position.turn)
            && r09_night::adjacent_to_enemy(turn, turn.army, at)
        {
            return Err(Diagnostic::error(
                span,
                format!("NIGHT: {name} on {at} is next to an enemy and may not move"),
            )
            .rule(R9_0));
        }
    }
    if let Some(bar) = exclusive::may_not_move(turn, id, at) {
        let complaint = Diagnostic::error(span, bar.headline).rule(bar.rule);
        return Err(match bar.help {
            Some(help) => complaint.help(help),
            None => complaint,
        });
    }
    let mut walk = Walk::new(turn, id, at, zones);
    if strategic {
        super::r11_other::begin_strategic(turn, &mut walk, span)?;
    }
    Ok(walk)
}

/// Notes in the log what the error policy did with an illegal move.
fn stopped(turn: &mut Turn, id: UnitId, complaint: Diagnostic) -> Diagnostic {
    if !turn.refuses() {
        turn.tell(Event::Stopped {
            unit: id,
            at: turn.position.hex(id),
            why: complaint.headline.clone(),
            rules: complaint.rules.clone(),
        });
    }
    complaint
}

/// Carries out a legal walk: every hex entered may have effects, in order.
fn commit(turn: &mut Turn, walk: &Walk) {
    turn.tell(Event::Moved(March {
        unit: walk.unit,
        from: walk.from,
        steps: walk.steps.clone(),
        exit: walk.exit,
        allowance: walk.allowance as u8,
        strategic: walk.strategic,
        one_hex: walk.one_hex,
        zone: walk.exit.is_none() && walk.at.is_some_and(|hex| in_zone(turn, walk.zones, hex)),
    }));
    turn.movers.push((walk.unit, walk.from));
    exclusive::moved(turn, walk.unit);
    if let (Some(column), Place::Reserve { due }) = (walk.column, turn.position.place(walk.unit)) {
        turn.arrivals.push(Arrived { unit: walk.unit, due, column });
    }
    if walk.from.is_none() {
        exclusive::arrives(turn, walk.unit);
    }
    for (hex, _) in &walk.steps {
        turn.relocate(walk.unit, *hex);
    }
    if walk.exit.is_some() {
        leave(turn, walk.unit, walk.at);
    }
}

/// A unit leaves the map: for good, for a time, or to be lost.
fn leave(turn: &mut Turn, id: UnitId, at: Option<Hex>) {
    let when = turn.position.turn;
    let leaving = at.and_then(|hex| exclusive::leaving(turn, id, hex).ok().flatten());
    match leaving {
        None => turn.remove(id, Place::Gone { how: How::Exited, turn: when, at }),
        Some(Leaving::Back { due, rule }) => {
            turn.remove(id, Place::Reserve { due });
            turn.tell(Event::Away { unit: id, due, rule });
        }
        Some(Leaving::Lost(rule)) => {
            turn.remove(id, Place::Gone { how: How::Lost, turn: when, at });
            turn.tell(Event::Lost { unit: id, at, rule });
            exclusive::eliminated(turn, id);
        }
    }
    if let Some(hex) = at {
        exclusive::left_map(turn, id, hex);
    }
}

/// Whether a hex lies in a zone of the enemy, who does not move in this phase.
pub fn in_zone(turn: &Turn, zones: &Zones, hex: Hex) -> bool {
    turn.scenario.map.index(hex).is_some_and(|index| zones.control[index])
}

/// The movement allowance of a unit on this turn, in movement points (7.0), without strategic
/// movement.
pub fn allowance(turn: &Turn, id: UnitId) -> u32 {
    let printed = u32::from(turn.scenario.policies.allowance_of(turn.scenario.unit(id).arm));
    exclusive::allowance(turn, id, printed)
}

/// Whether the unit is ineffective (10.0).
pub fn is_ineffective(turn: &Turn, id: UnitId) -> bool {
    turn.position.has(id, Marks::INEFFECTIVE)
}

/// A complaint about a walk, with its rule.
pub fn bar(span: Span, headline: String, rule: Rule) -> Diagnostic {
    Diagnostic::error(span, headline).rule(rule)
}

/// Distance in hexes to the nearest enemy of `army` on the map, by plain distance (BG-stratfar).
pub fn nearest_enemy(turn: &Turn, army: Army, hex: Hex) -> Option<(u32, UnitId)> {
    turn.position
        .pieces()
        .filter(|(id, _)| turn.scenario.unit(*id).army != army)
        .filter_map(|(id, _)| turn.position.hex(id).map(|at| (at.distance(hex), id)))
        .min()
}
