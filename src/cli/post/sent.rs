//! Which letters a mail server has taken: a list of the person's own, by Message-ID, without addresses.

use crate::cli::signing;
use crate::dice::beacon;
use crate::store::{Error, SecretFile};

/// The list.
#[derive(Debug)]
pub struct Sent {
    file: SecretFile,
}

impl Sent {
    /// The list in a file, there or not.
    pub fn new(file: SecretFile) -> Sent {
        Sent { file }
    }

    /// When a letter was taken last, if it was.
    pub fn when(&self, id: &str) -> Result<Option<String>, Error> {
        let list = self.file.read()?.unwrap_or_default();
        let of = |line: &str| {
            let (when, listed) = line.split_once(' ')?;
            (listed == id).then(|| when.to_owned())
        };
        Ok(list.lines().rev().find_map(of))
    }

    /// Enters a letter that was taken now.
    pub fn keep(&self, id: &str) -> Result<(), Error> {
        let now = beacon::format_utc(signing::now()).unwrap_or_default();
        self.file.change(|list| Ok(list.unwrap_or_default() + &format!("{now} {id}\n")))
    }
}
