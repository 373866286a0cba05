//! The position as the log tells it: every event carried out on the opening position, and nothing
//! else.

use provost::games::blue_gray::events::Event;
use provost::games::blue_gray::position::{Award, How, Marks, Place, Position};
use provost::games::blue_gray::scenario::{Army, Scenario, Start, UnitId};
use std::collections::BTreeMap;

/// What events change.
pub struct Ledger {
    /// Where arrivals were before.
    came_from: BTreeMap<UnitId, Place>,
    /// Arrivals brought forward: the game-turn of each group's chart, and its new one.
    forward: Vec<(u8, u8)>,
    /// Where units are.
    pub places: BTreeMap<UnitId, Place>,
    /// Lasting marks.
    pub ineffective: Vec<UnitId>,
    /// Points.
    pub points: BTreeMap<(Army, Award), u32>,
    /// Holders.
    pub control: BTreeMap<provost::board::Hex, Army>,
}

impl Ledger {
    /// The opening position.
    pub fn open(position: &Position) -> Ledger {
        let mut ledger = Ledger {
            came_from: BTreeMap::new(),
            forward: Vec::new(),
            places: BTreeMap::new(),
            ineffective: Vec::new(),
            points: position.points.clone(),
            control: position.control.clone(),
        };
        for (id, piece) in position.pieces() {
            ledger.places.insert(id, piece.place);
            if piece.marks.has(Marks::INEFFECTIVE) {
                ledger.ineffective.push(id);
            }
        }
        ledger
    }

    /// Carries out an event of a game-turn.
    pub fn post(&mut self, event: &Event, turn: u8) {
        let gone = |how, at| Place::Gone { how, turn, at };
        match event {
            Event::Moved(march) => {
                let last = march.steps.last().map(|(hex, _)| *hex).or(march.from);
                let place = match (march.exit, last) {
                    (Some(_), at) => gone(How::Exited, at),
                    (None, Some(hex)) => Place::Map(hex),
                    (None, None) => panic!("a march to nowhere: {march:?}"),
                };
                if let Some(Place::Reserve { .. }) = self.places.get(&march.unit) {
                    self.came_from.insert(march.unit, self.places[&march.unit]);
                }
                self.put(march.unit, place);
            }
            Event::Stopped { unit, at: Some(hex), .. } => self.put(*unit, Place::Map(*hex)),
            // An arrival that found no room stays due.
            Event::Stopped { unit, at: None, .. } => {
                if let Some(place) = self.came_from.get(unit).copied() {
                    self.put(*unit, place);
                }
            }
            Event::Struck { units, .. } => {
                for unit in units {
                    self.put(*unit, gone(How::Struck, None));
                }
            }
            Event::Retreated { unit, to: Some(to), .. }
            | Event::Pushed { unit, to, .. }
            | Event::Advanced { unit, to, .. } => self.put(*unit, Place::Map(*to)),
            Event::Retreated { unit, from, to: None, .. } => {
                self.put(*unit, gone(How::Exited, Some(*from)));
            }
            Event::CavalryGoes { unit, path, .. } => self.put(*unit, Place::Map(path[1])),
            Event::Eliminated { unit, at, .. } => self.put(*unit, gone(How::Eliminated, Some(*at))),
            Event::Away { unit, due, .. } => self.put(*unit, Place::Reserve { due: *due }),
            Event::BroughtForward { groups, .. } => {
                self.forward.extend(groups.iter().map(|(chart, now, _)| (*chart, *now)));
            }
            Event::Lost { unit, at, .. } => self.put(*unit, gone(How::Lost, *at)),
            Event::Ineffective { unit } => {
                self.ineffective.retain(|id| id != unit);
                self.ineffective.push(*unit);
            }
            Event::Recovered { units } => self.ineffective.retain(|id| !units.contains(id)),
            Event::Occupied { hex, army, .. } => {
                self.control.insert(*hex, *army);
            }
            Event::Points { army, award, points, .. } => {
                *self.points.entry((*army, *award)).or_default() += points;
            }
            _ => {}
        }
    }

    fn put(&mut self, id: UnitId, place: Place) {
        self.places.insert(id, place);
    }

    /// Where the log says that a unit is; who waits may have been brought forward.
    fn told(&self, scenario: &Scenario, id: UnitId) -> Place {
        let place = self.places[&id];
        let (Place::Reserve { .. }, Start::Due { turn: chart, .. }) =
            (place, &scenario.unit(id).start)
        else {
            return place;
        };
        let mut forward = self.forward.iter().rev();
        let new = forward.find(|(group, _)| group == chart);
        new.map_or(place, |(_, due)| Place::Reserve { due: *due })
    }

    /// Compares what the log tells with a position.
    pub fn agrees(&self, scenario: &Scenario, position: &Position) {
        for id in scenario.ids() {
            let told = self.told(scenario, id);
            assert_eq!(
                position.place(id),
                told,
                "{} is not where the log says",
                name(scenario, id)
            );
            let marked = position.has(id, Marks::INEFFECTIVE);
            let on_map = matches!(told, Place::Map(_));
            let expected = on_map && self.ineffective.contains(&id);
            assert_eq!(marked && on_map, expected, "{}: ineffective", name(scenario, id));
        }
        assert_eq!(position.points, self.points, "points");
        assert_eq!(position.control, self.control, "holders");
    }
}

/// The id of a unit.
pub fn name(scenario: &Scenario, id: UnitId) -> &str {
    &scenario.unit(id).id
}
