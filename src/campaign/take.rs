//! Records of others, taken in: each is tried before it is filed, and nothing is filed that is false.

use super::archive::{Archive, Found};
use super::open::Campaign;
use super::out_of_turn::Crossed;
use super::replay::{False, Replay};
use super::secrets::{Opening, Secrets};
use super::signatures::Keys;
use super::terms::REFEREE;
use super::{Draft, Record, Trouble, Written};
use crate::dice::{Mode, Name, beacon, seal};
use crate::document::{Diagnostic, Node, write};
use crate::store::{SecretFile, Store};

/// What a person says about the records that he takes in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Taking {
    /// When the lock arrived, in seconds since 1970, if not now.
    pub arrived: Option<i64>,
    /// A lock that arrived after the time of its round is filed, and given up.
    pub late: bool,
    /// Records are his own although his secret file does not know them.
    pub mine: bool,
}

/// What was taken in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Taken {
    /// Numbers of the records that were filed.
    pub records: Vec<u32>,
    /// How many were here before.
    pub known: usize,
    /// How many openings of seals were kept.
    pub openings: usize,
    /// One's own record that an earlier run had not filed.
    pub resumed: Option<u32>,
    /// A lock that came too late, given up in this file of the outbox.
    pub given_up: Option<String>,
    /// Records that crossed others: which stands, in sentences.
    pub out_of_turn: Vec<String>,
    /// Records that are filed although their reports are false, and what is: play rests.
    pub rests: Vec<String>,
    /// The number that is missing, behind which others wait.
    pub missing: Option<usize>,
    /// Why something could not be written although everything is filed.
    pub unwritten: Option<String>,
}

/// Parts with which a person says something of his own: agreements, and what serves later locks.
const OWN: [&str; 9] =
    ["ruling", "correct", "void", "handover", "result", "claim", "anchor", "seal", "standing"];

impl<S: Store> Campaign<S> {
    /// Takes in records that come next, and openings of seals.
    ///
    /// # Errors
    /// [`Trouble::NotFiled`] with the first that is false, or differs from the one that is here; the
    /// records before it are filed.
    pub fn take(
        &mut self,
        archive: &Archive,
        secrets: &SecretFile,
        how: Taking,
    ) -> Result<Taken, Trouble> {
        self.look_back();
        let mut taken = Taken::default();
        if let Some(unreadable) = archive.unreadable.first() {
            return Err(Trouble::NotFiled {
                file: unreadable.place.file.clone(),
                text: String::new(),
                wrong: False::many(unreadable.why.clone()),
            });
        }
        if self.pen.chair.is_some() {
            self.learn_from_log(secrets)?;
            taken.resumed = self.resume_quietly(secrets)?;
        }
        let openings = self.openings(archive)?;
        let mut keys = self.keys_so_far()?;
        let mut asides = self.asides()?;
        let mut records: Vec<&Found> = archive.records.iter().collect();
        records.sort_by_key(|found| found.record.seq);
        let mut late = false;
        for found in &records {
            let record = &found.record;
            let here = self.entries.get(record.seq as usize).map(|entry| entry.authored.record);
            if here == Some(record.digest) {
                taken.known += 1;
                // An earlier run has filed it, and did not come to give it up.
                if how.late && self.replay.open_lock() == here {
                    late = self.is_late(found, how)?;
                }
            } else if record.game != *self.replay.id() {
                let headline = format!("a record of {}; this is {}", record.game, self.replay.id());
                return Err(not_filed(found, False::at(record, &["game"], headline)));
            } else if asides.contains(&record.prev) && record.may_be_set_aside() {
                asides.insert(record.digest);
                let kept = self.keep_aside(record)?;
                taken.out_of_turn.push(format!(
                    "record {} of {} hangs behind one that is out of turn: kept as letters/{kept}",
                    record.seq, record.from
                ));
            } else if let Some(here) = here {
                match self.crossed(record)? {
                    Crossed::OutOfTurn => {
                        asides.insert(record.digest);
                        self.keep_aside(record)?;
                        taken.out_of_turn.push(format!(
                            "record {} of {} is out of turn: the one that is here stands",
                            record.seq, record.from
                        ));
                    }
                    Crossed::Neither => {
                        let headline = format!(
                            "another record {} is here, {here}: that one stands",
                            record.seq
                        );
                        return Err(not_filed(found, False::at(record, &["seq"], headline)));
                    }
                    Crossed::Stands(before, known) => {
                        // Nothing is set aside for one that is not filed then.
                        keys = known;
                        self.tried(&before, found, &openings, &mut keys, secrets, how)?;
                        late = !self.is_answered(&before, found, &records, &keys, secrets)
                            && self.is_late(found, how)?;
                        for (seq, whose, kept) in self.give_way(record.seq as usize, secrets)? {
                            taken.out_of_turn.push(self.gave_way(seq, &whose, &kept));
                        }
                        asides = self.asides()?;
                        self.file_as_it_came(found, how)?;
                        taken.records.push(record.seq);
                    }
                }
            } else if record.seq as usize > self.entries.len() {
                taken.missing = Some(self.entries.len());
                break;
            } else {
                self.tried(&self.replay, found, &openings, &mut keys, secrets, how)?;
                late = !self.is_answered(&self.replay, found, &records, &keys, secrets)
                    && self.is_late(found, how)?;
                self.file_as_it_came(found, how)?;
                taken.records.push(record.seq);
            }
            if late {
                // What its writer has put behind it answers a lock that is given up.
                break;
            }
        }
        if let Some(rests) = self.replay.rests()
            && taken.records.contains(&rests.seq)
        {
            taken.rests.push(format!("record {}: {}", rests.seq, rests.what));
        }
        taken.openings = self.keep_openings(openings, secrets)?;
        if late {
            taken.given_up = self.give_up()?;
        }
        if self.pen.chair.is_some() {
            self.learn_from_log(secrets)?;
        }
        taken.unwritten = self.write_caches().err().map(|trouble| trouble.to_string());
        Ok(taken)
    }

