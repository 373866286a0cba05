//! The pre-filled form for the next orders, at the end of a report.
//!
//! Every line is a comment, so that an unedited form is no orders at all. Take `# ` away from all
//! lines and it is a file of orders in which nobody moves; what begins with `# # ` is then still a
//! comment.

mod halted;

pub use halted::after_halt;

use super::exclusive;
use super::exclusive::without::Part;
use super::position::{Marks, Place, Position};
use super::r06_stacking;
use super::scenario::{Army, Scenario, UnitId};
use super::tell::words::list;
use crate::board::Hex;
use crate::document::Diagnostic;
use crate::play::Ask;
use std::collections::BTreeSet;

/// Columns of a form; a phone shows that many.
pub const WIDTH: usize = 67;

/// Who throws the dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thrown {
    /// The program, when the orders are locked.
    ByProgram,
    /// The players, who type the faces into the orders (mode `recorded`).
    OnTable,
}

/// What the rules say about the coming player-turn.
pub struct FormFacts<'a> {
    /// Title of the match, as the head line of orders gives it.
    pub title: &'a str,
    /// Label of the position that the orders answer.
    pub label: &'a str,
    /// Who throws the dice.
    pub thrown: Thrown,
    /// Movement allowance of a unit this turn, in movement points, fog and other rules applied.
    pub allowance: &'a dyn Fn(UnitId) -> u32,
    /// Allowance by strategic movement (11.1), for units that may use it from where they stand.
    pub strategic: &'a dyn Fn(UnitId) -> Option<u32>,
    /// Why a unit may not move at all: in an enemy zone (5.1), immobile, next to an enemy at night.
    /// The headline names the unit and its hex.
    pub bound: &'a dyn Fn(UnitId) -> Option<Diagnostic>,
    /// For a unit that is lost if it does not enter now, the first hex at which it can.
    pub must_enter: &'a dyn Fn(UnitId) -> Option<Hex>,
    /// For a unit on the map where it stands, for one that is due where it can enter; and a hex next
    /// to that to which it can go on. Examples are made of it.
    pub step: &'a dyn Fn(UnitId) -> Option<[Hex; 2]>,
    /// Enemies in contact, by hex.
    pub contacts: &'a [Contact],
    /// Standing orders of this side, line by line.
    pub standing: &'a [Held],
}

/// Enemies on one hex and the own units in contact with them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contact {
    /// Where the enemies stand.
    pub at: Hex,
    /// Own units that touch the hex.
    pub own: Vec<UnitId>,
}

/// One line of standing orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    /// `retreat`, `give way`, `cavalry` or `advance`.
    pub section: &'static str,
    /// The line as it is written in orders: `1/XI: 1622 1623`.
    pub line: String,
    /// Whether it still counts; a line for a unit that left its hex is void.
    pub holds: bool,
}

/// The form for a player-turn of one side.
pub fn form(
    scenario: &Scenario,
    position: &Position,
    army: Army,
    facts: &FormFacts,
) -> Vec<String> {
    let mut form = Form { scenario, position, army, facts, lines: Vec::new() };
    form.head(facts.title, position.turn, army.title(), facts.label);
    form.restrictions();
    form.dice();
    form.moves();
    if !scenario.is_night(position.turn) {
        form.fall_backs();
        form.attacks();
    }
    form.standing();
    form.examples();
    form.lines
}

/// The form for the side that must answer at a halt: every legal answer, to be chosen from.
pub fn halt_form(title: &str, turn: u8, side: &str, label: &str, asks: &[Ask]) -> Vec<String> {
    let mut lines = Vec::new();
    lines.order(format!("orders: {title} turn {turn} {side}"));
    lines.order(format!("position: {label}"));
    lines.order("answer:".to_owned());
    for ask in asks {
        lines.info(&format!("{} ({}): keep one of these lines", ask.key, ask.rule));
        for (i, choice) in ask.choices.iter().enumerate() {
            let remark = if i == ask.default { "the default" } else { "" };
            lines.entry(&format!("- {}:", ask.key), choice, remark);
        }
    }
    lines
}

struct Form<'a> {
    scenario: &'a Scenario,
    position: &'a Position,
    army: Army,
    facts: &'a FormFacts<'a>,
    lines: Vec<String>,
}

