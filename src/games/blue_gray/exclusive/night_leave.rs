//! `night_leave`: an army that may get away from its enemy at night.

use super::super::position::Position;
use super::super::scenario::{Army, Scenario};
use super::kind::{Kind, Notice, Times};
use super::reader::Reader;
use crate::rule::Rule;

/// A permission to leave enemy zones at night.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NightLeave {
    /// Whose.
    pub army: Army,
    /// Citation.
    pub rule: Rule,
}

impl Kind for NightLeave {
    const WORD: &'static str = "night_leave";
    const TIMES: Times = Times::OnceASide;

    /// Reads `{side, rule}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<NightLeave> {
        let army = entry.army("side");
        let rule = entry.rule();
        entry.finish();
        Some(NightLeave { army: army?, rule: rule? })
    }

    /// [CH 17.2] A unit that begins in an enemy zone or next to an enemy may move at night; its
    /// first step leads out of all zones (CH-nightout).
    fn night_leave(&self, army: Army) -> Option<&Rule> {
        (army == self.army).then_some(&self.rule)
    }

    fn notice(&self, scenario: &Scenario, position: &Position, army: Army) -> Option<Notice> {
        let text = "your units may leave enemy zones of control, but not enter any";
        (army == self.army && scenario.is_night(position.turn))
            .then(|| (text.to_owned(), self.rule.clone()))
    }
}
