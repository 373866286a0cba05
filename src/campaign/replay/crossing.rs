//! Several records on one head: which of them stands.

use super::Replay;
use crate::campaign::chain::Awaited;
use crate::campaign::record::Record;
use crate::campaign::terms::referee;
use crate::dice::{Mode, Name};

/// What two records of one player-turn must have in common to mean the same.
const MEANING: [&str; 5] = ["orders", "standing", "rolls", "answer", "report"];

impl Replay {
    /// Whose record stands if several answer this head: whoever is awaited, then the sides in order of
    /// play, then the referee. A lock that nobody's link closes is closed by the other side first.
    pub fn precedence(&self) -> Vec<Name> {
        let sides = &self.terms.sides;
        let awaited = match &self.chain.awaited {
            Awaited::Accept(name) | Awaited::Orders(name) | Awaited::Answer(name) => {
                vec![name.clone()]
            }
            Awaited::Close(Some(name)) => vec![name.clone()],
            Awaited::Close(None) => {
                let phasing = self.phasing();
                sides.iter().filter(|side| phasing.as_ref() != Some(side)).cloned().collect()
            }
            Awaited::Result(names) => names.clone(),
            Awaited::Nobody => Vec::new(),
        };
        awaited.into_iter().chain(sides.iter().cloned()).chain([referee()]).collect()
    }

    /// Which of several records on this head stands, by its place in the list; none if nobody can say.
    /// Records that nobody may write here do not count. Of two of one author neither stands, but for a
    /// player-turn in mode `recorded` that both sides have filed in the same words: there the side's own.
    pub fn which_stands(&self, records: &[&Record]) -> Option<usize> {
        let precedence = self.precedence();
        let place = |record: &Record| precedence.iter().position(|name| *name == record.from);
        let may_come = (0..records.len()).filter(|at| self.may_come_next(records[*at]));
        let placed: Vec<(usize, usize)> =
            may_come.filter_map(|at| Some((place(records[at])?, at))).collect();
        let first = placed.iter().map(|(place, _)| *place).min()?;
        let firsts: Vec<usize> =
            placed.into_iter().filter(|(place, _)| *place == first).map(|(_, at)| at).collect();
        match firsts.as_slice() {
            [one] => Some(*one),
            [one, other] => self.own_of(*one, *other, records),
            _ => None,
        }
    }

    /// Whether a record may stand next in the chain, whatever its parts say.
    pub fn may_come_next(&self, record: &Record) -> bool {
        self.chain.check(record, &self.terms, &self.offerer).is_empty()
    }

    /// Which of two records is the side's own, if the other one says the same in its name.
    fn own_of(&self, one: usize, other: usize, records: &[&Record]) -> Option<usize> {
        let (a, b) = (records[one], records[other]);
        let same = MEANING.iter().all(|part| a.part(part) == b.part(part)) && a.has("orders");
        match (&a.wrapped, &b.wrapped) {
            _ if self.terms.mode != Mode::Recorded || !same => None,
            (None, Some(_)) => Some(one),
            (Some(_), None) => Some(other),
            _ => None,
        }
    }
}

impl Record {
    /// Whether it may be set aside for one that stands before it: what locks, and what shows a link,
    /// never is.
    pub fn may_be_set_aside(&self) -> bool {
        let shows = self.close.as_ref().is_some_and(|close| close.referee.or(close.duel).is_some());
        self.lock.is_none() && !shows && self.accept.is_none() && self.offer.is_none()
    }
}
