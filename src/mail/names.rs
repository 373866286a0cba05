//! The parts of a mail by name. A name is shown and never used: no file is written under it.

use crate::document::characters::{
    is_invisible, is_line_separator, is_no_break_blank, is_odd_blank, is_private_use, is_selector,
};
use std::fmt;

/// A text of a mail, decoded, with LF at line ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Where it stood.
    pub name: PartName,
    /// What it says.
    pub text: String,
}

/// Where a text stood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PartName {
    /// The mail as a whole.
    Mail,
    /// A text without a name.
    Body,
    /// A file that hangs on the mail, as [`told`].
    Attachment(String),
}

impl PartName {
    /// As a complaint names the place.
    pub fn place(&self) -> &str {
        match self {
            PartName::Mail => "mail",
            PartName::Body => "body",
            PartName::Attachment(name) => name,
        }
    }
}

/// `the body`, or the name in marks.
impl fmt::Display for PartName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartName::Mail => f.write_str("the mail"),
            PartName::Body => f.write_str("the body"),
            PartName::Attachment(name) => write!(f, "`{name}`"),
        }
    }
}

/// Letters of the longest name that is shown whole.
const WHOLE: usize = 60;

/// Letters of a longer one that are shown.
const SHOWN: usize = 40;

/// A text that somebody chose, made fit to show: short, on one line, and with code points for what
/// does not print.
pub fn told(text: &str) -> String {
    match text.chars().nth(WHOLE) {
        Some(_) => printable(text, SHOWN) + "...",
        None => printable(text, WHOLE),
    }
}

/// The first letters of a text, with code points for what does not print.
pub(super) fn printable(text: &str, most: usize) -> String {
    let shown = |c: char| if is_hidden(c) { code_point(c) } else { c.to_string() };
    text.chars().take(most).map(shown).collect()
}

/// `<U+001B>`
pub(super) fn code_point(c: char) -> String {
    format!("<U+{:04X}>", u32::from(c))
}

/// Whether a character does not show, or could command a terminal.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || is_invisible(c)
        || is_line_separator(c)
        || is_selector(c)
        || is_private_use(c)
        || is_no_break_blank(c)
        || is_odd_blank(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_print_is_told_by_its_code_point() {
        assert_eq!(
            told("a\0b\n\u{1b}[2J\u{202E}.png"),
            "a<U+0000>b<U+000A><U+001B>[2J<U+202E>.png"
        );
        assert_eq!(told("Züge 1.txt"), "Züge 1.txt");
        assert_eq!(told(&"n".repeat(61)), format!("{}...", "n".repeat(40)));
    }
}
