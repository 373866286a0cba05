//! What the walk finds about one entry of the list, and what is said about it.

use super::super::answers::{Condition, Entry, Lose, Outcome, Result as Verdict};
use super::super::branches::{Silent, Way};
use super::super::position::Position;
use super::super::r05_control::held_by;
use super::super::r08_combat::contact;
use super::super::r08_combat::fight::{self, Finding};
use super::super::rulebook::{R8_1, R8_3, R8_8, R8_41A};
use super::super::scenario::{Scenario, UnitId};
use super::{Fought, Silence};
use crate::board::Hex;
use crate::board::odds::Odds;
use crate::document::{Diagnostic, Span};
use crate::play::view::list;
use crate::rule::Rule;
use std::collections::{BTreeMap, BTreeSet};

/// What the entries of a list are looked at in.
pub struct Stage<'a> {
    /// The battle.
    pub scenario: &'a Scenario,
    /// The position before anybody moved.
    pub opening: &'a Position,
    /// The position before the first attack.
    pub attacks: &'a Position,
    /// The whole list.
    pub entries: &'a [Entry],
}

/// Everything found about one entry, over all branches that reach it.
#[derive(Default)]
pub struct Notes {
    fought: BTreeSet<(u32, u32, Odds)>,
    /// On how many branches it was fought, or could not be.
    pub used: u32,
    not_fought: BTreeMap<(String, Option<Rule>), u32>,
    missing: BTreeMap<UnitId, BTreeMap<(String, Option<Rule>), u32>>,
    no_reduction: BTreeMap<Odds, u32>,
    unexpected: BTreeMap<String, u32>,
    least: u32,
    /// On how many its condition did not hold.
    pub unused: u32,
    no_advance: BTreeMap<(UnitId, Rule), u32>,
    /// Results that came on any of them.
    results: BTreeSet<Verdict>,
    /// Results without an instruction.
    pub silences: BTreeSet<Silence>,
    /// Whether branches were left out, so that nothing holds for certain on every one.
    pub cut: bool,
}

impl Notes {
    /// At which odds the entry is fought, if it is fought at all.
    pub fn odds(&self, entry: &Entry) -> Option<Fought> {
        let at = entry.at.iter().map(|hex| hex.value).collect();
        let odds: Vec<(u32, u32, Odds)> = self.fought.iter().copied().collect();
        let sure = self.unused + self.least == 0 && self.not_fought.is_empty();
        (!odds.is_empty()).then_some(Fought { at, odds, sure })
    }
}

