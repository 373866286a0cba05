//! Orders into the log: checked, locked, closed, reported.
//!
//! On one machine the referee's program does all of it. A typed file becomes a record of its side
//! that the referee has wrapped (`wrapped: referee`, `open: "-"`), and the referee's next link
//! closes it. The record with the lock is filed first: from then on its dice are fixed, and whoever
//! is interrupted before the close is filed gets the same close when he goes on.

use super::asked;
use super::chain::Awaited;
use super::fate::{Keyed, Known};
use super::open::{Campaign, Filed};
use super::secrets::Secrets;
use super::send::Seal;
use super::terms::referee;
use super::{Draft, Trouble, Written};
use crate::dice::{Mode, Name};
use crate::document::digest::{Digest, label};
use crate::document::{Diagnostic, Node, Severity, Span};
use crate::games::{
    Answering, Checked, Earlier, Forecast, Here, Orders, PlayerTurn, State, Understood,
};
use crate::store::{SecretFile, Shelf, Store};

/// A typed file, understood and checked against the position.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Whose it is.
    pub side: Name,
    /// What it says.
    pub understood: Understood,
    /// What the check found.
    pub checked: Checked,
}

impl Proposal {
    /// Whether anything in it is refused.
    pub fn is_refused(&self) -> bool {
        self.checked.complaints.iter().any(Diagnostic::is_error)
    }

    /// Whether a diagnostic only tells a repair, which the echo tells too.
    pub fn is_repair(&self, found: &Diagnostic) -> bool {
        found.severity == Severity::Note && self.understood.notes.contains(found)
    }

    /// Repairs, warnings and refusals together.
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let notes = self.understood.notes.iter();
        notes.chain(&self.checked.complaints).cloned().collect()
    }
}

impl<S: Store> Campaign<S> {
    /// Reads and checks a typed file; nothing is rolled, nothing is filed.
    ///
    /// # Errors
    /// [`Trouble::Refused`] if it cannot be read, or answers something else than the position;
    /// what is wrong with the orders themselves is in the proposal.
    pub fn check(&self, text: &str) -> Result<Proposal, Trouble> {
        let (side, understood) = self.read(text)?;
        let checked = match self.prospect(&side, &understood.orders)? {
            Some((turn, known)) => self.replay.game().check(&turn, &mut Known(known)),
            None => Checked::default(),
        };
        let mut checked = checked;
        if self.replay.terms().mode == Mode::Recorded {
            let mut complaints = self.trial(&side, &understood.orders);
            let said = |d: &Diagnostic| checked.complaints.iter().any(|c| c.headline == d.headline);
            complaints.retain(|complaint| !said(complaint));
            checked.complaints.extend(complaints);
        }
        if !checked.complaints.iter().any(Diagnostic::is_error) {
            // What would be refused when it is filed is refused now.
            checked.complaints.extend(self.rehearsal(&side, &understood.orders));
        }
        Ok(Proposal { side, understood, checked })
    }

    /// What stands against filing the record that a typed file would become.
    pub(super) fn rehearsal(&self, side: &Name, orders: &Orders) -> Vec<Diagnostic> {
        let written = match (self.replay.terms().mode, self.replay.awaited()) {
            (Mode::Recorded, _) => self.recorded(side, orders),
            (_, Awaited::Answer(_)) => self.answering(side, orders),
            _ => self.locking(side, orders),
        };
        let wrong = match written {
            Ok(written) => self.replay.rehearse(&written.record).err().map(|w| w.findings),
            Err(Trouble::Refused(complaints)) => Some(complaints),
            // Whatever is no fault of the orders is told when they are filed.
            Err(_) => None,
        };
        // Places in a record are none in the typed file.
        let nowhere = |complaint| Diagnostic { span: Span::NONE, ..complaint };
        wrong.into_iter().flatten().map(nowhere).collect()
    }

    /// What the attacks of a typed file are likely to bring.
    ///
    /// # Errors
    /// As [`Campaign::check`], and if there is no attack.
    pub fn odds(&self, text: &str) -> Result<Forecast, Trouble> {
        // What could not be fought has no odds.
        let proposal = self.check(text)?;
        if proposal.is_refused() {
            return Err(Trouble::Refused(proposal.diagnostics()));
        }
        let (side, understood) = (proposal.side, proposal.understood);
        match self.prospect(&side, &understood.orders)? {
            Some((turn, known)) => Ok(self.replay.game().odds(&turn, &mut Known(known))?),
            None => Err(Trouble::NotNow("an answer has no odds".to_owned())),
        }
    }

