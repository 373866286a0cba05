//! Records that stand in a text among other words: pasted as they are, or behind quote marks.

use super::extract::{self, Form};
use super::names::{Part, PartName};
use crate::document::digest::record_digest;
use crate::document::{Node, read};

/// The records that were pasted into a text, damaged or not: lines before each, and itself.
pub(super) fn records(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let rest = lines.get(at..).unwrap_or_default();
        let length = record_at(rest);
        if length > 0 {
            found.push((at, together(rest.iter().take(length))));
        }
        at += length.max(1);
    }
    found
}

/// The records of a text, each without the words around it; the text as it is if it is a file, if one
/// of them is not whole, or if the words may be orders.
pub(super) fn alone(part: Part, form: &Form<'_>) -> Vec<Part> {
    if matches!(part.name, PartName::Attachment(_)) {
        return vec![part];
    }
    let found = records(&part.text);
    let whole = |text: &str| read::record(text).is_ok_and(|file| is_whole(&file));
    let words = found.iter().fold(part.text.clone(), |text, (_, record)| text.replace(record, ""));
    let ordered = !extract::heads(&words, form).is_empty() || extract::has_section(&words, form);
    if found.is_empty() || ordered || !found.iter().all(|(_, text)| whole(text)) {
        return vec![part];
    }
    found.into_iter().map(|(_, text)| Part { name: part.name.clone(), text }).collect()
}

/// The records that stand whole behind quote marks or blanks, with these taken away.
pub(super) fn behind_marks(text: &str) -> Vec<(usize, String)> {
    let mut found = quoted(text);
    found.extend(indented(text));
    found
}

/// The records that stand whole behind quote marks, with the marks taken away. One that has lost or
/// gained anything there is nobody's: its writer has sent it otherwise.
fn quoted(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<(usize, &str)> = text.split('\n').map(unquoted).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((depth, _)) = lines.get(at) {
        let run = lines.get(at..).unwrap_or_default();
        let run: Vec<&str> =
            run.iter().take_while(|line| line.0 == *depth).map(|line| line.1).collect();
        if *depth > 0 {
            for (before, record) in records(&together(run.iter())) {
                if read::record(&record).is_ok_and(|file| is_whole(&file)) {
                    found.push((at + before, record));
                }
            }
        }
        at += run.len();
    }
    found
}

/// The records that stand whole in lines that are all indented, with that indentation taken away.
fn indented(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| is_indented(line)) {
        let margin = line.get(..line.len() - line.trim_start().len()).unwrap_or_default();
        let inner = |line: &&&str| line.trim().is_empty() || line.starts_with(margin);
        let rest = lines.get(at..).unwrap_or_default().iter().take_while(inner);
        let rest: Vec<&str> = rest.map(|line| line.strip_prefix(margin).unwrap_or("")).collect();
        for (before, record) in records(&together(rest.iter())) {
            if read::record(&record).is_ok_and(|file| is_whole(&file)) {
                found.push((at + before, record));
            }
        }
    }
    found
}

/// Whether a line says `record:` behind blanks.
fn is_indented(line: &str) -> bool {
    line.starts_with([' ', '\t']) && line.trim() == "record:"
}

/// The lines of a text before which no quote mark stands.
pub(super) fn unquoted_lines(text: &str) -> String {
    let own = text.split('\n').filter(|line| unquoted(line).0 == 0);
    own.flat_map(|line| [line, "\n"]).collect()
}

/// The line, from 1, on which a record begins behind quote marks or blanks, whole or not.
pub(super) fn quoted_line(text: &str) -> Option<u32> {
    let mut lines = text.split('\n').map(unquoted);
    let begins = |(depth, line): (usize, &str)| match depth {
        0 => is_indented(line),
        _ => line.trim() == "record:",
    };
    let at = lines.position(begins)?;
    let is_one = lines.any(|(_, line)| line.trim_start().starts_with("prev:"));
    u32::try_from(at + 1).ok().filter(|_| is_one)
}

/// Whether a record is what its own check says.
pub(super) fn is_whole(file: &Node) -> bool {
    let stated = file.get("check").and_then(|check| check.get_text("digest"));
    let digest = file.get("record").map(record_digest);
    matches!((stated, digest), (Some(stated), Some(Ok(digest))) if stated == digest.to_string())
}

fn together<'l>(lines: impl Iterator<Item = &'l &'l str>) -> String {
    lines.flat_map(|line| [*line, "\n"]).collect()
}