impl Form<'_> {
    fn head(&mut self, title: &str, turn: u8, side: &str, label: &str) {
        self.lines.order(format!("orders: {title} turn {turn} {side}"));
        self.lines.order(format!("position: {label}"));
        self.lines
            .info("Take the first # and its blank away from every line that you want to use.");
    }

    /// What this turn forbids.
    fn restrictions(&mut self) {
        let turn = self.position.turn;
        if self.scenario.is_night(turn) {
            // What may leave enemy zones is told by the rule that says so.
            let leaves = exclusive::night_leave(self.scenario, self.army, turn).is_some();
            let bound = if leaves { "" } else { "units next to an enemy may not move; " };
            self.lines.info(&format!(
                "NIGHT: no combat; {bound}no unit may enter an enemy zone of control (9.0)"
            ));
        }
        let policies = &self.scenario.policies;
        let lacking = Part::ALL.into_iter().filter(|part| !part.is_in(policies));
        let lacking: Vec<&str> = lacking.map(Part::word).collect();
        if !lacking.is_empty() {
            self.lines.info(&format!("NOT IN THIS EDITION: {}", list(lacking)));
        }
        self.crowds();
        for (text, rule) in exclusive::notices(self.scenario, self.position, self.army) {
            self.lines.info(&format!("{text} ({rule})"));
        }
    }

    /// Hexes with too many own units (6.0), of which some can move: not to move them is refused.
    fn crowds(&mut self) {
        for (hex, limit, rule) in r06_stacking::crowded(self.scenario, self.position, self.army) {
            let units: Vec<UnitId> = self
                .position
                .stack(&self.scenario.map, hex)
                .filter(|unit| self.scenario.unit(*unit).army == self.army)
                .collect();
            if units.iter().any(|unit| (self.facts.bound)(*unit).is_none()) {
                let must = units.len().saturating_sub(limit);
                self.lines.info(&format!(
                    "TOO MANY on {hex}: {must} of {} must leave it now, or the orders are refused \
                     ({rule})",
                    self.names(&units)
                ));
            }
        }
    }

    /// Where dice are typed that were thrown on a table.
    fn dice(&mut self) {
        if self.facts.thrown == Thrown::ByProgram {
            return;
        }
        self.lines.info(
            "DICE: you throw them. Play the attacks on the table in the order of the list, and write \
             the face into each that is fought:",
        );
        self.lines.info("    die: 4");
        self.lines.info(
            "A die of another rule goes under `rolls:` as `- LABEL: 4`, a choice of the enemy under \
             `answer:` as `- KEY: ...`; `provost check` names what is missing.",
        );
    }

    /// Units that may move, those that are due, and those that may not move.
    fn moves(&mut self) {
        let mut bound = Vec::new();
        self.lines.info("hex, strength (a artillery, c cavalry), movement points (MP)");
        self.lines.order("move:".to_owned());
        for unit in self.own() {
            let place = match self.position.place(unit) {
                Place::Map(hex) => hex.to_string(),
                Place::Reserve { .. } if self.is_due(unit) => self.entries(unit),
                _ => continue,
            };
            if let Some(bar) = (self.facts.bound)(unit) {
                bound.push(bar.to_string());
                continue;
            }
            let mut remark = format!("{place}, {}", self.strength(unit));
            remark += &format!(", {} MP", (self.facts.allowance)(unit));
            if let Some(points) = (self.facts.strategic)(unit) {
                remark += &format!(", strategic {points}");
            }
            if self.position.has(unit, Marks::INEFFECTIVE) {
                remark += ", ineffective";
            }
            let order = match (self.facts.must_enter)(unit) {
                Some(hex) => format!("enter {hex}"),
                None => "hold".to_owned(),
            };
            self.lines.entry(&format!("- {}:", self.scenario.unit(unit).id), &order, &remark);
        }
        if !bound.is_empty() {
            self.lines.info("may not move:");
        }
        for text in bound {
            self.lines.info(&format!("  {text}"));
        }
    }

    /// Where a unit may enter now; a long list by its ends.
    fn entries(&self, unit: UnitId) -> String {
        let hexes = exclusive::entry_hexes(self.scenario, self.position, unit);
        match hexes.as_slice() {
            [first, .., last] if hexes.len() > 4 => {
                format!("may enter at any of {} hexes, {first} to {last}", hexes.len())
            }
            few => {
                let few: Vec<String> = few.iter().map(Hex::to_string).collect();
                format!("may enter at {}", few.join(" or "))
            }
        }
    }

    /// [10.2] Ineffective units in contact, and trains (WI 17.31, RR 20.11).
    fn fall_backs(&mut self) {
        let base = self.scenario.base[self.scenario.seat(self.army)];
        let units: Vec<UnitId> =
            self.own().into_iter().filter(|unit| self.must_fall_back(*unit)).collect();
        if units.is_empty() {
            return;
        }
        if units.iter().any(|unit| exclusive::conduct(self.scenario, *unit).is_none()) {
            self.lines.info("ineffective units in an enemy zone of control must fall back (10.2)");
        }
        for unit in &units {
            if let Some(train) = exclusive::conduct(self.scenario, *unit) {
                let id = &self.scenario.unit(*unit).id;
                let text = format!("{id} goes back from its enemy ({})", train.rules.flees);
                self.lines.info(&text);
            }
        }
        self.lines.order("fall back:".to_owned());
        for unit in units {
            let key = format!("- {}:", self.scenario.unit(unit).id);
            self.lines.entry(&key, &format!("toward {base}"), "");
        }
    }

    /// [8.0] Enemies in contact, each own unit in the entry of the lowest hex that it touches.
    fn attacks(&mut self) {
        self.attacks_on(self.facts.contacts.iter().collect());
    }

    /// An entry for each of these contacts, as far as units are left for it.
    fn attacks_on(&mut self, mut contacts: Vec<&Contact>) {
        let mut listed = BTreeSet::new();
        let mut open = Vec::new();
        contacts.sort_by_key(|contact| contact.at);
        let fights = |unit: &&UnitId| {
            !self.position.has(**unit, Marks::INEFFECTIVE)
                && exclusive::conduct(self.scenario, **unit).is_none()
        };
        if contacts.iter().any(|contact| contact.own.iter().any(|unit| fights(&unit))) {
            self.lines.info(
                "enemies in contact must be attacked, own units in contact must attack (8.0)",
            );
            self.lines.order("attack:".to_owned());
        }
        for contact in contacts {
            let touching: Vec<UnitId> = contact.own.iter().filter(fights).copied().collect();
            let by: Vec<UnitId> =
                touching.iter().copied().filter(|unit| listed.insert(*unit)).collect();
            let enemies = self.enemies_on(contact.at);
            if by.is_empty() {
                open.push(format!(
                    "{} ({enemies}) must be attacked too; in contact with {}",
                    contact.at,
                    self.names(&touching)
                ));
                continue;
            }
            self.lines.entry("- at:", &contact.at.to_string(), &enemies);
            let ids: Vec<&str> =
                by.iter().map(|unit| self.scenario.unit(*unit).id.as_str()).collect();
            self.lines.value("  by:", &ids.join(", "));
            self.lines.order("  won: stay".to_owned());
        }
        for text in open {
            self.lines.info(&text);
        }
    }

    fn enemies_on(&self, hex: Hex) -> String {
        let stack = self.position.stack(&self.scenario.map, hex);
        list(stack.map(|unit| self.scenario.unit(unit).printed()))
    }

    /// Standing orders that hold unless a file replaces all four sections.
    fn standing(&mut self) {
        if self.facts.standing.is_empty() {
            return;
        }
        self.lines
            .info("standing orders in force; they stay unless you send any of these sections");
        let mut section = "";
        for held in self.facts.standing.iter().filter(|held| held.holds) {
            if held.section != section {
                section = held.section;
                self.lines.order(format!("{section}:"));
            }
            match held.line.split_once(": ") {
                Some((whom, what)) => self.lines.value(&format!("- {whom}:"), what),
                None => self.lines.order(format!("- {}", held.line)),
            }
        }
        for held in self.facts.standing.iter().filter(|held| !held.holds) {
            self.lines
                .info(&format!("void, the unit has left its hex: {}, {}", held.section, held.line));
        }
    }

    /// How a line is changed, with a unit of this very form.
    fn examples(&mut self) {
        let mut examples = Vec::new();
        let here = |unit: &UnitId| self.position.hex(*unit).is_some();
        let step = |unit: UnitId| {
            (self.facts.step)(unit).map(|step| (self.scenario.unit(unit).id.as_str(), step))
        };
        if let Some((id, [from, next])) = self.own().into_iter().filter(here).find_map(step) {
            examples.push(format!("  - {id}: {next}"));
            examples.push(format!("  - {id}: {from} to {next}"));
        }
        let comes = |unit: &UnitId| !here(unit) && self.is_due(*unit);
        if let Some((id, [at, next])) = self.own().into_iter().filter(comes).find_map(step) {
            examples.push(format!("  - {id}: enter {at}"));
            examples.push(format!("  - {id}: enter {at} {next}"));
        }
        if !examples.is_empty() {
            self.lines.info("examples:");
        }
        for example in examples {
            self.lines.info(&example);
        }
    }

    fn own(&self) -> Vec<UnitId> {
        self.scenario.ids().filter(|unit| self.scenario.unit(*unit).army == self.army).collect()
    }

    fn is_due(&self, unit: UnitId) -> bool {
        matches!(self.position.place(unit), Place::Reserve { due } if due <= self.position.turn)
    }

    fn must_fall_back(&self, unit: UnitId) -> bool {
        let goes = self.position.has(unit, Marks::INEFFECTIVE)
            || exclusive::conduct(self.scenario, unit).is_some();
        goes && self.facts.contacts.iter().any(|contact| contact.own.contains(&unit))
    }

    /// Strength with the letter of the arm, as printed: `4`, `2a`, `3c`.
    fn strength(&self, unit: UnitId) -> String {
        let counter = self.scenario.unit(unit);
        format!("{}{}", counter.strength, counter.arm.letter())
    }

    fn names(&self, units: &[UnitId]) -> String {
        list(units.iter().map(|unit| self.scenario.unit(*unit).id.as_str()))
    }
}

