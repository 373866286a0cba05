//! Whoever has no part in a game writes nothing into its log, and nobody writes in another's name.

use crate::person::{Person, agree, begun, has};
use crate::post::{forged_as, last_of, not_filed, part, says};
use provost::document::Node;
use provost::document::digest::hash_text;

#[test]
fn no_referee_writes_where_the_mode_has_none() {
    for mode in ["duel", "beacon", "duel+beacon", "recorded"] {
        let people = ["confederate", "union"].map(Person::new);
        begun(&["--mode", mode], &people);
        let [confederate, union] = &people;
        let ruling = part([("id", "BG-best"), ("value", "product"), ("from_turn", "5")]);
        let correct = part([("of", "2"), ("ruling", "BG-best product"), ("reroll", "none")]);
        let mut parts = vec![
            ("claim", part([("why", "nobody awaits me")])),
            ("ruling", ruling),
            ("correct", correct),
            ("handover", part([("side", "referee"), ("to", "Zed")])),
            ("note", Node::text("from a stranger")),
        ];
        if mode != "recorded" {
            confederate.write("orders.yaml", &confederate.head());
            says(confederate, &["send", "orders.yaml"], &[union]);
            let lock = last_of(confederate);
            parts.push(("void", part([("lock", &lock), ("why", "late")])));
            parts.push(("void", part([("lock", &lock), ("why", "undo")])));
        }
        for person in [confederate, union] {
            for part in &parts {
                let text = forged_as(person, "referee", std::slice::from_ref(part));
                let told = not_filed(person, &text, &[]);
                let why = format!("from referee, who has no part in this game of mode {mode}");
                assert!(has(&told, &why), "{told}");
            }
        }
        agree(&[confederate, union]);
    }
}

#[test]
fn a_claim_or_a_chain_in_ones_own_name_is_ones_own() {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel", "--standing", "either"], &people);
    let [confederate, union] = &people;
    let why = ("claim", part([("why", "x")]));
    let x0 = hash_text("a chain of somebody else").to_string();
    let anchor = part([("chain", "union-2"), ("links", "4096"), ("x0", &x0)]);
    let toward = Node::list([part([("any", "toward 0206")])]);
    let standing = Node::map([("retreat", toward)]);
    for parts in [
        vec![why.clone()],
        vec![why.clone(), ("anchor", anchor)],
        vec![why.clone(), ("standing", standing)],
        vec![why, ("seal", Node::text(x0))],
    ] {
        let told = not_filed(union, &forged_as(union, "union", &parts), &[]);
        assert!(has(&told, "said to be yours, and your secret file does not know it"), "{told}");
    }
    // One's own comes back from an older folder without a word.
    let log = union.log().len();
    let claimed = says(union, &["claim", "the other one is silent"], &[confederate]);
    let file = claimed["mailed"].as_str().unwrap();
    let names = union.log();
    std::fs::remove_file(union.folder().join("log").join(&names[log].0)).unwrap();
    std::fs::copy(union.folder().join(file), union.desk.at("mail.yaml")).unwrap();
    let taken = union.done(&["import", "mail.yaml"]);
    assert_eq!(union.log(), names, "{taken}");
}

#[test]
fn standing_orders_travel_as_the_terms_say() {
    let seal = ("seal", Node::text(hash_text("standing orders").to_string()));
    let toward = Node::list([part([("any", "toward 1513")])]);
    let standing = ("standing", Node::map([("retreat", toward)]));
    for (terms, parts, why) in [
        ("open", &seal, "a seal, and the terms have standing orders in the open"),
        ("sealed", &standing, "open standing orders, and the terms have them under a seal"),
    ] {
        let people = ["confederate", "union"].map(Person::new);
        begun(&["--mode", "duel", "--standing", terms], &people);
        let [confederate, union] = &people;
        let at = confederate.done(&[])["position"].as_str().unwrap().to_owned();
        let orders = ("orders", part([("turn", "1"), ("position", &at)]));
        let open = hash_text("salt").to_string();
        let lock = ("lock", part([("segment", "1"), ("open", &open)]));
        let text = forged_as(union, "confederate", &[orders, lock, parts.clone()]);
        let told = not_filed(union, &text, &[]);
        assert!(has(&told, why), "{told}");
    }
}
