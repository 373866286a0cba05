//! Diagnostics beside the text that they are about, for people and for programs.
//!
//! ```text
//! error: Rodes/R stops at 1821 (5.0)
//!  --> turn-6.yaml:7:31
//!   |
//! 7 | - Rodes/R, Colquitt/R: 1726 1821 1822
//!   |                                  ^^^^
//!   = note: 1821 is in the zone of control of 1/XI
//!   = help: end the move at 1821
//! ```

mod cells;

use self::cells::{Cell, Letters, cells, safe};
use super::wrap::{WIDTH, wrap};
use crate::document::{Diagnostic, Severity, Span};
use crate::rule::Rule;
use serde::Serialize;

/// The text that diagnostics are about.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    /// Its name, as the user knows it.
    pub name: &'a str,
    /// Its text, as it was read.
    pub text: &'a str,
}

/// Whether colours are used. Nothing is said by colour alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// No escape sequences.
    Plain,
    /// ANSI colours.
    Coloured,
    /// As a letter has it: ASCII without escape sequences, and places in words.
    Letter,
}

/// Renders diagnostics in the order of their places, an empty line between them.
pub fn render(file: &File, diagnostics: &[Diagnostic], paint: Paint) -> String {
    let all: Vec<String> = sorted(diagnostics).into_iter().map(|d| one(file, d, paint)).collect();
    all.join("\n")
}

/// How many there are of each kind: `2 errors, 1 warning`; nothing if there are none.
pub fn summary(diagnostics: &[Diagnostic]) -> Option<String> {
    let counts: Vec<String> = [Severity::Error, Severity::Warning, Severity::Note]
        .into_iter()
        .filter_map(|severity| {
            let n = diagnostics.iter().filter(|d| d.severity == severity).count();
            let word = word(severity);
            (n > 0).then(|| format!("{n} {word}{}", if n == 1 { "" } else { "s" }))
        })
        .collect();
    (!counts.is_empty()).then(|| counts.join(", "))
}

/// A diagnostic for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Entry<'a> {
    /// Name of the file.
    pub file: &'a str,
    /// Line, from 1; `None` if the complaint is about the whole.
    pub line: Option<u32>,
    /// Column in characters, from 1; `None` if the complaint is about the whole.
    pub column: Option<u32>,
    /// Length in characters; `None` if the complaint is about the whole.
    pub length: Option<u32>,
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// What is wrong.
    pub headline: &'a str,
    /// The rules that say so.
    pub rules: Vec<&'a str>,
    /// Further facts.
    pub notes: &'a [String],
    /// What to do.
    pub help: Option<&'a str>,
}

/// The same diagnostics in the same order, for programs.
pub fn entries<'a>(file: &File<'a>, diagnostics: &'a [Diagnostic]) -> Vec<Entry<'a>> {
    let placed = |d: &Diagnostic, n: u32| (d.span != Span::NONE).then_some(n);
    sorted(diagnostics)
        .into_iter()
        .map(|d| Entry {
            file: file.name,
            line: placed(d, d.span.line),
            column: placed(d, d.span.column),
            length: placed(d, d.span.length),
            severity: word(d.severity),
            headline: &d.headline,
            rules: d.rules.iter().map(Rule::number).collect(),
            notes: &d.notes,
            help: d.help.as_deref(),
        })
        .collect()
}

/// By place, then the gravest first, then by words.
fn sorted(diagnostics: &[Diagnostic]) -> Vec<&Diagnostic> {
    let mut all: Vec<&Diagnostic> = diagnostics.iter().collect();
    all.sort_by(|a, b| a.span.cmp(&b.span).then(b.severity.cmp(&a.severity)).then(a.cmp(b)));
    all
}

const fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

