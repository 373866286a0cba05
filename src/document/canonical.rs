//! Canonical JSON: what counts in a tree, what its leaves may hold, and in which order.
//!
//! With nothing but text in the leaves, RFC 8785 means sorted keys and as few escapes as can be.

use super::characters::{is_format, is_line_separator, is_private_use};
use super::{Diagnostic, Node, Span, Text, Value};
use std::borrow::Cow;
use unicode_normalization::is_nfc;

/// How many levels of mappings and lists may stand above a value of a hashed tree.
pub const DEPTH: usize = 16;

/// Complaints about one tree after which reading stops.
pub(super) const ENOUGH: usize = 20;

/// Characters of a key.
const MOST_KEY: usize = 120;

/// What the leaves of a hashed tree may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Printable ASCII on one line, except under `note`.
    Record,
    /// The same, but block scalars may hold line feeds.
    Pack,
}

/// The canonical JSON of a record, a position, a letter or standing orders.
pub fn jcs(node: &Node) -> Result<String, Vec<Diagnostic>> {
    write_jcs(node, Form::Record, &[], String::new())
}

/// The canonical JSON of a pack.
pub fn pack_jcs(node: &Node) -> Result<String, Vec<Diagnostic>> {
    write_jcs(node, Form::Pack, &[], String::new())
}

/// The tree as it is hashed: blanks that do not count dropped, every leaf and key checked.
///
/// Keys keep the order in which they were written.
pub fn cleaned(mut node: Node, form: Form) -> Result<Node, Vec<Diagnostic>> {
    clean_up(&mut node, form)?;
    Ok(node)
}

/// Makes a tree what [`cleaned`] makes of it.
pub(super) fn clean_up(node: &mut Node, form: Form) -> Result<(), Vec<Diagnostic>> {
    let mut inspector = Inspector::new(form);
    inspector.clean_tree(node, "", 0);
    inspector.verdict(())
}

/// Adds canonical JSON to a text if the tree is clean as it stands; none if [`clean_up`] must look.
pub(super) fn write_clean(node: &Node, form: Form, mut sink: String) -> Option<String> {
    let mut inspector = Inspector::new(form);
    inspector.write(node, "", 0, &mut sink);
    (inspector.complaints.is_empty() && !inspector.cleaned).then_some(sink)
}

/// Adds canonical JSON, without the outermost keys of `skip`, to a text.
pub(super) fn write_jcs(
    node: &Node,
    form: Form,
    skip: &[&str],
    mut sink: String,
) -> Result<String, Vec<Diagnostic>> {
    let mut inspector = Inspector::new(form);
    match &node.value {
        Value::Map(entries) => {
            let kept = entries.iter().filter(|(key, _)| !skip.contains(&key.text.as_str()));
            inspector.write_map(kept, 0, &mut sink);
        }
        _ => inspector.write(node, "", 0, &mut sink),
    }
    inspector.verdict(sink)
}

/// Checks what is about to be hashed and collects the complaints.
struct Inspector<'n> {
    form: Form,
    complaints: Vec<Diagnostic>,
    /// Whether a leaf had blanks that do not count.
    cleaned: bool,
    /// The entries of the mappings that are being written, innermost last.
    sorted: Vec<&'n (Text, Node)>,
}

