//! Names, lists and numbers as people write them.

use super::super::scenario::{Army, Scenario, UnitId};
pub use crate::play::view::{count, list};

/// A unit as printed, with its side where both sides have a unit of that name.
pub fn name(scenario: &Scenario, unit: UnitId) -> String {
    let counter = scenario.unit(unit);
    match scenario.find(counter.army.enemy(), &counter.id) {
        Some(_) => format!("{} {}", counter.army, counter.id),
        None => counter.id.clone(),
    }
}

/// `is` for one, `are` for any other number.
pub const fn be(n: usize) -> &'static str {
    if n == 1 { "is" } else { "are" }
}

/// Who wins, in words.
pub const fn won(winner: Option<Army>) -> &'static str {
    match winner {
        Some(Army::Confederate) => "the Confederates win",
        Some(Army::Union) => "the Union wins",
        None => "a draw",
    }
}

/// The verb of one or of several: `stand` gives `stands` for one.
pub fn verb(n: usize, stem: &str) -> String {
    format!("{stem}{}", if n == 1 { "s" } else { "" })
}

/// A side with its article.
pub const fn people(army: Army) -> &'static str {
    match army {
        Army::Confederate => "the Confederates",
        Army::Union => "the Union",
    }
}
