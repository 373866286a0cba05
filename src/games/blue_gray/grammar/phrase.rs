//! One sentence and how far it has been read.

use super::super::answers::At;
use crate::board::Hex;
use crate::board::odds::Odds;
use crate::document::fields::is_whole_number;
use crate::document::{Diagnostic, Span};
use crate::mail::extract::Block;
use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization;

/// What a part of the grammar read, or its complaint.
pub(super) type Read<T> = Result<T, Diagnostic>;

/// A sentence: words, commas and `@`, with blanks between them that do not count.
#[derive(Clone)]
pub(super) struct Phrase<'t> {
    text: &'t str,
    /// Byte at which the next word begins, or the end.
    at: usize,
    /// Byte after that word.
    end: usize,
    /// Byte after the last word taken.
    taken: usize,
    span: Span,
    block: Option<&'t Block>,
    form: &'static str,
    /// Whether bytes are columns.
    ascii: bool,
    /// A byte and its column from 0, so that columns are counted only once.
    counted: std::cell::Cell<(usize, usize)>,
}

impl<'t> Phrase<'t> {
    /// A sentence that begins at `span`; `form` is what it should look like.
    pub fn new(text: &'t str, span: Span, block: Option<&'t Block>, form: &'static str) -> Self {
        let counted = std::cell::Cell::new((0, 0));
        let ascii = text.is_ascii();
        let mut phrase =
            Phrase { text, at: 0, end: 0, taken: 0, span, block, form, ascii, counted };
        phrase.skip();
        phrase
    }

    /// The same sentence, expected to look like another form.
    pub fn formed(&mut self, form: &'static str) {
        self.form = form;
    }

