//! Two texts, line by line.

use similar::{Algorithm, TextDiff};

/// Lines of context around a difference.
const CONTEXT: usize = 2;

/// What is only in the text that was written (`-`) and only in the other (`+`), with a little
/// around it; nothing if they are the same.
pub fn difference(written: &str, recomputed: &str) -> Option<String> {
    if written == recomputed {
        return None;
    }
    let diff = TextDiff::configure().algorithm(Algorithm::Myers).diff_lines(written, recomputed);
    Some(diff.unified_diff().context_radius(CONTEXT).to_string())
}
