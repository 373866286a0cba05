//! What is refused between people, and what is possible beside the plain course.

use crate::pair::{pair, terms};
use crate::person::{Person, ROUND, agree, begun, deliver, has, mailed_at};
use provost::campaign::terms::Missing;
use provost::dice::Mode;
use std::fs;

#[test]
fn whoever_begins_says_where_he_sits() {
    let desk = crate::desk::Desk::new();
    let new = |more: &[&str]| desk.said(&[&["new", "fredericksburg", "c"], more].concat());
    for (more, said) in [
        (&["--mode", "duel"][..], "say which chair is yours, `--as confederate`, `--as union`"),
        (&["--mode", "duel", "--as", "referee"], "nobody sits there in mode duel"),
        (&["--mode", "referee", "--as", "referee"], "a referee says who plays: `--player"),
        (&["--mode", "duel", "--as", "union", "--delay", "4000"], "`--delay` says nothing"),
        (&["--mode", "beacon", "--as", "union", "--delay", "60"], "`--delay` is 3600 or more"),
        (&["--mode", "recorded", "--standing", "sealed"], "nothing is sealed"),
        (&["--player", "nobody=Jane"], "wants SIDE=NAME"),
    ] {
        let (code, told) = new(more);
        assert_eq!(code, 2, "{more:?}: {told}");
        assert!(has(&told, said), "{more:?}: {told}");
    }
}

#[test]
fn nobody_sends_for_the_other_or_rolls_in_a_duel() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = &people;
    let orders = confederate.head();
    union.write("orders.yaml", &orders);
    let (code, told) = union.said(&["send", "orders.yaml"]);
    assert_eq!(code, 1, "{told}");
    assert!(has(&told, "orders of Confederate are awaited; this is the folder of Union"));
    let (code, told) = union.said(&["resolve", "orders.yaml"]);
    assert_eq!(code, 1, "{told}");
    assert!(has(&told, "`provost send` locks orders and closes"), "{told}");
    let (code, told) = union.said(&["accept"]);
    assert_eq!(code, 1, "{told}");
    // Whoever has no secret file watches: he may look, and write nothing.
    let watcher = Person::new("nobody");
    let log = confederate.folder();
    let (code, told) = watcher.desk.said(&["import", log.to_str().unwrap(), "--to", "game"]);
    assert_eq!(code, 0, "{told}");
    assert!(has(&watcher.told(&[]), "you have no chair here"));
    watcher.write("orders.yaml", &orders);
    for command in ["send", "resolve"] {
        let (code, told) = watcher.said(&[command, "orders.yaml"]);
        assert_eq!(code, 1, "{told}");
        assert!(has(&told, "`--secrets DIR`"), "{told}");
    }
}

/// Two players who get the same offer do not both sit down in the same chair.
#[test]
fn whoever_accepts_says_his_chair_while_several_have_yet_to_accept() {
    let people = ["referee", "confederate", "union"].map(Person::new);
    let [referee, confederate, union] = &people;
    let new = ["new", "fredericksburg", "game", "--as", "referee"];
    let players = ["--player", "confederate=Bob", "--player", "union=Jane"];
    let (code, told) = referee.desk.said(&[new.as_slice(), &players].concat());
    assert_eq!(code, 0, "{told}");
    assert!(has(&told, "provost accept FILE --to DIR --as CHAIR"), "{told}");
    let letter = |from: &Person, name: &str| {
        std::fs::read_to_string(from.folder().join("outbox").join(name)).unwrap()
    };
    let offer = letter(referee, "0000-offer.eml");
    assert!(has(&offer, "provost accept FILE --to DIR --as confederate"), "{offer}");
    assert!(has(&offer, "provost accept FILE FILE --to DIR --as union"), "{offer}");
    for person in [confederate, union] {
        std::fs::write(person.desk.at("offer.eml"), &offer).unwrap();
        let (code, told) = person.desk.said(&["accept", "offer.eml", "--to", "game"]);
        assert_eq!(code, 2, "{told}");
        assert!(has(&told, "Confederate and Union have yet to accept"), "{told}");
        assert!(has(&told, "`--as confederate` or `--as union`"), "{told}");
        assert!(!person.folder().exists());
    }
    let accept = |person: &Person, files: &[&str]| {
        person.desk.said(&[&["accept"], files, &["--to", "game", "--as", person.chair]].concat())
    };
    let (code, told) = accept(union, &["offer.eml"]);
    assert_eq!(code, 1, "{told}");
    assert!(!union.folder().exists(), "out of order nothing is made");
    let (code, told) = accept(confederate, &["offer.eml"]);
    assert_eq!(code, 0, "{told}");
    let accepted = letter(confederate, "0001-confederate.eml");
    assert!(has(&accepted, "Union accepts: `provost accept FILE FILE --to DIR`"), "{accepted}");
    assert!(has(&accepted, "Whoever has a folder takes this in"), "{accepted}");
    std::fs::write(union.desk.at("1.eml"), &accepted).unwrap();
    // Only one chair can be meant now.
    let (code, told) = union.desk.said(&["accept", "offer.eml", "1.eml", "--to", "game"]);
    assert_eq!(code, 0, "{told}");
    assert!(has(&told, "you are Union"), "{told}");
}

