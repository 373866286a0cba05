use super::*;
use crate::document::Diagnostic;
use crate::document::read::{Limits, parse};

/// Three columns, the middle one half a hex lower and one hex shorter; a creek with a bridge runs
/// between the rows 02 and 03, a ferry leads over the river hex at the top.
const SMALL: &str = "\
map: small
title: A small map
provenance: house
note: made for tests
grid:
  columns: 3
  rows: {odd: 4, even: 3}
  shifted: even
compass: {column_01: west, row_01: north}
terrain: |
  row 01 02 03
  01   .  y  f
  02   r  x  .
  03   .  t  .
  04   .  -  .
roads:
- High Street: 0102 0202 0203 0303
trails:
- 0101 0102
hexsides:
  creek: 0102/0103 0202/0103 0202/0203
    0202/0303 0302/0303
  stream: [0103/0104, 0303/0304]
  bridge: 0202/0203
  redoubt: 0203|0202
arrows:
  \"0201\": 0202 0301
names:
  \"0203\": Mill Town
areas:
  north: 0202 0101
  south: |
    0203 0303
    0103
";

fn hex(n: &str) -> Hex {
    n.parse().expect("a hex number")
}

fn read(text: &str) -> (Option<Map>, Vec<Diagnostic>) {
    let node = parse(text, Limits::PACK).expect("YAML");
    let mut complaints = Vec::new();
    let map = Map::read(&node, &mut complaints);
    (map, complaints)
}

fn small() -> Map {
    let (map, complaints) = read(SMALL);
    assert_eq!(complaints, []);
    map.expect("a map")
}

/// `line:column headline -> help` of every complaint.
fn complaints(text: &str) -> Vec<String> {
    let show = |complaint: &Diagnostic| {
        let (line, column) = (complaint.span.line, complaint.span.column);
        let help = complaint.help.as_ref().map_or(String::new(), |help| format!(" -> {help}"));
        format!("{line}:{column} {complaint}{help}")
    };
    let (map, complaints) = read(text);
    assert_eq!(map.is_none(), complaints.iter().any(Diagnostic::is_error));
    complaints.iter().map(show).collect()
}

/// The complaints about the small map with one text exchanged for another.
fn changed(from: &str, to: &str) -> Vec<String> {
    assert!(SMALL.contains(from), "`{from}` is in the map");
    complaints(&SMALL.replacen(from, to, 1))
}

#[test]
fn a_map_is_read_as_it_is_written() {
    let map = small();
    assert_eq!((map.name.as_str(), map.title.as_str()), ("small", "A small map"));
    assert_eq!((map.provenance.as_str(), map.note.as_str()), ("house", "made for tests"));
    assert_eq!(map.compass, Some((Compass::West, Compass::North)));
    assert_eq!((map.columns(), map.rows(1), map.rows(2), map.len()), (3, 4, 3, 11));
    assert_eq!(map.terrain(hex("0201")), Some(Terrain::Ferry));
    assert_eq!(map.terrain(hex("0102")), Some(Terrain::Rough));
    assert_eq!(map.terrain(hex("0204")), None);
    assert_eq!(map.arrows(hex("0201")), [hex("0202"), hex("0301")]);
    assert_eq!(map.arrows(hex("0202")), []);
    assert_eq!(map.name(hex("0203")), Some("Mill Town"));
    assert_eq!(map.name(hex("0202")), None);
    assert_eq!(map.area("north"), Some([hex("0101"), hex("0202")].as_slice()));
    assert_eq!(map.area("east"), None);
    assert!(map.is_in("south", hex("0103")) && !map.is_in("south", hex("0101")));
    assert_eq!(map.names().count(), 1);
    assert_eq!(map.areas().map(|(name, _)| name).collect::<Vec<_>>(), ["north", "south"]);
    assert_eq!(map.ways().len(), 2);
    assert_eq!((map.ways()[0].name.as_str(), map.ways()[1].name.as_str()), ("High Street", ""));
}

