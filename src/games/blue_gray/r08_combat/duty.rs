//! [8.0] Who must attack and who must be attacked: counted once, after the automatic retreats, and
//! looked for in the list as it is filed (BG-cover).

use super::super::answers::{At, AttackList, Entry, Move, Route};
use super::super::editions::Withhold;
use super::super::events::Event;
use super::super::exclusive;
use super::super::position::Marks;
use super::super::r05_control::{enemies_owed, has_zone, in_zone, reaches};
use super::super::rulebook::{R8_0, R8_7, R8_41, R8_42};
use super::super::rulings::Ruling;
use super::super::scenario::{Arm, UnitId};
use super::super::turn::Turn;
use super::{artillery, contact, may_attack, may_be_attacked, targets_on, written};
use crate::board::Hex;
use crate::document::{Diagnostic, Span};
use crate::play::view::list;
use std::collections::{BTreeMap, BTreeSet};

/// No attack list is longer: each unit attacks once.
const MOST_ENTRIES: usize = 300;

/// [8.0] Marks every unit in contact: own units in an enemy zone, enemy units in an own zone. A
/// train owes nothing (WI 17.31), and one without a zone is owed nothing (RR 20.25); nor is who has
/// advanced already, or what touches nobody else.
pub fn count(turn: &mut Turn) {
    let (mut attackers, mut targets) = (Vec::new(), Vec::new());
    for id in turn.scenario.ids() {
        let Some(hex) = turn.position.hex(id) else { continue };
        let army = turn.scenario.unit(id).army;
        if in_zone(turn.scenario, &turn.position, army.enemy(), hex) && is_bound(turn, id, hex) {
            if army == turn.army { attackers.push(id) } else { targets.push(id) }
        }
    }
    for id in attackers.iter().chain(&targets) {
        turn.position.mark(*id, Marks::DUTY);
    }
    if !attackers.is_empty() || !targets.is_empty() {
        turn.tell(Event::Duties { attackers, targets });
    }
}

/// Whether a unit in an enemy zone must attack, or be attacked.
fn is_bound(turn: &Turn, id: UnitId, hex: Hex) -> bool {
    let scenario = turn.scenario;
    let train = exclusive::conduct(scenario, id).is_some();
    if scenario.unit(id).army != turn.army {
        return has_zone(scenario, id) && may_be_attacked(turn, id) && {
            let fights = |own: UnitId| exclusive::conduct(scenario, own).is_none();
            own_in_contact(turn, hex).into_iter().any(fights)
        };
    }
    let owed = || enemies_owed(scenario, &turn.position, turn.army, hex);
    !train && owed().any(|near| !targets_on(turn, near).is_empty())
}

/// Complains about duties that the list as filed does not even name, and about units that may not
/// stand aside.
pub fn check_filed(turn: &mut Turn) {
    let entries = turn.entries.to_vec();
    let whole = attack_span(turn);
    let mut complaints = Vec::new();
    if entries.len() > MOST_ENTRIES {
        let headline = format!("{} attacks: more than {MOST_ENTRIES}", entries.len());
        turn.complain(Diagnostic::error(whole, headline).rule(R8_41));
        return;
    }
    for entry in &entries {
        complaints.extend(written::faults(turn, entry));
        complaints.extend(asides(turn, entry));
        complaints.extend(written::advances_from_afar(turn, entry));
    }
    complaints.extend(separate_attacks(turn, &entries));
    if turn.scenario.policies.takes(Ruling::BgCover, "filed") {
        complaints.extend(unnamed_targets(turn, &entries, whole));
        complaints.extend(idle_units(turn, &entries, whole));
    }
    complaints.extend(bound_batteries(turn, &entries));
    for complaint in complaints {
        turn.complain(complaint);
    }
}

/// Where the attack section stands, or the last line of the orders if there is none.
fn attack_span(turn: &Turn) -> Span {
    let orders = &turn.input.segments[turn.segment].orders;
    match &orders.attack {
        Some(AttackList::None(span) | AttackList::Entries(_, span)) => *span,
        None => orders.last_line(),
    }
}