#[test]
fn a_lock_that_comes_after_its_round_is_given_up() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "beacon"], &people);
    let [confederate, union] = &people;
    let at = mailed_at();
    let lock = |turn: &str| {
        confederate.orders(Some(turn), 1);
        let sent = confederate.done(&["send", "orders.yaml", "--at", &at]);
        deliver(confederate, sent["mailed"].as_str().unwrap(), union);
    };
    lock("");
    // It is far later than that now.
    let (code, told) = union.said(&["import", "mail.yaml"]);
    assert_eq!(code, 1, "{told}");
    assert!(has(&told, "this lock is for round 1000, which was out at"), "{told}");
    assert!(has(&told, "2023-08-23T15:59:24Z; it is "), "{told}");
    assert!(has(&told, "--arrived") && has(&told, "--late"), "{told}");
    let taken = union.done(&["import", "mail.yaml", "--late"]);
    assert_eq!(taken["awaiting"], "orders of confederate");
    deliver(union, taken["mailed"].as_str().unwrap(), confederate);
    confederate.done(&["import", "mail.yaml"]);
    // The number of the segment is burnt, and play goes on with the next one.
    lock("note: once more\n");
    union.done(&["import", "mail.yaml", "--arrived", &at]);
    assert!(union.log().pop().unwrap().1.contains("segment: 2\n"));
    let told = union.told(&[]);
    assert!(has(&told, "Round 1000 of the beacon is awaited"), "{told}");

    // Another round, a randomness that is none, a signature of something else.
    let paste = |text: &str| {
        union.write("round.json", text);
        union.said(&["dice", "--beacon", "round.json"])
    };
    let (code, told) = paste(&ROUND.replace(":1000,", ":1001,"));
    assert!(code == 1 && has(&told, "the open lock fixes round 1000"), "{told}");
    let (code, told) = paste(&ROUND.replace("\"fe29", "\"fe30"));
    assert!(code == 1 && has(&told, "is not the hash of the signature"), "{told}");
    let (code, told) = paste("round: 1000\nrandomness: 00\n");
    assert!(code == 1 && has(&told, "this round has no signature"), "{told}");
    let broken = ROUND.replace(
        "\"randomness\":\"fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd\",",
        "",
    );
    let (code, told) = paste(&broken.replace("\"b446", "\"a446"));
    match cfg!(feature = "beacon") {
        true => assert!(code == 1 && has(&told, "not that of this round"), "{told}"),
        false => assert!(code == 0 && has(&told, "was not verified"), "{told}"),
    }
    let (code, told) = paste(ROUND);
    assert_eq!(code, 0, "{told}");
    let sent = union.done(&["send"]);
    deliver(union, sent["mailed"].as_str().unwrap(), confederate);
    confederate.done(&["import", "mail.yaml"]);
    agree(&[confederate, union]);
}

#[test]
fn a_record_in_ones_own_name_that_one_did_not_write_is_not_taken() {
    let [mut confederate, mut union] = pair(&terms(Mode::Duel));
    let text = confederate.head();
    // Somebody who has the log forges the lock of the Confederate, unsigned.
    let mut forger = pair(&terms(Mode::Duel)).into_iter().next().unwrap();
    let forged = forger.send(Some(&text)).unwrap();
    let refused = confederate.take(&forger, &forged.mailed).unwrap_err();
    assert!(refused.to_string().contains("said to be yours"), "{refused}");
    assert_eq!(confederate.campaign.replay().head().records, 2);
    union.take(&forger, &forged.mailed).unwrap();
}

