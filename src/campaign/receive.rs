//! Mail into a campaign: orders that wait, records that are filed, refusals with a reply.
//!
//! Nothing here rolls a die or knows a link. Legal orders wait among the letters until `resolve`
//! locks them; the side is the one that their head line names, whoever sent them.

use super::archive::{Archive, Found, Place};
use super::chain::Awaited;
use super::open::Campaign;
use super::out_of_turn::Crossed;
use super::replay::False;
use super::take::Taking;
use super::{Proposal, Record, Trouble, Written};
use crate::dice::Mode;
use crate::document::digest::{Digest, hash_bytes, label};
use crate::document::{Diagnostic, Node, Span, write};
use crate::games::{Answering, Carried, State};
use crate::mail::write::{self as letter, Letter};
use crate::mail::{self, About, Head, Outcome, Part, PartName, Refusal, Reply, Why};
use crate::report::diagnostics::{self, File, Paint};
use crate::store::{Store, Stored};

/// A mail, and what comes of it.
#[derive(Debug)]
pub struct Received {
    /// Digest of its bytes, by which the log of letters knows it.
    pub digest: Digest,
    /// What its header says, for people.
    pub head: Head,
    /// What comes of it.
    pub what: What,
    /// What opens seals, beside its records.
    pub openings: Vec<Part>,
    /// Why positions or reports could not be written although its records are filed.
    pub unwritten: Option<String>,
    /// Records that crossed others: which stands, in sentences.
    pub crossed: Vec<String>,
    /// Records that are out of turn, kept among the letters.
    aside: Vec<Record>,
}

/// What comes of a mail.
#[derive(Debug)]
pub enum What {
    /// Legal orders.
    Orders(Box<Ordered>),
    /// Records that come next in the log, in order.
    Records(Vec<Taken>),
    /// It says nothing new: where that stands.
    Known(String),
    /// Nothing is filed; a reply is due.
    Refused(Refusal),
    /// A record that is false, or differs from the one that is filed under its number.
    False {
        /// The text that holds it.
        part: Part,
        /// What is false in it.
        wrong: False,
    },
    /// To be noted and not to be answered.
    Logged(Why),
}

/// Legal orders of a mail.
#[derive(Debug)]
pub struct Ordered {
    /// The text in which they stand.
    pub part: Part,
    /// The other parts of the mail, as they are told.
    pub others: Vec<String>,
    /// What looks wrong about the mail.
    pub warnings: Vec<Diagnostic>,
    /// The orders, understood and checked.
    pub proposal: Proposal,
    /// Whether earlier ones wait, which they replace.
    pub replaces: bool,
}

/// A record of a mail.
#[derive(Debug)]
pub struct Taken {
    /// Where it stood in the mail.
    pub name: PartName,
    /// Itself, as it will be filed.
    pub record: Written,
}

/// Complaints of a letter: whoever reads it mends these first.
const ENOUGH: usize = 8;

/// The number of the first record that a mail carries, if it carries any.
pub fn number_of_record(bytes: &[u8]) -> Option<u32> {
    let mut found = mail::evidence(bytes).unwrap_or_default();
    if found.is_empty() {
        found = mail::pasted_evidence(bytes);
    }
    found.iter().find_map(|evidence| Some(Record::read(&evidence.text).ok()?.seq))
}

impl<S: Store> Campaign<S> {
    /// Looks through one mail, or a text that somebody pasted; nothing is filed and nothing rolled.
    ///
    /// # Errors
    /// What the store says; whatever is wrong with the mail is in the answer.
    pub fn look_through(&self, bytes: &[u8]) -> Result<Received, Trouble> {
        let found = mail::find(bytes, self.replay().game().form_of_orders());
        let (mut beside, mut aside) = (Vec::new(), Vec::new());
        let what = match found.outcome {
            Outcome::Orders { part, others, warnings } => self.ordered(part, others, warnings)?,
            Outcome::Records { records, openings } => {
                beside = openings;
                self.taken(records, &mut aside)?
            }
            Outcome::Refused(refusal) => What::Refused(refusal),
            Outcome::Logged(why) => What::Logged(why),
        };
        Ok(Received {
            digest: hash_bytes(bytes),
            head: found.head,
            what,
            openings: beside,
            unwritten: None,
            crossed: Vec::new(),
            aside,
        })
    }

