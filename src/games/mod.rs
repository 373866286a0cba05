//! The games: one folder a rulebook.

pub mod blue_gray;
