//! Reading a map file. Every fault is reported where it stands, and all of them at once.

mod features;

use super::lint;
use super::words::{self, Word};
use super::{Compass, Hex, Map, Side, Terrain};
use crate::document::fields::nearest;
use crate::document::{Diagnostic, Node, Span, Text, Value};

/// Keys of a map file.
const FULL: [&str; 14] = [
    "map",
    "title",
    "provenance",
    "note",
    "grid",
    "compass",
    "terrain",
    "roads",
    "trails",
    "rails",
    "hexsides",
    "arrows",
    "names",
    "areas",
];
/// Keys of the short form.
const FIELD: [&str; 13] = [
    "map",
    "title",
    "provenance",
    "note",
    "field",
    "hexes",
    "roads",
    "trails",
    "rails",
    "hexsides",
    "arrows",
    "names",
    "areas",
];
const PROVENANCES: [&str; 3] = ["printed", "reconstruction", "house"];

impl Map {
    /// Reads a map file, or the short form of an open field:
    ///
    /// ```yaml
    /// field: {columns: 12, rows: 12}
    /// hexes: {"0503": x, "0404": "~"}
    /// hexsides: {stream: 0504/0505}
    /// ```
    ///
    /// Faults and doubts are added to `complaints`; a map with a fault (an error) is none.
    pub fn read(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Map> {
        Map::read_beside(node, &[], complaints)
    }

    /// [`Map::read`] of a file that holds other keys too, which somebody else reads.
    pub fn read_beside(
        node: &Node,
        others: &[&str],
        complaints: &mut Vec<Diagnostic>,
    ) -> Option<Map> {
        let mut reader = Reader::default();
        let map = reader.map(node, others).filter(|_| !reader.failed);
        let Reader { complaints: mut found, drawn, terrain, more, .. } = reader;
        if let Some(map) = &map {
            lint::doubts(map, &drawn, terrain, &mut found);
        }
        found.sort_by_key(|complaint| complaint.span);
        complaints.append(&mut found);
        if more > 0 {
            let headline = format!("{more} more complaints about the map are not shown");
            complaints.push(Diagnostic::note(node.span, headline));
        }
        map
    }
}

/// Complaints after which the rest is only counted.
const ENOUGH: usize = 100;

#[derive(Default)]
struct Reader {
    complaints: Vec<Diagnostic>,
    /// Whether one of the complaints, shown or not, is an error.
    failed: bool,
    /// How many complaints are not shown.
    more: usize,
    /// Where the hexes of each way stand, in the order of the map's ways.
    drawn: Vec<Vec<Span>>,
    /// Where the terrain is given.
    terrain: Span,
}

impl Reader {
    fn fault(&mut self, span: Span, headline: impl Into<String>, help: impl Into<String>) {
        self.complain(Diagnostic::error(span, headline).help(help));
    }

    fn complain(&mut self, complaint: Diagnostic) {
        self.failed |= complaint.is_error();
        if self.complaints.len() < ENOUGH {
            self.complaints.push(complaint);
        } else {
            self.more += 1;
        }
    }

    fn unknown(&mut self, key: &Text, what: &str, known: &[&str]) {
        let help = match nearest(&key.text, known) {
            Some(known) => format!("did you mean `{known}`?"),
            None => format!("known here: {}", known.join(", ")),
        };
        self.fault(key.span, format!("unknown key `{}` in this {what}", key.text), help);
    }

    fn map(&mut self, node: &Node, others: &[&str]) -> Option<Map> {
        let Some(entries) = node.as_map() else {
            self.fault(node.span, "a map file is a mapping", "begin with the line `map: NAME`");
            return None;
        };
        let short = node.get("field").is_some();
        let known: &[&str] = if short { &FIELD } else { &FULL };
        for (key, _) in entries {
            if !known.contains(&key.text.as_str()) && !others.contains(&key.text.as_str()) {
                self.unknown(key, "map", known);
            }
        }
        let sized = if short { self.field(node) } else { self.grid(node) };
        let has_size = sized.is_some();
        let mut map = sized.unwrap_or_else(|| Map::tiny(1, 1));
        self.head(node, &mut map, short);
        if !has_size {
            return None; // what follows cannot be judged
        }
        for (key, value) in entries {
            match key.text.as_str() {
                "terrain" => self.terrain(key, value, &mut map),
                "hexes" => self.hexes(value, &mut map),
                "roads" => self.ways(key, value, Side::ROAD, &mut map),
                "trails" => self.ways(key, value, Side::TRAIL, &mut map),
                "rails" => self.ways(key, value, Side::RAIL, &mut map),
                "hexsides" => self.hexsides(value, &mut map),
                "names" => self.names(value, &mut map),
                "areas" => self.areas(value, &mut map),
                _ => {}
            }
        }
        // Arrows look at the terrain, which may stand below them.
        if let Some(arrows) = node.get("arrows") {
            self.arrows(arrows, &mut map);
        }
        Some(map)
    }

