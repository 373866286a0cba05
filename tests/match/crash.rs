//! Interrupted and played back: nothing is burnt silently, and nothing is rolled twice.

use crate::desk::copy;
use crate::pair::{Side, pair, terms};
use crate::person::{Person, begun, deliver, has};
use provost::campaign::record::Record;
use provost::campaign::secrets::Secrets;
use provost::campaign::{Campaign, Trouble};
use provost::dice::{Chain, Mode};
use provost::document::digest::hash_text;
use provost::store::{Folder, Store};
use std::fs;
use std::path::Path;

fn duel() -> [Side; 2] {
    pair(&terms(Mode::Duel))
}

/// The record of a number in a log.
fn record(side: &Side, seq: usize) -> Record {
    let log = side.campaign.store().log().unwrap();
    Record::read(&log[seq].text).unwrap()
}

#[test]
fn a_lock_that_was_not_filed_is_filed_by_the_next_run_and_no_other() {
    let [mut confederate, _] = duel();
    let text = confederate.head() + "move:\n- Pelham: enter 1901\n";
    let way = confederate.in_the_way("log/0002-confederate.yaml");
    let trouble = confederate.send(Some(&text)).unwrap_err();
    assert!(matches!(trouble, Trouble::Remembered(2, _)), "{trouble}");
    assert!(trouble.to_string().contains("`provost send` without a file"), "{trouble}");
    fs::remove_dir(way).unwrap();

    confederate.run_again();
    assert_eq!(confederate.campaign.replay().head().records, 2);
    let other = confederate.head() + "move:\n- Kershaw: 1413\n";
    let why = confederate.send(Some(&other)).unwrap_err().to_string();
    assert!(why.contains("record 2 was written by an earlier `provost send`"), "{why}");
    assert!(why.contains("this file was not read"), "{why}");
    let filed = record(&confederate, 2);
    assert!(filed.part("orders").unwrap().get("move").is_some());
    assert!(Secrets::load(&confederate.secrets, &filed.game).unwrap().wrote(&filed.digest));
    assert_eq!(
        confederate.out("0002-confederate.yaml").text,
        confederate.campaign.store().log().unwrap()[2].text
    );
}

#[test]
fn a_link_that_was_used_serves_the_same_lock_again() {
    let [mut confederate, mut union] = duel();
    let text = confederate.head();
    let sent = confederate.send(Some(&text)).unwrap_or_else(|e| panic!("{e}"));
    union.take(&confederate, &sent.mailed).unwrap();
    let before = union.secrets.read().unwrap();
    let head = union.head();
    assert_ne!(union.secrets.read().unwrap(), before, "the link is bound before it is used");
    let bound = union.secrets.read().unwrap();

    // Killed while the player reads: the next run sees the same, and binds nothing anew.
    union.run_again();
    assert_eq!(union.head(), head);
    assert_eq!(union.secrets.read().unwrap(), bound);

    // Killed between the reveal and the log.
    let text = union.head();
    let way = union.in_the_way("log/0003-union.yaml");
    let trouble = union.send(Some(&text)).unwrap_err();
    assert!(matches!(trouble, Trouble::Remembered(3, _)), "{trouble}");
    fs::remove_dir(way).unwrap();
    union.run_again();
    let sent = union.send(Some(&text)).unwrap_or_else(|e| panic!("{e}"));
    assert!(sent.resumed.unwrap().contains("that very record is filed now"));
    let closed = record(&union, 3);
    let chain = Chain::new(&closed.game, &"union-1".parse().unwrap(), 64, &hash_text("union"));
    assert_eq!(closed.close.as_ref().unwrap().duel, chain.unwrap().link(1));
    assert_eq!(closed.close.unwrap().lock, record(&union, 2).digest);
    confederate.take(&union, &sent.mailed).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(confederate.campaign.replay().head(), union.campaign.replay().head());
}

