//! The family's charts, as a player reads them: combat results and terrain effects.

use super::super::builtin::BATTLES;
use super::super::r07_movement::cost::points_of;
use super::super::scenario::{Charts, Cost};
use crate::board::{Side, Terrain};
use crate::document::read::{self, Limits};
use crate::play::view::Line;

/// The lines of the chart that a rule's number names; none if it names none.
pub fn told(number: &str) -> Vec<Line> {
    let charts = || {
        let node = read::parse(BATTLES.first()?.charts, Limits::PACK).ok()?;
        Charts::read(&node, &mut Vec::new())
    };
    match number {
        "CRT" => charts().iter().flat_map(results).collect(),
        "TEC" => charts().iter().flat_map(terrain).collect(),
        _ => Vec::new(),
    }
}

/// A line a face: each result with the odds from which to which it comes.
fn results(charts: &Charts) -> Vec<Line> {
    let table = &charts.results;
    let face = |face: u8| {
        let results =
            table.columns().chunk_by(|a, b| table.result(*a, face) == table.result(*b, face));
        let told = results.map(|odds| match odds {
            [first, .., last] => format!("{} {first} to {last}", table.result(*first, face)),
            [only] => format!("{} {only}", table.result(*only, face)),
            [] => String::new(),
        });
        Line::fact(1, format!("{face}: {}", told.collect::<Vec<String>>().join(", ")))
    };
    (1..=table.faces()).map(face).collect()
}

/// A line a kind of hex, way and hexside.
fn terrain(charts: &Charts) -> Vec<Line> {
    let doubled = |multiplier: u8| match multiplier {
        1 => None,
        2 => Some("defenders doubled".to_owned()),
        more => Some(format!("defenders times {more}")),
    };
    let line = |name: &str, cost: String, more: Vec<Option<String>>| {
        let more: String = more.into_iter().flatten().map(|word| format!(", {word}")).collect();
        Line::fact(1, format!("{}: {cost}{more}", name.replace('_', " ")))
    };
    let said = |what: &str, holds: bool| holds.then(|| what.to_owned());
    let mut lines = Vec::new();
    for (kind, _, name) in Terrain::ALL {
        let Some(row) = charts.hexes[kind as usize] else { continue };
        let cost = match row.cost {
            Cost::Points(points) => points_of(u32::from(points)),
            Cost::Impassable => "nobody enters".to_owned(),
        };
        let more = vec![
            doubled(row.multiplier),
            said("blocks sight", row.blocks_sight),
            said("no zones of control", !row.zone),
            said("only along its arrows, and nobody stops there", row.crossing),
        ];
        lines.push(line(name, cost, more));
    }
    lines.push(line("along a road", points_of(u32::from(charts.road)), Vec::new()));
    let trail = format!("at most {}", points_of(u32::from(charts.trail)));
    lines.push(line("along a trail", trail, Vec::new()));
    for (kind, name) in Side::ALL {
        let Some(row) = kind.place().and_then(|place| charts.sides[place]) else { continue };
        let cost = match row.cost {
            Cost::Points(0) => "free to cross".to_owned(),
            Cost::Points(points) => format!("{points} more to cross"),
            Cost::Impassable => "nobody crosses".to_owned(),
        };
        let more = vec![
            doubled(row.multiplier),
            said("no zones of control and no attacks across", !row.zone),
        ];
        lines.push(line(&format!("{name} hexside"), cost, more));
    }
    let other = "a battle may say otherwise for an army: see `provost scenario show BATTLE`";
    lines.push(Line::fact(1, other));
    lines
}
