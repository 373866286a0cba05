//! A chair handed over: the packet, the successor, and a predecessor who can write no more.

use crate::person::{Person, agree, begun, has};
use crate::post::{carry, quiet_turn, refused, says};
use std::fs;

/// Gives the packet to the successor, who takes it.
fn takes_over(from: &Person, successor: &Person) {
    takes_over_as(from, from.chair, successor);
}

fn takes_over_as(from: &Person, chair: &str, successor: &Person) {
    fs::copy(from.desk.at("packet.yaml"), successor.desk.at("packet.yaml")).unwrap();
    let told = successor.desk.done(&["takeover", "packet.yaml", "--to", "game"]);
    assert!(has(&told, &format!("you sit for {chair} now, as Sam")), "{told}");
}

#[test]
fn a_duel_goes_on_with_a_successor_and_a_chain_of_his_own() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel", "--standing", "sealed"], &people);
    let [confederate, union] = &people;
    quiet_turn(confederate, union);
    // The Union has sealed something, and hands over while it must be opened later.
    union.orders(Some("retreat:\n- any: toward 0910\n"), 1);
    says(union, &["send", "orders.yaml"], &[confederate]);
    says(confederate, &["send"], &[union]);
    confederate.write("orders.yaml", &confederate.head());
    says(confederate, &["send", "orders.yaml"], &[union]);

    let told = refused(union, &["handover", "Sam", "game/packet.yaml"]);
    assert!(has(&told, "would be in the campaign's folder"), "{told}");
    let handed = says(union, &["handover", "Sam", "packet.yaml"], &[confederate]);
    assert_eq!(handed["awaiting"], "the close of union");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let packet = fs::metadata(union.desk.at("packet.yaml")).unwrap();
        assert_eq!(packet.permissions().mode() & 0o777, 0o600);
    }
    let packet = fs::read_to_string(union.desk.at("packet.yaml")).unwrap();
    let seed = |person: &Person| {
        let secrets = fs::read_to_string(person.secrets()).unwrap();
        secrets.split("seed:").nth(1).unwrap().trim().trim_matches('"')[..64].to_owned()
    };
    assert!(packet.contains(&seed(union)) && !packet.contains(&seed(confederate)));

    // The predecessor looks on, and writes nothing.
    for command in [&["send"][..], &["undo"], &["result", "--resign"], &["rulings", "agree"]] {
        let told = refused(union, command);
        assert!(has(&told, "this chair was handed over to Sam"), "{command:?}: {told}");
    }
    assert!(has(&union.told(&[]), "you have no chair here"));

    let sam = Person::new("union");
    takes_over(union, &sam);
    // The old chain closes what was locked under it; what the seal says is opened.
    let sent = sam.done(&["send"]);
    assert_eq!(sent["closes"], 3, "{sent}");
    carry(&sam, &sent, &[confederate]);
    let record = sam.log().pop().unwrap().1;
    assert!(record.contains("chain: union-2"), "{record}");
    assert!(record.contains("unseal:"), "{record}");
    // From then on his own chain does, of which the predecessor knows nothing.
    quiet_turn(&sam, confederate);
    quiet_turn(confederate, &sam);
    let record = sam.log().pop().unwrap().1;
    assert!(!record.contains("anchor:"), "{record}");
    agree(&[confederate, &sam]);
    // A second successor of the same packet would find the chair taken.
    let told = refused(&sam, &["takeover", "packet.yaml", "--to", "again"]);
    assert!(!told.is_empty());
}

#[test]
fn a_lock_that_the_predecessor_left_may_be_given_up() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = &people;
    confederate.write("orders.yaml", &confederate.head());
    says(confederate, &["send", "orders.yaml"], &[union]);
    let told = refused(union, &["undo", "--handover"]);
    assert!(has(&told, "no chair was handed over since this lock"), "{told}");
    says(confederate, &["handover", "Sam", "packet.yaml"], &[union]);
    let sam = Person::new("confederate");
    takes_over(confederate, &sam);
    says(&sam, &["undo", "--handover"], &[union]);
    let given = says(union, &["undo", "--handover"], &[&sam]);
    assert_eq!(given["given_up"], true);
    quiet_turn(&sam, union);
    agree(&[&sam, union]);
}

