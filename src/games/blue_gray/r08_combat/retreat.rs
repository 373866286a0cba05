//! 8.5 Retreat: where a unit may go, where its owner sends it, and whom it displaces.

use super::super::answers::{Away, GiveWay, Retreat, Sentence, Spot, Towards, Whom};
use super::super::editions::Displacement;
use super::super::events::{Cause, Event, Loss};
use super::super::exclusive;
use super::super::position::{How, Marks, Place};
use super::super::r05_control::{friends_on, held_by, in_zone, zone_bars_retreat};
use super::super::r06_stacking::limit;
use super::super::r07_movement::cost;
use super::super::rulebook::{R5_3, R8_5, R8_51, R8_52, R10_2};
use super::super::scenario::{Army, UnitId};
use super::super::turn::{Opened, Turn};
use crate::board::Hex;
use crate::document::Diagnostic;
use crate::play::{Source, Stop};
use crate::rule::Rule;
use std::collections::BTreeSet;

/// Where the owner of a retreating unit has written what it does.
#[derive(Clone, Copy)]
pub struct Lines<'l> {
    /// Places to go to.
    pub away: &'l [Retreat],
    /// Whom to displace, and where to.
    pub give_way: &'l [GiveWay],
    /// Whether they are standing orders, whose named lines may have lapsed.
    pub standing: bool,
}

/// A hex that a unit may retreat into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Refuge {
    hex: Hex,
    push: bool,
}

/// [10.2] Ineffective units in an enemy zone at the start of their combat phase go back, those of
/// the list first, then by id (D-7).
///
/// # Errors
/// The stop, if the turn halts for an answer.
pub fn fall_backs(turn: &mut Turn) -> Result<(), Stop> {
    let orders = turn.orders();
    let must = |turn: &Turn, id: UnitId| {
        turn.scenario.unit(id).army == turn.army
            && turn.position.has(id, Marks::INEFFECTIVE)
            && turn
                .position
                .hex(id)
                .is_some_and(|at| in_zone(turn.scenario, &turn.position, turn.enemy(), at))
    };
    let named: Vec<UnitId> = orders
        .fall_back
        .iter()
        .filter_map(|line| match line.whom {
            Whom::Unit(id) => Some(id),
            Whom::Any => None,
        })
        .collect();
    for line in &orders.fall_back {
        if let Whom::Unit(id) = line.whom
            && !must(turn, id)
        {
            let why = match turn.position.has(id, Marks::INEFFECTIVE) {
                true => "is not in an enemy zone of control",
                false => "is not ineffective",
            };
            turn.complain(
                Diagnostic::error(
                    line.span,
                    format!("{} {why} and does not fall back", turn.name(id)),
                )
                .rule(R10_2)
                .help("leave the line out"),
            );
        }
    }
    let others = turn.scenario.ids().filter(|id| !named.contains(id));
    let all: Vec<UnitId> =
        named.iter().copied().chain(others).filter(|id| must(turn, *id)).collect();
    let give_way = turn.own_give_way();
    for id in all {
        let lines = Lines { away: &orders.fall_back, give_way: &give_way, standing: false };
        one(turn, id, lines, Cause::FallBack)?;
    }
    Ok(())
}

/// [8.5] All units of a result, in the order of the owner's list, then by id (D-6).
///
/// # Errors
/// The stop, if the turn halts for an answer.
pub fn all(turn: &mut Turn, units: &[UnitId], lines: Lines) -> Result<(), Stop> {
    let listed = lines.away.iter().filter_map(|line| match line.whom {
        Whom::Unit(id) if units.contains(&id) && line_counts(turn, lines, id) => Some(id),
        _ => None,
    });
    let mut order: Vec<UnitId> = listed.collect();
    let mut rest: Vec<UnitId> = units.iter().copied().filter(|id| !order.contains(id)).collect();
    rest.sort();
    order.append(&mut rest);
    for id in order {
        if turn.position.hex(id).is_some() {
            one(turn, id, lines, Cause::Combat)?;
        }
    }
    Ok(())
}

