//! Two texts, line by line.

use crate::document::shown;
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
    Some(told.lines().map(|line| fit(line) + "\n").collect())
}

/// A line fit to print: what is hidden in it by its code point, what is long cut off.
fn fit(line: &str) -> String {
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => shown(&line[..end]) + "...",
        None => shown(line),
    }
}
