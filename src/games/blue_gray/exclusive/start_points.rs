//! `start_points`: points given before the first turn.

use super::super::scenario::Army;
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
