//! How fast the engine is: `cargo bench --bench battle [part of a name]`.
//!
//! Prints the median of several runs, the fastest and the slowest, and what each run did.

#[path = "battle/fields.rs"]
mod fields;
#[path = "../tests/campaign/fixture.rs"]
#[allow(dead_code, reason = "the tests use all of it")]
mod fixture;
#[path = "../tests/campaign/game.rs"]
#[allow(dead_code, reason = "the tests use all of it")]
mod game;
#[path = "../tests/random/mod.rs"]
mod random;

use fields::{crowded_front, tiled};
use fixture::Table;
use provost::campaign::archive::Archive;
use provost::campaign::audit::audit;
use provost::games::blue_gray::check::check;
use provost::games::blue_gray::forecast::forecast;
use provost::games::blue_gray::position::{Phase, Position};
use provost::games::blue_gray::scenario::Scenario;
use provost::games::blue_gray::turn::{InForce, Input, Segment, play};
use provost::store::Stored;
use random::battles::{battle, files, fredericksburg, opening};
use random::fate::Labelled;
use random::{Player, USUAL};
use std::time::{Duration, Instant};

/// As in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let bench = Bench { wanted };
    println!("{:<44} {:>11} {:>11} {:>11}", "", "median", "fastest", "slowest");
    load(&bench);
    replay(&bench);
    campaign(&bench);
    front(&bench);
    scaling(&bench);
}

/// A battle from the texts that the program carries.
fn load(bench: &Bench) {
    bench.run("load Fredericksburg from its texts", 50, || {
        let scenario = battle(&files("fredericksburg"));
        format!("{} units", scenario.units.len())
    });
}

/// A whole game again from its orders, as an audit does.
fn replay(bench: &Bench) {
    let name = "replay a game of 11 turns from typed orders";
    if !bench.wants(name) {
        return;
    }
    let scenario = fredericksburg();
    let game = record(&scenario, 7, u8::MAX);
    bench.run(name, 50, || {
        let dice = replayed(&scenario, &game);
        format!("{} player-turns, {dice} dice", game.len())
    });
}

/// The audit of a whole campaign of typed orders, from the YAML of its packs and records; its parts
/// as well.
fn campaign(bench: &Bench) {
    let names = [
        "read packs and records of 11 turns",
        "audit 11 turns from packs and records",
        "audit 11 turns with all position files",
    ];
    if !names.iter().any(|name| bench.wants(name)) {
        return;
    }
    // Played elsewhere, so that an audit finds the memory as it is in a program that does no more.
    let played = std::thread::spawn(|| {
        let mut table = Table::new(|_| {});
        game::play(&mut table, 1);
        fixture::files(&table)
    });
    let folder = played.join().expect("the game comes to its end");
    let stream: Vec<Stored> =
        folder.iter().filter(|file| !file.name.starts_with("positions/")).cloned().collect();
    let size = |files: &[Stored]| files.iter().map(|file| file.text.len()).sum::<usize>() / 1000;
    bench.run(names[0], 50, || {
        let archive = Archive::read(stream.iter().cloned());
        format!("{} records, {} KB with packs", archive.records.len(), size(&stream))
    });
    let run = |name: &str, files: &[Stored]| {
        bench.run(name, 50, || {
            let found = audit(&Archive::read(files.iter().cloned()), &mut |_, _| {});
            assert!(found.is_clean(), "{found:#?}");
            format!("{} player-turns, {}", found.player_turns, found.summary())
        });
    };
    run(names[1], &stream);
    run(names[2], &folder);
    // The offer, then a lock and a close for every player-turn.
    let number = |file: &Stored| file.name.strip_prefix("log/")?.get(..4)?.parse::<usize>().ok();
    for turns in [1, 4, 16] {
        let early = stream.iter().filter(|file| number(file).is_none_or(|nth| nth <= 2 * turns));
        run(&format!("audit {turns:>2} player-turns"), &early.cloned().collect::<Vec<_>>());
    }
}

