//! `fate`: what becomes of certain units scores by itself.

use super::super::position::Award;
use super::super::scenario::{Army, UnitId};
use super::super::turn::Turn;
use super::condition::{Fate as Became, Was};
use super::kind::{Kind, Times};
use super::reader::Reader;
use crate::play::view::list;
use crate::rule::Rule;

/// Units whose fate scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fate {
    /// The units; all of them must share it.
    pub units: Vec<UnitId>,
    /// What it scores.
    pub scores: Vec<Score>,
}

/// Points for a fate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Score {
    /// What must have become of all the units.
    pub was: Was,
    /// Who scores.
    pub army: Army,
    /// Points.
    pub points: u32,
    /// Citation.
    pub rule: Rule,
}

impl Kind for Fate {
    const WORD: &'static str = "fate";
    const TIMES: Times = Times::Any;

    /// Reads `{side, units: [..], scores: [..]}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<Fate> {
        let army = entry.army("side");
        let units = entry.units("units", army);
        let scores = entry.each("scores", "score", Score::read);
        entry.finish();
        Some(Fate { units: units?, scores: scores? })
    }

    /// [WI 18.11] [RR 21.11] Scores at once when the last of the units is eliminated.
    fn eliminated(&self, turn: &mut Turn, id: UnitId) {
        if self.units.contains(&id) {
            self.score(turn, Score::is_at_once);
        }
    }

    /// [RR 21.12] Scores at the end who left the map, or never came.
    fn end_of_game(&self, turn: &mut Turn) {
        self.score(turn, |score| !score.is_at_once());
    }
}

impl Score {
    /// Reads `{was: [..], by, to: union|confederate, points, rule}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<Score> {
        let was = Was::read(&mut entry);
        let army = entry.army("to");
        let points = entry.number("points");
        let rule = entry.rule();
        entry.finish();
        Some(Score { was: was?, army: army?, points: points?, rule: rule? })
    }

    /// Whether the elimination itself scores, not how things stand at the end.
    fn is_at_once(&self) -> bool {
        self.was.fates == [Became::Eliminated]
    }

    fn award(&self) -> Award {
        match self.was.fates.as_slice() {
            [Became::Exited] => Award::Exited,
            [Became::Due] => Award::Absent,
            _ => Award::Eliminated,
        }
    }
}

impl Fate {
    fn score(&self, turn: &mut Turn, now: impl Fn(&Score) -> bool) {
        for score in self.scores.iter().filter(|score| now(score)) {
            if !self.units.iter().all(|id| score.was.fits(&turn.position, *id)) {
                continue;
            }
            let names = list(self.units.iter().map(|id| turn.name(*id)));
            turn.award(score.army, score.award(), score.points, names, score.rule.clone());
        }
    }
}
