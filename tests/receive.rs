//! Mail as a referee hands it over: what `receive` prints, keeps and files, and with which exit code.

mod desk;
#[path = "schema/validator.rs"]
#[allow(dead_code, reason = "shared with tests/schema.rs")]
mod validator;

use desk::Desk;
use provost::document::digest::record_digest;
use provost::document::{Node, read, write};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const ORDERS: &str = "orders: FRE-01 turn 1 Confederate\nposition: reason-run-21\nmove:\n\
                      - Pelham: enter 1901\n- Barksdale: 1512\n";

/// A campaign at the position that the mails of `tests/mail` answer.
fn begun() -> Desk {
    let desk = Desk::new();
    let game = ["new", "fredericksburg", "c", "--game", "fre-01-2026-0e5a3b1e"];
    let text = desk.done(&game);
    assert!(text.contains("reason-run-21"), "{text}");
    desk
}

fn mail_of(orders: &str) -> String {
    let mail = "From: Jane Marsh <jane.marsh@example.org>\nSubject: my turn\n\
                Content-Type: text/plain; charset=utf-8\n\nRuth,\n\n";
    format!("{mail}{orders}end\n\nJane\n").replace('\n', "\r\n")
}

impl Desk {
    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.at(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// The same in the campaign.
    fn receive(&self, arguments: &[&str]) -> (i32, String) {
        self.said(&[&["-C", "c", "receive"], arguments].concat())
    }

    /// Hands something over through standard input.
    fn pasted(&self, text: &str, arguments: &[&str]) -> (i32, String) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_provost"))
            .current_dir(self.home.path())
            .arg("--secrets")
            .arg(self.at("secrets"))
            .args(["-C", "c", "receive"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        let told = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap_or(-1), String::from_utf8(told).expect("text"))
    }

    fn letters(&self) -> Vec<String> {
        let entries = fs::read_dir(self.at("c/letters")).into_iter().flatten().flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    fn records(&self) -> usize {
        let entries = fs::read_dir(self.at("c/log")).expect("a log").flatten();
        entries.filter(|entry| entry.path().is_file()).count()
    }
}

fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail/cases").join(name)
}

#[track_caller]
/// Whether a text holds sentences, wherever its lines break.
fn says(text: &str, words: &[&str]) {
    let run_together = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let all = run_together(text);
    for word in words {
        assert!(all.contains(&run_together(word)), "no `{word}` in\n{text}");
    }
}

#[test]
fn orders_wait_until_they_are_resolved() {
    let desk = begun();
    desk.write("one.eml", mail_of(ORDERS));
    let (code, text) = desk.receive(&["one.eml"]);
    assert_eq!(code, 0, "{text}");
    let echo = [
        "mail 1 of 1: \"my turn\" from jane.marsh@example.org\nfound in the body\n",
        "orders as understood",
    ];
    says(&text, &echo);
    says(&text, &["- Pelham: enter 1901", "Jane", "legal; waiting for `provost resolve`"]);
    assert_eq!(desk.records(), 1, "receiving files no orders");
    assert_eq!(desk.letters(), ["mail.log", "waiting-reason-run-21-confederate.txt"]);
    says(
        &desk.done(&["-C", "c"]),
        &["orders of Confederate came by mail and wait\nnext: provost resolve\n"],
    );

    // The same again, by another way: nothing new, and no second line in the log of letters.
    let (code, text) = desk.pasted(&mail_of(ORDERS), &[]);
    assert_eq!(code, 0, "{text}");
    says(&text, &["already have it (these orders wait already)"]);
    assert_eq!(
        fs::read_to_string(desk.at("c/letters/mail.log")).expect("a log").lines().count(),
        1
    );

    let report = desk.done(&["-C", "c", "resolve"]);
    says(&report, &["Confederate player-turn"]);
    assert_eq!((desk.records(), desk.letters()), (3, vec!["mail.log".to_owned()]));
    let typed =
        fs::read_to_string(desk.at("c/log/typed/0001-confederate.txt")).expect("it is kept");
    says(&typed, &["Ruth,", "- Barksdale: 1512", "Jane"]);

    // And when they are filed: also without its header, and with other blanks.
    let (code, text) = desk.pasted(&ORDERS.replace(": 1512", ":  1512"), &[]);
    assert_eq!(code, 0, "{text}");
    says(&text, &["already have it (record 1)"]);
    // Other orders for that position come too late.
    let (code, text) = desk.pasted(&ORDERS.replace("1512", "1612"), &[]);
    assert_eq!(code, 1, "{text}");
    says(&text, &["these orders answer reason-run-21"]);
    assert_eq!(desk.records(), 3);
}

/// What holds no record is no news: it is said so, and what a record looks like.
#[test]
fn an_import_of_no_record_is_refused() {
    let desk = begun();
    desk.write("nothing.yaml", "a: 1\n");
    desk.write("empty.yaml", "");
    desk.write("bytes.yaml", [0xFF_u8, 0xFE, b'r', 0]);
    for name in ["nothing.yaml", "empty.yaml", "bytes.yaml"] {
        let (code, told) = desk.said(&["-C", "c", "import", name]);
        assert_eq!(code, 1, "{name}: {told}");
        says(&told, &["no record here: a record begins with the line `record:`"]);
    }
}

/// What the README shows is what is printed.
#[test]
fn the_readme_shows_what_is_printed() {
    let desk = begun();
    for (name, from) in [
        ("jane.eml", "204-typed-on-a-telephone/message.eml"),
        ("bob.eml", "019-outlook-reply-without-marks/message.eml"),
    ] {
        desk.write(name, fs::read(case(from)).expect("a mail"));
    }
    let (_, text) = desk.receive(&["jane.eml", "bob.eml"]);
    let shown = format!("```text\n$ provost receive jane.eml bob.eml\n{text}```\n");
    assert!(include_str!("../README.md").contains(&shown), "README.md does not show\n{shown}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

/// An answer to the question that halts play waits and is resolved like orders.
#[test]
fn an_answer_waits_too() {
    let desk = Desk::new();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/fredericksburg/fre-01");
    for shelf in ["log", "packs"] {
        for entry in fs::read_dir(example.join(shelf)).expect("the example").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let early = shelf == "packs" || name.as_str() < "0007";
            if entry.path().is_file() && early {
                desk.write(&format!("c/{shelf}/{name}"), fs::read(entry.path()).expect("a file"));
            }
        }
    }
    let mail = case("229-answer-by-telephone/message.eml");
    let (code, text) = desk.receive(&[mail.to_str().expect("a path")]);
    assert_eq!(code, 0, "{text}");
    let (code, text) = desk.said(&["-C", "c"]);
    assert_eq!(code, 3, "{text}");
    says(&text, &["an answer of Union came by mail and waits", "next: provost resolve"]);
    let (code, text) = desk.said(&["-C", "c", "resolve"]);
    assert_eq!((code, desk.records()), (3, 8), "{text}");
    says(&text, &["answer filed"]);
    let (code, text) = desk.receive(&[mail.to_str().expect("a path")]);
    assert_eq!(code, 0, "{text}");
    says(&text, &["already have it (record 7)"]);
}

#[test]
fn later_orders_replace_those_that_wait() {
    let desk = begun();
    desk.write("one.eml", mail_of(ORDERS));
    desk.write("two.eml", mail_of(&ORDERS.replace("- Pelham: enter 1901\n", "")));
    let (code, text) = desk.receive(&["one.eml", "two.eml"]);
    assert_eq!(code, 0, "{text}");
    says(&text, &["mail 2 of 2", "waiting for `provost resolve`, in place of the earlier ones"]);
    let letters = desk.letters();
    assert_eq!(letters.len(), 3, "{letters:?}");
    let kept = fs::read_to_string(desk.at("c/letters").join(&letters[1])).expect("it is kept");
    assert!(letters[1].starts_with("replaced-") && kept.contains("Pelham"), "{letters:?}");

    // A file that is named counts, and what waited is kept too.
    desk.write("orders.yaml", ORDERS);
    let text = desk.done(&["-C", "c", "resolve", "orders.yaml"]);
    says(&text, &["another mail waited for this position; it is kept as letters/replaced-"]);
    assert_eq!(desk.letters().len(), 3, "{:?}", desk.letters());
    assert!(desk.letters().iter().all(|name| !name.starts_with("waiting")));
}

/// Orders that cannot take the place of those that wait: these count on, and both players are told.
#[test]
fn a_refused_correction_leaves_those_that_wait() {
    let desk = begun();
    let waits = "The orders that came before still count";
    desk.write("wrong.eml", mail_of(&ORDERS.replace("1901", "9901")));
    let (code, text) = desk.receive(&["wrong.eml"]);
    assert!(code == 1 && !text.contains(waits), "{text}");
    desk.write("one.eml", mail_of(ORDERS));
    assert_eq!(desk.receive(&["one.eml"]).0, 0);
    let (code, text) = desk.receive(&["wrong.eml", "--reply=replies"]);
    assert_eq!(code, 1, "{text}");
    says(&text, &["refused, nothing filed", waits]);
    let reply = fs::read_dir(desk.at("replies")).expect("a folder").flatten().next();
    let reply = fs::read_to_string(reply.expect("a reply").path()).expect("text");
    says(&reply.split_whitespace().collect::<Vec<_>>().join(" "), &[waits]);
}

#[test]
fn each_mail_of_a_maildir_is_told_and_each_refusal_has_its_reply() {
    let desk = begun();
    let from = case("043-every-mail-of-a-folder/maildir");
    for shelf in ["cur", "new"] {
        for entry in fs::read_dir(from.join(shelf)).expect("a folder").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            // What other systems do not allow in a name.
            let flags = if shelf == "cur" { ":2,S" } else { "" };
            let bytes = fs::read(entry.path()).expect("a mail");
            desk.write(&format!("maildir/{shelf}/{name}{flags}"), bytes);
        }
    }
    desk.write("maildir/tmp/1773479700.on-its-way", mail_of(ORDERS));
    desk.write("maildir/new/.hidden", mail_of(ORDERS));
    let (code, text) = desk.receive(&["maildir", "--reply=replies"]);
    assert_eq!(code, 1, "{text}");
    says(
        &text,
        &["mail 1 of 4", "mail 4 of 4", "waiting for `provost resolve`", "unknown key `mvoe`"],
    );
    says(&text, &["no trace of orders, logged", "refused, nothing filed", "the reply: replies/"]);
    let replies: Vec<_> = fs::read_dir(desk.at("replies")).expect("a folder").flatten().collect();
    assert_eq!(replies.len(), 2);
    let log = fs::read_to_string(desk.at("c/letters/mail.log")).expect("a log");
    assert_eq!(log.lines().count(), 4, "{log}");
    says(
        &log,
        &["refused: body 2:11 no position of this game is called rabbit-ocean-08", "nothing in it"],
    );

    // The same folder again: known, refused, nothing, refused; and no line more.
    let (code, text) = desk.receive(&["maildir"]);
    assert_eq!(code, 1);
    says(&text, &["already have it"]);
    assert_eq!(fs::read_to_string(desk.at("c/letters/mail.log")).expect("a log"), log);
}

/// A folder of files as a mail program saves them; what is in folders below is not looked at.
#[test]
fn a_folder_of_mails_is_read_in_order_of_names() {
    let desk = begun();
    desk.write("saved/2.eml", mail_of(ORDERS));
    desk.write("saved/1.eml", mail_of("Nothing today.\n"));
    desk.write("saved/old/3.eml", mail_of(ORDERS));
    let (code, text) = desk.receive(&["saved"]);
    assert_eq!(code, 0, "{text}");
    let (first, second) = text.split_once("mail 2 of 2").expect("two mails");
    says(first, &["no trace of orders"]);
    says(second, &["waiting for `provost resolve`"]);
    let (code, text) = desk.receive(&["nowhere.eml"]);
    assert_eq!(code, 2, "{text}");
    says(&text, &["cannot read nowhere.eml"]);
}

#[test]
fn a_reply_is_printed_alone() {
    let desk = begun();
    let (code, text) = desk.pasted(&mail_of("orders: FRE-01 turn 1 Union\n"), &["--reply"]);
    assert_eq!(code, 1, "{text}");
    assert!(
        text.starts_with("To: jane.marsh@example.org\nSubject: Re: FRE-01: nothing is filed\n"),
        "{text}"
    );
    says(&text, &["\n\nYour mail \"my turn\" has been read for FRE-01.", "no `position:` line"]);
    let (code, text) = desk.pasted(&mail_of(ORDERS), &["--reply"]);
    assert_eq!(code, 0, "{text}");
    says(&text, &["no reply is due"]);
    // Two mails want a folder, and nothing is done before that is said.
    let desk = begun();
    desk.write("one.eml", mail_of(ORDERS));
    let (code, text) = desk.receive(&["one.eml", "one.eml", "--reply"]);
    assert_eq!(code, 2, "{text}");
    says(&text, &["2 mails: name a folder for their replies, `--reply=DIR`"]);
    assert!(desk.letters().is_empty());
}

#[test]
fn a_mail_is_resolved_at_once_where_that_is_wanted() {
    let desk = begun();
    let (code, text) = desk.pasted(&mail_of(ORDERS), &["--resolve"]);
    assert_eq!(code, 0, "{text}");
    says(&text, &["orders as understood", "Confederate player-turn"]);
    assert_eq!(desk.records(), 3);
}

/// A folder that has only the offer of the example.
fn offered() -> (Desk, PathBuf) {
    let desk = begun();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/fredericksburg/fre-01");
    fs::remove_dir_all(desk.at("c")).expect("it goes");
    for (shelf, wanted) in [("log", "0000-offer.yaml"), ("packs", "")] {
        for entry in fs::read_dir(example.join(shelf)).expect("the example").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.path().is_file() && (wanted.is_empty() || name == wanted) {
                desk.write(&format!("c/{shelf}/{name}"), fs::read(entry.path()).expect("a file"));
            }
        }
    }
    (desk, example)
}

