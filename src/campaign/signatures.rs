//! Whose keys are in force, and whether a record is signed by whoever wrote it.
//!
//! Keys are named in the offer, in an acceptance, or when a side is handed over. Whoever has a key
//! signs every record that he writes, the one that names it included: what is not signed then is
//! not his. Whoever has none is on trust.

use super::archive::Found;
use super::terms::REFEREE;
use super::{Record, Terms};
use crate::dice::Name;
use crate::dice::lock::signed_text;
use crate::dice::signature::{PublicKey, Unverified, verify};
use std::collections::BTreeMap;

/// The keys in force, by chair.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    keys: BTreeMap<Name, Vec<PublicKey>>,
}

/// What is known of who wrote a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Signed {
    /// It is signed with a key of its writer.
    Verified,
    /// It is not signed, and its writer has no key.
    Unsigned,
    /// It is signed, and its writer has no key to compare with.
    NoKey,
    /// It is signed with a key of a kind that this program does not know.
    NotChecked(String),
}

impl Keys {
    /// The keys that the terms name.
    ///
    /// # Errors
    /// The first that is none.
    pub fn of(terms: &Terms) -> Result<Keys, String> {
        let mut keys = Keys::default();
        for (of, key) in &terms.keys {
            keys.add(of, key)?;
        }
        Ok(keys)
    }

    /// Whether anybody has one.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Whether a chair has one.
    pub fn has(&self, chair: &Name) -> bool {
        self.keys.contains_key(chair)
    }

    /// Takes the key that a record names, and checks who signed it.
    ///
    /// # Errors
    /// What is false in it.
    pub fn judge(&mut self, found: &Found) -> Result<Signed, String> {
        let record = &found.record;
        let accepted = record.part("accept").and_then(|accept| accept.get_text("key"));
        if let Some(key) = accepted.filter(|_| !self.keys.contains_key(&record.from)) {
            self.add(&record.from, key)?;
        }
        let signed = self.verify(found)?;
        if let Some(key) = accepted {
            self.add(&record.from, key)?;
        }
        self.hand_over(record)?;
        Ok(signed)
    }

    /// Whether a record is signed by its writer.
    ///
    /// # Errors
    /// Why it is not.
    pub fn verify(&self, found: &Found) -> Result<Signed, String> {
        let record = &found.record;
        let writer = record.wrapped.as_ref().unwrap_or(&record.from);
        let mut signatures = found.signatures().peekable();
        let Some(keys) = self.keys.get(writer) else {
            return Ok(if signatures.peek().is_some() { Signed::NoKey } else { Signed::Unsigned });
        };
        let text = signed_text(&record.game, record.seq, &record.from, &record.digest);
        let mut why = format!("it is not signed, and {writer} has a key");
        for signature in signatures {
            match verify(&text, signature, keys) {
                Ok(()) => return Ok(Signed::Verified),
                Err(Unverified::NotChecked(kind)) => return Ok(Signed::NotChecked(kind)),
                Err(wrong) => why = format!("it is not signed by {writer}: {wrong}"),
            }
        }
        Err(why)
    }

    fn add(&mut self, of: &Name, key: &str) -> Result<(), String> {
        let read: PublicKey = key.parse().map_err(|why| format!("the key of {of}: {why}"))?;
        let keys = self.keys.entry(of.clone()).or_default();
        if !keys.contains(&read) {
            keys.push(read);
        }
        Ok(())
    }

    /// A side that is handed over, by itself or by the referee, has the new key alone.
    fn hand_over(&mut self, record: &Record) -> Result<(), String> {
        let Some(handover) = record.part("handover") else { return Ok(()) };
        let side = handover.get_text("side").and_then(|side| side.parse::<Name>().ok());
        let (Some(side), Some(key)) = (side, handover.get_text("key")) else { return Ok(()) };
        if record.from == side || record.from.as_str() == REFEREE {
            self.keys.remove(&side);
            self.add(&side, key)?;
        }
        Ok(())
    }
}
