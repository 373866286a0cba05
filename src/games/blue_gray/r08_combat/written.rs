//! [8.0] What is wrong with an entry of the list as it is written, before anybody looks whether it
//! meets a duty.

use super::super::answers::{At, Entry, Go};
use super::super::exclusive;
use super::super::r05_control::reaches;
use super::super::rulebook::{R8_6, R8_8, R8_75};
use super::super::scenario::{Arm, UnitId};
use super::super::turn::Turn;
use crate::board::Hex;
use crate::document::{Diagnostic, Span};
use crate::rule::Rule;

/// What is wrong with an entry wherever units stand: looked at also if movement is refused.
pub fn faults(turn: &Turn, entry: &Entry) -> Vec<Diagnostic> {
    let mut complaints: Vec<Diagnostic> = typed_die(turn, entry).into_iter().collect();
    complaints.extend(faults_without_dice(turn, entry));
    complaints
}

/// The same whoever throws the dice.
pub fn faults_without_dice(turn: &Turn, entry: &Entry) -> Vec<Diagnostic> {
    let mut complaints = no_attackers(turn, entry);
    complaints.extend(advances_of_others(turn, entry));
    complaints.extend(off_the_table(turn, entry));
    complaints
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
    Some(rolled_for_you("die", die.span))
}

/// The refusal of a typed face, under a key of the orders.
pub fn rolled_for_you(key: &str, span: Span) -> Diagnostic {
    Diagnostic::error(span, "dice are rolled for you in this game")
        .help(format!("leave `{key}` out; it is for mode `recorded`"))
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
fn advances_of_others(turn: &Turn, entry: &Entry) -> Vec<Diagnostic> {
    hopeless_advances(turn, entry, |id, _| {
        if !attacks_here(entry, id) {
            Some((format!("does not attack {}", entry.name()), R8_6))
        } else if is_battery(turn, id) && !turn.scenario.policies.artillery_advances {
            Some(("is artillery".to_owned(), R8_75))
        } else {
            let rule = exclusive::fixed(turn.scenario, id)?;
            Some(("is never moved".to_owned(), rule.clone()))
        }
    })
}

/// [8.6] Advances of artillery that does not stand beside a target, and of units to which every hex
/// of it is shut.
pub fn advances_from_afar(turn: &Turn, entry: &Entry) -> Vec<Diagnostic> {
    hopeless_advances(turn, entry, |id, to| {
        let at = turn.position.hex(id);
        let touches = |hex: &At<Hex>| at.is_some_and(|at| reaches(turn.scenario, at, hex.value));
        let may = turn.scenario.policies.artillery_advances && attacks_here(entry, id);
        if may && is_battery(turn, id) && !entry.at.iter().any(touches) {
            return Some((format!("bombards {} from afar", entry.name()), R8_6));
        }
        let (hex, rule) = shut_out(turn, id, to, &entry.at).filter(|_| attacks_here(entry, id))?;
        Some((format!("may not enter {hex}"), rule))
    })
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

fn attacks_here(entry: &Entry, id: UnitId) -> bool {
    entry.by.iter().any(|unit| unit.value == id)
}

fn is_battery(turn: &Turn, id: UnitId) -> bool {
    turn.scenario.unit(id).arm == Arm::Artillery
}

/// Complaints about the units that an entry orders to advance and that something bars.
fn hopeless_advances(
    turn: &Turn,
    entry: &Entry,
    bar: impl Fn(UnitId, Option<&Hex>) -> Option<(String, Rule)>,
) -> Vec<Diagnostic> {
    let thens = [&entry.won, &entry.dr, &entry.de].into_iter().flatten();
    let mut complaints = Vec::new();
    for then in thens {
        for (index, option) in then.options.iter().enumerate() {
            let Go::Advance(id, to) = option else { continue };
            let name = turn.name(*id);
            let Some((why, rule)) = bar(*id, to.as_ref()) else { continue };
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
