//! What letters say, byte by byte.

use crate::desk::copy;
use crate::pair::{self, Side, pair, terms};
use crate::players::{Player, begun, body, lint, names, says};
use provost::campaign::outbox::letter_of;
use provost::campaign::terms::StandingOrders;
use provost::campaign::{Campaign, Record};
use provost::dice::Mode;
use provost::games::blue_gray::grammar::FORM;
use provost::mail::{Outcome, extract, find};
use provost::store::Folder;
use std::fs;
use std::path::Path;

/// Compares with what is kept; `UPDATE=1` keeps it anew.
fn kept(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/post/letters").join(name);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, text).expect("a file");
    }
    let wanted = fs::read_to_string(&path).unwrap_or_default();
    assert!(wanted == text, "{name}: expected:\n{wanted}\nfound:\n{text}");
}

/// Whether a letter carries these very records and nothing that looks like orders.
fn carries(letter: &str, records: &[String]) {
    let Outcome::Records { records: found, .. } = find(letter.as_bytes(), &FORM).outcome else {
        panic!("no records in {letter}");
    };
    let digest = |text: &str| Record::read(text).expect("a record").digest;
    let found: Vec<_> = found.iter().map(|part| digest(&part.text)).collect();
    assert_eq!(found, records.iter().map(|text| digest(text)).collect::<Vec<_>>());
    assert!(extract::heads(&body(letter), &FORM).is_empty(), "{letter}");
    let alone = find(body(letter).as_bytes(), &FORM).outcome;
    assert!(matches!(alone, Outcome::Refused(_)), "{alone:?}");
}

#[test]
fn a_small_letter_is_these_bytes() {
    let [mut confederate, mut union] = pair(&terms(Mode::Duel));
    let text = |side: &Side, name: &str| side.out(name).text;
    let orders = confederate.head() + "move:\n- Pelham: enter 1901\nnote: Sch\u{f6}nen Gru\u{df}\n";
    let sent = confederate.send(Some(&orders)).unwrap();
    kept("lock.eml", &text(&confederate, &letter_of(&sent.mailed)));
    union.take(&confederate, &sent.mailed).unwrap();
    let orders = union.head();
    let sent = union.send(Some(&orders)).unwrap();
    kept("close.eml", &text(&union, &letter_of(&sent.mailed)));
    // The same again is the same bytes, whenever it is written.
    let [mut again, _] = pair(&terms(Mode::Duel));
    let orders = again.head() + "move:\n- Pelham: enter 1901\nnote: Sch\u{f6}nen Gru\u{df}\n";
    let sent = again.send(Some(&orders)).unwrap();
    kept("lock.eml", &text(&again, &letter_of(&sent.mailed)));
}

#[test]
fn every_letter_of_a_match_is_harmless_and_carries_its_records() {
    let mut terms = terms(Mode::Duel);
    terms.standing = Some(StandingOrders::Sealed);
    let mut sides = pair(&terms);
    let mut acts = 0;
    let mut reported = 0;
    for step in 0..6 {
        let mut orders = sides[acts].orders(step + 1);
        if !orders.contains("\nretreat:") {
            orders.push_str("retreat:\n- any: toward 1513\n");
        }
        let sent = sides[acts].send(Some(&orders)).unwrap();
        let letter = sides[acts].out(&letter_of(&sent.mailed)).text;
        lint(&letter);
        carries(&letter, &[sides[acts].out(&sent.mailed).text]);
        assert!(letter.contains(&format!(".{}.", sent.seq)), "{letter}");
        reported += usize::from(body(&letter).contains("What happened"));
        // Under a seal nothing of it is told.
        assert!(!body(&letter).contains("any: toward"), "{letter}");
        let (a, b) = sides.split_at_mut(1);
        let (from, to) = if acts == 0 { (&a[0], &mut b[0]) } else { (&b[0], &mut a[0]) };
        let received = to.receive(letter.as_bytes());
        assert!(received, "{letter}");
        let heads = [from, &*to].map(|side: &Side| side.campaign.replay().head());
        assert_eq!(heads[0], heads[1]);
        acts = 1 - acts;
    }
    assert_eq!(reported, 5, "all but the first close something");
}

