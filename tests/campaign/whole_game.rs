//! Whole games of random, legal orders, from the offer to the end.

use crate::audit::{audited, files};
use crate::fixture::Table;
use crate::random::typed::typed;
use crate::random::{Player, battles};
use provost::campaign::{Campaign, Trouble};
use provost::document::read;
use provost::games::blue_gray::answers::{NewStanding, Standing};
use provost::games::blue_gray::position::Position;
use provost::games::blue_gray::scenario::Scenario;
use provost::store::{Folder, Stored};

/// Random orders of both sides, in answer to the positions of a campaign.
pub struct Game {
    scenario: Scenario,
    seed: u64,
    standing: [Standing; 2],
    /// The standing orders of the latest text.
    new: Option<NewStanding>,
    tries: u64,
}

impl Game {
    pub fn new(seed: u64) -> Game {
        let standing = [Standing::default(), Standing::default()];
        Game { scenario: battles::fredericksburg(), seed, standing, new: None, tries: 0 }
    }

    /// The next file of orders.
    pub fn text(&mut self, table: &Table) -> String {
        let replay = table.campaign.replay();
        let node = read::parse(&table.campaign.position(), read::Limits::RECORD).unwrap();
        let mut complaints = Vec::new();
        let position = Position::read(&self.scenario, &node, &mut complaints);
        let position = position.unwrap_or_else(|| panic!("{complaints:#?}"));
        let seat = self.scenario.seat(position.phasing);
        self.tries += 1;
        let mut player = Player::new(&self.scenario, self.seed * 1000 + self.tries);
        let orders = player.orders(&position, &self.standing[seat]);
        self.new.clone_from(&orders.standing);
        typed(&self.scenario, &position, &orders, "FR-01", &replay.label())
    }

    /// Files orders; others in their place while the check refuses. Returns those filed.
    pub fn file(&mut self, table: &mut Table, text: &str) -> String {
        let mut text = text.to_owned();
        for _ in 0..30 {
            let side = table.campaign.replay().phasing().unwrap();
            match table.campaign.resolve(&text, &table.secrets) {
                Ok(_) => {
                    let seat = table.campaign.replay().terms().seat(&side).unwrap();
                    match self.new.take() {
                        Some(NewStanding::Replaced(lines)) => self.standing[seat] = lines,
                        Some(NewStanding::Withdrawn) => self.standing[seat] = Standing::default(),
                        None => {}
                    }
                    return text;
                }
                Err(Trouble::Refused(_)) => text = self.text(table),
                Err(trouble) => panic!("{trouble:#?}\n{text}"),
            }
        }
        panic!("thirty files of orders were refused, the last one:\n{text}");
    }
}

/// Plays a campaign to its end; returns what every file of orders said.
pub fn play(table: &mut Table, seed: u64) -> Vec<String> {
    let mut game = Game::new(seed);
    let mut texts = Vec::new();
    while !table.campaign.replay().is_over() {
        let text = game.text(table);
        texts.push(game.file(table, &text));
        assert!(table.campaign.halt().is_none());
    }
    texts
}

#[test]
fn a_whole_game_is_played_reopened_and_audited_at_every_prefix() {
    let mut table = Table::new(|_| {});
    let typed = play(&mut table, 1);
    let replay = table.campaign.replay();
    assert_eq!(replay.turns_played() as usize, typed.len());
    let (head, label) = (replay.head(), replay.label());

    let again = Campaign::open(Folder::open(&table.root()).unwrap()).unwrap();
    assert_eq!((again.replay().head(), again.replay().label()), (head, label));
    for (old, new) in table.campaign.filed().iter().zip(again.filed()) {
        let name = again.report_name(new);
        assert_eq!(table.campaign.report(old), again.report(new), "{name}");
        assert_eq!(table.file(&format!("reports/{name}")), again.report(new), "{name}");
    }

    let all = files(&table);
    let whole = audited(all.clone());
    assert!(whole.is_clean(), "{whole:#?}");
    assert!(whole.dice > 20, "{}", whole.summary());
    assert_eq!(whole.head, head);
    let log: Vec<&Stored> = all.iter().filter(|f| f.name.starts_with("log/")).collect();
    let packs: Vec<&Stored> = all.iter().filter(|f| f.name.starts_with("packs/")).collect();
    for prefix in 1..log.len() {
        let kept = packs.iter().chain(&log[..prefix]).map(|f| (*f).clone());
        let found = audited(kept);
        assert!(found.is_clean(), "{prefix}: {found:#?}");
        assert_eq!(found.records, prefix);
    }
}

#[test]
fn the_same_secret_and_orders_give_the_same_log() {
    let mut first = Table::new(|_| {});
    let typed = play(&mut first, 2);
    let mut second = Table::new(|_| {});
    for text in &typed {
        second.campaign.resolve(text, &second.secrets).unwrap_or_else(|e| panic!("{e:#?}"));
    }
    assert_eq!(files(&first), files(&second));
}