#[test]
fn mails_are_taken_in_the_order_of_their_records() {
    let (desk, example) = offered();
    let names = ["0003-union.yaml", "0001-confederate.yaml", "0002-referee.yaml"];
    for name in names {
        desk.write(name, fs::read(example.join("log").join(name)).expect("a record"));
    }
    let (code, told) = desk.receive(&names);
    assert_eq!(code, 0, "{told}");
    says(&told, &["record 1 filed", "record 2 filed", "record 3 filed"]);
    assert_eq!(desk.records(), 4);
}

#[test]
fn records_are_filed_and_false_ones_are_told() {
    let (desk, example) = offered();
    let mail = case("253-auto-submitted-record/record.eml");
    let text = fs::read_to_string(example.join("log/0001-confederate.yaml")).expect("record 1");
    let close = fs::read_to_string(example.join("log/0002-referee.yaml")).expect("record 2");

    let (code, told) = desk.pasted(&close, &[]);
    assert_eq!(code, 1, "{told}");
    says(
        &told,
        &["this is record 2; record 1 is not here yet", "hand over the records in between first"],
    );

    let (code, told) = desk.receive(&[mail.to_str().expect("a path")]);
    assert_eq!(code, 0, "{told}");
    says(&told, &["record 1 filed"]);
    assert_eq!(desk.records(), 2);
    let (code, told) = desk.pasted(&text, &[]);
    assert_eq!(code, 0, "{told}");
    says(&told, &["already have it (record 1)"]);

    // Another record 1, sound in itself.
    let mut file = read::record(&text).expect("a record");
    let mut record = file.get("record").expect("it is one").clone();
    record.set("note", Node::text("another"));
    let digest = record_digest(&record).expect("it can be hashed").to_string();
    file.set("record", record);
    file.set("check", Node::map([("digest", Node::text(digest))]));
    let (code, told) = desk.pasted(&write::record(&file), &[]);
    assert_eq!(code, 4, "{told}");
    says(&told, &["a false record, nothing filed"]);

    let (code, told) = desk.pasted(&text.replace("- Barksdale: 1512", "- Barksdale: 1612"), &[]);
    assert_eq!(code, 1, "{told}");
    says(&told, &["a record that was damaged on its way", "attach the file"]);

    let (code, told) = desk.pasted(&close, &[]);
    assert_eq!(code, 0, "{told}");
    says(&told, &["record 2 filed", "Orders of Union are awaited"]);
    assert!(desk.at("c/reports/0002-union.txt").is_file(), "the report is written");

    // Sound in themselves, and nothing that may be filed: a key that is none, a seal that nobody opens.
    let last = record_digest(read::record(&close).expect("a record").get("record").expect("it is"));
    let next = |key: &str, part: Node| {
        let game = file.get("record").and_then(|record| record.get_text("game")).expect("a game");
        let record = Node::map([
            ("provost", Node::text("1")),
            ("game", Node::text(game)),
            ("seq", Node::text("3")),
            ("prev", Node::text(last.as_ref().expect("it can be hashed").to_string())),
            ("from", Node::text("union")),
            (key, part),
        ]);
        let digest = record_digest(&record).expect("it can be hashed").to_string();
        let check = Node::map([("digest", Node::text(digest))]);
        write::record(&Node::map([("record", record), ("check", check)]))
    };
    let [side, to, key] = ["union", "Mallory", "x"].map(Node::text);
    let handover = Node::map([("side", side), ("to", to), ("key", key)]);
    let (code, told) = desk.pasted(&next("handover", handover), &[]);
    assert_eq!(code, 4, "{told}");
    says(&told, &["the key of union", "nothing filed"]);
    let (code, told) = desk.pasted(&next("seal", Node::text("a".repeat(64))), &[]);
    assert_ne!(code, 0, "{told}");
    assert_eq!(desk.records(), 3);
}

