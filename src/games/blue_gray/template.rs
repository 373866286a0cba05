//! The files of a battle that nobody has typed yet: empty, with comments that say what goes where.

use super::builtin::BATTLES;
use super::exclusive::KINDS;
use crate::board::{Hex, Terrain};

/// What a new battle is called, and how large its map is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blank {
    /// Folder name: `gettysburg`.
    pub name: String,
    /// For people.
    pub title: String,
    /// Prefix of its rule numbers.
    pub prefix: String,
    /// Columns of the map.
    pub columns: u8,
    /// Rows of its odd and of its even columns.
    pub rows: [u8; 2],
}

impl Blank {
    /// The files, by name.
    pub fn files(&self) -> Vec<(&'static str, String)> {
        let charts = BATTLES.first().map_or("", |battle| battle.charts);
        vec![
            ("scenario.yaml", self.filled(include_str!("template/scenario.yaml"))),
            ("map.yaml", self.filled(include_str!("template/map.yaml"))),
            ("rules.yaml", self.filled(include_str!("template/rules.yaml"))),
            ("charts.yaml", charts.to_owned()),
        ]
    }

    fn filled(&self, template: &str) -> String {
        let [odd, even] = self.rows;
        let last = if self.columns.is_multiple_of(2) { even } else { odd };
        let symbols =
            Terrain::ALL.map(|(_, symbol, name)| format!("{symbol} {}", name.replace('_', " ")));
        let kinds: Vec<&str> = KINDS.iter().map(|(word, ..)| *word).collect();
        let words = [
            ("{name}", self.name.clone()),
            ("{title}", self.title.clone()),
            ("{prefix}", self.prefix.clone()),
            ("{columns}", self.columns.to_string()),
            ("{odd}", odd.to_string()),
            ("{even}", even.to_string()),
            ("{corner}", Hex::new(self.columns, last).to_string()),
            ("{symbols}", symbols.join("  ")),
            ("{kinds}", kinds.join(", ")),
            ("{terrain}", self.terrain()),
        ];
        words.iter().fold(template.to_owned(), |text, (word, value)| text.replace(word, value))
    }

    /// Clear ground everywhere, one line a row.
    fn terrain(&self) -> String {
        let columns: Vec<String> =
            (1..=self.columns).map(|column| format!("{column:02}")).collect();
        let mut text = format!("  row {}", columns.join(" "));
        let [odd, even] = self.rows;
        for row in 1..=odd.max(even) {
            let hex = |column: u8| {
                let rows = if column.is_multiple_of(2) { even } else { odd };
                if row <= rows { "." } else { "-" }
            };
            let hexes: Vec<&str> = (1..=self.columns).map(hex).collect();
            text += &format!("\n  {row:02}  {}", hexes.join("  "));
        }
        text
    }
}
