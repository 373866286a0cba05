//! The close of a segment: its key, its dice, and whether its report is true.

use super::past::PastTurn;
use super::player_turn::OpenLock;
use super::{False, Outcome, Replay, Rests};
use crate::campaign::record::{Close, Halt, Record, Report, Unseal};
use crate::campaign::steps::Step;
use crate::dice::{Key, Parts, beacon, roll, segment_key};
use crate::document::digest::label;
use crate::document::{Diagnostic, Node, Span};
use crate::play::Stop;
use std::sync::Arc;

impl Replay {
    /// Closes the open segment; what is false in the report alone comes beside the outcome.
    pub(super) fn close(
        &mut self,
        record: &Record,
        close: &Close,
    ) -> Result<(Outcome, Option<False>), False> {
        let Some(report) = &record.report else {
            return Err(False::at(record, &["close"], "it closes a segment without a report"));
        };
        let Some(lock) = self.lock.take() else {
            return Err(False::at(record, &["close"], "no lock is open").found_in(Step::Closes));
        };
        if close.lock != lock.digest {
            let headline = format!("closes {}; the open lock is {}", close.lock, lock.digest);
            return Err(False::at(record, &["close", "lock"], headline).found_in(Step::Closes));
        }
        let key = self.key(record, close, &lock)?;
        self.lapse(record.seq);
        if self.correcting.is_some() {
            return self.close_correction(record, report, lock.lock.segment, &key);
        }
        let turn = self.turn.take().expect("an open lock belongs to a player-turn");
        let seat = turn.seat;
        let (outcome, turn) = self.play_segment(turn, &lock, key, record.span(&["close"]))?;
        if lock.policy.is_some() {
            self.applied[1 - seat] = lock.policy;
        }
        let wrong = compare(record, report, &outcome.report, Some(&key));
        let halt = outcome.report.halt.clone().unwrap_or(Halt::End);
        if halt == Halt::End {
            self.turns_played += 1;
            self.played.push(Arc::new(PastTurn::of(turn, &outcome)));
        } else {
            self.turn = Some(turn);
        }
        if halt.is_pause() {
            self.pauses[seat] += 1;
        }
        self.ask = match &outcome.played.stop {
            Some(Stop::Awaiting(ask)) => Some(ask.clone()),
            _ => None,
        };
        self.reached(&outcome, record.seq);
        self.chain.awaited = self.after_halt(&halt, seat);
        let wrong = self.rest(record, &outcome, wrong);
        Ok((outcome, wrong))
    }

    /// The close of a segment whose key replays what is corrected.
    fn close_correction(
        &mut self,
        record: &Record,
        report: &Report,
        segment: u32,
        key: &Key,
    ) -> Result<(Outcome, Option<False>), False> {
        let again = self.corrected_under(key, segment, Some(record.seq));
        let (ahead, outcome) = again.map_err(False::many)?;
        let wrong = compare(record, report, &outcome.report, Some(key));
        *self = ahead;
        let wrong = self.rest(record, &outcome, wrong);
        Ok((outcome, wrong))
    }

    /// Play rests while a report is false.
    pub(super) fn rest(
        &mut self,
        record: &Record,
        outcome: &Outcome,
        wrong: Option<False>,
    ) -> Option<False> {
        let wrong = wrong?;
        let (seq, truth) = (record.seq, outcome.clone());
        let author = record.writer().clone();
        let what = wrong.findings.first().map(ToString::to_string).unwrap_or_default();
        self.rests = Some(Rests { seq, author, what, truth });
        Some(wrong.with_truth(outcome))
    }

    /// What a close of the open lock will bring, without doing it; `opened` is what the same record
    /// opens.
    ///
    /// # Errors
    /// What would be false in it.
    pub fn foresee(
        &self,
        close: &Close,
        opened: Option<(&Unseal, &Node)>,
    ) -> Result<Outcome, False> {
        let none = || False::one(Span::NONE, "no lock is open");
        let mut ahead = self.clone();
        if let Some((unseal, standing)) = opened {
            let seat = self.terms.seat(&unseal.side).ok_or_else(none)?;
            let (game, by) = (&self.chain.game, u32::MAX);
            let open = ahead.policies.open(game, seat, by, unseal, standing);
            open.map_err(|why| False::one(Span::NONE, why).found_in(Step::Seals))?;
        }
        let lock = ahead.lock.as_ref().ok_or_else(none)?;
        let beacon = close.beacon.as_ref().map(|(_, signature)| beacon::value(signature));
        let parts = Parts { referee: close.referee, duel: close.duel, beacon };
        let key = segment_key(&lock.digest, &self.chain.game, lock.lock.segment, &parts);
        if self.correcting.is_some() {
            let again = ahead.corrected_under(&key, lock.lock.segment, None);
            return again.map(|(_, outcome)| outcome).map_err(False::many);
        }
        let turn = ahead.turn.as_ref().ok_or_else(none)?;
        let played = ahead.play_segment(turn.clone(), lock, key, Span::NONE);
        played.map(|(outcome, _)| outcome)
    }

