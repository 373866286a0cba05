//! What people agree on while they play: rulings, corrections, locks given up, results.
//!
//! Each is a record of its own that may be written out of turn; it is remembered, filed and put into
//! the outbox as every other one.

use super::chain::Awaited;
use super::open::Campaign;
use super::record::{Correct, How, Reroll, Ruling, Void, Why};
use super::replay::{Corrected, Proposed, Rests, Said};
use super::terms::{REFEREE, referee};
use super::words::capital;
use super::{Draft, Trouble};
use crate::dice::{Mode, Name};
use crate::document::Node;
use crate::store::{SecretFile, Store};
use std::sync::Arc;

/// A record that was written and filed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Noted {
    /// Its number.
    pub seq: u32,
    /// Its file in the outbox; none where one machine plays for everybody.
    pub mailed: Option<String>,
    /// Why something could not be written although everything is filed.
    pub unwritten: Option<String>,
}

impl<S: Store> Campaign<S> {
    /// Who writes here.
    ///
    /// # Errors
    /// That nobody does.
    pub(super) fn own_chair(&self) -> Result<Name, Trouble> {
        match &self.pen.chair {
            Some(chair) => Ok(chair.clone()),
            None if self.replay.terms().one_machine(self.replay.offerer()) => Ok(referee()),
            None => Err(Trouble::NotNow(
                "you have no chair in this game: your secret file is not here; name its folder with \
                 `--secrets DIR`"
                    .to_owned(),
            )),
        }
    }

    /// Files a record of one's own with these parts.
    pub(super) fn say(
        &mut self,
        parts: Vec<(&str, Node)>,
        secrets: &SecretFile,
    ) -> Result<Noted, Trouble> {
        let chair = self.own_chair()?;
        self.look_back();
        let draft = Draft::new(self.replay.id(), self.replay.head(), &chair);
        self.note(draft, parts, secrets)
    }

    /// Files a record that was begun, with these parts.
    pub(super) fn note(
        &mut self,
        draft: Draft,
        parts: Vec<(&str, Node)>,
        secrets: &SecretFile,
    ) -> Result<Noted, Trouble> {
        let remembers = self.pen.chair.is_some();
        if remembers && self.replay.terms().mode != Mode::Recorded {
            self.learn_from_log(secrets)?;
            if let Some(seq) = self.resume(secrets)? {
                let mailed = self.put_out(seq as usize)?.unwrap_or_default();
                return Err(Trouble::NotNow(format!(
                    "record {seq} was written by an earlier run that did not come to its end; that \
                     very record is filed now: mail outbox/{mailed}, then type this again"
                )));
            }
        }
        let seq = self.replay.head().records;
        let refused = |wrong: super::replay::False| {
            let why = wrong.findings.first().map(ToString::to_string);
            Trouble::NotNow(why.unwrap_or_default())
        };
        let draft = parts.into_iter().fold(draft, |draft, (key, part)| draft.with(key, part));
        let written = self.signed(draft.write()?)?;
        self.replay.clone().push(&written.record).map_err(refused)?;
        match remembers && self.replay.terms().mode != Mode::Recorded {
            true => self.commit(&written, None, None, secrets)?,
            false => drop(self.file(&written)?),
        }
        let filing = self.filed_since(seq, None);
        let seq = written.record.seq;
        Ok(Noted { seq, mailed: filing.mailed, unwritten: filing.unwritten })
    }

    /// Proposes a reading of the rules from a game-turn on, or repeats what another has proposed.
    ///
    /// # Errors
    /// Ids and words that are not there, turns that have begun.
    pub fn propose_ruling(
        &mut self,
        id: &str,
        word: &str,
        from_turn: u32,
        secrets: &SecretFile,
    ) -> Result<Noted, Trouble> {
        let replay = &self.replay;
        let (id, value) = replay.game().choice(id, word).map_err(Trouble::NotNow)?;
        let (next, last) = (replay.next_open_turn(), u32::from(replay.game().turns()));
        if from_turn < next || from_turn > last {
            let why = match from_turn > last {
                true => format!("the game has {last} turns, and no turn {from_turn}"),
                false => format!("turn {from_turn} has begun"),
            };
            let legal = match next > last {
                true => "no ruling can come into force any more".to_owned(),
                false => format!("a ruling may say `--from-turn {next}` or later"),
            };
            return Err(Trouble::NotNow(format!("{why}; {legal}")));
        }
        if replay.game_at((from_turn, 0)).word_of(&id) == Some(value.as_str()) {
            return Err(Trouble::NotNow(format!("{id} {value} is in force on turn {from_turn}")));
        }
        let ruling = Ruling { id, value, from_turn };
        self.is_new(&Said::Ruling(ruling.clone()))?;
        self.say(vec![("ruling", ruling.node())], secrets)
    }

