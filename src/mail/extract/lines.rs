//! Lines of a text, and what kind of line each is.

use super::block::Repair;
use crate::document::Span;

/// A line with its number, without its ending.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'t> {
    /// From 1.
    pub number: u32,
    /// The line; a byte order mark before the first is left out.
    pub text: &'t str,
}

/// The lines of a text; LF, CRLF and a lone CR end one.
pub(super) fn split(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut rest = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut number = 0;
    std::iter::from_fn(move || {
        number += 1;
        match rest.find(['\n', '\r']) {
            Some(end) => {
                let (line, ending) = rest.split_at(end);
                rest = ending.strip_prefix("\r\n").or_else(|| ending.get(1..)).unwrap_or_default();
                Some(Line { number, text: line })
            }
            None if rest.is_empty() => None,
            None => Some(Line { number, text: std::mem::take(&mut rest) }),
        }
    })
}

/// Whether anything about the ends of the text had to be repaired.
pub(super) fn endings(text: &str) -> Option<Repair> {
    let mark = text.starts_with('\u{FEFF}');
    // CRLF is how mail is sent, and how files are kept elsewhere.
    let returns = text.split("\r\n").any(|piece| piece.contains('\r'));
    let what = match (mark, returns) {
        (true, true) => "byte order mark left out, CR at line ends left out",
        (true, false) => "byte order mark left out",
        (false, true) => "CR at line ends left out",
        (false, false) => return None,
    };
    Some(Repair::new(Span::NONE, what))
}

/// What a line of a block is, by its first characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// `# ...` or `#` alone.
    Comment,
    /// `#` with something close after it.
    CloseComment,
    /// `> ...`
    Quote,
    /// `end`
    End,
    /// `- ...`; the index of what comes after the dash and its blanks.
    Item(usize),
    /// `* ...`: an item as other programs write it; the index of what comes after its blanks.
    Bullet(usize),
    /// `-word: ...`: an item whose blank is missing.
    CloseItem,
    /// `key: ...`; the index of the colon.
    Key(usize),
    /// `key:value` of a known key: the blank is missing; the index of the colon.
    CloseKey(usize),
    /// Anything else.
    Other,
}

/// The kind of a line without its leading blanks; `known` tells the keys of the block.
pub(super) fn kind(line: &[char], known: impl Fn(&[char]) -> bool) -> Kind {
    let blank_at = |at: usize| line.get(at).is_none_or(|c| *c == ' ');
    match line.first() {
        Some('#') if blank_at(1) => return Kind::Comment,
        Some('#') => return Kind::CloseComment,
        Some('>') => return Kind::Quote,
        Some('-') if blank_at(1) => {
            let after = line.iter().skip(1).take_while(|c| **c == ' ').count();
            return Kind::Item(1 + after);
        }
        Some('*' | '+' | '•' | '·' | '‣' | '▪' | '●' | '◦') if line.get(1) == Some(&' ') =>
        {
            let after = line.iter().skip(1).take_while(|c| **c == ' ').count();
            return Kind::Bullet(1 + after);
        }
        Some('-') if line.get(1) != Some(&'-') && colon(line).is_some() => {
            return Kind::CloseItem;
        }
        _ => {}
    }
    if line.iter().collect::<String>().eq_ignore_ascii_case("end") {
        return Kind::End;
    }
    if let Some(at) = line.iter().position(|c| *c == ':')
        && !blank_at(at + 1)
        && known(&line[..at])
    {
        return Kind::CloseKey(at);
    }
    match colon(line) {
        Some(at) => Kind::Key(at),
        None => Kind::Other,
    }
}

/// The first colon that ends a key: outside quotes, with a blank or nothing after it.
pub(super) fn colon(line: &[char]) -> Option<usize> {
    let mut quote = None;
    for (at, c) in line.iter().enumerate() {
        match (quote, c) {
            (Some(open), c) if open == *c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') if at == 0 => quote = Some(*c),
            (None, ':') if line.get(at + 1).is_none_or(|c| *c == ' ') => return Some(at),
            (None, '#') if at > 0 && line.get(at - 1) == Some(&' ') => return None,
            _ => {}
        }
    }
    None
}

/// Whether what stands before a colon at the left margin looks like a key and not like a sentence:
/// at most four words of letters, digits and `/ . ' - _`.
pub(super) fn is_words(key: &[char]) -> bool {
    let text: String = key.iter().collect();
    let words = text.split(' ').filter(|word| !word.is_empty()).count();
    let plain = |c: char| c.is_alphanumeric() || " /.'-_\"".contains(c);
    (1..=4).contains(&words) && text.chars().all(plain)
}
