//! Doubts about a map that can be read: it may be meant so, but rarely is.

use super::{Hex, Map, Side, Terrain};
use crate::document::{Diagnostic, Span};

/// Adds a warning for every doubt. `drawn` holds the places of the hexes of each way.
pub fn doubts(map: &Map, drawn: &[Vec<Span>], terrain: Span, complaints: &mut Vec<Diagnostic>) {
    let doubt = |span, headline, help: &str| Diagnostic::warning(span, headline).help(help);
    for (way, spans) in map.ways().iter().zip(drawn) {
        let kind = way.kind.names().next().unwrap_or("way");
        let name = if way.name.is_empty() { kind } else { &way.name };
        for (pair, spans) in way.hexes.windows(2).zip(spans.windows(2)) {
            let (&[a, b], &[_, span]) = (pair, spans) else {
                continue;
            };
            if let Some(hex) = [a, b].into_iter().find(|hex| is(map, *hex, Terrain::is_water)) {
                let headline = format!("{name} runs through {hex}, a hex of water");
                complaints.push(doubt(span, headline, "make it a pontoon, ferry or ford hex"));
            } else if way.kind != Side::RAIL {
                if let Some(hex) = against_arrows(map, a, b) {
                    let headline = format!("{name} joins {a} and {b}, but no arrow of {hex} does");
                    complaints.push(doubt(span, headline, "add the arrow, or turn the way"));
                } else if is_barred(map.side_between(a, b)) {
                    let headline = format!("{name} crosses the water between {a} and {b}");
                    complaints.push(doubt(span, headline, "list a bridge or ford there"));
                }
            }
        }
    }
    for &hex in map.hexes() {
        if is(map, hex, Terrain::is_crossing) && map.arrows(hex).is_empty() {
            let headline = format!("{hex} has no arrows, so nobody can cross there");
            complaints.push(doubt(terrain, headline, "list under `arrows` the hexes on its banks"));
        }
    }
    for island in islands(map) {
        let hexes: Vec<String> = island.iter().take(8).map(Hex::to_string).collect();
        let more = island.len().saturating_sub(hexes.len());
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let headline =
            format!("no way leads from the rest of the land to {}{more}", hexes.join(" "));
        complaints.push(doubt(terrain, headline, "look for a missing bridge, ford or arrow"));
    }
}

fn is(map: &Map, hex: Hex, kind: fn(Terrain) -> bool) -> bool {
    map.terrain(hex).is_some_and(kind)
}

/// The crossing hex of the two whose arrows do not name the other.
fn against_arrows(map: &Map, a: Hex, b: Hex) -> Option<Hex> {
    let bars =
        |hex: Hex, other| is(map, hex, Terrain::is_crossing) && !map.arrows(hex).contains(&other);
    [(a, b), (b, a)].into_iter().find(|(hex, other)| bars(*hex, *other)).map(|(hex, _)| hex)
}

/// Creek or lake with no bridge or ford over it.
fn is_barred(side: Side) -> bool {
    side.has(Side::CREEK.with(Side::LAKE)) && !side.has(Side::BRIDGE.with(Side::FORD))
}

/// The parts of the land that hang together, without the largest.
fn islands(map: &Map) -> Vec<Vec<Hex>> {
    let is_crossing: Vec<bool> = map.terrain.iter().map(|terrain| terrain.is_crossing()).collect();
    // Nobody looks for land in the water.
    let mut seen: Vec<bool> = map.terrain.iter().map(|terrain| terrain.is_water()).collect();
    let mut parts: Vec<Vec<Hex>> = Vec::new();
    for start in 0..map.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut part = vec![start];
        let mut next = 0;
        while let Some(&at) = part.get(next) {
            next += 1;
            for (to, side) in map.neighbours[at].into_iter().zip(map.sides[at]) {
                let to = usize::from(to);
                if seen.get(to).is_none_or(|seen| *seen) || is_barred(side) {
                    continue;
                }
                let crossing = is_crossing[at] || is_crossing[to];
                if crossing && against_arrows(map, map.hexes[at], map.hexes[to]).is_some() {
                    continue;
                }
                seen[to] = true;
                part.push(to);
            }
        }
        part.sort_unstable();
        parts.push(part.into_iter().map(|at| map.hex_at(at)).collect());
    }
    // A crossing hex without arrows has its own warning.
    parts.retain(|part| part.iter().any(|hex| !is(map, *hex, Terrain::is_crossing)));
    // The largest comes first; of two the one with the lower number.
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    parts.into_iter().skip(1).collect()
}
