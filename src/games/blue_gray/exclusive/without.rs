//! `without`: parts of the standard rules that a battle leaves out.

use super::super::editions::Policies;
use super::super::position::Position;
use super::super::scenario::{Army, Scenario};
use super::kind::{Kind, Notice, Times};
use super::reader::Reader;
use crate::document::fields::nearest;
use crate::document::{Diagnostic, Node};
use crate::play::view::list;
use crate::rule::Rule;

/// A part of the standard rules that can be left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// 10.0.
    Effectiveness,
    /// 11.1.
    StrategicMovement,
    /// 11.2.
    CavalryRetreat,
}

/// What is left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Without {
    /// The parts.
    pub parts: Vec<Part>,
    /// Citation.
    pub rule: Rule,
}

impl Kind for Without {
    const WORD: &'static str = "without";
    const TIMES: Times = Times::Once;

    /// Reads `{parts: [..], rule}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<Without> {
        let parts = entry.distinct("parts", part);
        let rule = entry.rule();
        entry.finish();
        Some(Without { parts: parts?, rule: rule? })
    }

    /// [HL 18.0] As an edition may leave it out (HL-eff).
    fn without(&self, part: Part) -> Option<&Rule> {
        self.parts.contains(&part).then_some(&self.rule)
    }

    /// Only of what the edition has; the form says what it has not.
    fn notice(&self, scenario: &Scenario, _: &Position, _: Army) -> Option<Notice> {
        let parts = self.parts.iter().filter(|part| part.is_in(&scenario.policies));
        let parts: Vec<&str> = parts.map(|part| part.word()).collect();
        (!parts.is_empty())
            .then(|| (format!("NOT IN THIS BATTLE: {}", list(parts)), self.rule.clone()))
    }
}

impl Part {
    /// All of them.
    pub const ALL: [Part; 3] = [Part::Effectiveness, Part::StrategicMovement, Part::CavalryRetreat];

    /// Whether an edition has it at all.
    pub const fn is_in(self, policies: &Policies) -> bool {
        match self {
            Part::Effectiveness => policies.effectiveness,
            Part::StrategicMovement => policies.strategic_movement,
            Part::CavalryRetreat => policies.cavalry_retreat,
        }
    }

    /// The words of scenario files.
    pub const fn word(self) -> &'static str {
        match self {
            Part::Effectiveness => "attacker effectiveness",
            Part::StrategicMovement => "strategic movement",
            Part::CavalryRetreat => "cavalry retreat",
        }
    }
}

fn part(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Part> {
    let text = node.as_text().unwrap_or_default();
    let found = Part::ALL.into_iter().find(|part| part.word() == text);
    if found.is_none() {
        let known = Part::ALL.map(Part::word);
        let help = match nearest(text, &known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("parts: {}", known.join(", ")),
        };
        let headline = format!("`{text}` is no part that can be left out");
        complaints.push(Diagnostic::error(node.span, headline).help(help));
    }
    found
}