#[test]
fn a_copy_that_cannot_be_put_out_is_told_and_everything_is_filed() {
    let [mut confederate, _] = duel();
    let text = confederate.head();
    let way = confederate.in_the_way("outbox/0002-confederate.yaml");
    let sent = confederate.send(Some(&text)).unwrap_or_else(|e| panic!("{e}"));
    let why = sent.unwritten.expect("the outbox cannot be written");
    assert!(why.contains("0002-confederate.yaml"), "{why}");
    assert_eq!(confederate.campaign.replay().head().records, 3);
    fs::remove_dir(way).unwrap();
    confederate.run_again();
    // Asked once more, it is the same record.
    let again = confederate.send(None).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(again.seq, 2);
    assert!(again.resumed.unwrap().contains("put into the outbox again"));
    assert_eq!(
        confederate.out(&again.mailed).text,
        confederate.campaign.store().log().unwrap()[2].text
    );
}

#[test]
fn a_referee_who_was_interrupted_is_told_that_the_link_was_used() {
    let mut terms = terms(Mode::Referee);
    terms.title = "R-01".to_owned();
    let place = tempfile::tempdir().unwrap();
    let (game, chain) = ("r-01-2026-00000001".parse().unwrap(), "referee-1".parse().unwrap());
    let secrets = provost::store::SecretFile::new(place.path().join("secrets.yaml"));
    let own = Secrets::new(&game).with_chain(chain, 64, hash_text("referee"));
    own.create(&secrets).unwrap();
    let (chain, links, x0) = own.chain().unwrap();
    let anchor = provost::campaign::record::Anchor { chain, links, x0 };
    let battle = provost::games::blue_gray::builtin::find("fredericksburg").unwrap();
    let packs = provost::document::digest::Pack::ALL
        .map(|kind| provost::campaign::packs::PackFile::read(kind, battle.text(kind)).unwrap());
    let root = place.path().join("game");
    let folder = Folder::create(&root).unwrap();
    let mut campaign = Campaign::begin(folder, &game, &terms, packs, Some(&anchor)).unwrap();
    let label = campaign.replay().label();
    let text = format!("orders: R-01 turn 1 Confederate\nposition: {label}\n");
    let way = root.join(format!("log/.0002-referee.yaml.{}.tmp", std::process::id()));
    fs::create_dir_all(&way).unwrap();
    let trouble = campaign.resolve(&text, &secrets).unwrap_err();
    assert!(matches!(trouble, Trouble::Locked(1, _)), "{trouble}");
    fs::remove_dir(way).unwrap();
    drop(campaign);
    let mut campaign = Campaign::open(Folder::open(&root).unwrap()).unwrap();
    let filing = campaign.go_on(&secrets).unwrap();
    assert_eq!(filing.again, Some(1));
    // A link that is used for the first time is nothing to speak of.
    let label = campaign.replay().label();
    let text = format!("orders: R-01 turn 1 Union\nposition: {label}\n");
    assert_eq!(campaign.resolve(&text, &secrets).unwrap().again, None);
}

/// Puts a copy of a folder in the place of another.
fn replace(from: &Path, to: &Path) {
    if to.exists() {
        fs::remove_dir_all(to).unwrap();
    }
    copy(from, to);
}

/// Keeps, or plays back, a copy of a folder of somebody's desk.
fn keep(person: &Person, name: &str) {
    replace(&person.desk.at(name), &person.desk.at(&format!("old-{name}")));
}
fn play_back(person: &Person, name: &str) {
    replace(&person.desk.at(&format!("old-{name}")), &person.desk.at(name));
}

fn two() -> [Person; 2] {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    people
}

/// Orders with a note, so that two files differ.
fn noted(person: &Person, note: &str) {
    person.write("orders.yaml", &format!("{}note: {note}\n", person.head()));
}

