//! A line of a move log, its continuations joined, read from left to right.

use super::super::scenario::{Army, Scenario, UnitId};
use super::{CONTINUES, has_four_digits, is_bare};
use crate::board::Hex;
use crate::board::odds::Odds;
use crate::document::{Diagnostic, Span};
use crate::rule::Rule;
use std::str::FromStr;

/// Something read, or why it could not be.
pub type Read<T> = Result<T, Diagnostic>;

/// One line with its continuations.
pub struct Logical {
    /// Whether it stands at the left margin.
    pub head: bool,
    chars: Vec<(char, Span)>,
}

/// Joins continuations; empty lines and comments are left out.
pub fn logical(text: &str, complaints: &mut Vec<Diagnostic>) -> Vec<Logical> {
    let mut lines: Vec<Logical> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let place =
            |column: usize| Span { line: number as u32 + 1, column: column as u32 + 1, length: 1 };
        let words = line.trim_end_matches(' ');
        let blanks = words.len() - words.trim_start_matches(' ').len();
        if words.is_empty() || words.starts_with('#') {
            continue;
        }
        let chars = words.chars().enumerate().skip(blanks).map(|(column, c)| (c, place(column)));
        match lines.last_mut() {
            Some(above) if blanks >= CONTINUES => {
                above.chars.push((' ', place(blanks - 1)));
                above.chars.extend(chars);
            }
            None if blanks >= CONTINUES => {
                let headline =
                    "a line indented by five or more continues the line above, and there is none";
                complaints.push(Diagnostic::error(place(blanks), headline));
            }
            _ => lines.push(Logical { head: blanks == 0, chars: chars.collect() }),
        }
    }
    lines
}

/// A place in a line.
pub struct Cursor<'a> {
    scenario: &'a Scenario,
    chars: &'a [(char, Span)],
    at: usize,
}

