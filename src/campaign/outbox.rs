//! What is handed over: each record of one's own as a file that is mailed as it is.

use super::Trouble;
use super::open::{Campaign, Entry};
use super::packs::PackFile;
use super::terms::REFEREE;
use crate::document::digest::Pack;
use crate::document::write;
use crate::store::{Shelf, Store};

impl<S: Store> Campaign<S> {
    /// Puts one's own records from a number on into the outbox, as one file, and returns its name;
    /// none if there are none. The referee attaches what players may lack: every record since his own
    /// one before.
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
        let log = log.get(first..=last).unwrap_or_default();
        let records: Vec<&str> = log.iter().map(|file| file.text.as_str()).collect();
        let name = format!("{last:04}-{chair}.yaml");
        self.store.put(Shelf::Outbox, &name, &together(&records))?;
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
            documents.extend(self.store.get(Shelf::Packs, &name)?);
        }
        let offer = self.store.log()?.into_iter().next();
        documents.extend(offer.map(|offer| offer.text));
        let documents: Vec<&str> = documents.iter().map(String::as_str).collect();
        let name = "0000-offer.yaml".to_owned();
        self.store.put(Shelf::Outbox, &name, &together(&documents))?;
        Ok(name)
    }
}

/// Documents as one file; one alone stands as it is.
fn together(documents: &[&str]) -> String {
    if let [alone] = documents {
        return (*alone).to_owned();
    }
    write::stream(documents)
}
