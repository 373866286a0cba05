//! Two records on one head: the awaited author's stands, and the other is out of turn.
//!
//! Rulings, claims and the like may be written by anybody at any time, so they may cross a record of
//! the one who is awaited. Whoever wrote out of turn finds his record set aside among the letters and
//! writes it again.

use super::chain::is_free;
use super::open::Campaign;
use super::replay::Replay;
use super::{Record, Trouble};
use crate::store::{Head, Store};

/// What becomes of a record whose number another one has here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Crossed {
    /// It is the awaited author's: the one here is taken off, and it is filed.
    Stands,
    /// It is out of turn: the one here stands.
    OutOfTurn,
    /// It can be neither.
    Neither,
}

impl<S: Store> Campaign<S> {
    /// Which of two records on one head stands.
    pub(super) fn crossed(&self, other: &Record) -> Result<Crossed, Trouble> {
        let log = self.store.log()?;
        let number = other.seq as usize;
        let (Some(here), false) = (log.get(number), number == 0) else {
            return Ok(Crossed::Neither);
        };
        let here = Record::read(&here.text)?;
        if here.prev != other.prev || here.from == other.from {
            return Ok(Crossed::Neither);
        }
        let mut before = self.replayed_up_to(number)?;
        // Where anybody may close, a record that does weighs more than one that may come at any time.
        let weight = |record: &Record| match (before.awaited().is(&record.from), is_free(record)) {
            (true, false) => 2,
            (true, true) => 1,
            (false, _) => 0,
        };
        let (theirs, ours) = (weight(other), weight(&here));
        let alone = log.len() == number + 1 && is_free(&here);
        if theirs > ours && alone {
            let is_true = before.push(other).err().is_none_or(|wrong| wrong.report_only);
            return Ok(if is_true { Crossed::Stands } else { Crossed::Neither });
        }
        let late = theirs < ours && is_free(other);
        Ok(if late { Crossed::OutOfTurn } else { Crossed::Neither })
    }

    /// The replay before a record.
    pub(super) fn replayed_up_to(&self, number: usize) -> Result<Replay, Trouble> {
        let log = self.store.log()?;
        let packs = self.replay.packs().clone();
        let mut records = log.iter().take(number).map(|file| Record::read(&file.text));
        let offer = records.next().ok_or(crate::store::Error::Gap(0))??;
        let refused = |wrong: super::replay::False| Trouble::Refused(wrong.findings);
        let mut replay = Replay::begin(&offer, packs).map_err(refused)?;
        for record in records {
            match replay.push(&record?) {
                Ok(_) => {}
                Err(wrong) if wrong.report_only => {}
                Err(wrong) => return Err(refused(wrong)),
            }
        }
        Ok(replay)
    }

    /// Takes the last record off, for the awaited author's one; returns where it is kept.
    pub(super) fn give_way(&mut self) -> Result<String, Trouble> {
        let head: Head = self.replay.head();
        let kept = self.store.set_aside(head)?;
        self.open_again()?;
        Ok(kept)
    }
}
