//! One record, one mail: what a player hands over when he is awaited.
//!
//! Whoever closes does so in the record that carries his own next orders, or his answer; so a
//! game-turn of a duel costs two mails. The record is remembered by the secret file before it is
//! filed: whoever is interrupted in between files the same one when he goes on.

use super::chain::Awaited;
use super::handover::handing_over;
use super::open::{Campaign, not_ours};
use super::secrets::{Authored, Opening, Refused, Secrets};
use super::terms::{REFEREE, StandingOrders};
use super::{Draft, Filed, Proposal, Record, Trouble, Written};
use crate::dice::{Mode, Name, seal};
use crate::document::{Diagnostic, Node, Span, write};
use crate::games::Orders;
use crate::store::{SecretFile, Shelf, Store};

/// How new standing orders travel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seal {
    /// As the terms say: sealed if they say `sealed`, else open.
    AsAgreed,
    /// Under a seal, which the terms must allow.
    Sealed,
}

/// A record that is ready to be mailed.
#[derive(Clone, Debug)]
pub struct Sent {
    /// Its number.
    pub seq: u32,
    /// Its file in the outbox.
    pub mailed: String,
    /// The file that goes to the referee alone, with what opens a seal.
    pub opening: Option<String>,
    /// What it closes, and how that came out.
    pub moved: Option<Filed>,
    /// What it locks.
    pub locks: Option<u32>,
    /// The typed file, if there was one.
    pub proposal: Option<Proposal>,
    /// What an earlier run had begun and did not bring to its end.
    pub resumed: Option<String>,
    /// Why something could not be written although everything is filed.
    pub unwritten: Option<String>,
}

/// What a record says besides what it closes.
#[derive(Default)]
struct Content {
    parts: Vec<(&'static str, Node)>,
    standing: Option<Node>,
    note: Option<String>,
}

impl<S: Store> Campaign<S> {
    /// Writes the record that this chair owes, files it, and puts it into the outbox: the close of
    /// the enemy's lock, one's own orders with a lock, an answer, or the result.
    ///
    /// # Errors
    /// Refusals, and a second lock or close of one segment; nothing is filed then.
    pub fn send(
        &mut self,
        text: Option<&str>,
        secrets: &SecretFile,
        how: Seal,
    ) -> Result<Sent, Trouble> {
        let chair = self.players_chair()?;
        self.look_back();
        self.learn_from_log(secrets)?;
        if let Some(resumed) = self.resume(secrets)? {
            return self.resumed(&chair, resumed, text, secrets);
        }
        let mut again = None;
        if self.without_copy(&chair)?.is_some() {
            let seq = self.entries.len() - 1;
            let told = format!("record {seq} is filed already; it is put into the outbox again");
            let typed = self.store.get(Shelf::Typed, &format!("{seq:04}-{chair}.txt"))?;
            if self.entries[seq].binds() && text.is_none_or(|text| typed.as_deref() == Some(text)) {
                let sent = self.sent(&chair, seq, None, secrets)?;
                return Ok(Sent { resumed: Some(told), ..sent });
            }
            // Where it cannot be put out now, it goes with the next one.
            again = self.put_out_missing().ok().flatten().map(|_| told);
        }
        let waits = self.look_ahead(secrets)?;
        let sent = self.compose(&chair, text, waits, secrets, how);
        self.look_back();
        match (sent, again) {
            (Ok(sent), Some(told)) => Ok(Sent { resumed: Some(told), ..sent }),
            (Err(trouble), Some(told)) => Err(trouble.after(&told)),
            (sent, None) => sent,
        }
    }

    fn compose(
        &mut self,
        chair: &Name,
        text: Option<&str>,
        waits: Option<String>,
        secrets: &SecretFile,
        how: Seal,
    ) -> Result<Sent, Trouble> {
        if let Some(stands) = text.and_then(|text| self.locked_already(text)) {
            return Err(Trouble::Refused(vec![stands]));
        }
        self.is_at_rest()?;
        if let Some(why) = waits {
            return Err(Trouble::NotNow(why));
        }
        let mine = match self.replay.awaited() {
            Awaited::Orders(side) | Awaited::Answer(side) => side == chair,
            Awaited::Result(sides) => sides.contains(chair),
            _ => false,
        };
        let proposal = match text {
            Some(_) if !mine => return Err(Trouble::NotNow(self.not_yours(chair))),
            Some(text) => Some(self.check(text)?),
            None => None,
        };
        if let Some(refused) = proposal.as_ref().filter(|proposal| proposal.is_refused()) {
            return Err(Trouble::Refused(refused.diagnostics()));
        }
        let content = match &proposal {
            Some(proposal) => self.content_of(chair, &proposal.understood.orders)?,
            None => self.content_without_file(chair, mine)?,
        };
        // From here on the log is as it is again.
        let closing = self.look_back();
        let seq = self.replay.head().records;
        let mut draft = Draft::new(self.replay.id(), self.replay.head(), chair);
        for (key, part) in closing.into_iter().chain(content.parts) {
            draft = draft.with(key, part);
        }
        let (key, standing, opening) = self.standing_part(chair, content.standing, how)?;
        let draft = draft.with_some(key, standing).with_some("note", content.note.map(Node::text));
        let draft = self.with_new_anchor(draft, chair, secrets)?;
        let written = self.signed(draft.write()?)?;
        self.commit(&written, opening, text, secrets)?;
        self.sent(chair, seq, proposal, secrets)
    }

