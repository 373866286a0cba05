//! The parts of a record, in the order of their meaning: unseal, close, report, answer (of the old
//! segment), then orders, lock, anchor, seal (of the new one).

use super::{False, Outcome, Replay};
use crate::campaign::chain::{Awaited, is_free};
use crate::campaign::record::Record;
use crate::campaign::steps::Step;
use crate::campaign::terms::{REFEREE, StandingOrders};
use crate::dice::Mode;
use crate::document::digest::Digest;
use crate::games::{Orders, RecordParts};

impl Replay {
    /// Does what the parts of a record say.
    pub(super) fn parts(&mut self, record: &Record) -> Result<Option<Outcome>, False> {
        if record.offer.is_some() {
            return Err(False::at(record, &["offer"], "a second offer").found_in(Step::Chain));
        }
        self.writer(record)?;
        self.agreements(record)?;
        self.claimed(record)?;
        if record.unseal.is_some() {
            self.unseal(record)?;
        }
        let mut outcome = None;
        let mut wrong_report = None;
        if let Some(terms) = &record.accept {
            self.accept(record, terms)?;
        } else if record.has("result") {
            self.result(record)?;
        } else if self.terms.mode == Mode::Recorded && record.has("orders") {
            let (played, wrong) = self.recorded(record)?;
            outcome = Some(played);
            wrong_report = wrong;
        } else if !is_free(record) {
            if let Some(close) = &record.close {
                let (played, wrong) = self.close(record, close)?;
                outcome = Some(played);
                wrong_report = wrong;
            }
            if record.has("answer") {
                self.answer(record)?;
            }
            if record.lock.is_some() || record.has("orders") {
                self.lock(record)?;
            } else if outcome.is_none() && !record.has("answer") {
                let headline =
                    format!("{}, and there is nothing of it here", self.chain.awaited.sentence());
                return Err(False::at(record, &[], headline).found_in(Step::Chain));
            }
        }
        self.may_end_by_claim(record);
        self.declarations(record)?;
        match wrong_report {
            Some(wrong) => Err(wrong),
            None => Ok(outcome),
        }
    }

    /// Anchor, seal, standing orders: they serve later locks.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(super) fn declarations(&mut self, record: &Record) -> Result<(), False> {
        if let Some(anchor) = &record.anchor {
            let declared = self.sources.declare(&self.chain.game, &record.from, anchor);
            declared.map_err(|why| False::at(record, &["anchor"], why).found_in(Step::Links))?;
        }
        let wrong = |key: &str, why: &str| False::at(record, &[key], why).found_in(Step::Seals);
        let seat = self.terms.seat(&record.from);
        match (seat, record.seal, record.part("standing")) {
            (_, None, None) => {}
            (None, ..) => return Err(wrong("from", "standing orders of nobody who plays")),
            (_, Some(_), Some(_)) => {
                return Err(wrong("seal", "standing orders sealed and open in one record"));
            }
            (_, Some(_), None) if self.terms.standing == Some(StandingOrders::Open) => {
                return Err(wrong(
                    "seal",
                    "a seal, and the terms have standing orders in the open",
                ));
            }
            // The referee types what a player without the program has mailed him.
            (_, None, Some(_))
                if self.terms.standing == Some(StandingOrders::Sealed)
                    && record.wrapped.is_none() =>
            {
                let why = "open standing orders, and the terms have them under a seal";
                return Err(wrong("standing", why));
            }
            (Some(seat), Some(seal), None) => self.policies.seal(seat, record.seq, seal),
            (Some(seat), None, Some(standing)) => {
                let mut state = self.state.clone();
                let set = self.game.set_standing(&mut state, record.from.as_str(), standing);
                set.map_err(False::many)?;
                self.policies.declare(seat, record.seq, standing);
            }
        }
        Ok(())
    }

    /// Who may write for somebody else: the referee for a player without the program, and in mode
    /// `recorded` either side what the other has mailed.
    fn writer(&self, record: &Record) -> Result<(), False> {
        let Some(by) = record.wrapped.as_ref().filter(|by| **by != record.from) else {
            return Ok(());
        };
        let mode = self.terms.mode;
        let right = match by.as_str() {
            REFEREE => mode.has_referee() || self.terms.one_machine(&self.offerer),
            _ => mode == Mode::Recorded && self.terms.seat(by).is_some(),
        };
        if right {
            return Ok(());
        }
        let headline = format!("{by} may not write for {} in mode {mode}", record.from);
        Err(False::at(record, &["wrapped"], headline).found_in(Step::Chain))
    }

    fn accept(&mut self, record: &Record, terms: &Digest) -> Result<(), False> {
        let Awaited::Accept(_) = self.chain.awaited else {
            let headline = "the terms were accepted before";
            return Err(False::at(record, &["accept"], headline).found_in(Step::Chain));
        };
        if *terms != self.offer {
            let headline = "accepts other terms than those offered";
            return Err(False::at(record, &["accept", "terms"], headline).found_in(Step::Chain));
        }
        self.accepted += 1;
        self.chain.awaited = self.next_acceptance();
        Ok(())
    }

    fn unseal(&mut self, record: &Record) -> Result<(), False> {
        let (Some(unseal), Some(part)) = (&record.unseal, record.part("unseal")) else {
            return Ok(());
        };
        let at = |why: String| False::at(record, &["unseal"], why).found_in(Step::Seals);
        let seat = self.terms.seat(&unseal.side);
        let seat = seat.ok_or_else(|| at(format!("{} plays no side", unseal.side)))?;
        let standing = part.get("standing").ok_or_else(|| at("nothing is opened".to_owned()))?;
        let opened = self.policies.open(&self.chain.game, seat, record.seq, unseal, standing);
        opened.map_err(at)
    }

    fn answer(&mut self, record: &Record) -> Result<(), False> {
        let at = |why: String| False::at(record, &["answer"], why);
        let Some(ask) = self.ask.clone() else {
            return Err(at("an answer, and nothing was asked".to_owned()));
        };
        if ask.whose != record.from.as_str() {
            return Err(at(format!("an answer of {}; {} was asked", record.from, ask.whose)));
        }
        let parts = RecordParts { answer: record.part("answer"), ..RecordParts::default() };
        let answers = self.read(record.from.as_str(), parts)?;
        self.one_answer(record, &answers, &ask.key)?;
        let Some(turn) = self.turn.as_mut() else {
            return Err(at("an answer between two player-turns".to_owned()));
        };
        turn.said_in.push(record.seq);
        turn.turn.answer(answers);
        let phasing = self.terms.sides[turn.seat].clone();
        self.ask = None;
        self.chain.awaited = Awaited::Orders(phasing);
        Ok(())
    }

    /// Whether there is one answer, and to what was asked.
    pub(super) fn one_answer(
        &self,
        record: &Record,
        answers: &Orders,
        key: &str,
    ) -> Result<(), False> {
        let keys = answers.answer_keys();
        let unasked = keys.iter().find(|(said, _)| *said != key);
        match (keys.as_slice(), unasked) {
            ([], _) => Err(False::at(record, &["answer"], format!("no answer to {key}"))),
            (_, Some((said, span))) => {
                Err(False::one(*span, format!("{said} was not asked; {key} was")))
            }
            ([_], None) => Ok(()),
            ([_, (_, span), ..], None) => {
                Err(False::one(*span, format!("{key} is answered a second time")))
            }
        }
    }

    /// Reads parts of a record as a side's orders.
    pub(super) fn read(&self, side: &str, parts: RecordParts) -> Result<Orders, False> {
        self.game.read_record(&self.state, side, parts).map_err(False::many)
    }
}
