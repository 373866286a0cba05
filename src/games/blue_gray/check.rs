//! `check`: what is wrong with orders before any die is rolled (R11).

pub mod beside;
mod lines;
mod notes;

use super::answers::{Entry, Result as Verdict};
use super::branches::{self, Checkpoint, Enemy, View};
use super::events::Event;
use super::position::{Phase, Position};
use super::r05_control::reaches;
use super::r08_combat::{self, duty, written};
use super::rulebook::{R8_0, R8_42};
use super::scenario::{Scenario, UnitId};
use super::turn::{Input, Played, Turn};
use super::{r04_sequence, r07_movement, r09_night};
use crate::board::Hex;
use crate::board::odds::Odds;
use crate::document::{Diagnostic, Severity, Span};
use crate::play::{Ask, Fate, Stop};
use crate::rule::Rule;
use beside::List;
use notes::{Notes, Stage};
use std::collections::{BTreeMap, BTreeSet};

/// What `check` found.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// Refusals, warnings and notes about the last segment's orders, in the order of the file.
    pub complaints: Vec<Diagnostic>,
    /// The attacks that are fought, in the order of the list.
    pub fought: Vec<Fought>,
    /// Results without an instruction.
    pub silences: Vec<Silence>,
    /// What the movement phase would do.
    pub events: Vec<Event>,
    /// Merged states walked.
    pub states: usize,
    /// Whether the walk was cut off at its limit.
    pub cut: bool,
}

/// At which odds an entry of the list is fought, over all branches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fought {
    /// Target hexes.
    pub at: Vec<Hex>,
    /// Sums of strength of both sides, and the column after reduction.
    pub odds: Vec<(u32, u32, Odds)>,
    /// Whether it is fought on every branch.
    pub sure: bool,
}

/// A result for which the orders say nothing, and what the default does.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Silence {
    /// Lowest target hex.
    pub combat: Hex,
    /// Odds at which it is fought.
    pub odds: Odds,
    /// The result.
    pub result: Verdict,
    /// In how many of six faces it comes.
    pub faces: u32,
    /// The question.
    pub key: String,
    /// What the default does.
    pub sentence: String,
    /// The places that the orders name, if none of them is open, with the rules.
    pub shut: Vec<(Hex, Rule)>,
}

/// Checks the last segment of a player-turn; earlier segments are played with their known dice.
pub fn check(
    scenario: &Scenario,
    opening: &Position,
    input: &Input,
    known: &mut dyn Fate,
) -> Checked {
    let last = input.segments.len() - 1;
    let (start, played) = as_far_as_known(scenario, opening, input, known);
    let own = played.complaints.into_iter().filter(|(segment, _)| *segment == last);
    let complaints = own.map(|(_, complaint)| complaint).collect();
    let mut checked = Checked { complaints, events: played.events, ..Checked::default() };
    let orders = &input.segments[last].orders;
    checked.complaints.extend(lines::look(scenario, opening, orders));
    match played.stop {
        Some(Stop::Refused(all)) => {
            for complaint in all {
                if !checked.complaints.contains(&complaint) {
                    checked.complaints.push(complaint);
                }
            }
            if last == 0 && played.position.phase == Phase::Movement {
                checked.complaints.extend(as_written(scenario, opening, input, known));
                let refused = checked.complaints.clone();
                let turn = Turn::new(scenario, played.position, input, known);
                checked.complaints.extend(beside::attacks(
                    &turn,
                    orders,
                    &refused,
                    &[],
                    List::Whole,
                ));
            } else if let (0, Some(start)) = (last, start) {
                // What is wrong with the list as filed does not hide what its combats would show;
                // duties have been told, and so has who may not attack apart (8.42).
                let mut more = Checked::default();
                walk(scenario, opening, input, start, known, &mut more);
                let told = |found: &Diagnostic| {
                    found.help.as_deref() == Some(NO_EXCUSE)
                        || found.rules.contains(&R8_42)
                        || checked.complaints.iter().any(|known| known.span == found.span)
                };
                more.complaints.retain(|found| found.is_error() && !told(found));
                checked.complaints.extend(more.complaints);
            }
        }
        _ => {
            if let Some(start) = start {
                walk(scenario, opening, input, start, known, &mut checked);
            }
        }
    }
    checked.complaints.sort_by_key(|d| (d.span.line, d.span.column));
    // A note of what is refused or warned of at the same place says nothing new.
    let graver: Vec<(Span, Vec<Rule>)> = (checked.complaints.iter())
        .filter(|d| d.severity > Severity::Note)
        .map(|d| (d.span, d.rules.clone()))
        .collect();
    let is_echo = |d: &Diagnostic| {
        d.severity == Severity::Note
            && graver.iter().any(|(at, by)| *at == d.span && *by == d.rules)
    };
    checked.complaints.retain(|d| !is_echo(d));
    checked
}

