//! Everything that anybody can recompute from an archive, and the first record that is false.
//!
//! The ten steps of the protocol: records parsed and digested, signatures, the chain of heads,
//! packs, links, locks, seals, beacon rounds, dice, and the replay. The last six are those of
//! [`Replay::push`], which the live campaign goes through as well.

use super::archive::{Archive, Found, Place};
use super::chain::Awaited;
use super::difference::difference;
use super::replay::{False, Outcome, Replay};
use super::{Record, Terms};
use crate::dice::{Game, Mode};
use crate::document::digest::{Digest, Pack};
use crate::document::{Diagnostic, Node, Span, write};
use crate::store::Head;
use std::collections::{BTreeMap, BTreeSet};

/// What an audit found.
#[derive(Clone, Debug)]
pub struct Audit {
    /// The game, if there is an offer.
    pub game: Option<Game>,
    /// Its title.
    pub title: String,
    /// How dice are made.
    pub mode: Option<Mode>,
    /// Records that were found true, in the chain from the offer on.
    pub records: usize,
    /// Records after the first false one, and those that hang in the air.
    pub unchecked: usize,
    /// Dice that were found true.
    pub dice: usize,
    /// Player-turns that were replayed to their end.
    pub player_turns: u32,
    /// Rulings that are not the default, by the offer or agreed on later.
    pub rulings: usize,
    /// Where the chain of true records ends.
    pub head: Head,
    /// What is awaited after it.
    pub awaited: String,
    /// What is false, the first first.
    pub findings: Vec<Finding>,
    /// What a reader should know.
    pub notes: Vec<String>,
}

/// Something that is not as it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Number of the record, if it is about one.
    pub seq: Option<u32>,
    /// File and line.
    pub place: String,
    /// What is false, in one sentence.
    pub what: String,
    /// What was written against what was recomputed, line by line.
    pub difference: Option<String>,
}

impl Audit {
    /// Whether nothing is false.
    pub fn is_clean(&self) -> bool {
        self.findings.is_empty()
    }

    /// The result in one line.
    pub fn summary(&self) -> String {
        let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let mismatches = match self.findings.len() {
            1 => "1 mismatch".to_owned(),
            n => format!("{n} mismatches"),
        };
        let dice = match self.dice {
            1 => "1 die".to_owned(),
            n => format!("{n} dice"),
        };
        format!(
            "{}, {dice}, {mismatches}, {}",
            count(self.records, "record"),
            count(self.rulings, "ruling")
        )
    }
}

/// Audits an archive; `progress` hears how many records of how many are done.
pub fn audit(archive: &Archive, progress: &mut dyn FnMut(usize, usize)) -> Audit {
    let mut auditor = Auditor::new(archive);
    if let Some(offer) = auditor.offer() {
        auditor.follow(offer, progress);
    }
    auditor.finish()
}

struct Auditor<'a> {
    archive: &'a Archive,
    /// Records of the game by the head that they answer.
    answers: BTreeMap<Digest, Vec<usize>>,
    seen: Vec<bool>,
    replay: Option<Replay>,
    records: usize,
    dice: usize,
    signed: usize,
    /// Whether two records answer one head, so that nobody can say how the log goes on.
    forked: bool,
    findings: Vec<Finding>,
    notes: Vec<String>,
}