    /// What this chair may still agree to.
    pub fn to_agree(&self) -> Vec<Proposed> {
        let Ok(chair) = self.own_chair() else { return Vec::new() };
        let replay = self.as_filed();
        let said =
            |what: &Said| replay.counting().any(|other| other.by == chair && other.what == *what);
        // Where there is a referee, he decides on readings alone.
        let decides = !replay.terms().mode.has_referee() || chair.as_str() == REFEREE;
        let mine = |proposed: &&&Proposed| {
            let may = match proposed.what {
                Said::Void { .. } => replay.may_give_up(&proposed.by, &chair),
                _ => decides,
            };
            !said(&proposed.what) && may
        };
        replay.pending().iter().filter(mine).map(|proposed| (*proposed).clone()).collect()
    }

    /// Agrees to a ruling that is proposed: the one of an id, or the only one.
    ///
    /// # Errors
    /// If there is none, or there are several.
    pub fn agree_to_ruling(
        &mut self,
        id: Option<&str>,
        secrets: &SecretFile,
    ) -> Result<(Ruling, Noted), Trouble> {
        let proposed = self.to_agree().into_iter().filter_map(|proposed| match proposed.what {
            Said::Ruling(ruling) => Some(ruling),
            _ => None,
        });
        let named = |ruling: &Ruling| id.is_none_or(|id| id.eq_ignore_ascii_case(&ruling.id));
        let (fits, others): (Vec<Ruling>, Vec<Ruling>) = proposed.partition(named);
        let list = |rulings: &[Ruling]| {
            rulings.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        };
        match fits.as_slice() {
            [ruling] => {
                let noted = self.say(vec![("ruling", ruling.node())], secrets)?;
                Ok((ruling.clone(), noted))
            }
            [] if others.is_empty() => {
                Err(Trouble::NotNow("no ruling awaits your agreement".to_owned()))
            }
            [] => Err(Trouble::NotNow(format!(
                "this ruling does not await your agreement; {} does",
                list(&others)
            ))),
            several => Err(Trouble::NotNow(format!("say to which you agree: {}", list(several)))),
        }
    }

    /// What a correction would bring if all faces stand; nothing is written.
    ///
    /// # Errors
    /// What is wrong with it, or cannot be played so.
    pub fn would_correct(&self, of: u32, ruling: &str) -> Result<Arc<Corrected>, Trouble> {
        let can = self.replay.can_correct(of, ruling, Reroll::None);
        can.map_err(|(_, why)| Trouble::NotNow(why))?;
        let ahead = self.replay.corrected(of, ruling, None, None)?;
        let none = || Trouble::NotNow("nothing would be replayed".to_owned());
        ahead.corrections().last().cloned().ok_or_else(none)
    }

    /// Proposes that play is replayed from a record on, or repeats what another has proposed.
    ///
    /// # Errors
    /// What is wrong with it, or cannot be played so.
    pub fn propose_correction(
        &mut self,
        of: u32,
        ruling: &str,
        reroll: Reroll,
        secrets: &SecretFile,
    ) -> Result<Noted, Trouble> {
        let can = self.replay.can_correct(of, ruling, reroll);
        can.map_err(|(_, why)| Trouble::NotNow(why))?;
        if reroll == Reroll::None {
            self.replay.corrected(of, ruling, None, None)?;
        }
        if let Some(why) = self.replay.not_now().filter(|_| self.would_decide()) {
            return Err(Trouble::NotNow(why));
        }
        self.is_new(&Said::Correct { of, ruling: ruling.to_owned(), reroll })?;
        let correct = Correct { of, ruling: Some(ruling.to_owned()), reroll, report: None };
        self.say(vec![("correct", correct.node())], secrets)
    }

    /// Whether this chair has not proposed that already.
    fn is_new(&self, what: &Said) -> Result<(), Trouble> {
        let (chair, replay) = (self.own_chair()?, self.as_filed());
        if !replay.pending().iter().any(|pending| pending.what == *what) {
            return Ok(());
        }
        let said =
            replay.proposed().iter().rev().find(|said| said.by == chair && said.what == *what);
        match said {
            None => Ok(()),
            Some(said) => Err(Trouble::NotNow(format!(
                "you have proposed that in record {}; the others have not agreed yet",
                said.seq
            ))),
        }
    }

    /// Whether what this chair says is in force at once.
    fn would_decide(&self) -> bool {
        self.own_chair().is_ok_and(|chair| chair.as_str() == REFEREE)
    }

