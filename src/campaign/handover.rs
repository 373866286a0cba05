//! A chair given to somebody else: the record that says so, and the packet for the successor alone.
//!
//! The packet is the campaign as a stream, and behind it that chair's secrets. Whoever hands over is
//! out: his secret file is marked, and serves no link and remembers no record from then on. The
//! successor declares a chain of his own as soon as he writes, so that his predecessor, who knows the
//! old seed, foresees no die that is locked later.

use super::agree::Noted;
use super::open::Campaign;
use super::packs::PackFile;
use super::record::{Anchor, Handover};
use super::replay::Replay;
use super::secrets::Secrets;
use super::terms::REFEREE;
use super::words::capital;
use super::{Draft, Trouble};
use crate::dice::{Game, Name};
use crate::document::digest::{Digest, Pack};
use crate::document::fields::Fields;
use crate::document::{Diagnostic, Node, read, write};
use crate::store::{SecretFile, Shelf, Store};

/// What a successor gets.
#[derive(Clone, Debug)]
pub struct Packet {
    /// Which game.
    pub game: Game,
    /// Whose chair.
    pub side: Name,
    /// Name of the successor.
    pub to: String,
    /// The secret file of that chair.
    secrets: String,
}

impl Packet {
    fn document(&self) -> String {
        let text = |value: &dyn std::fmt::Display| Node::text(value.to_string());
        // A block of its own: the file as it is, with nobody else's secrets in it.
        let secrets = read::parse(&self.secrets, read::Limits::PACK);
        let packet = Node::map([
            ("note", Node::text("For the successor alone. Whoever has this knows what is sealed.")),
            ("game", text(&self.game)),
            ("side", text(&self.side)),
            ("to", text(&self.to)),
            ("secrets", secrets.unwrap_or_else(|_| Node::text(""))),
        ]);
        write::document(&Node::map([("packet", packet)]))
    }

    /// Finds the packet in a stream.
    ///
    /// # Errors
    /// That there is none, or what is wrong with it.
    pub fn find(stream: &str) -> Result<Packet, Vec<Diagnostic>> {
        let parts = read::parts(stream).into_iter().map(|(_, text)| text);
        let node = parts.rev().find_map(|text| {
            let node = read::parse(text, read::Limits::PACK).ok()?;
            node.get("packet").cloned()
        });
        let Some(node) = node else {
            let headline = "there is no packet of a hand-over in this file";
            return Err(vec![
                Diagnostic::error(Default::default(), headline)
                    .help("the predecessor writes one, `provost handover NAME FILE`"),
            ]);
        };
        let mut complaints = Vec::new();
        let packet = packet(&node, &mut complaints);
        match packet {
            Some(packet) if complaints.is_empty() => Ok(packet),
            _ => Err(complaints),
        }
    }

    /// Whether its secrets are those of the chair in a campaign.
    ///
    /// # Errors
    /// What is false in them.
    pub fn fits(&self, replay: &Replay) -> Result<(), String> {
        Secrets::of_packet(&self.secrets, &self.game)?.fit(&self.side, replay)
    }

    /// The secrets of the successor: those of the chair, with his key and a chain of his own.
    ///
    /// # Errors
    /// A secret file that is none.
    pub fn secrets(&self, key: Option<String>, seed: Digest) -> Result<Secrets, String> {
        let secrets = Secrets::of_packet(&self.secrets, &self.game)?;
        if secrets.chair() != Some(&self.side) {
            return Err(format!("these are not the secrets of {}", self.side));
        }
        Ok(secrets.succeeded(&self.to, key, seed))
    }
}

