//! [7.2] [7.3] [7.5] What a step costs in movement points, from the terrain effects chart.

use super::super::scenario::{Army, Cost, Costs, Scenario};
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

impl Closed {
    /// What closes the step, in words: `a river without bridge or ford`.
    pub fn words(self, scenario: &Scenario) -> String {
        match self {
            Closed::OffMap => "off the map".to_owned(),
            Closed::Apart => "not adjacent".to_owned(),
            Closed::Terrain(terrain) => terrain.words().to_owned(),
            Closed::Side(side) => format!("a {side} without bridge or ford"),
            Closed::Arrows(crossing) => {
                let ends = scenario.map.arrows(crossing).iter().map(Hex::to_string);
                let ends = ends.collect::<Vec<_>>().join(" and ");
                format!("{crossing} is crossed only between {ends}")
            }
        }
    }
}

/// What the step costs an army: the hex, or the road or trail followed across the hexside, plus the
/// hexside.
///
/// # Errors
/// [`Closed`] if the step is impossible.
pub fn step(scenario: &Scenario, army: Army, from: Hex, to: Hex) -> Result<u8, Closed> {
    let Some(terrain) = scenario.map.terrain(to) else { return Err(Closed::OffMap) };
    let Some(direction) = from.direction_to(to) else { return Err(Closed::Apart) };
    let costs = scenario.charts.costs_of(army);
    let Cost::Points(open) = costs.hexes[terrain as usize] else {
        return Err(Closed::Terrain(terrain));
    };
    for (crossing, other) in [(to, from), (from, to)] {
        if is_crossing(scenario, crossing) && !scenario.map.arrows(crossing).contains(&other) {
            return Err(Closed::Arrows(crossing));
        }
    }
    let side = scenario.map.side(from, direction);
    let ground = if side.has(Hexside::ROAD) {
        costs.road
    } else if side.has(Hexside::TRAIL) {
        open.min(costs.trail)
    } else {
        open
    };
    Ok(ground + side_cost(costs, side)?)
}

/// Why a hex cannot be entered from any side.
pub fn terrain_of(scenario: &Scenario, hex: Hex) -> Option<Closed> {
    match scenario.map.terrain(hex) {
        None => Some(Closed::OffMap),
        Some(terrain) => (scenario.charts.hex(terrain).cost == Cost::Impassable)
            .then_some(Closed::Terrain(terrain)),
    }
}

/// [7.3] What of a hexside counts, with its name: a bridge or ford replaces the water under it
/// (BG-crossing).
pub fn counted(side: Hexside) -> impl Iterator<Item = (Hexside, &'static str)> {
    const KINDS: [(Hexside, &str); 6] = [
        (Hexside::BRIDGE, "bridge"),
        (Hexside::FORD, "ford"),
        (Hexside::CREEK, "creek"),
        (Hexside::RIVER, "river"),
        (Hexside::LAKE, "lake"),
        (Hexside::STREAM, "stream"),
    ];
    let crossing = KINDS[..2].iter().find(|(kind, _)| side.has(*kind));
    let water = KINDS[2..].iter().filter(move |(kind, _)| crossing.is_none() && side.has(*kind));
    crossing.into_iter().chain(water).copied()
}

/// [RR 16.3] [RR 15.4 (lakes)] Creeks and lakes are crossed at bridges and fords only.
///
/// [7.3] What crossing a hexside adds.
fn side_cost(costs: &Costs, side: Hexside) -> Result<u8, Closed> {
    if !side.has(Hexside::WATER.with(Hexside::BRIDGE).with(Hexside::FORD)) {
        return Ok(0);
    }
    let price = |kind: Hexside, name: &'static str| match kind.place().map(|at| costs.sides[at]) {
        Some(Cost::Points(points)) => Ok(points),
        Some(Cost::Impassable) | None => Err(Closed::Side(name)),
    };
    let mut cost = 0;
    for (kind, name) in counted(side) {
        cost += price(kind, name)?;
    }
    Ok(cost)
}

/// Whether the hex is a ferry, pontoon or ford hex: nobody may end a move or a retreat there.
pub fn is_crossing(scenario: &Scenario, hex: Hex) -> bool {
    scenario.map.terrain(hex).is_some_and(|terrain| scenario.charts.hex(terrain).crossing)
}

/// [CH 19.13] Whether a step by retreat, displacement or advance is possible at all, whatever it costs: what
/// one army cannot pass the other cannot either.
pub fn passable(scenario: &Scenario, from: Hex, to: Hex) -> bool {
    step(scenario, Army::Union, from, to).is_ok() && !is_crossing(scenario, to)
}

/// `1 movement point`, `3 movement points`.
pub fn points_of(points: u32) -> String {
    format!("{points} movement point{}", if points == 1 { "" } else { "s" })
}
