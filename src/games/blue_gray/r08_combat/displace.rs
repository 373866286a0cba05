//! [8.52] Displacement: a unit that retreats into a full hex moves one of its friends on, who may
//! move another in turn.

use super::super::answers::{Away, Sentence, Whom};
use super::super::editions::Displacement;
use super::super::events::Event;
use super::super::exclusive;
use super::super::position::Marks;
use super::super::r06_stacking::limit_of;
use super::super::rulebook::R8_52;
use super::super::scenario::{Army, UnitId};
use super::super::turn::{Opened, Turn};
use super::retreat::{Lines, Refuge, is_last, open_hexes, prefer};
use crate::board::Hex;
use crate::play::{Source, Stop};
use std::collections::BTreeSet;

/// A unit and the hex it goes to, in the order in which they push: the arriving unit first.
type Chain = Vec<(UnitId, Hex)>;

/// By how many units a hex would exceed the limit once the chain has been carried out.
fn over_limit(turn: &Turn, chain: &[(UnitId, Hex)], hex: Hex, army: Army) -> usize {
    let coming = || chain.iter().filter(|(_, to)| *to == hex).map(|(id, _)| *id);
    let all = || staying(turn, chain, hex, army).chain(coming());
    all().count().saturating_sub(limit_of(turn.scenario, army, all()).0)
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
/// that came a moment ago included (BG-selfpush); once a chain (BG-chain); never what nothing moves
/// (CH-frozen).
fn pushable(turn: &Turn, chain: &[(UnitId, Hex)], hex: Hex, army: Army) -> Vec<UnitId> {
    let moves = |id: &UnitId| exclusive::fixed(turn.scenario, *id).is_none();
    let mut units: Vec<UnitId> = staying(turn, chain, hex, army).filter(moves).collect();
    // The weakest first, then by name (D-2).
    units.sort_by_key(|id| (turn.scenario.unit(*id).strength, *id));
    units
}

/// Completes a chain that has just brought a unit to `hex`, if that can be done at all; else leaves
/// it as it was.
fn settle(turn: &Turn, chain: &mut Chain, hex: Hex, dead: &mut BTreeSet<Hex>) -> bool {
    let Some((arriving, _)) = chain.first() else { return false };
    let army = turn.scenario.unit(*arriving).army;
    if over_limit(turn, chain, hex, army) == 0 {
        return true;
    }
    // Whether a full hex can be cleared does not depend on how the chain came there.
    if !dead.insert(hex) || chain.len() > turn.scenario.units.len() {
        return false;
    }
    let before = chain.len();
    for id in pushable(turn, chain, hex, army) {
        for to in push_hexes(turn, id, hex, army) {
            chain.push((id, to));
            if settle(turn, chain, to, dead) {
                let done = over_limit(turn, chain, hex, army) == 0 || {
                    dead.remove(&hex);
                    settle(turn, chain, hex, dead)
                };
                if !done {
                    chain.truncate(before);
                }
                return done;
            }
            chain.truncate(before);
        }
    }
    false
}

/// Who may be pushed out of a hex that the chain overfills, and where to, each so that the rest can
/// be completed; by default order.
fn links(turn: &Turn, chain: &mut Chain, hex: Hex, army: Army) -> Vec<(UnitId, Hex)> {
    let before = chain.len();
    let mut links = Vec::new();
    for id in pushable(turn, chain, hex, army) {
        let mut own: Vec<Refuge> = Vec::new();
        for to in push_hexes(turn, id, hex, army) {
            chain.push((id, to));
            let push = over_limit(turn, chain, to, army) > 0;
            if settle(turn, chain, to, &mut BTreeSet::from([hex])) {
                own.push(Refuge { hex: to, push });
            }
            chain.truncate(before);
        }
        keep_best(turn, id, hex, &mut own);
        links.extend(own.into_iter().map(|refuge| (id, refuge.hex)));
    }
    links
}

/// [8.52] A displaced unit is under the same rules as one that retreats: into a closed hex only for
/// want of any other (WI-only), and, where displacement is the last resort, onto a full one too.
fn keep_best(turn: &Turn, id: UnitId, from: Hex, own: &mut Vec<Refuge>) {
    if own.iter().any(|refuge| !is_last(turn, id, from, refuge.hex)) {
        own.retain(|refuge| !is_last(turn, id, from, refuge.hex));
    }
    if turn.scenario.policies.displacement == Displacement::LastResort
        && own.iter().any(|refuge| !refuge.push)
    {
        own.retain(|refuge| !refuge.push);
    }
}

/// Whom a unit that arrives on a full hex could displace, and where to.
pub fn first_links(turn: &Turn, arriving: UnitId, hex: Hex) -> Vec<(UnitId, Hex)> {
    links(turn, &mut vec![(arriving, hex)], hex, turn.scenario.unit(arriving).army)
}

/// Hexes for a displaced unit, by default order (D-1): those that are open before those that are
/// closed to it, room first, nearest to base, lowest number.
fn push_hexes(turn: &Turn, id: UnitId, from: Hex, army: Army) -> Vec<Hex> {
    let base = turn.scenario.base[turn.scenario.seat(army)];
    let mut hexes = open_hexes(turn, id, from);
    hexes.sort_by_cached_key(|hex| {
        (is_last(turn, id, from, *hex), must_push(turn, id, *hex), hex.distance(base), *hex)
    });
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
        let links = links(turn, &mut chain, hex, army);
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
        Opened::Said(Sentence::Push(whom, _, away), said) => {
            let who = match whom {
                Whom::Unit(id) => links.iter().find(|(unit, _)| *unit == id),
                Whom::Any => links.first(),
            };
            match who {
                Some((who, _)) => {
                    Ok((link_to(turn, hex, army, *who, &away, links), Source::Answer))
                }
                None => {
                    let headline = format!("nobody of that name can give way on {hex}");
                    Ok((links[turn.amiss(&said, headline)?], Source::Default))
                }
            }
        }
        Opened::Said(_, said) => {
            let i = turn.amiss(&said, format!("this does not say who gives way on {hex}"))?;
            Ok((links[i], Source::Default))
        }
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
    let hex = prefer(turn, who, from, away, &own, &mut Vec::new())
        .or_else(|| own.first().copied())
        .map_or(from, |o| o.hex);
    (who, hex)
}

/// Whether a unit could end a retreat on a hex, with room or by displacement; for cavalry.
pub fn can_end_on(turn: &Turn, id: UnitId, hex: Hex) -> bool {
    let army = turn.scenario.unit(id).army;
    over_limit(turn, &[(id, hex)], hex, army) == 0
        || settle(turn, &mut vec![(id, hex)], hex, &mut BTreeSet::new())
}

/// Whether a unit on a hex would have to push somebody.
pub fn must_push(turn: &Turn, id: UnitId, hex: Hex) -> bool {
    over_limit(turn, &[(id, hex)], hex, turn.scenario.unit(id).army) > 0
}
