//! Chains that were declared, and what may be used for one lock only.

use crate::campaign::record::Anchor;
use crate::dice::chain::LINKS;
use crate::dice::{Game, Name, Verifier};
use crate::document::digest::Digest;
use std::collections::BTreeMap;

/// A declared chain, by its place in the order of declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChainId(usize);

/// Every chain declared so far, and every link and salt used.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    chains: Vec<Declared>,
    /// Latest chain of each owner.
    latest: BTreeMap<Name, ChainId>,
    /// Link or salt, and the lock for which it was used.
    used: BTreeMap<Digest, Digest>,
}

#[derive(Clone, Debug)]
struct Declared {
    name: Name,
    links: u32,
    verifier: Verifier,
}

impl Sources {
    /// Takes a chain that its owner declares.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn declare(&mut self, game: &Game, owner: &Name, anchor: &Anchor) -> Result<(), String> {
        let owned = anchor.chain.as_str().rsplit_once('-').map(|(of, _)| of);
        if owned != Some(owner.as_str()) {
            return Err(format!("chain {} declared by {owner}, whose it is not", anchor.chain));
        }
        if !LINKS.contains(&anchor.links) {
            return Err(format!("a chain of {} links; it needs 16 to 65536", anchor.links));
        }
        if self.chains.iter().any(|chain| chain.name == anchor.chain) {
            return Err(format!("chain {} is declared a second time", anchor.chain));
        }
        self.latest.insert(owner.clone(), ChainId(self.chains.len()));
        self.chains.push(Declared {
            name: anchor.chain.clone(),
            links: anchor.links,
            verifier: Verifier::new(game.clone(), anchor.chain.clone(), anchor.x0),
        });
        Ok(())
    }

    /// The chain of an owner that is in force now.
    pub fn in_force(&self, owner: &Name) -> Option<ChainId> {
        self.latest.get(owner).copied()
    }

    /// The chain of a name.
    pub fn named(&self, name: &Name) -> Option<ChainId> {
        self.chains.iter().position(|chain| chain.name == *name).map(ChainId)
    }

    /// The name of a chain.
    pub fn name(&self, chain: ChainId) -> &Name {
        &self.chains[chain.0].name
    }

    /// The anchor in which a chain ends.
    pub fn anchor(&self, chain: ChainId) -> Digest {
        self.chains[chain.0].verifier.anchor()
    }

    /// Whether a link is that of a segment in a chain: hashed so often it gives the anchor.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn verify(&mut self, chain: ChainId, segment: u32, link: &Digest) -> Result<(), String> {
        let declared = &mut self.chains[chain.0];
        if segment > declared.links {
            return Err(format!("chain {} has no link for segment {segment}", declared.name));
        }
        if !declared.verifier.verify(segment, link) {
            return Err(format!(
                "this is not the link of segment {segment}: \
                 hashed {segment} times it does not give the anchor of {}",
                declared.name
            ));
        }
        Ok(())
    }

    /// Uses a link or a salt for a lock.
    ///
    /// # Errors
    /// The other lock for which it was used.
    pub fn use_for(&mut self, value: Digest, lock: Digest) -> Result<(), Digest> {
        match self.used.insert(value, lock) {
            Some(other) if other != lock => Err(other),
            _ => Ok(()),
        }
    }
}
