//! What the terms and the form of a record say binds the other one's program too.

use crate::person::{Person, begun, has};
use crate::post::{carry, forged, says, taken};
use provost::campaign::Record;
use provost::document::{Node, digest::hash_text};

fn duel(options: &[&str]) -> [Person; 2] {
    let people = ["confederate", "union"].map(Person::new);
    begun(&[&["--mode", "duel"], options].concat(), &people);
    people
}

fn text(value: &str) -> Node {
    Node::text(value)
}

/// Orders that lock the first segment and move nothing.
fn locking(person: &Person, part: (&'static str, Node)) -> String {
    let position = person.done(&[])["position"].as_str().unwrap().to_owned();
    let orders = Node::map([("turn", text("1")), ("position", text(&position))]);
    let salt = hash_text("salt").to_string();
    let lock = Node::map([("segment", text("1")), ("open", text(&salt))]);
    forged(person, "confederate", vec![("orders", orders), ("lock", lock), part])
}

#[test]
fn standing_orders_come_as_the_terms_say() {
    let standing =
        || Node::map([("retreat", Node::list([Node::map([("any", text("toward 1513"))])]))]);
    let [_, union] = duel(&["--standing", "sealed"]);
    let (code, told) = taken(&union, &locking(&union, ("standing", standing())));
    assert_eq!(code, 4, "{told}");
    assert!(has(&told, "open standing orders, and the terms have them under a seal"), "{told}");
    let seal = || text(&hash_text("seal").to_string());
    let [_, union] = duel(&["--standing", "open"]);
    let (code, told) = taken(&union, &locking(&union, ("seal", seal())));
    assert_eq!(code, 4, "{told}");
    assert!(has(&told, "a seal, and the terms have standing orders in the open"), "{told}");
    let [_, union] = duel(&["--standing", "either"]);
    let (code, told) = taken(&union, &locking(&union, ("seal", seal())));
    assert_eq!(code, 0, "{told}");
    let [_, union] = duel(&["--standing", "either"]);
    let (code, told) = taken(&union, &locking(&union, ("standing", standing())));
    assert_eq!(code, 0, "{told}");
}

#[test]
fn a_seal_is_opened_once() {
    let [confederate, union] = duel(&["--standing", "sealed"]);
    confederate.orders(Some("retreat:\n- any: toward 1513\n"), 1);
    says(&confederate, &["send", "orders.yaml"], &[&union]);
    says(&union, &["send"], &[&confederate]);
    union.write("orders.yaml", &union.head());
    says(&union, &["send", "orders.yaml"], &[&confederate]);
    confederate.write("orders.yaml", &confederate.head());
    let closed = confederate.done(&["send", "orders.yaml"]);
    carry(&confederate, &closed, &[&union]);
    let opened = Record::read(&confederate.log().pop().unwrap().1).unwrap();
    let unseal = opened.part("unseal").unwrap().clone();
    // The next close of the Union, with the same seal opened again.
    let close = union.done(&["send"]);
    let file = std::fs::read_to_string(union.folder().join(close["mailed"].as_str().unwrap()));
    let record = Record::read(&file.unwrap()).unwrap();
    let mut parts = vec![("unseal", unseal)];
    parts.extend(["close", "report"].map(|key| (key, record.part(key).unwrap().clone())));
    let (code, told) = taken(&confederate, &forged(&confederate, "union", parts));
    assert_eq!(code, 4, "{told}");
    assert!(has(&told, "the seal of record 2 was opened before, in record 5"), "{told}");
    carry(&union, &close, &[&confederate]);
}

#[test]
fn false_points_of_an_offer_stay_false_when_it_is_declined() {
    let [_, union] = duel(&[]);
    let total = |n: &str| Node::map([("total", text(n))]);
    let points = Node::map([("confederate", total("999")), ("union", total("0"))]);
    let result = Node::map([("how", text("agreed")), ("level", text("draw")), ("points", points)]);
    let (code, told) = taken(&union, &forged(&union, "confederate", vec![("result", result)]));
    assert_eq!(code, 0, "{told}");
    union.done(&["result", "--play-on"]);
    let (code, told) = union.desk.said(&["audit", "game"]);
    assert_eq!(code, 4, "{told}");
    assert!(has(&told, "the result of confederate has the points confederate 999"), "{told}");
}

#[test]
fn parts_that_say_nothing_are_refused() {
    let [_, union] = duel(&[]);
    let one = |node: Node| Node::list([node]);
    let ruling = || {
        let parts = [("id", "BG-best"), ("value", "product"), ("from_turn", "3")];
        ("ruling", Node::map(parts.map(|(key, value)| (key, text(value)))))
    };
    let empty = Node::map::<&str>([]);
    let to = |name: &str| Node::map([("side", text("confederate")), ("to", text(name))]);
    for (parts, why) in [
        (vec![("handover", to(""))], "a successor without a name"),
        (vec![ruling(), ("letters", one(text("zzz")))], "`letters` lists digests of letters"),
        (vec![ruling(), ("letters", text("zzz"))], "letters"),
        (vec![ruling(), ("note", one(text("a")))], "note"),
        (vec![("claim", empty)], "why"),
        (vec![("claim", text("x"))], "claim"),
    ] {
        let last = Record::read(&union.log().pop().unwrap().1).unwrap();
        let mut record = Node::map([("provost", text("1")), ("game", text(last.game.as_str()))]);
        for (key, part) in [("seq", text("2")), ("prev", text(&last.digest.to_string()))] {
            record.set(key, part);
        }
        record.set("from", text("confederate"));
        parts.into_iter().for_each(|(key, part)| record.set(key, part));
        let file = provost::document::write::record(&Node::map([("record", record)]));
        let (code, told) = taken(&union, &file);
        assert_ne!(code, 0, "{file}");
        assert!(has(&told, why), "{why}: {told}");
        assert_eq!(union.log().len(), 2, "{file}");
    }
    let (code, told) = union.said(&["handover", "", "packet.yaml"]);
    assert_eq!(code, 1, "{told}");
    assert!(!union.desk.at("packet.yaml").exists());
}
