//! Losses and points as figures.

use super::events::Event;
use super::facts;
use super::position::{Award, Position};
use super::scenario::{Army, Scenario, UnitId};
use super::tell::words::name;
use crate::play::view::Table;

/// What each side lost in a player-turn, in strength points, unit by unit in order of play.
pub fn losses(scenario: &Scenario, events: &[Event]) -> Table {
    let lost: Vec<(UnitId, String)> = events
        .iter()
        .filter_map(|event| match event {
            Event::Eliminated { unit, at, .. } => Some((*unit, format!("eliminated on {at}"))),
            _ => None,
        })
        .collect();
    let mut rows = Vec::new();
    for army in scenario.order {
        let mut sum = 0;
        for (unit, how) in lost.iter().filter(|(unit, _)| scenario.unit(*unit).army == army) {
            let strength = u32::from(scenario.unit(*unit).strength);
            sum += strength;
            rows.push((format!("{}, {how}", name(scenario, *unit)), vec![strength.to_string()]));
        }
        rows.push((format!("{army} losses"), vec![sum.to_string()]));
    }
    Table {
        title: "Losses of this player-turn".to_owned(),
        columns: vec!["strength points".to_owned()],
        rows,
    }
}

/// Victory points of both sides by source.
pub fn points(scenario: &Scenario, position: &Position) -> Table {
    let given =
        |army: Army, award: Award| position.points.get(&(army, award)).copied().unwrap_or(0);
    let cells = |figure: &dyn Fn(Army) -> u32| -> Vec<String> {
        scenario.order.iter().map(|army| figure(*army).to_string()).collect()
    };
    let mut rows: Vec<(String, Vec<String>)> = Award::ALL
        .into_iter()
        .filter(|award| scenario.order.iter().any(|army| given(*army, *award) > 0))
        .map(|award| (source(award).to_owned(), cells(&|army| given(army, award))))
        .collect();
    rows.push(("total".to_owned(), cells(&|army| position.total(army))));
    let (now, _) = facts::ended(scenario, position);
    if scenario.order.iter().any(|army| now.total(*army) != position.total(*army)) {
        let ended = "if the game ended now".to_owned();
        rows.push((ended, cells(&|army| now.total(army))));
    }
    Table {
        title: "Victory points".to_owned(),
        columns: scenario.order.iter().map(|army| army.title().to_owned()).collect(),
        rows,
    }
}

/// A source of points, for people.
const fn source(award: Award) -> &'static str {
    match award {
        Award::Absent => "enemies that never came",
        Award::Eliminated => "enemies eliminated",
        Award::Exited => "own units that left the map",
        Award::Occupied => "hexes held",
        Award::Start => "before the first turn",
    }
}
