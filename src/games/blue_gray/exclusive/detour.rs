//! `detour`: an entry hex that is exchanged for another while an enemy closes it.

use super::super::position::Position;
use super::super::r05_control;
use super::super::scenario::{Army, Scenario, Start, Unit, UnitId};
use super::Exclusive;
use super::kind::{Bar, Kind, Notice, Times};
use super::reader::{Context, Ground, Reader};
use crate::board::Hex;
use crate::document::{Diagnostic, Node};
use crate::rule::Rule;

/// A switch between two entry hexes, thrown when a unit enters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Detour {
    /// Whose.
    pub army: Army,
    /// The hex of the chart.
    pub from: Hex,
    /// The hex that stands for it while it is closed.
    pub to: Hex,
    /// What closes it.
    pub closed_by: Vec<Closing>,
    /// Citation.
    pub rule: Rule,
}

/// What closes an entry hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closing {
    /// An enemy unit on it.
    Enemy,
    /// An enemy zone.
    Zone,
}

impl Kind for Detour {
    const WORD: &'static str = "detour";
    const TIMES: Times = Times::Any;

    /// Reads `{side, from, to, if: [enemy, zone], rule}`; `from` is an entry hex of some unit of the
    /// side.
    fn read(mut entry: Reader<'_, '_>) -> Option<Detour> {
        let army = entry.army("side");
        let (from, to) = (entry.hex("from", Ground::Standing), entry.hex("to", Ground::Standing));
        let closed_by = entry.distinct("if", closing);
        let rule = entry.rule();
        if let (Some(army), Some(from)) = (army, from)
            && !is_entry(entry.context(), army, from)
        {
            let headline = format!("no {} unit enters by {from}", army.title());
            entry.complain("from", headline, "write the hex of the reinforcement chart");
        }
        entry.finish();
        Some(Detour { army: army?, from: from?, to: to?, closed_by: closed_by?, rule: rule? })
    }

    /// Two switches of one hex could not both be thrown.
    fn lint(&self, body: &Node, all: &[Exclusive], complaints: &mut Vec<Diagnostic>) {
        let same = |other: &&Exclusive| {
            matches!(other, Exclusive::Detour(other)
                if other.army == self.army && other.from == self.from)
        };
        if all.iter().filter(same).count() > 1 {
            let headline = format!("a second `detour` for {}", self.from);
            complaints.push(Diagnostic::error(body.span, headline).help("leave one out"));
        }
    }

    /// [RR 15.42b] One hex or the other, never both (RR-1301).
    fn detour(&self, scenario: &Scenario, position: &Position, id: UnitId, hexes: &mut Vec<Hex>) {
        if !self.concerns(scenario.unit(id)) || self.closed(scenario, position).is_none() {
            return;
        }
        for hex in hexes.iter_mut().filter(|hex| **hex == self.from) {
            *hex = self.to;
        }
        let mut seen = Vec::new();
        hexes.retain(|hex| {
            !seen.contains(hex) && {
                seen.push(*hex);
                true
            }
        });
    }

    fn detour_bar(
        &self,
        scenario: &Scenario,
        position: &Position,
        id: UnitId,
        hex: Hex,
    ) -> Option<Bar> {
        if !self.concerns(scenario.unit(id)) || (hex != self.from && hex != self.to) {
            return None;
        }
        let name = &scenario.unit(id).id;
        let (instead, why) = match self.closed(scenario, position) {
            Some(why) => (self.to, why),
            None => (self.from, format!("{} is free", self.from)),
        };
        Some(Bar {
            headline: format!("{name} enters at {instead} and not at {hex}: {why}"),
            rule: self.rule.clone(),
            help: Some(format!("write `{name}: enter {instead}`")),
        })
    }

    fn detoured(&self, scenario: &Scenario, id: UnitId, hex: Hex) -> Option<Rule> {
        (self.concerns(scenario.unit(id)) && hex == self.to).then(|| self.rule.clone())
    }

    /// That the other hex is the one, while somebody waits for it.
    fn notice(&self, scenario: &Scenario, position: &Position, army: Army) -> Option<Notice> {
        let why = self.closed(scenario, position).filter(|_| army == self.army)?;
        let waits = super::waiting(scenario, position, army, position.turn);
        waits.into_iter().any(|id| self.concerns(scenario.unit(id))).then(|| {
            (format!("enter at {} instead of {}: {why}", self.to, self.from), self.rule.clone())
        })
    }
}

impl Detour {
    fn concerns(&self, unit: &Unit) -> bool {
        unit.army == self.army
            && matches!(&unit.start, Start::Due { entry, .. } if entry.contains(&self.from))
    }

    /// What closes the hex of the chart now, in words.
    fn closed(&self, scenario: &Scenario, position: &Position) -> Option<String> {
        let enemy = self.army.enemy();
        let by = |what: &Closing| match what {
            Closing::Enemy => {
                let mut there = position.stack(&scenario.map, self.from);
                let there = there.find(|id| scenario.unit(*id).army == enemy)?;
                Some(format!("{} is on {}", scenario.unit(there).id, self.from))
            }
            Closing::Zone => r05_control::in_zone(scenario, position, enemy, self.from)
                .then(|| format!("{} is in an enemy zone of control", self.from)),
        };
        self.closed_by.iter().find_map(by)
    }
}

fn closing(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Closing> {
    match node.as_text() {
        Some("enemy") => Some(Closing::Enemy),
        Some("zone") => Some(Closing::Zone),
        _ => {
            let headline = "what closes an entry hex is `enemy` or `zone`";
            complaints.push(Diagnostic::error(node.span, headline));
            None
        }
    }
}

/// Whether any unit of an army enters by a hex, as far as all could be read.
fn is_entry(context: &Context<'_>, army: Army, hex: Hex) -> bool {
    let enters = |unit: &Unit| {
        unit.army == army && matches!(&unit.start, Start::Due { entry, .. } if entry.contains(&hex))
    };
    !context.all_units || context.units.iter().any(enters)
}
