//! What changes the course of a game by agreement: rulings, corrections, locks given up.

use super::closing::compare;
use super::{False, Replay, readings, unplayable};
use crate::campaign::chain::Awaited;
use crate::campaign::record::{Correct, Record, Ruling};
use crate::campaign::terms::REFEREE;
use crate::document::digest::Digest;
use crate::games::{self, Game};

impl Replay {
    /// Takes the rulings, corrections and voided locks of a record.
    pub(super) fn agreements(&mut self, record: &Record) -> Result<(), False> {
        if let Some(correct) = &record.correct {
            self.correct(record, correct)?;
        }
        if let Some(ruling) = &record.ruling {
            self.ruling(record, ruling)?;
        }
        if let Some(lock) = &record.void {
            self.void(record, lock)?;
        }
        Ok(())
    }

    /// A ruling that is proposed, or repeated word for word by whoever must agree.
    fn ruling(&mut self, record: &Record, ruling: &Ruling) -> Result<(), False> {
        let turn = u32::from(self.state_turn());
        let moved = self.turn.is_some()
            || self.past.iter().filter(|past| u32::from(past.turn) == turn).count() > 1;
        if ruling.from_turn < turn + u32::from(moved) {
            let headline = format!("a ruling for turn {}, which has begun", ruling.from_turn);
            return Err(False::at(record, &["ruling", "from_turn"], headline));
        }
        if games::is_option(&ruling.id) {
            let headline = "an optional rule is chosen by the terms, before the first turn";
            return Err(False::at(record, &["ruling", "id"], headline));
        }
        self.proposals.push((record.from.clone(), ruling.clone()));
        let said = |who: &str| {
            self.proposals.iter().any(|(by, said)| by.as_str() == who && said == ruling)
        };
        let agreed = match self.terms.mode.has_referee() {
            true => said(REFEREE),
            false if self.terms.one_machine(&self.offerer) => said(REFEREE),
            false => self.terms.sides.iter().all(|side| said(side.as_str())),
        };
        if agreed && !self.agreed.contains(ruling) {
            self.agreed.push(ruling.clone());
            let game = Game::load(&self.packs, &readings(&self.terms, &self.agreed));
            self.later.push((ruling.from_turn, game.map_err(unplayable)?));
        }
        Ok(())
    }

    /// Gives up an open lock: the position before the segment returns, its number stays used.
    fn void(&mut self, record: &Record, lock: &Digest) -> Result<(), False> {
        let open = self.lock.take_if(|open| open.digest == *lock);
        let (Some(open), Some(mut turn)) = (open, self.turn.take()) else {
            return Err(False::at(record, &["void", "lock"], "this lock is not open"));
        };
        turn.turn.unlock();
        if open.ask.is_some() {
            turn.turn.unanswer();
        }
        self.chain.awaited = Awaited::Orders(self.terms.sides[turn.seat].clone());
        self.ask = open.ask;
        self.turn = (turn.turn.segments() > 0).then_some(turn);
        Ok(())
    }

    /// A report as it should have been; play goes on after it.
    fn correct(&mut self, record: &Record, correct: &Correct) -> Result<(), False> {
        let unknown = || {
            let headline = "a correction of a kind that this program does not know";
            False::at(record, &["correct"], headline)
        };
        let (Some((seq, truth)), Some(report)) = (&self.rests, &correct.report) else {
            return Err(unknown());
        };
        if *seq != correct.of {
            return Err(unknown());
        }
        match compare(record, report, &truth.report, None) {
            Some(wrong) => Err(wrong.with_truth(truth)),
            None => {
                self.rests = None;
                Ok(())
            }
        }
    }
}
