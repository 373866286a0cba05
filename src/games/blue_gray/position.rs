//! The state in play.
//!
//! Equality and order look at everything a later rule can read; [`Position`]s that compare equal
//! play on alike.

use super::scenario::{Army, Scenario, Start, UnitId};
use crate::board::{Hex, Map};
use std::collections::{BTreeMap, BTreeSet};

/// What part of a player-turn a position stands in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// Before the movement phase of a player-turn.
    Movement,
    /// Inside a combat phase, at a halt.
    Combat,
    /// The game has ended.
    Over,
}

/// How a unit left the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum How {
    /// Eliminated in combat, or for want of a retreat.
    Eliminated,
    /// Left the map by an exit hex.
    Exited,
    /// Lost in no combat, and counted as eliminated: it came too late, or left where nobody comes
    /// back. No combat loss.
    Lost,
    /// Never to come: the other form of an either-or reinforcement was chosen, or an optional rule
    /// leaves it out.
    Struck,
}

impl How {
    /// The word of position files.
    pub const fn word(self) -> &'static str {
        match self {
            How::Eliminated => "eliminated",
            How::Exited => "exited",
            How::Lost => "lost",
            How::Struck => "struck",
        }
    }
}

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// On the map.
    Map(Hex),
    /// Off the map, due on a game-turn or later.
    Reserve {
        /// First game-turn on which it may enter.
        due: u8,
    },
    /// Out of the game.
    Gone {
        /// How.
        how: How,
        /// On which game-turn.
        turn: u8,
        /// Its last hex, if it had one.
        at: Option<Hex>,
    },
}

/// Marks on a unit. Crossed, ineffective and released last; the others live within one combat phase.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Marks(u32);

impl Marks {
    /// No attack until a night turn (10.0).
    pub const INEFFECTIVE: Marks = Marks(1);
    /// Let go from the first of the exclusive rules that hold units.
    pub const RELEASED: Marks = Marks(2);
    /// Advanced after combat this phase.
    pub const ADVANCED: Marks = Marks(4);
    /// Stands aside from its stack-mate's attack (8.42).
    pub const ASIDE: Marks = Marks(8);
    /// Has been attacked this phase (8.41).
    pub const ATTACKED: Marks = Marks(16);
    /// Was in contact when duties were counted (8.0).
    pub const DUTY: Marks = Marks(32);
    /// Has attacked this phase (8.41).
    pub const FOUGHT: Marks = Marks(64);
    /// Was displaced this phase (8.52).
    pub const PUSHED: Marks = Marks(128);
    /// Retreated this phase (8.5).
    pub const RETREATED: Marks = Marks(256);
    /// Has left the hex on which it stood when the player-turn began (never in a file).
    pub const LEFT: Marks = Marks(512);
    /// Has come out of the area that a demoralization's higher limit names.
    pub const CROSSED: Marks = Marks(1024);

    /// Let go from any of the exclusive rules after the first that hold units.
    pub const RELEASED_LATER: Marks = Marks(0xFFFF_0000);
    /// As many rules of a battle can hold units.
    pub const RELEASES: usize = 17;

    /// Let go from the exclusive rule of this number, from 0, among those that hold units.
    pub const fn released(nth: usize) -> Marks {
        match nth {
            0 => Marks::RELEASED,
            1..Marks::RELEASES => Marks(1 << (15 + nth)),
            _ => Marks(0),
        }
    }

    /// Marks with their words in position files, in the order of the words; those of
    /// [`Marks::RELEASED_LATER`] have the words of their rules.
    pub const WORDS: [(Marks, &'static str); 10] = [
        (Marks::ADVANCED, "advanced"),
        (Marks::ASIDE, "aside"),
        (Marks::ATTACKED, "attacked"),
        (Marks::CROSSED, "crossed"),
        (Marks::DUTY, "duty"),
        (Marks::FOUGHT, "fought"),
        (Marks::INEFFECTIVE, "ineffective"),
        (Marks::PUSHED, "pushed"),
        (Marks::RELEASED, "released"),
        (Marks::RETREATED, "retreated"),
    ];

    /// Whether any of the given marks is set.
    pub const fn has(self, mark: Marks) -> bool {
        self.0 & mark.0 != 0
    }

    /// Sets marks.
    pub fn set(&mut self, mark: Marks) {
        self.0 |= mark.0;
    }

    /// Clears marks.
    pub fn clear(&mut self, mark: Marks) {
        self.0 &= !mark.0;
    }

    /// What lasts beyond a player-turn.
    pub const LASTING: Marks = Marks(
        Marks::CROSSED.0 | Marks::INEFFECTIVE.0 | Marks::RELEASED.0 | Marks::RELEASED_LATER.0,
    );

    /// Keeps only what lasts beyond a player-turn.
    pub fn settle(&mut self) {
        self.0 &= Marks::LASTING.0;
    }
}

/// A unit in play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Where it is.
    pub place: Place,
    /// What it carries.
    pub marks: Marks,
    /// Next unit on the same hex, by index.
    next: Option<UnitId>,
}

