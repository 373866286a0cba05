//! 8.1, 8.2, 8.8 Odds: who attacks whom with what, and what the ground does to it.

use super::super::events::{Defender, Reach};
use super::super::r05_control::reaches;
use super::super::rulings::Ruling;
use super::super::scenario::{Arm, Scenario, UnitId};
use super::super::turn::Turn;
use super::fight::Combat;
use super::{artillery, targets_on};
use crate::board::odds::{Odds, ratio};
use crate::board::{Hex, Side as Hexside};

/// The two sums of a combat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sums {
    /// Attackers' strength points.
    pub attack: u32,
    /// Defenders' strength points after terrain.
    pub defence: u32,
    /// Defending units with their benefits.
    pub against: Vec<Defender>,
    /// Column of the table, before any reduction.
    pub odds: Odds,
}

/// [8.1] Adds up both sides; units that have been attacked before add nothing (BG-again).
pub fn sums(turn: &Turn, targets: &[Hex], by: &[(UnitId, u16, Reach)]) -> Sums {
    let attack = by.iter().map(|(_, strength, _)| u32::from(*strength)).sum();
    let mut against = Vec::new();
    for hex in targets {
        let (multiplier, benefit) = benefit(turn, *hex, by);
        for id in targets_on(turn, *hex) {
            against.push(Defender {
                unit: id,
                at: *hex,
                strength: turn.scenario.unit(id).strength,
                multiplier,
                benefit: benefit.clone(),
            });
        }
    }
    let defence = against.iter().map(|d| u32::from(d.strength) * u32::from(d.multiplier)).sum();
    let odds = turn.scenario.charts.results.column(ratio(attack, defence));
    Sums { attack, defence, against, odds }
}

/// [11.2] The odds for those who are left when cavalry has gone: attack, defence, column.
pub fn after_evasion(turn: &Turn, combat: &Combat, left: &[(UnitId, Hex)]) -> (u32, u32, Odds) {
    let attack = combat.by.iter().map(|(_, strength, _)| u32::from(*strength)).sum();
    let defence = left
        .iter()
        .map(|(id, hex)| {
            let (multiplier, _) = benefit(turn, *hex, &combat.by);
            u32::from(turn.scenario.unit(*id).strength) * u32::from(multiplier)
        })
        .sum();
    (attack, defence, turn.scenario.charts.results.column(ratio(attack, defence)))
}

/// [8.2] The best single benefit of the defenders of a hex (BG-best), with its name.
fn benefit(turn: &Turn, hex: Hex, by: &[(UnitId, u16, Reach)]) -> (u8, String) {
    let scenario = turn.scenario;
    let mut all: Vec<(u8, &str)> = Vec::new();
    if let Some(terrain) = scenario.map.terrain(hex) {
        all.push((scenario.charts.hex(terrain).multiplier, terrain.words()));
    }
    let adjacent: Vec<(UnitId, Hex)> = by
        .iter()
        .filter_map(|(id, _, _)| turn.position.hex(*id).map(|at| (*id, at)))
        .filter(|(_, at)| reaches(scenario, *at, hex))
        .collect();
    if adjacent.is_empty() {
        if over_water(turn, hex, by) {
            all.push((2, "line of sight over water"));
        }
    } else {
        all.extend(water_side(scenario, hex, &adjacent));
        all.extend(redoubt(scenario, hex, &adjacent));
    }
    if scenario.policies.takes(Ruling::BgBest, "product") {
        let names: Vec<&str> = all.iter().filter(|(m, _)| *m > 1).map(|(_, n)| *n).collect();
        return (all.iter().map(|(m, _)| *m).product(), names.join(" and "));
    }
    let best = all.iter().map(|(m, _)| *m).max().unwrap_or(1);
    match all.iter().find(|(m, _)| *m == best && best > 1) {
        Some((_, name)) => (best, (*name).to_owned()),
        None => (1, String::new()),
    }
}

/// [8.2] [8.76] Every adjacent attacker comes across a stream, ford or bridge side; artillery
/// never spoils it and is judged only if it attacks alone (BG-sideart).
fn water_side(
    scenario: &Scenario,
    hex: Hex,
    adjacent: &[(UnitId, Hex)],
) -> Option<(u8, &'static str)> {
    let on_foot = |id: &UnitId| scenario.unit(*id).arm != Arm::Artillery;
    let all_count = scenario.policies.takes(Ruling::BgSideart, "yes")
        || !adjacent.iter().any(|(id, _)| on_foot(id));
    let mut sides = adjacent
        .iter()
        .filter(|(id, _)| all_count || on_foot(id))
        .map(|(_, at)| water_benefit(scenario, scenario.map.side_between(*at, hex)));
    let first = sides.next()??;
    sides.all(|side| side.is_some()).then_some(first)
}

fn water_benefit(scenario: &Scenario, side: Hexside) -> Option<(u8, &'static str)> {
    [(Hexside::BRIDGE, "bridge"), (Hexside::FORD, "ford"), (Hexside::STREAM, "stream")]
        .into_iter()
        .find(|(kind, _)| side.has(*kind))
        .and_then(|(kind, name)| scenario.charts.side(kind).map(|e| (e.multiplier, name)))
        .filter(|(multiplier, _)| *multiplier > 1)
}

/// [CH 18.12] [CH 18.13] [RR 16.1] Redoubts help whoever stands behind them.
///
/// [FR 16.2] Every adjacent attacker, artillery too, comes across redoubt sides from the barbed
/// side.
fn redoubt(
    scenario: &Scenario,
    hex: Hex,
    adjacent: &[(UnitId, Hex)],
) -> Option<(u8, &'static str)> {
    let behind = |at: &Hex| {
        hex.direction_to(*at).is_some_and(|d| scenario.map.side(hex, d).has(Hexside::REDOUBT))
    };
    let all = adjacent.iter().all(|(_, at)| behind(at));
    let effect = scenario.charts.side(Hexside::REDOUBT)?;
    (all && effect.multiplier > 1).then_some((effect.multiplier, "redoubt"))
}

/// [8.2] A hex attacked by bombardment alone is doubled if every line of sight crosses water
/// (BG-bomb, BG-bombmix).
fn over_water(turn: &Turn, hex: Hex, by: &[(UnitId, u16, Reach)]) -> bool {
    let mut lines = by
        .iter()
        .filter_map(|(id, _, _)| turn.position.hex(*id))
        .map(|at| artillery::crosses_water(turn.scenario, at, hex));
    if turn.scenario.policies.takes(Ruling::BgBombmix, "any") {
        lines.any(|wet| wet)
    } else {
        !by.is_empty() && lines.all(|wet| wet)
    }
}

/// [8.8] The column after voluntary reduction: a ceiling, never a rise (BG-reducemin).
pub fn reduced(odds: Odds, reduce: Option<Odds>) -> Odds {
    reduce.map_or(odds, |to| odds.min(to))
}

/// [8.73] The worst odds at which artillery alone may attack units that are not adjacent.
pub fn bombardment_floor() -> Odds {
    Odds::one_to(3).unwrap_or(Odds::EVEN)
}