/// Enemies in contact that nobody attacks: one complaint for all hexes that the same units touch.
fn unnamed_targets(turn: &Turn, entries: &[Entry], whole: Span) -> Vec<Diagnostic> {
    let mut missed: BTreeMap<Vec<UnitId>, BTreeMap<Hex, Vec<UnitId>>> = BTreeMap::new();
    for id in turn.scenario.ids() {
        if turn.scenario.unit(id).army == turn.enemy()
            && turn.position.has(id, Marks::DUTY)
            && may_be_attacked(turn, id)
            && let Some(hex) = turn.position.hex(id)
            && !is_target(entries, hex)
        {
            let hexes = missed.entry(own_in_contact(turn, hex)).or_default();
            hexes.entry(hex).or_default().push(id);
        }
    }
    let tell = |(own, hexes): (Vec<UnitId>, BTreeMap<Hex, Vec<UnitId>>)| {
        let missed: Vec<Hex> = hexes.keys().copied().collect();
        let numbers: Vec<String> = missed.iter().map(Hex::to_string).collect();
        let near: Vec<String> = own.iter().map(|id| standing_on(turn, *id)).collect();
        let units: Vec<UnitId> = hexes.into_values().flatten().collect();
        let far: Vec<String> = units.iter().map(|id| standing_on(turn, *id)).collect();
        let them = if numbers.len() == 1 { "it" } else { "them" };
        let headline =
            format!("{} must be attacked and nobody attacks {them}", numbers.join(" and "));
        let touch = if units.len() == 1 { "touches" } else { "touch" };
        let help =
            all_busy(turn, entries, &own, &missed).unwrap_or_else(|| match numbers.as_slice() {
                [one] => format!("write an entry `at: {one}`"),
                more if own.len() == 1 => {
                    format!("each unit attacks once: write one entry, `at: {}`", more.join(", "))
                }
                more => format!(
                    "write an entry for each hex, or `at: {}` for one combat against all",
                    more.join(", ")
                ),
            });
        Diagnostic::error(made_by(turn, &own).unwrap_or(whole), headline)
            .rule(R8_0)
            .with(format!("{} {touch} {}", far.join(" and "), near.join(", ")))
            .help(help)
    };
    let mut complaints: Vec<Diagnostic> = missed.into_iter().map(tell).collect();
    complaints.sort();
    complaints
}

/// [8.41a] What is left if everybody who touches the hexes attacks already: one combat against all
/// if the attackers of an entry touch all of its hexes, else another task for one of them.
fn all_busy(turn: &Turn, entries: &[Entry], own: &[UnitId], missed: &[Hex]) -> Option<String> {
    let attacks = |entry: &Entry, id: UnitId| entry.by.iter().any(|unit| unit.value == id);
    let free = |id: &&UnitId| may_attack(turn, **id) && !entries.iter().any(|e| attacks(e, **id));
    if own.is_empty() || own.iter().any(|id| free(&id)) {
        return None;
    }
    let touches_all = |unit: &At<UnitId>| {
        turn.scenario.unit(unit.value).arm == Arm::Artillery
            || missed.iter().all(|hex| own_in_contact(turn, *hex).contains(&unit.value))
    };
    let wide = |entry: &&Entry| {
        own.iter().any(|id| attacks(entry, *id)) && entry.by.iter().all(touches_all)
    };
    let names = list(own.iter().map(|id| turn.name(*id)));
    let numbers: Vec<String> = missed.iter().map(Hex::to_string).collect();
    Some(match entries.iter().find(wide) {
        Some(entry) => {
            let mut at: Vec<Hex> = entry.at.iter().map(|at| at.value).collect();
            at.extend_from_slice(missed);
            let at: Vec<String> = at.iter().map(Hex::to_string).collect();
            let all = if at.len() == 2 { "both" } else { "all" };
            format!(
                "each unit attacks once: write `at: {}` there, one combat against {all}",
                at.join(", ")
            )
        }
        None => {
            let one = if own.len() == 1 { "" } else { "one of " };
            format!(
                "each unit attacks once: take {one}{names} out there, for an entry `at: {}`",
                numbers.join(", ")
            )
        }
    })
}

/// Whether an entry of the list, whatever its conditions, names the hex.
fn is_target(entries: &[Entry], hex: Hex) -> bool {
    entries.iter().any(|e| e.at.iter().any(|at| at.value == hex))
}

