//! 8.3 Results: who is lost, who retreats.

use super::super::answers::{Entry, Lose, Result as Verdict, Sentence, Whom};
use super::super::events::{Loss, Reach};
use super::super::r10_effectiveness;
use super::super::rulebook::R8_3;
use super::super::scenario::UnitId;
use super::super::turn::{Opened, Turn};
use super::exchange;
use super::fight::Combat;
use super::retreat::{self, Lines};
use crate::board::Hex;
use crate::play::{Source, Stop};

/// [8.3] Applies a result to both sides: losses first, then retreats.
///
/// # Errors
/// The stop, if the turn halts for an answer.
pub fn apply(
    turn: &mut Turn,
    entry: &Entry,
    combat: &Combat,
    left: &[(UnitId, Hex)],
    verdict: Verdict,
) -> Result<(), Stop> {
    match verdict {
        Verdict::AE => {
            for id in combat.adjacent().collect::<Vec<_>>() {
                retreat::eliminate(turn, id, Loss::Combat(verdict), None);
            }
        }
        Verdict::DE => eliminate_defenders(turn, combat, verdict),
        Verdict::EX => {
            let owed = left.iter().map(|(id, _)| u32::from(turn.scenario.unit(*id).strength)).sum();
            let (lost, source) = who_pays(turn, entry, combat, owed)?;
            eliminate_defenders(turn, combat, verdict);
            for id in lost {
                retreat::eliminate(turn, id, Loss::Combat(verdict), source);
            }
        }
        Verdict::AR => {
            let beside: Vec<UnitId> = combat.adjacent().collect();
            let mut units = beside.clone();
            units.extend(bombarding_that_retreat(turn, entry, combat));
            let lines = Lines {
                away: &entry.ar,
                give_way: if entry.push.is_empty() { turn.own_give_way() } else { &entry.push },
                standing: false,
            };
            retreat::all(turn, &units, lines)?;
            for id in beside {
                r10_effectiveness::lose(turn, id);
            }
        }
        Verdict::DR => {
            let units = on_targets(turn, combat);
            let standing = turn.standing().orders.clone();
            let lines =
                Lines { away: &standing.retreat, give_way: &standing.give_way, standing: true };
            retreat::all(turn, &units, lines)?;
        }
    }
    Ok(())
}

/// [8.72] Bombarding artillery is not affected; in an edition that lets it choose, a battery named
/// under `AR` goes (1975 case 8.16).
fn bombarding_that_retreat(turn: &Turn, entry: &Entry, combat: &Combat) -> Vec<UnitId> {
    if !turn.scenario.policies.bombard_may_retreat {
        return Vec::new();
    }
    let far = combat.by.iter().filter(|(_, _, reach)| *reach == Reach::Bombarding);
    far.map(|(id, _, _)| *id)
        .filter(|id| entry.ar.iter().any(|line| line.whom == Whom::Unit(*id)))
        .collect()
}

/// Everybody of the enemy on the target hexes: units attacked before share the result (BG-again).
fn on_targets(turn: &Turn, combat: &Combat) -> Vec<UnitId> {
    let enemy = turn.enemy();
    let on = |hex: &Hex| {
        turn.position
            .stack(&turn.scenario.map, *hex)
            .filter(|id| turn.scenario.unit(*id).army == enemy)
            .collect::<Vec<_>>()
    };
    combat.targets.iter().flat_map(on).collect()
}

fn eliminate_defenders(turn: &mut Turn, combat: &Combat, verdict: Verdict) {
    for id in on_targets(turn, combat) {
        retreat::eliminate(turn, id, Loss::Combat(verdict), None);
    }
}

/// [8.3] Which adjacent attackers pay at least what is owed, by printed strength (BG-ex).
fn who_pays(
    turn: &mut Turn,
    entry: &Entry,
    combat: &Combat,
    owed: u32,
) -> Result<(Vec<UnitId>, Option<Source>), Stop> {
    let payers: Vec<UnitId> = combat.adjacent().collect();
    if payers.is_empty() || strength(turn, &payers) <= owed {
        return Ok((payers, None));
    }
    match &entry.ex {
        Some(Lose::All(_)) => Ok((payers, Some(Source::Order))),
        Some(lose) => Ok((by_list(turn, lose, &payers, owed), Some(Source::Order))),
        None => {
            let (sets, index) = exchange::choices(&purses(turn, &payers), owed);
            let choices = sets
                .iter()
                .map(|set| {
                    let names: Vec<&str> = set.iter().map(|id| turn.name(*id)).collect();
                    format!("lose {}", names.join(", "))
                })
                .collect();
            let ask = turn.question("lose".to_owned(), turn.army, choices, index, R8_3);
            match turn.open(ask, false)? {
                Opened::Choice(i, source) => Ok((sets[i].clone(), Some(source))),
                Opened::Said(Sentence::Lose(Lose::All(_)), _) => Ok((payers, Some(Source::Answer))),
                Opened::Said(Sentence::Lose(lose), _) => {
                    Ok((by_list(turn, &lose, &payers, owed), Some(Source::Answer)))
                }
                Opened::Said(_, said) => {
                    let i = turn.amiss(&said, "this does not say who is lost")?;
                    Ok((sets[i].clone(), Some(Source::Default)))
                }
            }
        }
    }
}

fn strength(turn: &Turn, units: &[UnitId]) -> u32 {
    units.iter().map(|id| u32::from(turn.scenario.unit(*id).strength)).sum()
}

/// The listed units in order until enough is paid, then the rest by default (OF-exorder).
fn by_list(turn: &Turn, lose: &Lose, payers: &[UnitId], owed: u32) -> Vec<UnitId> {
    let mut lost: Vec<UnitId> = Vec::new();
    if let Lose::Units(units, _) = lose {
        for unit in units {
            if strength(turn, &lost) < owed && payers.contains(&unit.value) {
                lost.push(unit.value);
            }
        }
    }
    let paid = strength(turn, &lost);
    if paid < owed {
        let rest: Vec<UnitId> = payers.iter().copied().filter(|id| !lost.contains(id)).collect();
        lost.extend(exchange::cheapest(&purses(turn, &rest), owed - paid));
    }
    lost.sort();
    lost
}

/// Who can pay, and how much.
fn purses(turn: &Turn, units: &[UnitId]) -> Vec<(UnitId, u32)> {
    units.iter().map(|id| (*id, u32::from(turn.scenario.unit(*id).strength))).collect()
}
