//! The public beacon: rounds of drand's quicknet, whose key is pinned here.

use super::Malformed;
use crate::document::digest::{Digest, read_hex};
use chrono::{DateTime, NaiveDateTime, Utc};
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::str::FromStr;

/// quicknet's chain hash, by which its servers name it.
pub const CHAIN: &str = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";

/// quicknet's scheme: signatures on G1, rounds not chained to each other.
pub const SCHEME: &str = "bls-unchained-g1-rfc9380";

/// quicknet's public key, a point on G2.
pub const PUBLIC_KEY: &str = "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c\
     8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb\
     5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a";

/// Time of round 1, in seconds since 1970 (UTC).
pub const GENESIS: i64 = 1_692_803_367;

/// Seconds from one round to the next.
pub const PERIOD: i64 = 3;

/// Least delay in seconds between a lock and the round that it fixes.
pub const LEAST_DELAY: i64 = 3600;

/// The first round whose time is strictly later than `time`, in seconds since 1970.
///
/// A lock mailed at `at` fixes `round_after(at + delay)`.
pub fn round_after(time: i64) -> u64 {
    let round = time.saturating_sub(GENESIS).div_euclid(PERIOD) + 2;
    u64::try_from(round).unwrap_or(1).max(1)
}

/// The time of a round in seconds since 1970; rounds count from 1.
pub fn round_time(round: u64) -> i64 {
    let rounds = i64::try_from(round).unwrap_or(i64::MAX).saturating_sub(1);
    rounds.saturating_mul(PERIOD).saturating_add(GENESIS)
}

/// Reads `2026-04-20T00:00:00Z` as seconds since 1970; every other form is refused.
pub fn parse_utc(text: &str) -> Result<i64, Malformed> {
    let read = NaiveDateTime::parse_from_str(text, UTC_FORMAT).ok();
    let time = read.map(|read| read.and_utc().timestamp());
    let exact = time.filter(|&time| format_utc(time).as_deref() == Some(text));
    exact.ok_or_else(|| Malformed::new(text, "a time is written like 2026-04-20T18:30:00Z"))
}

/// Writes seconds since 1970 as `2026-04-20T00:00:00Z`; none outside the years 0 to 9999.
pub fn format_utc(time: i64) -> Option<String> {
    let time = DateTime::<Utc>::from_timestamp(time, 0)?.format(UTC_FORMAT).to_string();
    (time.len() == 20).then_some(time)
}

const UTC_FORMAT: &str = "%Y-%m-%dT%H:%M:%SZ";

/// A round's signature: a point on G1, 48 bytes, written as 96 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Signature([u8; 48]);

impl FromStr for Signature {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Signature, Malformed> {
        let right = "a beacon's signature has 96 lower-case hex digits";
        read_hex(text).map(Signature).ok_or_else(|| Malformed::new(text, right))
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The value of a round: the SHA-256 of its signature's bytes.
///
/// A `randomness` that somebody pastes is never used: it is computed from the signature, and the
/// signature is checked by [`verify`].
pub fn value(signature: &Signature) -> Digest {
    Digest::new(Sha256::digest(signature.0).into())
}

/// Why a signature was not found good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unverified {
    /// It is not the signature of this round under the pinned key.
    False,
    /// This program was built without the means to check it.
    NotChecked,
}

impl fmt::Display for Unverified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unverified::False => "the signature is not that of this round of quicknet",
            Unverified::NotChecked => {
                "the beacon's signature was not verified: \
                 this provost was built without the feature `beacon`"
            }
        })
    }
}

impl std::error::Error for Unverified {}

/// Checks, offline, that a signature is that of a round under quicknet's pinned key.
#[cfg(feature = "beacon")]
pub fn verify(round: u64, signature: &Signature) -> Result<(), Unverified> {
    use drand_verify::{G2PubkeyRfc, Pubkey};
    let key = read_hex(PUBLIC_KEY).and_then(|key| G2PubkeyRfc::from_fixed(key).ok());
    let key = key.expect("the pinned key is a point on G2");
    match key.verify(round, b"", &signature.0) {
        Ok(true) => Ok(()),
        Ok(false) | Err(_) => Err(Unverified::False),
    }
}

/// Cannot check a signature: the program was built without the feature `beacon`.
#[cfg(not(feature = "beacon"))]
pub fn verify(_round: u64, _signature: &Signature) -> Result<(), Unverified> {
    Err(Unverified::NotChecked)
}