/// Where the contact of these units was ordered, if every one of them has moved into it: the end
/// of the first one's route.
fn made_by(turn: &Turn, units: &[UnitId]) -> Option<Span> {
    // After a halt the moves stand in an earlier file.
    if turn.segment > 0 || units.iter().any(|id| !turn.movers.iter().any(|(m, _)| m == id)) {
        return None;
    }
    let moves = &turn.orders().moves;
    let names = |line: &&Move| line.units.iter().any(|unit| units.contains(&unit.value));
    let line = moves.iter().find(names)?;
    let end = match &line.route {
        Route::March { hexes, .. } => hexes.last().map(|hex| hex.span),
        Route::Hold => None,
    };
    Some(end.unwrap_or(line.span))
}

fn standing_on(turn: &Turn, id: UnitId) -> String {
    format!("{} on {}", turn.name(id), hex_of(turn, id))
}

fn own_in_contact(turn: &Turn, hex: Hex) -> Vec<UnitId> {
    contact::touching(turn.scenario, &turn.position, turn.army, hex)
}

fn hex_of(turn: &Turn, id: UnitId) -> String {
    turn.position.hex(id).map_or_else(|| "off the map".to_owned(), |hex| hex.to_string())
}

fn idle_units(turn: &Turn, entries: &[Entry], whole: Span) -> Vec<Diagnostic> {
    let attacks = |id: UnitId| entries.iter().any(|e| e.by.iter().any(|u| u.value == id));
    let aside = |id: UnitId| entries.iter().any(|e| e.aside.iter().any(|u| u.value == id));
    turn.scenario
        .ids()
        .filter(|id| turn.scenario.unit(*id).army == turn.army)
        .filter(|id| turn.position.has(*id, Marks::DUTY) && may_attack(turn, *id))
        .filter(|id| !attacks(*id) && !aside(*id))
        .filter(|id| !is_told(turn, entries, *id))
        .map(|id| {
            let at = hex_of(turn, id);
            let mate = turn.position.hex(id).and_then(|hex| {
                turn.position.stack(&turn.scenario.map, hex).find(|u| *u != id && attacks(*u))
            });
            let owed: Vec<String> = turn
                .position
                .hex(id)
                .map(|hex| enemies_owed(turn.scenario, &turn.position, turn.army, hex))
                .into_iter()
                .flatten()
                .map(|hex| hex.to_string())
                .collect();
            let complaint = Diagnostic::error(
                made_by(turn, &[id]).unwrap_or(whole),
                format!("{} on {at} must attack and does not", turn.name(id)),
            )
            .rule(R8_0)
            .with(format!("it is in contact with {}", owed.join(", ")));
            match mate {
                Some(mate) if turn.scenario.policies.withhold == Withhold::One => {
                    complaint.rule(R8_42).help(format!(
                        "name it in `by`, or write `aside: {}` beside {}",
                        turn.name(id),
                        turn.name(mate)
                    ))
                }
                _ => complaint.help(match owed.as_slice() {
                    [one] => format!("name it in `by` of the attack on {one}"),
                    _ => "name it in `by` of an attack on one of these hexes".to_owned(),
                }),
            }
        })
        .collect()
}

/// Whether an enemy whom the unit touches is not attacked: that complaint names the unit too.
fn is_told(turn: &Turn, entries: &[Entry], id: UnitId) -> bool {
    let Some(at) = turn.position.hex(id) else { return false };
    let mut owed = enemies_owed(turn.scenario, &turn.position, turn.army, at);
    owed.any(|hex| !targets_on(turn, hex).is_empty() && !is_target(entries, hex))
}

/// [8.42] Only one of a stack may stand aside, beside a mate who attacks in the same entry.
fn asides(turn: &Turn, entry: &Entry) -> Vec<Diagnostic> {
    entry
        .aside
        .iter()
        .filter_map(|unit| {
            let name = turn.name(unit.value);
            if turn.scenario.policies.withhold == Withhold::Nobody {
                return Some(
                    Diagnostic::error(
                        unit.span,
                        format!("{name} may not stand aside in this edition"),
                    )
                    .rule(R8_42)
                    .help("name it in `by`"),
                );
            }
            let at = turn.position.hex(unit.value)?;
            let beside = entry.by.iter().any(|u| turn.position.hex(u.value) == Some(at));
            (!beside).then(|| {
                Diagnostic::error(
                    unit.span,
                    format!("{name} on {at} may not stand aside: no mate on its hex attacks here"),
                )
                .rule(R8_42)
                .help("only one of two stacked units may stand aside")
            })
        })
        .collect()
}

