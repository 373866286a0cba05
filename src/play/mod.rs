//! The decision machine: what a game asks, who answered, and how a turn stops half-way.
//!
//! Rules are straight-line functions that return `Result<_, Stop>`. Nothing is ever resumed: a turn
//! that stopped is played again from its opening position with the longer list of answers. Dice
//! already rolled stand, because every segment of the turn keeps its own key.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod view;

use crate::document::Diagnostic;
use crate::rule::Rule;
use std::fmt;

/// Who answered a question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// The phasing player's orders for this turn.
    Order,
    /// A standing order that names the unit.
    Standing,
    /// A standing order for `any`.
    Any,
    /// Nothing else was legal.
    OnlyChoice,
    /// The published default.
    Default,
    /// A later answer to a question of a halted turn.
    Answer,
}

impl Source {
    /// All of them.
    pub const ALL: [Source; 6] = [
        Source::Order,
        Source::Standing,
        Source::Any,
        Source::OnlyChoice,
        Source::Default,
        Source::Answer,
    ];

    /// The word of reports and move logs.
    pub const fn word(self) -> &'static str {
        match self {
            Source::Order => "order",
            Source::Standing => "standing",
            Source::Any => "any",
            Source::OnlyChoice => "forced",
            Source::Default => "default",
            Source::Answer => "answer",
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A question that no order, standing order or single choice has answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask {
    /// Stable key: `attack.1722.retreat.1/XI`, `attack.1722.advance@2`, `start.retreat.Lane`.
    pub key: String,
    /// The side that decides, as the scenario names it.
    pub whose: String,
    /// The legal answers, each as the sentence that the player would write.
    pub choices: Vec<String>,
    /// Which of the choices the published default takes.
    pub default: usize,
    /// The rule that gives the choice.
    pub rule: Rule,
}

/// As many choices as a complaint lists.
const MOST_TOLD: usize = 20;

impl Ask {
    /// Adds to a complaint about an answer what may be answered, line by line.
    pub fn with_choices(&self, complaint: Diagnostic) -> Diagnostic {
        let mut complaint = complaint;
        if complaint.rules.is_empty() {
            complaint = complaint.rule(self.rule.clone());
        }
        for choice in self.choices.iter().take(MOST_TOLD) {
            complaint.notes.push(format!("- {}: {choice}", self.key));
        }
        if self.choices.len() > MOST_TOLD {
            complaint.notes.push(format!("and {} more", self.choices.len() - MOST_TOLD));
        }
        if complaint.help.is_none() {
            let default = self.choices.get(self.default).map(String::as_str).unwrap_or_default();
            complaint = complaint
                .help(format!("write one of these under `answer:`; the default is `{default}`"));
        }
        complaint
    }
}

/// Why a turn did not come to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Somebody must answer first; not an error.
    Awaiting(Ask),
    /// The phasing player asked for a stop after this combat (its lowest target hex).
    Pause(String),
    /// The odds are not those that he expected, and the terms say `expect: pause`.
    Expect(String),
    /// The orders are not legal.
    Refused(Vec<Diagnostic>),
    /// A branch of a search reached a fork with so many ways on.
    Fork(usize),
}

/// One die or set of dice that was rolled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roll {
    /// Index of the segment under whose key it was rolled, from 0 in this player-turn.
    pub segment: usize,
    /// `1722.crt.1`
    pub label: String,
    /// `1d6`
    pub dice: String,
    /// Faces in order.
    pub faces: Vec<u32>,
}

/// Where dice and open decisions come from while a turn is played.
pub trait Fate {
    /// One six-sided die under a label, in the given segment of the player-turn. `meaning` tells
    /// faces apart: those for which it gives the same value are one way on for a search.
    ///
    /// # Errors
    /// [`Stop::Fork`] in a search, [`Stop::Refused`] where a typed die is missing.
    fn die(
        &mut self,
        segment: usize,
        label: &str,
        meaning: &dyn Fn(u32) -> u32,
    ) -> Result<u32, Stop>;

    /// Which of the choices is taken when nobody's orders say; `None` means that the turn halts.
    ///
    /// # Errors
    /// [`Stop::Fork`] in a search.
    fn open(&mut self, ask: &Ask) -> Result<Option<usize>, Stop>;
}
