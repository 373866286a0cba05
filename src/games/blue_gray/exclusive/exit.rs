//! `exit`: hexes by which units may leave the map, and what that scores.

use super::super::position::{Award, How, Place, Position};
use super::super::scenario::{Arm, Army, Scenario, Unit, UnitId};
use super::super::turn::Turn;
use super::condition::{self, Condition};
use super::kind::{self, Kind, Notice, Times};
use super::occupation::Counted;
use super::reader::{Ground, Reader};
use crate::board::Hex;
use crate::document::{Diagnostic, Node};
use crate::play::view::{count, list};
use crate::rule::Rule;

/// Exits of the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exit {
    /// Whose units may leave there; `None` is either.
    pub army: Option<Army>,
    /// Hexes by which units may leave.
    pub hexes: Vec<Hex>,
    /// Cost of leaving, in movement points.
    pub cost: u8,
    /// Whether a retreat may lead off the map there, too.
    pub retreats: bool,
    /// When leaving scores.
    pub counted: Counted,
    /// What leaving scores; the first line that fits.
    pub scores: Vec<Score>,
    /// Citation of what leaving costs.
    pub rule: Rule,
    /// Citation of where units may leave.
    pub place: Rule,
}

/// A scoring line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Score {
    /// By this hex.
    pub hex: Hex,
    /// Units of this army; `None` is either.
    pub army: Option<Army>,
    /// Of these arms.
    pub arms: Vec<Arm>,
    /// With at least this printed strength (divisions), in strength points.
    pub at_least: u16,
    /// Points.
    pub points: u32,
    /// For each unit, or for each of its strength points.
    pub per: Per,
    /// Only if all of this holds at the end.
    pub conditions: Vec<Condition>,
    /// Citation, with its letter.
    pub rule: Rule,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Per {
    /// Units.
    Unit,
    /// Strength points.
    Strength,
}

