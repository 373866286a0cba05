//! Orders that are wrong in any way: nothing breaks, whatever the terms do with them.

use super::game::Game;
use super::random::chance::Chance;
use super::{everywhere, referee, seeds};
use provost::board::Hex;
use provost::board::odds::Odds;
use provost::document::Span;
use provost::games::blue_gray::answers::{
    At, AttackList, Condition, Entry, Go, Lose, Move, Orders, Outcome, Result as Verdict, Retreat,
    Route, Then, Whom,
};
use provost::games::blue_gray::movelog;
use provost::games::blue_gray::scenario::{Army, Scenario, UnitId};
use provost::games::blue_gray::turn::{Errors, play};
use provost::play::Stop;

#[test]
fn illegal_orders_break_nothing() {
    everywhere(seeds(6), |ground, seed| {
        let scenario = ground.scenario(seed);
        let mut chance = Chance::apart(seed, "mistakes");
        let mut game = Game::new(scenario, seed);
        for step in game.by_ref() {
            let mut input = step.input.clone();
            let mistakes = 1 + chance.below(8);
            let mut vandal = Vandal { scenario, chance: &mut chance };
            for _ in 0..mistakes {
                vandal.spoil(&mut input.segments[0].orders, step.opening.phasing);
            }
            for errors in [Errors::Truncate, Errors::Forfeit] {
                input.conduct.errors = errors;
                let mut dice = step.fate.again();
                let played = play(scenario, &step.opening, &input, &mut dice);
                assert_eq!(played.stop, None, "{errors:?} never stops");
                referee::position_is_sound(scenario, &played.position);
                referee::nobody_comes_back(scenario, &step.opening, &played.position);
                let told = referee::log_is_sound(scenario, &step.opening, &played.events);
                told.agrees(scenario, &played.position);
                let text = movelog::print(scenario, &played.events);
                assert_eq!(movelog::parse(scenario, &text).as_ref(), Ok(&played.events));
            }
            input.conduct.errors = Errors::Refuse;
            let mut dice = step.fate.again();
            let played = play(scenario, &step.opening, &input, &mut dice);
            match &played.stop {
                Some(Stop::Refused(all)) => {
                    assert!(all.iter().any(|d| d.is_error()));
                    assert_eq!(dice.labels, Vec::<String>::new(), "refused after a die");
                }
                None => referee::position_is_sound(scenario, &played.position),
                other => panic!("{other:?}"),
            }
        }
    });
}

/// Legal orders fare the same under every policy.
#[test]
fn policies_leave_legal_orders_alone() {
    everywhere(seeds(3), |ground, seed| {
        let scenario = ground.scenario(seed);
        for step in Game::new(scenario, seed) {
            for errors in [Errors::Truncate, Errors::Forfeit] {
                let mut input = step.input.clone();
                input.conduct.errors = errors;
                let mut dice = step.fate.again();
                let played = play(scenario, &step.opening, &input, &mut dice);
                assert_eq!(played.events, step.played.events, "{errors:?}");
                assert_eq!(played.position, step.played.position);
            }
        }
    });
}

/// Somebody who spoils orders.
pub struct Vandal<'v> {
    /// The battle.
    pub scenario: &'v Scenario,
    /// Its chance.
    pub chance: &'v mut Chance,
}

