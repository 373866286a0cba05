//! Results: how a game ended, as each side says it.

use crate::fixture::Table;
use crate::person::{Person, agree, begun, has};
use crate::post::{quiet_turn, refused, says};
use provost::campaign::chain::Awaited;
use provost::campaign::record::How;

#[test]
fn a_resignation_is_confirmed_by_the_other() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = &people;
    let told = refused(confederate, &["result"]);
    assert!(has(&told, "the game is not over"), "{told}");
    let told = refused(union, &["result", "--resign"]);
    assert!(has(&told, "or resigns; orders of Confederate are awaited"), "{told}");
    let told = refused(confederate, &["result", "--claim"]);
    assert!(has(&told, "whoever claims the game has said why"), "{told}");
    let told = refused(confederate, &["result", "--play-on"]);
    assert!(has(&told, "nobody has offered to stop"), "{told}");
    quiet_turn(confederate, union);
    let given = says(union, &["result", "--resign"], &[confederate]);
    assert_eq!(given["confirmed"], false);
    let told = confederate.told(&[]);
    assert!(has(&told, "Union says how the game ended: resigned union, confederate"), "{told}");
    let told = refused(confederate, &["result", "--play-on"]);
    assert!(has(&told, "nobody has offered to stop"), "{told}");
    let given = says(confederate, &["result"], &[union]);
    assert_eq!(given["confirmed"], true);
    assert!(has(&union.told(&[]), "both sides have given the same result"));
    let told = refused(union, &["result"]);
    assert!(has(&told, "both sides have given their results"), "{told}");
    agree(&[confederate, union]);
    let last = union.log().pop().unwrap().1;
    assert!(last.contains("how: resigned union") && last.contains("total:"), "{last}");
}

#[test]
fn an_offer_to_stop_is_declined_or_confirmed() {
    let people = ["confederate", "union", "referee"].map(Person::new);
    begun(&["--mode", "referee"], &people);
    let [confederate, union, referee] = &people;
    says(confederate, &["result", "--agree", "--level", "draw"], &[union, referee]);
    assert_eq!(union.awaited(), "the result as union sees it");
    says(union, &["result", "--play-on"], &[confederate, referee]);
    assert_eq!(confederate.awaited(), "orders of confederate");
    confederate.write("orders.yaml", &confederate.head());
    says(confederate, &["send", "orders.yaml"], &[union, referee]);
    let resolved = referee.done(&["resolve"]);
    let mailed = format!("outbox/{}", resolved["mailed"].as_str().unwrap());
    crate::post::carry(referee, &serde_json::json!({ "mailed": mailed }), &[confederate, union]);
    says(union, &["result", "--agree", "--level", "draw"], &[confederate, referee]);
    let given = says(confederate, &["result"], &[union, referee]);
    assert_eq!(given["confirmed"], true, "{given}");
    agree(&[confederate, union, referee]);
}

#[test]
fn results_that_differ_are_told_and_nothing_is_decided() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "recorded"], &people);
    let [confederate, union] = &people;
    says(confederate, &["result", "--agree", "--level", "draw"], &[union]);
    let given = says(union, &["result", "--agree", "--level", "union"], &[confederate]);
    assert_eq!(given["confirmed"], false);
    let what = "the result of union says agreed (union); that of confederate in record 2 says agreed \
                (draw)";
    assert!(given["differs"][0].as_str().unwrap() == what, "{given}");
    let told = confederate.told(&[]);
    assert!(has(&told, &format!("record 3: {what}")), "{told}");
    let (code, told) = confederate.desk.said(&["audit", "game"]);
    assert_eq!(code, 4, "{told}");
    assert!(has(&told, what), "{told}");
}

#[test]
fn a_claim_ends_the_game_of_whoever_is_silent() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = &people;
    let told = refused(union, &["result", "--claim"]);
    assert!(has(&told, "whoever claims the game has said why"), "{told}");
    says(union, &["claim", "overtime"], &[confederate]);
    let given = says(union, &["result", "--claim"], &[confederate]);
    assert_eq!(given["awaiting"], "the result as confederate sees it");
    let given = says(confederate, &["result"], &[union]);
    assert_eq!(given["confirmed"], true, "{given}");
    agree(&[confederate, union]);
}

#[test]
fn one_machine_states_the_result_of_both_and_it_is_that_of_the_replay() {
    let mut table = Table::new(|_| {});
    let secrets = table.secrets.clone();
    table.resolve("").unwrap();
    let all = table.campaign.give_result(Some(How::Agreed), None, &secrets).unwrap();
    assert_eq!(all.len(), 2);
    let replay = table.campaign.replay();
    assert_eq!(*replay.awaited(), Awaited::Nobody);
    assert!(replay.is_confirmed() && replay.is_over());
    assert_eq!(replay.differing_results(), []);
    let verdict = &replay.results()[0].verdict;
    assert_eq!(*verdict, replay.verdict(&How::Agreed));
}

#[test]
fn a_game_that_is_played_out_ends_with_what_the_replay_has() {
    let mut table = Table::new(|_| {});
    let secrets = table.secrets.clone();
    table.resolve("move:\n- Kershaw: strategic, 1413\n").unwrap();
    while !table.campaign.replay().is_over() {
        table.resolve("").unwrap_or_else(|e| panic!("{e:#?}"));
    }
    let both = table.campaign.replay().terms().sides.to_vec();
    assert_eq!(*table.campaign.replay().awaited(), Awaited::Result(both.clone()));
    // Before a result is given play may still be corrected; no key comes any more.
    let reroll = |how, table: &mut Table| {
        table.campaign.propose_correction(1, "FR-fogstrat halved", how, &secrets)
    };
    use provost::campaign::record::Reroll;
    let none = reroll(Reroll::All, &mut table).unwrap_err().to_string();
    assert_eq!(none, "no segment is locked any more; only `none` can be replayed");
    reroll(Reroll::None, &mut table).unwrap();
    assert_eq!(*table.campaign.replay().awaited(), Awaited::Result(both));
    let early = table.campaign.give_result(Some(How::Agreed), None, &secrets).unwrap_err();
    assert_eq!(early.to_string(), "the game is played out, and its result is given so");
    table.campaign.give_result(None, None, &secrets).unwrap();
    let replay = table.campaign.replay();
    assert!(replay.is_confirmed() && replay.differing_results().is_empty());
    assert_eq!(replay.results()[0].verdict.how, How::PlayedOut);
    let last = table.campaign.propose_ruling("BG-best", "product", 9, &secrets).unwrap_err();
    assert!(last.to_string().contains("no ruling can come into force any more"), "{last}");
    let late = reroll(Reroll::None, &mut table).unwrap_err().to_string();
    assert!(late.contains("in force in record 1 already"), "{late}");
    let again = table.campaign.give_result(None, None, &secrets).unwrap_err().to_string();
    assert_eq!(again, "both sides have given their results");
    let files = crate::fixture::files(&table);
    let found = provost::campaign::audit::audit(
        &provost::campaign::archive::Archive::read(files),
        &mut |_, _| {},
    );
    assert!(found.is_clean() && found.is_done(), "{found:#?}");
}
