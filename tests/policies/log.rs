//! A log as another program, or a hand, may write it: orders go in as they stand, checked by nobody.

use provost::campaign::archive::Archive;
use provost::campaign::audit::audit;
use provost::campaign::packs::{PackFile, together};
use provost::campaign::record::{Anchor, Close, Halt, Lock, Report};
use provost::campaign::replay::{False, Replay};
use provost::campaign::{Campaign, Draft, Terms};
use provost::dice::{Chain, Game, Mode, Name};
use provost::document::Node;
use provost::document::digest::{Digest, Pack, hash_text};
use provost::games::blue_gray::builtin;
use provost::store::{Folder, Head, Stored};
use tempfile::TempDir;

pub const SIDES: [&str; 2] = ["confederate", "union"];

pub fn name(text: &str) -> Name {
    text.parse().expect("a name")
}

pub fn game() -> Game {
    "p-01-2026-00000001".parse().expect("a game")
}

pub fn packs() -> [PackFile; 4] {
    let battle = builtin::find("fredericksburg").expect("it is built in");
    Pack::ALL.map(|kind| PackFile::read(kind, battle.text(kind)).expect("it reads"))
}

/// A log in any mode without the beacon.
pub struct Log {
    pub replay: Replay,
    texts: Vec<String>,
    chains: [Chain; 3],
}

impl Log {
    pub fn new(mode: Mode, change: impl FnOnce(&mut Terms)) -> Log {
        let pinned = packs().map(|pack| pack.digest);
        let sides = SIDES.map(name);
        let mut terms = Terms::plain(mode, sides, "P-01", "fredericksburg", pinned);
        if mode == Mode::Duel {
            terms.players = vec![(name("union"), "Jane".to_owned())];
        }
        change(&mut terms);
        let chains = [SIDES[0], SIDES[1], "referee"].map(|of| {
            Chain::new(&game(), &name(&format!("{of}-1")), 64, &hash_text(of)).expect("a chain")
        });
        let offers = if mode == Mode::Duel { 0 } else { 2 };
        let offer = Draft::new(&game(), Head::EMPTY, &chair(offers)).with("offer", terms.node());
        let offer = match mode {
            Mode::Recorded => offer,
            _ => offer.with("anchor", anchor(offers, &chains[offers]).node()),
        };
        let offer = offer.write().expect("an offer");
        let replay = Replay::begin(&offer.record, together(packs())).expect("it begins");
        let mut log = Log { replay, texts: vec![offer.text], chains };
        if mode == Mode::Duel {
            let accept = Node::map([("terms", Node::text(log.replay.offer().to_string()))]);
            let anchor = anchor(1, &log.chains[1]).node();
            log.push(log.draft(1).with("accept", accept).with("anchor", anchor)).expect("accepted");
        }
        log
    }

    pub fn draft(&self, seat: usize) -> Draft {
        Draft::new(&game(), self.replay.head(), &chair(seat))
    }

    pub fn push(&mut self, draft: Draft) -> Result<(), False> {
        let written = draft.write().expect("a record");
        self.replay.push(&written.record)?;
        self.texts.push(written.text);
        Ok(())
    }

    /// The side that moves.
    pub fn seat(&self) -> usize {
        let phasing = self.replay.phasing().expect("the game is not over");
        self.replay.terms().seat(&phasing).expect("it plays")
    }

    /// A whole player-turn, or what is left of one: orders as they stand, their lock, its close.
    pub fn turn(&mut self, orders: &Node, further: &[(&str, Node)]) -> Result<(), False> {
        let (seat, mode) = (self.seat(), self.replay.terms().mode);
        let mut whole = orders.clone();
        whole.set("turn", Node::text(self.replay.state_turn().to_string()));
        whole.set("position", Node::text(self.replay.label()));
        let mut draft = self.draft(seat).with("orders", whole);
        for (key, part) in further {
            draft = draft.with(key, part.clone());
        }
        let segment = self.replay.segments() + 1;
        let salt = hash_text(&format!("salt {segment}"));
        let lock = |open| Lock { segment, open, at: None, round: None }.node();
        match mode {
            Mode::Recorded => {
                let draft = self.reported(draft, self.replay.turns_played() + 1, None)?;
                return self.push(draft);
            }
            Mode::Duel => self.push(draft.with("lock", lock(Some(salt))))?,
            _ => self.push(draft.wrapped(&name("referee")).with("lock", lock(None)))?,
        }
        self.close()
    }

    /// The close of the open lock.
    pub fn close(&mut self) -> Result<(), False> {
        let closer = if self.replay.terms().mode == Mode::Duel { 1 - self.seat() } else { 2 };
        let segment = self.replay.segments();
        let link = Some(self.chains[closer].link(segment).expect("a link"));
        let lock = self.replay.open_lock().expect("a lock");
        let close = match closer {
            2 => Close { lock, referee: link, duel: None, beacon: None },
            _ => Close { lock, referee: None, duel: link, beacon: None },
        };
        let draft = self.draft(closer).with("close", close.node());
        let draft = self.reported(draft, segment, Some(Halt::End))?;
        self.push(draft)
    }

    /// The same with a true report, which is learned from what is said of a false one.
    fn reported(&self, draft: Draft, segment: u32, halt: Option<Halt>) -> Result<Draft, False> {
        let position = Digest::ZERO;
        let guess = Report { segment, rolls: Vec::new(), halt, position };
        let guess = draft.clone().with("report", guess.node()).write().expect("a record");
        let wrong = self.replay.clone().push(&guess.record).expect_err("no position is all zeros");
        match &wrong.truth {
            Some(truth) => Ok(draft.with("report", truth.report.node())),
            None => Err(wrong),
        }
    }

    /// The report of the latest record that moved the game on; the whole log audits clean.
    pub fn told(&self) -> String {
        let (_place, campaign) = self.folder();
        let told = campaign.report(campaign.filed().last().expect("something was played"));
        assert!(told.lines().all(|line| line.len() <= 72 && line.is_ascii()), "{told}");
        told
    }

    /// The log as a folder.
    pub fn folder(&self) -> (TempDir, Campaign<Folder>) {
        let packs = packs().into_iter();
        let mut files: Vec<Stored> =
            packs.map(|p| Stored { name: format!("{}.yaml", p.kind), text: p.text }).collect();
        let records = self.texts.iter().enumerate();
        files.extend(
            records.map(|(n, text)| Stored { name: format!("{n}.yaml"), text: text.clone() }),
        );
        let archive = Archive::read(files);
        let found = audit(&archive, &mut |_, _| {});
        assert!(found.is_clean() && found.is_done(), "{found:#?}");
        let place = tempfile::tempdir().expect("a folder");
        let folder = Folder::create(&place.path().join("game")).expect("a folder");
        let campaign = Campaign::restore(folder, &archive).unwrap_or_else(|e| panic!("{e:#?}"));
        (place, campaign)
    }
}

fn chair(seat: usize) -> Name {
    name([SIDES[0], SIDES[1], "referee"][seat])
}

fn anchor(seat: usize, chain: &Chain) -> Anchor {
    let id = name(&format!("{}-1", chair(seat)));
    Anchor { chain: id, links: chain.links(), x0: chain.anchor() }
}

/// Whether a text says these words, wherever its lines break.
pub fn says(told: &str, words: &str) -> bool {
    let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    flat(told).contains(&flat(words))
}
