//! A finished mail, byte by byte: ASCII alone, CRLF at every line's end, no line over 76 columns.
//!
//! The text comes first and as it is (`7bit`); what hangs on the mail is quoted-printable, with the
//! letters escaped at which a mail program might change something. So whatever carries the mail has
//! nothing to mend in it. It is written as a draft without anybody's address; addresses are put on
//! when it leaves, and stay out of the campaign.

use super::address::Mailbox;
use super::typewriter::{ascii, harmless};
use crate::document::digest::hash_text;

/// What a mail of ours says.
#[derive(Clone, Copy, Debug)]
pub struct Letter<'l> {
    /// `Subject:`
    pub subject: &'l str,
    /// When it is written, in seconds since 1970.
    pub date: i64,
    /// `Message-ID:`, without brackets.
    pub id: &'l str,
    /// The Message-ID that it answers, without brackets.
    pub answers: Option<&'l str>,
    /// The text for its reader, LF at line ends.
    pub body: &'l str,
    /// What hangs on it, in order.
    pub attached: &'l [Attached<'l>],
}

/// A file that hangs on a mail.
#[derive(Clone, Copy, Debug)]
pub struct Attached<'l> {
    /// Its name: lower-case letters, digits, points and hyphens.
    pub name: &'l str,
    /// What it is.
    pub of: Medium,
    /// Its text, LF at line ends.
    pub text: &'l str,
}

/// What a file is (RFC 2046, RFC 9512).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Medium {
    /// A record, a pack, or what opens a seal.
    Yaml,
    /// A page for a browser.
    Html,
}

/// Columns of a line, at most (RFC 2045, 6.7).
const MOST: usize = 76;

/// By which mail programs know a mail that is still to be addressed and sent.
const UNSENT: &str = "X-Unsent: 1\r\n";

/// Writes a mail as a draft: without `From:` and `To:`.
pub fn draft(letter: &Letter<'_>) -> String {
    let mut mail = UNSENT.to_owned();
    mail.push_str(&field("Subject", &ascii(letter.subject)));
    if let Some(date) = chrono::DateTime::from_timestamp(letter.date, 0) {
        mail.push_str(&field("Date", &date.to_rfc2822()));
    }
    mail.push_str(&field("Message-ID", &format!("<{}>", letter.id)));
    if let Some(answers) = letter.answers {
        mail.push_str(&field("In-Reply-To", &format!("<{answers}>")));
        mail.push_str(&field("References", &format!("<{answers}>")));
    }
    mail.push_str("MIME-Version: 1.0\r\n");
    let boundary = boundary(letter);
    let text = part("text/plain; charset=us-ascii", "7bit", &seven_bit(letter.body));
    if letter.attached.is_empty() {
        return mail + &text;
    }
    mail.push_str(&field("Content-Type", &format!("multipart/mixed; boundary=\"{boundary}\"")));
    mail.push_str(&format!("\r\n--{boundary}\r\n{text}"));
    for file in letter.attached {
        let of = match (file.of, file.text.is_ascii()) {
            (Medium::Yaml, true) => "application/yaml",
            (Medium::Yaml, false) => "application/yaml; charset=utf-8",
            (Medium::Html, _) => "text/html; charset=utf-8",
        };
        mail.push_str(&format!("\r\n--{boundary}\r\n"));
        mail.push_str(&field(
            "Content-Disposition",
            &format!("attachment; filename=\"{}\"", file.name),
        ));
        mail.push_str(&part(of, "quoted-printable", &quoted_printable(file.text)));
    }
    mail + &format!("\r\n--{boundary}--\r\n")
}

/// A draft with the addresses on it, ready to leave if somebody sends it; all its other bytes stay.
pub fn addressed(draft: &str, from: Option<&Mailbox>, to: &[Mailbox]) -> String {
    let to: Vec<String> = to.iter().map(Mailbox::in_header).collect();
    let rest = draft.strip_prefix(UNSENT).unwrap_or(draft);
    let from = from.map_or_else(|| UNSENT.to_owned(), |from| field("From", &from.in_header()));
    from + &field("To", &to.join(", ")) + rest
}

