//! `entry`: how reinforcements come onto the map.

use super::kind::{Kind, Times};
use super::reader::Reader;
use crate::rule::Rule;

/// What entering costs, and how full an entry hex may get.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Cost of the entry hex, in movement points.
    pub cost: u8,
    /// Whether arriving units may exceed the stacking limit there until the end of the phase.
    pub crowded: bool,
    /// Citation of what entering costs.
    pub rule: Rule,
    /// Citation of when and where reinforcements come.
    pub arrival: Rule,
}

impl Kind for Entry {
    const WORD: &'static str = "entry";
    const TIMES: Times = Times::Once;

    /// Reads `{cost, crowded: within phase|never, rule, arrival}`; `arrival` is the rule that says when and
    /// where reinforcements come.
    fn read(mut entry: Reader<'_, '_>) -> Option<Entry> {
        let cost = entry.number("cost");
        let crowded = entry.word("crowded", &[("within phase", true), ("never", false)]);
        let rule = entry.rule();
        let arrival = match entry.has("arrival") {
            true => entry.rule_at("arrival"),
            false => rule.clone(),
        };
        entry.finish();
        Some(Entry { cost: cost?, crowded: crowded?, rule: rule?, arrival: arrival? })
    }

    fn entry(&self) -> Option<&Entry> {
        Some(self)
    }
}
