//! Sentences about what only the kinds of exclusive rules know.
//!
//! Where a kind has no data of its own that can be asked, its words are looked for in the move log or
//! in what the form tells the player; a kind that words them otherwise says here how.

use super::facts::{Scene, Truth, all, army_of, cites_text, number_of};
use provost::games::blue_gray::events::Event;
use provost::games::blue_gray::exclusive::barred::Barred;
use provost::games::blue_gray::exclusive::{self, Exclusive};
use provost::games::blue_gray::movelog;
use provost::games::blue_gray::position::Place;
use provost::games::blue_gray::scenario::Army;

/// Sentences about where things stand.
pub fn state(scene: &Scene, words: &[&str], rule: Option<&str>) -> Option<Truth> {
    let position = &scene.played.position;
    Some(match words {
        [units @ .., "due", "on", turn] => number_of(turn).and_then(|turn| {
            all(scene, units, |id| {
                Ok(matches!(position.place(id), Place::Reserve { due } if u32::from(due) == turn))
            })
        }),
        [units @ .., "lost"] => all(scene, units, |id| {
            Ok(matches!(position.place(id), Place::Gone { how, .. } if how.word() == "lost"))
        }),
        ["losses", army, n] => {
            army_of(army).and_then(|army| Ok(losses(scene, army) == number_of(n)?))
        }
        ["army", army, state @ ("sound" | "demoralized")] => {
            army_of(army).map(|army| is_demoralized(scene, army) == (*state == "demoralized"))
        }
        [die, state @ ("open" | "shut")] if die.contains('.') => {
            let mut barred = scene.scenario.exclusive.iter().filter_map(|rule| match rule {
                Exclusive::Barred(barred) if is_for(barred, die) => Some(barred),
                _ => None,
            });
            let barred = barred.next().ok_or_else(|| format!("no die `{die}`"));
            barred.map(|barred| barred.bars(position) == (*state == "shut"))
        }
        ["level", level] => Ok(scene.played.events.iter().any(|event| match event {
            Event::GameOver { level: reached, .. } => {
                reached.split_once(' ').is_some_and(|(first, _)| first == *level)
            }
            _ => false,
        })),
        ["activated", n] => number_of(n).map(|n| {
            let counter = exclusive::counters().find(|counter| counter.word() == "activated");
            counter.is_some_and(|counter| position.counter(counter) == n)
                && rule.is_none_or(|rule| cites_text(&log(scene, &scene.played.events), rule))
        }),
        _ => return None,
    })
}

fn is_for(barred: &Barred, label: &str) -> bool {
    barred.die.as_ref().is_some_and(|die| die.label == label)
}

/// Strength points of an army eliminated in combat.
fn losses(scene: &Scene, army: Army) -> u32 {
    let own = scene.played.position.pieces().filter(|(id, piece)| {
        let eliminated =
            matches!(piece.place, Place::Gone { how, .. } if how.word() == "eliminated");
        eliminated && scene.scenario.unit(*id).army == army
    });
    own.map(|(id, _)| u32::from(scene.scenario.unit(id).strength)).sum()
}

/// Whether the form of an army's owner says that it is demoralized.
fn is_demoralized(scene: &Scene, army: Army) -> bool {
    let notices = exclusive::notices(scene.scenario, &scene.played.position, army);
    notices.iter().any(|(text, _)| text.contains("DEMORALIZED"))
}

fn log(scene: &Scene, events: &[Event]) -> String {
    movelog::print(scene.scenario, events)
}
