//! A letter into a Maildir, as the format wants it: written whole into `tmp`, then moved to `new`.

use crate::cli::shell::Failure;
use crate::cli::signing;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Makes a Maildir, or what is missing of it.
pub fn make(dir: &Path) -> Result<(), Failure> {
    for shelf in ["tmp", "new", "cur"] {
        let made = fs::create_dir_all(dir.join(shelf));
        made.map_err(|e| Failure::could_not(format!("no Maildir {}: {e}", dir.display())))?;
    }
    Ok(())
}

/// Delivers a letter; its file.
pub fn deliver(dir: &Path, mail: &str) -> Result<PathBuf, String> {
    let chance = signing::random()?.to_string();
    // Time, what makes it unique, and whose it is: nobody else writes under that name.
    let name = format!("{}.R{}.provost", signing::now(), chance.get(..16).unwrap_or_default());
    let (tmp, new) = (dir.join("tmp").join(&name), dir.join("new").join(&name));
    let failed = |path: &Path| {
        let path = path.display().to_string();
        move |e: std::io::Error| format!("cannot write {path}: {e}")
    };
    let written = options().open(&tmp).and_then(|mut file| {
        file.write_all(mail.as_bytes())?;
        file.sync_all()
    });
    let moved = written.map_err(failed(&tmp)).and_then(|()| {
        fs::rename(&tmp, &new).map_err(failed(&new))?;
        flush(&dir.join("new")).map_err(failed(&new))
    });
    if moved.is_err() {
        let _ = fs::remove_file(&tmp);
    }
    moved.map(|()| new)
}

#[cfg(unix)]
fn options() -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    options
}

#[cfg(not(unix))]
fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    options
}

/// Makes a rename last; other systems than Unix do it by themselves.
fn flush(folder: &Path) -> std::io::Result<()> {
    match cfg!(unix) {
        true => File::open(folder)?.sync_all(),
        false => Ok(()),
    }
}
