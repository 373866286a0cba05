//! 8.5 Retreat: where a unit may go, where its owner sends it, and whom it displaces.

use super::super::answers::{Away, GiveWay, Retreat, Sentence, Spot, Towards, Whom};
use super::super::editions::Displacement;
use super::super::events::{Cause, Event, Loss};
use super::super::exclusive;
use super::super::position::{How, Marks, Place};
use super::super::r05_control::{friends_on, held_by, in_zone, zone_bars_retreat};
use super::super::r07_movement::cost;
use super::super::rulebook::{R8_5, R8_51, R8_52, R10_2, TEC};
use super::super::scenario::{Army, UnitId};
use super::super::turn::{Opened, Turn};
use super::displace;
use super::fight::Finding;
use crate::board::Hex;
use crate::document::Diagnostic;
use crate::play::{Source, Stop};
use crate::rule::Rule;

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
pub struct Refuge {
    /// The hex.
    pub hex: Hex,
    /// Whether somebody must be displaced.
    pub push: bool,
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
        // A train's line serves whenever an enemy touches it (RR 20.11, WI 17.31).
        if let Whom::Unit(id) = line.whom
            && !must(turn, id)
            && exclusive::conduct(turn.scenario, id).is_none()
        {
            let why = match turn.position.has(id, Marks::INEFFECTIVE) {
                true => "is not in an enemy zone of control",
                false => "is not ineffective",
            };
            turn.complain(
                Diagnostic::error(
                    line.span.part(0, turn.name(id).len()),
                    format!("{} {why} and does not fall back", turn.name(id)),
                )
                .rule(R10_2)
                .help("leave the line out"),
            );
        }
    }
    let others = turn.scenario.ids().filter(|id| !named.contains(id));
    let sent = |id: &UnitId| must(turn, *id) && exclusive::conduct(turn.scenario, *id).is_none();
    let all: Vec<UnitId> = named.iter().copied().chain(others).filter(sent).collect();
    let give_way = turn.own_give_way();
    for id in all {
        let lines = Lines { away: &orders.fall_back, give_way, standing: false };
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

/// [8.5] [8.51] One unit goes one hex, or is eliminated; what nothing moves is eliminated at once
/// (CH 16.11).
pub fn one(turn: &mut Turn, id: UnitId, lines: Lines, cause: Cause) -> Result<(), Stop> {
    let Some(from) = turn.position.hex(id) else { return Ok(()) };
    if let Some(rule) = exclusive::fixed(turn.scenario, id) {
        eliminate(turn, id, Loss::Fixed(rule.clone()), None);
        return Ok(());
    }
    let options = options(turn, id, from);
    let exit = may_leave(turn, id, from);
    if options.is_empty() && exit {
        let mut skipped = Vec::new();
        if let Some((Retreat { away: Some(away), .. }, _)) = line_for(turn, id, lines) {
            place(turn, id, from, away, &options, exit, &mut skipped);
        }
        leave(turn, id, from, cause, Source::OnlyChoice, skipped);
        return Ok(());
    }
    if options.is_empty() {
        let why = why_lost(turn, id, from);
        eliminate(turn, id, why, None);
        return Ok(());
    }
    let (choice, source, skipped) = choose(turn, id, from, &options, exit, lines)?;
    let Some(choice) = choice else {
        leave(turn, id, from, cause, source, skipped);
        return Ok(());
    };
    if choice.push {
        displace::displace(turn, id, choice.hex, lines)?;
    }
    turn.position.mark(id, Marks::RETREATED);
    turn.tell(Event::Retreated { unit: id, from, to: Some(choice.hex), cause, source, skipped });
    turn.relocate(id, choice.hex);
    Ok(())
}

/// [HL 16.21] Whether a unit may leave the map by a retreat from where it stands.
pub fn may_leave(turn: &Turn, id: UnitId, from: Hex) -> bool {
    let exits = exclusive::retreat_off(turn.scenario, turn.scenario.unit(id).army);
    exits.is_some_and(|(hexes, _)| hexes.contains(&from))
}

/// [HL 16.21] A retreat off the map: for good, and no loss.
fn leave(turn: &mut Turn, id: UnitId, from: Hex, cause: Cause, source: Source, skipped: Skipped) {
    let when = turn.position.turn;
    turn.tell(Event::Retreated { unit: id, from, to: None, cause, source, skipped });
    turn.remove(id, Place::Gone { how: How::Exited, turn: when, at: Some(from) });
    exclusive::changed(turn);
}

/// [8.51] [8.52] Why a unit without a refuge is lost: a train for want of a way (RR 20.23).
fn why_lost(turn: &Turn, id: UnitId, from: Hex) -> Loss {
    match exclusive::conduct(turn.scenario, id) {
        _ if !open_hexes(turn, id, from).is_empty() => Loss::NoDisplacement,
        Some(train) => Loss::NoWay(train.rules.ways.clone()),
        None => Loss::NoRetreat,
    }
}

/// [8.51] [WI 15.14] [RR 17.21] The adjacent hexes that neither ground, enemy, zone nor a rule of the battle bars,
/// whatever stands there.
pub fn open_hexes(turn: &Turn, id: UnitId, from: Hex) -> Vec<Hex> {
    let around = turn.scenario.map.neighbours(from).map(|(_, near)| near);
    let mut open: Vec<Hex> = around.filter(|near| is_open(turn, id, from, *near)).collect();
    open.sort();
    open
}

/// [8.51] Whether an adjacent hex is open to a retreat, whatever friends stand there.
pub fn is_open(turn: &Turn, id: UnitId, from: Hex, hex: Hex) -> bool {
    barred(turn, turn.scenario.unit(id).army, from, hex).is_none()
        && exclusive::may_not_retreat(turn, id, from, hex).is_none()
}

/// What bars a retreat into an adjacent hex, whatever friends stand there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Barred {
    /// The hex, or the side before it.
    Ground,
    /// An enemy on the hex.
    Enemy,
    /// A zone of the enemy.
    Zone,
}

