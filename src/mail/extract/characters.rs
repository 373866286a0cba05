//! Characters that mail programs and telephones put in place of the typed ones.

use super::block::{ENOUGH, Repair};
use super::lines::Line;
use crate::document::characters::{
    is_invisible, is_line_separator, is_no_break_blank, is_odd_blank,
};
use crate::document::{Diagnostic, Span};

/// Blanks of any width that a reader would take for a blank, and the tab.
pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t') || is_no_break_blank(c)
}

impl Line<'_> {
    /// Whether there is nothing to see on it.
    pub fn is_blank(&self) -> bool {
        self.text.chars().all(is_blank)
    }
}

/// Whether free text is read: only blanks are repaired in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Words {
    /// Sentences of the grammar.
    Orders,
    /// Somebody's own words.
    Free,
}

/// What a character stands for, if it is not itself.
pub(super) fn plain(c: char, words: Words) -> Option<(char, &'static str)> {
    match c {
        c if is_no_break_blank(c) => Some((' ', "no-break blank read as a blank")),
        _ if words == Words::Free => None,
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some(('-', "dash read as `-`")),
        '\u{2018}'..='\u{201B}' => Some(('\'', "curly quote read as `'`")),
        '\u{201C}'..='\u{201F}' => Some(('"', "curly quote read as `\"`")),
        _ => None,
    }
}

/// Repairs the characters of a stretch of a line that begins at index `from` of the line.
pub(super) fn repair(
    line: u32,
    from: usize,
    text: &mut [char],
    words: Words,
    repairs: &mut Vec<Repair>,
) {
    for (at, c) in text.iter_mut().enumerate() {
        let Some((plain, what)) = plain(*c, words) else { continue };
        *c = plain;
        let span = Span { line, column: (from + at + 1) as u32, length: 1 };
        match repairs.last_mut() {
            // One repair for a run of the same kind on a line.
            Some(last) if last.span.line == line && last.what == what => {}
            _ => repairs.push(Repair::new(span, what)),
        }
    }
}

/// Complains about what has no place in a block, wherever it stands on the line.
pub(super) fn refuse(line: &Line<'_>, complaints: &mut Vec<Diagnostic>) {
    for (at, c) in line.text.chars().enumerate() {
        let (what, help) = match c {
            '\t' => ("a tab", "use blanks"),
            c if c.is_control() => ("a control character", "leave it out"),
            c if is_invisible(c) => ("an invisible character", "leave it out"),
            c if is_odd_blank(c) || is_line_separator(c) => {
                ("a blank of odd width", "use plain blanks")
            }
            _ => continue,
        };
        if complaints.len() >= ENOUGH {
            return;
        }
        let span = Span { line: line.number, column: (at + 1) as u32, length: 1 };
        let headline = format!("{what} (U+{:04X})", u32::from(c));
        complaints.push(Diagnostic::error(span, headline).help(help));
    }
    if let Some(span) = quoted_printable(line) {
        complaints.push(
            Diagnostic::error(span, "this looks like undecoded quoted-printable")
                .help("send the text as plain text, or attach the file"),
        );
    }
    if let Some(span) = html(line) {
        complaints.push(
            Diagnostic::error(span, "this looks like HTML")
                .help("send the mail as plain text, or attach the file"),
        );
    }
}

/// A blank for a character that [`refuse`] complains of, wherever it stands; any other as it is.
pub(super) fn blanked(c: char) -> char {
    if c.is_control() || is_invisible(c) || is_odd_blank(c) { ' ' } else { c }
}
/// Where a line shows quoted-printable that nobody decoded: `=20` or `=` at its end, `=3D`, or two
/// encoded bytes in a row.
fn quoted_printable(line: &Line<'_>) -> Option<Span> {
    let bytes = line.text.trim_end().as_bytes();
    let digit =
        |at: usize| bytes.get(at).is_some_and(|b| b.is_ascii_digit() || (b'A'..=b'F').contains(b));
    let code = |at: usize| bytes.get(at) == Some(&b'=') && digit(at + 1) && digit(at + 2);
    let at = (0..bytes.len()).filter(|at| bytes[*at] == b'=').find(|at| {
        let rest = &bytes[*at..];
        rest == b"=" || rest == b"=20" || rest.starts_with(b"=3D") || (code(*at) && code(at + 3))
    })?;
    let column = line.text.get(..at)?.chars().count() as u32 + 1;
    Some(Span { line: line.number, column, length: 1 })
}

const TAGS: [&str; 33] = [
    "html",
    "head",
    "body",
    "div",
    "br",
    "p",
    "pre",
    "span",
    "table",
    "tr",
    "td",
    "font",
    "a",
    "blockquote",
    "ul",
    "li",
    "!doctype",
    "o:p",
    "img",
    "b",
    "i",
    "u",
    "em",
    "strong",
    "center",
    "style",
    "h1",
    "h2",
    "h3",
    "h4",
    "ol",
    "hr",
    "section",
];

const ENTITIES: [&str; 5] = ["nbsp;", "gt;", "lt;", "amp;", "quot;"];

/// Where a line shows a tag or an entity of HTML.
pub(super) fn html(line: &Line<'_>) -> Option<Span> {
    let begins = |rest: &str, word: &str| {
        rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    let is_tag = |rest: &str| {
        let name = rest.strip_prefix('/').unwrap_or(rest);
        TAGS.iter().any(|tag| {
            let after = name.get(tag.len()..).unwrap_or_default();
            // A tag that is longer than this is none; and it keeps the search short.
            let closed = after.bytes().take(200).any(|b| b == b'>');
            begins(name, tag) && after.starts_with(['>', ' ', '/']) && closed
        })
    };
    let at = line.text.match_indices(['<', '&']).find(|(at, mark)| {
        let rest = line.text.get(at + 1..).unwrap_or_default();
        if *mark == "<" { is_tag(rest) } else { ENTITIES.iter().any(|e| begins(rest, e)) }
    })?;
    let column = line.text.get(..at.0)?.chars().count() as u32 + 1;
    Some(Span { line: line.number, column, length: 1 })
}
