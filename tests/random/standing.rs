//! Random instructions for retreats, displacement, cavalry and advances.

use super::Temper;
use super::chance::Chance;
use provost::board::Hex;
use provost::board::odds::Odds;
use provost::document::Span;
use provost::games::blue_gray::answers::{
    Advance, AdvanceWish, Away, Cavalry, CavalryWish, GiveWay, Retreat, Spot, Standing, Towards,
    Whom,
};
use provost::games::blue_gray::position::Position;
use provost::games::blue_gray::scenario::{Arm, Army, Scenario, UnitId};

/// Where a unit on a hex would like to go: some of the hexes around it, or a hex to make for.
pub fn away(scenario: &Scenario, chance: &mut Chance, at: Hex, army: Army) -> Away {
    let to = match chance.below(3) {
        0 => Towards::Toward(scenario.base[scenario.seat(army)]),
        1 => {
            let hexes = scenario.map.hexes();
            Towards::Toward(chance.pick(hexes).copied().unwrap_or(at))
        }
        _ => {
            let around = around(scenario, at);
            let mut hexes = chance.shuffled(around);
            hexes.truncate(1 + chance.below(hexes.len().max(1)));
            Towards::Places(hexes.into_iter().map(Spot::Hex).collect())
        }
    };
    Away { to, alone: chance.percent(25), span: Span::NONE }
}

/// The hexes around a hex.
pub fn around(scenario: &Scenario, at: Hex) -> Vec<Hex> {
    scenario.map.neighbours(at).map(|(_, near)| near).collect()
}

/// Standing orders of an army for some of its units and for `any`.
pub fn standing(
    scenario: &Scenario,
    chance: &mut Chance,
    position: &Position,
    army: Army,
    temper: Temper,
) -> Standing {
    let mut lines = Standing::default();
    let own: Vec<(UnitId, Hex)> = scenario
        .ids()
        .filter(|id| scenario.unit(*id).army == army)
        .filter_map(|id| position.hex(id).map(|at| (id, at)))
        .collect();
    let span = Span::NONE;
    let mut whoms: Vec<(Whom, Hex)> = Vec::new();
    for (id, at) in own {
        if chance.percent(30) {
            whoms.push((Whom::Unit(id), at));
        }
    }
    chance.shuffle(&mut whoms);
    whoms.push((Whom::Any, scenario.base[scenario.seat(army)]));
    for (whom, at) in whoms {
        let asks = temper.asks && chance.percent(15);
        if chance.percent(60) {
            let away = (!asks).then(|| away(scenario, chance, at, army));
            lines.retreat.push(Retreat { whom, away, span });
        }
        if chance.percent(50) {
            lines.give_way.push(gives_way(scenario, chance, whom, at, army));
        }
        let rides = match whom {
            Whom::Unit(id) => scenario.unit(id).arm == Arm::Cavalry,
            Whom::Any => true,
        };
        if rides && chance.percent(70) {
            let wish = if asks { CavalryWish::Ask } else { rides_off(scenario, chance, at) };
            lines.cavalry.push(Cavalry { whom, wish, span });
        }
        if chance.percent(50) {
            let wish = match chance.below(4) {
                _ if asks => AdvanceWish::Ask,
                0 => AdvanceWish::Stay,
                1 => {
                    let hexes = around(scenario, at);
                    AdvanceWish::Hexes(chance.shuffled(hexes))
                }
                _ => AdvanceWish::Go,
            };
            lines.advance.push(Advance { whom, wish, span });
        }
    }
    lines
}

/// A line of `give way`.
pub fn gives_way(
    scenario: &Scenario,
    chance: &mut Chance,
    whom: Whom,
    at: Hex,
    army: Army,
) -> GiveWay {
    let smallest = chance.percent(40);
    GiveWay { whom, smallest, away: away(scenario, chance, at, army), span: Span::NONE }
}

fn rides_off(scenario: &Scenario, chance: &mut Chance, at: Hex) -> CavalryWish {
    if chance.percent(25) {
        return CavalryWish::Stand;
    }
    let mut paths: Vec<[Hex; 2]> = Vec::new();
    for _ in 0..1 + chance.below(4) {
        let Some(first) = chance.pick(&around(scenario, at)).copied() else { continue };
        let second = chance.pick(&around(scenario, first)).copied();
        paths.extend(second.map(|second| [first, second]));
    }
    if paths.is_empty() {
        return CavalryWish::Stand;
    }
    let at = [None, Odds::one_to(2), Odds::to_one(1), Odds::to_one(2)];
    CavalryWish::Go { if_all_go: chance.percent(25), at: at[chance.below(4)], paths }
}
