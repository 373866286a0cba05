//! Play that is replayed from a record on, under a reading that was agreed on since.
//!
//! Orders, answers and standing orders stay as they were written; what is not legal any more in the
//! corrected position falls to the error policy of the terms. Faces stand under their labels. Keys of
//! closed segments are known to everybody: whoever agrees to `none` knows what it brings. `affected`
//! and `all` take effect with the next segment that is locked and closed, and roll under its key,
//! which nobody could foresee when he agreed.

use super::agreements::Said;
use super::past::{Again, Anew, PastTurn};
use super::player_turn::{over, rolls_of};
use super::rulings::{InForce, When};
use super::{False, Outcome, Replay};
use crate::campaign::chain::Awaited;
use crate::campaign::record::{Correct, Halt, Record, Report, Reroll, Roll};
use crate::dice::{Dice, Key, Name};
use crate::document::Diagnostic;
use crate::document::digest::Pack;
use crate::games::{Conduct, Errors, Events, State};
use std::sync::Arc;

/// Play as it was corrected.
#[derive(Clone, Debug)]
pub struct Corrected {
    /// Number of the record that put it in force; none while nobody has.
    pub seq: Option<u32>,
    /// Number of the first record of the player-turn from which play was replayed.
    pub of: u32,
    /// The reading: id and word.
    pub ruling: String,
    /// Which dice were rolled again.
    pub reroll: Reroll,
    /// The player-turns, in order.
    pub turns: Vec<Replayed>,
    /// Player-turns that fall away, because the game ends before: their first records.
    pub fallen: Vec<u32>,
}

/// A player-turn as it is now, beside what it was.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// Number of the record with its first orders.
    pub first: u32,
    /// What came of it now.
    pub outcome: Outcome,
    /// What had happened.
    pub before: Events,
    /// Dice that are not rolled any more: label and face.
    pub dropped: Vec<(String, u32)>,
    /// Dice that were rolled anew: label and face.
    pub rolled: Vec<(String, u32)>,
    /// Decisions in it that were made on wrong information, in sentences.
    pub misled: Vec<String>,
}

/// A correction that is agreed on and awaits the key of the next segment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Awaiting {
    /// Number of the first record of the player-turn from which it is replayed.
    pub of: u32,
    /// Id and word.
    pub ruling: String,
    /// Which dice are rolled again.
    pub reroll: Reroll,
}

impl Replay {
    /// A correction that is proposed, or repeated word for word by whoever must agree.
    pub(super) fn replay_from(
        &mut self,
        record: &Record,
        correct: &Correct,
        ruling: &str,
    ) -> Result<(), False> {
        let at = |key: &str, headline: String| False::at(record, &["correct", key], headline);
        if let Err((key, why)) = self.can_correct(correct.of, ruling, correct.reroll) {
            return Err(at(key, why));
        }
        let (of, reroll) = (correct.of, correct.reroll);
        let said = Said::Correct { of, ruling: ruling.to_owned(), reroll };
        let awaits = self.correcting.as_ref();
        if awaits.is_some_and(|it| (it.of, &*it.ruling, it.reroll) == (of, ruling, reroll)) {
            return Err(at("of", "this correction is in force already".to_owned()));
        }
        self.propose(record, said.clone());
        if !self.is_agreed(&said) {
            return Ok(());
        }
        if let Some(why) = self.not_now() {
            return Err(False::at(record, &["correct"], why));
        }
        self.settle(&said);
        if reroll != Reroll::None {
            self.correcting = Some(Awaiting { of, ruling: ruling.to_owned(), reroll });
            return Ok(());
        }
        *self = self
            .corrected(of, ruling, None, Some(record.seq))
            .map_err(|all| cannot(record, all))?;
        Ok(())
    }

    /// Whether play could be replayed so; else the key of a correction that is wrong, and why.
    ///
    /// # Errors
    /// The key, and what would be right.
    pub fn can_correct(
        &self,
        of: u32,
        ruling: &str,
        reroll: Reroll,
    ) -> Result<(), (&'static str, String)> {
        let Some(past) = self.played.iter().find(|past| past.first == of) else {
            let firsts: Vec<String> =
                self.played.iter().map(|past| past.first.to_string()).collect();
            let known = match firsts.is_empty() {
                true => "none has come to its end".to_owned(),
                false => {
                    format!("those that have come to their end begin with {}", firsts.join(", "))
                }
            };
            return Err(("of", format!("record {of} begins no player-turn; {known}")));
        };
        let (id, word) = ruling.split_once(' ').unwrap_or((ruling, ""));
        match self.game.choice(id, word) {
            Err(why) => return Err(("ruling", why)),
            Ok((id, word)) if format!("{id} {word}") != ruling => {
                return Err(("ruling", format!("a ruling is written as listed: {id} {word}")));
            }
            Ok(_) => {}
        }
        if self.game_at(past.when()).word_of(id) == Some(word) {
            return Err(("ruling", format!("{ruling} is in force in record {of} already")));
        }
        if reroll != Reroll::None && self.is_over() {
            let why = "no segment is locked any more; only `none` can be replayed";
            return Err(("reroll", why.to_owned()));
        }
        if reroll != Reroll::None && self.terms.mode == crate::dice::Mode::Recorded {
            let why = "in mode recorded no key rolls dice again; only `none` can be replayed";
            return Err(("reroll", why.to_owned()));
        }
        Ok(())
    }

