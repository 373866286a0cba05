//! Text that knows where it came from.
//!
//! Every file that people exchange is read into a tree of [`Node`]s: mappings, lists and text,
//! each with the line and column where it stands. The same tree is written back
//! ([`mod@write`]) and hashed ([`digest`]).
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod canonical;
pub mod characters;
pub mod diagnostic;
pub mod digest;
pub mod fields;
mod lines;
pub mod read;
pub mod write;

pub use canonical::{is_control_or_format as is_hidden, shown};
pub use diagnostic::{Diagnostic, Severity};
/// Text of a tree: up to 23 bytes of it need no allocation, and a copy none at all.
pub use smol_str::SmolStr;

/// Where something stands in a file: line and column, both counted from 1; line 0 means nowhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Span {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Length in characters on that line.
    pub length: u32,
}

impl Span {
    /// No place at all: made by the program, not read.
    pub const NONE: Span = Span { line: 0, column: 0, length: 0 };

    /// A part of this one-line span, `from` characters in and `length` long.
    pub fn part(self, from: usize, length: usize) -> Span {
        if self.line == 0 {
            return Span::NONE;
        }
        Span { line: self.line, column: self.column + from as u32, length: length as u32 }
    }
}

/// A scalar with its place. All scalars are text; `1`, `yes` and `2-1` are never numbers here.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Text {
    /// The text as it was understood (quotes and folding resolved).
    pub text: SmolStr,
    /// Where it stands; for quoted or folded text columns inside it are approximate.
    pub span: Span,
}

/// A value of a document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A scalar.
    Text(SmolStr),
    /// A list.
    List(Vec<Node>),
    /// A mapping in the order in which it was written.
    Map(Vec<(Text, Node)>),
}

/// A value with its place.
#[derive(Clone, Debug)]
pub struct Node {
    /// Where it begins.
    pub span: Span,
    /// What it is.
    pub value: Value,
}

/// Equality of trees looks at what they say, not at where it stands.
impl PartialEq for Node {
    fn eq(&self, other: &Node) -> bool {
        match (&self.value, &other.value) {
            (Value::Text(a), Value::Text(b)) => a == b,
            (Value::List(a), Value::List(b)) => a == b,
            (Value::Map(a), Value::Map(b)) => {
                a.len() == b.len()
                    && a.iter().zip(b).all(|((j, x), (k, y))| j.text == k.text && x == y)
            }
            _ => false,
        }
    }
}
impl Eq for Node {}

impl Node {
    /// A scalar made by the program.
    pub fn text(text: impl Into<SmolStr>) -> Node {
        Node { span: Span::NONE, value: Value::Text(text.into()) }
    }

    /// A list made by the program.
    pub fn list(items: impl IntoIterator<Item = Node>) -> Node {
        Node { span: Span::NONE, value: Value::List(items.into_iter().collect()) }
    }

    /// A mapping made by the program.
    pub fn map<K: Into<SmolStr>>(entries: impl IntoIterator<Item = (K, Node)>) -> Node {
        let entries = entries
            .into_iter()
            .map(|(k, v)| (Text { text: k.into(), span: Span::NONE }, v))
            .collect();
        Node { span: Span::NONE, value: Value::Map(entries) }
    }

    /// The scalar's text, if this is a scalar.
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(t) => Some(t),
            _ => None,
        }
    }

    /// The items, if this is a list.
    pub fn as_list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(items) => Some(items),
            _ => None,
        }
    }

    /// The entries, if this is a mapping.
    pub fn as_map(&self) -> Option<&[(Text, Node)]> {
        match &self.value {
            Value::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// The value under a key, if this is a mapping that has it.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.as_map()?.iter().find(|(k, _)| k.text == key).map(|(_, v)| v)
    }

    /// The text under a key, if there is a scalar.
    pub fn get_text(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_text()
    }

    /// Adds or replaces an entry of a mapping; does nothing to a scalar or list.
    pub fn set(&mut self, key: &str, value: Node) {
        if let Value::Map(entries) = &mut self.value {
            match entries.iter_mut().find(|(k, _)| k.text == key) {
                Some((_, v)) => *v = value,
                None => entries.push((Text { text: key.into(), span: Span::NONE }, value)),
            }
        }
    }

    /// Removes an entry of a mapping and returns it.
    pub fn remove(&mut self, key: &str) -> Option<Node> {
        match &mut self.value {
            Value::Map(entries) => {
                let at = entries.iter().position(|(k, _)| k.text == key)?;
                Some(entries.remove(at).1)
            }
            _ => None,
        }
    }
}
