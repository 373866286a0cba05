//! `entry`: how reinforcements come onto the map.

use super::super::answers::{Move, Route};
use super::super::events::Event;
use super::super::position::{How, Place, Position};
use super::super::scenario::{Army, Scenario, Start, UnitId};
use super::super::turn::Turn;
use super::arrival::{Arrival, Column, Price};
use super::kind::{Kind, Notice, Times};
use super::reader::Reader;
use crate::document::{Diagnostic, Span};
use crate::play::view::list;
use crate::rule::Rule;

/// What entering costs, where and when it may be done, and how full an entry hex may get.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Cost of the entry hex.
    pub price: Price,
    /// What the units behind the first pay.
    pub column: Option<(Column, Rule)>,
    /// Whether arriving units may exceed the stacking limit there until the end of the phase.
    pub crowded: bool,
    /// Onto the nearest free hex if somebody is there, and the citation.
    pub occupied: Option<Rule>,
    /// There must be room, even for passing on.
    pub needs_room: Option<Rule>,
    /// Not into an enemy zone.
    pub not_into_zones: Option<Rule>,
    /// Who has not come on his turn is lost.
    pub late_are_lost: Option<Rule>,
    /// Citation of what entering costs.
    pub rule: Rule,
    /// Citation of when and where reinforcements come.
    pub arrival: Rule,
    /// Citation of an enemy on the entry hex keeping them off.
    pub blocked: Rule,
}

impl Kind for Entry {
    const WORD: &'static str = "entry";
    const TIMES: Times = Times::Once;