/// [8.5] [8.51] One unit goes one hex, or is eliminated.
fn one(turn: &mut Turn, id: UnitId, lines: Lines, cause: Cause) -> Result<(), Stop> {
    let Some(from) = turn.position.hex(id) else { return Ok(()) };
    let options = options(turn, id, from);
    if options.is_empty() {
        let why = match open_hexes(turn, id, from).is_empty() {
            true => Loss::NoRetreat,
            false => Loss::NoDisplacement,
        };
        eliminate(turn, id, why, None);
        return Ok(());
    }
    let (choice, source, skipped) = choose(turn, id, from, &options, lines)?;
    if choice.push {
        displace(turn, id, choice.hex, lines)?;
    }
    turn.position.mark(id, Marks::RETREATED);
    turn.tell(Event::Retreated { unit: id, from, to: Some(choice.hex), cause, source, skipped });
    turn.relocate(id, choice.hex);
    Ok(())
}

/// [8.51] The adjacent hexes that neither ground, enemy nor zone bars, whatever stands there.
pub fn open_hexes(turn: &Turn, id: UnitId, from: Hex) -> Vec<Hex> {
    let army = turn.scenario.unit(id).army;
    let mut open: Vec<Hex> = turn
        .scenario
        .map
        .neighbours(from)
        .map(|(_, near)| near)
        .filter(|near| barred(turn, army, from, *near).is_none())
        .filter(|near| exclusive::may_not_enter(turn, id, Some(from), *near).is_none())
        .collect();
    open.sort();
    open
}

/// The rule that bars a retreat of an army's unit from one hex into an adjacent one.
pub fn barred(turn: &Turn, army: Army, from: Hex, to: Hex) -> Option<Rule> {
    if !cost::passable(turn.scenario, from, to) {
        return Some(R5_3);
    }
    if held_by(turn.scenario, &turn.position, army.enemy(), to)
        || zone_bars_retreat(turn.scenario, &turn.position, army, to)
    {
        return Some(R8_51);
    }
    None
}

/// [8.51] [8.52] The hexes a unit may retreat into: those with room, and full ones whose whole
/// displacement can be done (BG-search).
fn options(turn: &Turn, id: UnitId, from: Hex) -> Vec<Refuge> {
    let mut options: Vec<Refuge> = Vec::new();
    for hex in open_hexes(turn, id, from) {
        let push = over_limit(turn, &[(id, hex)], hex, turn.scenario.unit(id).army) > 0;
        if !push || settle(turn, vec![(id, hex)], hex, &mut BTreeSet::new()).is_some() {
            options.push(Refuge { hex, push });
        }
    }
    if turn.scenario.policies.displacement == Displacement::LastResort
        && options.iter().any(|o| !o.push)
    {
        options.retain(|o| !o.push);
    }
    options
}

fn choose(
    turn: &mut Turn,
    id: UnitId,
    from: Hex,
    options: &[Refuge],
    lines: Lines,
) -> Result<(Refuge, Source, Vec<(Hex, Rule)>), Stop> {
    let army = turn.scenario.unit(id).army;
    let mut skipped = Vec::new();
    let mut must_ask = false;
    if let [only] = options {
        if let Some((line, _)) = line_for(turn, id, lines)
            && let Some(away) = &line.away
        {
            prefer(turn, army, from, away, options, &mut skipped);
        }
        return Ok((*only, Source::OnlyChoice, skipped));
    }
    if let Some((line, source)) = line_for(turn, id, lines) {
        match &line.away {
            Some(away) => {
                if let Some(choice) = prefer(turn, army, from, away, options, &mut skipped) {
                    return Ok((choice, source, skipped));
                }
            }
            None => must_ask = true,
        }
    }
    let default = by_default(turn, army, options);
    let choices = options.iter().map(|o| o.hex.to_string()).collect();
    let ask = turn.question(format!("retreat.{}", turn.name(id)), army, choices, default, R8_5);
    match turn.open(ask, must_ask)? {
        Opened::Choice(i, source) => Ok((options[i], source, skipped)),
        Opened::Said(Sentence::Away(away), span) => {
            match prefer(turn, army, from, &away, options, &mut skipped) {
                Some(choice) => Ok((choice, Source::Answer, skipped)),
                None => Err(not_among(turn, id, span, options)),
            }
        }
        Opened::Said(_, span) => Err(not_among(turn, id, span, options)),
    }
}

