//! Odds as a combat results table prints them, and the look-up in such a table.

use crate::document::{Diagnostic, Node, Span};
use std::fmt;
use std::str::FromStr;

/// Simplified odds, attacker first: `2-1`, `1-3`. Higher odds are better for the attacker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Odds(i64); // n-1 is n - 1, 1-n is 1 - n

impl Odds {
    /// `1-1`.
    pub const EVEN: Odds = Odds(0);
    /// Anything against nothing: higher than every column.
    pub const ALL_TO_NONE: Odds = Odds(i64::MAX);
    /// Nothing against anything: lower than every column.
    pub const NONE_TO_ALL: Odds = Odds(i64::MIN);

    /// `n-1` for the attacker; `None` for 0.
    pub fn to_one(n: u32) -> Option<Odds> {
        (n > 0).then(|| Odds(i64::from(n) - 1))
    }

    /// `1-n` against the attacker; `None` for 0.
    pub fn one_to(n: u32) -> Option<Odds> {
        (n > 0).then(|| Odds(1 - i64::from(n)))
    }
}

/// The odds of an attack, rounded in the defender's favour on both sides of 1-1 and not limited
/// to any table. Strengths are in any one unit.
///
/// Something against nothing is [`Odds::ALL_TO_NONE`], nothing against something
/// [`Odds::NONE_TO_ALL`], nothing against nothing 1-1.
pub fn ratio(attack: u32, defence: u32) -> Odds {
    match (attack, defence) {
        (0, 0) => Odds::EVEN,
        (_, 0) => Odds::ALL_TO_NONE,
        (0, _) => Odds::NONE_TO_ALL,
        _ if attack >= defence => Odds(i64::from(attack / defence) - 1),
        _ => Odds(1 - i64::from(defence.div_ceil(attack))),
    }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Odds::ALL_TO_NONE => f.write_str("all to none"),
            Odds::NONE_TO_ALL => f.write_str("none to all"),
            Odds(n) if n >= 0 => write!(f, "{}-1", n + 1),
            Odds(n) => write!(f, "1-{}", 1 - n),
        }
    }
}

impl fmt::Debug for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is not simplified odds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotOdds;

impl fmt::Display for NotOdds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not odds such as 2-1, 1-1 or 1-3")
    }
}

impl std::error::Error for NotOdds {}

impl FromStr for Odds {
    type Err = NotOdds;

    /// Reads `n-1` or `1-n`, without blanks, signs or leading zeros.
    fn from_str(text: &str) -> Result<Odds, NotOdds> {
        let number = |part: &str| -> Option<u32> {
            let plain = part.bytes().all(|b| b.is_ascii_digit()) && !part.starts_with('0');
            part.parse().ok().filter(|_| plain)
        };
        let (attack, defence) = text.split_once('-').ok_or(NotOdds)?;
        match (number(attack), number(defence)) {
            (Some(n), Some(1)) => Odds::to_one(n).ok_or(NotOdds),
            (Some(1), Some(n)) => Odds::one_to(n).ok_or(NotOdds),
            _ => Err(NotOdds),
        }
    }
}

/// A combat results table as data: columns of odds, rows of die faces, results as printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// Ascending, without a gap.
    columns: Vec<Odds>,
    /// A row a face from 1 on, each as long as `columns`.
    rows: Vec<Vec<String>>,
}

/// Keys of a table beside its die faces that say something about it.
const REMARKS: [&str; 7] = ["certainty", "source", "note", "rule", "provenance", "below", "above"];

impl Table {
    /// The columns, worst for the attacker first.
    pub fn columns(&self) -> &[Odds] {
        &self.columns
    }

    /// The highest face that has a row; the lowest is 1. A table for a die that can be modified
    /// upward has more rows than the die has faces.
    pub fn faces(&self) -> u8 {
        self.rows.len() as u8
    }

    /// The column in which odds are resolved: their own, or the first or last if they are off the
    /// table.
    pub fn column(&self, odds: Odds) -> Odds {
        let (first, last) = self.ends();
        odds.clamp(first, last)
    }

    /// The column so many columns to the right (left if negative), not beyond the first or last.
    pub fn shifted(&self, odds: Odds, columns: i32) -> Odds {
        let Odds(n) = self.column(odds);
        self.column(Odds(n + i64::from(columns)))
    }

    /// The result of a die in the column of the odds; a die beyond the rows uses the last row.
    pub fn result(&self, odds: Odds, die: u8) -> &str {
        let (Odds(first), _) = self.ends();
        let Odds(column) = self.column(odds);
        let row = usize::from(die.clamp(1, self.faces())) - 1;
        &self.rows[row][(column - first) as usize]
    }

