//! A player of whole campaigns: random, legal orders from the offer to the end.

use crate::fixture::Table;
use crate::random::typed::typed;
use crate::random::{Player, battles};
use provost::campaign::Trouble;
use provost::document::read;
use provost::games::blue_gray::answers::{NewStanding, Standing};
use provost::games::blue_gray::position::Position;
use provost::games::blue_gray::scenario::Scenario;

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
