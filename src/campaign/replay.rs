//! From records to positions: everything that a log says is recomputed here, for the live campaign
//! and for the auditor alike.

mod agreements;
mod claims;
mod closing;
mod corrections;
mod crossing;
mod locking;
mod part;
mod past;
mod player_turn;
mod policies;
mod recorded;
mod results;
mod rulings;
mod sources;

pub use agreements::{Fate, HandedOver, Proposed, Said};
pub use corrections::{Awaiting, Corrected, Replayed};
pub use player_turn::Underway;
pub use results::{Given, told as points_told};
pub use rulings::{InForce, When};

use super::chain::{Awaited, Chain, is_free};
use super::record::{Halt, Record, Report};
use super::steps::Step;
use super::terms::Terms;
use crate::dice::Name;
use crate::document::digest::{Digest, Pack, label};
use crate::document::{Diagnostic, Node, Span};
use crate::games::{Game, Packs, Played, State};
use crate::play::Ask;
use crate::store::Head;
use past::PastTurn;
use player_turn::OpenLock;
use policies::Policies;
use rulings::{readings, unplayable};
use sources::Sources;
use std::sync::Arc;

/// A campaign, replayed up to a record.
#[derive(Clone, Debug)]
pub struct Replay {
    terms: Terms,
    offerer: Name,
    /// Digest of the offer.
    offer: Digest,
    accepted: usize,
    packs: Packs,
    game: Game,
    /// Games under rulings that are in force from a later player-turn on.
    later: Vec<(When, Game)>,
    chain: Chain,
    sources: Sources,
    policies: Policies,
    /// Record whose standing orders are in the state, of each side.
    applied: [Option<u32>; 2],
    /// Before a player-turn, or at a halt.
    state: State,
    position: Digest,
    turn: Option<Underway>,
    lock: Option<OpenLock>,
    ask: Option<Ask>,
    segments: u32,
    turns_played: u32,
    pauses: [u32; 2],
    /// What somebody has proposed, and the readings that everybody has agreed on.
    proposals: Vec<Proposed>,
    agreed: Vec<InForce>,
    handovers: Vec<HandedOver>,
    /// Results as each side has given them, and what was awaited when the game was stopped.
    results: Vec<Given>,
    stopped: Option<Awaited>,
    /// What was false in results that were offered and declined.
    declined: Vec<(u32, String)>,
    /// Player-turns that have come to their end, and how they were corrected.
    played: Vec<Arc<PastTurn>>,
    corrections: Vec<Arc<Corrected>>,
    correcting: Option<Awaiting>,
    /// The side whose overtime is claimed, while it is awaited.
    overtime: Option<Name>,
    wrapped: u32,
    unverified_beacons: u32,
    past: Vec<Past>,
    /// A record whose report is false, until its author corrects it.
    rests: Option<Rests>,
}

/// A record whose report is false.
#[derive(Clone, Debug)]
pub struct Rests {
    /// Its number.
    pub seq: u32,
    /// Who must correct it.
    pub author: Name,
    /// What is false in it, in a sentence.
    pub what: String,
    /// What is true.
    pub truth: Outcome,
}

/// A position that was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Past {
    /// After which record.
    pub seq: u32,
    /// Its digest.
    pub position: Digest,
    /// Game-turn.
    pub turn: u8,
}

/// What a record brought about.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The side that moved.
    pub side: Name,
    /// Game-turn.
    pub turn: u8,
    /// The report that is true.
    pub report: Report,
    /// The whole player-turn so far.
    pub played: Played,
    /// Index, in [`Played::complaints`] and [`Played::rolls`], of the first segment that this
    /// record closed.
    pub segment: usize,
    /// Pauses that were ordered and not granted, because none was left.
    pub refused_pauses: Vec<Halt>,
}

/// Why a record is not what it should be.
#[derive(Clone, Debug)]
pub struct False {
    /// What is false in it, with its place in the record's file.
    pub findings: Vec<Diagnostic>,
    /// Whether only its report is: then it is filed, and play rests until its author corrects it.
    pub report_only: bool,
    /// What would have been true, if the report was compared with a replay.
    pub truth: Option<Box<Outcome>>,
    /// In which step it was found.
    pub step: Step,
}