impl<'a> Auditor<'a> {
    fn new(archive: &'a Archive) -> Auditor<'a> {
        let mut answers: BTreeMap<Digest, Vec<usize>> = BTreeMap::new();
        let mut seen = vec![false; archive.records.len()];
        let mut notes = Vec::new();
        let intact: BTreeSet<Digest> =
            archive.records.iter().map(|found| found.record.digest).collect();
        for (at, found) in archive.records.iter().enumerate() {
            let record = &found.record;
            if record.is_damaged() && record.stated.is_some_and(|stated| intact.contains(&stated)) {
                let place = found.place.at(Span::NONE);
                notes.push(format!("{place} is a damaged copy of {}; left aside", record.name()));
                seen[at] = true;
                continue;
            }
            answers.entry(record.prev).or_default().push(at);
        }
        Auditor {
            archive,
            answers,
            seen,
            replay: None,
            records: 0,
            dice: 0,
            signed: 0,
            forked: false,
            findings: Vec::new(),
            notes,
        }
    }

    /// The one offer with which the game begins.
    fn offer(&mut self) -> Option<&'a Found> {
        let archive = self.archive;
        let firsts: Vec<usize> = self.answers.get(&Digest::ZERO).cloned().unwrap_or_default();
        match firsts.as_slice() {
            [one] => {
                self.seen[*one] = true;
                archive.records.get(*one)
            }
            [] => {
                let zero = archive.records.iter().find(|found| found.record.seq == 0);
                let damaged = archive.unreadable.iter().find(|file| file.seq == Some(0));
                match (zero, damaged) {
                    (Some(found), _) if !self.intact(found) => {}
                    (Some(found), _) => {
                        let place = found.place.at(found.record.span(&["prev"]));
                        self.find(Some(0), place, "answers a record; the first one answers none");
                    }
                    (None, Some(file)) => self.unreadable(&file.place, &file.why, file.seq),
                    (None, None) => self.find(None, String::new(), "there is no first record here"),
                }
                None
            }
            several => {
                for at in several {
                    let found = &archive.records[*at];
                    let what = format!("one of {} first records", several.len());
                    self.find(Some(0), found.place.at(Span::NONE), &what);
                }
                None
            }
        }
    }

    fn find(&mut self, seq: Option<u32>, place: String, what: &str) {
        self.findings.push(Finding { seq, place, what: what.to_owned(), difference: None });
    }

    fn unreadable(&mut self, place: &Place, why: &[Diagnostic], seq: Option<u32>) {
        for complaint in why.iter().take(3) {
            self.find(seq, place.at(complaint.span), &format!("cannot be read: {complaint}"));
        }
    }

    /// Follows the chain from the offer to its end, or to the first false record.
    fn follow(&mut self, offer: &'a Found, progress: &mut dyn FnMut(usize, usize)) {
        let all = self.archive.records.len();
        if !self.intact(offer) {
            return;
        }
        let Some(terms) = &offer.record.offer else {
            return self.find(
                Some(0),
                offer.place.at(Span::NONE),
                "the first record is not an offer",
            );
        };
        let packs = match self.archive.packs(terms.packs) {
            Ok(packs) => packs,
            Err(missing) => {
                for complaint in missing {
                    let notes = complaint.notes.iter().map(|note| format!("; {note}"));
                    let what = notes.fold(complaint.to_string(), |all, note| all + &note);
                    self.find(Some(0), offer.place.at(Span::NONE), &what);
                }
                return;
            }
        };
        match Replay::begin(&offer.record, packs) {
            Ok(replay) => self.replay = Some(replay),
            Err(wrong) => return self.falsehood(offer, &wrong, None),
        }
        self.count(&offer.record);
        self.check_position(0);
        progress(1, all);
        while let Some(next) = self.next() {
            if !self.intact(next) {
                return;
            }
            let replay = self.replay.as_mut().expect("begun above");
            match replay.push(&next.record) {
                Ok(outcome) => {
                    self.count(&next.record);
                    if let Some(outcome) = outcome {
                        self.dice += dice_in(&outcome);
                        self.check_position(next.record.seq);
                    }
                }
                Err(wrong) if wrong.report_only && self.is_corrected(next) => {
                    self.count(&next.record);
                    let first = wrong.findings.first().map_or(String::new(), Diagnostic::to_string);
                    self.notes
                        .push(format!("{}: {first}; corrected by its author", next.record.name()));
                }
                Err(wrong) => return self.falsehood(next, &wrong, Some(next.record.seq)),
            }
            progress(self.records, all);
        }
        if !self.forked {
            self.dangling();
        }
    }

    /// Whether a record is as its own digest says.
    fn intact(&mut self, found: &Found) -> bool {
        let record = &found.record;
        if let Some(stated) = record.stated.filter(|_| record.is_damaged()) {
            let what = format!(
                "its contents have the digest {}; its check was made for {stated}",
                record.digest
            );
            self.find(Some(record.seq), found.place.at(Span::NONE), &what);
            return false;
        }
        true
    }

