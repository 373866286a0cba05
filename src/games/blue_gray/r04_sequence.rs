//! 4.0 Sequence of play.

use super::events::Event;
use super::position::{Phase, Position};
use super::scenario::Scenario;
use super::turn::{Input, Played, Turn};
use super::{exclusive, r07_movement, r08_combat, r09_night, r10_effectiveness, r13_victory};
use crate::document::{Diagnostic, Span};
use crate::play::{Fate, Stop};

/// [4.0] A player-turn: movement phase, combat phase; after the second one the game-turn ends.
///
/// # Errors
/// The stop, if it halts or its orders are refused.
pub fn player_turn(turn: &mut Turn) -> Result<(), Stop> {
    let weather = weather(turn);
    turn.tell(Event::TurnBegins { turn: turn.position.turn, army: turn.army, weather });
    turn.enter_phase(Phase::Movement);
    if turn.input.conduct.recorded {
        start_dice(turn)?;
    }
    r07_movement::movement_phase(turn)?;
    if turn.scenario.is_night(turn.position.turn) {
        r09_night::no_combat(turn)?;
    } else {
        turn.enter_phase(Phase::Combat);
        r08_combat::combat_phase(turn)?;
    }
    end_player_turn(turn)
}

/// Rolls the dice with which the player-turn that is awaited now begins.
///
/// Their faces are known before its orders are written, so they are the last thing of the
/// player-turn before; only in mode `recorded`, where nothing is locked, do they open their own.
fn start_dice(turn: &mut Turn) -> Result<(), Stop> {
    for die in exclusive::start_dice(turn.scenario, &turn.position) {
        let shown = |face: u32| die.shows.contains(&face);
        let (label, face) = turn.roll(die.label, &|face| u32::from(shown(face)))?;
        turn.position.rolls.insert(die.label.to_owned(), face);
        let [then, otherwise] = die.means;
        let meaning = if shown(face) { then } else { otherwise };
        let (meaning, rule) = (meaning.to_owned(), die.rule.clone());
        turn.tell(Event::Rolled { label, face, meaning, rule });
    }
    Ok(())
}

/// The position in which orders are looked at before their player-turn is played: with the dice of
/// its start, which in mode `recorded` stand in the orders.
///
/// # Errors
/// The refusal, if a die is missing.
pub fn opened(
    scenario: &Scenario,
    opening: &Position,
    input: &Input,
    known: &mut dyn Fate,
) -> Result<Position, Box<Played>> {
    let mut position = opening.clone();
    if !input.conduct.recorded {
        return Ok(position);
    }
    let typed = |label: &str| {
        let mut rolls = input.segments.iter().flat_map(|segment| &segment.orders.rolls);
        rolls.find(|(said, _)| said.value == label).map(|(_, face)| *face)
    };
    for die in exclusive::start_dice(scenario, opening) {
        let label = format!("{}.1", die.label);
        let face = typed(&label).or_else(|| known.die(0, &label, &|face| face).ok());
        let Some(face) = face else {
            let missing = Diagnostic::error(
                Span::NONE,
                format!("no face for {label}, which is rolled before orders are written"),
            )
            .rule(die.rule.clone())
            .help(format!("add it under `rolls`: - {label}: N"));
            let turn = Turn::new(scenario, opening.clone(), input, known);
            return Err(Box::new(turn.finish(Some(Stop::Refused(vec![missing])))));
        };
        position.rolls.insert(die.label.to_owned(), face);
    }
    Ok(position)
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
fn end_player_turn(turn: &mut Turn) -> Result<(), Stop> {
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
    if turn.position.phase != Phase::Over && !turn.input.conduct.recorded {
        start_dice(turn)?;
    }
    let points = turn.scenario.order.map(|army| turn.position.total(army));
    turn.tell(Event::TurnEnds { points });
    Ok(())
}
