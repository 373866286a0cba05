//! `explain`: why a path costs what it costs, what an attack comes to, where a unit could retreat.

mod charts;
mod rules;

use super::answers::{AttackList, Orders, Result as Verdict, Route};
use super::exclusive;
use super::facts::{Facts, Refuge};
use super::position::Marks;
use super::r07_movement::cost;
use super::r07_movement::cost::points_of;
use super::r08_combat::fight;
use super::r08_combat::retreat::may_leave;
use super::rulebook::{R5_0, R7_0, R7_4, R8_1, R8_5, R8_51, R8_52, R11_1};
use super::scenario::{Scenario, UnitId};
use crate::board::{Hex, Side as Hexside};
use crate::document::Diagnostic;
use crate::play::view::{Kind, Line};
pub use rules::explain_rule;

/// The first line of `move`, hex by hex: what each step costs and why, and where it must stop.
///
/// # Errors
/// The refusal, as `check` gives it.
pub fn path(facts: &Facts, orders: &Orders) -> Result<Vec<Line>, Vec<Diagnostic>> {
    let scenario = facts.turn().scenario;
    let mut lines = Vec::new();
    for line in &orders.moves {
        for unit in &line.units {
            if facts.turn().position.has(unit.value, Marks::LEFT) {
                let headline = format!("{} has moved already", name(scenario, unit.value));
                return Err(vec![Diagnostic::error(unit.span, headline).rule(R7_0)]);
            }
            let steps = facts.route(*unit, line).map_err(|complaint| vec![complaint])?;
            let from = facts.turn().position.hex(unit.value);
            let strategic = match &line.route {
                Route::March { strategic: true, .. } => facts.strategic(unit.value),
                _ => None,
            };
            let allowance = strategic.unwrap_or_else(|| facts.allowance(unit.value));
            let place = from.map_or_else(|| "off the map".to_owned(), |hex| hex.to_string());
            let who = name(scenario, unit.value);
            let heading = format!("{who} from {place}, {}", points_of(allowance));
            lines.push(match strategic {
                None => Line::new(Kind::Heading, 0, heading).rule(R7_0),
                Some(_) => {
                    let heading = format!("{heading} by strategic movement");
                    Line::new(Kind::Heading, 0, heading).rule(R7_0).rule(R11_1)
                }
            });
            lines.extend(steps_in_words(facts, from, &steps, allowance));
        }
    }
    Ok(lines)
}

fn steps_in_words(
    facts: &Facts,
    from: Option<Hex>,
    steps: &[(Hex, u8)],
    allowance: u32,
) -> Vec<Line> {
    let scenario = facts.turn().scenario;
    let mut lines = Vec::new();
    let (mut at, mut spent) = (from, 0);
    for (hex, points) in steps {
        spent += u32::from(*points);
        let why = match at {
            Some(at) => reasons(scenario, at, *hex),
            None => "entry hex".to_owned(),
        };
        let mut line = Line::fact(1, format!("{hex}: {points} ({why}), {spent} of {allowance}"));
        if let Some(at) = at {
            line.rules.extend(exclusive::cost_rules(scenario, facts.turn().army, at, *hex));
        }
        if facts.is_in_enemy_zone(*hex) {
            line.text.push_str(", stops in an enemy zone of control");
            line = line.rule(R5_0);
        }
        if spent > allowance {
            line = line.rule(R7_4);
        }
        lines.push(line);
        at = Some(*hex);
    }
    lines
}

/// What makes up the cost of a step: `road`, `clear, stream`.
pub fn reasons(scenario: &Scenario, from: Hex, to: Hex) -> String {
    let side = scenario.map.side_between(from, to);
    let terrain = scenario.map.terrain(to);
    let way = if side.has(Hexside::ROAD) {
        "road".to_owned()
    } else if side.has(Hexside::TRAIL) {
        "trail".to_owned()
    } else {
        match terrain {
            Some(crossing) if crossing.is_crossing() => format!("{} hex", crossing.words()),
            Some(terrain) => terrain.words().to_owned(),
            None => "no hex".to_owned(),
        }
    };
    let counted = cost::counted(side).map(|(_, name)| format!(", {name}"));
    way + &counted.collect::<String>()
}