impl Side {
    /// Whether a mail brought records that are filed now.
    fn receive(&mut self, mail: &[u8]) -> bool {
        let mut pen =
            provost::campaign::Pen { chair: Some(self.chair.clone()), ..Default::default() };
        pen.secrets = Some(self.secrets.clone());
        self.campaign.sit(pen);
        let received = self.campaign.receive(mail).unwrap();
        matches!(received.what, provost::campaign::receive::What::Records(_))
    }
}

#[test]
fn a_letter_answers_the_one_before() {
    let [bob, jane] = begun(&[]);
    bob.orders("move:\n- Pelham: enter 1901\n");
    let sent = bob.done(&["send", "orders.yaml"]);
    assert_eq!(sent["mailed"], "outbox/0002-confederate.yaml");
    jane.gets(&bob, "0002-confederate.eml");
    jane.orders("");
    let told = jane.told(&["send", "orders.yaml"]);
    says(&told, "letter to Confederate: outbox/0003-union.eml");
    let field = |player: &Player, letter: &str, name: &str| {
        let mail = player.file(&format!("outbox/{letter}")).replace("\r\n ", " ");
        let line = mail.lines().find(|line| line.starts_with(name)).map(str::to_owned);
        line.unwrap_or_default().trim_start_matches(name).trim_matches([':', ' ']).to_owned()
    };
    let ids = [
        field(&bob, "0000-offer.eml", "Message-ID"),
        field(&jane, "0001-union.eml", "Message-ID"),
        field(&bob, "0002-confederate.eml", "Message-ID"),
    ];
    let answers = [
        field(&jane, "0001-union.eml", "In-Reply-To"),
        field(&bob, "0002-confederate.eml", "In-Reply-To"),
        field(&jane, "0003-union.eml", "In-Reply-To"),
    ];
    assert_eq!(ids, answers);
    assert_eq!(field(&bob, "0000-offer.eml", "In-Reply-To"), "");
    assert_eq!(field(&jane, "0003-union.eml", "References"), ids[2]);
    let subjects = [
        ("0000-offer.eml", "FRE-01: Fredericksburg, 13 December 1862, an offer"),
        ("0002-confederate.eml", "FRE-01 turn 1 Confederate: orders locked"),
    ];
    for (letter, subject) in subjects {
        assert_eq!(field(&bob, letter, "Subject"), subject);
    }
    let closes = "FRE-01 turn 1 Confederate: resolved, Union orders locked";
    assert_eq!(field(&jane, "0003-union.eml", "Subject"), closes);
    // Each has its own orders, and no others.
    let letter = body(&jane.file("outbox/0003-union.eml"));
    says(
        &letter,
        "Orders as understood -------------------- move: Pelham: enter 1901 What happened",
    );
    says(&letter, "Orders of Union, locked ----------------------- Nothing is ordered");
    for letter in bob.outbox().iter().filter(|name| name.ends_with(".eml")) {
        lint(&bob.file(&format!("outbox/{letter}")));
    }
    assert!(pair::terms(Mode::Duel).sides[0].as_str() == "confederate");
}

