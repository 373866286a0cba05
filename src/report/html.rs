//! A report as one page for a browser: no script, no picture, nothing from anywhere else.

use super::text::Report;
use crate::play::view::{Kind, Line, Table};
use crate::rule::Rule;

/// Renders a report.
pub fn report(report: &Report<'_>) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n",
        escaped(report.title)
    );
    if let Some(eyes) = report.eyes {
        page.push_str(&format!("<p><strong>For the eyes of {} only</strong></p>\n", escaped(eyes)));
    }
    page.push_str(&format!(
        "<h1>{}</h1>\n<p>{}<br>\n",
        escaped(report.title),
        escaped(report.turn)
    ));
    page.push_str(&format!(
        "Game {}<br>\nPosition {}</p>\n",
        escaped(report.game),
        escaped(report.label)
    ));
    section(&mut page, "What is corrected", report.corrected);
    section(&mut page, "Rulings agreed on", report.rulings);
    section(&mut page, "Orders as understood", report.understood);
    section(&mut page, "What happened", report.events);
    report.tables.iter().for_each(|figures| table(&mut page, figures));
    section(&mut page, "Mails", report.mails);
    section(&mut page, "What is awaited", report.awaited);
    if !report.form.is_empty() {
        page.push_str("<h2>Form for the next orders</h2>\n<pre>\n");
        report.form.iter().for_each(|line| page.push_str(&(escaped(line) + "\n")));
        page.push_str("</pre>\n");
    }
    page + "</body>\n</html>\n"
}

/// Few rules: it must be read on a telephone and printed on paper.
const STYLE: &str = "body { max-width: 46em; margin: 1em auto; padding: 0 1em; }\n\
                     p { margin: 0.2em 0; }\n.rule { color: #555; font-size: 85%; }\n\
                     td { text-align: right; padding-left: 1.5em; }\n\
                     th { text-align: left; font-weight: normal; }\n";

fn section(page: &mut String, title: &str, lines: &[Line]) {
    if lines.is_empty() {
        return;
    }
    page.push_str(&format!("<h2>{}</h2>\n", escaped(title)));
    for line in lines {
        let text = escaped(&line.text) + &cited(&line.rules);
        let indent = 2 * u32::from(line.indent.min(8));
        match line.kind {
            Kind::Blank => {}
            Kind::Heading => page.push_str(&format!("<h3>{text}</h3>\n")),
            Kind::Die | Kind::Notice => {
                let mark = if line.kind == Kind::Die { "strong" } else { "em" };
                let text = format!("<{mark}>{text}</{mark}>");
                page.push_str(&format!("<p style=\"margin-left: {indent}em\">{text}</p>\n"));
            }
            Kind::Fact => {
                page.push_str(&format!("<p style=\"margin-left: {indent}em\">{text}</p>\n"));
            }
        }
    }
}

fn table(page: &mut String, table: &Table) {
    page.push_str(&format!("<h2>{}</h2>\n<table>\n<tr><th></th>", escaped(&table.title)));
    let cells = |cells: &[String]| -> String {
        cells.iter().map(|cell| format!("<td>{}</td>", escaped(cell))).collect()
    };
    page.push_str(&format!("{}</tr>\n", cells(&table.columns)));
    for (name, row) in &table.rows {
        page.push_str(&format!("<tr><th>{}</th>{}</tr>\n", escaped(name), cells(row)));
    }
    page.push_str("</table>\n");
}

/// ` (8.52, ruling BG-chain)`, small; nothing without rules.
fn cited(rules: &[Rule]) -> String {
    let numbers: Vec<String> = rules.iter().map(|rule| escaped(rule.number())).collect();
    match numbers.is_empty() {
        true => String::new(),
        false => format!(" <span class=\"rule\">({})</span>", numbers.join(", ")),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_every_section_and_no_stray_mark() {
        let fact = [Line::fact(1, "<Cobb> & \"I\" retreat")];
        let rows = vec![("Union".to_owned(), vec!["3".to_owned()])];
        let columns = vec!["lost".to_owned()];
        let tables = [Table { title: "Losses".to_owned(), columns, rows }];
        let form = ["# orders: X turn 1 Union".to_owned()];
        let page = report(&Report {
            title: "A & B",
            events: &fact,
            tables: &tables,
            form: &form,
            ..Report::default()
        });
        for wanted in [
            "<title>A &amp; B</title>",
            "<h2>What happened</h2>\n<p style=\"margin-left: 2em\">&lt;Cobb&gt; &amp; &quot;I&quot; retreat</p>",
            "<tr><th></th><td>lost</td></tr>\n<tr><th>Union</th><td>3</td></tr>",
            "<pre>\n# orders: X turn 1 Union\n</pre>",
        ] {
            assert!(page.contains(wanted), "no {wanted} in\n{page}");
        }
        assert!(!page.contains("awaited"));
    }
}
