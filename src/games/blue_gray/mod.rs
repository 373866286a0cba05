//! SPI's Blue & Gray: standard rules, chapters in the order of the rulebook.

// The state and its words.
pub mod scenario;
pub mod position;
pub mod answers;
pub mod events;
// The rulebook and how it is read.
pub mod rulebook;
pub mod rulings;
pub mod editions;
// Files.
// pub mod record;
// The chapters.
pub mod r04_sequence;
pub mod r05_control;
pub mod r06_stacking;
pub mod r07_movement;
pub mod r08_combat;
pub mod r09_night;
pub mod r10_effectiveness;
pub mod r11_other;
pub mod r12_reinforcement;
pub mod r13_victory;
pub mod exclusive;
// A player-turn, played, checked, foretold.
pub mod turn;
pub mod branches;
pub mod check;
pub mod forecast;
// What people read.
pub mod form;
pub mod grammar;
pub mod ledger;
pub mod movelog;
pub mod tell;
pub mod understood;
