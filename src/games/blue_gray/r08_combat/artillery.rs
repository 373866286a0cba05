//! 8.7 Artillery: range, line of sight, and which batteries are bound to a neighbour.

use super::super::exclusive;
use super::super::position::Marks;
use super::super::r05_control::{has_zone, reaches};
use super::super::rulings::Ruling;
use super::super::scenario::{Scenario, UnitId};
use super::super::turn::Turn;
use crate::board::sight::{self, Crossed};
use crate::board::{Hex, Side as Hexside, Terrain};
use crate::rule::Rule;

/// [8.7] Range of artillery in hexes, the target hex counted.
pub const RANGE: u32 = 3;

/// [8.71] The hex that blocks a line of sight: a forest or town hex between the ends; along a
/// hexside it is blocked only if both hexes block.
pub fn blocked_by(scenario: &Scenario, from: Hex, to: Hex) -> Option<Hex> {
    let blocks = |hex: Hex| {
        scenario.map.terrain(hex).is_some_and(|terrain| scenario.charts.hex(terrain).blocks_sight)
    };
    sight::line(from, to).into_iter().find_map(|crossed| match crossed {
        Crossed::Hex(hex) => blocks(hex).then_some(hex),
        Crossed::Either(a, b) => (blocks(a) && blocks(b)).then_some(a),
    })
}

/// Whether the line of sight crosses water (BG-bomb): a ford, bridge, stream or creek side, or a
/// river or crossing hex; where it can be read two ways, on both (BG-along).
pub fn crosses_water(scenario: &Scenario, from: Hex, to: Hex) -> bool {
    const WATER: [Hexside; 6] = [
        Hexside::FORD,
        Hexside::BRIDGE,
        Hexside::STREAM,
        Hexside::CREEK,
        Hexside::RIVER,
        Hexside::LAKE,
    ];
    let crossing_counts = scenario.policies.takes(Ruling::BgBombferry, "yes");
    let counts = |a: Hex, b: Hex| {
        let side = scenario.map.side_between(a, b);
        let wet = b != to
            && scenario.map.terrain(b).is_some_and(|terrain| match terrain {
                Terrain::Water => true,
                Terrain::Ferry | Terrain::Pontoon | Terrain::FordHex => crossing_counts,
                _ => false,
            });
        wet || WATER.into_iter().any(|kind| side.has(kind))
    };
    if scenario.policies.takes(Ruling::BgAlong, "either") {
        return sight::stretches(from, to)
            .iter()
            .flat_map(|stretch| &stretch.ways)
            .any(|way| way.windows(2).any(|pair| counts(pair[0], pair[1])));
    }
    sight::unavoidable(from, to, counts).is_some()
}

/// [8.7] The enemy-held hexes in contact with a battery, which its combat must include one of; an
/// enemy that has advanced this phase does not bind it (IX-guns), nor one across a creek (5.3).
pub fn bound_to(turn: &Turn, id: UnitId) -> Vec<Hex> {
    let Some(at) = turn.position.hex(id) else { return Vec::new() };
    let binds = |near: Hex| {
        turn.position.stack(&turn.scenario.map, near).any(|other| {
            turn.scenario.unit(other).army == turn.enemy()
                && has_zone(turn.scenario, other)
                && !turn.position.has(other, Marks::ADVANCED)
        })
    };
    turn.scenario
        .map
        .neighbours(at)
        .map(|(_, near)| near)
        .filter(|near| reaches(turn.scenario, *near, at) && binds(*near))
        .collect()
}

/// Why a battery cannot bombard a hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoShot {
    /// So many hexes away.
    Range(u32),
    /// The line of sight is blocked.
    Blocked(Hex),
    /// It is beside an enemy, on this hex, whom its combat does not include.
    Bound(Hex),
    /// No bombardment on this turn.
    Weather(Rule),
}

/// [8.7] [8.71] Whether a battery can bombard a hex that is not in contact with it, in a combat
/// against `targets`.
///
/// # Errors
/// What stands against it.
pub fn can_bombard(turn: &Turn, id: UnitId, hex: Hex, targets: &[Hex]) -> Result<(), NoShot> {
    let Some(at) = turn.position.hex(id) else { return Err(NoShot::Range(u32::MAX)) };
    if let Some(rule) = exclusive::no_bombardment(turn.scenario, turn.position.turn) {
        return Err(NoShot::Weather(rule));
    }
    if turn.scenario.policies.takes(Ruling::BgArtadj, "no") {
        let bound = bound_to(turn, id);
        if let Some(neighbour) = bound.first()
            && !bound.iter().any(|hex| targets.contains(hex))
        {
            return Err(NoShot::Bound(*neighbour));
        }
    }
    let distance = at.distance(hex);
    if distance > RANGE {
        return Err(NoShot::Range(distance));
    }
    blocked_by(turn.scenario, at, hex).map_or(Ok(()), |hex| Err(NoShot::Blocked(hex)))
}
