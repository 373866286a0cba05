//! Doubts about a battle that can be played: it may be meant so, but rarely is. For whoever types one.

use super::super::exclusive;
use super::super::r07_movement::cost;
use super::super::rulebook::{is_of, place_of};
use super::super::scenario::{Army, Scenario, Start};
use super::Packs;
use crate::board::Hex;
use crate::document::digest::Pack;
use crate::document::{Diagnostic, Node, Span, Value};
use std::collections::BTreeSet;

/// Every doubt, with the pack in which it is.
pub fn doubts(scenario: &Scenario, packs: &Packs<'_>) -> Vec<(Pack, Diagnostic)> {
    let mut found = Vec::new();
    let mut file = |pack, own: Vec<Diagnostic>| found.extend(own.into_iter().map(|d| (pack, d)));
    file(Pack::Scenario, provenance(packs.scenario));
    file(Pack::Map, provenance(packs.map));
    file(Pack::Scenario, entries(scenario, packs.scenario));
    file(Pack::Scenario, goals(scenario, packs.scenario));
    file(Pack::Scenario, cited_of_players(scenario, packs.scenario));
    file(Pack::Scenario, nobody_wins(scenario, packs.scenario));
    file(Pack::Rules, uncited(scenario, packs));
    found
}

/// What was not typed off the print says where it comes from.
fn provenance(node: &Node) -> Vec<Diagnostic> {
    let Some(provenance) = node.get("provenance") else { return Vec::new() };
    let known = provenance.as_text() == Some("printed");
    let told = node.get_text("note").is_some_and(|note| !note.trim().is_empty());
    if known || told {
        return Vec::new();
    }
    let word = provenance.as_text().unwrap_or_default();
    let headline = format!("`provenance: {word}`, and nobody says of what");
    vec![Diagnostic::warning(provenance.span, headline).help("add a `note`: where it comes from")]
}

/// Reinforcements come over the edge of the map.
fn entries(scenario: &Scenario, node: &Node) -> Vec<Diagnostic> {
    let mut told = BTreeSet::new();
    let mut doubts = Vec::new();
    for unit in &scenario.units {
        let Start::Due { entry, .. } = &unit.start else { continue };
        for hex in entry {
            if scenario.map.neighbours(*hex).count() == 6 && told.insert(*hex) {
                let headline = format!("{} comes at {hex}, inside the map", unit.id);
                let help = "most entry hexes lie on the edge: look at its number again";
                let span = place(node.get("units"), &hex.to_string());
                doubts.push(Diagnostic::note(span, headline).help(help));
            }
        }
    }
    doubts
}

/// Hexes that an army scores for, or leaves by, and to which none of its units can ever get.
fn goals(scenario: &Scenario, node: &Node) -> Vec<Diagnostic> {
    let mut doubts = Vec::new();
    for army in Army::BOTH {
        let reached = reach(scenario, army);
        let mut told = BTreeSet::new();
        for hex in exclusive::goals(scenario, army) {
            if !reached.contains(&hex) && told.insert(hex) {
                let headline = format!("no {army} unit can ever get to {hex}");
                let help = "look for a missing bridge, ford or arrow, or at the number";
                let span = place(node.get("exclusive"), &hex.to_string());
                doubts.push(Diagnostic::warning(span, headline).help(help));
            }
        }
    }
    doubts
}

/// Every hex to which some unit of an army could go, from its start or entry hexes.
fn reach(scenario: &Scenario, army: Army) -> BTreeSet<Hex> {
    let own = scenario.units.iter().filter(|unit| unit.army == army);
    let mut open: Vec<Hex> = own
        .flat_map(|unit| match &unit.start {
            Start::At(hex) => std::slice::from_ref(hex),
            Start::Due { entry, .. } => entry.as_slice(),
        })
        .copied()
        .collect();
    let mut reached: BTreeSet<Hex> = open.iter().copied().collect();
    while let Some(from) = open.pop() {
        for (_, to) in scenario.map.neighbours(from) {
            if cost::step(scenario, army, from, to).is_ok() && reached.insert(to) {
                open.push(to);
            }
        }
    }
    reached
}

