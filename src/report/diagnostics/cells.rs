//! Characters as a terminal shows them: how wide, and what stands for those that do not show.

use crate::document::characters::{
    is_invisible, is_line_separator, is_no_break_blank, is_odd_blank, is_selector,
};
use unicode_normalization::char::is_combining_mark;

/// What is printed for one character of a source line.
pub struct Cell {
    /// The character, or its escape.
    pub text: String,
    /// Columns that it takes.
    pub width: usize,
}

/// Which letters are printed as they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Letters {
    /// All that show.
    All,
    /// ASCII: of the others the code points are told.
    Ascii,
}

/// One cell for each character of a line.
pub fn cells(line: &str, letters: Letters) -> Vec<Cell> {
    line.chars()
        .map(|c| match escape(c, letters) {
            Some(text) => Cell { width: text.len(), text },
            None => Cell { text: c.to_string(), width: width(c) },
        })
        .collect()
}

/// Text with everything escaped that does not show or could command a terminal.
pub fn safe(text: &str, letters: Letters) -> String {
    text.chars().map(|c| escape(c, letters).unwrap_or_else(|| c.to_string())).collect()
}

/// Control characters, and characters that are invisible or change the direction of writing.
fn escape(c: char, letters: Letters) -> Option<String> {
    let hidden = c.is_control()
        || is_invisible(c)
        || is_line_separator(c)
        || is_selector(c)
        || is_no_break_blank(c)
        || is_odd_blank(c);
    match c {
        '\t' => Some("\\t".to_owned()),
        '\r' => Some("\\r".to_owned()),
        '\n' => Some("\\n".to_owned()),
        _ if letters == Letters::Ascii && !c.is_ascii() => {
            Some(format!("<U+{:04X}>", u32::from(c)))
        }
        _ if hidden => Some(format!("\\u{{{:x}}}", u32::from(c))),
        _ => None,
    }
}

/// Columns of a character: none for combining marks, two for the wide ones of East Asia and for
/// pictures (the blocks of Unicode's East Asian Width `W` and `F`, coarsely).
fn width(c: char) -> usize {
    match c {
        _ if is_combining_mark(c) => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{303e}'
        | '\u{3041}'..='\u{a4cf}'
        | '\u{a960}'..='\u{a97c}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff01}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1f64f}'
        | '\u{1f680}'..='\u{1f6ff}'
        | '\u{1f900}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}
