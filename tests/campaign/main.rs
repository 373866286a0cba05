//! Campaigns from the offer to the last report, in folders of their own.

mod audit;
mod fixture;
mod referee;
mod tamper;
#[path = "../random/mod.rs"]
mod random;
mod whole_game;
mod duel;
mod halts;
mod recorded;
mod traps;