fn not_among(turn: &Turn, id: UnitId, span: crate::document::Span, options: &[Refuge]) -> Stop {
    let legal: Vec<String> = options.iter().map(|o| o.hex.to_string()).collect();
    Stop::Refused(vec![
        Diagnostic::error(span, format!("{} may not retreat there", turn.name(id)))
            .rule(R8_51)
            .help(format!("legal: {}", legal.join(", "))),
    ])
}

/// The line that speaks for a unit: one that names it and still counts, else one for `any`.
fn line_for<'l>(turn: &Turn, id: UnitId, lines: Lines<'l>) -> Option<(&'l Retreat, Source)> {
    let named = lines
        .away
        .iter()
        .find(|line| line.whom == Whom::Unit(id))
        .filter(|_| line_counts(turn, lines, id));
    let own = if lines.standing { Source::Standing } else { Source::Order };
    let any = if lines.standing { Source::Any } else { Source::Order };
    named
        .map(|line| (line, own))
        .or_else(|| lines.away.iter().find(|line| line.whom == Whom::Any).map(|line| (line, any)))
}

fn line_counts(turn: &Turn, lines: Lines, id: UnitId) -> bool {
    !lines.standing || turn.standing().counts(&turn.position, id)
}

/// The first legal place of a list, or the legal hex nearest to a goal; what was passed over.
fn prefer(
    turn: &Turn,
    army: Army,
    from: Hex,
    away: &Away,
    options: &[Refuge],
    skipped: &mut Vec<(Hex, Rule)>,
) -> Option<Refuge> {
    let friends = |hex: Hex| friends_on(turn.scenario, &turn.position, army, hex) > 0;
    match &away.to {
        Towards::Places(places) => {
            let listed = || {
                places.iter().filter_map(|spot| match spot {
                    Spot::Hex(hex) => Some(*hex),
                    Spot::Exit => None,
                })
            };
            let legal = |hex: Hex| options.iter().copied().find(|o| o.hex == hex);
            if away.alone
                && let Some(alone) = listed().filter(|hex| !friends(*hex)).find_map(legal)
            {
                return Some(alone);
            }
            for hex in listed() {
                if let Some(choice) = legal(hex) {
                    return Some(choice);
                }
                skipped.push((hex, barred(turn, army, from, hex).unwrap_or(R8_52)));
            }
            None
        }
        Towards::Toward(goal) => options
            .iter()
            .copied()
            .min_by_key(|o| (away.alone && friends(o.hex), o.hex.distance(*goal), o.push, o.hex)),
    }
}

/// [D-1] Without a push first, then nearest to the army's base, then the lowest number.
fn by_default(turn: &Turn, army: Army, options: &[Refuge]) -> usize {
    let base = turn.scenario.base[turn.scenario.seat(army)];
    let keys = options.iter().enumerate().map(|(i, o)| ((o.push, o.hex.distance(base), o.hex), i));
    keys.min().map_or(0, |(_, i)| i)
}

// ---- 8.52 displacement

/// A unit and the hex it goes to, in the order in which they push: the arriving unit first.
type Chain = Vec<(UnitId, Hex)>;

/// By how many units a hex would exceed the limit once the chain has been carried out.
fn over_limit(turn: &Turn, chain: &[(UnitId, Hex)], hex: Hex, army: Army) -> usize {
    let coming = chain.iter().filter(|(_, to)| *to == hex).count();
    (staying(turn, chain, hex, army).count() + coming).saturating_sub(limit(turn.scenario, army))
}