#[test]
fn a_referee_hands_over_too_and_nobody_else_for_a_player() {
    let people = ["confederate", "union", "referee"].map(Person::new);
    begun(&["--mode", "referee"], &people);
    let [confederate, union, referee] = &people;
    says(referee, &["handover", "Sam", "packet.yaml"], &[confederate, union]);
    let sam = Person::new("referee");
    takes_over(referee, &sam);
    for round in 0..2 {
        let acts = if round == 0 { confederate } else { union };
        acts.write("orders.yaml", &acts.head());
        let others: Vec<&Person> =
            [confederate, union].into_iter().filter(|p| p.chair != acts.chair).collect();
        let sent = acts.done(&["send", "orders.yaml"]);
        carry(acts, &sent, &others);
        carry(acts, &sent, &[&sam]);
        let resolved = sam.done(&["resolve"]);
        let mailed = format!("outbox/{}", resolved["mailed"].as_str().unwrap());
        carry(&sam, &serde_json::json!({ "mailed": mailed }), &[confederate, union]);
    }
    assert!(sam.log().iter().any(|(_, text)| text.contains("chain: referee-2")));
    agree(&[confederate, union, &sam]);
    let told = refused(confederate, &["handover", "Sam", "nowhere/packet.yaml"]);
    assert!(!told.is_empty());
}

#[test]
fn a_packet_that_is_none_is_refused() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, _] = &people;
    confederate.done(&["export", "log.yaml"]);
    let sam = Person::new("confederate");
    fs::copy(confederate.desk.at("log.yaml"), sam.desk.at("log.yaml")).unwrap();
    let (code, told) = sam.desk.said(&["takeover", "log.yaml", "--to", "game"]);
    assert_eq!(code, 1, "{told}");
    assert!(has(&told, "there is no packet of a hand-over in this file"), "{told}");
    // Secrets of a chair that no record hands over.
    let secrets = fs::read_to_string(confederate.secrets()).unwrap();
    let game = secrets.split("game:").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    let inner: String = secrets.lines().map(|line| format!("    {line}\n")).collect();
    let log = fs::read_to_string(confederate.desk.at("log.yaml")).unwrap();
    let forged = format!(
        "{log}---\npacket:\n  game: {game}\n  side: confederate\n  to: Sam\n  secrets:\n{inner}"
    );
    sam.write("packet.yaml", &forged);
    let (code, told) = sam.desk.said(&["takeover", "packet.yaml", "--to", "game"]);
    assert_eq!(code, 1, "{told}");
    assert!(has(&told, "no record of this campaign hands that chair over to you"), "{told}");
    assert!(!sam.folder().exists());
}

#[test]
fn the_successor_signs_with_his_own_key() {
    let people = ["confederate", "union"].map(Person::new);
    let sam = Person::new("union");
    let key = |person: &Person| {
        let made = std::process::Command::new("ssh-keygen")
            .args(["-q", "-t", "ed25519", "-N", "", "-f", "key"])
            .current_dir(person.desk.home.path())
            .status();
        made.is_ok_and(|status| status.success()).then(|| person.desk.at("key"))
    };
    let keys = [&people[0], &people[1], &sam].map(key);
    let [Some(first), Some(second), Some(sams)] = keys else {
        println!("skipped: there is no ssh-keygen here (Debian: openssh-client)");
        return;
    };
    let sign = [&first, &second].map(|key| ["--sign", key.to_str().unwrap()]);
    let sign: Vec<&[&str]> = sign.iter().map(|sign| &sign[..]).collect();
    crate::person::begun_with(&["--mode", "duel"], &sign, &people);
    let [confederate, union] = &people;
    let told = refused(union, &["handover", "Sam", "packet.yaml"]);
    assert!(has(&told, "name the successor's public key, `--key FILE`"), "{told}");
    fs::copy(sams.with_extension("pub"), union.desk.at("sam.pub")).unwrap();
    says(union, &["handover", "Sam", "packet.yaml", "--key", "sam.pub"], &[confederate]);
    fs::copy(union.desk.at("packet.yaml"), sam.desk.at("packet.yaml")).unwrap();
    let take = ["takeover", "packet.yaml", "--to", "game"];
    let (code, told) = sam.desk.said(&take);
    assert_eq!(code, 1, "{told}");
    assert!(has(&told, "the hand-over names another key"), "{told}");
    sam.desk.done(&[&take[..], &["--sign", "key"]].concat());
    quiet_turn(confederate, &sam);
    quiet_turn(&sam, confederate);
    agree(&[confederate, &sam]);
    let told = confederate.desk.done(&["audit", "game"]);
    assert!(has(&told, "2 signatures 7 of 7 verified"), "{told}");
}

