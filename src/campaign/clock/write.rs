//! Claims written: absences, grants, overtime, and whatever else somebody wants in the log.

use super::stand::{Wait, stand};
use crate::campaign::agree::Noted;
use crate::campaign::chain::Awaited;
use crate::campaign::claim::{Claim, Meaning};
use crate::campaign::replay::False;
use crate::campaign::words::capital;
use crate::campaign::{Campaign, Draft, Trouble};
use crate::dice::Name;
use crate::document::{Diagnostic, Node, Span};
use crate::store::Store;

/// A claim that was filed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claimed {
    /// Its number, and its file in the outbox.
    pub noted: Noted,
    /// The sentence.
    pub why: String,
}

impl<S: Store> Campaign<S> {
    /// Who is awaited and until when; `since` where the folder has not noted it, `now` in seconds
    /// since 1970. None if the terms have no clock of the known form, or nobody is awaited.
    pub fn wait(&self, since: Option<i64>, now: i64) -> Option<Wait> {
        let terms = self.replay().terms();
        let clock = terms.typed_clock()?;
        let mut times = self.times();
        let of = |times: &_| stand(clock, &terms.sides, self.handed(), times, now).1;
        let wait = of(&times)?;
        let Some(since) = since.filter(|_| wait.since.is_none()) else { return Some(wait) };
        times.insert(wait.since_record, since);
        of(&times)
    }

    /// Writes a claim for a chair, files it and puts it into the outbox; it changes neither who is
    /// awaited nor the segment.
    ///
    /// # Errors
    /// A chair that is not one's own; a sentence that is nearly one of the forms that mean something;
    /// overtime before time is up.
    pub fn claim(
        &mut self,
        from: Option<&Name>,
        why: &str,
        since: Option<i64>,
        now: i64,
    ) -> Result<Claimed, Trouble> {
        self.look_back();
        let from = self.claims_for(from)?;
        let refuse = |headline: String, help: &str| {
            Trouble::Refused(vec![Diagnostic::error(Span::NONE, headline).help(help)])
        };
        let why = match why {
            "overtime" => self.overtime_words()?,
            why => why.to_owned(),
        };
        let claim = Claim::of(&why);
        if claim.is_nearly() {
            let headline = format!("`{why}` is none of the claims that the clock knows");
            return Err(refuse(headline, FORMS));
        }
        let is_chair = |name: &Name| self.replay().terms().is_chair(name);
        if let Some(fault) = claim.fault(&from, &is_chair) {
            return Err(refuse(fault, "somebody else has to write that"));
        }
        if let Meaning::Overtime(..) = &claim.means {
            self.time_is_up(since, now)?;
        }
        let node = Node::map([("why", Node::text(why.clone()))]);
        let draft = Draft::new(self.replay().id(), self.replay().head(), &from);
        let draft = match self.wraps(&from) {
            Some(writer) => draft.wrapped(&writer),
            None => draft,
        };
        let written = draft.clone().with("claim", node.clone()).write()?;
        let tried = self.replay().clone().push(&written.record);
        // Places in a record that nobody has seen help nobody.
        let unplaced = |found: Diagnostic| Diagnostic { span: Span::NONE, ..found };
        let all = |wrong: False| wrong.findings.into_iter().map(unplaced).collect();
        tried.map_err(|wrong| Trouble::Refused(all(wrong)))?;
        if let Some(secrets) = self.pen.secrets.clone() {
            let noted = self.note(draft, vec![("claim", node)], &secrets)?;
            return Ok(Claimed { noted, why });
        }
        let seq = written.record.seq;
        self.file(&self.signed(written)?)?;
        let mailed = self.put_out(seq as usize)?;
        Ok(Claimed { noted: Noted { seq, mailed, unwritten: None }, why })
    }

    /// For whom the claim speaks: one's own chair; on one machine whoever is named, else the referee.
    fn claims_for(&self, from: Option<&Name>) -> Result<Name, Trouble> {
        let terms = self.replay().terms();
        if terms.one_machine(self.replay().offerer()) {
            return match from {
                Some(from) if !terms.is_chair(from) => {
                    Err(Trouble::NotNow(format!("{from} has no part in this game")))
                }
                Some(from) => Ok(from.clone()),
                None => Ok(crate::campaign::terms::referee()),
            };
        }
        match (self.chair(), from) {
            (Some(chair), None) => Ok(chair.clone()),
            (Some(chair), Some(from)) if chair == from => Ok(chair.clone()),
            (Some(chair), Some(from)) => Err(Trouble::NotNow(format!(
                "this is the folder of {}; {from} writes its own claims",
                capital(chair.as_str())
            ))),
            (None, _) => Err(Trouble::NotNow(
                "you have no chair here: your secret file of this game is not here; name its folder \
                 with `--secrets DIR`"
                    .to_owned(),
            )),
        }
    }

    /// `overtime union turn 6`, of whoever is awaited now.
    fn overtime_words(&self) -> Result<String, Trouble> {
        let replay = self.replay();
        let none = || Trouble::NotNow(format!("{}: nobody is late", replay.awaited().sentence()));
        let sides = &replay.terms().sides;
        let late = match replay.awaited() {
            Awaited::Orders(name) | Awaited::Answer(name) | Awaited::Accept(name) => name.clone(),
            Awaited::Close(Some(name)) => name.clone(),
            Awaited::Close(None) => {
                let phasing = replay.phasing().ok_or_else(none)?;
                sides.iter().find(|side| **side != phasing).cloned().ok_or_else(none)?
            }
            Awaited::Result(_) | Awaited::Nobody => return Err(none()),
        };
        let turn = u32::from(replay.state_turn());
        Ok(Meaning::Overtime(late, turn).to_string())
    }

    /// Whether the time of whoever is awaited is up, as far as the terms have a clock.
    fn time_is_up(&self, since: Option<i64>, now: i64) -> Result<(), Trouble> {
        if self.replay().terms().typed_clock().is_none() {
            // When time is up is between the players; it is a claim, and no more.
            return Ok(());
        }
        let wait = self.wait(since, now).ok_or_else(|| {
            Trouble::NotNow(format!("{}: nobody is late", self.replay().awaited().sentence()))
        })?;
        match wait.is_over(now) {
            Some(true) => Ok(()),
            _ => Err(Trouble::NotNow(format!(
                "{}; {}",
                self.replay().awaited().sentence(),
                wait.claimable(now)
            ))),
        }
    }
}

/// The claims that the clock knows.
const FORMS: &str = "write `absent 2026-12-20 to 2027-01-04`, `grant SIDE 3 days`, `overtime SIDE \
                     turn 6`, or begin with another word";