#[test]
fn questions_are_answered_in_the_record_that_closes() {
    let mut terms = terms(Mode::Duel);
    terms.missing = Missing::Ask;
    let mut sides = pair(&terms);
    let (mut answered, mut acts, mut asked_himself) = (0, 0, 0);
    for step in 0..40 {
        sides[acts].campaign.look_ahead(&sides[acts].secrets.clone()).unwrap();
        let replay = sides[acts].campaign.replay();
        let me = sides[acts].chair.to_string();
        let awaited = replay.awaited().to_string();
        let closes = sides[acts].campaign.is_ahead();
        let text = match (replay.ask().cloned(), awaited) {
            (Some(ask), awaited) if awaited.ends_with(&me) => {
                match awaited.starts_with("an answer") {
                    true => answered += usize::from(closes),
                    false => asked_himself += 1,
                }
                let choice = &ask.choices[ask.default];
                Some(format!("{}answer:\n- {}: {choice}\n", sides[acts].head(), ask.key))
            }
            (None, awaited) if awaited == format!("orders of {me}") => {
                let halted = replay.player_turn().is_some();
                (!halted).then(|| sides[acts].orders(step + 1))
            }
            _ => None,
        };
        let sent = sides[acts].send(text.as_deref()).unwrap_or_else(|e| panic!("{e}\n{text:?}"));
        let (a, b) = sides.split_at_mut(1);
        let (from, to) = if acts == 0 { (&a[0], &mut b[0]) } else { (&b[0], &mut a[0]) };
        to.take(from, &sent.mailed).unwrap_or_else(|e| panic!("{e}"));
        acts = 1 - acts;
        if answered >= 1 && asked_himself >= 1 {
            break;
        }
    }
    assert!(answered >= 1 && asked_himself >= 1, "{answered} {asked_himself}");
    let heads = sides.each_ref().map(|side| side.campaign.replay().head());
    assert_eq!(heads[0], heads[1]);
}

#[test]
fn a_referee_wraps_what_a_player_without_the_program_types() {
    let people = ["confederate", "union", "referee"].map(Person::new);
    begun(&["--mode", "referee"], &people);
    let [confederate, union, referee] = &people;
    let text = confederate.head() + "move:\n- Pelham: enter 1901\n";
    referee.write("typed.yaml", &text);
    let resolved = referee.done(&["resolve", "typed.yaml"]);
    let file = format!("outbox/{}", resolved["mailed"].as_str().unwrap());
    for player in [confederate, union] {
        deliver(referee, &file, player);
        let taken = player.done(&["import", "mail.yaml"]);
        assert_eq!(taken["filed"].as_array().unwrap().len(), 2, "lock and close in one mail");
    }
    agree(&[confederate, union, referee]);
    let told = referee.desk.done(&["audit", "game"]);
    assert!(has(&told, "1 of 1 locks were wrapped by the referee"), "{told}");
}

#[test]
fn a_seed_in_escrow_closes_for_whoever_falls_silent() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = &people;
    union.done(&["dice", "--escrow", "escrow.yaml"]);
    let (code, told) = union.said(&["dice", "--escrow", "escrow.yaml"]);
    assert!(code == 2 && has(&told, "is there already"), "{told}");
    confederate.orders(Some(""), 1);
    confederate.done(&["send", "orders.yaml"]);

    let third = Person::new("union");
    let kept = fs::read_to_string(union.desk.at("escrow.yaml")).unwrap();
    let log = confederate.folder();
    let (code, told) = third.desk.said(&["import", log.to_str().unwrap(), "--to", "game"]);
    assert_eq!(code, 0, "{told}");
    let seed = kept.split("seed:").nth(1).unwrap().trim().trim_matches('"').to_owned();
    assert_eq!(seed.len(), 64, "{kept}");
    let other = if seed.starts_with('0') { "1" } else { "0" };
    third.write("false.yaml", &kept.replace(&seed, &format!("{other}{}", &seed[1..])));
    let (code, told) = third.said(&["dice", "--escrowed", "false.yaml"]);
    assert_eq!(code, 4, "{told}");
    third.write("kept.yaml", &kept);
    let right = third.told(&["dice", "--escrowed", "kept.yaml"]);
    assert!(has(&right, "it ends in the anchor that union declared"), "{right}");
    third.done(&["dice", "--escrowed", "kept.yaml", "--take"]);
    third.orders(Some(""), 1);
    let sent = third.done(&["send", "orders.yaml"]);
    assert_eq!((&sent["closes"], &sent["locks"]), (&1.into(), &2.into()));
    deliver(&third, sent["mailed"].as_str().unwrap(), confederate);
    confederate.done(&["import", "mail.yaml"]);
    agree(&[confederate, &third]);
}