/// The Message-ID of what is written about a game, without brackets; a long id of a game is cut, so that
/// the field stays on one line.
pub fn id(game: &str, of: &str) -> String {
    const SHOWN: usize = 34;
    let game = game.get(..SHOWN).unwrap_or(game).trim_end_matches('-');
    format!("{game}.{of}@provost.invalid")
}

/// The Message-ID of a draft or a mail of ours, without brackets.
pub fn id_of(mail: &str) -> Option<&str> {
    let (_, rest) = mail.split_once("\nMessage-ID:")?;
    rest.split_once('<')?.1.split_once('>').map(|(id, _)| id)
}

/// A field of a header, folded at blanks (RFC 5322, 2.2.3).
fn field(name: &str, value: &str) -> String {
    let mut line = format!("{name}:");
    let mut field = String::new();
    for word in value.split(' ').filter(|word| !word.is_empty()) {
        if line.len() + 1 + word.len() > MOST && !line.trim().is_empty() {
            field.push_str(&line);
            field.push_str("\r\n");
            line.clear();
        }
        line.push(' ');
        line.push_str(word);
    }
    field + &line + "\r\n"
}

/// The header and the body of a part.
fn part(of: &str, encoding: &str, body: &str) -> String {
    field("Content-Type", of) + &field("Content-Transfer-Encoding", encoding) + "\r\n" + body
}

/// A text that needs no encoding.
fn seven_bit(text: &str) -> String {
    // What makes a line harmless takes two columns.
    const ROW: usize = MOST - 2;
    let mut out = String::new();
    for line in text.lines() {
        let line = ascii(line);
        let (mut lead, mut rest) = ("", line.trim_end());
        while lead.len() + rest.len() > ROW {
            let room = ROW - lead.len();
            let margin = rest.len() - rest.trim_start().len();
            let cut = rest.get(..=room).and_then(|row| row.rfind(' '));
            let (row, below) = rest.split_at(cut.filter(|at| *at > margin).unwrap_or(room));
            out.push_str(harmless(&format!("{lead}{row}")).trim_end());
            out.push_str("\r\n");
            (lead, rest) = ("  ", below.trim_start());
        }
        out.push_str(harmless(&format!("{lead}{rest}")).trim_end());
        out.push_str("\r\n");
    }
    out
}

/// A text in quoted-printable (RFC 2045, 6.7).
///
/// Beyond what must be escaped this escapes whatever stands first on a line and means something to
/// somebody: `From ` (mbox), a point (SMTP), `>` (quoting), `--` (boundaries, signatures).
fn quoted_printable(text: &str) -> String {
    let mut out = String::new();
    for line in text.split_terminator('\n') {
        let mut row = String::new();
        let bytes = line.as_bytes();
        for (at, byte) in bytes.iter().enumerate() {
            let rest = bytes.get(at..).unwrap_or_default();
            let is_last = rest.len() == 1;
            let plain = match byte {
                b' ' | b'\t' => !is_last,
                byte => byte.is_ascii_graphic() && *byte != b'=',
            };
            let width = if plain { 1 } else { 3 };
            // One column is left for the mark of a soft line break.
            if row.len() + width > if is_last { MOST } else { MOST - 1 } {
                out.push_str(&row);
                out.push_str("=\r\n");
                row.clear();
            }
            match plain && !(row.is_empty() && means_something(rest)) {
                true => row.push(char::from(*byte)),
                false => row.push_str(&format!("={byte:02X}")),
            }
        }
        out.push_str(&row);
        out.push_str("\r\n");
    }
    out
}

/// Whether what begins a line means something to whoever carries mails.
fn means_something(line: &[u8]) -> bool {
    line.starts_with(b"From ")
        || line.starts_with(b"--")
        || line.starts_with(b".")
        || line.starts_with(b">")
}