#[test]
fn hexsides_are_the_same_from_both_sides_but_for_redoubts() {
    let map = small();
    let (town, wood) = (hex("0203"), hex("0202"));
    let names = |a, b| map.side_between(a, b).names().collect::<Vec<_>>().join(" ");
    assert_eq!(names(town, wood), "road creek bridge redoubt");
    assert_eq!(names(wood, town), "road creek bridge");
    assert_eq!(names(hex("0102"), hex("0101")), "trail");
    assert_eq!(names(hex("0101"), hex("0103")), "");
    assert!(map.sides_of(town).has(Side::REDOUBT) && !map.sides_of(wood).has(Side::REDOUBT));
    for &a in map.hexes() {
        for (direction, b) in map.neighbours(a) {
            let (own, other) = (map.side(a, direction), map.side(b, direction.opposite()));
            assert_eq!(own.with(Side::REDOUBT), other.with(Side::REDOUBT), "{a}/{b}");
        }
    }
}

#[test]
fn indices_are_dense_and_in_order() {
    for (columns, odd, even) in [(1, 1, 1), (3, 4, 3), (4, 3, 5), (25, 28, 27), (99, 99, 99)] {
        let map = Map::blank(columns, odd, even);
        assert!(map.hexes().is_sorted());
        for (at, hex) in map.hexes().iter().enumerate() {
            assert_eq!((map.index(*hex), map.hex_at(at)), (Some(at), *hex));
        }
        let all = (0..=99).flat_map(|column| (0..=99).map(move |row| Hex::new(column, row)));
        assert_eq!(all.filter(|hex| map.contains(*hex)).count(), map.len());
    }
}

#[test]
fn neighbours_are_those_on_the_map() {
    let map = small();
    for &hex in map.hexes() {
        let expected: Vec<(Direction, Hex)> =
            hex.neighbours().filter(|(_, other)| map.contains(*other)).collect();
        assert_eq!(map.neighbours(hex).collect::<Vec<_>>(), expected);
        assert_eq!(map.is_edge(hex), expected.len() < 6);
        let around: Vec<Hex> =
            map.around(map.index(hex).expect("on the map")).map(|at| map.hex_at(at)).collect();
        assert_eq!(around, expected.iter().map(|(_, hex)| *hex).collect::<Vec<_>>());
    }
    assert_eq!(map.neighbours(hex("0909")).count(), 0);
    assert!(!map.is_edge(hex("0202")));
}

