//! `quota`: so many units of an army may move in a turn.

use super::super::events::Event;
use super::super::position::Counter;
use super::super::rulings::Ruling;
use super::super::scenario::{Army, Start, UnitId};
use super::super::turn::Turn;
use super::reader::{Ground, Reader};
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

impl Quota {
    fn binds(&self, turn: &Turn, id: UnitId) -> bool {
        turn.scenario.unit(id).army == self.army
            && turn.position.counter(Counter::QuotaLifted) == 0
            && !(turn.scenario.policies.takes(Ruling::FrQuota, "exempt")
                && matches!(turn.scenario.unit(id).start, Start::Due { .. }))
    }

    /// [FR 19.0] Whether the quota is used up, so that one more unit may not move.
    pub fn is_used(&self, turn: &Turn, id: UnitId) -> bool {
        self.binds(turn, id) && turn.position.counter(Counter::Moved) >= self.units
    }

    /// Counts a unit that enters, leaves or spends a movement point (FR-quota).
    pub fn moved(&self, turn: &mut Turn, id: UnitId) {
        if self.binds(turn, id) {
            let moved = turn.position.counter(Counter::Moved) + 1;
            turn.position.count(Counter::Moved, moved);
        }
    }

    /// [FR 19.0] Lifts the quota at once and for good when an enemy enters the hex in any way
    /// (FR-hq).
    pub fn entered(&self, turn: &mut Turn, id: UnitId, hex: Hex) {
        if self.until_entered == Some(hex)
            && turn.scenario.unit(id).army != self.army
            && turn.position.counter(Counter::QuotaLifted) == 0
        {
            turn.position.count(Counter::QuotaLifted, 1);
            turn.tell(Event::QuotaLifted { army: self.army, rule: self.rule.clone() });
        }
    }
}
