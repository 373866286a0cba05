//! Records that cross: the awaited author's stands, the other is written again.

use crate::person::{Person, agree, begun, deliver, has, mailed_at};
use crate::post::says;
use serde_json::Value;
use std::fs;

#[test]
fn a_proposal_that_crosses_a_lock_is_out_of_turn_for_both() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = &people;
    let propose = ["rulings", "propose", "BG-best", "product", "--from-turn", "3"];
    let proposed = union.done(&propose);
    confederate.write("orders.yaml", &confederate.head());
    let locked = confederate.done(&["send", "orders.yaml"]);
    // The Confederate has the number: his stands.
    deliver(union, proposed["mailed"].as_str().unwrap(), confederate);
    let taken = confederate.done(&["import", "mail.yaml"]);
    let told = taken["out of turn"][0].as_str().unwrap();
    assert_eq!(told, "record 2 of union is out of turn: the one that is here stands");
    assert!(taken["filed"].as_array().unwrap().is_empty());
    // The Union takes its own off, keeps it, and writes it again.
    deliver(confederate, locked["mailed"].as_str().unwrap(), union);
    let taken = union.done(&["import", "mail.yaml"]);
    let told = taken["out of turn"][0].as_str().unwrap();
    assert!(has(
        told,
        "your record 2 was out of turn: it is kept as letters/out-of-turn-0002-union.yaml"
    ));
    assert!(union.folder().join("letters/out-of-turn-0002-union.yaml").is_file());
    assert_eq!(taken["filed"], serde_json::json!([2]));
    assert_eq!(union.done(&["rulings", "--all"]).as_array().map(Vec::is_empty), Some(false));
    says(union, &propose, &[confederate]);
    says(confederate, &["rulings", "agree"], &[union]);
    says(union, &["send"], &[confederate]);
    agree(&[confederate, union]);
    // Whoever audits the letters too is told of the one that is no part of the log.
    let audited = union.desk.done(&["audit", "game", "game/letters"]);
    assert!(has(&audited, "out of turn, from union; not part of the log"), "{audited}");
}

#[test]
fn the_same_by_mail() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = &people;
    let propose = ["rulings", "propose", "BG-best", "product", "--from-turn", "3"];
    let proposed = union.done(&propose);
    confederate.write("orders.yaml", &confederate.head());
    let locked = confederate.done(&["send", "orders.yaml"]);
    deliver(union, proposed["mailed"].as_str().unwrap(), confederate);
    let told = confederate.told(&["receive", "mail.yaml"]);
    assert!(has(&told, "record 2 is out of turn, another one stands"), "{told}");
    deliver(confederate, locked["mailed"].as_str().unwrap(), union);
    let told = union.told(&["receive", "mail.yaml"]);
    assert!(has(&told, "your record 2 was out of turn"), "{told}");
    assert!(has(&told, "record 2 filed"), "{told}");
    says(union, &["send"], &[confederate]);
    agree(&[confederate, union]);
}

#[test]
fn nobody_agrees_in_ones_own_name() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = &people;
    // Somebody who has the log, unsigned, writes for the Confederate.
    let forger = Person::new("union");
    let log = union.folder();
    let (code, _) = forger.desk.said(&["import", log.to_str().unwrap(), "--to", "game"]);
    assert_eq!(code, 0);
    let last = provost::campaign::Record::read(&union.log().pop().unwrap().1).unwrap();
    let head = provost::store::Head { records: 2, digest: last.digest };
    let ruling = provost::document::Node::map(
        [("id", "BG-best"), ("value", "product"), ("from_turn", "3")]
            .map(|(key, value)| (key, provost::document::Node::text(value))),
    );
    let draft = provost::campaign::Draft::new(&last.game, head, &"confederate".parse().unwrap());
    let forged = draft.with("ruling", ruling).write().unwrap();
    confederate.write("forged.yaml", &forged.text);
    let (code, told) = confederate.said(&["import", "forged.yaml"]);
    assert_eq!(code, 4, "{told}");
    assert!(has(&told, "said to be yours, and your secret file does not know it"), "{told}");
}

/// A heap of what all of them have mailed and kept, with the packs of the first.
fn heap(name: &str, people: &[&Person]) -> (i32, String) {
    let heap = people[0].desk.at(name);
    fs::create_dir_all(&heap).unwrap();
    for person in people {
        for shelf in ["packs", "outbox", "letters"] {
            let Ok(files) = fs::read_dir(person.folder().join(shelf)) else { continue };
            for file in files.map(|file| file.unwrap().path()) {
                let name = file.file_name().unwrap().to_str().unwrap();
                fs::copy(&file, heap.join(format!("{shelf}-{}-{name}", person.chair))).unwrap();
            }
        }
    }
    people[0].desk.said(&["audit", heap.to_str().unwrap()])
}

