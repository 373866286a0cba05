//! Records that cross: the awaited author's stands, the other is written again.

use crate::person::{Person, agree, begun, deliver, has};
use crate::post::says;

#[test]
fn a_proposal_that_crosses_a_lock_is_out_of_turn_for_both() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = &people;
    let propose = ["rulings", "propose", "BG-best", "product", "--from-turn", "3"];
    let proposed = union.done(&propose);
    confederate.write("orders.yaml", &confederate.head());
    let locked = confederate.done(&["send", "orders.yaml"]);
    // The Confederate has the number: his stands.
    deliver(union, proposed["mailed"].as_str().unwrap(), confederate);
    let taken = confederate.done(&["import", "mail.yaml"]);
    let told = taken["out of turn"][0].as_str().unwrap();
    assert_eq!(told, "record 2 of union is out of turn: the one that is here stands");
    assert!(taken["filed"].as_array().unwrap().is_empty());
    // The Union takes its own off, keeps it, and writes it again.
    deliver(confederate, locked["mailed"].as_str().unwrap(), union);
    let taken = union.done(&["import", "mail.yaml"]);
    let told = taken["out of turn"][0].as_str().unwrap();
    assert!(has(
        told,
        "your record 2 was out of turn: it is kept as letters/out-of-turn-0002-union.yaml"
    ));
    assert!(union.folder().join("letters/out-of-turn-0002-union.yaml").is_file());
    assert_eq!(taken["filed"], serde_json::json!([2]));
    assert_eq!(union.done(&["rulings", "--all"]).as_array().map(Vec::is_empty), Some(false));
    says(union, &propose, &[confederate]);
    says(confederate, &["rulings", "agree"], &[union]);
    says(union, &["send"], &[confederate]);
    agree(&[confederate, union]);
    // Whoever audits the letters too is told of the one that is no part of the log.
    let audited = union.desk.done(&["audit", "game", "game/letters"]);
    assert!(has(&audited, "out of turn, from union; not part of the log"), "{audited}");
}
