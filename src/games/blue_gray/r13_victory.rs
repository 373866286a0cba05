//! 13 and the battles' victory sections: the end of the game.

use super::exclusive;
use super::exclusive::victory::Verdict;
use super::position::{Phase, Position};
use super::rulebook::R4_0;
use super::scenario::{Army, Scenario};
use super::turn::Turn;
use std::cmp::Ordering;

/// After the last game-turn: points at the end, then the winner.
pub fn end_of_game(turn: &mut Turn) {
    exclusive::end_of_game(turn);
    turn.enter_phase(Phase::Over);
    verdict(turn.scenario, &turn.position).tell(turn);
}

/// Who has won by the points so far: as the battle says, or by the higher total.
pub fn verdict(scenario: &Scenario, position: &Position) -> Verdict {
    exclusive::verdict(scenario, position).unwrap_or_else(|| Verdict {
        winner: higher_total(scenario, position),
        level: None,
        how: totals(scenario, position),
        rule: R4_0,
        dropped: None,
    })
}

/// The army with more victory points; nobody if they are equal (BG-tie).
pub fn higher_total(scenario: &Scenario, position: &Position) -> Option<Army> {
    let [first, second] = scenario.order;
    match position.total(first).cmp(&position.total(second)) {
        Ordering::Greater => Some(first),
        Ordering::Less => Some(second),
        Ordering::Equal => None,
    }
}

/// `Confederate 34, Union 12`
pub fn totals(scenario: &Scenario, position: &Position) -> String {
    let total = |army: Army| format!("{army} {}", position.total(army));
    scenario.order.map(total).join(", ")
}
