//! What is handed over: each record of one's own as a file, and as a letter that carries it.

use super::Trouble;
use super::chain::Awaited;
use super::covering_letter::Reader;
use super::open::{Campaign, Entry};
use super::packs::PackFile;
use super::secrets::{Opening, Secrets};
use super::terms::{REFEREE, referee};
use crate::dice::Name;
use crate::document::digest::Pack;
use crate::document::write;
use crate::store::{Shelf, Store, Stored};

impl<S: Store> Campaign<S> {
    /// Puts one's own records from a number on into the outbox, as one file and as a letter, and
    /// returns the name of the file; none if there are none. The referee attaches what players may
    /// lack: every record since his own one before.
    pub(super) fn put_out(&mut self, from: usize) -> Result<Option<String>, Trouble> {
        let Some(chair) = self.writes_letters() else { return Ok(None) };
        let own = |entry: &Entry| entry.writer == chair;
        let Some(last) = self.entries.iter().rposition(own).filter(|last| *last >= from) else {
            return Ok(None);
        };
        // What an interrupted run has filed and not put out goes with it.
        let mut from = from;
        while from > 1 && self.entries.get(from - 1).is_some_and(own) {
            let file = format!("{:04}-{chair}.yaml", from - 1);
            if matches!(self.store.get(Shelf::Outbox, &file), Ok(Some(_))) {
                break;
            }
            from -= 1;
        }
        let before = self.entries.get(..from).unwrap_or_default().iter().rposition(own);
        let first = match chair.as_str() {
            REFEREE => before.map_or(1, |before| before + 1).min(last),
            _ => from,
        };
        let log = self.store.log()?;
        let records = log.get(first..=last).unwrap_or_default();
        let name = format!("{last:04}-{chair}.yaml");
        self.store.put(Shelf::Outbox, &name, &together(records))?;
        let letter = self.covering_letter(first..=last, records, Reader::All)?;
        self.store.put(Shelf::Outbox, &letter_of(&name), &letter)?;
        Ok(Some(name))
    }

    /// Puts one's own records at the end of the log into the outbox, if a run was interrupted before it
    /// did; returns the number of the last one and its file. A lock that the referee has wrapped waits
    /// for its close.
    ///
    /// # Errors
    /// What the store says.
    pub fn put_out_missing(&mut self) -> Result<Option<(u32, String)>, Trouble> {
        self.look_back();
        let Some(chair) = self.writes_letters() else { return Ok(None) };
        let last = self.entries.len().saturating_sub(1);
        let wrapped = self.replay.awaited() == &Awaited::Close(Some(chair.clone()));
        let Some(file) = self.without_copy(&chair)?.filter(|_| !wrapped) else { return Ok(None) };
        if last == 0 {
            self.put_out_offer()?;
        } else if !self.is_out(&file)? {
            self.put_out(last)?;
        }
        let seq = u32::try_from(last).unwrap_or(u32::MAX);
        if let Some(opening) = self.opening_of(&chair, seq)? {
            self.put_out_opening(&chair, last, &opening)?;
        }
        Ok(Some((seq, file)))
    }

    /// The file of the last record, if it is one's own and not all of it is in the outbox.
    pub(super) fn without_copy(&self, chair: &Name) -> Result<Option<String>, Trouble> {
        let last = self.entries.len().saturating_sub(1);
        if self.entries.get(last).is_none_or(|entry| entry.writer != *chair) {
            return Ok(None);
        }
        let file = match last {
            0 => OFFER.to_owned(),
            last => format!("{last:04}-{chair}.yaml"),
        };
        let seq = u32::try_from(last).unwrap_or(u32::MAX);
        let opens = self.opening_of(chair, seq)?.is_some();
        let is_out = self.is_out(&file)? && (!opens || self.is_out(&alone_of(&file))?);
        Ok((!is_out).then_some(file))
    }

    /// What opens the seal of a record of one's own, where a referee must have it.
    fn opening_of(&self, chair: &Name, seq: u32) -> Result<Option<Opening>, Trouble> {
        match &self.pen.secrets {
            Some(secrets) if self.replay.terms().mode.has_referee() => {
                let known = Secrets::load(secrets, self.replay.id())?;
                Ok(known.opening(chair, seq).cloned())
            }
            _ => Ok(None),
        }
    }

    /// Whether a file and its letter are in the outbox.
    fn is_out(&self, file: &str) -> Result<bool, Trouble> {
        let is_there =
            |name: &str| Ok::<_, Trouble>(self.store.get(Shelf::Outbox, name)?.is_some());
        Ok(is_there(file)? && is_there(&letter_of(file))?)
    }

    /// Has letters written with the report as a page, and, where one machine plays for everybody, as
    /// those of the referee at a time in seconds since 1970.
    pub fn write_letters(&mut self, pages: bool, as_referee: Option<i64>) {
        self.pen.pages = pages;
        if let Some(now) = as_referee {
            (self.pen.posts, self.pen.now) = (true, now);
        }
    }