    fn count(&mut self, record: &Record) {
        self.records += 1;
        self.signed += usize::from(record.signature().is_some());
    }

    /// The record that answers the head of the chain.
    fn next(&mut self) -> Option<&'a Found> {
        let archive = self.archive;
        let replay = self.replay.as_ref()?;
        let (head, awaited) = (replay.head(), replay.awaited().clone());
        let here: Vec<usize> = self.answers.get(&head.digest).cloned().unwrap_or_default();
        for at in &here {
            self.seen[*at] = true;
        }
        if here.len() < 2 {
            return here.first().and_then(|at| archive.records.get(*at));
        }
        let found = |at: &usize| &archive.records[*at];
        let bound: Vec<&usize> =
            here.iter().filter(|at| awaited.is(&found(at).record.from)).collect();
        match bound.as_slice() {
            [one] => {
                for at in here.iter().filter(|at| at != one) {
                    let other = found(at);
                    let text = format!(
                        "{}: out of turn, from {}; not part of the log",
                        other.place.at(Span::NONE),
                        other.record.from
                    );
                    self.notes.push(text);
                }
                archive.records.get(**one)
            }
            _ => {
                let seq = u32::try_from(head.records).ok();
                let names: Vec<String> =
                    here.iter().map(|at| found(at).place.at(Span::NONE)).collect();
                let from = &found(&here[0]).record.from;
                let what = format!(
                    "{} records of {from} answer the same head: {}",
                    here.len(),
                    names.join(", ")
                );
                self.find(seq, found(&here[0]).place.at(Span::NONE), &what);
                self.forked = true;
                None
            }
        }
    }

    /// Whether the record after this one corrects its report.
    fn is_corrected(&self, found: &Found) -> bool {
        let next = self.answers.get(&found.record.digest);
        let records = next.into_iter().flatten().filter_map(|at| self.archive.records.get(*at));
        records
            .filter_map(|next| next.record.correct.as_ref())
            .any(|correct| correct.of == found.record.seq && correct.report.is_some())
    }

    /// What is false in a record.
    fn falsehood(&mut self, found: &Found, wrong: &False, seq: Option<u32>) {
        for finding in &wrong.findings {
            let mut what = finding.to_string();
            what.extend(finding.notes.iter().map(|note| format!("; {note}")));
            self.find(seq.or(Some(0)), found.place.at(finding.span), &what);
        }
        let Some((replay, truth)) = self.replay.as_ref().zip(wrong.truth.as_deref()) else {
            return;
        };
        let report = found.record.part("report");
        let mut shown = report.and_then(|report| {
            difference(&report_text(report), &report_text(&truth.report.node()))
        });
        let position = self.archive.positions.get(&found.record.seq);
        if let Some(position) = position {
            let played = position_of(replay, truth, &found.record);
            let more = difference(&write::position(&position.node), &write::position(&played));
            shown = shown.into_iter().chain(more).reduce(|a, b| a + &b);
        }
        if let Some(first) = self.findings.iter_mut().find(|f| f.difference.is_none()) {
            first.difference = shown;
        }
    }

    /// Compares a position file with the position that was replayed.
    fn check_position(&mut self, seq: u32) {
        let (Some(found), Some(replay)) = (self.archive.positions.get(&seq), &self.replay) else {
            return;
        };
        let scenario = replay.terms().pack(Pack::Scenario);
        let after = (seq, replay.head().digest);
        let played = replay.game().position(replay.state(), replay.id().as_str(), scenario, after);
        if found.node != played {
            let difference = difference(&write::position(&found.node), &write::position(&played));
            self.findings.push(Finding {
                seq: Some(seq),
                place: found.place.at(Span::NONE),
                what: format!("is not the position after record {seq}"),
                difference,
            });
        }
    }

    /// Records that no head leads to, and files that cannot be read.
    fn dangling(&mut self) {
        let archive = self.archive;
        let Some(replay) = &self.replay else { return };
        let (game, head) = (replay.id().clone(), replay.head());
        let mut left: Vec<&Found> = Vec::new();
        let mut foreign = 0;
        for (found, seen) in archive.records.iter().zip(&self.seen) {
            match (*seen, found.record.game == game) {
                (true, _) => {}
                (false, true) => left.push(found),
                (false, false) => foreign += 1,
            }
        }
        if foreign > 0 {
            self.notes.push(format!("{foreign} records of other games were left aside"));
        }
        left.sort_by_key(|found| found.record.seq);
        let mut files: Vec<_> = archive.unreadable.iter().collect();
        files.sort_by_key(|file| file.seq);
        for file in files {
            self.unreadable(&file.place, &file.why, file.seq);
        }
        let Some(first) = left.first() else { return };
        if !self.intact(first) {
            return;
        }
        let number = u32::try_from(head.records).unwrap_or(u32::MAX);
        let record = &first.record;
        let place = first.place.at(record.span(&["prev"]));
        let what = if record.seq == number {
            format!("answers {}; the log before it ends with {}", record.prev, head.digest)
        } else if record.seq > number {
            let last = left.last().map_or(record.seq, |found| found.record.seq);
            format!("record {number} is missing; records {} to {last} hang in the air", record.seq)
        } else {
            format!("answers {}, which no record of the log has as its digest", record.prev)
        };
        self.find(Some(record.seq.min(number)), place, &what);
    }

    fn finish(mut self) -> Audit {
        let unchecked = self.archive.records.len().saturating_sub(self.records);
        let mut audit = Audit {
            game: None,
            title: String::new(),
            mode: None,
            records: self.records,
            unchecked,
            dice: self.dice,
            player_turns: 0,
            rulings: 0,
            head: Head::EMPTY,
            awaited: String::new(),
            findings: Vec::new(),
            notes: Vec::new(),
        };
        if let Some(replay) = &self.replay {
            let terms = replay.terms();
            audit.game = Some(replay.id().clone());
            audit.title.clone_from(&terms.title);
            audit.mode = Some(terms.mode);
            audit.player_turns = replay.turns_played();
            audit.rulings = terms.rulings.len() + replay.agreed().len();
            audit.head = replay.head();
            audit.awaited = awaited(replay);
            self.notes.extend(caveats(replay, terms, self.signed, self.records));
        }
        if self.archive.copies > 0 {
            self.notes.push(format!("{} copies of records were left aside", self.archive.copies));
        }
        audit.findings = self.findings;
        audit.notes = self.notes;
        audit
    }
}

