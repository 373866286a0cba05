//! Hexes as they are numbered on the map, and the geometry between them.
//!
//! Numbers are CCRR: column, row. Hexes are flat-topped and stand in columns; even columns sit
//! half a hex lower than odd ones. Distances are in hexes.

use std::fmt;
use std::str::FromStr;

/// A hex by its printed number: `Hex` of column 19 and row 6 is `1906`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex(u16);

/// One of the six hexsides, clockwise from the top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Towards row - 1.
    North,
    /// Towards the next column, upper side.
    NorthEast,
    /// Towards the next column, lower side.
    SouthEast,
    /// Towards row + 1.
    South,
    /// Towards the column before, lower side.
    SouthWest,
    /// Towards the column before, upper side.
    NorthWest,
}

/// All directions, clockwise from the top.
pub const DIRECTIONS: [Direction; 6] = [
    Direction::North,
    Direction::NorthEast,
    Direction::SouthEast,
    Direction::South,
    Direction::SouthWest,
    Direction::NorthWest,
];

impl Direction {
    /// The direction of the same hexside seen from the other hex.
    pub const fn opposite(self) -> Direction {
        DIRECTIONS[(self as usize + 3) % 6]
    }
}

impl Hex {
    /// The hex of a column and a row, each 0 to 99 (a map has only 1 to 99).
    pub const fn new(column: u8, row: u8) -> Hex {
        Hex(column as u16 * 100 + row as u16)
    }

    /// Column, the first two digits.
    pub const fn column(self) -> u8 {
        (self.0 / 100) as u8
    }

    /// Row, the last two digits.
    pub const fn row(self) -> u8 {
        (self.0 % 100) as u8
    }

    /// The printed number as an integer.
    pub const fn number(self) -> u16 {
        self.0
    }

    /// The neighbour across a hexside, if its number has two digits a part and no zero.
    pub fn step(self, direction: Direction) -> Option<Hex> {
        let (column, row) = (i16::from(self.column()), i16::from(self.row()));
        let lower = if column % 2 == 0 { 1 } else { 0 };
        let (c, r) = match direction {
            Direction::North => (column, row - 1),
            Direction::NorthEast => (column + 1, row - 1 + lower),
            Direction::SouthEast => (column + 1, row + lower),
            Direction::South => (column, row + 1),
            Direction::SouthWest => (column - 1, row + lower),
            Direction::NorthWest => (column - 1, row - 1 + lower),
        };
        ((1..=99).contains(&c) && (1..=99).contains(&r)).then(|| Hex::new(c as u8, r as u8))
    }

    /// The neighbours that can have a number, clockwise from the top.
    pub fn neighbours(self) -> impl Iterator<Item = (Direction, Hex)> {
        DIRECTIONS.into_iter().filter_map(move |d| self.step(d).map(|h| (d, h)))
    }

    /// The direction of an adjacent hex; `None` if it is not adjacent.
    pub fn direction_to(self, other: Hex) -> Option<Direction> {
        let columns = i16::from(other.column()) - i16::from(self.column());
        let rows = i16::from(other.row()) - i16::from(self.row());
        // An even column sits half a hex lower, so its neighbours to the sides begin a row lower.
        let upper = if self.column().is_multiple_of(2) { 0 } else { -1 };
        match (columns, rows) {
            (0, -1) => Some(Direction::North),
            (0, 1) => Some(Direction::South),
            (1, rows) if rows == upper => Some(Direction::NorthEast),
            (1, rows) if rows == upper + 1 => Some(Direction::SouthEast),
            (-1, rows) if rows == upper => Some(Direction::NorthWest),
            (-1, rows) if rows == upper + 1 => Some(Direction::SouthWest),
            _ => None,
        }
    }

    /// Axial coordinates (q, r) of the hex.
    pub fn axial(self) -> (i32, i32) {
        let (q, row) = (i32::from(self.column()), i32::from(self.row()));
        // Even columns sit half a hex lower (the "even-q" offset layout).
        (q, row - (q + q % 2) / 2)
    }

    /// The hex at axial coordinates, if it has a number (column and row 1 to 99).
    pub fn from_axial(q: i32, r: i32) -> Option<Hex> {
        let row = r + (q + q % 2) / 2;
        let numbered = (1..=99).contains(&q) && (1..=99).contains(&row);
        numbered.then(|| Hex::new(q as u8, row as u8))
    }

    /// Distance in hexes.
    pub fn distance(self, other: Hex) -> u32 {
        let ((q1, r1), (q2, r2)) = (self.axial(), other.axial());
        let (dq, dr) = (q1 - q2, r1 - r2);
        ((dq.abs() + dr.abs() + (dq + dr).abs()) / 2) as u32
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.0)
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is not four digits, or names column or row 00.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotAHex;

impl fmt::Display for NotAHex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a hex number of four digits")
    }
}

impl std::error::Error for NotAHex {}

impl FromStr for Hex {
    type Err = NotAHex;

    fn from_str(text: &str) -> Result<Hex, NotAHex> {
        if text.len() != 4 || !text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(NotAHex);
        }
        let number: u16 = text.parse().map_err(|_| NotAHex)?;
        let hex = Hex(number);
        if hex.column() == 0 || hex.row() == 0 { Err(NotAHex) } else { Ok(hex) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(n: &str) -> Hex {
        n.parse().expect("a hex number")
    }

    #[test]
    fn neighbours_of_an_odd_and_an_even_column() {
        let around = |n: &str| {
            let mut all: Vec<String> = hex(n).neighbours().map(|(_, h)| h.to_string()).collect();
            all.sort();
            all.join(" ")
        };
        assert_eq!(around("0505"), "0404 0405 0504 0506 0604 0605");
        assert_eq!(around("0604"), "0504 0505 0603 0605 0704 0705");
    }

    #[test]
    fn distance_is_the_number_of_steps() {
        for start in ["0505", "0604", "0101"] {
            let start = hex(start);
            // Breadth first from `start`: the shell of every hex is its distance.
            let mut shell = vec![start];
            let mut seen = std::collections::BTreeSet::from([start]);
            for d in 0..8 {
                for h in &shell {
                    assert_eq!(start.distance(*h), d, "{start} to {h}");
                }
                let mut next = Vec::new();
                for h in shell {
                    for (_, n) in h.neighbours() {
                        if seen.insert(n) {
                            next.push(n);
                        }
                    }
                }
                shell = next;
            }
        }
    }

    #[test]
    fn directions_are_their_opposites_opposites() {
        for (d, h) in hex("0505").neighbours() {
            assert_eq!(h.step(d.opposite()), Some(hex("0505")));
        }
    }

    #[test]
    fn axial_coordinates_go_back_to_the_number() {
        for column in 1..=99 {
            for row in 1..=99 {
                let (q, r) = Hex::new(column, row).axial();
                assert_eq!(Hex::from_axial(q, r), Some(Hex::new(column, row)));
            }
        }
        let (q, r) = hex("0101").axial();
        assert_eq!(Hex::from_axial(q, r - 1), None);
    }

    #[test]
    fn numbers_are_four_digits() {
        assert!("505".parse::<Hex>().is_err());
        assert!("0005".parse::<Hex>().is_err());
        assert!("05O5".parse::<Hex>().is_err());
        assert_eq!(hex("0206").to_string(), "0206");
    }
}
