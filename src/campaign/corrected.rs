//! How play was corrected, told beside what it was.

use super::Filed;
use super::difference::difference;
use super::open::Campaign;
use super::replay::{Corrected, Replay, Replayed};
use super::words::capital;
use crate::document::digest::label;
use crate::play::view::{Kind, Line};
use crate::store::Store;

/// How play was corrected, line by line.
pub fn corrected(replay: &Replay, corrected: &Corrected) -> Vec<Line> {
    let Corrected { seq, of, ruling, reroll, .. } = corrected;
    let record = seq.map_or(String::new(), |seq| format!(" (record {seq})"));
    let mut lines = vec![
        Line::fact(0, format!("Replayed from record {of} on under ruling {ruling}{record}")),
        Line::fact(0, format!("Dice rolled again: {reroll}")),
    ];
    let misled: Vec<&String> = corrected.turns.iter().flat_map(|turn| &turn.misled).collect();
    for turn in &corrected.turns {
        lines.extend(replayed(replay, turn));
    }
    for first in &corrected.fallen {
        let text = format!("The player-turn of record {first} falls away: the game is over before");
        lines.push(Line::new(Kind::Notice, 0, text));
    }
    if !misled.is_empty() {
        lines.push(Line::new(Kind::Heading, 0, "Orders written for another position:"));
        lines.extend(misled.into_iter().map(|text| Line::fact(1, text.clone())));
    }
    lines
}

/// One player-turn beside what it was.
fn replayed(replay: &Replay, turn: &Replayed) -> Vec<Line> {
    let outcome = &turn.outcome;
    let side = capital(outcome.side.as_str());
    let place = label(&outcome.report.position);
    let heading = format!(
        "Turn {}, {side} player-turn (record {}): position {place}",
        outcome.turn, turn.first
    );
    let mut lines = vec![Line::new(Kind::Heading, 0, heading)];
    let log = |events| replay.game().movelog(events);
    match difference(&log(&turn.before), &log(&outcome.played.events)) {
        None => lines.push(Line::fact(1, "the same happens")),
        Some(text) => {
            // The head of each piece counts lines, which says nothing here.
            let told = text.lines().filter(|line| !line.starts_with("@@"));
            let told = told.filter(|line| line.starts_with(['-', '+']));
            lines.extend(told.map(|line| Line::fact(1, mark(line))));
        }
    }
    for (label, face) in &turn.dropped {
        lines.push(Line::fact(1, format!("die {label} = {face} is not rolled any more")));
    }
    for (label, face) in &turn.rolled {
        lines.push(Line::fact(1, format!("die {label} = {face} is rolled anew")));
    }
    lines
}

/// `was: ...`, `now: ...`
fn mark(line: &str) -> String {
    let (mark, text) = line.split_at(1);
    let word = if mark == "-" { "was" } else { "now" };
    format!("{word}: {}", text.trim())
}

impl<S: Store> Campaign<S> {
    /// The records that moved the game on, as they count now: of player-turns that were corrected the
    /// latest telling, in place of those before.
    pub fn course(&self) -> Vec<Filed> {
        let mut course: Vec<Filed> = Vec::new();
        for filed in self.filed() {
            let Some(corrected) = &filed.corrected else {
                course.push(filed.clone());
                continue;
            };
            let begun = |filed: &Filed| filed.orders.first().map(|(seq, _)| *seq);
            let is_before = |filed: &&Filed| begun(filed).is_some_and(|seq| seq < corrected.of);
            let (kept, replaced): (Vec<&Filed>, Vec<&Filed>) = course.iter().partition(is_before);
            let mut now: Vec<Filed> = kept.into_iter().cloned().collect();
            for turn in &corrected.turns {
                // Of a halted player-turn the last record tells all of it.
                let told = replaced.iter().rev().find(|filed| begun(filed) == Some(turn.first));
                let outcome = turn.outcome.clone();
                let (seq, head) = (filed.seq, filed.head);
                now.extend(told.map(|told| Filed { seq, head, outcome, ..(*told).clone() }));
            }
            course = now;
        }
        course
    }
}