    /// What is told of a record that was taken off the log.
    fn gave_way(&self, seq: u32, whose: &Name, kept: &str) -> String {
        match self.pen.chair.as_ref() == Some(whose) {
            true => format!(
                "your record {seq} was out of turn: it is kept as letters/{kept}; write it again"
            ),
            false => {
                format!("record {seq} of {whose} was out of turn: it is kept as letters/{kept}")
            }
        }
    }

    /// Tries one record in every way behind a replay; its keys count from then on.
    fn tried(
        &self,
        before: &Replay,
        found: &Found,
        openings: &[Opening],
        keys: &mut Keys,
        secrets: &SecretFile,
        how: Taking,
    ) -> Result<(), Trouble> {
        let record = &found.record;
        match before.clone().push(record) {
            Ok(_) => {}
            // A report is a claim: it is filed with the finding, and play rests.
            Err(wrong) if wrong.report_only => {}
            Err(wrong) => return Err(not_filed(found, wrong)),
        }
        let signed = keys.judge(found);
        signed.map_err(|why| not_filed(found, False::at(record, &[], why)))?;
        self.is_mine(found, secrets, how)?;
        self.opens(found, openings, secrets)
    }

    /// Files one record that was tried.
    fn file_as_it_came(&mut self, found: &Found, how: Taking) -> Result<(), Trouble> {
        let record = &found.record;
        let text = write::record(record.file());
        let now = self.pen.now;
        self.pen.now = how.arrived.unwrap_or(now);
        let filed = self.file(&Written { record: record.clone(), text });
        self.pen.now = now;
        filed?;
        Ok(())
    }

    /// A record in one's own name that one did not write: somebody else could have.
    fn is_mine(&self, found: &Found, secrets: &SecretFile, how: Taking) -> Result<(), Trouble> {
        let record = &found.record;
        let writer = record.wrapped.as_ref().unwrap_or(&record.from);
        // In mode recorded no secret file remembers anything, nor what opens or accepts a game.
        let remembers = self.replay.terms().mode != Mode::Recorded
            && record.offer.is_none()
            && record.accept.is_none();
        let own = remembers && OWN.iter().any(|part| record.has(part));
        let binds = record.lock.is_some() || record.close.is_some() || own;
        if how.mine || !binds || self.pen.chair.as_ref() != Some(writer) {
            return Ok(());
        }
        if Secrets::load(secrets, self.replay.id())?.wrote(&record.digest) {
            return Ok(());
        }
        let headline = "this record is said to be yours, and your secret file does not know it";
        let wrong = False::many(vec![
            Diagnostic::error(record.span(&["from"]), headline)
                .help("`--mine` takes it, if you wrote it and the secret file is an older copy"),
        ]);
        Err(not_filed(found, wrong))
    }

    /// Whether a lock came after the time of its round, when its dice could be foreseen; the reader
    /// must say so himself, for his program sees when he takes it in, not when it came.
    fn is_late(&self, found: &Found, how: Taking) -> Result<bool, Trouble> {
        let record = &found.record;
        let others = self.pen.chair.as_ref().is_some_and(|chair| *chair != record.from);
        let round = record.lock.as_ref().and_then(|lock| lock.round);
        let Some(round) = round.filter(|_| others) else { return Ok(false) };
        let out = beacon::round_time(round);
        let arrived = how.arrived.unwrap_or(self.pen.now);
        match (arrived < out, how.late) {
            (true, false) => return Ok(false),
            (false, true) => return Ok(true),
            (true, true) => {
                let why = format!("this lock is in time: round {round} is not out yet");
                return Err(Trouble::NotNow(why));
            }
            (false, false) => {}
        }
        let time = |at: i64| beacon::format_utc(at).unwrap_or_default();
        Err(Trouble::NotNow(format!(
            "this lock is for round {round}, which was out at {}; it is {} now. If the mail came \
             before that, say when: `provost import FILE --arrived 2026-04-20T18:30:00Z`; if not, \
             `provost import FILE --late` files it and gives the lock up",
            time(out),
            time(arrived)
        )))
    }

