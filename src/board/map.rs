//! The map: terrain, hexsides, ways, areas and named places, as the map file gives them.

mod lint;
mod read;
mod words;

use super::hex::{DIRECTIONS, Direction, Hex};

/// What a hex is made of, as the symbols of a map file say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Terrain {
    /// `.`
    Clear,
    /// `f`
    Forest,
    /// `r`
    Rough,
    /// `x`
    ForestRough,
    /// `t`
    Town,
    /// `~`, a river hex.
    Water,
    /// `p`
    Pontoon,
    /// `y`
    Ferry,
    /// `d`
    FordHex,
    /// `m` (campaign map)
    Mountain,
    /// `s` (campaign map)
    Swamp,
    /// `e` (campaign map)
    Estuary,
    /// `c` (campaign map)
    City,
}

impl Terrain {
    /// All kinds, each with its symbol in a map file and its name in a chart.
    pub const ALL: [(Terrain, char, &'static str); 13] = [
        (Terrain::Clear, '.', "clear"),
        (Terrain::Forest, 'f', "forest"),
        (Terrain::Rough, 'r', "rough"),
        (Terrain::ForestRough, 'x', "forest_rough"),
        (Terrain::Town, 't', "town"),
        (Terrain::Water, '~', "water"),
        (Terrain::Pontoon, 'p', "pontoon"),
        (Terrain::Ferry, 'y', "ferry"),
        (Terrain::FordHex, 'd', "ford_hex"),
        (Terrain::Mountain, 'm', "mountain"),
        (Terrain::Swamp, 's', "swamp"),
        (Terrain::Estuary, 'e', "estuary"),
        (Terrain::City, 'c', "city"),
    ];

    /// The symbol in a map file.
    pub const fn symbol(self) -> char {
        Terrain::ALL[self as usize].1
    }

    /// The name in a chart: `forest_rough`.
    pub const fn name(self) -> &'static str {
        Terrain::ALL[self as usize].2
    }

    /// The name as people say it: `forest and rough`, `ford`, as in "a ford hex".
    pub const fn words(self) -> &'static str {
        match self {
            Terrain::ForestRough => "forest and rough",
            Terrain::FordHex => "ford",
            other => other.name(),
        }
    }

    /// The same in one word, for lists: `forest-and-rough`.
    pub fn one_word(self) -> String {
        self.words().replace(' ', "-")
    }

    /// The terrain of a symbol.
    pub fn of_symbol(symbol: &str) -> Option<Terrain> {
        let mut chars = symbol.chars();
        let only = chars.next().filter(|_| chars.as_str().is_empty())?;
        Terrain::ALL.iter().find(|(_, s, _)| *s == only).map(|(t, _, _)| *t)
    }

    /// The terrain of a name.
    pub fn of_name(name: &str) -> Option<Terrain> {
        Terrain::ALL.iter().find(|(_, _, n)| *n == name).map(|(t, _, _)| *t)
    }

    /// A hex of plain water: river or estuary.
    pub const fn is_water(self) -> bool {
        matches!(self, Terrain::Water | Terrain::Estuary)
    }

    /// A hex by which water is crossed along its arrows: pontoon, ferry or ford hex.
    pub const fn is_crossing(self) -> bool {
        matches!(self, Terrain::Pontoon | Terrain::Ferry | Terrain::FordHex)
    }
}

/// What a hexside carries; any combination. Redoubts are directional: the flag stands on the side
/// of the hex that is protected.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Side(u16);

impl Side {
    /// Nothing.
    pub const NONE: Side = Side(0);
    /// A road crosses it.
    pub const ROAD: Side = Side(1);
    /// A trail crosses it.
    pub const TRAIL: Side = Side(2);
    /// A railroad crosses it.
    pub const RAIL: Side = Side(4);
    /// A stream.
    pub const STREAM: Side = Side(8);
    /// A creek.
    pub const CREEK: Side = Side(16);
    /// A river.
    pub const RIVER: Side = Side(32);
    /// A lake.
    pub const LAKE: Side = Side(64);
    /// A bridge.
    pub const BRIDGE: Side = Side(128);
    /// A ford.
    pub const FORD: Side = Side(256);
    /// A redoubt that protects this hex against the neighbour across the side.
    pub const REDOUBT: Side = Side(512);

    /// Water of any kind.
    pub const WATER: Side = Side::STREAM.with(Side::CREEK).with(Side::RIVER).with(Side::LAKE);