/// [8.42] Units stacked together may not attack separate hexes; in an edition without standing
/// aside they attack together.
fn separate_attacks(turn: &Turn, entries: &[Entry]) -> Vec<Diagnostic> {
    let mut complaints = Vec::new();
    let sure = |e: &Entry| e.conditions.is_empty() && e.least.is_none();
    let shares =
        |a: &Entry, b: &Entry| a.at.iter().any(|x| b.at.iter().any(|y| x.value == y.value));
    let mate_of = |unit: &At<UnitId>, other: &At<UnitId>| {
        unit.value != other.value
            && turn.position.hex(unit.value).is_some()
            && turn.position.hex(unit.value) == turn.position.hex(other.value)
    };
    for (i, first) in entries.iter().enumerate().filter(|(_, e)| sure(e)) {
        for second in entries[i + 1..].iter().filter(|e| sure(e) && !shares(first, e)) {
            for unit in &second.by {
                if let Some(mate) = first.by.iter().find(|mate| mate_of(unit, mate)) {
                    complaints.push(
                        Diagnostic::error(
                            unit.span,
                            format!(
                                "{} and {} on {} may not attack separate hexes",
                                turn.name(mate.value),
                                turn.name(unit.value),
                                hex_of(turn, unit.value)
                            ),
                        )
                        .rule(R8_42)
                        .help("let both attack the same hex or hexes, or let one stand aside"),
                    );
                }
            }
        }
        if turn.scenario.policies.withhold == Withhold::Nobody {
            complaints.extend(withheld(turn, first));
        }
    }
    complaints
}

fn withheld(turn: &Turn, entry: &Entry) -> Vec<Diagnostic> {
    let mut complaints = Vec::new();
    let mut seen = BTreeSet::new();
    for unit in &entry.by {
        let Some(at) = turn.position.hex(unit.value) else { continue };
        if !turn.position.has(unit.value, Marks::DUTY) || !seen.insert(at) {
            continue;
        }
        for mate in turn.position.stack(&turn.scenario.map, at) {
            if may_attack(turn, mate) && !entry.by.iter().any(|u| u.value == mate) {
                complaints.push(
                    Diagnostic::error(
                        unit.span,
                        format!(
                            "{} may not be withheld: {} attacks",
                            turn.name(mate),
                            turn.name(unit.value)
                        ),
                    )
                    .rule(R8_42)
                    .help(format!("name {} in the same `by`", turn.name(mate))),
                );
            }
        }
    }
    complaints
}

/// [8.7] A battery beside an enemy must attack a neighbour (BG-artadj).
fn bound_batteries(turn: &Turn, entries: &[Entry]) -> Vec<Diagnostic> {
    let mut complaints = Vec::new();
    if !turn.scenario.policies.takes(Ruling::BgArtadj, "no") {
        return complaints;
    }
    let mut seen = BTreeSet::new();
    for unit in entries.iter().flat_map(|e| &e.by) {
        let id = unit.value;
        if turn.scenario.unit(id).arm != Arm::Artillery || !seen.insert(id) {
            continue;
        }
        let bound = artillery::bound_to(turn, id);
        let meets = |e: &Entry| e.at.iter().any(|at| bound.contains(&at.value));
        let named = |e: &&Entry| e.by.iter().any(|u| u.value == id);
        if !bound.is_empty() && !entries.iter().filter(named).any(meets) {
            let hexes: Vec<String> = bound.iter().map(Hex::to_string).collect();
            complaints.push(
                Diagnostic::error(
                    unit.span,
                    format!(
                        "{} touches {} and must attack there",
                        turn.name(id),
                        hexes.join(" and ")
                    ),
                )
                .rule(R8_7)
                .help(format!("name it in an attack on {}", hexes.join(" or "))),
            );
        }
    }
    complaints
}

