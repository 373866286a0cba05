//! SPI's Blue & Gray: standard rules, chapters in the order of the rulebook.

pub mod rulebook;
pub mod rulings;
pub mod answers;
pub mod editions;
pub mod events;
pub mod exclusive;
pub mod position;
pub mod scenario;
pub mod turn;
