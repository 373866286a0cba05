//! Declared odds that turn out wrong: reported, or play halts before that combat, as agreed.

use crate::log::{Log, says};
use provost::campaign::record::Halt;
use provost::campaign::terms::Expect;
use provost::dice::Mode;
use provost::document::{Node, read};

/// The first Union player-turn, with odds that nobody would expect.
const ORDERS: &str = "move:
- 1/II, 1/2/IX: 1010 1011
attack:
- at: 1112
  by: 1/II, 1/2/IX
  expect: 30 to 5, 6-1
";

fn orders(text: &str) -> Node {
    read::parse(text, read::Limits::RECORD).expect("orders")
}

/// The log up to the Union player-turn, played under these terms.
fn played(mode: Mode, expect: Expect, pauses: Option<u32>) -> Log {
    let mut log = Log::new(mode, |terms| (terms.expect, terms.pauses) = (expect, pauses));
    log.turn(&Node::map::<&str>([]), &[]).expect("nothing is ordered");
    let typed = match mode {
        Mode::Recorded => ORDERS.replace("- at: 1112\n", "- at: 1112\n  die: 3\n"),
        _ => ORDERS.to_owned(),
    };
    log.turn(&orders(&typed), &[]).unwrap_or_else(|e| panic!("{e:#?}"));
    log
}

fn halt(log: &Log) -> Option<Halt> {
    log.replay.player_turn().and_then(|turn| turn.halts.last()).cloned()
}

#[test]
fn other_odds_are_reported_and_fought() {
    for mode in [Mode::Duel, Mode::Referee, Mode::Recorded] {
        let log = played(mode, Expect::Report, None);
        let told = log.told();
        assert_eq!(halt(&log), None, "{told}");
        assert!(says(&told, "30 to 5, 6-1"), "{told}");
        assert!(says(&told, "Die 1112.crt.1 shows"), "{told}");
    }
}

#[test]
fn other_odds_halt_before_the_combat_and_cost_mails() {
    for (mode, cost) in [(Mode::Duel, 3), (Mode::Referee, 4)] {
        let mut log = played(mode, Expect::Pause, Some(1));
        assert_eq!(halt(&log), Some(Halt::Expect("1112".to_owned())));
        assert_eq!(log.replay.pauses_left(1), Some(0));
        let told = log.told();
        assert!(!says(&told, "Die 1112.crt.1"), "{told}");
        assert!(says(&told, "Another mail follows for the halt before 1112"), "{told}");
        // The list that he sends instead is fought, and its odds are those that he expects.
        let other = "attack:\n- at: 1112\n  by: 1/II, 1/2/IX\n  reduce: 1-2\n";
        log.turn(&orders(other), &[]).unwrap_or_else(|e| panic!("{e:#?}"));
        let told = log.told();
        assert!(says(&told, &format!("This player-turn cost {cost} mails")), "{told}");
        assert!(says(&told, "2 mails for the halt before 1112, where Union expected"), "{told}");
        assert!(says(&told, "under `attack:` - at: 1112 least: 6-1 - at: 1112"), "{told}");
        assert!(says(&told, "reduce: 1-2"), "{told}");
    }
}

#[test]
fn going_on_unchanged_says_that_the_halt_was_for_nothing() {
    let mut log = played(Mode::Duel, Expect::Pause, None);
    log.turn(&Node::map::<&str>([]), &[]).expect("he goes on");
    let told = log.told();
    assert!(says(&told, "Nothing was changed then: leave `expect` out next time"), "{told}");
}

#[test]
fn a_halt_that_the_terms_do_not_grant_is_told_and_passed_over() {
    for mode in [Mode::Duel, Mode::Referee] {
        let log = played(mode, Expect::Pause, Some(0));
        assert_eq!(halt(&log), None);
        let told = log.told();
        assert!(says(&told, "No pause before the attack on 1112: none is left"), "{told}");
    }
    // Whoever records what happened has nobody to wait for.
    assert_eq!(halt(&played(Mode::Recorded, Expect::Pause, None)), None);
}
