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

#[test]
fn the_same_by_mail() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = &people;
    let propose = ["rulings", "propose", "BG-best", "product", "--from-turn", "3"];
    let proposed = union.done(&propose);
    confederate.write("orders.yaml", &confederate.head());
    let locked = confederate.done(&["send", "orders.yaml"]);
    deliver(union, proposed["mailed"].as_str().unwrap(), confederate);
    let told = confederate.told(&["receive", "mail.yaml"]);
    assert!(has(&told, "record 2 is out of turn, another one stands"), "{told}");
    deliver(confederate, locked["mailed"].as_str().unwrap(), union);
    let told = union.told(&["receive", "mail.yaml"]);
    assert!(has(&told, "your record 2 was out of turn"), "{told}");
    assert!(has(&told, "record 2 filed"), "{told}");
    says(union, &["send"], &[confederate]);
    agree(&[confederate, union]);
}

#[test]
fn nobody_agrees_in_ones_own_name() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = &people;
    // Somebody who has the log, unsigned, writes for the Confederate.
    let forger = Person::new("union");
    let log = union.folder();
    let (code, _) = forger.desk.said(&["import", log.to_str().unwrap(), "--to", "game"]);
    assert_eq!(code, 0);
    let last = provost::campaign::Record::read(&union.log().pop().unwrap().1).unwrap();
    let head = provost::store::Head { records: 2, digest: last.digest };
    let ruling = provost::document::Node::map(
        [("id", "BG-best"), ("value", "product"), ("from_turn", "3")]
            .map(|(key, value)| (key, provost::document::Node::text(value))),
    );
    let draft = provost::campaign::Draft::new(&last.game, head, &"confederate".parse().unwrap());
    let forged = draft.with("ruling", ruling).write().unwrap();
    confederate.write("forged.yaml", &forged.text);
    let (code, told) = confederate.said(&["import", "forged.yaml"]);
    assert_eq!(code, 4, "{told}");
    assert!(has(&told, "said to be yours, and your secret file does not know it"), "{told}");
}
