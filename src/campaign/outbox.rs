//! What is handed over: each record of one's own as a file, and as a letter that carries it.

use super::Trouble;
use super::covering_letter::Reader;
use super::open::{Campaign, Entry};
use super::packs::PackFile;
use super::secrets::Opening;
use super::terms::REFEREE;
use crate::dice::Name;
use crate::document::digest::Pack;
use crate::document::write;
use crate::store::{Shelf, Store, Stored};

impl<S: Store> Campaign<S> {
    /// Puts one's own records from a number on into the outbox, as one file and as a letter, and
    /// returns the name of the file; none if there are none. The referee attaches what players may
    /// lack: every record since his own one before.
    pub(super) fn put_out(&mut self, from: usize) -> Result<Option<String>, Trouble> {
        let Some(chair) = self.pen.chair.clone() else { return Ok(None) };
        let own = |entry: &Entry| entry.writer == chair;
        let Some(last) = self.entries.iter().rposition(own).filter(|last| *last >= from) else {
            return Ok(None);
        };
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
        let name = "0000-offer.yaml".to_owned();
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
        let name = format!("{seq:04}-{chair}-for-referee-alone.yaml");
        let text = opening.file(self.replay.id());
        self.store.put(Shelf::Outbox, &name, &text)?;
        let mut files: Vec<Stored> = self.store.log()?.into_iter().skip(seq).take(1).collect();
        files.push(Stored { name: name.clone(), text });
        let letter = self.covering_letter(seq..=seq, &files, Reader::RefereeAlone)?;
        self.store.put(Shelf::Outbox, &letter_of(&name), &letter)?;
        Ok(name)
    }
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
