//! The parts of a record that change the course of a game by agreement: rulings, corrections, locks
//! given up, chairs handed over, results.

use super::{Report, report};
use crate::campaign::words::words;
use crate::dice::Name;
use crate::document::digest::Digest;
use crate::document::fields::Field;
use crate::document::{Diagnostic, Node};
use std::fmt;
use std::str::FromStr;

/// `ruling: {id, value, from_turn}`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// Which open reading.
    pub id: String,
    /// The choice.
    pub value: String,
    /// The first game-turn to which it applies.
    pub from_turn: u32,
}

/// `correct: {of, ruling, reroll[, report]}`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Correct {
    /// Number of the record that is corrected.
    pub of: u32,
    /// The reading under which play is replayed from there on: `BG-friendzoc yes`.
    pub ruling: Option<String>,
    /// Which dice are rolled again.
    pub reroll: Reroll,
    /// The report as it should have been.
    pub report: Option<Report>,
}

words! {
    /// Which dice a correction rolls again.
    Reroll {
        /// All stand.
        None = "none",
        /// Those that the error touched.
        Affected = "affected",
        /// Every one since.
        All = "all",
    }
}

/// `void: {lock, why[, agreed]}`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Void {
    /// Digest of the record with the lock that is given up.
    pub lock: Digest,
    /// Why.
    pub why: Why,
    /// Digest of the record in which the other one has asked for it.
    pub agreed: Option<Digest>,
}

words! {
    /// Why a lock is given up.
    Why {
        /// Its author wants to order something else, and the other one agrees.
        Undo = "undo",
        /// It came after the time of its beacon round.
        Late = "late",
        /// A chair was handed over, and its successor cannot close it or would not have locked it.
        Handover = "handover",
    }
}

/// `handover: {side, to[, key]}`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Handover {
    /// Whose chair.
    pub side: Name,
    /// Name of the successor.
    pub to: String,
    /// The key with which he signs.
    pub key: Option<String>,
}

/// `result: {points, level, how}`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Points of each side by source, as the writer sees them.
    pub points: Option<Node>,
    /// Who has won, and at which level.
    pub level: Option<String>,
    /// How the game came to its end.
    pub how: How,
}

/// How a game came to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum How {
    /// To the end of the last game-turn, or as the rules end it.
    PlayedOut,
    /// Both sides have agreed to stop.
    Agreed,
    /// This side gives up.
    Resigned(Name),
    /// This side claims the game, the other one being silent.
    Claimed(Name),
    /// An offer to stop is declined: play goes on.
    PlayOn,
}

impl How {
    /// What may be said.
    pub const WORDS: &'static str =
        "played out, agreed, resigned SIDE, claimed SIDE, or play on in answer to an offer";
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            How::PlayedOut => f.write_str("played out"),
            How::Agreed => f.write_str("agreed"),
            How::Resigned(side) => write!(f, "resigned {side}"),
            How::Claimed(side) => write!(f, "claimed {side}"),
            How::PlayOn => f.write_str("play on"),
        }
    }
}

impl FromStr for How {
    type Err = String;

    fn from_str(text: &str) -> Result<How, String> {
        let unknown = || format!("needs one of {}", How::WORDS);
        let side = |name: &str| name.parse::<Name>().map_err(|_| unknown());
        match text.split_once(' ') {
            _ if text == "played out" => Ok(How::PlayedOut),
            _ if text == "play on" => Ok(How::PlayOn),
            _ if text == "agreed" => Ok(How::Agreed),
            Some(("resigned", name)) => side(name).map(How::Resigned),
            Some(("claimed", name)) => side(name).map(How::Claimed),
            _ => Err(unknown()),
        }
    }
}

fn text(value: impl fmt::Display) -> Node {
    Node::text(value.to_string())
}

impl Ruling {
    /// The part of a record.
    pub fn node(&self) -> Node {
        Node::map([
            ("id", text(&self.id)),
            ("value", text(&self.value)),
            ("from_turn", text(self.from_turn)),
        ])
    }
}

/// `BG-friendzoc yes, from turn 7`
impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, from turn {}", self.id, self.value, self.from_turn)
    }
}

