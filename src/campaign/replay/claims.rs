//! Claims: what one of them means while nobody has answered it. No claim moves the game on.

use super::{False, Replay};
use crate::campaign::chain::is_free;
use crate::campaign::claim::Meaning;
use crate::campaign::record::Record;
use crate::dice::Name;

impl Replay {
    /// Takes the claim of a record.
    ///
    /// # Errors
    /// Days that somebody grants to himself; overtime of a side that nobody awaits, or of another
    /// game-turn.
    pub(super) fn claimed(&mut self, record: &Record) -> Result<(), False> {
        if !is_free(record) {
            self.overtime = None;
        }
        let Some(claim) = record.claim.as_ref() else { return Ok(()) };
        let at = |why: String| False::at(record, &["claim", "why"], why);
        if let Some(fault) = claim.fault(&record.from, &|name| self.terms.is_chair(name)) {
            return Err(at(fault));
        }
        if let Meaning::Overtime(ref side, turn) = claim.means {
            let awaited = &self.chain.awaited;
            let now = u32::from(self.state_turn());
            if !awaited.is(side) {
                return Err(at(format!("overtime of {side}, and {}", awaited.sentence())));
            }
            if turn != now {
                return Err(at(format!("overtime of turn {turn}, and this is turn {now}")));
            }
            self.overtime = Some(side.clone());
        }
        Ok(())
    }

    /// Whoever claims overtime may end the game, until whoever is awaited has written after all.
    pub(super) fn may_end_by_claim(&mut self, record: &Record) {
        let means = record.claim.as_ref().map(|claim| &claim.means);
        if matches!(means, Some(Meaning::Overtime(..))) {
            self.chain.claims.push(record.from.clone());
        } else if !is_free(record) {
            self.chain.claims.clear();
        }
    }

    /// Whether a side has claimed overtime of the other one, which has not written since.
    pub fn has_claimed(&self, side: &Name) -> bool {
        self.chain.claims(side)
    }

    /// The side whose overtime is claimed, while it is still awaited.
    pub fn overtime(&self) -> Option<&Name> {
        self.overtime.as_ref()
    }
}
