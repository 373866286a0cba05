//! SPI's Blue & Gray: standard rules, chapters in the order of the rulebook.

pub mod answers;
pub mod editions;
pub mod events;
pub mod exclusive;
pub mod position;
pub mod rulebook;
pub mod rulings;
pub mod scenario;
pub mod turn;

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
