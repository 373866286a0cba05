//! Battles for measuring: a front of twelve attacks side by side, and copies of a battle laid
//! beside each other.

use super::random::battles::{fredericksburg, opening};
use super::random::moves::line;
use super::random::{USUAL, toward};
use provost::board::map::Way;
use provost::board::{Hex, Map};
use provost::document::Span;
use provost::games::blue_gray::answers::{
    Advance, AdvanceWish, AttackList, Entry, GiveWay, Go, Lose, Orders, Retreat, Standing, Then,
    Whom,
};
use provost::games::blue_gray::position::Position;
use provost::games::blue_gray::scenario::{Arm, Army, Scenario, Start, Unit, UnitId};
use provost::games::blue_gray::turn::{InForce, Input, Segment};

/// Twelve attacks on a closed line, two units a hex on both sides, a second line behind each; every
/// attacker touches two or three enemy hexes.
pub fn crowded_front(enemy_is_known: bool) -> (Scenario, Position, Input) {
    let mut scenario = fredericksburg();
    scenario.map = Map::tiny(30, 30);
    scenario.exclusive.clear();
    scenario.night.clear();
    scenario.base = [Hex::new(15, 1), Hex::new(15, 30)];
    scenario.units.clear();
    let mut add = |army: Army, id: String, arm: Arm, strength: u16, at: Hex| {
        let start = Start::At(at);
        scenario.units.push(Unit { id, also: Vec::new(), army, arm, strength, start });
    };
    for (army, front, second, guns) in [(Army::Confederate, 11, 10, 9), (Army::Union, 12, 13, 14)] {
        for column in 7..19 {
            let name = |what: &str| format!("{what} {column:02}");
            let word = if army == Army::Union { "U" } else { "C" };
            let strength = 4 + u16::from(column) % 4;
            add(army, name(&format!("A{word}")), Arm::Infantry, strength, Hex::new(column, front));
            add(army, name(&format!("B{word}")), Arm::Infantry, 3, Hex::new(column, front));
            if column % 2 == 0 {
                add(army, name(&format!("R{word}")), Arm::Infantry, 5, Hex::new(column, second));
            }
            if column % 3 == 0 {
                add(army, name(&format!("G{word}")), Arm::Artillery, 3, Hex::new(column, guns));
            }
        }
    }
    scenario.order = [Army::Union, Army::Confederate];
    let seat = |unit: &Unit| unit.army == Army::Confederate;
    scenario.units.sort_by(|a, b| (seat(a), &a.id).cmp(&(seat(b), &b.id)));
    let position = opening(&scenario);
    let input = twelve_attacks(&scenario, enemy_is_known);
    (scenario, position, input)
}

fn twelve_attacks(scenario: &Scenario, enemy_is_known: bool) -> Input {
    let find = |id: String| scenario.find(Army::Union, &id).expect("a unit of the line");
    let entries = (7..19)
        .map(|column| {
            let (a, b) = (find(format!("AU {column:02}")), find(format!("BU {column:02}")));
            let mut entry = Entry::plain(Hex::new(column, 11), vec![a, b]);
            entry.won = Some(Then { options: vec![Go::Advance(a, None)], span: Span::NONE });
            entry.ex = Some(Lose::Smallest(Span::NONE));
            entry.ar = vec![away(Whom::Any, Hex::new(15, 30))];
            entry
        })
        .collect();
    let orders = Orders {
        turn: 1,
        army: Some(Army::Union),
        moves: vec![line(&[UnitId(0)], provost::games::blue_gray::answers::Route::Hold)],
        attack: Some(AttackList::Entries(entries, Span::NONE)),
        ..Orders::default()
    };
    let base = Hex::new(15, 1);
    let known = Standing {
        retreat: vec![away(Whom::Any, base)],
        give_way: vec![GiveWay {
            whom: Whom::Any,
            smallest: true,
            away: toward(base),
            span: Span::NONE,
        }],
        cavalry: Vec::new(),
        advance: vec![Advance { whom: Whom::Any, wish: AdvanceWish::Stay, span: Span::NONE }],
    };
    let orders_in_force = if enemy_is_known { known } else { Standing::default() };
    Input {
        segments: vec![Segment { orders, standing: None }],
        answers: Vec::new(),
        standing: InForce { orders: orders_in_force.into(), homes: Default::default() },
        own: Default::default(),
        conduct: USUAL,
    }
}

fn away(whom: Whom, goal: Hex) -> Retreat {
    Retreat { whom, away: Some(toward(goal)), span: Span::NONE }
}

/// A battle with `copies` by `copies` of its map, up to the largest that can be numbered, and of its
/// units on the first `manned` by `manned` of them; exclusive rules stay as they are, for the copy
/// with the lowest numbers.
pub fn tiled(battle: &Scenario, copies: u8, manned: u8) -> Scenario {
    let (columns, rows) = (26, 28);
    let mut scenario = battle.clone();
    let old = &battle.map;
    let mut map = Map::tiny(columns * copies, rows * copies);
    for (right, down) in (0..copies).flat_map(|right| (0..copies).map(move |down| (right, down))) {
        let moved = |hex: Hex| Hex::new(hex.column() + right * columns, hex.row() + down * rows);
        for hex in old.hexes() {
            if let Some(terrain) = old.terrain(*hex) {
                map.set_terrain(moved(*hex), terrain);
            }
            let ends = old.arrows(*hex);
            if !ends.is_empty() {
                map.set_arrows(moved(*hex), ends.iter().map(|end| moved(*end)).collect());
            }
            for (direction, near) in old.neighbours(*hex) {
                map.mark(moved(*hex), moved(near), old.side(*hex, direction));
            }
        }
        for way in old.ways() {
            map.draw(Way {
                kind: way.kind,
                name: way.name.clone(),
                hexes: way.hexes.iter().map(|hex| moved(*hex)).collect(),
            });
        }
        if (right, down) != (0, 0) && right.max(down) < manned {
            for unit in &battle.units {
                let mut unit = unit.clone();
                unit.id = format!("{} of {right}{down}", unit.id);
                unit.start = match unit.start {
                    Start::At(hex) => Start::At(moved(hex)),
                    Start::Due { turn, entry } => {
                        Start::Due { turn, entry: entry.into_iter().map(moved).collect() }
                    }
                };
                scenario.units.push(unit);
            }
        }
    }
    // The old units keep their indices, which exclusive rules go by; sides are no longer in order,
    // which only the reading of names would mind.
    scenario.map = map;
    scenario
}