    /// What it should look like.
    pub fn form(&self) -> &'static str {
        self.form
    }

    fn skip(&mut self) {
        self.at += self.rest().bytes().take_while(|b| *b == b' ').count();
        let rest = self.rest();
        let end = rest.bytes().position(|b| matches!(b, b' ' | b',' | b'@'));
        self.end = self.at + end.map_or(rest.len(), |end| end.max(1));
    }

    /// What is left; `at` always lies between two characters.
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next word, `,` or `@`; nothing at the end.
    pub fn peek(&self) -> &'t str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    /// Takes the next word.
    pub fn take(&mut self) -> At<&'t str> {
        let word = self.peek();
        let begin = self.at;
        self.taken = begin + word.len();
        self.at = self.taken;
        self.skip();
        At::new(word, self.place(begin, self.taken))
    }

    /// Whether the next word is this one, in whatever case.
    pub fn is(&self, word: &str) -> bool {
        self.peek().eq_ignore_ascii_case(word)
    }

    /// Whether this one word, in whatever case, is all that is left.
    pub fn ends_with(&self, word: &str) -> bool {
        let mut rest = self.clone();
        rest.eat(word) && rest.is_done()
    }

    /// Takes the next word if it is this one.
    pub fn eat(&mut self, word: &str) -> bool {
        let is = self.is(word);
        if is {
            self.step();
        }
        is
    }

    /// Takes the words if they all follow.
    pub fn eat_all(&mut self, words: &[&str]) -> bool {
        let mark = (self.at, self.end, self.taken);
        let all = words.iter().all(|word| self.eat(word));
        if !all {
            (self.at, self.end, self.taken) = mark;
        }
        all
    }

    fn step(&mut self) {
        self.taken = self.end;
        self.at = self.taken;
        self.skip();
    }

    /// Whether nothing is left.
    pub fn is_done(&self) -> bool {
        self.at == self.text.len()
    }

    /// Complains if anything is left; `due` is what could have followed.
    pub fn done(&self, due: &str, known: &[&str]) -> Read<()> {
        match self.is_done() {
            true => Ok(()),
            false if due.is_empty() => Err(self.wrong("the end", known)),
            false => Err(self.wrong(&format!("{due} or the end"), known)),
        }
    }

    /// Takes a hex if one follows.
    pub fn try_hex(&mut self) -> Option<At<Hex>> {
        let word = self.peek();
        if word.len() != 4 {
            return None;
        }
        let hex = word.parse().ok()?;
        Some(At::new(hex, self.take().span))
    }

    /// Takes a hex.
    pub fn hex(&mut self) -> Read<At<Hex>> {
        self.try_hex().ok_or_else(|| self.wrong("a hex", &[]))
    }

    /// Takes odds: `2-1`.
    pub fn odds(&mut self) -> Read<At<Odds>> {
        match self.peek().parse() {
            Ok(odds) => Ok(At::new(odds, self.take().span)),
            Err(_) => Err(self.wrong("an odds ratio such as 2-1 or 1-3", &[])),
        }
    }

    /// Takes a whole number.
    pub fn number(&mut self) -> Read<At<u32>> {
        match whole_number(self.peek()) {
            Some(number) => Ok(At::new(number, self.take().span)),
            None => Err(self.wrong("a whole number", &[])),
        }
    }

    /// Takes a name: it runs to a comma, `@`, a hex, one of the given words or the end.
    pub fn name(&mut self, stops: &[&str]) -> Read<At<Cow<'t, str>>> {
        let begin = self.at;
        let mut end = begin;
        let mut single = true;
        loop {
            let word = self.peek();
            let stop = matches!(word, "" | "," | "@")
                || (word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit()))
                || stops.iter().any(|stop| word.eq_ignore_ascii_case(stop));
            if stop {
                break;
            }
            if word.contains(';') {
                return Err(self.wrong("a comma", &[]));
            }
            single &= end == begin || self.at == end + 1;
            end = self.at + word.len();
            self.step();
        }
        if end == begin {
            return Err(self.wrong("the name of a unit", stops));
        }
        let name = self.text.get(begin..end).unwrap_or_default();
        let span = self.place(begin, end);
        let name = match single {
            true => Cow::Borrowed(name),
            false => {
                Cow::Owned(name.split(' ').filter(|w| !w.is_empty()).collect::<Vec<_>>().join(" "))
            }
        };
        Ok(At::new(name, span))
    }

    /// The byte at which the next word begins, for [`Phrase::since`].
    pub fn mark(&self) -> usize {
        self.at
    }

    /// Everything from a mark to the last word taken.
    pub fn since(&self, mark: usize) -> Span {
        self.place(mark, self.taken.max(mark))
    }

    /// The whole sentence.
    pub fn whole(&self) -> Span {
        self.place(0, self.text.len())
    }

    /// The text as it was written.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// A part of the sentence, by bytes.
    pub fn place(&self, from: usize, to: usize) -> Span {
        if self.span.line == 0 {
            return Span::NONE;
        }
        let column = self.column(from);
        let span = self.span.part(column, self.column(to).saturating_sub(column));
        self.block.map_or(span, |block| block.locate(span))
    }

    /// The column of a byte, counted from the one that was asked for before.
    fn column(&self, byte: usize) -> usize {
        if self.ascii {
            return byte;
        }
        let (known, column) = self.counted.get();
        let part = self.text.as_bytes().get(known.min(byte)..known.max(byte)).unwrap_or_default();
        // Every byte but the further ones of a character begins a column.
        let between = part.iter().filter(|b| **b & 0xC0 != 0x80).count();
        let column = if known <= byte { column + between } else { column - between };
        self.counted.set((byte, column));
        column
    }

    /// The complaint that something else is due where the next word stands.
    pub fn wrong(&self, due: &str, known: &[&str]) -> Diagnostic {
        let word = self.peek();
        if let Some(at) = word.find(';') {
            let (mark, help) = self.semicolon(word.get(..at).unwrap_or_default(), due);
            let span = self.place(self.at + at, self.at + at + 1);
            return Diagnostic::error(span, format!("`;` where {mark} is due"))
                .with(format!("the form is `{}`", self.form))
                .help(help);
        }
        let span = match word.is_empty() {
            true => self.place(self.taken, self.taken),
            false => self.place(self.at, self.at + word.len()),
        };
        let headline = match word {
            "" => format!("the line ends where {due} is due"),
            _ => format!("{} where {due} is due", shown(word)),
        };
        let complaint =
            Diagnostic::error(span, headline).with(format!("the form is `{}`", self.form));
        match self.advice(word, due, known) {
            Some(advice) => complaint.help(advice),
            None => complaint,
        }
    }
}

/// A decimal whole number without sign and leading zero.
pub(super) fn whole_number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|_| is_whole_number(text))
}

/// A text in backquotes, cut short if it is long.
pub(super) fn shown(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("`{}...`", text.get(..end).unwrap_or_default()),
        None => format!("`{text}`"),
    }
}

/// Free text on one line, in the normal form of Unicode (NFC); nothing if it is blank.
pub(super) fn one_line(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line: String = words.join(" ").nfc().collect();
    (!line.is_empty()).then_some(line)
}
