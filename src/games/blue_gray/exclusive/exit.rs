//! `exit`: hexes by which units may leave the map, and what that scores.

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
