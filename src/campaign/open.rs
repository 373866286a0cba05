//! A campaign in its store: begun, opened, written to.

use super::chain::Awaited;
use super::packs::{PackFile, pinned, together};
use super::pen::Pen;
use super::record::{Anchor, Halt};
use super::replay::{Corrected, InForce, Outcome, Replay};
use super::secrets::Authored;
use super::terms::referee;
use super::{Draft, Record, Terms, Trouble, Written};
use crate::dice::lock::signed_text;
use crate::dice::{Game as GameId, Name};
use crate::document::digest::{Digest, Pack};
use crate::document::{Node, write};
use crate::games::State;
use crate::play::Ask;
use crate::store::{Head, Shelf, Store, Stored};
use std::sync::Arc;

/// A campaign, replayed up to its last record.
#[derive(Debug)]
pub struct Campaign<S> {
    pub(super) store: S,
    pub(super) replay: Replay,
    filed: Vec<Filed>,
    /// Orders locked, but not closed: number of the record, and what it carries.
    locked: Vec<(u32, Node)>,
    /// Every record so far.
    pub(super) entries: Vec<Entry>,
    pub(super) pen: Pen,
    /// The log as it is, while play is looked at beyond an open lock.
    pub(super) behind: Option<Behind>,
}

/// A record of the log, as its writer must remember it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Who wrote it.
    pub writer: Name,
    /// What it is.
    pub authored: Authored,
    /// The lock that it closes with a link.
    pub link_for: Option<Digest>,
}

/// What is kept while play is looked at beyond an open lock.
#[derive(Debug)]
pub struct Behind {
    replay: Replay,
    filed: usize,
    locked: Vec<(u32, Node)>,
    /// The parts of the record that will close the lock.
    pub parts: Vec<(&'static str, Node)>,
}

/// A record that moved the game on, and where it left it.
#[derive(Clone, Debug)]
pub struct Filed {
    /// Number of the record.
    pub seq: u32,
    /// Head of the log after it.
    pub head: Digest,
    /// What came of it.
    pub outcome: Outcome,
    /// Orders of this player-turn so far: number of each record, and what it carries.
    pub orders: Vec<(u32, Node)>,
    /// The position, with the standing orders that will be in force next.
    pub shown: State,
    /// Who owes the next record.
    pub awaited: Awaited,
    /// The question that halted play.
    pub ask: Option<Ask>,
    /// What it has corrected, if it did.
    pub corrected: Option<Arc<Corrected>>,
}

impl<S: Store> Campaign<S> {
    /// Opens a campaign and replays all of it.
    ///
    /// # Errors
    /// [`Trouble::False`] with the first record that is not what it should be.
    pub fn open(store: S) -> Result<Campaign<S>, Trouble> {
        let mut log = store.log()?.into_iter();
        let first = log.next().ok_or(crate::store::Error::Gap(0))?;
        let (offer, replay) = begun(&store, &first)?;
        let mut campaign = Campaign::of(store, replay);
        campaign.read_log(&offer, log)?;
        Ok(campaign)
    }

    /// Replays the log anew, because its end was taken off.
    pub(super) fn open_again(&mut self) -> Result<(), Trouble> {
        let mut log = self.store.log()?.into_iter();
        let first = log.next().ok_or(crate::store::Error::Gap(0))?;
        let (offer, replay) = begun(&self.store, &first)?;
        (self.replay, self.behind) = (replay, None);
        (self.filed, self.locked, self.entries) = Default::default();
        self.read_log(&offer, log)
    }

    fn read_log(
        &mut self,
        offer: &Record,
        log: impl Iterator<Item = Stored>,
    ) -> Result<(), Trouble> {
        self.entries.push(Entry::of(offer));
        for file in log {
            let record = read(&file)?;
            self.push(&record).map_err(|wrong| false_file(&file, wrong))?;
        }
        Ok(())
    }

    /// Begins a campaign on one machine: the referee offers, nobody has to accept. The offer is
    /// the last thing that is written.
    ///
    /// # Errors
    /// Terms that cannot be played, or what the store says.
    pub fn begin(
        store: S,
        game: &GameId,
        terms: &Terms,
        packs: [PackFile; 4],
        anchor: Option<&Anchor>,
    ) -> Result<Campaign<S>, Trouble> {
        Campaign::offer(store, game, terms, packs, anchor, Pen::default())
    }

