//! A log of mode `duel`, as two programs exchange it: read, replayed, audited.

use crate::fixture::{game, packs, terms};
use provost::campaign::packs::{PackFile, together};
use provost::campaign::record::{Anchor, Close, Halt, Lock, Report, Unseal};
use provost::campaign::replay::{False, Replay};
use provost::campaign::{Draft, Record, Terms, Written};
use provost::dice::{Chain, Mode, Name, seal};
use provost::document::Node;
use provost::document::digest::{Digest, hash_text};
use provost::store::{Head, Stored};

/// Two players, each with a chain of his own.
pub struct Duel {
    pub replay: Replay,
    pub records: Vec<Written>,
    chains: [Chain; 2],
}

pub fn name(text: &str) -> Name {
    text.parse().unwrap()
}

pub const SIDES: [&str; 2] = ["confederate", "union"];

impl Duel {
    /// Offered by the side that plays first, accepted by the other.
    pub fn new() -> Duel {
        Duel::made(packs("fredericksburg"), |_| {})
    }

    /// The same under other terms.
    pub fn with(change: impl FnOnce(&mut Terms)) -> Duel {
        Duel::made(packs("fredericksburg"), change)
    }

    pub fn over(packs: [PackFile; 4]) -> Duel {
        Duel::made(packs, |_| {})
    }

    fn made(packs: [PackFile; 4], change: impl FnOnce(&mut Terms)) -> Duel {
        let mut terms = terms(Mode::Duel, &packs);
        terms.players =
            vec![(name("confederate"), "Bob".to_owned()), (name("union"), "Jane".to_owned())];
        change(&mut terms);
        let chains = SIDES.map(|side| {
            Chain::new(&game(), &name(&format!("{side}-1")), 64, &hash_text(side)).unwrap()
        });
        let offer = Draft::new(&game(), Head::EMPTY, &name("confederate"))
            .with("offer", terms.node())
            .with("anchor", anchor(0, &chains[0]).node())
            .write()
            .unwrap();
        let replay = Replay::begin(&offer.record, together(packs)).unwrap();
        let mut duel = Duel { replay, records: vec![offer], chains };
        let accept = Node::map([("terms", Node::text(duel.replay.offer().to_string()))]);
        let accept =
            duel.draft(1).with("accept", accept).with("anchor", anchor(1, &duel.chains[1]).node());
        duel.push(accept).unwrap();
        duel
    }

    pub fn draft(&self, seat: usize) -> Draft {
        Draft::new(&game(), self.replay.head(), &name(SIDES[seat]))
    }

    pub fn push(&mut self, draft: Draft) -> Result<(), False> {
        let written = draft.write().unwrap();
        self.replay.push(&written.record)?;
        self.records.push(written);
        Ok(())
    }

    /// Orders in which nobody moves, and their lock.
    pub fn locked(&self, draft: Draft, salt: &str) -> Draft {
        self.locked_at(draft, salt, self.replay.segments() + 1, &self.replay)
    }

    fn locked_at(&self, draft: Draft, salt: &str, segment: u32, at: &Replay) -> Draft {
        let orders = Node::map([
            ("turn", Node::text(at.state_turn().to_string())),
            ("position", Node::text(at.label())),
        ]);
        let lock = Lock { segment, open: Some(hash_text(salt)), at: None, round: None };
        draft.with("orders", orders).with("lock", lock.node())
    }

    /// The link of a side for a segment.
    pub fn link(&self, seat: usize, segment: u32) -> Digest {
        self.chains[seat].link(segment).unwrap()
    }

    /// The close of the open lock by a side, with a true report.
    pub fn closed(&self, draft: Draft, seat: usize) -> Draft {
        let lock = self.replay.open_lock().unwrap();
        let link = Some(self.link(seat, self.replay.segments()));
        let close = Close { lock, referee: None, duel: link, beacon: None };
        let draft = draft.with("close", close.node());
        // A false report is told apart from the truth: that is how we learn it here.
        let report = Report {
            segment: self.replay.segments(),
            rolls: Vec::new(),
            halt: Some(Halt::End),
            position: Digest::ZERO,
        };
        let guess = draft.clone().with("report", report.node()).write().unwrap();
        let wrong = self.replay.clone().push(&guess.record).unwrap_err();
        match wrong.truth {
            Some(truth) => draft.with("report", truth.report.node()),
            None => draft.with("report", report.node()),
        }
    }

    /// The same, and the next orders of the closer in the same record.
    pub fn answered(&self, draft: Draft, seat: usize, salt: &str) -> Draft {
        let closed = self.closed(draft, seat);
        let mut after = self.replay.clone();
        after.push(&closed.clone().write().unwrap().record).unwrap();
        self.locked_at(closed, salt, self.replay.segments() + 1, &after)
    }

    pub fn files(&self) -> Vec<Stored> {
        self.files_with(packs("fredericksburg"))
    }

    pub fn files_with(&self, packs: [PackFile; 4]) -> Vec<Stored> {
        let packs = packs.into_iter();
        let mut files: Vec<Stored> =
            packs.map(|p| Stored { name: format!("{}.yaml", p.kind), text: p.text }).collect();
        files.extend(self.records.iter().map(|written| Stored {
            name: format!("mail {}", written.record.seq),
            text: written.text.clone(),
        }));
        files
    }
}