    /// The same, and keeps what came of it: orders wait, records are filed, and the log of letters
    /// has a line about it.
    ///
    /// # Errors
    /// What the store says.
    pub fn receive(&mut self, bytes: &[u8]) -> Result<Received, Trouble> {
        let mut received = self.look_through(bytes)?;
        for record in &received.aside {
            self.keep_aside(record)?;
        }
        match &received.what {
            What::Orders(ordered) => self.wait_for_resolve(ordered)?,
            What::Records(taken) => {
                (received.unwritten, received.crossed) =
                    self.file_all(taken, &received.openings)?;
            }
            What::Known(_) | What::Refused(_) | What::False { .. } | What::Logged(_) => {}
        }
        self.note_mail(&received)?;
        Ok(received)
    }

    /// Files records that came by mail; between several people each is tried for signature, seal and
    /// time as well. Returns why positions or reports could not be written.
    fn file_all(
        &mut self,
        taken: &[Taken],
        openings: &[Part],
    ) -> Result<(Option<String>, Vec<String>), Trouble> {
        if let Some(secrets) = self.pen.secrets.clone() {
            let file = |taken: &Taken| Stored {
                name: taken.name.place().to_owned(),
                text: taken.record.text.clone(),
            };
            let opening = |part: &Part| Stored {
                name: part.name.place().to_owned(),
                text: part.text.clone(),
            };
            let openings = openings.iter().map(opening);
            let archive = Archive::read(taken.iter().map(file).chain(openings));
            let taken = self.take(&archive, &secrets, Taking::default())?;
            return Ok((taken.unwritten, taken.out_of_turn));
        }
        for taken in taken {
            self.file(&taken.record)?;
        }
        Ok((self.write_caches().err().map(|why| why.to_string()), Vec::new()))
    }

    fn ordered(
        &self,
        part: Part,
        others: Vec<String>,
        warnings: Vec<Diagnostic>,
    ) -> Result<What, Trouble> {
        if let Some(known) = self.known(&part.text)? {
            return Ok(What::Known(known));
        }
        let taken =
            |proposal: &Proposal| !proposal.is_refused() || self.falls_to_the_terms(proposal);
        let complaints = match self.check(&part.text) {
            Ok(proposal) if taken(&proposal) => {
                let replaces = self.waiting()?.is_some();
                let ordered = Ordered { part, others, warnings, proposal, replaces };
                return Ok(What::Orders(Box::new(ordered)));
            }
            // The echo tells repairs; a reply tells what is wrong.
            Ok(proposal) => proposal
                .diagnostics()
                .into_iter()
                .filter(|found| !proposal.is_repair(found))
                .collect(),
            Err(Trouble::Refused(complaints)) => complaints,
            Err(Trouble::NotNow(why)) => vec![Diagnostic::error(Span::NONE, why)],
            Err(trouble) => return Err(trouble),
        };
        Ok(What::Refused(Refusal { part, complaints }))
    }

