//! What was handed over: a text, a mail, or a mailbox of several mails.

use super::lines::{Line, beginning, header_name, lines};
use std::borrow::Cow;

/// What bytes are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A text that somebody typed or pasted.
    Text,
    /// A mail with its header.
    Mail,
    /// Several mails in one file, as mbox has them.
    Mailbox,
}

/// Headers of which a mail has at least one; `orders:` and `position:` look like headers and are
/// none.
const HEADERS: [&str; 16] = [
    "from",
    "to",
    "cc",
    "date",
    "subject",
    "sender",
    "reply-to",
    "message-id",
    "mime-version",
    "content-type",
    "received",
    "return-path",
    "delivered-to",
    "x-original-to",
    "envelope-to",
    "dkim-signature",
];

/// What some bytes are, by their first lines.
pub fn kind(bytes: &[u8]) -> Kind {
    let bytes = beginning(bytes);
    let mut found = false;
    for (at, line) in lines(bytes).enumerate() {
        match line.bytes {
            first if at == 0 && is_from_line(first) => return Kind::Mailbox,
            [] => break,
            [b' ' | b'\t', ..] if at > 0 => {}
            line => match header_name(line) {
                Some(name) => found |= is_header(name),
                None => return Kind::Text,
            },
        }
    }
    if found { Kind::Mail } else { Kind::Text }
}

fn is_header(name: &[u8]) -> bool {
    HEADERS.iter().any(|header| name.eq_ignore_ascii_case(header.as_bytes()))
}

/// Whether a line begins a mail of an mbox: `From `, an address or `-`, and a date.
///
/// `From 0112 advance` is a line of a mail like any other.
fn is_from_line(line: &[u8]) -> bool {
    let Ok(line) = std::str::from_utf8(line) else { return false };
    let Some(rest) = line.strip_prefix("From ") else { return false };
    let digits = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let is_clock = |word: &str| {
        let parts: Vec<&str> = word.split(':').collect();
        (2..=3).contains(&parts.len()) && parts.iter().all(|p| p.len() <= 2 && digits(p))
    };
    let mut after = rest.split_whitespace().skip(1).skip_while(|word| !is_clock(word));
    after.next().is_some() && after.any(|word| word.len() == 4 && digits(word))
}

/// The mails of an mbox. One begins with its `From ` line, at the start or after an empty line, if a
/// header line follows; `>From ` is `From ` again.
pub fn mailbox(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut mails: Vec<Vec<u8>> = Vec::new();
    let mut after_empty = true;
    let mut all = lines(beginning(bytes)).peekable();
    while let Some(Line { bytes: line, .. }) = all.next() {
        let begins = after_empty
            && is_from_line(line)
            && all.peek().is_some_and(|next| header_name(next.bytes).is_some());
        after_empty = line.is_empty();
        match mails.last_mut() {
            _ if begins => mails.push(Vec::new()),
            Some(mail) => {
                mail.extend_from_slice(&unmarked(line));
                mail.extend_from_slice(b"\r\n");
            }
            None => {}
        }
    }
    mails
}

/// A line of an mbox without the mark before `From `.
fn unmarked(line: &[u8]) -> Cow<'_, [u8]> {
    let marks = line.iter().take_while(|b| **b == b'>').count();
    let marked = marks > 0 && line.get(marks..).is_some_and(|rest| rest.starts_with(b"From "));
    Cow::Borrowed(if marked { line.get(1..).unwrap_or_default() } else { line })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_head_lines_are_no_header() {
        assert_eq!(kind(b"orders: X turn 1 Union\nposition: a-b-01\n\nFrom: me\n"), Kind::Text);
        assert_eq!(kind(b"From: me\norders: X\n\nfrom: me"), Kind::Mail);
        assert_eq!(kind(b"\xEF\xBB\xBF\r\n\r\nSubject: x\r\n folded\r\n\r\n"), Kind::Mail);
        assert_eq!(kind(b"Subject: x\nthis is a sentence\n\n"), Kind::Text);
        assert_eq!(kind(b""), Kind::Text);
    }

    #[test]
    fn a_from_line_has_a_date_and_a_header_below() {
        let day = "Sat Mar 14 10:15:07";
        let all = format!(
            "From - {day} 2026\nSubject: a\n\nFrom 0112 advance\n\nFrom x@y {day} 2026\n\
             and so on\n\nFrom 1824@xxx {day} +0000 2026\nSubject: b\n\n>>From here\n"
        );
        assert_eq!(kind(all.as_bytes()), Kind::Mailbox);
        let mails = mailbox(all.as_bytes());
        let texts: Vec<_> = mails.iter().map(|mail| String::from_utf8_lossy(mail)).collect();
        assert_eq!(texts.len(), 2, "{texts:?}");
        assert!(texts[0].contains("\r\nFrom x@y") && texts[1].ends_with("\r\n>From here\r\n"));
    }
}
