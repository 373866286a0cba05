//! Every battle under every edition, played to its end.

use super::game::Game;
use super::legal::is_sound;
use super::random::battles::{files, options, under};
use super::{every, seeds};
use provost::games::blue_gray::editions::{Edition, Policies};
use provost::games::blue_gray::position::Phase;
use std::sync::Mutex;

/// Plays a battle with every edition; of its options some are taken in some of the games.
fn plays(name: &str) {
    let files = files(name);
    let options = options(&files);
    for edition in Edition::ALL {
        let scenarios: Vec<_> = (0..1_u32 << options.len())
            .map(|taken| {
                let mut policies = Policies::of(edition);
                for (index, option) in options.iter().enumerate() {
                    let word = if taken >> index & 1 == 1 { "yes" } else { "no" };
                    policies.rulings.set(option, word).expect("an option of the battle");
                }
                under(&files, policies)
            })
            .collect();
        let sum = Mutex::new((0, 0, 0, 0, 0));
        every(seeds(50), |seed| {
            let scenario = &scenarios[seed as usize % scenarios.len()];
            let mut game = Game::new(scenario, seed);
            let mut dice = 0;
            for step in game.by_ref() {
                is_sound(scenario, &step);
                dice += step.fate.labels.len();
            }
            assert_eq!(game.position.phase, Phase::Over);
            let (one, mut sum) = (&game.player.tally, sum.lock().expect("no poison"));
            sum.0 += dice;
            sum.1 += one.lines;
            sum.2 += one.refused;
            sum.3 += one.again.len();
            sum.4 += one.taken_back;
        });
        let sum = sum.into_inner().expect("no poison");
        println!("{name}, {edition:?}: dice, lines, refused, again, taken back: {sum:?}");
        assert!(sum.0 > 0, "no combat at all");
    }
}

#[test]
fn chattanooga() {
    plays("chattanooga");
}

#[test]
fn hooker_and_lee() {
    plays("hooker_and_lee");
}

#[test]
fn road_to_richmond() {
    plays("road_to_richmond");
}

#[test]
fn wilderness() {
    plays("wilderness");
}

/// The other editions of the battle that the rest of these tests plays in the third.
#[test]
fn fredericksburg() {
    plays("fredericksburg");
}
