//! One page about a battle, fit for printing: to be laid beside the rulebook, or taken to the table.

use super::exclusive;
use super::scenario::{Army, Scenario, Start, Unit};
use crate::board::Hex;
use crate::play::view::{Kind, Line, count};
use std::collections::BTreeMap;

/// Turns, forces, reinforcements, special rules and victory, with our own gists.
pub fn sheet(scenario: &Scenario) -> Vec<Line> {
    let mut lines = vec![Line::new(Kind::Heading, 0, scenario.title.clone())];
    lines.push(Line::fact(0, turns(scenario)));
    let provenance = scenario.provenance.iter().map(|(what, word)| format!("{what} {word}"));
    lines.push(Line::fact(0, provenance.collect::<Vec<_>>().join(", ")));
    for army in scenario.order {
        lines.push(Line::new(Kind::Blank, 0, ""));
        lines.extend(forces(scenario, army));
    }
    let decides = exclusive::decided_by(scenario).map(|rule| chapter(rule.number()));
    // What stands in data is told where the program keeps another part of the same paragraph, which
    // would read as half a sentence without it, and where it says who has won.
    let coded: Vec<&str> = scenario
        .rules
        .iter()
        .filter(|rule| rule.keeper == "code")
        .map(|rule| paragraph(&rule.number))
        .collect();
    let decisive = |number: &str| Some(chapter(number)) == decides;
    let told = scenario.rules.iter().filter(|rule| {
        let whole = coded.contains(&paragraph(&rule.number)) || decisive(&rule.number);
        rule.keeper == "code" || (rule.keeper == "data" && whole)
    });
    let (victory, special): (Vec<_>, Vec<_>) = told.partition(|rule| decisive(&rule.number));
    for (title, rules) in [("Special rules", special), ("Victory", victory)] {
        if rules.is_empty() {
            continue;
        }
        lines.push(Line::new(Kind::Blank, 0, ""));
        lines.push(Line::new(Kind::Heading, 0, title));
        let rules = rules.iter().map(|rule| (rule.number.as_str(), rule.gist.as_str()));
        lines.extend(paragraphs(rules).into_iter().map(|text| Line::fact(1, text)));
    }
    if !scenario.options.is_empty() {
        lines.push(Line::new(Kind::Blank, 0, ""));
        lines.push(Line::new(Kind::Heading, 0, "Optional rules"));
    }
    for option in &scenario.options {
        let played = if option.taken { "played" } else { "not played" };
        let text = format!("{}: {played}", option.id);
        lines.push(Line::fact(1, text).rule(option.rule.clone()));
    }
    lines
}

/// The forces of each side, counted, to be compared with the printed charts.
pub fn counted(scenario: &Scenario) -> Vec<String> {
    let count = |army: Army| {
        let sums = [true, false].map(|here| {
            let own = scenario.units.iter().filter(|unit| unit.army == army);
            let own = own.filter(|unit| matches!(unit.start, Start::At(_)) == here);
            own.fold((0, 0), |(n, points), unit| (n + 1, points + u32::from(unit.strength)))
        });
        let told = |(n, points): (u32, u32)| format!("{} of {points}", count(n, "unit"));
        match sums {
            [start, (0, _)] => format!("{army}: {} strength points at the start", told(start)),
            [start, due] => {
                format!("{army}: {} strength points at the start, {} due", told(start), told(due))
            }
        }
    };
    scenario.order.map(count).to_vec()
}

/// `11 game-turns, the Confederate side first: 1 fog, 2, 3, 4, 5, 6 night, 7 fog, ...`
fn turns(scenario: &Scenario) -> String {
    let turn = |turn: u8| {
        let mut words = vec![turn.to_string()];
        words.extend(scenario.is_night(turn).then(|| "night".to_owned()));
        words.extend(exclusive::weather(scenario, turn).into_iter().map(|(word, _)| word));
        words.join(" ")
    };
    let turns: Vec<String> = (1..=scenario.turns).map(turn).collect();
    let first = scenario.order[0];
    format!("{} game-turns, the {first} side first: {}", scenario.turns, turns.join(", "))
}

