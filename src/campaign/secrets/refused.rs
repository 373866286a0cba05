//! Why the secret file gives no link, and takes no record.

use super::Authored;
use crate::dice::Name;
use crate::document::digest::Digest;
use crate::store;
use std::fmt;
use std::path::PathBuf;

/// Why secrets are not to be had, or not to be used so.
#[derive(Debug)]
pub enum Refused {
    /// The secret file cannot be read or written.
    Store(store::Error),
    /// There is no secret file.
    Missing(PathBuf),
    /// It is not the secret file of this game.
    Damaged(PathBuf, String),
    /// It has no chain of this name.
    NoChain(Name),
    /// The chain has no link for so high a segment.
    Exhausted(Name, u32),
    /// The link was used for another lock.
    Used {
        /// Which segment.
        segment: u32,
        /// For which lock.
        lock: Digest,
    },
    /// A later link was used: this one follows from it.
    Passed {
        /// Which segment.
        segment: u32,
        /// The latest whose link was used.
        latest: u32,
    },
    /// Another record of his locks or closes the same segment, or has the same number.
    Written {
        /// What it does: `locks segment 3`, `closes segment 2`, `is record 5`.
        what: String,
        /// The record that stands.
        other: Authored,
    },
    /// There is a secret file of this game already.
    Taken(PathBuf),
    /// The chair was handed over to somebody of this name.
    HandedOver(String),
}

impl From<store::Error> for Refused {
    fn from(error: store::Error) -> Refused {
        Refused::Store(error)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Store(error) => error.fmt(f),
            Refused::Missing(path) => write!(
                f,
                "the secret file of this game is not on this machine (no {}); \
                 without it no die can be rolled",
                path.display()
            ),
            Refused::Damaged(path, why) => write!(f, "{}: {why}", path.display()),
            Refused::NoChain(name) => write!(f, "the secret file has no chain {name}"),
            Refused::Exhausted(name, segment) => {
                write!(f, "chain {name} has no link for segment {segment}; declare a new one")
            }
            Refused::Used { segment, lock } => write!(
                f,
                "the link of segment {segment} was used for another lock, {lock}: \
                 this campaign was copied, or played back from a backup; \
                 continue with the newer copy"
            ),
            Refused::Passed { segment, latest } => write!(
                f,
                "the link of segment {segment} follows from that of segment {latest}, which was \
                 used: this campaign was copied, or played back from a backup; \
                 continue with the newer copy"
            ),
            Refused::Written { what, other } => write!(
                f,
                "another record of yours {what}: record {}, {}; it stands, also if this folder \
                 was played back from a backup. Take in that one, and what follows it",
                other.seq, other.record
            ),
            Refused::HandedOver(to) => write!(
                f,
                "this chair was handed over to {to}, who alone writes for it now; this folder may \
                 only be looked at"
            ),
            Refused::Taken(path) => write!(f, "{} is there already", path.display()),
        }
    }
}

impl std::error::Error for Refused {}
