//! What somebody asks about the past of a game, and what in it answers him.

use super::blue_gray::blame;
use super::blue_gray::grammar::Names;
use super::blue_gray::scenario::Army;
use super::{Events, Game, State};
use crate::board::Hex;
use crate::play::view::Line;

/// A unit, a hex or the points of which somebody asks how they came to be what they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subject(blame::Subject);

impl Game {
    /// Reads what is asked about: `points`, a hex, or a unit by its name; with the side whose it is.
    ///
    /// # Errors
    /// A side, a hex or a unit that is not there, and names that fit several units.
    pub fn subject(&self, what: &str, side: Option<&str>) -> Result<Subject, String> {
        let scenario = self.scenario();
        let army = match side {
            None => None,
            Some(side) => {
                let lower = side.to_ascii_lowercase();
                let sides = self.sides().join(" and ");
                let no_side = || format!("`{side}` plays no side; the sides are {sides}");
                Some(Army::read(&lower).ok_or_else(no_side)?)
            }
        };
        if what.eq_ignore_ascii_case("points") {
            return Ok(Subject(blame::Subject::Points(army)));
        }
        if let Ok(hex) = what.parse::<Hex>() {
            return match scenario.map.index(hex) {
                Some(_) => Ok(Subject(blame::Subject::Hex(hex, army))),
                None => Err(format!("{hex} is not on the map")),
            };
        }
        // At the set-up nobody is gone yet.
        let position = self.deployment().position;
        let armies = army.map_or(scenario.order.to_vec(), |army| vec![army]);
        let (mut found, mut fits) = (Vec::new(), Vec::new());
        for army in armies {
            match Names::new(scenario, &position, army).one(what) {
                Ok(unit) => found.push(unit),
                Err(units) => fits.extend(units),
            }
        }
        let names = |units: &[_], between: &str| {
            let each = units.iter().map(|unit| {
                let unit = scenario.unit(*unit);
                format!("{} {}", unit.army, unit.id)
            });
            each.collect::<Vec<String>>().join(between)
        };
        match (found.as_slice(), fits.as_slice()) {
            ([unit], _) => Ok(Subject(blame::Subject::Unit(*unit))),
            ([], []) => Err(format!("`{what}` is no unit, no hex and not `points`")),
            ([], fits) => Err(format!("`{what}` may be {}", names(fits, " or "))),
            (found, _) => Err(format!("`{what}` is {}: add the side", names(found, " and "))),
        }
    }

    /// The events that concern a subject: the number of each, and its sentence of the report.
    pub fn blame(&self, events: &Events, subject: Subject) -> Vec<(usize, Line)> {
        blame::blame(self.scenario(), &events.0, subject.0)
    }

    /// What a subject is in a state, in a few words.
    pub fn is(&self, state: &State, subject: Subject) -> String {
        blame::is(self.scenario(), &state.position, subject.0)
    }
}

impl Events {
    /// How many events both begin with.
    pub fn common(&self, other: &Events) -> usize {
        self.0.iter().zip(other.0.iter()).take_while(|(own, other)| own == other).count()
    }
}
