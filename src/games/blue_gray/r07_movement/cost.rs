//! [7.2] [7.3] [7.5] What a step costs in movement points, from the terrain effects chart.

use super::super::scenario::{Cost, Scenario};
use crate::board::{Hex, Side as Hexside, Terrain};

/// Why a step cannot be taken at any price.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closed {
    /// There is no such hex.
    OffMap,
    /// The hexes are not adjacent.
    Apart,
    /// The hex cannot be entered.
    Terrain(Terrain),
    /// The hexside cannot be crossed.
    Side(&'static str),
    /// A ferry, pontoon or ford hex is entered and left only along its arrows.
    Arrows(Hex),
}

/// Cost of the step: the hex, or the road or trail followed across the hexside, plus the hexside.
///
/// # Errors
/// [`Closed`] if the step is impossible.
pub fn step(scenario: &Scenario, from: Hex, to: Hex) -> Result<u8, Closed> {
    let Some(terrain) = scenario.map.terrain(to) else { return Err(Closed::OffMap) };
    let Some(direction) = from.direction_to(to) else { return Err(Closed::Apart) };
    let hex = scenario.charts.hex(terrain);
    let Cost::Points(open) = hex.cost else { return Err(Closed::Terrain(terrain)) };
    for (crossing, other) in [(to, from), (from, to)] {
        if is_crossing(scenario, crossing) && !scenario.map.arrows(crossing).contains(&other) {
            return Err(Closed::Arrows(crossing));
        }
    }
    let side = scenario.map.side(from, direction);
    let ground = if side.has(Hexside::ROAD) {
        scenario.charts.road
    } else if side.has(Hexside::TRAIL) {
        open.min(scenario.charts.trail)
    } else {
        open
    };
    Ok(ground + side_cost(scenario, side)?)
}

/// Why a hex cannot be entered from any side.
pub fn terrain_of(scenario: &Scenario, hex: Hex) -> Option<Closed> {
    match scenario.map.terrain(hex) {
        None => Some(Closed::OffMap),
        Some(terrain) => (scenario.charts.hex(terrain).cost == Cost::Impassable)
            .then_some(Closed::Terrain(terrain)),
    }
}

/// [7.3] What crossing a hexside adds; a bridge or ford replaces the water (BG-crossing).
fn side_cost(scenario: &Scenario, side: Hexside) -> Result<u8, Closed> {
    const WATER: [(Hexside, &str); 4] = [
        (Hexside::CREEK, "creek"),
        (Hexside::RIVER, "river"),
        (Hexside::LAKE, "lake"),
        (Hexside::STREAM, "stream"),
    ];
    if !side.has(Hexside::WATER.with(Hexside::BRIDGE).with(Hexside::FORD)) {
        return Ok(0);
    }
    let price = |kind: Hexside, name: &'static str| match scenario.charts.side(kind) {
        Some(effect) => match effect.cost {
            Cost::Points(points) => Ok(points),
            Cost::Impassable => Err(Closed::Side(name)),
        },
        None => Err(Closed::Side(name)),
    };
    let mut cost = 0;
    if side.has(Hexside::BRIDGE) {
        cost += price(Hexside::BRIDGE, "bridge")?;
    } else if side.has(Hexside::FORD) {
        cost += price(Hexside::FORD, "ford")?;
    } else {
        for (kind, name) in WATER {
            if side.has(kind) {
                cost += price(kind, name)?;
            }
        }
    }
    Ok(cost)
}

/// Whether the hex is a ferry, pontoon or ford hex: nobody may end a move or a retreat there.
pub fn is_crossing(scenario: &Scenario, hex: Hex) -> bool {
    scenario.map.terrain(hex).is_some_and(|terrain| scenario.charts.hex(terrain).crossing)
}

/// Whether a step by retreat, displacement or advance is possible at all, whatever it costs.
pub fn passable(scenario: &Scenario, from: Hex, to: Hex) -> bool {
    step(scenario, from, to).is_ok() && !is_crossing(scenario, to)
}

/// The name of a kind of hex, for messages.
pub fn terrain_name(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Clear => "clear",
        Terrain::Forest => "forest",
        Terrain::Rough => "rough",
        Terrain::ForestRough => "forest and rough",
        Terrain::Town => "town",
        Terrain::Water => "water",
        Terrain::Pontoon => "a pontoon hex",
        Terrain::Ferry => "a ferry hex",
        Terrain::FordHex => "a ford hex",
        Terrain::Mountain => "mountain",
        Terrain::Swamp => "swamp",
        Terrain::Estuary => "estuary",
        Terrain::City => "city",
    }
}
