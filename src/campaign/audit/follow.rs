//! The chain of records from the offer to its end, or to the first false one.

use super::Finding;
use super::counts::Counts;
use crate::campaign::Record;
use crate::campaign::archive::{Archive, Found, Place};
use crate::campaign::difference::difference;
use crate::campaign::replay::{False, Outcome, Replay};
use crate::campaign::signatures::{Keys, Signed};
use crate::campaign::steps::Step;
use crate::dice::Game;
use crate::document::digest::{Digest, Pack};
use crate::document::{Diagnostic, Node, Span, write};
use std::collections::{BTreeMap, BTreeSet};

pub(super) struct Auditor<'a> {
    pub archive: &'a Archive,
    /// Records by the head that they answer.
    answers: BTreeMap<Digest, Vec<usize>>,
    /// Which records have been looked at, or left aside.
    pub seen: Vec<bool>,
    pub replay: Option<Replay>,
    keys: Keys,
    pub counts: Counts,
    /// Records that are not signed as they should be.
    unsigned: Vec<u32>,
    /// Whether two records answer one head, so that nobody can say how the log goes on.
    forked: bool,
    /// Whether the chain was followed to its end, and nothing in it was false.
    pub followed: bool,
    pub findings: Vec<Finding>,
    pub missing: Vec<String>,
    pub notes: Vec<String>,
}

impl<'a> Auditor<'a> {
    pub fn new(archive: &'a Archive) -> Auditor<'a> {
        let mut auditor = Auditor {
            archive,
            answers: BTreeMap::new(),
            seen: vec![false; archive.records.len()],
            replay: None,
            keys: Keys::default(),
            counts: Counts::default(),
            unsigned: Vec::new(),
            forked: false,
            followed: false,
            findings: Vec::new(),
            missing: Vec::new(),
            notes: Vec::new(),
        };
        let intact: BTreeMap<Digest, &Found> =
            archive.records.iter().map(|found| (found.record.digest, found)).collect();
        for (at, found) in archive.records.iter().enumerate() {
            let stated = found.record.stated.filter(|_| found.record.is_damaged());
            if let Some(twin) = stated.and_then(|stated| intact.get(&stated)) {
                auditor.altered_copy(found, twin);
                auditor.seen[at] = true;
                continue;
            }
            auditor.answers.entry(found.record.prev).or_default().push(at);
        }
        for found in &archive.altered {
            if let Some(twin) = intact.get(&found.record.digest) {
                auditor.altered_copy(found, twin);
            }
        }
        auditor
    }

    /// A copy of a record that says something else than the record.
    fn altered_copy(&mut self, found: &Found, twin: &Found) {
        let text = |found: &Found| write::record(found.record.file());
        self.findings.push(Finding {
            step: Step::Records,
            seq: Some(twin.record.seq),
            place: found.place.at(Span::NONE),
            what: format!(
                "is an altered copy of {}, which is intact in {}",
                twin.record.name(),
                twin.place.at(Span::NONE)
            ),
            difference: difference(&text(found), &text(twin)),
        });
    }

    /// The one offer with which the game begins.
    pub fn offer(&mut self) -> Option<&'a Found> {
        let archive = self.archive;
        let firsts: Vec<usize> = self.answers.get(&Digest::ZERO).cloned().unwrap_or_default();
        let Some(game) = self.game_of(&firsts) else {
            if !firsts.is_empty() {
                let games = archive.games().iter().map(|game| game.as_str()).collect::<Vec<_>>();
                let games = games.join(", ");
                self.missing.push(format!("records of several games ({games}): audit one alone"));
                return None;
            }
            let zero = archive.records.iter().find(|found| found.record.seq == 0);
            let damaged = archive.unreadable.iter().find(|file| file.seq == Some(0));
            match (zero, damaged) {
                (Some(found), _) if !self.intact(found, 0) => {}
                (Some(found), _) => {
                    let place = found.place.at(found.record.span(&["prev"]));
                    let what = "answers a record; the first one answers none";
                    self.find(Step::Chain, Some(0), place, what);
                }
                (None, Some(file)) => self.unreadable(&file.place, &file.why, file.seq),
                (None, None) if !archive.records.is_empty() => {
                    let what = "there is no first record here";
                    self.find(Step::Chain, Some(0), String::new(), what);
                }
                (None, None) => self.nothing(),
            }
            return None;
        };
        let here = firsts.into_iter().filter(|at| archive.records[*at].record.game == game);
        let here = self.without_altered(here.collect(), 0);
        match here.as_slice() {
            [one] => archive.records.get(*one),
            several => {
                for at in several {
                    let found = &archive.records[*at];
                    let what = format!("one of {} first records", several.len());
                    self.find(Step::Chain, Some(0), found.place.at(Span::NONE), &what);
                }
                None
            }
        }
    }

