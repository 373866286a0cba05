//! A campaign in a temporary folder, with a known secret.

use provost::campaign::packs::PackFile;
use provost::campaign::record::Anchor;
use provost::campaign::secrets::Secrets;
use provost::campaign::terms::Terms;
use provost::campaign::{Campaign, Filing, Trouble};
use provost::dice::{Chain, Game, Mode, Name};
use provost::document::digest::{Pack, hash_text};
use provost::games::blue_gray::builtin;
use provost::store::{Folder, SecretFile, Shelf, Store, Stored};
use tempfile::TempDir;

/// A campaign, its folder, and where its secret is.
pub struct Table {
    pub place: TempDir,
    pub campaign: Campaign<Folder>,
    pub secrets: SecretFile,
}

pub fn game() -> Game {
    "fr-01-2026-00000001".parse().unwrap()
}

pub fn packs(battle: &str) -> [PackFile; 4] {
    let battle = builtin::find(battle).unwrap();
    Pack::ALL.map(|kind| PackFile::read(kind, battle.text(kind)).unwrap())
}

/// Fredericksburg with a die before every Union player-turn: on a 6 one of its divisions stands.
pub fn packs_with_a_die() -> [PackFile; 4] {
    let battle = builtin::find("fredericksburg").unwrap();
    let rule = "exclusive:\n- barred: {side: union, units: [3/V], \
                while: {die: burnside.move, shows: [6]}, rule: \"19.0\"}\n";
    Pack::ALL.map(|kind| {
        let text = battle.text(kind).replacen("exclusive:\n", rule, 1);
        PackFile::read(kind, &text).unwrap()
    })
}

pub fn terms(mode: Mode, packs: &[PackFile; 4]) -> Terms {
    let name = |side: &str| side.parse::<Name>().unwrap();
    let packs = packs.each_ref().map(|pack| pack.digest);
    Terms::plain(mode, [name("confederate"), name("union")], "FR-01", "fredericksburg", packs)
}

impl Table {
    pub fn new(change: impl FnOnce(&mut Terms)) -> Table {
        Table::of(Mode::Referee, change)
    }

    pub fn of(mode: Mode, change: impl FnOnce(&mut Terms)) -> Table {
        Table::over(packs("fredericksburg"), mode, change)
    }

    pub fn over(packs: [PackFile; 4], mode: Mode, change: impl FnOnce(&mut Terms)) -> Table {
        let place = tempfile::tempdir().unwrap();
        let mut terms = terms(mode, &packs);
        change(&mut terms);
        let (game, chain): (Game, Name) = (game(), "referee-1".parse().unwrap());
        let seed = hash_text("a seed for tests");
        let secrets = SecretFile::new(place.path().join("secrets").join(Secrets::file_name(&game)));
        Secrets::new(&game).with_chain(chain.clone(), 4096, seed).create(&secrets).unwrap();
        let x0 = Chain::new(&game, &chain, 4096, &seed).unwrap().anchor();
        let anchor = (mode == Mode::Referee).then_some(Anchor { chain, links: 4096, x0 });
        let store = Folder::create(&place.path().join("fr-01")).unwrap();
        let campaign = Campaign::begin(store, &game, &terms, packs, anchor.as_ref());
        Table { campaign: campaign.unwrap_or_else(|e| panic!("{e:#?}")), place, secrets }
    }

    pub fn root(&self) -> std::path::PathBuf {
        self.place.path().join("fr-01")
    }

    /// The two head lines that are awaited now.
    pub fn head(&self) -> String {
        let replay = self.campaign.replay();
        let side = replay.phasing().unwrap();
        format!(
            "orders: {} turn {} {side}\nposition: {}\n",
            replay.terms().title,
            replay.state_turn(),
            replay.label()
        )
    }

    pub fn resolve(&mut self, body: &str) -> Result<Filing, Trouble> {
        let text = self.head() + body;
        self.campaign.resolve(&text, &self.secrets)
    }

    pub fn file(&self, name: &str) -> String {
        std::fs::read_to_string(self.root().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }
}

/// Packs, records and positions of a folder, as an auditor reads them.
pub fn files(table: &Table) -> Vec<Stored> {
    let store = Folder::open(&table.root()).unwrap();
    let mut files = Vec::new();
    for shelf in [Shelf::Packs, Shelf::Positions] {
        for name in store.list(shelf).unwrap() {
            let text = store.get(shelf, &name).unwrap().unwrap();
            files.push(Stored { name: format!("{}/{name}", shelf.place()), text });
        }
    }
    let log = store.log().unwrap().into_iter();
    files.extend(log.map(|r| Stored { name: format!("log/{}", r.name), text: r.text }));
    files
}
