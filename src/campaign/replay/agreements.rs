//! What changes the course of a game by agreement: who has said what, and who must say it too.

use super::closing::compare;
use super::{False, Replay};
use crate::campaign::chain::Awaited;
use crate::campaign::record::{Correct, Handover, Record, Reroll, Ruling, Void, Why};
use crate::campaign::terms::REFEREE;
use crate::dice::Name;
use crate::document::digest::Digest;

/// Something that is in force once everybody who must has said it in the same words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// A reading of the rules from a game-turn on.
    Ruling(Ruling),
    /// Play replayed from a record on under a reading.
    Correct {
        /// Number of the first record of the player-turn from which it is replayed.
        of: u32,
        /// Id and word.
        ruling: String,
        /// Which dice are rolled again.
        reroll: Reroll,
    },
    /// A lock given up.
    Void {
        /// Digest of its record.
        lock: Digest,
        /// Why.
        why: Why,
    },
}

/// A proposal: who has made it, in which record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposed {
    /// Number of the record.
    pub seq: u32,
    /// Its digest.
    pub record: Digest,
    /// Who.
    pub by: Name,
    /// What.
    pub what: Said,
    /// What has become of it.
    pub fate: Fate,
}

/// What has become of a proposal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It counts: it is in force once everybody who must has said it.
    Open,
    /// It was agreed on; whoever wants it once more says it once more.
    Agreed,
    /// A correction that fell away, because a segment was closed since: number of the closing record.
    Lapsed(u32),
}

/// A chair that was handed over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandedOver {
    /// Number of the record.
    pub seq: u32,
    /// Whose record: that of the chair, or the referee's.
    pub by: Name,
    /// Whose chair, to whom.
    pub part: Handover,
}

impl Replay {
    /// Takes the rulings, corrections, voided locks and hand-overs of a record.
    pub(super) fn agreements(&mut self, record: &Record) -> Result<(), False> {
        if let Some(correct) = &record.correct {
            self.correct(record, correct)?;
        }
        if let Some(ruling) = &record.ruling {
            self.ruling(record, ruling)?;
        }
        if let Some(void) = &record.void {
            self.void(record, void)?;
        }
        if let Some(handover) = &record.handover {
            self.handover(record, handover)?;
        }
        Ok(())
    }

    /// Everything that was proposed, in order; what is in force as well.
    pub fn proposed(&self) -> &[Proposed] {
        &self.proposals
    }

    /// What is proposed and not in force: of each the first record that says it.
    pub fn pending(&self) -> Vec<&Proposed> {
        let counting: Vec<&Proposed> = self.counting().collect();
        let first = |at: &usize| {
            let said = &counting[*at].what;
            !counting[..*at].iter().any(|before| before.what == *said)
        };
        let open = |proposed: &&Proposed| match &proposed.what {
            Said::Void { lock, .. } => self.open_lock() == Some(*lock),
            Said::Ruling(ruling) => {
                !self.is_in_force(ruling) && ruling.from_turn >= self.next_open_turn()
            }
            Said::Correct { .. } => true,
        };
        let firsts = (0..counting.len()).filter(first);
        firsts.map(|at| counting[at]).filter(open).collect()
    }

    /// Proposals that count: neither agreed on before nor lapsed.
    pub fn counting(&self) -> impl Iterator<Item = &Proposed> {
        self.proposals.iter().filter(|proposed| proposed.fate == Fate::Open)
    }

    /// Corrections that lapsed with the latest segment that was closed.
    pub fn lapsed(&self) -> Vec<&Proposed> {
        let fates = self.proposals.iter().map(|proposed| proposed.fate);
        let lapses = fates.filter_map(|fate| match fate {
            Fate::Lapsed(by) => Some(by),
            _ => None,
        });
        let latest = self.past.last().map(|past| past.seq);
        let Some(last) = lapses.max().filter(|last| Some(*last) == latest) else {
            return Vec::new();
        };
        self.proposals.iter().filter(|proposed| proposed.fate == Fate::Lapsed(last)).collect()
    }

    /// Lets every proposed correction lapse, because a record closes a segment: its dice are known now to
    /// whoever has not agreed yet.
    pub(super) fn lapse(&mut self, by: u32) {
        for proposed in &mut self.proposals {
            let corrects = matches!(proposed.what, Said::Correct { .. });
            if corrects && proposed.fate == Fate::Open {
                proposed.fate = Fate::Lapsed(by);
            }
        }
    }

