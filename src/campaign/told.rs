//! Reports: what was ordered, what happened, what is awaited, and the form for the next orders.

use super::chain::Awaited;
use super::open::{Campaign, Filed};
use super::record::Halt;
use super::replay::{Outcome, Replay};
use super::terms::StandingOrders;
pub use super::words::capital;
use crate::dice::signature::PublicKey;
use crate::dice::{Mode, Name};
use crate::document::digest::label;
use crate::document::{Diagnostic, Node, Value};
use crate::games::{State, Thrown};
use crate::play::Ask;
use crate::play::view::{Kind, Line};
use crate::report::text::{self, Report};
use crate::store::{Shelf, Store};

impl<S: Store> Campaign<S> {
    /// The name of a report: the record, and the side that goes on.
    pub fn report_name(&self, filed: &Filed) -> String {
        let reader = match &filed.awaited {
            Awaited::Orders(side) | Awaited::Answer(side) => side.as_str(),
            _ => "all",
        };
        format!("{:04}-{reader}.txt", filed.seq)
    }

    /// The report of a record that moved the game on.
    pub fn report(&self, filed: &Filed) -> String {
        self.rendered(filed, &self.form(filed), text::report)
    }

    /// The same as a renderer writes it, with the form that it is to end with.
    pub(super) fn rendered(
        &self,
        filed: &Filed,
        form: &[String],
        renderer: fn(&Report<'_>) -> String,
    ) -> String {
        let replay = self.replay();
        let terms = replay.terms();
        let outcome = &filed.outcome;
        let seat = terms.seat(&outcome.side).unwrap_or_default();
        let game = replay.game_of((u32::from(outcome.turn), seat), filed.seq);
        let label = label(&outcome.report.position);
        let side = capital(outcome.side.as_str());
        let halted = match &outcome.report.halt {
            Some(Halt::End) | None => "",
            _ => ", halted",
        };
        let mut understood = Vec::new();
        for (seq, orders) in &filed.orders {
            understood.extend(self.understood(*seq, orders));
        }
        let mut events = game.tell(&outcome.played.events);
        events.extend(outcome.refused_pauses.iter().map(|halt| {
            let text = match halt {
                Halt::Expect(hex) => format!("No pause before the attack on {hex}: none is left"),
                halt => format!("No {}: none is left", halt.to_string().replace(' ', " after ")),
            };
            Line::new(Kind::Notice, 0, text)
        }));
        events.extend(self.not_legal(outcome, &events));
        let corrected = filed.corrected.as_ref();
        let corrected = corrected.map(|corrected| super::corrected::corrected(replay, corrected));
        let rulings = replay.readings_after(filed.seq).into_iter();
        let rulings: Vec<Line> =
            rulings.map(|reading| Line::fact(0, replay.reading_words(reading))).collect();
        let turn = format!("turn {}, {side} player-turn{halted}", outcome.turn);
        renderer(&Report {
            eyes: None,
            title: &format!("{}, {}", game.title(), terms.title),
            game: replay.id().as_str(),
            turn: &match &corrected {
                Some(_) => format!("play corrected in record {}, up to {turn}", filed.seq),
                None => turn,
            },
            label: &label,
            corrected: &corrected.unwrap_or_default(),
            rulings: &rulings,
            understood: &understood,
            events: &events,
            tables: &game.tables(&outcome.played),
            mails: &match filed.corrected {
                Some(_) => Vec::new(),
                None => self.mails(filed).lines(),
            },
            awaited: &self.awaited_lines(filed),
            form,
        })
    }

    /// What was ordered and was not legal, as far as what happened does not tell it.
    fn not_legal(&self, outcome: &Outcome, events: &[Line]) -> Vec<Line> {
        let errors = outcome.played.complaints.iter().map(|(_, found)| found);
        let errors = errors.filter(|found| found.is_error());
        let untold =
            errors.filter(|found| !events.iter().any(|l| l.text.contains(&found.headline)));
        let lines = untold.map(|found| {
            let mut line = Line::new(Kind::Notice, 0, capital(&found.headline));
            line.rules.clone_from(&found.rules);
            line
        });
        let mut lines: Vec<Line> = lines.collect();
        if !lines.is_empty() {
            let errors = self.replay().terms().errors;
            let head = format!("Not legal, and done by the terms (errors: {errors})");
            lines.insert(0, Line::new(Kind::Heading, 0, head));
        }
        lines
    }

    /// The form for whoever goes on after a record.
    fn form(&self, filed: &Filed) -> Vec<String> {
        let label = label(&filed.outcome.report.position);
        self.form_for(&filed.awaited, filed.ask.as_ref(), &filed.shown, &label, filed.seq)
    }

    /// The form for whoever is awaited: an answer, or orders; at a halt the rest of them.
    fn form_for(
        &self,
        awaited: &Awaited,
        ask: Option<&Ask>,
        shown: &State,
        label: &str,
        seq: u32,
    ) -> Vec<String> {
        let replay = self.replay();
        let (next, title) = (replay.game().awaited(shown), &replay.terms().title);
        let seat = replay
            .terms()
            .sides
            .iter()
            .position(|side| Some(side.as_str()) == next.side.as_deref());
        let game = replay.game_of((u32::from(next.turn), seat.unwrap_or(1)), seq);
        match (awaited, ask) {
            (Awaited::Orders(_) | Awaited::Answer(_), Some(ask)) => {
                game.halt_form(shown, title, label, ask)
            }
            (Awaited::Orders(_), None) => game.form(shown, title, label, self.thrown()),
            _ => Vec::new(),
        }
    }

    /// Who throws the dice of this campaign.
    fn thrown(&self) -> Thrown {
        match self.replay().terms().mode {
            Mode::Recorded => Thrown::OnTable,
            _ => Thrown::ByProgram,
        }
    }

    /// The form for whoever goes on now; none if no orders and no answer are awaited.
    ///
    /// A record may have answered the question with which the latest report ends.
    pub fn next_form(&self) -> Vec<String> {
        let replay = self.replay();
        self.form_for(replay.awaited(), replay.ask(), &replay.shown(), &replay.label(), u32::MAX)
    }

    /// What is awaited, from whom, and within which time; a report knows no dates, for the log has none.
    fn awaited_lines(&self, filed: &Filed) -> Vec<Line> {
        let mut lines = self.owed(filed);
        if let Some(clock) = self.replay().terms().typed_clock()
            && !matches!(filed.awaited, Awaited::Result(_) | Awaited::Nobody)
        {
            lines.push(Line::fact(0, format!("Within the clock: {}", clock.words())));
        }
        lines
    }

    fn owed(&self, filed: &Filed) -> Vec<Line> {
        let label = label(&filed.outcome.report.position);
        let turn = self.replay().game().awaited(&filed.shown).turn;
        match (&filed.awaited, &filed.ask) {
            (Awaited::Orders(side) | Awaited::Answer(side), Some(ask)) => {
                let side = capital(side.as_str());
                let mut lines = vec![
                    Line::fact(0, format!("{side} answers {}", ask.key)).rule(ask.rule.clone()),
                ];
                for (at, choice) in ask.choices.iter().enumerate() {
                    let default = if at == ask.default { " (the default)" } else { "" };
                    lines.push(Line::fact(1, format!("{choice}{default}")));
                }
                lines
            }
            (Awaited::Orders(side), None) => {
                let side = capital(side.as_str());
                vec![Line::fact(0, format!("{side} orders for turn {turn}, in answer to {label}"))]
            }
            (Awaited::Result(_) | Awaited::Nobody, _) => {
                vec![Line::fact(0, "Nothing: the game is over")]
            }
            (other, _) => vec![Line::fact(0, capital(&other.sentence()))],
        }
    }

    /// Orders as they were understood: repairs too, where the typed file is kept.
    pub(super) fn understood(&self, seq: u32, orders: &Node) -> Vec<Line> {
        let mut lines = lines_of(orders);
        let typed = self.store().list(Shelf::Typed).unwrap_or_default();
        let typed = typed.iter().find(|name| name.starts_with(&format!("{seq:04}-")));
        let text = typed.and_then(|name| self.store().get(Shelf::Typed, name).ok().flatten());
        if let Some(file) = text.and_then(|text| self.replay().game().open_orders(&text).ok()) {
            let notes = file.notes();
            lines.extend(notes.iter().map(notice));
        }
        lines
    }
}

/// What somebody is asked to accept: the terms in words, and the digits that both must see.
pub fn invitation(replay: &Replay) -> String {
    let terms = replay.terms();
    let name = |chair: &Name| {
        let player = terms.players.iter().find(|(of, _)| of == chair);
        let player = player.map_or_else(String::new, |(_, name)| format!(" ({name})"));
        format!("{}{player}", capital(chair.as_str()))
    };
    let [first, second] = &terms.sides;
    let mut lines = vec![
        Line::new(Kind::Heading, 0, "Terms"),
        Line::fact(1, format!("{} plays first, then {}", name(first), name(second))),
        Line::fact(1, format!("Mode {}: {}", terms.mode, closes(terms.mode))),
        Line::fact(1, format!("Edition {}; {} rulings named", terms.edition, terms.rulings.len())),
        Line::fact(
            1,
            format!(
                "Errors: {}; missing orders: {}; other odds than expected: {}",
                terms.errors, terms.missing, terms.expect
            ),
        ),
    ];
    lines.push(Line::fact(1, format!("Standing orders: {}", travel(terms.standing))));
    if let Some(pauses) = terms.pauses {
        lines.push(Line::fact(1, format!("Pauses: {pauses} for each side in the whole game")));
    }
    if let Some(clock) = &terms.clock {
        lines.push(Line::fact(1, format!("Clock: {}", clock.words())));
    }
    if let Some(absent) = terms.absent {
        lines.push(Line::fact(1, format!("A turn that is missed: {absent}")));
    }
    if let Some(delay) = terms.delay {
        lines.push(Line::fact(1, format!("Each lock fixes the beacon {delay} seconds later")));
    }
    for (of, key) in &terms.keys {
        let key: Option<PublicKey> = key.parse().ok();
        if let Some(key) = key {
            lines.push(Line::fact(1, format!("{} signs with {key}", capital(of.as_str()))));
        }
    }
    lines.push(Line::fact(1, "Offer, to be compared by another way than mail:"));
    lines.push(Line::fact(2, replay.offer().to_string()));
    format!("\n{}", text::lines(&lines))
}

/// How standing orders travel, in words.
fn travel(standing: Option<StandingOrders>) -> &'static str {
    match standing {
        None | Some(StandingOrders::Open) => "open, so the enemy reads them before he moves",
        Some(StandingOrders::Sealed) => "sealed, until a segment that they serve is closed",
        Some(StandingOrders::Either) => "open or sealed, as each side likes",
    }
}

