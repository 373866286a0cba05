//! What the rules and charts say of the ground of the battles, looked up on their maps.

use provost::board::path::trace;
use provost::board::{Hex, Map, Side, Terrain};
use provost::document::read::{Limits, parse};
use provost::games::blue_gray::builtin;

fn map(battle: &str) -> Map {
    let text = builtin::find(battle).expect("it comes with the program").map;
    let mut complaints = Vec::new();
    let map = Map::read(&parse(text, Limits::PACK).expect("YAML"), &mut complaints);
    map.unwrap_or_else(|| panic!("{battle}: {complaints:?}"))
}

fn hexes(numbers: &str) -> Vec<Hex> {
    numbers.split(' ').map(|number| number.parse().expect("a hex number")).collect()
}

fn on_the_edge(battle: &str, numbers: &str) {
    let map = map(battle);
    for hex in hexes(numbers) {
        assert!(map.is_edge(hex), "{battle}: {hex} lies on the edge");
        assert!(map.terrain(hex).is_some_and(|t| !t.is_water()), "{battle}: {hex} is land");
    }
}

fn land(battle: &str, numbers: &str) {
    let map = map(battle);
    for hex in hexes(numbers) {
        let stands = |terrain: Terrain| !terrain.is_water() && !terrain.is_crossing();
        assert!(map.terrain(hex).is_some_and(stands), "{battle}: units may stand on {hex}");
    }
}

/// Exits, entries, the western strip of the flank march and the hexes that score (15, 16, 20).
#[test]
fn hooker_and_lee() {
    let edge =
        "1501 2001 2101 0328 0111 0128 2514 2518 1128 1328 1528 1728 1928 1027 1227 1427 1627 1827";
    on_the_edge("hooker_and_lee", edge);
    land("hooker_and_lee", "0511 1501 0328");
}

/// Ferry hexes with two ends each, entries, the hexes of control and points (15 to 20).
#[test]
fn chattanooga() {
    let map = map("chattanooga");
    for hex in hexes("1305 1013 0814 0517") {
        assert_eq!(map.terrain(hex), Some(Terrain::Ferry), "{hex}");
        assert!(map.arrows(hex).len() >= 2, "{hex}");
    }
    on_the_edge("chattanooga", "0427 0528 0627 0728");
    land("chattanooga", "1025 1514 1417 2207 2311 2416 2419");
}

/// Entries and the hexes that score; a road or trail leads in where the trains come (16, 18).
#[test]
fn wilderness() {
    on_the_edge("wilderness", "0128 0118 0728 0627 0102");
    land("wilderness", "0810 1415 1920 2326");
    let ways = Side::ROAD.with(Side::TRAIL);
    let map = map("wilderness");
    assert!(hexes("0102").iter().all(|hex| map.sides_of(*hex).has(ways)));
}

/// Entries, the streams and creeks at their named ends, and the road from exit to exit (15 to 21).
#[test]
fn road_to_richmond() {
    let map = map("road_to_richmond");
    on_the_edge("road_to_richmond", "0103 1301 1901 0117 0728 0328 0126 1528");
    land("road_to_richmond", "2426 1826 0410 0414 0412 0416 0418 0419 0417");
    for pair in ["0103 0104", "1728 1827", "0122 0123", "0322 0422", "0128 0227"] {
        let [one, other] = hexes(pair)[..] else { panic!("{pair}") };
        assert!(map.side_between(one, other).has(Side::CREEK), "{pair} is a creek side");
    }
    for hex in hexes("0407 0308 0208") {
        assert!(map.sides_of(hex).has(Side::STREAM), "a stream borders {hex}");
    }
    let [from, to] = hexes("0117 1528")[..] else { panic!() };
    let by_road = |a: Hex, b: Hex| map.side_between(a, b).has(Side::ROAD.with(Side::TRAIL));
    assert!(trace(&map, from, 99, by_road, |hex| hex == to).is_some(), "0117 to 1528 by ways");
}
