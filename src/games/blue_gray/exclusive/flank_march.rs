//! `flank_march`: units that leave the map by one edge and come back by another.

use super::super::position::{Place, Position};
use super::super::scenario::{Army, Scenario, Start, UnitId};
use super::super::turn::Turn;
use super::Exclusive;
use super::arrival::{Arrival, Column, Price};
use super::kind::{Bar, Kind, Notice, Times};
use super::reader::{Ground, Reader};
use crate::board::Hex;
use crate::document::{Diagnostic, Node};
use crate::play::view::{count, list};
use crate::rule::Rule;

/// A march off the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlankMarch {
    /// Whose.
    pub army: Army,
    /// How units leave.
    pub out: Out,
    /// So many game-turns after leaving they may come back.
    pub after: u8,
    /// Citation of when they come back.
    pub back: Rule,
    /// Hexes by which they come back.
    pub edge: Vec<Hex>,
    /// Citation of where they come back.
    pub place: Rule,
    /// Hexes of the edge where a road leaves the map.
    pub roads: Vec<Hex>,
    /// Citation of what the column pays.
    pub column: Rule,
    /// Whether they may exceed the stacking limit on their entry hex until the end of the phase.
    pub crowded: bool,
    /// Citation of what keeps them off an entry hex.
    pub arrival: Rule,
    /// Citation of what becomes of those who leave later.
    pub later: Rule,
}

/// How units leave on a flank march.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Out {
    /// By these hexes.
    pub hexes: Vec<Hex>,
    /// On these game-turns.
    pub turns: Vec<u8>,
    /// So many units on all of these turns together.
    pub units: u32,
    /// Cost of leaving, in movement points.
    pub cost: u8,
    /// Citation.
    pub rule: Rule,
}

/// What becomes of a unit that leaves the map and is not simply gone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// It comes back.
    Back {
        /// First game-turn on which it may.
        due: u8,
        /// Citation.
        rule: Rule,
    },
    /// It is lost.
    Lost(Rule),
}

impl Kind for FlankMarch {
    const WORD: &'static str = "flank_march";
    const TIMES: Times = Times::OnceASide;

