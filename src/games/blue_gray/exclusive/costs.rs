//! `costs`: movement that costs an army something else than the charts say.

use super::super::position::Position;
use super::super::r07_movement::cost;
use super::super::scenario::{Army, Charts, Cost, Scenario};
use super::kind::{Kind, Notice, Times};
use super::reader::Reader;
use crate::board::{Hex, Side as Hexside, Terrain};
use crate::rule::Rule;

/// Other movement costs; what a hex or hexside does in combat stays as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Costs {
    /// Whose; `None` is both.
    pub army: Option<Army>,
    /// Rows of the charts with what they cost here, in movement points.
    pub rows: Vec<(Row, u8)>,
    /// Citation.
    pub rule: Rule,
}

/// A row of the terrain effects chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// A kind of hex.
    Hex(Terrain),
    /// A hex entered along a road.
    Road,
    /// A hex entered along a trail, at most.
    Trail,
    /// What crossing a kind of hexside adds.
    Side(Hexside),
}

impl Kind for Costs {
    const WORD: &'static str = "costs";
    const TIMES: Times = Times::Any;

    /// Reads `{side: union|confederate|either, ROW: POINTS.., rule}`; each row is one of the charts,
    /// and one that can be passed.
    fn read(mut entry: Reader<'_, '_>) -> Option<Costs> {
        let army = entry.either_army("side");
        let rule = entry.rule();
        let mut rows = Vec::new();
        for (row, name) in Row::all() {
            if entry.has(name) {
                rows.extend(row.read(name, &mut entry).map(|points| (row, points)));
            }
        }
        if rows.is_empty() {
            let headline = "nothing costs anything else here".to_owned();
            entry.complain_whole(headline, "add a row of the charts, such as `trail: 1`");
        }
        entry.finish();
        Some(Costs { army: army?, rows, rule: rule? })
    }

    /// [WI 17.11] [WI 17.12] [RR 16.3d] Only what movement costs; [WI 17.13] combat and sight keep the
    /// rows of the charts.
    fn set_costs(&self, charts: &mut Charts) {
        for army in Army::BOTH.into_iter().filter(|army| self.binds(*army)) {
            let costs = &mut charts.costs[army as usize];
            for (row, points) in &self.rows {
                match row {
                    Row::Hex(terrain) => costs.hexes[*terrain as usize] = Cost::Points(*points),
                    Row::Road => costs.road = *points,
                    Row::Trail => costs.trail = *points,
                    Row::Side(side) => {
                        side.place()
                            .into_iter()
                            .for_each(|at| costs.sides[at] = Cost::Points(*points));
                    }
                }
            }
        }
    }

    fn cost_rule(&self, scenario: &Scenario, army: Army, from: Hex, to: Hex) -> Option<Rule> {
        let counts = |(row, _): &(Row, u8)| row.counts(scenario, from, to);
        (self.binds(army) && self.rows.iter().any(counts)).then(|| self.rule.clone())
    }

    /// What the army pays otherwise than the charts say.
    fn notice(&self, _: &Scenario, _: &Position, army: Army) -> Option<Notice> {
        let rows = self.rows.iter().map(|(row, points)| match row {
            Row::Side(_) => format!("{points} MP more {}", row.words()),
            _ => format!("{points} MP {}", row.words()),
        });
        let rows: Vec<String> = rows.collect();
        let text = format!("your units pay {}", rows.join(", "));
        self.binds(army).then(|| (text, self.rule.clone()))
    }
}

impl Costs {
    fn binds(&self, army: Army) -> bool {
        self.army.is_none_or(|whose| whose == army)
    }
}

impl Row {
    /// Every row that can cost something, with its name in the charts.
    fn all() -> impl Iterator<Item = (Row, &'static str)> {
        let hexes = Terrain::ALL.into_iter().map(|(terrain, _, name)| (Row::Hex(terrain), name));
        let sides = Hexside::ALL.into_iter().filter_map(|(side, name)| match side {
            Hexside::ROAD => Some((Row::Road, name)),
            Hexside::TRAIL => Some((Row::Trail, name)),
            Hexside::RAIL | Hexside::REDOUBT => None,
            side => Some((Row::Side(side), name)),
        });
        hexes.chain(sides)
    }

    /// Its cost here. A hex costs at least a point, as searches for ways rely on; and what is not
    /// passed at all is not passed here.
    fn read(self, name: &'static str, entry: &mut Reader<'_, '_>) -> Option<u8> {
        let points = entry.number::<u8>(name)?;
        let closed = entry.context().charts.is_some_and(|charts| match self {
            Row::Hex(terrain) => charts.hex(terrain).cost == Cost::Impassable,
            Row::Side(side) => charts.side(side).is_none_or(|row| row.cost == Cost::Impassable),
            Row::Road | Row::Trail => false,
        });
        if closed {
            let headline = format!("nobody passes a {name}, whatever it costs");
            entry.complain(name, headline, "a cost opens nothing: leave it out");
        } else if points == 0 && !matches!(self, Row::Side(_)) {
            entry.complain(name, "a hex costs at least 1 point".to_owned(), "write 1");
        }
        Some(points)
    }

    /// Whether it is what a step costs, or a part of it.
    fn counts(self, scenario: &Scenario, from: Hex, to: Hex) -> bool {
        let side = scenario.map.side_between(from, to);
        let way = side.has(Hexside::ROAD.with(Hexside::TRAIL));
        match self {
            Row::Hex(terrain) => !way && scenario.map.terrain(to) == Some(terrain),
            Row::Road => side.has(Hexside::ROAD),
            Row::Trail => side.has(Hexside::TRAIL) && !side.has(Hexside::ROAD),
            Row::Side(kind) => cost::counted(side).any(|(counted, _)| counted == kind),
        }
    }

    /// `along a trail`, `in forest`, `across a stream`.
    fn words(self) -> String {
        match self {
            Row::Hex(terrain) => format!("in {}", terrain.one_word()),
            Row::Road => "along a road".to_owned(),
            Row::Trail => "along a trail".to_owned(),
            Row::Side(side) => format!("across a {}", side.names().collect::<Vec<_>>().join(" ")),
        }
    }
}
