//! A record that is about to be written.

use super::record::{Anchor, Close, Lock, Record, Report, Roll, Unseal, VERSION};
use crate::dice::{Game, Name};
use crate::document::digest::record_digest;
use crate::document::{Diagnostic, Node, Span, write};
use crate::store::Head;
use std::fmt::Display;

/// The parts of a record in the order in which they were added.
#[derive(Clone, Debug)]
pub struct Draft {
    node: Node,
}

/// A record with the text of its file.
#[derive(Clone, Debug)]
pub struct Written {
    /// What it says.
    pub record: Record,
    /// Its file, as it is exchanged.
    pub text: String,
}

impl Written {
    /// The same record with a signature under its `check`.
    ///
    /// # Errors
    /// What a record may not hold.
    pub fn signed(&self, signature: &str) -> Result<Written, Vec<Diagnostic>> {
        let mut file = self.record.file().clone();
        let mut check = file
            .get("check")
            .cloned()
            .unwrap_or_else(|| Node::map([("digest", text(self.record.digest))]));
        check.set("signature", Node::text(signature));
        file.set("check", check);
        let text = write::record(&file);
        Ok(Written { record: Record::read(&text)?, text })
    }
}

impl Draft {
    /// A record that answers a head.
    pub fn new(game: &Game, head: Head, from: &Name) -> Draft {
        let node = Node::map([
            ("provost", Node::text(VERSION)),
            ("game", text(game)),
            ("seq", text(head.records)),
            ("prev", text(head.digest)),
            ("from", text(from)),
        ]);
        Draft { node }
    }

    /// Says who typed it, if not the one for whom it speaks.
    pub fn wrapped(self, writer: &Name) -> Draft {
        self.with("wrapped", text(writer))
    }

    /// Adds a part.
    pub fn with(mut self, key: &str, part: Node) -> Draft {
        self.node.set(key, part);
        self
    }

    /// Adds a part if there is one.
    pub fn with_some(self, key: &str, part: Option<Node>) -> Draft {
        match part {
            Some(part) => self.with(key, part),
            None => self,
        }
    }

    /// Writes it, with its digest, and reads it as anybody else will.
    ///
    /// # Errors
    /// What a record may not hold.
    pub fn write(self) -> Result<Written, Vec<Diagnostic>> {
        let digest = record_digest(&self.node)?;
        let check = Node::map([("digest", text(digest))]);
        let file = Node::map([("record", self.node), ("check", check)]);
        let text = write::record(&file);
        // Places in a text that nobody has seen help nobody.
        let unseen = |why: Diagnostic| Diagnostic { span: Span::NONE, ..why };
        let read = Record::read(&text);
        let record = read.map_err(|all| all.into_iter().map(unseen).collect::<Vec<_>>())?;
        if record.digest != digest {
            let headline = "this record would not survive being written";
            return Err(vec![Diagnostic::error(Span::NONE, headline)]);
        }
        Ok(Written { record, text })
    }
}

pub(super) fn text(value: impl Display) -> Node {
    Node::text(value.to_string())
}

impl Anchor {
    /// The part of a record.
    pub fn node(&self) -> Node {
        Node::map([
            ("chain", text(&self.chain)),
            ("links", text(self.links)),
            ("x0", text(self.x0)),
        ])
    }
}

impl Lock {
    /// The part of a record.
    pub fn node(&self) -> Node {
        let open = self.open.map_or("-".to_owned(), |salt| salt.to_string());
        let mut node = Node::map([("segment", text(self.segment)), ("open", Node::text(open))]);
        if let Some(at) = &self.at {
            node.set("at", text(at));
        }
        if let Some(round) = self.round {
            node.set("round", text(round));
        }
        node
    }
}

impl Close {
    /// The part of a record.
    pub fn node(&self) -> Node {
        let mut node = Node::map([("lock", text(self.lock))]);
        for (source, link) in [("referee", self.referee), ("duel", self.duel)] {
            if let Some(link) = link {
                node.set(source, text(link));
            }
        }
        if let Some((round, signature)) = &self.beacon {
            node.set("beacon", Node::map([("round", text(round)), ("sig", text(signature))]));
        }
        node
    }
}

impl Unseal {
    /// The part of a record, with the orders that were sealed.
    pub fn node(&self, standing: Node) -> Node {
        Node::map([
            ("side", text(&self.side)),
            ("of", text(self.of)),
            ("salt", text(self.salt)),
            ("standing", standing),
        ])
    }
}

impl Report {
    /// The part of a record.
    pub fn node(&self) -> Node {
        let mut node = Node::map([("segment", text(self.segment))]);
        node.set("rolls", Node::list(self.rolls.iter().map(Roll::node)));
        if let Some(halt) = &self.halt {
            node.set("halt", text(halt));
        }
        node.set("position", text(self.position));
        node
    }
}

impl Roll {
    /// One line of a report.
    pub fn node(&self) -> Node {
        let faces = Node::text(self.faces.clone());
        Node::map([("roll", text(&self.label)), ("dice", text(self.dice)), ("faces", faces)])
    }
}