/// What is wrong with the attacks wherever the moves that are refused would have led.
fn as_written(
    scenario: &Scenario,
    opening: &Position,
    input: &Input,
    known: &mut dyn Fate,
) -> Vec<Diagnostic> {
    let turn = Turn::new(scenario, opening.clone(), input, known);
    turn.entries.iter().flat_map(|entry| written::faults(&turn, entry)).collect()
}

/// The combat phase before the first attack that the last segment still decides, with the list.
///
/// # Errors
/// The refusals, if the orders cannot be played so far.
pub fn before_attacks(
    scenario: &Scenario,
    opening: &Position,
    input: &Input,
    known: &mut dyn Fate,
) -> Result<(Checkpoint, Vec<Entry>), Vec<Diagnostic>> {
    let (start, played) = as_far_as_known(scenario, opening, input, known);
    match (played.stop, start) {
        (Some(Stop::Refused(all)), _) => Err(all),
        (_, Some(start)) => {
            let mut starts = branches::reach_last(scenario, input, start, known, Enemy::Default);
            if starts.is_empty() {
                return Err(vec![Diagnostic::error(
                    Span::NONE,
                    "the turn halts before any attack",
                )]);
            }
            let start = starts.swap_remove(0);
            let entries = entries_at(scenario, input, known, &start);
            Ok((start, entries))
        }
        (_, None) => Err(vec![Diagnostic::error(Span::NONE, "there is no combat on this turn")]),
    }
}

/// Plays up to the first die, or the first question, of the last segment; the combat phase before
/// the entry in which that is, if there is one.
fn as_far_as_known(
    scenario: &Scenario,
    opening: &Position,
    input: &Input,
    known: &mut dyn Fate,
) -> (Option<Checkpoint>, Played) {
    let last = input.segments.len() - 1;
    let opening = match r04_sequence::opened(scenario, opening, input, known) {
        Ok(opening) => opening,
        Err(played) => return (None, *played),
    };
    let mut fate = Stopping { known, first_unknown: last };
    let mut turn = Turn::new(scenario, opening, input, &mut fate);
    turn.keeps_checkpoints = true;
    turn.strict_from = last;
    let stop = up_to_unknown(&mut turn).err();
    let start = turn.latest.take();
    (start, turn.finish(stop))
}

fn entries_at(
    scenario: &Scenario,
    input: &Input,
    known: &mut dyn Fate,
    at: &Checkpoint,
) -> Vec<Entry> {
    let mut fate = Stopping { known, first_unknown: 0 };
    Turn::resume(scenario, input, &mut fate, at).entries.to_vec()
}

fn up_to_unknown(turn: &mut Turn) -> Result<(), Stop> {
    turn.enter_phase(Phase::Movement);
    r07_movement::movement_phase(turn)?;
    if turn.scenario.is_night(turn.position.turn) {
        return r09_night::no_combat(turn);
    }
    turn.enter_phase(Phase::Combat);
    let filed = r08_combat::opening(turn);
    if let Ok(()) | Err(Stop::Refused(_)) = filed {
        turn.latest = Some(turn.checkpoint(0));
    }
    filed?;
    r08_combat::attacks(turn)
}

/// Dice of the known segments; stops at the first that is not known, and at the first open choice.
struct Stopping<'a> {
    known: &'a mut dyn Fate,
    first_unknown: usize,
}

impl Fate for Stopping<'_> {
    fn die(
        &mut self,
        segment: usize,
        label: &str,
        meaning: &dyn Fn(u32) -> u32,
    ) -> Result<u32, Stop> {
        if segment < self.first_unknown {
            self.known.die(segment, label, meaning)
        } else {
            Err(Stop::Fork(6))
        }
    }

    fn open(&mut self, ask: &Ask) -> Result<Option<usize>, Stop> {
        self.known.open(ask)
    }
}

