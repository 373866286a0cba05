//! The letters in which records travel: the records hang on them, and what a person must know to play
//! on stands in the text, also for a reader without the program.
//!
//! A letter has nobody's address in it, and is the same bytes whenever it is written at the same time
//! for the same records. Its text never looks like orders: the form is made of comments.

use super::Trouble;
use super::chain::Awaited;
use super::clock::told::everywhere;
use super::open::{Campaign, Entry};
use super::record::{Record, Why};
use super::terms::referee;
use super::told::{capital, invitation, lines_of};
use crate::dice::{Mode, Name, beacon};
use crate::mail::write::{self, Attached, Letter, Medium};
use crate::play::view::{Line, list};
use crate::report::wrap::{WIDTH, plain, wrap};
use crate::report::{html, text};
use crate::store::{Store, Stored};
use std::ops::RangeInclusive;

/// Whom a letter is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reader {
    /// Everybody else.
    All,
    /// The referee alone: what opens a seal hangs on it too.
    RefereeAlone,
}

impl<S: Store> Campaign<S> {
    /// The letter that carries some of one's own records, as a draft; `files` hang on it.
    pub(super) fn covering_letter(
        &self,
        numbers: RangeInclusive<usize>,
        files: &[Stored],
        reader: Reader,
    ) -> Result<String, Trouble> {
        let log = self.store.log()?;
        let records = log.get(numbers.clone()).unwrap_or_default();
        let records: Vec<Record> =
            records.iter().filter_map(|file| Record::read(&file.text).ok()).collect();
        let pages = self.pages(&numbers);
        let yaml = |file: &'_ Stored| (file.name.clone(), Medium::Yaml, file.text.clone());
        let all: Vec<(String, Medium, String)> = files.iter().map(yaml).chain(pages).collect();
        let attached: Vec<Attached> =
            all.iter().map(|(name, of, text)| Attached { name, of: *of, text }).collect();
        let answers = self.answered(&numbers).map(|entry| self.message_id(entry, Reader::All));
        let last = self.entries.get(*numbers.end());
        Ok(write::draft(&Letter {
            subject: &self.subject(&records, reader),
            date: self.pen.now,
            id: &last.map_or_else(String::new, |last| self.message_id(last, reader)),
            answers: answers.as_deref(),
            body: &self.body(&numbers, &records, reader),
            attached: &attached,
        }))
    }

    /// The Message-ID of the letter that carries a record, without brackets.
    fn message_id(&self, entry: &Entry, reader: Reader) -> String {
        let digest = entry.authored.record.to_string();
        let digest = digest.get(..12).unwrap_or_default();
        let alone = if reader == Reader::RefereeAlone { ".a" } else { "" };
        let of = format!("{}.{digest}{alone}", entry.authored.seq);
        write::id(self.replay.id().as_str(), &of)
    }

    /// The record that a letter answers: the last one before its own last that somebody else wrote,
    /// or the one before all that it carries.
    fn answered(&self, numbers: &RangeInclusive<usize>) -> Option<&Entry> {
        let writer = &self.entries.get(*numbers.end())?.writer;
        let before = self.entries.get(..*numbers.end()).unwrap_or_default();
        let of_another = before.iter().rev().find(|entry| entry.writer != *writer);
        of_another.or_else(|| before.get(numbers.start().checked_sub(1)?))
    }

    /// What the last record is about: title and turn first.
    fn subject(&self, records: &[Record], reader: Reader) -> String {
        let (replay, title) = (&self.replay, &self.replay.terms().title);
        let Some(last) = records.last() else { return title.clone() };
        let from = capital(last.from.as_str());
        let subject = if last.offer.is_some() {
            let alone = replay.terms().one_machine(&last.from);
            let what = if alone { "the game begins" } else { "an offer" };
            format!("{title}: {}, {what}", plain(replay.game().title()))
        } else if last.accept.is_some() {
            format!("{title}: {from} accepts")
        } else {
            self.subject_of_turn(last)
        };
        match reader {
            Reader::All => subject,
            Reader::RefereeAlone => subject + " (for the referee alone)",
        }
    }