    /// What was agreed on counts no more as a proposal, nor does what was proposed before about the same
    /// reading from the same turn: whoever wants it once more says so once more.
    pub(super) fn settle(&mut self, agreed: &Said) {
        let same = |what: &Said| match (what, agreed) {
            (Said::Ruling(one), Said::Ruling(other)) => {
                (&one.id, one.from_turn) == (&other.id, other.from_turn)
            }
            (one, other) => one == other,
        };
        for proposed in &mut self.proposals {
            if proposed.fate == Fate::Open && same(&proposed.what) {
                proposed.fate = Fate::Agreed;
            }
        }
    }

    /// Chairs that were handed over, in order.
    pub fn handovers(&self) -> &[HandedOver] {
        &self.handovers
    }

    /// How a chair was handed over the last time.
    pub fn handed_over(&self, chair: &Name) -> Option<&HandedOver> {
        self.handovers.iter().rev().find(|handed| handed.part.side == *chair)
    }

    /// The name of the person on a chair, if it was given.
    pub fn player(&self, chair: &Name) -> Option<&str> {
        let successor = self.handed_over(chair);
        let named = || self.terms.players.iter().find(|(of, _)| of == chair);
        successor.map(|handed| handed.part.to.as_str()).or(named().map(|(_, name)| name.as_str()))
    }

    /// Remembers what a record proposes.
    pub(super) fn propose(&mut self, record: &Record, what: Said) {
        let (seq, by) = (record.seq, record.from.clone());
        let (record, fate) = (record.digest, Fate::Open);
        self.proposals.push(Proposed { seq, record, by, what, fate });
    }

    /// Whether everybody who must has said it: each player, or where there is a referee he alone.
    pub(super) fn is_agreed(&self, what: &Said) -> bool {
        let said =
            |who: &str| self.counting().any(|said| said.by.as_str() == who && said.what == *what);
        match self.terms.mode.has_referee() || self.terms.one_machine(&self.offerer) {
            true => said(REFEREE),
            false => self.terms.sides.iter().all(|side| said(side.as_str())),
        }
    }

    /// Whether one of these two may agree to what the other asks where dice are at stake: the two
    /// players, or a player and the referee.
    fn may_agree(&self, asked: &Name, agrees: &Name) -> bool {
        let referee = [asked, agrees].iter().any(|name| name.as_str() == REFEREE);
        asked != agrees && referee == self.terms.mode.has_referee()
    }

    /// Whether these two may give up the open lock: they may agree, and its author is one of them.
    pub fn may_give_up(&self, one: &Name, other: &Name) -> bool {
        let author = self.phasing();
        self.may_agree(one, other)
            && [one, other].into_iter().any(|who| author.as_ref() == Some(who))
    }

    /// Whether somebody can be one of the two who agree on giving up the open lock: the author of the
    /// lock is the other one, or he himself.
    fn may_ask(&self, who: &Name) -> bool {
        let author = self.phasing();
        author.is_some_and(|author| author == *who || self.may_agree(&author, who))
    }

    /// A lock that is given up, or that somebody asks to give up.
    fn void(&mut self, record: &Record, void: &Void) -> Result<(), False> {
        let at = |key: &str, headline: &str| False::at(record, &["void", key], headline);
        if self.open_lock() != Some(void.lock) {
            return Err(at("lock", "this lock is not open"));
        }
        if !self.results.is_empty() {
            return Err(at("lock", "a result is given: no lock is given up any more"));
        }
        let alone = self.terms.one_machine(&self.offerer);
        let said = Said::Void { lock: void.lock, why: void.why };
        match (void.why, &void.agreed) {
            (Why::Late, None) => {
                let author = self.phasing();
                if !self.terms.mode.has_beacon() {
                    return Err(at("why", "nothing comes too late where no beacon is awaited"));
                }
                if author.as_ref() == Some(&record.from) {
                    return Err(at("why", "whether a lock came too late says who received it"));
                }
            }
            (Why::Late, Some(_)) => {
                return Err(at("agreed", "a lock that came too late needs no agreement"));
            }
            (Why::Handover, _) if !self.was_handed_over_since_the_lock() => {
                return Err(at("why", "no chair was handed over since this lock"));
            }
            (Why::Undo, None) if !alone && self.phasing().as_ref() != Some(&record.from) => {
                return Err(at("why", "whoever has locked it asks to give it up"));
            }
            (Why::Handover, None) if !alone && !self.may_ask(&record.from) => {
                let who = "whoever has locked it, or whom he must agree with, asks to give it up";
                return Err(at("why", who));
            }
            (_, None) => {
                self.propose(record, said);
                if !alone {
                    return Ok(());
                }
            }
            (_, Some(agreed)) => {
                let asked = self.proposals.iter().find(|asked| asked.record == *agreed);
                let asked = asked.filter(|asked| asked.what == said);
                let asked = asked.ok_or_else(|| {
                    at("agreed", "no record of that digest asks to give up this lock")
                })?;
                if !self.may_give_up(&asked.by, &record.from) {
                    let may = self.may_agree(&asked.by, &record.from);
                    let who = match (self.terms.mode.has_referee(), may) {
                        (true, true) => "the referee and whoever has locked it agree on that",
                        (true, false) => "a player and the referee agree on that",
                        (false, _) => "the other player agrees on that",
                    };
                    return Err(at("agreed", who));
                }
                self.propose(record, said);
            }
        }
        self.give_up();
        Ok(())
    }