    /// Begins a campaign of several people: one of them offers, the others have to accept.
    ///
    /// # Errors
    /// Terms that cannot be played, or what the store says.
    pub fn offer(
        mut store: S,
        game: &GameId,
        terms: &Terms,
        packs: [PackFile; 4],
        anchor: Option<&Anchor>,
        pen: Pen,
    ) -> Result<Campaign<S>, Trouble> {
        let offerer = pen.chair.clone().unwrap_or_else(referee);
        let offer = Draft::new(game, Head::EMPTY, &offerer)
            .with("offer", terms.node())
            .with_some("anchor", anchor.map(Anchor::node))
            .write()?;
        let offer = signed(offer, &pen)?;
        let text = offer.text.clone();
        let kept = packs.clone();
        let replay = Replay::begin(&offer.record, together(packs))
            .map_err(|wrong| Trouble::Refused(wrong.findings))?;
        for file in kept {
            store.put(Shelf::Packs, &PackFile::name(&file.digest), &file.text)?;
        }
        store.put(Shelf::Terms, "campaign.yaml", &campaign_file(game, terms))?;
        store.append(Head::EMPTY, "offer", &text)?;
        let mut campaign = Campaign::of(store, replay);
        campaign.entries.push(Entry::of(&offer.record));
        campaign.pen = pen;
        campaign.write_caches()?;
        Ok(campaign)
    }

    /// Sits down: from now on records are written with this pen.
    pub fn sit(&mut self, pen: Pen) {
        self.pen = pen;
    }

    /// Where the reader sits, if he has a chair.
    pub fn chair(&self) -> Option<&Name> {
        self.pen.chair.as_ref()
    }

    /// Puts a campaign together from an archive: packs and records of one game, the offer last of
    /// all the files that must be there before it.
    ///
    /// # Errors
    /// Records of no game or of several; a record that is not what it should be.
    pub fn restore(
        mut store: S,
        archive: &super::archive::Archive,
    ) -> Result<Campaign<S>, Trouble> {
        let games = archive.games();
        let [game] = games.as_slice() else {
            let found = match games.len() {
                0 => "there is no record".to_owned(),
                n => format!("there are records of {n} games"),
            };
            return Err(Trouble::NotNow(found));
        };
        let mut records: Vec<&Record> = archive.records.iter().map(|found| &found.record).collect();
        records.sort_by_key(|record| record.seq);
        let offer = records.first().and_then(|record| record.offer.as_deref());
        let Some(terms) = offer else {
            return Err(Trouble::NotNow("there is no offer".to_owned()));
        };
        let packs = archive.packs(terms.packs)?;
        let nodes = [&packs.scenario, &packs.map, &packs.charts, &packs.rules];
        for (digest, node) in terms.packs.iter().zip(nodes) {
            store.put(Shelf::Packs, &PackFile::name(digest), &write::document(node))?;
        }
        store.put(Shelf::Terms, "campaign.yaml", &campaign_file(game, terms))?;
        let mut head = Head::EMPTY;
        for record in records {
            let what = if record.offer.is_some() { "offer" } else { record.from.as_str() };
            store.append(head, what, &write::record(record.file()))?;
            head = Head { records: head.records + 1, digest: record.digest };
        }
        let mut campaign = Campaign::open(store)?;
        campaign.write_caches()?;
        Ok(campaign)
    }

    fn of(store: S, replay: Replay) -> Campaign<S> {
        Campaign {
            store,
            replay,
            filed: Vec::new(),
            locked: Vec::new(),
            entries: Vec::new(),
            pen: Pen::default(),
            behind: None,
        }
    }

    /// The replay.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The replay of the log as it is, also while play is looked at beyond an open lock.
    pub(super) fn as_filed(&self) -> &Replay {
        self.behind.as_ref().map_or(&self.replay, |behind| &behind.replay)
    }