impl Barred {
    /// The rule that bars it.
    pub const fn rule(self) -> Rule {
        match self {
            Barred::Ground => TEC,
            Barred::Enemy | Barred::Zone => R8_51,
        }
    }
}

/// What bars a retreat of an army's unit from one hex into an adjacent one.
pub fn barred(turn: &Turn, army: Army, from: Hex, to: Hex) -> Option<Barred> {
    if !cost::passable(turn.scenario, from, to) {
        Some(Barred::Ground)
    } else if held_by(turn.scenario, &turn.position, army.enemy(), to) {
        Some(Barred::Enemy)
    } else if zone_bars_retreat(turn.scenario, &turn.position, army, to) {
        Some(Barred::Zone)
    } else {
        None
    }
}

/// Whether a hex that is open to a retreat may be taken only for want of any other (WI 17.23).
pub fn is_last(turn: &Turn, id: UnitId, from: Hex, hex: Hex) -> bool {
    exclusive::last_refuge(turn, id, from, hex).is_some()
}

/// The rule by which a place of a list is passed over.
fn why_skipped(turn: &Turn, id: UnitId, from: Hex, hex: Hex) -> Rule {
    // A retreat is one hex.
    if from.direction_to(hex).is_none() {
        return R8_5;
    }
    let army = turn.scenario.unit(id).army;
    let barred = barred(turn, army, from, hex).map(Barred::rule);
    let by_rule = || exclusive::may_not_retreat(turn, id, from, hex).map(|(_, rule)| rule);
    let last = || exclusive::last_refuge(turn, id, from, hex);
    barred.or_else(by_rule).or_else(last).unwrap_or(R8_52)
}

/// Places of a list that were passed over, with the rule.
type Skipped = Vec<(Hex, Rule)>;

/// [8.51] [8.52] The hexes a unit may retreat into: those with room, and full ones whose whole
/// displacement can be done (BG-search); what is closed to it only if no other is left (WI-only).
pub fn options(turn: &Turn, id: UnitId, from: Hex) -> Vec<Refuge> {
    let mut options: Vec<Refuge> = Vec::new();
    for hex in open_hexes(turn, id, from) {
        let push = displace::must_push(turn, id, hex);
        if !push || displace::can_end_on(turn, id, hex) {
            options.push(Refuge { hex, push });
        }
    }
    if options.iter().any(|o| !is_last(turn, id, from, o.hex)) {
        options.retain(|o| !is_last(turn, id, from, o.hex));
    }
    if turn.scenario.policies.displacement == Displacement::LastResort
        && options.iter().any(|o| !o.push)
    {
        options.retain(|o| !o.push);
    }
    options
}

