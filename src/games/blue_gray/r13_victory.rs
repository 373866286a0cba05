//! 13 and the battles' victory sections: the end of the game.

use super::events::Event;
use super::exclusive::{self, Exclusive, victory::By};
use super::position::Phase;
use super::rulebook::R4_0;
use super::turn::Turn;
use std::cmp::Ordering;

/// After the last game-turn: points at the end, then the winner.
pub fn end_of_game(turn: &mut Turn) {
    exclusive::end_of_game(turn);
    turn.enter_phase(Phase::Over);
    let (by, rule) = turn
        .scenario
        .exclusive
        .iter()
        .find_map(|rule| match rule {
            Exclusive::Victory(kind) => Some((kind.by, kind.rule.clone())),
            _ => None,
        })
        .unwrap_or((By::HigherTotal, R4_0));
    let [first, second] = turn.scenario.order;
    let totals = [turn.position.total(first), turn.position.total(second)];
    let By::HigherTotal = by;
    let winner = match totals[0].cmp(&totals[1]) {
        Ordering::Greater => Some(first),
        Ordering::Less => Some(second),
        Ordering::Equal => None,
    };
    let level = format!("{first} {}, {second} {}", totals[0], totals[1]);
    turn.tell(Event::GameOver { winner, level, rule });
}