impl<'n> Inspector<'n> {
    fn new(form: Form) -> Inspector<'n> {
        Inspector { form, complaints: Vec::new(), cleaned: false, sorted: Vec::new() }
    }

    fn verdict<T>(self, value: T) -> Result<T, Vec<Diagnostic>> {
        if self.complaints.is_empty() { Ok(value) } else { Err(self.complaints) }
    }

    fn complain(&mut self, complaint: Diagnostic) {
        if self.complaints.len() < ENOUGH {
            self.complaints.push(complaint);
        }
    }

    fn write(&mut self, node: &'n Node, key: &str, depth: usize, sink: &mut String) {
        if self.too_deep(node, depth) {
            return;
        }
        match &node.value {
            Value::Text(text) if is_bare(text) && !text.ends_with(' ') && !drops_blanks(key) => {
                write_bare(text, sink);
            }
            Value::Text(text) => write_string(&self.leaf(text, key, node.span), sink),
            Value::List(items) => {
                sink.push('[');
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        sink.push(',');
                    }
                    self.write(item, key, depth + 1, sink);
                }
                sink.push(']');
            }
            Value::Map(entries) => self.write_map(entries.iter(), depth, sink),
        }
    }

    /// Keys are printable ASCII, so the order of bytes is that of UTF-16 code units.
    fn write_map(
        &mut self,
        entries: impl Iterator<Item = &'n (Text, Node)>,
        depth: usize,
        sink: &mut String,
    ) {
        let first = self.sorted.len();
        self.sorted.extend(entries);
        self.sorted[first..].sort_by(|(a, _), (b, _)| a.text.cmp(&b.text));
        sink.push('{');
        for at in first..self.sorted.len() {
            let (key, value) = self.sorted[at];
            if at > first {
                sink.push(',');
                if self.sorted[at - 1].0.text == key.text {
                    self.complain(duplicate_key(key));
                }
            }
            if (1..=MOST_KEY).contains(&key.text.len()) && is_bare(&key.text) {
                write_bare(&key.text, sink);
            } else {
                self.check_key(key);
                write_string(&key.text, sink);
            }
            sink.push(':');
            self.write(value, &key.text, depth + 1, sink);
        }
        sink.push('}');
        self.sorted.truncate(first);
    }

    fn clean_tree(&mut self, node: &mut Node, key: &str, depth: usize) {
        if self.too_deep(node, depth) {
            return;
        }
        match &mut node.value {
            Value::Text(text) => {
                if let Cow::Owned(clean) = self.leaf(text, key, node.span) {
                    *text = clean.into();
                }
            }
            Value::List(items) => {
                items.iter_mut().for_each(|item| self.clean_tree(item, key, depth + 1));
            }
            Value::Map(entries) => {
                for (key, value) in entries {
                    self.check_key(key);
                    self.clean_tree(value, &key.text, depth + 1);
                }
            }
        }
    }

    fn too_deep(&mut self, node: &Node, depth: usize) -> bool {
        if depth > DEPTH {
            self.complain(Diagnostic::error(node.span, format!("deeper than {DEPTH} levels")));
        }
        depth > DEPTH
    }

    fn check_key(&mut self, key: &Text) {
        if (1..=MOST_KEY).contains(&key.text.len()) && is_printable(&key.text) {
            return;
        }
        let shown: String = key.text.chars().take(MOST_KEY).collect();
        self.complain(
            Diagnostic::error(key.span, format!("bad key `{}`", shown.escape_default()))
                .help("a key is 1 to 120 characters of printable ASCII"),
        );
    }

    /// Cleans and checks one scalar that stands under `key`.
    fn leaf<'t>(&mut self, text: &'t str, key: &str, span: Span) -> Cow<'t, str> {
        if is_printable(text) && !text.ends_with(' ') && !drops_blanks(key) {
            return Cow::Borrowed(text);
        }
        let clean = clean(text, key);
        self.cleaned |= matches!(clean, Cow::Owned(_));
        if clean.bytes().all(is_printable_ascii) {
            return clean;
        }
        if key != "note" {
            let form = self.form;
            let allowed = |c: char| matches!(c, ' '..='~') || (c == '\n' && form == Form::Pack);
            if let Some(c) = clean.chars().find(|&c| !allowed(c)) {
                let headline = format!("{} in `{key}`", named(c));
                self.complain(
                    Diagnostic::error(span, headline)
                        .help("only printable ASCII is allowed outside `note`"),
                );
            }
        } else if let Some(c) = clean.chars().find(|&c| c != '\n' && is_control_or_format(c)) {
            let headline = format!("control or format character {} in a note", named(c));
            self.complain(Diagnostic::error(span, headline).help("leave it out"));
        } else if !is_nfc(&clean) {
            self.complain(
                Diagnostic::error(span, "the note is not in Unicode normal form NFC")
                    .help("type accented letters as one character, not as letter and accent"),
            );
        }
        clean
    }
}

/// The complaint about a key that a mapping has twice.
pub(super) fn duplicate_key(key: &Text) -> Diagnostic {
    Diagnostic::error(key.span, format!("duplicate key `{}`", key.text))
        .help("a key stands once in a mapping; join the two")
}

/// Whether a text is printable ASCII; it looks at every byte, which is faster than to stop early.
fn is_printable(text: &str) -> bool {
    text.bytes().fold(true, |all, byte| all & is_printable_ascii(byte))
}

fn is_printable_ascii(byte: u8) -> bool {
    matches!(byte, b' '..=b'~')
}

fn named(c: char) -> String {
    let number = u32::from(c);
    if c.is_control() || is_control_or_format(c) || c.is_whitespace() {
        format!("U+{number:04X}")
    } else {
        format!("`{c}` (U+{number:04X})")
    }
}

/// Whether blanks and line feeds inside the values of a key do not count.
pub fn drops_blanks(key: &str) -> bool {
    matches!(key, "sig" | "signature" | "key")
}

/// Drops what never counts: blanks at line ends, blank lines around the text, and every blank and
/// line feed where [`drops_blanks`].
fn clean<'t>(text: &'t str, key: &str) -> Cow<'t, str> {
    let mut clean = Cow::Borrowed(text);
    if text.contains(['\n', '\r']) || text.ends_with([' ', '\t']) {
        let unix = text.replace("\r\n", "\n").replace('\r', "\n");
        let lines: Vec<&str> = unix.split('\n').map(|l| l.trim_end_matches([' ', '\t'])).collect();
        clean = Cow::Owned(lines.join("\n").trim_matches('\n').to_owned());
    }
    if drops_blanks(key) && clean.contains([' ', '\n']) {
        clean = Cow::Owned(clean.replace([' ', '\n'], ""));
    }
    clean
}

/// Unicode categories Cc, Cf, Co, Zl and Zp.
pub fn is_control_or_format(c: char) -> bool {
    c.is_control() || is_format(c) || is_line_separator(c) || is_private_use(c)
}

/// A text in which everything shows: what is hidden stands as its code point, `<U+202E>`.
pub fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ' '..='~' => shown.push(c),
            c if is_control_or_format(c) => shown.push_str(&format!("<U+{:04X}>", u32::from(c))),
            c => shown.push(c),
        }
    }
    shown
}

/// Whether a text is printable ASCII that a JSON string holds without escapes.
fn is_bare(text: &str) -> bool {
    let bare = |byte: u8| is_printable_ascii(byte) & (byte != b'"') & (byte != b'\\');
    text.bytes().fold(true, |all, byte| all & bare(byte))
}

/// A JSON string that needs no escapes.
fn write_bare(text: &str, sink: &mut String) {
    sink.push('"');
    sink.push_str(text);
    sink.push('"');
}

/// A JSON string with the least escapes.
fn write_string(text: &str, sink: &mut String) {
    sink.push('"');
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            _ => continue,
        };
        sink.push_str(&text[from..at]);
        sink.push_str(escape);
        from = at + 1;
    }
    sink.push_str(&text[from..]);
    sink.push('"');
}
