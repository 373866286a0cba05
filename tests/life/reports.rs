//! A false report with true dice: filed with the finding, and play rests until its author corrects it.

use crate::person::{Person, agree, begun, deliver, has};
use crate::post::{refused, says};
use provost::campaign::{Draft, Record};
use provost::document::Node;
use provost::store::Head;

/// The record of somebody whose program reports another position.
fn with_a_false_position(person: &Person, text: &str) -> String {
    let record = Record::read(text).unwrap();
    let head = Head { records: record.seq as usize, digest: record.prev };
    let mut draft = Draft::new(&record.game, head, &record.from);
    for (key, part) in record.node().as_map().unwrap() {
        if ["provost", "game", "seq", "prev", "from"].contains(&&*key.text) {
            continue;
        }
        let mut part = part.clone();
        if key.text == "report" {
            part.set("position", Node::text("0".repeat(63) + "1"));
        }
        draft = draft.with(&key.text, part);
    }
    let text = draft.write().unwrap().text;
    person.write("false.yaml", &text);
    text
}

/// A duel in which play rests on record 3, a report of the Union.
pub fn at_rest() -> [Person; 2] {
    let people = ["confederate", "union"].map(Person::new);
    begun(&["--mode", "duel"], &people);
    let [confederate, union] = &people;
    confederate.write("orders.yaml", &confederate.head());
    says(confederate, &["send", "orders.yaml"], &[union]);
    let sent = union.done(&["send"]);
    let name = sent["mailed"].as_str().unwrap();
    let true_text = std::fs::read_to_string(union.folder().join(name)).unwrap();
    let false_text = with_a_false_position(union, &true_text);
    // Both folders have the false one: the Union's program was another.
    std::fs::write(union.folder().join("log/0003-union.yaml"), &false_text).unwrap();
    std::fs::write(union.folder().join(name), &false_text).unwrap();
    let digest = |text: &str| Record::read(text).unwrap().digest.to_string();
    let secrets = std::fs::read_to_string(union.secrets()).unwrap();
    let secrets = secrets.replace(&digest(&true_text), &digest(&false_text));
    std::fs::write(union.secrets(), secrets).unwrap();
    deliver(union, name, confederate);
    let (code, told) = confederate.said(&["import", "mail.yaml"]);
    assert_eq!(code, 4, "{told}");
    assert!(has(&told, "filed: record 3"), "{told}");
    assert!(has(&told, "play rests until Union corrects it"), "{told}");
    people
}

#[test]
fn play_rests_until_the_author_corrects_his_report() {
    let [confederate, union] = &at_rest();
    let told = confederate.told(&[]);
    assert!(has(&told, "the report of record 3 is not what the replay has"), "{told}");
    assert!(has(&told, "play rests until Union corrects it"), "{told}");

    // Nothing of the course of play is taken meanwhile; whoever may only agree still may.
    let told = refused(confederate, &["correct", "--report"]);
    assert!(has(&told, "the report of record 3 is corrected by Union, who wrote it"), "{told}");
    union.write("orders.yaml", &union.head());
    let told = refused(union, &["send", "orders.yaml"]);
    let rests = "the report of record 3 is false and not yet corrected: Union corrects it";
    assert!(has(&told, rests), "{told}");
    let propose = ["rulings", "propose", "BG-best", "product", "--from-turn", "2"];
    says(confederate, &propose, &[union]);
    let (code, told) = confederate.desk.said(&["audit", "game"]);
    assert_eq!(code, 4, "{told}");

    says(union, &["correct", "--report"], &[confederate]);
    assert!(!confederate.told(&[]).contains("play rests"));
    let sent = union.done(&["send", "orders.yaml"]);
    deliver(union, sent["mailed"].as_str().unwrap(), confederate);
    confederate.done(&["import", "mail.yaml"]);
    agree(&[confederate, union]);
    let told = confederate.desk.done(&["audit", "game"]);
    assert!(has(&told, "corrected by its author"), "{told}");
    let told = refused(union, &["correct", "--report"]);
    assert!(has(&told, "no report is false"), "{told}");
}
