//! `exit`: hexes by which units may leave the map, and what that scores.

use super::reader::{Ground, Reader};
use super::super::scenario::{Arm, Army};
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
    /// Citation.
    pub rule: Rule,
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

impl Exit {
    /// Reads `{hexes, cost, rule, scores: [..]}`.
    pub fn read(mut entry: Reader<'_, '_>) -> Option<Exit> {
        let hexes = entry.hexes("hexes", Ground::Standing);
        let cost = entry.number("cost");
        let rule = entry.rule();
        let scores = match entry.has("scores") {
            true => entry.each("scores", "score", |score| Score::read(score, hexes.as_deref())),
            false => Some(Vec::new()),
        };
        entry.finish();
        Some(Exit { hexes: hexes?, cost: cost?, scores: scores?, rule: rule? })
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
