//! 8.6 Advance: one unit of the winner into a hex that the combat has cleared, at once.

use super::super::answers::{
    Advance, AdvanceWish, Entry, Go, Outcome, Result as Verdict, Sentence, Whom,
};
use super::super::events::Event;
use super::super::exclusive;
use super::super::position::Marks;
use super::super::r05_control::{held_by, in_zone};
use super::super::r07_movement::cost;
use super::super::rulebook::{R8_6, R8_75, R10_2, TEC};
use super::super::rulings::Ruling;
use super::super::scenario::{Arm, UnitId};
use super::super::turn::{Opened, Turn};
use super::fight::{Combat, Finding};
use crate::board::Hex;
use crate::play::{Source, Stop};
use crate::rule::Rule;

/// [8.6] The advance after a combat, by the attacker's instruction or the defender's standing
/// orders.
///
/// # Errors
/// The stop, if the turn halts for an answer.
pub fn after(
    turn: &mut Turn,
    entry: &Entry,
    combat: &Combat,
    outcome: Outcome,
) -> Result<(), Stop> {
    match outcome {
        Outcome::Result(Verdict::AR | Verdict::AE) => by_defender(turn, combat),
        Outcome::Result(verdict) => {
            by_attacker(turn, entry, combat, Some(verdict));
            Ok(())
        }
        _ => {
            by_attacker(turn, entry, combat, None);
            Ok(())
        }
    }
}

/// Target hexes that are empty now; none if an enemy is left in any of them (BG-cavmulti).
fn cleared(turn: &Turn, combat: &Combat) -> Vec<Hex> {
    let enemy = turn.enemy();
    if combat.targets.iter().any(|hex| held_by(turn.scenario, &turn.position, enemy, *hex)) {
        return Vec::new();
    }
    combat.targets.iter().copied().filter(|hex| is_empty(turn, *hex)).collect()
}

fn is_empty(turn: &Turn, hex: Hex) -> bool {
    turn.position.stack(&turn.scenario.map, hex).next().is_none()
}

/// The attacker's advance: the key of the result beats `won`; the first legal alternative; silence
/// means stay (D-3).
fn by_attacker(turn: &mut Turn, entry: &Entry, combat: &Combat, verdict: Option<Verdict>) {
    let hexes = cleared(turn, combat);
    let (then, by) = match verdict {
        Some(Verdict::DR) if entry.dr.is_some() => (&entry.dr, "DR"),
        Some(Verdict::DE) if entry.de.is_some() => (&entry.de, "DE"),
        _ => (&entry.won, "won"),
    };
    if hexes.is_empty() {
        return;
    }
    let Some(then) = then else {
        stayed(turn, combat, hexes, Source::Default, by);
        return;
    };
    for option in &then.options {
        let Go::Advance(id, to) = *option else {
            stayed(turn, combat, hexes, Source::Order, by);
            return;
        };
        let wanted: Vec<Hex> = match to {
            Some(hex) => vec![hex],
            None => hexes.clone(),
        };
        let mut bar = None;
        for hex in wanted {
            match may_advance(turn, combat, id, hex, &hexes) {
                Ok(()) => {
                    advance(turn, id, hex, Source::Order, by);
                    return;
                }
                Err(rule) => bar = bar.or(Some(rule)),
            }
        }
        let rule = bar.unwrap_or(R8_6);
        turn.find(combat.index, Finding::NoAdvance(id, rule.clone()));
        turn.tell(Event::NoAdvance { unit: id, to, rule });
    }
}

/// Says that no attacker advances, if one could have.
fn stayed(turn: &mut Turn, combat: &Combat, cleared: Vec<Hex>, source: Source, by: &str) {
    let could = combat
        .adjacent()
        .any(|id| cleared.iter().any(|hex| may_advance(turn, combat, id, *hex, &cleared).is_ok()));
    if could {
        let army = turn.army;
        turn.tell(Event::Stayed { cleared, army, source, by: by.to_owned() });
    }
}

/// [8.6] [8.75] Whether an attacker may advance into a hex.
fn may_advance(
    turn: &Turn,
    combat: &Combat,
    id: UnitId,
    hex: Hex,
    cleared: &[Hex],
) -> Result<(), Rule> {
    let took_part = combat.adjacent().any(|unit| unit == id);
    let Some(at) = turn.position.hex(id).filter(|_| took_part && cleared.contains(&hex)) else {
        return Err(R8_6);
    };
    open_to_advance(turn, id, at, hex)
}

