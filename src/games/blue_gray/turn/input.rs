//! What a player-turn is played from, and what comes of it.

use super::super::answers::{Answer, Orders, Standing};
use super::super::events::Event;
use super::super::position::{Marks, Position};
use super::super::scenario::UnitId;
use crate::board::Hex;
use crate::document::Diagnostic;
use crate::play::{Roll, Stop};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What happens to orders that turn out to be illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Errors {
    /// They are refused, with all complaints of the phase at once.
    Refuse,
    /// A unit stops in its last legal hex; an illegal attack is passed over.
    Truncate,
    /// The unit or attack does nothing.
    Forfeit,
}

/// What happens where no order says anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Missing {
    /// The published default is taken.
    Default,
    /// The turn halts.
    Ask,
}

/// What happens when `expect:` turns out wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expectation {
    /// It is reported.
    Report,
    /// The turn halts before that combat.
    Pause,
}

/// How a campaign plays on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conduct {
    /// Illegal orders.
    pub errors: Errors,
    /// Missing instructions.
    pub missing: Missing,
    /// Wrong expectations.
    pub expect: Expectation,
    /// Recorded mode: faces are typed in the orders.
    pub recorded: bool,
}

/// Standing orders of the enemy that are in force, with the hexes for which named lines count.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InForce {
    /// The orders; shared, as every state holds them.
    pub orders: Arc<Standing>,
    /// Hex of each unit that a line names, as long as it has not left it (R39).
    pub homes: BTreeMap<UnitId, Hex>,
}

impl InForce {
    /// Standing orders whose named lines count from where the units stand now.
    pub fn from_now(orders: impl Into<Arc<Standing>>, position: &Position) -> InForce {
        let orders = orders.into();
        let homes =
            orders.named_units().filter_map(|id| position.hex(id).map(|hex| (id, hex))).collect();
        InForce { orders, homes }
    }

    /// Whether a line that names the unit still counts.
    pub fn counts(&self, position: &Position, id: UnitId) -> bool {
        self.homes.get(&id).is_some_and(|home| position.hex(id) == Some(*home))
            && !position.has(id, Marks::LEFT)
    }
}

/// One segment of the player-turn: what its lock says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Orders; after a halt only `answer` and `attack` count.
    pub orders: Orders,
    /// New standing orders of the enemy, in force from this segment on.
    pub standing: Option<Standing>,
}

/// Everything that a player-turn is played from.
#[derive(Clone, Debug)]
pub struct Input {
    /// At least one.
    pub segments: Vec<Segment>,
    /// Answers to questions of halts, by either side, in order.
    pub answers: Vec<Answer>,
    /// The enemy's standing orders at the first lock.
    pub standing: InForce,
    /// The phasing army's own standing orders, of which only `give way` serves its own turn.
    pub own: Arc<Standing>,
    /// How the campaign plays on.
    pub conduct: Conduct,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Played {
    /// The position at the end, or at the halt.
    pub position: Position,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Dice, in order.
    pub rolls: Vec<Roll>,
    /// Halts passed on the way, in order, as records write them: `pause 1722`, `ask attack...`.
    pub halts: Vec<String>,
    /// Refusals, warnings and notes, each with the segment whose file it is about.
    pub complaints: Vec<(usize, Diagnostic)>,
    /// Why it did not come to its end.
    pub stop: Option<Stop>,
    /// Units that have left the hex on which they stood when the player-turn began.
    pub left: Vec<UnitId>,
    /// The enemy's standing orders in force at the end.
    pub standing: InForce,
}
