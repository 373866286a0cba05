//! Every battle under every edition, played to its end.

use super::game::Game;
use super::legal::is_sound;
use super::random::battles::Ground;
use super::{every, seeds};
use provost::games::blue_gray::editions::Edition;
use provost::games::blue_gray::position::Phase;
use std::sync::Mutex;

/// Plays a battle with every edition; of its options some are taken in some of the games.
fn plays(name: &'static str) {
    for edition in Edition::ALL {
        let ground = Ground::of(name, edition);
        let sum = Mutex::new((0, 0, 0, 0, 0));
        every(seeds(50), |seed| {
            let scenario = ground.scenario(seed);
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

#[test]
fn mill_brook() {
    plays("mill_brook");
}

#[test]
fn salt_ford() {
    plays("salt_ford");
}