    /// Why a player's file is not awaited now.
    fn not_yours(&self, chair: &Name) -> String {
        let side = super::words::capital(chair.as_str());
        match self.is_ahead() {
            true => format!(
                "{}, not of {side}: type `provost send` without a file, which closes",
                self.replay.awaited().sentence()
            ),
            false => format!("{}; this is the folder of {side}", self.replay.awaited().sentence()),
        }
    }

    /// The chair of a player.
    fn players_chair(&self) -> Result<Name, Trouble> {
        let terms = self.replay.terms();
        match &self.pen.chair {
            _ if terms.mode == Mode::Recorded => Err(Trouble::NotNow(
                "in mode recorded nothing is locked: `provost resolve FILE` files a player-turn"
                    .to_owned(),
            )),
            Some(chair) if chair.as_str() != REFEREE => Ok(chair.clone()),
            Some(_) => Err(Trouble::NotNow(
                "the referee locks nothing: `provost resolve` closes what is locked".to_owned(),
            )),
            None if terms.one_machine(self.replay.offerer()) => Err(Trouble::NotNow(
                "this game is played on one machine: type `provost resolve`".to_owned(),
            )),
            None => Err(Trouble::NotNow(
                "your secret file of this game is not here; name its folder with `--secrets DIR`"
                    .to_owned(),
            )),
        }
    }

    /// What a typed file becomes: orders with a lock, or the answer of the side that does not move.
    fn content_of(&self, chair: &Name, orders: &Orders) -> Result<Content, Trouble> {
        let replay = &self.replay;
        let carried = replay.game().carry(replay.state(), chair.as_str(), orders)?;
        if matches!(replay.awaited(), Awaited::Answer(_)) {
            let parts = carried.answer.map(|answer| ("answer", answer)).into_iter().collect();
            return Ok(Content { parts, standing: None, note: carried.note });
        }
        let parts = vec![
            ("orders", self.with_head(carried.orders)),
            ("lock", self.next_lock(chair).node()),
        ];
        Ok(Content { parts, standing: carried.standing, note: carried.note })
    }

    /// What can be sent without a file: the close alone, a lock that adds nothing, the result.
    fn content_without_file(&self, chair: &Name, mine: bool) -> Result<Content, Trouble> {
        let replay = &self.replay;
        match replay.awaited() {
            Awaited::Orders(_)
                if mine
                    && (replay.correcting().is_some()
                        || replay.player_turn().is_some() && replay.ask().is_none()) =>
            {
                self.content_of(chair, &Orders::nothing())
            }
            // The next orders of this chair belong into the record that closes; they are not forced
            // into it.
            _ if self.is_ahead() => Ok(Content::default()),
            Awaited::Result(_) if mine => {
                Ok(Content { parts: vec![("result", self.result_part())], ..Content::default() })
            }
            Awaited::Orders(_) | Awaited::Answer(_) if mine => Err(Trouble::NotNow(format!(
                "{}: name their file, `provost send FILE`",
                replay.awaited().sentence()
            ))),
            _ => Err(Trouble::NotNow(self.not_yours(chair))),
        }
    }

    /// New standing orders: the key and part of the record, and what opens the seal.
    pub(super) fn standing_part(
        &self,
        chair: &Name,
        standing: Option<Node>,
        how: Seal,
    ) -> Result<(&'static str, Option<Node>, Option<Opening>), Trouble> {
        let agreed = self.replay.terms().standing;
        let refuse = |headline: &str, help: &str| {
            let refusal = Diagnostic::error(Span::NONE, headline).help(help);
            Err(Trouble::Refused(vec![refusal]))
        };
        let sealed = match (agreed, how) {
            (Some(StandingOrders::Sealed), _) => true,
            (Some(StandingOrders::Either), how) => how == Seal::Sealed,
            (_, Seal::AsAgreed) => false,
            (_, Seal::Sealed) => {
                return refuse(
                    "the terms have standing orders in the open",
                    "send them without `--seal`",
                );
            }
        };
        let Some(standing) = standing else {
            return match how {
                Seal::Sealed => {
                    refuse("there are no standing orders to seal", "send without `--seal`")
                }
                Seal::AsAgreed => Ok(("standing", None, None)),
            };
        };
        if !sealed {
            return Ok(("standing", Some(standing), None));
        }
        let of = u32::try_from(self.replay.head().records).unwrap_or(u32::MAX);
        let salt = self.pen.salts[1];
        let hash = seal(self.replay.id(), chair, of, &salt, &standing)?;
        let opening = Opening { side: chair.clone(), of, salt, standing };
        Ok(("seal", Some(Node::text(hash.to_string())), Some(opening)))
    }

