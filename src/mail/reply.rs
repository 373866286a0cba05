//! The letter that answers a refusal: a mail in plain ASCII, for a person to look at and to send.

use super::find::Refusal;
use super::header::Head;
use super::names::{PartName, code_point};

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

/// Columns of a reply.
const WIDTH: usize = 72;

/// Lines of the refused text that are quoted.
const QUOTED: usize = 60;

/// As many where the complaint has no place.
const FIRST: usize = 12;

/// The reply to a refused mail, ready to send.
///
/// No line of it begins with `>`, `From `, a point or `-- `, and none holds a head line of orders
/// where one is looked for: quoted below the next mail it does no harm.
pub fn reply(refusal: &Refusal, head: &Head, about: &About<'_>) -> String {
    let mut letter = String::new();
    if let Some(to) = head.reply_to.as_deref().filter(|to| is_address(to)) {
        letter.push_str(&format!("To: {to}\n"));
    }
    letter.push_str(&format!("Subject: Re: {}: nothing is filed\n", ascii(about.title)));
    if let Some(id) = &head.id {
        letter.push_str(&format!("In-Reply-To:\n <{id}>\nReferences:\n <{id}>\n"));
    }
    letter.push_str("MIME-Version: 1.0\nContent-Type: text/plain; charset=us-ascii\n\n");
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
    letter.push_str(&filled(&ascii(&first)));
    letter.push('\n');
    for line in about.complaints.lines() {
        letter.push_str(&harmless(line));
        letter.push('\n');
    }
    if refusal.part.name != PartName::Mail {
        letter.push_str(&format!("\nWhat to do: {}\n", about.advice));
    }
    letter.push_str(&read(refusal));
    letter
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

/// A line that means nothing to a mail program, and nothing to us when it comes back.
fn harmless(line: &str) -> String {
    let line = ascii(line);
    let begins = |word: &str| line.starts_with(word);
    let inner = line.trim_start();
    let like_a_head = inner.get(..7).is_some_and(|word| word.eq_ignore_ascii_case("orders:"));
    match begins("From ") || begins(".") || begins("-- ") || inner.starts_with('>') || like_a_head {
        true => format!("| {line}"),
        false => line,
    }
}

/// A text in ASCII, with code points for everything else.
fn ascii(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            ' '..='~' => c.to_string(),
            '\t' => " ".to_owned(),
            c => code_point(c),
        })
        .collect()
}

fn short(subject: &str) -> String {
    const SHOWN: usize = 60;
    let mut short: String = subject.chars().take(SHOWN).collect();
    if subject.chars().count() > SHOWN {
        short.push_str("...");
    }
    short
}

/// Whether an address is one that may stand in a header as it is.
fn is_address(address: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c);
    address.len() <= 200
        && address.split_once('@').is_some_and(|(name, host)| {
            !name.is_empty()
                && name.chars().all(plain)
                && !host.is_empty()
                && host.chars().all(|c| c.is_ascii_alphanumeric() || "-.".contains(c))
        })
}

/// Words on lines of at most [`WIDTH`] columns.
fn filled(text: &str) -> String {
    let mut filled = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        if column > 0 && column + 1 + word.len() > WIDTH {
            filled.push('\n');
            column = 0;
        } else if column > 0 {
            filled.push(' ');
            column += 1;
        }
        // A word longer than a line is nobody's.
        let word = word.get(..WIDTH).unwrap_or(word);
        filled.push_str(word);
        column += word.len();
    }
    filled.push('\n');
    filled
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
        let letter = reply(&refusal, &head, &about);
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
