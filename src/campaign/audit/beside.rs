//! What stands beside the chain: position files, the terms as people read them, records that no
//! head leads to, and files that cannot be read.

use super::Finding;
use super::follow::Auditor;
use crate::campaign::Terms;
use crate::campaign::archive::{Found, Place};
use crate::campaign::difference::difference;
use crate::campaign::steps::Step;
use crate::document::digest::{Form, Pack, cleaned, pack_jcs};
use crate::document::{Node, Span, write};
use std::collections::BTreeMap;

impl Auditor<'_> {
    /// Compares the position files of a record with the position that was replayed.
    pub fn check_positions(&mut self, seq: u32) {
        let archive = self.archive;
        let (Some(files), Some(replay)) = (archive.positions.get(&seq), &self.replay) else {
            return;
        };
        let (id, scenario) = (replay.id().as_str(), replay.terms().pack(Pack::Scenario));
        let after = (seq, replay.head().digest);
        let played = replay.game().position(replay.state(), id, scenario, after);
        for found in files {
            match found.node.get_text("game").filter(|of| *of != id) {
                Some(of) if self.is_played(of) || found.place.mailed => {
                    let file = found.place.at(Span::NONE);
                    self.notes.push(format!("{file} is of the game {of}; left aside"));
                    continue;
                }
                _ => self.counts.positions += 1,
            }
            if says_the_same(&found.node, &played) {
                continue;
            }
            let difference = difference(&write::position(&found.node), &write::position(&played));
            self.findings.push(Finding {
                step: Step::Replay,
                seq: Some(seq),
                place: found.place.at(Span::NONE),
                what: format!("is not the position after record {seq}"),
                difference,
            });
        }
    }

    /// Whether there is a record of a game.
    fn is_played(&self, game: &str) -> bool {
        self.archive.records.iter().any(|found| found.record.game.as_str() == game)
    }

    /// Everything that no record of the chain has led to.
    pub fn rest(&mut self) {
        self.odd_files();
        let Some(replay) = &self.replay else { return };
        let game = replay.id().clone();
        let mut foreign = BTreeMap::new();
        for (found, seen) in self.archive.records.iter().zip(&self.seen) {
            if !seen && found.record.game != game {
                *foreign.entry(found.record.game.to_string()).or_insert(0) += 1;
            }
        }
        for (game, records) in foreign {
            self.notes.push(format!("{records} records of the game {game} were left aside"));
        }
        self.campaign_files();
        if self.followed {
            self.further_positions();
            self.dangling();
        }
    }

    /// Terms in a file that people read, against the offer.
    fn campaign_files(&mut self) {
        let archive = self.archive;
        let Some(replay) = &self.replay else { return };
        let (game, offered) = (replay.id().clone(), replay.terms().clone());
        for (place, node) in &archive.terms {
            match node.get_text("game") {
                Some(of) if of != game.as_str() && self.is_played(of) => {
                    self.notes.push(format!("{} is of the game {of}; left aside", place.file));
                    continue;
                }
                _ => {}
            }
            let mut complaints = Vec::new();
            let read = Terms::read(node, &mut complaints);
            if read.as_ref() == Some(&offered) {
                continue;
            }
            let what = match complaints.first() {
                Some(first) => format!("is not what was offered: {first}"),
                None => "is not what was offered".to_owned(),
            };
            let mut whole = Node::map([("game", Node::text(game.to_string()))]);
            for (key, value) in offered.node().as_map().unwrap_or_default() {
                whole.set(&key.text, value.clone());
            }
            self.findings.push(Finding {
                step: Step::Chain,
                seq: Some(0),
                place: place.at(complaints.first().map_or(Span::NONE, |first| first.span)),
                what,
                difference: difference(&write::document(node), &write::document(&whole)),
            });
        }
    }

    /// Position files after records that are not here.
    fn further_positions(&mut self) {
        let Some(replay) = &self.replay else { return };
        let id = replay.id().as_str();
        let files = self.archive.positions.range(self.number()..).flat_map(|(_, files)| files);
        let own = files.filter(|found| found.node.get_text("game") == Some(id));
        // The name of the file may say better which it was.
        let end = self.number();
        let is_known =
            |place: &Place| place.number_on("positions").is_some_and(|number| number < end);
        let (odd, own): (Vec<_>, Vec<_>) = own.partition(|found| is_known(&found.place));
        let names: Vec<String> = own.iter().map(|found| found.place.at(Span::NONE)).collect();
        for found in odd {
            let span = found.node.get("after").map_or(Span::NONE, |after| after.span);
            let what = "is not the position after the record that its name gives";
            self.find(Step::Replay, None, found.place.at(span), what);
        }
        if let Some(first) = names.first() {
            let more = match names.len() {
                1 => String::new(),
                n => format!(" and {} more", n - 1),
            };
            let what = "after a record that is not in the log; not checked";
            self.notes.push(format!("{first}{more}: a position {what}"));
        }
    }

    /// Files that stand where a campaign keeps something, and are not that.
    fn odd_files(&mut self) {
        let archive = self.archive;
        for (place, why) in archive.others.iter().filter(|(place, _)| place.is_on("positions")) {
            let what = format!("is no position file: {why}");
            self.find(Step::Replay, None, place.at(why.span), &what);
        }
        for found in &archive.records {
            let (name, seq) = (found.place.number(), found.record.seq);
            if name.is_some_and(|name| name != seq) && !found.record.is_damaged() {
                self.notes.push(format!("{} holds {}", found.place.file, found.record.name()));
            }
        }
        match archive.without {
            0 => {}
            1 => self.notes.push("1 mail without a record was passed over".to_owned()),
            n => self.notes.push(format!("{n} mails without a record were passed over")),
        }
        for (seq, found) in
            archive.positions.iter().flat_map(|(seq, all)| all.iter().map(move |f| (seq, f)))
        {
            let named = found.place.number_on("positions");
            if named.is_some_and(|named| named != *seq) {
                let note = format!("{} holds the position after record {seq}", found.place.file);
                self.notes.push(note);
            }
        }
        let is_terms = |place: &Place| !place.mailed && place.name() == "campaign.yaml";
        let unread = archive.others.iter().filter(|(place, _)| place.mailed || is_terms(place));
        for (place, why) in unread {
            self.notes.push(format!("{}: {}; not read", place.at(why.span), why.headline));
        }
        if archive.uncounted > 0 {
            self.notes.push(format!(
                "{} more files and parts of files are nothing of a campaign",
                archive.uncounted
            ));
        }
    }

    /// Records that no head leads to, and files that cannot be read.
    fn dangling(&mut self) {
        let archive = self.archive;
        let Some(replay) = &self.replay else { return };
        let (game, head) = (replay.id().clone(), replay.head());
        let records = archive.records.iter().zip(&self.seen);
        let mut left: Vec<&Found> = records
            .filter(|(found, seen)| !**seen && found.record.game == game)
            .map(|(found, _)| found)
            .collect();
        left.sort_by_key(|found| found.record.seq);
        let mut files: Vec<_> = archive.unreadable.iter().collect();
        files.sort_by_key(|file| file.seq);
        let number = self.number();
        // The one file that cannot be read stands where the one record is missing.
        let hole = left.first().is_some_and(|first| first.record.seq == number + 1);
        let missing = Some(number).filter(|_| hole && files.len() == 1);
        for file in files {
            self.unreadable(&file.place, &file.why, file.seq.or(missing));
        }
        let Some(first) = left.first() else { return };
        // An altered record to which nothing leads, and from which the others lead on.
        let leads_to = |found: &Found| {
            let stated = found.record.stated.filter(|_| found.record.is_damaged())?;
            let next = left.iter().find(|next| next.record.prev == stated)?;
            Some(next.record.seq.saturating_sub(1))
        };
        let altered = left.iter().find_map(|found| leads_to(found).map(|seq| (*found, seq)));
        let (altered, seq) = altered.unwrap_or((first, first.record.seq));
        if !self.intact(altered, seq) {
            return;
        }
        let record = &first.record;
        let place = first.place.at(record.span(&["prev"]));
        let what = if record.seq == number {
            format!("answers {}; the log before it ends with {}", record.prev, head.digest)
        } else if record.seq > number {
            let last = left.last().map_or(record.seq, |found| found.record.seq);
            let seq = record.seq;
            match left.len() {
                1 => format!("record {number} is missing; record {seq} hangs in the air"),
                _ => {
                    format!("record {number} is missing; records {seq} to {last} hang in the air")
                }
            }
        } else {
            format!("answers {}, which no record of the log has as its digest", record.prev)
        };
        self.find(Step::Chain, Some(record.seq.min(number)), place, &what);
    }
}

/// Whether two position files say the same, in whatever order, and with whatever blanks at the ends
/// of lines.
fn says_the_same(found: &Node, played: &Node) -> bool {
    let plain = |node: &Node| cleaned(node.clone(), Form::Pack).and_then(|node| pack_jcs(&node));
    found == played || plain(found).is_ok_and(|found| plain(played) == Ok(found))
}
