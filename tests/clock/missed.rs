//! A turn that is missed, as the terms agree on it.

use crate::{begun, says};
use std::fs;

const LATE: [&str; 4] = ["claim", "overtime", "--now", "2027-01-01T00:00:00Z"];

#[test]
fn nothing_moves_after_a_claim_where_the_terms_hold() {
    for absent in ["hold", "standing"] {
        let desk = begun(&["--absent", absent]);
        desk.noted(&[(0, "2026-12-01T10:00:00Z")]);
        // Not before overtime is claimed.
        let (code, told) = desk.clock(&["resolve", "--missed"]);
        assert_eq!((code, desk.records()), (1, 1), "{told}");
        assert!(says(&told, "`provost claim overtime` comes first"), "{told}");
        let told = desk.told(&LATE);
        assert!(says(&told, "`provost resolve --missed` of the referee does it"), "{told}");
        let told = desk.told(&["resolve", "--missed"]);
        assert!(says(&told, "Confederate has missed its turn: nothing is ordered"), "{told}");
        assert!(says(&told, "Turn 1, Confederate player-turn"), "{told}");
        // He has sent none.
        assert!(says(&told, "This player-turn cost 1 mail"), "{told}");
        assert_eq!(desk.records(), 4);
        let lock = fs::read_to_string(desk.at("c/log/0002-confederate.yaml")).expect("a record");
        assert!(lock.contains("wrapped: referee") && lock.contains("open: \"-\""), "{lock}");
        // The claim is answered: the next side has its own time.
        let (code, told) = desk.clock(&["resolve", "--missed"]);
        assert_eq!(code, 1, "{told}");
        desk.audits_clean();
    }
}

#[test]
fn a_duty_of_the_missed_turn_is_met_as_the_rules_add_it() {
    let desk = begun(&["--absent", "hold", "--errors", "return"]);
    let orders = |body: &str, name: &str| {
        let form = desk.told(&["form"]);
        let head: Vec<&str> =
            form.lines().take(2).map(|line| line.trim_start_matches("# ")).collect();
        fs::write(desk.at(name), head.join("\n") + "\n" + body).expect("a file");
        desk.at(name).display().to_string()
    };
    let confederate = orders("", "a.yaml");
    desk.told(&["resolve", &confederate]);
    // The Union attacks Cobb and stays beside him, or is beside whoever is left there.
    let union = orders(
        "move:\n- 1/II, 1/2/IX: 1010 1011\nattack:\n- at: 1112\n  by: 1/II, 1/2/IX\n  won: stay\n",
        "b.yaml",
    );
    desk.told(&["resolve", &union]);
    let seq = desk.records() - 1;
    desk.noted(&[(seq as u32, "2026-12-01T10:00:00Z")]);
    desk.told(&LATE);
    let told = desk.told(&["resolve", "--missed"]);
    assert!(says(&told, "Turn 2, Confederate player-turn"), "{told}");
    let contact = says(&told, "in contact and must attack");
    assert_eq!(contact, says(&told, "is added (8.0, D-17)"), "{told}");
    desk.audits_clean();
}

#[test]
fn a_question_that_is_not_answered_falls_to_the_default() {
    let desk = begun(&["--absent", "hold", "--missing", "ask"]);
    let mut asked = None;
    for try_ in 0..60 {
        let desk =
            begun(&["--absent", "hold", "--missing", "ask", "--title", &format!("T-{try_}")]);
        let head = |name: &str, body: &str| {
            let form = desk.told(&["form"]);
            let lines = form.lines().take(2).map(|line| line.trim_start_matches("# ").to_owned());
            let text = lines.collect::<Vec<_>>().join("\n") + "\n" + body;
            fs::write(desk.at(name), text).expect("a file");
            desk.at(name).display().to_string()
        };
        let first = head("a.yaml", "");
        desk.told(&["resolve", &first]);
        let union = "move:\n- 1/II, 1/2/IX: 1010 1011\nattack:\n- at: 1112\n  by: 1/II, 1/2/IX\n";
        let second = head("b.yaml", union);
        let (code, told) = desk.clock(&["resolve", &second]);
        if code == 3 && says(&told, "Confederate answers attack.1112.retreat.Cobb") {
            asked = Some(desk);
            break;
        }
    }
    drop(desk);
    let desk = asked.expect("a defender who has to retreat");
    let seq = desk.records() - 1;
    desk.noted(&[(seq as u32, "2026-12-01T10:00:00Z")]);
    let told = desk.told(&LATE);
    assert!(says(&told, "`overtime confederate turn 1`"), "{told}");
    let (code, told) = desk.clock(&["resolve", "--missed"]);
    assert_eq!(code, 3, "the Union goes on: {told}");
    let told = desk.told(&["resolve"]);
    assert!(says(&told, "Cobb retreats") && says(&told, "as answered"), "{told}");
    desk.audits_clean();
}