#[test]
fn what_opens_a_seal_goes_to_the_referee_alone() {
    let players = ["confederate", "union", "referee"].map(Player::new);
    let [bob, jane, ruth] = &players;
    let new = ["new", "fredericksburg", "game", "--as", "confederate", "--standing", "sealed"];
    bob.desk.done(&[&new[..], &["--mode", "referee"]].concat());
    jane.write("offer.eml", bob.file("outbox/0000-offer.eml"));
    jane.desk.done(&["accept", "offer.eml", "--to", "game", "--as", "union"]);
    ruth.write("offer.eml", bob.file("outbox/0000-offer.eml"));
    ruth.write("union.eml", jane.file("outbox/0001-union.eml"));
    ruth.desk.done(&["accept", "offer.eml", "union.eml", "--to", "game"]);
    for (from, letter, to) in [
        (jane, "0001-union.eml", bob),
        (ruth, "0002-referee.eml", bob),
        (ruth, "0002-referee.eml", jane),
    ] {
        to.gets(from, letter);
    }
    bob.orders("move:\n- Pelham: enter 1901\nretreat:\n- any: toward 1513\n");
    let told = bob.told(&["send", "orders.yaml"]);
    says(&told, "letter to Union: outbox/0003-confederate.eml");
    says(&told, "letter to Referee: outbox/0003-confederate-for-referee-alone.eml");
    let alone = bob.file("outbox/0003-confederate-for-referee-alone.eml");
    lint(&alone);
    says(&body(&alone), "For the referee alone.");
    assert!(alone.contains("toward 1513") && alone.contains(".a@provost.invalid>"), "{alone}");
    let open = bob.file("outbox/0003-confederate.eml");
    assert!(!open.contains("toward 1513") && !open.contains("opening:"), "{open}");

    // Without the opening the referee files nothing; with it, both in one letter.
    ruth.write("open.eml", &open);
    let (code, told) = ruth.said(&["receive", "open.eml"]);
    assert_eq!(code, 4, "{told}");
    assert_eq!(ruth.records(), 3);
    ruth.gets(bob, "0003-confederate-for-referee-alone.eml");
    assert_eq!(ruth.records(), 4);
    jane.gets(bob, "0003-confederate.eml");
    let told = ruth.told(&["resolve", "--html"]);
    says(&told, "letter to Confederate and Union: outbox/0004-referee.eml");
    let letter = ruth.file("outbox/0004-referee.eml");
    lint(&letter);
    carries(&letter, &[ruth.file("log/0003-confederate.yaml"), ruth.file("log/0004-referee.yaml")]);
    assert!(letter.contains("filename=\"0004-report.html\""), "{letter}");
    assert!(letter.contains("resolved, next Union turn 1"), "{letter}");
    says(&body(&letter), "# orders: FRE-01 turn 1 Union");
    says(&body(&letter), "Without a program: answer in plain text.");
    for player in [bob, jane] {
        player.gets(ruth, "0004-referee.eml");
        assert_eq!(player.records(), 5);
    }
}

/// The referee's letter after each record of each example: halts, nights, the end of a battle's first turns.
#[test]
fn letters_of_the_examples_are_harmless() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let (mut letters, mut halts, mut forms) = (0, 0, 0);
    for battle in names(&examples) {
        let folder = examples.join(&battle);
        let Some(campaign) =
            names(&folder).into_iter().find(|n| folder.join(n).join("log").is_dir())
        else {
            continue;
        };
        let place = tempfile::tempdir().expect("a folder");
        copy(&folder.join(campaign), place.path());
        let records = |place: &Path| -> Vec<String> {
            names(&place.join("log")).into_iter().filter(|name| name.ends_with(".yaml")).collect()
        };
        while let Some(last) = records(place.path()).pop() {
            let folder = Folder::open(place.path()).unwrap();
            let mut campaign = Campaign::open(folder).unwrap();
            campaign.write_letters(true, Some(1_772_000_000));
            let file = campaign.latest_file().unwrap();
            let letter = campaign.letters_of(&file).unwrap().remove(0).text;
            lint(&letter);
            let text = body(&letter);
            let Outcome::Records { records: carried, .. } = find(letter.as_bytes(), &FORM).outcome
            else {
                panic!("{battle} {last}: {letter}");
            };
            let own = Record::read(&carried.last().unwrap().text).unwrap();
            assert_eq!(own.digest, campaign.replay().head().digest, "{battle} {last}");
            assert!(extract::heads(&text, &FORM).is_empty(), "{battle} {last}: {text}");
            halts += usize::from(letter.contains("halted"));
            // Whoever answers with the form is not told that his subject names another turn.
            let turn = |line: &str| {
                line.rsplit_once("turn ").map(|(_, n)| n.split(' ').next().unwrap().to_owned())
            };
            let subject =
                letter.split_once("\nSubject: ").unwrap().1.split_once("\r\nDate").unwrap().0;
            if let Some(head) = text.lines().find_map(|line| line.strip_prefix("# orders: ")) {
                forms += 1;
                assert!(turn(subject).is_none_or(|n| turn(head) == Some(n)), "{subject}: {head}");
            }
            letters += 1;
            fs::remove_file(place.path().join("log").join(last)).expect("a record");
            fs::remove_dir_all(place.path().join("outbox")).expect("copies");
        }
    }
    assert!(letters > 40 && halts > 1 && forms > 20, "{letters} {halts} {forms}");
}