    /// The store.
    pub fn store(&self) -> &S {
        &self.store
    }

    /// The records that moved the game on.
    pub fn filed(&self) -> &[Filed] {
        &self.filed
    }

    /// Goes on behind a record; one whose report alone is false is filed, and play rests.
    fn push(&mut self, record: &Record) -> Result<(), super::replay::False> {
        let (locked, corrections) = (self.replay.open_lock(), self.replay.corrections().len());
        let outcome = match self.replay.push(record) {
            Ok(outcome) => outcome,
            Err(wrong) if wrong.report_only => wrong.truth.map(|truth| *truth),
            Err(wrong) => return Err(wrong),
        };
        self.entries.push(Entry::of(record));
        if locked.is_some() && self.replay.open_lock().is_none() && outcome.is_none() {
            // What is given up was ordered in vain.
            self.locked.pop();
        }
        // Orders that are locked by the record that closes belong to what comes next.
        let ordered = record.part("orders").map(|orders| (record.seq, orders.clone()));
        let (now, next) = match record.close.is_some() {
            true => (None, ordered),
            false => (ordered, None),
        };
        self.locked.extend(now);
        let corrected = self.replay.corrections().get(corrections).cloned();
        let again = corrected.as_ref().and_then(|corrected| corrected.turns.last());
        if let Some(outcome) = outcome.or(again.map(|turn| turn.outcome.clone())) {
            let orders = self.locked.clone();
            if outcome.report.ended() {
                self.locked.clear();
            }
            self.filed.push(Filed {
                seq: record.seq,
                head: record.digest,
                outcome,
                orders,
                shown: self.replay.shown(),
                awaited: self.replay.awaited().clone(),
                ask: self.replay.ask().cloned(),
                corrected,
            });
        }
        self.locked.extend(next);
        Ok(())
    }

    /// Files a record that this program made.
    ///
    /// # Errors
    /// A record that would be false is a fault of this program, and is not filed.
    pub(super) fn file(&mut self, written: &Written) -> Result<String, Trouble> {
        self.look_back();
        let head = self.replay.head();
        let what = written.record.from.as_str().to_owned();
        self.push(&written.record).map_err(|wrong| not_ours(written, wrong))?;
        Ok(self.store.append(head, &what, &written.text)?)
    }

    /// Writes every position and report that is missing or stale.
    ///
    /// # Errors
    /// What the store says.
    pub fn write_caches(&mut self) -> Result<(), Trouble> {
        self.look_back();
        let deployment = self.replay.game().deployment();
        let offer = self.replay.offer();
        let mut files = vec![(
            Shelf::Positions,
            "0000.yaml".to_owned(),
            self.position_text(&deployment, 0, offer),
        )];
        for filed in &self.filed {
            let position = self.position_text(&filed.outcome.played.state, filed.seq, filed.head);
            files.push((Shelf::Positions, format!("{:04}.yaml", filed.seq), position));
            files.push((Shelf::Reports, self.report_name(filed), self.report(filed)));
        }
        for (shelf, name, text) in files {
            if self.store.get(shelf, &name)?.as_deref() != Some(text.as_str()) {
                self.store.put(shelf, &name, &text)?;
            }
        }
        Ok(())
    }

