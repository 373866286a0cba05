//! Reading, writing and hashing of documents: what is refused and where, what survives.

mod foreign;
mod hashing;
mod hostile;
mod properties;
mod reading;
mod writing;

use provost::document::read::{Limits, parse};
use provost::document::{Diagnostic, Node, Span};

pub fn good(text: &str) -> Node {
    parse(text, Limits::RECORD).unwrap_or_else(|why| panic!("{text}\n{why:#?}"))
}

pub fn refused(text: &str) -> Vec<Diagnostic> {
    let complaints = parse(text, Limits::RECORD).expect_err(text);
    assert!(!complaints.is_empty() && complaints.iter().all(Diagnostic::is_error));
    complaints
}

/// Headline with line and column of each complaint.
pub fn told(complaints: &[Diagnostic]) -> Vec<String> {
    let place = |span: Span| format!("{}:{}", span.line, span.column);
    complaints.iter().map(|c| format!("{} {}", place(c.span), c.headline)).collect()
}

pub fn text(text: &str) -> Node {
    Node::text(text)
}

pub const HASH: &str = "9c0f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24db";
