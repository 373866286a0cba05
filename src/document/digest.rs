//! The SHA-256 ids of records, positions, packs and letters.
//!
//! The *parsed* tree is hashed, never the bytes, because mail mangles bytes: the hash input is a
//! tag, a purpose and the tree's canonical JSON (RFC 8785).

pub use super::canonical::{DEPTH, Form, cleaned, drops_blanks, jcs, pack_jcs};

use super::canonical::{write_clean, write_jcs};
use super::{Diagnostic, Node};
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// The protocol's tag, first field of every hash input.
pub const TAG: &str = "provost-dice/1";

/// A SHA-256 value, a link, a salt or a key: 32 bytes, written as 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// 64 zeros: the `prev` of the first record.
    pub const ZERO: Digest = Digest([0; 32]);

    /// The 32 bytes as a digest.
    pub const fn new(bytes: [u8; 32]) -> Digest {
        Digest(bytes)
    }

    /// The 32 bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = [0u8; 64];
        hex_digits(&self.0, &mut digits);
        f.pad(std::str::from_utf8(&digits).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that is not exactly 64 lower-case hex digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotADigest;

impl fmt::Display for NotADigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("needs 64 lower-case hex digits")
    }
}

impl std::error::Error for NotADigest {}

/// Reads 64 lower-case hex digits; upper case, blanks and shorter forms are refused.
impl FromStr for Digest {
    type Err = NotADigest;

    fn from_str(text: &str) -> Result<Digest, NotADigest> {
        read_hex(text).map(Digest).ok_or(NotADigest)
    }
}

/// Reads exactly `2 * N` lower-case hex digits.
pub fn read_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let nibble = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    if text.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
    }
    Some(bytes)
}

fn hex_digits(bytes: &[u8; 32], digits: &mut [u8; 64]) {
    for (byte, pair) in bytes.iter().zip(digits.chunks_exact_mut(2)) {
        pair[0] = b"0123456789abcdef"[usize::from(byte >> 4)];
        pair[1] = b"0123456789abcdef"[usize::from(byte & 15)];
    }
}

/// The SHA-256 of a text, as `printf '%s' TEXT | sha256sum` prints it.
pub fn hash_text(text: &str) -> Digest {
    Digest(Sha256::digest(text.as_bytes()).into())
}

/// The SHA-256 of bytes that may be no text, as `sha256sum` prints it of a file.
pub fn hash_bytes(bytes: &[u8]) -> Digest {
    Digest(Sha256::digest(bytes).into())
}

/// The files that a game is pinned to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pack {
    /// `scenario.yaml`.
    Scenario,
    /// `map.yaml`.
    Map,
    /// `charts.yaml`.
    Charts,
    /// `rules.yaml`.
    Rules,
}

impl Pack {
    /// The four kinds in the order in which an offer lists them.
    pub const ALL: [Pack; 4] = [Pack::Scenario, Pack::Map, Pack::Charts, Pack::Rules];

    /// The word of the offer and of the hash input.
    pub const fn word(self) -> &'static str {
        match self {
            Pack::Scenario => "scenario",
            Pack::Map => "map",
            Pack::Charts => "charts",
            Pack::Rules => "rules",
        }
    }
}

impl fmt::Display for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What a tree is hashed as: the second field of the hash input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// The mapping under `record:`; its digest is the head of the log after it.
    Record,
    /// A position without its entries `after`, `digest` and `label`.
    Position,
    /// A scenario, a map, charts or rules.
    Pack(Pack),
    /// The mapping under `letter:`.
    Letter,
}

impl Purpose {
    /// The digest of a tree, or every complaint about what may not be hashed.
    pub fn digest(self, node: &Node) -> Result<Digest, Vec<Diagnostic>> {
        self.input(node).map(|text| hash_text(&text))
    }

    /// How every text that is hashed as this begins.
    fn prefix(self) -> String {
        let mut text = String::with_capacity(1024);
        text.push_str(TAG);
        text.push_str(match self {
            Purpose::Record => "|record|",
            Purpose::Position => "|position|",
            Purpose::Pack(_) => "|pack|",
            Purpose::Letter => "|letter|",
        });
        if let Purpose::Pack(pack) = self {
            text.push_str(pack.word());
            text.push('|');
        }
        text
    }

    /// The text whose SHA-256 is [`Purpose::digest`].
    pub fn input(self, node: &Node) -> Result<String, Vec<Diagnostic>> {
        let form = if let Purpose::Pack(_) = self { Form::Pack } else { Form::Record };
        let skip: &[&str] = match self {
            Purpose::Position => &["after", "digest", "label"],
            _ => &[],
        };
        write_jcs(node, form, skip, self.prefix())
    }
}

/// The digest of a record: of the mapping under `record:`, not of the whole file.
pub fn record_digest(record: &Node) -> Result<Digest, Vec<Diagnostic>> {
    Purpose::Record.digest(record)
}

/// The same, if nothing has to be dropped from the record before and nothing is wrong with it.
pub(super) fn digest_if_clean(record: &Node) -> Option<Digest> {
    let text = write_clean(record, Form::Record, Purpose::Record.prefix())?;
    Some(hash_text(&text))
}

/// The digest of a position: of everything but `after`, `digest` and `label`.
pub fn position_digest(position: &Node) -> Result<Digest, Vec<Diagnostic>> {
    Purpose::Position.digest(position)
}

/// The digest of a scenario, map, charts or rules file.
pub fn pack_digest(kind: Pack, pack: &Node) -> Result<Digest, Vec<Diagnostic>> {
    Purpose::Pack(kind).digest(pack)
}

/// The digest of a letter: of the mapping under `letter:`.
pub fn letter_digest(letter: &Node) -> Result<Digest, Vec<Diagnostic>> {
    Purpose::Letter.digest(letter)
}

/// A name of a position for people, not for security: `bubble-gospel-43`.
///
/// BIP-39 English words of the first 11 bits and of the next 11, then the next 16 bits mod 100.
pub fn label(digest: &Digest) -> String {
    let [a, b, c, d, e, ..] = digest.0.map(usize::from);
    let word = |at: usize| WORDS[at];
    let number = (c & 3) << 14 | d << 6 | e >> 2;
    format!("{}-{}-{:02}", word(a << 3 | b >> 5), word((b & 31) << 6 | c >> 2), number % 100)
}

/// The English word list of BIP-39: 2048 words for 11 bits.
static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("words.txt").lines().collect());
