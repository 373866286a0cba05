//! The digest of a position, hashed without building a tree.
//!
//! An audit takes the digest after every player-turn, so this has to be fast. The text is the
//! canonical JSON of [`position_node`](super::position_node)'s tree: keys sorted, every leaf a
//! string.

use super::super::exclusive;
use super::super::position::{Halted, Marks, Place, Position};
use super::super::scenario::{Army, Scenario, Start, Unit};
use super::position::{Heading, phase_word, points_of, position_tree, state_words};
use crate::board::Hex;
use crate::document::Node;
use crate::document::digest::{Digest, TAG, hash_bytes};

/// The digest of the file that gives this position under this heading.
pub fn position_digest(scenario: &Scenario, position: &Position, heading: &Heading<'_>) -> Digest {
    let mut json = Json(Vec::with_capacity(128 * scenario.units.len() + 1024));
    json.raw(TAG);
    json.raw("|position|");
    json.open(b'{');
    if let Some(army) = heading.awaiting(position) {
        json.entry("awaiting", army.word());
    }
    json.combat(position.halted.as_ref());
    json.control(position);
    json.counters(position);
    json.entry("game", heading.game);
    json.gone(scenario, position);
    json.entry("kind", "position");
    json.entry("phase", phase_word(position.phase));
    json.points(position);
    json.entry("provost", "1");
    json.reserve(scenario, position);
    json.rolls(position);
    json.key("scenario");
    json.open(b'{');
    json.entry("digest", heading.scenario);
    json.entry("name", &scenario.name);
    json.close(b'}');
    if !position.scored.is_empty() {
        json.hexes("scored", position.scored.iter().copied());
    }
    json.number("turn", position.turn);
    json.units(scenario, position);
    json.close(b'}');
    hash_bytes(&json.0)
}

/// The tree of a position file, with its digest and its label.
pub fn position_node(scenario: &Scenario, position: &Position, heading: &Heading<'_>) -> Node {
    let digest = position_digest(scenario, position, heading);
    position_tree(scenario, position, heading, &digest)
}

/// Canonical JSON as it grows.
struct Json(Vec<u8>);

impl Json {
    /// `{awaiting}` first, then the parts of a position, each left out if it is empty.
    fn combat(&mut self, halted: Option<&Halted>) {
        let Some(halted) = halted.filter(|h| **h != Halted::default()) else { return };
        self.key("combat");
        self.open(b'{');
        if let Some(hex) = halted.begun {
            self.hex("begun", hex);
        }
        if let Some(result) = &halted.result {
            self.entry("result", result);
        }
        if !halted.used.is_empty() {
            self.hexes("used", halted.used.iter().copied());
        }
        self.close(b'}');
    }

    fn control(&mut self, position: &Position) {
        if position.control.is_empty() {
            return;
        }
        self.key("control");
        self.open(b'{');
        for (hex, army) in &position.control {
            self.comma();
            self.hex_value(*hex);
            self.put(b':');
            self.text(army.word());
        }
        self.close(b'}');
    }

    fn counters(&mut self, position: &Position) {
        let mut kept = position.counters.iter().filter(|(_, n)| **n > 0).peekable();
        if kept.peek().is_none() {
            return;
        }
        self.key("counters");
        self.open(b'{');
        for (counter, n) in kept {
            self.number(counter.word(), *n);
        }
        self.close(b'}');
    }

    fn rolls(&mut self, position: &Position) {
        if position.rolls.is_empty() {
            return;
        }
        self.key("rolls");
        self.open(b'{');
        for (label, face) in &position.rolls {
            self.number(label, *face);
        }
        self.close(b'}');
    }

    fn points(&mut self, position: &Position) {
        let scored = |army| points_of(position, army).next().is_some();
        if !Army::BOTH.into_iter().any(scored) {
            return;
        }
        self.key("points");
        self.open(b'{');
        for army in Army::BOTH.into_iter().filter(|army| scored(*army)) {
            self.key(army.word());
            self.open(b'{');
            for (award, points) in points_of(position, army) {
                self.number(award.word(), points);
            }
            self.close(b'}');
        }
        self.close(b'}');
    }

    fn units(&mut self, scenario: &Scenario, position: &Position) {
        let mut begun = false;
        for (id, piece) in position.pieces() {
            let Place::Map(hex) = piece.place else { continue };
            self.line(&mut begun, "units");
            self.hex("at", hex);
            self.counter(scenario, scenario.unit(id), piece.marks);
        }
        self.end_of_list(begun);
    }

