//! 13 and the battles' victory sections: the end of the game.

use super::events::Event;
use super::exclusive;
use super::position::Phase;
use super::rulebook::R4_0;
use super::scenario::Army;
use super::turn::Turn;
use std::cmp::Ordering;

/// After the last game-turn: points at the end, then the winner.
pub fn end_of_game(turn: &mut Turn) {
    exclusive::end_of_game(turn);
    turn.enter_phase(Phase::Over);
    let (winner, rule) = exclusive::winner(turn).unwrap_or_else(|| (higher_total(turn), R4_0));
    let [first, second] = turn.scenario.order;
    let totals = [turn.position.total(first), turn.position.total(second)];
    let level = format!("{first} {}, {second} {}", totals[0], totals[1]);
    turn.tell(Event::GameOver { winner, level, rule });
}

/// The army with more victory points; nobody if they are equal (BG-tie).
pub fn higher_total(turn: &Turn) -> Option<Army> {
    let [first, second] = turn.scenario.order;
    match turn.position.total(first).cmp(&turn.position.total(second)) {
        Ordering::Greater => Some(first),
        Ordering::Less => Some(second),
        Ordering::Equal => None,
    }
}