#[test]
fn a_referee_hands_over_for_a_player_who_is_silent() {
    let people = ["confederate", "union", "referee"].map(Person::new);
    begun(&["--mode", "referee", "--standing", "sealed"], &people);
    let [confederate, union, referee] = &people;
    let told = refused(confederate, &["handover", "Sam", "packet.yaml", "--side", "union"]);
    assert!(has(&told, "union is not yours to hand over"), "{told}");
    let resolve = |players: &[&Person]| {
        let resolved = referee.done(&["resolve"]);
        let mailed = format!("outbox/{}", resolved["mailed"].as_str().unwrap());
        carry(referee, &serde_json::json!({ "mailed": mailed }), players);
    };
    // What the Confederate has sealed goes to his successor, and nothing of anybody else.
    confederate.orders(Some("retreat:\n- any: toward 1513\n"), 1);
    let sent = confederate.done(&["send", "orders.yaml"]);
    let opening = sent["opening"].as_str().unwrap();
    fs::copy(confederate.folder().join(opening), referee.desk.at("opening.yaml")).unwrap();
    crate::person::deliver(confederate, sent["mailed"].as_str().unwrap(), referee);
    referee.done(&["import", "mail.yaml", "opening.yaml"]);
    resolve(&[confederate, union]);
    let hand = ["handover", "Sam", "packet.yaml", "--side", "confederate"];
    says(referee, &hand, &[confederate, union]);
    let packet = fs::read_to_string(referee.desk.at("packet.yaml")).unwrap();
    assert!(packet.contains("toward 1513") && !packet.contains("seed:"), "{packet}");
    // Whoever was silent may not write any more; the referee may.
    let told = refused(confederate, &["undo"]);
    assert!(has(&told, "this chair was handed over to Sam"), "{told}");
    let sam = Person::new("confederate");
    takes_over_as(referee, "confederate", &sam);
    union.write("orders.yaml", &union.head());
    says(union, &["send", "orders.yaml"], &[&sam, referee]);
    resolve(&[&sam, union]);
    sam.write("orders.yaml", &sam.head());
    says(&sam, &["send", "orders.yaml"], &[union, referee]);
    agree(&[union, &sam, referee]);
}

/// Takes the mark off a secret file, as if its hand-over had not come so far.
fn unmark(person: &Person) {
    let secrets = fs::read_to_string(person.secrets()).unwrap();
    let kept: Vec<&str> =
        secrets.lines().filter(|line| !line.starts_with("handed_over_to:")).collect();
    assert_eq!(kept.len() + 1, secrets.lines().count());
    fs::write(person.secrets(), kept.join("\n") + "\n").unwrap();
}