/// Why points were given.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Award {
    /// Enemy units that never came.
    Absent,
    /// Enemy strength points eliminated.
    Eliminated,
    /// Own units exited.
    Exited,
    /// Hexes occupied at the end.
    Occupied,
    /// Given before the first turn.
    Start,
}

impl Award {
    /// All, in the order of their words.
    pub const ALL: [Award; 5] =
        [Award::Absent, Award::Eliminated, Award::Exited, Award::Occupied, Award::Start];

    /// The word of files.
    pub const fn word(self) -> &'static str {
        match self {
            Award::Absent => "absent",
            Award::Eliminated => "eliminated",
            Award::Exited => "exited",
            Award::Occupied => "occupied",
            Award::Start => "start",
        }
    }
}

/// Something that a kind of exclusive rule has to remember, by its key in `counters` of position
/// files. The kinds own them: `quota::MOVED`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Counter(pub &'static str);

impl Counter {
    /// The key in a position file.
    pub const fn word(self) -> &'static str {
        self.0
    }
}

/// Where a combat phase stopped; only at a halt.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Halted {
    /// Names (lowest target hexes) of the combats fought or dropped, in order.
    pub used: Vec<Hex>,
    /// The combat in which play stopped.
    pub begun: Option<Hex>,
    /// Its result, once the die is known.
    pub result: Option<String>,
}

/// A position.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// Game-turn, from 1.
    pub turn: u8,
    /// Whose player-turn it is.
    pub phasing: Army,
    /// Where in it.
    pub phase: Phase,
    pieces: Vec<Piece>,
    stacks: Vec<Option<UnitId>>,
    /// Last holder of the hexes that matter.
    pub control: BTreeMap<Hex, Army>,
    /// Hexes that have scored and do so only once.
    pub scored: BTreeSet<Hex>,
    /// Victory points by army and source.
    pub points: BTreeMap<(Army, Award), u32>,
    /// What exclusive rules remember.
    pub counters: BTreeMap<Counter, u32>,
    /// Dice of the start of a player-turn that stand, by what they are rolled for.
    pub rolls: BTreeMap<String, u32>,
    /// Where a halted combat phase stands.
    pub halted: Option<Halted>,
}

impl Position {
    /// The set-up of a scenario, before the first player-turn. Initial holders and points are
    /// added by the exclusive rules.
    pub fn deployment(scenario: &Scenario) -> Position {
        let mut position = Position {
            turn: 1,
            phasing: scenario.order[0],
            phase: Phase::Movement,
            pieces: vec![
                Piece {
                    place: Place::Reserve { due: 0 },
                    marks: Marks::default(),
                    next: None
                };
                scenario.units.len()
            ],
            stacks: vec![None; scenario.map.len()],
            control: BTreeMap::new(),
            scored: BTreeSet::new(),
            points: BTreeMap::new(),
            counters: BTreeMap::new(),
            rolls: BTreeMap::new(),
            halted: None,
        };
        for id in scenario.ids() {
            let place = match &scenario.unit(id).start {
                _ if scenario.left_out_by(id).is_some() => {
                    Place::Gone { how: How::Struck, turn: 1, at: None }
                }
                Start::At(hex) => Place::Map(*hex),
                Start::Due { turn, .. } => Place::Reserve { due: *turn },
            };
            position.put(&scenario.map, id, place);
        }
        position
    }

    /// The unit's state.
    pub fn piece(&self, id: UnitId) -> &Piece {
        &self.pieces[usize::from(id.0)]
    }

    /// Marks of a unit.
    pub fn marks(&self, id: UnitId) -> Marks {
        self.piece(id).marks
    }

    /// Whether a unit carries a mark.
    pub fn has(&self, id: UnitId, mark: Marks) -> bool {
        self.piece(id).marks.has(mark)
    }

