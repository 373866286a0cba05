//! Play replayed from a record on, under a reading that was agreed on since.

use crate::fixture::{Table, files};
use crate::person::{Person, agree, begun, has};
use crate::post::{quiet_turn, refused, says};
use provost::campaign::archive::Archive;
use provost::campaign::audit::audit;
use provost::campaign::record::Reroll;
use provost::campaign::replay::Corrected;
use provost::campaign::terms::Missing;
use provost::dice::Mode;
use provost::store::Store;

/// Under it the strategic move of Kershaw on turn 1 is too long.
const READING: &str = "FR-fogstrat halved";

/// Two game-turns: Kershaw goes to the front by strategic movement, and is attacked there beside Cobb.
const TURNS: [&str; 4] = [
    "move:\n- Kershaw: strategic, 1413\n",
    "",
    "move:\n- Kershaw: 1413 to 1112\n",
    "move:\n- 1/II, 1/2/IX: 1010 1011\n- 2/2/IX: 1010\n- 1/2/II, 2/2/II: 0812 0913\nattack:\n\
     - at: 1112\n  by: 1/II, 1/2/IX\n  won: advance 1/II\n- at: 0914\n  by: 1/2/II, 2/2/II\n",
];

fn played() -> Table {
    let mut table = Table::new(|_| {});
    for body in TURNS {
        table.resolve(body).unwrap_or_else(|e| panic!("{e:#?}\n{body}"));
    }
    table
}

fn rolls(corrected: &Corrected) -> Vec<(String, u32)> {
    let rolls = corrected.turns.iter().flat_map(|turn| &turn.outcome.played.rolls);
    rolls.map(|roll| (roll.label.clone(), roll.faces[0])).collect()
}

fn clean(table: &Table) -> String {
    let found = audit(&Archive::read(files(table)), &mut |_, _| {});
    assert!(found.is_clean() && found.is_done(), "{found:#?}");
    found.notes.join("\n")
}

#[test]
fn under_a_reading_that_changes_nothing_everything_is_as_it_was() {
    let table = played();
    let replay = table.campaign.replay();
    // Of every reading with a second choice: what is replayed is what was played, die by die, unless
    // the reading says otherwise; and the game before the record is never touched.
    let mut same = 0;
    for reading in replay.game().rulings() {
        for word in reading.choices.iter().skip(1) {
            let Ok((id, word)) = replay.game().choice(&reading.id, word) else { continue };
            let corrected = table.campaign.would_correct(1, &format!("{id} {word}")).unwrap();
            assert_eq!(corrected.turns.len(), 4, "{id}");
            let last = corrected.turns.last().unwrap();
            let unchanged = corrected
                .turns
                .iter()
                .all(|turn| turn.outcome.played.events == turn.before && turn.rolled.is_empty());
            if unchanged {
                same += 1;
                assert_eq!(last.outcome.report.position, replay.position(), "{id} {word}");
                assert!(corrected.turns.iter().all(|turn| turn.misled.is_empty()));
            }
        }
    }
    assert!(same > 10, "{same}");
    assert_eq!(table.campaign.replay().corrections().len(), 0);
}

