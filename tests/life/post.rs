//! Records from one desk to the others.

use crate::person::{Person, deliver, mailed_at};
use provost::campaign::{Draft, Record};
use provost::document::Node;
use provost::store::Head;
use serde_json::Value;

/// An unsigned record behind somebody's log, as whoever has that log could write it in any name.
pub fn forged_as(log: &Person, from: &str, parts: &[(&str, Node)]) -> String {
    let log = log.log();
    let last = Record::read(&log.last().unwrap().1).unwrap();
    let head = Head { records: log.len(), digest: last.digest };
    let draft = Draft::new(&last.game, head, &from.parse().unwrap());
    let parts = parts.iter().fold(draft, |draft, (key, part)| draft.with(key, part.clone()));
    parts.write().unwrap().text
}

/// `{key: value, ..}`
pub fn part<const N: usize>(fields: [(&str, &str); N]) -> Node {
    Node::map(fields.map(|(key, value)| (key, Node::text(value))))
}

/// The digest of the last record of somebody's log.
pub fn last_of(person: &Person) -> String {
    Record::read(&person.log().pop().unwrap().1).unwrap().digest.to_string()
}

/// What is not filed because it is false, in words.
pub fn not_filed(person: &Person, text: &str, further: &[&str]) -> String {
    let before = person.log();
    person.write("forged.yaml", text);
    let (code, told) = person.said(&[&["import", "forged.yaml"], further].concat());
    assert_eq!(code, 4, "{told}");
    assert_eq!(person.log(), before);
    told
}

/// Takes what somebody has just written to everybody else.
pub fn carry(from: &Person, sent: &Value, to: &[&Person]) {
    let file = sent["mailed"].as_str().unwrap_or_else(|| panic!("nothing is mailed: {sent}"));
    for person in to {
        deliver(from, file, person);
        let taken = person.done(&["import", "mail.yaml", "--arrived", &mailed_at()]);
        assert!(!taken["filed"].as_array().unwrap().is_empty(), "{taken}");
    }
}

/// Writes a record with a command, and takes it to the others.
pub fn says(from: &Person, command: &[&str], to: &[&Person]) -> Value {
    let sent = from.done(command);
    carry(from, &sent, to);
    sent
}

/// What is refused, in words; the exit code is that of a refusal.
pub fn refused(person: &Person, command: &[&str]) -> String {
    let (code, told) = person.said(command);
    assert!(matches!(code, 1 | 2), "{command:?}: {code} {told}");
    told
}

/// A player-turn in which nobody moves, in a duel: locked by one, closed by the other alone.
pub fn quiet_turn(phasing: &Person, other: &Person) {
    phasing.write("orders.yaml", &phasing.head());
    says(phasing, &["send", "orders.yaml"], &[other]);
    says(other, &["send"], &[phasing]);
}

/// A record that somebody else's program might write next, under the log of a person.
pub fn forged(person: &Person, from: &str, parts: Vec<(&str, Node)>) -> String {
    let log = person.log();
    let last = Record::read(&log.last().unwrap().1).unwrap();
    let head = Head { records: log.len(), digest: last.digest };
    let draft = Draft::new(&last.game, head, &from.parse().unwrap());
    let draft = parts.into_iter().fold(draft, |draft, (key, part)| draft.with(key, part));
    draft.write().unwrap().text
}

/// What `import` says of a record that is forged.
pub fn taken(person: &Person, text: &str) -> (i32, String) {
    person.write("forged.yaml", text);
    person.said(&["import", "forged.yaml"])
}
