//! `either`: a reinforcement comes in one form or the other; naming one strikes the other.

use super::super::scenario::UnitId;
use crate::rule::Rule;

/// Two forms of one reinforcement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Either {
    /// Units of the one form.
    pub one: Vec<UnitId>,
    /// Units of the other form.
    pub other: Vec<UnitId>,
    /// Citation.
    pub rule: Rule,
}
