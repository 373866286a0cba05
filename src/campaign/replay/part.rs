//! The parts of a record, in the order of their meaning: unseal, close, report, answer (of the old
//! segment), then orders, lock, anchor, seal (of the new one).

use super::{False, Outcome, Replay};
use crate::campaign::chain::{Awaited, is_free};
use crate::campaign::record::Record;
use crate::dice::Mode;
use crate::document::Diagnostic;
use crate::document::digest::Digest;
use crate::games::{Orders, RecordParts};

impl Replay {
    /// Does what the parts of a record say.
    pub(super) fn parts(&mut self, record: &Record) -> Result<Option<Outcome>, False> {
        if record.offer.is_some() {
            return Err(False::at(record, &["offer"], "a second offer"));
        }
        self.agreements(record)?;
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
                return Err(False::at(record, &[], headline));
            }
        }
        let mut findings = Vec::new();
        self.declarations(record, &mut findings);
        match (findings.is_empty(), wrong_report) {
            (false, _) => Err(False::many(findings)),
            (true, Some(wrong)) => Err(wrong),
            (true, None) => Ok(outcome),
        }
    }

    /// Anchor, seal, standing orders: they serve later locks.
    pub(super) fn declarations(&mut self, record: &Record, findings: &mut Vec<Diagnostic>) {
        let mut say = |key: &str, headline: String| {
            findings.push(Diagnostic::error(record.span(&[key]), headline));
        };
        if let Some(anchor) = &record.anchor
            && let Err(why) = self.sources.declare(&self.chain.game, &record.from, anchor)
        {
            say("anchor", why);
        }
        let seat = self.terms.seat(&record.from);
        match (seat, record.seal, record.part("standing")) {
            (_, None, None) => {}
            (None, ..) => say("from", "standing orders of nobody who plays".to_owned()),
            (_, Some(_), Some(_)) => {
                say("seal", "standing orders sealed and open in one record".to_owned());
            }
            (Some(seat), Some(seal), None) => self.policies.seal(seat, record.seq, seal),
            (Some(seat), None, Some(standing)) => {
                let mut state = self.state.clone();
                match self.game.set_standing(&mut state, record.from.as_str(), standing) {
                    Ok(()) => self.policies.declare(seat, record.seq, standing),
                    Err(more) => findings.extend(more),
                }
            }
        }
    }

    fn accept(&mut self, record: &Record, terms: &Digest) -> Result<(), False> {
        let Awaited::Accept(_) = self.chain.awaited else {
            return Err(False::at(record, &["accept"], "the terms were accepted before"));
        };
        if *terms != self.offer {
            let headline = "accepts other terms than those offered";
            return Err(False::at(record, &["accept", "terms"], headline));
        }
        self.accepted += 1;
        self.chain.awaited = self.next_acceptance();
        Ok(())
    }

    fn result(&mut self, record: &Record) -> Result<(), False> {
        let Awaited::Result(sides) = &mut self.chain.awaited else {
            return Err(False::at(record, &["result"], "a result before the end of the game"));
        };
        sides.retain(|side| *side != record.from);
        if sides.is_empty() {
            self.chain.awaited = Awaited::Nobody;
        }
        Ok(())
    }

    fn unseal(&mut self, record: &Record) -> Result<(), False> {
        let (Some(unseal), Some(part)) = (&record.unseal, record.part("unseal")) else {
            return Ok(());
        };
        let at = |why: String| False::at(record, &["unseal"], why);
        let seat = self.terms.seat(&unseal.side);
        let seat = seat.ok_or_else(|| at(format!("{} plays no side", unseal.side)))?;
        let standing = part.get("standing").ok_or_else(|| at("nothing is opened".to_owned()))?;
        self.policies.open(&self.chain.game, seat, &unseal.side, unseal, standing).map_err(at)
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
