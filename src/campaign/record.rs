//! One message as one file: what a record says, part by part.

mod agreed;

pub use agreed::{Correct, Handover, How, Reroll, Ruling, Verdict, Void, Why};

use super::claim::Claim;
use super::terms::Terms;
use crate::dice::{Dice, Game, Label, Name, Signature};
use crate::document::digest::Digest;
use crate::document::fields::{Field, Fields};
use crate::document::{Diagnostic, Node, Span, read};
use std::fmt;
use std::str::FromStr;

/// The version of the records that this program reads and writes.
pub const VERSION: &str = "1";

/// A record that was read.
#[derive(Clone, Debug)]
pub struct Record {
    /// What it hashes to: the head of the log after it.
    pub digest: Digest,
    /// What its own `check` says that it hashes to.
    pub stated: Option<Digest>,
    /// Which game.
    pub game: Game,
    /// Its number in the game, from 0.
    pub seq: u32,
    /// The head that it answers.
    pub prev: Digest,
    /// For whom it speaks: a side, or the referee.
    pub from: Name,
    /// Who typed it, if that is somebody else.
    pub wrapped: Option<Name>,
    /// `offer`
    pub offer: Option<Box<Terms>>,
    /// `accept`: digest of the offer.
    pub accept: Option<Digest>,
    /// `anchor`
    pub anchor: Option<Anchor>,
    /// `seal`
    pub seal: Option<Digest>,
    /// `lock`
    pub lock: Option<Lock>,
    /// `close`
    pub close: Option<Close>,
    /// `unseal`
    pub unseal: Option<Unseal>,
    /// `report`
    pub report: Option<Report>,
    /// `ruling`
    pub ruling: Option<Ruling>,
    /// `void`
    pub void: Option<Void>,
    /// `correct`
    pub correct: Option<Correct>,
    /// `claim`
    pub claim: Option<Claim>,
    /// `handover`
    pub handover: Option<Handover>,
    /// `result`
    pub result: Option<Verdict>,
    /// The whole file: `record` and `check`.
    file: Node,
}

/// `anchor: {chain, links, x0}`: a chain is declared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Anchor {
    /// `union-1`
    pub chain: Name,
    /// How many segments it can close.
    pub links: u32,
    /// Its anchor.
    pub x0: Digest,
}

/// `lock: {segment, open[, at, round]}`: what was ordered stands from now on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lock {
    /// Its number in the game, from 1.
    pub segment: u32,
    /// Salt; none where the referee wrapped plain orders (`-`).
    pub open: Option<Digest>,
    /// When it was mailed (beacon modes).
    pub at: Option<String>,
    /// The beacon round that it fixes.
    pub round: Option<u64>,
}

/// `close: {lock[, referee][, duel][, beacon]}`: what was missing is published.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Close {
    /// Digest of the record with the lock.
    pub lock: Digest,
    /// The referee's link.
    pub referee: Option<Digest>,
    /// The other side's link.
    pub duel: Option<Digest>,
    /// Round and signature of the beacon.
    pub beacon: Option<(u64, Signature)>,
}

/// `unseal: {side, of, salt, standing}`: sealed standing orders are opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unseal {
    /// Whose.
    pub side: Name,
    /// Number of the record with the seal.
    pub of: u32,
    /// Salt.
    pub salt: Digest,
}

/// `report`: what came of a segment, as its author says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The segment; in recorded mode the number of the player-turn.
    pub segment: u32,
    /// Dice, in order.
    pub rolls: Vec<Roll>,
    /// How it ended; none in recorded mode.
    pub halt: Option<Halt>,
    /// Digest of the position then.
    pub position: Digest,
}

impl Report {
    /// Whether the player-turn came to its end.
    pub fn ended(&self) -> bool {
        matches!(self.halt, Some(Halt::End) | None)
    }
}

/// One line of `rolls`.
#[derive(Clone, Debug)]
pub struct Roll {
    /// `1722.crt.1`
    pub label: Label,
    /// `1d6`
    pub dice: Dice,
    /// `5`, or `3 5 2`
    pub faces: String,
    /// Where it stands.
    pub span: Span,
}

/// Equality looks at what was rolled, not at where it stands.
impl PartialEq for Roll {
    fn eq(&self, other: &Roll) -> bool {
        (&self.label, self.dice, &self.faces) == (&other.label, other.dice, &other.faces)
    }
}
impl Eq for Roll {}

/// How a segment ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// The player-turn is over.
    End,
    /// Stopped after the combat against this hex, as ordered.
    Pause(String),
    /// Stopped before the combat against this hex: the odds are not those expected.
    Expect(String),
    /// A question must be answered.
    Ask(String),
}