/// Takes in a file of somebody's outbox, of which perhaps nothing is filed.
fn take(to: &Person, from: &Person, sent: &Value, command: &[&str]) -> Value {
    deliver(from, sent["mailed"].as_str().unwrap(), to);
    to.done(&[command, &["mail.yaml"]].concat())
}

const BEST: [&str; 6] = ["rulings", "propose", "BG-best", "product", "--from-turn", "3"];
const ZONE: [&str; 6] = ["rulings", "propose", "BG-friendzoc", "yes", "--from-turn", "3"];

#[test]
fn two_in_a_row_that_cross_a_lock_are_written_again() {
    for by_mail in [false, true] {
        let people = ["confederate", "union"].map(Person::new);
        begun(&["--mode", "duel"], &people);
        let [confederate, union] = &people;
        let proposed = [union.done(&BEST), union.done(&ZONE)];
        confederate.write("orders.yaml", &confederate.head());
        let locked = confederate.done(&["send", "orders.yaml"]);
        for (sent, why) in proposed.iter().zip(["out of turn", "hangs behind one"]) {
            deliver(union, sent["mailed"].as_str().unwrap(), confederate);
            let told = match by_mail {
                true => confederate.told(&["receive", "mail.yaml"]),
                false => confederate.told(&["import", "mail.yaml"]),
            };
            assert!(has(&told, why), "{told}");
        }
        for number in [2, 3] {
            let kept = format!("letters/out-of-turn-000{number}-union.yaml");
            assert!(confederate.folder().join(kept).is_file());
        }
        deliver(confederate, locked["mailed"].as_str().unwrap(), union);
        let told = match by_mail {
            true => union.told(&["receive", "mail.yaml"]),
            false => union.told(&["import", "mail.yaml"]),
        };
        for number in [2, 3] {
            let told_of = format!("your record {number} was out of turn");
            assert!(has(&told, &told_of), "{told}");
            let kept = format!("letters/out-of-turn-000{number}-union.yaml");
            assert!(union.folder().join(kept).is_file());
        }
        // Both are written again under the very numbers, and play goes on.
        says(union, &BEST, &[confederate]);
        says(union, &ZONE, &[confederate]);
        says(confederate, &["rulings", "agree", "BG-best"], &[union]);
        says(union, &["send"], &[confederate]);
        agree(&[confederate, union]);
        let (code, told) = heap("heap", &[confederate, union]);
        assert_eq!(code, 0, "{told}");
        assert!(has(&told, "out of turn, from union; not part of the log"), "{told}");
        assert!(has(&told, "hangs behind one that is out of turn"), "{told}");
    }
}

#[test]
fn of_two_that_nobody_awaits_the_side_stands_before_the_referee() {
    let people = ["confederate", "union", "referee"].map(Person::new);
    begun(&["--mode", "referee"], &people);
    let [confederate, union, referee] = &people;
    let (ours, theirs) = (union.done(&BEST), referee.done(&ZONE));
    take(confederate, union, &ours, &["import"]);
    let taken = take(confederate, referee, &theirs, &["import"]);
    assert!(taken["filed"].as_array().unwrap().is_empty(), "{taken}");
    let taken = take(union, referee, &theirs, &["import"]);
    let told = taken["out of turn"][0].as_str().unwrap();
    assert_eq!(told, "record 3 of referee is out of turn: the one that is here stands");
    let taken = take(referee, union, &ours, &["import"]);
    let told = taken["out of turn"][0].as_str().unwrap();
    assert!(has(told, "your record 3 was out of turn"), "{told}");
    says(referee, &ZONE, &[confederate, union]);
    agree(&[confederate, union, referee]);
    let (code, told) = heap("heap", &[confederate, union, referee]);
    assert_eq!(code, 0, "{told}");
    assert!(has(&told, "out of turn, from referee; not part of the log"), "{told}");
    // Whoever has the other one first takes it off for the one that stands.
    let (ours, theirs) = (union.done(&["claim", "a letter"]), referee.done(&["claim", "another"]));
    take(confederate, referee, &theirs, &["import"]);
    let taken = take(confederate, union, &ours, &["import"]);
    let told = taken["out of turn"][0].as_str().unwrap();
    assert!(has(told, "record 5 of referee was out of turn: it is kept"), "{told}");
    take(referee, union, &ours, &["import"]);
    agree(&[confederate, union, referee]);
}

#[test]
fn the_other_side_closes_first_where_anybody_may() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "beacon"], &people);
    let [confederate, union] = &people;
    let at = mailed_at();
    confederate.write("orders.yaml", &confederate.head());
    says(confederate, &["send", "orders.yaml", "--at", &at], &[union]);
    confederate.paste();
    union.paste();
    let closed = confederate.done(&["send"]);
    union.write("orders.yaml", &union.head());
    let locked = union.done(&["send", "orders.yaml", "--at", &at]);
    let taken = take(union, confederate, &closed, &["import"]);
    assert!(has(taken["out of turn"][0].as_str().unwrap(), "the one that is here stands"));
    let taken = take(confederate, union, &locked, &["import", "--arrived", &at]);
    assert_eq!(taken["filed"], serde_json::json!([3]), "{taken}");
    assert!(has(taken["out of turn"][0].as_str().unwrap(), "your record 3 was out of turn"));
    confederate.paste();
    says(confederate, &["send"], &[union]);
    agree(&[confederate, union]);
    let (code, told) = heap("heap", &[confederate, union]);
    assert_eq!(code, 0, "{told}");
}

