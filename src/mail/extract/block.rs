//! A block as it was found, and how its places lead back to the original text.

use crate::document::{Diagnostic, Span};

/// Complaints after which reading stops.
pub(super) const ENOUGH: usize = 20;

/// The words by which a kind of block is known.
#[derive(Clone, Copy, Debug)]
pub struct Form<'f> {
    /// Key of its first line: `orders`.
    pub head: &'f str,
    /// Keys of the first level, the head among them.
    pub first: &'f [&'f str],
    /// Keys of the second level, inside the items of lists; none is also a key of the first.
    pub second: &'f [&'f str],
    /// Keys of the first level whose value is free text.
    pub free: &'f [&'f str],
    /// Keys that people write for one of ours: what they say, what it is called here.
    pub meant: &'f [(&'f str, &'f str)],
}

/// Something that was read as if it had been typed otherwise.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Repair {
    /// Where; [`Span::NONE`] if it concerns the whole text.
    pub span: Span,
    /// What was done: lower case, no final stop.
    pub what: String,
}

impl Repair {
    /// A repair at a place.
    pub fn new(span: Span, what: impl Into<String>) -> Repair {
        Repair { span, what: what.into() }
    }
}

/// A block as it was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Clean YAML: two levels, one value a line, no comments.
    pub text: String,
    /// For each line of `text` the number of the original line on which it begins.
    pub lines: Vec<u32>,
    /// The head line in the original text.
    pub head: Span,
    /// What was repaired, in order of place.
    pub repairs: Vec<Repair>,
    /// The line before which it ended without a word.
    pub stop: Option<Stop>,
    /// How many lines that are not blank stand before the block.
    pub before: usize,
    /// The lines after the block that are not blank, with their numbers.
    pub cut: Vec<(u32, String)>,
    /// Lines on which quoted blocks begin; they were passed over.
    pub quoted: Vec<u32>,
    /// The pieces of which each line of `text` is made.
    pub(super) pieces: Vec<Vec<Piece>>,
}

/// A line at the left margin that ended a block, though it does not say `end`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// Where it stands.
    pub span: Span,
    /// What it says.
    pub text: String,
    /// Whether it stands directly behind a line of a list.
    pub close: bool,
}

/// A stretch of a clean line and where it came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    /// Column of its first character in the clean line, from 1.
    pub at: u32,
    /// Line in the original text.
    pub line: u32,
    /// Column in the original text.
    pub column: u32,
}

impl Block {
    /// The place in the original text of a place in [`Block::text`].
    pub fn locate(&self, span: Span) -> Span {
        let last = self.pieces.len();
        if span.line as usize > last && last > 0 {
            // What is missing at the end is told behind the last line.
            let end = self.text.lines().last().map_or(0, |line| line.chars().count());
            return self.locate(Span { line: last as u32, column: end as u32 + 1, length: 1 });
        }
        let index = (span.line as usize).wrapping_sub(1);
        let Some(pieces) = self.pieces.get(index) else {
            return span;
        };
        let next = pieces.partition_point(|piece| piece.at <= span.column).max(1);
        let Some(piece) = pieces.get(next - 1) else {
            return span;
        };
        let room = pieces.get(next).map_or(u32::MAX, |after| after.at - span.column);
        let column = (piece.column + span.column).saturating_sub(piece.at).max(1);
        Span { line: piece.line, column, length: span.length.min(room) }
    }

    /// A complaint about [`Block::text`] as a complaint about the original text.
    pub fn relocate(&self, mut complaint: Diagnostic) -> Diagnostic {
        complaint.span = self.locate(complaint.span);
        complaint
    }
}
