//! What an auditor is given: a folder, a stream, or a heap of files in no order.

use super::Record;
use super::packs::PackFile;
use crate::dice::Game;
use crate::document::digest::{Digest, Pack, pack_digest};
use crate::document::{Diagnostic, Node, Span, read};
use crate::games::Packs;
use crate::store::Stored;
use std::collections::{BTreeMap, BTreeSet};

/// Everything that was found in the files, sorted by what it is.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    /// Records, in the order in which they were found; copies are there once.
    pub records: Vec<Found>,
    /// How many further copies there were.
    pub copies: usize,
    /// Files that look like records and cannot be read.
    pub unreadable: Vec<Unreadable>,
    /// Position files, by the number of the record that they come after.
    pub positions: BTreeMap<u32, FoundPosition>,
    /// Files that are nothing of a campaign.
    pub others: Vec<String>,
    /// Everything else: packs, perhaps.
    rest: Vec<(Place, Node)>,
    known: BTreeSet<Digest>,
}

/// Where something was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Name of the file.
    pub file: String,
    /// Lines of the file before it, if it is one document of a stream.
    pub lines_before: u32,
}

/// A record that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Where.
    pub place: Place,
    /// What it says.
    pub record: Record,
}

/// A file that looks like a record and cannot be read.
#[derive(Clone, Debug)]
pub struct Unreadable {
    /// Where.
    pub place: Place,
    /// Why not.
    pub why: Vec<Diagnostic>,
    /// The number that its text, or its name, gives it.
    pub seq: Option<u32>,
}

/// A position file.
#[derive(Clone, Debug)]
pub struct FoundPosition {
    /// Where.
    pub place: Place,
    /// What it says.
    pub node: Node,
}

impl Archive {
    /// Sorts files; each is read once.
    pub fn read(files: impl IntoIterator<Item = Stored>) -> Archive {
        let mut archive = Archive::default();
        files.into_iter().for_each(|file| archive.add(&file));
        archive
    }

    /// Sorts one more file.
    pub fn add(&mut self, file: &Stored) {
        for (lines_before, text) in read::parts(&file.text) {
            let lines_before = u32::try_from(lines_before).unwrap_or(u32::MAX);
            self.sort(Place { file: file.name.clone(), lines_before }, text);
        }
    }

    /// Forgets everything but the packs and the positions.
    pub fn forget_records(&mut self) {
        let kept = Archive {
            rest: std::mem::take(&mut self.rest),
            positions: std::mem::take(&mut self.positions),
            ..Archive::default()
        };
        *self = kept;
    }

    fn sort(&mut self, place: Place, text: &str) {
        if looks_like_a_record(text) || is_in_a_log(&place.file) {
            match Record::read(text) {
                Ok(record) if !self.known.insert(record.digest) => self.copies += 1,
                Ok(record) => self.records.push(Found { place, record }),
                Err(why) => {
                    let seq = stated_seq(text).or_else(|| numbered(&place.file));
                    self.unreadable.push(Unreadable { place, why, seq });
                }
            }
            return;
        }
        match read::parse(text, read::Limits::PACK) {
            Ok(node) if node.get_text("kind") == Some("position") => {
                let after = node.get("after").and_then(|after| after.get_text("seq"));
                match after.and_then(|seq| seq.parse().ok()) {
                    Some(seq) => drop(self.positions.insert(seq, FoundPosition { place, node })),
                    None => self.others.push(place.file),
                }
            }
            Ok(node) if node.as_map().is_some() => self.rest.push((place, node)),
            _ => self.others.push(place.file),
        }
    }

    /// The games of which there are records.
    pub fn games(&self) -> Vec<&Game> {
        let mut games: Vec<&Game> = self.records.iter().map(|found| &found.record.game).collect();
        games.sort();
        games.dedup();
        games
    }

    /// The packs that an offer pins.
    ///
    /// # Errors
    /// Those that are not here.
    pub fn packs(&self, pinned: [Digest; 4]) -> Result<Packs, Vec<Diagnostic>> {
        let mut missing = Vec::new();
        let mut nodes = Vec::new();
        for (kind, pinned) in Pack::ALL.into_iter().zip(pinned) {
            let name = PackFile::name(&pinned);
            // The file of that name is the likeliest, but its contents decide.
            let (named, others): (Vec<_>, Vec<_>) =
                self.rest.iter().partition(|(place, _)| place.file.ends_with(&name));
            let fits = |(_, node): &&&(Place, Node)| pack_digest(kind, node) == Ok(pinned);
            match named.iter().find(fits).or_else(|| others.iter().find(fits)) {
                Some((_, node)) => nodes.push(node.clone()),
                None => {
                    let mut complaint = Diagnostic::error(
                        Span::NONE,
                        format!("no file here is the {kind} pack that the offer pins: {pinned}"),
                    );
                    for (place, node) in named {
                        let found = pack_digest(kind, node)
                            .map_or("no digest".to_owned(), |d| d.to_string());
                        complaint = complaint.with(format!("{} has {found}", place.file));
                    }
                    missing.push(complaint);
                }
            }
        }
        match <[Node; 4]>::try_from(nodes) {
            Ok([scenario, map, charts, rules]) => Ok(Packs { scenario, map, charts, rules }),
            Err(_) => Err(missing),
        }
    }
}

impl Place {
    /// `log/0003-union.yaml:17` for a place in the document.
    pub fn at(&self, span: Span) -> String {
        match span.line {
            0 => self.file.clone(),
            line => format!("{}:{}", self.file, self.lines_before + line),
        }
    }
}

/// Whether a line at the left margin says `record:`.
fn looks_like_a_record(text: &str) -> bool {
    let text = text.trim_start_matches('\u{FEFF}');
    text.lines().any(|line| {
        let key = line.trim_start_matches(['"', '\'']);
        key.strip_prefix("record")
            .is_some_and(|rest| rest.trim_start_matches(['"', '\'']).trim_start().starts_with(':'))
    })
}

/// Whether a file stands where a campaign's folder has its records.
fn is_in_a_log(file: &str) -> bool {
    let in_log = file.starts_with("log/") || file.contains("/log/");
    in_log && !file.contains("/typed/") && numbered(file).is_some()
}

/// What the line `seq:` of a damaged record says.
fn stated_seq(text: &str) -> Option<u32> {
    let line = text.lines().find_map(|line| line.trim_start().strip_prefix("seq:"))?;
    line.trim().trim_matches(['"', '\'']).parse().ok()
}

/// The number in a file's name: `log/0003-union.yaml`.
fn numbered(file: &str) -> Option<u32> {
    let name = file.rsplit('/').next()?;
    name.split_once('-')?.0.parse().ok()
}