impl Record {
    /// Reads the file of one record; a digest that its contents do not have is no complaint here
    /// (see [`Record::is_damaged`]).
    ///
    /// # Errors
    /// Every complaint about a file that is no record of this version.
    pub fn read(text: &str) -> Result<Record, Vec<Diagnostic>> {
        let (file, digest) = read::hashed_record(text)?;
        let mut complaints = Vec::new();
        let read = Record::of(&file, digest, &mut complaints);
        match read {
            Some(record) if complaints.is_empty() => Ok(Record { file, ..record }),
            _ => Err(complaints),
        }
    }

    fn of(file: &Node, digest: Digest, complaints: &mut Vec<Diagnostic>) -> Option<Record> {
        let mut stated = None;
        if let Some(check) = file.get("check")
            && let Some(mut check) = Fields::of(check, "check", complaints)
        {
            stated = check.optional("digest").read();
            check.optional("signature").text();
            check.finish();
        }
        let mut record = Fields::of(file.get("record")?, "record", complaints)?;
        if record.required("provost").text().is_some_and(|version| version != VERSION) {
            let span = file.get("record")?.get("provost")?.span;
            record.complain(
                Diagnostic::error(span, "a record of another version")
                    .help("this program reads version 1"),
            );
        }
        let game = record.required("game").read();
        let seq = record.required("seq").number();
        let prev = record.required("prev").read();
        let from = record.required("from").read();
        let wrapped = record.optional("wrapped").read();
        let offer = record.optional("offer").node();
        let offer = offer.and_then(|node| Terms::read(node, record.complaints())).map(Box::new);
        let accept = accept(record.optional("accept"));
        let anchor = anchor(record.optional("anchor"));
        let seal = record.optional("seal").read();
        let lock = lock(record.optional("lock"));
        let close = close(record.optional("close"));
        let unseal = unseal(record.optional("unseal"));
        let report = report(record.optional("report"));
        let ruling = agreed::ruling(record.optional("ruling"));
        let correct = agreed::correct(record.optional("correct"));
        let void = agreed::void(record.optional("void"));
        let handover = agreed::handover(record.optional("handover"));
        let result = agreed::verdict(record.optional("result"));
        let claim = Claim::read(record.optional("claim"));
        record.optional("orders").fields("mapping of orders");
        record.optional("answer").list();
        record.optional("rolls").list();
        record.optional("standing");
        record.optional("note").text();
        for letter in record.optional("letters").list() {
            let digest = letter.as_text().and_then(|text| text.parse::<Digest>().ok());
            if digest.is_none() {
                let headline = "`letters` lists digests of letters, each 64 lower-case hex digits";
                record.complain(Diagnostic::error(letter.span, headline));
            }
        }
        record.finish();
        Some(Record {
            digest,
            stated,
            game: game?,
            seq: seq?,
            prev: prev?,
            from: from?,
            wrapped,
            offer,
            accept,
            anchor,
            seal,
            lock,
            close,
            unseal,
            report,
            ruling,
            void,
            correct,
            claim,
            handover,
            result,
            file: Node::text(""),
        })
    }

    /// Whether its contents are not those that its `check` was made for.
    pub fn is_damaged(&self) -> bool {
        self.stated.is_some_and(|stated| stated != self.digest)
    }

    /// The whole file: `record`, and `check` if it has one.
    pub fn file(&self) -> &Node {
        &self.file
    }

    /// The mapping that is hashed.
    pub fn node(&self) -> &Node {
        self.file.get("record").unwrap_or(&self.file)
    }

    /// A part as it stands: `orders`, `standing`, `answer`, `rolls`, `note`, `result`, ...
    pub fn part(&self, key: &str) -> Option<&Node> {
        self.node().get(key)
    }

    /// Whether it has a part.
    pub fn has(&self, key: &str) -> bool {
        self.part(key).is_some()
    }

    /// The signature in its `check`.
    pub fn signature(&self) -> Option<&str> {
        self.file.get("check")?.get_text("signature")
    }

    /// Where that signature stands; the record's beginning if there is none.
    pub fn signed_at(&self) -> Span {
        let signature = self.file.get("check").and_then(|check| check.get("signature"));
        signature.unwrap_or(self.node()).span
    }

    /// Where a part, or something inside it, stands; the record's beginning if it is not there.
    pub fn span(&self, path: &[&str]) -> Span {
        let found = path.iter().try_fold(self.node(), |node, key| node.get(key));
        found.map_or(self.node().span, |node| node.span)
    }

