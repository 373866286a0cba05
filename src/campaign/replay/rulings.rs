//! Readings of the rules that were agreed on after the offer, and the game under those in force.

use super::agreements::Said;
use super::{False, Replay};
use crate::campaign::record::{Record, Ruling};
use crate::campaign::terms::Terms;
use crate::document::digest::Pack;
use crate::document::{Diagnostic, Span};
use crate::games::{Game, Readings};
use std::borrow::Cow;

/// When a player-turn is: its game-turn, and the place of its side in the order of play.
pub type When = (u32, usize);

/// A reading that was agreed on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InForce {
    /// Which one.
    pub id: String,
    /// The choice.
    pub value: String,
    /// The first player-turn that is played under it.
    pub from: When,
    /// Number of the record that put it in force.
    pub seq: u32,
}

impl Replay {
    /// A ruling that is proposed, or repeated word for word by whoever must agree.
    pub(super) fn ruling(&mut self, record: &Record, ruling: &Ruling) -> Result<(), False> {
        let at = |key: &str, headline: String| False::at(record, &["ruling", key], headline);
        if ruling.from_turn < self.next_open_turn() {
            let headline = format!("a ruling for turn {}, which has begun", ruling.from_turn);
            return Err(at("from_turn", headline));
        }
        match self.game.choice(&ruling.id, &ruling.value) {
            Err(why) => return Err(at("id", why)),
            Ok((id, value)) if (&id, &value) != (&ruling.id, &ruling.value) => {
                return Err(at("id", format!("a ruling is written as listed: {id} {value}")));
            }
            Ok(_) => {}
        }
        let said = Said::Ruling(ruling.clone());
        self.propose(record, said.clone());
        if self.is_agreed(&said) {
            self.settle(&said);
            let Ruling { id, value, from_turn } = ruling.clone();
            self.take_reading(InForce { id, value, from: (from_turn, 0), seq: record.seq })?;
        }
        Ok(())
    }

    /// Whether a ruling is what counts on its turn already.
    pub(super) fn is_in_force(&self, ruling: &Ruling) -> bool {
        let counts = self.in_force((ruling.from_turn, 0));
        counts.iter().any(|one| one.id == ruling.id && one.value == ruling.value)
    }

    /// Readings that were agreed on after the offer, in the order in which they were.
    pub fn agreed(&self) -> &[InForce] {
        &self.agreed
    }

    /// Those that are in force for a player-turn; the latest one about a reading counts.
    pub fn in_force(&self, when: When) -> Vec<&InForce> {
        let mut found: Vec<&InForce> = Vec::new();
        for reading in self.agreed.iter().filter(|reading| reading.from <= when) {
            found.retain(|before| before.id != reading.id);
            found.push(reading);
        }
        found
    }

    /// Those that a position or report after a record cites: agreed on by then, and not replaced.
    pub fn readings_after(&self, seq: u32) -> Vec<&InForce> {
        let mut found: Vec<&InForce> = Vec::new();
        for reading in self.agreed.iter().filter(|reading| reading.seq <= seq) {
            found.retain(|before| before.id != reading.id || before.from < reading.from);
            found.push(reading);
        }
        found
    }

    /// `BG-friendzoc yes, from turn 7 (record 12)`
    pub fn reading_words(&self, reading: &InForce) -> String {
        let InForce { id, value, from: (turn, seat), seq } = reading;
        let since = match seat {
            0 => format!("from turn {turn}"),
            _ => {
                let side = crate::campaign::words::capital(self.terms.sides[1].as_str());
                format!("from the {side} player-turn of turn {turn}")
            }
        };
        format!("{id} {value}, {since} (record {seq})")
    }

    /// The game as it was read for a player-turn when a record was the last.
    pub fn game_of(&self, when: When, seq: u32) -> Cow<'_, Game> {
        let in_force = self.in_force(when);
        if in_force.iter().all(|reading| reading.seq <= seq) {
            return Cow::Borrowed(self.game_at(when));
        }
        let earlier = self.agreed.iter().filter(|reading| reading.seq <= seq);
        let earlier: Vec<&InForce> = earlier.filter(|reading| reading.from <= when).collect();
        match Game::load(&self.packs, &readings(&self.terms, &earlier)) {
            Ok(game) => Cow::Owned(game),
            // It was loaded so when that record was pushed.
            Err(_) => Cow::Borrowed(self.game_at(when)),
        }
    }

    /// The first game-turn that no lock and no record has begun.
    pub fn next_open_turn(&self) -> u32 {
        let (turn, seat) = self.when();
        turn + u32::from(self.turn.is_some() || seat > 0)
    }

    /// The game, under the rulings in force for the next player-turn.
    pub fn game(&self) -> &Game {
        if self.later.is_empty() { &self.game } else { self.game_at(self.when()) }
    }

    /// The game under the rulings in force for a player-turn.
    pub fn game_at(&self, when: When) -> &Game {
        let later = self.later.iter().rev().find(|(from, _)| *from <= when);
        later.map_or(&self.game, |(_, game)| game)
    }

    /// Which player-turn comes next, or is halted; after the last one the last.
    pub(super) fn when(&self) -> When {
        let next = self.game.awaited(&self.state);
        let seat = match &self.turn {
            Some(turn) => Some(turn.seat),
            None => next
                .side
                .and_then(|side| self.terms.sides.iter().position(|of| of.as_str() == side)),
        };
        (u32::from(next.turn), seat.unwrap_or(1))
    }

    /// Puts a reading in force from its player-turn on.
    pub(super) fn take_reading(&mut self, reading: InForce) -> Result<(), False> {
        self.agreed.push(reading);
        let mut moments: Vec<When> = self.agreed.iter().map(|reading| reading.from).collect();
        moments.sort_unstable();
        moments.dedup();
        let mut later = Vec::new();
        for when in moments {
            let game = Game::load(&self.packs, &readings(&self.terms, &self.in_force(when)));
            later.push((when, game.map_err(unplayable)?));
        }
        self.later = later;
        Ok(())
    }
}

/// What the game is loaded with: the terms, and readings agreed on since.
pub(super) fn readings(terms: &Terms, agreed: &[&InForce]) -> Readings {
    let mut rulings = terms.rulings.clone();
    for reading in agreed {
        rulings.retain(|(id, _)| *id != reading.id);
        rulings.push((reading.id.clone(), reading.value.clone()));
    }
    Readings { edition: terms.edition.clone(), rulings }
}

/// Packs that cannot be played: each complaint with its file.
pub(super) fn unplayable(complaints: Vec<(Option<Pack>, Diagnostic)>) -> False {
    let findings = complaints.into_iter().map(|(pack, complaint)| match pack {
        Some(pack) => {
            let place = format!("{pack}.yaml:{}:{}", complaint.span.line, complaint.span.column);
            Diagnostic { span: Span::NONE, ..complaint }.with(place)
        }
        None => complaint,
    });
    False::many(findings.collect()).found_in(crate::campaign::steps::Step::Packs)
}
