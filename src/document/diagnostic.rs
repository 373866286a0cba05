//! Complaints and notes that say where, what was read, which rule, and what would be right.

use super::Span;
use crate::rule::Rule;
use std::fmt;

/// How much a diagnostic weighs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// For information.
    Note,
    /// May go wrong, is accepted.
    Warning,
    /// Refused.
    Error,
}

/// One located complaint or note.
///
/// Rendered by `report::diagnostics` as
/// `error: stops at 1821 (5.0)` / ` --> turn-6.yaml:7:31` / the line with a marker / notes / help.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Diagnostic {
    /// Where in the file; [`Span::NONE`] if the complaint is about the whole.
    pub span: Span,
    /// How much it weighs.
    pub severity: Severity,
    /// What is wrong: lower case, no final stop, names the unit and the hex.
    pub headline: String,
    /// The rules that say so.
    pub rules: Vec<Rule>,
    /// Further facts, one sentence each.
    pub notes: Vec<String>,
    /// What would be legal, or what to do.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A refusal.
    pub fn error(span: Span, headline: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, span, headline)
    }

    /// A warning.
    pub fn warning(span: Span, headline: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, span, headline)
    }

    /// A note.
    pub fn note(span: Span, headline: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Note, span, headline)
    }

    fn new(severity: Severity, span: Span, headline: impl Into<String>) -> Diagnostic {
        Diagnostic {
            span,
            severity,
            headline: headline.into(),
            rules: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// Adds a citation.
    pub fn rule(mut self, rule: impl Into<Rule>) -> Diagnostic {
        self.rules.push(rule.into());
        self
    }

    /// Adds a further fact.
    pub fn with(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    /// Says what would be legal, or what to do.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Whether it refuses the file.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// The headline with its citations, on one line: `stops at 1821 (5.0)`.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.headline)?;
        if !self.rules.is_empty() {
            let rules: Vec<&str> = self.rules.iter().map(Rule::number).collect();
            write!(f, " ({})", rules.join(", "))?;
        }
        Ok(())
    }
}
