//! How a unit comes onto the map: what the rules of a battle say of it, put together for one unit.

use super::super::rulebook::R4_0;
use super::super::scenario::{Army, Cost, Scenario, Start, Unit};
use crate::board::Hex;
use crate::rule::Rule;

/// By what rules a unit comes from off the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// Hexes at which it may enter, before any detour.
    pub hexes: Vec<Hex>,
    /// Citation of when it comes.
    pub due: Rule,
    /// Citation of where it comes.
    pub place: Rule,
    /// What an entry hex costs the first unit.
    pub price: Price,
    /// Citation of what an entry hex costs.
    pub paid: Rule,
    /// What the units behind the first pay, with its citation.
    pub column: Option<(Column, Rule)>,
    /// Whether it may exceed the stacking limit on its entry hex until the end of the phase.
    pub crowded: bool,
    /// Citation of an enemy unit on the entry hex keeping it off.
    pub blocked: Rule,
    /// The entry hex must hold nobody; else it comes onto the nearest free hex.
    pub beside: Option<Rule>,
    /// There must be room on the entry hex, even for passing on.
    pub needs_room: Option<Rule>,
    /// The entry hex may not lie in an enemy zone.
    pub free_of_zones: Option<Rule>,
    /// It is lost if it does not come on the turn on which it is due.
    pub late: Option<Rule>,
}

/// What an entry hex costs the first unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Price {
    /// So many movement points.
    Points(u8),
    /// What its terrain costs, or a point where a road leaves the map.
    Terrain {
        /// Hexes where one does.
        roads: Vec<Hex>,
    },
}

/// What the units of a column pay: whoever enters by one hex in one movement phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    /// After so many units, a point more.
    Adds(u32),
    /// The nth unit pays n times what the first paid.
    Times,
}

impl Arrival {
    /// What holds if a battle says nothing: a point for the entry hex.
    pub fn common(unit: &Unit) -> Arrival {
        let hexes = match &unit.start {
            Start::Due { entry, .. } => entry.clone(),
            Start::At(_) => Vec::new(),
        };
        Arrival {
            hexes,
            due: R4_0,
            place: R4_0,
            price: Price::Points(1),
            paid: R4_0,
            column: None,
            crowded: false,
            blocked: R4_0,
            beside: None,
            needs_room: None,
            free_of_zones: None,
            late: None,
        }
    }

    /// What an entry hex costs the nth unit, from 1, that comes by it in a movement phase, in
    /// movement points; nothing if it cannot be entered.
    pub fn cost(&self, scenario: &Scenario, army: Army, hex: Hex, nth: u32) -> Option<u32> {
        let first = match &self.price {
            Price::Points(points) => u32::from(*points),
            Price::Terrain { roads } if roads.contains(&hex) => 1,
            Price::Terrain { .. } => {
                let terrain = scenario.map.terrain(hex)?;
                match scenario.charts.costs_of(army).hexes[terrain as usize] {
                    Cost::Points(points) => u32::from(points),
                    Cost::Impassable => return None,
                }
            }
        };
        Some(match &self.column {
            None => first,
            Some((Column::Adds(units), _)) => first + nth.saturating_sub(1) / (*units).max(1),
            Some((Column::Times, _)) => first * nth,
        })
    }
}
