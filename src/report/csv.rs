//! Tables for spreadsheets: comma separated, the heads first, each row ended by a line feed.

/// Renders rows of cells; a cell with a comma, a quote or a line end is quoted (RFC 4180).
pub fn csv<R: AsRef<[String]>>(rows: impl IntoIterator<Item = R>) -> String {
    let mut out = String::new();
    for row in rows {
        let cells: Vec<String> = row.as_ref().iter().map(|cell| quoted(cell)).collect();
        out.push_str(&cells.join(","));
        out.push('\n');
    }
    out
}

fn quoted(cell: &str) -> String {
    match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::csv;

    #[test]
    fn what_would_break_a_row_is_quoted() {
        let rows = [["name", "points"], ["Lee, R. E.", "12"], ["the \"Old\" one", ""]];
        let rows = rows.map(|row| row.map(str::to_owned));
        assert_eq!(csv(rows), "name,points\n\"Lee, R. E.\",12\n\"the \"\"Old\"\" one\",\n");
    }
}