    /// Nothing here can be read as a record.
    fn nothing(&mut self) {
        self.missing.push("there is no record here that can be read".to_owned());
        for file in self.archive.unreadable.iter().take(3) {
            let first = file.why.first();
            let (span, why) = first.map_or((Span::NONE, String::new()), |first| {
                (first.span, format!(" cannot be read: {first}"))
            });
            self.missing.push(format!("{}{why}", file.place.at(span)));
        }
    }

    /// The game of which there are most records; none if that is not one.
    fn game_of(&self, firsts: &[usize]) -> Option<Game> {
        let records = &self.archive.records;
        let games: BTreeSet<&Game> = firsts.iter().map(|at| &records[*at].record.game).collect();
        let many = |game: &Game| records.iter().filter(|found| found.record.game == *game).count();
        let most = games.iter().map(|game| many(game)).max()?;
        let mut largest = games.into_iter().filter(|game| many(game) == most);
        largest.next().filter(|_| largest.next().is_none()).cloned()
    }

    pub fn find(&mut self, step: Step, seq: Option<u32>, place: String, what: &str) {
        self.findings.push(Finding { step, seq, place, what: what.to_owned(), difference: None });
    }

    pub fn unreadable(&mut self, place: &Place, why: &[Diagnostic], seq: Option<u32>) {
        for complaint in why {
            let column = match complaint.span.column {
                0 => String::new(),
                column => format!(", column {column}"),
            };
            let help = complaint.help.as_ref().map_or_else(String::new, |help| format!(": {help}"));
            let what = format!("cannot be read: {complaint}{column}{help}");
            self.find(Step::Records, seq, place.at(complaint.span), &what);
        }
    }

    /// Follows the chain from the offer to its end, or to the first false record.
    pub fn follow(&mut self, offer: &'a Found, progress: &mut dyn FnMut(usize, usize)) {
        let all = self.archive.records.len();
        if !self.intact(offer, 0) {
            return;
        }
        let Some(terms) = &offer.record.offer else {
            let place = offer.place.at(Span::NONE);
            return self.find(Step::Chain, Some(0), place, "the first record is not an offer");
        };
        let packs = match self.archive.packs(terms.packs) {
            Ok(packs) => packs,
            Err(lacking) => {
                for pack in lacking {
                    match &pack.altered {
                        Some((file, _)) if pack.is_named() => {
                            let file = file.clone();
                            self.find(Step::Packs, None, file, &pack.to_string());
                        }
                        Some(_) => {
                            let pin = offer.record.span(&["offer", "packs", pack.kind.word()]);
                            let place = offer.place.at(pin);
                            self.find(Step::Packs, Some(0), place, &pack.to_string());
                        }
                        None => self.missing.push(pack.to_string()),
                    }
                }
                return;
            }
        };
        match Replay::begin(&offer.record, packs) {
            Ok(replay) => self.replay = Some(replay),
            Err(wrong) => return self.falsehood(offer, &wrong, 0),
        }
        match Keys::of(terms) {
            Ok(keys) => self.keys = keys,
            Err(why) => {
                let place = offer.place.at(offer.record.span(&["offer", "keys"]));
                self.find(Step::Signatures, Some(0), place, &why);
            }
        }
        self.true_record(offer, None);
        progress(1, all);
        while let Some(next) = self.next() {
            let number = self.number();
            if !self.intact(next, number) {
                return;
            }
            let replay = self.replay.as_mut().expect("begun above");
            match replay.push(&next.record) {
                Ok(outcome) => self.true_record(next, outcome.as_ref()),
                Err(wrong) if wrong.report_only && self.is_corrected(next, number) => {
                    let first = wrong.findings.first().map_or(String::new(), Diagnostic::to_string);
                    self.notes.push(format!("record {number}: {first}; corrected by its author"));
                    self.true_record(next, wrong.truth.as_deref());
                }
                Err(wrong) => return self.falsehood(next, &wrong, number),
            }
            progress(self.counts.records, all);
        }
        self.ending();
        self.followed = !self.forked;
    }

    /// The number of the next record, by its place in the chain.
    pub fn number(&self) -> u32 {
        let records = self.replay.as_ref().map_or(0, |replay| replay.head().records);
        u32::try_from(records).unwrap_or(u32::MAX)
    }