    /// The position before the segment returns, its number stays used.
    fn give_up(&mut self) {
        let Some(open) = self.lock.take() else { return };
        let Some(mut turn) = self.turn.take() else {
            // Its key was to correct play; that awaits the next one.
            self.chain.awaited = self.next_player_turn();
            return;
        };
        turn.turn.unlock();
        if open.ask.is_some() {
            turn.turn.unanswer();
        }
        turn.said_in.pop();
        self.chain.awaited = Awaited::Orders(self.terms.sides[turn.seat].clone());
        self.ask = open.ask;
        self.turn = (turn.turn.segments() > 0).then_some(turn);
    }

    fn was_handed_over_since_the_lock(&self) -> bool {
        let lock = self.lock.as_ref().map_or(u32::MAX, |lock| lock.seq);
        self.handovers.iter().any(|handed| handed.seq > lock)
    }

    /// A chair that its holder, or the referee, gives to somebody else.
    fn handover(&mut self, record: &Record, handover: &Handover) -> Result<(), False> {
        let at = |key: &str, headline: String| False::at(record, &["handover", key], headline);
        let side = &handover.side;
        if !self.terms.is_chair(side) {
            return Err(at("side", format!("{side} is no chair of this game")));
        }
        if handover.to.trim().is_empty() {
            return Err(at("to", "a successor without a name".to_owned()));
        }
        let referees = self.terms.mode.has_referee() && record.from.as_str() == REFEREE;
        if record.from != *side && !referees {
            let who = if self.terms.mode.has_referee() { ", or the referee," } else { "" };
            let headline = format!("{side} itself{who} hands it over, not {}", record.from);
            return Err(at("side", headline));
        }
        let (seq, by) = (record.seq, record.from.clone());
        self.handovers.push(HandedOver { seq, by, part: handover.clone() });
        Ok(())
    }

    /// A report as it should have been, after which play goes on; or play replayed from a record on.
    fn correct(&mut self, record: &Record, correct: &Correct) -> Result<(), False> {
        let at = |key: &str, headline: String| False::at(record, &["correct", key], headline);
        let report = match (&correct.ruling, &correct.report) {
            (Some(_), Some(_)) => {
                let headline = "a report, and a ruling: each is corrected in a record of its own";
                return Err(at("report", headline.to_owned()));
            }
            (None, None) => {
                let headline = "neither a ruling nor a report is named here";
                return Err(at("of", headline.to_owned()));
            }
            (Some(ruling), None) => return self.replay_from(record, correct, ruling),
            (None, Some(report)) => report,
        };
        let Some(rests) = self.rests.as_ref().filter(|rests| rests.seq == correct.of) else {
            return Err(at("of", format!("the report of record {} is not false", correct.of)));
        };
        if rests.author != *record.writer() {
            let headline = format!("{} corrects the report of record {}", rests.author, rests.seq);
            return Err(False::at(record, &["from"], headline));
        }
        match compare(record, report, &rests.truth.report, None) {
            Some(wrong) => Err(wrong.with_truth(&rests.truth)),
            None => {
                self.rests = None;
                Ok(())
            }
        }
    }
}
