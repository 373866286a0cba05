//! The scenario, map, charts and rules that a game is pinned to.

use super::Terms;
use crate::document::digest::{Digest, Pack, pack_digest};
use crate::document::{Diagnostic, Node, Span, read};
use crate::games::Packs;

/// One pack as a file.
#[derive(Clone, Debug)]
pub struct PackFile {
    /// What it is.
    pub kind: Pack,
    /// Its digest.
    pub digest: Digest,
    /// Its text.
    pub text: String,
    /// The same, parsed.
    pub node: Node,
}

impl PackFile {
    /// Reads the file of a pack.
    ///
    /// # Errors
    /// Every complaint about it.
    pub fn read(kind: Pack, text: &str) -> Result<PackFile, Vec<Diagnostic>> {
        let node = read::parse(text, read::Limits::PACK)?;
        let digest = pack_digest(kind, &node)?;
        Ok(PackFile { kind, digest, text: text.to_owned(), node })
    }

    /// The name under which a campaign keeps it.
    pub fn name(digest: &Digest) -> String {
        format!("{digest}.yaml")
    }
}

/// The four packs of a game from files in the order of [`Pack::ALL`].
pub fn together(files: [PackFile; 4]) -> Packs {
    let [scenario, map, charts, rules] = files.map(|file| file.node);
    Packs { scenario, map, charts, rules }
}

/// Finds the four packs that the terms pin; `find` has the text that is kept under a digest.
///
/// # Errors
/// Packs that are missing, that cannot be read, or whose contents have another digest.
pub fn pinned(
    terms: &Terms,
    mut find: impl FnMut(Pack, &Digest) -> Option<String>,
) -> Result<Packs, Vec<Diagnostic>> {
    let mut complaints = Vec::new();
    let mut files = Vec::new();
    for kind in Pack::ALL {
        let pinned = terms.pack(kind);
        let Some(text) = find(kind, &pinned) else {
            let headline = format!("the {kind} pack is missing: {pinned}");
            complaints.push(Diagnostic::error(Span::NONE, headline));
            continue;
        };
        match PackFile::read(kind, &text) {
            Ok(file) if file.digest == pinned => files.push(file),
            Ok(file) => {
                let headline = format!(
                    "the {kind} pack has the digest {}, the offer pins {pinned}",
                    file.digest
                );
                complaints.push(Diagnostic::error(Span::NONE, headline));
            }
            Err(more) => {
                let headline = format!("the {kind} pack {pinned} cannot be read");
                complaints.push(Diagnostic::error(Span::NONE, headline));
                complaints.extend(more);
            }
        }
    }
    match <[PackFile; 4]>::try_from(files) {
        Ok(files) => Ok(together(files)),
        Err(_) => Err(complaints),
    }
}
