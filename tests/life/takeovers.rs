//! Packets taken: with a report that is false, with a seed that is, and after a run that was killed.

use crate::person::{Person, agree, begun, has};
use crate::post::{quiet_turn, says};
use crate::reports::at_rest;
use std::fs;

const TAKE: [&str; 4] = ["takeover", "packet.yaml", "--to", "game"];

fn given(from: &Person, successor: &Person) -> String {
    let packet = fs::read_to_string(from.desk.at("packet.yaml")).unwrap();
    successor.write("packet.yaml", &packet);
    packet
}

#[test]
fn a_chair_whose_report_is_false_changes_hands() {
    let [confederate, union] = &at_rest();
    says(union, &["handover", "Sam", "packet.yaml"], &[confederate]);
    let sam = Person::new("union");
    given(union, &sam);
    let told = sam.desk.done(&TAKE);
    assert!(has(&told, "you sit for union now, as Sam"), "{told}");
    assert!(has(&told, "the report of record 3 is not what the replay has"), "{told}");
    assert!(has(&told, "play rests until Union corrects it, `provost correct --report`"), "{told}");
    says(&sam, &["correct", "--report"], &[confederate]);
    quiet_turn(&sam, confederate);
    agree(&[confederate, &sam]);
}

#[test]
fn whoever_watches_gets_a_log_in_which_play_rests() {
    let [confederate, _] = &at_rest();
    confederate.done(&["export", "log.yaml"]);
    let log = fs::read_to_string(confederate.desk.at("log.yaml")).unwrap();
    let watcher = Person::new("nobody");
    watcher.write("log.yaml", &log);
    let told = watcher.desk.done(&["import", "log.yaml", "--to", "game"]);
    assert!(has(&told, "4 records") && has(&told, "play rests until Union"), "{told}");
    // What is false beside that is refused as before.
    let spoilt = log.replacen("segment: 1", "segment: 2", 1);
    watcher.write("spoilt.yaml", &spoilt);
    let (code, told) = watcher.desk.said(&["import", "spoilt.yaml", "--to", "other"]);
    assert_eq!(code, 4, "{told}");
    assert!(has(&told, "nothing is made") && !watcher.desk.at("other").exists(), "{told}");
}

fn handed() -> [Person; 3] {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = people;
    quiet_turn(&confederate, &union);
    says(&union, &["handover", "Sam", "packet.yaml"], &[&confederate]);
    [confederate, union, Person::new("union")]
}

#[test]
fn a_packet_with_another_seed_is_refused_before_anything_is_made() {
    let [_, union, sam] = handed();
    let packet = given(&union, &sam);
    let seed = packet.rsplit("seed:").next().unwrap().trim().trim_matches('"')[..64].to_owned();
    let other = if seed.starts_with('0') { "1" } else { "0" };
    let renamed =
        packet.replace("chain: union-1\n      links: \"", "chain: union-7\n      links: \"");
    let false_seed = packet.replace(&seed, &format!("{other}{}", &seed[1..]));
    for (text, why) in [
        (false_seed.as_str(), "the seed of union-1 does not end in the anchor"),
        (renamed.as_str(), "the seed of union-1 is missing"),
    ] {
        assert!(text != packet, "{why}");
        sam.write("packet.yaml", text);
        let (code, told) = sam.desk.said(&TAKE);
        assert_eq!(code, 4, "{told}");
        assert!(has(&told, why) && has(&told, "nothing is made"), "{told}");
        assert!(!sam.folder().exists() && !sam.desk.at("secrets").exists(), "{told}");
    }
    sam.write("packet.yaml", &packet);
    sam.desk.done(&TAKE);
}

#[test]
fn a_takeover_that_was_killed_goes_on() {
    let [confederate, union, sam] = handed();
    given(&union, &sam);
    sam.desk.done(&TAKE);
    // Killed before the folder was moved to its place.
    fs::rename(sam.folder(), sam.desk.at(".game.99999.tmp")).unwrap();
    let secrets = fs::read_to_string(sam.secrets()).unwrap();
    sam.desk.done(&TAKE);
    assert_eq!(fs::read_to_string(sam.secrets()).unwrap(), secrets);
    assert!(!sam.desk.at(".game.99999.tmp").exists());
    quiet_turn(&sam, &confederate);
    agree(&[&confederate, &sam]);
    // Whoever has written with his secrets has no second folder of them.
    let (code, told) = sam.desk.said(&["takeover", "packet.yaml", "--to", "again"]);
    assert_eq!(code, 2, "{told}");
    assert!(has(&told, "is there already"), "{told}");
}