    /// Whether somebody else has answered a lock in the same heap, for whom it was in time then; `before`
    /// is the replay before the lock.
    fn is_answered(
        &self,
        before: &Replay,
        found: &Found,
        heap: &[&Found],
        keys: &Keys,
        secrets: &SecretFile,
    ) -> bool {
        let lock = &found.record;
        if lock.lock.as_ref().is_none_or(|lock| lock.round.is_none()) {
            return false;
        }
        let (mut ahead, mut keys, mut head) = (before.clone(), keys.clone(), lock.prev);
        for other in heap.iter().filter(|other| other.record.seq >= lock.seq) {
            if other.record.prev != head {
                continue;
            }
            let is_true = ahead.push(&other.record).err().is_none_or(|wrong| wrong.report_only);
            let is_his = keys.judge(other).is_ok()
                && self.is_mine(other, secrets, Taking::default()).is_ok();
            if !is_true || !is_his {
                return false;
            }
            if other.record.writer() != lock.writer() {
                return true;
            }
            head = other.record.digest;
        }
        false
    }

    /// The referee files a sealed record only with what opens it.
    fn opens(
        &self,
        found: &Found,
        openings: &[Opening],
        secrets: &SecretFile,
    ) -> Result<(), Trouble> {
        let record = &found.record;
        let referee = self.pen.chair.as_ref().is_some_and(|chair| chair.as_str() == REFEREE);
        let Some(sealed) = record.seal.filter(|_| referee) else { return Ok(()) };
        let known = Secrets::load(secrets, self.replay.id())?;
        let is_it = |opening: &&Opening| opening.side == record.from && opening.of == record.seq;
        let opening = openings.iter().find(is_it).or(known.opening(&record.from, record.seq));
        let refuse = |headline: String, help: &str| {
            let complaint = Diagnostic::error(record.span(&["seal"]), headline).help(help);
            Err(not_filed(found, False::many(vec![complaint])))
        };
        let Some(Opening { side, of, salt, standing }) = opening else {
            return refuse(
                format!("{} has sealed standing orders, and has not opened them", record.from),
                "the player sends the referee alone a file with `opening:`; take in both together",
            );
        };
        match seal(self.replay.id(), side, *of, salt, standing) {
            Ok(hash) if hash == sealed => Ok(()),
            _ => refuse(
                "this seal is not that of the salt and the standing orders that were opened".into(),
                "the player has to send the opening that was written with this record",
            ),
        }
    }

    /// The openings of this game that were handed over.
    fn openings(&self, archive: &Archive) -> Result<Vec<Opening>, Trouble> {
        let mut openings = Vec::new();
        for (place, node) in &archive.openings {
            match Opening::find(node) {
                Some(Ok((game, opening))) if game == *self.replay.id() => openings.push(opening),
                Some(Ok(_)) | None => {}
                Some(Err(why)) => {
                    return Err(Trouble::NotFiled {
                        file: place.file.clone(),
                        text: String::new(),
                        wrong: False::many(why),
                    });
                }
            }
        }
        Ok(openings)
    }

    fn keep_openings(
        &self,
        openings: Vec<Opening>,
        secrets: &SecretFile,
    ) -> Result<usize, Trouble> {
        if self.pen.chair.is_none() {
            return Ok(0);
        }
        let kept = openings.len();
        for opening in openings {
            Secrets::keep(secrets, self.replay.id(), opening)?;
        }
        Ok(kept)
    }

    /// Whose keys are in force at the end of the log.
    pub(super) fn keys_so_far(&self) -> Result<Keys, Trouble> {
        self.keys_up_to(usize::MAX)
    }

    /// Gives up the open lock, which came too late.
    fn give_up(&mut self) -> Result<Option<String>, Trouble> {
        let (Some(lock), Some(chair)) = (self.replay.open_lock(), self.pen.chair.clone()) else {
            return Ok(None);
        };
        let seq = self.replay.head().records;
        let void = Node::map([("lock", Node::text(lock.to_string())), ("why", Node::text("late"))]);
        let draft = Draft::new(self.replay.id(), self.replay.head(), &chair).with("void", void);
        let written = self.signed(draft.write()?)?;
        match self.pen.secrets.clone() {
            Some(secrets) => self.commit(&written, None, None, &secrets)?,
            None => drop(self.file(&written)?),
        }
        self.put_out(seq)
    }

    /// Files one's own latest record, if an earlier run did not and it comes next.
    fn resume_quietly(&mut self, secrets: &SecretFile) -> Result<Option<u32>, Trouble> {
        if self.replay.terms().mode == Mode::Recorded {
            return Ok(None);
        }
        match self.resume(secrets) {
            // The records in between are perhaps those that are taken in now.
            Err(Trouble::NotNow(_)) => Ok(None),
            done => done,
        }
    }
}

fn not_filed(found: &Found, wrong: False) -> Trouble {
    let record: &Record = &found.record;
    let text = write::record(record.file());
    // Read again as it is written: places must be those of the text that is shown.
    let again = Record::read(&text).is_ok_and(|again| again.digest == record.digest);
    let text = if again && found.place.lines_before == 0 { text } else { String::new() };
    Trouble::NotFiled { file: found.place.file.clone(), text, wrong }
}
