//! Typed reading of a mapping that collects complaints instead of stopping at the first.
//!
//! ```
//! use provost::document::{fields::Fields, read};
//! let node = read::parse("id: 1/XI\nstrenght: 9\n", read::Limits::RECORD).unwrap();
//! let mut complaints = Vec::new();
//! let mut unit = Fields::of(&node, "unit", &mut complaints).unwrap();
//! let id = unit.required("id").text();
//! let strength = unit.required("strength").number::<u8>();
//! unit.finish();
//! assert_eq!((id, strength), (Some("1/XI"), None));
//! assert_eq!(complaints[0].headline, "`strength` is missing from this unit");
//! assert_eq!(complaints[1].help.as_deref(), Some("did you mean `strength`?"));
//! ```

use super::canonical::ENOUGH;
use super::{Diagnostic, Node, Text, Value};
use std::fmt::Display;
use std::str::FromStr;

/// The entries of one mapping while they are read by name.
#[derive(Debug)]
pub struct Fields<'n, 'c> {
    node: &'n Node,
    what: &'static str,
    asked: Vec<&'static str>,
    /// Which of the first 64 entries were asked for.
    found: u64,
    complaints: &'c mut Vec<Diagnostic>,
}

impl<'n, 'c> Fields<'n, 'c> {
    /// The fields of `node`, which is called `what` in complaints; none if it is no mapping.
    pub fn of(
        node: &'n Node,
        what: &'static str,
        complaints: &'c mut Vec<Diagnostic>,
    ) -> Option<Fields<'n, 'c>> {
        if node.as_map().is_none() {
            let headline = format!("this {what} must be a mapping, not {}", kind(node));
            complaints.push(Diagnostic::error(node.span, headline).help("write `key: value`"));
            return None;
        }
        Some(Fields { node, what, asked: Vec::with_capacity(8), found: 0, complaints })
    }

    /// An entry that must be there; complains if it is not.
    pub fn required(&mut self, key: &'static str) -> Field<'n, '_> {
        let node = self.ask(key);
        if node.is_none() {
            let headline = format!("`{key}` is missing from this {}", self.what);
            self.complaints.push(
                Diagnostic::error(self.node.span, headline).help(format!("add `{key}: ...`")),
            );
        }
        Field { node, key, complaints: self.complaints }
    }

    /// An entry that may be left out; reading it then yields nothing and complains about nothing.
    pub fn optional(&mut self, key: &'static str) -> Field<'n, '_> {
        Field { node: self.ask(key), key, complaints: self.complaints }
    }

    fn ask(&mut self, key: &'static str) -> Option<&'n Node> {
        self.asked.push(key);
        let entries = self.node.as_map()?;
        let at = entries.iter().position(|(known, _)| known.text == key)?;
        self.found |= 1 << at.min(63);
        Some(&entries[at].1)
    }

    /// Adds a complaint of the caller's own.
    pub fn complain(&mut self, complaint: Diagnostic) {
        self.complaints.push(complaint);
    }

    /// Where complaints go, for the readers of what stands inside.
    pub fn complaints(&mut self) -> &mut Vec<Diagnostic> {
        self.complaints
    }

    /// Complains about every entry that nobody asked for, with the nearest known key.
    pub fn finish(self) {
        let entries = self.node.as_map().unwrap_or_default();
        // All but the last mark stand for one entry each.
        if entries.len() < 64 && self.found.count_ones() as usize == entries.len() {
            return;
        }
        let keys = entries.iter().map(|(key, _)| key);
        let unknown = keys.filter(|key| !self.asked.contains(&key.text.as_str()));
        for key in unknown.take(ENOUGH) {
            let headline = format!("unknown key `{}` in this {}", key.text, self.what);
            let help = match nearest(&key.text, &self.asked) {
                Some(known) => format!("did you mean `{known}`?"),
                None => format!("known here: {}", self.asked.join(", ")),
            };
            self.complaints.push(Diagnostic::error(key.span, headline).help(help));
        }
    }
}

/// One entry of a mapping, there or not, about to be read as something.
#[derive(Debug)]
pub struct Field<'n, 'c> {
    node: Option<&'n Node>,
    key: &'static str,
    complaints: &'c mut Vec<Diagnostic>,
}

impl<'n, 'c> Field<'n, 'c> {
    /// Whether it is there.
    pub fn is_there(&self) -> bool {
        self.node.is_some()
    }

    /// The value as it stands.
    pub fn node(self) -> Option<&'n Node> {
        self.node
    }

