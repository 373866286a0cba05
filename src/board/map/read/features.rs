//! Reading what stands on top of the terrain: ways, hexsides, arrows, names and areas.

use super::super::words::Word;
use super::super::{Hex, Map, Side, Terrain, Way, put};
use super::Reader;
use crate::document::{Diagnostic, Node, Span, Text, Value};
use std::collections::BTreeSet;

impl Reader {
    pub(super) fn ways(&mut self, key: &Text, node: &Node, kind: Side, map: &mut Map) {
        let Some(items) = node.as_list() else {
            if node.as_text() == Some("") {
                return;
            }
            let help = "one line each: `- Plank Road: 0811 0812 0913`";
            return self.fault(node.span, format!("`{}` wants a list", key.text), help);
        };
        for item in items {
            let (name, route) = match &item.value {
                Value::Map(entries) => match entries.as_slice() {
                    [(name, route)] => (name, route),
                    _ => {
                        let headline =
                            format!("an entry of `{}` is one name with its hexes", key.text);
                        self.fault(item.span, headline, "`- Plank Road: 0811 0812 0913`");
                        continue;
                    }
                },
                // The key lends its place to a way without a name.
                _ => (key, item),
            };
            let named = item.as_map().is_some();
            let read = self.words(name, route);
            if read.len() < 2 {
                let headline = format!("{}: a way has at least two hexes", name.text);
                self.fault(route.span, headline, "list its hexes in order");
            }
            let mut steps: Vec<(Hex, Span)> = Vec::new();
            for word in read {
                let Some(hex) = self.hex(word, &name.text, map) else {
                    continue;
                };
                match steps.last() {
                    Some((before, _)) if before.direction_to(hex).is_none() => {
                        self.gap(*before, hex, word.span, &name.text);
                        // The rest is looked at as a way of its own.
                        self.draw(kind, "", std::mem::take(&mut steps), map);
                    }
                    _ => {}
                }
                steps.push((hex, word.span));
            }
            self.draw(kind, if named { &name.text } else { "" }, steps, map);
        }
    }

    fn draw(&mut self, kind: Side, name: &str, steps: Vec<(Hex, Span)>, map: &mut Map) {
        let hexes: Vec<Hex> = steps.iter().map(|(hex, _)| *hex).collect();
        map.draw(Way { kind, name: name.to_owned(), hexes });
        self.drawn.push(steps.iter().map(|(_, span)| *span).collect());
    }

    fn gap(&mut self, before: Hex, hex: Hex, span: Span, name: &str) {
        let headline = format!("{name}: {before} and {hex} are not adjacent");
        let between: Vec<String> = before
            .neighbours()
            .filter(|(_, h)| h.direction_to(hex).is_some())
            .map(|(_, h)| h.to_string())
            .collect();
        let help = match (before == hex, between.is_empty()) {
            (true, _) => "write it once".to_owned(),
            (false, true) => "list every hex on the way".to_owned(),
            (false, false) => format!("between them lies {}", between.join(" or ")),
        };
        self.fault(span, headline, help);
    }

    pub(super) fn hexsides(&mut self, node: &Node, map: &mut Map) {
        let mut crossings: Vec<(Side, Word, [Hex; 2])> = Vec::new();
        for (key, value) in self.entries(node, "hexsides", "`stream: 0504/0505 0505/0604`") {
            let kinds = &Side::ALL[3..]; // without road, trail and rail, which are ways
            let Some((kind, _)) = kinds.iter().find(|(_, name)| *name == key.text) else {
                let names: Vec<&str> = kinds.iter().map(|(_, name)| *name).collect();
                let headline = format!("unknown kind of hexside `{}`", key.text);
                self.fault(key.span, headline, format!("kinds: {}", names.join(", ")));
                continue;
            };
            for word in self.words(key, value) {
                let Some([a, b]) = self.pair(word, &key.text, *kind == Side::REDOUBT, map) else {
                    continue;
                };
                if map.side_between(a, b).has(*kind) {
                    let headline = format!("{} {} is listed twice", key.text, word.text);
                    self.complain(Diagnostic::warning(word.span, headline));
                }
                map.mark(a, b, *kind);
                if kind.has(Side::BRIDGE.with(Side::FORD)) {
                    crossings.push((*kind, word, [a, b]));
                }
            }
        }
        for (kind, word, [a, b]) in crossings {
            if !map.side_between(a, b).has(Side::WATER) {
                let name = if kind == Side::BRIDGE { "bridge" } else { "ford" };
                let headline = format!("{name} {} crosses no water", word.text);
                let help = "list the hexside under stream, creek, river or lake too";
                self.fault(word.span, headline, help);
            }
        }
    }

