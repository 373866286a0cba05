//! What brought a unit, a hex or the points to what they are: the events that concern them, each with
//! its sentence of the report.

use super::events::{Cause, Event, Loss};
use super::position::{Award, How, Marks, Place, Position};
use super::scenario::{Army, Scenario, UnitId};
use super::tell;
use super::tell::words::{list, name};
use crate::board::Hex;
use crate::play::view::{Kind, Line};
use std::collections::BTreeSet;

/// What somebody asks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A unit.
    Unit(UnitId),
    /// A hex; only what units of one army did there, if one is named.
    Hex(Hex, Option<Army>),
    /// The points of both armies, or of one.
    Points(Option<Army>),
}

/// The events of a player-turn that concern a subject: the number of each, and its sentence. A combat
/// is told with whatever came of it.
pub fn blame(scenario: &Scenario, events: &[Event], subject: Subject) -> Vec<(usize, Line)> {
    let mut concerned = BTreeSet::new();
    let mut combat = Vec::new();
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Attack(_) => combat = vec![at],
            Event::NewOdds { .. } | Event::Die { .. } => combat.push(at),
            Event::PassedOver { .. } | Event::TurnEnds { .. } => combat.clear(),
            _ => {}
        }
        if concerns(scenario, event, subject) {
            concerned.insert(at);
            if is_of_combat(event) {
                concerned.extend(&combat);
            }
        }
    }
    let told = tell::each(scenario, events);
    let sentence = |at: usize| Some((at, one(told.get(at)?, events.get(at)?)?));
    concerned.into_iter().filter_map(sentence).collect()
}

/// The lines of an event as one; of an attack the first, who attacks whom.
fn one(lines: &[Line], event: &Event) -> Option<Line> {
    let lines = lines.iter().filter(|line| !matches!(line.kind, Kind::Blank | Kind::Heading));
    let most = if matches!(event, Event::Attack(_)) { 1 } else { usize::MAX };
    let mut lines = lines.take(most);
    let mut whole = Line { indent: 0, ..lines.next()?.clone() };
    for line in lines {
        whole.text = format!("{}; {}", whole.text, line.text);
        let new = line.rules.iter().filter(|rule| !whole.rules.contains(rule)).cloned();
        whole.rules.extend(new.collect::<Vec<_>>());
    }
    Some(whole)
}

/// Whether an event is what a combat led to.
fn is_of_combat(event: &Event) -> bool {
    match event {
        Event::Eliminated { why, .. } => !matches!(why, Loss::NoWay(_)),
        Event::Retreated { cause, .. } => *cause == Cause::Combat,
        Event::Pushed { .. }
        | Event::Ineffective { .. }
        | Event::Advanced { .. }
        | Event::NoAdvance { .. }
        | Event::CavalryStands { .. }
        | Event::CavalryGoes { .. } => true,
        _ => false,
    }
}

fn concerns(scenario: &Scenario, event: &Event, subject: Subject) -> bool {
    match subject {
        Subject::Unit(unit) => units(event).contains(&unit),
        Subject::Hex(hex, army) => {
            let theirs = |army: Army| match event {
                Event::Occupied { army: own, .. } | Event::Points { army: own, .. } => *own == army,
                _ => units(event).iter().any(|unit| scenario.unit(*unit).army == army),
            };
            touches(event, hex) && army.is_none_or(theirs)
        }
        Subject::Points(army) => match event {
            Event::Points { army: own, .. } => army.is_none_or(|army| army == *own),
            Event::LevelDropped { .. } | Event::GameOver { .. } => true,
            _ => false,
        },
    }
}

/// The units that an event changes, or whose order it does not carry out.
fn units(event: &Event) -> Vec<UnitId> {
    match event {
        Event::Moved(march) => vec![march.unit],
        Event::Released { units, .. }
        | Event::Struck { units, .. }
        | Event::Recovered { units } => units.clone(),
        Event::Stopped { unit, .. }
        | Event::Away { unit, .. }
        | Event::Lost { unit, .. }
        | Event::BroughtForward { unit, .. }
        | Event::CavalryStands { unit, .. }
        | Event::CavalryGoes { unit, .. }
        | Event::Eliminated { unit, .. }
        | Event::Retreated { unit, .. }
        | Event::Pushed { unit, .. }
        | Event::Ineffective { unit }
        | Event::Advanced { unit, .. }
        | Event::NoAdvance { unit, .. }
        | Event::CutOff { unit, .. } => vec![*unit],
        _ => Vec::new(),
    }
}

/// Whether a unit comes to a hex or leaves it by an event, or the hex changes hands or scores.
fn touches(event: &Event, hex: Hex) -> bool {
    match event {
        Event::Moved(march) => {
            let last = march.steps.last().map(|(hex, _)| *hex).filter(|_| march.exit.is_none());
            march.from == Some(hex) || last == Some(hex)
        }
        Event::Stopped { at, .. } | Event::Lost { at, .. } => *at == Some(hex),
        Event::Occupied { hex: at, .. }
        | Event::BroughtForward { hex: at, .. }
        | Event::Eliminated { at, .. }
        | Event::CutOff { at, .. } => *at == hex,
        Event::CavalryGoes { from, path: [_, to], .. }
        | Event::Pushed { from, to, .. }
        | Event::Advanced { from, to, .. } => *from == hex || *to == hex,
        Event::Retreated { from, to, .. } => *from == hex || *to == Some(hex),
        Event::NoAdvance { to, .. } => *to == Some(hex),
        Event::Stayed { cleared, .. } => cleared.contains(&hex),
        Event::Points { award: Award::Occupied, what, .. } => *what == hex.to_string(),
        _ => false,
    }
}

/// What a subject is in a position, in a few words.
pub fn is(scenario: &Scenario, position: &Position, subject: Subject) -> String {
    match subject {
        Subject::Unit(unit) => {
            let ineffective = match position.has(unit, Marks::INEFFECTIVE) {
                true => ", ineffective",
                false => "",
            };
            let place = match position.place(unit) {
                Place::Map(hex) => format!("on {hex}"),
                Place::Reserve { due } => format!("off the map, due on turn {due}"),
                Place::Gone { how, turn, at } => {
                    let how = match how {
                        How::Exited => "left the map".to_owned(),
                        how => how.word().to_owned(),
                    };
                    let at = at.map_or_else(String::new, |hex| format!(", last on {hex}"));
                    format!("{how} on turn {turn}{at}")
                }
            };
            format!("{}: {place}{ineffective}", name(scenario, unit))
        }
        Subject::Hex(hex, _) => {
            let stack: Vec<String> =
                position.stack(&scenario.map, hex).map(|unit| name(scenario, unit)).collect();
            let held = position.control.get(&hex);
            let held = held.map_or_else(String::new, |army| format!(", held by {army}"));
            format!("{hex}: {}{held}", list(stack))
        }
        Subject::Points(army) => {
            let armies = scenario.order.iter().filter(|own| army.is_none_or(|army| army == **own));
            let each: Vec<String> =
                armies.map(|army| format!("{army} {}", position.total(*army))).collect();
            format!("points: {}", each.join(", "))
        }
    }
}
