//! Builds clean YAML of two levels from the lines of a block, whatever became of their blanks.
//!
//! No key occurs on both levels, so a key tells its own level.

use super::block::{Block, ENOUGH, Form, Repair};
use super::characters::{self, Words};
use super::lines::{self, Kind, Line};
use crate::document::fields::nearest;
use crate::document::{Diagnostic, Span};

mod after;
mod clean;
mod free;
mod typed;

use clean::Clean;
use free::Free;
use typed::Typed;

/// The walk over the lines of a block.
pub(super) struct Walk<'f> {
    form: &'f Form<'f>,
    margin: usize,
    clean: Vec<Clean>,
    repairs: Vec<Repair>,
    complaints: Vec<Diagnostic>,
    section: Section,
    /// Free text that is not complete yet.
    free: Option<Free>,
    /// Whether a foreign mark before an item has been told.
    bullets: bool,
    end: End,
    /// The last line that was taken and is not blank.
    last: u32,
}

/// How the block ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// With the text.
    Text,
    /// With a line `end`.
    Word,
    /// Before a line that does not belong to it.
    Before(u32),
}

/// What has been seen since the last key of the first level.
#[derive(Default)]
struct Section {
    key: String,
    state: State,
    /// Indentation of its first item.
    dash: Option<usize>,
    item: Option<Item>,
    /// The latest line in it that was complained of and passed over.
    passed: u32,
}

/// What may follow in a section.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum State {
    /// The key is unknown: whatever follows is passed over.
    #[default]
    Unknown,
    /// No value yet.
    Empty,
    /// A value stands beside the key.
    Value,
    /// Items.
    List,
}

/// The item that is open.
struct Item {
    /// Indentation of its keys.
    keys: Option<usize>,
    /// Whether it is a sentence without a key.
    bare: bool,
    /// Whether its last key has no value yet, so that a list may follow by mistake.
    wants: bool,
    /// Whether its last key is one of the second level.
    known: bool,
}