fn forces(scenario: &Scenario, army: Army) -> Vec<Line> {
    let own = scenario.units.iter().filter(|unit| unit.army == army);
    let own: Vec<&Unit> = own.collect();
    let mut corps: BTreeMap<Vec<u32>, (&str, Vec<&Unit>)> = BTreeMap::new();
    let mut due: BTreeMap<(u8, &[Hex]), Vec<&Unit>> = BTreeMap::new();
    for unit in &own {
        match &unit.start {
            Start::At(_) => {
                let name = corps_of(unit, &own);
                let (_, units) = corps.entry(order_of(name)).or_insert((name, Vec::new()));
                units.push(unit);
            }
            Start::Due { turn, entry } => due.entry((*turn, entry)).or_default().push(unit),
        }
    }
    let head = counted(scenario).into_iter().nth(scenario.seat(army)).unwrap_or_default();
    let mut lines = vec![Line::new(Kind::Heading, 0, head)];
    for (name, units) in corps.values() {
        let placed = units.iter().map(|unit| match &unit.start {
            Start::At(hex) => format!("{} {hex}", unit.printed()),
            Start::Due { .. } => unit.printed(),
        });
        let name = if name.is_empty() { "others" } else { name };
        lines.push(group(name, units, &placed.collect::<Vec<_>>().join(", ")));
    }
    for ((turn, entry), units) in &due {
        let entry = match entry {
            [first, .., last] if entry.len() > 4 => {
                format!("any of {} hexes from {first} to {last}", entry.len())
            }
            _ => entry.iter().map(Hex::to_string).collect::<Vec<_>>().join(" or "),
        };
        let printed: Vec<String> = units.iter().map(|unit| unit.printed()).collect();
        lines.push(group(&format!("turn {turn} at {entry}"), units, &printed.join(", ")));
    }
    let notices = exclusive::forces(scenario, army);
    lines.extend(notices.into_iter().map(|(text, rule)| Line::fact(1, text).rule(rule)));
    lines
}

/// `II (7 units, 39): 1/II 15 0810, ...`
fn group(name: &str, units: &[&Unit], printed: &str) -> Line {
    let points: u32 = units.iter().map(|unit| u32::from(unit.strength)).sum();
    let units = count(units.len() as u32, "unit");
    Line::fact(1, format!("{name} ({units}, {points}): {printed}"))
}

/// The formation of a unit, read off its name: `II` of `1/2/II`, and of the battery `II`.
fn corps_of<'u>(unit: &'u Unit, own: &[&Unit]) -> &'u str {
    match unit.id.rsplit_once('/') {
        Some((_, corps)) => corps,
        None => {
            let leads = |other: &&&Unit| {
                other.id.rsplit_once('/').is_some_and(|(_, corps)| corps == unit.id)
            };
            if own.iter().any(|other| leads(&other)) { &unit.id } else { "" }
        }
    }
}

/// Numbered corps in their order, then letters and names, then those without any.
fn order_of(corps: &str) -> Vec<u32> {
    let roman = |c: char| match c {
        'I' => Some(1),
        'V' => Some(5),
        'X' => Some(10),
        'L' => Some(50),
        _ => None,
    };
    let digits: Option<Vec<u32>> = corps.chars().map(roman).collect();
    match digits {
        Some(digits) if !digits.is_empty() => {
            let mut sum = 0;
            for (at, digit) in digits.iter().enumerate() {
                let less = digits.get(at + 1).is_some_and(|next| next > digit);
                sum = if less { sum - *digit as i64 } else { sum + *digit as i64 };
            }
            let mut order = vec![0, u32::try_from(sum).unwrap_or(0)];
            order.extend(corps.chars().map(u32::from));
            order
        }
        _ => {
            let nobody = u32::from(corps.is_empty());
            std::iter::once(1 + nobody).chain(corps.chars().map(u32::from)).collect()
        }
    }
}

/// The gists of each paragraph together: `17.12 this; that`.
fn paragraphs<'r>(rules: impl Iterator<Item = (&'r str, &'r str)>) -> Vec<String> {
    let mut told: Vec<(&str, String)> = Vec::new();
    for (number, gist) in rules {
        let plain = paragraph(number);
        match told.last_mut() {
            Some((last, text)) if *last == plain => {
                text.push_str("; ");
                text.push_str(gist);
            }
            _ => told.push((plain, gist.to_owned())),
        }
    }
    told.into_iter().map(|(number, text)| format!("{number} {text}")).collect()
}

/// `FR 17.12` of `FR 17.12c`.
fn paragraph(number: &str) -> &str {
    number.trim_end_matches(|c: char| c.is_ascii_lowercase())
}

/// `FR 17` of `FR 17.12c`.
fn chapter(number: &str) -> &str {
    number.split('.').next().unwrap_or(number)
}
