//! The ten steps in which a log is recomputed, as the protocol numbers them.

use super::words::words;

words! {
    /// What is recomputed of a record, in this order.
    Step {
        /// Parsed, canonical, digested; equal digests are one record.
        Records = "records",
        /// Signed by whoever wrote it.
        Signatures = "signatures",
        /// From the offer on, each answers the one before; number and author.
        Chain = "chain",
        /// Scenario, map, charts and rules are those that the offer pins.
        Packs = "packs",
        /// Each link hashed to its anchor; each link and salt for one lock only.
        Links = "links",
        /// Each close names the last lock, and is by the right closer.
        Closes = "closes",
        /// Each seal is opened as it was sealed, and was sealed before the lock.
        Seals = "seals",
        /// Each beacon round is that of the lock, with its signature.
        Beacon = "beacon",
        /// Each die by the key of its segment.
        Dice = "dice",
        /// Every player-turn from deployment: labels, halts, positions.
        Replay = "replay",
    }
}

impl Step {
    /// Its number, from 1.
    pub fn number(self) -> usize {
        Step::ALL.iter().position(|step| *step == self).map_or(0, |at| at + 1)
    }
}
