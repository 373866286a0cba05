//! What a game does for the floors above.

use super::blue_gray::answers::NewStanding;
use super::blue_gray::editions::{Edition, Policies};
use super::blue_gray::facts::{self, Facts, NoFate};
use super::blue_gray::form::{self, FormFacts, Held};
use super::blue_gray::grammar::{self, Expected, Names};
use super::blue_gray::position::{Phase, Place, Position};
use super::blue_gray::record::{self, Heading};
use super::blue_gray::scenario::{Army, Scenario};
use super::blue_gray::{ledger, movelog, tell, understood};
use super::*;
use crate::board::{Hex, Map};
use crate::store_free::Never;

impl Game {
    /// Reads a game from its packs, under the readings of a campaign.
    ///
    /// # Errors
    /// Every complaint about any pack, with the pack; about the readings with none.
    pub fn load(packs: &Packs, readings: &Readings) -> Result<Game, Vec<(Option<Pack>, Diagnostic)>> {
        let mut found = Vec::new();
        let mut complain = |headline: String| found.push((None, Diagnostic::error(Span::NONE, headline)));
        let edition = Edition::read(&readings.edition);
        if edition.is_none() {
            let words = Edition::ALL.map(Edition::word).join(", ");
            complain(format!("there is no edition `{}`; it is one of {words}", readings.edition));
        }
        let mut policies = Policies::of(edition.unwrap_or(Edition::Third));
        for (id, word) in &readings.rulings {
            if let Err(why) = policies.rulings.set(id, word) {
                complain(why);
            }
        }
        let files = record::Packs {
            scenario: &packs.scenario,
            map: &packs.map,
            charts: &packs.charts,
            rules: &packs.rules,
        };
        let mut complaints = Vec::new();
        let scenario = Scenario::read(&files, policies, &mut complaints);
        found.extend(complaints.into_iter().filter(|(_, c)| c.is_error()).map(|(p, c)| (Some(p), c)));
        match scenario {
            Some(scenario) if found.is_empty() => Ok(Game::BlueGray(Box::new(scenario))),
            _ => Err(found),
        }
    }
}
