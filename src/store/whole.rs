//! Files read and written whole; written to a temporary name, flushed, renamed.

use super::Error;
use fs4::{FileExt, TryLockError};
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Largest file that is read from a campaign's folder, in bytes.
const LARGEST: u64 = 4 * 1024 * 1024;

/// Who may read a new file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Eyes {
    /// Whoever the folder lets.
    All,
    /// Its owner only (mode 0600).
    Owner,
}

/// Writes a file so that it is the old one or the new one at every moment, also after a crash.
///
/// The text goes to a hidden name in the same folder, is flushed to the disk and renamed; then the
/// folder is flushed. The temporary file is taken away if anything fails.
pub fn write_whole(path: &Path, text: &str, eyes: Eyes) -> Result<(), Error> {
    let temporary = temporary(path)?;
    let done = write_new(&temporary, text, eyes)
        .map_err(Error::io("write", path))
        .and_then(|()| fs::rename(&temporary, path).map_err(Error::io("write", path)));
    if done.is_err() {
        // What failed first is what the caller must hear of.
        let _ = fs::remove_file(&temporary);
        return done;
    }
    flush_folder(path)
}

/// The text of a file, if it is there; a file that is too large or not text is refused.
pub(super) fn read_text(path: &Path) -> Result<Option<String>, Error> {
    // A pipe in its place would keep whoever opens it waiting.
    let is_file = |kind: fs::Metadata| match kind.is_file() || kind.is_dir() {
        true => File::open(path),
        false => Err(std::io::Error::other("it is no file")),
    };
    let file = match fs::metadata(path).and_then(is_file) {
        Ok(file) => file,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(Error::io("read", path)(e)),
    };
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(Error::io("read", path))?;
    if bytes.len() as u64 > LARGEST {
        return Err(Error::TooLarge(path.to_owned()));
    }
    let text = String::from_utf8(bytes);
    text.map(Some)
        .map_err(|e| Error::NotText { path: path.to_owned(), byte: e.utf8_error().valid_up_to() })
}

/// Whether a file name is one that an interrupted [`write_whole`] leaves behind.
pub(super) fn is_stray(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(".tmp")
}

fn temporary(path: &Path) -> Result<PathBuf, Error> {
    let name = path.file_name().and_then(|n| n.to_str());
    let name = name.ok_or_else(|| Error::Name(path.display().to_string()))?;
    Ok(path.with_file_name(format!(".{name}.{}.tmp", std::process::id())))
}

fn write_new(path: &Path, text: &str, eyes: Eyes) -> std::io::Result<()> {
    // A name left by a process that was killed and had our number.
    let _ = std::fs::remove_file(path);
    let mut file = options(eyes).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

#[cfg(unix)]
fn options(eyes: Eyes) -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    if eyes == Eyes::Owner {
        options.mode(0o600);
    }
    options
}

#[cfg(not(unix))]
fn options(_eyes: Eyes) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    options
}

/// Makes a rename last; other systems than Unix do it by themselves.
fn flush_folder(path: &Path) -> Result<(), Error> {
    if cfg!(unix)
        && let Some(folder) = path.parent()
    {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        File::open(folder).and_then(|f| f.sync_all()).map_err(Error::io("write", folder))?;
    }
    Ok(())
}

/// A file for its owner's eyes only, kept outside every campaign's folder.
#[derive(Clone, Debug)]
pub struct SecretFile {
    path: PathBuf,
}

impl SecretFile {
    /// The file at a path, there or not.
    pub fn new(path: PathBuf) -> SecretFile {
        SecretFile { path }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What it says, if it is there.
    pub fn read(&self) -> Result<Option<String>, Error> {
        read_text(&self.path)
    }

    /// Changes it while no other process does: `change` gets what it says and returns what it is
    /// to say, or refuses.
    ///
    /// # Errors
    /// [`Error::Busy`] if another process changes it; what `change` refused.
    pub fn change<E: From<Error>>(
        &self,
        change: impl FnOnce(Option<String>) -> Result<String, E>,
    ) -> Result<(), E> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(Error::io("make", folder))?;
        let _lock = lock(&self.path.with_extension("lock"), &self.path)?;
        let text = change(self.read()?)?;
        write_whole(&self.path, &text, Eyes::Owner).map_err(E::from)
    }
}

/// A lock file that is held for as long as this lives; the operating system lets go of it with the
/// process.
#[derive(Debug)]
pub(super) struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // To close it is not enough: a child that this process is just starting has it open too.
        let _ = FileExt::unlock(&self.0);
    }
}

/// Takes a lock file.
pub(super) fn lock(path: &Path, of: &Path) -> Result<Lock, Error> {
    if fs::metadata(path).is_ok_and(|kind| !kind.is_file()) {
        return Err(Error::io("lock", path)(std::io::Error::other("it is no file")));
    }
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(path);
    let file = file.map_err(Error::io("write", path))?;
    match FileExt::try_lock(&file) {
        Ok(()) => Ok(Lock(file)),
        Err(TryLockError::WouldBlock) => Err(Error::Busy(of.to_owned())),
        Err(TryLockError::Error(e)) => Err(Error::io("lock", path)(e)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_given_up_also_while_a_child_has_its_file_open() {
        let place = tempfile::tempdir().expect("a folder");
        let path = place.path().join(".lock");
        let held = lock(&path, place.path()).expect("nobody has it");
        // A child is born with the files of its parent, until it runs a program of its own.
        let of_a_child = held.0.try_clone().expect("the same file");
        assert!(matches!(lock(&path, place.path()), Err(Error::Busy(_))));
        drop(held);
        drop(lock(&path, place.path()).expect("nobody has it any more"));
        drop(of_a_child);
    }
}