/// Lines of a form.
trait Lines {
    /// A line of orders.
    fn order(&mut self, text: String);
    /// Information, wrapped; a comment even in a form of which every line is used.
    fn info(&mut self, text: &str);
    /// A key with a value, the value on lines of its own where it is long.
    fn value(&mut self, key: &str, value: &str);
    /// A key with a value and a remark behind it, or before it where both do not fit.
    fn entry(&mut self, key: &str, value: &str, remark: &str);
}

/// Where remarks begin, if the order leaves room.
const REMARK: usize = 26;

impl Lines for Vec<String> {
    fn order(&mut self, text: String) {
        self.push(format!("# {text}"));
    }

    fn info(&mut self, text: &str) {
        let indent = text.len() - text.trim_start().len();
        let (first, rest) = (" ".repeat(indent), " ".repeat(indent + 2));
        for line in wrapped(text, &format!("# # {first}"), &format!("# # {rest}")) {
            self.push(line);
        }
    }

    fn value(&mut self, key: &str, value: &str) {
        let line = format!("# {key} {value}");
        if line.chars().count() <= WIDTH {
            return self.push(line);
        }
        self.push(format!("# {key}"));
        self.extend(wrapped(value, "#     ", "#     "));
    }

    fn entry(&mut self, key: &str, value: &str, remark: &str) {
        let line = format!("# {key} {value}");
        let full = format!("{line:REMARK$}  # {remark}");
        if remark.is_empty() {
            self.value(key, value);
        } else if full.chars().count() <= WIDTH {
            self.push(full);
        } else {
            self.info(remark);
            self.value(key, value);
        }
    }
}

/// Words on lines of at most [`WIDTH`] columns; a citation at the end stays in one piece.
fn wrapped(text: &str, first: &str, rest: &str) -> Vec<String> {
    let (words, citation) = match text.rfind(" (") {
        Some(at) if text.ends_with(')') => (&text[..at], Some(text[at..].trim_start())),
        _ => (text, None),
    };
    let mut lines = Vec::new();
    let mut line = first.to_owned();
    let mut empty = true;
    for word in words.split_whitespace().chain(citation) {
        let blank = usize::from(!empty);
        if !empty && line.chars().count() + blank + word.chars().count() > WIDTH {
            lines.push(std::mem::replace(&mut line, rest.to_owned()));
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    if !empty {
        lines.push(line);
    }
    lines
}
