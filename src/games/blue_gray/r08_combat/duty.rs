//! [8.0] Who must attack and who must be attacked: counted once, after the automatic retreats, and
//! looked for in the list as it is filed (BG-cover).

use super::super::answers::{At, AttackList, Entry, Go};
use super::super::editions::Withhold;
use super::super::events::Event;
use super::super::exclusive;
use super::super::position::Marks;
use super::super::r05_control::{enemies_owed, has_zone, in_zone, reaches};
use super::super::rulebook::{R8_0, R8_6, R8_7, R8_8, R8_41, R8_42, R8_75};
use super::super::rulings::Ruling;
use super::super::scenario::{Arm, UnitId};
use super::super::turn::Turn;
use super::{artillery, may_attack, may_be_attacked, targets_on};
use crate::board::Hex;
use crate::document::{Diagnostic, Span};
use crate::rule::Rule;
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
        complaints.extend(typed_die(turn, entry));
        complaints.extend(no_attackers(turn, entry));
        complaints.extend(asides(turn, entry));
        complaints.extend(hopeless_advances(turn, entry));
        complaints.extend(off_the_table(turn, entry));
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

/// Where the attack section stands, or the head if there is none.
fn attack_span(turn: &Turn) -> Span {
    let orders = &turn.input.segments[turn.segment].orders;
    match &orders.attack {
        Some(AttackList::None(span) | AttackList::Entries(_, span)) => *span,
        None => orders.position.span,
    }
}

fn unnamed_targets(turn: &Turn, entries: &[Entry], whole: Span) -> Vec<Diagnostic> {
    let mut hexes: BTreeMap<Hex, Vec<UnitId>> = BTreeMap::new();
    for id in turn.scenario.ids() {
        if turn.scenario.unit(id).army == turn.enemy()
            && turn.position.has(id, Marks::DUTY)
            && may_be_attacked(turn, id)
            && let Some(hex) = turn.position.hex(id)
        {
            hexes.entry(hex).or_default().push(id);
        }
    }
    hexes.retain(|hex, _| !entries.iter().any(|e| e.at.iter().any(|at| at.value == *hex)));
    hexes
        .into_iter()
        .map(|(hex, units)| {
            let names: Vec<&str> = units.iter().map(|id| turn.name(*id)).collect();
            let near: Vec<String> = own_in_contact(turn, hex)
                .iter()
                .map(|id| format!("{} on {}", turn.name(*id), hex_of(turn, *id)))
                .collect();
            Diagnostic::error(whole, format!("{hex} must be attacked and nobody does"))
                .rule(R8_0)
                .with(format!(
                    "{} on {hex} touch{} {}",
                    names.join(" and "),
                    if names.len() == 1 { "es" } else { "" },
                    near.join(", ")
                ))
                .help(format!("write an entry `at: {hex}`"))
        })
        .collect()
}

fn own_in_contact(turn: &Turn, hex: Hex) -> Vec<UnitId> {
    turn.scenario
        .ids()
        .filter(|id| turn.scenario.unit(*id).army == turn.army)
        .filter(|id| turn.position.hex(*id).is_some_and(|at| reaches(turn.scenario, at, hex)))
        .collect()
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
                whole,
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
                _ => complaint.help("name it in `by` of an attack on one of these hexes"),
            }
        })
        .collect()
}

/// [WI 17.31] [RR 20.11] Trains and detachments never attack, nor do they stand aside.
fn no_attackers(turn: &Turn, entry: &Entry) -> Vec<Diagnostic> {
    let named = entry.by.iter().chain(&entry.aside);
    let barred = |unit: &At<UnitId>| {
        let train = exclusive::conduct(turn.scenario, unit.value)?;
        let headline = format!("{} never attacks", turn.name(unit.value));
        Some(Diagnostic::error(unit.span, headline).rule(train.rules.attack.clone()))
    };
    named.filter_map(barred).map(|complaint| complaint.help("leave it out")).collect()
}

/// A face is typed only where the terms say that dice are.
fn typed_die(turn: &Turn, entry: &Entry) -> Option<Diagnostic> {
    let die = entry.die.filter(|_| !turn.input.conduct.recorded)?;
    let complaint = Diagnostic::error(die.span, "dice are rolled for you in this game");
    Some(complaint.help("leave `die` out; it is for mode `recorded`"))
}

/// [8.8] Nobody reduces to a column that the table does not have (BG-reducemin).
fn off_the_table(turn: &Turn, entry: &Entry) -> Option<Diagnostic> {
    let reduce = entry.reduce?;
    let columns = turn.scenario.charts.results.columns();
    if columns.contains(&reduce.value) {
        return None;
    }
    let (first, last) = (columns.first()?, columns.last()?);
    let headline = format!("the table has no column {}", reduce.value);
    Some(
        Diagnostic::error(reduce.span, headline)
            .rule(R8_8)
            .help(format!("columns: {first} to {last}")),
    )
}

/// [8.6] [8.75] Advances that no result can make legal: of a unit that does not attack here, or of
/// artillery.
fn hopeless_advances(turn: &Turn, entry: &Entry) -> Vec<Diagnostic> {
    let thens = [&entry.won, &entry.dr, &entry.de].into_iter().flatten();
    let mut complaints = Vec::new();
    for then in thens {
        for (index, option) in then.options.iter().enumerate() {
            let Go::Advance(id, to) = option else { continue };
            let name = turn.name(*id);
            let artillery = turn.scenario.unit(*id).arm == Arm::Artillery;
            let at = turn.position.hex(*id);
            let touches =
                |hex: &At<Hex>| at.is_some_and(|at| reaches(turn.scenario, at, hex.value));
            let (why, rule) = if !entry.by.iter().any(|unit| unit.value == *id) {
                (format!("does not attack {}", entry.name()), R8_6)
            } else if artillery && !turn.scenario.policies.artillery_advances {
                ("is artillery".to_owned(), R8_75)
            } else if artillery && !entry.at.iter().any(touches) {
                (format!("bombards {} from afar", entry.name()), R8_6)
            } else if let Some(rule) = exclusive::fixed(turn.scenario, *id) {
                ("is never moved".to_owned(), rule.clone())
            } else if let Some((hex, rule)) = shut_out(turn, *id, to.as_ref(), &entry.at) {
                (format!("may not enter {hex}"), rule)
            } else {
                continue;
            };
            // The name follows `advance ` in the first alternative.
            let span = match index {
                0 => then.span.part("advance ".len(), name.len()),
                _ => then.span,
            };
            let headline = format!("{name} {why} and may not advance");
            let complaint = Diagnostic::error(span, headline).rule(rule);
            complaints.push(complaint.help("name an adjacent attacker of this entry, or `stay`"));
        }
    }
    complaints
}

/// The rule that keeps a unit out of every hex into which it could advance, whatever the result,
/// with the first of these hexes.
fn shut_out(turn: &Turn, id: UnitId, to: Option<&Hex>, at: &[At<Hex>]) -> Option<(Hex, Rule)> {
    let from = turn.position.hex(id)?;
    let hexes = at.iter().map(|hex| hex.value).filter(|hex| to.is_none_or(|to| to == hex));
    let mut bars = hexes.map(|hex| {
        exclusive::may_not_enter(turn, id, Some(from), hex).map(|(_, rule)| (hex, rule))
    });
    let first = bars.next()??;
    bars.all(|bar| bar.is_some()).then_some(first)
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
