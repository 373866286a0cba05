//! A match in every mode: two game-turns of Fredericksburg with a pause and standing orders, and as
//! many mails as the table of the protocol says.

use crate::person::{Person, Post, agree, begun, has, mailed_at};
use crate::spoilt::spoilt_in_every_way;

/// The first Union player-turn: the position is always the same, so the pause is certain.
const UNION: &str = "move:
- 1/II, 1/2/IX: 1010 1011
- 2/2/IX: 1010
- 1/2/II, 2/2/II: 0812 0913
attack:
- at: 1112
  by: 1/II, 1/2/IX
  won: advance 1/II
  pause: after
- at: 0914
  by: 1/2/II, 2/2/II
  reduce: 1-2
retreat:
- any: toward 0910, alone if possible
";

/// The first Confederate player-turn.
const CONFEDERATE: &str = "move:
- Pelham: enter 1901
- Kershaw: strategic, 1413
retreat:
- Cobb: 1212 1113
- any: toward 1513
advance:
- any: stay
";

/// What somebody orders in a game-turn.
fn orders(person: &Person, seed: u64) {
    let first = person.turn() == 1;
    let body = match (first, person.chair) {
        (true, "union") => Some(UNION),
        (true, _) => Some(CONFEDERATE),
        (false, _) => None,
    };
    person.orders(body, seed);
}

/// Sends what is owed: with orders if they are awaited and nothing is halted, else without.
fn send(person: &Person, seed: u64, beacon: bool) -> serde_json::Value {
    let at = mailed_at();
    let status = person.done(&[]);
    let own = status["awaiting"] == format!("orders of {}", person.chair);
    let fresh = own && !has(&person.told(&[]), "the player-turn is halted");
    let mut arguments = vec!["send"];
    if fresh {
        orders(person, seed);
        arguments.push("orders.yaml");
    }
    if beacon {
        arguments.extend(["--at", &at]);
    }
    person.done(&arguments)
}

/// The mails of all player-turns that came to their end, as their reports count them.
fn as_reported(person: &Person) -> usize {
    let mut mails = 0;
    for seq in 0..person.log().len() {
        let (code, told) = person.said(&["--format", "json", "report", &seq.to_string()]);
        if code != 0 {
            continue;
        }
        let data: serde_json::Value = serde_json::from_str(&told).unwrap();
        let counted = &data["mails"];
        let [cost, enough] = ["cost", "enough"].map(|key| counted[key].as_u64().unwrap());
        let forced = counted["forced"].as_array().unwrap();
        if counted["ended"] == true {
            let more: u64 = forced.iter().map(|forced| forced["mails"].as_u64().unwrap()).sum();
            assert_eq!(cost, enough + more, "{told}");
            mails += cost as usize;
        }
        for forced in forced {
            assert_eq!((&forced["halt"], &forced["by"]), (&"pause 1112".into(), &"union".into()));
            // Nothing was changed after the pause of these matches.
            assert!(forced["lines"].is_null(), "{told}");
        }
    }
    mails
}

/// A match without a referee; the mails of two game-turns.
fn two_people(mode: &str, standing: &str) -> usize {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", mode, "--standing", standing, "--pauses", "2"], &people);
    let [confederate, union] = &people;
    let (beacon, mut post) = (mode.contains("beacon"), Post::default());
    let mut acts = confederate;
    let mut counted = 0;
    for step in 0.. {
        assert!(step < 40, "the match does not come to its end");
        let other = if acts.chair == "union" { confederate } else { union };
        if acts.turn() == 3 {
            // The lock of the last player-turn is closed by a mail of the third game-turn.
            counted = post.mails;
            let sent = acts.done(&["send"]);
            post.carry(acts, sent["mailed"].as_str().unwrap(), &[other]);
            break;
        }
        let sent = send(acts, 1, beacon);
        post.carry(acts, sent["mailed"].as_str().unwrap(), &[other]);
        if beacon && !sent["locks"].is_null() {
            [acts, other].iter().for_each(|person| person.paste());
        }
        // In mode `beacon` anybody closes: whoever paused goes on by himself.
        let goes_on = mode == "beacon" && acts.awaited() == format!("orders of {}", acts.chair);
        if !goes_on {
            acts = other;
        }
    }
    agree(&[confederate, union]);
    for person in [confederate, union] {
        person.has_seen_no_secret(&[confederate, union]);
    }
    let log = confederate.log();
    assert!(log.iter().any(|(_, text)| text.contains("halt: pause 1112")), "no pause");
    let word = if standing == "sealed" { "\n  unseal:\n" } else { "\n  standing:\n" };
    assert!(log.iter().any(|(_, text)| text.contains(word)), "no standing orders");
    assert_eq!(as_reported(confederate), counted);
    if beacon {
        spoilt_in_every_way(union);
    }
    counted
}