impl Replay {
    /// Begins with the offer.
    ///
    /// # Errors
    /// Everything that is wrong with it, and with the packs it names.
    pub fn begin(offer: &Record, packs: Packs) -> Result<Replay, False> {
        let Some(terms) = offer.offer.as_deref().cloned() else {
            return Err(no_offer(offer));
        };
        let game = match Game::load(&packs, &readings(&terms, &[])) {
            Ok(game) => game,
            Err(findings) => return Err(unplayable(findings)),
        };
        let sides = game.sides();
        if terms.sides.each_ref().map(Name::as_str) != sides {
            let headline = format!("the scenario is played by {}, then {}", sides[0], sides[1]);
            return Err(False::at(offer, &["offer", "sides"], headline).found_in(Step::Packs));
        }
        let state = game.deployment();
        let head = Head::EMPTY;
        let awaited = Awaited::Accept(offer.from.clone());
        let position =
            game.position_digest(&state, offer.game.as_str(), terms.pack(Pack::Scenario));
        let mut replay = Replay {
            offerer: offer.from.clone(),
            offer: offer.digest,
            accepted: 0,
            packs,
            game,
            later: Vec::new(),
            chain: Chain { game: offer.game.clone(), head, awaited, claims: Vec::new() },
            sources: Sources::default(),
            policies: Policies::default(),
            applied: [None; 2],
            state,
            position,
            turn: None,
            lock: None,
            ask: None,
            segments: 0,
            turns_played: 0,
            pauses: [0; 2],
            proposals: Vec::new(),
            agreed: Vec::new(),
            handovers: Vec::new(),
            results: Vec::new(),
            stopped: None,
            declined: Vec::new(),
            played: Vec::new(),
            corrections: Vec::new(),
            correcting: None,
            overtime: None,
            wrapped: 0,
            unverified_beacons: 0,
            past: Vec::new(),
            rests: None,
            terms,
        };
        let findings = replay.chain.check(offer, &replay.terms, &replay.offerer);
        if !findings.is_empty() {
            return Err(False::many(findings).found_in(Step::Chain));
        }
        replay.declarations(offer)?;
        replay.chain.push(offer);
        replay.remember(0);
        replay.chain.awaited = replay.next_acceptance();
        Ok(replay)
    }

    /// Goes on with the next record.
    ///
    /// # Errors
    /// What is false in it. Nothing may be pushed after that, unless only its report is false.
    pub fn push(&mut self, record: &Record) -> Result<Option<Outcome>, False> {
        let findings = self.chain.check(record, &self.terms, &self.offerer);
        if !findings.is_empty() {
            return Err(False::many(findings).found_in(Step::Chain));
        }
        if let Some(rests) = &self.rests
            && record.correct.is_none()
            && !is_free(record)
        {
            let seq = rests.seq;
            let headline = format!("the report of record {seq} is false and not yet corrected");
            return Err(False::at(record, &[], headline));
        }
        let done = self.parts(record);
        if done.as_ref().err().is_none_or(|wrong| wrong.report_only) {
            self.chain.push(record);
        }
        done
    }

    /// The terms.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The packs that are played.
    pub fn packs(&self) -> &Packs {
        &self.packs
    }

    /// Who offered the terms.
    pub fn offerer(&self) -> &Name {
        &self.offerer
    }

    /// Digest of the offer.
    pub fn offer(&self) -> Digest {
        self.offer
    }

    /// The name of the game.
    pub fn id(&self) -> &crate::dice::Game {
        &self.chain.game
    }

    /// Where the log ends.
    pub fn head(&self) -> Head {
        self.chain.head
    }

    /// Who owes the next record.
    pub fn awaited(&self) -> &Awaited {
        &self.chain.awaited
    }

    /// The question that halted play, while it is not answered.
    pub fn ask(&self) -> Option<&Ask> {
        self.ask.as_ref()
    }

    /// The position: before a player-turn, or at a halt.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The digest of the position.
    pub fn position(&self) -> Digest {
        self.position
    }

    /// The label of the position.
    pub fn label(&self) -> String {
        label(&self.position)
    }

    /// The positions reached so far, the deployment first.
    pub fn past(&self) -> &[Past] {
        &self.past
    }

    /// The player-turn that is halted half-way or awaits its close.
    pub fn player_turn(&self) -> Option<&Underway> {
        self.turn.as_ref()
    }

    /// Digest of the record whose lock is not closed yet.
    pub fn open_lock(&self) -> Option<Digest> {
        self.lock.as_ref().map(|lock| lock.digest)
    }

    /// The beacon round that the open lock fixes.
    pub fn open_round(&self) -> Option<u64> {
        self.lock.as_ref()?.lock.round
    }

    /// Whose standing orders must be opened by whoever closes the open lock, and the record with
    /// their seal.
    pub fn to_unseal(&self) -> Option<(Name, u32)> {
        let enemy = 1 - self.turn.as_ref()?.seat;
        let seq = self.lock.as_ref()?.policy?;
        let sealed = self.applied[enemy] != Some(seq) && self.policies.known(enemy, seq).is_none();
        sealed.then(|| (self.terms.sides[enemy].clone(), seq))
    }

    /// How many locks there were.
    pub fn segments(&self) -> u32 {
        self.segments
    }

    /// How many player-turns have come to their end.
    pub fn turns_played(&self) -> u32 {
        self.turns_played
    }

    /// How many beacon rounds this program could not check.
    pub fn unverified_beacons(&self) -> u32 {
        self.unverified_beacons
    }

    /// How many locks the referee wrapped around plain orders.
    pub fn wrapped(&self) -> u32 {
        self.wrapped
    }

    /// How many pauses a side has left; none if there is no limit.
    pub fn pauses_left(&self, seat: usize) -> Option<u32> {
        self.terms.pauses.map(|all| all.saturating_sub(self.pauses[seat]))
    }

