//! What one person keeps to himself for one game: chains, seals, and what each of them was used for.
//!
//! *Using* a link is computing with it. Before that, the link is bound to one lock in the secret
//! file; asked again for the same lock it gives the same link, hence the same dice, and for any
//! other lock it refuses: a backup that was played back, or a campaign that was copied, cannot
//! roll the same segment twice. It refuses as well what everybody can compute by now: a link below
//! one that was used, because each link is the hash of the next, and under another chain a segment
//! that was rolled already.
//!
//! Records that lock or close are remembered before they are filed, the latest as a whole. Whoever is
//! interrupted in between files that one when he goes on, and no second one takes its place.

mod file;
mod handed;
mod refused;

pub use refused::Refused;

use crate::dice::{Chain, Game, Name};
use crate::document::Node;
use crate::document::digest::Digest;
use crate::store::SecretFile;
use std::fmt;

/// The secrets that one person keeps for one game.
#[derive(Clone, Debug)]
pub struct Secrets {
    game: Game,
    /// Whose they are; none where one machine plays for everybody.
    chair: Option<Name>,
    /// The key with which he signs: a path for `ssh-keygen`.
    key: Option<String>,
    chains: Vec<Own>,
    /// Records of his that lock or close.
    authored: Vec<Authored>,
    /// The latest of them, as its file has it.
    latest: Option<Node>,
    /// Standing orders under a seal: his own, and with a referee what players opened to him.
    openings: Vec<Opening>,
    /// To whom the chair was handed over: this file serves nothing any more.
    handed_over: Option<String>,
    /// Who has taken the chair over with a packet.
    holder: Option<String>,
}

/// A chain of one's own.
#[derive(Clone)]
struct Own {
    name: Name,
    links: u32,
    seed: Digest,
    /// Segment and digest of the lock for which its link was used.
    used: Vec<(u32, Digest)>,
}

/// Never shows the seed.
impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Own({}, {} used)", self.name, self.used.len())
    }
}

/// A record that its author must not write a second time in other words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Authored {
    /// Its number.
    pub seq: u32,
    /// Its digest.
    pub record: Digest,
    /// The segment that it locks.
    pub locks: Option<u32>,
    /// The segment that it closes.
    pub closes: Option<u32>,
}

/// What opens a seal: `opening: {game, side, of, salt, standing}`.
#[derive(Clone, PartialEq, Eq)]
pub struct Opening {
    /// Whose.
    pub side: Name,
    /// Number of the record with the seal.
    pub of: u32,
    /// Salt.
    pub salt: Digest,
    /// The standing orders.
    pub standing: Node,
}

/// Never shows the salt, nor the orders.
impl fmt::Debug for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Opening({}, {})", self.side, self.of)
    }
}

/// A chain as a third person keeps it, for silence and hand-over.
#[derive(Clone, PartialEq, Eq)]
pub struct Escrow {
    /// Which game.
    pub game: Game,
    /// Whose chair.
    pub chair: Name,
    /// Name of the chain.
    pub chain: Name,
    /// How many segments it can close.
    pub links: u32,
    /// Its seed.
    pub seed: Digest,
}

impl Secrets {
    /// The secrets of a game before there is any.
    pub fn new(game: &Game) -> Secrets {
        Secrets {
            game: game.clone(),
            chair: None,
            key: None,
            chains: Vec::new(),
            authored: Vec::new(),
            latest: None,
            openings: Vec::new(),
            handed_over: None,
            holder: None,
        }
    }

    /// Adds a chain; the seed is 32 bytes from the operating system.
    pub fn with_chain(mut self, name: Name, links: u32, seed: Digest) -> Secrets {
        self.chains.push(Own { name, links, seed, used: Vec::new() });
        self
    }

    /// Says whose they are.
    pub fn of_chair(mut self, chair: &Name) -> Secrets {
        self.chair = Some(chair.clone());
        self
    }

    /// Says with which key he signs.
    pub fn with_key(mut self, key: Option<String>) -> Secrets {
        self.key = key;
        self
    }

    /// The name of the file that keeps a game's secrets.
    pub fn file_name(game: &Game) -> String {
        format!("{game}.yaml")
    }

    /// Writes a new secret file.
    ///
    /// # Errors
    /// [`Refused::Taken`] if there is one.
    pub fn create(&self, file: &SecretFile) -> Result<(), Refused> {
        file.change::<Refused>(|old| match old {
            Some(_) => Err(Refused::Taken(file.path().to_owned())),
            None => Ok(self.write()),
        })
    }

    /// Reads the secret file of a game.
    ///
    /// # Errors
    /// [`Refused::Missing`], [`Refused::Damaged`].
    pub fn load(file: &SecretFile, game: &Game) -> Result<Secrets, Refused> {
        let text = file.read()?.ok_or_else(|| Refused::Missing(file.path().to_owned()))?;
        Secrets::read(&text, game)
            .map_err(|why| Refused::Damaged(file.path().to_owned(), why.to_string()))
    }

