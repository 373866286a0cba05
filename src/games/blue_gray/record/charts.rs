//! `charts.yaml`: combat results and terrain effects.

use super::super::answers::Result as Outcome;
use super::super::scenario::{Charts, Cost, HexEffect, SideEffect};
use crate::board::odds::Table;
use crate::board::{Map, Side, Terrain};
use crate::document::fields::{Field, Fields, nearest};
use crate::document::{Diagnostic, Node, Span};

/// Words for how sure a row is.
const CERTAINTY: [&str; 3] = ["high", "medium", "low"];

/// Faces of the die of the combat results table.
const FACES: u8 = 6;

impl Charts {
    /// Reads the charts of the family; every fault is added to `complaints`.
    pub fn read(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Charts> {
        let before = complaints.len();
        let mut fields = Fields::of(node, "chart file", complaints)?;
        fields.required("charts").text();
        fields.optional("title").text();
        fields.optional("note").text();
        let provenance = fields.required("provenance").node();
        let results = fields.required("combat_results").node();
        let hexes = fields.required("terrain").entries();
        let ways = fields.required("ways").node();
        let sides = fields.required("sides").entries();
        fields.finish();
        if let Some(node) = provenance {
            super::provenance_word(node, complaints);
        }
        let results = results.and_then(|node| read_results(node, complaints));
        let hexes = hexes.iter().filter_map(|(key, row)| {
            let terrain = known(&key.text, key.span, terrain_names(), "terrain", complaints)?;
            Some((Terrain::of_name(terrain)?, read_hex(row, complaints)?))
        });
        let hexes = hexes.collect();
        let sides = sides.iter().filter_map(|(key, row)| {
            let name = known(&key.text, key.span, side_names(), "hexside", complaints)?;
            let (mark, _) = Side::ALL.into_iter().find(|(_, n)| *n == name)?;
            Some((mark, read_side(mark, row, complaints)?))
        });
        let sides = sides.collect();
        let (road, trail) = ways.and_then(|node| read_ways(node, complaints)).unzip();
        let charts =
            Charts { results: results?, hexes, sides, road: road?, trail: trail? };
        (complaints.len() == before).then_some(charts)
    }

    /// Complains about what a map has and the charts do not.
    pub fn covers(&self, map: &Map, span: Span, complaints: &mut Vec<Diagnostic>) {
        let lacks_hex = |terrain: &Terrain| !self.hexes.iter().any(|(t, _)| t == terrain);
        let lacks_side = |mark: &Side| {
            let way = Side::ROAD.with(Side::TRAIL).with(Side::RAIL);
            !way.has(*mark) && self.side(*mark).is_none()
        };
        let mut missing: Vec<&str> = Vec::new();
        for (terrain, _, name) in Terrain::ALL {
            let used = map.hexes().iter().any(|h| map.terrain(*h) == Some(terrain));
            if used && lacks_hex(&terrain) {
                missing.push(name);
            }
        }
        for (mark, name) in Side::ALL {
            let used = map.hexes().iter().any(|h| map.sides_of(*h).has(mark));
            if used && lacks_side(&mark) {
                missing.push(name);
            }
        }
        for name in missing {
            let headline = format!("the map has {name}, the charts do not");
            complaints.push(Diagnostic::error(span, headline).help(format!("add a row `{name}`")));
        }
    }
}

/// The combat results table; every result is one of the five words.
fn read_results(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Table> {
    let table = Table::read(node, complaints)?;
    if table.faces() != FACES {
        let headline = format!("the table has rows for {} faces, not {FACES}", table.faces());
        complaints.push(Diagnostic::error(node.span, headline));
        return None;
    }
    let mut sound = true;
    for face in 1..=FACES {
        let Some(row) = node.get(&face.to_string()) else { continue };
        for (at, word) in words(row) {
            if Outcome::ALL.iter().any(|r| r.word() == word) {
                continue;
            }
            sound = false;
            let span = row.span.part(at, word.chars().count());
            let headline = format!("`{word}` is no result of the table");
            complaints.push(Diagnostic::error(span, headline).help("AE, AR, DE, DR or EX"));
        }
    }
    sound.then_some(table)
}

/// The words of a scalar with the character at which each begins.
fn words(node: &Node) -> impl Iterator<Item = (usize, &str)> {
    let text = node.as_text().unwrap_or_default();
    let start = text.as_ptr() as usize;
    text.split_whitespace().map(move |word| {
        let bytes = word.as_ptr() as usize - start;
        (text.get(..bytes).map_or(0, |before| before.chars().count()), word)
    })
}

/// A row of the terrain chart for a kind of hex.
fn read_hex(row: &Node, complaints: &mut Vec<Diagnostic>) -> Option<HexEffect> {
    let mut fields = Fields::of(row, "row of the chart", complaints)?;
    let cost = cost(fields.required("cost"));
    let multiplier = fields.required("combat").number();
    let blocks_sight = word(fields.required("sight"), &[("open", false), ("blocked", true)]);
    let zone = word(fields.required("zone"), &[("open", true), ("closed", false)]);
    let crossing = match fields.optional("by").node() {
        Some(_) => word(fields.optional("by"), &[("arrows", true)]),
        None => Some(false),
    };
    remarks(&mut fields);
    fields.finish();
    Some(HexEffect {
        cost: cost?,
        multiplier: multiplier?,
        blocks_sight: blocks_sight?,
        zone: zone?,
        crossing: crossing?,
    })
}

/// A row of the terrain chart for a kind of hexside.
fn read_side(mark: Side, row: &Node, complaints: &mut Vec<Diagnostic>) -> Option<SideEffect> {
    let mut fields = Fields::of(row, "row of the chart", complaints)?;
    let cost = added(fields.required("cost"));
    let multiplier = fields.required("combat").number();
    let zone = word(fields.required("zone"), &[("open", true), ("closed", false)]);
    // What these two say is part of the rules; a row that said otherwise would not be followed.
    if Side::BRIDGE.with(Side::FORD).has(mark) {
        word(fields.required("replaces"), &[("water", ())]);
    }
    if mark == Side::REDOUBT {
        word(fields.required("from"), &[("barbed", ())]);
    }
    remarks(&mut fields);
    fields.finish();
    Some(SideEffect { cost: cost?, multiplier: multiplier?, zone: zone? })
}

/// Costs along roads and trails.
fn read_ways(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<(u8, u8)> {
    let mut fields = Fields::of(node, "list of ways", complaints)?;
    let mut way = |key: &'static str, mode: &'static str| {
        let mut fields = fields.required(key).fields("row of the chart")?;
        let cost = fields.required("cost").number();
        word(fields.required("mode"), &[(mode, ())]);
        remarks(&mut fields);
        fields.finish();
        cost
    };
    let (road, trail) = (way("road", "fixed"), way("trail", "at_most"));
    fields.finish();
    Some((road?, trail?))
}

/// What a row says about itself.
fn remarks(fields: &mut Fields<'_, '_>) {
    fields.optional("rule").text();
    fields.optional("note").text();
    word(fields.optional("certainty"), &CERTAINTY.map(|word| (word, ())));
}

/// Movement points, or `impassable`.
fn cost(field: Field<'_, '_>) -> Option<Cost> {
    match field.text()? {
        "impassable" => Some(Cost::Impassable),
        _ => field.number().map(Cost::Points),
    }
}

/// `+N` movement points, or `impassable`.
fn added(field: Field<'_, '_>) -> Option<Cost> {
    match field.text()? {
        "impassable" => Some(Cost::Impassable),
        text => match text.strip_prefix('+').map(str::parse) {
            Some(Ok(points)) => Some(Cost::Points(points)),
            _ => {
                field.refuse("write +1, +2 or impassable");
                None
            }
        },
    }
}
