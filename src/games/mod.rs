//! The games: one folder a rulebook, one variant of [`Game`] each.
//!
//! Everything above this floor speaks to a game only through this page: nodes of documents in,
//! nodes, lines and diagnostics out.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod blue_gray;

use crate::document::digest::Digest;
use crate::document::{Diagnostic, Node};
use crate::play::view::Line;
use crate::play::{Ask, Fate, Roll, Stop};

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

/// How a campaign plays on, as its terms say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// `third`, `classic`, `first`
    pub edition: String,
    /// Choices of rulings that are not the default: id, word.
    pub rulings: Vec<(String, String)>,
    /// How orders, silence and expectations are treated.
    pub conduct: blue_gray::turn::Conduct,
}

/// A game that can be played: a scenario under terms.
#[derive(Clone, Debug)]
pub enum Game {
    /// A battle of the Blue & Gray family.
    BlueGray(Box<blue_gray::scenario::Scenario>),
}

/// A position, with the standing orders that are in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The position.
    pub position: blue_gray::position::Position,
    /// Standing orders of each side, in order of play.
    pub standing: [blue_gray::turn::InForce; 2],
}

/// Orders that were read and understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Orders(pub blue_gray::answers::Orders);

/// One segment of a player-turn, as its lock gives it.
#[derive(Clone, Debug)]
pub struct Segment {
    /// The orders of the lock.
    pub orders: Orders,
    /// Standing orders of the *other* side that came into force with this lock (a `standing` node),
    /// if they changed since the segment before.
    pub standing: Option<Node>,
}

/// What came of a player-turn.
#[derive(Clone, Debug)]
pub struct Played {
    /// State at the end or at the halt.
    pub state: State,
    /// What happened.
    pub events: Vec<blue_gray::events::Event>,
    /// Dice in order, each with its segment.
    pub rolls: Vec<Roll>,
    /// Halts on the way, as records write them: `pause 1722`, `expect 1722`, `ask KEY`.
    pub halts: Vec<String>,
    /// Refusals, warnings and notes, each with the segment whose orders it is about.
    pub complaints: Vec<(usize, Diagnostic)>,
    /// Why it did not come to its end: a halt or a refusal.
    pub stop: Option<Stop>,
}

/// A chance that an order leaves something open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenResult {
    /// In words: `1723 at 2-1: AR 33%, no instruction, default retreats Rodes/R to 1725`.
    pub line: Line,
}

/// What `check` found by walking the branches of results.
#[derive(Clone, Debug)]
pub struct Checked {
    /// Refusals, warnings and notes.
    pub complaints: Vec<Diagnostic>,
    /// Results without an instruction.
    pub open: Vec<OpenResult>,
    /// Merged states walked.
    pub states: usize,
    /// Whether the walk was cut off at its limit.
    pub cut: bool,
}

/// A report's body.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Lines in order.
    pub lines: Vec<Line>,
}

/// Whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Awaited {
    /// Game-turn.
    pub turn: u8,
    /// Side, as the scenario names it; `None` when the game is over.
    pub side: Option<String>,
    /// Open question at a halt.
    pub ask: Option<Ask>,
}

/// The signature of what this page offers, for readers: see the `impl` in each game.
pub type PositionDigest = Digest;

/// Keeps the dice of a turn apart from the rules.
pub type Dice<'a> = dyn Fate + 'a;
