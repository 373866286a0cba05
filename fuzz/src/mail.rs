//! Mails: whatever comes, something is to be done about it, and what is told of it is true.

use super::{is_in, is_refusal};
use provost::games::blue_gray::grammar::FORM;
use provost::mail::extract::{extract, find as find_block, heads};
use provost::mail::write::{Attached, Letter, Medium, draft};
use provost::mail::{About, Kind, Outcome, PartName, find, kind, mailbox, reply};

/// Every mail has an outcome. Orders that were found are in the text that is named, one block of
/// them; complaints stand at places of their text and a reply to them is a mail in ASCII that holds no
/// orders itself, quoted or not. A mailbox has as many mails as it has bytes for.
pub fn properties(bytes: &[u8]) {
    if kind(bytes) == Kind::Mailbox {
        let mails = mailbox(bytes);
        let length = |mail: &Vec<u8>| mail.len();
        // Line ends become CRLF.
        assert!(mails.iter().map(length).sum::<usize>() <= 2 * bytes.len() + 2);
        mails.iter().take(20).for_each(|mail| one(mail));
    }
    one(bytes);
}

/// Whatever a letter of ours says and carries, nobody on its way has anything to mend.
fn carried(body: &str, text: &str) {
    let attached = [Attached { name: "a.yaml", of: Medium::Yaml, text }];
    let id = "a@b.invalid";
    let mail =
        draft(&Letter { subject: "x", date: 0, id, answers: None, body, attached: &attached });
    assert!(mail.is_ascii() && mail.ends_with("\r\n"));
    for line in mail.split_terminator("\r\n") {
        assert!(!line.contains(['\r', '\n']) && line.len() <= 76, "{line:?}");
        assert!(!line.ends_with([' ', '\t']) && !line.starts_with("From "), "{line:?}");
        assert!(!line.starts_with(['>', '.']) && line != "--", "{line:?}");
    }
}

fn one(bytes: &[u8]) {
    let found = find(bytes, &FORM);
    match found.outcome {
        Outcome::Orders { part, .. } => {
            assert_eq!(heads(&part.text, &FORM).len(), 1, "one block");
            assert_ne!(part.name, PartName::Mail);
            assert!(find_block(&part.text, &FORM).is_ok());
        }
        Outcome::Records { records, .. } => {
            assert!(!records.is_empty());
            for part in records {
                assert!(provost::document::read::record(&part.text).is_ok(), "a damaged record");
            }
        }
        Outcome::Refused(refusal) => {
            is_refusal(&refusal.part.text, &refusal.complaints);
            for complaint in &refusal.complaints {
                is_in(&refusal.part.text, complaint.span);
                let whole = refusal.part.name == PartName::Mail;
                assert!(
                    !whole || complaint.help.is_some(),
                    "nobody says what to do: {complaint:?}"
                );
            }
            let headlines: String = refusal.complaints.iter().map(|c| format!("{c}\n")).collect();
            let (title, awaited, advice) = ("X", "Nothing.", "mend it.");
            let about = About { title, awaited, complaints: &headlines, advice };
            let letter = reply(&refusal, &found.head, &about).to_string();
            carried(&letter, &refusal.part.text);
            assert!(letter.is_ascii(), "{letter}");
            assert!(extract(&letter, &FORM).is_err(), "a reply that orders: {letter}");
            assert!(!letter.lines().any(|l| l.starts_with("From ") || l.starts_with(['>', '.'])));
        }
        Outcome::Logged(_) => {}
    }
}