    /// Whose letters are written here.
    pub fn writes_letters(&self) -> Option<Name> {
        self.pen.chair.clone().or_else(|| self.pen.posts.then(referee))
    }

    /// The letters that go with a file of the outbox, each with the chairs to which it goes.
    ///
    /// # Errors
    /// What the store says; one that is not there.
    pub fn letters_of(&self, file: &str) -> Result<Vec<Outgoing>, Trouble> {
        let terms = self.replay.terms();
        let own = self.writes_letters();
        let seats = terms.sides.iter().cloned().chain(terms.mode.has_referee().then(referee));
        let mut others: Vec<Name> = seats.filter(|seat| Some(seat) != own.as_ref()).collect();
        let alone = self.store.get(Shelf::Outbox, &letter_of(&alone_of(file)))?;
        if alone.is_some() {
            // His own letter has the record too.
            others.retain(|seat| *seat != referee());
        }
        let name = letter_of(file);
        let none = || Trouble::NotNow(format!("there is no outbox/{name}"));
        let text = self.store.get(Shelf::Outbox, &name)?.ok_or_else(none)?;
        let mut letters = vec![Outgoing { name, text, to: others }];
        letters.extend(alone.map(|text| {
            let name = letter_of(&alone_of(file));
            Outgoing { name, text, to: vec![referee()] }
        }));
        Ok(letters)
    }

    /// The file of the outbox with the latest record of one's own; its letter is written anew if it is
    /// not there any more.
    ///
    /// # Errors
    /// If there is none; what the store says.
    pub fn latest_file(&mut self) -> Result<String, Trouble> {
        let none = || Trouble::NotNow("you have written no record yet".to_owned());
        let chair = self.writes_letters().ok_or_else(none)?;
        let last = self.entries.iter().rposition(|entry| entry.writer == chair).ok_or_else(none)?;
        let file = match last {
            0 => OFFER.to_owned(),
            last => format!("{last:04}-{chair}.yaml"),
        };
        match (self.store.get(Shelf::Outbox, &letter_of(&file))?, last) {
            (Some(_), _) => Ok(file),
            (None, 0) => self.put_out_offer(),
            (None, last) => self.put_out(last)?.ok_or_else(none),
        }
    }

    /// Puts the offer into the outbox, with the packs that it pins.
    ///
    /// # Errors
    /// What the store says.
    pub fn put_out_offer(&mut self) -> Result<String, Trouble> {
        let mut documents = Vec::new();
        for kind in Pack::ALL {
            let name = PackFile::name(&self.replay.terms().pack(kind));
            let text = self.store.get(Shelf::Packs, &name)?;
            let named = |text| Stored { name: format!("{}.yaml", kind.word()), text };
            documents.extend(text.map(named));
        }
        documents.extend(self.store.log()?.into_iter().next());
        let name = OFFER.to_owned();
        self.store.put(Shelf::Outbox, &name, &together(&documents))?;
        let letter = self.covering_letter(0..=0, &documents, Reader::All)?;
        self.store.put(Shelf::Outbox, &letter_of(&name), &letter)?;
        Ok(name)
    }

    /// Puts what opens the seal of a record of one's own into the outbox, for the referee alone; the
    /// letter carries the record too, which he files only with it.
    pub(super) fn put_out_opening(
        &mut self,
        chair: &Name,
        seq: usize,
        opening: &Opening,
    ) -> Result<String, Trouble> {
        let name = alone_of(&format!("{seq:04}-{chair}.yaml"));
        let text = opening.file(self.replay.id());
        self.store.put(Shelf::Outbox, &name, &text)?;
        let mut files: Vec<Stored> = self.store.log()?.into_iter().skip(seq).take(1).collect();
        files.push(Stored { name: name.clone(), text });
        let letter = self.covering_letter(seq..=seq, &files, Reader::RefereeAlone)?;
        self.store.put(Shelf::Outbox, &letter_of(&name), &letter)?;
        Ok(name)
    }
}

/// A letter that is ready to be mailed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outgoing {
    /// Its file in the outbox: `0002-union.eml`.
    pub name: String,
    /// Itself, without addresses.
    pub text: String,
    /// The chairs to which it goes.
    pub to: Vec<Name>,
}

/// The offer and its packs.
const OFFER: &str = "0000-offer.yaml";

/// What goes to the referee alone beside a file.
fn alone_of(file: &str) -> String {
    format!("{}-for-referee-alone.yaml", file.strip_suffix(".yaml").unwrap_or(file))
}

/// The letter that carries a file of the outbox: `0002-union.eml` of `0002-union.yaml`.
pub fn letter_of(file: &str) -> String {
    format!("{}.eml", file.strip_suffix(".yaml").unwrap_or(file))
}

/// Documents as one file; one alone stands as it is.
fn together(documents: &[Stored]) -> String {
    if let [alone] = documents {
        return alone.text.clone();
    }
    let documents: Vec<&str> = documents.iter().map(|file| file.text.as_str()).collect();
    write::stream(&documents)
}