    /// Reads `{cost: POINTS|terrain, crowded: within phase|never, rule}`, and as far as the battle
    /// has it `arrival` (the rule that says when and where reinforcements come), `blocked` (that on
    /// an enemy unit on the entry hex), `column: {units, rule}`, `occupied: {go: nearest, rule}`,
    /// and `needs_room`, `not_into_zones`, `late_are_lost`, each `{rule}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<Entry> {
        let price = entry.node("cost", |node, complaints| match node.as_text() {
            Some("terrain") => Some(Price::Terrain { roads: Vec::new() }),
            text => {
                let points = text.and_then(|text| text.parse().ok()).map(Price::Points);
                if points.is_none() {
                    let headline = "`cost` must be a whole number or `terrain`";
                    complaints.push(Diagnostic::error(node.span, headline));
                }
                points
            }
        });
        let crowded = entry.word("crowded", &[("within phase", true), ("never", false)]);
        let column = entry.within("column", |mut column| {
            let units = column.number::<u32>("units").filter(|units| *units > 0);
            let rule = column.rule();
            column.finish();
            Some((Column::Adds(units?), rule?))
        });
        let occupied = entry.within("occupied", |mut occupied| {
            occupied.word("go", &[("nearest", ())]);
            let rule = occupied.rule();
            occupied.finish();
            rule
        });
        let mut clause = |key| {
            entry.within(key, |mut clause| {
                let rule = clause.rule();
                clause.finish();
                rule
            })
        };
        let needs_room = clause("needs_room");
        let not_into_zones = clause("not_into_zones");
        let late_are_lost = clause("late_are_lost");
        let rule = entry.rule();
        let arrival = if entry.has("arrival") { entry.rule_at("arrival") } else { rule.clone() };
        let blocked = if entry.has("blocked") { entry.rule_at("blocked") } else { arrival.clone() };
        entry.finish();
        Some(Entry {
            price: price?,
            column,
            crowded: crowded?,
            occupied,
            needs_room,
            not_into_zones,
            late_are_lost,
            rule: rule?,
            arrival: arrival?,
            blocked: blocked?,
        })
    }

    fn arrival(&self, scenario: &Scenario, id: UnitId) -> Option<Arrival> {
        let Start::Due { entry, .. } = &scenario.unit(id).start else { return None };
        Some(Arrival {
            hexes: entry.clone(),
            due: self.arrival.clone(),
            place: self.arrival.clone(),
            price: self.price.clone(),
            paid: self.rule.clone(),
            column: self.column.clone(),
            crowded: self.crowded,
            blocked: self.blocked.clone(),
            beside: self.occupied.clone(),
            needs_room: self.needs_room.clone(),
            free_of_zones: self.not_into_zones.clone(),
            late: self.late_are_lost.clone(),
        })
    }

    /// [CH 15.12b] [CH 15.12c] Whoever was due and has not come is lost; orders that forget him are
    /// refused, for nobody loses units by a line left out (CH-late).
    fn end_of_movement(&self, turn: &mut Turn) {
        let Some(rule) = &self.late_are_lost else { return };
        for id in super::waiting(turn.scenario, &turn.position, turn.army, turn.position.turn) {
            if turn.refuses() {
                let complaint = self.given_up(turn, id, rule);
                complaint.into_iter().for_each(|complaint| turn.complain(complaint));
            }
            let when = turn.position.turn;
            turn.remove(id, Place::Gone { how: How::Lost, turn: when, at: None });
            turn.tell(Event::Lost { unit: id, at: None, rule: rule.clone() });
            super::eliminated(turn, id);
        }
    }

    /// Who must come now or on the next turn, or what a column pays.
    fn notice(&self, scenario: &Scenario, position: &Position, army: Army) -> Option<Notice> {
        let names = |turn: u8| {
            let units = super::waiting(scenario, position, army, turn);
            (!units.is_empty()).then(|| list(units.iter().map(|id| &scenario.unit(*id).id)))
        };
        if let Some(rule) = &self.late_are_lost {
            let text = match (names(position.turn), names(position.turn + 1)) {
                (Some(now), _) => format!("MUST COME NOW: {now} enter on this turn or are lost"),
                (None, Some(next)) => {
                    format!("due on the next turn: {next} enter then or are lost")
                }
                (None, None) => return None,
            };
            return Some((text, rule.clone()));
        }
        let (column, rule) = self.column.as_ref()?;
        names(position.turn)?;
        let text = match column {
            Column::Adds(1) => "each unit that enters by a hex pays a point more than the one \
                                before it on this turn"
                .to_owned(),
            Column::Adds(units) => {
                format!(
                    "units enter a hex in groups of {units}: each group pays a point more than the \
                     one before it on this turn"
                )
            }
            Column::Times => "the nth unit that enters by a hex pays n times its cost".to_owned(),
        };
        Some((text, rule.clone()))
    }
}

impl Entry {
    /// What `check` says of a unit that has not come on its turn: a refusal if no line names it, a
    /// warning if its owner gives it up.
    fn given_up(&self, turn: &Turn, id: UnitId, rule: &Rule) -> Option<Diagnostic> {
        let names = |line: &&Move| line.units.iter().any(|unit| unit.value == id);
        let name = turn.name(id);
        match turn.orders().moves.iter().find(names) {
            Some(Move { route: Route::Hold, span, .. }) => {
                let headline = format!("{name} is given up: it does not come and is lost");
                Some(Diagnostic::warning(*span, headline).rule(rule.clone()))
            }
            // Its line was refused, and says why.
            Some(_) => None,
            None => {
                let span = turn.orders().moves.first().map_or(Span::NONE, |line| line.span);
                let headline = format!("{name} must come on this turn: left out it is lost");
                let hexes = super::entry_hexes(turn.scenario, &turn.position, id);
                let hexes: Vec<String> = hexes.iter().map(ToString::to_string).collect();
                let hex = if hexes.is_empty() { "HEX".to_owned() } else { hexes.join(" or ") };
                let help = format!("write `{name}: enter {hex}`, or `{name}: hold` to give it up");
                Some(Diagnostic::error(span, headline).rule(rule.clone()).help(help))
            }
        }
    }
}