    /// Why no correction can come into force now; none if it can.
    pub fn not_now(&self) -> Option<String> {
        if !self.results.is_empty() {
            return Some("a result is given: play is not corrected any more".to_owned());
        }
        if self.lock.is_some() {
            return Some(
                "a lock is open: it is closed, or given up, before play is corrected".to_owned(),
            );
        }
        if self.turn.is_some() {
            return Some(
                "a player-turn is halted: it comes to its end before play is corrected".to_owned(),
            );
        }
        let rests = self.rests.as_ref().map(|rests| rests.seq);
        let rests = rests.map(|seq| format!("the report of record {seq} is corrected first"));
        let other =
            self.correcting.as_ref().map(|_| "another correction awaits its key".to_owned());
        rests.or(other)
    }

    /// Replays from a record on under a reading; `key` rolls what is rolled again, `seq` is the record
    /// that puts it in force, if there is one yet. Nothing of it is filed: this is what the game would
    /// be, with [`Replay::corrections`] telling what changed.
    ///
    /// # Errors
    /// What cannot be played so.
    pub fn corrected(
        &self,
        of: u32,
        ruling: &str,
        key: Option<(&Key, Reroll)>,
        seq: Option<u32>,
    ) -> Result<Replay, Vec<Diagnostic>> {
        let none = || vec![Diagnostic::error(Default::default(), "no such player-turn")];
        let from = self.played.iter().position(|past| past.first == of).ok_or_else(none)?;
        let mut ahead = self.clone();
        let (id, value) = ruling.split_once(' ').unwrap_or((ruling, ""));
        let (id, value, when) = (id.to_owned(), value.to_owned(), self.played[from].when());
        // Nobody has written the record yet of what is only looked at.
        let next = u32::try_from(self.chain.head.records).unwrap_or(u32::MAX);
        let number = seq.unwrap_or(next);
        let reading = InForce { id, value, from: when, seq: number };
        ahead.take_reading(reading).map_err(|wrong| wrong.findings)?;
        let later = ahead.played.split_off(from);
        let reroll = key.map_or(Reroll::None, |(_, reroll)| reroll);
        let (of, ruling) = (of, ruling.to_owned());
        let mut corrected =
            Corrected { seq, of, ruling, reroll, turns: Vec::new(), fallen: Vec::new() };
        let mut state = later[0].said.opening().clone();
        for past in &later {
            if ahead.game.awaited(&state).side.is_none() {
                corrected.fallen.push(past.first);
                continue;
            }
            let replayed = ahead.again(past, &state, key)?;
            state = replayed.outcome.played.state.clone();
            corrected.turns.push(replayed);
        }
        ahead.position =
            corrected.turns.last().map_or(self.position, |last| last.outcome.report.position);
        ahead.state = state;
        ahead.chain.awaited = match (ahead.next_player_turn(), &self.chain.awaited) {
            (Awaited::Orders(_), Awaited::Close(closer)) => Awaited::Close(closer.clone()),
            (next, _) => next,
        };
        ahead.remember(number);
        ahead.corrections.push(Arc::new(corrected));
        Ok(ahead)
    }

    /// The same under the key of a segment that was locked for it, and what must be reported.
    pub(super) fn corrected_under(
        &self,
        key: &Key,
        segment: u32,
        seq: Option<u32>,
    ) -> Result<(Replay, Outcome), Vec<Diagnostic>> {
        let none = || vec![Diagnostic::error(Default::default(), "nothing is to be corrected")];
        let Awaiting { of, ruling, reroll } = self.correcting.clone().ok_or_else(none)?;
        let mut ahead = self.corrected(of, &ruling, Some((key, reroll)), seq)?;
        (ahead.correcting, ahead.lock) = (None, None);
        ahead.chain.awaited = ahead.next_player_turn();
        let corrected = ahead.corrections.last().ok_or_else(none)?;
        let last = corrected.turns.last().ok_or_else(none)?;
        let wrong = |why: String| vec![Diagnostic::error(Default::default(), why)];
        let rolled = corrected.turns.iter().flat_map(|turn| &turn.rolled);
        let rolls = rolled.map(|(label, face)| {
            let label = label.parse().map_err(|why| format!("die {label}: {why}"))?;
            Ok(Roll { label, dice: Dice::D6, faces: face.to_string(), span: Default::default() })
        });
        let rolls = rolls.collect::<Result<Vec<Roll>, String>>().map_err(wrong)?;
        let position = last.outcome.report.position;
        let report = Report { segment, rolls, halt: Some(Halt::End), position };
        let outcome = Outcome { report, ..last.outcome.clone() };
        Ok((ahead, outcome))
    }

