//! The orders file: from text, or from a record, to [`Orders`].
//!
//! A typed file goes through [`open`] (the block is found and repaired, its head is read) and
//! [`File::read`]; a record's nodes go through [`record_orders`], [`record_standing`],
//! [`record_answers`] and [`record_rolls`], which repair nothing. Reading never stops at the
//! first complaint; each complaint stands at the word that it is about.

use super::answers::{Answer, At, AttackList, NewStanding, Orders, Standing, Whole};
use crate::document::digest::record_digest;
use crate::document::{Diagnostic, Node, Span, Text, Value, read};
use crate::mail::extract::{self, Block, Repair};
use std::ops::Range;

mod advice;
mod answers;
mod attack;
pub mod head;
mod keys;
pub mod names;
mod phrase;
mod reader;
mod routes;
mod standing;
mod stray;

pub use head::{Expected, Head};
pub use keys::{ENTRY, FORM, SECTIONS};
pub use names::Names;

use reader::Reader;

/// A typed file whose head has been read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// The block as it was found.
    pub block: Block,
    /// Its two head lines.
    pub head: Head,
    node: Node,
    /// What is damaged on other lines.
    damage: Vec<Diagnostic>,
}

/// What a typed file says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The orders; every place in them is one of the original text.
    pub orders: Orders,
    /// All repairs, those of the block and those of names, in order of place.
    pub repairs: Vec<Repair>,
}

/// Finds the orders in a text and reads their head.
///
/// The side that the head names is needed before units can be looked up; whether the head fits
/// the game is [`head::check`].
///
/// # Errors
/// No block, or a head that cannot be read. Damage elsewhere is told by [`File::read`], together
/// with what is wrong on the other lines.
pub fn open(text: &str) -> Result<File, Vec<Diagnostic>> {
    let (block, damage) = extract::find(text, &FORM)?;
    let relocate = |complaints: Vec<Diagnostic>| -> Vec<Diagnostic> {
        complaints.into_iter().map(|complaint| block.relocate(complaint)).collect()
    };
    // Where something is damaged, that may be why the rest is no YAML.
    let node = match read::parse(&block.text, read::Limits::RECORD) {
        Err(complaints) if damage.is_empty() => return Err(relocate(complaints)),
        Err(_) => return Err(damage),
        Ok(node) => node,
    };
    let head = head::read(&node, &block).map_err(|complaints| beside(&damage, complaints))?;
    let in_head = |line: u32| line == block.head.line || line == head.position.span.line;
    if damage.iter().any(|complaint| in_head(complaint.span.line)) {
        return Err(damage);
    }
    Ok(File { block, head, node, damage })
}

/// What is damaged, and complaints about the lines that are not.
fn beside(damage: &[Diagnostic], complaints: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let sound = |c: &Diagnostic| !damage.iter().any(|damaged| damaged.span.line == c.span.line);
    let mut all: Vec<Diagnostic> = complaints.into_iter().filter(sound).collect();
    all.extend_from_slice(damage);
    all.sort();
    all
}

impl File {
    /// The lines, of the original text, on which a section has something.
    pub fn lines_of(&self, section: &str) -> Vec<u32> {
        let Some(node) = self.node.get(section) else { return Vec::new() };
        let items = node.as_list().unwrap_or(std::slice::from_ref(node));
        items.iter().map(|item| self.block.locate(item.span).line).collect()
    }

    /// Reads everything below the head.
    pub fn read(&self, names: &Names<'_>) -> Result<Reading, Vec<Diagnostic>> {
        self.read_with(names, names)
    }

    /// The same with answers in which another army's units are named: in recorded mode they are
    /// the enemy's choices.
    ///
    /// # Errors
    /// Everything that cannot be understood, each at its word.
    pub fn read_with(
        &self,
        names: &Names<'_>,
        answering: &Names<'_>,
    ) -> Result<Reading, Vec<Diagnostic>> {
        match self.attempt(names, answering) {
            (reading, complaints, _) if complaints.is_empty() => Ok(reading),
            (_, complaints, _) => Err(complaints),
        }
    }