/// [D-17] Duties that locked orders leave unmet, once, before the first attack: each enemy hex in
/// contact that no sure entry names gets an entry of all free units beside it; each free unit in
/// contact joins the sure entry of the lowest adjacent target hex that it may join.
pub fn add_unmet(turn: &mut Turn) {
    if !turn.scenario.ids().any(|id| turn.position.has(id, Marks::DUTY)) {
        return;
    }
    let sure = |e: &Entry| e.conditions.is_empty() && e.least.is_none();
    let mut entries = turn.entries.to_vec();
    let filed = entries.len();
    let is_free = |entries: &[Entry], id: UnitId| {
        !entries.iter().any(|e| e.by.iter().chain(&e.aside).any(|u| u.value == id))
    };
    let hexes: BTreeSet<Hex> = turn
        .scenario
        .ids()
        .filter(|id| turn.scenario.unit(*id).army == turn.enemy())
        .filter(|id| turn.position.has(*id, Marks::DUTY) && may_be_attacked(turn, *id))
        .filter_map(|id| turn.position.hex(id))
        .collect();
    for hex in hexes {
        if entries.iter().any(|e| sure(e) && e.at.iter().any(|at| at.value == hex)) {
            continue;
        }
        let by: Vec<UnitId> = own_in_contact(turn, hex)
            .into_iter()
            .filter(|id| may_attack(turn, *id) && is_free(&entries, *id))
            .collect();
        if !by.is_empty() {
            entries.push(Entry::plain(hex, by));
        }
    }
    let mut changed: BTreeSet<usize> = (filed..entries.len()).collect();
    for id in turn.scenario.ids() {
        let Some(at) = turn.position.hex(id) else { continue };
        if turn.scenario.unit(id).army != turn.army
            || !turn.position.has(id, Marks::DUTY)
            || !may_attack(turn, id)
            || !is_free(&entries, id)
        {
            continue;
        }
        let artillery = turn.scenario.unit(id).arm == Arm::Artillery;
        let joins = |e: &Entry| {
            let touches = |hex: &At<Hex>| reaches(turn.scenario, at, hex.value);
            sure(e) && if artillery { e.at.iter().any(touches) } else { e.at.iter().all(touches) }
        };
        let best = entries.iter().enumerate().filter(|(_, e)| joins(e)).min_by_key(|(i, e)| {
            let beside = e.at.iter().filter(|hex| reaches(turn.scenario, at, hex.value));
            (beside.map(|hex| hex.value).min(), *i)
        });
        if let Some((index, _)) = best {
            entries[index].by.push(At::new(id, Span::NONE));
            changed.insert(index);
        }
    }
    if changed.is_empty() {
        return;
    }
    for index in changed {
        let entry = &entries[index];
        let added = entry.by.iter().filter(|u| u.span == Span::NONE || index >= filed);
        let by = added.map(|u| u.value).collect();
        turn.tell(Event::DutyAdded { combat: entry.name(), by });
    }
    turn.entries = entries.into();
}

/// Units whose duty is unmet although it could still be met, or because an `if` or `least` passed
/// their entry over; contact lost, or nobody left who may attack, excuses (BG-stuck).
pub fn unmet(turn: &Turn, passed_over: &[usize]) -> Vec<UnitId> {
    let skipped = || passed_over.iter().filter_map(|i| turn.entries.get(*i));
    turn.scenario
        .ids()
        .filter(|id| turn.position.has(*id, Marks::DUTY))
        .filter(|id| {
            let Some(hex) = turn.position.hex(*id) else { return false };
            let army = turn.scenario.unit(*id).army;
            if !in_zone(turn.scenario, &turn.position, army.enemy(), hex) {
                return false;
            }
            if army == turn.army {
                may_attack(turn, *id)
                    && (skipped().any(|e| e.by.iter().any(|u| u.value == *id))
                        || enemies_owed(turn.scenario, &turn.position, army, hex)
                            .any(|near| !targets_on(turn, near).is_empty()))
            } else {
                may_be_attacked(turn, *id)
                    && (skipped().any(|e| e.at.iter().any(|at| at.value == hex))
                        || own_in_contact(turn, hex).into_iter().any(|own| may_attack(turn, own)))
            }
        })
        .collect()
}
