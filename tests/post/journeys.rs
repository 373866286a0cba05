//! What the post and mail programs do to a letter: the record that comes out has the same digest, or
//! nothing is filed and that is said.

use crate::desk::copy;
use crate::players::{Player, begun, body, says};
use provost::campaign::Record;
use std::fmt::Write;

/// What must come of a letter.
#[derive(Clone, Copy)]
enum Comes {
    /// The record is filed, and an auditor finds it.
    Whole,
    /// It is not filed, with these words; an auditor finds it.
    ByAuditAlone(&'static str),
    /// Neither; with these words.
    Refused(&'static str),
}

use Comes::{ByAuditAlone, Refused, Whole};

/// A letter under way: as it was written, and what it carries.
struct Letter {
    mail: String,
    record: String,
}

const HEAD: &str = "From: Bob Hale <bob@example.org>\nTo: Jane <jane@example.org>\n\
                    Subject: Fwd: FRE-01\nMIME-Version: 1.0\n";
const PLAIN: &str = "Content-Type: text/plain; charset=utf-8\n\n";

impl Letter {
    fn text(&self) -> String {
        body(&self.mail)
    }

    /// A mail of several parts.
    fn parts(parts: &[String]) -> String {
        let mut mail = format!("{HEAD}Content-Type: multipart/mixed; boundary=\"=_b1\"\n\n");
        for part in parts {
            let _ = write!(mail, "--=_b1\n{part}\n");
        }
        mail + "--=_b1--\n"
    }

    fn attached(&self, of: &str, encoding: &str, bytes: &str) -> String {
        format!(
            "Content-Type: {of}; name=\"0002-confederate.yaml\"\nContent-Disposition: attachment;\n \
             filename=\"0002-confederate.yaml\"\nContent-Transfer-Encoding: {encoding}\n\n{bytes}"
        )
    }

    fn base64(&self) -> String {
        use base64ct::{Base64, Encoding};
        let all = Base64::encode_string(self.record.replace('\n', "\r\n").as_bytes());
        let lines: Vec<&str> =
            (0..all.len()).step_by(76).map(|at| &all[at..all.len().min(at + 76)]).collect();
        lines.join("\n") + "\n"
    }
}

fn behind(mark: &str, text: &str) -> String {
    text.lines().map(|line| format!("{mark}{line}\n")).collect()
}

/// Lines no longer than that, as mail programs wrap: the rest stands at the margin.
fn wrapped(text: &str, width: usize, mark: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut rest = line.to_owned();
        while rest.chars().count() > width {
            let cut = rest.char_indices().take(width + 1).filter(|(_, c)| *c == ' ').last();
            let Some((cut, _)) =
                cut.filter(|(at, _)| *at > rest.len() - rest.trim_start().len() + mark.len())
            else {
                break;
            };
            let _ = writeln!(out, "{}", &rest[..cut]);
            rest = format!("{mark}{}", &rest[cut + 1..]);
        }
        let _ = writeln!(out, "{rest}");
    }
    out
}

/// Everything that happens to letters, and what must come of it.
fn journeys(letter: &Letter) -> Vec<(&'static str, String, Comes)> {
    let lf = letter.mail.replace("\r\n", "\n");
    let record = &letter.record;
    let text_part = format!("{PLAIN}{}", letter.text());
    let quoted = behind("> ", &letter.text());
    let header = "---------- Forwarded message ---------\nFrom: Bob Hale <bob@example.org>\n\
                  Date: Tue, 1 Dec 2026\nSubject: FRE-01\nTo: <jane@example.org>\n\n";
    let stuffed: String = record
        .lines()
        .map(|line| match line.starts_with([' ', '>']) || line.starts_with("From ") {
            true => format!(" {line}\n"),
            false => format!("{line}\n"),
        })
        .collect();
    let as_file = |of, encoding, bytes: &str| letter.attached(of, encoding, bytes);
    // An empty line ends a header, also there.
    let blank =
        |line: &str| if line.is_empty() { "\r\n".to_owned() } else { format!("{line}  \r\n") };
    let blanks: String = lf.lines().map(blank).collect();
    let yaml = || as_file("application/octet-stream", "base64", &letter.base64());
    vec![
        ("as it was written", letter.mail.clone(), Whole),
        ("as a Maildir holds it", lf.clone(), Whole),
        ("blanks at every line's end", blanks, Whole),
        (
            "in an mbox, with its marks",
            format!(
                "From bob@example.org Tue Dec  1 10:51:18 2026\nX-Status: x\n{}\n\n",
                lf.trim_end().replace("\nFrom ", "\n>From ")
            ),
            Whole,
        ),
        (
            "with what relays add on top",
            format!(
                "Return-Path: <bob@example.org>\r\nReceived: from a by b; Tue, 1 Dec 2026\r\n\
                 DKIM-Signature: v=1; a=rsa-sha256\r\n{}",
                letter.mail
            ),
            Whole,
        ),
        ("base64 for the file", Letter::parts(&[text_part.clone(), yaml()]), Whole),
        (
            "8bit for the file",
            Letter::parts(&[text_part.clone(), as_file("text/yaml", "8bit", record)]),
            Whole,
        ),
        (
            "another type, name alone",
            Letter::parts(&[text_part.clone(), as_file("application/x-unknown", "7bit", record)]),
            Whole,
        ),
        (
            "the text quoted, the file kept",
            Letter::parts(&[format!("{PLAIN}Thanks!\n\nBob wrote:\n{quoted}"), yaml()]),
            Whole,
        ),
        (
            "forwarded inside the text, the file kept",
            Letter::parts(&[format!("{PLAIN}{header}{}", letter.text()), yaml()]),
            Whole,
        ),
        (
            "with the footer of a list as a part",
            Letter::parts(&[text_part.clone(), yaml(), format!("{PLAIN}--\nUnsubscribe: here\n")]),
            Whole,
        ),
        (
            "with its text in HTML too",
            Letter::parts(&[
                format!(
                    "Content-Type: multipart/alternative; boundary=a2\n\n--a2\n{text_part}\n--a2\n\
                     Content-Type: text/html\n\n<p>{}</p>\n\n--a2--\n",
                    letter.text()
                ),
                yaml(),
            ]),
            Whole,
        ),
        (
            "forwarded as a mail inside a mail",
            Letter::parts(&[
                format!("{PLAIN}see below\n"),
                format!("Content-Type: message/rfc822\n\n{lf}"),
            ]),
            ByAuditAlone("in a forwarded mail"),
        ),
        ("the record pasted alone", format!("{HEAD}{PLAIN}{record}"), Whole),
        (
            "the record pasted, re-wrapped at 72",
            format!("{HEAD}{PLAIN}{}", wrapped(record, 72, "")),
            Whole,
        ),
        (
            "the record pasted, re-wrapped at 30",
            format!("{HEAD}{PLAIN}{}", wrapped(record, 30, "")),
            Refused("a record that was damaged on its way"),
        ),
        (
            "the record pasted, flowed",
            format!("{HEAD}Content-Type: text/plain; format=flowed\n\n{stuffed}"),
            Whole,
        ),
        (
            "the record pasted among words",
            format!("{HEAD}{PLAIN}Dear Jane,\n\n{record}\nYours, Bob\n"),
            Whole,
        ),
        (
            "the record quoted",
            format!("{HEAD}{PLAIN}Bob wrote:\n{}\nI have it.\n", behind("> ", record)),
            Whole,
        ),
        (
            "the record quoted below orders that are mistyped",
            format!("{HEAD}{PLAIN}Order: FRE-01 turn 1 Union\n\n{}", behind("> ", record)),
            ByAuditAlone("no orders found"),
        ),
        (
            "the record quoted twice, without blanks",
            format!("{HEAD}{PLAIN}> Jane wrote:\n{}", behind(">>", record)),
            Whole,
        ),
        (
            "the record quoted and re-wrapped at 76",
            format!("{HEAD}{PLAIN}{}", wrapped(&behind("> ", record), 76, "> ")),
            Whole,
        ),
        (
            "the record quoted and re-wrapped at 30",
            format!("{HEAD}{PLAIN}{}", wrapped(&behind("> ", record), 30, "> ")),
            Refused("a quoted or indented record that was damaged on its way"),
        ),
        (
            "the record quoted, one word changed",
            format!("{HEAD}{PLAIN}{}", behind("> ", &record.replace("1901", "2001"))),
            Refused("a quoted or indented record that was damaged on its way"),
        ),
        ("the file gone", format!("{HEAD}{text_part}"), Refused("no orders found")),
        (
            "one digit of the file changed",
            letter.mail.replace("segment: 1", "segment: 2"),
            Refused("a record that was damaged on its way"),
        ),
        (
            "cut off in the file",
            letter.mail[..letter.mail.len() - 60].to_owned(),
            Refused("the parts of the mail are not closed in order"),
        ),
    ]
}

#[test]
fn the_same_digest_comes_out_or_nothing_is_filed() {
    let [bob, jane] = begun(&["--standing", "sealed"]);
    bob.orders(
        "move:\n- Pelham: enter 1901\n- Kershaw, Barksdale: 1512\n- Kershaw: strategic, 1413\n\
         retreat:\n- any: toward 1513\nnote: From here on, good luck, Ren\u{e9}! = > .\n",
    );
    let orders = std::fs::read_to_string(bob.desk.at("orders.yaml")).unwrap();
    bob.write("orders.yaml", orders.replace("- Kershaw, Barksdale: 1512\n", "- Barksdale: 1512\n"));
    let sent = bob.done(&["send", "orders.yaml"]);
    assert_eq!(sent["seq"], 2, "{sent}");
    let letter = Letter {
        mail: bob.file("outbox/0002-confederate.eml"),
        record: bob.file("outbox/0002-confederate.yaml"),
    };
    let digest = Record::read(&letter.record).unwrap().digest.to_string();
    let journeys = journeys(&letter);
    let mut whole = 0;
    for (how, mail, comes) in &journeys {
        let there = Player::new(jane.chair);
        copy(&jane.desk.at("game"), &there.desk.at("game"));
        copy(&jane.desk.at("secrets"), &there.desk.at("secrets"));
        there.write("mail.eml", mail);
        let (code, told) = there.said(&["receive", "mail.eml"]);
        let audit = ["--format", "json", "audit", "game/log", "game/packs", "mail.eml"];
        // Beside the log before it was filed.
        let (_, audited) = jane_audit(&jane, mail, &audit);
        match comes {
            Whole => {
                assert_eq!((code, there.records()), (0, 3), "{how}: {told}");
                let filed = Record::read(&there.file("log/0002-confederate.yaml")).unwrap();
                assert_eq!(filed.digest.to_string(), digest, "{how}");
                assert!(audited.contains(&digest), "{how}: {audited}");
                whole += 1;
            }
            ByAuditAlone(words) => {
                assert_eq!(there.records(), 2, "{how}: {told}");
                says(&told, words);
                assert!(audited.contains(&digest), "{how}: {audited}");
            }
            Refused(words) => {
                assert_eq!(there.records(), 2, "{how}: {told}");
                says(&told, words);
                assert!(
                    !audited.contains(&format!("\"digest\": \"{digest}\"")),
                    "{how}: {audited}"
                );
            }
        }
    }
    assert!(whole >= 15, "{whole} of {}", journeys.len());
}

/// An audit of the log without the record, and of a mail.
fn jane_audit(jane: &Player, mail: &str, arguments: &[&str]) -> (i32, String) {
    jane.write("mail.eml", mail);
    jane.desk.said(arguments)
}

#[test]
fn a_letter_that_comes_twice_is_known() {
    let [bob, jane] = begun(&[]);
    bob.orders("");
    bob.told(&["send", "orders.yaml"]);
    jane.gets(&bob, "0002-confederate.eml");
    let told = jane.told(&["receive", "mail.eml", "mail.eml"]);
    says(&told, "already have it (record 2)");
    assert_eq!(jane.records(), 3);
    let heap = ["import", "mail.eml", "offer.eml"];
    says(&jane.told(&heap), "nothing new here before: 2");
}
