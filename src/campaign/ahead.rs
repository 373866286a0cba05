//! Beyond an open lock: what its close will bring, for whoever holds what is missing.
//!
//! The link is *used* here, which binds it to that lock for good; nothing is *revealed*: the log
//! stays as it is until a record is sent. So the closer reads what happened and writes his own next
//! orders before anything leaves his desk, and both travel in one record.

use super::chain::Awaited;
use super::open::Campaign;
use super::record::{Close, Unseal};
use super::secrets::{Opening, Secrets};
use super::terms::{REFEREE, referee};
use super::{Draft, Trouble};
use crate::dice::{Name, Signature, beacon};
use crate::document::digest::Digest;
use crate::document::fields::Fields;
use crate::document::{Diagnostic, Node, Span, read, write};
use crate::store::{SecretFile, Shelf, Store};

/// What closes the open lock.
pub(super) struct Closing {
    pub close: Close,
    pub opening: Option<Opening>,
}

impl Closing {
    /// What stands under `unseal`, if something does.
    fn unseal(&self) -> Option<(Unseal, &Node)> {
        let opening = self.opening.as_ref()?;
        let (side, of, salt) = (opening.side.clone(), opening.of, opening.salt);
        Some((Unseal { side, of, salt }, &opening.standing))
    }
}

impl<S: Store> Campaign<S> {
    /// Plays beyond the open lock in the mind, if this chair can close it; until
    /// [`Campaign::look_back`] the campaign is as it will be then. Returns why it cannot.
    ///
    /// # Errors
    /// A link that was used for another lock; what the store says.
    pub fn look_ahead(&mut self, secrets: &SecretFile) -> Result<Option<String>, Trouble> {
        if self.behind.is_some() || self.replay.open_lock().is_none() {
            return Ok(None);
        }
        let Some(chair) = self.pen.chair.clone().filter(|chair| chair.as_str() != REFEREE) else {
            return Ok(None);
        };
        match self.replay.awaited() {
            Awaited::Close(Some(closer)) if *closer == chair => {}
            Awaited::Close(None) => {}
            awaited => return Ok(Some(awaited.sentence())),
        }
        self.learn_from_log(secrets)?;
        let parts = match self.closing_parts(&chair, secrets) {
            Ok(parts) => parts,
            Err(Trouble::NotNow(why)) => return Ok(Some(why)),
            Err(trouble) => return Err(trouble),
        };
        let mut draft = Draft::new(self.replay.id(), self.replay.head(), &chair);
        for (key, part) in &parts {
            draft = draft.with(key, part.clone());
        }
        let record = draft.write()?.record;
        self.go_ahead(&record, parts).map_err(|wrong| Trouble::Refused(wrong.findings))?;
        Ok(None)
    }

    /// Whether play is looked at beyond an open lock.
    pub fn is_ahead(&self) -> bool {
        self.behind.is_some()
    }

    /// The parts of a record that close the open lock: `unseal`, `close`, `report`.
    pub(super) fn closing_parts(
        &self,
        closer: &Name,
        secrets: &SecretFile,
    ) -> Result<Vec<(&'static str, Node)>, Trouble> {
        let closing = self.closing(closer, secrets)?;
        let unseal = closing.unseal();
        let opened = unseal.as_ref().map(|(unseal, standing)| (unseal, *standing));
        let outcome = self.replay.foresee(&closing.close, opened);
        let outcome = outcome.map_err(|wrong| self.in_the_last(wrong))?;
        let mut parts = Vec::new();
        if let Some((unseal, standing)) = opened {
            parts.push(("unseal", unseal.node(standing.clone())));
        }
        parts.push(("close", closing.close.node()));
        parts.push(("report", outcome.report.node()));
        Ok(parts)
    }

    /// What closes the open lock; the link is bound to it last of all, when nothing else is missing.
    fn closing(&self, closer: &Name, secrets: &SecretFile) -> Result<Closing, Trouble> {
        let (replay, mode) = (&self.replay, self.replay.terms().mode);
        let none = || Trouble::NotNow("no lock is open".to_owned());
        let lock = replay.open_lock().ok_or_else(none)?;
        let opening = match replay.to_unseal() {
            Some((side, of)) => Some(self.opening(&side, of, closer, secrets)?),
            None => None,
        };
        let beacon = match replay.open_round().filter(|_| mode.has_beacon()) {
            Some(round) => Some((round, self.pasted(round)?.ok_or_else(|| awaits(round))?)),
            None => None,
        };
        let mut close = Close { lock, referee: None, duel: None, beacon };
        if replay.terms().has_chain(closer) {
            let none = || Trouble::NotNow(format!("the chair {closer} has declared no chain"));
            let chain = replay.chain_to_close(closer).ok_or_else(none)?;
            let link = Secrets::link(secrets, replay.id(), chain, replay.segments(), &lock)?;
            match *closer == referee() {
                true => close.referee = Some(link),
                false => close.duel = Some(link),
            }
        }
        Ok(Closing { close, opening })
    }

