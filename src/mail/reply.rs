//! The letter that answers a refusal: a mail in plain ASCII, for a person to look at and to send.

use super::find::Refusal;
use super::header::Head;
use super::names::PartName;
use super::typewriter::{WIDTH, ascii, filled, harmless, is_address};
use std::fmt;

/// What a reply says beside the complaints.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// Title of the game: `FRE-01`.
    pub title: &'a str,
    /// What is awaited, a sentence: `Confederate orders for turn 1 are awaited, in answer to ...`.
    pub awaited: &'a str,
    /// The complaints, rendered, in ASCII.
    pub complaints: &'a str,
    /// What to do, a sentence in lower case.
    pub advice: &'a str,
}

/// The reply to a refused mail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The address to which it goes, if the mail has one.
    pub to: Option<String>,
    /// `Subject:`
    pub subject: String,
    /// The Message-ID of the mail, without brackets.
    pub answers: Option<String>,
    /// Its text.
    pub body: String,
}

/// As a mail without sender and date.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(to) = &self.to {
            writeln!(f, "To: {to}")?;
        }
        writeln!(f, "Subject: {}", self.subject)?;
        if let Some(id) = &self.answers {
            write!(f, "In-Reply-To:\n <{id}>\nReferences:\n <{id}>\n")?;
        }
        f.write_str("MIME-Version: 1.0\nContent-Type: text/plain; charset=us-ascii\n\n")?;
        f.write_str(&self.body)
    }
}

/// Lines of the refused text that are quoted.
const QUOTED: usize = 60;

/// As many where the complaint has no place.
const FIRST: usize = 12;

/// The reply to a refused mail, ready to send.
///
/// No line of it begins with `>`, `From `, a point or `-- `, and none holds a head line of orders
/// where one is looked for: quoted below the next mail it does no harm.
pub fn reply(refusal: &Refusal, head: &Head, about: &About<'_>) -> Reply {
    let name = match (&head.subject, &head.date) {
        (Some(subject), Some(date)) => format!("Your mail \"{}\" of {date}", short(subject)),
        (Some(subject), None) => format!("Your mail \"{}\"", short(subject)),
        (None, Some(date)) => format!("Your mail of {date}"),
        (None, None) => "What you sent".to_owned(),
    };
    let first = format!(
        "{name} has been read for {}. Nothing is filed; nothing has changed. {}",
        about.title, about.awaited
    );
    let mut body = filled(&ascii(&first));
    body.push('\n');
    for line in about.complaints.lines() {
        body.push_str(&harmless(line));
        body.push('\n');
    }
    if refusal.part.name != PartName::Mail {
        body.push_str(&format!("\nWhat to do: {}\n", about.advice));
    }
    body.push_str(&read(refusal));
    Reply {
        to: head.reply_to.clone().filter(|to| is_address(to)),
        subject: format!("Re: {}: nothing is filed", ascii(about.title)),
        answers: head.id.clone(),
        body,
    }
}

/// The text that was read, each line behind its number.
fn read(refusal: &Refusal) -> String {
    let text = refusal.part.text.as_str();
    let lines: Vec<&str> = text.trim_end().split(['\n', '\r']).collect();
    if text.trim().is_empty() {
        return String::new();
    }
    let places = refusal.complaints.iter().map(|complaint| complaint.span.line as usize);
    let placed: Vec<usize> = places.filter(|line| *line > 0).collect();
    // What the complaints are about, with some lines around it.
    let from = placed.iter().min().map_or(0, |line| line.saturating_sub(6));
    let to = placed.iter().max().map_or(FIRST, |line| line + 5).min(lines.len());
    let to = to.min(from + QUOTED);
    let mut told = "\nThis is what was read:\n".to_owned();
    for (number, line) in (from + 1..).zip(lines.get(from..to).unwrap_or_default()) {
        let mut line = ascii(line.trim_end());
        if line.len() > WIDTH - 8 {
            line.truncate(WIDTH - 11);
            line.push_str("...");
        }
        told.push_str(format!("{number:5} | {line}").trim_end());
        told.push('\n');
    }
    let more = lines.len().saturating_sub(to);
    if more > 0 {
        told.push_str(&format!("and {more} more line{}\n", if more == 1 { "" } else { "s" }));
    }
    told
}

fn short(subject: &str) -> String {
    const SHOWN: usize = 60;
    let mut short: String = subject.chars().take(SHOWN).collect();
    if subject.chars().count() > SHOWN {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Diagnostic, Span};
    use crate::mail::Part;

    #[test]
    fn nothing_in_a_reply_can_be_taken_for_a_mail_or_for_orders() {
        let text = "orders: X turn 1 Union\n.\nFrom here\n-- \n> \u{BD}\n".to_owned();
        let complaint = Diagnostic::error(Span { line: 1, column: 1, length: 1 }, "no");
        let part = Part { name: PartName::Body, text };
        let refusal = Refusal { part, complaints: vec![complaint] };
        let head = Head {
            subject: Some("a\r\nBcc: all@example.org\u{BD}".to_owned()),
            reply_to: Some("x@example.org\nBcc: y".to_owned()),
            id: Some("a@b".to_owned()),
            ..Head::default()
        };
        let about = About {
            title: "X",
            awaited: "Nothing is awaited.",
            advice: "mend it.",
            complaints: "error: no\n  orders: quoted\n> y\n.\n-- \nFrom z\n",
        };
        let letter = reply(&refusal, &head, &about).to_string();
        assert!(
            letter.starts_with("Subject: Re: X: nothing is filed\nIn-Reply-To:\n <a@b>\n"),
            "{letter}"
        );
        assert!(letter.contains("\"a<U+000D><U+000A>Bcc: all@example.org<U+00BD>\""), "{letter}");
        for line in letter.lines() {
            assert!(line.is_ascii() && line.len() <= 76, "{line}");
            assert!(
                !line.starts_with("> ") && !line.starts_with("From ") && line != "-- ",
                "{line}"
            );
            assert!(!line.starts_with('.') && !line.trim_start().starts_with("orders:"), "{line}");
        }
    }
}
