//! The section `options` of a scenario file: what the terms of a campaign may add to a battle.
//!
//! Each option is a ruling, `WI-with-pickett`, with the choices `no` and `yes`. An option that is
//! taken is written into the battle before anything else is read, so that no chapter knows of it.

use super::super::exclusive::reader::{Context, Reader};
use super::super::rulings::{Rulings, option_id};
use super::super::scenario::{Army, OptionalRule, UnitId};
use crate::document::fields::nearest;
use crate::document::{Diagnostic, Node, Value};

/// The names of the options of a scenario file, with what stands under each.
pub fn entries(scenario: &Node) -> impl Iterator<Item = (&str, &Node)> {
    let items = scenario.get("options").and_then(Node::as_list).unwrap_or_default();
    items.iter().filter_map(|item| match item.as_map() {
        Some([(name, body)]) => Some((name.text.as_str(), body)),
        _ => None,
    })
}

/// A scenario with the options that are taken written into it; lists of which only the key is
/// there yet are empty.
pub fn apply(scenario: &Node, rulings: &Rulings) -> Node {
    let mut applied = scenario.clone();
    for key in ["night", "exclusive", "options"] {
        fill(child(&mut applied, key));
    }
    for army in Army::BOTH {
        fill(child(&mut applied, "units").and_then(|units| child(units, army.word())));
    }
    let prefix = scenario.get_text("prefix").unwrap_or_default();
    for (name, body) in entries(scenario) {
        if !rulings.takes_option(&option_id(prefix, name)) {
            continue;
        }
        for army in Army::BOTH.map(Army::word) {
            let own = body.get("units").and_then(|units| units.get(army)).and_then(Node::as_list);
            let lines = child(&mut applied, "units").and_then(|units| list(units, army));
            if let (Some(own), Some(lines)) = (own, lines) {
                lines.extend_from_slice(own);
            }
        }
        let army = body.get_text("side").unwrap_or_default();
        for start in body.get("starts").and_then(Node::as_list).unwrap_or_default() {
            let lines = child(&mut applied, "units").and_then(|units| list(units, army));
            begin_so(lines.map(Vec::as_mut_slice).unwrap_or_default(), start);
        }
        if let Some(more) = body.get("exclusive").and_then(Node::as_list) {
            if applied.get("exclusive").is_none() {
                applied.set("exclusive", Node::list([]));
            }
            if let Some(rules) = list(&mut applied, "exclusive") {
                rules.extend_from_slice(more);
            }
        }
    }
    applied
}

/// Puts the start of an option in the place of the starts of its units.
fn begin_so(lines: &mut [Node], start: &Node) {
    for id in start.get("units").and_then(Node::as_list).unwrap_or_default() {
        let Some(line) = lines.iter_mut().find(|line| line.get_text("id") == id.as_text()) else {
            continue;
        };
        line.remove("at");
        for key in ["due", "entry"] {
            if let Some(value) = start.get(key) {
                line.set(key, value.clone());
            }
        }
    }
}

/// A key with nothing behind it is an empty list.
fn fill(node: Option<&mut Node>) {
    if let Some(node) = node.filter(|node| node.as_text() == Some("")) {
        node.value = Value::List(Vec::new());
    }
}

fn child<'n>(node: &'n mut Node, key: &str) -> Option<&'n mut Node> {
    match &mut node.value {
        Value::Map(entries) => entries.iter_mut().find(|(k, _)| k.text == key).map(|(_, v)| v),
        _ => None,
    }
}

fn list<'n>(node: &'n mut Node, key: &str) -> Option<&'n mut Vec<Node>> {
    match &mut child(node, key)?.value {
        Value::List(items) => Some(items),
        _ => None,
    }
}

