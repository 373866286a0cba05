//! What an auditor is given: a folder, a stream, or a heap of files and mails in no order.

use super::Record;
use super::packs::{Lacking, PackFile};
use crate::dice::Game;
use crate::document::digest::{Digest, Form, Pack, cleaned, pack_digest};
use crate::document::{Diagnostic, Node, Span, read};
use crate::games::Packs;
use crate::mail;
use crate::store::Stored;
use std::collections::BTreeMap;

/// Everything that was found in the files, sorted by what it is.
#[derive(Clone, Debug, Default)]
pub struct Archive {
    /// Records, in the order in which they were found; copies are there once.
    pub records: Vec<Found>,
    /// How many further copies there were.
    pub copies: usize,
    /// Files that look like records and cannot be read.
    pub unreadable: Vec<Unreadable>,
    /// Copies whose `check` was made for other contents, beside an intact record of the same.
    pub altered: Vec<Found>,
    /// How many files and documents more were not even kept: there were too many.
    pub uncounted: usize,
    /// Position files, by the number of the record that they come after.
    pub positions: BTreeMap<u32, Vec<FoundPosition>>,
    /// Files `campaign.yaml`: the terms as people read them.
    pub terms: Vec<(Place, Node)>,
    /// Openings of seals, which a player sends to the referee alone.
    pub openings: Vec<(Place, Node)>,
    /// Files that can be no part of a campaign, and the first thing that is wrong with each.
    pub others: Vec<(Place, Diagnostic)>,
    /// How many mails hold no record.
    pub without: usize,
    /// Everything else: packs, perhaps.
    rest: Vec<(Place, Node)>,
    /// Where each record is, by its digest.
    known: BTreeMap<Digest, usize>,
}

/// A heap has no more files of no use than this that are worth naming.
const MOST_OTHERS: usize = 200;

/// No stream has more documents than this; a long game has some hundreds.
const MOST_PARTS: usize = 10_000;

/// As many complaints about a file that cannot be read are kept.
const MOST_WHY: usize = 3;

/// Where something was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Name of the file.
    pub file: String,
    /// Lines of the file before it, if it is one document of a stream.
    pub lines_before: u32,
    /// Whether it came in a mail, or was pasted: then nothing is meant by the file's name.
    pub mailed: bool,
}

/// A record that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Where.
    pub place: Place,
    /// What it says.
    pub record: Record,
    /// Further signatures, from copies of it.
    pub signatures: Vec<String>,
}

