//! Campaigns at rest: a log that only grows, and the files beside it.
//!
//! A store knows neither a game nor mail. Its log is the only truth; everything else on its
//! shelves can be made again or is a copy.

mod folder;
mod whole;

pub use folder::{Folder, is_campaign};
pub use whole::{Eyes, SecretFile, write_whole};

use crate::document::digest::Digest;
use crate::document::{Diagnostic, read};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Where a log ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    /// How many records it has; the next one gets this number.
    pub records: usize,
    /// Digest of the last record; 64 zeros while there is none.
    pub digest: Digest,
}

impl Head {
    /// The head of a log without records.
    pub const EMPTY: Head = Head { records: 0, digest: Digest::ZERO };
}

/// A file of a store: its name and everything in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Name without its folder: `0003-union.yaml`.
    pub name: String,
    /// Text as it was written or exchanged.
    pub text: String,
}

/// The files beside the log.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shelf {
    /// The terms before record 0: the single file `campaign.yaml`.
    Terms,
    /// Scenario, map, charts and rules as pinned.
    Packs,
    /// Positions after a record; a cache.
    Positions,
    /// Reports after a record; a cache.
    Reports,
    /// What people typed, never rewritten.
    Typed,
    /// What was said outside the chain.
    Letters,
    /// One's own records as they are to be mailed; copies.
    Outbox,
}

impl Shelf {
    /// Where it stands in a campaign's folder.
    pub const fn place(self) -> &'static str {
        match self {
            Shelf::Terms => "",
            Shelf::Packs => "packs",
            Shelf::Positions => "positions",
            Shelf::Reports => "reports",
            Shelf::Typed => "log/typed",
            Shelf::Letters => "letters",
            Shelf::Outbox => "outbox",
        }
    }
}

/// A campaign at rest.
///
/// Every write is whole or not at all: whoever is killed in the middle, or runs out of space,
/// leaves the old file or the new one.
pub trait Store {
    /// All records in the order of their numbers.
    ///
    /// # Errors
    /// [`Error::Gap`] and [`Error::Twice`] if the numbers do not run from 0 without a hole.
    fn log(&self) -> Result<Vec<Stored>, Error>;

    /// Appends a record if the log still ends where the caller thinks, and returns its file name.
    ///
    /// `what` names it for people: `offer`, or the author.
    ///
    /// # Errors
    /// [`Error::Moved`] if the log has grown meanwhile, [`Error::Busy`] if another process writes.
    fn append(&mut self, head: Head, what: &str, text: &str) -> Result<String, Error>;

    /// Takes the last record off the log, because the awaited author's stands under its number, and
    /// keeps it among the letters as `out-of-turn-NNNN-AUTHOR.yaml`, or `..-AUTHOR-2.yaml` where that name
    /// is another's; returns the name.
    ///
    /// # Errors
    /// [`Error::Moved`] if the log does not end there, [`Error::Busy`] if another process writes.
    fn set_aside(&mut self, head: Head) -> Result<String, Error>;

    /// A file of a shelf, if it is there.
    fn get(&self, shelf: Shelf, name: &str) -> Result<Option<String>, Error>;

    /// Puts a file on a shelf, in place of the one of that name.
    fn put(&mut self, shelf: Shelf, name: &str, text: &str) -> Result<(), Error>;

    /// Takes a file off a shelf; nothing happens if it is not there.
    fn remove(&mut self, shelf: Shelf, name: &str) -> Result<(), Error>;

    /// Names on a shelf, in bytewise order.
    fn list(&self, shelf: Shelf) -> Result<Vec<String>, Error>;
}

/// The digest of the record in a file of the log.
///
/// # Errors
/// Every complaint about a file that is not a record.
pub fn digest_of(text: &str) -> Result<Digest, Vec<Diagnostic>> {
    read::hashed_record(text).map(|(_, digest)| digest)
}

/// Whether a name may be used for a file: lower-case letters, digits, `-`, `_` and inner points.
pub fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c);
    (1..=100).contains(&name.len())
        && name.chars().all(plain)
        && !name.starts_with(['.', '-'])
        && !name.ends_with('.')
}

/// Why a store could not do what it was asked.
#[derive(Debug)]
pub enum Error {
    /// The log has grown since the caller read it.
    Moved {
        /// Where the caller thought it ends.
        thought: Head,
        /// Where it ends.
        found: Head,
    },
    /// Another process is writing.
    Busy(PathBuf),
    /// A record's number is missing.
    Gap(usize),
    /// Two files have one number.
    Twice(String, String),
    /// The last record of the log cannot be read.
    Damaged {
        /// Its file.
        name: String,
        /// The first complaint.
        why: Box<Diagnostic>,
    },
    /// A name that is not used for files.
    Name(String),
    /// The folder has no campaign.
    NoCampaign(PathBuf),
    /// The folder has one already, or other files.
    Taken(PathBuf),
    /// A file is larger than anything that is exchanged.
    TooLarge(PathBuf),
    /// A file is not text.
    NotText {
        /// The file.
        path: PathBuf,
        /// Offset of the first wrong byte.
        byte: usize,
    },
    /// The operating system refused.
    Io {
        /// `write`, `read`, `list`, `make`
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
}

impl Error {
    pub(crate) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_owned();
        move |source| Error::Io { doing, path, source }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Moved { thought, found } => write!(
                f,
                "the log has grown meanwhile: it has {} records now, not {}; nothing was written",
                found.records, thought.records
            ),
            Error::Busy(path) => {
                write!(f, "another program is writing in {}; try again", path.display())
            }
            Error::Gap(seq) => write!(f, "record {seq} is missing from the log"),
            Error::Twice(a, b) => write!(f, "two records with one number: {a} and {b}"),
            Error::Damaged { name, why } => write!(f, "log/{name} is damaged: {why}"),
            Error::Name(name) => write!(f, "`{}` is no name for a file here", name.escape_debug()),
            Error::NoCampaign(path) => write!(f, "no campaign in {}", path.display()),
            Error::Taken(path) => write!(f, "{} is not empty", path.display()),
            Error::TooLarge(path) => write!(f, "{} is too large", path.display()),
            Error::NotText { path, byte } => {
                write!(f, "{} is not UTF-8 text (byte {byte})", path.display())
            }
            Error::Io { doing, path, source } => {
                write!(f, "cannot {doing} {}: {source}", path.display())
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
