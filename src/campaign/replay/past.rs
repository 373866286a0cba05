//! Player-turns that have come to their end, as they are played again when play is corrected.

use super::Outcome;
use super::player_turn::Underway;
use crate::campaign::fate::Keyed;
use crate::dice::{Dice, Key, Label, roll};
use crate::document::{Diagnostic, Span};
use crate::games::{Conduct, Events, Game, Orders, Played, PlayerTurn, Policy, State};
use crate::play::{Ask, Fate, Roll, Stop};
use std::collections::{BTreeMap, BTreeSet};

/// A player-turn that has come to its end.
#[derive(Clone, Debug)]
pub struct PastTurn {
    /// Number of the record with its first orders.
    pub first: u32,
    /// Who moved, by place in the order of play.
    pub seat: usize,
    /// Game-turn.
    pub turn: u8,
    /// Number of its last segment; in recorded mode its own number.
    pub segment: u32,
    /// What locks and answers said, and the position from which it is played now.
    pub said: PlayerTurn,
    /// Whose standing orders the enemy stood by at its first lock.
    pub policy: Policy,
    /// Keys of its segments.
    pub dice: Keyed,
    /// Hexes of pauses that were not granted.
    pub refused: Vec<String>,
    /// Dice, as they are now.
    pub rolls: Vec<Roll>,
    /// What happened, as it is now.
    pub events: Events,
}

/// Where the dice of a player-turn come from that is played again.
#[derive(Clone, Copy, Debug)]
pub enum Anew<'k> {
    /// Faces stand under their labels; new labels are rolled under the keys of their old segments.
    OldKeys,
    /// Faces stand, but for combats that are declared otherwise; new labels and those under a new key.
    Affected(&'k Key),
    /// Every die is rolled under a new key.
    All(&'k Key),
}

/// A player-turn, played again.
pub struct Again {
    /// What came of it.
    pub played: Played,
    /// Dice that were rolled anew: the label under which, and the face.
    pub rolled: Vec<(String, u32)>,
}

impl PastTurn {
    /// A player-turn that has just come to its end.
    pub fn of(turn: Underway, outcome: &Outcome) -> PastTurn {
        PastTurn {
            first: turn.first,
            seat: turn.seat,
            turn: outcome.turn,
            segment: outcome.report.segment,
            said: turn.turn,
            policy: turn.policy,
            dice: turn.dice,
            refused: turn.refused,
            rolls: outcome.played.rolls.clone(),
            events: outcome.played.events.clone(),
        }
    }

    /// Plays it again from another position, perhaps under another reading.
    ///
    /// At each halt it goes on with the next segment that was locked then, or with nothing if none is
    /// left; what was not asked then takes the published default.
    ///
    /// # Errors
    /// What keeps it from being played.
    pub fn again(
        &self,
        game: &Game,
        opening: &State,
        conduct: Conduct,
        number: usize,
        anew: Anew<'_>,
    ) -> Result<Again, Vec<Diagnostic>> {
        let mut dice = Standing::of(self, number, anew);
        loop {
            let played = self.play(game, opening, conduct, &mut dice)?;
            let Anew::Affected(_) = anew else {
                return Ok(Again { played, rolled: dice.rolled });
            };
            let before: BTreeMap<&str, Events> = self.events.declared().into_iter().collect();
            let now = played.events.declared();
            let other = now.iter().find(|(label, declared)| {
                before.get(label) != Some(declared) && !dice.affected.contains(*label)
            });
            match other {
                Some((label, _)) => drop(dice.affected.insert((*label).to_owned())),
                None => return Ok(Again { played, rolled: dice.rolled }),
            }
        }
    }

    fn play(
        &self,
        game: &Game,
        opening: &State,
        conduct: Conduct,
        dice: &mut Standing<'_>,
    ) -> Result<Played, Vec<Diagnostic>> {
        let locks = match self.dice.begun() {
            none if none.is_empty() => vec![0],
            locks => locks,
        };
        let mut turn = self.said.afresh(game, opening, self.policy).under(conduct);
        let mut next = 0;
        dice.serves.clear();
        loop {
            match locks.get(next) {
                Some(at) => {
                    turn.lock_again(&self.said, *at);
                    dice.serves.push(next);
                    next += 1;
                }
                None => {
                    turn.lock(Orders::nothing());
                    dice.serves.extend(dice.serves.last().copied());
                }
            }
            loop {
                dice.rewind();
                let played = game.play(&turn, dice);
                match &played.stop {
                    None => return Ok(played),
                    Some(Stop::Refused(complaints)) => return Err(complaints.clone()),
                    Some(Stop::Pause(hex) | Stop::Expect(hex)) if self.refused.contains(hex) => {
                        turn.lock(Orders::nothing());
                        dice.serves.extend(dice.serves.last().copied());
                    }
                    Some(_) => break,
                }
            }
        }
    }
}

/// Dice that stand under their labels, and those that are rolled anew.
struct Standing<'a> {
    past: &'a PastTurn,
    /// Number of the player-turn from the beginning, from 1.
    number: usize,
    anew: Anew<'a>,
    /// Labels of combats that are declared otherwise.
    affected: BTreeSet<String>,
    stands: BTreeMap<&'a str, Vec<u32>>,
    /// Which lock serves each segment of play.
    serves: Vec<usize>,
    used: BTreeMap<String, usize>,
    rolled: Vec<(String, u32)>,
}