#[test]
fn an_open_field_has_a_short_form() {
    let text = "\
field: {columns: 12, rows: 12}
hexes: {\"0503\": x, \"0404\": \"~\", \"0504\": y}
hexsides: {stream: 0604/0605, redoubt: 0505|0605}
arrows: {\"0504\": 0503 0505}
roads: [0502 0503]
";
    let (map, complaints) = read(text);
    assert_eq!(complaints, []);
    let mut built = Map::tiny(12, 12);
    built.set_terrain(hex("0503"), Terrain::ForestRough);
    built.set_terrain(hex("0404"), Terrain::Water);
    built.set_terrain(hex("0504"), Terrain::Ferry);
    built.mark(hex("0604"), hex("0605"), Side::STREAM);
    built.mark(hex("0505"), hex("0605"), Side::REDOUBT);
    built.set_arrows(hex("0504"), vec![hex("0505"), hex("0503")]);
    let hexes = vec![hex("0502"), hex("0503")];
    built.draw(Way { kind: Side::ROAD, name: String::new(), hexes });
    assert_eq!(map, Some(built));
    assert_eq!(map.map(|map| map.len()), Some(144));
}

#[test]
fn symbols_and_names_of_terrain_go_both_ways() {
    for (terrain, symbol, name) in Terrain::ALL {
        assert_eq!((terrain.symbol(), terrain.name()), (symbol, name));
        assert_eq!(Terrain::of_symbol(&symbol.to_string()), Some(terrain));
        assert_eq!(Terrain::of_name(name), Some(terrain));
    }
    assert_eq!((Terrain::of_symbol("ff"), Terrain::of_symbol("")), (None, None));
}

#[test]
fn faults_of_the_terrain() {
    assert_eq!(
        changed("row 01 02 03", "row 01 03"),
        ["11:10 column 02 is headed `03` -> `row` and the columns 01 to 03"]
    );
    assert_eq!(
        changed("row 01 02 03", "01 02 03"),
        ["11:3 the terrain begins with `01` -> first a line: `row` and the columns 01 to 03"]
    );
    assert_eq!(
        changed("row 01 02 03", "row 01 02"),
        ["11:3 column 03 has no heading -> `row` and the columns 01 to 03"]
    );
    assert_eq!(
        changed("row 01 02 03", "row 01 02 03 04"),
        ["11:16 heading `04` beyond the last column -> `row` and the columns 01 to 03"]
    );
    assert_eq!(
        changed("02   r  x  .", "02   r  x"),
        ["13:3 row 02 has 2 symbols instead of 3 \
          -> one symbol a column, `-` where there is no hex"]
    );
    assert_eq!(
        changed("02   r  x  .", "02   r  X  ."),
        ["13:11 unknown symbol `X` for 0202 -> symbols: . clear, f forest, r rough, \
          x forest_rough, t town, ~ water, p pontoon, y ferry, d ford_hex, m mountain, s swamp, \
          e estuary, c city"]
    );
    assert_eq!(
        changed("04   .  -  .", "04   .  f  -"),
        [
            "15:11 there is no hex 0204, but its symbol is `f` -> write `-`, or correct `grid`",
            "15:14 0304 is on the map, but its symbol is `-` \
             -> give it its terrain, or correct `grid`",
        ]
    );
    assert_eq!(
        changed("04   .  -  .", "03   .  -  .\n  5    .  .  ."),
        [
            "10:1 the terrain lacks row 04 -> rows 01 to 04, one line each",
            "15:3 row 03 is given twice -> keep one of the two lines",
            "16:3 a line of the terrain begins with its row; read `5` -> rows 01 to 04",
        ]
    );
    assert_eq!(
        changed("terrain: |", "terrain: >-")[0],
        "11:3 the terrain is a block of lines: the columns, then one line a row \
         -> begin with `terrain: |` and a line `row 01 02 ...`"
    );
}

#[test]
fn faults_of_the_head() {
    assert_eq!(changed("title: A small map\n", ""), ["1:1 `title` is missing -> add `title: ...`"]);
    assert_eq!(
        changed("provenance: house", "provenance: guess"),
        ["3:13 unknown provenance `guess` -> one of printed, reconstruction, house"]
    );
    assert_eq!(
        changed("note:", "notes:"),
        ["4:1 unknown key `notes` in this map -> did you mean `note`?"]
    );
    assert_eq!(
        changed("columns: 3", "columns: 3\n  hex: 4 miles"),
        ["7:3 unknown key `hex` in this grid \
          -> known here: columns, rows, shifted, miles_a_hex"]
    );
    assert_eq!(
        changed("columns: 3", "columns: 300"),
        ["6:12 `columns` is a number from 1 to 99; read `300` -> `columns: 25`"]
    );
    assert_eq!(
        complaints("map: small\ngrid: {columns: 3}"),
        [
            "1:1 `terrain` is missing -> add the block `terrain: |`",
            "1:1 `title` is missing -> add `title: ...`",
            "1:1 `provenance` is missing -> add `provenance: ...`",
            "2:7 `shifted` is missing -> add `shifted: even`",
            "2:7 `rows` is a number from 1 to 99; read nothing -> `rows: 25`",
        ]
    );
    assert_eq!(
        changed("even: 3}", "evne: 3}"),
        ["7:9 `even` is a number from 1 to 99; read nothing -> `even: 25`"]
    );
    assert_eq!(
        changed("shifted: even", "shifted: odd"),
        ["8:12 the even columns must sit half a hex lower -> `shifted: even`"]
    );
    assert_eq!(
        changed("row_01: north", "row_01: east"),
        ["9:10 the edges of column 01 and row 01 meet, so they lie a quarter apart \
          -> such as west and north"]
    );
    assert_eq!(
        changed("row_01: north", "row_01: up"),
        ["9:36 `row_01` lies north, east, south or west; read `up` -> `row_01: north`"]
    );
    assert_eq!(
        complaints("just text"),
        ["1:1 a map file is a mapping -> begin with the line `map: NAME`"]
    );
}

#[test]
fn faults_of_ways_and_hexsides() {
    assert_eq!(
        changed("0102 0202 0203 0303", "0102 0203 0203 0405 03O3 0303"),
        [
            "17:21 High Street: 0102 and 0203 are not adjacent \
             -> between them lies 0202 or 0103",
            "17:26 High Street: 0203 and 0203 are not adjacent -> write it once",
            "17:31 High Street: there is no hex 0405 \
             -> columns 01 to 03, rows 01 to 04 in odd, 03 in even columns",
            "17:36 High Street: `03O3` is not a hex number of four digits \
             -> column and row, two digits each, such as 0206",
        ]
    );
    assert_eq!(
        changed("0102 0202 0203 0303", "0102"),
        ["17:16 High Street: a way has at least two hexes -> list its hexes in order"]
    );
    assert_eq!(
        changed("stream: [0103/0104, 0303/0304]", "stream: [0103/0304, 0303|0304]"),
        [
            "23:12 stream: 0103 and 0304 are not adjacent -> two adjacent hexes: `0504/0505`",
            "23:23 stream: `0303|0304` is not a pair of hexes with `/` \
             -> two adjacent hexes: `0504/0505`",
        ]
    );
    assert_eq!(
        changed("0203|0202", "0203/0202"),
        ["25:12 redoubt: `0203/0202` is not a pair of hexes with `|` \
          -> the protected hex first: `0504|0505` protects 0504 against 0505"]
    );
    assert_eq!(
        changed("bridge: 0202/0203", "ford: 0202/0203 0101/0102"),
        ["24:19 ford 0101/0102 crosses no water \
          -> list the hexside under stream, creek, river or lake too"]
    );
    assert_eq!(
        changed("bridge: 0202/0203", "moat: 0202/0203")[0],
        "24:3 unknown kind of hexside `moat` \
         -> kinds: stream, creek, river, lake, bridge, ford, redoubt"
    );
    assert_eq!(
        changed("stream: [0103/0104, 0303/0304]", "stream: 0103/0104 0104/0103"),
        ["23:21 stream 0104/0103 is listed twice"]
    );
}

#[test]
fn faults_of_arrows_names_and_areas() {
    assert_eq!(
        changed("\"0201\": 0202 0301", "\"0202\": 0203\n  \"0201\": 0203 0202 0301"),
        [
            "27:3 arrows on 0202, which is no pontoon, ferry or ford hex \
             -> its symbol would be p, y or d",
            "28:11 arrow from 0201 to 0203, which are not adjacent \
             -> adjacent: 0301 0302 0202 0102 0101",
        ]
    );
    assert_eq!(
        changed("01   .  y  f", "01   .  y  ~"),
        ["27:16 the arrow from 0201 to 0301 ends in the water \
          -> an arrow points to a land or crossing hex"]
    );
    assert_eq!(
        changed("\"0203\": Mill Town", "\"0209\": Mill Town"),
        ["29:3 names: there is no hex 0209 \
          -> columns 01 to 03, rows 01 to 04 in odd, 03 in even columns"]
    );
    assert_eq!(
        changed("\"0203\": Mill Town", "\"0203\":"),
        ["29:9 0203 has no name -> a line of text"]
    );
    assert_eq!(
        changed("north: 0202 0101", "north: \"0202 0901\""),
        ["31:16 north: there is no hex 0901 \
          -> columns 01 to 03, rows 01 to 04 in odd, 03 in even columns"]
    );
    assert_eq!(
        changed("    0203 0303\n    0103", "    0203 0303\n    0103 0303 0400"),
        [
            "34:10 south: 0303 is listed twice",
            "34:15 south: `0400` is not a hex number of four digits \
             -> column and row, two digits each, such as 0206",
        ]
    );
}

#[test]
fn doubts() {
    assert_eq!(
        changed("  bridge: 0202/0203\n", ""),
        [
            "10:1 no way leads from the rest of the land to 0103 0104 0203 0303 0304 \
             -> look for a missing bridge, ford or arrow",
            "17:26 High Street crosses the water between 0202 and 0203 \
             -> list a bridge or ford there",
        ]
    );
    assert_eq!(
        changed("\"0201\": 0202 0301", "\"0201\": \"\""),
        ["10:1 0201 has no arrows, so nobody can cross there \
          -> list under `arrows` the hexes on its banks"]
    );
    assert_eq!(
        changed("- 0101 0102", "- 0101 0201"),
        ["19:8 trail joins 0101 and 0201, but no arrow of 0201 does \
          -> add the arrow, or turn the way"]
    );
    assert_eq!(
        changed("03   .  t  .", "03   .  ~  ."),
        [
            "10:1 no way leads from the rest of the land to 0103 0104 \
             -> look for a missing bridge, ford or arrow",
            "10:1 no way leads from the rest of the land to 0303 0304 \
             -> look for a missing bridge, ford or arrow",
            "17:26 High Street runs through 0203, a hex of water \
             -> make it a pontoon, ferry or ford hex",
            "17:31 High Street runs through 0203, a hex of water \
             -> make it a pontoon, ferry or ford hex",
        ]
    );
}

#[test]
fn complaints_are_limited_but_none_is_forgotten() {
    let doubts = "0101 ".repeat(150);
    let text = format!("field: {{columns: 3, rows: 3}}\nareas:\n  a: {doubts}\n  b: 0901\n");
    let (map, complaints) = read(&text);
    assert_eq!((map, complaints.len()), (None, 101));
    let last = complaints.last().map(ToString::to_string);
    assert_eq!(last.as_deref(), Some("50 more complaints about the map are not shown"));
}

/// Whatever is typed, reading ends in a map or in complaints.
#[test]
fn no_text_panics() {
    let mut random = 1u64;
    let mut below = |n: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) as usize % n
    };
    let mut maps = 0;
    for _ in 0..2000 {
        let mut text = SMALL.as_bytes().to_vec();
        for _ in 0..1 + below(3) {
            let at = below(text.len());
            match below(3) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, b" 0123|/-~x\":[]{}\n"[below(17)]),
                _ => text[at] = b" 0123|/-~x\":[]{}\n"[below(17)],
            }
        }
        let text = String::from_utf8(text).expect("ASCII");
        let Ok(node) = parse(&text, Limits::PACK) else { continue };
        let mut complaints = Vec::new();
        let map = Map::read(&node, &mut complaints);
        assert_eq!(map.is_none(), complaints.iter().any(Diagnostic::is_error), "{text}");
        maps += usize::from(map.is_some());
    }
    assert!(maps > 100, "only {maps} were maps");
}

