//! Two texts, line by line.

use crate::document::is_hidden;
use similar::{Algorithm, TextDiff};

/// Characters of a line that are shown.
const LONGEST: usize = 200;

/// Lines of context around a difference.
const CONTEXT: usize = 2;

/// What is only in the text that was written (`-`) and only in the other (`+`), with a little
/// around it; nothing if they are the same.
pub fn difference(written: &str, recomputed: &str) -> Option<String> {
    if written == recomputed {
        return None;
    }
    let diff = TextDiff::configure().algorithm(Algorithm::Myers).diff_lines(written, recomputed);
    let told = diff.unified_diff().context_radius(CONTEXT).to_string();
    Some(told.lines().map(|line| shown(line) + "\n").collect())
}

/// A line fit to print: what is hidden in it by its code point, what is long cut off.
fn shown(line: &str) -> String {
    let letter = |c: char| match is_hidden(c) {
        true => format!("<U+{:04X}>", u32::from(c)),
        false => c.to_string(),
    };
    let cut = if line.chars().nth(LONGEST).is_some() { "..." } else { "" };
    line.chars().take(LONGEST).map(letter).collect::<String>() + cut
}
