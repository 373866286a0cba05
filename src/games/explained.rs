//! What a game says about itself and about a position when it is asked.

use super::blue_gray::answers::{NewStanding, Orders as Typed, Whom};
use super::blue_gray::editions::{Edition, Policies};
use super::blue_gray::facts::{self, Facts, NoFate, no_orders};
use super::blue_gray::grammar::Names;
use super::blue_gray::position::Phase;
use super::blue_gray::scenario::{Army, Scenario};
use super::blue_gray::{explain, record, sheet};
use super::{Game, Orders, OrdersFile, Packs, Readings, State, army};
use crate::document::Diagnostic;
use crate::document::digest::Pack;
use crate::play::view::Line;

impl Game {
    /// Every refusal and doubt about packs, with the pack it is about.
    pub fn doubts(packs: &Packs, readings: &Readings) -> Vec<(Option<Pack>, Diagnostic)> {
        let edition = Edition::read(&readings.edition).unwrap_or(Edition::Third);
        let files = record::Packs {
            scenario: &packs.scenario,
            map: &packs.map,
            charts: &packs.charts,
            rules: &packs.rules,
        };
        let unhashable = |pack| files.unhashable(pack).into_iter().map(move |one| (pack, one));
        let mut found: Vec<(Pack, Diagnostic)> =
            Pack::ALL.into_iter().flat_map(unhashable).collect();
        let plain = Policies::of(edition);
        let read = Scenario::read(&files, plain.clone(), &mut found);
        found.sort_by_key(|(pack, complaint)| (*pack, complaint.span));
        if let Some(scenario) = &read {
            found.extend(record::doubts(scenario, &files));
        }
        // What an optional rule brings is looked at when it is played, each alone.
        for option in read.iter().flat_map(|scenario| &scenario.options) {
            let mut with = plain.clone();
            let mut more = Vec::new();
            if with.rulings.set(&option.id, "yes").is_ok() {
                Scenario::read(&files, with, &mut more);
            }
            more.retain(|one| !found.contains(one));
            found.extend(more);
        }
        found.into_iter().map(|(pack, complaint)| (Some(pack), complaint)).collect()
    }

    /// The forces of each side, counted, to be compared with the printed charts.
    pub fn counted(&self) -> Vec<String> {
        sheet::counted(self.scenario())
    }

    /// One page about the battle: turns, forces, reinforcements, exclusive rules.
    pub fn sheet(&self) -> Vec<Line> {
        sheet::sheet(self.scenario())
    }

    /// The state after the moves of orders, as the movement phase carries them out; what comes
    /// after it is left out.
    ///
    /// # Errors
    /// Every refusal of the movement phase; that there is none any more.
    pub fn after_moves(&self, state: &State, orders: &Orders) -> Result<State, Vec<Diagnostic>> {
        let moves = orders.0.moves.clone();
        if let Some(line) = moves.first()
            && state.position.phase != Phase::Movement
        {
            let headline = "the movement phase is over";
            return Err(vec![Diagnostic::error(line.span, headline)]);
        }
        let position = facts::after_moves(self.scenario(), &state.position, moves)?;
        Ok(State { position, ..state.clone() })
    }

    /// Answers a question about a position: why a path costs what it costs, what an attack comes
    /// to, where units could retreat.
    ///
    /// # Errors
    /// The refusal, as `check` gives it; a unit that is not there.
    pub fn explain(
        &self,
        state: &State,
        question: &Question,
    ) -> Result<Vec<Line>, Vec<Diagnostic>> {
        let phasing = state.position.phasing;
        let sides = match question.side {
            Some(side) => vec![army(side)?],
            None => vec![phasing, phasing.enemy()],
        };
        // A line that names no units of the side that is to move may name those of the other.
        let mut refused = None;
        for army in sides {
            let names = Names::new(self.scenario(), &state.position, army);
            match question.file.0.read(&names) {
                Ok(reading) => return self.answer(state, army, reading.orders, question),
                Err(complaints) => {
                    refused.get_or_insert(complaints);
                }
            }
        }
        Err(refused.unwrap_or_default())
    }

    fn answer(
        &self,
        state: &State,
        army: Army,
        mut orders: Typed,
        question: &Question,
    ) -> Result<Vec<Line>, Vec<Diagnostic>> {
        let scenario = self.scenario();
        let mut position = facts::seen_by(scenario, &state.position, army);
        let asked = orders.moves.split_off(question.planned.min(orders.moves.len()));
        if !orders.moves.is_empty() {
            position = facts::after_moves(scenario, &position, orders.moves)?;
        }
        orders.moves = asked;
        let input = no_orders();
        let mut fate = NoFate;
        let facts = Facts::of(scenario, &position, &input, &mut fate);
        let mut lines = match question.what {
            Ask::Path => explain::path(&facts, &orders)?,
            Ask::Attack => explain::attack(&facts, &orders)?,
            Ask::Retreat => {
                let Some(NewStanding::Replaced(standing)) = &orders.standing else {
                    return Ok(Vec::new());
                };
                let named = standing.retreat.iter().filter_map(|line| match line.whom {
                    Whom::Unit(id) => Some(id),
                    Whom::Any => None,
                });
                return Ok(named.flat_map(|id| explain::retreat(&facts, id)).collect());
            }
        };
        let whose = format!("In the {army} player-turn of turn {}", position.turn);
        lines.insert(0, Line::fact(0, whose));
        Ok(lines)
    }
}

/// What is asked about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// What the ways of the moves cost.
    Path,
    /// What the attacks come to.
    Attack,
    /// Where the units of the lines of `retreat` could go.
    Retreat,
}

impl Ask {
    /// Its word on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Ask::Path => "path",
            Ask::Attack => "attack",
            Ask::Retreat => "retreat",
        }
    }
}

/// A question about a position, typed as lines of orders.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// What is asked.
    pub what: Ask,
    /// The lines: moves that are planned, then those that are asked about.
    pub file: &'q OrdersFile,
    /// How many moves of the file are planned.
    pub planned: usize,
    /// Whose units it names; the side that is to move, else the other, if it is not said.
    pub side: Option<&'q str>,
}
