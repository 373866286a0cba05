//! `move` and `fall back`: units, routes, and the lists of places where units go away to.

use super::super::answers::{At, Away, GiveWay, Move, Retreat, Route, Spot, Towards, Whom};
use super::super::scenario::UnitId;
use super::phrase::{Phrase, Read};
use super::reader::{Reader, Seen};
use crate::document::Node;

/// Longest list of units before a colon, in characters.
const KEY: usize = 67;

const MOVE: &str = "UNITS: [HEX to] [strategic,] HEX HEX ... [exit] | enter HEX ... | exit | hold";
const FALL_BACK: &str = "UNIT: HEX HEX ... | toward HEX [, alone if possible]";

impl Reader<'_> {
    /// The lines of `move:`.
    pub fn moves(&mut self, node: &Node) -> Vec<Move> {
        let mut seen = Seen::new(self);
        let mut moves = Vec::new();
        for line in self.lines(node, "move", "UNITS: HEX HEX") {
            let Some((mut key, mut value)) = self.pair(line, MOVE) else { continue };
            let units =
                self.units(&mut key).and_then(|units| key.done("a comma", &[]).map(|()| units));
            let units = self.keep(units);
            for unit in units.iter().flatten() {
                seen.unit(*unit, self);
            }
            let route = route(&mut value);
            if let (Some(units), Some(route)) = (units, self.keep(route)) {
                let span = self.line(line);
                moves.extend(self.short_lines(Move { units, route, span }));
            }
        }
        moves
    }

    /// Cuts a typed line whose units do not fit one key of a record; its parts mean the same.
    fn short_lines(&mut self, line: Move) -> Vec<Move> {
        if !self.is_lenient() {
            return vec![line];
        }
        let mut parts: Vec<Vec<At<UnitId>>> = Vec::new();
        let mut length = 0;
        for unit in &line.units {
            let more = self.names.id(unit.value).len() + 2;
            match parts.last_mut() {
                Some(part) if length + more <= KEY => {
                    part.push(*unit);
                    length += more;
                }
                _ => {
                    parts.push(vec![*unit]);
                    length = more;
                }
            }
        }
        if parts.len() > 1 {
            let what = format!("a long list of units cut into {} lines", parts.len());
            self.repaired(line.span, what);
        }
        let part = |units| Move { units, route: line.route.clone(), span: line.span };
        parts.into_iter().map(part).collect()
    }

    /// The lines of `fall back:`.
    pub fn fall_backs(&mut self, node: &Node) -> Vec<Retreat> {
        let mut seen = Seen::new(self);
        let mut lines = Vec::new();
        for line in self.lines(node, "fall back", "UNIT: HEX HEX") {
            let Some((mut key, mut value)) = self.pair(line, FALL_BACK) else { continue };
            let unit = self.unit(&mut key, &[]).and_then(|unit| one(&key).map(|()| unit));
            let unit = self.keep(unit);
            if let Some(unit) = unit {
                seen.unit(unit, self);
            }
            let away = away(&mut value).and_then(|away| value.done("a place", AWAY).map(|()| away));
            if let (Some(unit), Some(away)) = (unit, self.keep(away)) {
                let whom = Whom::Unit(unit.value);
                lines.push(Retreat { whom, away: Some(away), span: unit.span });
            }
        }
        lines
    }

    /// `( unit | "any" ) [ "smallest," ] away`
    pub fn push(&mut self, phrase: &mut Phrase<'_>) -> Read<GiveWay> {
        let mark = phrase.mark();
        let whom = self.whom(phrase, &["smallest", "toward", "towards", "exit"])?;
        let (smallest, away) = give_way(phrase)?;
        Ok(GiveWay { whom: whom.value, smallest, away, span: phrase.since(mark) })
    }
}

/// Complains if a line is for more than one unit.
pub(super) fn one(key: &Phrase<'_>) -> Read<()> {
    match key.peek() {
        "" => Ok(()),
        "," => Err(key.wrong("the end", &[]).help("write a line for each unit")),
        _ => Err(key.wrong("the end", &[])),
    }
}

/// Words that may stand among places.
pub(super) const AWAY: &[&str] = &["toward", "exit", "alone"];

/// `( place { place } | "toward" hex ) [ ", alone if possible" ]`
pub(super) fn away(phrase: &mut Phrase<'_>) -> Read<Away> {
    let mark = phrase.mark();
    let to = if phrase.eat("toward") {
        Towards::Toward(phrase.hex()?.value)
    } else {
        let mut places = Vec::new();
        loop {
            if let Some(hex) = phrase.try_hex() {
                places.push(Spot::Hex(hex.value));
            } else if phrase.eat("exit") {
                places.push(Spot::Exit);
            } else {
                break;
            }
        }
        if places.is_empty() {
            return Err(phrase.wrong("a hex, `exit` or `toward HEX`", AWAY));
        }
        Towards::Places(places)
    };
    let alone = phrase.eat_all(&[",", "alone", "if", "possible"]);
    Ok(Away { to, alone, span: phrase.since(mark) })
}

/// `[ "smallest," ] away`
pub(super) fn give_way(phrase: &mut Phrase<'_>) -> Read<(bool, Away)> {
    let smallest = phrase.eat("smallest");
    if smallest && !phrase.eat(",") {
        return Err(phrase.wrong("a comma after `smallest`", &[]));
    }
    if !smallest && !phrase.is("toward") && !phrase.is("exit") && phrase.clone().try_hex().is_none()
    {
        let known = &["smallest", "toward", "exit"];
        return Err(phrase.wrong("`smallest,`, a hex, `exit` or `toward HEX`", known));
    }
    Ok((smallest, away(phrase)?))
}

fn route(phrase: &mut Phrase<'_>) -> Read<Route> {
    const WORDS: &[&str] = &["hold", "exit", "enter", "strategic", "to"];
    if phrase.eat("hold") {
        phrase.done("", &[])?;
        return Ok(Route::Hold);
    }
    let enter = phrase.eat("enter");
    let mut start = phrase.clone();
    let from: Option<At<_>> = start.try_hex().filter(|_| !enter && start.eat("to"));
    if from.is_some() {
        *phrase = start;
    }
    let strategic = !enter && phrase.eat("strategic");
    if strategic && !phrase.eat(",") {
        return Err(phrase.wrong("a comma after `strategic`", &[]));
    }
    let mut hexes = Vec::new();
    while let Some(hex) = phrase.try_hex() {
        hexes.push(hex);
    }
    let bare = !enter && !strategic && from.is_none();
    if hexes.is_empty() && !(bare && phrase.is("exit")) {
        let due = if bare { "a hex, `enter`, `exit`, `hold` or `strategic,`" } else { "a hex" };
        return Err(phrase.wrong(due, WORDS));
    }
    let exit = phrase.is("exit").then(|| phrase.take().span);
    if exit.is_some() && !phrase.is_done() {
        let mut after = phrase.clone();
        let by = std::iter::from_fn(|| match after.is_done() {
            true => None,
            false => Some(after.take().value),
        });
        let by: Vec<&str> = by.filter(|word| word.parse::<crate::board::Hex>().is_ok()).collect();
        if !by.is_empty() && hexes.is_empty() {
            let help = format!("the hexes come first: write `{} exit`", by.join(" "));
            return Err(phrase.wrong("the end", &[]).help(help));
        }
    }
    let due = if exit.is_some() { "" } else { "a hex, `exit`" };
    phrase.done(due, WORDS)?;
    Ok(Route::March { from, enter, strategic, hexes, exit })
}
