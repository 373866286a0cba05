//! How much was found true.

use crate::campaign::Record;
use crate::campaign::replay::Outcome;
use std::collections::BTreeSet;

/// What was found true, step by step.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    pub records: usize,
    pub verified: usize,
    /// Neither a signature nor a key.
    pub unsigned: usize,
    /// Signatures of writers who have no key.
    pub keyless: usize,
    /// Signatures with keys of a kind that this program does not know, and which.
    pub unverified: usize,
    pub kinds: BTreeSet<String>,
    pub links: usize,
    pub closes: usize,
    pub sealed: usize,
    pub unsealed: usize,
    pub beacons: usize,
    pub dice: usize,
    pub positions: usize,
}

impl Counts {
    pub fn take(&mut self, record: &Record, outcome: Option<&Outcome>) {
        self.records += 1;
        self.sealed += usize::from(record.seal.is_some());
        self.unsealed += usize::from(record.unseal.is_some());
        if let Some(close) = &record.close {
            self.closes += 1;
            self.links += [close.referee, close.duel].iter().flatten().count();
            self.beacons += usize::from(close.beacon.is_some());
        }
        self.dice += outcome.map_or(0, dice_in);
    }
}

fn dice_in(outcome: &Outcome) -> usize {
    outcome.report.rolls.iter().map(|roll| roll.faces.split(' ').count()).sum()
}
