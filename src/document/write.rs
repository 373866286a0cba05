//! Canonical YAML out: the same tree gives the same bytes, and reading them gives the tree.
//!
//! Records are written so that they survive re-wrapping by mail programs: no line over 72 columns
//! where a word does not force it, 64 digits alone on their line, no flow style, few quotes.
//! Positions have one unit a line. Everything else is plain block style in which each hex and
//! each odds is quoted, so that no other reader takes one for a number.

use super::digest::{Digest, drops_blanks};
use super::fields::is_whole_number;
use super::lines::foreign;
use super::{Node, Text, Value};
use std::borrow::Cow;

/// Documents that are written already as one stream.
pub fn stream<T: AsRef<str>>(documents: &[T]) -> String {
    let mut stream = String::new();
    for document in documents.iter().map(AsRef::as_ref) {
        stream.push_str("---\n");
        stream.push_str(document);
        if !document.ends_with('\n') {
            stream.push('\n');
        }
    }
    stream
}

/// Most columns of a line that a mail program leaves alone.
pub const WIDTH: usize = 72;

/// Writes the file of one record, a mapping with `record` and `check`.
///
/// Blanks inside `sig`, `signature` and `key` do not count and are not kept.
pub fn record(file: &Node) -> String {
    page(file, Quotes::Needed)
}

/// Writes any other document in block style: terms, scenarios, letters.
pub fn document(node: &Node) -> String {
    page(node, Quotes::Typed)
}

/// Writes a position: one unit a line, every id and hex quoted, numbers plain.
pub fn position(position: &Node) -> String {
    let mut out = String::new();
    let Some(entries) = position.as_map().filter(|entries| !entries.is_empty()) else {
        flow(&mut out, position, "");
        return out + "\n";
    };
    for (key, value) in entries {
        out.push_str(&word(&key.text, ""));
        out.push(':');
        match value.as_list() {
            Some(items) if items.iter().any(|item| item.as_map().is_some()) => {
                for item in items {
                    out.push_str("\n- ");
                    flow(&mut out, item, &key.text);
                }
            }
            _ => {
                out.push(' ');
                flow(&mut out, value, &key.text);
            }
        }
        out.push('\n');
    }
    out
}

/// Writes a value in flow style on the current line.
fn flow(out: &mut String, node: &Node, key: &str) {
    match &node.value {
        Value::Text(text) => out.push_str(&word(text, key)),
        Value::List(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                flow(out, item, key);
            }
            out.push(']');
        }
        Value::Map(entries) => {
            out.push('{');
            for (at, (key, value)) in entries.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                out.push_str(&word(&key.text, ""));
                out.push_str(": ");
                flow(out, value, &key.text);
            }
            out.push('}');
        }
    }
}

/// A scalar of a position: simple words and numbers plain, ids, hexes and the rest quoted.
fn word(text: &str, key: &str) -> String {
    let simple = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b));
    let plain = key != "id" && ((simple && !is_typed(text)) || is_plain_number(text));
    if plain { text.to_owned() } else { quoted(text) }
}

fn is_base64(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_alphanumeric() || b"+/=".contains(&b))
}

/// When a scalar is quoted that could be read without quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quotes {
    /// Never, but for words that are no text in YAML 1.1.
    Needed,
    /// Always when some reader could take it for anything but text, except whole numbers.
    Typed,
}