    /// `FRE-01 turn 6 Confederate: resolved, next Union turn 6`; the turn that is named last is the one
    /// that is awaited, for an answer has this subject too.
    fn subject_of_turn(&self, last: &Record) -> String {
        let replay = &self.replay;
        let side = |side: &Name| capital(side.as_str());
        let moved = self.filed().iter().rfind(|filed| filed.seq == last.seq);
        let (turn, whose) = match moved {
            Some(moved) => (moved.outcome.turn, &moved.outcome.side),
            None => (replay.state_turn(), &last.from),
        };
        let mut what = Vec::new();
        let corrected = moved.is_some_and(|moved| moved.corrected.is_some());
        match moved.map(|moved| moved.outcome.report.ended()) {
            _ if corrected => what.push("corrected".to_owned()),
            Some(true) => what.push("resolved".to_owned()),
            Some(false) => what.push("halted".to_owned()),
            None => {
                let told = [
                    ("answer", "an answer"),
                    ("result", "the result"),
                    ("void", "a lock given up"),
                    ("ruling", "a ruling"),
                    ("correct", "a correction"),
                    ("handover", "a chair handed over"),
                    ("claim", "a claim"),
                ];
                what.extend(
                    told.iter().filter(|(part, _)| last.has(part)).map(|(_, t)| (*t).to_owned()),
                );
            }
        }
        match last.lock.is_some() {
            true if *whose == last.from => what.push("orders locked".to_owned()),
            true => what.push(format!("{} orders locked", side(&last.from))),
            false => {}
        }
        match (replay.awaited(), replay.ask()) {
            (Awaited::Orders(who) | Awaited::Answer(who), Some(_)) => {
                what.push(format!("{} answers", side(who)));
            }
            (Awaited::Orders(who), None) if moved.is_some() => {
                what.push(format!("next {} turn {}", side(who), replay.state_turn()));
            }
            (Awaited::Nobody, _) => what.push("the game is over".to_owned()),
            _ => {}
        }
        format!("{} turn {turn} {}: {}", replay.terms().title, side(whose), what.join(", "))
    }

    /// The text of a letter.
    fn body(&self, numbers: &RangeInclusive<usize>, records: &[Record], reader: Reader) -> String {
        let replay = &self.replay;
        let title = format!("{}, {}", replay.game().title(), replay.terms().title);
        let mut page = words(&title);
        page.push_str(&words(&format!("Game {}, position {}", replay.id(), replay.label())));
        if reader == Reader::RefereeAlone {
            page.push('\n');
            page.push_str(&words(
                "For the referee alone. What opens sealed standing orders hangs on this letter; \
                 do not pass it on.",
            ));
        }
        page.push('\n');
        for record in records {
            page.push_str(&words(&self.tale(record)));
        }
        page.push_str(&format!("\n{}", words(&format!("Next: {}", self.next_step()))));
        if let Some(due) = self.deadline() {
            page.push_str(&words(&due));
        }
        let open: Vec<Line> = self.notices().into_iter().map(|open| Line::fact(0, open)).collect();
        if !open.is_empty() {
            page.push_str(&format!("\n{}", text::section("Open between the players", &open)));
        }
        for record in records {
            if let Some(note) = record.part("note").and_then(|note| note.as_text()) {
                let from = capital(record.from.as_str());
                page.push_str(&format!("\n{}", words(&format!("{from} writes: {note}"))));
            }
        }
        if records.iter().any(|record| record.offer.is_some()) {
            page.push_str(&plain_lines(&invitation(replay)));
        }
        let told = self.filed().iter().filter(|filed| numbers.contains(&(filed.seq as usize)));
        for filed in told.clone() {
            page.push_str(&format!("\n{}", self.rendered(filed, &[], text::report)));
        }
        let is_told =
            |seq: u32| told.clone().any(|filed| filed.orders.iter().any(|(of, _)| *of == seq));
        for record in records.iter().filter(|record| !is_told(record.seq)) {
            if let Some(orders) = record.part("orders") {
                let title = format!("Orders of {}, locked", capital(record.from.as_str()));
                page.push_str(&format!("\n{}", text::section(&title, &lines_of(orders))));
            }
            if let Some(standing) = record.part("standing") {
                let whose = capital(record.from.as_str());
                let title = format!("Standing orders of {whose}, in the open");
                page.push_str(&format!("\n{}", text::section(&title, &lines_of(standing))));
            }
        }
        let form = match self.awaits_another(records) {
            true => self.next_form(),
            false => Vec::new(),
        };
        if !form.is_empty() {
            page.push_str(&format!("\n{}", text::form(&form)));
        }
        page.push_str("\nHow to answer\n-------------\n");
        let ways = self.ways(!form.is_empty());
        page + &ways.iter().map(|way| words(way)).collect::<Vec<String>>().join("\n")
    }

