//! What stands after the end of a block and may belong to it: nothing of orders is lost in silence.

use super::super::block::{ENOUGH, Stop};
use super::super::characters::{self, Words};
use super::super::lines::{self, Kind, Line};
use super::{End, State, Walk};
use crate::document::{Diagnostic, Span};

impl Walk<'_> {
    /// The line before which the block ended, if it did not end with `end` or with the text.
    pub(super) fn stop(&self, after: &[Line<'_>]) -> Option<Stop> {
        let End::Before(number) = self.end else { return None };
        let text = after.first()?.text.trim();
        let in_list = self.section.state == State::List;
        let span = whole(after.first()?);
        Some(Stop { span, text: text.to_owned(), close: in_list && self.last + 1 == number })
    }

    /// Complains of lines after the end, if an `end` stands below them or further orders do.
    pub(super) fn unread(&self, end: u32, after: &[Line<'_>]) -> Vec<Diagnostic> {
        let name = self.form.head;
        if let Some(at) = after.iter().position(|line| self.says_end(line)) {
            let to = after.get(at).map_or(end, |line| line.number);
            let inside = after.get(..at).unwrap_or_default().iter();
            let strays = inside.filter(|line| line.number == end || self.is_stray(line));
            let complain = |line: &Line<'_>| {
                let headline =
                    format!("not read: no line of a list, and the {name} end on line {to}");
                Diagnostic::error(whole(line), headline)
                    .help("write `- UNIT: ...` for an order, `# ...` for a remark")
            };
            return strays.take(ENOUGH).map(complain).collect();
        }
        let lost = after.iter().find(|line| self.is_of_orders(line));
        let complain = |lost: &Line<'_>| {
            let headline = format!("not read: the {name} end before line {end}");
            Diagnostic::error(whole(lost), headline)
                .help("if it belongs to them, write it above that line")
        };
        lost.map(complain).into_iter().collect()
    }

    /// Whether a line at the left margin says `end` and nothing else.
    fn says_end(&self, line: &Line<'_>) -> bool {
        let is_end = line.text.trim_matches(characters::is_blank).eq_ignore_ascii_case("end");
        is_end && self.plain(line).0 == 0
    }

    /// Whether a line at the left margin is nothing that may stand there within a block.
    fn is_stray(&self, line: &Line<'_>) -> bool {
        let (indent, chars) = self.plain(line);
        let kind = lines::kind(&chars, |key| self.known(key).is_some());
        let stray = match kind {
            Kind::Key(at) => self.known(chars.get(..at).unwrap_or_default()).is_none(),
            kind => matches!(kind, Kind::Other | Kind::Bullet(_) | Kind::Quote),
        };
        indent == 0 && stray && !chars.is_empty()
    }

    /// Whether a line is one of orders by itself: an item with a colon, or a known key.
    fn is_of_orders(&self, line: &Line<'_>) -> bool {
        let (_, chars) = self.plain(line);
        match lines::kind(&chars, |_| false) {
            Kind::Item(at) => lines::colon(chars.get(at..).unwrap_or_default()).is_some(),
            Kind::Key(at) => self.known(chars.get(..at).unwrap_or_default()).is_some(),
            _ => false,
        }
    }

    /// A line repaired: how far it is indented, and what comes after its blanks.
    fn plain(&self, line: &Line<'_>) -> (usize, Vec<char>) {
        let text = line.text.trim_end_matches(characters::is_blank);
        let mut chars: Vec<char> = text.chars().collect();
        characters::repair(line.number, 0, &mut chars, Words::Orders, &mut Vec::new());
        let lead = chars.iter().take_while(|c| **c == ' ').count();
        (lead.saturating_sub(self.margin), chars.split_off(lead))
    }
}

/// All of a line, without the blanks around it.
fn whole(line: &Line<'_>) -> Span {
    let text = line.text.trim_start();
    let lead = line.text.chars().count() - text.chars().count();
    Span {
        line: line.number,
        column: lead as u32 + 1,
        length: text.trim_end().chars().count() as u32,
    }
}
