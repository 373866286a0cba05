//! What `check` says before the dice, against what the dice then do.

use super::game::Game;
use super::random::battles::fredericksburg;
use super::random::chance::Chance;
use super::random::fate::Labelled;
use super::{every, seeds};
use provost::games::blue_gray::check::check;
use provost::games::blue_gray::position::{Phase, Position};
use provost::games::blue_gray::r07_movement::movement_phase;
use provost::games::blue_gray::r08_combat::{combat_phase, duty};
use provost::games::blue_gray::scenario::{Scenario, UnitId};
use provost::games::blue_gray::turn::{InForce, Input, Turn};
use provost::play::{Ask, Fate, Stop};
use std::sync::Mutex;

/// Orders that check lets pass are legal whatever the dice show and the enemy decides: nothing is
/// refused, and no duty is left at the end of the combat phase.
#[test]
#[ignore = "takes many minutes: check walks up to its limit where the enemy is free to choose"]
fn what_check_lets_pass_holds() {
    let scenario = fredericksburg();
    let found = Mutex::new((0, 0, 0, 0, Vec::new()));
    every(seeds(30), |seed| {
        let mut game = Game::new(&scenario, seed);
        for step in game.by_ref() {
            if scenario.is_night(step.opening.turn) {
                continue;
            }
            // Every third player-turn the enemy's standing orders are sealed.
            let mut input = step.input.clone();
            if step.opening.turn % 3 == 0 {
                input.standing = InForce::default();
            }
            let checked = check(&scenario, &step.opening, &input, &mut step.fate.again());
            let wrong: Vec<_> = checked.complaints.iter().filter(|d| d.is_error()).collect();
            let mut sum = found.lock().expect("no poison");
            sum.0 += 1;
            sum.1 = sum.1.max(checked.states);
            sum.2 += usize::from(checked.cut);
            sum.3 += usize::from(!wrong.is_empty());
            sum.4.extend(wrong.iter().map(|d| format!("{seed} {}: {d:#?}", step.opening.turn)));
            drop(sum);
            if !wrong.is_empty() {
                continue;
            }
            for other in 0..3 {
                let mut fate = Loose {
                    dice: Labelled::new(seed * 7919 + u64::from(step.opening.turn) * 31 + other),
                    chance: Chance::new(seed + other),
                };
                let unmet = duties_left(&scenario, &step.opening, &input, &mut fate);
                let names: Vec<&str> =
                    unmet.iter().map(|id| scenario.unit(*id).id.as_str()).collect();
                assert!(names.is_empty(), "{names:?} on turn {}", step.opening.turn);
            }
        }
    });
    let (turns, states, cut, refused, why) = found.into_inner().expect("no poison");
    println!("{turns} player-turns, at most {states} states, {cut} cut, {refused} refused");
    for why in &why {
        println!("{why}");
    }
    assert_eq!(refused, 0);
}

/// Dice by label, and an enemy who decides at random where his standing orders are silent.
struct Loose {
    dice: Labelled,
    chance: Chance,
}

impl Fate for Loose {
    fn die(
        &mut self,
        segment: usize,
        label: &str,
        meaning: &dyn Fn(u32) -> u32,
    ) -> Result<u32, Stop> {
        self.dice.die(segment, label, meaning)
    }

    fn open(&mut self, ask: &Ask) -> Result<Option<usize>, Stop> {
        Ok(Some(self.chance.below(ask.choices.len())))
    }
}

/// Plays up to the end of the combat phase; whose duties could still be met there.
fn duties_left(
    scenario: &Scenario,
    opening: &Position,
    input: &Input,
    fate: &mut dyn Fate,
) -> Vec<UnitId> {
    let mut turn = Turn::new(scenario, opening.clone(), input, fate);
    turn.enter_phase(Phase::Movement);
    movement_phase(&mut turn).expect("legal moves");
    turn.enter_phase(Phase::Combat);
    combat_phase(&mut turn).expect("legal attacks");
    let skipped = turn.skipped.clone();
    duty::unmet(&turn, &skipped)
}