    fn head(&mut self, node: &Node, map: &mut Map, short: bool) {
        for (key, place) in [
            ("map", &mut map.name),
            ("title", &mut map.title),
            ("provenance", &mut map.provenance),
            ("note", &mut map.note),
        ] {
            match node.get(key) {
                None if short || key == "note" => {}
                None => self.fault(
                    node.span,
                    format!("`{key}` is missing"),
                    format!("add `{key}: ...`"),
                ),
                Some(value) => match value.as_text() {
                    Some(text) => *place = text.trim_end().to_owned(),
                    None => self.fault(
                        value.span,
                        format!("`{key}` wants text"),
                        "write it on one line",
                    ),
                },
            }
        }
        if let Some(value) = node.get("provenance")
            && value.as_text().is_some_and(|text| !PROVENANCES.contains(&text))
        {
            let headline = format!("unknown provenance `{}`", map.provenance);
            self.fault(value.span, headline, "one of printed, reconstruction, house");
        }
        if let Some(value) = node.get("compass") {
            map.compass = self.compass(value);
        }
    }

    fn compass(&mut self, node: &Node) -> Option<(Compass, Compass)> {
        let entries = self.entries(node, "compass", "`{column_01: west, row_01: north}`");
        for (key, _) in entries {
            if !["column_01", "row_01"].contains(&key.text.as_str()) {
                self.unknown(key, "compass", &["column_01", "row_01"]);
            }
        }
        let mut point = |key: &str| match node.get_text(key) {
            Some("north") => Some(Compass::North),
            Some("east") => Some(Compass::East),
            Some("south") => Some(Compass::South),
            Some("west") => Some(Compass::West),
            other => {
                let span = node.get(key).map_or(node.span, |value| value.span);
                let read = other.map_or("nothing".to_owned(), |text| format!("`{text}`"));
                let headline = format!("`{key}` lies north, east, south or west; read {read}");
                self.fault(span, headline, format!("`{key}: north`"));
                None
            }
        };
        let (column, row) = (point("column_01")?, point("row_01")?);
        if (column as u8 + row as u8).is_multiple_of(2) {
            let headline = "the edges of column 01 and row 01 meet, so they lie a quarter apart";
            self.fault(node.span, headline, "such as west and north");
        }
        Some((column, row))
    }

    /// `field: {columns: 12, rows: 12}`.
    fn field(&mut self, node: &Node) -> Option<Map> {
        let field = node.get("field")?;
        self.size(field, "field", &["columns", "rows"])
    }

    /// `grid: {columns: 25, rows: {odd: 28, even: 27}, shifted: even}`.
    fn grid(&mut self, node: &Node) -> Option<Map> {
        let Some(grid) = node.get("grid") else {
            let help = "add `grid: {columns: 25, rows: {odd: 28, even: 27}, shifted: even}`";
            self.fault(node.span, "`grid` is missing", help);
            return None;
        };
        match grid.get("shifted") {
            Some(shifted) if shifted.as_text() != Some("even") => {
                let headline = "the even columns must sit half a hex lower";
                self.fault(shifted.span, headline, "`shifted: even`");
            }
            Some(_) => {}
            None => self.fault(grid.span, "`shifted` is missing", "add `shifted: even`"),
        }
        if node.get("terrain").is_none() {
            self.fault(node.span, "`terrain` is missing", "add the block `terrain: |`");
        }
        self.size(grid, "grid", &["columns", "rows", "shifted", "miles_a_hex"])
    }

