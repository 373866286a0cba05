//! `occupation`: hexes that score for the army that was last on or through them.

use super::super::events::Event;
use super::super::position::{Award, Position};
use super::super::scenario::{Army, UnitId};
use super::super::turn::Turn;
use super::kind::{Kind, Times};
use super::passing::Passing;
use super::reader::{Ground, Reader};
use crate::board::Hex;
use crate::rule::Rule;

/// Hexes with points at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occupation {
    /// The hexes.
    pub hexes: Vec<Objective>,
    /// Citation of what occupation is.
    pub rule: Rule,
}

/// One hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// The hex.
    pub hex: Hex,
    /// Who holds it at the start.
    pub holder: Option<Army>,
    /// Who scores for it; `None` is either.
    pub army: Option<Army>,
    /// Victory points.
    pub points: u32,
    /// Citation, with its letter.
    pub rule: Rule,
}

impl Kind for Occupation {
    const WORD: &'static str = "occupation";
    const TIMES: Times = Times::Once;

    /// Reads `{rule, hexes: [..]}`, each hex once.
    fn read(mut entry: Reader<'_, '_>) -> Option<Occupation> {
        let rule = entry.rule();
        let mut seen = Vec::new();
        let hexes =
            entry.each("hexes", "objective", |objective| Objective::read(objective, &mut seen));
        entry.finish();
        Some(Occupation { hexes: hexes?, rule: rule? })
    }

    /// [FR 17.23] Who holds what at the start.
    fn open_game(&self, position: &mut Position) {
        for objective in &self.hexes {
            if let Some(army) = objective.holder {
                position.control.insert(objective.hex, army);
            }
        }
    }

    /// [FR 17.21] [FR 17.22] A unit on or passing through a hex takes it.
    fn entered(&self, turn: &mut Turn, id: UnitId, hex: Hex) {
        let army = turn.scenario.unit(id).army;
        if self.changes(&turn.position, army, hex) {
            turn.position.control.insert(hex, army);
            turn.tell(Event::Occupied { hex, army, rule: self.rule.clone() });
        }
    }

    fn goals(&self, army: Army) -> Vec<Hex> {
        let own = self.hexes.iter().filter(|goal| goal.army.is_none_or(|scorer| scorer == army));
        own.map(|goal| goal.hex).collect()
    }

    fn passing(&self, turn: &Turn, army: Army, passing: &mut Passing) {
        let hexes = self.hexes.iter().map(|objective| objective.hex);
        passing.hexes.extend(hexes.filter(|hex| turn.position.control.get(hex) != Some(&army)));
    }

    /// [FR 17.13] Points at the end of the game.
    fn end_of_game(&self, turn: &mut Turn) {
        for objective in &self.hexes {
            let Some(army) = turn.position.control.get(&objective.hex).copied() else { continue };
            if objective.army.is_some_and(|a| a != army) {
                continue;
            }
            turn.position.award(army, Award::Occupied, objective.points);
            turn.tell(Event::Points {
                army,
                award: Award::Occupied,
                points: objective.points,
                what: objective.hex.to_string(),
                rule: objective.rule.clone(),
            });
        }
    }
}

impl Objective {
    /// Reads `{at, holder, side: union|confederate|either, points, rule}`; nobody holds the hex at
    /// the start if `holder` is left out.
    fn read(mut entry: Reader<'_, '_>, seen: &mut Vec<Hex>) -> Option<Objective> {
        let hex = entry.hex("at", Ground::Passable);
        if let Some(hex) = hex {
            if seen.contains(&hex) {
                entry.complain("at", format!("{hex} is an objective twice"), "leave one out");
            }
            seen.push(hex);
        }
        let holder = match entry.has("holder") {
            true => entry.army("holder").map(Some),
            false => Some(None),
        };
        let army = entry.either_army("side");
        let points = entry.number("points");
        let rule = entry.rule();
        entry.finish();
        Some(Objective { hex: hex?, holder: holder?, army: army?, points: points?, rule: rule? })
    }
}

impl Occupation {
    /// Whether the holder would change if a unit of the army came to the hex.
    fn changes(&self, position: &Position, army: Army, hex: Hex) -> bool {
        self.hexes.iter().any(|o| o.hex == hex) && position.control.get(&hex) != Some(&army)
    }
}