/// What bars an advance whatever army it is.
fn open_to_advance(turn: &Turn, id: UnitId, at: Hex, hex: Hex) -> Result<(), Rule> {
    match turn.scenario.unit(id).arm {
        Arm::Artillery if !turn.scenario.policies.artillery_advances => return Err(R8_75),
        Arm::Train | Arm::Detachment => return Err(R8_6),
        _ => {}
    }
    if let Some(rule) = exclusive::fixed(turn.scenario, id) {
        return Err(rule.clone());
    }
    if at.direction_to(hex).is_none() {
        return Err(R8_6);
    }
    if let Some(rule) = exclusive::never_advances(turn, id) {
        return Err(rule);
    }
    if !cost::passable(turn.scenario, at, hex) {
        return Err(TEC);
    }
    exclusive::may_not_advance(turn, id, at, hex).map_or(Ok(()), Err)
}

fn advance(turn: &mut Turn, id: UnitId, to: Hex, source: Source, by: &str) {
    let Some(from) = turn.position.hex(id) else { return };
    turn.position.mark(id, Marks::ADVANCED);
    turn.tell(Event::Advanced { unit: id, from, to, source, by: by.to_owned() });
    turn.relocate(id, to);
}

/// A defender who may advance, and the hexes open to it, lowest first.
type Candidate = (UnitId, Vec<Hex>);

/// [8.6] After AR or AE one defender that took part may enter a hex that the attackers have left
/// and that is quite empty (BG-aradv).
fn by_defender(turn: &mut Turn, combat: &Combat) -> Result<(), Stop> {
    let mut left: Vec<Hex> =
        combat.stood.iter().map(|(_, hex)| *hex).filter(|hex| is_empty(turn, *hex)).collect();
    left.sort();
    left.dedup();
    let on_target = |turn: &Turn, id: UnitId| {
        turn.position.hex(id).is_some_and(|hex| combat.targets.contains(&hex))
    };
    let defenders = combat.defenders.iter().map(|(id, _)| *id);
    let stayed: Vec<UnitId> = defenders.filter(|id| on_target(turn, *id)).collect();
    into(turn, &stayed, &left)
}

/// [WI 17.31] One of the enemies that touched a train may enter the hex that it has left, as after
/// AR.
///
/// # Errors
/// The stop, if the turn halts for an answer.
pub fn follow(turn: &mut Turn, touched: &[UnitId], left: Hex) -> Result<(), Stop> {
    match is_empty(turn, left) {
        true => into(turn, touched, &[left]),
        false => Ok(()),
    }
}

/// One of the enemies of the phasing army may enter one of the hexes that have been left.
fn into(turn: &mut Turn, who: &[UnitId], left: &[Hex]) -> Result<(), Stop> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for id in who {
        let Some(at) = turn.position.hex(*id) else { continue };
        let open: Vec<Hex> =
            left.iter().copied().filter(|hex| defender_may(turn, *id, at, *hex).is_ok()).collect();
        if !open.is_empty() {
            candidates.push((*id, open));
        }
        say_what_bars(turn, *id, at, left);
    }
    if candidates.is_empty() {
        return Ok(());
    }
    let mut cleared: Vec<Hex> = candidates.iter().flat_map(|(_, open)| open.clone()).collect();
    cleared.sort();
    cleared.dedup();
    match choose(turn, candidates)? {
        (Some((id, hex)), source) => advance(turn, id, hex, source, "advance"),
        (None, source) => {
            let army = turn.enemy();
            turn.tell(Event::Stayed { cleared, army, source, by: "advance".to_owned() });
        }
    }
    Ok(())
}

/// Says which rule bars an advance that a standing order names.
fn say_what_bars(turn: &mut Turn, id: UnitId, at: Hex, left: &[Hex]) {
    let named = |line: &&Advance| line.whom == Whom::Unit(id);
    let line = turn.standing().orders.advance.iter().find(named).cloned();
    let Some(line) = line.filter(|_| turn.standing().counts(&turn.position, id)) else { return };
    let wanted: Vec<Hex> = match line.wish {
        AdvanceWish::Hexes(hexes) => hexes,
        AdvanceWish::Go => left.to_vec(),
        AdvanceWish::Stay | AdvanceWish::Ask => return,
    };
    for hex in wanted.into_iter().filter(|hex| left.contains(hex)) {
        if let Err(rule) = defender_may(turn, id, at, hex) {
            turn.tell(Event::NoAdvance { unit: id, to: Some(hex), rule });
        }
    }
}

