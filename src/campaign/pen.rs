//! What a person writes records with: his chair, fresh salts, the time, and his signature.
//!
//! Nothing down here draws chance, reads a clock or asks another program; whoever does hands it in.

use crate::dice::Name;
use crate::document::digest::Digest;
use crate::store::SecretFile;
use std::fmt;

/// What a person writes records with.
#[derive(Debug)]
pub struct Pen {
    /// Where he sits; nowhere if one machine plays for everybody, or if he only watches.
    pub chair: Option<Name>,
    /// The time, in seconds since 1970.
    pub now: i64,
    /// Fresh numbers from the operating system: for a lock, for a seal.
    pub salts: [Digest; 2],
    /// How he signs, if he does.
    pub signer: Option<Signer>,
    /// Where his secrets are.
    pub secrets: Option<SecretFile>,
    /// Whether letters are written where one machine plays for everybody; they are the referee's.
    pub posts: bool,
    /// Whether his letters carry the report as a page for a browser too.
    pub pages: bool,
}

/// For whoever sits nowhere.
impl Default for Pen {
    fn default() -> Pen {
        Pen {
            chair: None,
            now: 0,
            salts: [Digest::ZERO; 2],
            signer: None,
            secrets: None,
            posts: false,
            pages: false,
        }
    }
}

/// Signs a text: the base64 of an SSH signature, or why there is none.
pub struct Signer(Box<Sign>);

type Sign = dyn Fn(&str) -> Result<String, String>;

impl Signer {
    /// Signs as told.
    pub fn new(sign: impl Fn(&str) -> Result<String, String> + 'static) -> Signer {
        Signer(Box::new(sign))
    }

    /// The signature of a text.
    ///
    /// # Errors
    /// Why there is none.
    pub fn sign(&self, text: &str) -> Result<String, String> {
        (self.0)(text)
    }
}

/// Never shows with what.
impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Signer")
    }
}