#[test]
fn all_faces_stand_and_orders_on_wrong_information_are_named() {
    let mut table = played();
    let secrets = table.secrets.clone();
    let before = table.campaign.replay().label();
    let dice = table.campaign.filed().last().unwrap().outcome.played.rolls.clone();
    assert_eq!(dice.len(), 2);
    let told = table.campaign.would_correct(1, READING).unwrap();
    let misled: Vec<&str> =
        told.turns.iter().flat_map(|turn| &turn.misled).map(String::as_str).collect();
    assert!(
        misled.contains(
            &"record 5: Confederate Kershaw was on 1413 when it was written, and is on 1512 now"
        ),
        "{misled:#?}"
    );
    assert!(
        misled.contains(
            &"record 7: Confederate Kershaw was on 1112 when it was written, and is on 1512 now"
        ),
        "{misled:#?}"
    );
    assert_eq!(table.campaign.replay().label(), before);

    table.campaign.propose_correction(1, READING, Reroll::None, &secrets).unwrap();
    let replay = table.campaign.replay();
    let corrected = replay.corrections()[0].clone();
    // Fewer defenders, the same faces.
    let kept: Vec<(String, u32)> =
        dice.iter().map(|roll| (roll.label.clone(), roll.faces[0])).collect();
    assert_eq!(rolls(&corrected), kept);
    assert_ne!(replay.label(), before);
    assert_eq!(replay.awaited().to_string(), "orders of confederate");
    assert_eq!((replay.state_turn(), replay.turns_played()), (3, 4));
    let report = table.file("reports/0009-confederate.txt");
    assert!(report.contains("What is corrected"), "{report}");
    assert!(has(&report, "Replayed from record 1 on under ruling FR-fogstrat halved (record 9)"));
    assert!(has(&report, "Orders written for another position:"), "{report}");
    assert!(report.lines().all(|line| line.len() <= 72 && line.is_ascii()), "{report}");
    assert!(
        table.file("positions/0009.yaml").starts_with("# ruling FR-fogstrat halved, from turn 1")
    );
    // Reports of before stay as they were told then.
    assert!(!table.file("reports/0002-union.txt").contains("FR-fogstrat"));
    let notes = clean(&table);
    assert!(notes.contains("record 9: play was corrected from record 1 on"), "{notes}");

    // The log and `blame` tell what counts now, once.
    let course = table.campaign.course();
    assert_eq!(course.iter().map(|filed| filed.seq).collect::<Vec<_>>(), [9, 9, 9, 9]);
    assert_eq!(course[3].orders[0].0, 7);
    let cobb = replay.game().subject("Cobb", None).unwrap();
    assert!(table.campaign.blame(cobb).iter().all(|blamed| blamed.seq == 9));

    // Play goes on from there, under the reading.
    table.resolve("").unwrap();
    clean(&table);
    let again = table.campaign.propose_correction(1, READING, Reroll::None, &secrets).unwrap_err();
    assert!(again.to_string().contains("FR-fogstrat halved is in force in record 1 already"));
    // What was corrected may be corrected again, back to where it was.
    let back = table.campaign.would_correct(1, "FR-fogstrat free");
    let named = table.campaign.replay().game().rulings();
    let fogstrat = named.iter().find(|ruling| ruling.id == "FR-fogstrat").unwrap();
    if fogstrat.choices.contains(&"free".to_owned()) {
        back.unwrap();
    }
    let first = format!("FR-fogstrat {}", fogstrat.choices[0]);
    let back = table.campaign.would_correct(1, &first).unwrap();
    let label = provost::document::digest::label(&back.turns[3].outcome.report.position);
    assert_eq!(label, before);
}

#[test]
fn dice_of_changed_combats_or_all_are_rolled_under_a_key_of_later() {
    for (reroll, anew) in [
        (Reroll::Affected, &["p4.1112.crt.1"][..]),
        (Reroll::All, &["p4.1112.crt.1", "p4.0914.crt.1"]),
    ] {
        let mut table = played();
        let secrets = table.secrets.clone();
        let before = table.campaign.replay().label();
        let dice = table.campaign.filed().last().unwrap().outcome.played.rolls.clone();
        table.campaign.propose_correction(1, READING, reroll, &secrets).unwrap();
        // Nothing moves before the key is there.
        let replay = table.campaign.replay();
        assert_eq!((replay.label(), replay.corrections().len()), (before.clone(), 0));
        assert_eq!(replay.correcting().map(|awaiting| awaiting.reroll), Some(reroll));
        let wrong = table.resolve("move:\n- Pelham: enter 1901\n").unwrap_err();
        assert!(wrong.to_string().contains("play is corrected first"), "{wrong}");
        let filing = table.campaign.go_on(&secrets).unwrap();
        assert!(filing.moved.is_some());
        let replay = table.campaign.replay();
        let corrected = replay.corrections()[0].clone();
        let rolled: Vec<&str> = corrected
            .turns
            .iter()
            .flat_map(|turn| &turn.rolled)
            .map(|(label, _)| label.as_str())
            .collect();
        assert_eq!(rolled, anew, "{reroll}");
        if reroll == Reroll::Affected {
            let stands = dice.iter().find(|roll| roll.label == "0914.crt.1").unwrap();
            assert!(rolls(&corrected).contains(&(stands.label.clone(), stands.faces[0])));
        }
        assert_ne!(replay.label(), before);
        assert_eq!((replay.segments(), replay.turns_played()), (5, 4));
        assert_eq!(replay.awaited().to_string(), "orders of confederate");
        // The dice stand in the report of the segment, under labels of their own.
        let close = table.file("log/0011-referee.yaml");
        anew.iter().for_each(|label| assert!(close.contains(label), "{close}"));
        clean(&table);
    }
}

