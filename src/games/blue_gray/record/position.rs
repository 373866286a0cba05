//! A position as a tree, in the layout of position files.

use super::super::exclusive;
use super::super::position::{Award, Halted, How, Marks, Phase, Piece, Place, Position};
use super::super::scenario::{Army, Scenario, UnitId};
use crate::board::Hex;
use crate::document::Node;
use crate::document::digest::{self, Digest};

/// What a position file says besides the position itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heading<'a> {
    /// The game's id: `fr-07-2026-9f3a12cd`.
    pub game: &'a str,
    /// Digest of the scenario pack.
    pub scenario: &'a str,
    /// At a halt for a question: the side that is asked. Otherwise the phasing side comes next.
    pub asked: Option<Army>,
    /// Number of the last record and the log head after it; not part of the digest.
    pub after: Option<(u32, &'a str)>,
}

impl<'a> Heading<'a> {
    /// A heading for a position in which the phasing side comes next.
    pub fn new(game: &'a str, scenario: &'a str) -> Heading<'a> {
        Heading { game, scenario, asked: None, after: None }
    }

    /// The side whose player-turn or answer comes next; nobody's once the game is over.
    pub(super) fn awaiting(&self, position: &Position) -> Option<Army> {
        match position.phase {
            Phase::Over => None,
            Phase::Combat => Some(self.asked.unwrap_or(position.phasing)),
            Phase::Movement => Some(position.phasing),
        }
    }
}

/// The tree of a position file whose digest is known.
pub fn position_tree(
    scenario: &Scenario,
    position: &Position,
    heading: &Heading<'_>,
    digest: &Digest,
) -> Node {
    let mut entries = vec![
        ("provost", Node::text("1")),
        ("kind", Node::text("position")),
        ("game", Node::text(heading.game)),
        (
            "scenario",
            Node::map([
                ("name", Node::text(&scenario.name)),
                ("digest", Node::text(heading.scenario)),
            ]),
        ),
    ];
    if let Some((seq, head)) = heading.after {
        let after = [("seq", Node::text(seq.to_string())), ("head", Node::text(head))];
        entries.push(("after", Node::map(after)));
    }
    entries.push(("digest", Node::text(digest.to_string())));
    entries.push(("label", Node::text(digest::label(digest))));
    entries.push(("turn", Node::text(position.turn.to_string())));
    entries.push(("phase", Node::text(phase_word(position.phase))));
    entries.extend(heading.awaiting(position).map(|army| ("awaiting", Node::text(army.word()))));

    let (mut units, mut reserve, mut gone) = (Vec::new(), Vec::new(), Vec::new());
    for (id, piece) in position.pieces() {
        match piece.place {
            Place::Map(hex) => units.push(unit(scenario, id, piece, hex)),
            Place::Reserve { due } => reserve.push(reserve_line(scenario, id, piece, due)),
            Place::Gone { how, turn, at } => gone.push(gone_line(scenario, id, how, turn, at)),
        }
    }
    for (key, lines) in [("units", units), ("reserve", reserve), ("gone", gone)] {
        if !lines.is_empty() {
            entries.push((key, Node::list(lines)));
        }
    }
    let maps = [
        ("control", control(position)),
        ("points", points(scenario, position)),
        ("counters", counters(position)),
        ("rolls", rolls(position)),
        ("combat", position.halted.as_ref().map_or(Node::list([]), combat)),
    ];
    entries.extend(maps.into_iter().filter(|(_, map)| map.as_map().is_some_and(|m| !m.is_empty())));
    if !position.scored.is_empty() {
        let scored = position.scored.iter().map(|hex| Node::text(hex.to_string()));
        entries.push(("scored", Node::list(scored)));
    }
    Node::map(entries)
}