    /// The value as text.
    pub fn text(self) -> Option<&'n str> {
        let node = self.node?;
        if node.as_text().is_none() {
            refuse(node, self.key, "text", self.complaints);
        }
        node.as_text()
    }

    /// The value as a whole number: at most nine decimal digits, no leading zero, no plus sign.
    pub fn number<T: FromStr>(self) -> Option<T> {
        self.number_up_to(999_999_999)
    }

    /// The same, not larger than a limit.
    pub fn number_up_to<T: FromStr>(self, most: u32) -> Option<T> {
        let (node, key) = (self.node?, self.key);
        let Some(text) = node.as_text().filter(|text| is_whole_number(text)) else {
            refuse(node, key, "a whole number", self.complaints);
            return None;
        };
        let moderate = text.parse::<i64>().is_ok_and(|n| n <= i64::from(most));
        let number = text.parse().ok().filter(|_| moderate);
        if number.is_none() {
            let headline = format!("`{key}` is out of range: {}", shortened(text));
            self.complaints.push(Diagnostic::error(node.span, headline));
        }
        number
    }

    /// The value as anything that reads itself from text: a hex, odds, a digest.
    pub fn read<T: FromStr<Err: Display>>(self) -> Option<T> {
        let (node, key) = (self.node?, self.key);
        let Some(text) = node.as_text() else {
            refuse(node, key, "text", self.complaints);
            return None;
        };
        let read = text.parse();
        if let Err(why) = &read {
            let headline = format!("`{key}` cannot be `{}`: {why}", shortened(text));
            self.complaints.push(Diagnostic::error(node.span, headline));
        }
        read.ok()
    }

    /// One of a few words, each with what it stands for.
    pub fn word<T: Copy>(self, words: &[(&str, T)]) -> Option<T> {
        let (node, key) = (self.node?, self.key);
        let found = words.iter().find(|(word, _)| node.as_text() == Some(*word));
        if found.is_none() {
            let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
            let headline = format!("`{key}` cannot be {}", kind(node));
            let complaint = Diagnostic::error(node.span, headline);
            self.complaints.push(match node.as_text().and_then(|word| nearest(word, &known)) {
                Some(near) => complaint.help(format!("did you mean `{near}`?")),
                None => complaint.help(format!("write {}", known.join(" or "))),
            });
        }
        found.map(|(_, value)| *value)
    }

    /// The items of a list; none if it is not there.
    pub fn list(self) -> &'n [Node] {
        let Some(node) = self.node else { return &[] };
        if node.as_list().is_none() {
            refuse(node, self.key, "a list", self.complaints);
        }
        node.as_list().unwrap_or_default()
    }

    /// The entries of a mapping whose keys are free; none if it is not there.
    pub fn entries(self) -> &'n [(Text, Node)] {
        let Some(node) = self.node else { return &[] };
        if node.as_map().is_none() {
            refuse(node, self.key, "a mapping", self.complaints);
        }
        node.as_map().unwrap_or_default()
    }

    /// The fields of a mapping within this one, called `what` in complaints.
    pub fn fields(self, what: &'static str) -> Option<Fields<'n, 'c>> {
        Fields::of(self.node?, what, self.complaints)
    }
}

/// Whether a text is a decimal whole number without leading zero: `0`, `12`, `-3`.
pub fn is_whole_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let nonzero = matches!(digits.as_bytes(), [b'1'..=b'9', rest @ ..]
        if rest.iter().all(u8::is_ascii_digit));
    nonzero || text == "0"
}

fn refuse(node: &Node, key: &str, right: &str, complaints: &mut Vec<Diagnostic>) {
    let headline = format!("`{key}` must be {right}, not {}", kind(node));
    complaints.push(Diagnostic::error(node.span, headline));
}

fn kind(node: &Node) -> String {
    match &node.value {
        Value::Text(text) if text.is_empty() => "empty".to_owned(),
        Value::Text(text) => format!("`{}`", shortened(text)),
        Value::List(_) => "a list".to_owned(),
        Value::Map(_) => "a mapping".to_owned(),
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The known word that a mistyped one most likely stands for, if one is near enough: at most a
/// third of its letters is wrong, and one of a word of two or three.
pub fn nearest<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let word: Vec<char> = word.chars().take(40).collect();
    let best = known.iter().map(|known| (distance(&word, known), *known)).min()?;
    // Between words without a letter in common nothing is mistyped.
    let common = word.len().min(best.1.chars().count());
    (best.0 <= word.len().max(3) / 3 && best.0 < common.max(1)).then_some(best.1)
}

/// How many letters must be put in, taken out, exchanged or swapped with their neighbour.
fn distance(word: &[char], known: &str) -> usize {
    let known: Vec<char> = known.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=known.len()).collect();
    for (i, a) in word.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, b) in known.iter().enumerate() {
            let mut least = (row[j] + usize::from(a != b)).min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && *a == known[j - 1] && word[i - 1] == *b {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[known.len()]
}
