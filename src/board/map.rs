//! The map: terrain, hexsides, ways, areas and named places, as the map file gives them.

use super::hex::{Direction, Hex};

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

    /// Whether any of the given marks is on it.
    pub const fn has(self, mark: Side) -> bool {
        self.0 & mark.0 != 0
    }

    /// Both together.
    pub const fn with(self, mark: Side) -> Side {
        Side(self.0 | mark.0)
    }
}

/// A map, indexed by hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    /// Name of the file's `map:` line.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// `printed`, `reconstruction` or `house`.
    pub provenance: String,
    columns: u8,
    rows_odd: u8,
    rows_even: u8,
    terrain: Vec<Option<Terrain>>,
    sides: Vec<[Side; 6]>,
    arrows: Vec<(Hex, Vec<Hex>)>,
    names: Vec<(Hex, String)>,
    areas: Vec<(String, Vec<Hex>)>,
}
