//! A campaign as a folder of plain files.

use super::whole::{Eyes, Lock, is_stray, lock, read_text, write_whole};
use super::{Error, Head, Shelf, Store, Stored, digest_of, is_plain};
use crate::document::digest::Digest;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// A campaign's folder: `campaign.yaml`, `packs/`, `log/`, `positions/`, `reports/`,
/// `letters/`, `outbox/`.
#[derive(Debug)]
pub struct Folder {
    root: PathBuf,
    /// Held while this process may write; the operating system lets go of it with the process.
    lock: Option<Lock>,
}

/// Clears away what runs have left that were killed while they made this folder; whoever still makes
/// it holds its lock.
fn sweep_beside(above: &Path, name: &str) {
    let left = format!(".{name}.");
    for stray in names(above).unwrap_or_default() {
        let process = stray.strip_prefix(&left).and_then(|rest| rest.strip_suffix(".tmp"));
        let is_ours =
            process.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
        let (folder, begun) = (above.join(&stray), above.join(&stray).join(".lock"));
        if is_ours && begun.is_file() && lock(&begun, &folder).is_ok() {
            drop(fs::remove_dir_all(&folder));
        }
    }
}

/// Whether a folder holds a campaign: a log with a first record.
pub fn is_campaign(root: &Path) -> bool {
    numbered(root).is_ok_and(|files| files.contains_key(&0))
}

impl Folder {
    /// Opens a campaign's folder for reading.
    ///
    /// # Errors
    /// [`Error::NoCampaign`] if it has no first record.
    pub fn open(root: &Path) -> Result<Folder, Error> {
        if !is_campaign(root) {
            return Err(Error::NoCampaign(root.to_owned()));
        }
        Ok(Folder { root: root.to_owned(), lock: None })
    }

    /// Makes the folder of a new campaign, or takes an empty one, and locks it.
    ///
    /// A folder in which this was begun and never finished counts as empty.
    ///
    /// # Errors
    /// [`Error::Taken`] if there is anything else in it.
    pub fn create(root: &Path) -> Result<Folder, Error> {
        fs::create_dir_all(root).map_err(Error::io("make", root))?;
        let ours = ["campaign.yaml", "log", "packs", ".lock"];
        let foreign = names(root)?.into_iter().any(|n| !is_stray(&n) && !ours.contains(&&*n));
        if foreign || !numbered(root)?.is_empty() {
            return Err(Error::Taken(root.to_owned()));
        }
        let mut folder = Folder { root: root.to_owned(), lock: None };
        folder.lock()?;
        Ok(folder)
    }

    /// Makes the folder of a new campaign beside its place, and moves it there when it is whole: what
    /// fails or is interrupted leaves nothing at its place.
    ///
    /// # Errors
    /// As [`Folder::create`], and what `make` says; then nothing is left.
    pub fn create_whole<T, E>(
        root: &Path,
        make: impl FnOnce(Folder) -> Result<T, E>,
        failed: impl Fn(Error) -> E,
    ) -> Result<T, E> {
        let here = std::path::absolute(root).map_err(Error::io("make", root)).map_err(&failed)?;
        let (Some(above), Some(name)) = (here.parent(), here.file_name()) else {
            return Err(failed(Error::Taken(root.to_owned())));
        };
        if here.exists() {
            // Says whether anything of worth is in it; what an earlier attempt left is not.
            drop(Folder::create(&here).map_err(&failed)?);
        }
        sweep_beside(above, &name.to_string_lossy());
        let process = std::process::id();
        let beside = above.join(format!(".{}.{process}.tmp", name.to_string_lossy()));
        let made = Folder::create(&beside).map_err(&failed).and_then(make).and_then(|made| {
            if here.exists() {
                fs::remove_dir_all(&here).map_err(Error::io("make", root)).map_err(&failed)?;
            }
            fs::rename(&beside, &here).map_err(Error::io("make", root)).map_err(&failed)?;
            // The name lasts when the folder above it is written; where that cannot be, it may not.
            drop(File::open(above).and_then(|above| above.sync_all()));
            Ok(made)
        });
        if made.is_err() {
            drop(fs::remove_dir_all(&beside));
        }
        made
    }

    /// Where it is.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Keeps other processes from writing until this value is dropped, and clears away what an
    /// interrupted one left behind.
    ///
    /// # Errors
    /// [`Error::Busy`] if another process holds it.
    pub fn lock(&mut self) -> Result<(), Error> {
        if self.lock.is_some() {
            return Ok(());
        }
        self.lock = Some(lock(&self.root.join(".lock"), &self.root)?);
        self.sweep()
    }

    fn sweep(&self) -> Result<(), Error> {
        let shelves = [Shelf::Terms, Shelf::Packs, Shelf::Positions, Shelf::Reports, Shelf::Typed];
        let further = ["log", Shelf::Letters.place(), Shelf::Outbox.place()];
        let places = shelves.map(Shelf::place).into_iter().chain(further);
        for folder in places.map(|place| self.root.join(place)) {
            for name in names(&folder)?.into_iter().filter(|n| is_stray(n)) {
                let path = folder.join(name);
                fs::remove_file(&path).map_err(Error::io("remove", &path))?;
            }
        }
        Ok(())
    }

