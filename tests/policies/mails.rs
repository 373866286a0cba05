//! Mails counted in logs with halts, and the line that would have saved each.

use crate::log::{Log, SIDES, says};
use provost::campaign::record::Halt;
use provost::campaign::terms::Missing;
use provost::dice::Mode;
use provost::document::{Node, read};
use provost::play::Ask;

/// The first Union player-turn: two attacks, of which the second might wait for the first.
const ORDERS: &str = "move:
- 1/II, 1/2/IX: 1010 1011
- 1/2/II, 2/2/II: 0812 0913
attack:
- at: 1112
  by: 1/II, 1/2/IX
- at: 0914
  by: 1/2/II, 2/2/II
";

fn parsed(text: &str) -> Node {
    read::parse(text, read::Limits::RECORD).expect("orders")
}

/// The first player-turn of the Union, with a note that makes other dice of it.
fn played(mode: Mode, missing: Missing, orders: &str, try_: usize) -> Log {
    let mut log = Log::new(mode, |terms| terms.missing = missing);
    log.turn(&Node::map::<&str>([]), &[]).expect("nothing is ordered");
    let note = [("note", Node::text(format!("try {try_}")))];
    log.turn(&parsed(orders), &note).unwrap_or_else(|e| panic!("{e:#?}"));
    log
}

/// A log that halts for a question of which the key has these words.
fn asked(mode: Mode, what: &str) -> (Log, Ask) {
    let tries = (0..200).map(|n| played(mode, Missing::Ask, ORDERS, n));
    let halted = tries.filter_map(|log| {
        let ask = log.replay.ask().filter(|ask| ask.key.contains(what)).cloned();
        ask.map(|ask| (log, ask))
    });
    halted.into_iter().next().unwrap_or_else(|| panic!("nobody is asked {what}"))
}

/// Answers in a record of its own, where somebody else is asked than who moves, and goes on; with the
/// default for whatever is asked after that.
fn answered(log: &mut Log, key: &str, sentence: &str) {
    let mut next = Some((key.to_owned(), sentence.to_owned()));
    while let Some((key, sentence)) = next {
        let ask = log.replay.ask().cloned().expect("a question");
        let answer = Node::list([Node::map([(key.as_str(), Node::text(sentence))])]);
        let mut orders = Node::map::<&str>([]);
        if ask.whose == SIDES[log.seat()] {
            orders.set("answer", answer);
        } else {
            let draft = log.draft(1 - log.seat()).with("answer", answer);
            log.push(draft).unwrap_or_else(|e| panic!("{e:#?}"));
        }
        log.turn(&orders, &[]).unwrap_or_else(|e| panic!("{e:#?}"));
        next = log.replay.ask().map(|ask| (ask.key.clone(), ask.choices[ask.default].clone()));
    }
}

#[test]
fn a_question_to_the_enemy_is_saved_by_a_standing_order() {
    for (mode, cost) in [(Mode::Duel, 3), (Mode::Referee, 5)] {
        let (mut log, ask) = asked(mode, "attack.1112.retreat.Cobb");
        let told = log.told();
        let default = &ask.choices[ask.default];
        assert!(says(&told, "This player-turn has cost 2 mails so far"), "{told}");
        let open = format!("Such a line saves it, under `retreat:` - Cobb: {default}");
        assert!(says(&told, &open), "{told}");
        let other = ask.choices.iter().find(|choice| *choice != default).expect("two choices");
        answered(&mut log, &ask.key, other);
        let told = log.told();
        let saved = format!("This saves it, under `retreat:` - Cobb: {other}");
        assert!(says(&told, &saved), "{told}");
        let halts = told.matches("for the question").count();
        let each = if mode == Mode::Duel { 2 } else { 3 };
        // Further questions cost as much, those to the Union one mail less with a referee.
        let least = if halts == 1 { cost } else { cost + 2 * (halts - 1) };
        let most = cost + each * (halts - 1);
        let said = |n: usize| says(&told, &format!("This player-turn cost {n} mails; "));
        assert!((least..=most).any(said), "{told}");
    }
}

/// A question that the phasing side has left open is answered in its own lock, and saved by a line of
/// its own attack.
#[test]
fn a_question_to_whoever_moves_is_saved_by_a_line_of_its_attack() {
    let (mut log, ask) = asked(Mode::Duel, "attack.1112.retreat.1/");
    assert_eq!(ask.whose, "union", "{ask:#?}");
    let default = ask.choices[ask.default].clone();
    answered(&mut log, &ask.key, &default);
    let told = log.told();
    let saved = "This saves it, under `attack:` - at: 1112 by: 1/II, 1/2/IX AR: 1/";
    assert!(says(&told, saved), "{told}");
    // Two questions about one attack: it stands there once.
    assert_eq!(told.matches("- at: 1112").count(), 1, "{told}");
    assert!(says(&told, "2 mails for the question"), "{told}");
}

#[test]
fn a_pause_is_saved_by_a_condition_or_was_for_nothing() {
    let paused = ORDERS.replace("by: 1/II, 1/2/IX\n", "by: 1/II, 1/2/IX\n  pause: after\n");
    for (mode, cost) in [(Mode::Duel, 3), (Mode::Referee, 4)] {
        let tries = (0..200).map(|n| played(mode, Missing::Default, &paused, n));
        let at = |log: &Log| log.replay.player_turn()?.halts.last().cloned();
        let is_paused = |log: &Log| at(log) == Some(Halt::Pause("1112".to_owned()));
        let mut logs = tries.filter(is_paused);
        let mut log = logs.next().expect("a pause");
        let other = "attack:\n- at: 0914\n  by: 1/2/II, 2/2/II\n  won: stay\n  reduce: 1-3\n";
        log.turn(&parsed(other), &[]).unwrap_or_else(|e| panic!("{e:#?}"));
        let told = log.told();
        assert!(says(&told, &format!("cost {cost} mails; ")), "{told}");
        assert!(says(&told, "2 mails for the pause after 1112, which Union ordered"), "{told}");
        let won = says(&told, "under `attack:` - at: 0914 if: 1112 won by: 1/2/II");
        let held = says(&told, "under `attack:` - at: 0914 if: 1112 held by: 1/2/II");
        assert!(won != held, "{told}");
        // As the position says: Cobb is there or is not.
        let (_place, campaign) = log.folder();
        let cobb = campaign
            .position()
            .contains("\"Cobb\", side: confederate, type: infantry, strength: 6, at: \"1112\"");
        assert_eq!(held, cobb, "{told}");
        let mut log = logs.next().expect("another pause");
        log.turn(&Node::map::<&str>([]), &[]).unwrap_or_else(|e| panic!("{e:#?}"));
        let told = log.told();
        assert!(says(&told, "Nothing was changed then: leave `pause` out next time"), "{told}");
    }
}

#[test]
fn the_mail_that_closes_and_orders_counts_once() {
    let mut log = Log::new(Mode::Duel, |_| {});
    for _ in 0..4 {
        log.turn(&Node::map::<&str>([]), &[]).expect("nothing is ordered");
    }
    let (_place, campaign) = log.folder();
    let costs: Vec<u32> = campaign.filed().iter().map(|f| campaign.mails(f).cost).collect();
    assert_eq!(costs, [1, 1, 1, 1]);
}
