//! `stacking`: a limit of its own for the units of one army.

use super::super::position::Position;
use super::super::scenario::{Army, Scenario, Start, Unit};
use super::kind::{Kind, Notice, Times};
use super::reader::Reader;
use crate::board::Hex;
use crate::play::view::count;
use crate::rule::Rule;

/// How many units of an army one hex holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stacking {
    /// Whose.
    pub army: Army,
    /// Units that may stand on a hex.
    pub units: usize,
    /// Citation.
    pub rule: Rule,
}

impl Kind for Stacking {
    const WORD: &'static str = "stacking";
    const TIMES: Times = Times::OnceASide;

    /// Reads `{side, units, rule}`; warns of a set-up that does not keep to it.
    fn read(mut entry: Reader<'_, '_>) -> Option<Stacking> {
        let army = entry.army("side");
        let units = entry.number::<usize>("units");
        let rule = entry.rule();
        if units == Some(0) {
            entry.complain("units", "nobody could stand anywhere".to_owned(), "write 1 or more");
        }
        if let Some((hex, there)) = army.zip(units).and_then(|(army, units)| {
            let all = entry.context().units;
            all.iter().find_map(|unit| overfull(all, unit, army, units))
        }) {
            let headline = format!("{there} units start on {hex}");
            entry.warn("units", headline, "they may start there, but a move must end within it");
        }
        entry.finish();
        Some(Stacking { army: army?, units: units?, rule: rule? })
    }

    /// [HL 19.0] The limit instead of that of 6.0 (BG-limitpush).
    fn stacking(&self, army: Army) -> Option<(usize, &Rule)> {
        (army == self.army).then_some((self.units, &self.rule))
    }

    fn notice(&self, _: &Scenario, _: &Position, army: Army) -> Option<Notice> {
        let units = count(u32::try_from(self.units).unwrap_or(u32::MAX), "unit");
        (army == self.army).then(|| (format!("STACKING: {units} a hex"), self.rule.clone()))
    }
}

/// The start hex of a unit of the army, if more units start there than the limit.
fn overfull(all: &[Unit], unit: &Unit, army: Army, limit: usize) -> Option<(Hex, usize)> {
    let Start::At(hex) = unit.start else { return None };
    let there = all.iter().filter(|u| u.army == army && u.start == Start::At(hex)).count();
    (unit.army == army && there > limit).then_some((hex, there))
}
