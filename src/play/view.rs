//! What a renderer may see: lines of a report, already put into words, with their citations.

use crate::rule::Rule;

/// One line of a report before it is wrapped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Steps of indentation.
    pub indent: u8,
    /// Words; plain ASCII.
    pub text: String,
    /// Citations, printed in parentheses at the end.
    pub rules: Vec<Rule>,
    /// What kind of line it is, for renderers with more than text.
    pub kind: Kind,
}

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A heading.
    Heading,
    /// Something that happened.
    Fact,
    /// A die.
    Die,
    /// A default, a repair or another thing to look at.
    Notice,
    /// Nothing but space.
    Blank,
}

impl Line {
    /// A line of a kind without citations.
    pub fn new(kind: Kind, indent: u8, text: impl Into<String>) -> Line {
        Line { indent, text: text.into(), rules: Vec::new(), kind }
    }

    /// A fact.
    pub fn fact(indent: u8, text: impl Into<String>) -> Line {
        Line::new(Kind::Fact, indent, text)
    }

    /// Adds a citation.
    pub fn rule(mut self, rule: Rule) -> Line {
        self.rules.push(rule);
        self
    }
}

/// Figures in columns: losses, points by source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// What the figures are.
    pub title: String,
    /// Heads of the columns after the first.
    pub columns: Vec<String>,
    /// Rows: name and one cell for each column.
    pub rows: Vec<(String, Vec<String>)>,
}

/// `a`, `a and b`, `a, b and c`; `nobody` for none.
pub fn list<T: AsRef<str>>(items: impl IntoIterator<Item = T>) -> String {
    joined(items, "and")
}

/// `1113`, `1113 or 1211`, `1113, 1211 or 1212`.
pub fn either<T: AsRef<str>>(items: impl IntoIterator<Item = T>) -> String {
    joined(items, "or")
}

fn joined<T: AsRef<str>>(items: impl IntoIterator<Item = T>, word: &str) -> String {
    let items: Vec<T> = items.into_iter().collect();
    match items.as_slice() {
        [] => "nobody".to_owned(),
        [one] => one.as_ref().to_owned(),
        [all @ .., last] => {
            let all: Vec<&str> = all.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", all.join(", "), last.as_ref())
        }
    }
}

/// `1 movement point`, `2 movement points`.
pub fn count(n: u32, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