/// Every entry of `attack` as it would be declared now: both sums with their make-up, the column,
/// and the chance of each result.
///
/// # Errors
/// What stands against the first entry that could not be fought.
pub fn attack(facts: &Facts, orders: &Orders) -> Result<Vec<Line>, Vec<Diagnostic>> {
    let Some(AttackList::Entries(entries, _)) = &orders.attack else { return Ok(Vec::new()) };
    let scenario = facts.turn().scenario;
    let mut lines = Vec::new();
    for entry in entries {
        let declared = fight::declare(facts.turn(), entry).map_err(|complaint| vec![complaint])?;
        let hexes: Vec<String> = declared.targets.iter().map(Hex::to_string).collect();
        lines.push(
            Line::new(
                Kind::Heading,
                0,
                format!(
                    "{}: {} to {}, {}",
                    hexes.join(" and "),
                    declared.sums.attack,
                    declared.sums.defence,
                    declared.odds
                ),
            )
            .rule(R8_1),
        );
        for (id, strength, _) in &declared.by {
            lines.push(Line::fact(1, format!("attacks: {} {strength}", name(scenario, *id))));
        }
        for defender in &declared.sums.against {
            let benefit = match defender.multiplier {
                1 => String::new(),
                n => format!(" x{n} ({})", defender.benefit),
            };
            lines.push(Line::fact(
                1,
                format!(
                    "defends: {} {}{benefit}",
                    name(scenario, defender.unit),
                    defender.strength
                ),
            ));
        }
        let table = &scenario.charts.results;
        for result in Verdict::ALL {
            let faces: Vec<String> = (1..=6u8)
                .filter(|face| table.result(declared.odds, *face) == result.word())
                .map(|face| face.to_string())
                .collect();
            if !faces.is_empty() {
                lines.push(Line::new(
                    Kind::Die,
                    1,
                    format!("{}: {} of 6 (die {})", result.word(), faces.len(), faces.join(" ")),
                ));
            }
        }
    }
    Ok(lines)
}

/// The six hexes around a unit, and which of them it could retreat into now.
pub fn retreat(facts: &Facts, id: UnitId) -> Vec<Line> {
    let scenario = facts.turn().scenario;
    let Some(at) = facts.turn().position.hex(id) else {
        return vec![Line::fact(0, format!("{} is not on the map", name(scenario, id)))];
    };
    let head = format!("{} on {at} could retreat to", name(scenario, id));
    let mut lines = vec![Line::new(Kind::Heading, 0, head).rule(R8_5)];
    let around = facts.retreats(id);
    let mut nowhere = true;
    for (hex, refuge) in around {
        nowhere &= matches!(refuge, Refuge::None(..));
        lines.push(match refuge {
            Refuge::Free => Line::fact(1, format!("{hex}: yes")),
            Refuge::Push(links) => {
                let text = format!("{hex}: yes, but it is full: {}", gives_way(scenario, &links));
                Line::fact(1, text).rule(R8_52)
            }
            Refuge::None(why, rule) => Line::fact(1, format!("{hex}: no, {why}")).rule(rule),
        });
    }
    let turn = facts.turn();
    let off = exclusive::retreat_off(scenario, scenario.unit(id).army);
    if let Some((_, rule)) = off.filter(|_| may_leave(turn, id, at)) {
        nowhere = false;
        lines.push(Line::fact(1, "off the map: yes, `exit`, for good").rule(rule.clone()));
    }
    if nowhere {
        lines.push(Line::fact(1, "it would be eliminated").rule(R8_51));
    }
    lines
}

/// Who gives way, and where to: `Ransom goes to 1212 or 1213, or Cobb to 1213`.
fn gives_way(scenario: &Scenario, links: &[(UnitId, Hex)]) -> String {
    let mut whom: Vec<UnitId> = links.iter().map(|(id, _)| *id).collect();
    whom.dedup();
    let ways = whom.iter().enumerate().map(|(i, id)| {
        let to = links.iter().filter(|(unit, _)| unit == id).map(|(_, hex)| hex.to_string());
        let goes = if i == 0 { "goes to" } else { "to" };
        format!("{} {goes} {}", name(scenario, *id), to.collect::<Vec<_>>().join(" or "))
    });
    ways.collect::<Vec<_>>().join(", or ")
}

fn name(scenario: &Scenario, id: UnitId) -> &str {
    &scenario.unit(id).id
}