    /// The state after the moves of a typed file, as far as they can be known: nothing is rolled,
    /// nothing is filed.
    ///
    /// # Errors
    /// As [`Campaign::check`], and every refusal of the movement phase.
    pub fn after_moves(&self, text: &str) -> Result<State, Trouble> {
        let (_, understood) = self.read(text)?;
        Ok(self.replay.game().after_moves(&self.replay.shown(), &understood.orders)?)
    }

    /// Finds the orders in a text, and whether they are those that are awaited.
    fn read(&self, text: &str) -> Result<(Name, Understood), Trouble> {
        let replay = &self.replay;
        if let Some(stands) = self.locked_already(text) {
            return Err(Trouble::Refused(vec![stands]));
        }
        let side = match replay.awaited() {
            Awaited::Orders(side) | Awaited::Answer(side) => side.clone(),
            Awaited::Close(Some(who)) if self.closes_as(who) => {
                return Err(Trouble::NotNow(
                    "orders are locked and await their dice; type `provost resolve`".to_owned(),
                ));
            }
            Awaited::Result(_) | Awaited::Nobody => {
                return Err(Trouble::NotNow("the game is over".to_owned()));
            }
            awaited => return Err(Trouble::NotNow(awaited.sentence())),
        };
        let game = replay.game();
        let file = game.open_orders(text)?;
        let here = replay.label();
        let earlier = replay.past().iter().rev().skip(1).rev();
        let earlier: Vec<Earlier> = earlier
            .map(|past| Earlier { label: label(&past.position), seq: past.seq, turn: past.turn })
            .collect();
        let here = Here { title: &replay.terms().title, label: &here, earlier: &earlier };
        let wrong = game.check_head(&file, replay.state(), side.as_str(), here);
        if !wrong.is_empty() {
            // Whoever sends an old file, or a second version, is told what became of the first.
            let stands = self.stands(&file);
            let told = |one: Diagnostic| stands.iter().cloned().fold(one, Diagnostic::with);
            return Err(Trouble::Refused(wrong.into_iter().map(told).collect()));
        }
        let answering = match replay.terms().mode {
            Mode::Recorded => Answering::Enemy,
            _ => Answering::Himself,
        };
        match (game.read_orders(replay.state(), &file, answering), replay.ask()) {
            (Err(complaints), Some(ask)) => {
                Err(Trouble::Refused(asked::answerable(complaints, &file, ask)))
            }
            (read, _) => Ok((side, read?)),
        }
    }

    /// The player-turn as it would be with these orders, and its known dice; none for an answer
    /// of the side that is not moving.
    fn prospect(
        &self,
        side: &Name,
        orders: &Orders,
    ) -> Result<Option<(PlayerTurn, Keyed)>, Trouble> {
        let replay = &self.replay;
        if replay.terms().mode == Mode::Recorded {
            let mut turn = replay.game().begin(&replay.shown()).under(replay.conduct());
            let mut orders = orders.clone();
            orders.take_answers();
            turn.lock(orders);
            return Ok(Some((turn, Keyed::default())));
        }
        self.answers_only_what_is_asked(side, orders)?;
        let asked = matches!(replay.awaited(), Awaited::Answer(_));
        let game = replay.game();
        let (mut turn, known) = match replay.player_turn() {
            Some(underway) => (underway.turn.clone(), underway.dice.clone()),
            None => (game.begin(&replay.shown()).under(replay.conduct()), Keyed::default()),
        };
        let mut orders = orders.clone();
        turn.answer(orders.take_answers());
        // An answer of the side that is not moving is tried under a lock that orders nothing.
        turn.lock(if asked { Orders::nothing() } else { orders });
        Ok(Some((turn, known)))
    }

    /// Files a typed file and rolls its dice; for an open lock, an unanswered close is filed first.
    ///
    /// # Errors
    /// Refusals; nothing is filed then.
    pub fn resolve(&mut self, text: &str, secrets: &SecretFile) -> Result<Filing, Trouble> {
        self.resolve_if(text, secrets, |_, proposal| !proposal.is_refused())
    }

    /// The same with orders that came to the referee without a lock: what is not legal in them falls
    /// to the terms, unless these send it back.
    ///
    /// # Errors
    /// As [`Campaign::resolve`].
    pub(super) fn resolve_plain(
        &mut self,
        text: &str,
        secrets: &SecretFile,
    ) -> Result<Filing, Trouble> {
        self.resolve_if(text, secrets, |campaign, proposal| {
            !proposal.is_refused() || campaign.falls_to_the_terms(proposal)
        })
    }

