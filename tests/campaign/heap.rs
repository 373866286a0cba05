//! An archive that is a heap of mails: of either side, in no order, some twice, some of no use.

use crate::audit::audited;
use crate::fixture::{Table, files};
use provost::campaign::archive::Archive;
use provost::campaign::audit::{Audit, audit};
use provost::campaign::compare::{Comparison, compare};
use provost::store::Stored;

/// A mail as it lies in a folder: the name of its file, and its bytes.
type Mail = (String, Vec<u8>);

/// A campaign of three player-turns, and its files without positions.
fn three_turns(second: &str) -> (Table, Vec<Stored>) {
    let mut table = Table::new(|_| {});
    for body in ["", second, ""] {
        table.resolve(body).unwrap_or_else(|e| panic!("{e:#?}"));
    }
    let files = files(&table).into_iter().filter(|file| !file.name.starts_with("positions/"));
    let files = files.collect();
    (table, files)
}

fn head(from: &str) -> String {
    format!(
        "From: {from}@example.org\r\nTo: all@example.org\r\nSubject: FR-01\r\nMIME-Version: 1.0\r\n"
    )
}

/// A mail to which a file is attached, below some words and above the footer of a list.
fn attached(name: &str, text: &str) -> Vec<u8> {
    let part = |header: &str, body: &str| format!("--b\r\n{header}\r\n\r\n{body}\r\n");
    let name = name.rsplit('/').next().unwrap();
    let parts = [
        part("Content-Type: text/plain", "Bob,\r\nmy record: it hangs below.\r\n"),
        part(
            &format!(
                "Content-Type: text/x-yaml; name=\"{name}\"\r\nContent-Transfer-Encoding: base64"
            ),
            &base64(text.as_bytes()),
        ),
        part("Content-Type: text/plain", "_____\r\nthe list of the club"),
    ];
    let parts = parts.concat();
    let kind = "Content-Type: multipart/mixed; boundary=b";
    format!("{}{kind}\r\n\r\n{parts}--b--\r\n", head("jane")).into_bytes()
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for (at, three) in bytes.chunks(3).enumerate() {
        let byte = |n: usize| u32::from(three.get(n).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for n in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * n) & 63) as usize];
            text.push(if n <= three.len() { char::from(letter) } else { '=' });
        }
        if at % 18 == 17 {
            text.push_str("\r\n");
        }
    }
    text
}

/// A mail with a record between greetings, and an older one quoted below.
fn pasted(text: &str, quoted: &str) -> Vec<u8> {
    let quoted: String = quoted.lines().map(|line| format!("> {line}\n")).collect();
    let body = format!("Jane,\nhere it is.\n\n{text}\nCheers\n-- \nBob\n\n{quoted}");
    format!("{}\r\n{}", head("bob"), body.replace('\n', "\r\n")).into_bytes()
}

fn orders() -> Vec<u8> {
    let body =
        "orders: FR-01 turn 2 Union\r\nposition: shop-twenty-02\r\nmove:\r\n- 1/II: 1010\r\n";
    format!("{}\r\n{body}", head("jane")).into_bytes()
}

/// Every record in a mail, pasted and attached by turns; the packs as one export that hangs on one.
fn mails(files: &[Stored]) -> Vec<Mail> {
    let (records, packs): (Vec<&Stored>, Vec<&Stored>) =
        files.iter().partition(|file| file.name.starts_with("log/"));
    let stream: String = packs.iter().map(|file| format!("---\n{}", file.text)).collect();
    let mut mails = vec![("packs.eml".to_owned(), attached("fr-01.log.yaml", &stream))];
    for (at, record) in records.iter().enumerate() {
        let bytes = match at % 2 {
            0 => attached(&record.name, &record.text),
            _ => pasted(&record.text, &records[at - 1].text),
        };
        mails.push((format!("inbox/{at}.eml"), bytes));
    }
    mails
}

fn archive(mails: &[Mail]) -> Archive {
    let mut archive = Archive::default();
    mails.iter().for_each(|(name, bytes)| archive.add_mail(name, bytes));
    archive
}

fn of(mails: &[Mail]) -> Audit {
    audit(&archive(mails), &mut |_, _| {})
}

/// The same mails in another order.
fn shuffled(mails: &[Mail], seed: u64) -> Vec<Mail> {
    let mut mails = mails.to_vec();
    let mut state = seed;
    for at in (1..mails.len()).rev() {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        mails.swap(at, (state >> 33) as usize % (at + 1));
    }
    mails
}

