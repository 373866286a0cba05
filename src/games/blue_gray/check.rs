//! `check`: what is wrong with orders before any die is rolled (R11).

use super::answers::{
    AdvanceWish, AttackList, Away, CavalryWish, Entry, NewStanding, Orders, Result as Verdict,
    Spot, Towards,
};
use super::branches::{self, Checkpoint, Enemy, Silent, View, Way};
use super::events::Event;
use super::position::Phase;
use super::r08_combat::{self, duty, fight, fight::Finding};
use super::rulebook::{R8_0, R8_1, R8_8};
use super::scenario::{Scenario, UnitId};
use super::turn::{Input, Played, Turn};
use super::{r04_sequence, r07_movement, r09_night};
use crate::board::Hex;
use crate::board::odds::Odds;
use crate::document::{Diagnostic, Severity, Span};
use crate::play::{Ask, Fate, Stop};
use std::collections::{BTreeMap, BTreeSet};

/// What `check` found.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// Refusals, warnings and notes about the last segment's orders, in the order of the file.
    pub complaints: Vec<Diagnostic>,
    /// Results without an instruction.
    pub silences: Vec<Silence>,
    /// What the movement phase would do.
    pub events: Vec<Event>,
    /// Merged states walked.
    pub states: usize,
    /// Whether the walk was cut off at its limit.
    pub cut: bool,
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
}

/// Checks the last segment of a player-turn; earlier segments are played with their known dice.
pub fn check(
    scenario: &Scenario,
    opening: &super::position::Position,
    input: &Input,
    known: &mut dyn Fate,
) -> Checked {
    let last = input.segments.len() - 1;
    let (start, played) = as_far_as_known(scenario, opening, input, known);
    let own = played.complaints.into_iter().filter(|(segment, _)| *segment == last);
    let complaints = own.map(|(_, complaint)| complaint).collect();
    let mut checked = Checked { complaints, events: played.events, ..Checked::default() };
    checked.complaints.extend(off_the_map(scenario, &input.segments[last].orders));
    match played.stop {
        Some(Stop::Refused(all)) => {
            for complaint in all {
                if !checked.complaints.contains(&complaint) {
                    checked.complaints.push(complaint);
                }
            }
        }
        _ => {
            if let Some(start) = start {
                walk(scenario, input, start, known, &mut checked);
            }
        }
    }
    checked.complaints.sort_by_key(|d| (d.span.line, d.span.column));
    checked
}

