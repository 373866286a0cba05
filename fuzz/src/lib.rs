//! What holds for every text from outside, one file a reader.
//!
//! Each function takes bytes as they come, reads them as UTF-8 with whatever is none replaced, and
//! panics if a property does not hold.

pub mod battle;
pub mod document;
pub mod extract;
pub mod mail;
pub mod orders;
pub mod position;
pub mod record;

use provost::document::{Diagnostic, Span};

/// Refused with something to read, not with a flood, and at places that the text has.
fn is_refusal(text: &str, complaints: &[Diagnostic]) {
    assert!(complaints.iter().any(Diagnostic::is_error), "refused, and nobody says why");
    assert!(complaints.len() <= 200, "{} complaints about one text", complaints.len());
    for complaint in complaints {
        assert!(!complaint.headline.is_empty() && !complaint.headline.ends_with('.'));
        is_in(text, complaint.span);
    }
}

/// Whether a place is one of the text, or none.
fn is_in(text: &str, span: Span) {
    let ends = text.matches(['\n', '\r']).count();
    assert!(
        span.line as usize <= ends + 1,
        "line {} of {}: {:?}",
        span.line,
        ends + 1,
        &text.chars().take(300).collect::<String>()
    );
    assert_eq!(span.line == 0, span.column == 0, "half a place: {span:?}");
}
