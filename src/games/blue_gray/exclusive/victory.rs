//! `victory`: who wins at the end of the last game-turn.

use super::super::r13_victory;
use super::super::scenario::Army;
use super::super::turn::Turn;
use super::kind::{Kind, Times};
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

impl Kind for Victory {
    const WORD: &'static str = "victory";
    const TIMES: Times = Times::Once;

    /// Reads `{by: higher total, rule}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<Victory> {
        let by = entry.word("by", &[("higher total", By::HigherTotal)]);
        let rule = entry.rule();
        entry.finish();
        Some(Victory { by: by?, rule: rule? })
    }

    fn decides(&self) -> Option<&Rule> {
        Some(&self.rule)
    }

    fn winner(&self, turn: &Turn) -> Option<(Option<Army>, Rule)> {
        let By::HigherTotal = self.by;
        Some((r13_victory::higher_total(turn), self.rule.clone()))
    }
}