impl Per {
    /// Both with their words.
    pub const WORDS: [(&'static str, Per); 2] = [("unit", Per::Unit), ("strength", Per::Strength)];

    /// How many a unit counts for.
    pub fn of(self, unit: &Unit) -> u32 {
        match self {
            Per::Unit => 1,
            Per::Strength => u32::from(unit.strength),
        }
    }
}

impl Kind for Exit {
    const WORD: &'static str = "exit";
    const TIMES: Times = Times::OnceASide;

    /// Reads `{side, hexes, cost, rule, place, retreats: allowed|never, counted: at once|at end,
    /// scores: [..]}`; either side if `side` is left out, no retreats, counted at once.
    fn read(mut entry: Reader<'_, '_>) -> Option<Exit> {
        let army = entry.or("side", None, Reader::either_army);
        let hexes = entry.hexes("hexes", Ground::Standing);
        let cost = entry.number("cost");
        let rule = entry.rule();
        let place = match entry.has("place") {
            true => entry.rule_at("place"),
            false => rule.clone(),
        };
        let retreats = entry.or("retreats", false, |entry, key| {
            entry.word(key, &[("allowed", true), ("never", false)])
        });
        let counted =
            entry.or("counted", Counted::AtOnce, |entry, key| entry.word(key, &Counted::WORDS));
        if (retreats, counted) == (Some(true), Some(Counted::AtEnd)) {
            let headline = "at the end nobody knows who was forced off the map".to_owned();
            entry.complain("counted", headline, "only leaving in the movement phase scores");
        }
        let scores = entry.or("scores", Vec::new(), |entry, key| {
            entry.each(key, "score", |score| Score::read(score, hexes.as_deref(), counted))
        });
        entry.finish();
        Some(Exit {
            army: army?,
            hexes: hexes?,
            cost: cost?,
            retreats: retreats?,
            counted: counted?,
            scores: scores?,
            rule: rule?,
            place: place?,
        })
    }

    fn lint(&self, body: &Node, all: &[super::Exclusive], complaints: &mut Vec<Diagnostic>) {
        let whole = |rule: &super::Exclusive| matches!(rule, super::Exclusive::Exit(exit) if exit.army.is_none());
        kind::lint_sides(Self::WORD, self.army, all.iter().any(whole), body, complaints);
        let conditions = self.scores.iter().flat_map(|score| &score.conditions);
        condition::lint(conditions, body, all, complaints);
    }

    /// [RR 17.23] [RR 17.31] [RR 17.32] Any number may leave, for good, and none of them is lost.
    ///
    /// [FR 17.31] [FR 17.32] [HL 16.11] [HL 16.21] [RR 17.22] Cost of leaving by a hex, if units of
    /// that side may.
    fn exit_cost(&self, scenario: &Scenario, id: UnitId, hex: Hex) -> Option<(u8, Rule)> {
        let may = self.is_for(scenario.unit(id).army) && self.hexes.contains(&hex);
        may.then(|| (self.cost, self.rule.clone()))
    }

    fn exits(&self, army: Army) -> Option<(&[Hex], &Rule)> {
        self.is_for(army).then_some((self.hexes.as_slice(), &self.place))
    }

    /// [HL 16.21] Whether a retreat from one of the hexes may lead off the map; it scores nothing and
    /// is no loss (HL-exitret).
    fn retreat_off(&self, army: Army) -> Option<(&[Hex], &Rule)> {
        let may = self.retreats && self.is_for(army);
        may.then_some((self.hexes.as_slice(), &self.rule))
    }

    fn goals(&self, army: Army) -> Vec<Hex> {
        let own = self.scores.iter().filter(|score| score.army.is_none_or(|a| a == army));
        own.map(|score| score.hex).collect()
    }

    /// Scores a unit that has left the map by a hex.
    fn left_map(&self, turn: &mut Turn, id: UnitId, hex: Hex) {
        if self.counted == Counted::AtOnce {
            self.give(turn, id, hex);
        }
    }

    /// [RR 21.12] Scores who has left the map, as things stand at the end (RR-when).
    fn end_of_game(&self, turn: &mut Turn) {
        if self.counted == Counted::AtEnd {
            for (id, hex) in left(&turn.position) {
                self.give(turn, id, hex);
            }
        }
    }

    fn notice(&self, scenario: &Scenario, position: &Position, _: Army) -> Option<Notice> {
        if self.counted == Counted::AtOnce || self.scores.is_empty() {
            return None;
        }
        let mut so_far = Vec::new();
        for army in scenario.order {
            for hex in &self.hexes {
                let units = left(position)
                    .into_iter()
                    .filter(|(id, by)| by == hex && scenario.unit(*id).army == army);
                let strengths: Vec<u32> =
                    units.map(|(id, _)| u32::from(scenario.unit(id).strength)).collect();
                if !strengths.is_empty() {
                    let (units, points) = (strengths.len() as u32, strengths.iter().sum());
                    let (units, points) = (count(units, "unit"), count(points, "strength point"));
                    so_far.push(format!("{army} {units} of {points} by {hex}"));
                }
            }
        }
        let so_far = if so_far.is_empty() { "nobody".to_owned() } else { list(so_far) };
        let text = format!("leaving the map scores at the end of the game; gone so far: {so_far}");
        Some((text, self.rule.clone()))
    }
}

/// Units that have left the map, with the hex of each.
fn left(position: &Position) -> Vec<(UnitId, Hex)> {
    let exited = position.pieces().filter_map(|(id, piece)| match piece.place {
        Place::Gone { how: How::Exited, at: Some(hex), .. } => Some((id, hex)),
        _ => None,
    });
    exited.collect()
}

impl Score {
    /// Reads `{by, side: union|confederate|either, type: [..], at_least, points,
    /// per: unit|strength, if: [conditions], rule}`; the hex must be an exit, and conditions are
    /// looked at when points are counted at the end.
    fn read(
        mut entry: Reader<'_, '_>,
        exits: Option<&[Hex]>,
        counted: Option<Counted>,
    ) -> Option<Score> {
        let hex = entry.hex("by", Ground::Any);
        if let (Some(hex), Some(exits)) = (hex, exits)
            && !exits.contains(&hex)
        {
            entry.complain("by", format!("{hex} is no exit"), "add it to `hexes`");
        }
        let army = entry.either_army("side");
        let arms = entry.arms("type");
        let at_least = entry.or("at_least", 0, Reader::number);
        let points = entry.number("points");
        let per = entry.word("per", &Per::WORDS);
        let conditions = Condition::list(&mut entry);
        if counted == Some(Counted::AtOnce) {
            let headline = "conditions are judged at the end of the game".to_owned();
            entry.complain("if", headline, "add `counted: at end` to the exit");
        }
        let rule = entry.rule();
        entry.finish();
        Some(Score {
            hex: hex?,
            army: army?,
            arms: arms?,
            at_least: at_least?,
            points: points?,
            per: per?,
            conditions: conditions?,
            rule: rule?,
        })
    }
}

impl Exit {
    fn is_for(&self, army: Army) -> bool {
        self.army.is_none_or(|own| own == army)
    }

    fn give(&self, turn: &mut Turn, id: UnitId, hex: Hex) {
        let scenario = turn.scenario;
        let unit = scenario.unit(id);
        let Some((points, rule)) = self.score(scenario, &turn.position, unit, hex) else { return };
        turn.award(unit.army, Award::Exited, points, unit.id.clone(), rule);
    }

    /// [FR 17.12] [HL 16.11] [RR 21.12] The points for a unit that left by a hex, from the first
    /// line that fits.
    pub fn score(
        &self,
        scenario: &Scenario,
        position: &Position,
        unit: &Unit,
        hex: Hex,
    ) -> Option<(u32, Rule)> {
        let line = self.scores.iter().find(|s| {
            self.is_for(unit.army)
                && s.hex == hex
                && s.army.is_none_or(|a| a == unit.army)
                && s.arms.contains(&unit.arm)
                && unit.strength >= s.at_least
                && s.conditions.iter().all(|c| c.holds(scenario, position, unit.army))
        })?;
        Some((line.points.saturating_mul(line.per.of(unit)), line.rule.clone()))
    }
}
