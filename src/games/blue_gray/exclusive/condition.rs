//! What became of a unit, and conditions on it: `if` of the kinds that score at the end.

use super::super::position::{How, Place, Position};
use super::super::scenario::{Army, Scenario, UnitId};
use super::Exclusive;
use super::reader::{Ground, Reader};
use crate::board::Hex;
use crate::document::{Diagnostic, Node};

/// What became of a unit by the time at which it is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Eliminated.
    Eliminated,
    /// It left the map.
    Exited,
    /// It has not come.
    Due,
}

impl Fate {
    /// Fates with their words.
    pub const WORDS: [(&'static str, Fate); 3] =
        [("eliminated", Fate::Eliminated), ("exited", Fate::Exited), ("due", Fate::Due)];
}

/// One or several fates, of which any will do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Was {
    /// The fates.
    pub fates: Vec<Fate>,
    /// If it left the map: by this hex.
    pub by: Option<Hex>,
}

impl Was {
    /// Reads `was: [eliminated|exited|due], by: HEX`; `by` only for who left the map.
    pub fn read(entry: &mut Reader<'_, '_>) -> Option<Was> {
        let fates = entry.distinct("was", |node, complaints| {
            let word = node.as_text().unwrap_or_default();
            let known = Fate::WORDS.iter().find(|(known, _)| *known == word);
            if known.is_none() {
                let headline = format!("`{word}` is nothing that becomes of a unit");
                let help = "write eliminated, exited or due";
                complaints.push(Diagnostic::error(node.span, headline).help(help));
            }
            known.map(|(_, fate)| *fate)
        });
        let by = entry.optional("by", |entry, key| entry.hex(key, Ground::Standing));
        let (fates, by) = (fates?, by?);
        if by.is_some() && fates != [Fate::Exited] {
            let headline = "`by` is the hex of somebody who left the map".to_owned();
            entry.complain("by", headline, "leave it out, or write `was: [exited]` alone");
        }
        Some(Was { fates, by })
    }

    /// Whether that has become of a unit.
    pub fn fits(&self, position: &Position, id: UnitId) -> bool {
        let (fate, left) = match position.place(id) {
            Place::Map(_) => return false,
            Place::Reserve { .. } => (Fate::Due, None),
            Place::Gone { how: How::Eliminated, .. } => (Fate::Eliminated, None),
            Place::Gone { how: How::Exited, at, .. } => (Fate::Exited, at),
            Place::Gone { .. } => return false,
        };
        self.fates.contains(&fate) && (self.by.is_none() || self.by == left)
    }
}

/// A condition on how things stand at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Something became of a unit.
    Unit(UnitId, Was),
    /// The line of communications of the side that scores is open.
    LineOpen,
}

impl Condition {
    /// Reads the list under `if`; no condition if it is left out.
    pub fn list(entry: &mut Reader<'_, '_>) -> Option<Vec<Condition>> {
        entry.or("if", Vec::new(), |entry, key| entry.each(key, "condition", Condition::read))
    }

    /// Reads `{unit: ID, was: [..], by: HEX}` or `{line: open}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<Condition> {
        let condition = if entry.has("line") {
            entry.word("line", &[("open", ())]).map(|()| Condition::LineOpen)
        } else {
            let unit = entry.unit_of_either("unit");
            let was = Was::read(&mut entry);
            unit.zip(was).map(|(unit, was)| Condition::Unit(unit, was))
        };
        entry.finish();
        condition
    }

    /// Whether it holds, for the side that scores.
    pub fn holds(&self, scenario: &Scenario, position: &Position, army: Army) -> bool {
        match self {
            Condition::Unit(id, was) => was.fits(position, *id),
            Condition::LineOpen => super::line_open(scenario, position, army),
        }
    }
}

/// Complains about a condition on a line of communications that the battle does not have.
pub fn lint<'c>(
    mut conditions: impl Iterator<Item = &'c Condition>,
    body: &Node,
    all: &[Exclusive],
    complaints: &mut Vec<Diagnostic>,
) {
    let lines = all.iter().any(|rule| matches!(rule, Exclusive::Line(_)));
    if !lines && conditions.any(|condition| *condition == Condition::LineOpen) {
        let headline = "`line: open`, and the battle has no line of communications";
        complaints.push(Diagnostic::error(body.span, headline).help("add a `line`"));
    }
}
