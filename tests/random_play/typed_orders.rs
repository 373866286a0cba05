//! Orders written as people type them read back as the same orders.

use super::game::Game;
use super::random::typed::typed;
use super::{everywhere, seeds};
use provost::games::blue_gray::grammar::{self, Names, record_orders};
use provost::games::blue_gray::turn::play;
use provost::games::blue_gray::understood;

#[test]
fn typed_orders_read_back() {
    everywhere(seeds(4), |ground, seed| {
        let scenario = ground.scenario(seed);
        for step in Game::new(scenario, seed) {
            let orders = &step.input.segments[0].orders;
            let army = step.opening.phasing;
            let names = Names::new(scenario, &step.opening, army);
            let text = typed(scenario, &step.opening, orders, "Random 7", "abandon-abandon-00");
            let file = grammar::open(&text).unwrap_or_else(|wrong| panic!("{wrong:#?}\n{text}"));
            let reading = file.read(&names).unwrap_or_else(|wrong| panic!("{wrong:#?}\n{text}"));
            assert_eq!(reading.repairs, [], "{text}");
            assert_eq!(file.head.turn.value, step.opening.turn);
            assert_eq!(file.head.army.value, army);
            let again =
                typed(scenario, &step.opening, &reading.orders, "Random 7", "abandon-abandon-00");
            assert_eq!(again, text);
            // The same from a record, and played.
            let node = understood::orders(orders, &names);
            let recorded = record_orders(&node, &names).expect("a sound record");
            assert_eq!(understood::orders(&recorded, &names), node);
            let mut input = step.input.clone();
            input.segments[0].orders = reading.orders;
            let mut dice = step.fate.again();
            let played = play(scenario, &step.opening, &input, &mut dice);
            assert_eq!(played.stop, None);
            assert_eq!(played.events, step.played.events);
            assert_eq!(played.position, step.played.position);
        }
    });
}