/// How many quote marks stand before a line, and the line behind them and their one blank.
fn unquoted(line: &str) -> (usize, &str) {
    let (mut depth, mut rest) = (0, line);
    while let Some(inner) = rest.strip_prefix('>').or_else(|| rest.strip_prefix(" >")) {
        (depth, rest) = (depth + 1, inner);
    }
    (depth, if depth > 0 { rest.strip_prefix(' ').unwrap_or(rest) } else { rest })
}

/// Keys of which one follows soon on the line `record:`.
const KEYS: [&str; 4] = ["provost:", "game:", "seq:", "prev:"];

/// How many of these lines are a record; none unless the first says `record:` and nothing else.
fn record_at(lines: &[&str]) -> usize {
    let is_first = |line: &&str| line.trim_start_matches('\u{FEFF}').trim_end() == "record:";
    if !lines.first().is_some_and(is_first) {
        return 0;
    }
    let body = lines.get(1..).unwrap_or_default();
    let is_key = |line: &&str| KEYS.iter().any(|key| line.trim_start().starts_with(key));
    if !body.iter().take(8).any(is_key) {
        return 0;
    }
    // A program that has eaten the indentation leaves lines at the margin: up to an empty one.
    let is_flat = body.first().is_some_and(|line| !line.starts_with([' ', '\t']));
    let goes_on = |line: &&&str| {
        let blank = line.trim().is_empty();
        if is_flat {
            !blank && **line != "-- "
        } else {
            blank || line.starts_with([' ', '\t', '#']) || line.trim_end() == "check:"
        }
    };
    let mut length = 1 + body.iter().take_while(goes_on).count();
    while lines.get(length - 1).is_some_and(|line| line.trim().is_empty()) {
        length -= 1;
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::write;

    /// A record with its own digest.
    fn whole() -> String {
        let record = Node::map([
            ("prev", Node::text("0".repeat(64))),
            ("note", Node::text("one two three")),
        ]);
        let digest = Node::text(record_digest(&record).expect("it can be hashed").to_string());
        let check = Node::map([("digest", digest)]);
        write::record(&Node::map([("record", record), ("check", check)]))
    }

    #[test]
    fn a_record_behind_quote_marks_counts_if_it_is_whole() {
        let record = whole();
        let behind = |mark: &str| -> String {
            record.lines().map(|line| format!("{mark}{line}\n")).collect()
        };
        for mark in ["> ", ">", ">> ", "> > ", " > > "] {
            let text = format!("Jane wrote:\n> Dear Bob,\n{}> Jane\nThanks\n", behind(mark));
            let [(2, found)] = &quoted(&text)[..] else { panic!("{mark}: {text}") };
            // Blanks may go with the marks: the tree is the same.
            assert_eq!(read::record(found), read::record(&record), "{mark}");
        }
        let changed = behind("> ").replace("two", "2");
        assert_eq!(quoted(&changed), []);
        assert_eq!(quoted(&record), [], "it is not quoted");
    }

    #[test]
    fn a_record_that_is_indented_counts_if_it_is_whole() {
        let record = whole();
        for margin in ["  ", "\t", " ", "      "] {
            let lines: String = record.lines().map(|line| format!("{margin}{line}\n")).collect();
            let text = format!("Dear Bob,\n\n{lines}\n\nJane\n");
            let [(2, found)] = &indented(&text)[..] else { panic!("{margin:?}: {text}") };
            assert_eq!(read::record(found), read::record(&record), "{margin:?}");
            assert_eq!(quoted_line(&text), Some(3));
            assert_eq!(indented(&text.replace("two", "2")), []);
        }
        assert_eq!(indented(&record), [], "it is not indented");
    }

    #[test]
    fn words_around_a_record_are_no_part_of_it() {
        let form = Form {
            head: "orders",
            first: &["orders", "position", "move"],
            second: &["at"],
            free: &[],
            meant: &[],
        };
        let texts = |text: &str| -> Vec<String> {
            let part = Part { name: PartName::Body, text: text.to_owned() };
            alone(part, &form).into_iter().map(|part| part.text).collect()
        };
        let record = whole();
        assert_eq!(
            texts(&format!("Hi Bob,\n\n{record}\nBye\n-- \nJane\n")),
            std::slice::from_ref(&record)
        );
        let damaged = format!("Hi Bob,\n\n{}\nBye\n", record.replace("two", "2"));
        assert_eq!(texts(&damaged), std::slice::from_ref(&damaged));
        let ordered = format!("orders: X turn 2 Union\nposition: a-b-02\n\n{record}");
        assert_eq!(texts(&ordered), std::slice::from_ref(&ordered));
    }
}
