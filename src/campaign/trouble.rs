//! Why a campaign cannot do what it was asked.

use super::packs::Lacking;
use super::replay::False;
use super::secrets;
use crate::document::{Diagnostic, Span};
use crate::store;
use std::fmt;

/// Why a campaign cannot do what it was asked; nothing was filed, except by [`Trouble::Locked`].
#[derive(Debug)]
pub enum Trouble {
    /// The store.
    Store(store::Error),
    /// The secret chain.
    Secrets(secrets::Refused),
    /// What was typed is refused.
    Refused(Vec<Diagnostic>),
    /// A record of the log is not what it should be.
    False {
        /// Its file.
        file: String,
        /// Its text.
        text: String,
        /// What is false.
        wrong: False,
    },
    /// A record that was handed over is not what it should be, or differs from the one that is here.
    NotFiled {
        /// Its file.
        file: String,
        /// Its text.
        text: String,
        /// What is false.
        wrong: False,
    },
    /// Packs that the offer pins are missing or altered.
    Packs(Vec<Lacking>),
    /// A record could not be signed; why.
    Unsigned(String),
    /// Something else is awaited; what, and what to do.
    NotNow(String),
    /// A file of orders is needed and none was named; what is awaited.
    Unnamed(String),
    /// A record of this number is remembered, and could not be filed.
    Remembered(u32, Box<Trouble>),
    /// Orders were locked and filed as a record of this number, and then their dice could not be.
    Locked(u32, Box<Trouble>),
}

impl Trouble {
    /// The same, behind what was done before.
    pub(super) fn after(self, told: &str) -> Trouble {
        match self {
            Trouble::NotNow(why) => Trouble::NotNow(format!("{told}; {why}")),
            Trouble::Refused(mut all) => {
                all.push(Diagnostic::note(Span::NONE, told));
                Trouble::Refused(all)
            }
            other => other,
        }
    }
}

impl From<store::Error> for Trouble {
    fn from(error: store::Error) -> Trouble {
        Trouble::Store(error)
    }
}

impl From<secrets::Refused> for Trouble {
    fn from(refused: secrets::Refused) -> Trouble {
        match refused {
            secrets::Refused::Store(error) => Trouble::Store(error),
            other => Trouble::Secrets(other),
        }
    }
}

impl From<Vec<Lacking>> for Trouble {
    fn from(lacking: Vec<Lacking>) -> Trouble {
        Trouble::Packs(lacking)
    }
}

impl From<Vec<Diagnostic>> for Trouble {
    fn from(complaints: Vec<Diagnostic>) -> Trouble {
        Trouble::Refused(complaints)
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = |complaints: &[Diagnostic]| {
            complaints.first().map_or("refused".to_owned(), Diagnostic::to_string)
        };
        match self {
            Trouble::Store(error) => error.fmt(f),
            Trouble::Secrets(refused) => refused.fmt(f),
            Trouble::Refused(complaints) => f.write_str(&first(complaints)),
            Trouble::False { file, wrong, .. } | Trouble::NotFiled { file, wrong, .. } => {
                write!(f, "{file}: {}", first(&wrong.findings))
            }
            Trouble::Packs(lacking) => {
                let all: Vec<String> = lacking.iter().map(Lacking::to_string).collect();
                f.write_str(&all.join("; "))
            }
            Trouble::Unsigned(why) => write!(f, "the record cannot be signed: {why}"),
            Trouble::NotNow(why) => f.write_str(why),
            Trouble::Unnamed(awaited) => {
                write!(f, "{awaited}: name their file, `provost resolve FILE`")
            }
            Trouble::Remembered(seq, why) => write!(
                f,
                "record {seq} is written and stands, but it is not filed yet: {why}. Mend that, \
                 then type `provost send` without a file; it files that very record"
            ),
            Trouble::Locked(seq, why) => write!(
                f,
                "the orders are locked and filed as record {seq}; their dice are not filed yet: {why}. \
                 Mend that, then type `provost resolve` without a file; it gives the same dice"
            ),
        }
    }
}

impl std::error::Error for Trouble {}