    /// Where these very orders are filed, or that they wait already.
    ///
    /// A mail is known by what it orders: Message-ID, date and way say nothing about that.
    fn known(&self, text: &str) -> Result<Option<String>, Trouble> {
        let replay = self.replay();
        let Ok(file) = replay.game().open_orders(text) else { return Ok(None) };
        let side = file.side();
        let mut past = replay.past().iter().enumerate().rev();
        let Some((at, past)) = past.find(|(_, past)| label(&past.position) == file.label()) else {
            return Ok(None);
        };
        let state = match self.filed().iter().find(|filed| filed.seq == past.seq) {
            _ if replay.past().len() == at + 1 => replay.shown(),
            Some(filed) => filed.shown.clone(),
            None => replay.game().deployment(),
        };
        let Some(orders) = self.carried(&state, text) else { return Ok(None) };
        if replay.past().len() == at + 1
            && let Some(waiting) = self.waiting()?
            && self.carried(&state, &waiting.text).as_ref() == Some(&orders)
        {
            return Ok(Some("these orders wait already".to_owned()));
        }
        let until = replay.past().get(at + 1).map_or(u32::MAX, |next| next.seq);
        for stored in self.store().log()? {
            let Ok(record) = Record::read(&stored.text) else { continue };
            if record.seq > past.seq
                && record.seq <= until
                && record.from.as_str() == side
                && says(&record, &orders)
            {
                return Ok(Some(record.name()));
            }
        }
        Ok(None)
    }

    /// What a record would carry of the orders in a text.
    fn carried(&self, state: &State, text: &str) -> Option<Carried> {
        let game = self.replay().game();
        let answering = match self.replay().terms().mode {
            Mode::Recorded => Answering::Enemy,
            _ => Answering::Himself,
        };
        let file = game.open_orders(text).ok()?;
        let orders = game.read_orders(state, &file, answering).ok()?.orders;
        game.carry(state, file.side(), &orders).ok()
    }

    fn taken(&self, parts: Vec<Part>, aside: &mut Vec<Record>) -> Result<What, Trouble> {
        let mut asides = self.asides()?;
        let mut ahead = self.replay().clone();
        let (mut taken, mut known) = (Vec::new(), Vec::new());
        let mut keys = self.keys_so_far()?;
        let log = self.store().log()?;
        for part in parts {
            let refused = |part: Part, complaint| {
                Ok(What::Refused(Refusal { part, complaints: vec![complaint] }))
            };
            let record = match Record::read(&part.text) {
                Ok(record) => record,
                Err(complaints) => return Ok(What::Refused(Refusal { part, complaints })),
            };
            if record.game != *ahead.id() {
                let headline = format!(
                    "this record is of the game `{}`; this game is `{}`. nothing filed",
                    record.game,
                    ahead.id()
                );
                return refused(part, Diagnostic::error(record.span(&["game"]), headline));
            }
            if asides.contains(&record.prev)
                && record.may_be_set_aside()
                && self.pen.secrets.is_some()
            {
                known.push(format!("{} hangs behind one that is out of turn", record.name()));
                asides.insert(record.digest);
                aside.push(record);
                continue;
            }
            let records = ahead.head().records;
            if record.seq as usize > records {
                let headline = format!(
                    "this is record {}; record {records} is not here yet. nothing filed",
                    record.seq
                );
                let complaint = Diagnostic::error(record.span(&["seq"]), headline)
                    .help("hand over the records in between first");
                return refused(part, complaint);
            }
            let filed = log.get(record.seq as usize);
            if filed.is_some_and(|filed| crate::store::digest_of(&filed.text) == Ok(record.digest))
            {
                known.push(record.name());
                continue;
            }
            if filed.is_some() && self.pen.secrets.is_some() {
                match self.crossed(&record)? {
                    Crossed::OutOfTurn => {
                        known.push(format!("{} is out of turn, another one stands", record.name()));
                        asides.insert(record.digest);
                        aside.push(record);
                        continue;
                    }
                    // What is here is set aside when this one is filed.
                    Crossed::Stands(before, known) => {
                        ahead = *before;
                        keys = known;
                    }
                    Crossed::Neither => {}
                }
            }
            if record.seal.is_some() && self.pen.secrets.is_none() {
                let headline = "sealed standing orders, which nobody can open in this game";
                let complaint = Diagnostic::error(record.span(&["seal"]), headline)
                    .help("send them open, under `standing:`; seals are for several people");
                return refused(part, complaint);
            }
            match ahead.push(&record) {
                Ok(_) => {}
                // A report is a claim: between several people it is filed, and play rests.
                Err(wrong) if wrong.report_only && self.pen.secrets.is_some() => {}
                Err(wrong) => return Ok(What::False { part, wrong }),
            }
            let place = Place { file: part.name.place().to_owned(), lines_before: 0, mailed: true };
            let found = Found { place, record, signatures: Vec::new() };
            if let Err(why) = keys.judge(&found) {
                let wrong = False::at(&found.record, &[], why);
                return Ok(What::False { part, wrong });
            }
            let record = found.record;
            let text = write::record(record.file());
            taken.push(Taken { name: part.name, record: Written { record, text } });
        }
        match taken.is_empty() {
            true => Ok(What::Known(known.join(", "))),
            false => Ok(What::Records(taken)),
        }
    }

