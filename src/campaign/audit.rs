//! Everything that anybody can recompute from an archive, and the first record that is false.
//!
//! The ten steps of the protocol ([`Step`]): records parsed and digested, signatures, the chain of
//! heads, packs, links, closes, seals, beacon rounds, dice, and the replay. The last six are those
//! of [`Replay::push`](super::Replay::push), which the live campaign goes through as well.

mod beside;
mod counts;
mod follow;
mod steps;

use super::archive::Archive;
use super::replay::Replay;
use super::steps::Step;
use crate::dice::{Game, Mode};
use crate::store::Head;
use follow::Auditor;

/// What an audit found.
#[derive(Clone, Debug)]
pub struct Audit {
    /// The game, if there is an offer.
    pub game: Option<Game>,
    /// Its title.
    pub title: String,
    /// How dice are made.
    pub mode: Option<Mode>,
    /// Records that were found true, in the chain from the offer on.
    pub records: usize,
    /// Records after the first false one, and those that hang in the air.
    pub unchecked: usize,
    /// Dice that were found true.
    pub dice: usize,
    /// Player-turns that were replayed to their end.
    pub player_turns: u32,
    /// Rulings that are not the default, by the offer or agreed on later.
    pub rulings: usize,
    /// Where the chain of true records ends.
    pub head: Head,
    /// What is awaited after it.
    pub awaited: String,
    /// The ten steps, in order.
    pub steps: Vec<Done>,
    /// What is false, the first first.
    pub findings: Vec<Finding>,
    /// What is not here, without which nothing more can be said.
    pub missing: Vec<String>,
    /// What a reader should know.
    pub notes: Vec<String>,
}

/// How far a step of an audit went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Done {
    /// Which one.
    pub step: Step,
    /// How it ended.
    pub state: State,
    /// What was looked at, in a few words.
    pub told: String,
}

/// How a step of an audit ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Everything that could be looked at is true.
    True,
    /// Something is false.
    False,
    /// There is nothing to check here, or nothing that this program can.
    NotChecked,
}

impl State {
    /// `true`, `false`, `not checked`
    pub const fn word(self) -> &'static str {
        match self {
            State::True => "true",
            State::False => "false",
            State::NotChecked => "not checked",
        }
    }
}

/// Something that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// In which step it was found.
    pub step: Step,
    /// Number of the record by its place in the chain, if it is about one.
    pub seq: Option<u32>,
    /// File and line.
    pub place: String,
    /// What is false, in one sentence.
    pub what: String,
    /// What was written against what was recomputed, line by line.
    pub difference: Option<String>,
}

impl Audit {
    /// Whether nothing is false.
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    /// Whether nothing is false but the report on which play rests, which its author may still correct.
    pub fn only_rests(&self, replay: &Replay) -> bool {
        let rests = replay.rests().map(|rests| rests.seq);
        rests.is_some() && self.findings.iter().all(|finding| finding.seq == rests)
    }

    /// Whether there was enough to say so.
    pub fn is_done(&self) -> bool {
        self.missing.is_empty()
    }

    /// The result in one line.
    pub fn summary(&self) -> String {
        let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let mismatches = match self.findings.len() {
            1 => "1 mismatch".to_owned(),
            n => format!("{n} mismatches"),
        };
        let dice = match self.dice {
            1 => "1 die".to_owned(),
            n => format!("{n} dice"),
        };
        format!(
            "{}, {dice}, {mismatches}, {}",
            count(self.records, "record"),
            count(self.rulings, "ruling")
        )
    }
}

/// Audits an archive; `progress` hears how many records of how many are done.
pub fn audit(archive: &Archive, progress: &mut dyn FnMut(usize, usize)) -> Audit {
    let mut auditor = Auditor::new(archive);
    if let Some(offer) = auditor.offer() {
        auditor.follow(offer, progress);
    }
    auditor.finish()
}