    /// Every mark with its name in map files and charts.
    pub const ALL: [(Side, &'static str); 10] = [
        (Side::ROAD, "road"),
        (Side::TRAIL, "trail"),
        (Side::RAIL, "rail"),
        (Side::STREAM, "stream"),
        (Side::CREEK, "creek"),
        (Side::RIVER, "river"),
        (Side::LAKE, "lake"),
        (Side::BRIDGE, "bridge"),
        (Side::FORD, "ford"),
        (Side::REDOUBT, "redoubt"),
    ];

    /// The place of a single mark among [`Side::ALL`].
    pub const fn place(self) -> Option<usize> {
        let place = self.0.trailing_zeros() as usize;
        if self.0.is_power_of_two() && place < Side::ALL.len() { Some(place) } else { None }
    }

    /// Whether any of the given marks is on it.
    pub const fn has(self, mark: Side) -> bool {
        self.0 & mark.0 != 0
    }

    /// Both together.
    pub const fn with(self, mark: Side) -> Side {
        Side(self.0 | mark.0)
    }

    /// The names of the marks on it, in the order of [`Side::ALL`].
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Side::ALL.into_iter().filter(move |(mark, _)| self.has(*mark)).map(|(_, name)| name)
    }
}

/// A named road, trail or railroad: adjacent hexes in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// [`Side::ROAD`], [`Side::TRAIL`] or [`Side::RAIL`].
    pub kind: Side,
    /// Its name; empty if the file gives none.
    pub name: String,
    /// Its hexes from one end to the other.
    pub hexes: Vec<Hex>,
}

/// A point of the compass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Compass {
    North,
    East,
    South,
    West,
}

/// A map, indexed by hex.
///
/// The hexes are numbered from 0 in the order of their printed numbers ([`Map::index`]), so that
/// an array of [`Map::len`] holds a value for each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    /// Name of the file's `map:` line.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// `printed`, `reconstruction` or `house`.
    pub provenance: String,
    /// What the maker of the map has to say about it; may be empty.
    pub note: String,
    /// Where the edges at column 01 and at row 01 lie, if the file says so.
    pub compass: Option<(Compass, Compass)>,
    columns: u8,
    rows_odd: u8,
    rows_even: u8,
    hexes: Vec<Hex>,
    /// Index of each hex by its number; [`NOWHERE`] off the map.
    places: Vec<u16>,
    terrain: Vec<Terrain>,
    sides: Vec<[Side; 6]>,
    /// Index of each neighbour, clockwise from the top; [`NOWHERE`] off the map.
    neighbours: Vec<[u16; 6]>,
    ways: Vec<Way>,
    /// These three are sorted by their first part.
    arrows: Vec<(Hex, Vec<Hex>)>,
    names: Vec<(Hex, String)>,
    areas: Vec<(String, Vec<Hex>)>,
}

/// The index of no hex.
const NOWHERE: u16 = u16::MAX;

impl Map {
    /// An open field of so many columns and rows (1 to 99 each): all clear, no hexsides.
    ///
    /// # Panics
    /// If a number is 0 or above 99.
    pub fn tiny(columns: u8, rows: u8) -> Map {
        Map::blank(columns, rows, rows)
    }

    /// A field whose odd and even columns may differ in length.
    ///
    /// # Panics
    /// If a number is 0 or above 99.
    pub fn blank(columns: u8, rows_odd: u8, rows_even: u8) -> Map {
        for n in [columns, rows_odd, rows_even] {
            assert!((1..=99).contains(&n), "a map has 1 to 99 columns and rows, not {n}");
        }
        let rows = |column: u8| if column % 2 == 1 { rows_odd } else { rows_even };
        let hexes: Vec<Hex> = (1..=columns)
            .flat_map(|column| (1..=rows(column)).map(move |row| Hex::new(column, row)))
            .collect();
        let mut places = vec![NOWHERE; 100 * (usize::from(columns) + 1)];
        for (at, hex) in hexes.iter().enumerate() {
            places[usize::from(hex.number())] = at as u16;
        }
        let mut map = Map {
            name: "field".to_owned(),
            title: "An open field".to_owned(),
            provenance: "house".to_owned(),
            note: String::new(),
            compass: None,
            columns,
            rows_odd,
            rows_even,
            terrain: vec![Terrain::Clear; hexes.len()],
            sides: vec![[Side::NONE; 6]; hexes.len()],
            neighbours: Vec::new(),
            hexes,
            places,
            ways: Vec::new(),
            arrows: Vec::new(),
            names: Vec::new(),
            areas: Vec::new(),
        };
        let place = |hex: &Hex| {
            let to = |d| hex.step(d).and_then(|h| map.index(h)).map_or(NOWHERE, |i| i as u16);
            DIRECTIONS.map(to)
        };
        map.neighbours = map.hexes.iter().map(place).collect();
        map
    }

