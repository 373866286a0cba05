//! Rulings: proposed, agreed on, in force from their turn.

use crate::person::{Person, agree, begun, has};
use crate::post::{carry, quiet_turn, refused, says};

#[test]
fn a_ruling_in_a_duel_wants_the_word_of_both() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = &people;

    let told = refused(union, &["rulings", "propose", "BG-friend", "yes"]);
    assert!(has(&told, "perhaps BG-friendzoc"), "{told}");
    let told = refused(union, &["rulings", "propose", "BG-friendzoc", "perhaps"]);
    assert!(has(&told, "BG-friendzoc has no choice \"perhaps\", write no or yes"), "{told}");
    let told = refused(union, &["rulings", "propose", "WI-anything", "yes"]);
    assert!(has(&told, "there is no ruling"), "{told}");
    let told = refused(union, &["rulings", "propose", "BG-chain", "yes"]);
    assert!(has(&told, "BG-chain"), "{told}");
    let told = refused(union, &["rulings", "propose", "BG-friendzoc", "no"]);
    assert!(has(&told, "BG-friendzoc no is in force on turn 1"), "{told}");
    let told = refused(union, &["rulings", "propose", "BG-friendzoc", "yes", "--from-turn", "99"]);
    assert!(has(&told, "no turn 99"), "{told}");
    let told = refused(union, &["rulings", "agree"]);
    assert!(has(&told, "no ruling awaits your agreement"), "{told}");

    // Out of turn: it is the Confederate who is awaited.
    let said = says(
        union,
        &["rulings", "propose", "bg-friendzoc", "Yes", "--from-turn", "2"],
        &[confederate],
    );
    assert_eq!(said["in_force"], false);
    assert_eq!(said["awaiting"], "orders of confederate");
    let told = confederate.told(&[]);
    assert!(
        has(&told, "Union proposes the ruling BG-friendzoc yes, from turn 2 (record 2)"),
        "{told}"
    );
    assert!(has(&told, "`provost rulings agree` agrees"), "{told}");
    assert!(!union.told(&[]).contains("agree` agrees"));
    let told = confederate.told(&["rulings"]);
    assert!(has(&told, "proposed by union: BG-friendzoc yes, from turn 2 (record 2)"), "{told}");

    // It comes by mail, as any record.
    let agreed = confederate.done(&["rulings", "agree"]);
    crate::person::deliver(confederate, agreed["mailed"].as_str().unwrap(), union);
    let told = union.told(&["receive", "mail.yaml"]);
    assert!(has(&told, "record 3 filed"), "{told}");
    assert!(has(&union.told(&["receive", "mail.yaml"]), "already have it (record 3)"));
    assert!(has(&union.told(&["rulings"]), "agreed: BG-friendzoc yes, from turn 2 (record 3)"));
    let told = refused(union, &["rulings", "agree"]);
    assert!(has(&told, "no ruling awaits your agreement"), "{told}");

    quiet_turn(confederate, union);
    // Turn 1 has begun, and turn 2 is the first that a ruling may name.
    let told = refused(union, &["rulings", "propose", "BG-best", "product", "--from-turn", "1"]);
    assert!(has(&told, "turn 1 has begun; a ruling may say `--from-turn 2` or later"), "{told}");
    quiet_turn(union, confederate);
    let report = union.told(&["report"]);
    assert!(has(&report, "Rulings agreed on"), "{report}");
    assert!(has(&report, "BG-friendzoc yes, from turn 2 (record 3)"), "{report}");
    let position = union.told(&["show"]);
    let cited = "# ruling BG-friendzoc yes, from turn 2 (record 3)\n";
    assert!(position.starts_with(cited), "{position}");
    agree(&[confederate, union]);
    let audited = union.desk.done(&["audit", "game"]);
    assert!(has(&audited, "0 mismatches, 1 ruling"), "{audited}");
}

#[test]
fn the_referee_decides_alone_and_players_propose() {
    let people = ["confederate", "union", "referee"].map(Person::new);
    begun(&["--mode", "referee"], &people);
    let [confederate, union, referee] = &people;
    let propose = ["rulings", "propose", "BG-best", "product", "--from-turn", "3"];
    says(union, &propose, &[confederate, referee]);
    // Another player's word does not count here.
    let told = refused(confederate, &["rulings", "agree"]);
    assert!(has(&told, "no ruling awaits your agreement"), "{told}");
    let agreed = says(referee, &["rulings", "agree", "BG-best"], &[confederate, union]);
    assert_eq!(agreed["in_force"], true);
    let propose = ["rulings", "propose", "BG-friendzoc", "yes", "--from-turn", "2"];
    let said = referee.done(&propose);
    assert_eq!(said["in_force"], true, "{said}");
    carry(referee, &said, &[confederate, union]);
    // The one agreed on later begins earlier, and neither takes the other along.
    let told = union.told(&["rulings"]);
    assert!(has(&told, "agreed: BG-best product, from turn 3"), "{told}");
    assert!(has(&told, "agreed: BG-friendzoc yes, from turn 2"), "{told}");
    agree(&[confederate, union, referee]);
}

#[test]
fn recorded_and_beacon_games_agree_as_well() {
    for options in [&["--mode", "recorded"][..], &["--mode", "beacon"]] {
        let people = ["confederate", "union"].map(Person::new);
        begun(options, &people);
        let [confederate, union] = &people;
        let propose = ["rulings", "propose", "BG-best", "product", "--from-turn", "2"];
        says(confederate, &propose, &[union]);
        let agreed = says(union, &["rulings", "agree"], &[confederate]);
        assert_eq!(agreed["in_force"], true);
        agree(&[confederate, union]);
    }
}

/// The library's view: two rulings with different turns.
#[test]
fn each_ruling_begins_with_its_own_turn() {
    let mut table = crate::fixture::Table::new(|_| {});
    let secrets = table.secrets.clone();
    table.campaign.propose_ruling("BG-best", "product", 3, &secrets).unwrap();
    table.campaign.propose_ruling("BG-friendzoc", "yes", 2, &secrets).unwrap();
    let replay = table.campaign.replay();
    let words = |turn: u32| {
        ["BG-best", "BG-friendzoc"].map(|id| replay.game_at((turn, 0)).word_of(id).unwrap())
    };
    assert_eq!(words(1), ["best", "no"]);
    assert_eq!(words(2), ["best", "yes"]);
    assert_eq!(words(3), ["product", "yes"]);
    assert_eq!(replay.next_open_turn(), 1);
}

#[test]
fn what_was_agreed_and_changed_may_be_agreed_again() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = &people;
    for word in ["product", "best", "product"] {
        let propose = ["rulings", "propose", "BG-best", word, "--from-turn", "5"];
        let proposed = says(union, &propose, &[confederate]);
        assert_eq!(proposed["in_force"], false, "{proposed}");
        let agreed = says(confederate, &["rulings", "agree"], &[union]);
        assert_eq!(agreed["in_force"], true, "{agreed}");
        let told = refused(confederate, &["rulings", "agree"]);
        assert!(has(&told, "no ruling awaits your agreement"), "{told}");
    }
    for person in [confederate, union] {
        let told = person.told(&["rulings"]);
        assert!(has(&told, "agreed: BG-best product, from turn 5 (record 7)"), "{told}");
    }
    agree(&[confederate, union]);
}
