//! The units of a scenario file, and what a name may look like.

use super::super::exclusive::reader::{Context, Ground, Reader, arm};
use super::super::rulebook::R6_0;
use super::super::scenario::{Army, Start, Unit};
use crate::board::Hex;
use crate::document::{Diagnostic, Node, Span};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// Units that one hex holds (6.0).
const STACK: usize = 2;

/// Longest name in characters.
const LONGEST: usize = 32;

/// Words of the orders grammar; a name that held one could not be told from the grammar.
const GRAMMAR: [&str; 36] = [
    "advance",
    "ae",
    "alive",
    "all",
    "alone",
    "and",
    "any",
    "ar",
    "ask",
    "at",
    "de",
    "dead",
    "dr",
    "else",
    "empty",
    "end",
    "enemy",
    "enter",
    "ex",
    "exit",
    "go",
    "gone",
    "held",
    "hold",
    "if",
    "lose",
    "none",
    "or",
    "smallest",
    "stand",
    "stay",
    "strategic",
    "to",
    "toward",
    "won",
    "worse",
];

/// A unit, and where it stands in the file.
pub struct Counter {
    /// The unit.
    pub unit: Unit,
    /// Where its id stands.
    id: Span,
    /// Where its start hex stands.
    start: Span,
}

/// Reads one unit of an army.
pub fn read(
    node: &Node,
    army: Army,
    context: &Context<'_>,
    complaints: &mut Vec<Diagnostic>,
) -> Option<Counter> {
    let mut unit = Reader::of(node, "unit", context, complaints)?;
    let id = unit.read::<Name>("id");
    let arm = unit.node("type", arm);
    let strength = unit.read::<Strength>("strength");
    let also = match unit.has("also") {
        true => unit.distinct("also", other_name),
        false => Some(Vec::new()),
    };
    let start = read_start(&mut unit);
    unit.finish();
    let (Name(id), Strength(strength)) = (id?, strength?);
    let unit = Unit { id, also: also?, army, arm: arm?, strength, start: start? };
    let span = |key| node.get(key).map_or(node.span, |n| n.span);
    Some(Counter { unit, id: span("id"), start: span("at") })
}

/// Where a unit begins: `at`, or `due` and `entry`.
fn read_start(unit: &mut Reader<'_, '_>) -> Option<Start> {
    let due = unit.has("due") || unit.has("entry");
    match (unit.has("at"), due) {
        (true, false) => unit.hex("at", Ground::Standing).map(Start::At),
        (false, true) => {
            let turn = unit.turn("due");
            let entry = unit.entry_hexes("entry");
            Some(Start::Due { turn: turn?, entry: entry? })
        }
        (true, true) => {
            let headline = "a unit starts on the map or comes later, not both".to_owned();
            unit.complain("at", headline, "leave out `at`, or `due` and `entry`");
            None
        }
        (false, false) => {
            let headline = "nobody says where this unit starts".to_owned();
            unit.complain_whole(headline, "add `at: \"0206\"`, or `due: 4, entry: [\"0113\"]`");
            None
        }
    }
}

/// Looks at the names and the starts of all units together, in the order of the file.
pub fn lint(counters: &mut [Counter], complaints: &mut Vec<Diagnostic>) {
    counters.sort_by_key(|counter| counter.id);
    lint_names(counters, complaints);
    lint_starts(counters, complaints);
}

/// No name may mean two units of a side; case does not count.
fn lint_names(counters: &[Counter], complaints: &mut Vec<Diagnostic>) {
    let mut ids: BTreeMap<(Army, String), &Counter> = BTreeMap::new();
    for counter in counters {
        let unit = &counter.unit;
        let key = (unit.army, unit.id.to_ascii_lowercase());
        let Some(first) = ids.get(&key) else {
            ids.insert(key, counter);
            continue;
        };
        let headline = format!("there is a {} unit `{}` already", unit.army.title(), unit.id);
        let printed = |u: &Unit| format!("`{} {}{}`", u.id, u.strength, u.arm.letter());
        let (one, other) = (printed(&first.unit), printed(unit));
        let help = match one == other {
            true => format!("tell them apart: `{} a` and `{} b`", unit.id, unit.id),
            false => format!("add the strength: {one} and {other}"),
        };
        complaints.push(Diagnostic::error(counter.id, headline).help(help));
    }
    let mut also: BTreeMap<(Army, String), &str> = BTreeMap::new();
    for counter in counters {
        let unit = &counter.unit;
        for name in &unit.also {
            let key = (unit.army, name.to_ascii_lowercase());
            let taken = ids.get(&key).map(|c| c.unit.id.as_str());
            if let Some(other) = taken.or(also.get(&key).copied()).filter(|id| *id != unit.id) {
                let headline = format!("`{name}` is a name of both {other} and {}", unit.id);
                let help = "leave it out, or give it to one of them";
                complaints.push(Diagnostic::error(counter.id, headline).help(help));
            }
            also.insert(key, &unit.id);
        }
    }
}