fn walk(
    scenario: &Scenario,
    opening: &Position,
    input: &Input,
    start: Checkpoint,
    known: &mut dyn Fate,
    checked: &mut Checked,
) {
    let starts = branches::reach_last(scenario, input, start, known, Enemy::AnyChoice);
    let Some(start) = starts.first().cloned() else { return };
    let entries = entries_at(scenario, input, known, &start);
    let army = start.position.phasing;
    let stage = Stage { scenario, opening, attacks: &start.position, entries: &entries };
    // What is found behind a pause is kept apart: the list may be another then.
    let mut notes: Vec<[Notes; 2]> = entries.iter().map(|_| Default::default()).collect();
    let mut layer: BTreeMap<(View, bool), Checkpoint> = BTreeMap::new();
    let first = start.index;
    let share = branches::share(entries.len() - first.min(entries.len()));
    for start in starts {
        layer.insert((branches::view(scenario, &start, &entries), false), start);
    }
    let mut unmet: BTreeMap<UnitId, (Hex, String)> = BTreeMap::new();
    for (entry, notes) in entries.iter().zip(&mut notes).skip(first) {
        notes[0].cut = checked.cut;
        let mut next = BTreeMap::new();
        // A way is a state before it is merged: both count against the limit.
        let mut budget = share;
        for ((_, paused), from) in layer {
            if budget == 0 {
                checked.cut = true;
                notes[0].cut = true;
                break;
            }
            checked.states += 1;
            let ways = branches::ways(scenario, input, &from, known, Enemy::AnyChoice, budget);
            if ways.len() > budget {
                checked.cut = true;
                notes[0].cut = true;
            }
            budget = budget.saturating_sub(ways.len());
            for way in ways {
                notes::note(scenario, entry, &mut notes[usize::from(paused)], &way);
                if way.halts && !way.pauses {
                    continue;
                }
                let view = branches::view(scenario, &way.next, &entries);
                next.entry((view, paused || way.pauses)).or_insert(way.next);
            }
        }
        layer = next;
    }
    for ((_, paused), end) in layer {
        checked.states += 1;
        // Behind a pause there is time to add entries.
        if paused {
            continue;
        }
        let mut fate = Stopping { known, first_unknown: 0 };
        let turn = Turn::resume(scenario, input, &mut fate, &end);
        for id in duty::unmet(&turn, &end.skipped) {
            let at = end.position.hex(id).unwrap_or(Hex::new(1, 1));
            unmet.entry(id).or_insert_with(|| (at, branch(&end)));
        }
    }
    // A list that stands since an earlier lock is no more at the player's disposal.
    let last = input.segments.len() - 1;
    if last > 0 && input.segments[last].orders.attack.is_none() {
        return;
    }
    let targets: Vec<Hex> =
        unmet.iter().filter(|(id, _)| scenario.unit(**id).army != army).map(|(_, m)| m.0).collect();
    let mut told: BTreeSet<(Span, String)> = BTreeSet::new();
    for (id, (at, branch)) in unmet {
        // Who touches a hex that is not attacked is told with it.
        let own = scenario.unit(id).army == army;
        if !own || !targets.iter().any(|hex| reaches(scenario, at, *hex)) {
            let complaint = unmet_complaint(scenario, &entries, id, at, &branch);
            // Several units of one hex, each with a branch of its own, are one complaint.
            if told.insert((complaint.span, complaint.headline.clone())) {
                checked.complaints.push(complaint);
            }
        }
    }
    for (entry, [notes, later]) in entries.iter().zip(notes) {
        if notes.used > 0 || later.used == 0 {
            notes::report(&stage, entry, &notes, &mut checked.complaints);
        }
        let mut found = Vec::new();
        if later.used > 0 || notes.unused == 0 {
            notes::report(&stage, entry, &later, &mut found);
        }
        checked.complaints.extend(found.into_iter().map(behind_pause));
        checked.fought.extend(notes.odds(entry));
        checked.silences.extend(notes.silences.into_iter().chain(later.silences));
    }
}

/// What was found behind a pause refuses nothing: the list may be replaced there.
fn behind_pause(mut complaint: Diagnostic) -> Diagnostic {
    complaint.severity = Severity::Warning;
    complaint.with("behind the pause, if the list stands then as it does now")
}

/// The results that lead to a branch, in words.
fn branch(end: &Checkpoint) -> String {
    let results: Vec<String> = end
        .fought
        .iter()
        .map(|f| {
            let hex = f.at.first().map_or_else(String::new, Hex::to_string);
            match f.outcome {
                super::answers::Outcome::Result(result) => format!("{hex} {}", result.word()),
                _ => format!("{hex} gone"),
            }
        })
        .collect();
    if results.is_empty() { "no combat is fought".to_owned() } else { results.join(", ") }
}

/// What is said about a duty that is met on some branches only.
const NO_EXCUSE: &str = "`if` and `least` are no excuse: add an entry for that case";

fn unmet_complaint(
    scenario: &Scenario,
    entries: &[Entry],
    id: UnitId,
    at: Hex,
    branch: &str,
) -> Diagnostic {
    let unit = scenario.unit(id);
    let named = entries.iter().flat_map(|e| &e.by).find(|u| u.value == id).map(|u| u.span);
    let target = || {
        let fits = |e: &&Entry| e.at.iter().any(|hex| hex.value == at);
        entries.iter().find(fits).or(entries.first()).map_or(Span::NONE, |e| e.span)
    };
    let (span, headline) = match named {
        Some(span) => {
            (span, format!("{} on {at} must attack, and does not on every branch", unit.id))
        }
        None => (target(), format!("{at} must be attacked, and is not on every branch")),
    };
    Diagnostic::error(span, headline).rule(R8_0).with(format!("not if: {branch}")).help(NO_EXCUSE)
}