#[test]
fn more_mails_than_anybody_sends_are_told() {
    let desk = begun();
    let mail = "From a@b.c Sat Mar 14 10:15:07 2026\nSubject: hello\n\nhello\n\n";
    desk.write("many.mbox", mail.repeat(1001));
    let (code, text) = desk.receive(&["many.mbox"]);
    assert_eq!(code, 1);
    says(&text, &["more than 1000 mails: not read from `many.mbox, mail 1001` on"]);
}

/// JSON as a text tree, without what is null.
fn tree(value: &serde_json::Value) -> Node {
    use serde_json::Value as Json;
    match value {
        Json::String(text) => Node::text(text.clone()),
        Json::Array(items) => Node::list(items.iter().map(tree)),
        Json::Object(entries) => {
            let entries = entries.iter().filter(|(_, value)| !value.is_null());
            Node::map(entries.map(|(key, value)| (key.clone(), tree(value))))
        }
        other => Node::text(other.to_string()),
    }
}

/// What every kind of mail comes to, for programs.
#[test]
fn what_is_printed_for_programs_fits_its_schema() {
    let schema = validator::Schema::load("received");
    let mut outcomes = Vec::new();
    for name in [
        "204-typed-on-a-telephone/message.eml",
        "202-reply-in-gmail/message.eml",
        "026-numbers-in-the-subject/message.eml",
        "253-auto-submitted-record/record.eml",
        "066-letters-that-look-alike/cyrillic.eml",
        "209-bounces/qmail.eml",
        "029-vacation-responder/vacation.eml",
        "142-four-different-sentences/absent.eml",
    ] {
        let desk = begun();
        let path = case(name);
        let path = path.to_str().expect("a path");
        let (_, text) = desk.receive(&[path, path, "--format", "json"]);
        let data: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let faults = schema.faults(&tree(&data));
        assert!(faults.is_empty(), "{name}: {faults:?}\n{text}");
        let mails = data["mails"].as_array().expect("a list").iter();
        outcomes.extend(mails.map(|mail| mail["outcome"].as_str().expect("a word").to_owned()));
    }
    outcomes.sort();
    outcomes.dedup();
    assert_eq!(outcomes.len(), 7, "{outcomes:?}");
    let desk = begun();
    let (_, text) = desk.pasted(&mail_of(ORDERS), &["--resolve", "--format", "json"]);
    let data: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(schema.faults(&tree(&data)), Vec::<String>::new());
    assert_eq!(data["halted"], false);
}