/// A match with a referee, to whom the players mail.
fn with_referee(mode: &str, standing: &str) -> usize {
    let people = ["confederate", "union", "referee"].map(Person::new);
    begun(&["--mode", mode, "--standing", standing], &people);
    let [confederate, union, referee] = &people;
    let (beacon, mut post) = (mode.contains("beacon"), Post::default());
    for step in 0.. {
        assert!(step < 40, "the match does not come to its end");
        if confederate.turn() == 3 {
            break;
        }
        let union_acts = union.awaited() == "orders of union";
        let acts = if union_acts { union } else { confederate };
        let sent = send(acts, 1, beacon);
        post.carry_with(acts, &sent, referee);
        if beacon && step == 0 {
            let (code, told) = referee.said(&["resolve"]);
            assert_eq!(code, 1, "{told}");
            assert!(has(&told, "round 1000 of the beacon is awaited"), "{told}");
        }
        if beacon {
            referee.paste();
        }
        let resolved = referee.done(&["resolve"]);
        let file = format!("outbox/{}", resolved["mailed"].as_str().unwrap());
        post.carry(referee, &file, &[confederate, union]);
    }
    agree(&[confederate, union, referee]);
    for person in [confederate, union, referee] {
        person.has_seen_no_secret(&[confederate, union, referee]);
    }
    let log = union.log();
    assert!(log.iter().any(|(_, text)| text.contains("halt: pause 1112")), "no pause");
    if standing == "sealed" {
        assert!(log.iter().any(|(_, text)| text.contains("\n  unseal:\n")), "nothing is opened");
    }
    assert_eq!(as_reported(union), post.mails);
    if beacon {
        spoilt_in_every_way(union);
    }
    post.mails
}

/// Mails of two game-turns with one pause, as the table has them.
fn table(game_turn: usize, pause: usize) -> usize {
    2 * game_turn + pause
}

#[test]
fn duel_with_sealed_standing_orders() {
    assert_eq!(two_people("duel", "sealed"), table(2, 2));
}

#[test]
fn duel_and_beacon() {
    assert_eq!(two_people("duel+beacon", "sealed"), table(2, 2));
}

#[test]
fn beacon_with_open_standing_orders() {
    assert_eq!(two_people("beacon", "open"), table(2, 1));
}

#[test]
fn beacon_with_sealed_standing_orders() {
    assert_eq!(two_people("beacon", "sealed"), table(2, 2));
}

#[test]
fn referee_with_sealed_standing_orders() {
    assert_eq!(with_referee("referee", "sealed"), table(4, 2));
}

#[test]
fn referee_and_beacon() {
    assert_eq!(with_referee("referee+beacon", "sealed"), table(4, 2));
}

/// Mode `recorded`: each side files its own player-turn, or that of the other from his mail.
#[test]
fn recorded_between_two() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "recorded"], &people);
    let [confederate, union] = &people;
    let mut post = Post::default();
    confederate.orders(Some(CONFEDERATE), 1);
    let filed = confederate.done(&["resolve", "orders.yaml"]);
    let file = format!("outbox/{}", filed["mailed"].as_str().unwrap());
    post.carry(confederate, &file, &[union]);
    // The Union has typed his player-turn into a mail: the Confederate writes his record.
    let typed = UNION
        .replace("  pause: after\n", "")
        .replace("- at: 1112\n", "- at: 1112\n  die: 1\n")
        .replace("- at: 0914\n", "- at: 0914\n  die: 4\n");
    let text = union.head() + &typed;
    confederate.write("theirs.yaml", &text);
    let filed = confederate.done(&["resolve", "theirs.yaml"]);
    let file = format!("outbox/{}", filed["mailed"].as_str().unwrap());
    post.carry(confederate, &file, &[union]);
    let last = union.log().pop().unwrap().1;
    assert!(last.contains("  from: union\n  wrapped: confederate\n"), "{last}");
    assert_eq!((union.turn(), post.mails), (2, 2));
    assert_eq!(as_reported(union), post.mails);
    agree(&[confederate, union]);
}
