//! `quota`: so many units of an army may move in a turn.

use super::reader::{Ground, Reader};
use super::super::scenario::Army;
use crate::board::Hex;
use crate::rule::Rule;

/// A limit on moving units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quota {
    /// Whose.
    pub army: Army,
    /// Units that may move in a movement phase.
    pub units: u32,
    /// Lifted for good when an enemy enters this hex.
    pub until_entered: Option<Hex>,
    /// Citation.
    pub rule: Rule,
}

impl Quota {
    /// Reads `{side, units, until_entered, rule}`; the quota stays for ever if `until_entered` is
    /// left out.
    pub fn read(mut entry: Reader<'_, '_>) -> Option<Quota> {
        let army = entry.army("side");
        let units = entry.number("units");
        let until_entered = match entry.has("until_entered") {
            true => entry.hex("until_entered", Ground::Passable).map(Some),
            false => Some(None),
        };
        let rule = entry.rule();
        entry.finish();
        Some(Quota { army: army?, units: units?, until_entered: until_entered?, rule: rule? })
    }
}
