//! What a mail holds for an auditor: the texts in which records stand, damaged or not.
//!
//! Here nobody is answered and nothing is refused: a record proves itself, whoever sent it, and a
//! damaged one is what an auditor looks for. Orders, prose and quoted lines are passed over, but for a
//! record that stands in them whole, where there is no other.

use super::limits;
use super::lines::beginning;
use super::message::{Message, Text, plain};
use super::names::{Part, PartName};
use super::pasted;
use super::scan::scan;
use crate::document::{Diagnostic, Span};

/// A text that may be evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// Where it stood.
    pub name: PartName,
    /// Lines of that text before it, where prose stands above a pasted record.
    pub lines_before: u32,
    /// What it says: the whole of a file, or the lines of one pasted record.
    pub text: String,
}

/// The evidence in a mail, in order; nothing where it holds only words and orders.
///
/// # Errors
/// Why it cannot be looked into.
pub fn evidence(bytes: &[u8]) -> Result<Vec<Evidence>, Diagnostic> {
    let complain = |headline: String| Err(Diagnostic::error(Span::NONE, headline));
    if bytes.len() > limits::MAIL {
        return complain(format!("a mail of more than {} MiB", limits::MAIL / (1024 * 1024)));
    }
    let bytes = beginning(bytes);
    let message = Message::of(bytes, &scan(bytes)?);
    let texts = || {
        let own = message.texts.iter().map(|text| &text.part);
        own.chain(message.inside.iter().flat_map(|mail| &mail.texts))
    };
    let mut found: Vec<Evidence> = texts()
        .flat_map(|part| match &part.name {
            PartName::Attachment(name) => attached(part, name).into_iter().collect(),
            _ => in_text(part, pasted::records),
        })
        .collect();
    if found.is_empty() {
        // What is quoted below a record is older, and no news.
        found = texts().flat_map(|part| in_text(part, pasted::behind_marks)).collect();
    }
    if found.is_empty() {
        if message.encrypted {
            return complain("an encrypted mail".to_owned());
        }
        if let Some(wrong) = unread(&message.texts) {
            return Err(wrong);
        }
        if message.html.iter().any(|html| html.contains("record:") && html.contains("prev:")) {
            return complain("a record in HTML, which cannot be read as it was written".to_owned());
        }
    }
    Ok(found)
}

/// The same of a text that somebody pasted into a file.
pub fn pasted_evidence(bytes: &[u8]) -> Vec<Evidence> {
    let part = plain(bytes).part;
    match in_text(&part, pasted::records) {
        none if none.is_empty() => in_text(&part, pasted::behind_marks),
        found => found,
    }
}

/// The records in a text, as they are looked for.
fn in_text(part: &Part, looked: fn(&str) -> Vec<(usize, String)>) -> Vec<Evidence> {
    let evidence = |(before, text)| Evidence {
        name: part.name.clone(),
        lines_before: u32::try_from(before).unwrap_or(u32::MAX),
        text,
    };
    looked(&part.text).into_iter().map(evidence).collect()
}

/// Why a text of a mail without evidence could not be decoded.
fn unread(texts: &[Text]) -> Option<Diagnostic> {
    texts.iter().find(|text| text.part.name == PartName::Mail).and_then(|text| text.wrong.clone())
}

/// A file that hangs on the mail: a record, or a YAML file that is no orders.
fn attached(part: &Part, name: &str) -> Option<Evidence> {
    let is_yaml = [".yaml", ".yml"].iter().any(|end| name.to_lowercase().ends_with(end));
    let has = |key: &str| part.text.lines().any(|line| line.starts_with(key));
    let taken = has("record:") || is_yaml && !has("orders:");
    let whole = || Evidence { name: part.name.clone(), lines_before: 0, text: part.text.clone() };
    taken.then(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = "record:\n  provost: 1\n  prev:\n    \"00\"\n  note: |\n    one\n\n    two\n\
                          check:\n  digest:\n    \"11\"\n";

    fn texts(mail: &str) -> Vec<(u32, String)> {
        let found = evidence(mail.as_bytes()).expect("it can be looked into");
        found.into_iter().map(|found| (found.lines_before, found.text)).collect()
    }

    #[test]
    fn records_are_taken_out_of_prose() {
        let mail = format!(
            "From: a@b.c\n\nDear Bob,\nmy last record: a nice one.\n\n{RECORD}\nCheers\n> record:\n\
             > prev: 1\n\n{RECORD}-- \nJane\n"
        );
        assert_eq!(texts(&mail), [(3, RECORD.to_owned()), (19, RECORD.to_owned())]);
        assert_eq!(pasted_evidence(RECORD.as_bytes()).len(), 1);
    }

    #[test]
    fn a_record_without_indentation_is_evidence_too() {
        let flat: String = RECORD.lines().map(|line| line.trim_start().to_owned() + "\n").collect();
        let found = texts(&format!("From: a@b.c\n\n{flat}-- \nJane\n"));
        assert!(found[0].1.starts_with("record:\nprovost: 1\nprev:"), "{found:?}");
    }

    #[test]
    fn orders_and_words_are_none() {
        for body in ["orders: X turn 1 Union\nposition: a-b-01\n", "record:\n  of last year\n", ""]
        {
            assert_eq!(texts(&format!("From: a@b.c\n\n{body}")), [], "{body}");
        }
    }
}
