//! Free text: a note on one line or several, plain, in quotes, or under `|` or `>`.

use super::super::block::ENOUGH;
use super::clean::Clean;
use super::typed::Typed;
use crate::document::{Diagnostic, Span};

/// Free text while it is read; it comes out on one line.
pub(super) struct Free {
    clean: Clean,
    text: String,
    form: Form,
    /// Where it begins.
    span: Span,
}

/// How free text was begun.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Without quotes.
    Plain,
    /// In quotes that are still open.
    Quoted(char),
    /// In quotes that are closed.
    Closed,
    /// Under `|` or `>`.
    Under,
}

impl Free {
    /// Begins with what stands after the colon, at index `from` of the line as it was typed.
    pub fn begin(
        clean: Clean,
        typed: &Typed,
        line: &[char],
        from: usize,
        complaints: &mut Vec<Diagnostic>,
    ) -> Free {
        let value = line.get(from..).unwrap_or_default();
        let blanks = value.iter().take_while(|c| **c == ' ').count();
        let begin = from + blanks;
        let value = line.get(begin..).unwrap_or_default();
        let span = typed.span(begin, line.len());
        let form = match value {
            [c @ ('"' | '\''), ..] => Form::Quoted(*c),
            ['|' | '>', rest @ ..] if rest.iter().all(|c| "+-0123456789".contains(*c)) => {
                Form::Under
            }
            _ => Form::Plain,
        };
        let mut free = Free { clean, text: String::new(), form, span };
        if form != Form::Under {
            free.add(typed, value, begin, complaints);
        }
        free
    }

    /// Whether it runs on whatever the next line looks like.
    pub fn is_open(&self) -> bool {
        matches!(self.form, Form::Quoted(_))
    }

    /// Whether a line of this indentation belongs to it.
    pub fn goes_on(&self, indent: usize) -> bool {
        self.is_open() || indent > 0
    }

    /// Takes a further line.
    pub fn take(&mut self, typed: &Typed, complaints: &mut Vec<Diagnostic>) {
        self.add(typed, &typed.chars, 0, complaints);
    }

    fn add(
        &mut self,
        typed: &Typed,
        chars: &[char],
        from: usize,
        complaints: &mut Vec<Diagnostic>,
    ) {
        let mut complain = |at: usize, headline: &str, help: &str| {
            if complaints.len() >= ENOUGH {
                return;
            }
            let span = typed.span(from + at, from + at + 1);
            complaints.push(Diagnostic::error(span, headline).help(help));
        };
        let blank = |at: usize| chars.get(at).is_none_or(|c| *c == ' ');
        let mut end = chars.len();
        match self.form {
            Form::Closed if !chars.is_empty() => {
                complain(0, "text after the closing quote", "put all of it in one pair of quotes");
                return;
            }
            Form::Plain => {
                for (at, c) in chars.iter().enumerate() {
                    if *c == '#' && (at == 0 || blank(at - 1)) {
                        complain(at, "` #` in a note without quotes would cut it", QUOTE);
                    }
                    if *c == ':' && blank(at + 1) {
                        complain(at, "`: ` in a note without quotes", QUOTE);
                    }
                }
            }
            Form::Quoted(mark) => {
                let begin = usize::from(self.text.is_empty());
                if let Some(close) = closing(chars, begin, mark) {
                    self.form = Form::Closed;
                    end = close + 1;
                    let rest = chars.get(end..).unwrap_or_default();
                    let rest = &rest[rest.iter().take_while(|c| **c == ' ').count()..];
                    if !matches!(rest, [] | ['#'] | ['#', ' ', ..]) {
                        complain(end, "text after the closing quote", "double a quote in the text");
                    }
                }
            }
            Form::Closed | Form::Under => {}
        }
        let more: String = chars.get(..end).unwrap_or_default().iter().collect();
        if !self.text.is_empty() && !more.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(&more);
    }

    /// The finished line.
    pub fn finish(mut self, complaints: &mut Vec<Diagnostic>) -> Clean {
        self.clean.made(" ");
        match self.form {
            Form::Quoted(_) => complaints.push(
                Diagnostic::error(self.span, "this quote is not closed")
                    .help("close it, or leave it out"),
            ),
            Form::Closed => self.clean.push(&self.text, self.span),
            Form::Plain | Form::Under => {
                let text = self.text.replace('\\', "\\\\").replace('"', "\\\"");
                self.clean.push(&format!("\"{text}\""), self.span);
            }
        }
        self.clean
    }
}

const QUOTE: &str = "put the note in quotes";

/// The index of the quote that closes.
fn closing(chars: &[char], begin: usize, mark: char) -> Option<usize> {
    let mut at = begin;
    while let Some(c) = chars.get(at) {
        match c {
            '\\' if mark == '"' => at += 1,
            c if *c == mark && mark == '\'' && chars.get(at + 1) == Some(&'\'') => at += 1,
            c if *c == mark => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}
