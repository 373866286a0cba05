//! Two people through the library: the same seeds, salts and dice every time.

use crate::random::typed::typed;
use crate::random::{Player, battles};
use provost::campaign::archive::Archive;
use provost::campaign::packs::PackFile;
use provost::campaign::record::Anchor;
use provost::campaign::secrets::Secrets;
use provost::campaign::send::{Seal, Sent};
use provost::campaign::take::{Taken, Taking};
use provost::campaign::terms::Terms;
use provost::campaign::{Campaign, Pen, Trouble};
use provost::dice::{Game, Mode, Name};
use provost::document::digest::{Pack, hash_text};
use provost::document::read;
use provost::games::blue_gray::answers::Standing;
use provost::games::blue_gray::builtin;
use provost::games::blue_gray::position::Position;
use provost::store::{Folder, SecretFile, Shelf, Store, Stored};
use std::path::PathBuf;
use tempfile::TempDir;

pub struct Side {
    pub place: TempDir,
    pub campaign: Campaign<Folder>,
    pub secrets: SecretFile,
    pub chair: Name,
    salts: u32,
}

fn game() -> Game {
    "m-01-2026-00000001".parse().unwrap()
}

fn packs() -> [PackFile; 4] {
    let battle = builtin::find("fredericksburg").unwrap();
    Pack::ALL.map(|kind| PackFile::read(kind, battle.text(kind)).unwrap())
}

pub fn terms(mode: Mode) -> Terms {
    let sides = ["confederate", "union"].map(|side| side.parse().unwrap());
    let packs = packs().map(|pack| pack.digest);
    Terms::plain(mode, sides, "M-01", "fredericksburg", packs)
}

/// Both sides of a game, with everything of each other but their secrets.
pub fn pair(terms: &Terms) -> [Side; 2] {
    let [mut first, mut second] = ["confederate", "union"].map(|side| {
        let (place, chair) = (tempfile::tempdir().unwrap(), side.parse::<Name>().unwrap());
        let secrets = SecretFile::new(place.path().join("secrets.yaml"));
        let chain = format!("{side}-1").parse().unwrap();
        let own = Secrets::new(&game()).of_chair(&chair);
        own.with_chain(chain, 64, hash_text(side)).create(&secrets).unwrap();
        (place, chair, secrets)
    });
    let offers = {
        let (place, chair, secrets) = &mut first;
        let own = Secrets::load(secrets, &game()).unwrap().chain();
        let anchor = own.map(|(chain, links, x0)| Anchor { chain, links, x0 });
        let anchor = anchor.filter(|_| terms.has_chain(chair));
        let folder = Folder::create(&place.path().join("game")).unwrap();
        let pen = pen(chair, 0);
        let mut campaign =
            Campaign::offer(folder, &game(), terms, packs(), anchor.as_ref(), pen).unwrap();
        campaign.put_out_offer().unwrap();
        campaign
    };
    let (place, chair, secrets) = first;
    let mut offers = Side { place, campaign: offers, secrets, chair, salts: 1 };
    let accepts = {
        let (place, chair, _) = &mut second;
        let folder = Folder::create(&place.path().join("game")).unwrap();
        let archive = Archive::read([offers.out("0000-offer.yaml")]);
        let mut campaign = Campaign::restore(folder, &archive).unwrap();
        campaign.sit(pen(chair, 0));
        campaign
    };
    let (place, chair, secrets) = second;
    let mut accepts = Side { place, campaign: accepts, secrets, chair, salts: 1 };
    let mailed = accepts.campaign.accept(&accepts.secrets, None).unwrap().unwrap();
    offers.take(&accepts, &mailed).unwrap();
    [offers, accepts]
}

fn pen(chair: &Name, n: u32) -> Pen {
    let salts = ["lock", "seal"].map(|what| hash_text(&format!("{what} {chair} {n}")));
    Pen { chair: Some(chair.clone()), salts, ..Pen::default() }
}

impl Side {
    pub fn root(&self) -> PathBuf {
        self.place.path().join("game")
    }

    /// A file of the outbox.
    pub fn out(&self, name: &str) -> Stored {
        let text = self.campaign.store().get(Shelf::Outbox, name).unwrap();
        Stored { name: name.to_owned(), text: text.unwrap_or_else(|| panic!("no {name}")) }
    }

    pub fn take(&mut self, from: &Side, mailed: &str) -> Result<Taken, Trouble> {
        let archive = Archive::read([from.out(mailed)]);
        self.campaign.take(&archive, &self.secrets, Taking::default())
    }

    pub fn send(&mut self, text: Option<&str>) -> Result<Sent, Trouble> {
        self.salts += 1;
        self.campaign.sit(pen(&self.chair, self.salts));
        self.campaign.send(text, &self.secrets, Seal::AsAgreed)
    }

    /// The same as the next run of the program: whatever was in memory is gone.
    pub fn run_again(&mut self) {
        // The old one lets go of its lock before the next takes it.
        self.campaign = Campaign::open(Folder::open(&self.root()).unwrap()).unwrap();
        let mut folder = Folder::open(&self.root()).unwrap();
        folder.lock().unwrap();
        self.campaign = Campaign::open(folder).unwrap();
        self.campaign.sit(pen(&self.chair, self.salts));
    }

    /// The head lines of the next orders, beyond a lock that is to be closed.
    pub fn head(&mut self) -> String {
        self.campaign.look_ahead(&self.secrets).unwrap();
        let replay = self.campaign.replay();
        let (turn, label) = (replay.state_turn(), replay.label());
        format!("orders: M-01 turn {turn} {}\nposition: {label}\n", self.chair)
    }

    /// Random legal orders.
    pub fn orders(&mut self, seed: u64) -> String {
        self.campaign.look_ahead(&self.secrets).unwrap();
        let scenario = battles::fredericksburg();
        let node = read::parse(&self.campaign.position(), read::Limits::RECORD).unwrap();
        let position = Position::read(&scenario, &node, &mut Vec::new()).unwrap();
        let label = self.campaign.replay().label();
        for attempt in 0..30 {
            let mut player = Player::new(&scenario, seed * 1000 + attempt);
            player.temper.movers = 10;
            let orders = player.orders(&position, &Standing::default());
            let text = typed(&scenario, &position, &orders, "M-01", &label);
            if self.campaign.check(&text).is_ok_and(|proposal| !proposal.is_refused()) {
                return text;
            }
        }
        panic!("thirty files of orders were refused");
    }

    /// Puts a folder in the way of a file, as a full disk would be; the next run takes it away.
    pub fn in_the_way(&self, file: &str) -> PathBuf {
        let (folder, name) = file.rsplit_once('/').unwrap();
        let way = format!("{folder}/.{name}.{}.tmp", std::process::id());
        let way = self.root().join(way);
        std::fs::create_dir_all(&way).unwrap();
        way
    }
}