    /// What opens the seal of a side, from the secret file.
    fn opening(
        &self,
        side: &Name,
        of: u32,
        closer: &Name,
        secrets: &SecretFile,
    ) -> Result<Opening, Trouble> {
        let known = Secrets::load(secrets, self.replay.id())?.opening(side, of).cloned();
        known.ok_or_else(|| {
            let whose = super::words::capital(side.as_str());
            Trouble::NotNow(match (closer == side, closer.as_str()) {
                (true, _) => format!(
                    "the standing orders that you sealed in record {of} are not in your secret \
                     file: it was played back from an older copy; continue with the newer one"
                ),
                (false, REFEREE) => format!(
                    "the standing orders of {whose}, sealed in record {of}, are not opened to you: \
                     take in the opening that goes with that record"
                ),
                (false, _) => format!(
                    "the standing orders of {whose} are sealed: its own record opens them and closes"
                ),
            })
        })
    }

    /// The signature of a round that was pasted before.
    fn pasted(&self, round: u64) -> Result<Option<Signature>, Trouble> {
        let Some(text) = self.store.get(Shelf::Letters, &round_name(round))? else {
            return Ok(None);
        };
        Ok(Some(read_round(&text)?.1))
    }

    /// Keeps a round that somebody pastes, as a server of drand or a file of ours has it; the round
    /// of the open lock, and nothing else. Returns whether its signature could be verified.
    ///
    /// # Errors
    /// Another round, a false signature, or text that is no round.
    pub fn paste_round(&mut self, text: &str) -> Result<(u64, Result<(), String>), Trouble> {
        let refuse = |headline: String, help: &str| {
            Err(Trouble::Refused(vec![Diagnostic::error(Span::NONE, headline).help(help)]))
        };
        let Some(wanted) = self.replay.open_round() else {
            return Err(Trouble::NotNow("no lock awaits a round of the beacon".to_owned()));
        };
        let (round, signature) = read_round(text)?;
        if round != wanted {
            let headline = format!("this is round {round}; the open lock fixes round {wanted}");
            return refuse(headline, "paste that one, and no other");
        }
        let verified = match beacon::verify(round, &signature) {
            Ok(()) => Ok(()),
            Err(why @ beacon::Unverified::NotChecked) => Err(why.to_string()),
            Err(why) => return refuse(why.to_string(), "take the round from another server"),
        };
        let sig = Node::text(signature.to_string());
        let beacon = Node::map([("round", Node::text(round.to_string())), ("sig", sig)]);
        let text = write::record(&Node::map([("beacon", beacon)]));
        self.store.put(Shelf::Letters, &round_name(round), &text)?;
        Ok((round, verified))
    }

    /// Enters into the secret file what an older copy of it has forgotten.
    ///
    /// # Errors
    /// What the secret file says, and if it knows better than the log.
    pub fn learn_from_log(&self, secrets: &SecretFile) -> Result<usize, Trouble> {
        let Some(chair) = &self.pen.chair else { return Ok(0) };
        let mine = || self.entries.iter().filter(|entry| entry.writer == *chair);
        let chain = self.replay.chain_of(chair);
        let used: Vec<(Name, u32, Digest)> = mine()
            .filter_map(|entry| Some((chain?.clone(), entry.authored.closes?, entry.link_for?)))
            .collect();
        let written: Vec<_> =
            mine().filter(|entry| entry.binds()).map(|entry| entry.authored.clone()).collect();
        Ok(Secrets::learn(secrets, self.replay.id(), &used, &written)?)
    }
}

fn round_name(round: u64) -> String {
    format!("beacon-{round}.yaml")
}

fn awaits(round: u64) -> Trouble {
    let time = beacon::format_utc(beacon::round_time(round)).unwrap_or_default();
    Trouble::NotNow(format!(
        "round {round} of the beacon is awaited, which is out at {time}: paste it with \
         `provost dice --beacon FILE`"
    ))
}

/// Reads a round as servers tell it (`round`, `signature`, `randomness`) or as records have it
/// (`beacon: {round, sig}`). What is said of its randomness is compared, and never used.
fn read_round(text: &str) -> Result<(u64, Signature), Vec<Diagnostic>> {
    let node = read::parse(text, read::Limits::RECORD)?;
    let mut complaints = Vec::new();
    let read = round_of(node.get("beacon").unwrap_or(&node), &mut complaints);
    match read {
        Some(read) if complaints.is_empty() => Ok(read),
        _ => Err(complaints),
    }
}

fn round_of(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<(u64, Signature)> {
    let mut beacon = Fields::of(node, "round of the beacon", complaints)?;
    let round = beacon.required("round").number();
    // Mail and windows break long lines.
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    let said = beacon.optional("sig").text().map(squeezed);
    let said = said.or(beacon.optional("signature").text().map(squeezed));
    let randomness = beacon.optional("randomness").text().map(squeezed);
    beacon.finish();
    let signature = match said.map(|said| said.parse::<Signature>()) {
        Some(Ok(signature)) => signature,
        none => {
            let why = none.and_then(Result::err);
            let headline = why.map_or("this round has no signature".to_owned(), |w| w.to_string());
            complaints.push(
                Diagnostic::error(node.span, headline)
                    .help("paste all that the server says: round, randomness, signature"),
            );
            return None;
        }
    };
    let value = beacon::value(&signature).to_string();
    if randomness.is_some_and(|said| said != value) {
        let headline = "the randomness is not the hash of the signature";
        complaints.push(
            Diagnostic::error(node.span, headline).help("take the round from another server"),
        );
    }
    Some((round?, signature))
}