#[test]
fn what_lies_within_a_distance_is_what_is_that_near() {
    for (columns, odd, even) in [(7, 9, 8), (6, 5, 5), (5, 4, 6), (1, 3, 3), (9, 1, 1)] {
        let map = Map::blank(columns, odd, even);
        let hexes = map.hexes();
        for (nth, one) in hexes.iter().enumerate() {
            let other = hexes[(nth * 7 + 3) % hexes.len()];
            for distance in [0, 1, 2, 3, 5, 200] {
                let within = map.within([*one, other, Hex::new(99, 99)], distance);
                for (hex, found) in hexes.iter().zip(within) {
                    let near = one.distance(*hex).min(other.distance(*hex)) <= distance;
                    assert_eq!(found, near, "{hex}: {distance} from {one} or {other}");
                }
            }
        }
    }
}

#[test]
fn borders_are_the_neighbours_with_the_sides_before_them() {
    let map = small();
    for hex in map.hexes() {
        let borders: Vec<(usize, Side)> = map.borders(*hex).collect();
        let around = map.neighbours(*hex);
        let around = around.map(|(d, near)| (map.index(near).expect("a hex"), map.side(*hex, d)));
        assert_eq!(borders, around.collect::<Vec<_>>(), "{hex}");
    }
    assert_eq!(map.borders(Hex::new(9, 9)).count(), 0);
}

#[test]
fn hexes_have_the_index_of_their_number_and_others_none() {
    for (columns, odd, even) in [(3, 4, 3), (99, 99, 98), (1, 1, 1), (2, 99, 1)] {
        let map = Map::blank(columns, odd, even);
        let all = (0..=99).flat_map(|c| (0..=99).map(move |r| Hex::new(c, r)));
        let found: Vec<usize> = all.filter_map(|hex| map.index(hex)).collect();
        assert_eq!(found, (0..map.len()).collect::<Vec<_>>());
    }
}