    fn size(&mut self, node: &Node, name: &str, known: &[&str]) -> Option<Map> {
        for (key, _) in self.entries(node, name, "`{columns: 12, rows: 12}`") {
            if !known.contains(&key.text.as_str()) {
                self.unknown(key, name, known);
            }
        }
        let mut number = |node: &Node, key: &str| {
            let value = if key.is_empty() { Some(node) } else { node.get(key) };
            let text = value.and_then(Node::as_text);
            let number = text.and_then(|text| text.parse().ok()).filter(|n| (1..=99).contains(n));
            if number.is_none() {
                let key = if key.is_empty() { "rows" } else { key };
                let read = text.map_or("nothing".to_owned(), |text| format!("`{text}`"));
                let span = value.map_or(node.span, |value| value.span);
                let headline = format!("`{key}` is a number from 1 to 99; read {read}");
                self.fault(span, headline, format!("`{key}: 25`"));
            }
            number
        };
        let columns = number(node, "columns");
        let (odd, even) = match node.get("rows") {
            Some(rows) if rows.as_map().is_some() => (number(rows, "odd"), number(rows, "even")),
            Some(rows) => (number(rows, ""), number(rows, "")),
            None => (number(node, "rows"), None),
        };
        Some(Map::blank(columns?, odd?, even?))
    }

    /// `"0503": x` and so on, on top of an open field.
    fn hexes(&mut self, node: &Node, map: &mut Map) {
        for (key, value) in self.entries(node, "hexes", "`{\"0503\": x}`") {
            let hex = self.hex(Word { text: &key.text, span: key.span }, "hexes", map);
            let symbol = value.as_text().unwrap_or("");
            let terrain = self.symbol(Word { text: symbol, span: value.span }, &key.text);
            if let (Some(hex), Some(terrain)) = (hex, terrain) {
                map.set_terrain(hex, terrain);
            }
        }
    }

    fn symbol(&mut self, symbol: Word, hex: &str) -> Option<Terrain> {
        let terrain = Terrain::of_symbol(symbol.text);
        if terrain.is_none() {
            let all: Vec<String> =
                Terrain::ALL.iter().map(|(_, symbol, name)| format!("{symbol} {name}")).collect();
            let headline = format!("unknown symbol `{}` for {hex}", symbol.text);
            self.fault(symbol.span, headline, format!("symbols: {}", all.join(", ")));
        }
        terrain
    }

    fn terrain(&mut self, key: &Text, node: &Node, map: &mut Map) {
        self.terrain = key.span;
        let text = node.as_text().unwrap_or("");
        let lines = words::lines(node, text);
        let Some((head, rows)) = lines.split_first().filter(|(_, rows)| !rows.is_empty()) else {
            let headline = "the terrain is a block of lines: the columns, then one line a row";
            self.fault(node.span, headline, "begin with `terrain: |` and a line `row 01 02 ...`");
            return;
        };
        self.header(*head, map.columns);
        let deepest = map.rows_odd.max(map.rows_even);
        let mut seen = [false; 100];
        for line in rows {
            let mut symbols = words::words(*line);
            let Some(label) = symbols.next() else {
                continue;
            };
            let symbols: Vec<Word> = symbols.collect();
            let two_digits = label.text.len() == 2 && !label.text.starts_with('+');
            let number = label.text.parse().ok().filter(|_| two_digits);
            let number = number.filter(|row| (1..=deepest).contains(row));
            let Some(row) = number else {
                let headline =
                    format!("a line of the terrain begins with its row; read `{}`", label.text);
                self.fault(label.span, headline, format!("rows 01 to {deepest:02}"));
                continue;
            };
            if std::mem::replace(&mut seen[usize::from(row)], true) {
                let headline = format!("row {row:02} is given twice");
                self.fault(label.span, headline, "keep one of the two lines");
                continue;
            }
            self.row(label, row, &symbols, map);
        }
        let missing: Vec<String> = (1..=deepest)
            .filter(|row| !seen[usize::from(*row)])
            .map(|row| format!("{row:02}"))
            .collect();
        if !missing.is_empty() {
            let headline = format!("the terrain lacks row {}", missing.join(", "));
            self.fault(key.span, headline, format!("rows 01 to {deepest:02}, one line each"));
        }
    }

