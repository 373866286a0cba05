//! `answer:` and `rolls:`: lists of a key and what is said to it.

use super::super::answers::{Answer, At, CavalryWish, Go, Sentence};
use super::phrase::{Phrase, Read, shown, whole_number};
use super::reader::Reader;
use super::routes::{AWAY, away};
use super::standing::cavalry;
use crate::board::Hex;
use crate::document::{Diagnostic, Node, Span};
use std::collections::BTreeMap;
use std::fmt::Write;

const ANSWER: &str = "attack.HEX.WHAT: ... | start.WHAT: ...";
const WHAT: &str = "cavalry.UNIT, retreat.UNIT, push.HEX, advance, lose or train";
const ROLL: &str = "LABEL: N";

/// What a question asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Cavalry,
    Retreat,
    Push,
    Advance,
    Lose,
    Train,
}

impl Reader<'_> {
    /// The lines of `answer:`; no key twice.
    pub fn answers(&mut self, node: &Node) -> Vec<Answer> {
        let mut seen: BTreeMap<String, Span> = BTreeMap::new();
        let mut answers = Vec::new();
        for line in self.lines(node, "answer", ANSWER) {
            let Some((key, mut value)) = self.pair(line, ANSWER) else { continue };
            let read = self.key(&key);
            let Some((key, asked)) = self.keep(read) else { continue };
            if let Some(before) = seen.insert(key.value.clone(), key.span) {
                self.key_twice(&key, before);
            }
            let sentence = self.answer(&mut value, asked);
            if let Some(sentence) = self.keep(sentence) {
                answers.push(Answer { key, sentence });
            }
        }
        answers
    }

    /// The lines of `rolls:`; no label twice.
    pub fn rolls(&mut self, node: &Node) -> Vec<(At<String>, u32)> {
        let mut seen: BTreeMap<String, Span> = BTreeMap::new();
        let mut rolls = Vec::new();
        for line in self.lines(node, "rolls", ROLL) {
            let Some((label, mut value)) = self.pair(line, ROLL) else { continue };
            let label = At::new(label.text().to_owned(), label.whole());
            let number = value.number().and_then(|n| value.done("", &[]).map(|()| n.value));
            let number = self.keep(number);
            if !is_roll_label(&label.value) {
                let headline = format!("{} is not the label of a roll", shown(&label.value));
                let complaint = Diagnostic::error(label.span, headline);
                self.complaints.push(complaint.help("a label looks like `averell.ford.1`"));
                continue;
            }
            if let Some(before) = seen.insert(label.value.clone(), label.span) {
                self.key_twice(&label, before);
            }
            rolls.extend(number.map(|number| (label, number)));
        }
        rolls
    }

    fn key_twice(&mut self, key: &At<String>, before: Span) {
        let headline = match before.line {
            0 => format!("`{}` has a line already", key.value),
            line => format!("`{}` has a line already, line {line}", key.value),
        };
        self.complaints.push(Diagnostic::error(key.span, headline));
    }

    /// `( "attack." hex | "start" ) "." what [ "@" N ]`, in the one way in which it is printed.
    fn key(&mut self, phrase: &Phrase<'_>) -> Read<(At<String>, Asked)> {
        let text = phrase.text();
        let wrong = |from: usize, to: usize, due: &str| {
            let found = text.get(from..to).unwrap_or_default();
            let headline = match found.is_empty() {
                true => format!("{} ends where {due} is due", shown(text)),
                false => format!("{} where {due} is due", shown(found)),
            };
            let form = "the form is `attack.HEX.WHAT` or `start.WHAT`, with `@2` if asked again";
            Diagnostic::error(phrase.place(from, to.max(from)), headline).with(form)
        };
        let (body, again) = asked_again(text);
        let mut key = String::with_capacity(text.len());
        let mut at = 0;
        let mut next = || {
            let from = at;
            let rest = body.get(from..).unwrap_or_default();
            let end = from + rest.find('.').unwrap_or(rest.len());
            at = (end + 1).min(body.len());
            (from, end, body.get(from..end).unwrap_or_default())
        };
        let (from, to, scope) = next();
        if scope.eq_ignore_ascii_case("attack") {
            let (from, to, hex) = next();
            let hex: Hex = hex.parse().map_err(|_| wrong(from, to, "the hex of a combat"))?;
            // Writing to a string never fails.
            let _ = write!(key, "attack.{hex}.");
        } else if scope.eq_ignore_ascii_case("start") {
            key.push_str("start.");
        } else {
            return Err(wrong(from, to, "`attack.HEX` or `start`"));
        }
        let (from, to, what) = next();
        const WHATS: [(&str, Asked); 6] = [
            ("cavalry", Asked::Cavalry),
            ("retreat", Asked::Retreat),
            ("push", Asked::Push),
            ("advance", Asked::Advance),
            ("lose", Asked::Lose),
            ("train", Asked::Train),
        ];
        let found = WHATS.iter().find(|(word, _)| word.eq_ignore_ascii_case(what));
        let (word, asked) = *found.ok_or_else(|| wrong(from, to, WHAT))?;
        key.push_str(word);
        let rest = body.get(to + 1..).unwrap_or_default();
        match asked {
            Asked::Cavalry | Asked::Retreat => {
                if rest.is_empty() {
                    return Err(wrong(to, body.len(), "`.UNIT`"));
                }
                let (name, hex) = match rest.rsplit_once('@') {
                    Some((name, hex)) => match hex.trim().parse() {
                        Ok(hex) => (name.trim(), Some(hex)),
                        Err(_) => return Err(wrong(to + 1, body.len(), "`UNIT` or `UNIT@HEX`")),
                    },
                    None => (rest.trim(), None),
                };
                let unit = self.look_up(name, hex, phrase.place(to + 1, body.len()));
                key.push('.');
                key.push_str(self.names.id(unit));
            }
            Asked::Push => {
                let hex: Hex = rest.trim().parse().map_err(|_| {
                    wrong(to + 1, body.len(), "the hex on which somebody is pushed")
                })?;
                let _ = write!(key, ".{hex}");
            }
            Asked::Advance | Asked::Lose | Asked::Train if to < body.trim_end().len() => {
                return Err(wrong(to, body.len(), "the end"));
            }
            Asked::Advance | Asked::Lose | Asked::Train => {}
        }
        if let Some(again) = again {
            match whole_number(again) {
                Some(n) if n >= 2 => {
                    let _ = write!(key, "@{n}");
                }
                _ => return Err(wrong(body.len() + 1, text.len(), "a number from 2 on")),
            }
        }
        Ok((At::new(key, phrase.whole()), asked))
    }

    /// What is said to a question.
    fn answer(&mut self, phrase: &mut Phrase<'_>, asked: Asked) -> Read<Sentence> {
        phrase.formed(match asked {
            Asked::Cavalry => "stand | go [at ODDS or worse], HEX HEX or HEX HEX",
            Asked::Retreat | Asked::Train => "HEX HEX ... | toward HEX [, alone if possible]",
            Asked::Push => "UNIT|any [smallest,] HEX HEX ... | toward HEX",
            Asked::Advance => "UNIT HEX | stay",
            Asked::Lose => "lose UNIT, UNIT | lose smallest | lose all",
        });
        let sentence = match asked {
            Asked::Cavalry => {
                if phrase.is("ask") {
                    return Err(phrase.wrong("`stand` or `go`", &[]));
                }
                let wish: CavalryWish = cavalry(phrase)?;
                return Ok(Sentence::Cavalry(wish));
            }
            Asked::Retreat | Asked::Train => Sentence::Away(away(phrase)?),
            Asked::Push => {
                let push = self.push(phrase)?;
                Sentence::Push(push.whom, push.smallest, push.away)
            }
            Asked::Advance if phrase.eat("stay") => Sentence::Advance(Go::Stay),
            // Standing orders say `go` alone; a unit may be called `Go West`.
            Asked::Advance if ["go", "ask"].iter().any(|word| phrase.ends_with(word)) => {
                return Err(phrase.wrong("the unit that advances, or `stay`,", &[]));
            }
            Asked::Advance => {
                let unit = self.unit(phrase, &[])?;
                let hex = phrase.hex()?;
                Sentence::Advance(Go::Advance(unit.value, Some(hex.value)))
            }
            Asked::Lose => Sentence::Lose(self.lose(phrase)?),
        };
        let known = match asked {
            Asked::Advance | Asked::Lose => &[],
            _ => AWAY,
        };
        phrase.done("", known)?;
        Ok(sentence)
    }
}

/// Cuts off `@N`; four digits after an `@` are the hex of a unit.
fn asked_again(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once('@') {
        Some((body, n)) if n.trim().len() != 4 || n.trim().parse::<Hex>().is_err() => {
            (body, Some(n.trim()))
        }
        _ => (text, None),
    }
}

/// `[a-z0-9][a-z0-9._-]{0,63}`
fn is_roll_label(text: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    let all = text.bytes().all(|b| plain(b) || b"._-".contains(&b));
    (1..=64).contains(&text.len()) && text.bytes().next().is_some_and(plain) && all
}