/// Where a unit goes: one of the hexes, or off the map.
fn choose(
    turn: &mut Turn,
    id: UnitId,
    from: Hex,
    options: &[Refuge],
    exit: bool,
    lines: Lines,
) -> Result<(Option<Refuge>, Source, Skipped), Stop> {
    let army = turn.scenario.unit(id).army;
    let mut skipped = Vec::new();
    let mut must_ask = false;
    if let ([only], false) = (options, exit) {
        if let Some((line, _)) = line_for(turn, id, lines)
            && let Some(away) = &line.away
        {
            prefer(turn, id, from, away, options, &mut skipped);
        }
        return Ok((Some(*only), Source::OnlyChoice, skipped));
    }
    if let Some((line, source)) = line_for(turn, id, lines) {
        match &line.away {
            Some(away) => {
                if let Some(choice) = place(turn, id, from, away, options, exit, &mut skipped) {
                    return Ok((choice, source, skipped));
                }
            }
            None => must_ask = true,
        }
    }
    let default = by_default(turn, army, options);
    let off = exit.then(|| EXIT.to_owned());
    let choices = options.iter().map(|o| o.hex.to_string()).chain(off).collect();
    let ask = turn.question(format!("retreat.{}", turn.name(id)), army, choices, default, R8_5);
    if turn.quiet && !skipped.is_empty() {
        let index = turn.entries.iter().position(|entry| Some(entry.name()) == turn.combat);
        let finding = Finding::NotOpen(ask.key.clone(), skipped.clone());
        turn.find(index.unwrap_or_default(), finding);
    }
    match turn.open(ask, must_ask)? {
        Opened::Choice(i, source) => Ok((options.get(i).copied(), source, skipped)),
        Opened::Said(Sentence::Away(away), said) => {
            match place(turn, id, from, &away, options, exit, &mut skipped) {
                Some(choice) => Ok((choice, Source::Answer, skipped)),
                None => {
                    let headline = format!("{} may not retreat {}", turn.name(id), away.words());
                    let i = turn.amiss(&said, headline)?;
                    Ok((options.get(i).copied(), Source::Default, skipped))
                }
            }
        }
        Opened::Said(_, said) => {
            let headline = format!("this does not say where {} retreats", turn.name(id));
            let i = turn.amiss(&said, headline)?;
            Ok((options.get(i).copied(), Source::Default, skipped))
        }
    }
}

/// The word of orders for the way off the map.
const EXIT: &str = "exit";

/// The first legal place of a list; `None` inside is off the map.
fn place(
    turn: &Turn,
    id: UnitId,
    from: Hex,
    away: &Away,
    options: &[Refuge],
    exit: bool,
    skipped: &mut Skipped,
) -> Option<Option<Refuge>> {
    let off = match &away.to {
        Towards::Places(places) if exit => places.iter().position(|spot| *spot == Spot::Exit),
        _ => None,
    };
    let (Some(off), Towards::Places(places)) = (off, &away.to) else {
        return prefer(turn, id, from, away, options, skipped).map(Some);
    };
    let before = Away { to: Towards::Places(places[..off].to_vec()), ..away.clone() };
    Some(prefer(turn, id, from, &before, options, skipped))
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
pub fn prefer(
    turn: &Turn,
    id: UnitId,
    from: Hex,
    away: &Away,
    options: &[Refuge],
    skipped: &mut Skipped,
) -> Option<Refuge> {
    let army = turn.scenario.unit(id).army;
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
                skipped.push((hex, why_skipped(turn, id, from, hex)));
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

/// [8.3] [8.51] Takes a unit out of the game, with its points.
pub fn eliminate(turn: &mut Turn, id: UnitId, why: Loss, source: Option<Source>) {
    let Some(at) = turn.position.hex(id) else { return };
    let when = turn.position.turn;
    turn.tell(Event::Eliminated { unit: id, at, why, source });
    turn.remove(id, Place::Gone { how: How::Eliminated, turn: when, at: Some(at) });
    exclusive::eliminated(turn, id);
}