    /// Whose they are.
    pub fn chair(&self) -> Option<&Name> {
        self.chair.as_ref()
    }

    /// The key with which he signs.
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// Whether the file still serves its chair.
    fn serves(&self) -> Result<(), Refused> {
        match &self.handed_over {
            Some(to) => Err(Refused::HandedOver(to.clone())),
            None => Ok(()),
        }
    }

    /// Whether he has written this record; the file knows those that lock or close.
    pub fn wrote(&self, record: &Digest) -> bool {
        self.authored.iter().any(|authored| authored.record == *record)
    }

    /// The latest record of his that locks or closes: its number, and its file.
    pub fn latest(&self) -> Option<(u32, &Node)> {
        let seq = self.authored.last().map(|authored| authored.seq)?;
        Some((seq, self.latest.as_ref()?))
    }

    /// Whether the link of a segment was used before.
    pub fn has_used(&self, segment: u32) -> bool {
        self.chains.iter().flat_map(|own| &own.used).any(|(used, _)| *used == segment)
    }

    /// What opens the seal of a side in a record.
    pub fn opening(&self, side: &Name, of: u32) -> Option<&Opening> {
        self.openings.iter().find(|opening| opening.side == *side && opening.of == of)
    }

    /// The name and anchor of his latest chain, and how many links it has.
    pub fn chain(&self) -> Option<(Name, u32, Digest)> {
        let own = self.chains.last()?;
        let chain = Chain::new(&self.game, &own.name, own.links, &own.seed).ok()?;
        Some((own.name.clone(), own.links, chain.anchor()))
    }

    /// His latest chain, for a third person to keep.
    pub fn escrow(&self) -> Option<Escrow> {
        let own = self.chains.last()?;
        Some(Escrow {
            game: self.game.clone(),
            chair: self.chair.clone()?,
            chain: own.name.clone(),
            links: own.links,
            seed: own.seed,
        })
    }

    /// The link of a segment, bound to one lock before it is computed.
    ///
    /// # Errors
    /// [`Refused::Used`] if it was used for another lock; [`Refused::Missing`] without the file.
    pub fn link(
        file: &SecretFile,
        game: &Game,
        chain: &Name,
        segment: u32,
        lock: &Digest,
    ) -> Result<Digest, Refused> {
        let mut now = Secrets::load(file, game)?;
        now.serves()?;
        // Whoever only looks again at what he has used writes nothing.
        let own = match now.is_bound(chain, segment, lock) {
            true => now.bind(chain, segment, lock)?,
            false => Secrets::change(file, game, |secrets| secrets.bind(chain, segment, lock))?,
        };
        let exhausted = || Refused::Exhausted(own.name.clone(), segment);
        let links = Chain::new(game, &own.name, own.links, &own.seed).map_err(|_| exhausted())?;
        links.link(segment).ok_or_else(exhausted)
    }

    /// Whether the link of a segment could be used for a lock, before anything is filed; `anchor` is
    /// what the log says that the chain ends in.
    ///
    /// # Errors
    /// What [`Secrets::link`] would say; [`Refused::Damaged`] if the chain ends elsewhere.
    pub fn ready(
        file: &SecretFile,
        game: &Game,
        chain: &Name,
        segment: u32,
        lock: &Digest,
        anchor: &Digest,
    ) -> Result<(), Refused> {
        let damaged = |why: String| Refused::Damaged(file.path().to_owned(), why);
        let mine = Secrets::load(file, game)?.bind(chain, segment, lock)?;
        let links = Chain::new(game, &mine.name, mine.links, &mine.seed)
            .map_err(|why| damaged(why.to_string()))?;
        if links.anchor() != *anchor {
            return Err(damaged("its chain does not end in the anchor of this game".to_owned()));
        }
        // Written as it is: what cannot be written is found before anything is filed.
        Secrets::change(file, game, |_| Ok(()))
    }

    /// Remembers a record before it is filed, and what opens the seal that it carries.
    ///
    /// # Errors
    /// [`Refused::Written`] if it would be a second lock or close of a segment, or a second record
    /// under one number.
    pub fn remember(
        file: &SecretFile,
        game: &Game,
        authored: &Authored,
        record: &Node,
        opening: Option<Opening>,
    ) -> Result<(), Refused> {
        Secrets::change(file, game, |secrets| {
            secrets.stands(authored)?;
            secrets.authored.retain(|known| known != authored);
            secrets.authored.push(authored.clone());
            secrets.latest = Some(record.clone());
            secrets.openings.extend(opening);
            Ok(())
        })
    }

    /// Forgets records of his that were set aside for others: he may write them again.
    ///
    /// # Errors
    /// What the file says.
    pub fn forget(file: &SecretFile, game: &Game, records: &[Digest]) -> Result<(), Refused> {
        Secrets::change(file, game, |secrets| {
            let latest = secrets.authored.last().map(|last| last.record);
            secrets.authored.retain(|known| !records.contains(&known.record));
            if latest.is_some_and(|latest| records.contains(&latest)) {
                secrets.latest = None;
            }
            Ok(())
        })
    }