/// [6.0] Two units of one side on a hex; more are set up, with a warning, but must part.
fn lint_starts(counters: &[Counter], complaints: &mut Vec<Diagnostic>) {
    let mut stacks: BTreeMap<Hex, Vec<&Unit>> = BTreeMap::new();
    for counter in counters {
        let Start::At(hex) = counter.unit.start else { continue };
        let unit = &counter.unit;
        let stack = stacks.entry(hex).or_default();
        if let Some(enemy) = stack.iter().find(|other| other.army != unit.army) {
            let headline = format!("{} starts on {hex} with its enemy {}", unit.id, enemy.id);
            complaints.push(Diagnostic::error(counter.start, headline));
        } else if stack.len() == STACK {
            let headline = format!("{} starts on {hex}, which has {STACK} units already", unit.id);
            let note = "it may start there, but a move must end within the limit";
            let warning = Diagnostic::warning(counter.start, headline);
            complaints.push(warning.rule(R6_0).with(note));
        }
        stack.push(unit);
    }
}

/// Reads another printed form of a name.
fn other_name(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<String> {
    let text = node.as_text().unwrap_or_default();
    match text.parse() {
        Ok(Name(name)) => Some(name),
        Err(why) => {
            let headline = format!("`also` cannot be `{text}`: {why}");
            complaints.push(Diagnostic::error(node.span, headline));
            None
        }
    }
}

/// The name of a unit, as orders can write it.
struct Name(String);

/// What is wrong with a name.
enum NotAName {
    Letter(char),
    Plain(&'static str),
    Grammar(String),
}

impl fmt::Display for NotAName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAName::Letter(c) => write!(f, "{} cannot stand in a name", c.escape_default()),
            NotAName::Plain(why) => f.write_str(why),
            NotAName::Grammar(word) => write!(f, "`{word}` is a word of the orders"),
        }
    }
}

impl FromStr for Name {
    type Err = NotAName;

    fn from_str(text: &str) -> Result<Name, NotAName> {
        let forbidden = |c: char| !matches!(c, ' '..='~') || ",:#@|\"'`".contains(c);
        if let Some(c) = text.chars().find(|c| forbidden(*c)) {
            return Err(NotAName::Letter(c));
        }
        if text.is_empty() || text.len() > LONGEST {
            return Err(NotAName::Plain("a name has 1 to 32 characters"));
        }
        if !text.starts_with(|c: char| c.is_ascii_alphanumeric()) || text.ends_with(' ') {
            return Err(NotAName::Plain(
                "a name begins with a letter or digit, ends without a blank",
            ));
        }
        if text.contains("  ") {
            return Err(NotAName::Plain("two blanks in a row"));
        }
        if text.as_bytes().windows(4).any(|four| four.iter().all(u8::is_ascii_digit)) {
            return Err(NotAName::Plain("four digits in a row are a hex"));
        }
        let is_grammar = |word: &&str| GRAMMAR.iter().any(|g| g.eq_ignore_ascii_case(word));
        match text.split(' ').find(is_grammar) {
            Some(word) => Err(NotAName::Grammar(word.to_owned())),
            None => Ok(Name(text.to_owned())),
        }
    }
}

/// A printed combat strength, in strength points.
struct Strength(u16);

impl FromStr for Strength {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Strength, &'static str> {
        let strength = text.parse().ok().filter(|n| (1..=99).contains(n));
        strength.map(Strength).ok_or("a strength is 1 to 99 points, without a letter")
    }
}