/// Who closes, in words.
fn closes(mode: Mode) -> &'static str {
    match mode {
        Mode::Referee => "the referee closes each segment with a link of his chain",
        Mode::Duel => "the side that does not move closes with a link of its chain",
        Mode::Beacon => "a round of the public beacon closes each segment",
        Mode::RefereeBeacon => "the referee's link and the public beacon together close",
        Mode::DuelBeacon => "the link of the side that does not move and the beacon close",
        Mode::Recorded => "dice are thrown on a table and typed in, on trust",
    }
}

fn notice(note: &Diagnostic) -> Line {
    let place =
        if note.span.line == 0 { String::new() } else { format!("line {}: ", note.span.line) };
    Line::new(Kind::Notice, 0, format!("{place}{}", note.headline))
}

/// The sections of orders, line by line.
pub(super) fn lines_of(orders: &Node) -> Vec<Line> {
    let mut lines = Vec::new();
    for (key, value) in orders.as_map().unwrap_or_default() {
        match &value.value {
            _ if matches!(key.text.as_str(), "turn" | "position") => {}
            Value::Text(text) => lines.push(Line::fact(0, format!("{}: {text}", key.text))),
            Value::List(items) => {
                lines.push(Line::fact(0, format!("{}:", key.text)));
                items.iter().for_each(|item| item_lines(item, &mut lines));
            }
            Value::Map(_) => item_lines(value, &mut lines),
        }
    }
    if lines.is_empty() {
        lines.push(Line::fact(0, "Nothing is ordered"));
    }
    lines
}

/// One line of a section; the further keys of an attack are indented.
fn item_lines(item: &Node, lines: &mut Vec<Line>) {
    match item.as_map() {
        Some(entries) => {
            for (at, (key, value)) in entries.iter().enumerate() {
                let indent = if at == 0 { 1 } else { 2 };
                let value = value.as_text().unwrap_or_default();
                lines.push(Line::fact(indent, format!("{}: {value}", key.text)));
            }
        }
        None => lines.extend(item.as_text().map(|text| Line::fact(1, text))),
    }
}
