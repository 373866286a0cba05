//! Two hundred games with legal orders.

use super::game::{Game, Step};
use super::random::battles::fredericksburg;
use super::{every, referee, seeds, written};
use provost::games::blue_gray::events::Event;
use provost::games::blue_gray::movelog;
use provost::games::blue_gray::position::Phase;
use provost::games::blue_gray::scenario::Scenario;
use std::sync::Mutex;

#[test]
fn games_come_to_their_ends_and_stay_sound() {
    let scenario = fredericksburg();
    let combats = Mutex::new(Vec::new());
    let tally = Mutex::new((0, 0, 0, 0, 0));
    every(seeds(200), |seed| {
        let mut game = Game::new(&scenario, seed);
        let mut fought = 0;
        for step in game.by_ref() {
            is_sound(&scenario, &step);
            fought += step.fate.labels.len();
        }
        assert_eq!(game.position.phase, Phase::Over);
        combats.lock().expect("no poison").push(fought);
        let mut sum = tally.lock().expect("no poison");
        let one = &game.player.tally;
        sum.0 += one.orders;
        sum.1 += one.lines;
        sum.2 += one.refused;
        sum.3 += one.again.len();
        sum.4 += one.taken_back;
    });
    let mut combats = combats.into_inner().expect("no poison");
    combats.sort_unstable();
    let median = combats[combats.len() / 2];
    println!(
        "dice rolled for combats: {} to {}, median {median}",
        combats[0],
        combats[combats.len() - 1]
    );
    println!("orders, lines, refused, again, taken back: {:?}", tally.into_inner());
    assert!(median >= 60, "games are too quiet to show anything: {median} combats");
}

/// Everything that holds of a player-turn by itself.
pub fn is_sound(scenario: &Scenario, step: &Step) {
    let Step { opening, played, .. } = step;
    referee::position_is_sound(scenario, &played.position);
    written::reads_back(scenario, &played.position, None);
    referee::nobody_comes_back(scenario, opening, &played.position);
    let told = referee::log_is_sound(scenario, opening, &played.events);
    told.agrees(scenario, &played.position);
    assert_eq!(reads_back(scenario, &played.events), played.events);
    let rolled: Vec<&str> = played.rolls.iter().map(|roll| roll.label.as_str()).collect();
    assert_eq!(rolled, step.fate.labels);
}

fn reads_back(scenario: &Scenario, events: &[Event]) -> Vec<Event> {
    let text = movelog::print(scenario, events);
    movelog::parse(scenario, &text).unwrap_or_else(|wrong| panic!("{wrong:#?}\n{text}"))
}