    /// Whether somebody else than the writer owes orders or an answer now.
    fn awaits_another(&self, records: &[Record]) -> bool {
        let writer = records.last().map(|record| record.wrapped.as_ref().unwrap_or(&record.from));
        match self.replay.awaited() {
            Awaited::Orders(side) | Awaited::Answer(side) => Some(side) != writer,
            _ => false,
        }
    }

    /// What a record does, a sentence.
    fn tale(&self, record: &Record) -> String {
        let terms = self.replay.terms();
        let name = |chair: &Name| {
            let player = terms.players.iter().find(|(of, _)| of == chair);
            let player = player.map_or_else(String::new, |(_, name)| format!(" ({name})"));
            format!("{}{player}", capital(chair.as_str()))
        };
        let mut does = Vec::new();
        if record.offer.is_some() {
            let alone = terms.one_machine(&record.from);
            does.push(if alone { "begins this game" } else { "offers this game" }.to_owned());
        }
        if record.accept.is_some() {
            does.push("accepts the terms".to_owned());
        }
        match record.void.as_ref().map(|void| void.why) {
            Some(Why::Late) => does.push("gives the lock up, which came too late".to_owned()),
            Some(_) if record.void.as_ref().is_some_and(|void| void.agreed.is_some()) => {
                does.push("agrees that the lock is given up".to_owned());
            }
            Some(_) => does.push("wants the open lock given up".to_owned()),
            None => {}
        }
        if let Some(ruling) = &record.ruling {
            does.push(format!("writes the ruling {ruling}"));
        }
        match record.correct.as_ref().map(|correct| (&correct.report, correct.of)) {
            Some((Some(_), of)) => does.push(format!("corrects the report of record {of}")),
            Some((None, of)) => does.push(format!("wants play corrected from record {of} on")),
            None => {}
        }
        if let Some(handover) = &record.handover {
            does.push(format!("hands {} over to {}", capital(handover.side.as_str()), handover.to));
        }
        if let Some(claim) = &record.claim {
            does.push(claim.does());
        }
        if record.close.is_some() {
            let segment = record.report.as_ref().map_or(0, |report| report.segment);
            does.push(format!("closes segment {segment}"));
        }
        if record.has("answer") && record.lock.is_none() {
            does.push("answers".to_owned());
        }
        match &record.lock {
            Some(lock) => does.push(format!("locks orders, segment {}", lock.segment)),
            None if record.has("orders") => {
                does.push("has thrown dice on a table for its orders".to_owned());
            }
            None => {}
        }
        if record.has("result") {
            does.push("gives the result".to_owned());
        }
        let by = record.wrapped.as_ref().map_or_else(String::new, |by| format!(", typed by {by}"));
        let does = if does.is_empty() { "writes".to_owned() } else { list(does) };
        format!("Record {} hangs on this letter: {}{by} {does}.", record.seq, name(&record.from))
    }

