//! A lock stands: no command offers to send locked orders back, and none takes others in their place.

use crate::desk::Desk;
use crate::log::says;
use std::fs;

const FIRST: &str = "move:\n- Barksdale: 1512\n";
const SECOND: &str = "move:\n- Barksdale: 1411\n";

/// One person with a folder.
struct Person {
    desk: Desk,
}

impl Person {
    fn said(&self, arguments: &[&str]) -> (i32, String) {
        self.desk.said(&[&["-C", "game"], arguments].concat())
    }

    fn done(&self, arguments: &[&str]) -> String {
        let (code, told) = self.said(arguments);
        assert_eq!(code, 0, "{arguments:?}: {told}");
        told
    }

    fn write(&self, label: &str, body: &str) {
        let orders = format!("orders: FRE-01 turn 1 Confederate\nposition: {label}\n{body}");
        fs::write(self.desk.at("orders.yaml"), &orders).expect("a file");
        let mail = format!("From: Bob <bob@example.org>\nSubject: mine\n\n{orders}end\n");
        fs::write(self.desk.at("mine.eml"), mail).expect("a file");
    }

    fn take(&self, from: &Person, file: &str) {
        fs::copy(from.desk.at("game/outbox").join(file), self.desk.at(file)).expect("a mail");
        self.done(&["import", file]);
    }
}

/// Confederate and the one who closes, after the terms are accepted by everybody.
fn begun(mode: &str) -> [Person; 2] {
    let [bob, closer, jane] = [0, 1, 2].map(|_| Person { desk: Desk::new() });
    let new = ["new", "fredericksburg", "game", "--mode", mode, "--as", "confederate"];
    bob.desk.done(&new);
    let offer = |to: &Person| {
        let file = bob.desk.at("game/outbox/0000-offer.yaml");
        fs::copy(file, to.desk.at("offer.yaml")).expect("a mail");
    };
    offer(&jane);
    jane.desk.done(&["accept", "offer.yaml", "--to", "game", "--as", "union"]);
    bob.take(&jane, "0001-union.yaml");
    if mode == "duel" {
        return [bob, jane];
    }
    offer(&closer);
    let accepted = jane.desk.at("game/outbox/0001-union.yaml");
    fs::copy(accepted, closer.desk.at("0001-union.yaml")).expect("a mail");
    closer.desk.done(&["accept", "offer.yaml", "0001-union.yaml", "--to", "game"]);
    bob.take(&closer, "0002-referee.yaml");
    [bob, closer]
}

fn label(person: &Person) -> String {
    let told = person.done(&["--format", "json"]);
    let data: serde_json::Value = serde_json::from_str(&told).expect("data");
    data["position"].as_str().expect("a label").to_owned()
}

#[track_caller]
fn stands(person: &Person, arguments: &[&str]) {
    let (code, told) = person.said(arguments);
    assert_eq!(code, 1, "{arguments:?}: {told}");
    assert!(says(&told, "and that lock stands"), "{arguments:?}: {told}");
    assert!(says(&told, "neither sent back nor replaced"), "{arguments:?}: {told}");
    assert!(!says(&told, "mend it and send it again"), "{arguments:?}: {told}");
}

#[test]
fn before_the_close_and_after_it_in_both_kinds_of_mode() {
    for mode in ["duel", "referee"] {
        let [bob, closer] = begun(mode);
        let answered = label(&bob);
        bob.write(&answered, FIRST);
        let told = bob.done(&["send", "orders.yaml"]);
        assert!(says(&told, "it locks segment 1"), "{told}");
        let mailed = if mode == "duel" { "0002-confederate.yaml" } else { "0003-confederate.yaml" };
        closer.take(&bob, mailed);
        for person in [&bob, &closer] {
            // The same again is known.
            person.write(&answered, FIRST);
            let (code, told) = person.said(&["receive", "mine.eml"]);
            assert_eq!(code, 0, "{told}");
            assert!(says(&told, "already have it (record"), "{told}");
            // A second version is not.
            person.write(&answered, SECOND);
            stands(person, &["check", "orders.yaml"]);
            stands(person, &["receive", "mine.eml"]);
            stands(person, &["receive", "mine.eml", "--reply"]);
        }
        stands(&bob, &["send", "orders.yaml"]);
        if mode == "referee" {
            let (code, told) = closer.said(&["resolve", "orders.yaml"]);
            assert_eq!(code, 1, "{told}");
            assert!(says(&told, "this file was not read, for a lock is not replaced"), "{told}");
            stands(&closer, &["resolve", "orders.yaml"]);
        } else {
            stands(&closer, &["send", "orders.yaml"]);
            closer.done(&["send"]);
        }
        stands(&closer, &["receive", "mine.eml"]);
        stands(&closer, &["check", "orders.yaml"]);
    }
}

#[test]
fn a_recorded_turn_stands_too() {
    let bob = Person { desk: Desk::new() };
    bob.desk.done(&["new", "fredericksburg", "game", "--mode", "recorded"]);
    let answered = label(&bob);
    bob.write(&answered, FIRST);
    bob.done(&["resolve", "orders.yaml"]);
    bob.write(&answered, SECOND);
    let (code, told) = bob.said(&["resolve", "orders.yaml"]);
    assert_eq!(code, 1, "{told}");
    assert!(says(&told, "record 1 holds the player-turn of Confederate"), "{told}");
}

/// What both have given up does not stand any more, and cost mails.
#[test]
fn a_lock_that_both_give_up_makes_room_for_another() {
    let [bob, jane] = begun("duel");
    let answered = label(&bob);
    bob.write(&answered, FIRST);
    bob.done(&["send", "orders.yaml"]);
    jane.take(&bob, "0002-confederate.yaml");
    bob.done(&["undo"]);
    jane.take(&bob, "0003-confederate.yaml");
    // Asking alone gives nothing up.
    for person in [&bob, &jane] {
        person.write(&answered, SECOND);
        stands(person, &["check", "orders.yaml"]);
        stands(person, &["receive", "mine.eml"]);
    }
    jane.done(&["undo"]);
    bob.take(&jane, "0004-union.yaml");
    bob.write(&answered, SECOND);
    bob.done(&["check", "orders.yaml"]);
    bob.done(&["send", "orders.yaml"]);
    jane.take(&bob, "0005-confederate.yaml");
    let told = jane.done(&["send"]);
    assert!(says(&told, "Barksdale: 1411") && !says(&told, "Barksdale: 1512"), "{told}");
    assert!(says(&told, "This player-turn cost 3 mails; 1 was needed"), "{told}");
    assert!(says(&told, "1 lock given up and written again"), "{told}");
}
