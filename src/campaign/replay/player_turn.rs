//! One player-turn in the log: its segments, what was answered at its halts, and its dice.

use super::sources::ChainId;
use super::{False, Outcome, Replay};
use crate::campaign::fate::Keyed;
use crate::campaign::record::{Halt, Lock, Report, Roll};
use crate::campaign::steps::Step;
use crate::campaign::terms::{Errors, Expect, Missing, Terms};
use crate::dice::{Key, Mode};
use crate::document::digest::{Digest, Pack};
use crate::document::{Diagnostic, Span};
use crate::games::{self, Game, Orders, Played, PlayerTurn, Policy};
use crate::play::Stop;

/// A player-turn that is locked, and perhaps halted.
#[derive(Clone, Debug)]
pub struct Underway {
    /// Who moves, by place in the order of play.
    pub seat: usize,
    /// What locks and answers say.
    pub turn: PlayerTurn,
    /// Keys of the segments closed so far.
    pub dice: Keyed,
    /// Dice rolled so far, with the segment of play.
    pub rolls: Vec<crate::play::Roll>,
    /// How the closed segments ended.
    pub halts: Vec<Halt>,
    /// Records whose orders and answers were read into it.
    pub said_in: Vec<u32>,
    /// Number of its first record; the same when a lock was given up in between.
    pub first: u32,
    /// Whose standing orders the other side stood by at the first lock.
    pub policy: Policy,
    /// Hexes of pauses that were not granted.
    pub refused: Vec<String>,
}

/// A lock that awaits its close.
#[derive(Clone, Debug)]
pub(super) struct OpenLock {
    /// Number of its record.
    pub seq: u32,
    pub digest: Digest,
    pub lock: Lock,
    /// Chains in force: the referee's, and that of the side that does not move.
    pub chains: [Option<ChainId>; 2],
    /// Record with the other side's standing orders.
    pub policy: Option<u32>,
    /// The question that the lock itself answers.
    pub ask: Option<crate::play::Ask>,
}

impl Underway {
    /// A player-turn that begins with a record.
    pub(super) fn new(seat: usize, turn: PlayerTurn, first: u32) -> Underway {
        let (rolls, halts, said_in, refused) = Default::default();
        let (dice, policy) = (Keyed::default(), Policy::Carried);
        Underway { seat, turn, dice, rolls, halts, said_in, first, policy, refused }
    }

    /// Takes the key of the open segment; play goes from the beginning to the next halt that the
    /// terms grant. Returns what came of it, and the pauses that were not granted.
    fn play(&mut self, game: &Game, key: Key, pauses: Option<u32>) -> (Played, Vec<String>) {
        self.dice.push(key);
        let mut refused = Vec::new();
        loop {
            self.dice.rewind();
            let played = game.play(&self.turn, &mut self.dice);
            match (&played.stop, pauses) {
                (Some(Stop::Pause(hex) | Stop::Expect(hex)), Some(0)) => refused.push(hex.clone()),
                _ => return (played, refused),
            }
            self.turn.lock(Orders::nothing());
            self.dice.go_on();
        }
    }

    /// Index of the first segment of play that the latest key serves.
    fn latest(&self) -> usize {
        let last = self.turn.segments().saturating_sub(1);
        (0..=last).find(|at| self.dice.key_of(*at) == self.dice.key_of(last)).unwrap_or(last)
    }
}

