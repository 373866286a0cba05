//! `exit`: hexes by which units may leave the map, and what that scores.

use super::super::events::Event;
use super::super::position::Award;
use super::super::scenario::{Arm, Army, Scenario, Unit, UnitId};
use super::super::turn::Turn;
use super::kind::{Kind, Times};
use super::reader::{Ground, Reader};
use crate::board::Hex;
use crate::rule::Rule;

/// Exits of the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exit {
    /// Hexes by which units may leave.
    pub hexes: Vec<Hex>,
    /// Cost of leaving, in movement points.
    pub cost: u8,
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

impl Kind for Exit {
    const WORD: &'static str = "exit";
    const TIMES: Times = Times::Once;

    /// Reads `{hexes, cost, rule, scores: [..]}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<Exit> {
        let hexes = entry.hexes("hexes", Ground::Standing);
        let cost = entry.number("cost");
        let rule = entry.rule();
        let place = match entry.has("place") {
            true => entry.rule_at("place"),
            false => rule.clone(),
        };
        let scores = match entry.has("scores") {
            true => entry.each("scores", "score", |score| Score::read(score, hexes.as_deref())),
            false => Some(Vec::new()),
        };
        entry.finish();
        Some(Exit { hexes: hexes?, cost: cost?, scores: scores?, rule: rule?, place: place? })
    }

    /// [FR 17.31] [FR 17.32] Cost of leaving by a hex, if units may.
    fn exit_cost(&self, _: &Scenario, _: UnitId, hex: Hex) -> Option<(u8, Rule)> {
        self.hexes.contains(&hex).then(|| (self.cost, self.rule.clone()))
    }

    fn exits(&self) -> Option<(&[Hex], &Rule)> {
        Some((&self.hexes, &self.place))
    }

    fn goals(&self, army: Army) -> Vec<Hex> {
        let own = self.scores.iter().filter(|score| score.army.is_none_or(|a| a == army));
        own.map(|score| score.hex).collect()
    }

    /// Scores a unit that has left the map by a hex.
    fn left_map(&self, turn: &mut Turn, id: UnitId, hex: Hex) {
        let unit = turn.scenario.unit(id);
        if let Some((points, rule)) = self.score(unit, hex) {
            turn.position.award(unit.army, Award::Exited, points);
            turn.tell(Event::Points {
                army: unit.army,
                award: Award::Exited,
                points,
                what: unit.id.clone(),
                rule,
            });
        }
    }
}

impl Score {
    /// Reads `{by, side: union|confederate|either, type: [..], at_least, points,
    /// per: unit|strength, rule}`; the hex must be an exit.
    fn read(mut entry: Reader<'_, '_>, exits: Option<&[Hex]>) -> Option<Score> {
        let hex = entry.hex("by", Ground::Any);
        if let (Some(hex), Some(exits)) = (hex, exits)
            && !exits.contains(&hex)
        {
            entry.complain("by", format!("{hex} is no exit"), "add it to `hexes`");
        }
        let army = entry.either_army("side");
        let arms = entry.arms("type");
        let at_least = match entry.has("at_least") {
            true => entry.number("at_least"),
            false => Some(0),
        };
        let points = entry.number("points");
        let per = entry.word("per", &[("unit", Per::Unit), ("strength", Per::Strength)]);
        let rule = entry.rule();
        entry.finish();
        Some(Score {
            hex: hex?,
            army: army?,
            arms: arms?,
            at_least: at_least?,
            points: points?,
            per: per?,
            rule: rule?,
        })
    }
}

impl Exit {
    /// [FR 17.12] The points for a unit that left by a hex, from the first line that fits.
    pub fn score(&self, unit: &Unit, hex: Hex) -> Option<(u32, Rule)> {
        let line = self.scores.iter().find(|s| {
            s.hex == hex
                && s.army.is_none_or(|a| a == unit.army)
                && s.arms.contains(&unit.arm)
                && unit.strength >= s.at_least
        })?;
        let each = match line.per {
            Per::Unit => 1,
            Per::Strength => u32::from(unit.strength),
        };
        Some((line.points.saturating_mul(each), line.rule.clone()))
    }
}