    /// The chain of an owner that is in force now.
    pub fn chain_of(&self, owner: &Name) -> Option<&Name> {
        self.sources.in_force(owner).map(|id| self.sources.name(id))
    }

    /// How player-turns are played under the terms.
    pub fn conduct(&self) -> crate::games::Conduct {
        player_turn::over(&self.terms)
    }

    /// The anchor of a chain, if it was declared.
    pub fn anchor_under(&self, chain: &Name) -> Option<Digest> {
        self.sources.named(chain).map(|id| self.sources.anchor(id))
    }

    /// The anchor of the chain of an owner that is in force now.
    pub fn anchor_of(&self, owner: &Name) -> Option<Digest> {
        self.sources.in_force(owner).map(|id| self.sources.anchor(id))
    }

    /// The position with the latest standing orders of both sides, as they will be in force when
    /// the next player-turn is locked.
    pub fn shown(&self) -> State {
        let mut state = self.state.clone();
        // While a player-turn is halted, the enemy stands by what he had said when it was locked.
        let shows = |seat| self.turn.as_ref().is_none_or(|turn| turn.seat == seat);
        for (seat, side) in self.terms.sides.iter().enumerate().filter(|(seat, _)| shows(*seat)) {
            if let Some(seq) = self.policies.latest(seat)
                && self.applied[seat] != Some(seq)
            {
                // What is still under its seal may say anything.
                let sealed = Node::text("none");
                let standing = self.policies.known(seat, seq).unwrap_or(&sealed);
                // Read when the record was pushed: it cannot fail now.
                let _ = self.game.set_standing(&mut state, side.as_str(), standing);
            }
        }
        state
    }

    /// Game-turn of the position.
    pub fn state_turn(&self) -> u8 {
        self.game.awaited(&self.state).turn
    }

    /// The side whose player-turn comes next, or is halted; none when the game is over.
    pub fn phasing(&self) -> Option<Name> {
        match &self.turn {
            Some(turn) => Some(self.terms.sides[turn.seat].clone()),
            None => self.game.awaited(&self.state).side.and_then(|side| side.parse().ok()),
        }
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        matches!(self.chain.awaited, Awaited::Result(_) | Awaited::Nobody)
    }

    /// The record whose report is false, until its author corrects it.
    pub fn rests(&self) -> Option<&Rests> {
        self.rests.as_ref()
    }

    /// The chain with which an owner closes the open lock: the one in force when it was locked.
    pub fn chain_to_close(&self, owner: &Name) -> Option<&Name> {
        let lock = self.lock.as_ref()?;
        let at = usize::from(owner.as_str() != super::terms::REFEREE);
        lock.chains[at].map(|id| self.sources.name(id))
    }

    fn remember(&mut self, seq: u32) {
        let turn = self.state_turn();
        self.past.push(Past { seq, position: self.position, turn });
    }

    fn next_acceptance(&self) -> Awaited {
        match self.terms.acceptors(&self.offerer).into_iter().nth(self.accepted) {
            Some(chair) => Awaited::Accept(chair),
            None => self.next_player_turn(),
        }
    }

    fn next_player_turn(&self) -> Awaited {
        match self.phasing() {
            Some(side) => Awaited::Orders(side),
            None => Awaited::Result(self.terms.sides.to_vec()),
        }
    }

    fn reached(&mut self, outcome: &Outcome, seq: u32) {
        self.state = outcome.played.state.clone();
        self.position = outcome.report.position;
        self.remember(seq);
    }

    /// What a halt leaves to do.
    fn after_halt(&self, halt: &Halt, seat: usize) -> Awaited {
        match (halt, &self.ask) {
            (Halt::End, _) => self.next_player_turn(),
            (Halt::Ask(_), Some(ask)) => match ask.whose.parse() {
                Ok(asked) if asked != self.terms.sides[seat] => Awaited::Answer(asked),
                _ => Awaited::Orders(self.terms.sides[seat].clone()),
            },
            _ => Awaited::Orders(self.terms.sides[seat].clone()),
        }
    }
}

impl False {
    /// One finding about a part of a record.
    pub fn at(record: &Record, path: &[&str], headline: impl Into<String>) -> False {
        False::one(record.span(path), headline)
    }

    fn one(span: Span, headline: impl Into<String>) -> False {
        False::many(vec![Diagnostic::error(span, headline)])
    }

    fn with_truth(self, outcome: &Outcome) -> False {
        False { truth: Some(Box::new(outcome.clone())), ..self }
    }

    pub(super) fn many(findings: Vec<Diagnostic>) -> False {
        False { findings, report_only: false, truth: None, step: Step::Replay }
    }

    fn found_in(self, step: Step) -> False {
        False { step, ..self }
    }
}

/// The first record offers nothing.
pub(super) fn no_offer(first: &Record) -> False {
    False::at(first, &[], "the first record is not an offer").found_in(Step::Chain)
}
