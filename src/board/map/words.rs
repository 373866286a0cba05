//! The words of a scalar or of a list of scalars, each with its place in the file.

use crate::document::{Diagnostic, Node, Span, Text, Value};

/// One word, or one line, of a scalar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word<'a> {
    pub text: &'a str,
    pub span: Span,
}

/// The lines of the scalar under `key` that are not blank.
///
/// A block scalar begins where its `|` stands, so its first line is the one below. How far the
/// block is indented is not kept; two more than its key is what people write.
pub fn lines<'a>(key: &Text, node: &Node, text: &'a str) -> Vec<Word<'a>> {
    let whole = node.span;
    let place = |number: usize, line: &'a str| {
        let length = line.chars().count();
        let span = if whole.line == 0 {
            Span::NONE
        } else if text.contains('\n') {
            let line = whole.line + 1 + number as u32;
            Span { line, column: key.span.column + 2, length: length as u32 }
        } else {
            whole
        };
        Word { text: line, span }
    };
    let lines = text.split('\n').enumerate();
    lines.filter(|(_, line)| !line.trim().is_empty()).map(|(n, line)| place(n, line)).collect()
}

/// The words of a line, parted by blanks.
pub fn words<'a>(line: Word<'a>) -> impl Iterator<Item = Word<'a>> {
    // Quoted or folded text is longer in the file than it reads; then only its beginning is known.
    let exact = line.span.length as usize == line.text.chars().count();
    let mut column = 0;
    line.text.split(' ').filter_map(move |word| {
        let length = word.chars().count();
        let from = column;
        column += length + 1;
        let span = if exact { line.span.part(from, length) } else { line.span };
        (!word.is_empty()).then_some(Word { text: word, span })
    })
}

/// All words under a key whose value is text or a list of text; complains of anything else.
pub fn all<'a>(key: &Text, node: &'a Node, complaints: &mut Vec<Diagnostic>) -> Vec<Word<'a>> {
    let mut found = Vec::new();
    let items = match &node.value {
        Value::List(items) => items.as_slice(),
        _ => std::slice::from_ref(node),
    };
    for item in items {
        match item.as_text() {
            Some(text) => found.extend(lines(key, item, text).into_iter().flat_map(words)),
            None => complaints.push(Diagnostic::error(
                item.span,
                format!("`{}` wants text, or a list of text", key.text),
            )),
        }
    }
    found
}