impl Replay {
    /// Plays the last segment of a player-turn with its key: what must be reported, and the
    /// player-turn behind it.
    ///
    /// # Errors
    /// What keeps it from being played: sealed orders that nobody opened.
    pub(super) fn play_segment(
        &self,
        mut turn: Underway,
        lock: &OpenLock,
        key: Key,
        span: Span,
    ) -> Result<(Outcome, Underway), False> {
        self.take_standing(&mut turn, lock, span)?;
        let game = self.game();
        let (played, refused_pauses) = turn.play(game, key, self.pauses_left(turn.seat));
        turn.refused.extend(refused_pauses.iter().cloned());
        let segment = turn.latest();
        let halt = match &played.stop {
            None => Halt::End,
            Some(Stop::Pause(hex)) => Halt::Pause(hex.clone()),
            Some(Stop::Expect(hex)) => Halt::Expect(hex.clone()),
            Some(Stop::Awaiting(ask)) => Halt::Ask(ask.key.clone()),
            Some(Stop::Refused(findings)) => {
                let headline = format!("segment {} cannot be played", lock.lock.segment);
                let mut findings = elsewhere(findings.clone(), &turn.said_in);
                findings.insert(0, Diagnostic::error(span, headline));
                return Err(False::many(findings));
            }
            Some(Stop::Fork(_)) => return Err(False::one(span, "a die forks outside a search")),
        };
        if !played.rolls.iter().filter(|roll| roll.segment < segment).eq(&turn.rolls) {
            return Err(False::one(span, "this changes dice that were rolled before"));
        }
        let scenario = self.terms.pack(Pack::Scenario);
        let position = game.position_digest(&played.state, self.chain.game.as_str(), scenario);
        let rolls = rolls_of(&played, segment).map_err(|why| False::one(span, why))?;
        turn.rolls.clone_from(&played.rolls);
        turn.halts.push(halt.clone());
        let outcome = Outcome {
            side: self.terms.sides[turn.seat].clone(),
            turn: game.awaited(turn.turn.opening()).turn,
            report: Report { segment: lock.lock.segment, rolls, halt: Some(halt), position },
            played,
            segment,
            refused_pauses,
        };
        Ok((outcome, turn))
    }

    /// Puts the other side's standing orders in force for the open lock.
    fn take_standing(&self, turn: &mut Underway, lock: &OpenLock, span: Span) -> Result<(), False> {
        let enemy = 1 - turn.seat;
        let Some(seq) = lock.policy.filter(|seq| self.applied[enemy] != Some(*seq)) else {
            return Ok(());
        };
        let side = &self.terms.sides[enemy];
        let Some(standing) = self.policies.known(enemy, seq) else {
            let headline =
                format!("the standing orders of {side}, sealed in record {seq}, are not opened");
            return Err(False::one(span, headline).found_in(Step::Seals));
        };
        let said_in = self.policies.told_in(enemy, seq);
        if turn.turn.segments() == 1 {
            turn.policy = Policy::Anew;
        }
        let stands = self.game.enemy_stands_by(&mut turn.turn, standing);
        stands.map_err(|findings| False::many(elsewhere(findings, &[said_in])))
    }
}

/// Findings about what earlier records say: each names them, and has no place in this one.
pub(super) fn elsewhere(findings: Vec<Diagnostic>, records: &[u32]) -> Vec<Diagnostic> {
    let numbers: Vec<String> = records.iter().map(u32::to_string).collect();
    let of = match numbers.as_slice() {
        [one] => format!("record {one}"),
        several => format!("one of the records {}", several.join(", ")),
    };
    let placed = findings.into_iter().map(|finding| match finding.span {
        Span { line: 0, .. } => finding,
        Span { line, column, .. } => Diagnostic { span: Span::NONE, ..finding }
            .with(format!("line {line}, column {column} of {of}")),
    });
    placed.collect()
}

/// The dice of a played segment as a report states them.
pub(super) fn rolls_of(played: &Played, from: usize) -> Result<Vec<Roll>, String> {
    let mine = played.rolls.iter().filter(|roll| roll.segment >= from);
    mine.map(|roll| {
        let faces: Vec<String> = roll.faces.iter().map(u32::to_string).collect();
        Ok(Roll {
            label: roll.label.parse().map_err(|why| format!("die {}: {why}", roll.label))?,
            dice: roll.dice.parse().map_err(|why| format!("die {}: {why}", roll.label))?,
            faces: faces.join(" "),
            span: Span::NONE,
        })
    })
    .collect()
}

/// How locked orders are played: nothing is sent back any more.
pub(super) fn over(terms: &Terms) -> games::Conduct {
    let recorded = terms.mode == Mode::Recorded;
    games::Conduct {
        errors: match terms.errors {
            Errors::Return if recorded => games::Errors::Refuse,
            Errors::Return | Errors::Truncate => games::Errors::Truncate,
            Errors::Forfeit => games::Errors::Forfeit,
        },
        missing: match terms.missing {
            Missing::Default => games::Missing::Default,
            Missing::Ask => games::Missing::Ask,
        },
        expect: match terms.expect {
            Expect::Report => games::Expectation::Report,
            Expect::Pause => games::Expectation::Pause,
        },
        recorded,
    }
}
