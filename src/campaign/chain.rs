//! Which record comes next: its number, the head that it answers, and who writes it.

use super::Record;
use super::terms::Terms;
use crate::dice::{Game, Name};
use crate::document::Diagnostic;
use crate::store::Head;
use std::fmt;

/// Who owes the next record, and what must be in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Awaited {
    /// Acceptance of the terms.
    Accept(Name),
    /// Orders, with a lock; in recorded mode with dice and report.
    Orders(Name),
    /// The close of the open lock; by anybody if nobody's link is needed.
    Close(Option<Name>),
    /// An answer to the question that halted play.
    Answer(Name),
    /// The result of the game, from each side.
    Result(Vec<Name>),
    /// Nothing more.
    Nobody,
}

impl Awaited {
    /// Whether this author may write the next record.
    pub fn is(&self, author: &Name) -> bool {
        match self {
            Awaited::Accept(name) | Awaited::Orders(name) | Awaited::Answer(name) => name == author,
            Awaited::Close(Some(name)) => name == author,
            Awaited::Close(None) => true,
            Awaited::Result(names) => names.contains(author),
            Awaited::Nobody => false,
        }
    }

    /// A sentence: `orders of Union are awaited`.
    pub fn sentence(&self) -> String {
        match self {
            Awaited::Accept(name) => format!("the acceptance of {} is awaited", capital(name)),
            Awaited::Orders(name) => format!("orders of {} are awaited", capital(name)),
            Awaited::Close(Some(name)) => format!("the close of {} is awaited", capital(name)),
            Awaited::Close(None) => "a close is awaited".to_owned(),
            Awaited::Answer(name) => format!("an answer of {} is awaited", capital(name)),
            Awaited::Result(names) => {
                let names: Vec<String> = names.iter().map(capital).collect();
                format!("the result is awaited, as {} sees it", names.join(" and as "))
            }
            Awaited::Nobody => "nothing is awaited".to_owned(),
        }
    }
}

/// The name of an author as a sentence has it.
fn capital(name: &Name) -> String {
    super::words::capital(name.as_str())
}

/// `orders of union`
impl fmt::Display for Awaited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Awaited::Accept(name) => write!(f, "the acceptance of {name}"),
            Awaited::Orders(name) => write!(f, "orders of {name}"),
            Awaited::Close(Some(name)) => write!(f, "the close of {name}"),
            Awaited::Close(None) => f.write_str("a close"),
            Awaited::Answer(name) => write!(f, "an answer of {name}"),
            Awaited::Result(names) => {
                let names: Vec<&str> = names.iter().map(Name::as_str).collect();
                write!(f, "the result as {} sees it", names.join(" and as "))
            }
            Awaited::Nobody => f.write_str("nothing"),
        }
    }
}

/// The end of a chain of records.
#[derive(Clone, Debug)]
pub struct Chain {
    /// Whose records they are.
    pub game: Game,
    /// Where it ends.
    pub head: Head,
    /// What comes next.
    pub awaited: Awaited,
    /// Who has claimed the game, the other one being silent.
    pub claims: Vec<Name>,
}

/// Parts that anybody concerned may write out of turn; they change neither who is awaited nor the
/// segment.
const FREE: [&str; 5] = ["claim", "handover", "void", "ruling", "correct"];

/// Parts that only the awaited author writes.
const BOUND: [&str; 10] =
    ["offer", "accept", "orders", "lock", "answer", "close", "unseal", "report", "rolls", "result"];

impl Chain {
    /// Everything that is wrong with the place of a record in the chain; whoever offered the terms has a
    /// part in what follows only if they give him one.
    pub fn check(&self, record: &Record, terms: &Terms, offerer: &Name) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let mut say = |key: &str, headline: String| {
            found.push(Diagnostic::error(record.span(&[key]), headline));
        };
        if record.is_damaged() {
            say("prev", "its contents are not those that its own digest was made for".to_owned());
        }
        if record.game != self.game {
            say("game", format!("of game {}, not of {}", record.game, self.game));
        }
        if usize::try_from(record.seq) != Ok(self.head.records) {
            say(
                "seq",
                format!(
                    "says seq {} and is the record after {} others",
                    record.seq, self.head.records
                ),
            );
        }
        if record.prev != self.head.digest {
            say(
                "prev",
                format!(
                    "answers {}; the record before has the digest {}",
                    record.prev, self.head.digest
                ),
            );
        }
        let offers = record.seq == 0 && record.from == *offerer;
        if !offers && !terms.may_write(&record.from, offerer) {
            let headline = format!(
                "from {}, who has no part in this game of mode {}",
                record.from, terms.mode
            );
            say("from", headline);
        } else if !self.awaited.is(&record.from) && !is_free(record) && !self.ends_by_claim(record)
        {
            say(
                "from",
                format!("out of turn: from {}, but {}", record.from, self.awaited.sentence()),
            );
        }
        found
    }

    /// Whether somebody has claimed the game.
    pub fn claims(&self, side: &Name) -> bool {
        self.claims.contains(side)
    }

    /// Whether it gives nothing but the result of a game that its writer has claimed.
    fn ends_by_claim(&self, record: &Record) -> bool {
        let bound = BOUND.iter().filter(|part| record.has(part));
        record.result.is_some() && bound.count() == 1 && self.claims(&record.from)
    }

    /// Goes on behind a record.
    pub fn push(&mut self, record: &Record) {
        self.head = Head { records: self.head.records + 1, digest: record.digest };
    }
}

/// Whether a record has only parts that anybody concerned may write.
pub fn is_free(record: &Record) -> bool {
    FREE.iter().any(|part| record.has(part)) && !BOUND.iter().any(|part| record.has(part))
}
