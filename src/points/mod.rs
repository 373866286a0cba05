//! Tournaments: battle points out of victory points, a table of many games, ratings.
//!
//! Knows no game and no campaign. What it needs stands in result files that people write, one for
//! each game; `schema/RESULTS.md` describes them. All arithmetic is exact, in whole numbers.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod rating;
pub mod result;
pub mod rulebook;
pub mod standings;
pub mod table;
pub mod tell;
