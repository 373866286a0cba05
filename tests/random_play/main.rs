//! Games played at random to their ends: what must hold whatever the players write and the dice
//! show.

mod battles;
mod checked;
mod game;
mod halts;
mod illegal;
mod ledger;
mod legal;
mod mirror;
#[path = "../random/mod.rs"]
mod random;
mod referee;
mod typed_orders;
mod written;

use random::battles::Ground;
use std::panic::{self, AssertUnwindSafe};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

static GROUNDS: LazyLock<Vec<Ground>> = LazyLock::new(Ground::all);

/// Does something for every seed below `seeds` in every battle under every edition; a failure names
/// all three.
fn everywhere(seeds: u64, what: impl Fn(&Ground, u64) + Sync) {
    let grounds = &*GROUNDS;
    every(seeds * grounds.len() as u64, |job| {
        let (ground, seed) = (&grounds[job as usize % grounds.len()], job / grounds.len() as u64);
        let played = panic::catch_unwind(AssertUnwindSafe(|| what(ground, seed)));
        if let Err(cause) = played {
            eprintln!("{}, {:?}, its seed {seed}:", ground.name, ground.edition);
            panic::resume_unwind(cause);
        }
    });
}

/// Does something for every seed below `seeds`, on all processors; a failure names its seed.
fn every(seeds: u64, what: impl Fn(u64) + Sync) {
    let next = AtomicU64::new(0);
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds {
                return;
            }
            if let Err(cause) = panic::catch_unwind(AssertUnwindSafe(|| what(seed))) {
                next.store(seeds, Ordering::Relaxed);
                eprintln!("seed {seed} failed");
                panic::resume_unwind(cause);
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            if let Err(cause) = worker.join() {
                panic::resume_unwind(cause);
            }
        }
    });
}

/// Seeds to try: those of the test, or as many as the environment asks for.
fn seeds(usual: u64) -> u64 {
    std::env::var("RANDOM_PLAY_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}