fn awaited(replay: &Replay) -> String {
    match replay.awaited() {
        Awaited::Result(_) | Awaited::Nobody => "the game is over".to_owned(),
        other => {
            format!("awaited: {other}, turn {}, position {}", replay.state_turn(), replay.label())
        }
    }
}

/// What the evidence cannot show.
fn caveats(replay: &Replay, terms: &Terms, signed: usize, records: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if terms.mode == Mode::Recorded {
        notes.push("mode recorded: the dice are on trust; legality was checked".to_owned());
    }
    if replay.wrapped() > 0 {
        notes.push(format!(
            "{} of {} locks were wrapped by the referee, who could have foreseen their dice",
            replay.wrapped(),
            replay.segments()
        ));
    }
    if replay.unverified_beacons() > 0 {
        notes.push(format!(
            "{} beacon signatures were not verified: this program was built without `beacon`",
            replay.unverified_beacons()
        ));
    }
    notes.push(match signed {
        0 => "unsigned: one player alone could rebuild a false history".to_owned(),
        n if n == records => format!("{n} signatures, not verified by this program"),
        n => format!("{n} of {records} records carry signatures, not verified by this program"),
    });
    notes.push(
        "a missing tail cannot be seen here: compare the head with the other player's".to_owned(),
    );
    notes
}

fn dice_in(outcome: &Outcome) -> usize {
    outcome.report.rolls.iter().map(|roll| roll.faces.split(' ').count()).sum()
}

fn report_text(report: &Node) -> String {
    write::document(&Node::map([("report", report.clone())]))
}

fn position_of(replay: &Replay, truth: &Outcome, record: &Record) -> Node {
    let scenario = replay.terms().pack(Pack::Scenario);
    let after = (record.seq, record.digest);
    replay.game().position(&truth.played.state, replay.id().as_str(), scenario, after)
}