impl<'a> Standing<'a> {
    fn of(past: &'a PastTurn, number: usize, anew: Anew<'a>) -> Standing<'a> {
        let mut stands: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for roll in &past.rolls {
            stands.entry(&roll.label).or_default().extend(&roll.faces);
        }
        let (affected, serves, used, rolled) = Default::default();
        Standing { past, number, anew, affected, stands, serves, used, rolled }
    }

    fn rewind(&mut self) {
        self.used.clear();
        self.rolled.clear();
    }

    /// The key and the label under which a die is rolled anew.
    fn key(&self, segment: usize, label: &str, times: usize) -> Result<(Key, String), String> {
        match self.anew {
            Anew::Affected(key) | Anew::All(key) => {
                let again = if times == 0 { String::new() } else { format!("-{}", times + 1) };
                Ok((*key, format!("p{}.{label}{again}", self.number)))
            }
            Anew::OldKeys if self.stands.contains_key(label) => {
                Err(format!("the label {label} is used twice in one segment"))
            }
            Anew::OldKeys => {
                let key = self.serves.get(segment).and_then(|at| self.past.dice.key(*at));
                let none = || format!("the die {label} was never thrown, and has no key");
                Ok((*key.ok_or_else(none)?, label.to_owned()))
            }
        }
    }
}

impl Fate for Standing<'_> {
    fn die(&mut self, segment: usize, label: &str, _: &dyn Fn(u32) -> u32) -> Result<u32, Stop> {
        let refused = |why: String| Stop::Refused(vec![Diagnostic::error(Span::NONE, why)]);
        let times = self.used.entry(label.to_owned()).or_default();
        let time = *times;
        *times += 1;
        let again = matches!(self.anew, Anew::All(_)) || self.affected.contains(label);
        let stands = self.stands.get(label).and_then(|faces| faces.get(time));
        if let Some(face) = stands.filter(|_| !again) {
            return Ok(*face);
        }
        let (key, label) = self.key(segment, label, time).map_err(refused)?;
        let read: Label = label.parse().map_err(|why| refused(format!("{label}: {why}")))?;
        let face = roll(&key, &read, Dice::D6).faces[0]; // one die has one face
        self.rolled.push((label, face));
        Ok(face)
    }

    /// What nobody was asked then takes the published default.
    fn open(&mut self, ask: &Ask) -> Result<Option<usize>, Stop> {
        Ok(Some(ask.default))
    }
}
