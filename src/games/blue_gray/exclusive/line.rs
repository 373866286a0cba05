//! `line`: a line of communications along roads and trails.

use super::super::events::Event;
use super::super::position::Position;
use super::super::r05_control::held_by;
use super::super::scenario::{Army, Scenario};
use super::super::turn::Turn;
use super::kind::{Kind, Notice, Times};
use super::reader::{Ground, Reader};
use crate::board::{Hex, Side as Hexside};
use crate::document::{Diagnostic, Node};
use crate::play::view::list;
use crate::rule::Rule;
use std::collections::BTreeSet;

/// A line of communications, which both armies may have at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// One end.
    pub from: Hex,
    /// The other end.
    pub to: Hex,
    /// Citation.
    pub rule: Rule,
    /// Whether the map has such a way at all.
    exists: bool,
}

impl Kind for Line {
    const WORD: &'static str = "line";
    const TIMES: Times = Times::Once;

    /// Reads `{from, to, rule}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<Line> {
        let from = entry.hex("from", Ground::Standing);
        let to = entry.hex("to", Ground::Standing);
        let rule = entry.rule();
        let context = entry.context();
        entry.finish();
        let (from, to) = (from?, to?);
        let exists = context.map.is_none_or(|map| {
            let step = |a: Hex, b: Hex| bears_way(map.side_between(a, b));
            let near = |hex| map.neighbours(hex).map(|(_, near)| near);
            reached(from, near, step).contains(&to)
        });
        Some(Line { from, to, rule: rule?, exists })
    }

    /// Ends that no way of the map joins.
    fn lint(&self, body: &Node, _: &[super::Exclusive], complaints: &mut Vec<Diagnostic>) {
        if !self.exists {
            let headline = format!("no road or trail joins {} and {}", self.from, self.to);
            complaints.push(Diagnostic::error(body.span, headline));
        }
    }

    /// [RR 21.21] Whether a line of an army is open: no enemy unit on the way, ends included; own
    /// units and zones do not matter (RR-loc).
    fn line_open(&self, scenario: &Scenario, position: &Position, army: Army) -> Option<bool> {
        Some(self.cut(scenario, position, army).is_none())
    }

    fn end_of_game(&self, turn: &mut Turn) {
        for army in turn.scenario.order {
            let cut = self.cut(turn.scenario, &turn.position, army);
            turn.tell(Event::Line { army, cut, rule: self.rule.clone() });
        }
    }

    fn notice(&self, scenario: &Scenario, position: &Position, army: Army) -> Option<Notice> {
        let is = |army| match self.cut(scenario, position, army) {
            None => "open".to_owned(),
            Some(at) if at.len() > FEW => {
                let more = format!("{} more", at.len() - FEW);
                let few = at.iter().take(FEW).map(Hex::to_string).chain([more]);
                format!("cut at {}", list(few))
            }
            Some(at) => format!("cut{}", at_hexes(&at)),
        };
        let (from, to) = (self.from, self.to);
        let text = format!("line {from} to {to}: yours {}, theirs {}", is(army), is(army.enemy()));
        Some((text, self.rule.clone()))
    }
}

/// As many hexes of a cut are named in a form.
const FEW: usize = 3;

/// ` at 0217 and 0318`
fn at_hexes(hexes: &[Hex]) -> String {
    match hexes.is_empty() {
        true => String::new(),
        false => format!(" at {}", list(hexes.iter().map(Hex::to_string))),
    }
}

/// Whether a road or trail crosses a hexside.
pub fn bears_way(side: Hexside) -> bool {
    side.has(Hexside::ROAD.with(Hexside::TRAIL))
}

/// Hexes that can be reached from one by steps between neighbours that are allowed.
fn reached<N: Iterator<Item = Hex>>(
    from: Hex,
    near: impl Fn(Hex) -> N,
    step: impl Fn(Hex, Hex) -> bool,
) -> BTreeSet<Hex> {
    let mut found = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        for next in near(at).filter(|next| step(at, *next)) {
            if found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}

/// Hexes joined by roads and trails to a hex, without an enemy of an army on any of them; none if
/// an enemy stands on the hex itself.
pub fn along_ways(
    scenario: &Scenario,
    position: &Position,
    army: Army,
    from: Hex,
) -> BTreeSet<Hex> {
    let free = |hex: Hex| !held_by(scenario, position, army.enemy(), hex);
    if !free(from) {
        return BTreeSet::new();
    }
    let map = &scenario.map;
    let near = |hex| map.neighbours(hex).map(|(_, near)| near);
    reached(from, near, |a, b| bears_way(map.side_between(a, b)) && free(b))
}

impl Line {
    /// Where the line of an army is cut: the enemy-held hexes next to its own end, lowest first;
    /// `None` if it is open.
    fn cut(&self, scenario: &Scenario, position: &Position, army: Army) -> Option<Vec<Hex>> {
        let own = along_ways(scenario, position, army, self.from);
        if own.contains(&self.to) {
            return None;
        }
        if own.is_empty() {
            return Some(vec![self.from]);
        }
        let map = &scenario.map;
        let beyond = |at: &Hex| {
            let at = *at;
            let near = map.neighbours(at).map(|(_, near)| near);
            near.filter(move |near| bears_way(map.side_between(at, *near)))
        };
        let cut: BTreeSet<Hex> =
            own.iter().flat_map(beyond).filter(|hex| !own.contains(hex)).collect();
        Some(cut.into_iter().collect())
    }
}
