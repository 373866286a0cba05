//! Archives that a command names: folders, streams, heaps of files and mails.

use super::shell::{Failure, Shell};
use crate::campaign::archive::Archive;
use crate::mail;
use crate::store::Stored;
use std::path::{Path, PathBuf};

impl Shell {
    /// Everything below the paths, sorted; names are as the user knows them. Mails are taken apart.
    pub fn archive(&self, paths: &[PathBuf]) -> Result<Archive, Failure> {
        let mut archive = Archive::default();
        for path in paths {
            self.gather(path, &mut archive)?;
        }
        Ok(archive)
    }

    fn gather(&self, path: &Path, archive: &mut Archive) -> Result<(), Failure> {
        if !path.is_dir() {
            self.sort(path, archive)?;
            return Ok(());
        }
        let failed =
            |e: std::io::Error| Failure::could_not(format!("cannot read {}: {e}", path.display()));
        let mut names: Vec<PathBuf> = Vec::new();
        for entry in std::fs::read_dir(path).map_err(failed)? {
            names.push(entry.map_err(failed)?.path());
        }
        names.sort();
        for name in names {
            // A link may lead anywhere, also back here.
            if name.is_symlink() {
                continue;
            }
            // Whoever reads a pipe waits for ever.
            if !name.is_dir() && !name.is_file() {
                continue;
            }
            let hidden = name.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'));
            // Typed files, reports, letters and copies are kept beside the log, unhashed; what is in
            // `tmp` of a Maildir is still on its way.
            let is_aside = |dir: &&str| match *dir {
                "tmp" => name.ends_with(dir) && path.join("cur").is_dir(),
                dir => name.ends_with(dir),
            };
            let shelves = ["typed", "reports", "letters", "outbox", "tmp"];
            let aside = name.is_dir() && shelves.iter().any(is_aside);
            if !hidden && !aside {
                self.gather(&name, archive)?;
            }
        }
        Ok(())
    }

    /// Sorts a file by what it is: a mailbox, a mail, a text into which records were pasted, or a
    /// file of a campaign.
    fn sort(&self, path: &Path, archive: &mut Archive) -> Result<(), Failure> {
        let name = path.display().to_string();
        let bytes = self.whole(path)?;
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        match (ending.as_ref().and_then(|ending| ending.to_str()), mail::kind(&bytes)) {
            (Some("yaml" | "yml"), _) => {}
            (_, mail::Kind::Mailbox) => {
                for (bytes, n) in mail::mailbox(&bytes).iter().zip(1..) {
                    archive.add_mail(&format!("{name}, mail {n}"), bytes);
                }
                return Ok(());
            }
            (Some("eml"), _) | (_, mail::Kind::Mail) => {
                archive.add_mail(&name, &bytes);
                return Ok(());
            }
            (Some("txt"), _) => {
                archive.add_pasted(&name, &bytes);
                return Ok(());
            }
            _ => {}
        }
        // A damaged record must be found false, and a picture beside the log does not matter.
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(e) => String::from_utf8_lossy(e.as_bytes()).into_owned(),
        };
        archive.add(&Stored { name, text });
        Ok(())
    }
}
