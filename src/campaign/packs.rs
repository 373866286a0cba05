//! The scenario, map, charts and rules that a game is pinned to.

use super::Terms;
use crate::document::digest::{Digest, Form, Pack, cleaned, pack_digest};
use crate::document::{Diagnostic, Node, read};
use crate::games::Packs;
use std::fmt;

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
        let node = cleaned(read::parse(text, read::Limits::PACK)?, Form::Pack)?;
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

/// A pack that an offer pins and that is not to be had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lacking {
    /// Which one.
    pub kind: Pack,
    /// The digest that the offer pins.
    pub pinned: Digest,
    /// The file of that name with other contents: its name, and what is wrong with it.
    pub altered: Option<(String, String)>,
}

impl Lacking {
    /// A pack of which there is no file.
    pub fn missing(kind: Pack, pinned: Digest) -> Lacking {
        Lacking { kind, pinned, altered: None }
    }

    /// A pack whose file has other contents than its name says.
    pub fn altered(kind: Pack, pinned: Digest, file: &str, contents: &Contents) -> Lacking {
        let wrong = match contents {
            Ok(found) => format!("its contents have the digest {found}"),
            Err(why) => match why.first() {
                Some(first) if first.span.line > 0 => {
                    format!("it cannot be read: line {}: {first}", first.span.line)
                }
                Some(first) => format!("it cannot be read: {first}"),
                None => "it cannot be read".to_owned(),
            },
        };
        Lacking { kind, pinned, altered: Some((file.to_owned(), wrong)) }
    }

    /// Whether the file that is here is called by the digest that the offer pins.
    pub fn is_named(&self) -> bool {
        let name = PackFile::name(&self.pinned);
        self.altered.as_ref().is_some_and(|(file, _)| file.ends_with(&name))
    }
}

/// The digest of what stands in a file, or why it has none.
pub type Contents = Result<Digest, Vec<Diagnostic>>;

impl fmt::Display for Lacking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Lacking { kind, pinned, altered } = self;
        match altered {
            Some((file, wrong)) if !self.is_named() => write!(
                f,
                "the {kind} pack that is here, {file}, is another one: {wrong}; the offer pins {pinned}"
            ),
            Some((file, wrong)) => {
                write!(f, "the {kind} pack {file} is altered: {wrong}; the offer pins {pinned}")
            }
            None => write!(f, "the {kind} pack that the offer pins is missing: {pinned}"),
        }
    }
}

/// Finds the four packs that the terms pin; `find` has the text that is kept under a digest.
///
/// # Errors
/// Packs that are missing, that cannot be read, or whose contents have another digest.
pub fn pinned(
    terms: &Terms,
    mut find: impl FnMut(&Digest) -> Option<String>,
) -> Result<Packs, Vec<Lacking>> {
    let mut lacking = Vec::new();
    let mut files = Vec::new();
    for kind in Pack::ALL {
        let pinned = terms.pack(kind);
        let Some(text) = find(&pinned) else {
            lacking.push(Lacking::missing(kind, pinned));
            continue;
        };
        let name = format!("packs/{}", PackFile::name(&pinned));
        match PackFile::read(kind, &text) {
            Ok(file) if file.digest == pinned => files.push(file),
            other => {
                let contents = other.map(|file| file.digest);
                lacking.push(Lacking::altered(kind, pinned, &name, &contents));
            }
        }
    }
    match <[PackFile; 4]>::try_from(files) {
        Ok(files) => Ok(together(files)),
        Err(_) => Err(lacking),
    }
}
