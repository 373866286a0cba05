//! The games: one folder a rulebook, one variant of [`Game`] each.
//!
//! Everything above this floor speaks to a game only through this page: nodes of documents in,
//! nodes, lines and diagnostics out.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod blue_gray;

mod again;
mod blamed;
mod explained;
mod game;
mod player_turn;
mod read;
mod saved;

pub use again::{Elsewhere, Policy};
pub use blamed::Subject;
pub use blue_gray::explain::explain_rule;
pub use explained::{Ask, Question};
pub use read::{Reading, is_option, rulings};
pub use saved::{Saving, saves_question};

use crate::document::{Diagnostic, Node, Span};
use crate::play::view::Line;
use crate::play::{Roll, Stop};
use blue_gray::answers;
use blue_gray::scenario::Army;
use blue_gray::turn::{self, InForce};
use std::sync::Arc;

// What the floors above may know of a game by name: its battles, its open readings, its conduct.
pub use blue_gray::builtin;
pub use blue_gray::form::Thrown;
pub use blue_gray::grammar::head::Earlier;
pub use blue_gray::rulings::RULINGS;
pub use blue_gray::template::Blank;
pub use blue_gray::turn::{Conduct, Errors, Expectation, Missing};

/// The four packs that a campaign pins, as parsed files.
#[derive(Clone, Debug)]
pub struct Packs {
    /// `scenario.yaml`
    pub scenario: Node,
    /// `map.yaml`
    pub map: Node,
    /// `charts.yaml` of the family.
    pub charts: Node,
    /// `rules.yaml`
    pub rules: Node,
}

/// The readings of the rules under which a game is played, as its terms say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Readings {
    /// `third`, `classic`, `first`
    pub edition: String,
    /// Choices of rulings that are not the default: id, word.
    pub rulings: Vec<(String, String)>,
}

/// A game that can be played: a scenario under its readings.
#[derive(Clone, Debug)]
pub enum Game {
    /// A battle of the Blue & Gray family.
    BlueGray(Box<blue_gray::scenario::Scenario>),
}

/// A position, with the standing orders that are in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    position: blue_gray::position::Position,
    /// Standing orders of each side, in order of play.
    standing: [InForce; 2],
    /// Who is asked at a halt for a question.
    asked: Option<Army>,
}

/// Orders that were read and understood.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Orders(answers::Orders);

/// The parts of a record that make up orders, as they stand.
#[derive(Clone, Copy, Debug, Default)]
pub struct RecordParts<'n> {
    /// `orders`
    pub orders: Option<&'n Node>,
    /// `standing`
    pub standing: Option<&'n Node>,
    /// `rolls`
    pub rolls: Option<&'n Node>,
    /// `answer`
    pub answer: Option<&'n Node>,
}

/// A typed file of orders, found in its mail, with its head read.
#[derive(Clone, Debug)]
pub struct OrdersFile(blue_gray::grammar::File);

/// What a game knows of itself when it looks at the head of a file.
#[derive(Clone, Copy, Debug)]
pub struct Here<'a> {
    /// Its title.
    pub title: &'a str,
    /// The label of the position.
    pub label: &'a str,
    /// The positions before that.
    pub earlier: &'a [Earlier],
}

/// Whose units the answers of a typed file name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answering {
    /// Those of the side that writes.
    Himself,
    /// The enemy's: mode `recorded`, in which one file tells a whole player-turn.
    Enemy,
}

/// A typed file of orders as it was understood.
#[derive(Clone, Debug)]
pub struct Understood {
    /// The orders.
    pub orders: Orders,
    /// What was read as if it had been typed otherwise, and what looks wrong.
    pub notes: Vec<Diagnostic>,
    /// The echo, for people.
    pub echo: String,
}

/// What a record carries of orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Carried {
    /// `orders`
    pub orders: Node,
    /// `standing`
    pub standing: Option<Node>,
    /// `rolls`
    pub rolls: Option<Node>,
    /// `answer`
    pub answer: Option<Node>,
    /// `note`
    pub note: Option<String>,
}

/// A player-turn as its locks and answers give it, ready to be played again and again.
#[derive(Clone, Debug)]
pub struct PlayerTurn {
    opening: State,
    input: turn::Input,
}

/// What came of a player-turn.
#[derive(Clone, Debug)]
pub struct Played {
    /// State at the end or at the halt.
    pub state: State,
    /// What happened.
    pub events: Events,
    /// Dice in order, each with its segment.
    pub rolls: Vec<Roll>,
    /// Halts on the way, as records write them: `pause 1722`, `expect 1722`, `ask KEY`.
    pub halts: Vec<String>,
    /// Refusals, warnings and notes, each with the segment whose orders it is about.
    pub complaints: Vec<(usize, Diagnostic)>,
    /// Why it did not come to its end: a halt or a refusal.
    pub stop: Option<Stop>,
}

/// What happened, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Events(Arc<Vec<blue_gray::events::Event>>);

/// What `check` found by walking the branches of results.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// Refusals, warnings and notes.
    pub complaints: Vec<Diagnostic>,
    /// The attacks that are fought, each with its odds.
    pub attacks: Vec<Line>,
    /// Results without an instruction, and what is done about them.
    pub silences: Vec<Line>,
    /// What the movement phase does, as far as it needs no die.
    pub events: Events,
    /// Merged states walked.
    pub states: usize,
    /// Whether the walk was cut off at its limit.
    pub cut: bool,
}

/// What an attack list is likely to bring; shares are in tenths of a percent of all throws.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// Target hexes on which the attacker stands at the end.
    pub taken: Vec<(String, u32)>,
    /// Units that are eliminated: side, id, share.
    pub eliminated: Vec<(String, String, u32)>,
    /// Mean losses in thousandths of a strength point, in order of play.
    pub lost: [u32; 2],
    /// Share of all throws that was looked at.
    pub covered: u32,
    /// Combats after which play pauses; what is behind them is counted as if the list stood.
    pub pauses: Vec<String>,
    /// Merged states walked.
    pub states: usize,
}

/// Whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Awaited {
    /// Game-turn.
    pub turn: u8,
    /// Side, as the scenario names it; `None` when the game is over.
    pub side: Option<String>,
}

/// The editions of the rulebook that are known, by their words.
pub fn editions() -> Vec<&'static str> {
    blue_gray::editions::Edition::ALL.iter().map(|edition| edition.word()).collect()
}

/// How a game has ended, or would end if it ended now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Side that wins; `None` is a draw.
    pub winner: Option<String>,
    /// Level of victory, where a battle has levels.
    pub level: Option<String>,
    /// Citation.
    pub rule: String,
    /// Points of each side, with those that count at the end, in order of play.
    pub points: Vec<(String, u32)>,
    /// All of it in words.
    pub words: String,
}

/// The army of a side's name.
fn army(side: &str) -> Result<Army, Vec<Diagnostic>> {
    let army = Army::BOTH.into_iter().find(|army| army.word() == side);
    army.ok_or_else(|| vec![Diagnostic::error(Span::NONE, format!("`{side}` plays no side"))])
}
