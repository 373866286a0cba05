//! `losses`: points for enemy units eliminated.

use super::super::position::Award;
use super::super::scenario::{Army, UnitId};
use super::super::turn::Turn;
use super::exit::Per;
use super::kind::{self, Kind, Times};
use super::reader::Reader;
use crate::document::{Diagnostic, Node};
use crate::rule::Rule;

/// Points for eliminations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Losses {
    /// Who scores; `None` is either.
    pub army: Option<Army>,
    /// Victory points for each unit or strength point.
    pub points: u32,
    /// Which of these.
    pub per: Per,
    /// Citation.
    pub rule: Rule,
}

impl Kind for Losses {
    const WORD: &'static str = "losses";
    const TIMES: Times = Times::OnceASide;

    /// Reads `{side, points, per: strength|unit, rule}`; `side` scores, both sides if it is left
    /// out, by strength points if `per` is.
    fn read(mut entry: Reader<'_, '_>) -> Option<Losses> {
        let army = entry.optional("side", Reader::army);
        let points = entry.number("points");
        let per = entry.or("per", Per::Strength, |entry, key| entry.word(key, &Per::WORDS));
        let rule = entry.rule();
        entry.finish();
        Some(Losses { army: army?, points: points?, per: per?, rule: rule? })
    }

    fn lint(&self, body: &Node, all: &[super::Exclusive], complaints: &mut Vec<Diagnostic>) {
        let whole = |rule: &super::Exclusive| matches!(rule, super::Exclusive::Losses(l) if l.army.is_none());
        kind::lint_sides(Self::WORD, self.army, all.iter().any(whole), body, complaints);
    }

    /// [FR 17.11] [HL 20.1] [CH 20.11] [WI 18.11] [WI 18.12] [RR 21.11] Gives the enemy of an
    /// eliminated unit his points.
    fn eliminated(&self, turn: &mut Turn, id: UnitId) {
        let unit = turn.scenario.unit(id);
        let army = unit.army.enemy();
        if self.army.is_some_and(|own| own != army) {
            return;
        }
        let points = self.points.saturating_mul(self.per.of(unit));
        turn.award(army, Award::Eliminated, points, unit.id.clone(), self.rule.clone());
    }
}