    /// Sets the terrain of a hex.
    ///
    /// # Panics
    /// If the hex is not on the map.
    pub fn set_terrain(&mut self, hex: Hex, terrain: Terrain) -> &mut Map {
        let at = self.must(hex);
        self.terrain[at] = terrain;
        self
    }

    /// Adds marks to the hexside between two hexes, on both sides of it; a redoubt only on the
    /// side of `hex`, which it protects against `other`.
    ///
    /// # Panics
    /// If a hex is not on the map or the two are not adjacent.
    pub fn mark(&mut self, hex: Hex, other: Hex, marks: Side) -> &mut Map {
        let (at, across) = (self.must(hex), self.must(other));
        let direction = hex.direction_to(other).expect("a hexside lies between adjacent hexes");
        let own = &mut self.sides[at][direction as usize];
        *own = own.with(marks);
        let others = &mut self.sides[across][direction.opposite() as usize];
        *others = others.with(Side(marks.0 & !Side::REDOUBT.0));
        self
    }

    /// Draws a road, trail or railroad: keeps it as a way and marks the hexsides that it crosses.
    ///
    /// # Panics
    /// If a hex is not on the map or two that follow each other are not adjacent.
    pub fn draw(&mut self, way: Way) -> &mut Map {
        for pair in way.hexes.windows(2) {
            self.mark(pair[0], pair[1], way.kind);
        }
        self.ways.push(way);
        self
    }

    /// Sets the hexes from and to which a crossing hex may be crossed.
    ///
    /// # Panics
    /// If the crossing hex is not on the map.
    pub fn set_arrows(&mut self, hex: Hex, mut ends: Vec<Hex>) -> &mut Map {
        self.must(hex);
        ends.sort();
        ends.dedup();
        put(&mut self.arrows, hex, ends);
        self
    }

    /// The dense index of a hex, 0 to [`Map::len`] - 1 in the order of the numbers; `None` off
    /// the map.
    pub fn index(&self, hex: Hex) -> Option<usize> {
        let at = *self.places.get(usize::from(hex.number()))?;
        (at != NOWHERE).then_some(usize::from(at))
    }

    /// The hex of a dense index.
    ///
    /// # Panics
    /// If the index is not below [`Map::len`].
    pub fn hex_at(&self, index: usize) -> Hex {
        self.hexes[index]
    }

    /// How many hexes the map has.
    #[allow(clippy::len_without_is_empty)] // a map has at least one hex
    pub fn len(&self) -> usize {
        self.hexes.len()
    }

    /// All hexes in the order of their numbers.
    pub fn hexes(&self) -> &[Hex] {
        &self.hexes
    }

    /// Whether a hex is on the map.
    pub fn contains(&self, hex: Hex) -> bool {
        self.index(hex).is_some()
    }

    /// How many columns the map has.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// How many rows a column has; all odd columns and all even columns agree.
    pub fn rows(&self, column: u8) -> u8 {
        if column % 2 == 1 { self.rows_odd } else { self.rows_even }
    }

    /// What a hex is made of; `None` off the map.
    pub fn terrain(&self, hex: Hex) -> Option<Terrain> {
        self.index(hex).map(|at| self.terrain[at])
    }

    /// What a side of a hex carries; nothing off the map.
    pub fn side(&self, hex: Hex, direction: Direction) -> Side {
        self.index(hex).map_or(Side::NONE, |at| self.sides[at][direction as usize])
    }

    /// What the side of `hex` towards the adjacent hex `other` carries; nothing if they are not
    /// adjacent. The two directions differ only in [`Side::REDOUBT`].
    pub fn side_between(&self, hex: Hex, other: Hex) -> Side {
        hex.direction_to(other).map_or(Side::NONE, |direction| self.side(hex, direction))
    }

    /// All marks on the sides of a hex together: whether a road or a stream touches it.
    pub fn sides_of(&self, hex: Hex) -> Side {
        DIRECTIONS.iter().fold(Side::NONE, |all, d| all.with(self.side(hex, *d)))
    }

    /// The adjacent hexes that are on the map, clockwise from the top.
    pub fn neighbours(&self, hex: Hex) -> impl Iterator<Item = (Direction, Hex)> {
        let around = self.index(hex).map_or([NOWHERE; 6], |at| self.neighbours[at]);
        let place = |(direction, at)| (at != NOWHERE).then(|| (direction, self.hexes[at as usize]));
        DIRECTIONS.into_iter().zip(around).filter_map(place)
    }

