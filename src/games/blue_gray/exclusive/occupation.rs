//! `occupation`: hexes that score for the army that was last on or through them.

use super::super::scenario::Army;
use crate::board::Hex;
use crate::rule::Rule;

/// Hexes with points at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occupation {
    /// The hexes.
    pub hexes: Vec<Objective>,
    /// Citation of what occupation is.
    pub rule: Rule,
}

/// One hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// The hex.
    pub hex: Hex,
    /// Who holds it at the start.
    pub holder: Option<Army>,
    /// Who scores for it; `None` is either.
    pub army: Option<Army>,
    /// Victory points.
    pub points: u32,
    /// Citation, with its letter.
    pub rule: Rule,
}