impl Vandal<'_> {
    /// Makes one mistake; now and then one that does no harm.
    pub fn spoil(&mut self, orders: &mut Orders, army: Army) {
        match self.chance.below(5) {
            0 | 1 => self.spoil_moves(&mut orders.moves, army),
            2 => {
                let line = Retreat {
                    whom: Whom::Unit(self.unit(army)),
                    away: Some(super::random::toward(self.hex())),
                    span: Span::NONE,
                };
                let at = self.chance.below(orders.fall_back.len() + 1);
                orders.fall_back.insert(at, line);
            }
            _ => self.spoil_attacks(orders, army),
        }
    }

    fn spoil_moves(&mut self, moves: &mut Vec<Move>, army: Army) {
        let at = self.chance.below(moves.len().max(1));
        let Some(line) = moves.get(at).cloned() else {
            return moves.push(self.line(army));
        };
        match self.chance.below(8) {
            0 => moves.push(self.line(army)),
            1 => moves.insert(at, self.line(army)),
            2 => moves.push(line),
            3 => drop(moves.remove(at)),
            4 => self.chance.shuffle(moves),
            5 => moves[at].units.push(At::new(self.unit(army), Span::NONE)),
            _ => {
                let (hex, percent) = (self.hex(), self.chance.percent(50));
                let place = self.chance.below(4);
                if let Route::March { from, enter, strategic, hexes, exit } = &mut moves[at].route {
                    match place {
                        0 => *enter = !*enter,
                        1 => *strategic = !*strategic,
                        2 => *exit = exit.is_none().then_some(Span::NONE),
                        _ if percent => *from = Some(At::new(hex, Span::NONE)),
                        _ => hexes.push(At::new(hex, Span::NONE)),
                    }
                }
            }
        }
    }

    fn line(&mut self, army: Army) -> Move {
        let hexes = (0..self.chance.below(4)).map(|_| At::new(self.hex(), Span::NONE)).collect();
        let route = Route::March {
            from: None,
            enter: self.chance.percent(30),
            strategic: self.chance.percent(30),
            hexes,
            exit: self.chance.percent(15).then_some(Span::NONE),
        };
        Move { units: vec![At::new(self.unit(army), Span::NONE)], route, span: Span::NONE }
    }

    fn spoil_attacks(&mut self, orders: &mut Orders, army: Army) {
        let mut entries = match orders.attack.take() {
            Some(AttackList::Entries(entries, _)) => entries,
            _ => Vec::new(),
        };
        let at = self.chance.below(entries.len().max(1));
        if entries.get(at).is_none() || self.chance.percent(25) {
            let units = (0..1 + self.chance.below(4)).map(|_| self.unit(army)).collect();
            entries.push(Entry::plain(self.hex(), units));
        } else if self.chance.percent(25) {
            entries.remove(at);
        } else if self.chance.percent(20) {
            entries.push(entries[at].clone());
        } else if self.chance.percent(15) {
            self.chance.shuffle(&mut entries);
        } else {
            self.spoil_entry(&mut entries[at], army);
        }
        orders.attack = (!entries.is_empty() || self.chance.percent(50))
            .then_some(AttackList::Entries(entries, Span::NONE));
    }

    fn spoil_entry(&mut self, entry: &mut Entry, army: Army) {
        let span = Span::NONE;
        let (unit, hex) = (self.unit(army), self.hex());
        match self.chance.below(10) {
            0 => entry.by.push(At::new(unit, span)),
            1 if entry.by.len() > 1 => drop(entry.by.pop()),
            1 | 2 => entry.at.push(At::new(hex, span)),
            3 => entry.at = vec![At::new(hex, span)],
            4 => entry.aside.push(At::new(unit, span)),
            5 => entry.reduce = Odds::to_one(5).map(|odds| At::new(odds, span)),
            6 => entry.least = Odds::to_one(2).map(|odds| At::new(odds, span)),
            7 => {
                let never = Condition::Combat(hex, Outcome::Result(Verdict::DE));
                entry.conditions.push(At::new(never, span));
            }
            8 => {
                let options = vec![Go::Advance(unit, Some(hex)), Go::Advance(unit, None)];
                entry.won = Some(Then { options, span });
            }
            _ => entry.ex = Some(Lose::Units(vec![At::new(unit, span)], span)),
        }
    }

    /// A unit of the army, whether it is on the map or not.
    fn unit(&mut self, army: Army) -> UnitId {
        let own: Vec<UnitId> =
            self.scenario.ids().filter(|id| self.scenario.unit(*id).army == army).collect();
        own[self.chance.below(own.len())]
    }

    /// A hex, now and then one that the map does not have.
    fn hex(&mut self) -> Hex {
        if self.chance.percent(5) {
            return Hex::new(1 + self.chance.below(99) as u8, 1 + self.chance.below(99) as u8);
        }
        let hexes = self.scenario.map.hexes();
        hexes[self.chance.below(hexes.len())]
    }
}
