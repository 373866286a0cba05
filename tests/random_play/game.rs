//! A game between two random players, one player-turn after the other.

use super::random::fate::Labelled;
use super::random::{Player, USUAL, battles};
use provost::games::blue_gray::answers::NewStanding;
use provost::games::blue_gray::position::{Phase, Position};
use provost::games::blue_gray::scenario::Scenario;
use provost::games::blue_gray::turn::{InForce, Input, Played, Segment, play};

/// A game under way.
pub struct Game<'a> {
    /// Who gives the orders of both armies.
    pub player: Player<'a>,
    /// The position now.
    pub position: Position,
    /// Standing orders in force, in order of play.
    pub standing: [InForce; 2],
    seed: u64,
}

/// One player-turn.
pub struct Step {
    /// The position before it.
    pub opening: Position,
    /// What it was played from.
    pub input: Input,
    /// What came of it.
    pub played: Played,
    /// Its dice.
    pub fate: Labelled,
}

impl<'a> Game<'a> {
    /// A game of a seed, before its first player-turn.
    pub fn new(scenario: &'a Scenario, seed: u64) -> Game<'a> {
        Game {
            player: Player::new(scenario, seed),
            position: battles::opening(scenario),
            standing: [InForce::default(), InForce::default()],
            seed,
        }
    }

    /// Dice of the player-turn that comes next.
    pub fn dice(&self) -> Labelled {
        let seat = self.player.scenario.seat(self.position.phasing) as u64;
        Labelled::new(self.seed * 1000 + u64::from(self.position.turn) * 2 + seat)
    }

    /// What the next player-turn is played from.
    pub fn input(&mut self) -> Input {
        let seat = self.player.scenario.seat(self.position.phasing);
        let own = self.standing[seat].orders.clone();
        let orders = self.player.orders(&self.position, &own);
        Input {
            segments: vec![Segment { orders, standing: None }],
            answers: Vec::new(),
            standing: self.standing[1 - seat].clone(),
            own,
            conduct: USUAL,
        }
    }

    /// Goes on from a player-turn that has come to its end.
    pub fn go_on(&mut self, input: &Input, played: &Played) {
        let seat = self.player.scenario.seat(self.position.phasing);
        self.position = played.position.clone();
        for standing in &mut self.standing {
            standing.homes.retain(|id, _| !played.left.contains(id));
        }
        match &input.segments[0].orders.standing {
            Some(NewStanding::Replaced(lines)) => {
                self.standing[seat] = InForce::from_now(lines.clone(), &self.position);
            }
            Some(NewStanding::Withdrawn) => self.standing[seat] = InForce::default(),
            None => {}
        }
    }
}

impl Iterator for Game<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        if self.position.phase == Phase::Over {
            return None;
        }
        let opening = self.position.clone();
        let input = self.input();
        let mut fate = self.dice();
        let played = play(self.player.scenario, &opening, &input, &mut fate);
        if let Some(stop) = &played.stop {
            panic!("{stop:#?}\n{:#?}", input.segments[0].orders);
        }
        let wrong: Vec<_> = played.complaints.iter().filter(|(_, d)| d.is_error()).collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
        self.go_on(&input, &played);
        Some(Step { opening, input, played, fate })
    }
}