impl<'f> Walk<'f> {
    /// A walk over a block whose head line is indented by `margin` blanks.
    pub fn new(form: &'f Form<'f>, margin: usize) -> Walk<'f> {
        Walk {
            form,
            margin,
            clean: Vec::new(),
            repairs: Vec::new(),
            complaints: Vec::new(),
            section: Section::default(),
            free: None,
            bullets: false,
            end: End::Text,
            last: 0,
        }
    }

    /// Takes one line; false if the block has ended before it or with it.
    pub fn take(&mut self, line: &Line<'_>) -> bool {
        if self.complaints.len() >= ENOUGH {
            return false;
        }
        let raw: Vec<char> = line.text.trim_end_matches(characters::is_blank).chars().collect();
        let lead = raw.iter().take_while(|c| characters::is_blank(**c)).count();
        let indent = lead.saturating_sub(self.margin);
        let words = match &self.free {
            Some(free) if free.is_open() || indent > 0 => Words::Free,
            _ => Words::Orders,
        };
        let mut found = Vec::new();
        let mut chars = raw.clone();
        characters::repair(line.number, 0, &mut chars, words, &mut found);
        let typed = Typed { number: line.number, lead, indent, chars: chars.split_off(lead) };
        let raw = raw.get(lead..).unwrap_or_default();
        let (repairs, complaints) = (self.repairs.len(), self.complaints.len());
        self.repairs.append(&mut found);
        let comment = match words {
            Words::Orders => typed.comment(),
            Words::Free => u32::MAX,
        };
        let goes_on = self.sort(typed, raw);
        if goes_on {
            if !raw.is_empty() {
                self.last = line.number;
            }
            let in_comment = |r: &Repair| r.span.line == line.number && r.span.column > comment;
            self.repairs.retain(|repair| !in_comment(repair));
            let others = self.complaints.split_off(complaints);
            characters::refuse(line, &mut self.complaints);
            if self.complaints.len() == complaints {
                // A line that is damaged says nothing that is worth another complaint.
                self.complaints.extend(others);
            }
        } else {
            self.repairs.truncate(repairs);
        }
        goes_on
    }

    /// Finds out what a line is and puts it where it belongs.
    fn sort(&mut self, typed: Typed, raw: &[char]) -> bool {
        if let Some(free) = &mut self.free
            && (free.is_open() || typed.indent > 0 || typed.chars.is_empty())
            && free.goes_on(typed.indent)
        {
            free.take(&typed, &mut self.complaints);
            return true;
        }
        if typed.chars.is_empty() {
            return true;
        }
        let is_known = |key: &[char]| self.known(key).is_some();
        let at_margin = typed.indent == 0;
        match lines::kind(&typed.chars, is_known) {
            Kind::Comment => {}
            Kind::CloseComment => self.complain(
                typed.span(0, 1),
                "`#` is not followed by a blank",
                "a comment begins with `# `",
            ),
            Kind::Quote => return self.end(End::Before(typed.number)),
            Kind::End if at_margin => return self.end(End::Word),
            Kind::Item(at) => self.item(&typed, at),
            Kind::Bullet(at) if self.is_item(&typed, at) => {
                let mark = typed.chars.iter().take(1).collect::<String>();
                if !std::mem::replace(&mut self.bullets, true) {
                    let headline = format!("a line of a list begins with `- `, not with `{mark}`");
                    self.complain(typed.span(0, 1), headline, "write `- ` before each line");
                }
                self.item(&typed, at);
            }
            Kind::CloseItem => {
                self.complain(typed.span(0, 1), "no blank after `-`", "write `- ` before an item");
                self.item(&typed, 1);
            }
            Kind::Key(colon) => return self.key(&typed, raw, colon),
            Kind::CloseKey(colon) => {
                let key_of = typed.chars.get(..colon).unwrap_or_default();
                let key: String = key_of.iter().collect();
                let help = format!("write `{key}: `, then the value");
                self.complain(typed.span(colon, colon + 1), "no blank after the colon", help);
                return self.key(&typed, raw, colon);
            }
            Kind::Other | Kind::Bullet(_) | Kind::End if at_margin => {
                return self.end(End::Before(typed.number));
            }
            Kind::Other | Kind::Bullet(_) | Kind::End => self.continuation(&typed),
        }
        true
    }

    /// Whether a line under a foreign mark is meant as an item: the first of its section, or one
    /// with a colon.
    fn is_item(&self, typed: &Typed, at: usize) -> bool {
        match self.section.state {
            State::Empty => true,
            State::List => lines::colon(typed.chars.get(at..).unwrap_or_default()).is_some(),
            State::Unknown | State::Value => false,
        }
    }

    fn end(&mut self, end: End) -> bool {
        self.end = end;
        false
    }

    /// Whether the line that was not taken says `end`.
    pub fn has_end(&self) -> bool {
        self.end == End::Word
    }

    fn complain(&mut self, span: Span, headline: impl Into<String>, help: impl Into<String>) {
        self.complaints.push(Diagnostic::error(span, headline).help(help));
    }

    /// The known key that a text spells, in whatever case, and whether it is of the first level.
    fn known(&self, key: &[char]) -> Option<(&'f str, bool)> {
        let key = plain_key(key);
        let find = |keys: &'f [&'f str]| keys.iter().find(|k| k.eq_ignore_ascii_case(&key));
        let first = find(self.form.first).map(|k| (*k, true));
        first.or_else(|| find(self.form.second).map(|k| (*k, false)))
    }

    fn key(&mut self, typed: &Typed, raw: &[char], colon: usize) -> bool {
        let Some(key) = typed.chars.get(..colon) else { return true };
        match self.known(key) {
            Some((known, true)) => self.first_level(typed, raw, colon, known),
            Some((known, false)) => self.second_level(typed, colon, known),
            None if typed.indent > 0 => self.unknown_inside(typed, colon),
            None if lines::is_words(key) => self.unknown_words(typed, key),
            None => return self.end(End::Before(typed.number)),
        }
        true
    }

    fn first_level(&mut self, typed: &Typed, raw: &[char], colon: usize, known: &str) {
        self.close_free();
        self.note_spelling(typed, 0, colon, known);
        if typed.indent > 0 {
            self.note_indentation(typed);
        }
        let mut clean = Clean::new(typed.number, "");
        clean.key(known, typed.span(0, colon));
        let is_free = self.form.free.contains(&known);
        self.section = Section { key: known.to_owned(), ..Section::default() };
        if is_free {
            self.section.state = State::Value;
            let mut raw = raw.to_vec();
            let value = raw.get_mut(colon + 1..).unwrap_or_default();
            // The repairs of `take` were made for a sentence; free text keeps its dashes.
            let from = typed.lead + colon + 1;
            self.repairs.retain(|r| r.span.line != typed.number || r.span.column as usize <= from);
            characters::repair(typed.number, from, value, Words::Free, &mut self.repairs);
            self.free = Some(Free::begin(clean, typed, &raw, colon + 1, &mut self.complaints));
            return;
        }
        let value: String = typed.chars.iter().skip(colon + 1).collect();
        // What is only damage is no value: the items below are looked at.
        let is_damage = matches!(value.trim(), "=20" | "=");
        let has_value = !is_damage && clean.value(typed, colon + 1, &mut self.complaints);
        self.section.state = if has_value { State::Value } else { State::Empty };
        self.clean.push(clean);
    }

    fn second_level(&mut self, typed: &Typed, colon: usize, known: &str) {
        if self.section.state == State::Unknown {
            return;
        }
        let help = format!("write it in an item of a list: `- {known}: ...`");
        let Some(item) = &mut self.section.item else {
            self.complain(typed.span(0, colon), format!("`{known}` stands alone"), help);
            if self.section.state != State::Value {
                self.item(typed, 0);
            }
            return;
        };
        let keys = *item.keys.get_or_insert(typed.indent);
        if keys != typed.indent || typed.indent == 0 {
            self.note_indentation(typed);
        }
        self.note_spelling(typed, 0, colon, known);
        self.pair(typed, "  ", 0, colon, Some(known));
    }

    fn unknown_inside(&mut self, typed: &Typed, colon: usize) {
        match (&self.section.item, self.section.state) {
            (_, State::Unknown) => {}
            (Some(Item { bare: true, .. }), _) => {
                self.complain(
                    typed.whole(),
                    "an item goes on in a second line before its colon",
                    "a list of units before a colon stays on one line; repeat the line for more \
                     units",
                );
                if let Some(last) = self.clean.last_mut() {
                    last.made(" ");
                    last.push(&typed.chars.iter().collect::<String>(), typed.whole());
                }
            }
            (Some(_), _) => self.pair(typed, "  ", 0, colon, None),
            (None, State::Value) => self.complain(
                typed.whole(),
                format!("`{}` has its value already", self.section.key),
                "write one value",
            ),
            (None, _) => {
                let headline = format!("a line of `{}` does not begin with `- `", self.section.key);
                self.complain(typed.whole(), headline, "write `- ` before each line of a list");
                self.item(typed, 0);
            }
        }
    }

    fn unknown_words(&mut self, typed: &Typed, key: &[char]) {
        self.close_free();
        let key = plain_key(key);
        let keys: Vec<&str> = self.form.first.iter().chain(self.form.second).copied().collect();
        let end = "if it is not part of the orders, write `end` on a line above it";
        let lower = key.to_lowercase();
        let other = self.form.meant.iter().find(|(said, _)| *said == lower);
        let help = match other.map(|(_, ours)| *ours).or_else(|| nearest(&lower, &keys)) {
            Some(known) => format!("did you mean `{known}`? {end}"),
            None if matches!(self.section.state, State::List | State::Empty) => {
                let section = &self.section.key;
                let begins = format!("a line of `{section}` begins with `- `");
                format!("{begins}; write `end` on a line above your signature")
            }
            None => "write `end` on a line above your signature".to_owned(),
        };
        let length = key.chars().count();
        self.complain(typed.span(0, length), format!("unknown key `{key}`"), help);
        // A dash that is forgotten in the middle of a list hides nothing of what follows.
        let above = self.clean.last().map_or(0, |line| line.line).max(self.section.passed);
        match self.section.state {
            State::List | State::Empty if above + 1 == typed.number => {
                self.section.passed = typed.number;
            }
            _ => self.section = Section::default(),
        }
    }

    fn item(&mut self, typed: &Typed, at: usize) {
        match self.section.state {
            State::Unknown => return self.close_free(),
            State::Value => {
                self.close_free();
                let headline =
                    format!("a list item under `{}`, which has a value", self.section.key);
                return self.complain(typed.whole(), headline, "leave out one of the two");
            }
            State::Empty | State::List => self.section.state = State::List,
        }
        let rest = typed.chars.get(at..).unwrap_or_default();
        let colon = lines::colon(rest).map(|colon| at + colon);
        let key = colon.and_then(|colon| typed.chars.get(at..colon)).unwrap_or_default();
        let known = self.known(key).filter(|(_, first)| !first).map(|(known, _)| known);
        let deeper = self.section.dash.is_some_and(|dash| dash < typed.indent);
        let nested = |item: &Item| item.wants && (item.known || deeper);
        if self.section.item.as_ref().is_some_and(nested) && known.is_none() {
            // A list where a sentence is due; the grammar says so.
            let mut clean = Clean::new(typed.number, "  - ");
            clean.value(typed, at, &mut self.complaints);
            return self.clean.push(clean);
        }
        if *self.section.dash.get_or_insert(typed.indent) != typed.indent {
            self.note_indentation(typed);
        }
        let keys = (!rest.is_empty()).then_some(typed.indent + at);
        self.section.item = Some(Item { keys, bare: colon.is_none(), wants: false, known: false });
        match colon {
            Some(colon) => {
                if let Some(known) = known {
                    self.note_spelling(typed, at, colon, known);
                }
                self.pair(typed, "- ", at, colon, known);
            }
            None => {
                let mut clean = Clean::new(typed.number, "- ");
                clean.value(typed, at, &mut self.complaints);
                self.clean.push(clean);
            }
        }
    }

    /// A key and its value, after a dash or below one.
    fn pair(&mut self, typed: &Typed, before: &str, at: usize, colon: usize, known: Option<&str>) {
        let mut clean = Clean::new(typed.number, before);
        match known {
            Some(known) => clean.key(known, typed.span(at, colon)),
            None => clean.typed_key(typed, at, colon),
        }
        let has_value = clean.value(typed, colon + 1, &mut self.complaints);
        if let Some(item) = &mut self.section.item {
            item.wants = !has_value;
            item.known = known.is_some();
            item.bare = false;
        }
        self.clean.push(clean);
    }

    /// A line that goes on with the value above it.
    fn continuation(&mut self, typed: &Typed) {
        if self.section.state == State::Unknown {
            return;
        }
        let complaints = &mut self.complaints;
        if let Some(last) = self.clean.last_mut() {
            last.go_on(typed, complaints);
        }
        match &mut self.section.item {
            Some(item) => item.wants = false,
            None => self.section.state = State::Value,
        }
    }

    fn note_spelling(&mut self, typed: &Typed, from: usize, colon: usize, known: &str) {
        let key: String = typed.chars.get(from..colon).unwrap_or_default().iter().collect();
        if key.trim_end() != known {
            let what = format!("`{}` read as `{known}`", key.trim_end());
            self.repairs.push(Repair::new(typed.span(from, colon), what));
        }
    }

    fn note_indentation(&mut self, typed: &Typed) {
        self.repairs.push(Repair::new(typed.whole(), "lost indentation rebuilt"));
    }

    fn close_free(&mut self) {
        if let Some(free) = self.free.take() {
            self.clean.push(free.finish(&mut self.complaints));
        }
    }

    /// The block, and every complaint about it; `after` are the lines that follow it.
    pub fn finish(mut self, after: &[Line<'_>]) -> (Block, Vec<Diagnostic>) {
        self.close_free();
        let stop = self.stop(after);
        if let End::Before(line) = self.end {
            let unread = self.unread(line, after);
            self.complaints.extend(unread);
        }
        self.complaints.sort();
        if self.margin > 0
            && let Some(first) = self.clean.first()
        {
            let span = Span { line: first.line, column: 1, length: self.margin as u32 };
            let what = format!("everything moved left by {}", self.margin);
            self.repairs.push(Repair::new(span, what));
        }
        self.repairs.sort();
        let mut text = String::new();
        for clean in &self.clean {
            text.extend(clean.text.chars().map(characters::blanked));
            text.push('\n');
        }
        let block = Block {
            text,
            lines: self.clean.iter().map(|clean| clean.line).collect(),
            head: Span::NONE,
            repairs: self.repairs,
            stop,
            before: 0,
            cut: Vec::new(),
            quoted: Vec::new(),
            pieces: self.clean.into_iter().map(|clean| clean.pieces).collect(),
        };
        (block, self.complaints)
    }
}

/// A key without quotes and with single blanks.
fn plain_key(key: &[char]) -> String {
    let text: String = key.iter().collect();
    let text = text.trim();
    let unquoted = ['"', '\''].iter().find_map(|q| text.strip_prefix(*q)?.strip_suffix(*q));
    unquoted.unwrap_or(text).split_whitespace().collect::<Vec<&str>>().join(" ")
}