impl Correct {
    /// The part of a record.
    pub fn node(&self) -> Node {
        let mut node = Node::map([("of", text(self.of))]);
        if let Some(ruling) = &self.ruling {
            node.set("ruling", text(ruling));
            node.set("reroll", text(self.reroll));
        }
        if let Some(report) = &self.report {
            node.set("report", report.node());
        }
        node
    }

    /// The id and the choice of the ruling under which it replays.
    pub fn reading(&self) -> Option<(&str, &str)> {
        self.ruling.as_deref()?.split_once(' ')
    }
}

impl Void {
    /// The part of a record.
    pub fn node(&self) -> Node {
        let mut node = Node::map([("lock", text(self.lock)), ("why", text(self.why))]);
        if let Some(agreed) = &self.agreed {
            node.set("agreed", text(agreed));
        }
        node
    }
}

impl Handover {
    /// The part of a record.
    pub fn node(&self) -> Node {
        let mut node = Node::map([("side", text(&self.side)), ("to", text(&self.to))]);
        if let Some(key) = &self.key {
            node.set("key", text(key));
        }
        node
    }
}

impl Verdict {
    /// The part of a record.
    pub fn node(&self) -> Node {
        let mut node = Node::map([("how", text(&self.how))]);
        if let Some(level) = &self.level {
            node.set("level", text(level));
        }
        if let Some(points) = &self.points {
            node.set("points", points.clone());
        }
        node
    }
}

pub(super) fn ruling(field: Field) -> Option<Ruling> {
    let mut ruling = field.fields("ruling")?;
    let id = ruling.required("id").text().map(str::to_owned);
    let value = ruling.required("value").text().map(str::to_owned);
    let from_turn = ruling.required("from_turn").number();
    ruling.finish();
    Some(Ruling { id: id?, value: value?, from_turn: from_turn? })
}

pub(super) fn correct(field: Field) -> Option<Correct> {
    let mut correct = field.fields("correction")?;
    let of = correct.required("of").number();
    let ruling = correct.optional("ruling").text().map(str::to_owned);
    let reroll = correct.optional("reroll").read().unwrap_or(Reroll::None);
    let report = report(correct.optional("report"));
    correct.finish();
    Some(Correct { of: of?, ruling, reroll, report })
}

pub(super) fn void(field: Field) -> Option<Void> {
    let mut void = field.fields("void")?;
    let lock = void.required("lock").read();
    let why = void.required("why").read();
    let agreed = void.optional("agreed").read();
    void.finish();
    Some(Void { lock: lock?, why: why?, agreed })
}

pub(super) fn handover(field: Field) -> Option<Handover> {
    let mut handover = field.fields("handover")?;
    let side = handover.required("side").read();
    let to = handover.required("to").text().map(str::to_owned);
    let key = handover.optional("key").text().map(str::to_owned);
    handover.finish();
    Some(Handover { side: side?, to: to?, key })
}

pub(super) fn verdict(field: Field) -> Option<Verdict> {
    let mut result = field.fields("result")?;
    let points = result.optional("points").node().cloned();
    let level = result.optional("level").text().map(str::to_owned);
    let how = result.required("how").read();
    let odd = points.as_ref().and_then(|points| figures(points).err());
    if let Some(odd) = odd {
        result.complain(odd);
    }
    result.finish();
    Some(Verdict { points, level, how: how? })
}

/// Points of each side by source.
fn figures(points: &Node) -> Result<(), Diagnostic> {
    let wrong = |node: &Node| {
        let headline = "`points` gives each side a mapping of sources to whole numbers";
        Diagnostic::error(node.span, headline).help("points: {union: {eliminated: 12, total: 12}}")
    };
    for (_, sources) in points.as_map().ok_or_else(|| wrong(points))? {
        for (_, figure) in sources.as_map().ok_or_else(|| wrong(sources))? {
            let number = figure.as_text().and_then(|text| text.parse::<u32>().ok());
            number.ok_or_else(|| wrong(figure))?;
        }
    }
    Ok(())
}
