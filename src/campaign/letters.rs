//! What is kept of mail: orders that wait for their dice, those that they replace, and a line about
//! each mail in `letters/mail.log`. No mail is kept whole: it holds addresses and other matters.

use super::Trouble;
use super::advance::Filing;
use super::chain::Awaited;
use super::open::Campaign;
use super::receive::{Ordered, Received, What};
use crate::document::digest::hash_text;
use crate::mail::{PartName, Why, told};
use crate::store::{SecretFile, Shelf, Store};

/// The log of letters.
const LOG: &str = "mail.log";

/// Digits of a digest that name a letter.
const DIGITS: usize = 16;

/// Orders that wait.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// Their file among the letters.
    pub name: String,
    /// The text in which they were found.
    pub text: String,
}

impl<S: Store> Campaign<S> {
    /// The orders or the answer that wait for the position as it is now.
    ///
    /// # Errors
    /// What the store says.
    pub fn waiting(&self) -> Result<Option<Waiting>, Trouble> {
        let side = match self.replay().awaited() {
            Awaited::Orders(side) | Awaited::Answer(side) => side,
            _ => return Ok(None),
        };
        let name = self.waiting_name(side.as_str());
        let text = self.store().get(Shelf::Letters, &name)?;
        Ok(text.map(|text| Waiting { name, text }))
    }

    /// What a refused mail changes nothing about, a sentence: the orders, or the answer, that came
    /// before it and wait.
    pub fn still_waits(&self) -> Option<String> {
        self.waiting().ok().flatten()?;
        let what = match self.replay().ask() {
            Some(_) => "The answer that came before still counts",
            None => "The orders that came before still count",
        };
        Some(format!("{what}, and will be played unless a legal mail takes their place."))
    }

    fn waiting_name(&self, side: &str) -> String {
        format!("waiting-{}-{side}.txt", self.replay().label())
    }

    /// Resolves the orders that wait, as if their file had been named.
    ///
    /// # Errors
    /// As [`Campaign::resolve`]; they go on waiting then.
    pub fn resolve_waiting(
        &mut self,
        waiting: &Waiting,
        secrets: &SecretFile,
    ) -> Result<Filing, Trouble> {
        let filing = self.resolve_plain(&waiting.text, secrets)?;
        // They stand in the log, and as they came under `log/typed`.
        self.store.remove(Shelf::Letters, &waiting.name)?;
        Ok(filing)
    }

    /// Puts orders aside that waited while others were resolved; the name under which they are kept.
    ///
    /// # Errors
    /// What the store says.
    pub fn set_aside(&mut self, waiting: &Waiting) -> Result<String, Trouble> {
        let digest = hash_text(&waiting.text).to_string();
        let name = format!("replaced-{}.txt", digest.get(..DIGITS).unwrap_or_default());
        self.store.put(Shelf::Letters, &name, &waiting.text)?;
        self.store.remove(Shelf::Letters, &waiting.name)?;
        Ok(name)
    }

    /// Lets orders wait; earlier ones for the same position are put aside and kept.
    pub(super) fn wait_for_resolve(&mut self, ordered: &Ordered) -> Result<(), Trouble> {
        if let Some(earlier) = self.waiting()? {
            self.set_aside(&earlier)?;
        }
        let name = self.waiting_name(ordered.proposal.side.as_str());
        Ok(self.store.put(Shelf::Letters, &name, &ordered.part.text)?)
    }

    /// Writes a line about a mail, once.
    pub(super) fn note_mail(&mut self, received: &Received) -> Result<(), Trouble> {
        let digest = received.digest.to_string();
        let digest = digest.get(..DIGITS).unwrap_or_default();
        let subject = told(received.head.subject.as_deref().unwrap_or_default());
        let line = format!("{digest} \"{subject}\" {}", outcome(&received.what));
        let mut log = self.store.get(Shelf::Letters, LOG)?.unwrap_or_default();
        let is_old = matches!(received.what, What::Known(_));
        let noted = |old: &str| old == line || is_old && old.starts_with(digest);
        if log.lines().any(noted) {
            return Ok(());
        }
        log.push_str(&line);
        log.push('\n');
        Ok(self.store.put(Shelf::Letters, LOG, &log)?)
    }
}

/// What came of a mail, on one line.
fn outcome(what: &What) -> String {
    let place = |name: &PartName| name.place().to_owned();
    match what {
        What::Orders(ordered) => {
            let replaces = if ordered.replaces { ", in place of earlier ones" } else { "" };
            format!(
                "{} orders wait, from {}{replaces}",
                ordered.proposal.side,
                place(&ordered.part.name)
            )
        }
        What::Records(taken) => {
            let names: Vec<String> = taken.iter().map(|taken| taken.record.record.name()).collect();
            format!("filed: {}", names.join(", "))
        }
        What::Known(known) => format!("already have it: {known}"),
        What::Refused(refusal) => {
            let first = refusal.complaints.iter().find(|complaint| complaint.is_error());
            let (line, column, headline) = first.map_or((0, 0, ""), |first| {
                (first.span.line, first.span.column, first.headline.as_str())
            });
            let at = if line == 0 { String::new() } else { format!(" {line}:{column}") };
            // A headline may quote what was typed.
            let headline: String = headline.chars().filter(|c| !c.is_control()).collect();
            format!("refused: {}{at} {headline}", place(&refusal.part.name))
        }
        What::False { part, .. } => format!("a false record, in {}", place(&part.name)),
        What::Logged(Why::Bounce(failed)) => match failed {
            Some(failed) => format!("bounce, {}", told(failed)),
            None => "bounce".to_owned(),
        },
        What::Logged(Why::AutoReply) => "auto-reply".to_owned(),
        What::Logged(Why::Nothing) => "nothing in it".to_owned(),
    }
}
