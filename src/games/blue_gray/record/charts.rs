//! `charts.yaml`: combat results and terrain effects.

use super::super::answers::Result as Outcome;
use super::super::scenario::{Charts, Cost, HexEffect, SideEffect};
use crate::board::odds::Table;
use crate::board::{Map, Side, Terrain};
use crate::document::fields::{Fields, is_whole_number, nearest};
use crate::document::{Diagnostic, Node, Span, Text};
use std::str::FromStr;

/// Words for how sure a row is.
const CERTAINTY: [&str; 3] = ["high", "medium", "low"];

/// Marks of hexsides that have no row of their own.
const WAYS: Side = Side::ROAD.with(Side::TRAIL).with(Side::RAIL);

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
        fields.required("provenance").word(&super::PROVENANCES);
        let results = fields.required("combat_results").node();
        let hexes = fields.required("terrain").entries();
        let ways = fields.required("ways").node();
        let sides = fields.required("sides").entries();
        fields.finish();
        let results = results.and_then(|node| read_results(node, complaints));
        let terrains = Terrain::ALL.map(|(_, _, name)| name);
        let mut of_hexes = [None; Terrain::ALL.len()];
        for (key, row) in hexes {
            if let Some(name) = known(key, &terrains, complaints)
                && let Some(terrain) = Terrain::of_name(name)
            {
                of_hexes[terrain as usize] = read_hex(row, complaints);
            }
        }
        let marks: Vec<(Side, &str)> =
            Side::ALL.into_iter().filter(|(mark, _)| !WAYS.has(*mark)).collect();
        let names: Vec<&str> = marks.iter().map(|(_, name)| *name).collect();
        let mut of_sides = [None; Side::ALL.len()];
        for (key, row) in sides {
            if let Some(name) = known(key, &names, complaints)
                && let Some((mark, _)) = marks.iter().find(|(_, n)| *n == name)
                && let Some(place) = mark.place()
            {
                of_sides[place] = read_side(*mark, row, complaints);
            }
        }
        let (road, trail) = ways.and_then(|node| read_ways(node, complaints)).unzip();
        let mut charts = Charts {
            results: results?,
            hexes: of_hexes,
            sides: of_sides,
            road: road?,
            trail: trail?,
            costs: Default::default(),
        };
        charts.costs = [charts.printed_costs(); 2];
        (complaints.len() == before).then_some(charts)
    }

    /// Complains about what a map has and the charts do not.
    pub fn covers(&self, map: &Map, span: Span, complaints: &mut Vec<Diagnostic>) {
        let lacks_hex = |terrain: &Terrain| self.hexes[*terrain as usize].is_none();
        let lacks_side = |mark: &Side| !WAYS.has(*mark) && self.side(*mark).is_none();
        let mut missing: Vec<&str> = Vec::new();
        let mut used = [false; Terrain::ALL.len()];
        let kinds = map.hexes().iter().filter_map(|hex| map.terrain(*hex));
        kinds.for_each(|terrain| used[terrain as usize] = true);
        for (terrain, _, name) in Terrain::ALL {
            if used[terrain as usize] && lacks_hex(&terrain) {
                missing.push(name);
            }
        }
        let used = map.hexes().iter().fold(Side::NONE, |all, hex| all.with(map.sides_of(*hex)));
        for (mark, name) in Side::ALL {
            if used.has(mark) && lacks_side(&mark) {
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
    if let Some(value) = node.get("certainty")
        && !value.as_text().is_some_and(|word| CERTAINTY.contains(&word))
    {
        let complaint = Diagnostic::error(value.span, "`certainty` is none of its words");
        complaints.push(complaint.help(format!("write {}", CERTAINTY.join(" or "))));
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
    let words = text.split(' ').scan(0, |next, word| {
        let at = *next;
        *next += word.chars().count() + 1;
        Some((at, word))
    });
    words.filter(|(_, word)| !word.is_empty())
}

/// A row of the terrain chart for a kind of hex.
fn read_hex(row: &Node, complaints: &mut Vec<Diagnostic>) -> Option<HexEffect> {
    let mut fields = Fields::of(row, "row of the chart", complaints)?;
    let cost = fields.required("cost").read::<Enter>();
    let multiplier = fields.required("combat").read::<Times>();
    let blocks_sight = fields.required("sight").word(&[("open", false), ("blocked", true)]);
    let zone = fields.required("zone").word(&[("open", true), ("closed", false)]);
    let crossing = match fields.optional("by").node() {
        Some(_) => fields.optional("by").word(&[("arrows", true)]),
        None => Some(false),
    };
    remarks(&mut fields);
    fields.finish();
    Some(HexEffect {
        cost: cost?.0,
        multiplier: multiplier?.0,
        blocks_sight: blocks_sight?,
        zone: zone?,
        crossing: crossing?,
    })
}

/// A row of the terrain chart for a kind of hexside.
fn read_side(mark: Side, row: &Node, complaints: &mut Vec<Diagnostic>) -> Option<SideEffect> {
    let mut fields = Fields::of(row, "row of the chart", complaints)?;
    let cost = fields.required("cost").read::<Cross>();
    let multiplier = fields.required("combat").read::<Times>();
    let zone = fields.required("zone").word(&[("open", true), ("closed", false)]);
    // What these two say is part of the rules; a row that said otherwise would not be followed.
    if Side::BRIDGE.with(Side::FORD).has(mark) {
        fields.required("replaces").word(&[("water", ())]);
    }
    if mark == Side::REDOUBT {
        fields.required("from").word(&[("barbed", ())]);
    }
    remarks(&mut fields);
    fields.finish();
    Some(SideEffect { cost: cost?.0, multiplier: multiplier?.0, zone: zone? })
}

/// Costs along roads and trails.
fn read_ways(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<(u8, u8)> {
    let mut fields = Fields::of(node, "list of ways", complaints)?;
    let mut way = |key: &'static str, mode: &'static str| {
        let mut fields = fields.required(key).fields("row of the chart")?;
        let cost = fields.required("cost").number();
        fields.required("mode").word(&[(mode, ())]);
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
    fields.optional("certainty").word(&CERTAINTY.map(|word| (word, ())));
}

/// The cost of a hex: movement points, or `impassable`.
struct Enter(Cost);

impl FromStr for Enter {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Enter, &'static str> {
        let points = |text: &str| text.parse().ok().filter(|_| is_whole_number(text));
        match text {
            "impassable" => Ok(Enter(Cost::Impassable)),
            _ => points(text).map(|n| Enter(Cost::Points(n))).ok_or("write 1, 3 or impassable"),
        }
    }
}

/// The cost of a hexside: `+N` movement points, or `impassable`.
struct Cross(Cost);

impl FromStr for Cross {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Cross, &'static str> {
        let wrong = "write +0, +2 or impassable";
        match (text, text.strip_prefix('+')) {
            ("impassable", _) => Ok(Cross(Cost::Impassable)),
            (_, Some(points)) if is_whole_number(points) => {
                points.parse().map(|n| Cross(Cost::Points(n))).map_err(|_| wrong)
            }
            _ => Err(wrong),
        }
    }
}

/// A multiplier of the defender's strength.
struct Times(u8);

impl FromStr for Times {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Times, &'static str> {
        let times = text.parse().ok().filter(|n| (1..=9).contains(n));
        times.map(Times).ok_or("write how often the defender's strength counts, 1 or 2")
    }
}

/// The known name that a row has; complains about a name that no map can have.
fn known<'k>(key: &Text, names: &[&'k str], complaints: &mut Vec<Diagnostic>) -> Option<&'k str> {
    if let Some(name) = names.iter().find(|name| **name == key.text) {
        return Some(name);
    }
    let headline = format!("no map has `{}`", key.text);
    let help = match nearest(&key.text, names) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known here: {}", names.join(", ")),
    };
    complaints.push(Diagnostic::error(key.span, headline).help(help));
    None
}