    /// Who does what next, and with which command.
    fn next_step(&self) -> String {
        let replay = &self.replay;
        let mut step = match replay.awaited() {
            Awaited::Accept(who) => format!(
                "{} accepts: `provost accept FILE --to DIR` makes the folder from this letter.",
                capital(who.as_str())
            ),
            Awaited::Orders(_) | Awaited::Answer(_) => self.awaited_words(),
            Awaited::Close(Some(who)) if *who == referee() => {
                "the referee rolls the dice: `provost resolve`.".to_owned()
            }
            Awaited::Close(Some(who)) => format!(
                "{} closes the lock, reads what happened, and writes its own orders, all in one \
                 record: `provost report`, `provost form`, `provost send`.",
                capital(who.as_str())
            ),
            Awaited::Close(None) => {
                "whoever writes next closes the lock: `provost send`.".to_owned()
            }
            Awaited::Result(_) => {
                "the game is over; each side gives the result as it sees it: `provost result`."
                    .to_owned()
            }
            Awaited::Nobody => "nothing; the game is over.".to_owned(),
        };
        let round = replay.open_round().filter(|_| replay.open_lock().is_some());
        if let Some(round) = round {
            let time = beacon::format_utc(beacon::round_time(round)).unwrap_or_default();
            step.push_str(&format!(
                " Before that round {round} of the beacon is pasted, which is out at {time}: \
                 `provost dice --beacon FILE`."
            ));
        }
        step
    }

    /// Until when whoever is awaited has time, as the folder of the writer counts.
    fn deadline(&self) -> Option<String> {
        let terms = self.replay.terms();
        let due = self.wait(None, self.pen.now)?.due?;
        let moments = everywhere(terms.typed_clock()?, &terms.sides, due);
        Some(format!("Due {moments}, as the writer's folder counts."))
    }

    /// How the reader goes on, with the program and without it, in paragraphs.
    fn ways(&self, has_form: bool) -> Vec<String> {
        let mode = self.replay.terms().mode;
        let mut ways = Vec::new();
        let alone = self.replay.terms().one_machine(self.replay.offerer());
        if !alone && !matches!(self.replay.awaited(), Awaited::Accept(_)) {
            ways.push(
                "With the program: save this letter as a file and hand it over in your folder of \
                 the game, `provost receive FILE`; `provost` alone says what is next."
                    .to_owned(),
            );
        }
        let by_hand = mode.has_referee() || mode == Mode::Recorded;
        if by_hand && has_form {
            ways.push(
                "Without a program: answer in plain text. Take the two head lines of the form and every \
                 line that you want, each without its first \"#\" and blank, change them as you \
                 like, and write the word end on a line below."
                    .to_owned(),
            );
        } else if !by_hand {
            ways.push(format!(
                "In mode {mode} every player needs the program: the dice come from all."
            ));
        }
        let counts = "What counts is the record that hangs on this letter, not its text.";
        ways.push(counts.to_owned());
        ways
    }

    /// The reports as pages for a browser, if they are wanted.
    fn pages(&self, numbers: &RangeInclusive<usize>) -> Vec<(String, Medium, String)> {
        let told = self.filed().iter().filter(|filed| numbers.contains(&(filed.seq as usize)));
        told.filter(|_| self.pen.pages)
            .map(|filed| {
                let page = self.rendered(filed, &[], html::report);
                (format!("{:04}-report.html", filed.seq), Medium::Html, page)
            })
            .collect()
    }
}

/// A paragraph.
fn words(text: &str) -> String {
    wrap(&plain(text), None, 0, 0, WIDTH).iter().map(|line| format!("{line}\n")).collect()
}

/// Lines that are as wide as they are.
fn plain_lines(text: &str) -> String {
    text.lines().map(|line| plain(line) + "\n").collect()
}
