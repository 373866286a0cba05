//! 5.0 Zones of control.

use super::position::Position;
use super::rulings::Ruling;
use super::scenario::{Arm, Army, Scenario, UnitId};
use crate::board::{Hex, Side as Hexside};

/// [FR 16.1] [CH 19.11] [RR 16.3] [RR 15.4 (lakes)] What ground does to zones is in the charts.
///
/// [5.3] Whether a zone reaches from a hex into the adjacent one: not into river or crossing
/// hexes, not over a creek, river or lake side that has neither bridge nor ford.
pub fn reaches(scenario: &Scenario, from: Hex, to: Hex) -> bool {
    if !scenario.map.contains(to) {
        return false;
    }
    let Some(direction) = from.direction_to(to) else { return false };
    let Some(terrain) = scenario.map.terrain(to) else { return false };
    scenario.charts.hex(terrain).zone && side_open(scenario, scenario.map.side(from, direction))
}

/// Whether zones and attacks pass a hexside: a bridge or ford replaces the water under it.
pub fn side_open(scenario: &Scenario, side: Hexside) -> bool {
    if !side.has(Hexside::WATER) || side.has(Hexside::BRIDGE.with(Hexside::FORD)) {
        return true;
    }
    [Hexside::CREEK, Hexside::RIVER, Hexside::LAKE, Hexside::STREAM]
        .into_iter()
        .filter(|kind| side.has(*kind))
        .all(|kind| scenario.charts.side(kind).is_some_and(|effect| effect.zone))
}

/// [5.0] Whether a unit exerts a zone at all: a train does not.
pub fn has_zone(scenario: &Scenario, id: UnitId) -> bool {
    scenario.unit(id).arm != Arm::Train
}

/// [5.0] [5.2] [5.4] Whether a hex lies in the zone of any unit of an army that is on the map now.
pub fn in_zone(scenario: &Scenario, position: &Position, army: Army, hex: Hex) -> bool {
    let map = &scenario.map;
    // As `reaches`, with what is the same from every side looked at once.
    let exerts = |id| scenario.unit(id).army == army && has_zone(scenario, id);
    map.terrain(hex).is_some_and(|terrain| scenario.charts.hex(terrain).zone)
        && map
            .borders(hex)
            .any(|(near, side)| position.stack_at(near).any(exerts) && side_open(scenario, side))
}

/// [8.51] Whether a retreat, displacement, fall back or cavalry retreat of `army` is barred from
/// a hex by an enemy zone; under ruling BG-friendzoc a friend on the hex may lift it.
pub fn zone_bars_retreat(scenario: &Scenario, position: &Position, army: Army, hex: Hex) -> bool {
    in_zone(scenario, position, army.enemy(), hex)
        && !(scenario.policies.takes(Ruling::BgFriendzoc, "yes")
            && friends_on(scenario, position, army, hex) > 0)
}

/// How many units of an army stand on a hex.
pub fn friends_on(scenario: &Scenario, position: &Position, army: Army, hex: Hex) -> usize {
    position.stack(&scenario.map, hex).filter(|id| scenario.unit(*id).army == army).count()
}

/// Whether a unit of an army stands on a hex.
pub fn held_by(scenario: &Scenario, position: &Position, army: Army, hex: Hex) -> bool {
    position.stack(&scenario.map, hex).any(|id| scenario.unit(id).army == army)
}

/// The hexes in which an army exerts zones, by index of the map; for phases in which it does not
/// move.
pub fn zones(scenario: &Scenario, position: &Position, army: Army) -> Vec<bool> {
    let map = &scenario.map;
    let mut zones = vec![false; map.len()];
    for (id, _) in position.pieces() {
        let unit = scenario.unit(id);
        if unit.army != army || !has_zone(scenario, id) {
            continue;
        }
        let Some(hex) = position.hex(id) else { continue };
        for (near, _) in map.borders(hex).filter(|(_, side)| side_open(scenario, *side)) {
            let ground = map.terrain(map.hex_at(near));
            zones[near] = ground.is_some_and(|ground| scenario.charts.hex(ground).zone);
        }
    }
    zones
}

/// [5.0] [8.0] The adjacent hexes that hold enemies of `army` with which a unit on `hex` is in
/// contact: their zone reaches it (`owing`), so that it must attack.
pub fn enemies_owed(
    scenario: &Scenario,
    position: &Position,
    army: Army,
    hex: Hex,
) -> impl Iterator<Item = Hex> {
    scenario.map.neighbours(hex).map(|(_, near)| near).filter(move |near| {
        position
            .stack(&scenario.map, *near)
            .any(|id| scenario.unit(id).army != army && has_zone(scenario, id))
            && reaches(scenario, *near, hex)
    })
}