    /// Whether a record is as its own digest says; if not, what is false in it.
    pub fn intact(&mut self, found: &Found, number: u32) -> bool {
        let record = &found.record;
        let Some(stated) = record.stated.filter(|_| record.is_damaged()) else { return true };
        let followed = match self.answers.get(&stated) {
            Some(_) => "; the next record answers that one, so it was altered since",
            None => "",
        };
        let what = format!(
            "is altered: its contents have the digest {}, its check was made for {stated}{followed}",
            record.digest
        );
        self.find(Step::Records, Some(number), found.place.at(Span::NONE), &what);
        // What it says is tried all the same, to tell what in it is false.
        let mut says = record.clone();
        says.stated = None;
        if let Some(Err(wrong)) = self.replay.clone().map(|mut replay| replay.push(&says)) {
            self.falsehood(found, &wrong, number);
        }
        false
    }

    /// Counts what was found true in a record, and checks what stands beside the chain.
    fn true_record(&mut self, found: &Found, outcome: Option<&Outcome>) {
        let number = self.number().saturating_sub(1);
        self.counts.take(&found.record, outcome);
        let replay = self.replay.as_ref();
        let corrected = replay.and_then(|replay| replay.corrections().last());
        if let Some(corrected) = corrected.filter(|corrected| corrected.seq == Some(number)) {
            // With a key of its own the dice stand in its report.
            if outcome.is_none() {
                self.counts.dice +=
                    corrected.turns.iter().map(|turn| turn.rolled.len()).sum::<usize>();
            }
            self.notes.push(format!(
                "record {number}: play was corrected from record {} on under ruling {}, dice again: {}",
                corrected.of, corrected.ruling, corrected.reroll
            ));
        }
        match self.keys.judge(found) {
            Ok(Signed::Verified) => self.counts.verified += 1,
            Ok(Signed::Unsigned) => self.counts.unsigned += 1,
            Ok(Signed::NoKey) => self.counts.keyless += 1,
            Ok(Signed::NotChecked(kind)) => {
                self.counts.unverified += 1;
                self.counts.kinds.insert(kind);
            }
            Err(why) => {
                if self.unsigned.is_empty() {
                    let place = found.place.at(found.record.signed_at());
                    self.find(Step::Signatures, Some(number), place, &why);
                }
                self.unsigned.push(number);
            }
        }
        self.check_positions(number);
    }

    /// What is said of unsigned records after the first.
    pub fn further_unsigned(&self) -> Option<String> {
        let (_, further) = self.unsigned.split_first()?;
        let last = further.last()?;
        Some(format!(
            "{} more records up to record {last} are not signed by their writers either",
            further.len()
        ))
    }

    /// Whether anybody has a key.
    pub fn has_keys(&self) -> bool {
        !self.keys.is_empty()
    }