/// Takes down what one way of fighting the entry brings.
pub fn note(scenario: &Scenario, entry: &Entry, notes: &mut Notes, way: &Way) {
    let mut odds = None;
    let mut shut: BTreeMap<&str, Vec<(Hex, Rule)>> = BTreeMap::new();
    for finding in &way.findings {
        match finding {
            Finding::Fought(attack, defence, at) => {
                notes.used += 1;
                notes.fought.insert((*attack, *defence, *at));
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
                let reasons = notes.missing.entry(*id).or_default();
                *reasons.entry((why.clone(), rule.clone())).or_default() += 1;
            }
            Finding::NoReduction(odds) => *notes.no_reduction.entry(*odds).or_default() += 1,
            Finding::Unexpected(text) => *notes.unexpected.entry(text.clone()).or_default() += 1,
            Finding::NoAdvance(id, rule) => {
                *notes.no_advance.entry((*id, rule.clone())).or_default() += 1;
            }
            Finding::NotOpen(key, places) => {
                shut.insert(key.as_str(), places.clone());
            }
        }
    }
    if let (Some(odds), Some(Outcome::Result(result))) = (odds, way.outcome) {
        notes.results.insert(result);
        for Silent { key, sentence } in &way.silent {
            notes.silences.insert(Silence {
                combat: entry.name(),
                odds,
                result,
                faces: faces_of(scenario, odds, result),
                key: key.clone(),
                sentence: sentence.clone(),
                shut: shut.get(key.as_str()).cloned().unwrap_or_default(),
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
pub fn report(stage: &Stage, entry: &Entry, notes: &Notes, complaints: &mut Vec<Diagnostic>) {
    let (scenario, attacks) = (stage.scenario, stage.attacks);
    let enemy = stage.opening.phasing.enemy();
    let was_held = |hex: Hex| held_by(scenario, stage.opening, enemy, hex);
    let name = entry.name();
    if notes.used == 0 {
        if notes.unused > 0 {
            let headline = format!("the entry on {name} is not used on any branch");
            let after = stage.entries.iter().filter(|other| other.span > entry.span);
            let below: BTreeSet<Hex> =
                after.flat_map(|other| &other.at).map(|at| at.value).collect();
            let below = entry.conditions.iter().find_map(|condition| match condition.value {
                Condition::Combat(hex, _) => below.get(&hex),
                _ => None,
            });
            let help = match below {
                Some(hex) => format!("{hex} is fought after it: put that entry above this one"),
                None => "its `if` never holds, or another entry on the same hex is always fought"
                    .to_owned(),
            };
            complaints.push(Diagnostic::warning(entry.span, headline).help(help));
        }
        return;
    }
    let always = |count: u32| count == notes.used;
    let weigh = |count: u32, span: Span, headline: String| match always(count) {
        true if !notes.cut => Diagnostic::error(span, headline),
        true => Diagnostic::warning(span, format!("{headline} on every branch looked at")),
        false => Diagnostic::warning(span, format!("{headline} on some branches")),
    };
    let cite = |d: Diagnostic, rule: &Option<Rule>| match rule {
        Some(rule) => d.rule(rule.clone()),
        None => d,
    };
    for (id, reasons) in &notes.missing {
        // The reason of most branches is told.
        let most = reasons.iter().max_by_key(|(_, count)| **count);
        let Some(((why, rule), _)) = most else { continue };
        let count = reasons.values().sum();
        let span = entry.by.iter().find(|u| u.value == *id).map_or(entry.span, |u| u.span);
        let headline = format!("{} cannot attack {name}: it {why}", scenario.unit(*id).id);
        let complaint = cite(weigh(count, span, headline), rule);
        complaints.push(match rule {
            Some(rule) if *rule == R8_41A => attacks_twice(stage, entry, *id, complaint),
            Some(rule) if complaint.is_error() => {
                let targets: Vec<Hex> = entry.at.iter().map(|at| at.value).collect();
                let instead = contact::instead(scenario, attacks, *id, &targets, rule);
                Diagnostic { help: instead, ..complaint }
            }
            _ => complaint,
        });
    }
    let never = notes.not_fought.values().sum::<u32>();
    for ((why, rule), count) in &notes.not_fought {
        // A missing attacker has been named already; the entry itself is refused when nothing
        // else explains why it cannot be fought.
        let off_the_map = entry.at.iter().any(|at| !scenario.map.contains(at.value));
        let explained = off_the_map || why == NO_ATTACKERS && !notes.missing.is_empty();
        if !explained {
            let headline = format!("the attack on {name} cannot be fought: {why}");
            // Nobody there is a fault of the list only if it can never be otherwise (D-14); who
            // stood there may have followed a train before the attacks (WI 17.31).
            let stood = entry.at.iter().any(|at| was_held(at.value));
            let excused = match why.as_str() {
                fight::NOBODY => stood || !always(*count),
                fight::SPENT => true,
                _ => false,
            };
            let complaint = match always(*count) && excused {
                true => Diagnostic::warning(entry.span, headline),
                false if excused => weigh(0, entry.span, headline),
                false => weigh(never, entry.span, headline),
            };
            let complaint = cite(complaint, rule);
            let by: Vec<UnitId> = entry.by.iter().map(|unit| unit.value).collect();
            complaints.push(match why == fight::NOBODY && complaint.is_error() {
                true => complaint.help(contact::elsewhere(scenario, attacks, &by)),
                false => complaint,
            });
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
        let complaint = weigh(wrong, span, headline).rule(R8_1);
        complaints.push(match always(wrong) {
            true => complaint
                .with("no earlier result can change that, so it is refused before any die, whatever the terms say")
                .help("write what they are, or leave `expect` out"),
            false => complaint,
        });
    }
    for note in idle_instructions(entry, notes) {
        if !complaints.iter().any(|known| known.is_error() && known.span.line == note.span.line) {
            complaints.push(note);
        }
    }
    for (id, rule) in notes.no_advance.keys() {
        let then = [&entry.won, &entry.dr, &entry.de].into_iter().flatten().next();
        let span = then.map_or(entry.span, |t| t.span);
        if complaints.iter().any(|known| known.is_error() && known.span.line == span.line) {
            continue;
        }
        let headline = format!(
            "{} cannot advance as ordered after the combat on {name} on some branches",
            scenario.unit(*id).id
        );
        complaints.push(Diagnostic::warning(span, headline).rule(rule.clone()));
    }
}

/// [8.41a] Says with a unit that has attacked already where it is named before.
fn attacks_twice(stage: &Stage, entry: &Entry, id: UnitId, complaint: Diagnostic) -> Diagnostic {
    let before = stage.entries.iter().take_while(|other| other.span != entry.span);
    let mut before = before.filter(|other| other.by.iter().any(|unit| unit.value == id));
    let complaint = match before.next() {
        Some(other) if other.span.line > 0 => {
            complaint.with(format!("it attacks {}, line {}", other.name(), other.span.line))
        }
        _ => complaint,
    };
    complaint.help("each unit attacks once a combat phase: leave it out of one of the two")
}

/// [8.3] Instructions for results that do not come on any branch: harmless, but perhaps meant
/// otherwise.
fn idle_instructions(entry: &Entry, notes: &Notes) -> Vec<Diagnostic> {
    if notes.cut || notes.results.is_empty() {
        return Vec::new();
    }
    let ex = entry.ex.as_ref().map(|lose| match lose {
        Lose::Units(_, span) | Lose::Smallest(span) | Lose::All(span) => *span,
    });
    let said = [
        (Verdict::EX, ex),
        (Verdict::AR, entry.ar.first().map(|line| line.span)),
        (Verdict::DR, entry.dr.as_ref().map(|then| then.span)),
        (Verdict::DE, entry.de.as_ref().map(|then| then.span)),
    ];
    let odds: BTreeSet<Odds> = notes.fought.iter().map(|(_, _, odds)| *odds).collect();
    let odds = list(odds.iter().map(Odds::to_string));
    let idle = |(result, span): (Verdict, Option<Span>)| {
        let span = span.filter(|_| !notes.results.contains(&result))?;
        let headline = format!("no {} comes of {odds}: the line is not used", result.word());
        Some(Diagnostic::note(span, headline).rule(R8_3))
    };
    said.into_iter().filter_map(idle).collect()
}