#[test]
fn a_second_lock_is_refused_after_the_folder_was_played_back() {
    let [confederate, union] = two();
    keep(&confederate, "game");
    noted(&confederate, "the first");
    let sent = confederate.done(&["send", "orders.yaml"]);
    let first = confederate.log().pop().unwrap();
    deliver(&confederate, sent["mailed"].as_str().unwrap(), &union);
    union.done(&["import", "mail.yaml"]);

    play_back(&confederate, "game");
    noted(&confederate, "the second");
    let (code, told) = confederate.said(&["send", "orders.yaml"]);
    assert_eq!(code, 1, "{told}");
    assert!(has(&told, "this file was not read"), "{told}");
    assert_eq!(confederate.log().pop().unwrap(), first, "the very first record stands");

    // Further back than one record: what is missing must be taken in.
    union.orders(Some(""), 1);
    let closed = union.done(&["send", "orders.yaml"]);
    deliver(&union, closed["mailed"].as_str().unwrap(), &confederate);
    confederate.done(&["import", "mail.yaml"]);
    confederate.orders(Some(""), 1);
    confederate.done(&["send", "orders.yaml"]);
    let latest = confederate.log();
    play_back(&confederate, "game");
    noted(&confederate, "the third");
    let (code, told) = confederate.said(&["send", "orders.yaml"]);
    assert_eq!(code, 1, "{told}");
    assert!(has(&told, "you have sent record 4 before"), "{told}");
    assert!(has(&told, "`provost import FILE`"), "{told}");
    // His own first record comes back with the other's log; then his latest, and no other.
    let log = union.folder().join("log");
    confederate.done(&["import", log.to_str().unwrap()]);
    let resumed = confederate.done(&["send"]);
    assert!(resumed["resumed"].is_string(), "{resumed}");
    assert_eq!(confederate.log(), latest);
}

#[test]
fn a_second_lock_of_the_other_side_gets_no_link_after_everything_of_his_was_played_back() {
    let [confederate, union] = two();
    for name in ["game", "secrets"] {
        keep(&confederate, name);
    }
    keep(&union, "game");
    noted(&confederate, "the first");
    let sent = confederate.done(&["send", "orders.yaml"]);
    deliver(&confederate, sent["mailed"].as_str().unwrap(), &union);
    union.done(&["import", "mail.yaml"]);
    union.told(&["report"]);

    for name in ["game", "secrets"] {
        play_back(&confederate, name);
    }
    noted(&confederate, "the second");
    let sent = confederate.done(&["send", "orders.yaml"]);
    deliver(&confederate, sent["mailed"].as_str().unwrap(), &union);
    // Whoever still has the first lock does not file another.
    let (code, told) = union.said(&["import", "mail.yaml"]);
    assert_eq!(code, 4, "{told}");
    assert!(has(&told, "another record 2 is here"), "{told}");
    // And whose folder was played back too has used the link for the first.
    play_back(&union, "game");
    union.done(&["import", "mail.yaml"]);
    for command in ["report", "form", "send"] {
        let (code, told) = union.said(&[command]);
        assert_eq!(code, 2, "{command}: {told}");
        assert!(has(&told, "the link of segment 1 was used for another lock"), "{told}");
    }
}

#[test]
fn an_older_secret_file_learns_from_the_log_what_it_has_forgotten() {
    let [confederate, union] = two();
    noted(&confederate, "the first");
    let sent = confederate.done(&["send", "orders.yaml"]);
    deliver(&confederate, sent["mailed"].as_str().unwrap(), &union);
    union.done(&["import", "mail.yaml"]);
    for name in ["game", "secrets"] {
        keep(&union, name);
    }
    union.orders(Some(""), 1);
    let sent = union.done(&["send", "orders.yaml"]);
    let knows = fs::read_to_string(union.secrets()).unwrap();
    play_back(&union, "secrets");
    assert_ne!(fs::read_to_string(union.secrets()).unwrap(), knows);
    // The next look at the log enters the link and the lock again.
    deliver(&union, sent["mailed"].as_str().unwrap(), &confederate);
    confederate.done(&["import", "mail.yaml"]);
    confederate.orders(Some(""), 1);
    let sent = confederate.done(&["send", "orders.yaml"]);
    deliver(&confederate, sent["mailed"].as_str().unwrap(), &union);
    union.done(&["import", "mail.yaml"]);
    let learnt = fs::read_to_string(union.secrets()).unwrap();
    for line in knows.lines().filter(|line| line.contains("locks:") || line.contains("closes:")) {
        assert!(learnt.contains(line.trim()), "{line}\n{learnt}");
    }
    // So the folder may be played back now: no second lock of segment 2 is written.
    play_back(&union, "game");
    union.orders(Some(""), 1);
    let (code, told) = union.said(&["send", "orders.yaml"]);
    assert_eq!(code, 2, "{told}");
    assert!(has(&told, "another record of yours"), "{told}");
}
