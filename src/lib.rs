//! Provost, a play-by-email adjudicator for hex-and-counter wargames.
#![warn(missing_docs)]

pub mod board;
pub mod campaign;
pub mod cli;
pub mod dice;
pub mod document;
pub mod games;
pub mod mail;
pub mod play;
pub mod report;
pub mod rule;
pub mod store;