/// What stands between the parts: by what they say, so that the same letter is the same bytes.
fn boundary(letter: &Letter<'_>) -> String {
    let mut all = format!("{}\n{}", letter.id, letter.body);
    for file in letter.attached {
        all.push_str(&format!("\n{}\n{}", file.name, file.text));
    }
    let digest = hash_text(&all).to_string();
    format!("provost-{}", digest.get(..24).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Letter<'static> = Letter {
        subject: "FRE-01 turn 6 Confederate: orders locked",
        date: 1_772_000_000,
        id: "fre-01.5.0123456789ab@provost.invalid",
        answers: None,
        body: "Dear Bob,\n\nFrom here on.\n.\n> x\n-- \n---\norders: X turn 1 Union\nrecord:\n\u{e9} \n",
        attached: &[],
    };

    /// What no line of a mail of ours may be.
    fn lint(mail: &str) {
        assert!(mail.ends_with("\r\n") && mail.is_ascii());
        assert_eq!(mail.matches('\n').count(), mail.matches("\r\n").count());
        for line in mail.split_terminator("\r\n") {
            assert!(!line.contains('\r') && line.len() <= 76, "{line:?}");
            assert!(!line.ends_with([' ', '\t']), "{line:?}");
            assert!(!line.starts_with(['.', '>']) && !line.starts_with("From "), "{line:?}");
        }
    }

    #[test]
    fn a_text_alone_is_a_mail_without_parts() {
        let mail = draft(&PLAIN);
        lint(&mail);
        assert_eq!(
            mail,
            "X-Unsent: 1\r\nSubject: FRE-01 turn 6 Confederate: orders locked\r\n\
             Date: Wed, 25 Feb 2026 06:13:20 +0000\r\n\
             Message-ID: <fre-01.5.0123456789ab@provost.invalid>\r\nMIME-Version: 1.0\r\n\
             Content-Type: text/plain; charset=us-ascii\r\n\
             Content-Transfer-Encoding: 7bit\r\n\r\nDear Bob,\r\n\r\n| From here on.\r\n\
             | .\r\n| > x\r\n| --\r\n---\r\n| orders: X turn 1 Union\r\n| record:\r\n<U+00E9>\r\n"
        );
        assert_eq!(id_of(&mail), Some(PLAIN.id));
    }

    #[test]
    fn a_long_id_of_a_game_is_cut() {
        let id = id(&"g".repeat(48), "4096.0123456789ab.a");
        assert_eq!(id, format!("{}.4096.0123456789ab.a@provost.invalid", "g".repeat(34)));
        lint(&draft(&Letter { id: &id, answers: Some(&id), ..PLAIN }));
    }

    #[test]
    fn addresses_change_nothing_else() {
        let draft = draft(&PLAIN);
        let to: Vec<Mailbox> =
            (0..9).map(|n| format!("Bob {n} <bob{n}@example.org>").parse().unwrap()).collect();
        let from = "Jane Marsh <jane@example.org>".parse().unwrap();
        let mail = addressed(&draft, Some(&from), &to);
        lint(&mail);
        assert!(
            mail.starts_with("From: Jane Marsh <jane@example.org>\r\nTo: Bob 0 <bob0@"),
            "{mail}"
        );
        let rest = draft.strip_prefix(UNSENT).unwrap();
        assert!(mail.ends_with(rest) && !mail.contains("X-Unsent"));
        let mail = addressed(&draft, None, &to);
        assert!(mail.starts_with("X-Unsent: 1\r\nTo: Bob 0 ") && mail.ends_with(rest), "{mail}");
    }

    #[test]
    fn long_lines_are_broken_and_stay_harmless() {
        let body = format!("{} orders: x\n{}\n", "word ".repeat(15), "x".repeat(200));
        let mail = draft(&Letter { body: &body, subject: &"long ".repeat(30), ..PLAIN });
        lint(&mail);
        assert!(mail.contains("\r\n|   orders: x\r\n"), "{mail}");
    }

    #[test]
    fn what_hangs_on_it_comes_out_as_it_was() {
        let long = "y".repeat(75);
        let text = format!(
            "From x\n.\n..\n>q\n--b--\n-- \na = b\ttab\t\nblank \n{long}=\n{long}.From \n{long}zz\n\
             {long}From here\n\u{e9}\u{1f600}\n\n\n{}\n",
            "\u{fc}".repeat(80)
        );
        let name = "0005-union.yaml";
        let files = [Attached { name, of: Medium::Yaml, text: &text }];
        let mail = draft(&Letter { attached: &files, ..PLAIN });
        lint(&mail);
        let parts = super::super::scan::scan(mail.as_bytes()).unwrap();
        let message = super::super::message::Message::of(mail.as_bytes(), &parts);
        assert_eq!(message.texts.len(), 2);
        assert_eq!(message.texts[1].part.text, text);
        assert_eq!(message.texts[1].part.name.place(), name);
    }
}
