//! What is told to whom when a game ends, stops or rests, and what is asked for twice.

use crate::person::{Person, begun, deliver, has};
use crate::post::{carry, quiet_turn, refused, says};
use crate::reports::at_rest;

fn duel() -> [Person; 2] {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    people
}

#[test]
fn an_offer_to_stop_is_no_end_and_a_resignation_is_no_count_of_points() {
    let [confederate, union] = &duel();
    says(confederate, &["result", "--agree", "--level", "draw"], &[union]);
    let told = union.told(&[]);
    assert!(has(&told, "Confederate offers to stop here: draw"), "{told}");
    assert!(has(&told, "provost result --play-on (declines)"), "{told}");
    assert!(has(&told, "if it ended now:") && !has(&told, "the game is over"), "{told}");
    assert_eq!(union.done(&[])["over"], false);
    says(union, &["result", "--play-on"], &[confederate]);
    says(confederate, &["result", "--resign"], &[union]);
    for person in [confederate, union] {
        let told = person.told(&[]);
        assert!(has(&told, "result: resigned confederate, union"), "{told}");
        assert!(!has(&told, "result: the Confederates"), "{told}");
        assert_eq!(person.done(&[])["over"], true);
    }
    assert!(has(&union.told(&[]), "next: provost result"));
}

#[test]
fn whoever_claims_the_game_is_told_how() {
    let [_, union] = &duel();
    let told = refused(union, &["result", "--claim"]);
    assert!(has(&told, "`provost claim overtime`"), "{told}");
}

#[test]
fn while_play_rests_nobody_is_told_to_go_on() {
    let [confederate, union] = &at_rest();
    let told = union.told(&[]);
    assert!(has(&told, "next: provost correct --report"), "{told}");
    let told = confederate.told(&[]);
    assert!(has(&told, "next: provost receive FILE, when the correction has come"), "{told}");
    for person in [confederate, union] {
        let told = person.told(&[]);
        assert!(!has(&told, "provost form") && !has(&told, "provost send"), "{told}");
    }
}

#[test]
fn what_one_has_proposed_is_not_proposed_again() {
    let [confederate, union] = &duel();
    quiet_turn(confederate, union);
    for command in [
        &["rulings", "propose", "BG-best", "product", "--from-turn", "3"][..],
        &["correct", "2", "FR-fogstrat", "halved"],
    ] {
        let proposed = confederate.done(command);
        let seq = proposed["seq"].as_u64().unwrap();
        let told = refused(confederate, command);
        assert!(has(&told, &format!("you have proposed that in record {seq}")), "{told}");
        carry(confederate, &proposed, &[union]);
    }
    assert_eq!(confederate.log().len(), 6);
}

#[test]
fn a_lock_that_came_late_is_remembered_as_given_up() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "beacon"], &people);
    let [confederate, union] = &people;
    confederate.write("orders.yaml", &confederate.head());
    let sent = confederate.done(&["send", "orders.yaml", "--at", &crate::person::mailed_at()]);
    deliver(confederate, sent["mailed"].as_str().unwrap(), union);
    union.done(&["import", "mail.yaml", "--late"]);
    let given_up = union.log().pop().unwrap().1;
    let digest = provost::campaign::Record::read(&given_up).unwrap().digest.to_string();
    let secrets = std::fs::read_to_string(union.secrets()).unwrap();
    assert!(secrets.contains(&digest), "{secrets}");
    // And so is a claim.
    union.done(&["claim", "the mail was slow"]);
    let claim = union.log().pop().unwrap().1;
    let digest = provost::campaign::Record::read(&claim).unwrap().digest.to_string();
    assert!(std::fs::read_to_string(union.secrets()).unwrap().contains(&digest));
}

#[test]
fn a_chain_that_nobody_knows_is_not_put_in_escrow() {
    let [confederate, union] = &duel();
    says(union, &["handover", "Sam", "packet.yaml"], &[confederate]);
    let told = union.told(&[]);
    assert!(has(&told, "you have no chair here: you play no more, but Sam does"), "{told}");
    let sam = Person::new("union");
    std::fs::copy(union.desk.at("packet.yaml"), sam.desk.at("packet.yaml")).unwrap();
    sam.desk.done(&["takeover", "packet.yaml", "--to", "game"]);
    let told = refused(&sam, &["dice", "--escrow", "escrow.yaml"]);
    assert!(has(&told, "union-2 is not declared yet"), "{told}");
    assert!(!sam.desk.at("escrow.yaml").exists());
    quiet_turn(confederate, &sam);
    sam.done(&["dice", "--escrow", "escrow.yaml"]);
}

#[test]
fn refusals_of_the_command_line_fit_and_name_no_file() {
    let [confederate, union] = &duel();
    quiet_turn(confederate, union);
    for (command, why) in [
        (&["correct", "2", "FR-fogstrat", "halved", "--reroll", "some"][..], "none"),
        (&["rulings", "propose", "BG-best", "product", "--from-turn", "4294967296"], "4294967296"),
        (&["correct", "2"], "provost correct RECORD ID WORD"),
        (&["correct", "2", "--dry"], "provost correct RECORD ID WORD"),
        (&["handover", "S\u{e4}mi", "packet.yaml"], "S"),
    ] {
        let told = refused(union, command);
        assert!(has(&told, why), "{command:?}: {told}");
        assert!(told.lines().all(|line| line.chars().count() <= 80), "{command:?}: {told}");
        assert!(!told.contains("-->") && !told.contains("no ruling"), "{command:?}: {told}");
    }
    let told = refused(union, &["result", "--agree", "--level", "\u{dc}x"]);
    assert!(!told.contains("--> terms"), "{told}");
}

#[test]
fn whoever_closes_the_last_lock_is_told_to_send() {
    let [confederate, union] = &duel();
    let mut pair = [confederate, union];
    for _ in 0..22 {
        let [acts, other] = pair;
        acts.write("orders.yaml", &acts.head());
        says(acts, &["send", "orders.yaml"], &[other]);
        let status = other.done(&[]);
        if status["awaiting"].as_str().unwrap().starts_with("the result") {
            let told = other.told(&[]);
            assert!(has(&told, "next: provost send (closes)"), "{told}");
            assert!(!has(&told, "next: provost result"), "{told}");
            says(other, &["send"], &[acts]);
            for person in pair {
                let told = person.told(&[]);
                assert!(has(&told, "next: provost result"), "{told}");
            }
            return;
        }
        pair.reverse();
    }
    panic!("the game does not end");
}