    /// Goes on in the mind alone, behind a record that is not filed; `parts` are those that close.
    pub(super) fn go_ahead(
        &mut self,
        record: &Record,
        parts: Vec<(&'static str, Node)>,
    ) -> Result<(), super::replay::False> {
        let replay = self.replay.clone();
        let (filed, locked) = (self.filed.len(), self.locked.clone());
        let behind = Behind { replay, filed, locked, parts };
        let pushed = self.push(record);
        self.behind = Some(behind);
        if pushed.is_err() {
            self.look_back();
        } else {
            self.entries.pop();
        }
        pushed
    }

    /// Comes back to the log as it is; the parts of the record that would close.
    pub fn look_back(&mut self) -> Vec<(&'static str, Node)> {
        let Some(behind) = self.behind.take() else { return Vec::new() };
        self.replay = behind.replay;
        self.filed.truncate(behind.filed);
        self.locked = behind.locked;
        behind.parts
    }

    /// A record with the signature of whoever writes it.
    pub(super) fn signed(&self, written: Written) -> Result<Written, Trouble> {
        signed(written, &self.pen)
    }

    fn position_text(&self, state: &State, seq: u32, head: Digest) -> String {
        let replay = &self.replay;
        let scenario = replay.terms().pack(Pack::Scenario);
        let game = replay.game();
        let text =
            write::position(&game.position(state, replay.id().as_str(), scenario, (seq, head)));
        let cite = |reading: &InForce| format!("# ruling {}\n", replay.reading_words(reading));
        let cited: String = replay.readings_after(seq).into_iter().map(cite).collect();
        cited + &text
    }

    /// The text of the position file after the latest record that moved the game on.
    pub fn position(&self) -> String {
        match self.filed.last() {
            Some(filed) => self.position_text(&filed.outcome.played.state, filed.seq, filed.head),
            None => self.position_text(self.replay.state(), 0, self.replay.offer()),
        }
    }

    /// Whether the latest player-turn is halted half-way.
    pub fn halt(&self) -> Option<&Halt> {
        self.replay.player_turn()?.halts.last()
    }
}

/// A record that this program made and that is false: a fault of the program. A link in it is not
/// shown.
pub(super) fn not_ours(written: &Written, wrong: super::replay::False) -> Trouble {
    let closes = written.record.close.is_some();
    let text = if closes { String::new() } else { written.text.clone() };
    Trouble::False { file: format!("the next record, of {}", written.record.from), text, wrong }
}

impl Entry {
    fn of(record: &Record) -> Entry {
        let report = record.report.as_ref().filter(|_| record.close.is_some());
        let close = record.close.as_ref();
        let close = close.filter(|close| close.referee.or(close.duel).is_some());
        Entry {
            writer: record.wrapped.clone().unwrap_or_else(|| record.from.clone()),
            authored: Authored {
                seq: record.seq,
                record: record.digest,
                locks: record.lock.as_ref().map(|lock| lock.segment),
                closes: report.map(|report| report.segment),
            },
            link_for: close.map(|close| close.lock),
        }
    }

    /// Whether no second record may do what it does.
    pub fn binds(&self) -> bool {
        self.authored.locks.or(self.authored.closes).is_some()
    }
}

/// Signs a record, if the pen does.
fn signed(written: Written, pen: &Pen) -> Result<Written, Trouble> {
    let Some(signer) = &pen.signer else { return Ok(written) };
    let record = &written.record;
    let text = signed_text(&record.game, record.seq, &record.from, &record.digest);
    let signature = signer.sign(&text).map_err(Trouble::Unsigned)?;
    Ok(written.signed(&signature)?)
}

/// The file `campaign.yaml`: the terms, and whose they are.
fn campaign_file(game: &GameId, terms: &Terms) -> String {
    let mut campaign = Node::map([("game", Node::text(game.to_string()))]);
    for (key, value) in terms.node().as_map().unwrap_or_default() {
        campaign.set(&key.text, value.clone());
    }
    write::document(&campaign)
}

/// The offer with which a log begins, and the replay behind it.
fn begun<S: Store>(store: &S, first: &Stored) -> Result<(Record, Replay), Trouble> {
    let offer = read(first)?;
    let packs = match &offer.offer {
        Some(terms) => {
            pinned(terms, |digest| store.get(Shelf::Packs, &PackFile::name(digest)).ok().flatten())?
        }
        None => return Err(false_file(first, super::replay::no_offer(&offer))),
    };
    let replay = Replay::begin(&offer, packs).map_err(|wrong| false_file(first, wrong))?;
    Ok((offer, replay))
}

/// A file of the log that is not what it should be.
fn false_file(file: &Stored, wrong: super::replay::False) -> Trouble {
    Trouble::False { file: format!("log/{}", file.name), text: file.text.clone(), wrong }
}

/// Reads a record's file; a damaged one is refused like a false one.
fn read(file: &Stored) -> Result<Record, Trouble> {
    let wrong = |findings| false_file(file, super::replay::False::many(findings));
    Record::read(&file.text).map_err(wrong)
}
