//! Locking a segment: seals, the segment's key, and which sources a mode needs.

use super::{Game, Malformed, Name};
use crate::document::digest::{Digest, TAG, hash_text, jcs};
use crate::document::{Diagnostic, Node};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::fmt;
use std::str::FromStr;

/// How the dice of a game are made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mode {
    /// The referee closes each segment with a link of his chain.
    Referee,
    /// The side that does not move closes it with a link of its chain.
    Duel,
    /// A round of the public beacon, fixed by the lock, closes it.
    Beacon,
    /// The referee's link and the beacon together.
    RefereeBeacon,
    /// The other side's link and the beacon together.
    DuelBeacon,
    /// Dice are thrown on a table and typed in: on trust.
    Recorded,
}

impl Mode {
    /// All modes, in the order in which they are explained.
    pub const ALL: [Mode; 6] = [
        Mode::Referee,
        Mode::Duel,
        Mode::Beacon,
        Mode::RefereeBeacon,
        Mode::DuelBeacon,
        Mode::Recorded,
    ];

    /// The word of the offer: `referee`, `duel+beacon`, ...
    pub const fn word(self) -> &'static str {
        match self {
            Mode::Referee => "referee",
            Mode::Duel => "duel",
            Mode::Beacon => "beacon",
            Mode::RefereeBeacon => "referee+beacon",
            Mode::DuelBeacon => "duel+beacon",
            Mode::Recorded => "recorded",
        }
    }

    /// Whether the referee's chain is a source.
    pub const fn has_referee(self) -> bool {
        matches!(self, Mode::Referee | Mode::RefereeBeacon)
    }

    /// Whether the chain of the side that does not move is a source.
    pub const fn has_duel(self) -> bool {
        matches!(self, Mode::Duel | Mode::DuelBeacon)
    }

    /// Whether the beacon is a source.
    pub const fn has_beacon(self) -> bool {
        matches!(self, Mode::Beacon | Mode::RefereeBeacon | Mode::DuelBeacon)
    }

    /// Whether the parts are exactly those that the mode needs.
    pub const fn takes(self, parts: &Parts) -> bool {
        parts.referee.is_some() == self.has_referee()
            && parts.duel.is_some() == self.has_duel()
            && parts.beacon.is_some() == self.has_beacon()
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Mode {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Mode, Malformed> {
        let right = "a mode is referee, duel, beacon, referee+beacon, duel+beacon or recorded";
        let mode = Mode::ALL.into_iter().find(|mode| mode.word() == text);
        mode.ok_or_else(|| Malformed::new(text, right))
    }
}

/// What was still unknown when a record was locked; a source that the mode lacks is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// The referee's link.
    pub referee: Option<Digest>,
    /// The link of the side that does not move.
    pub duel: Option<Digest>,
    /// The beacon's value, [`beacon::value`](super::beacon::value) of its signature.
    pub beacon: Option<Digest>,
}

/// The key of one segment: every die of it follows from this and a label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key(Digest);

impl Key {
    /// A key that somebody states, to check dice by hand.
    pub const fn new(digits: Digest) -> Key {
        Key(digits)
    }

    /// The HMAC-SHA256 of a text under this key.
    pub(super) fn mac(&self, text: &str) -> [u8; 32] {
        mac(&self.0, text)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The key of a segment: the HMAC of [`segment_input`] under the digest of the locking record.
pub fn segment_key(lock: &Digest, game: &Game, segment: u32, parts: &Parts) -> Key {
    Key(Digest::new(mac(lock, &segment_input(game, segment, parts))))
}

/// The text of which [`segment_key`] is the HMAC.
pub fn segment_input(game: &Game, segment: u32, parts: &Parts) -> String {
    let or_dash = |part: Option<Digest>| part.map_or("-".to_owned(), |part| part.to_string());
    let [referee, duel, beacon] = [parts.referee, parts.duel, parts.beacon].map(or_dash);
    format!("{TAG}|segment|{game}|{segment}|referee={referee}|duel={duel}|beacon={beacon}")
}

fn mac(key: &Digest, text: &str) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.bytes()).expect("HMAC takes any key");
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().into()
}

/// The seal of standing orders, carried by record `seq`.
pub fn seal(
    game: &Game,
    side: &Name,
    seq: u32,
    salt: &Digest,
    standing: &Node,
) -> Result<Digest, Vec<Diagnostic>> {
    seal_input(game, side, seq, salt, standing).map(|text| hash_text(&text))
}

/// The text whose hash is [`seal`].
pub fn seal_input(
    game: &Game,
    side: &Name,
    seq: u32,
    salt: &Digest,
    standing: &Node,
) -> Result<String, Vec<Diagnostic>> {
    let jcs = jcs(standing)?;
    Ok(format!("{TAG}|seal|{game}|{side}|{seq}|{salt}|{jcs}"))
}

/// The seal of the orders of a hidden game, carried by record `seq` from `from`.
pub fn sealed_orders(
    game: &Game,
    seq: u32,
    from: &Name,
    salt: &Digest,
    orders: &Node,
) -> Result<Digest, Vec<Diagnostic>> {
    sealed_orders_input(game, seq, from, salt, orders).map(|text| hash_text(&text))
}

/// The text whose hash is [`sealed_orders`].
pub fn sealed_orders_input(
    game: &Game,
    seq: u32,
    from: &Name,
    salt: &Digest,
    orders: &Node,
) -> Result<String, Vec<Diagnostic>> {
    let jcs = jcs(orders)?;
    Ok(format!("{TAG}|sealed|{game}|{seq}|{from}|{salt}|{jcs}"))
}

/// The message that a signature of a record signs; it is not hashed first.
pub fn signed_text(game: &Game, seq: u32, from: &Name, record: &Digest) -> String {
    format!("{TAG}|signed|{game}|{seq}|{from}|{record}")
}