    /// The reply to a refused mail.
    pub fn reply(&self, head: &Head, refusal: &Refusal) -> Reply {
        let file = File { name: refusal.part.name.place(), text: &refusal.part.text };
        let mut first: Vec<Diagnostic> = refusal.complaints.clone();
        // Those about the whole, as how many there are, come behind the others.
        first.sort_by_key(|complaint| (complaint.span == Span::NONE, complaint.span));
        let more = first.len() > ENOUGH;
        first.truncate(ENOUGH);
        let mut complaints = diagnostics::render(&file, &first, Paint::Letter);
        if more {
            complaints.push_str("\nand more; `provost check` tells all of them\n");
        }
        let stands = self.stands_for(&refusal.part.text);
        let refusal = &Refusal { part: refusal.part.clone(), complaints: first };
        let waits = self.still_waits().map_or_else(String::new, |waits| format!(" {waits}"));
        let about = About {
            title: &self.replay().terms().title,
            awaited: &format!("{}{waits}", self.awaited_words()),
            complaints: &complaints,
            advice: match stands {
                Some(_) => "nothing; what is filed stands, and is not sent again.",
                None => "mend it and send it again as plain text, the orders alone.",
            },
        };
        mail::reply(refusal, head, &about)
    }

    /// The same as a draft, written at a time in seconds since 1970.
    pub fn reply_letter(&self, received: &Received, reply: &Reply, now: i64) -> String {
        let digest = received.digest.to_string();
        let (game, digest) = (self.replay().id().as_str(), digest.get(..12).unwrap_or_default());
        letter::draft(&Letter {
            subject: &reply.subject,
            date: now,
            id: &letter::id(game, &format!("re.{digest}")),
            answers: reply.answers.as_deref(),
            body: &reply.body,
            attached: &[],
        })
    }

    /// Who owes what, a sentence for a letter.
    pub(super) fn awaited_words(&self) -> String {
        let replay = self.replay();
        let (turn, label) = (replay.state_turn(), replay.label());
        let capital = |side: &crate::dice::Name| super::told::capital(side.as_str());
        match (replay.awaited(), replay.ask()) {
            (Awaited::Orders(side) | Awaited::Answer(side), Some(ask)) => format!(
                "The answer of the {} to {} is awaited, at {label}.",
                capital(side),
                ask.key
            ),
            (Awaited::Orders(side), None) => format!(
                "{} orders for turn {turn} are awaited, in answer to {label}.",
                capital(side)
            ),
            (other, _) => format!("{}.", super::told::capital(&other.sentence())),
        }
    }
}

/// Whether a record holds these orders, or this answer.
fn says(record: &Record, orders: &Carried) -> bool {
    let same = |key: &str, node: Option<&Node>| record.part(key) == node;
    let note = orders.note.as_ref().map(|note| Node::text(note.clone()));
    let of_side = match record.part("orders") {
        Some(filed) => *filed == orders.orders && same("standing", orders.standing.as_ref()),
        None => record.has("answer") && same("answer", orders.answer.as_ref()),
    };
    of_side && same("note", note.as_ref())
}