/// Where a value is about to be written.
#[derive(Clone, Copy)]
enum After<'k> {
    /// After the `:` of this key.
    Key(&'k str),
    /// After the `-` of an item of the list under this key.
    Dash(&'k str),
}

fn page(node: &Node, quotes: Quotes) -> String {
    let mut page = Page { out: String::new(), quotes };
    match &node.value {
        Value::Map(entries) if !entries.is_empty() => page.map(entries, 0),
        Value::List(items) if !items.is_empty() => page.list(items, "", 0),
        _ => {
            flow(&mut page.out, node, "");
            page.out.push('\n');
        }
    }
    page.out
}

struct Page {
    out: String,
    quotes: Quotes,
}

impl Page {
    /// Writes entries at an indentation; the caller has written that of the first.
    fn map(&mut self, entries: &[(Text, Node)], indent: usize) {
        for (at, (key, value)) in entries.iter().enumerate() {
            if at > 0 {
                self.indent(indent);
            }
            let plain = reads_plain(&key.text) && !self.wants_quotes(&key.text);
            match plain {
                true => self.out.push_str(&key.text),
                false => self.out.push_str(&quoted(&key.text)),
            }
            self.out.push(':');
            self.value(value, After::Key(&key.text), indent);
        }
    }

    /// Writes items at an indentation; the caller has written that of the first.
    fn list(&mut self, items: &[Node], key: &str, indent: usize) {
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                self.indent(indent);
            }
            self.out.push('-');
            self.value(item, After::Dash(key), indent);
        }
    }

    fn value(&mut self, node: &Node, after: After<'_>, indent: usize) {
        match (&node.value, after) {
            (Value::Text(text), _) => self.scalar(text, after, indent),
            (Value::List(items), _) if items.is_empty() => self.out.push_str(" []\n"),
            (Value::Map(entries), _) if entries.is_empty() => self.out.push_str(" {}\n"),
            (Value::List(items), After::Key(key)) => {
                self.out.push('\n');
                self.indent(indent);
                self.list(items, key, indent);
            }
            (Value::List(items), After::Dash(key)) => {
                self.out.push(' ');
                self.list(items, key, indent + 2);
            }
            (Value::Map(entries), After::Key(_)) => {
                self.out.push('\n');
                self.indent(indent + 2);
                self.map(entries, indent + 2);
            }
            (Value::Map(entries), After::Dash(_)) => {
                self.out.push(' ');
                self.map(entries, indent + 2);
            }
        }
    }

    fn scalar(&mut self, text: &str, after: After<'_>, indent: usize) {
        let (After::Key(key) | After::Dash(key)) = after;
        let inner = indent + 2;
        let mut text = Cow::Borrowed(text);
        if self.quotes == Quotes::Needed && drops_blanks(key) {
            text = Cow::Owned(text.replace([' ', '\n'], ""));
        }
        let text = text.as_ref();
        if drops_blanks(key) && self.quotes == Quotes::Needed && is_base64(text) {
            self.encoded(text, after, inner);
        } else if text.parse::<Digest>().is_ok() {
            self.lead(after, inner);
            let fits = inner + 66 <= WIDTH;
            self.out.push_str(&if fits { quoted(text) } else { text.to_owned() });
        } else if let Some(header) = self.block_header(text, inner) {
            self.out.push(' ');
            self.out.push_str(header);
            for line in text.lines() {
                self.out.push('\n');
                self.indent(if line.is_empty() { 0 } else { inner });
                self.out.push_str(line);
            }
        } else {
            let plain = reads_plain(text) && !self.wants_quotes(text);
            let whole = if plain { text.to_owned() } else { quoted(text) };
            if self.column() + 1 + whole.chars().count() <= WIDTH {
                self.out.push(' ');
                self.out.push_str(&whole);
            } else {
                self.lead(after, inner);
                self.fold(&whole, inner);
            }
        }
        self.out.push('\n');
    }

    /// Writes a signature or public key, in pieces where it is long.
    fn encoded(&mut self, text: &str, after: After<'_>, inner: usize) {
        let whole = quoted(text);
        if self.column() + 1 + whole.len() <= WIDTH {
            self.out.push(' ');
            self.out.push_str(&whole);
            return;
        }
        self.lead(after, inner);
        let room = WIDTH.saturating_sub(inner).max(16);
        let mut rest = whole.as_str();
        while rest.len() > room {
            // the last piece holds more than the closing quote
            let (piece, more) = rest.split_at(if rest.len() == room + 1 { room - 1 } else { room });
            self.out.push_str(piece);
            self.out.push('\n');
            self.indent(inner);
            rest = more;
        }
        self.out.push_str(rest);
    }

    /// Writes a plain or quoted scalar over several lines, broken at single blanks only.
    fn fold(&mut self, whole: &str, inner: usize) {
        let mut rest = whole;
        loop {
            let room = WIDTH.saturating_sub(self.column());
            let Some(at) = line_break(rest, room) else {
                break;
            };
            self.out.push_str(&rest[..at]);
            self.out.push('\n');
            self.indent(inner);
            rest = &rest[at + 1..];
        }
        self.out.push_str(rest);
    }

    /// Begins a new line after a key; stays beside a dash.
    fn lead(&mut self, after: After<'_>, inner: usize) {
        match after {
            After::Key(_) => {
                self.out.push('\n');
                self.indent(inner);
            }
            After::Dash(_) => self.out.push(' '),
        }
    }

    fn indent(&mut self, indent: usize) {
        self.out.extend(std::iter::repeat_n(' ', indent));
    }

    fn column(&self) -> usize {
        self.out.chars().rev().take_while(|&c| c != '\n').count()
    }

    /// The header of a block scalar, if the text has several lines and survives as one.
    fn block_header(&self, text: &str, inner: usize) -> Option<&'static str> {
        let survives =
            |line: &str| !line.ends_with(' ') && !line.contains(|c| foreign(c).is_some());
        let room = match self.quotes {
            Quotes::Needed => WIDTH.saturating_sub(inner),
            Quotes::Typed => usize::MAX,
        };
        let good = text.contains('\n')
            && !text.starts_with([' ', '\n'])
            && !text.ends_with("\n\n")
            && text.split('\n').all(|line| survives(line) && line.chars().count() <= room);
        good.then_some(if text.ends_with('\n') { "|" } else { "|-" })
    }

    fn wants_quotes(&self, text: &str) -> bool {
        match self.quotes {
            Quotes::Needed => is_reserved(text),
            Quotes::Typed => is_typed(text) && !is_plain_number(text),
        }
    }
}