#[test]
fn a_hand_over_that_was_interrupted_is_finished_by_the_same_command() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = &people;
    let handed = says(union, &["handover", "Sam", "packet.yaml"], &[confederate]);
    let records = union.log();
    // It was killed before the mark; the packet was made and is empty.
    unmark(union);
    union.write("packet.yaml", "");
    let proposal = ["rulings", "propose", "BG-best", "product", "--from-turn", "3"];
    for command in [&["send"][..], &proposal, &["undo"], &["handover", "Tom", "packet.yaml"]] {
        let told = refused(union, command);
        assert!(has(&told, "`provost handover Sam FILE` writes the packet"), "{told}");
    }
    union.done(&["handover", "Sam", "packet.yaml"]);
    assert!(fs::read_to_string(union.secrets()).unwrap().contains("handed_over_to: Sam"));
    assert!(has(&refused(union, &["send"]), "may only be looked at"));
    // It was killed before the record was filed: `send` files it, and says what is left to do.
    unmark(union);
    fs::remove_file(union.desk.at("packet.yaml")).unwrap();
    let last = &records.last().unwrap().0;
    fs::remove_file(union.folder().join("log").join(last)).unwrap();
    let told = refused(union, &["send"]);
    assert!(has(&told, "`provost handover Sam FILE` writes the packet"), "{told}");
    // Others may have written since.
    confederate.write("orders.yaml", &confederate.head());
    let locked = confederate.done(&["send", "orders.yaml"]);
    fs::copy(
        confederate.folder().join(locked["mailed"].as_str().unwrap()),
        union.desk.at("mail.yaml"),
    )
    .unwrap();
    union.done(&["handover", "Sam", "packet.yaml"]);
    assert_eq!(union.log(), records);
    assert_eq!(handed["seq"], 2, "{handed}");
    let sam = Person::new("union");
    takes_over(union, &sam);
    carry(confederate, &locked, &[&sam]);
    says(&sam, &["send"], &[confederate]);
    agree(&[confederate, &sam]);
}

#[test]
fn an_older_secret_file_does_not_bring_a_chair_back() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = &people;
    let old = fs::read(union.secrets()).unwrap();
    says(union, &["handover", "Sam", "packet.yaml"], &[confederate]);
    fs::write(union.secrets(), &old).unwrap();
    let proposal = ["rulings", "propose", "BG-best", "product", "--from-turn", "3"];
    for command in [&["send"][..], &proposal, &["claim", "x"], &["result", "--resign"]] {
        refused(union, command);
    }
    assert_eq!(union.log().len(), 3);
    // The chair goes on to a third person: neither of those before writes.
    union.done(&["handover", "Sam", "packet.yaml"]);
    let sam = Person::new("union");
    takes_over(union, &sam);
    let sams = fs::read(sam.secrets()).unwrap();
    says(&sam, &["handover", "Tom", "next.yaml"], &[confederate]);
    for (person, secrets) in [(union, &old), (&sam, &sams)] {
        let other = Person::new("union");
        let log = confederate.folder();
        let (code, told) = other.desk.said(&["import", log.to_str().unwrap(), "--to", "game"]);
        assert_eq!(code, 0, "{told}");
        let place = person.secrets();
        fs::create_dir_all(other.desk.at("secrets")).unwrap();
        let name = place.file_name().unwrap();
        fs::write(other.desk.at("secrets").join(name), secrets).unwrap();
        for command in [&["send"][..], &proposal, &["claim", "x"]] {
            let told = refused(&other, command);
            assert!(has(&told, "this chair was handed over to Tom"), "{told}");
        }
    }
}

#[test]
fn whoever_has_locked_is_one_of_the_two_who_give_up() {
    let people = ["confederate", "union", "referee"].map(Person::new);
    begun(&["--mode", "referee"], &people);
    let [confederate, union, referee] = &people;
    confederate.write("orders.yaml", &confederate.head());
    says(confederate, &["send", "orders.yaml"], &[union, referee]);
    says(referee, &["handover", "Sam", "packet.yaml"], &[confederate, union]);
    let sam = Person::new("referee");
    takes_over(referee, &sam);
    // The enemy neither asks nor agrees.
    let told = refused(union, &["undo", "--handover"]);
    assert!(has(&told, "whoever has locked it, or whom he must agree with, asks"), "{told}");
    let asked = says(&sam, &["undo", "--handover"], &[confederate, union]);
    assert_eq!(asked["awaiting"], "the close of referee");
    assert!(!has(&union.told(&[]), "`provost undo --handover` agrees"));
    let told = refused(union, &["undo", "--handover"]);
    assert!(has(&told, "the referee and whoever has locked it agree on that"), "{told}");
    assert!(has(&confederate.told(&[]), "`provost undo --handover` agrees"));
    let agreed = says(confederate, &["undo", "--handover"], &[union, &sam]);
    assert_eq!(agreed["awaiting"], "orders of confederate");
    agree(&[confederate, union, &sam]);
}
