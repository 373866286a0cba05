//! What is wrong beside what is refused or cannot be read, so that complaints do not come in waves.
//!
//! Nothing is said here that another word in the refused part could make untrue.

use super::super::answers::{AttackList, Move, Orders, Route};
use super::super::r08_combat::{fight, targets_on, written};
use super::super::rulebook::{R5_0, R5_1, R7_0, R7_2, R7_4, R9_0, R10_2, R11_1, TEC};
use super::super::scenario::UnitId;
use super::super::turn::Turn;
use super::lines;
use crate::document::Diagnostic;
use std::collections::BTreeSet;

/// How much of the attack list could be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum List {
    /// All of it.
    Whole,
    /// Some entries; others may come before them.
    Part,
}

/// What stands against entries of the list whose units all are where the orders send them, in the
/// position of the turn, after the moves that are legal. `refused` is what is known already; of `strangers` it is
/// not known where they are.
pub fn attacks(
    turn: &Turn,
    orders: &Orders,
    refused: &[Diagnostic],
    strangers: &[UnitId],
    list: List,
) -> Vec<Diagnostic> {
    let Some(AttackList::Entries(entries, _)) = &orders.attack else { return Vec::new() };
    let mut doubtful: BTreeSet<UnitId> = strangers.iter().copied().collect();
    for line in orders.moves.iter().filter(|line| refused.iter().any(|c| is_about(line, c))) {
        doubtful.extend(line.units.iter().map(|unit| unit.value));
    }
    if turn.scenario.is_night(turn.position.turn) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (n, entry) in entries.iter().enumerate() {
        let mut units = entry.by.iter().chain(&entry.aside);
        if !entry.conditions.is_empty() || units.any(|unit| doubtful.contains(&unit.value)) {
            continue;
        }
        // An earlier combat may bring enemies to a hex where nobody is.
        if (n > 0 || list == List::Part)
            && entry.at.iter().any(|at| targets_on(turn, at.value).is_empty())
        {
            continue;
        }
        if let Err(complaint) = fight::declare(turn, entry)
            && !refused.iter().any(|known| known.span == complaint.span)
        {
            found.push(complaint);
        }
    }
    found
}

/// What is wrong with entries and standing orders wherever units stand, whoever throws the dice.
pub fn faults(turn: &Turn, orders: &Orders) -> Vec<Diagnostic> {
    let mut found = lines::look(turn.scenario, &turn.position, orders);
    found.retain(Diagnostic::is_error);
    if let Some(AttackList::Entries(entries, _)) = &orders.attack {
        found.extend(entries.iter().flat_map(|entry| written::faults_without_dice(turn, entry)));
    }
    found
}

/// Whether a line names a unit.
pub fn names(line: &Move, id: UnitId) -> bool {
    line.units.iter().any(|unit| unit.value == id)
}

/// Whether a complaint is about a line of `move`.
fn is_about(line: &Move, complaint: &Diagnostic) -> bool {
    let hexes = match &line.route {
        Route::March { hexes, .. } => hexes.as_slice(),
        Route::Hold => &[],
    };
    let units = line.units.iter().map(|unit| unit.span);
    let mut spans = units.chain(hexes.iter().map(|hex| hex.span)).chain([line.span]);
    complaint.is_error() && spans.any(|span| span.line == complaint.span.line)
}

/// Whether ground, enemies and points are all that a complaint is about: what friends do on other
/// lines changes nothing of it.
pub fn is_about_the_line_alone(complaint: &Diagnostic) -> bool {
    const ALONE: [crate::rule::Rule; 9] = [TEC, R5_0, R5_1, R7_0, R7_2, R7_4, R9_0, R10_2, R11_1];
    complaint.rules.iter().all(|rule| ALONE.contains(rule))
}