/// The last place within `room` characters where a line may end, else the first after them: a
/// single blank between two other characters.
fn line_break(text: &str, room: usize) -> Option<usize> {
    text.char_indices().nth(room)?;
    let bytes = text.as_bytes();
    let single = |at: usize| {
        bytes.get(at + 1).is_some_and(|&next| next != b' ') && at > 0 && bytes[at - 1] != b' '
    };
    let mut best = None;
    for (count, (at, _)) in text.char_indices().enumerate().filter(|(_, (_, c))| *c == ' ') {
        if count > room && best.is_some() {
            break;
        }
        if single(at) {
            best = Some(at);
        }
    }
    best
}

/// Whether a text reads the same without quotes, on one line or folded, in block style.
fn reads_plain(text: &str) -> bool {
    let mut chars = text.chars();
    let begins = match (chars.next(), chars.next()) {
        (Some('-'), next) => next.is_some_and(|c| c != ' '),
        (Some(first), _) => !",[]{}#&*!|>'\"%@`?: ".contains(first),
        (None, _) => false,
    };
    begins
        && !text.starts_with("---")
        && !text.starts_with("...")
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.contains(|c| c == '\n' || foreign(c).is_some())
}

/// Whether a YAML 1.1 or 1.2 reader could take a plain scalar for anything but text.
fn is_typed(text: &str) -> bool {
    let mut chars = text.chars();
    match chars.next() {
        Some('0'..='9' | '+' | '.') => true,
        Some('-') => chars.next().is_some_and(|c| c.is_ascii_digit() || c == '.'),
        _ => is_reserved(text) || text.parse::<Digest>().is_ok(),
    }
}

/// A whole number that is no hex: hexes have four digits.
fn is_plain_number(text: &str) -> bool {
    is_whole_number(text) && !matches!(text.as_bytes(), [b'0'..=b'9', _, _, _])
}

/// Words that YAML 1.1 takes for a boolean, for nothing, or for a merge.
fn is_reserved(text: &str) -> bool {
    ["y", "n", "yes", "no", "true", "false", "on", "off", "null", "~", "=", "<<"]
        .iter()
        .any(|word| text.eq_ignore_ascii_case(word))
}

fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if foreign(c).is_none() => out.push(c),
            c if u32::from(c) <= 0xFF => out.push_str(&format!("\\x{:02X}", u32::from(c))),
            c => out.push_str(&format!("\\u{:04X}", u32::from(c))),
        }
    }
    out.push('"');
    out
}
