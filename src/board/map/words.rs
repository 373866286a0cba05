//! The lines and words of a scalar, each with its place in the file.

use crate::document::{Node, Span};

/// One word, or one line, of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word<'a> {
    pub text: &'a str,
    pub span: Span,
}

/// The lines of a scalar that are not blank.
///
/// The place of a block is that of its first line that is not blank, so the places of all its
/// lines are known. Of folded text, which has lost its line ends, only the beginning is.
pub fn lines<'a>(node: &Node, text: &'a str) -> Vec<Word<'a>> {
    let is_block = text.contains('\n');
    let lead = text.len() - text.trim_start_matches('\n').len();
    let place = |number: usize, line: &'a str| {
        let span = match node.span {
            Span { line: 0, .. } => Span::NONE,
            Span { line: first, column, .. } if is_block => Span {
                line: first + (number - lead) as u32,
                column,
                length: line.chars().count() as u32,
            },
            span => span,
        };
        Word { text: line, span }
    };
    let lines = text.split('\n').enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(number, line)| place(number, line)).collect()
}

/// The words of a line, parted by blanks.
pub fn words<'a>(line: Word<'a>) -> impl Iterator<Item = Word<'a>> {
    // On its line quoted text is two quotes longer than it reads; folded text has another length.
    let quotes = (line.span.length as usize).checked_sub(line.text.chars().count());
    let lead = quotes.filter(|quotes| [0, 2].contains(quotes)).map(|quotes| quotes / 2);
    let mut column = 0;
    line.text.split(' ').filter_map(move |word| {
        let length = word.chars().count();
        let from = column;
        column += length + 1;
        let span = lead.map_or(line.span, |lead| line.span.part(lead + from, length));
        (!word.is_empty()).then_some(Word { text: word, span })
    })
}
