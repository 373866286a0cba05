//! The echo "orders as understood", for people: at most 72 columns. What was typed is shown as it
//! is, except for characters that do not show or command a terminal.
//!
//! A `*` in the first column marks a line in which something was repaired.

use super::super::answers::{NewStanding, Standing};
use super::super::grammar::{File, Names, Reading};
use super::nodes::{orders, rolls, sections, standing};
use crate::document::{Node, Span, Value, shown};
use crate::mail::extract::Repair;
use std::collections::BTreeMap;

/// Columns of a line.
const WIDTH: usize = 72;

/// Lines of cut text that are shown.
const SHOWN: usize = 10;

/// Tells what was understood: the orders, the repairs, which standing orders lapse, and what was
/// cut off. `in_force` are the standing orders of this side until now.
pub fn echo(
    file: &File,
    reading: &Reading,
    in_force: Option<&Standing>,
    names: &Names<'_>,
) -> String {
    let typed = &reading.orders;
    let mut page = Page { out: String::new(), repairs: &reading.repairs };
    page.plain("orders as understood");
    let head = &file.head;
    let first =
        format!("orders: {} turn {} {}", head.title.value, head.turn.value, head.army.value);
    page.line(head.title.span, "", &first);
    page.line(head.position.span, "", &format!("position: {}", head.position.value));
    let understood = orders(typed, names);
    for (key, value) in understood.as_map().unwrap_or_default() {
        if !matches!(key.text.as_str(), "turn" | "position") {
            page.section(&key.text, value);
        }
    }
    // An answer alone says nothing of moves.
    let orders = typed.answers.is_empty() || !typed.moves.is_empty() || typed.attack.is_some();
    if typed.moves.is_empty() && orders {
        page.plain("  (no `move`)");
    }
    if typed.attack.is_none() && orders {
        page.plain("  (no `attack`)");
    }
    match &typed.standing {
        Some(new @ NewStanding::Replaced(_)) => {
            for (key, value) in standing(new, names).as_map().unwrap_or_default() {
                page.section(&key.text, value);
            }
        }
        Some(NewStanding::Withdrawn) => page.plain("  standing: none"),
        None => {}
    }
    if !typed.rolls.is_empty() {
        page.section("rolls", &rolls(&typed.rolls));
    }
    if let Some(note) = &typed.note {
        page.line(Span::NONE, "", &format!("note: {note}"));
    }
    let old = in_force.filter(|_| typed.standing.is_some());
    page.list("standing orders that lapse:", lapses(old, typed.standing.as_ref(), names));
    page.list("repaired (*):", repairs(&reading.repairs));
    page.list("not read:", cut(file));
    page.out
}

/// The lines of the old standing orders that the new ones do not repeat.
fn lapses(old: Option<&Standing>, new: Option<&NewStanding>, names: &Names<'_>) -> Vec<String> {
    let Some(old) = old else { return Vec::new() };
    let kept = match new {
        Some(NewStanding::Replaced(new)) => sections(new, names).map(|(_, lines)| lines),
        _ => Default::default(),
    };
    let mut lapsed = Vec::new();
    for ((section, lines), kept) in sections(old, names).into_iter().zip(&kept) {
        let gone = lines.iter().filter(|line| !kept.contains(line));
        lapsed.extend(gone.flat_map(sentences).map(|(_, line)| format!("{section}: {line}")));
    }
    lapsed
}

/// Repairs of one kind together: `lines 28-33, 35: lost indentation rebuilt`.
fn repairs(repairs: &[Repair]) -> Vec<String> {
    let mut lines_of: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for repair in repairs {
        lines_of.entry(&repair.what).or_default().push(repair.span.line);
    }
    let mut kinds: Vec<(&str, Vec<u32>)> = lines_of.into_iter().collect();
    kinds.sort_by(|(_, a), (_, b)| a.cmp(b));
    let tell = |(what, lines): (&str, Vec<u32>)| match ranges(&lines) {
        (_, none) if none.is_empty() => what.to_owned(),
        (1, line) => format!("line {line}: {what}"),
        (_, lines) => format!("lines {lines}: {what}"),
    };
    kinds.into_iter().map(tell).collect()
}