    /// The key of a segment, once everything that closes it is known to be right.
    fn key(&mut self, record: &Record, close: &Close, lock: &OpenLock) -> Result<Key, False> {
        let at = |source: &str, why: String| {
            let step = if source == "beacon" { Step::Beacon } else { Step::Links };
            False::at(record, &["close", source], why).found_in(step)
        };
        let links =
            [("referee", lock.chains[0], close.referee), ("duel", lock.chains[1], close.duel)];
        for (source, chain, link) in links {
            let Some(link) = link else { continue };
            let none = || at(source, "no chain was declared before the lock".to_owned());
            let chain = chain.ok_or_else(none)?;
            let verified = self.sources.verify(chain, lock.lock.segment, &link);
            verified.map_err(|why| at(source, why))?;
            let used = self.sources.use_for(link, lock.digest);
            used.map_err(|_| at(source, "this link was used for another lock".to_owned()))?;
        }
        let mut parts = Parts { referee: close.referee, duel: close.duel, beacon: None };
        if let Some((round, signature)) = &close.beacon {
            if Some(*round) != lock.lock.round {
                let headline = format!("round {round}, which is not that of the lock");
                return Err(at("beacon", headline));
            }
            match beacon::verify(*round, signature) {
                Ok(()) => {}
                Err(beacon::Unverified::NotChecked) => self.unverified_beacons += 1,
                Err(why) => return Err(at("beacon", why.to_string())),
            }
            parts.beacon = Some(beacon::value(signature));
        }
        if !self.terms.mode.takes(&parts) {
            let headline = format!("this is not what closes a segment in mode {}", self.terms.mode);
            return Err(False::at(record, &["close"], headline).found_in(Step::Closes));
        }
        Ok(segment_key(&lock.digest, &self.chain.game, lock.lock.segment, &parts))
    }
}

/// Compares a report with what is true; each die by its key alone, and then with the replay.
pub(super) fn compare(
    record: &Record,
    claimed: &Report,
    truth: &Report,
    key: Option<&Key>,
) -> Option<False> {
    let mut findings = Vec::new();
    let mut dice_are_true = true;
    // The report of a correction stands one level deeper.
    let outer: &[&str] = if record.report.is_some() { &[] } else { &["correct"] };
    let mut say = |path: &[&str], headline: String| {
        let span = record.span(&[outer, path].concat());
        findings.push(Diagnostic::error(span, headline));
    };
    if claimed.segment != truth.segment {
        let headline = format!("reports segment {}, not {}", claimed.segment, truth.segment);
        say(&["report", "segment"], headline);
    }
    for missing in truth.rolls.iter().skip(claimed.rolls.len()) {
        let headline = format!("die {} = {} is missing", missing.label, missing.faces);
        say(&["report", "rolls"], headline);
    }
    if claimed.halt != truth.halt {
        let told =
            |halt: &Option<Halt>| halt.as_ref().map_or("nothing".to_owned(), Halt::to_string);
        let (said, halt) = (told(&claimed.halt), told(&truth.halt));
        say(&["report", "halt"], format!("ended with `{said}`; the replay ends with `{halt}`"));
    }
    if claimed.position != truth.position {
        let [said, found] = [claimed.position, truth.position].map(|d| (label(&d), d));
        let headline = format!(
            "position {} ({}); the replay reaches {} ({})",
            said.0, said.1, found.0, found.1
        );
        say(&["report", "position"], headline);
    }
    for (at, said) in claimed.rolls.iter().enumerate() {
        if truth.rolls.get(at) == Some(said) {
            continue; // the replay has rolled it by the same key
        }
        let by_key = key.map(|key| roll(key, &said.label, said.dice).to_string());
        let headline = match (by_key, truth.rolls.get(at)) {
            (Some(faces), _) if faces != said.faces => {
                dice_are_true = false;
                format!("die {} = {}; by the segment's key it is {faces}", said.label, said.faces)
            }
            (_, Some(rolled)) => format!(
                "die {} = {}; the replay rolls {} = {} here",
                said.label, said.faces, rolled.label, rolled.faces
            ),
            (_, None) => {
                format!("die {} = {}; the replay does not roll it", said.label, said.faces)
            }
        };
        findings.push(Diagnostic::error(said.span, headline));
    }
    findings.sort();
    let step = if dice_are_true { Step::Replay } else { Step::Dice };
    let wrong = False { report_only: dice_are_true, ..False::many(findings).found_in(step) };
    (!wrong.findings.is_empty()).then_some(wrong)
}