#[test]
fn a_late_lock_is_late_whatever_crosses_or_follows_it() {
    let begin = || {
        let people = ["confederate", "union"].map(Person::new);
        begun(&["--mode", "beacon"], &people);
        people
    };
    let at = mailed_at();
    // It crosses a record of one's own.
    let [confederate, union] = &begin();
    union.done(&BEST);
    confederate.write("orders.yaml", &confederate.head());
    let sent = confederate.done(&["send", "orders.yaml", "--at", &at]);
    deliver(confederate, sent["mailed"].as_str().unwrap(), union);
    let before = union.log();
    let (code, told) = union.said(&["import", "mail.yaml"]);
    assert!(code == 1 && has(&told, "this lock is for round 1000"), "{told}");
    assert_eq!(union.log(), before);
    let taken = union.done(&["import", "mail.yaml", "--late"]);
    assert_eq!(taken["awaiting"], "orders of confederate");
    // Its writer has put another record behind it, in the same heap.
    let [confederate, union] = &begin();
    confederate.write("orders.yaml", &confederate.head());
    confederate.done(&["send", "orders.yaml", "--at", &at]);
    confederate.done(&BEST);
    let outbox = confederate.folder().join("outbox");
    let outbox = outbox.to_str().unwrap();
    let (code, told) = union.said(&["import", outbox]);
    assert!(code == 1 && has(&told, "this lock is for round 1000"), "{told}");
    assert_eq!(union.log().len(), 2);
    let taken = union.done(&["import", outbox, "--late"]);
    assert_eq!(taken["awaiting"], "orders of confederate");
    take(confederate, union, &taken, &["import"]);
    agree(&[confederate, union]);
    // Whoever was interrupted before he gave it up does so with the same command.
    let [confederate, union] = &begin();
    confederate.write("orders.yaml", &confederate.head());
    let sent = confederate.done(&["send", "orders.yaml", "--at", &at]);
    take(union, confederate, &sent, &["import", "--arrived", &at]);
    let taken = union.done(&["import", "mail.yaml", "--late"]);
    assert_eq!(taken["awaiting"], "orders of confederate", "{taken}");
    take(confederate, union, &taken, &["import"]);
    agree(&[confederate, union]);
}

#[test]
fn nothing_is_set_aside_for_a_record_that_is_not_filed() {
    let people = ["confederate", "union", "referee"].map(Person::new);
    begun(&["--mode", "referee", "--standing", "sealed"], &people);
    let [confederate, _, referee] = &people;
    referee.done(&BEST);
    let text = confederate.head() + "retreat:\n- any: toward 1513\n";
    confederate.write("orders.yaml", &text);
    let sent = confederate.done(&["send", "orders.yaml"]);
    deliver(confederate, sent["mailed"].as_str().unwrap(), referee);
    let before = referee.log();
    let (code, told) = referee.said(&["import", "mail.yaml"]);
    assert!(code == 4 && has(&told, "has not opened them"), "{told}");
    assert_eq!(referee.log(), before);
    assert!(!referee.folder().join("letters/out-of-turn-0003-referee.yaml").exists());
    let opening = confederate.folder().join(sent["opening"].as_str().unwrap());
    fs::copy(opening, referee.desk.at("opening.yaml")).unwrap();
    let taken = referee.done(&["import", "mail.yaml", "opening.yaml"]);
    assert!(has(taken["out of turn"][0].as_str().unwrap(), "your record 3 was out of turn"));
}

#[test]
fn a_player_turn_that_both_have_filed_is_the_sides_own() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "recorded"], &people);
    let [confederate, union] = &people;
    let text = confederate.head() + "move:\n- Pelham: enter 1901\n";
    let filed = [confederate, union].map(|person| {
        person.write("orders.yaml", &text);
        let filed = person.done(&["resolve", "orders.yaml"]);
        format!("outbox/{}", filed["mailed"].as_str().unwrap())
    });
    deliver(union, &filed[1], confederate);
    let taken = confederate.done(&["import", "mail.yaml"]);
    assert!(has(taken["out of turn"][0].as_str().unwrap(), "the one that is here stands"));
    deliver(confederate, &filed[0], union);
    let taken = union.done(&["import", "mail.yaml"]);
    assert_eq!(taken["filed"], serde_json::json!([2]), "{taken}");
    agree(&[confederate, union]);
    let (code, told) = heap("heap", &[confederate, union]);
    assert_eq!(code, 0, "{told}");
    assert!(has(&told, "that confederate has filed itself; not part of the log"), "{told}");
}