    /// Agrees to the correction that is proposed.
    ///
    /// # Errors
    /// If there is none, or it cannot come into force now.
    pub fn agree_to_correction(&mut self, secrets: &SecretFile) -> Result<Noted, Trouble> {
        let proposed = self.to_agree().into_iter().rev().find_map(|proposed| match proposed.what {
            Said::Correct { of, ruling, reroll } => Some((of, ruling, reroll)),
            _ => None,
        });
        let none = || Trouble::NotNow("no correction awaits your agreement".to_owned());
        let (of, ruling, reroll) = proposed.ok_or_else(none)?;
        if let Some(why) = self.replay.not_now() {
            return Err(Trouble::NotNow(why));
        }
        let correct = Correct { of, ruling: Some(ruling), reroll, report: None };
        self.say(vec![("correct", correct.node())], secrets)
    }

    /// Corrects one's own report, which play rests on.
    ///
    /// # Errors
    /// If there is none that is false, or it is another's.
    pub fn correct_report(&mut self, secrets: &SecretFile) -> Result<Noted, Trouble> {
        let chair = self.own_chair()?;
        let none = || Trouble::NotNow("no report is false".to_owned());
        let rests = self.replay.rests().ok_or_else(none)?;
        if rests.author != chair {
            return Err(Trouble::NotNow(format!(
                "the report of record {} is corrected by {}, who wrote it",
                rests.seq,
                capital(rests.author.as_str())
            )));
        }
        let report = Some(rests.truth.report.clone());
        let correct = Correct { of: rests.seq, ruling: None, reroll: Reroll::None, report };
        self.say(vec![("correct", correct.node())], secrets)
    }

    /// Asks to give up the open lock, or agrees if the other one has asked.
    ///
    /// # Errors
    /// If no lock is open, or it is not one's own to ask for.
    pub fn undo(&mut self, why: Why, secrets: &SecretFile) -> Result<(bool, Noted), Trouble> {
        let chair = self.own_chair()?;
        self.look_back();
        let none = || Trouble::NotNow("no lock is open: nothing can be given up".to_owned());
        let lock = self.replay.open_lock().ok_or_else(none)?;
        let asked = self.replay.proposed().iter().rev().find(|proposed| {
            matches!(proposed.what, Said::Void { lock: of, why: said } if of == lock && said == why)
        });
        let agreed = asked.filter(|asked| asked.by != chair).map(|asked| asked.record);
        if let (Some(asked), None) = (asked, agreed) {
            return Err(Trouble::NotNow(format!(
                "you have asked for that in record {}; the other one has not agreed yet",
                asked.seq
            )));
        }
        let author = self.replay.phasing();
        if agreed.is_none()
            && why == Why::Undo
            && author.as_ref() != Some(&chair)
            && !self.would_decide()
        {
            return Err(Trouble::NotNow(
                "whoever has locked it asks to give it up; nobody has asked".to_owned(),
            ));
        }
        let void = Void { lock, why, agreed };
        let noted = self.say(vec![("void", void.node())], secrets)?;
        Ok((self.replay.open_lock().is_none(), noted))
    }

    /// Gives this chair's result: of a game that has come to its end, or an offer to stop it.
    /// Without `how` the other side's result is confirmed, or the end of the game is stated.
    ///
    /// # Errors
    /// If no result can be given now.
    pub fn give_result(
        &mut self,
        how: Option<How>,
        level: Option<String>,
        secrets: &SecretFile,
    ) -> Result<Vec<Noted>, Trouble> {
        self.look_back();
        let chair = self.own_chair()?;
        let alone = self.pen.chair.is_none();
        let mut sides = match alone {
            true => self.replay.terms().sides.to_vec(),
            false => vec![chair],
        };
        // Whoever is awaited says it first.
        sides.sort_by_key(|side| !self.replay.awaited().is(side));
        let mut all = Vec::new();
        for side in sides {
            let given = self.replay.results().first().cloned();
            let other = given.filter(|given| given.by != side).map(|given| given.verdict);
            let how = match (&how, &other, self.replay.is_over()) {
                (Some(how), _, _) => how.clone(),
                (None, Some(other), _) => other.how.clone(),
                (None, None, true) => How::PlayedOut,
                (None, None, false) => {
                    return Err(Trouble::NotNow(
                        "the game is not over: `provost result --resign`, or `--agree` offers to stop"
                            .to_owned(),
                    ));
                }
            };
            if matches!(&how, How::Claimed(by) if *by == side && !self.replay.has_claimed(by)) {
                return Err(Trouble::NotNow(
                    "whoever claims the game has said why: first `provost claim overtime` where the \
                     time of the other side is up, then `provost result --claim`"
                        .to_owned(),
                ));
            }
            let stops = matches!(how, How::Agreed | How::Resigned(_));
            if stops && !self.replay.is_over() && !self.replay.awaited().is(&side) {
                return Err(Trouble::NotNow(format!(
                    "only whoever is awaited offers to stop, or resigns; {}",
                    self.replay.awaited().sentence()
                )));
            }
            if *self.replay.awaited() == Awaited::Nobody {
                return Err(Trouble::NotNow("both sides have given their results".to_owned()));
            }
            let verdict = self.own_verdict(how, level.clone(), other.and_then(|other| other.level));
            let (draft, parts) = (self.draft(&side), vec![("result", verdict.node())]);
            all.push(self.note(draft, parts, secrets)?);
        }
        Ok(all)
    }

