//! One line of clean YAML while it is put together.

use super::super::block::{ENOUGH, Piece};
use super::typed::Typed;
use crate::document::{Diagnostic, Span};

/// A clean line and the places from which its pieces come.
pub(super) struct Clean {
    pub text: String,
    /// Original line on which it begins.
    pub line: u32,
    pub pieces: Vec<Piece>,
    columns: u32,
}

impl Clean {
    /// A line that begins with the given blanks and dash.
    pub fn new(line: u32, before: &str) -> Clean {
        let columns = before.len() as u32;
        Clean { text: before.to_owned(), line, pieces: Vec::new(), columns }
    }

    /// Adds text that comes from a place.
    pub fn push(&mut self, text: &str, from: Span) {
        self.pieces.push(Piece { at: self.columns + 1, line: from.line, column: from.column });
        self.made(text);
    }

    /// Adds text that comes from nowhere.
    pub fn made(&mut self, text: &str) {
        self.text.push_str(text);
        self.columns += text.chars().count() as u32;
    }

    /// Adds a key and its colon.
    pub fn key(&mut self, key: &str, from: Span) {
        self.push(key, from);
        self.made(":");
    }

    /// Adds a key as it was typed, from one index of a line to another, and its colon.
    pub fn typed_key(&mut self, typed: &Typed, from: usize, to: usize) {
        let (from, to) = unquoted(&typed.chars, from, to);
        let key: String = typed.chars.get(from..to).unwrap_or_default().iter().collect();
        self.key(key.trim_end(), typed.span(from, to));
    }

    /// Adds the value that begins at or after index `from` of a line, without its comment; false
    /// if there is none.
    pub fn value(&mut self, typed: &Typed, from: usize, complaints: &mut Vec<Diagnostic>) -> bool {
        let before = complaints.len();
        let (from, to) = value(typed, from, complaints);
        let (from, to) = unquoted(&typed.chars, from, to);
        let mut text: String = typed.chars.get(from..to).unwrap_or_default().iter().collect();
        if complaints.len() > before {
            // What would keep the other lines from being read.
            text = text.replace([':', '"', '\''], " ");
        }
        if text.is_empty() {
            return false;
        }
        if !self.text.ends_with(' ') {
            self.made(" ");
        }
        self.push(&text, typed.span(from, to));
        true
    }

    /// Goes on with the value on a further line.
    pub fn go_on(&mut self, typed: &Typed, complaints: &mut Vec<Diagnostic>) {
        self.value(typed, 0, complaints);
    }
}

/// Where the value of a line begins and ends; complains about what would cut or split it.
fn value(typed: &Typed, from: usize, complaints: &mut Vec<Diagnostic>) -> (usize, usize) {
    let chars = &typed.chars;
    let is_blank = |at: usize| chars.get(at).is_none_or(|c| *c == ' ');
    let begin = (from..chars.len()).find(|at| !is_blank(*at)).unwrap_or(chars.len());
    let mut end = chars.len();
    let mut quote = None;
    let mut complain = |at: usize, headline: &str, help: &str| {
        if complaints.len() >= ENOUGH {
            return;
        }
        complaints.push(Diagnostic::error(typed.span(at, at + 1), headline).help(help));
    };
    for (at, c) in chars.iter().copied().enumerate().skip(begin) {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            (Some(_), _) => {}
            (None, c @ ('"' | '\'')) if at == begin => quote = Some(c),
            (None, '#') if at > 0 && is_blank(at - 1) => {
                if !is_blank(at + 1) {
                    complain(at, "` #` without a blank after it would cut the line", CUT);
                }
                end = at;
                break;
            }
            (None, ':') if is_blank(at + 1) => {
                complain(at, "a second `:` in one line", "a sentence holds no colon");
            }
            _ => {}
        }
    }
    if quote.is_some() {
        complain(begin, "this quote is not closed", "close it on the same line, or leave it out");
    }
    while end > begin && is_blank(end - 1) {
        end -= 1;
    }
    (begin, end)
}

/// Leaves out the quotes around a plain text, so that every column in it is its own.
fn unquoted(chars: &[char], from: usize, to: usize) -> (usize, usize) {
    let plain = |c: &char| c.is_alphanumeric() || " ,@/.()-".contains(*c);
    match chars.get(from..to) {
        Some([open @ ('"' | '\''), first, rest @ .., close])
            if open == close && first.is_alphanumeric() && rest.iter().all(plain) =>
        {
            (from + 1, to - 1)
        }
        _ => (from, to),
    }
}

const CUT: &str = "a comment begins with ` # `; no name holds a `#`";
