//! Arrivals that the rules of a battle treat otherwise, and units that go away: to notation and back.

use super::super::events::Event;
use super::super::scenario::UnitId;
use super::cursor::{Cursor, Read};
use crate::rule::Rule;

/// The clause of an event of this page; `name` and `rule` write a unit and a citation.
pub fn print(
    event: &Event,
    name: impl Fn(UnitId) -> String,
    rule: impl Fn(&Rule) -> String,
) -> Option<String> {
    Some(match event {
        Event::Away { unit, due, rule: because } => {
            format!("away {} {due} {}", name(*unit), rule(because))
        }
        Event::Lost { unit, at, rule: because } => {
            let at = at.map_or(String::new(), |hex| format!("{hex} "));
            format!("lost {} {at}{}", name(*unit), rule(because))
        }
        Event::BroughtForward { unit, hex, rule: because, groups } => {
            let mut text = format!("forward {} {hex} {}", name(*unit), rule(because));
            for (due, now, because) in groups {
                text += &format!("  {due}>{now} {}", rule(because));
            }
            text
        }
        _ => return None,
    })
}

/// Reads a clause of this page, if it is one.
///
/// # Errors
/// The complaint, if it goes wrong.
pub fn parse(line: &mut Cursor) -> Read<Option<Event>> {
    if line.keyword("away") {
        let (unit, due) = (line.unit()?, line.number()?);
        return Ok(Some(Event::Away { unit, due, rule: line.rule()? }));
    }
    if line.keyword("lost") {
        let unit = line.unit()?;
        let at = line.at_hex().then(|| line.hex()).transpose()?;
        return Ok(Some(Event::Lost { unit, at, rule: line.rule()? }));
    }
    if line.keyword("forward") {
        let (unit, hex, rule) = (line.unit()?, line.hex()?, line.rule()?);
        let mut groups = Vec::new();
        while line.more() {
            let due = line.number()?;
            line.expect('>')?;
            groups.push((due, line.number()?, line.rule()?));
        }
        return Ok(Some(Event::BroughtForward { unit, hex, rule, groups }));
    }
    Ok(None)
}