#[test]
fn a_die_of_a_correction_is_as_true_as_any_other() {
    let mut table = played();
    let secrets = table.secrets.clone();
    table.campaign.propose_correction(1, READING, Reroll::All, &secrets).unwrap();
    table.campaign.go_on(&secrets).unwrap();
    let mut files = files(&table);
    let close = files.iter_mut().find(|file| file.name.contains("/0011-")).unwrap();
    let at = close.text.find("faces:").unwrap() + "faces: ".len();
    let face: u32 = close.text[at..].trim_start_matches('"')[..1].parse().unwrap();
    let other = face % 6 + 1;
    let quoted = close.text[at..].starts_with('"');
    let digit = at + usize::from(quoted);
    close.text.replace_range(digit..digit + 1, &other.to_string());
    let record = provost::campaign::Record::read(&close.text).unwrap();
    let stated = record.stated.unwrap().to_string();
    close.text = close.text.replace(&stated, &record.digest.to_string());
    let found = audit(&Archive::read(files), &mut |_, _| {});
    assert!(found.findings[0].what.contains("by the segment's key it is"), "{:#?}", found.findings);
}

/// A player-turn with a pause, a pause that is not granted, and questions that were answered.
fn halted(pauses: u32) -> Table {
    let mut table = Table::new(|terms| {
        terms.missing = Missing::Ask;
        terms.pauses = Some(pauses);
    });
    let attack = TURNS[3].replace("- at: 0914", "  pause: after\n- at: 0914");
    for body in [TURNS[0], TURNS[1], TURNS[2], &attack] {
        table.resolve(body).unwrap_or_else(|e| panic!("{e:#?}\n{body}"));
        let secrets = table.secrets.clone();
        while table.campaign.halt().is_some() {
            let replay = table.campaign.replay();
            let Some(ask) = replay.ask() else {
                table.campaign.go_on(&secrets).unwrap();
                continue;
            };
            // Not the default: it would be taken without the answer too.
            let choice = &ask.choices[(ask.default + 1) % ask.choices.len()];
            let text = format!(
                "orders: FR-01 turn {} {}\nposition: {}\nanswer:\n- {}: {choice}\n",
                replay.state_turn(),
                ask.whose,
                replay.label(),
                ask.key
            );
            table.campaign.resolve(&text, &secrets).unwrap_or_else(|e| panic!("{e:#?}\n{text}"));
        }
    }
    table
}

#[test]
fn halts_answers_and_refused_pauses_are_played_again_as_they_were() {
    let mut asked = 0;
    for pauses in [0, 2] {
        let mut table = halted(pauses);
        let secrets = table.secrets.clone();
        let log = table.campaign.store().log().unwrap();
        let has = |word: &str| log.iter().any(|file| file.text.contains(word));
        assert_eq!(has("halt: pause 1112"), pauses > 0);
        asked += usize::from(has("halt: ask "));
        // A reading that says nothing about what was done here leaves every halt where it was.
        let before = table.campaign.replay().position();
        let same = table.campaign.would_correct(1, "BG-fallnight yes").unwrap();
        assert_eq!(same.turns.last().unwrap().outcome.report.position, before);
        assert!(same.turns.iter().all(|turn| turn.rolled.is_empty() && turn.dropped.is_empty()));
        assert!(same.turns.iter().all(|turn| turn.outcome.played.events == turn.before));
        table.campaign.propose_correction(1, READING, Reroll::None, &secrets).unwrap();
        clean(&table);
    }
    assert_eq!(asked, 2);
}

#[test]
fn what_cannot_be_corrected_is_said() {
    let mut table = played();
    let secrets = table.secrets.clone();
    let say = |table: &mut Table, of: u32, ruling: &str| {
        let said = table.campaign.propose_correction(of, ruling, Reroll::None, &secrets);
        said.unwrap_err().to_string()
    };
    let told = say(&mut table, 2, READING);
    assert_eq!(
        told,
        "record 2 begins no player-turn; those that have come to their end begin with 1, 3, 5, 7"
    );
    assert!(say(&mut table, 1, "FR-fogstrat maybe").contains("no choice"));
    assert!(say(&mut table, 1, "BG-nothing yes").contains("there is no ruling"));
    assert_eq!(table.campaign.replay().head().records, 9);
    let told = table.campaign.agree_to_correction(&secrets).unwrap_err().to_string();
    assert_eq!(told, "no correction awaits your agreement");
}