impl<'a> Cursor<'a> {
    /// The beginning of a line.
    pub fn new(scenario: &'a Scenario, line: &'a Logical) -> Cursor<'a> {
        Cursor { scenario, chars: &line.chars, at: 0 }
    }

    /// The next character, blanks included.
    pub fn peek(&self) -> Option<char> {
        self.chars.get(self.at).map(|(c, _)| *c)
    }

    /// Passes over blanks, and says whether more follows.
    pub fn more(&mut self) -> bool {
        while self.peek() == Some(' ') {
            self.at += 1;
        }
        self.peek().is_some()
    }

    /// Passes over blanks and a sign, if that comes next.
    pub fn sign(&mut self, sign: char) -> bool {
        let before = self.at;
        self.more();
        if self.glued(sign) {
            return true;
        }
        self.at = before;
        false
    }

    /// Whether a sign comes next.
    pub fn sign_ahead(&mut self, sign: char) -> bool {
        self.more();
        self.peek() == Some(sign)
    }

    /// Passes over the rest of the line.
    pub fn skip(&mut self) {
        self.at = self.chars.len();
    }

    /// Passes over a sign that follows without a blank.
    pub fn glued(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(sign);
        self.at += usize::from(found);
        found
    }

    /// Passes over a sign that must come next.
    pub fn expect(&mut self, sign: char) -> Read<()> {
        if self.sign(sign) { Ok(()) } else { Err(self.wrong(&format!("`{sign}`"))) }
    }

    /// Passes over a word of the notation, if that comes next.
    pub fn keyword(&mut self, word: &str) -> bool {
        let before = self.at;
        self.more();
        let mut rest = self.chars[self.at..].iter().map(|(c, _)| *c);
        let begins = word.chars().all(|c| rest.next() == Some(c));
        if begins && !rest.next().is_some_and(is_bare) {
            self.at += word.len();
            return true;
        }
        self.at = before;
        false
    }

    /// The digits from here on; one more than any number has at most, however many there are.
    fn digits(&self) -> String {
        const ENOUGH: usize = 21;
        let rest = self.chars[self.at..].iter().map(|(c, _)| *c);
        rest.take(ENOUGH).take_while(char::is_ascii_digit).collect()
    }

    /// The run of bare characters from here on.
    pub fn run(&self) -> String {
        self.chars[self.at..].iter().map(|(c, _)| *c).take_while(|c| is_bare(*c)).collect()
    }

    /// Reads a run of bare characters as something.
    fn parsed<T: FromStr>(&mut self, what: &str) -> Read<T> {
        self.more();
        let run = self.run();
        match run.parse() {
            Ok(value) => {
                self.at += run.len();
                Ok(value)
            }
            Err(_) => Err(self.wrong(what)),
        }
    }

    /// A number in decimal digits, without sign or leading zero.
    pub fn number<T: FromStr>(&mut self) -> Read<T> {
        self.more();
        let digits = self.digits();
        let plain = digits == "0" || !digits.starts_with('0');
        match digits.parse() {
            Ok(value) if plain => {
                self.at += digits.len();
                Ok(value)
            }
            _ => Err(self.wrong("a number in range")),
        }
    }

    /// A hex of four digits.
    pub fn hex(&mut self) -> Read<Hex> {
        self.more();
        let digits = self.digits();
        match digits.parse() {
            Ok(hex) => {
                self.at += digits.len();
                Ok(hex)
            }
            Err(_) => Err(self.wrong("a hex of four digits")),
        }
    }

    /// Whether a hex comes next.
    pub fn at_hex(&mut self) -> bool {
        self.more();
        let digits = self.digits().len();
        let after = self.chars.get(self.at + digits).map(|(c, _)| *c);
        digits == 4 && !after.is_some_and(|c| c.is_ascii_alphanumeric() || c == '/')
    }

    /// Odds as the table prints them.
    pub fn odds(&mut self) -> Read<Odds> {
        for (word, odds) in [("all-none", Odds::ALL_TO_NONE), ("none-all", Odds::NONE_TO_ALL)] {
            if self.keyword(word) {
                return Ok(odds);
            }
        }
        self.parsed("odds such as 2-1")
    }

    /// A side, in any case.
    pub fn army(&mut self) -> Read<Army> {
        self.more();
        let run = self.run();
        let army = Army::read(&run).ok_or_else(|| self.wrong("`Confederate` or `Union`"))?;
        self.at += run.len();
        Ok(army)
    }

    /// A word, bare or in quotation marks.
    pub fn text(&mut self) -> Read<String> {
        self.more();
        if self.peek() == Some('"') {
            return self.quoted();
        }
        let run = self.run();
        if run.is_empty() {
            return Err(self.wrong("a word or text in quotation marks"));
        }
        self.at += run.len();
        Ok(run)
    }

    /// Text in quotation marks.
    pub fn quoted(&mut self) -> Read<String> {
        self.expect('"').map_err(|_| self.wrong("text in quotation marks"))?;
        let opening = self.at - 1;
        let mut text = String::new();
        loop {
            let at = self.at;
            let Some(c) = self.peek() else {
                return Err(self.complaint(opening, "the quotation mark is not closed".to_owned()));
            };
            self.at += 1;
            match c {
                '"' => return Ok(text),
                '\\' => text.push(self.escaped(at)?),
                c => text.push(c),
            }
        }
    }

    /// What follows a backslash.
    fn escaped(&mut self, start: usize) -> Read<char> {
        let wrong = |this: &Self| {
            this.complaint(start, "after a backslash comes `\"`, `\\` or `u{...}`".to_owned())
        };
        match self.peek() {
            Some(c @ ('"' | '\\')) => {
                self.at += 1;
                Ok(c)
            }
            Some('u') => {
                self.at += 1;
                if !self.glued('{') {
                    return Err(wrong(self));
                }
                let digits = self.run();
                self.at += digits.len();
                let c = u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32);
                c.filter(|_| self.glued('}')).ok_or_else(|| wrong(self))
            }
            _ => Err(wrong(self)),
        }
    }

    /// A citation in parentheses.
    pub fn rule(&mut self) -> Read<Rule> {
        self.expect('(').map_err(|_| self.wrong("a rule in parentheses"))?;
        let opening = self.at - 1;
        if self.peek() == Some('"') {
            let number = self.quoted()?;
            self.expect(')')?;
            return Ok(Rule::read(&number));
        }
        let mut number = String::new();
        let mut depth = 1;
        loop {
            let Some(c) = self.peek() else {
                return Err(self.complaint(opening, "the parenthesis is not closed".to_owned()));
            };
            self.at += 1;
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(Rule::read(&number));
            }
            number.push(c);
        }
    }

    /// Items in brackets; `None` if no bracket comes next.
    pub fn bracket(&mut self) -> Read<Option<(Vec<String>, Span)>> {
        if !self.sign('[') {
            return Ok(None);
        }
        let opening = self.at - 1;
        let mut items = Vec::new();
        loop {
            self.more();
            items.push(if self.peek() == Some('"') { self.quoted()? } else { self.words()? });
            if self.sign(',') {
                continue;
            }
            self.expect(']')?;
            return Ok(Some((items, self.span(opening))));
        }
    }

    /// Bare words with single blanks between them.
    fn words(&mut self) -> Read<String> {
        let mut words = self.text()?;
        loop {
            let before = self.at;
            self.more();
            let run = self.run();
            if run.is_empty() {
                self.at = before;
                return Ok(words);
            }
            words.push(' ');
            words.push_str(&run);
            self.at += run.len();
        }
    }

    /// Whether a unit comes next: a name in quotation marks, a name with its side, or a name with
    /// a capital letter or digit that is not a hex.
    pub fn at_unit(&mut self) -> bool {
        self.more();
        let run = self.run();
        match self.chars.get(self.at + run.len()) {
            Some(('"', _)) if run.is_empty() => true,
            Some((':', _)) => Army::read(&run).is_some(),
            _ => {
                run.contains(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit())
                    && !has_four_digits(&run)
            }
        }
    }

    /// A unit by its name.
    pub fn unit(&mut self) -> Read<UnitId> {
        if !self.at_unit() {
            return Err(self.wrong("a unit"));
        }
        let start = self.at;
        let run = self.run();
        let mut side = None;
        if self.chars.get(start + run.len()).is_some_and(|(c, _)| *c == ':') {
            side = Army::read(&run);
            self.at += run.len() + 1;
        }
        let name = match self.peek() {
            Some('"') => self.quoted()?,
            _ => {
                let run = self.run();
                self.at += run.len();
                run.replace('_', " ")
            }
        };
        let found: Vec<UnitId> = Army::BOTH
            .into_iter()
            .filter(|army| side.is_none_or(|side| side == *army))
            .filter_map(|army| self.scenario.find(army, &name))
            .collect();
        match found.as_slice() {
            [unit] => Ok(*unit),
            [] => Err(self.complaint(start, format!("no unit `{name}`"))),
            _ => Err(self
                .complaint(start, format!("both sides have a unit `{name}`"))
                .help(format!("write `confederate:{name}` or `union:{name}`"))),
        }
    }

    /// Units as long as they follow.
    pub fn units(&mut self) -> Read<Vec<UnitId>> {
        let mut units = Vec::new();
        while self.at_unit() {
            units.push(self.unit()?);
        }
        Ok(units)
    }

    /// A complaint that something else was read here.
    pub fn wrong(&mut self, expected: &str) -> Diagnostic {
        self.more();
        let word: String = self.chars[self.at.min(self.chars.len())..]
            .iter()
            .map(|(c, _)| *c)
            .take_while(|c| *c != ' ')
            .collect();
        let read =
            if word.is_empty() { "the line ends".to_owned() } else { format!("read `{word}`") };
        let mut span = self.place(self.at);
        span.length = word.chars().count().max(1) as u32;
        Diagnostic::error(span, format!("expected {expected}, {read}"))
    }

    /// A complaint about what was read since a place.
    pub fn complaint(&self, start: usize, headline: String) -> Diagnostic {
        Diagnostic::error(self.span(start), headline)
    }

    /// The place from which on a complaint may be made.
    pub fn mark(&mut self) -> usize {
        self.more();
        self.at
    }

    /// What was read since a place, as far as it stands on one line.
    pub fn span(&self, start: usize) -> Span {
        let mut span = self.place(start);
        let on_line =
            self.chars[start.min(self.at)..self.at].iter().take_while(|(_, s)| s.line == span.line);
        span.length = on_line.count().max(1) as u32;
        span
    }

    fn place(&self, at: usize) -> Span {
        match (self.chars.get(at), self.chars.last()) {
            (Some((_, span)), _) => *span,
            (None, Some((_, last))) => Span { column: last.column + 1, ..*last },
            (None, None) => Span::NONE,
        }
    }
}
