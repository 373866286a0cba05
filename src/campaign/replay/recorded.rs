//! Mode `recorded`: one record a player-turn, with dice that were thrown on a table.

use super::closing::compare;
use super::past::PastTurn;
use super::player_turn::{Underway, elsewhere, over, rolls_of};
use super::{False, Outcome, Replay};
use crate::campaign::fate::Typed;
use crate::campaign::record::{Record, Report};
use crate::dice::Name;
use crate::document::digest::Pack;
use crate::document::{Diagnostic, Span};
use crate::games::{Orders, Policy, RecordParts};
use crate::play::{Ask, Stop};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Replay {
    /// Takes a whole player-turn; what is false in the report alone comes beside the outcome.
    pub(super) fn recorded(&mut self, record: &Record) -> Result<(Outcome, Option<False>), False> {
        let (Some(orders), Some(report)) = (record.part("orders"), &record.report) else {
            return Err(False::at(record, &["orders"], "a player-turn without a report"));
        };
        for part in ["lock", "close", "unseal"] {
            if record.has(part) {
                let headline = format!("`{part}` in mode recorded, where nothing is locked");
                return Err(False::at(record, &[part], headline));
            }
        }
        let orders = self.orders(record, orders)?;
        let answer = RecordParts { answer: record.part("answer"), ..RecordParts::default() };
        let seat = self.terms.seat(&record.from).unwrap_or_default();
        let enemy = self.terms.sides[1 - seat].clone();
        let answers = self.read(enemy.as_str(), answer)?;
        let (outcome, mut underway) =
            self.play_whole(&record.from, orders, answers).map_err(False::many)?;
        if let Some(seq) = self.policies.latest(1 - seat) {
            self.applied[1 - seat] = Some(seq);
        }
        let wrong = compare(record, report, &outcome.report, None);
        self.lapse(record.seq);
        self.turns_played += 1;
        underway.first = record.seq;
        self.played.push(Arc::new(PastTurn::of(underway, &outcome)));
        self.reached(&outcome, record.seq);
        self.chain.awaited = self.next_player_turn();
        let wrong = self.rest(record, &outcome, wrong);
        Ok((outcome, wrong))
    }

    /// Plays a whole player-turn with typed dice and answers.
    ///
    /// # Errors
    /// Everything that is not legal, or left open.
    pub fn play_recorded(
        &self,
        side: &Name,
        orders: Orders,
        answers: Orders,
    ) -> Result<Outcome, Vec<Diagnostic>> {
        self.play_whole(side, orders, answers).map(|(outcome, _)| outcome)
    }

    fn play_whole(
        &self,
        side: &Name,
        mut orders: Orders,
        answers: Orders,
    ) -> Result<(Outcome, Underway), Vec<Diagnostic>> {
        let refuse = |headline: &str| vec![Diagnostic::error(Span::NONE, headline)];
        let Some(seat) = self.terms.seat(side) else {
            return Err(refuse("orders of nobody who plays"));
        };
        let game = self.game();
        let enemy = 1 - seat;
        let mut dice = Typed::new(orders.typed_dice())?.placed(orders.combats(), orders.place());
        let own = orders.take_answers();
        let mut turn = game.begin(&self.state).under(over(&self.terms));
        let mut policy = Policy::Carried;
        let latest = self.policies.latest(enemy).filter(|seq| self.applied[enemy] != Some(*seq));
        if let Some(seq) = latest
            && let Some(standing) = self.policies.known(enemy, seq)
        {
            let said_in = self.policies.told_in(enemy, seq);
            let stands = game.enemy_stands_by(&mut turn, standing);
            stands.map_err(|findings| elsewhere(findings, &[said_in]))?;
            policy = Policy::Anew;
        }
        turn.lock(orders);
        turn.answer(own.clone());
        turn.answer(answers.clone());
        let answers = [own, answers];
        let twice = twice(&answers);
        if !twice.is_empty() {
            return Err(twice);
        }
        let played = loop {
            dice.rewind();
            let played = game.play(&turn, &mut dice);
            match &played.stop {
                // Whoever records what happened has nobody to wait for.
                Some(Stop::Pause(_) | Stop::Expect(_)) => {}
                Some(Stop::Awaiting(ask)) if answered(&answers, &ask.key) => {}
                Some(Stop::Awaiting(ask)) => return Err(open(ask, &dice)),
                Some(Stop::Refused(complaints)) => return Err(complaints.clone()),
                Some(Stop::Fork(_)) => return Err(refuse("a die forks outside a search")),
                None => break played,
            }
            turn.lock(Orders::nothing());
        };
        let mut complaints = dice.unused();
        complaints.extend(unasked(&answers, &played.halts));
        if !complaints.is_empty() {
            return Err(complaints);
        }
        let scenario = self.terms.pack(Pack::Scenario);
        let position = game.position_digest(&played.state, self.chain.game.as_str(), scenario);
        let rolls = rolls_of(&played, 0).map_err(|why| refuse(&why))?;
        let number = game.awaited(turn.opening()).turn;
        let outcome = Outcome {
            side: side.clone(),
            turn: number,
            report: Report { segment: self.turns_played + 1, rolls, halt: None, position },
            played,
            segment: 0,
            refused_pauses: Vec::new(),
        };
        Ok((outcome, Underway { policy, ..Underway::new(seat, turn, 0) }))
    }
}

fn answered(answers: &[Orders], key: &str) -> bool {
    answers.iter().flat_map(Orders::answer_keys).any(|(said, _)| said == key)
}

/// Answers to a question that has an answer already.
fn twice(answers: &[Orders]) -> Vec<Diagnostic> {
    let mut seen = BTreeSet::new();
    let again =
        answers.iter().flat_map(Orders::answer_keys).filter(|(said, _)| !seen.insert(*said));
    let complain = |(said, span)| Diagnostic::error(span, format!("{said} is answered twice"));
    again.map(complain).collect()
}

/// Answers to questions that were not asked.
fn unasked(answers: &[Orders], halts: &[String]) -> Vec<Diagnostic> {
    let keys = answers.iter().flat_map(Orders::answer_keys);
    let unasked =
        keys.filter(|(said, _)| !halts.iter().any(|h| h.strip_prefix("ask ") == Some(said)));
    unasked.map(|(said, span)| Diagnostic::error(span, format!("{said} was not asked"))).collect()
}

/// The question is told at the attack that asks it.
fn open(ask: &Ask, dice: &Typed) -> Vec<Diagnostic> {
    let combat = ask.key.strip_prefix("attack.").and_then(|rest| rest.split('.').next());
    let headline = format!("a question is open: {}", ask.key);
    vec![ask.with_choices(Diagnostic::error(dice.place(combat), headline))]
}