#[test]
fn typed_dice_stand_and_those_never_thrown_are_missed() {
    let mut table = Table::of(Mode::Recorded, |_| {});
    let secrets = table.secrets.clone();
    let dice = TURNS[3].replace("- at: 1112\n", "- at: 1112\n  die: 2\n");
    let dice = dice.replace("- at: 0914\n", "- at: 0914\n  die: 3\n");
    for body in [TURNS[0], TURNS[1], TURNS[2], &dice] {
        table.resolve(body).unwrap_or_else(|e| panic!("{e:#?}\n{body}"));
    }
    let none = table.campaign.propose_correction(1, READING, Reroll::All, &secrets).unwrap_err();
    assert!(none.to_string().contains("in mode recorded no key rolls dice again"), "{none}");
    let corrected = table.campaign.would_correct(1, READING).unwrap();
    let faces: Vec<u32> = rolls(&corrected).into_iter().map(|(_, face)| face).collect();
    assert_eq!(faces, [2, 3]);
    table.campaign.propose_correction(1, READING, Reroll::None, &secrets).unwrap();
    clean(&table);
}

/// Two people of a duel whose first player-turn is closed.
fn after_a_turn() -> [Person; 2] {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = &people;
    confederate.orders(Some(TURNS[0]), 1);
    says(confederate, &["send", "orders.yaml"], &[union]);
    says(union, &["send"], &[confederate]);
    people
}

#[test]
fn two_people_agree_between_two_player_turns() {
    let [confederate, union] = &after_a_turn();
    let dry = ["correct", "2", "FR-fogstrat", "halved", "--dry"];
    let told = confederate.told(&dry);
    assert!(has(&told, "Replayed from record 2 on under ruling FR-fogstrat halved Dice"), "{told}");
    assert!(has(&told, "nothing is written"), "{told}");
    let told = refused(union, &["correct", "--agree"]);
    assert!(has(&told, "no correction awaits your agreement"), "{told}");
    says(union, &["correct", "2", "FR-fogstrat", "halved"], &[confederate]);
    let told = confederate.told(&[]);
    assert!(
        has(&told, "Union proposes play corrected from record 2 on, FR-fogstrat halved"),
        "{told}"
    );

    // Not while a lock is open.
    union.write("orders.yaml", &union.head());
    says(union, &["send", "orders.yaml"], &[confederate]);
    let told = refused(confederate, &["correct", "--agree"]);
    assert!(
        has(&told, "a lock is open: it is closed, or given up, before play is corrected"),
        "{told}"
    );
    says(confederate, &["send"], &[union]);
    // New dice are known now: what was proposed before them has lapsed, and is proposed once more.
    for person in [confederate, union] {
        let told = person.told(&[]);
        let lapsed = "the correction that Union proposed in record 4 has lapsed";
        assert!(has(&told, lapsed), "{told}");
        assert!(!has(&told, "Union proposes play corrected"), "{told}");
    }
    let told = refused(confederate, &["correct", "--agree"]);
    assert!(has(&told, "no correction awaits your agreement"), "{told}");
    says(union, &["correct", "2", "FR-fogstrat", "halved"], &[confederate]);
    let done = says(confederate, &["correct", "--agree"], &[union]);
    assert_eq!(done["in_force"], true);
    assert_eq!(union.head(), confederate.head().replace("Confederate", "Union"));
    assert!(has(&union.told(&["report"]), "What is corrected"));
    agree(&[confederate, union]);
    quiet_turn(confederate, union);
    agree(&[confederate, union]);
}

#[test]
fn two_people_roll_again_under_the_key_of_a_lock_that_orders_nothing() {
    let [confederate, union] = &after_a_turn();
    says(union, &["correct", "2", "FR-fogstrat", "halved", "--reroll", "all"], &[confederate]);
    says(confederate, &["correct", "--agree"], &[union]);
    let told = union.told(&[]);
    assert!(has(&told, "its lock orders nothing, and is sent without a file"), "{told}");
    let locked = says(union, &["send"], &[confederate]);
    assert_eq!(locked["locks"], 2);
    let closed = says(confederate, &["send"], &[union]);
    assert_eq!(closed["closes"], 2);
    assert_eq!(union.awaited(), "orders of union");
    quiet_turn(union, confederate);
    agree(&[confederate, union]);
}

