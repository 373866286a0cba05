//! Dice that neither player can choose: the protocol `provost-dice/1`.
//!
//! Every decision is mailed while at least one input of the next die is still unknown to whoever
//! decides and already fixed for everybody else. The orders of a *segment* of play are locked by
//! mailing the record that holds them; that record's digest covers the whole history. Only then
//! does somebody else publish what was missing: the next link of a hash chain whose end was
//! published before ([`chain`]), or the value of a public beacon whose round the lock has fixed
//! ([`beacon`]). Both together give the segment's key ([`lock`]), the key and a label give the
//! faces ([`roll()`]). A link that does not hash to its anchor is no link, so its owner cannot
//! choose either: he can only publish the right one or fall silent.
//!
//! Every hash input is text: fields joined by `|`, no final line feed, so that anybody can repeat
//! it with `printf '%s' ... | sha256sum` and `openssl dgst -sha256 -mac HMAC -macopt hexkey:KEY`.
//! For each function that hashes there is one, `..._input`, that returns the text.
//!
//! ```
//! use provost::dice::{Chain, Game, Key, Label, Name, Parts, roll, segment_key, verify};
//! use provost::document::digest::hash_text;
//!
//! let game: Game = "hl-07-2026-9f3a12cd".parse().unwrap();
//! let name: Name = "union-1".parse().unwrap();
//! let chain = Chain::new(&game, &name, 16, &hash_text("32 secret bytes")).unwrap();
//! let anchor = chain.anchor(); // published before the first lock
//!
//! let lock = hash_text("the digest of the record with the orders"); // mailed
//! let link = chain.link(1).unwrap(); // published after it
//! assert!(verify(&game, &name, 1, &link, &anchor));
//!
//! let parts = Parts { duel: Some(link), ..Parts::default() };
//! let key: Key = segment_key(&lock, &game, 1, &parts);
//! let label: Label = "1723.crt.1".parse().unwrap();
//! let die = roll(&key, &label, "1d6".parse().unwrap());
//! assert!((1..=6).contains(&die.faces[0]));
//! ```
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod beacon;
pub mod chain;
pub mod lock;
pub mod roll;
pub mod signature;

pub use beacon::Signature;
pub use chain::{Chain, Verifier, verify};
pub use lock::{Key, Mode, Parts, seal, sealed_orders, segment_key};
pub use roll::{Dice, Faces, Label, roll};

use std::fmt;
use std::str::FromStr;

/// The name of a game: slug, year and eight random hex digits, `hl-07-2026-9f3a12cd`.
///
/// 3 to 48 of `a-z 0-9 -`, not beginning with a hyphen.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Game(String);

/// The name of a side, a role or a chain: `union`, `referee`, `union-1`.
///
/// 1 to 24 of `a-z 0-9 -`, not beginning with a hyphen.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Name(String);

impl FromStr for Game {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Game, Malformed> {
        let good = is_name(text, "-") && (3..=48).contains(&text.len());
        let right = "a game has 3 to 48 of a-z, 0-9 and -, and begins with a letter or digit";
        if good { Ok(Game(text.to_owned())) } else { Err(Malformed::new(text, right)) }
    }
}

impl FromStr for Name {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Name, Malformed> {
        let good = is_name(text, "-") && text.len() <= 24;
        let right = "a name has 1 to 24 of a-z, 0-9 and -, and begins with a letter or digit";
        if good { Ok(Name(text.to_owned())) } else { Err(Malformed::new(text, right)) }
    }
}

impl Game {
    /// The name as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Name {
    /// The name as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Whether a text begins with a lower-case letter or digit and goes on with these or `others`.
fn is_name(text: &str, others: &str) -> bool {
    let usual = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    text.starts_with(usual) && text.chars().all(|c| usual(c) || others.contains(c))
}

/// A text that is not of the form that the protocol asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed {
    /// What was read, cut to 64 characters.
    pub read: String,
    /// What would be right.
    pub right: &'static str,
}

impl Malformed {
    fn new(read: impl fmt::Display, right: &'static str) -> Malformed {
        Malformed { read: read.to_string().chars().take(64).collect(), right }
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.right)
    }
}

impl std::error::Error for Malformed {}
