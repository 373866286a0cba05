//! Copies in the outbox that a run could not write: told, and written by the next one.

use crate::person::{Person, agree, begun, has};
use crate::post::{carry, refused, says};
use std::fs;

/// What a run leaves that is killed between log and outbox.
fn killed(person: &Person, name: &str) {
    for ending in ["yaml", "eml"] {
        fs::remove_file(person.folder().join(format!("outbox/{name}.{ending}"))).unwrap();
    }
}

fn is_out(person: &Person, name: &str) -> bool {
    let there = |ending| person.folder().join(format!("outbox/{name}.{ending}")).is_file();
    there("yaml") && there("eml")
}

fn two() -> [Person; 2] {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    people
}

#[test]
fn orders_that_are_sent_again_are_put_out_again() {
    let [confederate, union] = two();
    confederate.write("orders.yaml", &confederate.head());
    confederate.done(&["send", "orders.yaml"]);
    killed(&confederate, "0002-confederate");
    let sent = confederate.done(&["send", "orders.yaml"]);
    assert!(has(sent["resumed"].as_str().unwrap(), "record 2 is filed already"), "{sent}");
    assert!(is_out(&confederate, "0002-confederate"));
    // Another file is not read, and the copy is written all the same.
    confederate.write("other.yaml", &format!("{}note: other\n", confederate.head()));
    killed(&confederate, "0002-confederate");
    let told = refused(&confederate, &["send", "other.yaml"]);
    assert!(has(&told, "record 2 is filed already; it is put into the outbox again"), "{told}");
    carry(&confederate, &sent, &[&union]);
    agree(&[&confederate, &union]);
}

#[test]
fn every_command_writes_what_is_missing() {
    let [confederate, union] = two();
    confederate.write("orders.yaml", &confederate.head());
    says(&confederate, &["send", "orders.yaml"], &[&union]);
    let asked = confederate.done(&["undo"]);
    for command in [&[][..], &["undo"], &["send"], &["result", "--resign"]] {
        killed(&confederate, "0003-confederate");
        let (_, told) = confederate.said(command);
        assert!(is_out(&confederate, "0003-confederate"), "{command:?}: {told}");
        assert!(has(&told, "record 3"), "{command:?}: {told}");
    }
    // For programs too, and once.
    killed(&confederate, "0003-confederate");
    let status = confederate.done(&[]);
    let mended = "record 3 was filed and not in the outbox; it is there now: mail \
                  outbox/0003-confederate.eml";
    assert_eq!(status["mended"], serde_json::json!([mended]));
    assert!(confederate.done(&[])["mended"].is_null());
    carry(&confederate, &asked, &[&union]);
    says(&union, &["undo"], &[&confederate]);
    agree(&[&confederate, &union]);
}

#[test]
fn a_referees_lock_goes_out_with_its_close() {
    let people = ["confederate", "union", "referee"].map(Person::new);
    begun(&["--mode", "referee"], &people);
    let [confederate, union, referee] = &people;
    referee.write("typed.yaml", &confederate.head());
    let resolved = referee.done(&["resolve", "typed.yaml"]);
    killed(referee, "0004-referee");
    assert!(has(&referee.told(&[]), "record 4 was filed and not in the outbox"));
    let mailed = format!("outbox/{}", resolved["mailed"].as_str().unwrap());
    carry(referee, &serde_json::json!({ "mailed": mailed }), &[confederate, union]);
    agree(&[confederate, union, referee]);
}

/// A place in the outbox where nothing can be written; a folder in the way keeps everybody out.
fn read_only(person: &Person, name: &str) -> bool {
    fs::create_dir_all(person.folder().join("outbox").join(name)).is_ok()
}

#[test]
fn a_record_that_cannot_be_mailed_is_not_said_to_be() {
    let [confederate, union] = two();
    assert!(read_only(&confederate, "0002-confederate.yaml"));
    confederate.write("orders.yaml", &confederate.head());
    let (code, told) = confederate.said(&["send", "orders.yaml"]);
    assert_eq!(code, 2, "{told}");
    assert!(has(&told, "everything is filed, but cannot write"), "{told}");
    assert!(has(&told, "there is no letter to mail yet"), "{told}");
    assert!(!told.contains("letter to Union"), "{told}");
    let (code, told) = confederate.said(&["undo"]);
    assert_eq!(code, 0, "{told}");
    fs::remove_dir(confederate.folder().join("outbox/0002-confederate.yaml")).unwrap();
    let file = serde_json::json!({ "mailed": "outbox/0003-confederate.yaml" });
    carry(&confederate, &file, &[&union]);
    agree(&[&confederate, &union]);
}

#[test]
fn a_chair_is_not_handed_over_by_a_record_that_nobody_gets() {
    let [confederate, union] = two();
    assert!(read_only(&confederate, "0002-confederate.yaml"));
    let (code, told) = confederate.said(&["handover", "Sam", "packet.yaml"]);
    assert_eq!(code, 2, "{told}");
    assert!(has(&told, "record 2 hands the chair over and is filed, but cannot write"), "{told}");
    assert!(!confederate.desk.at("packet.yaml").exists());
    fs::remove_dir(confederate.folder().join("outbox/0002-confederate.yaml")).unwrap();
    let told = confederate.told(&["handover", "Sam", "packet.yaml"]);
    assert!(has(&told, "Sam plays from now on"), "{told}");
    assert!(is_out(&confederate, "0002-confederate"));
    let file = serde_json::json!({ "mailed": "outbox/0002-confederate.yaml" });
    carry(&confederate, &file, &[&union]);
    assert!(has(&refused(&confederate, &["undo"]), "this chair was handed over to Sam"));
}