#[test]
fn a_referee_agrees_alone_and_the_player_locks_for_the_key() {
    let people = ["confederate", "union", "referee"].map(Person::new);
    begun(&["--mode", "referee"], &people);
    let [confederate, union, referee] = &people;
    let resolve = |from: &Person| {
        let resolved = referee.done(&["resolve"]);
        let mailed = format!("outbox/{}", resolved["mailed"].as_str().unwrap());
        crate::post::carry(
            referee,
            &serde_json::json!({ "mailed": mailed }),
            &[confederate, union],
        );
        assert_eq!(from.chair, resolved["side"].as_str().unwrap());
    };
    confederate.orders(Some(TURNS[0]), 1);
    says(confederate, &["send", "orders.yaml"], &[union, referee]);
    resolve(confederate);
    let propose = ["correct", "3", "FR-fogstrat", "halved", "--reroll", "affected"];
    says(union, &propose, &[confederate, referee]);
    let told = refused(confederate, &["correct", "--agree"]);
    assert!(has(&told, "no correction awaits your agreement"), "{told}");
    says(referee, &["correct", "--agree"], &[confederate, union]);
    // A lock for the key that is given up leaves the correction waiting.
    says(union, &["send"], &[confederate, referee]);
    says(union, &["undo"], &[confederate, referee]);
    says(referee, &["undo"], &[confederate, union]);
    assert!(has(&union.told(&[]), "its lock orders nothing"));
    let locked = says(union, &["send"], &[confederate, referee]);
    assert_eq!(locked["locks"], 3);
    resolve(confederate);
    assert!(!union.told(&[]).contains("orders nothing"));
    assert_eq!(union.awaited(), "orders of union");
    agree(&[confederate, union, referee]);
}

#[test]
fn a_round_of_the_beacon_rolls_again() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "beacon"], &people);
    let [confederate, union] = &people;
    let at = crate::person::mailed_at();
    let lock = |from: &Person, to: &Person, file: Option<&str>| {
        let mut command = vec!["send"];
        command.extend(file);
        command.extend(["--at", &at]);
        says(from, &command, &[to]);
        [from, to].iter().for_each(|person| person.paste());
    };
    confederate.orders(Some(TURNS[0]), 1);
    lock(confederate, union, Some("orders.yaml"));
    // Anybody closes.
    says(union, &["send"], &[confederate]);
    let propose = ["correct", "2", "FR-fogstrat", "halved", "--reroll", "all"];
    says(confederate, &propose, &[union]);
    says(union, &["correct", "--agree"], &[confederate]);
    lock(union, confederate, None);
    says(confederate, &["send"], &[union]);
    assert_eq!(union.awaited(), "orders of union");
    assert!(has(&union.told(&["report"]), "What is corrected"));
    agree(&[confederate, union]);
}

#[test]
fn what_was_corrected_may_be_corrected_back_and_again() {
    let [confederate, union] = &after_a_turn();
    let mut positions = Vec::new();
    for word in ["halved", "none", "halved", "none"] {
        let proposed = says(union, &["correct", "2", "FR-fogstrat", word], &[confederate]);
        assert_eq!(proposed["in_force"], false, "{proposed}");
        let agreed = says(confederate, &["correct", "--agree"], &[union]);
        assert_eq!(agreed["in_force"], true, "{agreed}");
        positions.push(agreed["position"].clone());
    }
    assert_eq!(positions[..2], positions[2..]);
    agree(&[confederate, union]);
}

#[test]
fn between_two_people_log_and_blame_keep_every_player_turn() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = &people;
    // Each record closes what was locked before and locks the next.
    for (body, from, to) in [
        (TURNS[0], confederate, union),
        (TURNS[1], union, confederate),
        (TURNS[2], confederate, union),
        (TURNS[3], union, confederate),
    ] {
        from.write("orders.yaml", &(from.head() + body));
        says(from, &["send", "orders.yaml"], &[to]);
    }
    says(confederate, &["send"], &[union]);
    let [id, word] = [&READING[..11], &READING[12..]];
    says(confederate, &["correct", "2", id, word], &[union]);
    says(union, &["correct", "--agree"], &[confederate]);
    for person in [confederate, union] {
        let turns = person.done(&["log"])["turns"].as_array().unwrap().clone();
        assert_eq!(turns.len(), 4, "{turns:#?}");
        for (told, head) in
            turns.iter().zip(["1 Confederate", "1 Union", "2 Confederate", "2 Union"])
        {
            assert!(told.as_str().unwrap().contains(head), "{told}");
        }
        let lines = person.done(&["blame", "1/II"])["lines"].as_array().unwrap().clone();
        let orders: Vec<&serde_json::Value> = lines.iter().map(|line| &line["orders"]).collect();
        assert!(
            !orders.is_empty() && orders.iter().all(|of| **of == serde_json::json!([5])),
            "{lines:#?}"
        );
    }
    // A second correction, of a later player-turn, leaves those before it as they are told.
    says(union, &["correct", "4", "BG-best", "product"], &[confederate]);
    says(confederate, &["correct", "--agree"], &[union]);
    assert_eq!(union.done(&["log"])["turns"].as_array().unwrap().len(), 4);
    agree(&[confederate, union]);
}
