//! Locks given up: asked for by one, agreed to by the other.

use crate::person::{Person, agree, begun, has};
use crate::post::{refused, says};

#[test]
fn a_lock_stands_until_the_other_has_agreed() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = &people;
    let told = refused(confederate, &["undo"]);
    assert!(has(&told, "no lock is open"), "{told}");
    let before = confederate.head();
    confederate.orders(Some("move:\n- Pelham: enter 1901\n"), 1);
    says(confederate, &["send", "orders.yaml"], &[union]);
    let told = refused(union, &["undo"]);
    assert!(has(&told, "whoever has locked it asks to give it up"), "{told}");

    let asked = says(confederate, &["undo"], &[union]);
    assert_eq!(
        (&asked["given_up"], &asked["awaiting"]),
        (&false.into(), &"the close of union".into())
    );
    let told = refused(confederate, &["undo"]);
    assert!(has(&told, "you have asked for that in record 3"), "{told}");
    let told = union.told(&[]);
    assert!(has(&told, "Confederate proposes the open lock given up (record 3)"), "{told}");
    let given = says(union, &["undo"], &[confederate]);
    assert_eq!(
        (&given["given_up"], &given["awaiting"]),
        (&true.into(), &"orders of confederate".into())
    );

    // The position before it is back, and the number of the segment is burnt.
    assert_eq!(confederate.head(), before);
    confederate.write("orders.yaml", &before);
    let sent = says(confederate, &["send", "orders.yaml"], &[union]);
    assert_eq!(sent["locks"], 2);
    let closed = says(union, &["send"], &[confederate]);
    assert_eq!(closed["closes"], 2);
    // What was ordered in vain is no part of the report.
    let report = union.told(&["report"]);
    assert!(!report.contains("Pelham: enter"), "{report}");
    agree(&[confederate, union]);
}

#[test]
fn a_referee_agrees_with_the_player() {
    let people = ["confederate", "union", "referee"].map(Person::new);
    begun(&["--mode", "referee"], &people);
    let [confederate, union, referee] = &people;
    confederate.write("orders.yaml", &confederate.head());
    says(confederate, &["send", "orders.yaml"], &[union, referee]);
    says(confederate, &["undo"], &[union, referee]);
    // Nobody asks the other player where there is a referee.
    let (code, told) = union.said(&["undo"]);
    assert_ne!(code, 0, "{told}");
    assert!(has(&told, "a player and the referee agree on that"), "{told}");
    says(referee, &["undo"], &[confederate, union]);
    assert_eq!(confederate.awaited(), "orders of confederate");
    agree(&[confederate, union, referee]);
}

#[test]
fn a_lock_that_is_closed_is_not_given_up() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = &people;
    crate::post::quiet_turn(confederate, union);
    let told = refused(confederate, &["undo"]);
    assert!(has(&told, "no lock is open"), "{told}");
    let told = refused(union, &["undo", "--handover"]);
    assert!(has(&told, "no lock is open"), "{told}");
}