    fn resolve_if(
        &mut self,
        text: &str,
        secrets: &SecretFile,
        may: impl Fn(&Campaign<S>, &Proposal) -> bool,
    ) -> Result<Filing, Trouble> {
        self.resolves_here()?;
        if self.replay.open_lock().is_some() {
            return self.finish_open(text, secrets);
        }
        let proposal = self.check(text)?;
        if !may(self, &proposal) {
            return Err(Trouble::Refused(proposal.diagnostics()));
        }
        if self.replay.terms().mode == Mode::Recorded {
            return self.resolve_recorded(text, &proposal);
        }
        let seq = self.replay.head().records;
        let side = proposal.side.clone();
        let typed = format!("{seq:04}-{side}.txt");
        let orders = &proposal.understood.orders;
        match self.replay.awaited() {
            Awaited::Answer(_) => {
                let written = self.signed(self.answering(&side, orders)?)?;
                self.store.put(Shelf::Typed, &typed, text)?;
                self.file(&written)?;
            }
            _ => {
                self.file_lock(&side, orders, Some((typed, text)), secrets)?;
                self.close_locked(seq, secrets)?;
            }
        }
        Ok(self.filed_since(seq, Some(proposal)))
    }

    /// Closes a lock that was interrupted; the typed file is either the one that it locked, or is
    /// left unread.
    fn finish_open(&mut self, text: &str, secrets: &SecretFile) -> Result<Filing, Trouble> {
        let seq = self.replay.head().records;
        let locked = format!("{:04}-", seq - 1);
        let typed = self.store.list(Shelf::Typed)?;
        let typed = typed.iter().find(|name| name.starts_with(&locked));
        let typed = match typed {
            Some(name) => self.store.get(Shelf::Typed, name)?,
            None => None,
        };
        let again = self.used_before(secrets)?;
        self.close_if_open(secrets)?;
        let filing = Filing { again, ..self.filed_since(seq, None) };
        if typed.as_deref() == Some(text) {
            return Ok(filing);
        }
        Err(Trouble::NotNow(
            "orders were locked already: their dice are rolled and filed now, see `provost \
             report`; this file was not read, for a lock is not replaced"
                .to_owned(),
        ))
    }

    /// Goes on without a file: closes an open lock, or locks a halted player-turn again where
    /// nothing has to be answered.
    ///
    /// # Errors
    /// If somebody must write something first.
    pub fn go_on(&mut self, secrets: &SecretFile) -> Result<Filing, Trouble> {
        self.resolves_here()?;
        let seq = self.replay.head().records;
        if self.replay.open_lock().is_none() {
            let side = match (self.replay.awaited(), self.replay.player_turn()) {
                (Awaited::Orders(side), Some(_)) if self.replay.ask().is_none() => side.clone(),
                (Awaited::Orders(side), None) if self.replay.correcting().is_some() => side.clone(),
                (Awaited::Orders(_) | Awaited::Answer(_), _) => {
                    return Err(Trouble::Unnamed(self.replay.awaited().sentence()));
                }
                (Awaited::Result(_) | Awaited::Nobody, _) => {
                    return Err(Trouble::NotNow("the game is over".to_owned()));
                }
                (awaited, _) => return Err(Trouble::NotNow(awaited.sentence())),
            };
            self.file_lock(&side, &Orders::nothing(), None, secrets)?;
            self.close_locked(seq, secrets)?;
        }
        let again = self.used_before(secrets)?.filter(|_| seq == self.replay.head().records);
        self.close_if_open(secrets)?;
        Ok(Filing { again, ..self.filed_since(seq, None) })
    }

    /// Locks orders that a side has not typed itself, and closes them.
    pub(super) fn lock_for(
        &mut self,
        side: &Name,
        orders: &Orders,
        secrets: &SecretFile,
    ) -> Result<Filing, Trouble> {
        let seq = self.replay.head().records;
        self.file_lock(side, orders, None, secrets)?;
        self.close_locked(seq, secrets)?;
        Ok(self.filed_since(seq, None))
    }

    /// The segment of the open lock, if its link was used by a run that did not come to its end.
    fn used_before(&self, secrets: &SecretFile) -> Result<Option<u32>, Trouble> {
        if self.replay.open_lock().is_none() {
            return Ok(None);
        }
        let segment = self.replay.segments();
        let used = Secrets::load(secrets, self.replay.id())?.has_used(segment);
        Ok(used.then_some(segment))
    }

    /// What has been filed from a record on. The log is the truth: positions and reports that
    /// cannot be written change nothing in it.
    pub(super) fn filed_since(&mut self, seq: usize, proposal: Option<Proposal>) -> Filing {
        let mut unwritten = self.write_caches().err().map(|trouble| trouble.to_string());
        let mailed = self.put_out(seq).unwrap_or_else(|trouble| {
            unwritten = Some(trouble.to_string());
            None
        });
        let moved = self.filed().last().filter(|filed| filed.seq as usize >= seq).cloned();
        Filing { proposal, moved, unwritten, again: None, mailed }
    }

