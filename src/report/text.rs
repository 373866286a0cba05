//! A report as plain text: ASCII, at most 72 columns, no trailing blanks.

use super::wrap::{WIDTH, plain, wrap};
use crate::play::view::{Kind, Line, Table};
use crate::rule::Rule;

/// Everything that one report says, already in words.
#[derive(Clone, Debug, Default)]
pub struct Report<'a> {
    /// For whose eyes only, in hidden games; the first line of the report.
    pub eyes: Option<&'a str>,
    /// Battle and title of the match: `Hooker and Lee, HL-07`.
    pub title: &'a str,
    /// Game id: `hl-07-2026-9f3a12cd`.
    pub game: &'a str,
    /// What is reported: `turn 6, Confederate player-turn`.
    pub turn: &'a str,
    /// Label of the position reached: `bubble-gospel-43`.
    pub label: &'a str,
    /// How play was corrected, where it was.
    pub corrected: &'a [Line],
    /// Rulings that were agreed on since the terms.
    pub rulings: &'a [Line],
    /// The orders as they were understood, repairs marked as notices.
    pub understood: &'a [Line],
    /// What happened, in order.
    pub events: &'a [Line],
    /// Losses and points.
    pub tables: &'a [Table],
    /// What the player-turn cost in mails, and what would have saved some.
    pub mails: &'a [Line],
    /// What is awaited, from whom, by when.
    pub awaited: &'a [Line],
    /// The pre-filled form of the next orders, line by line, each a comment.
    pub form: &'a [String],
}

/// Renders a report.
pub fn report(report: &Report) -> String {
    let mut out = Page::default();
    if let Some(eyes) = report.eyes {
        out.words(&format!("FOR THE EYES OF {eyes} ONLY"), 0, 0);
        out.gap();
    }
    out.words(report.title, 0, 2);
    out.words(&capital(report.turn), 0, 2);
    out.words(&format!("Game {}", report.game), 0, 2);
    out.words(&format!("Position {}", report.label), 0, 2);
    out.section("What is corrected", report.corrected);
    out.section("Rulings agreed on", report.rulings);
    out.section("Orders as understood", report.understood);
    out.section("What happened", report.events);
    for table in report.tables {
        out.title(&table.title);
        out.table(table);
    }
    out.section("Mails", report.mails);
    out.section("What is awaited", report.awaited);
    if !report.form.is_empty() {
        out.form(report.form);
    }
    out.text
}

/// Renders a form alone, each line a comment.
pub fn form(lines: &[String]) -> String {
    let mut out = Page::default();
    out.form(lines);
    out.text
}

/// Renders lines alone, without head or sections.
pub fn lines(lines: &[Line]) -> String {
    let mut out = Page::default();
    out.lines(lines);
    out.text
}

/// Renders lines under a title.
pub fn section(title: &str, lines: &[Line]) -> String {
    let mut out = Page::default();
    out.section(title, lines);
    out.text
}

/// Renders one table under its title, and lines below it.
pub fn table(table: &Table, below: &[Line]) -> String {
    let mut out = Page::default();
    out.title(&table.title);
    out.table(table);
    out.gap();
    out.lines(below);
    out.text
}

/// A page being written.
#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    /// One empty line, unless the page is empty or the last line is.
    fn gap(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end_matches(' '));
        self.text.push('\n');
    }

    fn words(&mut self, words: &str, first: usize, rest: usize) {
        for line in wrap(&plain(words), None, first, rest, WIDTH) {
            self.line(&line);
        }
    }

    fn title(&mut self, title: &str) {
        self.gap();
        let title = wrap(&plain(title), None, 0, 0, WIDTH);
        let width = title.iter().map(String::len).max().unwrap_or(0);
        title.iter().for_each(|line| self.line(line));
        self.line(&"-".repeat(width));
    }

    fn section(&mut self, title: &str, lines: &[Line]) {
        if !lines.is_empty() {
            self.title(title);
            self.lines(lines);
        }
    }

    fn lines(&mut self, lines: &[Line]) {
        for (i, line) in lines.iter().enumerate() {
            match line.kind {
                Kind::Blank => self.gap(),
                Kind::Heading if i > 0 => {
                    self.gap();
                    self.told(line, "");
                }
                Kind::Notice => self.told(line, "* "),
                Kind::Heading | Kind::Fact | Kind::Die => self.told(line, ""),
            }
        }
    }

    /// A line of a report: two blanks a step, wrapped lines four further in.
    fn told(&mut self, line: &Line, mark: &str) {
        let indent = usize::from(line.indent.min(8)) * 2;
        let text = format!("{mark}{}", plain(&line.text));
        let cited = citations(&line.rules);
        for line in wrap(&text, cited.as_deref(), indent, indent + 4, WIDTH) {
            self.line(&line);
        }
    }

    /// Columns under heads; a table that is too wide is written row by row.
    fn table(&mut self, table: &Table) {
        let cell = |row: &[String], i: usize| row.get(i).map_or(String::new(), |c| plain(c));
        let name = table.rows.iter().map(|(n, _)| plain(n).len()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..table.columns.len())
            .map(|i| {
                let cells = table.rows.iter().map(|(_, row)| cell(row, i).len());
                cells.max().unwrap_or(0).max(cell(&table.columns, i).len())
            })
            .collect();
        if name + widths.iter().map(|w| w + 2).sum::<usize>() > WIDTH {
            for (name, row) in &table.rows {
                let cells: Vec<String> = (0..table.columns.len())
                    .map(|i| format!("{} {}", cell(&table.columns, i), cell(row, i)))
                    .collect();
                self.words(&format!("{name}: {}", cells.join(", ")), 0, 4);
            }
            return;
        }
        let mut row = |name_cell: &str, row: &[String]| {
            let mut line = format!("{name_cell:name$}");
            for (i, width) in widths.iter().enumerate() {
                line.push_str(&format!("  {:>width$}", cell(row, i)));
            }
            self.line(&line);
        };
        row("", &table.columns);
        for (name, cells) in &table.rows {
            row(&plain(name), cells);
        }
    }

    fn form(&mut self, lines: &[String]) {
        self.title("Form for the next orders");
        lines.iter().for_each(|line| self.comment(line));
    }

    /// A line of the form. It stays a comment however long it is.
    fn comment(&mut self, line: &str) {
        let mut line = plain(line);
        while line.len() > WIDTH {
            let cut = line[..=WIDTH].rfind(' ').filter(|at| *at > 8).unwrap_or(WIDTH);
            let rest = format!("#   {}", line[cut..].trim_start());
            self.line(&line[..cut]);
            line = rest;
        }
        self.line(&line);
    }
}

/// `(8.52, ruling BG-chain)`; nothing without rules.
fn citations(rules: &[Rule]) -> Option<String> {
    let numbers: Vec<&str> = rules.iter().map(Rule::number).collect();
    (!numbers.is_empty()).then(|| plain(&format!("({})", numbers.join(", "))))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
}
