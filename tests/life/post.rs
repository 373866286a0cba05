//! Records from one desk to the others.

use crate::person::{Person, deliver, mailed_at};
use serde_json::Value;

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
