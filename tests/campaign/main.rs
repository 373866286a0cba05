//! Campaigns from the offer to the last report, in folders of their own.

mod audit;
mod duel;
mod fixture;
mod fooled;
mod game;
mod halts;
mod heap;
#[path = "../random/mod.rs"]
mod random;
mod recorded;
mod referee;
mod signed;
#[path = "../spoil/mod.rs"]
mod spoil;
mod start_dice;
mod tamper;
mod traps;
mod whole_game;
