//! One page about a battle, fit for printing.

use super::exclusive;
use super::scenario::{Army, Scenario, Start, Unit};
use crate::board::Hex;
use crate::play::view::{Kind, Line};
use std::collections::BTreeMap;

/// Turns, forces, reinforcements, exclusive rules with their gists.
pub fn sheet(scenario: &Scenario) -> Vec<Line> {
    let mut lines = vec![Line::new(Kind::Heading, 0, scenario.title.clone())];
    let turns: Vec<String> = scenario.night.iter().map(u8::to_string).collect();
    let night = match turns.is_empty() {
        true => String::new(),
        false => format!("; night on {}", turns.join(", ")),
    };
    let first = scenario.order[0];
    lines.push(Line::fact(0, format!("{} game-turns{night}; {first} moves first", scenario.turns)));
    for (what, provenance) in &scenario.provenance {
        lines.push(Line::fact(0, format!("{what}: {provenance}")));
    }
    for army in scenario.order {
        lines.push(Line::new(Kind::Blank, 0, ""));
        lines.extend(forces(scenario, army));
    }
    lines.push(Line::new(Kind::Blank, 0, ""));
    lines.push(Line::new(Kind::Heading, 0, "Exclusive rules"));
    for rule in scenario.rules.iter().filter(|rule| rule.keeper == "code") {
        lines.push(Line::fact(1, format!("{} {}", rule.number, rule.gist)));
    }
    lines
}

fn forces(scenario: &Scenario, army: Army) -> Vec<Line> {
    let own = || scenario.units.iter().filter(|unit| unit.army == army);
    let mut at: BTreeMap<Hex, Vec<&Unit>> = BTreeMap::new();
    let mut due: BTreeMap<(u8, &[Hex]), Vec<&Unit>> = BTreeMap::new();
    for unit in own() {
        match &unit.start {
            Start::At(hex) => at.entry(*hex).or_default().push(unit),
            Start::Due { turn, entry } => due.entry((*turn, entry)).or_default().push(unit),
        }
    }
    let on_map = at.values().flatten();
    let strength: u32 = on_map.clone().map(|unit| u32::from(unit.strength)).sum();
    let head = format!("{army}: {} units, {strength} strength points on the map", on_map.count());
    let mut lines = vec![Line::new(Kind::Heading, 0, head)];
    let places: Vec<String> =
        at.iter().map(|(hex, units)| format!("{hex} {}", named(units))).collect();
    lines.push(Line::fact(1, places.join("; ")));
    for ((turn, entry), units) in &due {
        let entry: Vec<String> = entry.iter().map(Hex::to_string).collect();
        lines.push(Line::fact(
            1,
            format!("turn {turn} at {}: {}", entry.join(" or "), named(units)),
        ));
    }
    let notices = exclusive::forces(scenario, army);
    lines.extend(notices.into_iter().map(|(text, rule)| Line::fact(1, text).rule(rule)));
    lines
}

fn named(units: &[&Unit]) -> String {
    units.iter().map(|unit| unit.printed()).collect::<Vec<_>>().join(", ")
}