type Entries = Vec<(&'static str, Node)>;

/// `{id, side, type, strength, at, state}`
fn unit(scenario: &Scenario, id: UnitId, piece: &Piece, hex: Hex) -> Node {
    let mut line = counter(scenario, id);
    line.push(("at", Node::text(hex.to_string())));
    line.extend(state(scenario, piece.marks));
    Node::map(line)
}

/// `{id, side, type, strength, due, entry, state}`
fn reserve_line(scenario: &Scenario, id: UnitId, piece: &Piece, due: u8) -> Node {
    let mut line = counter(scenario, id);
    line.push(("due", Node::text(due.to_string())));
    let entry = exclusive::arrival(scenario, id).hexes;
    if !entry.is_empty() {
        line.push(("entry", Node::list(entry.iter().map(|hex| Node::text(hex.to_string())))));
    }
    line.extend(state(scenario, piece.marks));
    Node::map(line)
}

/// `{id, side, how, turn, at}`
fn gone_line(scenario: &Scenario, id: UnitId, how: How, turn: u8, at: Option<Hex>) -> Node {
    let unit = scenario.unit(id);
    let mut line = vec![
        ("id", Node::text(&unit.id)),
        ("side", Node::text(unit.army.word())),
        ("how", Node::text(how.word())),
        ("turn", Node::text(turn.to_string())),
    ];
    line.extend(at.map(|hex| ("at", Node::text(hex.to_string()))));
    Node::map(line)
}

fn counter(scenario: &Scenario, id: UnitId) -> Entries {
    let unit = scenario.unit(id);
    vec![
        ("id", Node::text(&unit.id)),
        ("side", Node::text(unit.army.word())),
        ("type", Node::text(unit.arm.word())),
        ("strength", Node::text(unit.strength.to_string())),
    ]
}

/// `state: [ineffective]`; nothing if the unit carries no mark that is written.
fn state(scenario: &Scenario, marks: Marks) -> Option<(&'static str, Node)> {
    let words: Vec<Node> = state_words(scenario, marks).map(Node::text).collect();
    (!words.is_empty()).then(|| ("state", Node::list(words)))
}

/// The words of the marks that are written, bytewise; [`Marks::LEFT`] is not.
pub(super) fn state_words(
    scenario: &Scenario,
    marks: Marks,
) -> impl Iterator<Item = &str> + use<'_> {
    let mut later: Vec<&str> = Vec::new();
    if marks.has(Marks::RELEASED_LATER) {
        let set = exclusive::marks(scenario)
            .filter(|(mark, _)| Marks::RELEASED_LATER.has(*mark) && marks.has(*mark));
        later.extend(set.map(|(_, word)| word));
        later.sort_unstable();
    }
    // `released 19.2` stands behind `released`, before `retreated`.
    let own = move |until: &'static str, from: &'static str| {
        let words = Marks::WORDS.into_iter().filter(move |(mark, _)| marks.has(*mark));
        words.map(|(_, word)| word).filter(move |word| *word <= until && *word > from)
    };
    own("released", "").chain(later).chain(own("~", "released"))
}

/// `{"1501": union}`
fn control(position: &Position) -> Node {
    Node::map(position.control.iter().map(|(hex, a)| (hex.to_string(), Node::text(a.word()))))
}

/// `{union: {eliminated: 12}}`, sides in order of play.
fn points(scenario: &Scenario, position: &Position) -> Node {
    let sides = scenario.order.into_iter().filter_map(|army| {
        let scored: Vec<_> = points_of(position, army)
            .map(|(award, points)| (award.word(), Node::text(points.to_string())))
            .collect();
        (!scored.is_empty()).then(|| (army.word(), Node::map(scored)))
    });
    Node::map(sides)
}

/// The points of one army that are not nothing, in the order of their words.
pub(super) fn points_of(
    position: &Position,
    army: Army,
) -> impl Iterator<Item = (Award, u32)> + use<'_> {
    Award::ALL.into_iter().filter_map(move |award| {
        position.points.get(&(army, award)).filter(|p| **p > 0).map(|p| (award, *p))
    })
}

/// `{moved: 4}`
fn counters(position: &Position) -> Node {
    let kept = position.counters.iter().filter(|(_, n)| **n > 0);
    Node::map(kept.map(|(counter, n)| (counter.word(), Node::text(n.to_string()))))
}

/// `{averell.ford: 3}`
fn rolls(position: &Position) -> Node {
    let faces = position.rolls.iter();
    Node::map(faces.map(|(label, face)| (label.as_str(), Node::text(face.to_string()))))
}

/// `{used: ["0504"], begun: "0904", result: DR}`
fn combat(halted: &Halted) -> Node {
    let mut entries = Vec::new();
    if !halted.used.is_empty() {
        let hexes = halted.used.iter().map(|hex| Node::text(hex.to_string()));
        entries.push(("used", Node::list(hexes)));
    }
    entries.extend(halted.begun.map(|hex| ("begun", Node::text(hex.to_string()))));
    entries.extend(halted.result.as_ref().map(|result| ("result", Node::text(result))));
    Node::map(entries)
}

/// Phases with their words.
pub(super) const PHASES: [(&str, Phase); 3] =
    [("movement", Phase::Movement), ("combat", Phase::Combat), ("over", Phase::Over)];

/// The word of a phase.
pub(super) fn phase_word(phase: Phase) -> &'static str {
    PHASES.iter().find(|(_, p)| *p == phase).map_or("", |(word, _)| word)
}
