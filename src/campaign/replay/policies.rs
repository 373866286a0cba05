//! Standing orders of both sides: open or sealed, and which are in force for a lock.

use crate::campaign::record::Unseal;
use crate::dice::{Game, seal};
use crate::document::Node;
use crate::document::digest::Digest;
use std::collections::BTreeMap;

/// Standing orders by the record that carries them.
#[derive(Clone, Debug, Default)]
pub struct Policies {
    /// Latest record with standing orders, of each side.
    latest: [Option<u32>; 2],
    /// Seals by side and record.
    sealed: BTreeMap<(usize, u32), Digest>,
    /// What is known of them, and the record that says it.
    opened: BTreeMap<(usize, u32), (u32, Node)>,
}

impl Policies {
    /// Takes open standing orders; `none` withdraws.
    pub fn declare(&mut self, seat: usize, seq: u32, standing: &Node) {
        self.opened.insert((seat, seq), (seq, standing.clone()));
        self.latest[seat] = Some(seq);
    }

    /// Takes sealed standing orders.
    pub fn seal(&mut self, seat: usize, seq: u32, seal: Digest) {
        self.sealed.insert((seat, seq), seal);
        self.latest[seat] = Some(seq);
    }

    /// Opens a seal, in the record `by`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn open(
        &mut self,
        game: &Game,
        seat: usize,
        by: u32,
        unseal: &Unseal,
        standing: &Node,
    ) -> Result<(), String> {
        let (place, side) = ((seat, unseal.of), &unseal.side);
        let Some(sealed) = self.sealed.get(&place) else {
            return Err(format!("record {} has no seal of {side}", unseal.of));
        };
        let opened = seal(game, side, unseal.of, &unseal.salt, standing);
        if opened.as_ref() != Ok(sealed) {
            return Err(format!(
                "salt and standing orders of {side} are not those sealed in record {}",
                unseal.of
            ));
        }
        if let Some((before, _)) = self.opened.get(&place) {
            return Err(format!(
                "the seal of record {} was opened before, in record {before}",
                unseal.of
            ));
        }
        self.opened.insert(place, (by, standing.clone()));
        Ok(())
    }

    /// The record whose standing orders are a side's latest.
    pub fn latest(&self, seat: usize) -> Option<u32> {
        self.latest[seat]
    }

    /// What the standing orders of a record say, if they are known.
    pub fn known(&self, seat: usize, seq: u32) -> Option<&Node> {
        self.opened.get(&(seat, seq)).map(|(_, standing)| standing)
    }

    /// The record in which the standing orders of a record can be read.
    pub fn told_in(&self, seat: usize, seq: u32) -> u32 {
        self.opened.get(&(seat, seq)).map_or(seq, |(by, _)| *by)
    }
}
