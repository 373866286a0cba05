//! The two head lines of an orders file, and whether they fit the game.

use super::super::answers::At;
use super::super::scenario::Army;
use super::advice::meant;
use super::phrase::{Phrase, shown, whole_number};
use crate::document::{Diagnostic, Node, Span, Value};
use crate::mail::extract::Block;

const FORM: &str = "orders: TITLE turn N SIDE";

/// `orders: HL-07 turn 6 Confederate` and `position: bubble-gospel-43`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// Title of the game as written.
    pub title: At<String>,
    /// Game-turn.
    pub turn: At<u8>,
    /// Side that orders.
    pub army: At<Army>,
    /// Label of the position that is answered, in lower case.
    pub position: At<String>,
}

/// Where the game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expected<'a> {
    /// Title of the offer.
    pub title: &'a str,
    /// Game-turn of the position.
    pub turn: u8,
    /// Side whose orders are awaited.
    pub army: Army,
    /// Label of the position.
    pub label: &'a str,
    /// Positions that the game had before.
    pub earlier: &'a [Earlier],
}

/// A position that a game had before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Earlier {
    /// Its label.
    pub label: String,
    /// The record after which it stood.
    pub seq: u32,
    /// Game-turn.
    pub turn: u8,
}

/// Reads the two head lines of a block.
pub(super) fn read(node: &Node, block: &Block) -> Result<Head, Vec<Diagnostic>> {
    let mut complaints = Vec::new();
    let line = match node.get("orders") {
        Some(Node { value: Value::Text(text), span }) => {
            first_line(&Phrase::new(text, *span, Some(block), FORM))
        }
        _ => Err(Diagnostic::error(block.head, "no head line").help(format!("write `{FORM}`"))),
    };
    let line = line.map_err(|complaint| complaints.push(complaint)).ok();
    let position = position(node, block).map_err(|complaint| complaints.push(complaint)).ok();
    match (line, position) {
        (Some((title, turn, army)), Some(position)) => Ok(Head { title, turn, army, position }),
        _ => Err(complaints),
    }
}

type Line = (At<String>, At<u8>, At<Army>);

fn first_line(phrase: &Phrase<'_>) -> Result<Line, Diagnostic> {
    let mut words = Vec::new();
    let mut rest = phrase.clone();
    while !rest.is_done() {
        let from = rest.mark();
        words.push((from, rest.take()));
    }
    let form = format!("the form is `{FORM}`");
    let complain = |span: Span, headline: String| Diagnostic::error(span, headline).with(&form);
    let Some(at) = words.iter().rposition(|(_, word)| word.value.eq_ignore_ascii_case("turn"))
    else {
        return Err(complain(phrase.whole(), format!("no `turn` in {}", shown(phrase.text()))));
    };
    let (title_end, turn_word) = words[at];
    let title = phrase.text().get(..title_end).unwrap_or_default().trim();
    if title.is_empty() {
        return Err(complain(turn_word.span, "no title before `turn`".to_owned()));
    }
    if let Some((_, comma)) = words.iter().skip(at).find(|(_, word)| word.value == ",") {
        return Err(complain(comma.span, "a comma in the head line".to_owned())
            .help("leave the commas out"));
    }
    let (number, side) = match words.get(at + 1..) {
        Some([(_, number), (_, side)]) => (*number, *side),
        Some([_, _, (_, more), ..]) => {
            return Err(complain(more.span, format!("{} after the side", shown(more.value))));
        }
        Some([(_, number)]) => {
            return Err(complain(number.span, "no side after the turn".to_owned())
                .help("write `Confederate` or `Union`"));
        }
        _ => return Err(complain(turn_word.span, "no number after `turn`".to_owned())),
    };
    let turn = turn_number(number.value).ok_or_else(|| {
        complain(number.span, format!("{} where the number of a turn is due", shown(number.value)))
    })?;
    let army = Army::read(side.value).ok_or_else(|| {
        let near = meant(side.value, &Army::BOTH.map(Army::word));
        complain(side.span, format!("{} where a side is due", shown(side.value))).help(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "write `Confederate` or `Union`".to_owned(),
        })
    })?;
    let title = At::new(title.to_owned(), phrase.place(0, title.len()));
    Ok((title, At::new(turn, number.span), At::new(army, side.span)))
}