    /// Tries a record, remembers it, files it; in this order.
    pub(super) fn commit(
        &mut self,
        written: &Written,
        opening: Option<Opening>,
        typed: Option<&str>,
        secrets: &SecretFile,
    ) -> Result<(), Trouble> {
        let record = &written.record;
        self.replay.clone().push(record).map_err(|wrong| not_ours(written, wrong))?;
        let authored = Authored {
            seq: record.seq,
            record: record.digest,
            locks: record.lock.as_ref().map(|lock| lock.segment),
            closes: record.close.as_ref().and(record.report.as_ref()).map(|r| r.segment),
        };
        if let Some(text) = typed {
            let name = format!("{:04}-{}.txt", record.seq, record.from);
            self.store.put(Shelf::Typed, &name, text)?;
        }
        let id = self.replay.id().clone();
        Secrets::remember(secrets, &id, &authored, record.file(), opening)?;
        self.file(written).map_err(|why| Trouble::Remembered(record.seq, Box::new(why)))?;
        Ok(())
    }

    /// What has been sent with a record; what opens its seal goes to the referee alone.
    fn sent(
        &mut self,
        chair: &Name,
        seq: usize,
        proposal: Option<Proposal>,
        secrets: &SecretFile,
    ) -> Result<Sent, Trouble> {
        let filing = self.filed_since(seq, proposal);
        let entry = self.entries.get(seq).map(|entry| entry.authored.clone());
        let number = u32::try_from(seq).unwrap_or(u32::MAX);
        let known = Secrets::load(secrets, self.replay.id())?;
        let mut alone = None;
        if let Some(opening) = known.opening(chair, number)
            && self.replay.terms().mode.has_referee()
        {
            alone = Some(self.put_out_opening(chair, seq, opening)?);
        }
        Ok(Sent {
            seq: number,
            mailed: filing.mailed.unwrap_or_default(),
            opening: alone,
            moved: filing.moved,
            locks: entry.and_then(|entry| entry.locks),
            proposal: filing.proposal,
            resumed: None,
            unwritten: filing.unwritten,
        })
    }

    /// Files what an earlier run has remembered and did not file; the same record, and no other.
    pub(super) fn resume(&mut self, secrets: &SecretFile) -> Result<Option<u32>, Trouble> {
        let known = Secrets::load(secrets, self.replay.id())?;
        let Some((seq, node)) = known.latest() else { return Ok(None) };
        let here = self.replay.head().records;
        if (seq as usize) < here {
            return Ok(None);
        }
        let text = write::record(node);
        let damaged = |why: Vec<Diagnostic>| {
            let why = why.first().map(ToString::to_string).unwrap_or_default();
            Refused::Damaged(secrets.path().to_owned(), why)
        };
        let record = Record::read(&text).map_err(damaged)?;
        if record.prev != self.replay.head().digest {
            return Err(Trouble::NotNow(format!(
                "you have sent record {seq} before, and this folder ends with record {}: it was \
                 played back from a backup. Take in the records in between, `provost import FILE`",
                here.saturating_sub(1)
            )));
        }
        self.file(&Written { record, text })?;
        Ok(Some(seq))
    }

    /// Tells what was resumed; another file than the one that was locked then is not read.
    fn resumed(
        &mut self,
        chair: &Name,
        seq: u32,
        text: Option<&str>,
        secrets: &SecretFile,
    ) -> Result<Sent, Trouble> {
        if let Some(handed) = self.replay.handed_over(chair).filter(|handed| handed.seq == seq) {
            return Err(Trouble::NotNow(handing_over(&handed.part.to)));
        }
        let typed = self.store.get(Shelf::Typed, &format!("{seq:04}-{chair}.txt"))?;
        let mut sent = self.sent(chair, seq as usize, None, secrets)?;
        let told = format!(
            "record {seq} was written by an earlier `provost send` that did not come to its end; \
             that very record is filed now"
        );
        if text.is_some() && typed.as_deref() != text {
            return Err(Trouble::NotNow(format!(
                "{told}, see outbox/{}; this file was not read",
                sent.mailed
            )));
        }
        sent.resumed = Some(told);
        Ok(sent)
    }
}