fn one(file: &File, diagnostic: &Diagnostic, paint: Paint) -> String {
    let Diagnostic { span, severity, .. } = *diagnostic;
    let source = (span.line > 0)
        .then(|| file.text.lines().nth(span.line as usize - 1))
        .flatten()
        .map(|line| excerpt(cells(line, paint.letters()), span));
    let gutter = if source.is_some() { span.line.to_string().len() } else { 1 };
    let margin = " ".repeat(gutter);
    let safe = |text: &str| safe(bounded(text), paint.letters());
    let bar = paint.dim("|");
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(text.trim_end_matches(' '));
        out.push('\n');
    };

    let head = format!("{}: {}", word(severity), safe(&diagnostic.to_string()));
    for (i, text) in wrap(&head, None, 0, 2, WIDTH).into_iter().enumerate() {
        let label = word(severity);
        match text.strip_prefix(label) {
            Some(rest) if i == 0 => line(format!("{}{rest}", paint.severity(severity, label))),
            _ => line(text),
        }
    }
    let place = match span.line {
        0 => safe(file.name),
        line if paint == Paint::Letter => {
            format!("{}, line {line}, column {}", safe(file.name), span.column)
        }
        _ => format!("{}:{}:{}", safe(file.name), span.line, span.column),
    };
    // What was typed on the command line stands in no file.
    if !place.is_empty() {
        line(format!("{margin}{} {place}", paint.dim("-->")));
    }
    if let Some(Excerpt { text, before, marked }) = source {
        let marker = paint.severity(severity, &"^".repeat(marked));
        line(format!("{margin} {bar}"));
        line(format!("{} {bar} {text}", paint.dim(&span.line.to_string())));
        line(format!("{margin} {bar} {}{marker}", " ".repeat(before)));
    }
    let notes = diagnostic.notes.iter().map(|note| ("note", note));
    for (label, text) in notes.chain(diagnostic.help.iter().map(|help| ("help", help))) {
        let first = format!("{margin} = {label}: ");
        for (i, text) in wrap(&safe(text), None, first.len(), first.len(), WIDTH).iter().enumerate()
        {
            match i {
                0 => line(format!("{margin} {} {label}: {}", paint.dim("="), text.trim_start())),
                _ => line(text.clone()),
            }
        }
    }
    out
}

/// Characters of a sentence that are printed; what is quoted in it may be as long as a file.
const SENTENCE: usize = 800;

fn bounded(text: &str) -> &str {
    text.char_indices().nth(SENTENCE).map_or(text, |(end, _)| &text[..end])
}

/// A source line made fit to print, with the place of its marker, in columns.
struct Excerpt {
    text: String,
    before: usize,
    marked: usize,
}

/// Columns left for source text beside a gutter of moderate width.
const ROOM: usize = 64;
/// Columns shown before a marker when a long line is cut.
const LEAD: usize = 24;
const CUT: &str = "...";

/// The line, or a window of it around the span.
fn excerpt(cells: Vec<Cell>, span: Span) -> Excerpt {
    let from = (span.column.max(1) as usize - 1).min(cells.len());
    let to = from.saturating_add(span.length as usize).min(cells.len());
    let width = |from: usize, to: usize| -> usize { cells[from..to].iter().map(|c| c.width).sum() };
    if width(0, cells.len()) <= ROOM {
        let text: String = cells.iter().map(|c| c.text.as_str()).collect();
        return Excerpt { text, before: width(0, from), marked: width(from, to).max(1) };
    }
    // As much as fits before the marker: all of it, or the last LEAD columns.
    let mut first = from;
    let lead =
        if width(0, from) + width(from, to).min(LEAD) + CUT.len() <= ROOM { ROOM } else { LEAD };
    while first > 0 && width(first - 1, from) <= lead {
        first -= 1;
    }
    let start = if first > 0 { CUT } else { "" };
    let mut last = first;
    while last < cells.len() && start.len() + width(first, last + 1) + CUT.len() <= ROOM {
        last += 1;
    }
    let end = if last < cells.len() { CUT } else { "" };
    let shown: String = cells[first..last].iter().map(|c| c.text.as_str()).collect();
    let marked = width(from.min(last), to.min(last)).max(1);
    Excerpt {
        text: format!("{start}{shown}{end}"),
        before: start.len() + width(first, from.min(last)),
        marked,
    }
}

impl Paint {
    fn letters(self) -> Letters {
        match self {
            Paint::Plain | Paint::Coloured => Letters::All,
            Paint::Letter => Letters::Ascii,
        }
    }

    fn wrapped(self, code: &str, text: &str) -> String {
        match self {
            Paint::Plain | Paint::Letter => text.to_owned(),
            Paint::Coloured => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
        }
    }

    fn severity(self, severity: Severity, text: &str) -> String {
        let code = match severity {
            Severity::Error => "1;31",
            Severity::Warning => "1;33",
            Severity::Note => "1;36",
        };
        self.wrapped(code, text)
    }

    fn dim(self, text: &str) -> String {
        self.wrapped("34", text)
    }
}
