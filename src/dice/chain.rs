//! Hash chains: secret links, published in turn, that all hash to an anchor published first.

use super::{Game, Malformed, Name};
use crate::document::digest::{Digest, TAG, hash_text};
use std::ops::RangeInclusive;

/// How many links a chain may be declared with.
pub const LINKS: RangeInclusive<u32> = 16..=65536;

/// How many links a chain has if nobody says otherwise.
pub const DEFAULT_LINKS: u32 = 4096;

/// All links of one's own chain: a secret.
#[derive(Clone)]
pub struct Chain {
    /// x\[0\], the anchor, to x\[N\], the tip.
    links: Vec<Digest>,
}

impl Chain {
    /// Computes a chain from its seed, 32 bytes from the operating system.
    ///
    /// Takes 1 to 65536 links; what may be declared in a game is [`LINKS`].
    pub fn new(game: &Game, name: &Name, links: u32, seed: &Digest) -> Result<Chain, Malformed> {
        if !(1..=*LINKS.end()).contains(&links) {
            return Err(Malformed::new(links, "a chain has 1 to 65536 links"));
        }
        let mut link = hash_text(&tip_input(game, name, links, seed));
        let mut chain = vec![link];
        for index in (1..=links).rev() {
            link = step(game, name, index, &link);
            chain.push(link);
        }
        chain.reverse();
        Ok(Chain { links: chain })
    }

    /// x\[0\], which is published when the chain is declared.
    pub fn anchor(&self) -> Digest {
        self.links[0] // there is at least one link, and the anchor
    }

    /// x\[s\], which closes segment `s`; none for segment 0 or after the last link.
    pub fn link(&self, segment: u32) -> Option<Digest> {
        let at = usize::try_from(segment).ok().filter(|at| *at > 0)?;
        self.links.get(at).copied()
    }

    /// How many segments the chain can close.
    pub fn links(&self) -> u32 {
        u32::try_from(self.links.len() - 1).expect("at most 65536 links")
    }
}

/// Never shows a link.
impl std::fmt::Debug for Chain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Chain({} links to {})", self.links(), self.anchor())
    }
}

/// The text whose hash is x\[N\].
pub fn tip_input(game: &Game, name: &Name, links: u32, seed: &Digest) -> String {
    format!("{TAG}|tip|{game}|{name}|{links}|{seed}")
}

/// x\[I-1\] from x\[I\].
pub fn step(game: &Game, name: &Name, index: u32, link: &Digest) -> Digest {
    hash_text(&step_input(game, name, index, link))
}

/// The text whose hash is x\[I-1\].
pub fn step_input(game: &Game, name: &Name, index: u32, link: &Digest) -> String {
    format!("{TAG}|link|{game}|{name}|{index}|{link}")
}

/// Whether a link, hashed `segment` times, gives the anchor.
pub fn verify(game: &Game, name: &Name, segment: u32, link: &Digest, anchor: &Digest) -> bool {
    Verifier::new(game.clone(), name.clone(), *anchor).verify(segment, link)
}

/// Checks the links of one chain against its anchor and remembers the highest that was right.
///
/// Links that come in order cost as many hashes as segments lie between two of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verifier {
    game: Game,
    name: Name,
    anchor: Digest,
    /// The highest link known to be right, and its index; at first the anchor.
    known: (u32, Digest),
}

impl Verifier {
    /// A verifier that knows nothing but the anchor.
    pub fn new(game: Game, name: Name, anchor: Digest) -> Verifier {
        Verifier { game, name, anchor, known: (0, anchor) }
    }

    /// The anchor to which every link must hash.
    pub fn anchor(&self) -> Digest {
        self.anchor
    }

    /// Whether `link` is x\[segment\]; segment 0 has no link, and no chain has more than 65536.
    pub fn verify(&mut self, segment: u32, link: &Digest) -> bool {
        if !(1..=*LINKS.end()).contains(&segment) {
            return false;
        }
        let (index, known) = self.known;
        if segment <= index {
            return self.hashed(&known, index, segment) == *link;
        }
        let right = self.hashed(link, segment, index) == known;
        if right {
            self.known = (segment, *link);
        }
        right
    }

    /// x\[to\] from x\[from\].
    fn hashed(&self, link: &Digest, from: u32, to: u32) -> Digest {
        (to + 1..=from).rev().fold(*link, |link, index| step(&self.game, &self.name, index, &link))
    }
}