    /// What this program has for the result; the level of an agreed end is what the players say.
    fn own_verdict(
        &self,
        how: How,
        level: Option<String>,
        others: Option<String>,
    ) -> super::record::Verdict {
        let truth = self.replay.verdict(&how);
        let agreed = level.or(others).filter(|_| how == How::Agreed);
        super::record::Verdict { level: agreed.or(truth.level.clone()), ..truth }
    }

    /// The result that this chair owes, as `send` writes it.
    pub(super) fn result_part(&self) -> Node {
        let other = self.replay.results().first().map(|given| given.verdict.clone());
        let how = other.as_ref().map_or(How::PlayedOut, |other| other.how.clone());
        self.own_verdict(how, None, other.and_then(|other| other.level)).node()
    }

    /// The report on which play rests, in the log as it is.
    pub fn rests(&self) -> Option<&Rests> {
        self.as_filed().rests()
    }

    /// What has happened beside the course of play, in sentences: what rests, differs, awaits
    /// agreement.
    pub fn notices(&self) -> Vec<String> {
        let replay = self.as_filed();
        let mut told = Vec::new();
        if let Some(rests) = replay.rests() {
            let (who, seq) = (capital(rests.author.as_str()), rests.seq);
            told.push(format!(
                "the report of record {seq} is not what the replay has: {}",
                rests.what
            ));
            told.push(format!("play rests until {who} corrects it, `provost correct --report`"));
        }
        let mine = self.to_agree();
        for proposed in replay.pending() {
            let (who, seq) = (capital(proposed.by.as_str()), proposed.seq);
            let (what, command) = match &proposed.what {
                Said::Ruling(ruling) => (format!("the ruling {ruling}"), "rulings agree"),
                Said::Correct { of, ruling, reroll } => (
                    format!("play corrected from record {of} on, {ruling}, dice again: {reroll}"),
                    "correct --agree",
                ),
                Said::Void { why, .. } => match why {
                    Why::Handover => ("the open lock given up".to_owned(), "undo --handover"),
                    _ => ("the open lock given up".to_owned(), "undo"),
                },
            };
            let next = match mine.contains(proposed) {
                true => format!(": `provost {command}` agrees"),
                false => format!("; whoever must agree types `provost {command}`"),
            };
            told.push(format!("{who} proposes {what} (record {seq}){next}"));
        }
        for lapsed in replay.lapsed() {
            told.push(format!(
                "the correction that {} proposed in record {} has lapsed: a segment was closed since",
                capital(lapsed.by.as_str()),
                lapsed.seq
            ));
        }
        if let Some(late) = replay.overtime() {
            let late = capital(late.as_str());
            told.push(format!("overtime of {late} is claimed; it may still write"));
        }
        if let Some(awaiting) = replay.correcting() {
            told.push(format!(
                "play is corrected from record {} on with the key of the next segment: its lock \
                 orders nothing, and is sent without a file",
                awaiting.of
            ));
        }
        told.extend(
            replay
                .differing_results()
                .into_iter()
                .map(|(seq, what)| format!("record {seq}: {what}")),
        );
        match (replay.awaited(), replay.results()) {
            (Awaited::Result(_), [given]) => told.push(format!(
                "{} says how the game ended: {}{}; `provost result` confirms it{}",
                capital(given.by.as_str()),
                given.verdict.how,
                given.verdict.level.as_ref().map_or(String::new(), |level| format!(", {level}")),
                match given.verdict.how {
                    How::Agreed => ", `provost result --play-on` declines",
                    _ => "",
                }
            )),
            _ if replay.is_confirmed() => {
                told.push("both sides have given the same result".to_owned());
            }
            _ => {}
        }
        told
    }
}
