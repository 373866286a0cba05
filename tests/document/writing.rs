//! The layouts that the formats show.

use crate::{HASH, good, text};
use provost::document::digest::{Form, cleaned};
use provost::document::read::{self, Limits, parse};
use provost::document::{Node, write};

/// The sample of the record's format, byte for byte.
#[test]
fn a_record_is_written_as_its_format_shows() {
    let sample = format!(
        r#"record:
  provost: 1
  game: hl-07-2026-9f3a12cd
  seq: 23
  prev:
    "{HASH}"
  from: confederate
  orders:
    turn: 6
    position: bubble-gospel-43
    move:
    - Rodes/R, Colquitt/R: 1726 1725 1724
    attack:
    - at: 1723
      by: Rodes/R, Colquitt/R
      won: advance Colquitt/R
  seal:
    "{HASH}"
  lock:
    segment: 12
    open:
      "{HASH}"
check:
  digest:
    "{HASH}"
  signature: "U1NIU0lH+/=="
"#
    );
    let file = read::record(&sample).unwrap();
    assert_eq!(write::record(&file), sample);
}

#[test]
fn long_values_of_a_record_keep_within_the_line() {
    let units = "Rodes/R, Colquitt/R, Doles/R, Ramseur/R, Carter/R, Iverson/R, Paxton/C, Colston/C";
    let close =
        Node::map([("close", Node::map([("lock", text(HASH)), ("sig", text(&"0a".repeat(48)))]))]);
    let record = Node::map([
        ("letters", Node::list([text(HASH)])),
        ("by", text(units)),
        ("note", text(&format!("\"Quoted\": {units} - {units}"))),
        ("lines", text(&format!("{units}\n{units}"))),
        ("a", close),
    ]);
    let check = Node::map([("digest", text(HASH)), ("signature", text(&"U1NIU0lH".repeat(40)))]);
    let file = Node::map([("record", record), ("check", check)]);
    let written = write::record(&file);
    assert!(written.lines().all(|line| line.chars().count() <= 72), "{written}");
    assert!(written.contains(&format!("\n  - \"{HASH}\"\n")), "{written}");
    assert!(written.contains(&format!("\n      lock:\n        {HASH}\n")), "{written}");
    let again = parse(&written, Limits::RECORD).unwrap();
    assert_eq!(again.get("record").unwrap().get_text("by"), Some(units));
    assert_eq!(cleaned(again, Form::Pack).unwrap(), file);
}

/// The sample of the position's format, byte for byte.
#[test]
fn a_position_is_written_as_its_format_shows() {
    let sample = format!(
        r#"provost: 1
kind: position
game: hl-07-2026-9f3a12cd
scenario: {{name: hooker_and_lee, digest: "{HASH}"}}
after: {{seq: 24, head: "{HASH}"}}
digest: "{HASH}"
label: bubble-gospel-43
turn: 7
phase: combat
awaiting: union
units:
- {{id: "1/XI", side: union, type: infantry, strength: 9, at: "1622"}}
- {{id: "XI", side: union, type: artillery, strength: 2, at: "1522", state: [ineffective]}}
reserve:
- {{id: "1/I", side: union, type: infantry, strength: 9, due: 4, entry: ["0111"]}}
gone:
- {{id: "Doles/R", side: confederate, how: eliminated, turn: 6, at: "1724"}}
- {{id: "3/I", side: union, how: exited, turn: 5, at: "1501"}}
control: {{"1501": union}}
points: {{union: {{eliminated: 12}}, confederate: {{eliminated: 22}}}}
counters: {{moved: 4}}
combat: {{used: ["0504"], begun: "0904", result: DR}}
"#
    );
    assert_eq!(write::position(&good(&sample)), sample);
}

#[test]
fn other_documents_quote_what_is_no_plain_text() {
    let sample = r#"title: HL-07
standing: sealed
start: "0206"
odds: "2-1"
on: "yes"
night: [6, 12]
name: O'Neal & Sons, "the" Brigade
empty: ""
rate: "1.5"
sum: 12
keys:
- of: union
  key: AAAAC3Nza C1lZDI1
rows: |
  01  .  f

  02  .  -
"#
    .replace("on:", "\"on\":")
    .replace("night: [6, 12]", "night:\n- 6\n- 12");
    assert_eq!(write::document(&good(&sample)), sample);
    assert_eq!(write::document(&Node::map::<String>([])), "{}\n");
    assert_eq!(write::document(&text("2-1")), "\"2-1\"\n");
}