    /// Keeps what opens the seal of another.
    ///
    /// # Errors
    /// What the file says.
    pub fn keep(file: &SecretFile, game: &Game, opening: Opening) -> Result<(), Refused> {
        Secrets::change(file, game, |secrets| {
            if secrets.opening(&opening.side, opening.of).is_none() {
                secrets.openings.push(opening);
            }
            Ok(())
        })
    }

    /// Learns from a log what an older copy of the file has forgotten: links used and records
    /// written. Returns how many there were.
    ///
    /// # Errors
    /// What the file says; [`Refused::Used`] and [`Refused::Written`] if it knows better.
    pub fn learn(
        file: &SecretFile,
        game: &Game,
        used: &[(Name, u32, Digest)],
        written: &[Authored],
    ) -> Result<usize, Refused> {
        let mut secrets = Secrets::load(file, game)?;
        let learnt = secrets.take_in(used, written)?;
        if learnt > 0 {
            Secrets::change(file, game, |secrets| secrets.take_in(used, written))?;
        }
        Ok(learnt)
    }

    fn take_in(
        &mut self,
        used: &[(Name, u32, Digest)],
        written: &[Authored],
    ) -> Result<usize, Refused> {
        let mut learnt = 0;
        for (chain, segment, lock) in used {
            self.one_lock(*segment, lock)?;
            let own = self.chains.iter_mut().find(|own| own.name == *chain);
            if let Some(own) = own.filter(|own| !own.used.contains(&(*segment, *lock))) {
                own.used.push((*segment, *lock));
                learnt += 1;
            }
        }
        for authored in written {
            if self.authored.contains(authored) {
                continue;
            }
            self.stands(authored)?;
            // The latest record stays the last one in the list.
            let after = self.authored.iter().position(|known| known.seq > authored.seq);
            let at = after.unwrap_or(self.authored.len());
            if at == self.authored.len() {
                self.latest = None;
            }
            self.authored.insert(at, authored.clone());
            learnt += 1;
        }
        Ok(learnt)
    }

    fn change<T>(
        file: &SecretFile,
        game: &Game,
        change: impl FnOnce(&mut Secrets) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        let mut done = None;
        file.change::<Refused>(|old| {
            let old = old.ok_or_else(|| Refused::Missing(file.path().to_owned()))?;
            let mut secrets = Secrets::read(&old, game)
                .map_err(|why| Refused::Damaged(file.path().to_owned(), why.to_string()))?;
            secrets.serves()?;
            done = Some(change(&mut secrets)?);
            Ok(secrets.write())
        })?;
        Ok(done.expect("set above, or refused"))
    }

    /// Whether a record is the only one of his that does what it does.
    fn stands(&self, new: &Authored) -> Result<(), Refused> {
        for other in self.authored.iter().filter(|known| known.record != new.record) {
            let same = |a: Option<u32>, b: Option<u32>| a.filter(|_| a == b);
            let what = if let Some(segment) = same(other.locks, new.locks) {
                format!("locks segment {segment}")
            } else if let Some(segment) = same(other.closes, new.closes) {
                format!("closes segment {segment}")
            } else if other.seq == new.seq {
                format!("is record {}", new.seq)
            } else {
                continue;
            };
            return Err(Refused::Written { what, other: other.clone() });
        }
        Ok(())
    }

    fn one_lock(&self, segment: u32, lock: &Digest) -> Result<(), Refused> {
        let mut all = self.chains.iter().flat_map(|own| &own.used);
        match all.find(|(used, other)| *used == segment && other != lock) {
            Some((_, other)) => Err(Refused::Used { segment, lock: *other }),
            None => Ok(()),
        }
    }

    fn is_bound(&self, chain: &Name, segment: u32, lock: &Digest) -> bool {
        let mut own = self.chains.iter().filter(|own| own.name == *chain);
        own.any(|own| own.used.contains(&(segment, *lock)))
    }

    /// Binds the link of a segment to a lock; the chain with it.
    fn bind(&mut self, chain: &Name, segment: u32, lock: &Digest) -> Result<Own, Refused> {
        let at = self.chains.iter().position(|own| own.name == *chain);
        let at = at.ok_or_else(|| Refused::NoChain(chain.clone()))?;
        self.one_lock(segment, lock)?;
        let all = self.chains.iter().flat_map(|own| &own.used);
        let latest = all.map(|(s, _)| *s).max().unwrap_or(0);
        let own = &mut self.chains[at];
        if own.used.contains(&(segment, *lock)) {
            return Ok(own.clone());
        }
        if !(1..=own.links).contains(&segment) {
            return Err(Refused::Exhausted(own.name.clone(), segment));
        }
        if segment <= latest {
            return Err(Refused::Passed { segment, latest });
        }
        own.used.push((segment, *lock));
        Ok(own.clone())
    }
}

#[cfg(test)]
mod tests;