    /// Closes a lock that has just been filed under a number.
    fn close_locked(&mut self, seq: usize, secrets: &SecretFile) -> Result<(), Trouble> {
        let locked = |why: Trouble| Trouble::Locked(seq as u32, Box::new(why));
        self.close_if_open(secrets).map_err(locked)
    }

    /// Files orders with a lock around them.
    fn file_lock(
        &mut self,
        side: &Name,
        orders: &Orders,
        typed: Option<(String, &str)>,
        secrets: &SecretFile,
    ) -> Result<(), Trouble> {
        let written = self.signed(self.locking(side, orders)?)?;
        self.ready_to_close(&written.record.digest, secrets)?;
        if let Some((name, text)) = typed {
            self.store.put(Shelf::Typed, &name, text)?;
        }
        self.file(&written)?;
        Ok(())
    }

    /// The record of orders with a lock around them.
    fn locking(&self, side: &Name, orders: &Orders) -> Result<Written, Trouble> {
        let replay = &self.replay;
        let carried = replay.game().carry(replay.state(), side.as_str(), orders)?;
        let (key, standing) = match self.wraps(side) {
            Some(_) => ("standing", carried.standing),
            None => {
                let (key, part, _) = self.standing_part(side, carried.standing, Seal::AsAgreed)?;
                (key, part)
            }
        };
        let draft = self
            .draft(side)
            .with("orders", self.with_head(carried.orders))
            .with_some(key, standing)
            .with("lock", self.next_lock(side).node())
            .with_some("note", carried.note.map(Node::text));
        Ok(draft.write()?)
    }

    /// Whether the secret chain can serve a lock that is about to be filed.
    fn ready_to_close(&self, lock: &Digest, secrets: &SecretFile) -> Result<(), Trouble> {
        let replay = &self.replay;
        let (Some(chain), Some(anchor)) =
            (replay.chain_of(&referee()), replay.anchor_of(&referee()))
        else {
            return Err(Trouble::NotNow("the referee has declared no chain".to_owned()));
        };
        let segment = replay.segments() + 1;
        Ok(Secrets::ready(secrets, replay.id(), chain, segment, lock, &anchor)?)
    }

    /// The record of the answer of the side that is not moving.
    fn answering(&self, side: &Name, orders: &Orders) -> Result<Written, Trouble> {
        let replay = &self.replay;
        let carried = replay.game().carry(replay.state(), side.as_str(), orders)?;
        let draft = self
            .draft(side)
            .with_some("answer", carried.answer)
            .with_some("note", carried.note.map(Node::text));
        Ok(draft.write()?)
    }

    /// Closes the open lock, if there is one and the referee closes it.
    fn close_if_open(&mut self, secrets: &SecretFile) -> Result<(), Trouble> {
        let replay = &self.replay;
        if replay.open_lock().is_none() {
            return Ok(());
        }
        if !matches!(replay.awaited(), Awaited::Close(Some(who)) if *who == referee()) {
            return Err(Trouble::NotNow(replay.awaited().sentence()));
        }
        self.learn_from_log(secrets)?;
        let parts = self.closing_parts(&referee(), secrets)?;
        let mut draft = Draft::new(replay.id(), replay.head(), &referee());
        for (key, part) in parts {
            draft = draft.with(key, part);
        }
        if self.pen.chair.is_some() {
            draft = self.with_new_anchor(draft, &referee(), secrets)?;
        }
        let written = self.signed(draft.write()?)?;
        self.file(&written)?;
        Ok(())
    }

    /// What is false in the latest record, whose orders cannot be played.
    pub(super) fn in_the_last(&self, wrong: super::replay::False) -> Trouble {
        match self.store.log().map(|mut log| log.pop()) {
            Ok(Some(last)) => {
                Trouble::False { file: format!("log/{}", last.name), text: last.text, wrong }
            }
            Ok(None) => Trouble::Refused(wrong.findings),
            Err(error) => Trouble::Store(error),
        }
    }

    /// Puts turn and position into orders that were not typed.
    pub(super) fn with_head(&self, mut orders: Node) -> Node {
        orders.set("turn", Node::text(self.replay.state_turn().to_string()));
        orders.set("position", Node::text(self.replay.label()));
        orders
    }
}

/// What was filed.
#[derive(Clone, Debug)]
pub struct Filing {
    /// The typed file, if there was one.
    pub proposal: Option<Proposal>,
    /// Where the game went; none if only an answer was filed.
    pub moved: Option<Filed>,
    /// Why a position or a report could not be written although everything is filed.
    pub unwritten: Option<String>,
    /// The segment whose link was used by an earlier run that did not come to its end.
    pub again: Option<u32>,
    /// The file that is to be mailed.
    pub mailed: Option<String>,
}
