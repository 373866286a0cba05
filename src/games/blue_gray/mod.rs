//! SPI's Blue & Gray: standard rules, chapters in the order of the rulebook.

pub mod answers;
pub mod editions;
pub mod events;
pub mod exclusive;
pub mod form;
pub mod ledger;
pub mod movelog;
pub mod position;
pub mod rulebook;
pub mod rulings;
pub mod scenario;
pub mod tell;
pub mod turn;