fn anchor(seat: usize, chain: &Chain) -> Anchor {
    let chain_name = name(&format!("{}-1", SIDES[seat]));
    Anchor { chain: chain_name, links: chain.links(), x0: chain.anchor() }
}

pub fn standing(hex: &str) -> Node {
    let line = Node::map([("any", Node::text(format!("toward {hex}")))]);
    Node::map([("retreat", Node::list([line]))])
}

/// A duel in which the side that plays first has sealed its standing orders with its first lock.
pub fn sealed() -> (Duel, Unseal, Node) {
    let mut duel = Duel::new();
    let (salt, standing) = (hash_text("pepper"), standing("2501"));
    let seq = u32::try_from(duel.replay.head().records).unwrap();
    let sealed = seal(&game(), &name("confederate"), seq, &salt, &standing).unwrap();
    let draft = duel.draft(0).with("seal", Node::text(sealed.to_string()));
    duel.push(duel.locked(draft, "a")).unwrap();
    let unseal = Unseal { side: name("confederate"), of: seq, salt };
    let union = duel.answered(duel.draft(1), 1, "b");
    duel.push(union).unwrap();
    (duel, unseal, standing)
}

#[test]
fn two_mails_a_game_turn_and_a_seal_opened_once() {
    let (mut duel, unseal, standing) = sealed();
    assert_eq!(duel.replay.awaited().to_string(), "the close of confederate");
    let opened = duel.draft(0).with("unseal", unseal.node(standing));
    let third = duel.answered(opened, 0, "c");
    duel.push(third).unwrap_or_else(|e| panic!("{e:#?}"));
    let fourth = duel.answered(duel.draft(1), 1, "d");
    duel.push(fourth).unwrap();
    // The seal is open: the next close under it carries none.
    let fifth = duel.closed(duel.draft(0), 0);
    duel.push(fifth).unwrap_or_else(|e| panic!("{e:#?}"));
    assert_eq!((duel.replay.turns_played(), duel.replay.segments()), (4, 4));

    let found = crate::audit::audited(duel.files());
    assert!(found.is_clean(), "{found:#?}");
    assert_eq!(found.summary(), "7 records, 0 dice, 0 mismatches, 0 rulings");
    assert!(found.notes.iter().all(|note| !note.contains("wrapped")), "{:?}", found.notes);
}

#[test]
fn a_seal_that_is_opened_a_second_time_is_found() {
    let (mut duel, unseal, standing) = sealed();
    let opened = duel.draft(0).with("unseal", unseal.node(standing.clone()));
    let third = duel.answered(opened, 0, "c");
    duel.push(third).unwrap();
    let fourth = duel.answered(duel.draft(1), 1, "d");
    duel.push(fourth).unwrap();
    let again = duel.closed(duel.draft(0).with("unseal", unseal.node(standing)), 0);
    let wrong = duel.push(again).unwrap_err();
    assert_eq!(wrong.findings[0].headline, "the seal of record 2 was opened before, in record 4");
}

#[test]
fn a_seal_that_is_not_opened_is_found() {
    let (mut duel, ..) = sealed();
    let close = duel.closed(duel.draft(0), 0);
    let wrong = duel.push(close).unwrap_err();
    assert_eq!(
        wrong.findings[0].headline,
        "the standing orders of confederate, sealed in record 2, are not opened"
    );
}

#[test]
fn other_orders_than_those_sealed_are_found() {
    let (mut duel, unseal, _) = sealed();
    let opened = duel.draft(0).with("unseal", unseal.node(standing("2502")));
    let close = duel.closed(opened, 0);
    let wrong = duel.push(close).unwrap_err();
    assert_eq!(
        wrong.findings[0].headline,
        "salt and standing orders of confederate are not those sealed in record 2"
    );
}

#[test]
fn a_seal_in_the_locking_record_of_the_enemy_comes_too_late() {
    // Union seals with its own lock; the segment that it locks is under Confederate orders only,
    // and Confederate's next lock is the first under the new seal.
    let (mut duel, unseal, confederate) = sealed();
    let opened = duel.draft(0).with("unseal", unseal.node(confederate));
    let third = duel.answered(opened, 0, "c");
    duel.push(third).unwrap();
    let (salt, standing) = (hash_text("late"), standing("0206"));
    let seq = u32::try_from(duel.replay.head().records).unwrap();
    let sealed = seal(&game(), &name("union"), seq, &salt, &standing).unwrap();
    let draft = duel.draft(1).with("seal", Node::text(sealed.to_string()));
    // This closes a lock that is older than the seal: nothing has to be opened.
    let fourth = duel.closed(draft, 1);
    duel.push(fourth).unwrap_or_else(|e| panic!("{e:#?}"));
}

#[test]
fn every_record_is_read_as_it_was_written() {
    let (duel, ..) = sealed();
    for written in &duel.records {
        let again = Record::read(&written.text).unwrap();
        assert_eq!((again.digest, again.seq), (written.record.digest, written.record.seq));
        assert_eq!(again.node(), written.record.node());
        assert!(written.text.lines().all(|line| line.len() <= 72), "{}", written.text);
    }
}
