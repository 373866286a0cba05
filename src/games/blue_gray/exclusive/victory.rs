//! `victory`: who wins at the end of the last game-turn.

use super::reader::Reader;
use crate::rule::Rule;

/// How the totals decide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Victory {
    /// By what.
    pub by: By,
    /// Citation.
    pub rule: Rule,
}

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// The higher total wins; equal totals are a draw (BG-tie).
    HigherTotal,
}

impl Victory {
    /// Reads `{by: higher total, rule}`.
    pub fn read(mut entry: Reader<'_, '_>) -> Option<Victory> {
        let by = entry.word("by", &[("higher total", By::HigherTotal)]);
        let rule = entry.rule();
        entry.finish();
        Some(Victory { by: by?, rule: rule? })
    }
}