    /// One player-turn again; it is remembered as it is now.
    fn again(
        &mut self,
        past: &Arc<PastTurn>,
        opening: &State,
        key: Option<(&Key, Reroll)>,
    ) -> Result<Replayed, Vec<Diagnostic>> {
        let anew = match key {
            Some((key, Reroll::All)) => Anew::All(key),
            Some((key, _)) => Anew::Affected(key),
            None => Anew::OldKeys,
        };
        let number = self.played.len() + 1;
        let game = self.game_at(past.when());
        let Again { played, rolled } = past
            .again(game, opening, still(over(&self.terms)), number, anew)
            .map_err(|all| told_of(past.first, all))?;
        let scenario = self.terms.pack(Pack::Scenario);
        let position = game.position_digest(&played.state, self.chain.game.as_str(), scenario);
        let wrong = |why: String| vec![Diagnostic::error(Default::default(), why)];
        let rolls = rolls_of(&played, 0).map_err(wrong)?;
        let report = Report { segment: past.segment, rolls, halt: Some(Halt::End), position };
        let mut misled = self.misled(past, opening);
        let is_asked =
            |key: &str| played.halts.iter().any(|halt| halt.strip_prefix("ask ") == Some(key));
        misled.extend(past.said.answered().filter(|key| !is_asked(key)).map(|key| {
            format!(
                "record {}: its player-turn has an answer to {key}, which is not asked now",
                past.first
            )
        }));
        let is_rolled =
            |was: &&crate::play::Roll| !played.rolls.iter().any(|roll| roll.label == was.label);
        let dropped = past.rolls.iter().filter(is_rolled);
        let dropped = dropped
            .map(|roll| (roll.label.clone(), roll.faces.first().copied().unwrap_or_default()))
            .collect();
        self.played.push(Arc::new(PastTurn {
            said: past.said.from(opening),
            rolls: played.rolls.clone(),
            events: played.events.clone(),
            ..PastTurn::clone(past)
        }));
        let side = self.terms.sides[past.seat].clone();
        let (turn, refused_pauses) = (past.turn, past.refused.clone());
        let outcome = Outcome { side, turn, report, played, segment: 0, refused_pauses };
        let (first, before) = (past.first, past.events.clone());
        Ok(Replayed { first, outcome, before, dropped, rolled, misled })
    }

    /// Which of the orders of a player-turn were written for units that stand elsewhere now.
    fn misled(&self, past: &PastTurn, opening: &State) -> Vec<String> {
        let game = self.game_at(past.when());
        let elsewhere = game.elsewhere(past.said.opening(), opening);
        if elsewhere.is_empty() {
            return Vec::new();
        }
        let names = past.said.names(game);
        let side = &self.terms.sides[past.seat];
        let record = format!("record {}", past.first);
        let touched = elsewhere.iter().filter(|unit| {
            let own = unit.side == side.as_str() && names.contains(&unit.unit);
            own || unit.hexes.iter().any(|hex| names.contains(hex))
        });
        let told: Vec<String> = touched
            .map(|unit| {
                let whose = capital(&unit.side);
                format!(
                    "{record}: {whose} {} was {} when it was written, and is {} now",
                    unit.unit, unit.before, unit.after
                )
            })
            .collect();
        if told.is_empty() {
            let n = elsewhere.len();
            let units = if n == 1 { "1 unit".to_owned() } else { format!("{n} units") };
            return vec![format!(
                "{record}: the position before it differs in {units}, none of which its orders touch"
            )];
        }
        told
    }

    /// Corrections in force, in order.
    pub fn corrections(&self) -> &[Arc<Corrected>] {
        &self.corrections
    }

    /// A correction that awaits the key of the next segment.
    pub fn correcting(&self) -> Option<&Awaiting> {
        self.correcting.as_ref()
    }

    /// The player-turns that have come to their end: number of the first record, side, game-turn.
    pub fn player_turns(&self) -> Vec<(u32, &Name, u8)> {
        let turns = self.played.iter();
        turns.map(|past| (past.first, &self.terms.sides[past.seat], past.turn)).collect()
    }
}

impl PastTurn {
    /// When it was.
    pub fn when(&self) -> When {
        (u32::from(self.turn), self.seat)
    }
}

/// Orders that were legal when they were filed and are not any more fall to the error policy; nothing
/// is sent back.
fn still(conduct: Conduct) -> Conduct {
    match conduct.errors {
        Errors::Refuse => Conduct { errors: Errors::Truncate, ..conduct },
        _ => conduct,
    }
}

/// Why a player-turn cannot be played again; places are those of an earlier record.
fn told_of(first: u32, all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let tell = |why: Diagnostic| {
        let headline =
            format!("the player-turn of record {first} cannot be played so: {}", why.headline);
        Diagnostic { span: Default::default(), headline, ..why }
    };
    all.into_iter().map(tell).collect()
}

fn cannot(record: &Record, all: Vec<Diagnostic>) -> False {
    let span = record.span(&["correct"]);
    False::many(all.into_iter().map(|why| Diagnostic { span, ..why }).collect())
}

fn capital(word: &str) -> String {
    crate::campaign::words::capital(word)
}