/// Units of the army on a hex that no link of the chain moves.
fn staying<'t>(
    turn: &'t Turn,
    chain: &'t [(UnitId, Hex)],
    hex: Hex,
    army: Army,
) -> impl Iterator<Item = UnitId> + 't {
    turn.position.stack(&turn.scenario.map, hex).filter(move |id| {
        turn.scenario.unit(*id).army == army && !chain.iter().any(|(moved, _)| moved == id)
    })
}

/// Units that may be pushed out of a hex: whoever stands there when the unit arrives, a stack-mate
/// that came a moment ago included (BG-selfpush); once a chain (BG-chain).
fn pushable(turn: &Turn, chain: &[(UnitId, Hex)], hex: Hex, army: Army) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = staying(turn, chain, hex, army).collect();
    // The weakest first, then by name (D-2).
    units.sort_by_key(|id| (turn.scenario.unit(*id).strength, *id));
    units
}

/// Completes a chain that has just brought a unit to `hex`, if that can be done at all.
fn settle(turn: &Turn, chain: Chain, hex: Hex, dead: &mut BTreeSet<Hex>) -> Option<Chain> {
    let army = turn.scenario.unit(chain.first()?.0).army;
    if over_limit(turn, &chain, hex, army) == 0 {
        return Some(chain);
    }
    // Whether a full hex can be cleared does not depend on how the chain came there.
    if !dead.insert(hex) || chain.len() > turn.scenario.units.len() {
        return None;
    }
    for id in pushable(turn, &chain, hex, army) {
        for to in push_hexes(turn, id, hex, army) {
            let mut longer = chain.clone();
            longer.push((id, to));
            if let Some(done) = settle(turn, longer, to, dead) {
                return match over_limit(turn, &done, hex, army) {
                    0 => Some(done),
                    _ => {
                        dead.remove(&hex);
                        settle(turn, done, hex, dead)
                    }
                };
            }
        }
    }
    None
}

/// Hexes for a displaced unit, by default order (D-1): room first, nearest to base, lowest number.
fn push_hexes(turn: &Turn, id: UnitId, from: Hex, army: Army) -> Vec<Hex> {
    let base = turn.scenario.base[turn.scenario.seat(army)];
    let mut hexes = open_hexes(turn, id, from);
    let full = |hex: Hex| {
        friends_on(turn.scenario, &turn.position, army, hex) >= limit(turn.scenario, army)
    };
    hexes.sort_by_key(|hex| (full(*hex), hex.distance(base), *hex));
    hexes
}

/// [8.52] Makes room for an arriving unit: its owner picks who goes and where, each link so that
/// the rest can be completed.
///
/// # Errors
/// The stop, if the turn halts for an answer.
pub fn displace(turn: &mut Turn, arriving: UnitId, hex: Hex, lines: Lines) -> Result<(), Stop> {
    let army = turn.scenario.unit(arriving).army;
    let mut chain: Chain = vec![(arriving, hex)];
    let mut sources = vec![Source::OnlyChoice];
    let mut full = vec![hex];
    while let Some(hex) = full.last().copied() {
        if over_limit(turn, &chain, hex, army) == 0 {
            full.pop();
            continue;
        }
        let mut links: Vec<(UnitId, Hex)> = Vec::new();
        for id in pushable(turn, &chain, hex, army) {
            for to in push_hexes(turn, id, hex, army) {
                let mut longer = chain.clone();
                longer.push((id, to));
                let mut dead = BTreeSet::from([hex]);
                if settle(turn, longer, to, &mut dead).is_some() {
                    links.push((id, to));
                }
            }
        }
        if links.is_empty() {
            break;
        }
        let (link, source) = choose_link(turn, hex, army, &links, lines)?;
        chain.push(link);
        sources.push(source);
        full.push(link.1);
    }
    for ((id, to), source) in chain.into_iter().zip(sources).skip(1).rev() {
        let Some(from) = turn.position.hex(id) else { continue };
        turn.position.mark(id, Marks::PUSHED);
        turn.tell(Event::Pushed { unit: id, from, to, source });
        turn.relocate(id, to);
    }
    Ok(())
}

