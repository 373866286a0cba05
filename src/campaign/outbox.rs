//! What is handed over: each record of one's own as a file, and as a letter that carries it.

use super::Trouble;
use super::covering_letter::Reader;
use super::open::{Campaign, Entry};
use super::packs::PackFile;
use super::secrets::Opening;
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
        let before = self.last_told(from, &chair)?;
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

    /// The last record of one's own before a number that the others have; where one machine plays for
    /// everybody not all of them went in a letter.
    fn last_told(&self, from: usize, chair: &Name) -> Result<Option<usize>, Trouble> {
        let alone = self.replay.terms().one_machine(self.replay.offerer());
        for at in (0..from.min(self.entries.len())).rev() {
            let own = self.entries.get(at).is_some_and(|entry| entry.writer == *chair);
            if own && (!alone || self.has_letter(at)?) {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Whether the outbox has a letter of which a record is the last.
    pub(super) fn has_letter(&self, at: usize) -> Result<bool, Trouble> {
        let Some(entry) = self.entries.get(at) else { return Ok(false) };
        let file = match at {
            0 => OFFER.to_owned(),
            at => format!("{at:04}-{}.yaml", entry.writer),
        };
        Ok(self.store.get(Shelf::Outbox, &letter_of(&file))?.is_some())
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
