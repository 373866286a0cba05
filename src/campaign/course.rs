//! The course of a log, record by record: what mails, locks and the clock are counted from.

use super::Record;
use super::chain::{Awaited, is_free};
use super::claim::{Claim, Meaning};
use super::replay::Replay;
use crate::dice::{Name, beacon};
use crate::document::Node;
use crate::document::digest::Digest;

/// A record, as somebody handed it over.
#[derive(Clone, Debug)]
pub struct Handed {
    /// Its number.
    pub seq: u32,
    /// Its digest.
    pub record: Digest,
    /// For whom it speaks.
    pub from: Name,
    /// Whether it orders something, or goes on behind a halt.
    pub orders: bool,
    /// Whether its orders are nothing but their head.
    pub idle: bool,
    /// The label of the position that its orders answer.
    pub position: Option<String>,
    /// The segment that it locks.
    pub locks: Option<u32>,
    /// Whether somebody else has typed it.
    pub wrapped: bool,
    /// Whether it closes a segment.
    pub closes: bool,
    /// Whether it has only parts that may be written out of turn.
    pub free: bool,
    /// Whether it asks to give up a lock, or agrees to it.
    pub asks_void: bool,
    /// The lock that is given up with it.
    pub void: Option<Digest>,
    /// Its attack list.
    pub attack: Option<Node>,
    /// Its answers, each `KEY: sentence`.
    pub answer: Option<Node>,
    /// What it claims.
    pub claim: Option<Claim>,
    /// When it was mailed, in seconds since 1970, if it says so itself (beacon modes).
    pub at: Option<i64>,
    /// Who owes the next record after it.
    pub awaited: Awaited,
    /// The game-turn after it.
    pub turn: u8,
}

impl Handed {
    /// A record that has just been replayed.
    pub fn of(record: &Record, replay: &Replay) -> Handed {
        let orders = record.part("orders");
        let within = |key: &str| orders.and_then(|orders| orders.get(key)).cloned();
        let (lock, void) = (record.lock.as_ref(), record.void.as_ref().map(|void| void.lock));
        Handed {
            seq: record.seq,
            record: record.digest,
            from: record.from.clone(),
            orders: orders.is_some(),
            idle: orders.and_then(Node::as_map).is_some_and(|all| {
                all.iter().all(|(key, _)| matches!(key.text.as_str(), "turn" | "position"))
            }),
            position: orders.and_then(|orders| orders.get_text("position")).map(str::to_owned),
            locks: lock.map(|lock| lock.segment),
            wrapped: record.wrapped.is_some(),
            closes: record.close.is_some(),
            free: is_free(record),
            asks_void: record.void.is_some(),
            void: void.filter(|lock| replay.open_lock() != Some(*lock)),
            attack: within("attack"),
            answer: record.part("answer").cloned().or_else(|| within("answer")),
            claim: record.claim.clone(),
            at: lock.and_then(|lock| beacon::parse_utc(lock.at.as_deref()?).ok()),
            awaited: replay.awaited().clone(),
            turn: replay.state_turn(),
        }
    }

    /// The sentence with which it answers a question.
    pub fn answer_to(&self, key: &str) -> Option<&str> {
        let lines = self.answer.as_ref()?.as_list()?;
        lines.iter().find_map(|line| line.get_text(key))
    }
}

/// Whether the lock of a record was given up later.
pub fn is_given_up(course: &[Handed], handed: &Handed) -> bool {
    course.iter().any(|later| later.void == Some(handed.record))
}

/// Whether the referee wrote nothing for a side after overtime of it was claimed: the turn that it has
/// missed.
pub fn is_missed(course: &[Handed], handed: &Handed) -> bool {
    if !(handed.idle && handed.wrapped) {
        return false;
    }
    let mut before = course.iter().rev().skip_while(|earlier| earlier.seq >= handed.seq);
    let of =
        |claim: &Claim| matches!(&claim.means, Meaning::Overtime(side, _) if *side == handed.from);
    before
        .find(|earlier| earlier.claim.as_ref().is_some_and(of) || earlier.from == handed.from)
        .is_some_and(|earlier| earlier.claim.as_ref().is_some_and(of))
}