    /// The record that answers the head of the chain.
    fn next(&mut self) -> Option<&'a Found> {
        let archive = self.archive;
        let head = self.replay.as_ref()?.head().digest;
        let here: Vec<usize> = self.answers.get(&head).cloned().unwrap_or_default();
        let here = self.without_altered(here, self.number());
        if here.len() < 2 {
            return here.first().and_then(|at| archive.records.get(*at));
        }
        let all: Vec<&Found> = here.iter().map(|at| &archive.records[*at]).collect();
        let records: Vec<&Record> = all.iter().map(|found| &found.record).collect();
        let replay = self.replay.as_ref()?;
        let stands = replay.which_stands(&records);
        let others = (0..all.len()).filter(|at| Some(*at) != stands);
        // What nobody could file leads to nothing.
        let asides = others.map(|at| match replay.may_come_next(records[at]) {
            true => self.behind(here[at]),
            false => Some(vec![here[at]]),
        });
        let (Some(stands), Some(asides)) = (stands, asides.collect::<Option<Vec<_>>>()) else {
            self.fork(&all);
            return None;
        };
        let stands = all[stands];
        for at in asides.into_iter().flatten() {
            let other = &archive.records[at];
            self.seen[at] = true;
            let (file, from) = (other.place.at(Span::NONE), &other.record.from);
            self.notes.push(match other.record.prev == stands.record.prev {
                true if *from == stands.record.from => {
                    format!(
                        "{file}: the player-turn that {from} has filed itself; not part of the log"
                    )
                }
                true => format!("{file}: out of turn, from {from}; not part of the log"),
                false => {
                    format!("{file}: hangs behind one that is out of turn; not part of the log")
                }
            });
        }
        Some(stands)
    }

    /// A record and all that hangs behind it, none of which locks or shows a link; none if one does.
    fn behind(&self, at: usize) -> Option<Vec<usize>> {
        let mut found = vec![at];
        let mut next = 0;
        while let Some(at) = found.get(next) {
            let record = &self.archive.records[*at].record;
            if !record.may_be_set_aside() {
                return None;
            }
            found.extend(self.answers.get(&record.digest).into_iter().flatten());
            next += 1;
        }
        Some(found)
    }

    /// Several records answer one head, so that nobody can say how the log goes on.
    fn fork(&mut self, all: &[&Found]) {
        self.forked = true;
        let names: Vec<String> = all.iter().map(|found| found.place.at(Span::NONE)).collect();
        let authors: BTreeSet<&str> = all.iter().map(|found| found.record.from.as_str()).collect();
        let authors: Vec<&str> = authors.into_iter().collect();
        let mut what = format!(
            "{} records of {} answer the same head: {}",
            all.len(),
            authors.join(" and "),
            names.join(", ")
        );
        let signed = |found: &&Found| self.keys.verify(found) == Ok(Signed::Verified);
        let bind = |found: &&Found| found.record.lock.is_some() || found.record.close.is_some();
        if authors.len() == 1 && all.iter().all(bind) && all.iter().all(signed) {
            what.push_str("; they are signed: proof of double play");
        }
        let (first, text) = (all[0], |found: &Found| write::record(found.record.file()));
        self.findings.push(Finding {
            step: Step::Chain,
            seq: Some(self.number()),
            place: first.place.at(Span::NONE),
            what,
            difference: difference(&text(first), &text(all[1])),
        });
    }

    /// Records on one head; if any of them is as its own digest says, the others are found false
    /// and left aside.
    fn without_altered(&mut self, here: Vec<usize>, number: u32) -> Vec<usize> {
        let archive = self.archive;
        for at in &here {
            self.seen[*at] = true;
        }
        let is_damaged = |at: &usize| archive.records[*at].record.is_damaged();
        let (damaged, good): (Vec<usize>, Vec<usize>) = here.into_iter().partition(is_damaged);
        if good.is_empty() {
            return damaged;
        }
        for at in damaged {
            self.intact(&archive.records[at], number);
        }
        good
    }

    /// Whether a later record corrects its report; whether it does so in the chain is seen at its end.
    fn is_corrected(&self, found: &Found, number: u32) -> bool {
        let later =
            self.archive.records.iter().filter(|other| other.record.game == found.record.game);
        later
            .filter_map(|other| other.record.correct.as_ref())
            .any(|correct| correct.of == number && correct.report.is_some())
    }

    /// What is false at the end of the chain: a report that nobody has corrected, results that differ
    /// from the replay or from each other.
    fn ending(&mut self) {
        let Some(replay) = &self.replay else { return };
        let mut found: Vec<(u32, String)> = replay.differing_results();
        found.extend(
            replay
                .rests()
                .map(|rests| (rests.seq, format!("{}; the report is not corrected", rests.what))),
        );
        for (seq, what) in found {
            let record = self.archive.records.iter().find(|found| found.record.seq == seq);
            let place = record.map_or(String::new(), |found| found.place.at(Span::NONE));
            self.find(Step::Replay, Some(seq), place, &what);
        }
    }

    /// What is false in a record, and what would be true instead.
    fn falsehood(&mut self, found: &Found, wrong: &False, number: u32) {
        let before = self.findings.len();
        for finding in &wrong.findings {
            let mut what = finding.to_string();
            what.extend(finding.notes.iter().map(|note| format!("; {note}")));
            self.find(wrong.step, Some(number), found.place.at(finding.span), &what);
        }
        let Some((replay, truth)) = self.replay.as_ref().zip(wrong.truth.as_deref()) else {
            return;
        };
        let corrected = found.record.part("correct").and_then(|correct| correct.get("report"));
        let report = found.record.part("report").or(corrected);
        let mut shown = report.and_then(|report| {
            difference(&report_text(report), &report_text(&truth.report.node()))
        });
        let scenario = replay.terms().pack(Pack::Scenario);
        for position in self.archive.positions.get(&number).into_iter().flatten() {
            let after = (number, found.record.stated.unwrap_or(found.record.digest));
            let state = &truth.played.state;
            let played = replay.game().position(state, replay.id().as_str(), scenario, after);
            let more = difference(&write::position(&position.node), &write::position(&played));
            shown = shown.into_iter().chain(more).reduce(|a, b| a + &b);
        }
        if let Some(first) = self.findings.get_mut(before) {
            first.difference = shown;
        }
    }
}

fn report_text(report: &Node) -> String {
    write::document(&Node::map([("report", report.clone())]))
}