    /// `0504/0505`, or `0504|0505` for a redoubt.
    fn pair(&mut self, word: Word, kind: &str, directed: bool, map: &Map) -> Option<[Hex; 2]> {
        let mark = if directed { '|' } else { '/' };
        let help = match directed {
            true => "the protected hex first: `0504|0505` protects 0504 against 0505",
            false => "two adjacent hexes: `0504/0505`",
        };
        let Some((a, b)) = word.text.split_once(mark) else {
            let headline = format!("{kind}: `{}` is not a pair of hexes with `{mark}`", word.text);
            self.fault(word.span, headline, help);
            return None;
        };
        let part = |text, from| Word { text, span: word.span.part(from, text.chars().count()) };
        let after = a.chars().count() + 1;
        let (a, b) = (self.hex(part(a, 0), kind, map), self.hex(part(b, after), kind, map));
        let (a, b) = (a?, b?);
        if a.direction_to(b).is_none() {
            self.fault(word.span, format!("{kind}: {a} and {b} are not adjacent"), help);
            return None;
        }
        Some([a, b])
    }

    pub(super) fn arrows(&mut self, node: &Node, map: &mut Map) {
        for (key, value) in self.entries(node, "arrows", "`\"0611\": 0511 0712`") {
            let Some(hex) = self.hex(Word { text: &key.text, span: key.span }, "arrows", map)
            else {
                continue;
            };
            if !map.terrain(hex).is_some_and(Terrain::is_crossing) {
                let headline = format!("arrows on {hex}, which is no pontoon, ferry or ford hex");
                self.fault(key.span, headline, "its symbol would be p, y or d");
                continue;
            }
            let mut ends = Vec::new();
            for word in self.words(key, value) {
                let Some(end) = self.hex(word, "arrows", map) else {
                    continue;
                };
                if hex.direction_to(end).is_none() {
                    let headline = format!("arrow from {hex} to {end}, which are not adjacent");
                    let around: Vec<String> =
                        map.neighbours(hex).map(|(_, hex)| hex.to_string()).collect();
                    self.fault(word.span, headline, format!("adjacent: {}", around.join(" ")));
                } else if map.terrain(end).is_some_and(Terrain::is_water) {
                    let headline = format!("the arrow from {hex} to {end} ends in the water");
                    self.fault(word.span, headline, "an arrow points to a land or crossing hex");
                } else {
                    ends.push(end);
                }
            }
            map.set_arrows(hex, ends);
        }
    }

    pub(super) fn names(&mut self, node: &Node, map: &mut Map) {
        for (key, value) in self.entries(node, "names", "`\"0206\": Phillips House`") {
            let hex = self.hex(Word { text: &key.text, span: key.span }, "names", map);
            match value.as_text().map(str::trim) {
                Some(name) if !name.is_empty() => {
                    hex.into_iter().for_each(|hex| put(&mut map.names, hex, name.to_owned()));
                }
                _ => self.fault(value.span, format!("{} has no name", key.text), "a line of text"),
            }
        }
    }

    pub(super) fn areas(&mut self, node: &Node, map: &mut Map) {
        for (key, value) in self.entries(node, "areas", "`ridge: 0304 0305`") {
            let mut hexes = BTreeSet::new();
            for word in self.words(key, value) {
                let Some(hex) = self.hex(word, &key.text, map) else {
                    continue;
                };
                if !hexes.insert(hex) {
                    let headline = format!("{}: {hex} is listed twice", key.text);
                    self.complain(Diagnostic::warning(word.span, headline));
                }
            }
            put(&mut map.areas, key.text.to_string(), hexes.into_iter().collect());
        }
    }
}