    /// The line `row 01 02 03 ...`.
    fn header(&mut self, line: Word, columns: u8) {
        let mut read = words::words(line);
        let help = format!("`row` and the columns 01 to {columns:02}");
        match read.next() {
            Some(first) if first.text == "row" => {}
            first => {
                let first = first.unwrap_or(line);
                let headline = format!("the terrain begins with `{}`", first.text);
                return self.fault(first.span, headline, format!("first a line: {help}"));
            }
        }
        for column in 1..=columns {
            let wanted = format!("{column:02}");
            match read.next() {
                Some(word) if word.text == wanted => {}
                Some(word) => {
                    let headline = format!("column {wanted} is headed `{}`", word.text);
                    return self.fault(word.span, headline, help);
                }
                None => {
                    return self.fault(line.span, format!("column {wanted} has no heading"), help);
                }
            }
        }
        if let Some(word) = read.next() {
            let headline = format!("heading `{}` beyond the last column", word.text);
            self.fault(word.span, headline, help);
        }
    }

    fn row(&mut self, label: Word, row: u8, symbols: &[Word], map: &mut Map) {
        let columns = map.columns;
        if symbols.len() != usize::from(columns) {
            let headline =
                format!("row {row:02} has {} symbols instead of {columns}", symbols.len());
            self.fault(label.span, headline, "one symbol a column, `-` where there is no hex");
            return;
        }
        for (column, symbol) in (1..=columns).zip(symbols) {
            let hex = Hex::new(column, row);
            match (map.contains(hex), symbol.text) {
                (true, "-") => {
                    let headline = format!("{hex} is on the map, but its symbol is `-`");
                    self.fault(symbol.span, headline, "give it its terrain, or correct `grid`");
                }
                (true, _) => {
                    if let Some(terrain) = self.symbol(*symbol, &hex.to_string()) {
                        map.set_terrain(hex, terrain);
                    }
                }
                (false, "-") => {}
                (false, text) => {
                    let headline = format!("there is no hex {hex}, but its symbol is `{text}`");
                    self.fault(symbol.span, headline, "write `-`, or correct `grid`");
                }
            }
        }
    }

    /// A hex that must be on the map; `what` names the thing that wants it.
    fn hex(&mut self, word: Word, what: &str, map: &Map) -> Option<Hex> {
        let Ok(hex) = word.text.parse::<Hex>() else {
            let headline = format!("{what}: `{}` is not a hex number of four digits", word.text);
            self.fault(word.span, headline, "column and row, two digits each, such as 0206");
            return None;
        };
        if map.contains(hex) {
            return Some(hex);
        }
        let headline = format!("{what}: there is no hex {hex}");
        let (odd, even) = (map.rows_odd, map.rows_even);
        let rows = if odd == even {
            format!("rows 01 to {odd:02}")
        } else {
            format!("rows 01 to {odd:02} in odd, {even:02} in even columns")
        };
        self.fault(word.span, headline, format!("columns 01 to {:02}, {rows}", map.columns));
        None
    }

    /// All words under a key, whose value is text or a list of text.
    fn words<'n>(&mut self, key: &Text, node: &'n Node) -> Vec<Word<'n>> {
        let mut found = Vec::new();
        let items = match &node.value {
            Value::List(items) => items.as_slice(),
            _ => std::slice::from_ref(node),
        };
        for item in items {
            match item.as_text() {
                Some(text) => {
                    found.extend(words::lines(item, text).into_iter().flat_map(words::words))
                }
                None => {
                    let headline = format!("`{}` wants text, or a list of text", key.text);
                    self.fault(item.span, headline, "hexes parted by blanks");
                }
            }
        }
        found
    }

    /// The entries of a mapping; a complaint and none if it is something else.
    fn entries<'n>(&mut self, node: &'n Node, name: &str, example: &str) -> &'n [(Text, Node)] {
        let none: &[(Text, Node)] = &[];
        match &node.value {
            Value::Map(entries) => entries,
            Value::Text(text) if text.is_empty() => none,
            _ => {
                let headline = format!("`{name}` wants a mapping");
                self.fault(node.span, headline, format!("such as {example}"));
                none
            }
        }
    }
}
