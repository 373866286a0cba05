//! What a game says about itself and about a position when it is asked.

use super::blue_gray::answers::Orders as Typed;
use super::blue_gray::builtin::BATTLES;
use super::blue_gray::editions::{Edition, Policies};
use super::blue_gray::facts::{Facts, NoFate, no_orders};
use super::blue_gray::grammar::Names;
use super::blue_gray::rulebook;
use super::blue_gray::rulings::RULINGS;
use super::blue_gray::scenario::Scenario;
use super::blue_gray::{explain, record, sheet};
use super::{Game, OrdersFile, Packs, Readings, State};
use crate::document::digest::Pack;
use crate::document::read::{self, Limits};
use crate::document::{Diagnostic, Node};
use crate::play::view::{Kind, Line};
use crate::rule::Keeper;

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
        let mut found = Vec::new();
        Scenario::read(&files, Policies::of(edition), &mut found);
        found.into_iter().map(|(pack, complaint)| (Some(pack), complaint)).collect()
    }

    /// One page about the battle: turns, forces, reinforcements, exclusive rules.
    pub fn sheet(&self) -> Vec<Line> {
        sheet::sheet(self.scenario())
    }

    /// What a path costs, hex by hex.
    ///
    /// # Errors
    /// The refusal, as `check` gives it.
    pub fn explain_path(
        &self,
        state: &State,
        file: &OrdersFile,
    ) -> Result<Vec<Line>, Vec<Diagnostic>> {
        self.looked_at(state, file, explain::path)
    }

    /// What an attack comes to.
    ///
    /// # Errors
    /// What stands against it.
    pub fn explain_attack(
        &self,
        state: &State,
        file: &OrdersFile,
    ) -> Result<Vec<Line>, Vec<Diagnostic>> {
        self.looked_at(state, file, explain::attack)
    }

    /// Where units could retreat to.
    ///
    /// # Errors
    /// A unit that is not there.
    pub fn explain_retreat(
        &self,
        state: &State,
        file: &OrdersFile,
    ) -> Result<Vec<Line>, Vec<Diagnostic>> {
        self.looked_at(state, file, |facts, orders| {
            let units = orders.moves.iter().flat_map(|line| &line.units);
            Ok(units.flat_map(|unit| explain::retreat(facts, unit.value)).collect())
        })
    }

    fn looked_at(
        &self,
        state: &State,
        file: &OrdersFile,
        look: impl Fn(&Facts, &Typed) -> Result<Vec<Line>, Vec<Diagnostic>>,
    ) -> Result<Vec<Line>, Vec<Diagnostic>> {
        let scenario = self.scenario();
        let army = state.position.phasing;
        let names = Names::new(scenario, &state.position, army);
        let reading = file.0.read(&names)?;
        let input = no_orders();
        let mut fate = NoFate;
        let facts = Facts::of(scenario, &state.position, &input, &mut fate);
        look(&facts, &reading.orders)
    }
}

/// Everything that is known about a rule: gist, who keeps it, rulings that touch it, where its code
/// and cases are. The number may carry the prefix of the family (`BG 8.52`) or of a battle
/// (`FR 19.13`); an id of a ruling finds that ruling.
pub fn explain_rule(number: &str) -> Vec<Line> {
    let number = number.trim();
    let plain = match number.get(..3) {
        Some(family) if family.eq_ignore_ascii_case("BG ") => number[3..].trim_start(),
        _ => number,
    };
    let mut lines = Vec::new();
    let mut places: Vec<String> = Vec::new();
    for entry in rulebook::find(plain) {
        lines.extend(told(entry.number, entry.gist, entry.keeper, entry.place));
        places.push(entry.number.to_owned());
    }
    for battle in BATTLES {
        battle_rules(battle.rules, plain, |full, gist, keeper, place| {
            lines.extend(told(full, gist, keeper, place));
            places.push(full.to_owned());
        });
    }
    let is_it =
        |named: &str| named.eq_ignore_ascii_case(plain) || places.iter().any(|p| p == named);
    let touched = RULINGS.iter().filter(|ruling| {
        is_it(ruling.id)
            || ruling.rule.split(',').any(|rule| {
                is_it(rule.trim()) || places.iter().any(|p| rulebook::is_of(p, rule.trim()))
            })
    });
    for ruling in touched {
        let question = format!("ruling {}: {}", ruling.id, ruling.question);
        let choices = format!("choices: {}; the first is the default", ruling.choices.join(", "));
        lines.push(Line::new(Kind::Heading, 0, question));
        lines.push(Line::fact(1, choices));
        lines.push(Line::fact(1, ruling.why));
    }
    let mut kept: Vec<_> = places.iter().filter_map(|full| rulebook::place_of(full)).collect();
    kept.dedup();
    for (files, cases) in kept {
        for (what, places) in [("code", files), ("cases", cases)] {
            if !places.is_empty() {
                lines.push(Line::fact(0, format!("{what}: {places}")));
            }
        }
    }
    lines
}

/// A rule and who keeps it.
fn told(number: &str, gist: &str, keeper: Keeper, place: &str) -> [Line; 2] {
    let kept = match keeper {
        Keeper::Code => "kept by the program".to_owned(),
        Keeper::Data => format!("kept by {place}"),
        Keeper::Players => format!("kept by the players: {place}"),
    };
    [Line::new(Kind::Heading, 0, format!("{number} {gist}")), Line::fact(1, kept)]
}

/// The entries of a battle's `rules.yaml` with a number, with or without the battle's prefix.
fn battle_rules(rules: &str, number: &str, mut found: impl FnMut(&str, &str, Keeper, &str)) {
    let Ok(node) = read::parse(rules, Limits::PACK) else { return };
    for entry in node.get("entries").and_then(Node::as_list).unwrap_or_default() {
        let text = |key: &str| entry.get_text(key).unwrap_or_default();
        let full = text("number");
        let short = full.split_once(' ').map_or(full, |(_, short)| short);
        let matches =
            |of: &str| rulebook::is_of(&of.to_ascii_lowercase(), &number.to_ascii_lowercase());
        if matches(full) || matches(short) {
            let keeper = match text("keeper") {
                "code" => Keeper::Code,
                "data" => Keeper::Data,
                _ => Keeper::Players,
            };
            found(full, text("gist"), keeper, text("place"));
        }
    }
}