/// The combat phase before the first attack that the last segment still decides, with the list.
///
/// # Errors
/// The refusals, if the orders cannot be played so far.
pub fn before_attacks(
    scenario: &Scenario,
    opening: &super::position::Position,
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
    opening: &super::position::Position,
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

/// Hexes of retreats, displacements, advances and cavalry paths that the map does not have: such a
/// line would be passed over later without a word.
fn off_the_map(scenario: &Scenario, orders: &Orders) -> Vec<Diagnostic> {
    let mut named: Vec<(Hex, Span)> = Vec::new();
    let mut away = |away: &Away| match &away.to {
        Towards::Toward(goal) => named.push((*goal, away.span)),
        Towards::Places(places) => named.extend(places.iter().filter_map(|spot| match spot {
            Spot::Hex(hex) => Some((*hex, away.span)),
            Spot::Exit => None,
        })),
    };
    orders.fall_back.iter().filter_map(|line| line.away.as_ref()).for_each(&mut away);
    if let Some(AttackList::Entries(entries, _)) = &orders.attack {
        for entry in entries {
            entry.ar.iter().filter_map(|line| line.away.as_ref()).for_each(&mut away);
            entry.push.iter().map(|line| &line.away).for_each(&mut away);
        }
    }
    if let Some(NewStanding::Replaced(standing)) = &orders.standing {
        standing.retreat.iter().filter_map(|line| line.away.as_ref()).for_each(&mut away);
        standing.give_way.iter().map(|line| &line.away).for_each(&mut away);
        for line in &standing.cavalry {
            if let CavalryWish::Go { paths, .. } = &line.wish {
                named.extend(paths.iter().flatten().map(|hex| (*hex, line.span)));
            }
        }
        for line in &standing.advance {
            if let AdvanceWish::Hexes(hexes) = &line.wish {
                named.extend(hexes.iter().map(|hex| (*hex, line.span)));
            }
        }
    }
    named.retain(|(hex, _)| !scenario.map.contains(*hex));
    named
        .into_iter()
        .map(|(hex, span)| Diagnostic::error(span, format!("there is no hex {hex} on the map")))
        .collect()
}

fn up_to_unknown(turn: &mut Turn) -> Result<(), Stop> {
    turn.enter_phase(Phase::Movement);
    r07_movement::movement_phase(turn)?;
    if turn.scenario.is_night(turn.position.turn) {
        return r09_night::no_combat(turn);
    }
    turn.enter_phase(Phase::Combat);
    r08_combat::opening(turn)?;
    turn.latest = Some(turn.checkpoint(0));
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

/// Everything found about one entry, over all branches that reach it.
#[derive(Default)]
struct Notes {
    fought: BTreeSet<Odds>,
    used: u32,
    not_fought: BTreeMap<(String, Option<crate::rule::Rule>), u32>,
    missing: BTreeMap<UnitId, (u32, String, Option<crate::rule::Rule>)>,
    no_reduction: BTreeMap<Odds, u32>,
    unexpected: BTreeMap<String, u32>,
    least: u32,
    unused: u32,
    no_advance: BTreeMap<(UnitId, crate::rule::Rule), u32>,
    silences: BTreeSet<Silence>,
    /// Whether branches were left out, so that nothing holds for certain on every one.
    cut: bool,
}

fn walk(
    scenario: &Scenario,
    input: &Input,
    start: Checkpoint,
    known: &mut dyn Fate,
    checked: &mut Checked,
) {
    let starts = branches::reach_last(scenario, input, start, known, Enemy::AnyChoice);
    let Some(start) = starts.first().cloned() else { return };
    let entries = entries_at(scenario, input, known, &start);
    // What is found behind a pause is kept apart: the list may be another then.
    let mut notes: Vec<[Notes; 2]> = entries.iter().map(|_| Default::default()).collect();
    let mut layer: BTreeMap<(View, bool), Checkpoint> = BTreeMap::new();
    let first = start.index;
    let share = branches::share(entries.len() - first.min(entries.len()));
    for start in starts {
        layer.insert((branches::view(scenario, &start, &entries), false), start);
    }
    let mut unmet: BTreeMap<UnitId, (Hex, String)> = BTreeMap::new();
    for notes in notes.iter_mut().skip(first) {
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
            for way in branches::ways(scenario, input, &from, known, Enemy::AnyChoice) {
                note(scenario, &mut notes[usize::from(paused)], &way);
                budget = budget.saturating_sub(1);
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
    for (id, (at, branch)) in unmet {
        checked.complaints.push(unmet_complaint(scenario, &entries, id, at, &branch));
    }
    for (entry, [notes, later]) in entries.iter().zip(notes) {
        if notes.used > 0 || later.used == 0 {
            report(scenario, entry, &notes, &mut checked.complaints);
        }
        let mut found = Vec::new();
        if later.used > 0 || notes.unused == 0 {
            report(scenario, entry, &later, &mut found);
        }
        checked.complaints.extend(found.into_iter().map(behind_pause));
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
    Diagnostic::error(span, headline)
        .rule(R8_0)
        .with(format!("not if: {branch}"))
        .help("`if` and `least` are no excuse: add an entry for that case")
}

fn note(scenario: &Scenario, notes: &mut Notes, way: &Way) {
    let mut odds = None;
    for finding in &way.findings {
        match finding {
            Finding::Fought(at) => {
                notes.used += 1;
                notes.fought.insert(*at);
                odds = Some(*at);
            }
            Finding::Unused => notes.unused += 1,
            Finding::Least => {
                notes.used += 1;
                notes.least += 1;
            }
            Finding::NotFought(why, rule) => {
                notes.used += 1;
                *notes.not_fought.entry((why.clone(), rule.clone())).or_default() += 1;
            }
            Finding::Missing(id, why, rule) => {
                let known =
                    notes.missing.entry(*id).or_insert_with(|| (0, why.clone(), rule.clone()));
                known.0 += 1;
            }
            Finding::NoReduction(odds) => *notes.no_reduction.entry(*odds).or_default() += 1,
            Finding::Unexpected(text) => *notes.unexpected.entry(text.clone()).or_default() += 1,
            Finding::NoAdvance(id, rule) => {
                *notes.no_advance.entry((*id, rule.clone())).or_default() += 1;
            }
        }
    }
    let fought = way.next.fought.last();
    if let (Some(odds), Some(fought)) = (odds, fought)
        && let super::answers::Outcome::Result(result) = fought.outcome
        && let Some(combat) = fought.at.first()
    {
        for Silent { key, sentence } in &way.silent {
            notes.silences.insert(Silence {
                combat: *combat,
                odds,
                result,
                faces: faces_of(scenario, odds, result),
                key: key.clone(),
                sentence: sentence.clone(),
            });
        }
    }
}

fn faces_of(scenario: &Scenario, odds: Odds, result: Verdict) -> u32 {
    let table = &scenario.charts.results;
    (1..=6).filter(|face| table.result(odds, *face) == result.word()).count() as u32
}

/// Said of an entry whose attackers are all gone or spent.
const NO_ATTACKERS: &str = "nobody named can attack";

/// Turns the notes on an entry into refusals (on every branch on which it is used) and warnings
/// (on some, or where the walk was cut short before all were seen).
fn report(scenario: &Scenario, entry: &Entry, notes: &Notes, complaints: &mut Vec<Diagnostic>) {
    let name = entry.name();
    if notes.used == 0 {
        if notes.unused > 0 {
            complaints.push(
                Diagnostic::warning(
                    entry.span,
                    format!("the entry on {name} is not used on any branch"),
                )
                .help("its `if` never holds, or another entry on the same hex is always fought"),
            );
        }
        return;
    }
    let always = |count: u32| count == notes.used;
    let weigh = |count: u32, span: Span, headline: String| match always(count) {
        true if !notes.cut => Diagnostic::error(span, headline),
        true => Diagnostic::warning(span, format!("{headline} on every branch looked at")),
        false => Diagnostic::warning(span, format!("{headline} on some branches")),
    };
    let cite = |d: Diagnostic, rule: &Option<crate::rule::Rule>| match rule {
        Some(rule) => d.rule(rule.clone()),
        None => d,
    };
    for (id, (count, why, rule)) in &notes.missing {
        let span = entry.by.iter().find(|u| u.value == *id).map_or(entry.span, |u| u.span);
        let headline = format!("{} cannot attack {name}: it {why}", scenario.unit(*id).id);
        complaints.push(cite(weigh(*count, span, headline), rule));
    }
    let never = notes.not_fought.values().sum::<u32>();
    for ((why, rule), count) in &notes.not_fought {
        // A missing attacker has been named already; the entry itself is refused when nothing
        // else explains why it cannot be fought.
        let explained = why == NO_ATTACKERS && !notes.missing.is_empty();
        if !explained {
            let headline = format!("the attack on {name} cannot be fought: {why}");
            // Nobody there is a fault of the list only if it can never be otherwise (D-14).
            let excused = match why.as_str() {
                fight::NOBODY => !always(*count),
                fight::SPENT => true,
                _ => false,
            };
            let complaint = match always(*count) && excused {
                true => Diagnostic::warning(entry.span, headline),
                false if excused => weigh(0, entry.span, headline),
                false => weigh(never, entry.span, headline),
            };
            complaints.push(cite(complaint, rule));
        }
    }
    for (odds, count) in &notes.no_reduction {
        let span = entry.reduce.map_or(entry.span, |r| r.span);
        let asked = entry.reduce.map_or_else(String::new, |r| r.value.to_string());
        let headline = format!("`reduce: {asked}` is not lower than the odds, {odds}");
        complaints.push(
            weigh(*count, span, headline)
                .rule(R8_8)
                .help("leave `reduce` out, or name a lower column"),
        );
    }
    let wrong: u32 = notes.unexpected.values().sum();
    for text in notes.unexpected.keys() {
        let span = entry.expect.map_or(entry.span, |e| e.span);
        let headline = format!("the odds on {name} are {text}");
        complaints.push(weigh(wrong, span, headline).rule(R8_1));
    }
    for (id, rule) in notes.no_advance.keys() {
        let then = [&entry.won, &entry.dr, &entry.de].into_iter().flatten().next();
        let span = then.map_or(entry.span, |t| t.span);
        let headline = format!(
            "{} cannot advance as ordered after the combat on {name} on some branches",
            scenario.unit(*id).id
        );
        complaints.push(Diagnostic::warning(span, headline).rule(rule.clone()));
    }
}
