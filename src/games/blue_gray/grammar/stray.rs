//! The line before which a block of orders ends, if it was meant as one of them.

use super::names::Names;
use crate::board::Hex;
use crate::document::Diagnostic;
use crate::mail::extract::{Block, Stop};

/// As many words may begin a line with the name of a unit.
const WORDS: usize = 4;

/// Complains of the line that ended the block if it looks like an order: it begins with the name of
/// an own unit and holds a hex or says what the unit does, or begins or holds so directly behind a
/// line of a list.
pub(super) fn complaint(block: &Block, names: &Names<'_>) -> Option<Diagnostic> {
    let stop = block.stop.as_ref().filter(|stop| !stop.text.starts_with('>'))?;
    let named = is_named(&stop.text, names);
    let placed = is_placed(stop, names) || is_deed(&stop.text);
    (named && placed || stop.close && (named || placed)).then(|| {
        let headline = "not read: it looks like an order, and is no line of a list";
        Diagnostic::error(stop.span, headline)
            .help("write `- UNIT: ...`; if it is none, write `end` on a line above it")
    })
}

/// What a unit is told to do besides going to a hex.
const DEEDS: [&str; 9] =
    ["hold", "stay", "go", "ask", "stand", "enter", "exit", "toward", "strategic"];

/// Whether a line says behind its colon what somebody is to do.
fn is_deed(text: &str) -> bool {
    let word = text.split_once(": ").and_then(|(_, what)| what.split([' ', ',']).next());
    word.is_some_and(|word| DEEDS.iter().any(|deed| word.eq_ignore_ascii_case(deed)))
}

/// Whether a line begins with the name of an own unit, or with `any:`.
fn is_named(text: &str, names: &Names<'_>) -> bool {
    if text.split_once(':').is_some_and(|(whom, _)| whom.eq_ignore_ascii_case("any")) {
        return true;
    }
    let first = text.split([',', ':', '@']).next().unwrap_or_default();
    let words: Vec<&str> = first.split_whitespace().take(WORDS).collect();
    let is_unit = |name: String| names.exact(&name).is_some() || names.one(&name).is_ok();
    (1..=words.len()).any(|most| is_unit(words.get(..most).unwrap_or_default().join(" ")))
}

/// Whether a line holds a hex of the map. Who is quoted is told with a colon at the end.
fn is_placed(stop: &Stop, names: &Names<'_>) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let mut words = stop.text.split(|c: char| !c.is_alphanumeric());
    let on_map = |hex: Hex| names.scenario.map.contains(hex);
    !stop.text.ends_with(':')
        && words.any(|word| {
            word.len() == 4 && word.chars().all(is_digit) && word.parse().is_ok_and(on_map)
        })
}
