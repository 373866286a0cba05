//! A player-turn played again from another position, or under another reading of the rules.

use super::blue_gray::events::Event;
use super::blue_gray::position::{How, Marks, Place};
use super::blue_gray::turn::InForce;
use super::blue_gray::understood;
use super::blue_gray::{facts, grammar::Names};
use super::{Events, Game, PlayerTurn, State};
use crate::document::{Node, Value};

/// Whose standing orders the enemy stands by when a player-turn is played again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Those that were in force before; named lines count as the position says.
    Carried,
    /// Those that its first lock put in force; named lines count from where the units stand now.
    Anew,
}

/// A unit that is elsewhere in another position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Elsewhere {
    /// Its id.
    pub unit: String,
    /// Its side, as files name it.
    pub side: String,
    /// Where it was: `on 1112`, `eliminated on 1112`, `not on the map`.
    pub before: String,
    /// Where it is now.
    pub after: String,
    /// The hexes of both.
    pub hexes: Vec<String>,
}

impl PlayerTurn {
    /// The same player-turn from another position, before its first segment: every answer that was
    /// given, no orders yet.
    pub fn afresh(&self, game: &Game, opening: &State, policy: Policy) -> PlayerTurn {
        let scenario = game.scenario();
        let seat = scenario.seat(opening.position.phasing);
        let mut again = PlayerTurn { opening: opening.clone(), input: self.input.clone() };
        if policy == Policy::Anew {
            let orders = self.input.standing.orders.clone();
            again.opening.standing[1 - seat] = InForce::from_now(orders, &opening.position);
        }
        again.input.segments.clear();
        again.input.standing = again.opening.standing[1 - seat].clone();
        again.input.own = opening.standing[seat].orders.clone();
        again
    }

    /// The same player-turn, said to begin elsewhere.
    pub fn from(&self, opening: &State) -> PlayerTurn {
        PlayerTurn { opening: opening.clone(), input: self.input.clone() }
    }

    /// Adds a segment of another telling of this player-turn.
    pub fn lock_again(&mut self, other: &PlayerTurn, segment: usize) {
        self.input.segments.extend(other.input.segments.get(segment).cloned());
    }

    /// Everything that its orders name, word by word: ids of units, hexes, sentences.
    pub fn names(&self, game: &Game) -> Vec<String> {
        let position = &self.opening.position;
        let names = Names::new(game.scenario(), position, position.phasing);
        let mut words = Vec::new();
        for segment in &self.input.segments {
            gather(&understood::orders(&segment.orders, &names), &mut words);
            let standing = segment.orders.standing.as_ref();
            let standing = standing.map(|standing| understood::standing(standing, &names));
            standing.iter().for_each(|standing| gather(standing, &mut words));
        }
        words
    }

    /// The keys of the answers that were given to its questions.
    pub fn answered(&self) -> impl Iterator<Item = &str> {
        self.input.answers.iter().map(|answer| answer.key.value.as_str())
    }
}

/// The texts of a tree, keys and values, cut at commas, colons and blanks between hexes.
fn gather(node: &Node, words: &mut Vec<String>) {
    let mut cut = |text: &str| {
        words.extend(text.split(',').map(|part| part.trim().to_owned()));
        words.extend(text.split([',', ' ', '@']).map(str::to_owned));
    };
    match &node.value {
        Value::Text(text) => cut(text),
        Value::List(items) => items.iter().for_each(|item| gather(item, words)),
        Value::Map(entries) => {
            for (key, value) in entries {
                words.extend(key.text.split(',').map(|part| part.trim().to_owned()));
                gather(value, words);
            }
        }
    }
}

impl Events {
    /// What led to the die of each combat: its label, and its declaration with everything up to the
    /// die.
    pub fn declared(&self) -> Vec<(&str, Events)> {
        let mut declared = Vec::new();
        let mut begun = 0;
        for (at, event) in self.0.iter().enumerate() {
            match event {
                Event::Attack(_) => begun = at,
                Event::Die { label, .. } => {
                    declared.push((label.as_str(), Events(self.0[begun..at].to_vec().into())));
                }
                _ => {}
            }
        }
        declared
    }
}

impl Game {
    /// The units that are elsewhere in another position, in order of play and of their ids.
    pub fn elsewhere(&self, before: &State, after: &State) -> Vec<Elsewhere> {
        let scenario = self.scenario();
        let mut all = Vec::new();
        for army in scenario.order {
            for id in scenario.ids().filter(|id| scenario.unit(*id).army == army) {
                let places = [before, after].map(|state| state.position.place(id));
                if places[0] == places[1] {
                    continue;
                }
                let hexes = places.iter().filter_map(|place| match place {
                    Place::Map(hex) | Place::Gone { at: Some(hex), .. } => Some(hex.to_string()),
                    _ => None,
                });
                all.push(Elsewhere {
                    unit: scenario.unit(id).id.clone(),
                    side: army.word().to_owned(),
                    before: place(places[0]),
                    after: place(places[1]),
                    hexes: hexes.collect(),
                });
            }
        }
        all
    }

    /// Points of each side by source, as they are or would be if the game ended now, with the total.
    pub fn figures(&self, state: &State) -> Vec<(String, Vec<(String, u32)>)> {
        let scenario = self.scenario();
        let (position, _) = facts::ended(scenario, &state.position);
        let of = |army| {
            let mine = position.points.iter().filter(move |((of, _), n)| *of == army && **n > 0);
            let mut figures: Vec<(String, u32)> =
                mine.map(|((_, award), n)| (award.word().to_owned(), *n)).collect();
            figures.push(("total".to_owned(), position.total(army)));
            figures
        };
        scenario.order.into_iter().map(|army| (army.word().to_owned(), of(army))).collect()
    }

    /// Where every unit is, with its strength points, side by side in order of play.
    pub fn roster(&self, state: &State) -> Vec<(String, Vec<(String, String)>)> {
        let scenario = self.scenario();
        let of = |army| {
            let ids = scenario.ids().filter(move |id| scenario.unit(*id).army == army);
            let line = |id| {
                let unit = scenario.unit(id);
                let weak = state.position.has(id, Marks::INEFFECTIVE);
                let weakness = if weak { ", ineffective" } else { "" };
                let stands = place(state.position.place(id));
                (format!("{} ({})", unit.id, unit.strength), format!("{stands}{weakness}"))
            };
            ids.map(line).collect()
        };
        scenario.order.into_iter().map(|army| (army.word().to_owned(), of(army))).collect()
    }
}

fn place(place: Place) -> String {
    match place {
        Place::Map(hex) => format!("on {hex}"),
        Place::Reserve { due } => format!("off the map, due on turn {due}"),
        Place::Gone { how: How::Eliminated, at: Some(hex), turn } => {
            format!("eliminated on {hex}, turn {turn}")
        }
        Place::Gone { how, turn, .. } => format!("{}, turn {turn}", how.word()),
    }
}
