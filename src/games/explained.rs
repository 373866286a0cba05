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

/// Everything that is known about a rule: gist, who keeps it, rulings that touch it. The number may
/// carry the prefix of the family (`BG 8.52`) or of a battle (`FR 19.13`).
pub fn explain_rule(number: &str) -> Vec<Line> {
    let number = number.trim();
    let plain = number.strip_prefix("BG").or_else(|| number.strip_prefix("bg")).unwrap_or(number);
    let plain = plain.trim();
    let mut lines = Vec::new();
    for entry in rulebook::find(plain) {
        let kept = match entry.keeper {
            Keeper::Code => "kept by the program".to_owned(),
            Keeper::Data => format!("kept by {}", entry.place),
            Keeper::Players => format!("kept by the players: {}", entry.place),
        };
        lines.push(Line::new(Kind::Heading, 0, format!("{} {}", entry.number, entry.gist)));
        lines.push(Line::fact(1, kept));
    }
    for battle in BATTLES {
        lines.extend(battle_rule(battle.rules, number));
    }
    let touched = RULINGS.iter().filter(|ruling| {
        ruling.id.eq_ignore_ascii_case(number)
            || ruling.rule.split(',').any(|r| r.trim().eq_ignore_ascii_case(plain))
    });
    for ruling in touched {
        lines.push(Line::new(Kind::Heading, 0, format!("ruling {}: {}", ruling.id, ruling.question)));
        lines.push(Line::fact(1, format!("choices: {}; the first is the default", ruling.choices.join(", "))));
        lines.push(Line::fact(1, ruling.why));
    }
    if let Some((file, cases)) = rulebook::place_of(plain).filter(|_| !lines.is_empty()) {
        lines.push(Line::fact(0, format!("code: {file}")));
        if !cases.is_empty() {
            lines.push(Line::fact(0, format!("cases: {cases}")));
        }
    }
    lines
}

/// The entries of a battle's `rules.yaml` with this number.
fn battle_rule(rules: &str, number: &str) -> Vec<Line> {
    let Ok(node) = read::parse(rules, Limits::PACK) else { return Vec::new() };
    let entries = node.get("entries").and_then(Node::as_list).unwrap_or_default();
    let mut lines = Vec::new();
    for entry in entries {
        let text = |key: &str| entry.get_text(key).unwrap_or_default().to_owned();
        let of = text("number");
        let letter = of.trim_end_matches(|c: char| c.is_ascii_lowercase());
        if of.eq_ignore_ascii_case(number) || letter.eq_ignore_ascii_case(number) {
            lines.push(Line::new(Kind::Heading, 0, format!("{of} {}", text("gist"))));
            let place = text("place");
            let kept = match text("keeper").as_str() {
                "code" => "kept by the program".to_owned(),
                "data" => format!("kept by {place}"),
                _ => format!("kept by the players: {place}"),
            };
            lines.push(Line::fact(1, kept));
        }
    }
    lines
}