    /// What can be read, what cannot, and of which sections that is not a word.
    pub fn attempt(
        &self,
        names: &Names<'_>,
        answering: &Names<'_>,
    ) -> (Reading, Vec<Diagnostic>, Whole) {
        let mut whole = Whole { moves: true, attack: true };
        let mut reader = Reader::new(names, Some(&self.block));
        let mut orders = Orders {
            turn: self.head.turn.value,
            army: Some(self.head.army.value),
            position: self.head.position.clone(),
            ..Orders::default()
        };
        let mut standing = None;
        let mut withdrawn = None;
        for (key, value) in self.node.as_map().unwrap_or_default() {
            match key.text.as_str() {
                "orders" | "position" => {}
                "retreat" | "give way" | "cavalry" | "advance" => {
                    let all = standing.get_or_insert_with(Standing::default);
                    reader.standing_section(&key.text, value, all);
                }
                "rolls" => orders.rolls = reader.rolls(value),
                "standing" => withdrawn = reader.withdrawn(value),
                "note" => orders.note = reader.note(value),
                "answer" => {
                    reader.names = answering;
                    orders.answers = reader.answers(value);
                    reader.names = names;
                }
                section => {
                    let before = reader.complaints.len();
                    reader.section(key, value, &mut orders, &SECTIONS);
                    let read = reader.complaints.len() == before && self.is_whole(section);
                    match section {
                        "move" => whole.moves = read,
                        "attack" => {
                            whole.attack = read;
                            let wrong = reader.complaints.get(before..).unwrap_or_default();
                            self.keep_whole(&mut orders, wrong);
                        }
                        // What should it have been?
                        unknown if !SECTIONS.contains(&unknown) => {
                            whole = Whole { moves: false, attack: false };
                        }
                        _ => {}
                    }
                }
            }
        }
        orders.standing = match (standing, withdrawn) {
            (Some(_), Some(span)) => {
                reader.complaints.push(
                    Diagnostic::error(span, "`standing: none` beside standing orders")
                        .help("a file with any of the four sections replaces all four"),
                );
                None
            }
            (Some(all), None) => Some(NewStanding::Replaced(all)),
            (None, Some(_)) => Some(NewStanding::Withdrawn),
            (None, None) => None,
        };
        reader.complaints.extend(stray::complaint(&self.block, names));
        let (repairs, complaints) = match reader.finish() {
            Ok(repairs) => (repairs, self.damage.clone()),
            Err(complaints) => (Vec::new(), beside(&self.damage, complaints)),
        };
        let mut repairs: Vec<Repair> =
            repairs.into_iter().chain(self.block.repairs.clone()).collect();
        repairs.sort();
        (Reading { orders, repairs }, complaints, whole)
    }

    /// Whether no line of a section is damaged.
    fn is_whole(&self, section: &str) -> bool {
        let lines = self.extent_of(section);
        !self.damage.iter().any(|damaged| lines.contains(&damaged.span.line))
    }

    /// From the line of a section's key to that of the next key.
    fn extent_of(&self, section: &str) -> Range<u32> {
        let entries = self.node.as_map().unwrap_or_default();
        let line = |text: &Text| self.block.locate(text.span).line;
        let mut after = entries.iter().skip_while(|(key, _)| key.text != section);
        let from = after.next().map_or(0, |(key, _)| line(key));
        from..after.next().map_or(u32::MAX, |(key, _)| line(key))
    }

    /// Leaves out the attacks of which a line is damaged or not understood.
    fn keep_whole(&self, orders: &mut Orders, wrong: &[Diagnostic]) {
        let Some(AttackList::Entries(entries, _)) = &mut orders.attack else { return };
        let wrong: Vec<u32> = wrong.iter().chain(&self.damage).map(|d| d.span.line).collect();
        let mut starts: Vec<u32> = entries.iter().map(|entry| entry.span.line).collect();
        starts.push(self.extent_of("attack").end);
        let mut lines = starts.windows(2).map(|pair| pair[0]..pair[1]);
        entries.retain(|_| {
            lines.next().is_none_or(|lines| !wrong.iter().any(|line| lines.contains(line)))
        });
    }
}

