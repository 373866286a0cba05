//! What each of the ten steps has looked at, in a few words.

use super::follow::Auditor;
use super::{Audit, Done, State};
use crate::campaign::chain::Awaited;
use crate::campaign::replay::Replay;
use crate::campaign::steps::Step;
use crate::dice::Mode;
use crate::store::Head;

impl Auditor<'_> {
    pub fn finish(mut self) -> Audit {
        self.rest();
        let (records, seen) = (&self.archive.records, &self.seen);
        let own = |at: &usize| match &self.replay {
            Some(replay) => !seen[*at] && records[*at].record.game == *replay.id(),
            None => true,
        };
        let unchecked = (0..records.len()).filter(own).count();
        // One record may be false in several ways; the first false record comes first.
        self.findings.sort_by_key(|finding| finding.seq.unwrap_or(u32::MAX));
        let steps = Step::ALL.iter().map(|step| self.done(*step)).collect();
        let mut audit = Audit {
            game: None,
            title: String::new(),
            mode: None,
            records: self.counts.records,
            unchecked,
            dice: self.counts.dice,
            player_turns: 0,
            rulings: 0,
            head: Head::EMPTY,
            awaited: String::new(),
            steps,
            findings: Vec::new(),
            missing: Vec::new(),
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
            self.notes.extend(self.further_unsigned());
            self.notes.extend(self.caveats(replay));
        }
        if self.archive.copies > 0 {
            let copies = many(self.archive.copies, "copy of a record", "copies of records");
            let were = if self.archive.copies == 1 { "was" } else { "were" };
            self.notes.push(format!("{copies} {were} left aside"));
        }
        audit.findings = self.findings;
        audit.missing = self.missing;
        audit.notes = self.notes;
        audit
    }

    /// How far a step went.
    fn done(&self, step: Step) -> Done {
        let mode = self.replay.as_ref().map(|replay| replay.terms().mode);
        let (mut state, mut told) = match (step, mode) {
            (Step::Records, _) => self.records(),
            (Step::Packs, None) if !self.missing.is_empty() => {
                (State::NotChecked, "not all are here".to_owned())
            }
            (_, None) => (State::NotChecked, "not reached".to_owned()),
            (_, Some(mode)) => self.reached(step, mode),
        };
        let mut wrong = self.findings.iter().filter(|finding| finding.step == step);
        if let Some(first) = wrong.next() {
            state = State::False;
            let place = match first.seq {
                Some(seq) => format!("record {seq}"),
                None => first.place.clone(),
            };
            told = match wrong.count() {
                0 => format!("false: {place}"),
                n => format!("false: {place} and {n} more"),
            };
        }
        Done { step, state, told }
    }

    fn records(&self) -> (State, String) {
        let archive = self.archive;
        let mut told = many(archive.records.len(), "record read", "records read");
        if !archive.unreadable.is_empty() {
            told.push_str(&format!(", {} cannot be read", archive.unreadable.len()));
        }
        (State::True, told)
    }

    /// What was looked at in a game whose offer could be read.
    fn reached(&self, step: Step, mode: Mode) -> (State, String) {
        let counts = &self.counts;
        let absent = || (State::NotChecked, format!("none in mode {mode}"));
        let linked = mode.has_referee() || mode.has_duel();
        let told = match step {
            Step::Signatures => return self.signatures(),
            Step::Links if !linked => return absent(),
            Step::Closes if mode == Mode::Recorded => return absent(),
            Step::Beacon if !mode.has_beacon() => return absent(),
            Step::Beacon => return self.beacons(),
            Step::Dice if mode == Mode::Recorded => {
                let dice = many(counts.dice, "die was", "dice were");
                return (State::NotChecked, format!("{dice} typed in: on trust"));
            }
            Step::Seals if counts.sealed == 0 => return (State::NotChecked, "none".to_owned()),
            Step::Records => return self.records(),
            Step::Chain => match counts.records {
                1 => "the offer alone".to_owned(),
                n => format!("records 0 to {}, each answers the one before", n - 1),
            },
            Step::Packs => "scenario, map, charts and rules as pinned".to_owned(),
            Step::Links => {
                many(counts.links, "link, hashed to its anchor", "links, each hashed to its anchor")
            }
            Step::Closes => {
                many(counts.closes, "close, of the last lock", "closes, each of the last lock")
            }
            Step::Seals => format!("{} of {} opened, as sealed", counts.unsealed, counts.sealed),
            Step::Dice => many(counts.dice, "die, by its key", "dice, each by its key"),
            Step::Replay => {
                let turns = self.replay.as_ref().map_or(0, Replay::turns_played);
                let turns = many(turns as usize, "player-turn", "player-turns");
                let positions = many(counts.positions, "position file", "position files");
                format!("{turns} from deployment, {positions}")
            }
        };
        (State::True, told)
    }

    fn signatures(&self) -> (State, String) {
        let counts = &self.counts;
        if counts.verified + counts.unverified + counts.keyless == 0 && !self.has_keys() {
            return (State::NotChecked, "none, and nobody has a key".to_owned());
        }
        let mut told = format!("{} of {} verified", counts.verified, counts.records);
        if counts.unverified > 0 {
            let kinds: Vec<&str> = counts.kinds.iter().map(String::as_str).collect();
            told.push_str(&format!(
                ", {} with a key {} not known here",
                counts.unverified,
                kinds.join(", ")
            ));
        }
        if counts.keyless > 0 {
            told.push_str(&format!(", {} by writers without a key", counts.keyless));
        }
        let state = if counts.verified > 0 { State::True } else { State::NotChecked };
        (state, told)
    }

    fn beacons(&self) -> (State, String) {
        let rounds =
            many(self.counts.beacons, "round, that of its lock", "rounds, those of their locks");
        match self.replay.as_ref().map_or(0, Replay::unverified_beacons) {
            0 => (State::True, rounds),
            n => (State::NotChecked, format!("{rounds}; {n} signatures not verified")),
        }
    }

    /// What the evidence cannot show.
    fn caveats(&self, replay: &Replay) -> Vec<String> {
        let counts = &self.counts;
        let mut notes = Vec::new();
        if replay.terms().mode == Mode::Recorded {
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
        if counts.unsigned == counts.records {
            notes.push("unsigned: one player alone could rebuild a false history".to_owned());
        } else if counts.unsigned + counts.keyless + counts.unverified > 0 {
            notes.push(format!(
                "{} of {} records are verified by no signature: they are on trust",
                counts.unsigned + counts.keyless + counts.unverified,
                counts.records
            ));
        }
        notes.push(
            "a missing tail cannot be seen here: compare the head with the other player's"
                .to_owned(),
        );
        notes
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

/// `1 close, of the last lock`, `3 closes, each of the last lock`
fn many(n: usize, one: &str, more: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { more })
}