/// Reads the options of a battle, and whether the terms ask for any that it does not have.
pub fn read(
    scenario: &Node,
    rulings: &Rulings,
    context: &Context<'_>,
    complaints: &mut Vec<Diagnostic>,
) -> Vec<OptionalRule> {
    let mut options: Vec<OptionalRule> = Vec::new();
    let items = scenario.get("options").and_then(Node::as_list).unwrap_or_default();
    for item in items {
        let Some([(name, body)]) = item.as_map() else {
            let help = "write `- pickett: {rule: \"19.1\", ...}`";
            let headline = "an option is one name with what belongs to it";
            complaints.push(Diagnostic::error(item.span, headline).help(help));
            continue;
        };
        let mut say = |headline: String, help: &str| {
            complaints.push(Diagnostic::error(name.span, headline).help(help));
        };
        if name.text.is_empty() || !name.text.bytes().all(|b| b.is_ascii_lowercase() || b == b'-') {
            say(
                format!("`{}` is no name of an option", name.text),
                "lower-case letters and hyphens",
            );
        }
        if options.iter().any(|other| other.name == name.text) {
            say(format!("the option {} stands twice", name.text), "put both together");
        }
        let own = every_own(scenario);
        let read = read_one(&name.text, body, &own, context, complaints);
        options.extend(
            read.map(|option| OptionalRule { taken: rulings.takes_option(&option.id), ..option }),
        );
    }
    let prefix = context.prefix.unwrap_or_default();
    let ids: Vec<String> = entries(scenario).map(|(name, _)| option_id(prefix, name)).collect();
    for (id, _) in rulings.options() {
        if !ids.iter().any(|own| own == id) {
            let known: Vec<&str> = ids.iter().map(String::as_str).collect();
            let headline = format!("this battle has no option `{id}`");
            let complaint = Diagnostic::error(scenario.span, headline);
            complaints.push(match (nearest(id, &known), known.is_empty()) {
                (Some(near), _) => complaint.help(format!("did you mean {near}?")),
                (None, true) => complaint.help("it has none"),
                (None, false) => complaint.help(format!("it has {}", known.join(", "))),
            });
        }
    }
    options
}

fn read_one(
    name: &str,
    body: &Node,
    every_own: &[(Army, String)],
    context: &Context<'_>,
    complaints: &mut Vec<Diagnostic>,
) -> Option<OptionalRule> {
    let mut option = Reader::of(body, "option", context, complaints)?;
    let rule = option.rule();
    let own = match option.has("units") {
        true => option.node("units", own_units),
        false => Some(Vec::new()),
    };
    let late = ["side", "starts", "without"].map(|key| option.has(key));
    let army = if late.contains(&true) { option.army("side") } else { None };
    let starts = match option.has("starts") {
        true => option.each("starts", "start", |mut start| {
            start.turn("due");
            start.entry_hexes("entry");
            let units = start.units("units", army);
            start.finish();
            units
        }),
        false => Some(Vec::new()),
    };
    let without = match option.has("without") {
        true => option.units("without", army),
        false => Some(Vec::new()),
    };
    option.nodes("exclusive");
    let (own, without) = (own?, without?);
    let named = starts.map(|starts| starts.concat());
    if let (Some(army), Some(named)) = (army, &named) {
        everybody(&mut option, army, every_own, &[named.as_slice(), &without].concat());
    }
    option.finish();
    let id = option_id(context.prefix?, name);
    let (name, rule) = (name.to_owned(), rule?);
    Some(OptionalRule { name, id, rule, taken: false, own, without })
}

/// The units of all options: who takes part only with one need not be named by another.
fn every_own(scenario: &Node) -> Vec<(Army, String)> {
    let units = entries(scenario).filter_map(|(_, body)| body.get("units"));
    units.filter_map(|units| own_units(units, &mut Vec::new())).flatten().collect()
}

/// The names of the units that take part only with an option; their lines are read when it is taken.
fn own_units(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Vec<(Army, String)>> {
    let mut own = Vec::new();
    for (key, lines) in node.as_map().unwrap_or_default() {
        let Some(army) = Army::BOTH.into_iter().find(|army| army.word() == key.text) else {
            let headline = format!("`{}` is no side", key.text);
            complaints.push(Diagnostic::error(key.span, headline).help("union or confederate"));
            return None;
        };
        let ids = lines.as_list().unwrap_or_default().iter();
        own.extend(ids.filter_map(|line| line.get_text("id")).map(|id| (army, id.to_owned())));
    }
    if own.is_empty() {
        let help = "write `units: {union: [...]}`, with lines as in `units` above";
        complaints.push(Diagnostic::error(node.span, "`units` names nobody").help(help));
        return None;
    }
    Some(own)
}

/// Whoever starts otherwise says so for every unit of the side, once.
fn everybody(option: &mut Reader<'_, '_>, army: Army, own: &[(Army, String)], named: &[UnitId]) {
    let all = (0..).map(UnitId).zip(option.context().units);
    let is_own = |id: &str| own.iter().any(|(whose, own)| *whose == army && own == id);
    let mut missing: Vec<&str> = Vec::new();
    let mut twice: Vec<&str> = Vec::new();
    for (id, unit) in all.filter(|(_, unit)| unit.army == army && !is_own(&unit.id)) {
        match named.iter().filter(|named| **named == id).count() {
            0 => missing.push(&unit.id),
            1 => {}
            _ => twice.push(&unit.id),
        }
    }
    if !missing.is_empty() {
        let headline = format!("nobody says how {} start", missing.join(", "));
        let help = "name every unit of the side under `starts` or `without`";
        option.complain("starts", headline, help);
    }
    if !twice.is_empty() {
        let headline = format!("named twice: {}", twice.join(", "));
        option.complain("starts", headline, "a unit starts once, or takes no part");
    }
}