impl Found {
    /// Every signature that was found for it.
    pub fn signatures(&self) -> impl Iterator<Item = &str> {
        self.record.signature().into_iter().chain(self.signatures.iter().map(String::as_str))
    }
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
        let files = files.into_iter();
        archive.records.reserve(files.size_hint().0.min(MOST_OTHERS));
        files.for_each(|file| archive.add(&file));
        archive
    }

    /// Sorts one more file.
    pub fn add(&mut self, file: &Stored) {
        let mut parts = read::parts(&file.text).into_iter();
        if parts.len() == 0 {
            let place = Place { file: file.name.clone(), lines_before: 0, mailed: false };
            self.cast_aside(place, Diagnostic::error(Span::NONE, "it is empty"));
        }
        for (lines_before, text) in parts.by_ref().take(MOST_PARTS) {
            let lines_before = u32::try_from(lines_before).unwrap_or(u32::MAX);
            self.sort(Place { file: file.name.clone(), lines_before, mailed: false }, text);
        }
        self.uncounted += parts.count();
    }

    /// Sorts what a mail holds, under the mail's name; one with orders and words only is passed over.
    pub fn add_mail(&mut self, name: &str, bytes: &[u8]) {
        match mail::evidence(bytes) {
            Ok(found) => self.add_evidence(name, found),
            Err(why) => {
                let place = Place { file: name.to_owned(), lines_before: 0, mailed: true };
                self.cast_aside(place, why);
            }
        }
    }

    /// Sorts the records that somebody pasted into a text.
    pub fn add_pasted(&mut self, name: &str, bytes: &[u8]) {
        self.add_evidence(name, mail::pasted_evidence(bytes));
    }

    fn add_evidence(&mut self, name: &str, found: Vec<mail::Evidence>) {
        self.without += usize::from(found.is_empty());
        for evidence in found {
            let file = match &evidence.name {
                mail::PartName::Attachment(attached) => {
                    format!("{name}, {}", attached.rsplit(['/', '\\']).next().unwrap_or_default())
                }
                _ => name.to_owned(),
            };
            let mut parts = read::parts(&evidence.text).into_iter();
            for (before, text) in parts.by_ref().take(MOST_PARTS) {
                let before = u32::try_from(before).unwrap_or(u32::MAX);
                let lines_before = evidence.lines_before.saturating_add(before);
                self.sort(Place { file: file.clone(), lines_before, mailed: true }, text);
            }
            self.uncounted += parts.count();
        }
    }

    /// Forgets everything but the packs and the positions.
    pub fn forget_records(&mut self) {
        let kept = Archive {
            rest: std::mem::take(&mut self.rest),
            positions: std::mem::take(&mut self.positions),
            terms: std::mem::take(&mut self.terms),
            ..Archive::default()
        };
        *self = kept;
    }

    fn sort(&mut self, place: Place, text: &str) {
        if looks_like_a_record(text) || !place.mailed && is_in_a_log(&place.file) {
            match Record::read(text) {
                Ok(record) => self.keep(Found { place, record, signatures: Vec::new() }),
                Err(_) if self.unreadable.len() >= MOST_OTHERS => self.uncounted += 1,
                Err(mut why) => {
                    why.truncate(MOST_WHY);
                    let named = || numbered(&place.file).filter(|_| !place.mailed);
                    let seq = stated_seq(text).or_else(named);
                    self.unreadable.push(Unreadable { place, why, seq });
                }
            }
            return;
        }
        match read::parse(text, read::Limits::PACK) {
            Ok(node) if node.get_text("kind") == Some("position") => {
                let after = node.get("after").and_then(|after| after.get_text("seq"));
                match after.and_then(|seq| seq.parse().ok()) {
                    Some(seq) => {
                        self.positions.entry(seq).or_default().push(FoundPosition { place, node });
                    }
                    None => {
                        let why = Diagnostic::error(node.span, "it says `after` no record");
                        self.cast_aside(place, why);
                    }
                }
            }
            Ok(node) if node.get("opening").is_some() && self.openings.len() < MOST_OTHERS => {
                self.openings.push((place, node));
            }
            Ok(node) if place.name() == "campaign.yaml" && !place.mailed => {
                self.terms.push((place, node))
            }
            Ok(node) if place.is_on("positions") => {
                let why = Diagnostic::error(node.span, "it does not say `kind: position`");
                self.cast_aside(place, why);
            }
            Ok(node) if node.as_map().is_some() && self.rest.len() < MOST_OTHERS => {
                self.rest.push((place, node));
            }
            Ok(node) => {
                let why = Diagnostic::error(node.span, "it is no part of a campaign");
                self.cast_aside(place, why);
            }
            Err(why) => self.cast_aside(place, why.into_iter().next().expect("it says why")),
        }
    }

    fn cast_aside(&mut self, place: Place, why: Diagnostic) {
        match self.others.len() < MOST_OTHERS {
            true => self.others.push((place, why)),
            false => self.uncounted += 1,
        }
    }

    /// Keeps a record once; of two copies the one whose `check` fits.
    fn keep(&mut self, found: Found) {
        let Some(&at) = self.known.get(&found.record.digest) else {
            self.known.insert(found.record.digest, self.records.len());
            return self.records.push(found);
        };
        let kept = &mut self.records[at];
        if kept.record.is_damaged() && !found.record.is_damaged() {
            self.altered.push(std::mem::replace(kept, found));
        } else if found.record.is_damaged() && found.record.stated != kept.record.stated {
            self.altered.push(found);
        } else {
            self.copies += 1;
            let new = found.record.signature().filter(|new| kept.signatures().all(|s| s != *new));
            kept.signatures.extend(new.map(str::to_owned));
        }
    }

    /// The games of which there are records.
    pub fn games(&self) -> Vec<&Game> {
        let mut games: Vec<&Game> = self.records.iter().map(|found| &found.record.game).collect();
        games.sort();
        games.dedup();
        games
    }

    /// What begins as a pack of a kind does, each once.
    fn of_kind(&self, kind: Pack) -> Vec<&(Place, Node)> {
        let begins = |node: &Node| {
            let first = node.as_map().and_then(|entries| entries.first());
            first.is_some_and(|(key, _)| key.text == kind.word())
        };
        let mut found: Vec<&(Place, Node)> = Vec::new();
        for one in self.rest.iter().filter(|(_, node)| begins(node)) {
            let same =
                |(_, known): &&(Place, Node)| pack_digest(kind, known) == pack_digest(kind, &one.1);
            if !found.iter().copied().any(|known| same(&known)) {
                found.push(one);
            }
        }
        found
    }

    /// The packs that an offer pins.
    ///
    /// # Errors
    /// Those that are not here, or are altered.
    pub fn packs(&self, pinned: [Digest; 4]) -> Result<Packs, Vec<Lacking>> {
        let mut lacking = Vec::new();
        let mut nodes = Vec::new();
        for (kind, pinned) in Pack::ALL.into_iter().zip(pinned) {
            let name = PackFile::name(&pinned);
            // The file of that name is the likeliest, but its contents decide.
            let (named, others): (Vec<_>, Vec<_>) =
                self.rest.iter().partition(|(place, _)| place.file.ends_with(&name));
            let fits = |(_, node): &&&(Place, Node)| pack_digest(kind, node) == Ok(pinned);
            match named.iter().find(fits).or_else(|| others.iter().find(fits)) {
                // What is played is what was hashed: without the blanks that do not count.
                Some((_, node)) => nodes.extend(cleaned(node.clone(), Form::Pack)),
                None => {
                    let read = named.first().map(|(place, node)| (place, pack_digest(kind, node)));
                    let mut others = self.others.iter();
                    let unread = others.find(|(place, _)| place.file.ends_with(&name));
                    let unread = unread.map(|(place, why)| (place, Err(vec![why.clone()])));
                    lacking.push(match read.or(unread) {
                        Some((place, contents)) => {
                            Lacking::altered(kind, pinned, &place.file, &contents)
                        }
                        None => Lacking::missing(kind, pinned),
                    });
                }
            }
        }
        if let [one] = lacking.as_mut_slice()
            && one.altered.is_none()
            && let [(place, node)] = self.of_kind(one.kind).as_slice()
        {
            // The three others are here: this is what the offer calls by another digest.
            let contents = pack_digest(one.kind, node);
            *one = Lacking::altered(one.kind, one.pinned, &place.file, &contents);
        }
        match <[Node; 4]>::try_from(nodes) {
            Ok([scenario, map, charts, rules]) => Ok(Packs { scenario, map, charts, rules }),
            Err(_) => Err(lacking),
        }
    }
}

impl Place {
    /// The last part of the file's name.
    pub fn name(&self) -> &str {
        self.file.rsplit('/').next().unwrap_or_default()
    }

    /// Whether a campaign's folder keeps it on this shelf.
    pub fn is_on(&self, shelf: &str) -> bool {
        !self.mailed && self.file.rsplit('/').nth(1) == Some(shelf)
    }

    /// The number in the name of a file in a log: 3 of `log/0003-union.yaml`.
    pub fn number(&self) -> Option<u32> {
        numbered(&self.file).filter(|_| self.is_on("log") && self.lines_before == 0)
    }

    /// The number in the name of a file that a campaign's folder keeps on this shelf by number alone:
    /// 3 of `positions/0003.yaml`.
    pub fn number_on(&self, shelf: &str) -> Option<u32> {
        self.name().strip_suffix(".yaml")?.parse().ok().filter(|_| self.is_on(shelf))
    }

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