#[test]
fn programs_get_the_same() {
    let desk = begun();
    let all = format!("{}{}", mail_of(ORDERS), "\r\n");
    let (code, text) = desk.pasted(&all, &["--format", "json"]);
    assert_eq!(code, 0, "{text}");
    let data: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let mail = &data["mails"][0];
    assert_eq!((&mail["outcome"], &mail["side"]), (&"orders".into(), &"confederate".into()));
    let (code, text) = desk.pasted("orders: FRE-01 turn 1 Union\n", &["--format", "json"]);
    assert_eq!(code, 1, "{text}");
    let data: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let mail = &data["mails"][0];
    assert_eq!(mail["outcome"], "refused");
    assert_eq!(mail["diagnostics"][0]["line"], 1);
    says(mail["reply"].as_str().expect("a reply"), &["Subject: Re: FRE-01: nothing is filed"]);
}

/// Neither `check` nor `receive` needs the secret chain, opens it, or tells anything of it.
#[test]
fn no_link_is_revealed_before_a_lock() {
    let desk = begun();
    let secrets = desk.at("secrets");
    let read_all = || -> Vec<(PathBuf, Vec<u8>)> {
        let entries = fs::read_dir(&secrets).expect("secrets").flatten();
        let mut all: Vec<_> =
            entries.map(|e| (e.path(), fs::read(e.path()).expect("a file"))).collect();
        all.sort();
        all
    };
    let before = read_all();
    assert!(!before.is_empty(), "the referee has no secret");
    let files = |desk: &Desk| -> Vec<PathBuf> {
        let entries = fs::read_dir(desk.at("c/log")).expect("a log").flatten();
        entries.map(|entry| entry.path()).collect()
    };
    let log = files(&desk);
    desk.write("orders.yaml", ORDERS);
    desk.write("one.eml", mail_of(ORDERS));
    let mut told = desk.done(&["-C", "c", "check", "orders.yaml"]);
    told += &desk.receive(&["one.eml", "--format", "json"]).1;
    told += &desk.receive(&["one.eml"]).1;
    assert_eq!((read_all(), files(&desk)), (before.clone(), log), "something was used");
    let hidden: Vec<String> = before
        .iter()
        .flat_map(|(_, bytes)| {
            let text = String::from_utf8_lossy(bytes).into_owned();
            let words = text.split(|c: char| !c.is_ascii_hexdigit()).map(str::to_owned);
            words.filter(|word| word.len() == 64).collect::<Vec<String>>()
        })
        .collect();
    assert!(!hidden.is_empty(), "the secret file holds no secret");
    assert!(hidden.iter().all(|secret| !told.contains(secret)), "{told}");

    // Where the secrets are gone, both do what they did.
    fs::remove_dir_all(&secrets).expect("they go");
    let (code, again) = desk.receive(&["one.eml"]);
    assert_eq!(code, 0, "{again}");
    desk.done(&["-C", "c", "check", "orders.yaml"]);
    assert!(!secrets.exists());
}
