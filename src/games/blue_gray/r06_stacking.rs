//! 6.0 Stacking.

use super::answers::At;
use super::editions::Stacking;
use super::events::Event;
use super::position::{Place, Position};
use super::r07_movement::{begin, in_zone, walk::Walk};
use super::rulebook::R6_0;
use super::rulings::Ruling;
use super::scenario::{Army, Scenario, UnitId};
use super::turn::Turn;
use super::{exclusive, r05_control};
use crate::board::Hex;
use crate::document::{Diagnostic, Span};

/// [6.0] How many units of an army may stand on one hex at the end of a move or retreat.
pub fn limit(_scenario: &Scenario, _army: Army) -> usize {
    2
}

/// [6.0] Whether one more unit of the army, not counting `mover`, may end on the hex.
pub fn has_room(scenario: &Scenario, position: &Position, mover: UnitId, hex: Hex) -> bool {
    let army = scenario.unit(mover).army;
    let there = position
        .stack(&scenario.map, hex)
        .filter(|id| *id != mover && scenario.unit(*id).army == army)
        .count();
    there < limit(scenario, army)
}

/// [6.0] Whether a unit's own move may end on a hex: within limits after each single move
/// (BG-swap), but for arrivals on an entry hex until the phase ends (BG-entrystack).
///
/// # Errors
/// The complaint, if the hex is full.
pub fn end_of_move(turn: &Turn, walk: &Walk, at: Hex, span: Span) -> Result<(), Diagnostic> {
    if turn.scenario.policies.stacking == Stacking::EndOfPhase
        || turn.scenario.policies.takes(Ruling::BgSwap, "phase")
        || has_room(turn.scenario, &turn.position, walk.unit, at)
    {
        return Ok(());
    }
    let arrives_here = walk.from.is_none() && walk.steps.len() == 1;
    if arrives_here
        && exclusive::arrival(turn.scenario, walk.unit).crowded
        && !in_zone(turn, walk.zones, at)
    {
        return Ok(());
    }
    Err(full(turn, walk.unit, at, span))
}

fn full(turn: &Turn, id: UnitId, at: Hex, span: Span) -> Diagnostic {
    let army = turn.scenario.unit(id).army;
    let there: Vec<&str> = turn
        .position
        .stack(&turn.scenario.map, at)
        .filter(|u| *u != id && turn.scenario.unit(*u).army == army)
        .map(|u| turn.name(u))
        .collect();
    Diagnostic::error(
        span,
        format!(
            "{} may not end its move on {at}: {} are there",
            turn.name(id),
            there.join(" and ")
        ),
    )
    .rule(R6_0)
    .with(format!("at most {} units of an army may end on one hex", limit(turn.scenario, army)))
    .help("move another unit away first (the order of the lines counts), or stop elsewhere")
}

/// [6.0] At the end of the movement phase every hex must be within limits, those of the set-up too
/// (RR-1007), unless its units cannot move.
pub fn end_of_movement(turn: &mut Turn) {
    let army = turn.army;
    let mut hexes: Vec<Hex> = turn
        .scenario
        .ids()
        .filter(|id| turn.scenario.unit(*id).army == army)
        .filter_map(|id| turn.position.hex(id))
        .filter(|hex| {
            r05_control::friends_on(turn.scenario, &turn.position, army, *hex)
                > limit(turn.scenario, army)
        })
        .collect();
    hexes.sort();
    hexes.dedup();
    for hex in hexes {
        let Some(span) = blamed(turn, hex) else { continue };
        let there = r05_control::friends_on(turn.scenario, &turn.position, army, hex);
        let complaint = Diagnostic::error(
            span,
            format!(
                "{there} units of the {army} army are on {hex} at the end of the movement phase"
            ),
        )
        .rule(R6_0)
        .help(format!("at most {} may stay there", limit(turn.scenario, army)));
        turn.complain(complaint);
    }
    if !turn.refuses() {
        send_back_surplus(turn);
    }
}

/// The order to which a hex that is too full is put down: that of a unit that came, else that of a
/// unit that stayed, else the section as a whole; `None` if nobody who could have left stayed.
fn blamed(turn: &Turn, hex: Hex) -> Option<Span> {
    let army = turn.army;
    let orders = || turn.orders().moves.iter().flat_map(|line| line.units.iter());
    let came =
        |id: UnitId| turn.movers.iter().any(|(mover, from)| *mover == id && *from != Some(hex));
    let here = |id: UnitId| turn.position.hex(id) == Some(hex);
    if let Some(unit) = orders().find(|unit| here(unit.value) && came(unit.value)) {
        return Some(unit.span);
    }
    let zones = r05_control::zones(turn.scenario, &turn.position, army.enemy());
    let free = |id: &UnitId| {
        let unit = At::new(*id, Span::NONE);
        begin(turn, &zones, unit, None, false, false).is_ok()
    };
    turn.position.stack(&turn.scenario.map, hex).find(free)?;
    let named = orders().find(|unit| here(unit.value)).map(|unit| unit.span);
    Some(named.or(turn.orders().moves.first().map(|line| line.span)).unwrap_or(Span::NONE))
}

/// Under a policy that does not refuse, the last movers onto a hex that is too full go back to
/// where they began, or stay due.
fn send_back_surplus(turn: &mut Turn) {
    let movers = turn.movers.clone();
    while let Some((id, from)) = movers.iter().rev().copied().find(|(id, from)| {
        let army = turn.scenario.unit(*id).army;
        turn.position.hex(*id).is_some_and(|at| {
            Some(at) != *from
                && r05_control::friends_on(turn.scenario, &turn.position, army, at)
                    > limit(turn.scenario, army)
        })
    }) {
        let due = turn.arrivals.iter().find(|arrived| arrived.unit == id).map_or(0, |a| a.due);
        turn.remove(id, from.map_or(Place::Reserve { due }, Place::Map));
        turn.tell(Event::Stopped {
            unit: id,
            at: from,
            why: format!("{} finds no room where it was sent", turn.name(id)),
            rules: vec![R6_0],
        });
    }
}