/// Reads the `orders` of a record: full ids, single blanks, exactly the known keys.
pub fn record_orders(node: &Node, names: &Names<'_>) -> Result<Orders, Vec<Diagnostic>> {
    const KEYS: [&str; 6] = ["turn", "position", "move", "fall back", "attack", "answer"];
    let mut reader = Reader::new(names, None);
    let mut orders = Orders { army: Some(names.army), ..Orders::default() };
    let (mut turn, mut position) = (false, false);
    for (key, value) in reader.mapping(node, "orders") {
        match key.text.as_str() {
            "turn" => {
                orders.turn = reader.turn(value);
                turn = true;
            }
            "position" => {
                orders.position = reader.label(value);
                position = true;
            }
            _ => reader.section(key, value, &mut orders, &KEYS),
        }
    }
    for (key, _) in [("turn", turn), ("position", position)].into_iter().filter(|(_, is)| !is) {
        reader.complaints.push(Diagnostic::error(node.span, format!("`{key}` is missing")));
    }
    reader.finish()?;
    Ok(orders)
}

/// Reads the `standing` of a record: `none`, or any of the four sections.
pub fn record_standing(node: &Node, names: &Names<'_>) -> Result<NewStanding, Vec<Diagnostic>> {
    let mut reader = Reader::new(names, None);
    if node.as_text().is_some() {
        reader.withdrawn(node);
        reader.finish()?;
        return Ok(NewStanding::Withdrawn);
    }
    let mut all = Standing::default();
    for (key, value) in reader.mapping(node, "standing") {
        match key.text.as_str() {
            "retreat" | "give way" | "cavalry" | "advance" => {
                reader.standing_section(&key.text, value, &mut all);
            }
            _ => reader.unknown(key, &["retreat", "give way", "cavalry", "advance"]),
        }
    }
    reader.finish()?;
    Ok(NewStanding::Replaced(all))
}

/// Reads the `answer` of a record: the choices of the side that is not phasing.
pub fn record_answers(node: &Node, names: &Names<'_>) -> Result<Vec<Answer>, Vec<Diagnostic>> {
    let mut reader = Reader::new(names, None);
    let answers = reader.answers(node);
    reader.finish()?;
    Ok(answers)
}

/// Reads the `rolls` of a record: label and face.
pub fn record_rolls(
    node: &Node,
    names: &Names<'_>,
) -> Result<Vec<(At<String>, u32)>, Vec<Diagnostic>> {
    let mut reader = Reader::new(names, None);
    let rolls = reader.rolls(node);
    reader.finish()?;
    Ok(rolls)
}

impl Reader<'_> {
    /// Reads a section that stands in files and in records alike.
    fn section(&mut self, key: &Text, value: &Node, orders: &mut Orders, known: &[&str]) {
        match key.text.as_str() {
            "move" => orders.moves = self.moves(value),
            "fall back" => orders.fall_back = self.fall_backs(value),
            "attack" => orders.attack = self.attack(value),
            "answer" => orders.answers = self.answers(value),
            _ => self.unknown(key, known),
        }
    }

    /// `attack: none` or its entries.
    fn attack(&mut self, node: &Node) -> Option<AttackList> {
        if let Value::Text(text) = &node.value
            && text.eq_ignore_ascii_case("none")
        {
            return Some(AttackList::None(self.locate(node.span)));
        }
        let entries = self.entries(node);
        Some(AttackList::Entries(entries, self.locate(node.span)))
    }

    /// `standing: none`; the place of the word.
    fn withdrawn(&mut self, node: &Node) -> Option<Span> {
        let span = self.locate(node.span);
        let none = node.as_text().is_some_and(|text| text.eq_ignore_ascii_case("none"));
        if !none {
            self.complaints.push(
                Diagnostic::error(span, "`standing` says something else than `none`").help(
                    "write the sections `retreat`, `give way`, `cavalry`, `advance` themselves",
                ),
            );
        }
        none.then_some(span)
    }

    /// `note:` on one line.
    fn note(&mut self, node: &Node) -> Option<String> {
        let Some(text) = node.as_text() else {
            let span = self.locate(node.span);
            self.complaints
                .push(Diagnostic::error(span, "a note is text").help("put the note in quotes"));
            return None;
        };
        let line = phrase::one_line(text)?;
        // What a record may not hold is refused at its place, not when the record is written.
        let note = Node { span: self.locate(node.span), value: Value::Text(line.as_str().into()) };
        if let Err(complaints) = record_digest(&Node::map([("note", note)])) {
            self.complaints.extend(complaints);
        }
        Some(line)
    }
}
