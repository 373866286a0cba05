//! Player-turns that halt on the way: what stands before the halt stands, and nothing changes that
//! nobody decides anew.

use super::game::Game;
use super::random::Temper;
use super::random::chance::Chance;
use super::random::fate::Labelled;
use super::{everywhere, referee, seeds, written};
use provost::board::odds::Odds;
use provost::document::{Node, Span};
use provost::games::blue_gray::answers::{Answer, At, AttackList, Entry, Expect, Orders};
use provost::games::blue_gray::events::Event;
use provost::games::blue_gray::grammar::{Names, record_answers};
use provost::games::blue_gray::position::{Phase, Position};
use provost::games::blue_gray::scenario::{Army, Scenario};
use provost::games::blue_gray::turn::{Expectation, Input, Missing, Played, Segment, play};
use provost::play::{Ask, Stop};
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn pauses_change_nothing() {
    let halts = AtomicUsize::new(0);
    everywhere(seeds(4), |ground, seed| {
        let scenario = ground.scenario(seed);
        let mut chance = Chance::apart(seed, "pauses");
        for step in Game::new(scenario, seed) {
            let mut input = step.input.clone();
            input.conduct.expect = Expectation::Pause;
            for entry in entries(&mut input) {
                entry.pause = chance.percent(40).then_some(Span::NONE);
                if chance.percent(20) {
                    let wrong = Expect { sums: None, odds: Odds::to_one(17) };
                    entry.expect = Some(At::new(wrong, Span::NONE));
                } else {
                    entry.expect = None;
                }
            }
            let dice = Labelled::new(seed);
            let mut plain = input.clone();
            plain.conduct.expect = Expectation::Report;
            entries(&mut plain).for_each(|entry| entry.pause = None);
            let without = play(scenario, &step.opening, &plain, &mut dice.again());
            let with = to_the_end(scenario, &step.opening, &mut input, &dice, |_| 0);
            halts.fetch_add(with.halts.len(), Ordering::Relaxed);
            assert_eq!(with.position, without.position);
            assert_eq!(with.events, without.events);
            let labels = |played: &Played| {
                played.rolls.iter().map(|r| (r.label.clone(), r.faces.clone())).collect::<Vec<_>>()
            };
            assert_eq!(labels(&with), labels(&without));
        }
    });
    let halts = halts.into_inner();
    println!("{halts} pauses");
    assert!(halts > 0);
}

#[test]
fn defaults_given_as_answers_change_nothing() {
    let answers = AtomicUsize::new(0);
    everywhere(seeds(4), |ground, seed| {
        let scenario = ground.scenario(seed);
        for step in Game::new(scenario, seed) {
            let mut input = step.input.clone();
            input.conduct.missing = Missing::Ask;
            let played =
                to_the_end(scenario, &step.opening, &mut input, &step.fate, |ask| ask.default);
            answers.fetch_add(input.answers.len(), Ordering::Relaxed);
            assert_eq!(played.position, step.played.position);
            let dice = |events: &[Event]| {
                events
                    .iter()
                    .filter(|e| matches!(e, Event::Die { .. }))
                    .cloned()
                    .collect::<Vec<_>>()
            };
            assert_eq!(dice(&played.events), dice(&step.played.events));
        }
    });
    let answers = answers.into_inner();
    println!("{answers} answers");
    assert!(answers > 0);
}

/// Standing orders that ask, terms that ask, and answers at random.
#[test]
fn games_with_questions_come_to_their_ends() {
    let answers = AtomicUsize::new(0);
    everywhere(seeds(4), |ground, seed| {
        let scenario = ground.scenario(seed);
        let mut chance = Chance::apart(seed, "answers");
        let mut game = Game::new(scenario, seed);
        game.player.temper = Temper { asks: true, ..Temper::default() };
        while game.position.phase != Phase::Over {
            let mut input = game.input();
            input.conduct.missing = if seed % 2 == 0 { Missing::Ask } else { Missing::Default };
            let opening = game.position.clone();
            let played = to_the_end(scenario, &opening, &mut input, &game.dice(), |ask| {
                chance.below(ask.choices.len())
            });
            answers.fetch_add(input.answers.len(), Ordering::Relaxed);
            referee::position_is_sound(scenario, &played.position);
            referee::log_is_sound(scenario, &opening, &played.events)
                .agrees(scenario, &played.position);
            game.go_on(&input, &played);
        }
    });
    let answers = answers.into_inner();
    println!("{answers} answers");
    assert!(answers > 0);
}

fn entries(input: &mut Input) -> impl Iterator<Item = &mut Entry> {
    let entries = match &mut input.segments[0].orders.attack {
        Some(AttackList::Entries(entries, _)) => entries.as_mut_slice(),
        _ => &mut [],
    };
    entries.iter_mut()
}

/// Plays a player-turn halt by halt; every question is answered with the choice of `chooses`.
///
/// At each halt: the position can be written down, and the log so far is the beginning of the
/// next one.
fn to_the_end(
    scenario: &Scenario,
    opening: &Position,
    input: &mut Input,
    dice: &Labelled,
    mut chooses: impl FnMut(&Ask) -> usize,
) -> Played {
    let mut before: Vec<Event> = Vec::new();
    for halts in 0..400 {
        let played = play(scenario, opening, input, &mut dice.again());
        assert!(played.events.starts_with(&before), "an earlier event has changed");
        assert_eq!(played.halts.len(), halts + usize::from(played.stop.is_some()));
        let Some(stop) = &played.stop else { return played };
        is_presentable(scenario, opening, &played);
        match stop {
            Stop::Awaiting(ask) => {
                assert_eq!(played.halts.last(), Some(&format!("ask {}", ask.key)));
                input.answers.push(answer(scenario, &played.position, ask, chooses(ask)));
            }
            Stop::Pause(_) | Stop::Expect(_) => {}
            other => panic!("{other:#?}"),
        }
        before = played.events;
        let orders =
            Orders { turn: opening.turn, army: Some(opening.phasing), ..Orders::default() };
        input.segments.push(Segment { orders, standing: None });
    }
    panic!("no end of halts");
}

/// The answer that takes one of the choices, read as it would be mailed.
fn answer(scenario: &Scenario, position: &Position, ask: &Ask, choice: usize) -> Answer {
    let army = Army::read(&ask.whose).expect("a side");
    let names = Names::new(scenario, position, army);
    let said = Node::map([(ask.key.as_str(), Node::text(&ask.choices[choice]))]);
    let mut answers = record_answers(&Node::list([said]), &names).unwrap_or_else(|wrong| {
        panic!("{} of {ask:#?} is not understood: {wrong:#?}", ask.choices[choice])
    });
    answers.pop().expect("one answer")
}

/// What must hold of a position at a halt.
fn is_presentable(scenario: &Scenario, opening: &Position, played: &Played) {
    let position = &played.position;
    assert_eq!(position.turn, opening.turn);
    assert_eq!(position.phasing, opening.phasing);
    assert_eq!(position.phase, Phase::Combat);
    assert!(position.halted.is_some());
    let asked = match &played.stop {
        Some(Stop::Awaiting(ask)) => Army::read(&ask.whose),
        _ => None,
    };
    written::reads_back(scenario, position, asked);
    let mut ledger = super::ledger::Ledger::open(opening);
    for event in &played.events {
        ledger.post(event, opening.turn);
    }
    ledger.agrees(scenario, position);
}
