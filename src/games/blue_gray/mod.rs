//! SPI's Blue & Gray: standard rules, chapters in the order of the rulebook.

// The state and its words.
pub mod answers;
pub mod events;
pub mod position;
pub mod scenario;
// The rulebook and how it is read.
pub mod editions;
pub mod rulebook;
pub mod rulings;
// Files.
pub mod builtin;
pub mod grammar;
pub mod record;
// The chapters.
pub mod exclusive;
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
// A player-turn, played, checked, foretold.
pub mod branches;
pub mod check;
pub mod forecast;
pub mod turn;
// What people read.
pub mod blame;
pub mod explain;
pub mod facts;
pub mod form;
pub mod ledger;
pub mod movelog;
pub mod sheet;
pub mod tell;
pub mod template;
pub mod understood;
