//! `start_points`: points given before the first turn.

use super::super::position::{Award, Position};
use super::super::scenario::{Army, Scenario};
use super::kind::{Kind, Times};
use super::reader::Reader;
use crate::rule::Rule;

/// Points for what happened before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StartPoints {
    /// To whom.
    pub army: Army,
    /// Victory points.
    pub points: u32,
    /// Citation.
    pub rule: Rule,
}

impl Kind for StartPoints {
    const WORD: &'static str = "start_points";
    const TIMES: Times = Times::OnceASide;

    /// Reads `{side, points, rule}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<StartPoints> {
        let army = entry.army("side");
        let points = entry.number("points");
        let rule = entry.rule();
        entry.finish();
        Some(StartPoints { army: army?, points: points?, rule: rule? })
    }

    fn open_game(&self, _: &Scenario, position: &mut Position) {
        position.award(self.army, Award::Start, self.points);
    }
}