    /// Sets a mark.
    pub fn mark(&mut self, id: UnitId, mark: Marks) {
        self.pieces[usize::from(id.0)].marks.set(mark);
    }

    /// Clears a mark.
    pub fn unmark(&mut self, id: UnitId, mark: Marks) {
        self.pieces[usize::from(id.0)].marks.clear(mark);
    }

    /// Keeps only the lasting marks of every unit.
    pub fn settle_marks(&mut self) {
        for piece in &mut self.pieces {
            piece.marks.settle();
        }
    }

    /// Where a unit is.
    pub fn place(&self, id: UnitId) -> Place {
        self.piece(id).place
    }

    /// The hex on which a unit stands, if it is on the map.
    pub fn hex(&self, id: UnitId) -> Option<Hex> {
        match self.piece(id).place {
            Place::Map(hex) => Some(hex),
            _ => None,
        }
    }

    /// Moves a unit to a place; a hex that is not on the map leaves it off every stack.
    pub fn put(&mut self, map: &Map, id: UnitId, place: Place) {
        if let Place::Map(old) = self.piece(id).place
            && let Some(index) = map.index(old)
        {
            self.unlink(index, id);
        }
        let piece = &mut self.pieces[usize::from(id.0)];
        if matches!(piece.place, Place::Map(_)) && piece.place != place {
            piece.marks.set(Marks::LEFT);
        }
        piece.place = place;
        piece.next = None;
        // Whoever is off the map carries nothing that a later rule could read.
        if !matches!(place, Place::Map(_)) {
            piece.marks = Marks::default();
        }
        if let Place::Map(new) = place
            && let Some(index) = map.index(new)
        {
            self.link(index, id);
        }
    }

    /// The units on a hex, in order of their ids.
    pub fn stack<'a>(&'a self, map: &Map, hex: Hex) -> impl Iterator<Item = UnitId> + use<'a> {
        let first = map.index(hex).and_then(|i| self.stacks[i]);
        std::iter::successors(first, |id| self.piece(*id).next)
    }

    /// The same by the index of the hex.
    pub fn stack_at(&self, index: usize) -> impl Iterator<Item = UnitId> {
        std::iter::successors(self.stacks[index], |id| self.piece(*id).next)
    }

    /// All units in order of their ids, with their state.
    pub fn pieces(&self) -> impl Iterator<Item = (UnitId, &Piece)> {
        self.pieces.iter().enumerate().map(|(i, p)| (UnitId(i as u16), p))
    }

    /// Gives points.
    pub fn award(&mut self, army: Army, award: Award, points: u32) {
        if points > 0 {
            let sum = self.points.entry((army, award)).or_default();
            *sum = sum.saturating_add(points);
        }
    }

    /// Victory points of one army from all sources.
    pub fn total(&self, army: Army) -> u32 {
        let own = self.points.iter().filter(|((a, _), _)| *a == army);
        own.fold(0, |sum, (_, points)| sum.saturating_add(*points))
    }

    /// A counter, 0 if it is not kept.
    pub fn counter(&self, counter: Counter) -> u32 {
        self.counters.get(&counter).copied().unwrap_or(0)
    }

    /// Sets a counter; 0 removes it.
    pub fn count(&mut self, counter: Counter, value: u32) {
        if value == 0 {
            self.counters.remove(&counter);
        } else {
            self.counters.insert(counter, value);
        }
    }

    fn link(&mut self, index: usize, id: UnitId) {
        // Stacks are kept in order of ids, so that equal positions are equal values.
        match self.stacks[index] {
            Some(first) if first < id => {
                let mut at = first;
                while let Some(next) = self.piece(at).next.filter(|n| *n < id) {
                    at = next;
                }
                self.pieces[usize::from(id.0)].next = self.piece(at).next;
                self.pieces[usize::from(at.0)].next = Some(id);
            }
            first => {
                self.pieces[usize::from(id.0)].next = first;
                self.stacks[index] = Some(id);
            }
        }
    }

    fn unlink(&mut self, index: usize, id: UnitId) {
        let next = self.piece(id).next;
        if self.stacks[index] == Some(id) {
            self.stacks[index] = next;
            return;
        }
        let mut at = self.stacks[index];
        while let Some(here) = at {
            at = self.piece(here).next;
            if at == Some(id) {
                self.pieces[usize::from(here.0)].next = next;
                return;
            }
        }
    }
}
