//! One line of a block as it was typed.

use crate::document::Span;

/// A line on its way: its characters without the leading blanks, repaired.
pub(super) struct Typed {
    pub number: u32,
    /// Leading blanks of the line as it was typed.
    pub lead: usize,
    /// Leading blanks beyond the margin of the block.
    pub indent: usize,
    pub chars: Vec<char>,
}

impl Typed {
    /// A part of it, by indices.
    pub fn span(&self, from: usize, to: usize) -> Span {
        let column = (self.lead + from + 1) as u32;
        Span { line: self.number, column, length: to.saturating_sub(from) as u32 }
    }

    /// All of it.
    pub fn whole(&self) -> Span {
        self.span(0, self.chars.len())
    }

    /// The column before the comment, if there is one.
    pub fn comment(&self) -> u32 {
        let chars = &self.chars;
        let blank_before = |at: usize| at == 0 || chars.get(at - 1) == Some(&' ');
        let begins = |at: &usize| chars.get(*at) == Some(&'#') && blank_before(*at);
        (0..chars.len()).find(begins).map_or(u32::MAX, |at| (self.lead + at) as u32)
    }
}
