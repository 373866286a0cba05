//! Hexes where passing has an effect, so that a move by destination goes round them if it can.

use crate::board::Hex;

/// Where a unit of an army would change something by passing through (BG-path).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Passing {
    /// Such hexes themselves.
    pub hexes: Vec<Hex>,
    /// Hexes round which every hex within a distance is one.
    centres: Vec<(Hex, u32)>,
    /// The columns and rows among which those lie; outside nobody needs to measure.
    frame: Option<Frame>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Frame {
    columns: (u8, u8),
    rows: (u8, u8),
}

impl Passing {
    /// Adds every hex within a distance, in hexes, of any of some hexes.
    pub fn near(&mut self, distance: u32, hexes: impl Iterator<Item = Hex>) {
        let far = distance.min(99) as u8;
        for hex in hexes {
            self.centres.push((hex, distance));
            let around = |at: u8| (at.saturating_sub(far), at.saturating_add(far));
            let here = Frame { columns: around(hex.column()), rows: around(hex.row()) };
            self.frame = Some(self.frame.map_or(here, |frame| frame.with(here)));
        }
    }

    /// Whether passing through a hex has an effect.
    pub fn matters(&self, hex: Hex) -> bool {
        let near = |(at, distance): &(Hex, u32)| at.distance(hex) <= *distance;
        self.hexes.contains(&hex)
            || self.frame.is_some_and(|frame| frame.holds(hex)) && self.centres.iter().any(near)
    }
}

impl Frame {
    fn with(self, other: Frame) -> Frame {
        let both = |a: (u8, u8), b: (u8, u8)| (a.0.min(b.0), a.1.max(b.1));
        Frame { columns: both(self.columns, other.columns), rows: both(self.rows, other.rows) }
    }

    fn holds(self, hex: Hex) -> bool {
        let within = |at: u8, (low, high): (u8, u8)| low <= at && at <= high;
        within(hex.column(), self.columns) && within(hex.row(), self.rows)
    }
}