#[test]
fn where_the_terms_say_otherwise_nobody_writes_for_the_silent_side() {
    for (options, words) in [
        (["--absent", "standby"].as_slice(), "a handover to him is awaited"),
        (&[], "the terms do not say what a missed turn is"),
        (&["--mode", "recorded", "--absent", "hold"], "files head lines without moves"),
    ] {
        let desk = begun(options);
        desk.noted(&[(0, "2026-12-01T10:00:00Z")]);
        let told = desk.told(&LATE);
        assert!(says(&told, words), "{told}");
        let (code, told) = desk.clock(&["resolve", "--missed"]);
        assert_eq!((code, desk.records()), (1, 2), "{told}");
        desk.audits_clean();
    }
}

#[test]
fn whoever_was_late_may_still_write() {
    let desk = begun(&["--absent", "hold"]);
    desk.noted(&[(0, "2026-12-01T10:00:00Z")]);
    desk.told(&LATE);
    let form = desk.told(&["form"]);
    let head: Vec<&str> = form.lines().take(2).map(|line| line.trim_start_matches("# ")).collect();
    let orders = head.join("\n") + "\nmove:\n- Barksdale: 1512\n";
    fs::write(desk.at("o.yaml"), orders).expect("a file");
    let orders = desk.at("o.yaml").display().to_string();
    let told = desk.told(&["resolve", &orders]);
    assert!(says(&told, "Barksdale moves from 1611 to 1512"), "{told}");
    desk.audits_clean();
}

/// What was claimed without a letter hangs on the next one, which says that the turn was missed, and
/// answers no letter that nobody has got.
#[test]
fn players_without_the_program_are_told_of_claims_with_the_next_letter() {
    let desk = begun(&["--absent", "hold"]);
    desk.noted(&[(0, "2026-12-01T10:00:00Z")]);
    desk.told(&["clock", "absent", "2026-12-20", "2026-12-21", "--of", "union"]);
    desk.told(&LATE);
    let eml = desk.at("missed.eml").display().to_string();
    desk.told(&["resolve", "--missed", "--eml", &eml]);
    let letter = fs::read_to_string(&eml).expect("a letter");
    assert!(!letter.contains("In-Reply-To"), "{letter}");
    for words in [
        "Record 1 hangs on this letter: Union, typed by referee is absent from 2026-12-20",
        "Record 2 hangs on this letter: Referee claims overtime of Confederate in turn 1.",
        "Confederate has missed its turn, and the referee plays it on, as agreed.",
        "Record 4 hangs on this letter",
    ] {
        assert!(says(&letter, words), "{words}: {letter}");
    }
    // The next one answers that letter, and has nothing of what it had.
    let form = desk.told(&["form"]);
    let head: Vec<&str> = form.lines().take(2).map(|l| l.trim_start_matches("# ")).collect();
    fs::write(desk.at("o.yaml"), head.join("\n") + "\n").expect("a file");
    let (orders, next) = (desk.at("o.yaml"), desk.at("next.eml").display().to_string());
    desk.told(&["resolve", &orders.display().to_string(), "--eml", &next]);
    let next = fs::read_to_string(&next).expect("a letter");
    let id = letter.split_once("Message-ID:").expect("an id").1.split(['<', '>']).nth(1);
    let answered = next.split_once("In-Reply-To:").expect("an answer").1.split(['<', '>']).nth(1);
    assert_eq!(id, answered);
    assert!(!says(&next, "Record 4 hangs on") && says(&next, "Record 6 hangs on"), "{next}");
}