#[test]
fn mails_in_any_order_audit_like_the_folder() {
    let (table, files) = three_turns("");
    let (folder, mails) = (audited(files.clone()), mails(&files));
    assert!(folder.is_clean() && folder.is_done());
    for seed in 0..12 {
        let heap = of(&shuffled(&mails, seed));
        assert!(heap.is_clean() && heap.is_done(), "{heap:#?}");
        assert_eq!((heap.summary(), heap.head), (folder.summary(), folder.head));
        assert_eq!(heap.steps, folder.steps);
        assert_eq!(heap.notes, folder.notes);
    }
    assert_eq!(folder.head, table.campaign.replay().head());
}

#[test]
fn a_mail_twice_is_one_record_and_orders_are_passed_over() {
    let (_, files) = three_turns("");
    let mut mails = mails(&files);
    mails.push(("again.eml".to_owned(), mails[3].1.clone()));
    mails.push(("orders.eml".to_owned(), orders()));
    let heap = of(&mails);
    assert!(heap.is_clean() && heap.is_done(), "{heap:#?}");
    assert_eq!(heap.records, 7);
    let said = |note: &str| assert!(heap.notes.iter().any(|n| n == note), "{:?}", heap.notes);
    said("1 copy of a record was left aside");
    said("1 mail without a record was passed over");
    // A heap of nothing else has no record, and nothing is false in it.
    let none = archive(&[("orders.eml".to_owned(), orders())]);
    assert!(none.records.is_empty() && none.unreadable.is_empty() && none.others.is_empty());
}

#[test]
fn a_record_that_was_damaged_in_its_mail_is_named_by_it() {
    let (_, files) = three_turns("note: Nice day for it\n");
    let damaged = |from: &str, to: &str| {
        let mut files = files.clone();
        let file = files.iter_mut().find(|file| file.name.contains("0003-")).unwrap();
        assert!(file.text.contains(from), "{}", file.text);
        file.text = file.text.replacen(from, to, 1);
        let found = of(&shuffled(&mails(&files), 5));
        let first = found.findings.first().unwrap_or_else(|| panic!("{found:#?}")).clone();
        (first.seq, first.place, first.what)
    };
    // Record 3 was pasted, three lines below the top of its mail.
    let (seq, place, what) = damaged("Nice day", "Nice  day");
    assert_eq!(seq, Some(3));
    assert!(place.starts_with("inbox/3.eml"), "{place}: {what}");
    let (seq, place, what) = damaged("  lock:", "  lock");
    assert_eq!(seq, Some(3));
    assert!(place.starts_with("inbox/3.eml:"), "{place}: {what}");
}

#[test]
fn a_mail_that_cannot_be_looked_into_is_told() {
    let (_, files) = three_turns("");
    let mut mails = mails(&files);
    let sealed = "Content-Type: multipart/encrypted; boundary=b\r\n\r\n--b\r\nContent-Type: \
                  application/pgp-encrypted\r\n\r\nVersion: 1\r\n--b--\r\n";
    mails.push(("sealed.eml".to_owned(), (head("jane") + sealed).into_bytes()));
    let open = "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nno end\r\n";
    mails.push(("open.eml".to_owned(), (head("jane") + open).into_bytes()));
    let heap = of(&mails);
    assert!(heap.is_clean(), "{heap:#?}");
    for name in ["sealed.eml: an encrypted mail", "open.eml: "] {
        assert!(heap.notes.iter().any(|note| note.starts_with(name)), "{:?}", heap.notes);
    }
}

#[test]
fn a_record_in_a_forwarded_mail_counts() {
    let (_, files) = three_turns("");
    let mut mails = mails(&files);
    let inside = String::from_utf8(mails[4].1.clone()).unwrap();
    let forwarded = format!(
        "{}Content-Type: multipart/mixed; boundary=f\r\n\r\n--f\r\nContent-Type: text/plain\r\n\r\n\
         FYI\r\n--f\r\nContent-Type: message/rfc822\r\n\r\n{inside}\r\n--f--\r\n",
        head("ruth")
    );
    mails[4].1 = forwarded.into_bytes();
    let heap = of(&mails);
    assert!(heap.is_clean(), "{heap:#?}");
    assert_eq!(heap.records, 7);
}

#[test]
fn two_heaps_are_compared_to_their_first_difference() {
    let (table, jane) = three_turns("note: as Jane has it\n");
    let (_, bob) = three_turns("note: as Bob has it\n");
    let jane = mails(&jane);
    let same = compare(&archive(&shuffled(&jane, 1)), &archive(&shuffled(&jane, 2)));
    assert_eq!(same, Comparison::Same(table.campaign.replay().head()));
    let compared = compare(&archive(&shuffled(&jane, 3)), &archive(&shuffled(&mails(&bob), 4)));
    let Comparison::Differ { seq: 3, places, difference, .. } = compared else {
        panic!("{compared:?}")
    };
    assert_eq!(places, ["inbox/3.eml", "inbox/3.eml"]);
    assert!(difference.contains("-  note: as Jane has it\n+  note: as Bob has it"), "{difference}");
}