/// A list of twelve attacks side by side.
fn front(bench: &Bench) {
    for standing in ["known", "silent"] {
        let (scenario, position, input) = crowded_front(standing == "known");
        bench.run(&format!("check 12 attacks on a front, enemy {standing}"), 10, || {
            let checked = check(&scenario, &position, &input, &mut Labelled::new(1));
            let wrong = checked.complaints.iter().filter(|d| d.is_error()).count();
            assert_eq!(wrong, 0, "{:#?}", checked.complaints);
            format!("{} states{}", checked.states, if checked.cut { ", cut" } else { "" })
        });
        bench.run(&format!("forecast 12 attacks on a front, enemy {standing}"), 10, || {
            let seen = forecast(&scenario, &position, &input, &mut Labelled::new(1));
            let seen = seen.expect("legal orders");
            format!("{} states, {} tallies", seen.states, seen.tallies.len())
        });
        bench.run(&format!("play 12 attacks on a front, enemy {standing}"), 50, || {
            let played = play(&scenario, &position, &input, &mut Labelled::new(1));
            format!("{} events", played.events.len())
        });
    }
}

/// The battle laid side by side: one, four, nine copies of its map and of its units. Sixteen would
/// need more columns than two digits number.
fn scaling(bench: &Bench) {
    for (copies, units) in [(1, 1), (2, 2), (3, 3), (3, 1)] {
        let name = format!("six player-turns, map {}x, units {}x", copies * copies, units * units);
        if !bench.wants(&name) {
            continue;
        }
        let scenario = tiled(&fredericksburg(), copies, units);
        let game = record(&scenario, 7, 3);
        bench.run(&name, 20, || {
            let dice = replayed(&scenario, &game);
            format!("{} units, {} hexes, {dice} dice", scenario.units.len(), scenario.map.len())
        });
    }
}

/// The player-turns of a game played at random, up to the end of a game-turn.
fn record(scenario: &Scenario, seed: u64, turns: u8) -> Vec<Input> {
    let mut player = Player::new(scenario, seed);
    let mut position = opening(scenario);
    let mut game = Vec::new();
    while position.phase != Phase::Over && position.turn <= turns {
        let orders = player.orders(&position, &Default::default());
        let input = Input {
            segments: vec![Segment { orders, standing: None }],
            answers: Vec::new(),
            standing: InForce::default(),
            own: Default::default(),
            conduct: USUAL,
        };
        position = play(scenario, &position, &input, &mut dice(&position)).position;
        game.push(input);
    }
    game
}

fn dice(position: &Position) -> Labelled {
    Labelled::new(u64::from(position.turn))
}

/// Plays recorded player-turns; how many dice were rolled.
fn replayed(scenario: &Scenario, game: &[Input]) -> usize {
    let mut position = opening(scenario);
    let mut dice_rolled = 0;
    for input in game {
        let played = play(scenario, &position, input, &mut dice(&position));
        assert_eq!(played.stop, None);
        dice_rolled += played.rolls.len();
        position = played.position;
    }
    dice_rolled
}

struct Bench {
    wanted: Vec<String>,
}

impl Bench {
    fn wants(&self, name: &str) -> bool {
        self.wanted.is_empty() || self.wanted.iter().any(|part| name.contains(part))
    }

    /// Runs something so many times, once more to warm up, and for at most ten seconds.
    fn run(&self, name: &str, samples: usize, mut what: impl FnMut() -> String) {
        if !self.wants(name) {
            return;
        }
        let begun = Instant::now();
        let mut done = what();
        let mut times: Vec<Duration> = Vec::new();
        while times.len() < samples && (times.is_empty() || begun.elapsed().as_secs() < 10) {
            let clock = Instant::now();
            done = what();
            times.push(clock.elapsed());
        }
        times.sort();
        let (first, last) = (times[0], times[times.len() - 1]);
        println!(
            "{name:<44} {:>11.2?} {first:>11.2?} {last:>11.2?}  {done}",
            times[times.len() / 2]
        );
    }
}
