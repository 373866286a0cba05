//! Two records on one head: which of them stands, and what becomes of the other.
//!
//! Rulings, claims and the like may be written by anybody at any time, so they may cross a record of
//! the one who is awaited, or each other. [`Replay::which_stands`] says which of them is part of the
//! log. The other one, and all that hangs behind it, is set aside among the letters; whoever wrote it
//! writes it again.

use super::archive::Archive;
use super::open::Campaign;
use super::outbox::letter_of;
use super::replay::{False, Replay};
use super::secrets::Secrets;
use super::signatures::Keys;
use super::{Record, Trouble};
use crate::dice::{Mode, Name};
use crate::document::digest::Digest;
use crate::document::write;
use crate::store::{Head, SecretFile, Shelf, Store, digest_of};
use std::collections::BTreeSet;

/// What becomes of a record whose number another one has here.
pub(super) enum Crossed {
    /// It stands: the one here and those behind it are set aside, and it is filed. With the replay and
    /// the keys before it.
    Stands(Box<Replay>, Keys),
    /// It is out of turn: the one here stands.
    OutOfTurn,
    /// It can be neither.
    Neither,
}

/// How the files of records begin that are no part of the log.
const ASIDE: &str = "out-of-turn-";

impl<S: Store> Campaign<S> {
    /// Which of two records on one head stands.
    pub(super) fn crossed(&self, other: &Record) -> Result<Crossed, Trouble> {
        let log = self.store.log()?;
        let number = other.seq as usize;
        let (Some(here), false) = (log.get(number), number == 0) else {
            return Ok(Crossed::Neither);
        };
        let here = Record::read(&here.text)?;
        if here.prev != other.prev {
            return Ok(Crossed::Neither);
        }
        let before = self.replayed_up_to(number)?;
        let is_true = match before.clone().push(other) {
            Ok(_) => true,
            Err(wrong) => wrong.report_only,
        };
        match before.which_stands(&[&here, other]).filter(|_| is_true) {
            Some(0) if other.may_be_set_aside() => Ok(Crossed::OutOfTurn),
            Some(1) => {
                for behind in &log[number..] {
                    if !Record::read(&behind.text)?.may_be_set_aside() {
                        return Ok(Crossed::Neither);
                    }
                }
                Ok(Crossed::Stands(Box::new(before), self.keys_up_to(number)?))
            }
            _ => Ok(Crossed::Neither),
        }
    }

    /// The replay before a record.
    pub(super) fn replayed_up_to(&self, number: usize) -> Result<Replay, Trouble> {
        let log = self.store.log()?;
        let packs = self.replay.packs().clone();
        let mut records = log.iter().take(number).map(|file| Record::read(&file.text));
        let offer = records.next().ok_or(crate::store::Error::Gap(0))??;
        let refused = |wrong: False| Trouble::Refused(wrong.findings);
        let mut replay = Replay::begin(&offer, packs).map_err(refused)?;
        for record in records {
            match replay.push(&record?) {
                Ok(_) => {}
                Err(wrong) if wrong.report_only => {}
                Err(wrong) => return Err(refused(wrong)),
            }
        }
        Ok(replay)
    }

    /// Whose keys are in force before a record.
    pub(super) fn keys_up_to(&self, number: usize) -> Result<Keys, Trouble> {
        let mut keys = Keys::of(self.replay.terms()).map_err(Trouble::NotNow)?;
        let files = self.store.log()?.into_iter().take(number);
        for found in Archive::read(files).records {
            // What is filed is the auditor's matter; here only its keys count.
            let _ = keys.judge(&found);
        }
        Ok(keys)
    }

    /// Takes the records from a number on off, for one that stands before them; returns of each its
    /// number, its author and where it is kept. The secret file forgets one's own first, so that whoever
    /// is interrupted goes on.
    pub(super) fn give_way(
        &mut self,
        number: usize,
        secrets: &SecretFile,
    ) -> Result<Vec<(u32, Name, String)>, Trouble> {
        let log = self.store.log()?;
        let records = log.iter().skip(number).map(|file| Record::read(&file.text));
        let records = records.collect::<Result<Vec<Record>, _>>()?;
        let chair = self.pen.chair.clone();
        let is_own = |record: &&Record| chair.as_ref() == Some(record.writer());
        let own: Vec<Digest> = records.iter().filter(is_own).map(|record| record.digest).collect();
        if self.replay.terms().mode != Mode::Recorded && !own.is_empty() {
            Secrets::forget(secrets, self.replay.id(), &own)?;
        }
        let mut kept = Vec::new();
        for record in records.iter().rev() {
            let head = Head { records: record.seq as usize + 1, digest: record.digest };
            let name = self.store.set_aside(head)?;
            if is_own(&record) {
                let copy = format!("{:04}-{}.yaml", record.seq, record.writer());
                self.store.remove(Shelf::Outbox, &letter_of(&copy))?;
                self.store.remove(Shelf::Outbox, &copy)?;
            }
            kept.insert(0, (record.seq, record.writer().clone(), name));
        }
        self.open_again()?;
        Ok(kept)
    }

    /// Records that are kept among the letters because they are no part of the log.
    pub(super) fn asides(&self) -> Result<BTreeSet<Digest>, Trouble> {
        let mut asides = BTreeSet::new();
        for name in self.store.list(Shelf::Letters)? {
            if name.starts_with(ASIDE)
                && let Some(text) = self.store.get(Shelf::Letters, &name)?
            {
                asides.extend(digest_of(&text));
            }
        }
        Ok(asides)
    }

    /// Keeps a record of somebody else that is out of turn; returns the name of its file.
    pub(super) fn keep_aside(&mut self, record: &Record) -> Result<String, Trouble> {
        let text = write::record(record.file());
        let mut at = 1;
        loop {
            let name = aside_name(record, at);
            match self.store.get(Shelf::Letters, &name)? {
                Some(there) if digest_of(&there) != Ok(record.digest) => at += 1,
                Some(_) => return Ok(name),
                None => {
                    self.store.put(Shelf::Letters, &name, &text)?;
                    return Ok(name);
                }
            }
        }
    }
}

/// `out-of-turn-0002-union.yaml`, and `out-of-turn-0002-union-2.yaml` of another one.
fn aside_name(record: &Record, at: usize) -> String {
    let (seq, from) = (record.seq, &record.from);
    match at {
        1 => format!("{ASIDE}{seq:04}-{from}.yaml"),
        n => format!("{ASIDE}{seq:04}-{from}-{n}.yaml"),
    }
}