/// [8.6] [10.2] Whether a defender may enter a hex; an ineffective one not into a zone
/// (BG-ineffadv).
fn defender_may(turn: &Turn, id: UnitId, at: Hex, hex: Hex) -> Result<(), Rule> {
    open_to_advance(turn, id, at, hex)?;
    let zone = in_zone(turn.scenario, &turn.position, turn.army, hex);
    let held = turn.position.has(id, Marks::INEFFECTIVE)
        && turn.scenario.policies.takes(Ruling::BgIneffadv, "no");
    if zone && held { Err(R10_2) } else { Ok(()) }
}

fn choose(
    turn: &mut Turn,
    mut candidates: Vec<Candidate>,
) -> Result<(Option<(UnitId, Hex)>, Source), Stop> {
    let lines = turn.standing().orders.advance.clone();
    let mut must_ask = false;
    for line in &lines {
        let (who, source) = match line.whom {
            Whom::Unit(id) if !turn.standing().counts(&turn.position, id) => continue,
            Whom::Unit(id) => {
                (candidates.iter().position(|(unit, _)| *unit == id), Source::Standing)
            }
            Whom::Any => (strongest(turn, &candidates, &line.wish), Source::Any),
        };
        let Some(index) = who else {
            if line.whom == Whom::Any {
                return Ok((None, source));
            }
            continue;
        };
        let (id, open) = candidates[index].clone();
        match &line.wish {
            AdvanceWish::Stay if line.whom == Whom::Any => return Ok((None, source)),
            AdvanceWish::Stay => {
                candidates.remove(index);
            }
            AdvanceWish::Ask => must_ask = true,
            AdvanceWish::Go => return Ok((Some((id, open[0])), source)),
            AdvanceWish::Hexes(hexes) => {
                if let Some(hex) = hexes.iter().find(|hex| open.contains(hex)) {
                    return Ok((Some((id, *hex)), source));
                }
                if line.whom == Whom::Any {
                    return Ok((None, source));
                }
                candidates.remove(index);
            }
        }
        if must_ask {
            break;
        }
    }
    if candidates.is_empty() {
        return Ok((None, Source::Standing));
    }
    ask(turn, &candidates, must_ask)
}

/// `any`: the strongest that may, then the lowest id.
fn strongest(turn: &Turn, candidates: &[Candidate], wish: &AdvanceWish) -> Option<usize> {
    let fits = |open: &[Hex]| match wish {
        AdvanceWish::Hexes(hexes) => hexes.iter().any(|hex| open.contains(hex)),
        _ => true,
    };
    candidates
        .iter()
        .enumerate()
        .filter(|(_, (_, open))| fits(open))
        .min_by_key(|(_, (id, _))| (std::cmp::Reverse(turn.scenario.unit(*id).strength), *id))
        .map(|(index, _)| index)
}

fn ask(
    turn: &mut Turn,
    candidates: &[Candidate],
    must_ask: bool,
) -> Result<(Option<(UnitId, Hex)>, Source), Stop> {
    let all: Vec<(UnitId, Hex)> =
        candidates.iter().flat_map(|(id, open)| open.iter().map(|hex| (*id, *hex))).collect();
    let named = all.iter().map(|(id, hex)| format!("{} {hex}", turn.name(*id)));
    let choices = std::iter::once("stay".to_owned()).chain(named).collect();
    let question = turn.question("advance".to_owned(), turn.enemy(), choices, 0, R8_6);
    Ok(match turn.open(question, must_ask)? {
        Opened::Choice(0, source) => (None, source),
        Opened::Choice(i, source) => (Some(all[i - 1]), source),
        Opened::Said(Sentence::Advance(Go::Stay), _) => (None, Source::Answer),
        Opened::Said(Sentence::Advance(Go::Advance(id, Some(hex))), _)
            if all.contains(&(id, hex)) =>
        {
            (Some((id, hex)), Source::Answer)
        }
        Opened::Said(sentence, said) => {
            let headline = match sentence {
                Sentence::Advance(Go::Advance(id, Some(hex))) => {
                    format!("{} may not advance into {hex}", turn.name(id))
                }
                _ => "this does not say who advances where".to_owned(),
            };
            let default = turn.amiss(&said, headline)?;
            (default.checked_sub(1).map(|i| all[i]), Source::Default)
        }
    })
}