    /// The dense indices of the adjacent hexes that are on the map, clockwise from the top, each
    /// with what the hexside before it carries, seen from `hex`.
    pub fn borders(&self, hex: Hex) -> impl Iterator<Item = (usize, Side)> {
        let nothing = ([NOWHERE; 6], [Side::NONE; 6]);
        let (around, sides) =
            self.index(hex).map_or(nothing, |at| (self.neighbours[at], self.sides[at]));
        let borders = around.into_iter().zip(sides).filter(|(near, _)| *near != NOWHERE);
        borders.map(|(near, side)| (usize::from(near), side))
    }

    /// The dense indices of the adjacent hexes, clockwise from the top.
    pub(super) fn around(&self, index: usize) -> impl Iterator<Item = usize> {
        let around = self.neighbours[index];
        around.into_iter().filter(|at| *at != NOWHERE).map(usize::from)
    }

    /// Which hexes lie within a distance, in hexes, of any of some hexes; by dense index.
    pub fn within(&self, hexes: impl IntoIterator<Item = Hex>, distance: u32) -> Vec<bool> {
        let mut within = vec![false; self.len()];
        let far = distance.min(99) as i16;
        // Counted in half rows, an even column sits one lower.
        let half = |column: i16| if column % 2 == 0 { 1 } else { 0 };
        for hex in hexes.into_iter().filter(|hex| self.contains(*hex)) {
            let (column, row) = (i16::from(hex.column()), i16::from(hex.row()));
            for other in (column - far).max(1)..=(column + far).min(i16::from(self.columns)) {
                // Each column away leaves half a row less to either side.
                let spread = 2 * far - (other - column).abs();
                let middle = 2 * row + half(column) - half(other);
                let first = (middle - spread + 1).div_euclid(2).max(1);
                let last = (middle + spread).div_euclid(2).min(i16::from(self.rows(other as u8)));
                if let Some(at) = self.index(Hex::new(other as u8, first as u8))
                    && first <= last
                {
                    within[at..=at + (last - first) as usize].fill(true);
                }
            }
        }
        within
    }

    /// Whether a hex lies on the edge of the map: a neighbour of it is missing.
    pub fn is_edge(&self, hex: Hex) -> bool {
        self.index(hex).is_some_and(|at| self.neighbours[at].contains(&NOWHERE))
    }

    /// The hexes from and to which a crossing hex may be crossed, by number; none for others.
    pub fn arrows(&self, hex: Hex) -> &[Hex] {
        look_up(&self.arrows, &hex).map_or(&[], Vec::as_slice)
    }

    /// The name of the place on a hex.
    pub fn name(&self, hex: Hex) -> Option<&str> {
        look_up(&self.names, &hex).map(String::as_str)
    }

    /// All named places in the order of their hexes.
    pub fn names(&self) -> impl Iterator<Item = (Hex, &str)> {
        self.names.iter().map(|(hex, name)| (*hex, name.as_str()))
    }

    /// The hexes of a named area, by number.
    pub fn area(&self, name: &str) -> Option<&[Hex]> {
        let at = self.areas.binary_search_by(|(n, _)| n.as_str().cmp(name)).ok()?;
        self.areas.get(at).map(|(_, hexes)| hexes.as_slice())
    }

    /// Whether a hex belongs to a named area.
    pub fn is_in(&self, area: &str, hex: Hex) -> bool {
        self.area(area).is_some_and(|hexes| hexes.binary_search(&hex).is_ok())
    }

    /// All named areas in the order of their names.
    pub fn areas(&self) -> impl Iterator<Item = (&str, &[Hex])> {
        self.areas.iter().map(|(name, hexes)| (name.as_str(), hexes.as_slice()))
    }

    /// All roads, trails and railroads in the order of the file.
    pub fn ways(&self) -> &[Way] {
        &self.ways
    }

    fn must(&self, hex: Hex) -> usize {
        self.index(hex).unwrap_or_else(|| panic!("{hex} is not on the map"))
    }
}

fn look_up<'a, K: Ord, V>(sorted: &'a [(K, V)], key: &K) -> Option<&'a V> {
    let at = sorted.binary_search_by(|(k, _)| k.cmp(key)).ok()?;
    sorted.get(at).map(|(_, value)| value)
}

fn put<K: Ord, V>(sorted: &mut Vec<(K, V)>, key: K, value: V) {
    match sorted.binary_search_by(|(k, _)| k.cmp(&key)) {
        Ok(at) => sorted[at].1 = value,
        Err(at) => sorted.insert(at, (key, value)),
    }
}

#[cfg(test)]
mod tests;
