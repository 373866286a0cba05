//! 6.0 Stacking.

use super::answers::At;
use super::editions::Stacking;
use super::events::Event;
use super::position::{Place, Position};
use super::r07_movement::{Zones, begin, in_zone, walk::Walk};
use super::rulebook::R6_0;
use super::rulings::Ruling;
use super::scenario::{Army, Scenario, UnitId};
use super::turn::Turn;
use super::{exclusive, r05_control};
use crate::board::Hex;
use crate::document::{Diagnostic, Span};
use crate::play::view::list;
use crate::rule::Rule;
use std::collections::BTreeSet;

/// [6.0] How many units of an army may stand on one hex at the end of a move or retreat, with the
/// rule: two, or as many as the battle says (HL 19.0).
fn limit(scenario: &Scenario, army: Army) -> (usize, Rule) {
    match exclusive::stacking(scenario, army) {
        Some((units, rule)) => (units, rule.clone()),
        None => (2, R6_0),
    }
}

/// [6.0] How many units of an army one hex holds if these are to stand on it: one, if any of them
/// is a train (RR 20.21, WI 17.33).
pub fn limit_of(
    scenario: &Scenario,
    army: Army,
    units: impl Iterator<Item = UnitId>,
) -> (usize, Rule) {
    let mut trains = units.filter_map(|id| exclusive::conduct(scenario, id));
    match trains.next() {
        Some(train) => (1, train.rules.stacking.clone()),
        None => limit(scenario, army),
    }
}

/// Whether a hex holds as many units as it may.
pub fn is_full(scenario: &Scenario, position: &Position, hex: Hex) -> bool {
    let units = || position.stack(&scenario.map, hex);
    let Some(first) = units().next() else { return false };
    units().count() >= limit_of(scenario, scenario.unit(first).army, units()).0
}

/// [6.0] Whether one more unit of the army, not counting `mover`, may end on the hex.
pub fn has_room(scenario: &Scenario, position: &Position, mover: UnitId, hex: Hex) -> bool {
    let army = scenario.unit(mover).army;
    let there = || {
        let units = position.stack(&scenario.map, hex);
        units.filter(|id| *id != mover && scenario.unit(*id).army == army)
    };
    let all = there().chain([mover]);
    there().count() < limit_of(scenario, army, all).0
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
    let others: Vec<UnitId> = turn
        .position
        .stack(&turn.scenario.map, at)
        .filter(|u| *u != id && turn.scenario.unit(*u).army == army)
        .collect();
    let there: Vec<&str> = others.iter().map(|u| turn.name(*u)).collect();
    let (limit, rule) = limit_of(turn.scenario, army, others.iter().copied().chain([id]));
    let note = match limit {
        1 => "only one unit may end on that hex".to_owned(),
        _ => format!("at most {limit} units of an army may end on one hex"),
    };
    Diagnostic::error(
        span,
        format!(
            "{} may not end its move on {at}: {} {} there",
            turn.name(id),
            there.join(" and "),
            if there.len() == 1 { "is" } else { "are" }
        ),
    )
    .rule(rule)
    .with(note)
    .help("move another unit away first (the order of the lines counts), or stop elsewhere")
}

/// [6.0] At the end of the movement phase every hex must be within limits, those of the set-up too
/// (RR-1007), unless its units cannot move.
pub fn end_of_movement(turn: &mut Turn) {
    let army = turn.army;
    for (hex, limit, rule) in crowded(turn.scenario, &turn.position, army) {
        let Some(span) = blamed(turn, hex) else { continue };
        let there = r05_control::friends_on(turn.scenario, &turn.position, army, hex);
        let complaint = Diagnostic::error(
            span,
            format!(
                "{there} units of the {army} army are on {hex} at the end of the movement phase"
            ),
        )
        .rule(rule)
        .with(format!("there: {}", names(turn, army, hex)))
        .help(format!("at most {limit} may stay there: move {} of them away", there - limit));
        turn.complain(complaint);
    }
    if !turn.refuses() {
        send_back_surplus(turn);
    }
}

/// The hexes that hold more units of an army than they may, by number: the limit, and its rule.
pub fn crowded(scenario: &Scenario, position: &Position, army: Army) -> Vec<(Hex, usize, Rule)> {
    let own = scenario.ids().filter(|id| scenario.unit(*id).army == army);
    let there = |hex: Hex| r05_control::friends_on(scenario, position, army, hex);
    // Alone nobody is too many.
    let shared = own.filter_map(|id| position.hex(id)).filter(|hex| there(*hex) > 1);
    let hexes: BTreeSet<Hex> = shared.collect();
    let limit = |hex: Hex| limit_of(scenario, army, position.stack(&scenario.map, hex));
    let limits = hexes.into_iter().map(|hex| (hex, limit(hex)));
    let crowded = limits.filter(|(hex, (limit, _))| there(*hex) > *limit);
    crowded.map(|(hex, (limit, rule))| (hex, limit, rule)).collect()
}

/// The order to which a hex that is too full is put down: that of a unit that came, else that of a
/// unit that stayed, else the first of the section, else the head of the file; `None` if nobody who
/// could have left stayed.
fn blamed(turn: &Turn, hex: Hex) -> Option<Span> {
    let army = turn.army;
    let orders = || turn.orders().moves.iter().flat_map(|line| line.units.iter());
    let came =
        |id: UnitId| turn.movers.iter().any(|(mover, from)| *mover == id && *from != Some(hex));
    let here = |id: UnitId| turn.position.hex(id) == Some(hex);
    if let Some(unit) = orders().find(|unit| here(unit.value) && came(unit.value)) {
        return Some(unit.span);
    }
    let zones = Zones::of(turn, army);
    let free = |id: &UnitId| {
        let unit = At::new(*id, Span::NONE);
        begin(turn, &zones, unit, None, false, false).is_ok()
    };
    turn.position.stack(&turn.scenario.map, hex).find(free)?;
    let named = orders().find(|unit| here(unit.value)).map(|unit| unit.span);
    let first = || turn.orders().moves.first().map(|line| line.span);
    Some(named.or_else(first).unwrap_or(turn.orders().position.span))
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
                    > limit_at(turn, army, at).0
        })
    }) {
        let due = turn.arrivals.iter().find(|arrived| arrived.unit == id).map_or(0, |a| a.due);
        let army = turn.scenario.unit(id).army;
        let rule = turn.position.hex(id).map_or(R6_0, |at| limit_at(turn, army, at).1);
        turn.remove(id, from.map_or(Place::Reserve { due }, Place::Map));
        turn.tell(Event::Stopped {
            unit: id,
            at: from,
            why: format!("{} finds no room where it was sent", turn.name(id)),
            rules: vec![rule],
        });
    }
}

/// The units of an army on a hex.
fn names(turn: &Turn, army: Army, at: Hex) -> String {
    let there = turn.position.stack(&turn.scenario.map, at);
    let own = there.filter(|id| turn.scenario.unit(*id).army == army);
    list(own.map(|id| turn.name(id)))
}

fn limit_at(turn: &Turn, army: Army, at: Hex) -> (usize, Rule) {
    limit_of(turn.scenario, army, turn.position.stack(&turn.scenario.map, at))
}