    /// Who typed it.
    pub fn writer(&self) -> &Name {
        self.wrapped.as_ref().unwrap_or(&self.from)
    }

    /// Its name for people: `record 12`.
    pub fn name(&self) -> String {
        format!("record {}", self.seq)
    }
}

fn accept(field: Field) -> Option<Digest> {
    let mut accept = field.fields("acceptance")?;
    let terms = accept.required("terms").read();
    accept.optional("key").text();
    accept.finish();
    terms
}

fn anchor(field: Field) -> Option<Anchor> {
    let mut anchor = field.fields("anchor")?;
    let chain = anchor.required("chain").read();
    let links = anchor.required("links").number();
    let x0 = anchor.required("x0").read();
    anchor.finish();
    Some(Anchor { chain: chain?, links: links?, x0: x0? })
}

fn lock(field: Field) -> Option<Lock> {
    let mut lock = field.fields("lock")?;
    let segment = lock.required("segment").number();
    let open = salt(lock.required("open"));
    let at = lock.optional("at").text().map(str::to_owned);
    let round = lock.optional("round").number();
    lock.finish();
    Some(Lock { segment: segment?, open: open?, at, round })
}

/// A salt, or `-`.
fn salt(field: Field) -> Option<Option<Digest>> {
    struct Salt(Option<Digest>);
    impl FromStr for Salt {
        type Err = String;

        fn from_str(text: &str) -> Result<Salt, String> {
            match text {
                "-" => Ok(Salt(None)),
                salt => salt.parse().map(Some).map(Salt).map_err(|why| format!("{why}, or -")),
            }
        }
    }
    field.read::<Salt>().map(|salt| salt.0)
}

fn close(field: Field) -> Option<Close> {
    let mut close = field.fields("close")?;
    let lock = close.required("lock").read();
    let referee = close.optional("referee").read();
    let duel = close.optional("duel").read();
    let mut beacon = None;
    if let Some(mut round) = close.optional("beacon").fields("beacon round") {
        let number = round.required("round").number();
        let signature = round.required("sig").read();
        round.finish();
        beacon = number.zip(signature);
    }
    close.finish();
    Some(Close { lock: lock?, referee, duel, beacon })
}

fn unseal(field: Field) -> Option<Unseal> {
    let mut unseal = field.fields("unseal")?;
    let side = unseal.required("side").read();
    let of = unseal.required("of").number();
    let salt = unseal.required("salt").read();
    unseal.required("standing");
    unseal.finish();
    Some(Unseal { side: side?, of: of?, salt: salt? })
}

fn report(field: Field) -> Option<Report> {
    let mut report = field.fields("report")?;
    let segment = report.required("segment").number();
    let halt = report.optional("halt").read();
    let position = report.required("position").read();
    let lines = report.optional("rolls").list();
    let rolls = lines.iter().map(|line| roll(line, report.complaints())).collect::<Vec<_>>();
    report.finish();
    let rolls = rolls.into_iter().collect::<Option<Vec<Roll>>>();
    Some(Report { segment: segment?, rolls: rolls?, halt, position: position? })
}

fn roll(line: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Roll> {
    let mut roll = Fields::of(line, "roll", complaints)?;
    let label = roll.required("roll").read();
    let dice = roll.required("dice").read();
    let faces = roll.required("faces").text().map(str::to_owned);
    roll.finish();
    Some(Roll { label: label?, dice: dice?, faces: faces?, span: line.span })
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Halt::End => f.write_str("end"),
            Halt::Pause(hex) => write!(f, "pause {hex}"),
            Halt::Expect(hex) => write!(f, "expect {hex}"),
            Halt::Ask(key) => write!(f, "ask {key}"),
        }
    }
}

impl FromStr for Halt {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Halt, &'static str> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        match (word, rest) {
            ("end", "") => Ok(Halt::End),
            (_, "") => Err("needs end, pause HEX, expect HEX or ask KEY"),
            ("pause", hex) => Ok(Halt::Pause(hex.to_owned())),
            ("expect", hex) => Ok(Halt::Expect(hex.to_owned())),
            ("ask", key) => Ok(Halt::Ask(key.to_owned())),
            _ => Err("needs end, pause HEX, expect HEX or ask KEY"),
        }
    }
}

impl Halt {
    /// Whether it uses up one of the pauses that the terms allow.
    pub fn is_pause(&self) -> bool {
        matches!(self, Halt::Pause(_) | Halt::Expect(_))
    }
}
