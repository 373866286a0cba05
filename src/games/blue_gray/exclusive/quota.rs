//! `quota`: so many units of an army may move in a turn.

use super::super::events::Event;
use super::super::position::{Counter, Position};
use super::super::rulings::Ruling;
use super::super::scenario::{Army, Scenario, Start, UnitId};
use super::super::turn::Turn;
use super::kind::{Bar, Kind, Notice, Times};
use super::passing::Passing;
use super::reader::{Ground, Reader};
use crate::board::Hex;
use crate::play::view::count;
use crate::rule::Rule;

/// Units that have moved in this movement phase under a quota of the army that moves.
pub const MOVED: Counter = Counter("moved");

/// 1 when the quota of an army has been lifted for good.
const LIFTED: [Counter; 2] = [Counter("quota_lifted_confederate"), Counter("quota_lifted_union")];

/// Remembers that the quota of an army has been lifted for good.
pub const fn lifted(army: Army) -> Counter {
    match army {
        Army::Confederate => LIFTED[0],
        Army::Union => LIFTED[1],
    }
}

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

impl Kind for Quota {
    const WORD: &'static str = "quota";
    const TIMES: Times = Times::OnceASide;

    const COUNTERS: &'static [Counter] = &[MOVED, LIFTED[0], LIFTED[1]];

    /// Reads `{side, units, until_entered, rule}`; the quota stays for ever if `until_entered` is
    /// left out.
    fn read(mut entry: Reader<'_, '_>) -> Option<Quota> {
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

    fn may_not_move(&self, turn: &Turn, id: UnitId, _: Option<Hex>) -> Option<Bar> {
        self.is_used(turn, id).then(|| Bar {
            headline: format!(
                "{} may not move: {} units have moved already",
                turn.name(id),
                self.units
            ),
            rule: self.rule.clone(),
            help: Some(format!("only {} {} units may move in a turn", self.units, self.army)),
        })
    }

    /// Counts a unit that enters, leaves or spends a movement point (FR-quota).
    fn moved(&self, turn: &mut Turn, id: UnitId) {
        if self.binds(turn, id) {
            let moved = turn.position.counter(MOVED) + 1;
            turn.position.count(MOVED, moved);
        }
    }

    fn end_of_player_turn(&self, position: &mut Position) {
        position.count(MOVED, 0);
    }

    /// [FR 19.0] Lifts the quota at once and for good when an enemy enters the hex in any way
    /// (FR-hq).
    fn entered(&self, turn: &mut Turn, id: UnitId, hex: Hex) {
        if self.until_entered == Some(hex)
            && turn.scenario.unit(id).army != self.army
            && !self.is_lifted(&turn.position)
        {
            turn.position.count(lifted(self.army), 1);
            turn.tell(Event::QuotaLifted { army: self.army, rule: self.rule.clone() });
        }
    }

    fn passing(&self, _: &Turn, army: Army, passing: &mut Passing) {
        if self.army != army {
            passing.hexes.extend(self.until_entered);
        }
    }

    /// How many are left.
    fn notice(&self, _: &Scenario, position: &Position, army: Army) -> Option<Notice> {
        if army != self.army || self.is_lifted(position) {
            return None;
        }
        let left = self.units.saturating_sub(position.counter(MOVED));
        let mut text = format!("QUOTA: {} may move", count(left, "unit"));
        if let Some(hex) = self.until_entered {
            text += &format!(", until an enemy enters {hex}");
        }
        Some((text, self.rule.clone()))
    }
}

impl Quota {
    fn binds(&self, turn: &Turn, id: UnitId) -> bool {
        turn.scenario.unit(id).army == self.army
            && !self.is_lifted(&turn.position)
            && !(turn.scenario.policies.takes(Ruling::FrQuota, "exempt")
                && matches!(turn.scenario.unit(id).start, Start::Due { .. }))
    }

    /// [FR 19.0] Whether the quota is used up, so that one more unit may not move.
    fn is_used(&self, turn: &Turn, id: UnitId) -> bool {
        self.binds(turn, id) && turn.position.counter(MOVED) >= self.units
    }

    fn is_lifted(&self, position: &Position) -> bool {
        position.counter(lifted(self.army)) > 0
    }
}