fn packet(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Packet> {
    let mut packet = Fields::of(node, "packet", complaints)?;
    packet.optional("note");
    let game = packet.required("game").read();
    let side = packet.required("side").read();
    let to = packet.required("to").text().map(str::to_owned);
    let secrets = packet.required("secrets").node().map(write::document);
    packet.finish();
    Some(Packet { game: game?, side: side?, to: to?, secrets: secrets? })
}

/// What is told to whoever has not come to the end of his own hand-over.
pub fn handing_over(to: &str) -> String {
    format!(
        "this chair was handed over to {to}, who alone writes for it now, and that did not come to its          end: `provost handover {to} FILE` writes the packet, and marks your secret file"
    )
}

impl<S: Store> Campaign<S> {
    /// Hands a chair over, one's own or as the referee that of a player: files the record, and returns it
    /// with the stream for the successor. Asked again it gives the stream of the record that is there.
    ///
    /// # Errors
    /// If nobody sits here; a chair that is another's; a successor without a key on a chair that signs.
    pub fn hand_over(
        &mut self,
        side: Option<&Name>,
        to: &str,
        key: Option<String>,
        secrets: &SecretFile,
    ) -> Result<(Option<Noted>, String), Trouble> {
        self.look_back();
        let refuse = |why: String| Err(Trouble::NotNow(why));
        let Some(chair) = self.pen.chair.clone() else {
            return refuse(
                "on this machine nobody has a chair of his own: copy the folder and the secret file"
                    .to_owned(),
            );
        };
        let side = side.unwrap_or(&chair).clone();
        if side != chair && (chair.as_str() != REFEREE || self.replay.terms().seat(&side).is_none())
        {
            return refuse(format!("{side} is not yours to hand over"));
        }
        if self.keys_so_far()?.has(&side) && key.is_none() {
            let side = capital(side.as_str());
            return refuse(format!(
                "{side} signs its records: name the successor's public key, `--key FILE`"
            ));
        }
        let last = u32::try_from(self.entries.len().saturating_sub(1)).unwrap_or(u32::MAX);
        let holder = Secrets::load(secrets, self.replay.id())?.holder().map(str::to_owned);
        let again = self.replay.handed_over(&side).is_some_and(|handed| {
            // One's own stands whatever others have written since; whoever came by it is its holder.
            let own = handed.by == chair && side == chair && holder.as_deref() != Some(to);
            (own || handed.seq == last) && handed.part.to == to && handed.part.key == key
        });
        let noted = match again {
            true => None,
            false => {
                let handover = Handover { side: side.clone(), to: to.to_owned(), key };
                Some(self.say(vec![("handover", handover.node())], secrets)?)
            }
        };
        let game = self.replay.id().clone();
        let text = match side == chair {
            true => secrets.read()?.unwrap_or_default(),
            false => Secrets::load(secrets, &game)?.of_side(&side).write(),
        };
        let packet = Packet { game, side, to: to.to_owned(), secrets: text };
        let mut documents = self.stream()?;
        documents.push(packet.document());
        Ok((noted, write::stream(&documents)))
    }

    /// Packs and records, one document each.
    ///
    /// # Errors
    /// A pack that is missing; what the store says.
    pub fn stream(&self) -> Result<Vec<String>, Trouble> {
        let mut documents = Vec::new();
        for kind in Pack::ALL {
            let name = PackFile::name(&self.replay.terms().pack(kind));
            let missing = || Trouble::NotNow(format!("packs/{name} is missing"));
            documents.push(self.store.get(Shelf::Packs, &name)?.ok_or_else(missing)?);
        }
        documents.extend(self.store.log()?.into_iter().map(|record| record.text));
        Ok(documents)
    }

    /// The chain of the secret file, if the log does not know it yet: it serves later locks.
    pub(super) fn new_anchor(
        &self,
        chair: &Name,
        secrets: &SecretFile,
    ) -> Result<Option<Node>, Trouble> {
        if !self.replay.terms().has_chain(chair) {
            return Ok(None);
        }
        let Some((chain, links, x0)) = Secrets::load(secrets, self.replay.id())?.chain() else {
            return Ok(None);
        };
        let known = self.replay.chain_of(chair) == Some(&chain);
        Ok((!known).then(|| Anchor { chain, links, x0 }.node()))
    }

    /// The same put into a record.
    pub(super) fn with_new_anchor(
        &self,
        draft: Draft,
        chair: &Name,
        secrets: &SecretFile,
    ) -> Result<Draft, Trouble> {
        Ok(draft.with_some("anchor", self.new_anchor(chair, secrets)?))
    }
}
