//! `occupation`: hexes that score for the army that was last on or through them.

use super::reader::{Ground, Reader};
use super::super::scenario::Army;
use crate::board::Hex;
use crate::rule::Rule;

/// Hexes with points at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occupation {
    /// The hexes.
    pub hexes: Vec<Objective>,
    /// Citation of what occupation is.
    pub rule: Rule,
}

/// One hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// The hex.
    pub hex: Hex,
    /// Who holds it at the start.
    pub holder: Option<Army>,
    /// Who scores for it; `None` is either.
    pub army: Option<Army>,
    /// Victory points.
    pub points: u32,
    /// Citation, with its letter.
    pub rule: Rule,
}

impl Occupation {
    /// Reads `{rule, hexes: [..]}`, each hex once.
    pub fn read(mut entry: Reader<'_, '_>) -> Option<Occupation> {
        let rule = entry.rule();
        let mut seen = Vec::new();
        let hexes = entry.each("hexes", "objective", |objective| {
            Objective::read(objective, &mut seen)
        });
        entry.finish();
        Some(Occupation { hexes: hexes?, rule: rule? })
    }
}

impl Objective {
    /// Reads `{at, holder, side: union|confederate|either, points, rule}`; nobody holds the hex at
    /// the start if `holder` is left out.
    fn read(mut entry: Reader<'_, '_>, seen: &mut Vec<Hex>) -> Option<Objective> {
        let hex = entry.hex("at", Ground::Passable);
        if let Some(hex) = hex {
            if seen.contains(&hex) {
                entry.complain("at", format!("{hex} is an objective twice"), "leave one out");
            }
            seen.push(hex);
        }
        let holder = match entry.has("holder") {
            true => entry.army("holder").map(Some),
            false => Some(None),
        };
        let army = entry.either_army("side");
        let points = entry.number("points");
        let rule = entry.rule();
        entry.finish();
        Some(Objective {
            hex: hex?,
            holder: holder?,
            army: army?,
            points: points?,
            rule: rule?,
        })
    }
}