    fn reserve(&mut self, scenario: &Scenario, position: &Position) {
        let mut begun = false;
        for (id, piece) in position.pieces() {
            let Place::Reserve { due } = piece.place else { continue };
            let unit = scenario.unit(id);
            self.line(&mut begun, "reserve");
            self.number("due", due);
            match &unit.start {
                Start::Due { entry, .. } => self.hexes("entry", entry.iter().copied()),
                Start::At(_) => {
                    let edge = exclusive::arrival(scenario, id).hexes;
                    if !edge.is_empty() {
                        self.hexes("entry", edge);
                    }
                }
            }
            self.counter(scenario, unit, piece.marks);
        }
        self.end_of_list(begun);
    }

    fn gone(&mut self, scenario: &Scenario, position: &Position) {
        let mut begun = false;
        for (id, piece) in position.pieces() {
            let Place::Gone { how, turn, at } = piece.place else { continue };
            let unit = scenario.unit(id);
            self.line(&mut begun, "gone");
            if let Some(hex) = at {
                self.hex("at", hex);
            }
            self.word("how", how.word());
            self.entry("id", &unit.id);
            self.word("side", unit.army.word());
            self.number("turn", turn);
            self.close(b'}');
        }
        self.end_of_list(begun);
    }

    /// What a line says of a unit in play, from `id` on.
    fn counter(&mut self, scenario: &Scenario, unit: &Unit, marks: Marks) {
        self.entry("id", &unit.id);
        self.word("side", unit.army.word());
        // Most units have no mark.
        if marks != Marks::default() {
            self.state(scenario, marks);
        }
        self.number("strength", unit.strength);
        self.word("type", unit.arm.word());
        self.close(b'}');
    }

    fn state(&mut self, scenario: &Scenario, marks: Marks) {
        let mut words = state_words(scenario, marks).peekable();
        if words.peek().is_none() {
            return;
        }
        self.key("state");
        self.open(b'[');
        for word in words {
            self.comma();
            self.text(word);
        }
        self.close(b']');
    }

    /// Begins a line of a list, and the list itself with its first line.
    fn line(&mut self, begun: &mut bool, list: &str) {
        if !std::mem::replace(begun, true) {
            self.key(list);
            self.open(b'[');
        }
        self.comma();
        self.open(b'{');
    }

    fn end_of_list(&mut self, begun: bool) {
        if begun {
            self.close(b']');
        }
    }

    #[inline(always)]
    fn entry(&mut self, key: &str, text: &str) {
        self.key(key);
        self.text(text);
    }

    /// An entry with a word of this program, which needs no escapes.
    #[inline(always)]
    fn word(&mut self, key: &str, word: &str) {
        self.key(key);
        self.put(b'"');
        self.raw(word);
        self.put(b'"');
    }

    #[inline(always)]
    fn number(&mut self, key: &str, number: impl Into<u32>) {
        self.key(key);
        self.put(b'"');
        self.digits(number.into());
        self.put(b'"');
    }

    fn digits(&mut self, number: u32) {
        if number < 10 {
            return self.put(b'0' + number as u8);
        }
        let (mut digits, mut from, mut rest) = ([b'0'; 10], 10, number);
        while rest > 0 {
            from -= 1;
            digits[from] += (rest % 10) as u8;
            rest /= 10;
        }
        self.0.extend_from_slice(&digits[from..]);
    }

    #[inline(always)]
    fn hex(&mut self, key: &str, hex: Hex) {
        self.key(key);
        self.hex_value(hex);
    }

    fn hexes(&mut self, key: &str, hexes: impl IntoIterator<Item = Hex>) {
        self.key(key);
        self.open(b'[');
        for hex in hexes {
            self.comma();
            self.hex_value(hex);
        }
        self.close(b']');
    }

    fn hex_value(&mut self, hex: Hex) {
        let number = hex.number();
        let digit = |unit: u16| b'0' + (number / unit % 10) as u8;
        self.0.extend_from_slice(&[b'"', digit(1000), digit(100), digit(10), digit(1), b'"']);
    }

    #[inline(always)]
    fn key(&mut self, key: &str) {
        self.comma();
        self.put(b'"');
        self.raw(key);
        self.raw("\":");
    }

    fn text(&mut self, text: &str) {
        self.put(b'"');
        if text.bytes().fold(false, |any, b| any | (b == b'"') | (b == b'\\')) {
            self.raw(&text.replace('\\', "\\\\").replace('"', "\\\""));
        } else {
            self.raw(text);
        }
        self.put(b'"');
    }

    #[inline(always)]
    fn comma(&mut self) {
        if !matches!(self.0.last(), Some(b'{' | b'[')) {
            self.put(b',');
        }
    }

    #[inline(always)]
    fn raw(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
    }

    #[inline(always)]
    fn put(&mut self, byte: u8) {
        self.0.push(byte);
    }

    #[inline(always)]
    fn open(&mut self, bracket: u8) {
        self.put(bracket);
    }

    #[inline(always)]
    fn close(&mut self, bracket: u8) {
        self.put(bracket);
    }
}
