//! The move log: a player-turn in compact notation, one line a decision, with odds, die, result
//! and consequences.
//!
//! ```text
//! 6 Confederate
//!  Rodes/R 1825-1725-1724*  4/6 MP (1+3)     * stopped by enemy zone (5.0)
//!  1723 x Rodes/R Colquitt/R +Carter/R vs 1/XI  12:9=1-1  die 2 DR
//!    1/XI 1723>1622 [retreat]  pushes XI 1622>1522 [give way]
//!    ^Colquitt/R 1724>1723 [won]
//! ```
//!
//! `schema/MOVELOG.md` specifies it. Reading what was printed gives the same events.

mod arrivals;
mod cursor;
mod read;
mod sources;
mod write;

pub use read::parse;
pub use write::print;

/// Blanks before the continuation of a line; a line with at least [`CONTINUES`] is one.
const HANG: usize = 6;
/// The least number of blanks that makes a line continue the one above.
const CONTINUES: usize = 5;
/// Columns of a line, where it can be broken at a blank.
const WIDTH: usize = 72;

/// Whether a character may stand in a name or word without quotation marks.
const fn is_bare(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '/' | '.' | '&' | '-' | '_')
}

/// Whether text has blanks that the joining of broken lines would change: at an end, or two
/// together.
fn has_loose_blanks(text: &str) -> bool {
    text.starts_with(' ') || text.ends_with(' ') || text.contains("  ")
}

/// Whether text has four digits in a row, as hexes have.
fn has_four_digits(text: &str) -> bool {
    text.as_bytes().windows(4).any(|four| four.iter().all(u8::is_ascii_digit))
}
