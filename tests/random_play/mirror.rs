//! The same battle written down in another way is the same battle.

use super::game::Game;
use super::random::chance::Chance;
use super::{everywhere, seeds};
use provost::document::{Node, Value};
use provost::games::blue_gray::movelog;
use provost::games::blue_gray::scenario::Army;

/// Lists whose order means nothing.
const UNORDERED: [&str; 8] =
    ["units", "union", "confederate", "roads", "trails", "rails", "releases", "entries"];

#[test]
fn the_order_of_a_file_does_not_matter() {
    everywhere(seeds(3), |ground, seed| {
        let (plain, scenario) = (&ground.files, ground.scenario(seed));
        let mut chance = Chance::apart(seed, "order");
        let mut shuffled = plain.clone();
        shuffled.iter_mut().for_each(|file| shuffle(file, "", &mut chance));
        assert_ne!(shuffled[0], plain[0]);
        assert_ne!(shuffled[1], plain[1]);
        let other = ground.reread(&shuffled, seed);
        assert_eq!(other.units, scenario.units);
        let (mut one, mut two) = (Game::new(scenario, seed), Game::new(&other, seed));
        loop {
            match (one.next(), two.next()) {
                (None, None) => break,
                (Some(here), Some(there)) => {
                    assert_eq!(here.input.segments, there.input.segments);
                    assert_eq!(here.played.events, there.played.events);
                    let (a, b) = (&here.played.events, &there.played.events);
                    assert_eq!(movelog::print(scenario, a), movelog::print(&other, b));
                    assert_eq!(here.played.position, there.played.position);
                }
                _ => panic!("one game is longer than the other"),
            }
        }
    });
}

/// Puts entries of mappings, items of lists that have no order, and hexes of texts into another
/// order.
fn shuffle(node: &mut Node, key: &str, chance: &mut Chance) {
    match &mut node.value {
        Value::Map(entries) => {
            let sets = ["areas", "hexsides"].contains(&key);
            for (key, value) in entries.iter_mut() {
                match &mut value.value {
                    Value::Text(hexes) if sets => {
                        let words = hexes.split_whitespace().map(str::to_owned);
                        *hexes = chance.shuffled(words).join(" ").into();
                    }
                    _ => shuffle(value, &key.text, chance),
                }
            }
            // The terrain of a map is a drawing, a score is the first line that fits.
            chance.shuffle(entries);
        }
        Value::List(items) => {
            items.iter_mut().for_each(|item| shuffle(item, "", chance));
            if UNORDERED.contains(&key) {
                chance.shuffle(items);
            }
        }
        Value::Text(_) => {}
    }
}

#[test]
fn the_sides_may_change_their_names() {
    everywhere(seeds(4), |ground, seed| {
        let scenario = ground.scenario(seed);
        let mut swapped = ground.files.clone();
        swap(&mut swapped[0]);
        let other = ground.reread(&swapped, seed);
        assert_eq!(other.order, scenario.order.map(Army::enemy));
        let (mut one, mut two) = (Game::new(scenario, seed), Game::new(&other, seed));
        loop {
            match (one.next(), two.next()) {
                (None, None) => break,
                (Some(here), Some(there)) => {
                    let told = format!("{:?}", there.played.events);
                    assert_eq!(format!("{:?}", here.played.events), exchanged(&told));
                    let totals = |game: &Game, army| game.position.total(army);
                    for army in Army::BOTH {
                        assert_eq!(totals(&one, army), totals(&two, army.enemy()));
                    }
                }
                _ => panic!("one game is longer than the other"),
            }
        }
    });
}

/// Exchanges the words for the sides wherever they stand alone.
fn swap(node: &mut Node) {
    let other = |word: &str| match word {
        "union" => Some("confederate".to_owned()),
        "confederate" => Some("union".to_owned()),
        _ => None,
    };
    match &mut node.value {
        Value::Map(entries) => {
            for (key, value) in entries {
                key.text = other(&key.text).unwrap_or_else(|| key.text.to_string()).into();
                swap(value);
            }
        }
        Value::List(items) => items.iter_mut().for_each(swap),
        Value::Text(text) => *text = other(text).unwrap_or_else(|| text.to_string()).into(),
    }
}

fn exchanged(text: &str) -> String {
    text.replace("Confederate", "\u{0}").replace("Union", "Confederate").replace('\u{0}', "Union")
}