/// A rule that the players keep is nothing that an entry could do.
fn cited_of_players(scenario: &Scenario, node: &Node) -> Vec<Diagnostic> {
    let mut doubts = Vec::new();
    for (number, span) in citations(node) {
        let full = format!("{} {number}", scenario.prefix);
        let mut rules = scenario.rules.iter().filter(|rule| is_of(&rule.number, &full)).peekable();
        if rules.peek().is_some() && rules.all(|rule| rule.keeper == "players") {
            let headline = format!("{full} is cited here, and rules.yaml leaves it to the players");
            let help = "there `keeper: code`, or cite the rule that this is";
            doubts.push(Diagnostic::warning(span, headline).help(help));
        }
    }
    doubts
}

/// Without a word about it the common rule decides, which no battle of the family prints.
fn nobody_wins(scenario: &Scenario, node: &Node) -> Vec<Diagnostic> {
    if exclusive::decided_by(scenario).is_some() {
        return Vec::new();
    }
    let headline = "nobody says who wins";
    let help = "add `- victory: {by: higher total, rule: ...}` under `exclusive`";
    let span = node.get("exclusive").map_or(node.span, |rules| rules.span);
    vec![Diagnostic::warning(span, headline).help(help)]
}

/// Paragraphs that the program is said to keep, and that neither data nor code cites.
fn uncited(scenario: &Scenario, packs: &Packs<'_>) -> Vec<Diagnostic> {
    let cited: Vec<String> = citations(packs.scenario)
        .map(|(number, _)| paragraph(&format!("{} {number}", scenario.prefix)).to_owned())
        .collect();
    let mut told: BTreeSet<&str> = BTreeSet::new();
    let mut doubts = Vec::new();
    for rule in scenario.rules.iter().filter(|rule| rule.keeper == "code") {
        let number = paragraph(&rule.number);
        let kept = cited.iter().any(|cited| cited == number) || place_of(number).is_some();
        if kept || !told.insert(number) {
            continue;
        }
        let headline = format!("`keeper: code`, and nothing cites {number}");
        let help = "cite it in scenario.yaml, or say who keeps it: data or players";
        let span = place(packs.rules.get("entries"), &rule.number);
        doubts.push(Diagnostic::warning(span, headline).help(help));
    }
    doubts
}

/// Rule numbers in a scenario file, with their places.
fn citations(node: &Node) -> impl Iterator<Item = (&str, Span)> {
    let mut found = Vec::new();
    for key in ["exclusive", "options"] {
        node.get(key).into_iter().for_each(|part| texts(part, &mut found));
    }
    found.into_iter().filter(|(text, _)| {
        let number = text.trim_end_matches(|c: char| c.is_ascii_lowercase());
        number.split_once('.').is_some_and(|(chapter, rest)| {
            [chapter, rest].iter().all(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
        })
    })
}

/// A number without the letter of its sentence.
fn paragraph(number: &str) -> &str {
    number.trim_end_matches(|c: char| c.is_ascii_lowercase())
}

/// Where a text stands in a part of a file.
fn place(part: Option<&Node>, text: &str) -> Span {
    let mut found = Vec::new();
    part.into_iter().for_each(|part| texts(part, &mut found));
    let at = found.iter().find(|(scalar, _)| *scalar == text).map(|(_, span)| *span);
    at.or(part.map(|part| part.span)).unwrap_or(Span::NONE)
}

/// Every scalar of a tree.
fn texts<'n>(node: &'n Node, found: &mut Vec<(&'n str, Span)>) {
    match &node.value {
        Value::Text(text) => found.push((text, node.span)),
        Value::List(items) => items.iter().for_each(|item| texts(item, found)),
        Value::Map(entries) => entries.iter().for_each(|(_, value)| texts(value, found)),
    }
}
