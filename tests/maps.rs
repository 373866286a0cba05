//! Every map and chart in the tree, and how a map looks in text.

use provost::board::odds::Table;
use provost::board::{Hex, Map, Side, Terrain};
use provost::document::Node;
use provost::document::read::{Limits, parse};
use provost::report::map_text::{Drawing, Window, legend};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn load(path: &Path) -> Node {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    parse(&text, Limits::PACK).unwrap_or_else(|e| panic!("{}: {e:?}", path.display()))
}

fn read(path: &Path) -> Map {
    let mut complaints = Vec::new();
    let map = Map::read(&load(path), &mut complaints);
    assert_eq!(complaints, [], "{}", path.display());
    map.expect("a map without complaints")
}

fn fredericksburg() -> Map {
    read(&root().join("scenarios/blue_gray/fredericksburg/map.yaml"))
}

fn hex(n: &str) -> Hex {
    n.parse().expect("a hex number")
}

/// Some counters for the pictures.
fn counters(hex: Hex) -> Vec<String> {
    let names: &[&str] = match hex.to_string().as_str() {
        "1112" => &["Cobb"],
        "1113" => &["Ransom", "Alexander"],
        "0910" => &["1/2/II", "2/2/II", "II"],
        "1011" => &["Kershaw/McLaws"],
        _ => &[],
    };
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn every_blue_and_gray_map_is_read_without_complaint() {
    let folder = root().join("scenarios/blue_gray");
    let entries = std::fs::read_dir(&folder).expect("the folder of battles");
    let maps = entries.map(|entry| entry.expect("an entry").path().join("map.yaml"));
    let maps: Vec<PathBuf> = maps.filter(|path| path.exists()).collect();
    assert!(!maps.is_empty());
    for path in maps {
        let map = read(&path);
        assert_eq!(map.len(), 13 * 28 + 12 * 27, "{}", path.display());
    }
}

/// `UPDATE=1 cargo test --test maps` writes the picture anew; look at it before it is kept.
#[test]
fn the_stone_wall_as_a_picture() {
    let map = fredericksburg();
    let window = Window::around(&map, [hex("1112")], 3).expect("1112 is on the map");
    let drawn = Drawing::of(&map, counters).strips(window, 80) + &legend(&map, window, 80);
    let path = root().join("tests/data/stone_wall.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &drawn).expect("the picture is written");
    }
    let kept = std::fs::read_to_string(&path).expect("the picture is kept");
    assert!(drawn == kept, "the picture has changed:\n{drawn}");
}

#[test]
fn pictures_keep_to_their_width() {
    let map = fredericksburg();
    let whole = Window::whole(&map);
    for width in [60, 72, 80, 300] {
        let text = Drawing::of(&map, counters).strips(whole, width) + &legend(&map, whole, width);
        for line in text.lines() {
            assert!(line.len() <= width && line.is_ascii(), "{width}: {line}");
            assert_eq!(line, line.trim_end());
        }
        // Every hex is there, in every strip that holds its column.
        for hex in map.hexes() {
            assert!(text.contains(&hex.to_string()), "{hex} at width {width}");
        }
    }
}

/// Roads, streams, bridges and barbs are where the map has them.
#[test]
fn marks_stand_on_their_hexsides() {
    let mut map = Map::tiny(3, 3);
    map.mark(hex("0202"), hex("0302"), Side::ROAD.with(Side::STREAM).with(Side::BRIDGE));
    map.mark(hex("0202"), hex("0203"), Side::TRAIL.with(Side::CREEK).with(Side::FORD));
    map.mark(hex("0202"), hex("0102"), Side::REDOUBT);
    map.set_terrain(hex("0201"), Terrain::Water);
    let drawing = Drawing::of(&map, |at| match at == hex("0202") {
        true => vec!["Cobb".to_owned(), "M\u{fc}ller and others".to_owned()],
        false => Vec::new(),
    });
    let text = drawing.strips(Window::whole(&map), 80);
    let expected = r"
  _______           _______
 / 0101  \         / 0301  \
/         \_______/         \
\         / 0201  \         /
 \_______/ ~ ~ ~ ~ \_______/
 / 0102  \~ ~ ~ ~ ~/ 0302  \
/         \_______/         \
\         / 0202 =H=        /
 \_______< Cobb    ~_______/
 / 0103  \ Muller  / 0303  \
/         \%:---:%/         \
\         / 0203  \         /
 \_______/         \_______/
         \         /
          \_______/
";
    assert_eq!(text, expected.trim_start_matches('\n'));
}

/// Whatever the window, also where the other counter is not drawn.
#[test]
fn counters_that_begin_alike_are_told_apart() {
    let map = Map::tiny(9, 9);
    let counters = |at: Hex| {
        let names: &[&str] = match at.to_string().as_str() {
            "0202" => &["C Doles 5", "C Doles 7"],
            "0808" => &["C Stuart 6"],
            "0101" => &["C Stuart 5", "C Battle"],
            _ => &[],
        };
        names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()
    };
    let drawing = Drawing::of(&map, counters);
    let text = drawing.strips(Window::whole(&map), 90);
    for name in ["C Dole 5", "C Dol 7", "C Stua 6", "C Stua 5", "C Battl"] {
        assert!(text.contains(name), "{name} in\n{text}");
    }
    let corner = Window::around(&map, [hex("0101")], 1).expect("it is on the map");
    assert!(drawing.strips(corner, 80).contains("C Stua 5"));
}

#[test]
fn windows_stay_on_the_map() {
    let map = Map::tiny(12, 9);
    assert_eq!(Window::around(&map, [hex("1313")], 2), None);
    let corner = Window::around(&map, [hex("0101"), hex("1313")], 2).expect("0101 is on the map");
    let inside = map.hexes().iter().filter(|hex| corner.contains(**hex)).count();
    assert_eq!(inside, 9);
    let all = Window::around(&map, [hex("0101"), hex("1209")], 99);
    assert_eq!(all, Some(Window::whole(&map)));
}

/// The combat results once more, typed column by column, against the chart's rows.
#[test]
fn combat_results() {
    let charts = load(&root().join("scenarios/blue_gray/charts.yaml"));
    let mut complaints = Vec::new();
    let table = charts.get("combat_results").and_then(|node| Table::read(node, &mut complaints));
    assert_eq!(complaints, []);
    let table = table.expect("a table without complaints");
    let columns = [
        ("1-5", "AR AR AR AE AE AE"),
        ("1-4", "AR AR AR AR AE AE"),
        ("1-3", "DR AR AR AR AR AE"),
        ("1-2", "DR DR AR AR AR AE"),
        ("1-1", "DR DR DR AR AR AR"),
        ("2-1", "DR DR DR DR AR AR"),
        ("3-1", "DE DR DR DR DR EX"),
        ("4-1", "DE DR DR DR EX EX"),
        ("5-1", "DE DE DR DR EX EX"),
        ("6-1", "DE DE DE DR DR EX"),
    ];
    assert_eq!((table.columns().len(), table.faces()), (columns.len(), 6));
    for (odds, results) in columns {
        let odds = odds.parse().expect("odds");
        for (die, result) in (1..).zip(results.split(' ')) {
            assert_eq!(table.result(odds, die), result, "{odds:?}, die {die}");
        }
    }
}

/// Every row of the terrain chart names what a map can hold, with a cost and a certainty.
#[test]
fn terrain_effects() {
    let charts = load(&root().join("scenarios/blue_gray/charts.yaml"));
    let rows = |section: &str| charts.get(section).and_then(Node::as_map).expect("a section");
    let is_terrain = |name: &str| Terrain::of_name(name).is_some();
    let is_side = |name: &str| Side::ALL.iter().any(|(_, n)| *n == name);
    type Known<'a> = &'a dyn Fn(&str) -> bool;
    let sections: [(&str, Known); 3] =
        [("terrain", &is_terrain), ("ways", &is_side), ("sides", &is_side)];
    for (section, known) in sections {
        for (key, row) in rows(section) {
            assert!(known(&key.text), "{section}: {}", key.text);
            let text = |key: &str| row.get_text(key).unwrap_or("nothing");
            let cost = text("cost");
            let points = cost.strip_prefix('+').filter(|_| section == "sides").unwrap_or(cost);
            let least = if section == "sides" { 0 } else { 1 };
            let is_cost = points.parse::<u32>().is_ok_and(|points| points >= least);
            assert!(is_cost || cost == "impassable", "{section}.{}: cost {cost}", key.text);
            assert!(["high", "medium", "low"].contains(&text("certainty")), "{}", key.text);
            if section != "ways" {
                assert!(["1", "2"].contains(&text("combat")), "{}", key.text);
                assert!(["open", "closed"].contains(&text("zone")), "{}", key.text);
            }
        }
    }
    // What any map of the family may hold has a row.
    let map = fredericksburg();
    for hex in map.hexes() {
        let name = map.terrain(*hex).map_or("none", Terrain::name);
        assert!(rows("terrain").iter().any(|(key, _)| key.text == name), "{name}");
    }
}
