//! `stranded`: units with no way home at the end count as lost.

use super::super::events::Event;
use super::super::position::{Award, Position};
use super::super::r05_control::held_by;
use super::super::r07_movement::cost;
use super::super::scenario::{Army, Scenario, UnitId};
use super::super::turn::Turn;
use super::condition::{self, Condition};
use super::kind::{Kind, Notice, Times};
use super::line::along_ways;
use super::reader::{Ground, Reader};
use crate::board::Hex;
use crate::document::{Diagnostic, Node};
use crate::play::view::list;
use crate::rule::Rule;
use std::collections::BTreeSet;

/// Units that need a way home at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stranded {
    /// Whose.
    pub army: Army,
    /// Only if all of this holds.
    pub conditions: Vec<Condition>,
    /// So many hexes may lie between a unit and its way.
    pub reach: u32,
    /// Where ways must lead.
    pub to: Vec<Hex>,
    /// Points for the enemy for each strength point.
    pub points: u32,
    /// Citation.
    pub rule: Rule,
}

/// Game-turns at the end in which players are warned.
const WARNED: u8 = 3;

impl Kind for Stranded {
    const WORD: &'static str = "stranded";
    const TIMES: Times = Times::OnceASide;

    /// Reads `{side, if: [conditions], reach, to: [hexes], points, rule}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<Stranded> {
        let army = entry.army("side");
        let conditions = Condition::list(&mut entry);
        let reach = entry.number("reach");
        let to = entry.hexes("to", Ground::Standing);
        let points = entry.number("points");
        let rule = entry.rule();
        entry.finish();
        Some(Stranded {
            army: army?,
            conditions: conditions?,
            reach: reach?,
            to: to?,
            points: points?,
            rule: rule?,
        })
    }

    fn lint(&self, body: &Node, all: &[super::Exclusive], complaints: &mut Vec<Diagnostic>) {
        condition::lint(self.conditions.iter(), body, all, complaints);
    }

    /// [RR 21.22] Units on the map without a way home count as lost; they stay where they are.
    fn end_of_game(&self, turn: &mut Turn) {
        let scenario = turn.scenario;
        if !self.concerned(scenario, &turn.position) {
            return;
        }
        let army = self.army.enemy();
        for (id, at) in self.cut_off(scenario, &turn.position) {
            let unit = scenario.unit(id);
            let points = self.points.saturating_mul(u32::from(unit.strength));
            turn.tell(Event::CutOff { unit: id, at, rule: self.rule.clone() });
            turn.award(army, Award::Eliminated, points, unit.id.clone(), self.rule.clone());
        }
    }

    fn notice(&self, scenario: &Scenario, position: &Position, _: Army) -> Option<Notice> {
        let early = position.turn + WARNED <= scenario.turns;
        if early || !self.concerned(scenario, position) {
            return None;
        }
        let to: Vec<String> = self.to.iter().map(Hex::to_string).collect();
        let cut_off = self.cut_off(scenario, position);
        let names = list(cut_off.iter().map(|(id, _)| scenario.unit(*id).id.as_str()));
        let text = format!(
            "as things stand, {} units more than {} hexes from a free way to {} count as lost at \
             the end; now {names}",
            self.army,
            self.reach,
            to.join(" or "),
        );
        Some((text, self.rule.clone()))
    }
}

impl Stranded {
    /// Whether its conditions hold.
    fn concerned(&self, scenario: &Scenario, position: &Position) -> bool {
        let army = self.army.enemy();
        self.conditions.iter().all(|condition| condition.holds(scenario, position, army))
    }

    /// [RR 21.22] Units that find no way home, with their hexes.
    fn cut_off(&self, scenario: &Scenario, position: &Position) -> Vec<(UnitId, Hex)> {
        let home: BTreeSet<Hex> =
            self.to.iter().flat_map(|to| along_ways(scenario, position, self.army, *to)).collect();
        let own = position.pieces().filter(|(id, _)| scenario.unit(*id).army == self.army);
        own.filter_map(|(id, _)| position.hex(id).map(|at| (id, at)))
            .filter(|(_, at)| !self.reaches(scenario, position, *at, &home))
            .collect()
    }

    /// [RR 21.22] Whether so many hexes lead from a hex to one of some others: over any side and
    /// through any hex that can be entered at some price, but through no enemy unit; zones do not
    /// matter (RR-strand).
    fn reaches(
        &self,
        scenario: &Scenario,
        position: &Position,
        from: Hex,
        home: &BTreeSet<Hex>,
    ) -> bool {
        let mut found = BTreeSet::from([from]);
        let mut ring = vec![from];
        for _ in 0..self.reach {
            if ring.iter().any(|hex| home.contains(hex)) {
                return true;
            }
            let mut next = Vec::new();
            for at in ring {
                for (_, near) in scenario.map.neighbours(at) {
                    let open = cost::step(scenario, self.army, at, near).is_ok()
                        && !held_by(scenario, position, self.army.enemy(), near);
                    if open && found.insert(near) {
                        next.push(near);
                    }
                }
            }
            ring = next;
        }
        ring.iter().any(|hex| home.contains(hex))
    }
}
