//! Orders, and the lock that makes them stand.

use super::player_turn::{OpenLock, over};
use super::{False, Replay, Underway};
use crate::campaign::chain::Awaited;
use crate::campaign::record::{Lock, Record};
use crate::campaign::steps::Step;
use crate::campaign::terms::{REFEREE, referee};
use crate::dice::beacon;
use crate::document::{Diagnostic, Node};
use crate::games::{Orders, RecordParts};

/// What may stand in `orders` after a halt.
const AFTER_HALT: [&str; 4] = ["turn", "position", "attack", "answer"];

impl Replay {
    /// Tries a record of typed orders, whose standing orders are not yet under their seal.
    ///
    /// # Errors
    /// What would be false in it.
    pub fn rehearse(&self, record: &Record) -> Result<(), False> {
        let mut ahead = self.clone();
        ahead.terms.standing = None;
        ahead.push(record).map(drop)
    }

    /// Locks the next segment.
    pub(super) fn lock(&mut self, record: &Record) -> Result<(), False> {
        let (lock, orders) = match (&record.lock, record.part("orders")) {
            (Some(lock), Some(orders)) => (lock, orders),
            (Some(_), None) => return Err(False::at(record, &["lock"], "a lock without orders")),
            (None, _) => return Err(False::at(record, &["orders"], "orders without a lock")),
        };
        let side = match &self.chain.awaited {
            Awaited::Orders(side) if *side == record.from => side.clone(),
            awaited => {
                let headline = format!("a lock of {}, and {}", record.from, awaited.sentence());
                return Err(False::at(record, &["lock"], headline));
            }
        };
        let segment = self.segments + 1;
        if lock.segment != segment {
            let headline = format!("segment {}; the next one is {segment}", lock.segment);
            return Err(False::at(record, &["lock", "segment"], headline).found_in(Step::Links));
        }
        self.round(record, lock)?;
        self.salt(record, lock)?;
        let seat = self.terms.seat(&side).expect("only a side's orders are awaited");
        if self.correcting.is_some() {
            self.orders_nothing(orders)?;
        }
        let mut read = self.orders(record, orders)?;
        let answers = read.take_answers();
        match &self.ask {
            Some(ask) => self.one_answer(record, &answers, &ask.key)?,
            None if answers.answer_keys().is_empty() => {}
            None => {
                let headline = "an answer, and nothing was asked";
                return Err(False::at(record, &["orders", "answer"], headline));
            }
        }
        let other = &self.terms.sides[1 - seat];
        let (referee, duel) = (referee(), other.clone());
        let opened = OpenLock {
            seq: record.seq,
            digest: record.digest,
            lock: lock.clone(),
            chains: [self.sources.in_force(&referee), self.sources.in_force(&duel)],
            policy: self.policies.latest(1 - seat),
            ask: self.ask.take(),
        };
        if self.turn.is_none() && self.correcting.is_none() {
            let turn = self.game().begin(&self.state).under(over(&self.terms));
            self.turn = Some(Underway::new(seat, turn, record.seq));
        }
        if let Some(Underway { turn, said_in, .. }) = &mut self.turn {
            said_in.push(record.seq);
            if opened.ask.is_some() {
                turn.answer(answers);
            }
            turn.lock(read);
        }
        self.segments = segment;
        self.wrapped += u32::from(lock.open.is_none());
        self.lock = Some(opened);
        self.chain.awaited = match (self.terms.mode.has_referee(), self.terms.mode.has_duel()) {
            (true, _) => Awaited::Close(Some(referee)),
            (_, true) => Awaited::Close(Some(duel)),
            _ => Awaited::Close(None),
        };
        Ok(())
    }

    /// A lock whose key corrects play orders nothing: the position that it answers is about to change.
    fn orders_nothing(&self, orders: &Node) -> Result<(), False> {
        let keys = orders.as_map().unwrap_or_default().iter().map(|(key, _)| key);
        match keys.into_iter().find(|key| !AFTER_HALT[..2].contains(&&*key.text)) {
            None => Ok(()),
            Some(key) => {
                let headline = format!(
                    "`{}`, and play is corrected first: this lock orders nothing",
                    key.text
                );
                let complaint = Diagnostic::error(key.span, headline)
                    .help("send it without a file; the orders follow when it is closed");
                Err(False::many(vec![complaint]))
            }
        }
    }

    /// The salt of a lock, or the dash of one that the referee wrapped around plain orders.
    fn salt(&mut self, record: &Record, lock: &Lock) -> Result<(), False> {
        let at = |why: &str| False::at(record, &["lock", "open"], why).found_in(Step::Links);
        let wrapped = record.wrapped.as_ref().is_some_and(|by| by.as_str() == REFEREE);
        match lock.open {
            None if wrapped && self.terms.mode.has_referee() => Ok(()),
            None => Err(at("no salt, and the referee did not wrap it")),
            Some(salt) => self
                .sources
                .use_for(salt, record.digest)
                .map_err(|_| at("this salt, or link, was used before")),
        }
    }

    /// The beacon round that a lock fixes.
    fn round(&self, record: &Record, lock: &Lock) -> Result<(), False> {
        let at = |why: String| False::at(record, &["lock"], why).found_in(Step::Beacon);
        let Some(delay) = self.terms.delay else {
            return match (&lock.at, lock.round) {
                (None, None) => Ok(()),
                _ => Err(at(format!("a beacon round in mode {}", self.terms.mode))),
            };
        };
        let mailed = lock.at.as_ref().ok_or_else(|| at("no time in this lock".to_owned()))?;
        let time = beacon::parse_utc(mailed).map_err(|why| at(why.to_string()))?;
        let round = beacon::round_after(time.saturating_add(delay));
        match lock.round {
            Some(said) if said == round => Ok(()),
            _ => Err(at(format!("its time and the delay of {delay} seconds fix round {round}"))),
        }
    }

    /// The orders of a record, which must answer the position.
    pub(super) fn orders(&self, record: &Record, orders: &Node) -> Result<Orders, False> {
        let here = self.label();
        if let Some(answered) = orders.get_text("position").filter(|answered| *answered != here) {
            let headline = format!("these orders answer {answered}; the position is {here}");
            return Err(False::at(record, &["orders", "position"], headline));
        }
        let turn = self.state_turn().to_string();
        if let Some(said) = orders.get_text("turn").filter(|said| *said != turn) {
            let headline = format!("orders for turn {said}; this is turn {turn}");
            return Err(False::at(record, &["orders", "turn"], headline));
        }
        if self.turn.is_some() {
            let keys = orders.as_map().unwrap_or_default().iter();
            let late = keys.map(|(key, _)| key).find(|key| !AFTER_HALT.contains(&&*key.text));
            if let Some(late) = late {
                let headline =
                    format!("`{}` after a halt; only `attack` and `answer` may follow", late.text);
                return Err(False::one(late.span, headline));
            }
        }
        let parts = RecordParts {
            orders: Some(orders),
            standing: record.part("standing"),
            rolls: record.part("rolls"),
            answer: None,
        };
        self.read(record.from.as_str(), parts)
    }
}