/// Who is pushed out of a hex, and where to: the first line that names a unit there, then `any`.
fn choose_link(
    turn: &mut Turn,
    hex: Hex,
    army: Army,
    links: &[(UnitId, Hex)],
    lines: Lines,
) -> Result<((UnitId, Hex), Source), Stop> {
    if let [only] = links {
        return Ok((*only, Source::OnlyChoice));
    }
    for line in lines.give_way {
        let (who, source) = match line.whom {
            Whom::Unit(id) if lines.standing && !turn.standing().counts(&turn.position, id) => {
                continue;
            }
            Whom::Unit(id) => (
                links.iter().find(|(unit, _)| *unit == id).map(|(unit, _)| *unit),
                if lines.standing { Source::Standing } else { Source::Order },
            ),
            Whom::Any => (
                links.first().map(|(unit, _)| *unit),
                if lines.standing { Source::Any } else { Source::Order },
            ),
        };
        let Some(who) = who else { continue };
        return Ok((link_to(turn, hex, army, who, &line.away, links), source));
    }
    let choices: Vec<String> =
        links.iter().map(|(id, to)| format!("{} {to}", turn.name(*id))).collect();
    let ask = turn.question(format!("push.{hex}"), army, choices, 0, R8_52);
    match turn.open(ask, false)? {
        Opened::Choice(i, source) => Ok((links[i], source)),
        Opened::Said(Sentence::Push(whom, _, away), span) => {
            let who = match whom {
                Whom::Unit(id) => links.iter().find(|(unit, _)| *unit == id),
                Whom::Any => links.first(),
            };
            match who {
                Some((who, _)) => {
                    Ok((link_to(turn, hex, army, *who, &away, links), Source::Answer))
                }
                None => Err(Stop::Refused(vec![
                    Diagnostic::error(span, format!("nobody of that name can give way on {hex}"))
                        .rule(R8_52),
                ])),
            }
        }
        Opened::Said(_, span) => Err(Stop::Refused(vec![
            Diagnostic::error(span, format!("this does not say who gives way on {hex}"))
                .rule(R8_52),
        ])),
    }
}

/// The link for a unit by a list of places, or by default.
fn link_to(
    turn: &Turn,
    from: Hex,
    army: Army,
    who: UnitId,
    away: &Away,
    links: &[(UnitId, Hex)],
) -> (UnitId, Hex) {
    let own: Vec<Refuge> = links
        .iter()
        .filter(|(id, _)| *id == who)
        .map(|(_, hex)| Refuge {
            hex: *hex,
            push: over_limit(turn, &[(who, *hex)], *hex, army) > 0,
        })
        .collect();
    let hex = prefer(turn, army, from, away, &own, &mut Vec::new())
        .or_else(|| own.first().copied())
        .map_or(from, |o| o.hex);
    (who, hex)
}

/// Whether a unit could end a retreat on a hex, with room or by displacement; for cavalry.
pub fn can_end_on(turn: &Turn, id: UnitId, hex: Hex) -> bool {
    let army = turn.scenario.unit(id).army;
    over_limit(turn, &[(id, hex)], hex, army) == 0
        || settle(turn, vec![(id, hex)], hex, &mut BTreeSet::new()).is_some()
}

/// Whether a unit on a hex would have to push somebody.
pub fn must_push(turn: &Turn, id: UnitId, hex: Hex) -> bool {
    over_limit(turn, &[(id, hex)], hex, turn.scenario.unit(id).army) > 0
}

/// [8.3] [8.51] Takes a unit out of the game, with its points.
pub fn eliminate(turn: &mut Turn, id: UnitId, why: Loss, source: Option<Source>) {
    let Some(at) = turn.position.hex(id) else { return };
    let when = turn.position.turn;
    turn.tell(Event::Eliminated { unit: id, at, why, source });
    turn.remove(id, Place::Gone { how: How::Eliminated, turn: when, at: Some(at) });
    exclusive::eliminated(turn, id);
}