fn position(node: &Node, block: &Block) -> Result<At<String>, Diagnostic> {
    let Some(value) = node.get("position") else {
        return Err(Diagnostic::error(block.head, "no `position:` line")
            .help("copy it from the report; it says which position is answered"));
    };
    let span = block.locate(value.span);
    let label = value.as_text().map(|text| text.trim().to_ascii_lowercase()).unwrap_or_default();
    match is_label(&label) {
        true => Ok(At::new(label, span)),
        false => Err(Diagnostic::error(span, format!("{} is not a position label", shown(&label)))
            .help("copy it from the report; it looks like `bubble-gospel-43`")),
    }
}

/// Whether a text looks like `bubble-gospel-43`.
pub(super) fn is_label(text: &str) -> bool {
    let word = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase());
    let number = |part: &str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit());
    let mut parts = text.split('-');
    let shape = [parts.next(), parts.next(), parts.next(), parts.next()];
    matches!(shape, [Some(a), Some(b), Some(n), None] if word(a) && word(b) && number(n))
}

/// The number of a game-turn, from 1.
pub(super) fn turn_number(text: &str) -> Option<u8> {
    whole_number(text).and_then(|turn| u8::try_from(turn).ok()).filter(|turn| *turn > 0)
}

/// Whether the head fits the game: title, label, turn and side, each with its own complaint.
///
/// Another label explains another turn, so the two are one complaint.
pub fn check(head: &Head, here: &Expected<'_>) -> Vec<Diagnostic> {
    let mut complaints = Vec::new();
    if plain(&head.title.value) != plain(here.title) {
        complaints.push(Diagnostic::error(
            head.title.span,
            format!(
                "these orders are for {}; this game is `{}`. nothing filed",
                shown(&head.title.value),
                here.title
            ),
        ));
    }
    let (turn, label) = (head.turn.value, &head.position.value);
    let we_are_at = format!("we are at {} (turn {})", here.label, here.turn);
    if *label != here.label.to_ascii_lowercase() {
        complaints.push(other_label(head, here, &we_are_at));
    } else if turn != here.turn {
        complaints.push(Diagnostic::error(
            head.turn.span,
            format!("these orders say turn {turn}; {we_are_at}. nothing filed"),
        ));
    }
    if head.army.value != here.army {
        complaints.push(Diagnostic::error(
            head.army.span,
            format!(
                "these are {} orders; {} orders are awaited. nothing filed",
                head.army.value, here.army
            ),
        ));
    }
    // The two lines belong to all of it: they are told once, at the end.
    if let Some(last) = complaints.iter_mut().max_by_key(|complaint| complaint.span) {
        let Expected { title, turn, army, label, .. } = here;
        last.notes.push(format!("first line: `orders: {title} turn {turn} {}`", army.title()));
        last.notes.push(format!("second line: `position: {label}`"));
        last.help = Some("orders that are awaited now begin with these two lines".to_owned());
    }
    complaints
}

/// Another label: an earlier position of this game, or none of its positions.
fn other_label(head: &Head, here: &Expected<'_>, we_are_at: &str) -> Diagnostic {
    let (label, turn) = (&head.position.value, head.turn.value);
    match here.earlier.iter().rev().find(|past| past.label == *label) {
        Some(past) => Diagnostic::error(
            head.position.span,
            format!("these orders answer {label} (turn {turn}); {we_are_at}. nothing filed"),
        )
        .with(format!("that was the position after record {}, in turn {}", past.seq, past.turn)),
        None => Diagnostic::error(
            head.position.span,
            format!("no position of this game is called {label}; {we_are_at}. nothing filed"),
        ),
    }
}

/// A title in lower case, with single blanks, without the word `turn`.
fn plain(title: &str) -> String {
    let words = title.split_whitespace().filter(|word| !word.eq_ignore_ascii_case("turn"));
    words.collect::<Vec<&str>>().join(" ").to_lowercase()
}