    fn head(&self) -> Result<Head, Error> {
        let files = numbered(&self.root)?;
        let Some((seq, name)) = files.last_key_value() else {
            return Ok(Head::EMPTY);
        };
        let digest = self.digest(name)?;
        Ok(Head { records: seq + 1, digest })
    }

    fn digest(&self, name: &str) -> Result<Digest, Error> {
        let text = read_text(&self.root.join("log").join(name))?.unwrap_or_default();
        digest_of(&text).map_err(|complaints| Error::Damaged {
            name: name.to_owned(),
            why: Box::new(complaints.into_iter().next().expect("a refusal has a complaint")),
        })
    }

    fn path(&self, shelf: Shelf, name: &str) -> Result<PathBuf, Error> {
        if !is_plain(name) {
            return Err(Error::Name(name.to_owned()));
        }
        Ok(self.root.join(shelf.place()).join(name))
    }

    fn write(&mut self, path: &Path, text: &str) -> Result<(), Error> {
        let folder = path.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder).map_err(Error::io("make", folder))?;
        write_whole(path, text, Eyes::All)
    }

    fn locked<T>(&mut self, act: impl FnOnce(&mut Folder) -> Result<T, Error>) -> Result<T, Error> {
        let for_the_moment = self.lock.is_none();
        self.lock()?;
        let done = act(self);
        if for_the_moment {
            self.lock = None;
        }
        done
    }
}

impl Store for Folder {
    fn log(&self) -> Result<Vec<Stored>, Error> {
        let mut records = Vec::new();
        for (at, (seq, name)) in numbered(&self.root)?.into_iter().enumerate() {
            if at != seq {
                return Err(Error::Gap(at));
            }
            let path = self.root.join("log").join(&name);
            let text = read_text(&path)?.ok_or(Error::Gap(at))?;
            records.push(Stored { name, text });
        }
        Ok(records)
    }

    fn append(&mut self, head: Head, what: &str, text: &str) -> Result<String, Error> {
        let name = format!("{:04}-{what}.yaml", head.records);
        if !is_plain(&name) {
            return Err(Error::Name(name));
        }
        self.locked(|folder| {
            let found = folder.head()?;
            if found != head {
                return Err(Error::Moved { thought: head, found });
            }
            folder.write(&folder.root.join("log").join(&name), text)?;
            Ok(name)
        })
    }

    fn set_aside(&mut self, head: Head) -> Result<String, Error> {
        self.locked(|folder| {
            let found = folder.head()?;
            let last = numbered(&folder.root)?.pop_last();
            let (Some((_, name)), true) = (last, found == head) else {
                return Err(Error::Moved { thought: head, found });
            };
            let path = folder.root.join("log").join(&name);
            let text = read_text(&path)?.unwrap_or_default();
            let letters = folder.root.join(Shelf::Letters.place());
            let stem = name.strip_suffix(".yaml").unwrap_or(&name);
            let (mut kept, mut at) = (format!("out-of-turn-{stem}.yaml"), 1);
            while read_text(&letters.join(&kept))?.is_some_and(|there| there != text) {
                at += 1;
                kept = format!("out-of-turn-{stem}-{at}.yaml");
            }
            // It is kept before it is taken away.
            folder.write(&letters.join(&kept), &text)?;
            fs::remove_file(&path).map_err(Error::io("remove", &path))?;
            Ok(kept)
        })
    }

    fn get(&self, shelf: Shelf, name: &str) -> Result<Option<String>, Error> {
        read_text(&self.path(shelf, name)?)
    }

    fn put(&mut self, shelf: Shelf, name: &str, text: &str) -> Result<(), Error> {
        let path = self.path(shelf, name)?;
        self.locked(|folder| folder.write(&path, text))
    }

    fn remove(&mut self, shelf: Shelf, name: &str) -> Result<(), Error> {
        let path = self.path(shelf, name)?;
        self.locked(|_| match fs::remove_file(&path) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
                Err(Error::io("remove", &path)(e))
            }
            _ => Ok(()),
        })
    }

    fn list(&self, shelf: Shelf) -> Result<Vec<String>, Error> {
        let mut found = names(&self.root.join(shelf.place()))?;
        found.retain(|name| is_plain(name));
        if shelf == Shelf::Terms {
            found.retain(|name| name == "campaign.yaml");
        }
        found.sort();
        Ok(found)
    }
}

/// The files of the log by number; names that are not those of records are passed over.
fn numbered(root: &Path) -> Result<BTreeMap<usize, String>, Error> {
    let mut files = BTreeMap::new();
    for name in names(&root.join("log"))? {
        if let Some(seq) = number(&name)
            && let Some(other) = files.insert(seq, name.clone())
        {
            let (first, second) = if other < name { (other, name) } else { (name, other) };
            return Err(Error::Twice(first, second));
        }
    }
    Ok(files)
}

/// The number of a record's file: `0003-union.yaml`.
fn number(name: &str) -> Option<usize> {
    let (digits, what) = name.strip_suffix(".yaml")?.split_once('-')?;
    let numbered = digits.len() >= 4 && digits.bytes().all(|b| b.is_ascii_digit());
    (numbered && !what.is_empty() && is_plain(name)).then(|| digits.parse().ok())?
}

/// Names of the files in a folder; none if there is no such folder.
fn names(folder: &Path) -> Result<Vec<String>, Error> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(Error::io("list", folder)(e)),
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(Error::io("list", folder))?;
        names.extend(entry.file_name().into_string());
    }
    Ok(names)
}