    /// Reads a table:
    ///
    /// ```yaml
    /// columns: 1-2 1-1 2-1
    /// "1":     AR  DR  DE
    /// "2":     AE  AR  DR
    /// ```
    ///
    /// Every fault is added to `complaints`.
    pub fn read(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Table> {
        let before = complaints.len();
        let mut fault = |span: Span, headline: String, help: &str| {
            complaints.push(Diagnostic::error(span, headline).help(help));
        };
        let Some(entries) = node.as_map() else {
            fault(node.span, "a table is a mapping".to_owned(), "`columns:` and a line a die face");
            return None;
        };
        let words = |value: &Node| -> Vec<String> {
            let text = value.as_text().unwrap_or("");
            text.split_whitespace().map(str::to_owned).collect()
        };
        let mut columns: Option<Vec<Odds>> = None;
        match node.get("columns").map(|value| (value.span, read_columns(&words(value)))) {
            Some((_, Ok(read))) => columns = Some(read),
            Some((span, Err(headline))) => {
                fault(span, headline, "odds in ascending order: 1-2 1-1 2-1");
            }
            None => fault(
                node.span,
                "the table has no `columns`".to_owned(),
                "begin with `columns: 1-1 2-1`",
            ),
        }
        let mut rows: Vec<Vec<String>> = Vec::new();
        while let Some(value) = node.get(&(rows.len() + 1).to_string()) {
            let row = words(value);
            let wanted = columns.as_ref().map_or(row.len(), Vec::len);
            if row.is_empty() || row.len() != wanted {
                let headline =
                    format!("row {} has {} results instead of {wanted}", rows.len() + 1, row.len());
                fault(value.span, headline, "one result a column");
            }
            rows.push(row);
        }
        let faces: Vec<String> = (1..=rows.len()).map(|face| face.to_string()).collect();
        for (key, _) in entries {
            let name = key.text.as_str();
            if name != "columns" && !REMARKS.contains(&name) && !faces.iter().any(|f| f == name) {
                let headline = format!("a table has no row `{name}` here");
                fault(key.span, headline, "`columns`, then the die faces from \"1\" on, each once");
            }
        }
        if rows.is_empty() || rows.len() > 99 {
            fault(node.span, format!("the table has {} rows", rows.len()), "one row a die face");
        }
        if let Some(columns) = &columns {
            for (key, end) in [("below", columns.first()), ("above", columns.last())] {
                let said = node
                    .get(key)
                    .filter(|said| said.as_text() != end.map(Odds::to_string).as_deref());
                if let (Some(said), Some(end)) = (said, end) {
                    fault(
                        said.span,
                        format!("odds off the table use {end}"),
                        "correct it or leave it out",
                    );
                }
            }
        }
        let columns = columns.filter(|_| complaints.len() == before)?;
        Some(Table { columns, rows })
    }

    fn ends(&self) -> (Odds, Odds) {
        let ends = (self.columns.first(), self.columns.last());
        let (first, last) = (ends.0.copied(), ends.1.copied());
        (first.unwrap_or(Odds::EVEN), last.unwrap_or(Odds::EVEN))
    }
}

/// Columns that ascend without a gap.
fn read_columns(words: &[String]) -> Result<Vec<Odds>, String> {
    let mut columns: Vec<Odds> = Vec::new();
    for word in words {
        let odds: Odds = word.parse().map_err(|e| format!("`{word}` is {e}"))?;
        match columns.last() {
            Some(Odds(before)) if odds != Odds(before + 1) => {
                return Err(format!(
                    "after column {} comes {}, not {odds}",
                    Odds(*before),
                    Odds(before + 1)
                ));
            }
            _ => columns.push(odds),
        }
    }
    if columns.is_empty() { Err("`columns` is empty".to_owned()) } else { Ok(columns) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odds(text: &str) -> Odds {
        text.parse().expect("odds")
    }

    fn table() -> Table {
        let rows = [("columns", "1-2 1-1 2-1"), ("1", "AR DR DE"), ("2", "AE AR DR")];
        let node = Node::map(rows.map(|(key, text)| (key, Node::text(text))));
        let mut complaints = Vec::new();
        let table = Table::read(&node, &mut complaints);
        assert_eq!(complaints, []);
        table.expect("a table")
    }

    /// BG-round: rounding for the defender on both sides of 1-1, then the ends of the table.
    #[test]
    fn rounding_and_the_ends_of_the_table() {
        let (first, last) = (odds("1-5"), odds("6-1"));
        let pairs = [
            (19, 7, "2-1"),
            (13, 4, "3-1"),
            (7, 7, "1-1"),
            (6, 7, "1-2"),
            (5, 10, "1-2"),
            (5, 11, "1-3"),
            (7, 20, "1-3"),
            (1, 6, "1-5"),
            (1, 9, "1-5"),
            (13, 2, "6-1"),
            (40, 3, "6-1"),
        ];
        for (attack, defence, column) in pairs {
            let found = ratio(attack, defence).clamp(first, last);
            assert_eq!(found.to_string(), column, "{attack}:{defence}");
        }
    }

    #[test]
    fn zeros() {
        assert_eq!(ratio(3, 0), Odds::ALL_TO_NONE);
        assert_eq!(ratio(0, 3), Odds::NONE_TO_ALL);
        assert_eq!(ratio(0, 0), odds("1-1"));
        assert!(ratio(u32::MAX, 1) < Odds::ALL_TO_NONE);
        assert!(ratio(1, u32::MAX) > Odds::NONE_TO_ALL);
        assert_eq!(table().column(ratio(3, 0)), odds("2-1"));
        assert_eq!(table().column(ratio(0, 3)), odds("1-2"));
    }

    #[test]
    fn odds_are_read_as_they_are_printed() {
        for text in ["1-1", "2-1", "1-3", "6-1", "1-5", "20-1", "4294967295-1", "1-4294967295"] {
            assert_eq!(odds(text).to_string(), text);
        }
        for text in ["", "2", "2-2", "3-2", "0-1", "1-0", "01-1", "+2-1", "2 - 1", "2:1", "2-1-1"] {
            assert_eq!(text.parse::<Odds>(), Err(NotOdds), "{text}");
        }
    }

    #[test]
    fn higher_is_better_for_the_attacker() {
        let ascending = ["1-9", "1-5", "1-2", "1-1", "2-1", "6-1"].map(odds);
        assert!(ascending.is_sorted());
    }

    /// Rounding never favours the attacker: n-1 needs n times the defence, 1-n at least its part.
    #[test]
    fn rounding_against_the_attacker() {
        for attack in 1..60u32 {
            for defence in 1..60u32 {
                let text = ratio(attack, defence).to_string();
                let (a, d) = text.split_once('-').expect("odds");
                let (a, d): (u32, u32) = (a.parse().expect("odds"), d.parse().expect("odds"));
                assert!(attack * d >= defence * a, "{attack}:{defence} is not {text}");
                let better = Odds(ratio(attack, defence).0 + 1).to_string();
                let (a, d) = better.split_once('-').expect("odds");
                let (a, d): (u32, u32) = (a.parse().expect("odds"), d.parse().expect("odds"));
                assert!(attack * d < defence * a, "{attack}:{defence} is even {better}");
            }
        }
    }

    #[test]
    fn results_are_looked_up_within_the_table() {
        let table = table();
        assert_eq!(table.result(odds("1-1"), 1), "DR");
        assert_eq!(table.result(odds("1-4"), 2), "AE");
        assert_eq!(table.result(odds("5-1"), 1), "DE");
        assert_eq!(table.result(odds("2-1"), 7), "DR");
        assert_eq!(table.shifted(odds("4-1"), -1), odds("1-1"));
        assert_eq!(table.shifted(odds("1-1"), 5), odds("2-1"));
    }

    #[test]
    fn the_order_of_the_rows_does_not_matter() {
        let rows = [("2", "AE AR DR"), ("columns", "1-2 1-1 2-1"), ("1", "AR DR DE")];
        let node = Node::map(rows.map(|(key, text)| (key, Node::text(text))));
        assert_eq!(Table::read(&node, &mut Vec::new()), Some(table()));
    }

    #[test]
    fn faults_of_a_table_are_named_together() {
        let rows = [("columns", "1-2 2-1"), ("1", "AR DR"), ("3", "AE AR"), ("odds", "AE AR")];
        let node = Node::map(rows.map(|(key, text)| (key, Node::text(text))));
        let mut complaints = Vec::new();
        assert_eq!(Table::read(&node, &mut complaints), None);
        let found: Vec<String> = complaints.iter().map(ToString::to_string).collect();
        let expected = [
            "after column 1-2 comes 1-1, not 2-1",
            "a table has no row `3` here",
            "a table has no row `odds` here",
        ];
        assert_eq!(found, expected);
    }
}