    /// Reads `{side, out: {hexes, turns, units, cost, rule}, back: {after, rule},
    /// edge: {area, rule}, column: {each: entry hex, roads: AREA, rule},
    /// arrival: {zones: open, crowded: never|within phase, rule}, later: {units: lost, rule}}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<FlankMarch> {
        let army = entry.army("side");
        let out = part(&mut entry, "out", Out::read);
        let back = part(&mut entry, "back", |back| back.number::<u8>("after").zip(back.rule()));
        let edge = part(&mut entry, "edge", |edge| edge.area("area").zip(edge.rule()));
        let column = part(&mut entry, "column", |column| {
            let each = column.word("each", &[("entry hex", ())]);
            let roads = column.area("roads");
            each.and(roads).zip(column.rule())
        });
        let arrival = part(&mut entry, "arrival", |arrival| {
            let zones = arrival.word("zones", &[("open", ())]);
            let crowded = arrival.word("crowded", &[("within phase", true), ("never", false)]);
            zones.and(crowded).zip(arrival.rule())
        });
        let later = part(&mut entry, "later", |later| {
            let lost = later.word("units", &[("lost", ())]);
            lost.and(later.rule())
        });
        if let (Some(out), Some((after, _))) = (&out, &back)
            && let (Some(first), Some(last)) = (out.turns.iter().min(), out.turns.iter().max())
            && first.saturating_add(*after) <= *last
        {
            let headline = "a unit could be back before the last turn of leaving".to_owned();
            entry.complain("back", headline, "who has left is counted by who is away");
        }
        entry.finish();
        let ((after, back), ((_, edge), place)) = (back?, edge?);
        let (((_, roads), column), (crowded, arrival)) = (column?, arrival?);
        Some(FlankMarch {
            army: army?,
            out: out?,
            after,
            back,
            edge,
            place,
            roads,
            column,
            crowded,
            arrival,
            later: later?,
        })
    }

    /// A hex by which the side leaves otherwise, too.
    fn lint(&self, body: &Node, all: &[Exclusive], complaints: &mut Vec<Diagnostic>) {
        let exits =
            all.iter().filter_map(|rule| rule.exits(self.army)).flat_map(|(hexes, _)| hexes);
        for hex in exits.filter(|hex| self.out.hexes.contains(hex)) {
            let headline = format!("{hex} is an exit of the battle too");
            complaints.push(Diagnostic::error(body.span, headline).help("leave it out of one"));
        }
    }

    /// [HL 16.22a] [HL 16.22b] Cost of leaving by the hexes of the march.
    fn exit_cost(&self, scenario: &Scenario, id: UnitId, hex: Hex) -> Option<(u8, Rule)> {
        (scenario.unit(id).army == self.army && self.out.hexes.contains(&hex))
            .then(|| (self.out.cost, self.out.rule.clone()))
    }

    /// [HL 16.22a] [HL 16.23] So many on the turns of the march, each with a turn of its own to come
    /// back (HL-ledger). [HL 16.27] Afterwards they are lost (HL-south).
    fn leaving(&self, turn: &Turn, id: UnitId, hex: Hex) -> Option<Result<Leaving, Bar>> {
        self.exit_cost(turn.scenario, id, hex)?;
        let now = turn.position.turn;
        if !self.out.turns.contains(&now) {
            return Some(Ok(Leaving::Lost(self.later.clone())));
        }
        let away = self.away(turn.scenario, &turn.position);
        if away >= self.out.units {
            return Some(Err(Bar {
                headline: format!(
                    "{} may not leave by {hex}: {} have left already",
                    turn.name(id),
                    count(away, "unit")
                ),
                rule: self.out.rule.clone(),
                help: Some(format!("only {} may go on the march", count(self.out.units, "unit"))),
            }));
        }
        Some(Ok(Leaving::Back { due: now.saturating_add(self.after), rule: self.back.clone() }))
    }

    /// [HL 16.24] [HL 16.25] [HL 16.26] Who began on the map and is off it comes back by the edge.
    fn arrival(&self, scenario: &Scenario, id: UnitId) -> Option<Arrival> {
        let unit = scenario.unit(id);
        (unit.army == self.army && matches!(unit.start, Start::At(_))).then(|| Arrival {
            hexes: self.edge.clone(),
            due: self.back.clone(),
            place: self.place.clone(),
            price: Price::Terrain { roads: self.roads.clone() },
            paid: self.column.clone(),
            column: Some((Column::Times, self.column.clone())),
            crowded: self.crowded,
            blocked: self.arrival.clone(),
            beside: None,
            needs_room: None,
            free_of_zones: None,
            late: None,
        })
    }

    /// How many more may leave, or that it is too late; who is away.
    fn notice(&self, scenario: &Scenario, position: &Position, army: Army) -> Option<Notice> {
        if army != self.army {
            return None;
        }
        let (away, hexes) =
            (self.away(scenario, position), list(self.out.hexes.iter().map(Hex::to_string)));
        if self.out.turns.contains(&position.turn) {
            let left = count(self.out.units.saturating_sub(away), "more unit");
            let text = format!(
                "FLANK MARCH: {left} may leave by {hexes}, back after {}",
                count(self.after.into(), "turn")
            );
            return Some((text, self.out.rule.clone()));
        }
        let after = self.out.turns.iter().all(|turn| *turn < position.turn);
        after.then(|| {
            let text = format!("FLANK MARCH: {} away; who leaves by {hexes} now is lost", away);
            (text, self.later.clone())
        })
    }
}

impl Out {
    fn read(out: &mut Reader<'_, '_>) -> Option<Out> {
        let hexes = out.hexes("hexes", Ground::Standing);
        let (turns, units) = (out.turns("turns"), out.number("units"));
        let (cost, rule) = (out.number("cost"), out.rule());
        Some(Out { hexes: hexes?, turns: turns?, units: units?, cost: cost?, rule: rule? })
    }
}

impl FlankMarch {
    /// How many units are off the map that began on it.
    fn away(&self, scenario: &Scenario, position: &Position) -> u32 {
        let away = |id: &UnitId| {
            let unit = scenario.unit(*id);
            unit.army == self.army
                && matches!(unit.start, Start::At(_))
                && matches!(position.place(*id), Place::Reserve { .. })
        };
        scenario.ids().filter(away).count() as u32
    }
}

/// A part of the entry that must be there.
fn part<T>(
    entry: &mut Reader<'_, '_>,
    key: &'static str,
    read: impl FnOnce(&mut Reader<'_, '_>) -> Option<T>,
) -> Option<T> {
    entry.node(key, |_, _| Some(()))?;
    entry.within(key, |mut part| {
        let found = read(&mut part);
        part.finish();
        found
    })
}
