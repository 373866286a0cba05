//! Position files: strict reading, one way of writing.

use super::battle::SCENARIO;
use super::is_refusal;
use provost::document::digest::position_digest;
use provost::document::read::{self, Limits};
use provost::document::write;
use provost::games::blue_gray::position::Position;
use provost::games::blue_gray::record::{Heading, position_node};
use provost::games::blue_gray::scenario::Army;

/// A position that was read is the one that its digest is of: written again it is the same file but
/// for `after`, and its units stand where the stacks say.
pub fn properties(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    let node = match read::parse(text, Limits::RECORD) {
        Ok(node) => node,
        Err(complaints) => return is_refusal(text, &complaints),
    };
    let mut complaints = Vec::new();
    let Some(position) = Position::read(&SCENARIO, &node, &mut complaints) else {
        return is_refusal(text, &complaints);
    };
    let text_at = |key: &str| node.get_text(key).expect("a position was read");
    let scenario = node.get("scenario").and_then(|of| of.get_text("digest"));
    let asked = node.get_text("awaiting").and_then(Army::read);
    let heading = Heading { asked, ..Heading::new(text_at("game"), scenario.expect("it has one")) };
    let again = position_node(&SCENARIO, &position, &heading);
    assert_eq!(again.get_text("digest"), Some(text_at("digest")));
    assert_eq!(position_digest(&again), position_digest(&node));
    let reread = read::parse(&write::position(&again), Limits::RECORD).expect("it is written well");
    assert_eq!(Position::read(&SCENARIO, &reread, &mut Vec::new()), Some(position.clone()));
    for (id, _) in position.pieces() {
        let here = position.hex(id).map(|hex| position.stack(&SCENARIO.map, hex));
        assert!(here.is_none_or(|mut stack| stack.any(|other| other == id)), "off its stack");
    }
}
