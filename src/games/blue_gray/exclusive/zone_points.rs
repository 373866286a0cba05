//! `zone_points`: hexes that score at the end for lying in an army's zones.

use super::super::position::{Award, Position};
use super::super::r05_control::{has_zone, reaches};
use super::super::rulings::Ruling;
use super::super::scenario::{Arm, Army, Scenario, UnitId};
use super::super::turn::Turn;
use super::kind::{Kind, Notice, Times};
use super::reader::Reader;
use crate::board::Hex;
use crate::rule::Rule;

/// Hexes that score if they lie in zones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZonePoints {
    /// Whose zones.
    pub army: Army,
    /// Of these arms; all if it is empty.
    pub arms: Vec<Arm>,
    /// The hexes.
    pub hexes: Vec<Hex>,
    /// Points for each hex.
    pub points: u32,
    /// Citation.
    pub rule: Rule,
}

impl Kind for ZonePoints {
    const WORD: &'static str = "zone_points";
    const TIMES: Times = Times::Any;

    /// Reads `{side, type: [..], area, points, rule}`; every arm counts if `type` is left out.
    fn read(mut entry: Reader<'_, '_>) -> Option<ZonePoints> {
        let army = entry.army("side");
        let arms = entry.or("type", Vec::new(), Reader::arms);
        let area = entry.area("area");
        let points = entry.number("points");
        let rule = entry.rule();
        entry.finish();
        Some(ZonePoints { army: army?, arms: arms?, hexes: area?.1, points: points?, rule: rule? })
    }

    /// [CH 20.12] Each hex once, in however many zones it lies.
    fn end_of_game(&self, turn: &mut Turn) {
        for hex in &self.hexes {
            if !self.holds(turn.scenario, &turn.position, *hex) {
                continue;
            }
            let what = hex.to_string();
            turn.award(self.army, Award::Occupied, self.points, what, self.rule.clone());
        }
    }

    fn notice(&self, scenario: &Scenario, position: &Position, _: Army) -> Option<Notice> {
        let now = self.hexes.iter().filter(|hex| self.holds(scenario, position, **hex)).count();
        let points = self.points.saturating_mul(now as u32);
        let text = format!(
            "{now} of {} hexes lie in {} zones now, {points} points at the end",
            self.hexes.len(),
            self.army
        );
        Some((text, self.rule.clone()))
    }
}

impl ZonePoints {
    /// [CH 20.12] Whether a zone reaches a hex, or a unit stands on it (CH-town).
    fn holds(&self, scenario: &Scenario, position: &Position, hex: Hex) -> bool {
        let counts = |id: UnitId| {
            let unit = scenario.unit(id);
            unit.army == self.army
                && has_zone(scenario, id)
                && (self.arms.is_empty() || self.arms.contains(&unit.arm))
        };
        let on = |hex: Hex| position.stack(&scenario.map, hex).any(counts);
        let own = scenario.policies.takes(Ruling::ChTown, "yes") && on(hex);
        own || scenario
            .map
            .neighbours(hex)
            .any(|(_, near)| reaches(scenario, near, hex) && on(near))
    }
}