/// How many lines, and `28-33, 35`.
fn ranges(lines: &[u32]) -> (usize, String) {
    let mut lines: Vec<u32> = lines.iter().copied().filter(|line| *line > 0).collect();
    lines.sort_unstable();
    lines.dedup();
    let mut parts: Vec<(u32, u32)> = Vec::new();
    for line in &lines {
        match parts.last_mut() {
            Some((_, to)) if *to + 1 == *line => *to = *line,
            _ => parts.push((*line, *line)),
        }
    }
    let tell = |(from, to): &(u32, u32)| match to - from {
        0 => from.to_string(),
        _ => format!("{from}-{to}"),
    };
    (lines.len(), parts.iter().map(tell).collect::<Vec<String>>().join(", "))
}

/// What stands around the block.
fn cut(file: &File) -> Vec<String> {
    let block = &file.block;
    let mut cut = Vec::new();
    match block.before {
        0 => {}
        1 => cut.push("1 line before the orders".to_owned()),
        n => cut.push(format!("{n} lines before the orders")),
    }
    let shown = block.cut.iter().take(SHOWN).map(|(line, text)| {
        let text: String = text.chars().take(2 * WIDTH).collect();
        format!("line {line}: {text}")
    });
    cut.extend(shown);
    if block.cut.len() > SHOWN {
        cut.push(format!("and {} more lines", block.cut.len() - SHOWN));
    }
    cut.extend(block.quoted.iter().take(SHOWN).map(|line| format!("line {line}: quoted orders")));
    cut
}

/// A line of a section as text, one for each key, with its place.
fn sentences(line: &Node) -> Vec<(Span, String)> {
    let entries = line.as_map().unwrap_or_default();
    let tell = |(key, value): &(crate::document::Text, Node)| {
        (value.span, format!("{}: {}", key.text, value.as_text().unwrap_or_default()))
    };
    entries.iter().map(tell).collect()
}

struct Page<'r> {
    out: String,
    repairs: &'r [Repair],
}

impl Page<'_> {
    fn section(&mut self, key: &str, value: &Node) {
        let Value::List(lines) = &value.value else {
            let sentence = format!("{key}: {}", value.as_text().unwrap_or_default());
            return self.line(value.span, "", &sentence);
        };
        self.plain(&format!("  {key}:"));
        for line in lines {
            for (at, (span, sentence)) in sentences(line).into_iter().enumerate() {
                self.line(span, if at == 0 { "- " } else { "  " }, &sentence);
            }
        }
    }

    /// A line under a mark if something was repaired in it.
    fn line(&mut self, span: Span, before: &str, text: &str) {
        let at = self.repairs.partition_point(|repair| repair.span.line < span.line);
        let repaired = self.repairs.get(at).is_some_and(|repair| repair.span.line == span.line);
        let mark = if repaired && span.line > 0 { "* " } else { "  " };
        self.wrap(&format!("{mark}{before}"), &format!("    {}", " ".repeat(before.len())), text);
    }

    fn list(&mut self, title: &str, lines: Vec<String>) {
        if !lines.is_empty() {
            self.plain(title);
        }
        for line in lines {
            self.wrap("  ", "    ", &line);
        }
    }

    fn plain(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// Breaks a text at blanks, and a word that is too long wherever it must be.
    fn wrap(&mut self, first: &str, other: &str, text: &str) {
        let (mut line, mut used) = (first.to_owned(), columns(first));
        let mut empty = true;
        for word in shown(text).split_whitespace() {
            if !empty && used + 1 + columns(word) > WIDTH {
                self.plain(&std::mem::replace(&mut line, other.to_owned()));
                (used, empty) = (columns(other), true);
            }
            if !empty {
                line.push(' ');
                used += 1;
            }
            for c in word.chars() {
                if used >= WIDTH {
                    self.plain(&std::mem::replace(&mut line, other.to_owned()));
                    used = columns(other);
                }
                line.push(c);
                used += 1;
            }
            empty = false;
        }
        self.plain(line.trim_end());
    }
}

fn columns(text: &str) -> usize {
    text.chars().count()
}
