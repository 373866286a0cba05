//! 4.0 Sequence of play.

use super::events::Event;
use super::position::Phase;
use super::turn::Turn;
use super::{exclusive, r07_movement, r08_combat, r09_night, r10_effectiveness, r13_victory};
use crate::play::Stop;

/// [4.0] A player-turn: movement phase, combat phase; after the second one the game-turn ends.
///
/// # Errors
/// The stop, if it halts or its orders are refused.
pub fn player_turn(turn: &mut Turn) -> Result<(), Stop> {
    let weather = weather(turn);
    turn.tell(Event::TurnBegins { turn: turn.position.turn, army: turn.army, weather });
    turn.enter_phase(Phase::Movement);
    r07_movement::movement_phase(turn)?;
    if turn.scenario.is_night(turn.position.turn) {
        r09_night::no_combat(turn)?;
    } else {
        turn.enter_phase(Phase::Combat);
        r08_combat::combat_phase(turn)?;
    }
    end_player_turn(turn);
    Ok(())
}

fn weather(turn: &Turn) -> Vec<(String, crate::rule::Rule)> {
    let mut weather = Vec::new();
    if turn.scenario.is_night(turn.position.turn) {
        weather.push(("night".to_owned(), super::rulebook::R9_0));
    }
    weather.extend(exclusive::weather(turn.scenario, turn.position.turn));
    weather
}

/// [4.0] Hands over to the other army, or ends the game-turn.
fn end_player_turn(turn: &mut Turn) {
    turn.note_who_left();
    turn.position.settle_marks();
    exclusive::end_of_player_turn(turn.scenario, &mut turn.position);
    turn.position.halted = None;
    turn.enter_phase(Phase::Movement);
    let [first, second] = turn.scenario.order;
    if turn.army == second {
        r10_effectiveness::recover_after_night(turn);
        exclusive::end_of_game_turn(turn);
        if turn.position.phase != Phase::Over && turn.position.turn == turn.scenario.turns {
            r13_victory::end_of_game(turn);
        }
        if turn.position.phase != Phase::Over {
            turn.position.turn += 1;
            turn.position.phasing = first;
        }
    } else {
        turn.position.phasing = second;
    }
    let points = turn.scenario.order.map(|army| turn.position.total(army));
    turn.tell(Event::TurnEnds { points });
}
