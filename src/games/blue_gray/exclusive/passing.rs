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

/// Columns and rows, the first and the last of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    columns: (u8, u8),
    rows: (u8, u8),
}

impl Passing {
    /// Adds every hex within a distance, in hexes, of any of some hexes.
    pub fn near(&mut self, distance: u32, hexes: impl Iterator<Item = Hex>) {
        for hex in hexes {
            self.centres.push((hex, distance));
            let here = Frame::round(hex).wider(distance);
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
    /// Round one hex.
    fn round(hex: Hex) -> Frame {
        let (column, row) = (hex.column(), hex.row());
        Frame { columns: (column, column), rows: (row, row) }
    }

    /// Round some hexes.
    pub fn of(hexes: &[Hex]) -> Option<Frame> {
        hexes.iter().copied().map(Frame::round).reduce(Frame::with)
    }

    /// With everything within a distance, in hexes.
    pub fn wider(self, distance: u32) -> Frame {
        let far = distance.min(99) as u8;
        let wider = |(low, high): (u8, u8)| (low.saturating_sub(far), high.saturating_add(far));
        Frame { columns: wider(self.columns), rows: wider(self.rows) }
    }

    fn with(self, other: Frame) -> Frame {
        let both = |a: (u8, u8), b: (u8, u8)| (a.0.min(b.0), a.1.max(b.1));
        Frame { columns: both(self.columns, other.columns), rows: both(self.rows, other.rows) }
    }

    /// Whether a hex lies in it.
    pub fn holds(self, hex: Hex) -> bool {
        let within = |at: u8, (low, high): (u8, u8)| low <= at && at <= high;
        within(hex.column(), self.columns) && within(hex.row(), self.rows)
    }
}
