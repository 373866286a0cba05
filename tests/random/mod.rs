//! A player who gives legal orders at random: the same ones for the same seed.
//!
//! Nothing is made up: every line is tried on the engine before it is kept, and a list of attacks
//! that the engine refuses is not used. Shared by tests and benches.

#![allow(dead_code)] // no test uses all of it

pub mod attacks;
pub mod battles;
pub mod chance;
pub mod fate;
pub mod moves;
pub mod standing;
pub mod typed;

use attacks::Attacks;
use chance::Chance;
use provost::board::Hex;
use provost::document::{Diagnostic, Span};
use provost::games::blue_gray::answers::{
    At, AttackList, Away, NewStanding, Orders, Retreat, Standing, Towards, Whom,
};
use provost::games::blue_gray::exclusive::conduct;
use provost::games::blue_gray::facts::NoFate;
use provost::games::blue_gray::position::{Marks, Phase, Position};
use provost::games::blue_gray::r05_control::in_zone;
use provost::games::blue_gray::r07_movement::movement_phase;
use provost::games::blue_gray::r08_combat::{duty, flight, retreat};
use provost::games::blue_gray::scenario::{Scenario, UnitId};
use provost::games::blue_gray::turn::{
    Conduct, Errors, Expectation, InForce, Input, Missing, Segment, Turn,
};
use provost::play::Stop;

/// The usual terms, with which legal orders and silence never stop.
pub const USUAL: Conduct = Conduct {
    errors: Errors::Refuse,
    missing: Missing::Default,
    expect: Expectation::Report,
    recorded: false,
};

/// How a player plays.
#[derive(Clone, Copy, Debug)]
pub struct Temper {
    /// How many of a hundred groups go for the enemy.
    pub aggression: u64,
    /// At most so many units move in a turn.
    pub movers: usize,
    /// How many of a hundred units without a target wander about instead of closing in.
    pub wandering: u64,
    /// Whether standing orders may say `ask`.
    pub asks: bool,
}

impl Default for Temper {
    fn default() -> Temper {
        Temper { aggression: 70, movers: 24, wandering: 25, asks: false }
    }
}

/// What a player has seen of the engine.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Orders given.
    pub orders: usize,
    /// Lines of `move` that the engine took.
    pub lines: usize,
    /// Lines of `move` that it refused and that were left out.
    pub refused: usize,
    /// Lists of attacks that were made again because the engine refused them, with its headline.
    pub again: Vec<String>,
    /// Player-turns in which moves into contact were taken back.
    pub taken_back: usize,
}

/// A player of either army.
pub struct Player<'a> {
    /// The battle.
    pub scenario: &'a Scenario,
    /// How it plays.
    pub temper: Temper,
    /// What it has seen.
    pub tally: Tally,
    /// Its chance.
    pub chance: Chance,
}

impl<'a> Player<'a> {
    /// A player of a seed.
    pub fn new(scenario: &'a Scenario, seed: u64) -> Player<'a> {
        let chance = Chance::apart(seed, "player");
        Player { scenario, temper: Temper::default(), tally: Tally::default(), chance }
    }

    /// Legal orders for the phasing army, with new standing orders now and then; `own` are its
    /// standing orders so far, of which `give way` serves its own retreats too.
    ///
    /// # Panics
    /// If the engine refuses even the list without moves: then one of the two is wrong.
    pub fn orders(&mut self, position: &Position, own: &Standing) -> Orders {
        self.tally.orders += 1;
        let mut orders = self.head(position);
        orders.moves = moves::moves(self, position);
        if self.chance.percent(40) {
            orders.standing = Some(self.new_standing(position));
        }
        let mut refusals = Vec::new();
        for attempt in 0..16 {
            orders.fall_back = self.fall_backs(position, &orders);
            match self.attack(position, &mut orders, own) {
                Ok(()) => return orders,
                Err(refused) => {
                    self.tally.again.extend(refused.iter().map(|d| d.headline.clone()));
                    refusals = refused;
                }
            }
            if attempt >= 2 {
                self.tally.taken_back += 1;
                let share = if attempt < 10 { 50 } else { 100 };
                moves::take_back(self, position, &mut orders, share);
            }
        }
        panic!("no legal orders: {refusals:#?}\nfor {orders:#?}");
    }

    /// Makes a list of attacks and tries it.
    fn attack(
        &mut self,
        position: &Position,
        orders: &mut Orders,
        own: &Standing,
    ) -> Result<(), Vec<Diagnostic>> {
        orders.attack = None;
        let (scenario, temper) = (self.scenario, self.temper);
        if scenario.is_night(position.turn) {
            return before_attacks(scenario, position, &input(orders, own), |_| ());
        }
        let mut chance = self.chance.clone();
        let entries = before_attacks(scenario, position, &input(orders, own), |turn| {
            Attacks::new(turn, &mut chance, temper).list()
        })?;
        self.chance = chance;
        orders.attack = match entries.is_empty() {
            true => self.chance.percent(50).then_some(AttackList::None(Span::NONE)),
            false => Some(AttackList::Entries(entries, Span::NONE)),
        };
        before_attacks(scenario, position, &input(orders, own), duty::check_filed)
    }

    fn head(&self, position: &Position) -> Orders {
        Orders {
            turn: position.turn,
            army: Some(position.phasing),
            position: At::new("abandon-abandon-00".to_owned(), Span::NONE),
            ..Orders::default()
        }
    }

    /// Lines for some of the units that must fall back (10.2), and of the trains that must go.
    fn fall_backs(&mut self, position: &Position, orders: &Orders) -> Vec<Retreat> {
        if self.scenario.is_night(position.turn) {
            return Vec::new();
        }
        let scenario = self.scenario;
        let after = after_moves(scenario, position, orders);
        let army = position.phasing;
        let bound = |id: &UnitId| {
            scenario.unit(*id).army == army
                && (after.has(*id, Marks::INEFFECTIVE) || conduct(scenario, *id).is_some())
                && after.hex(*id).is_some_and(|at| in_zone(scenario, &after, army.enemy(), at))
        };
        let bound: Vec<UnitId> = scenario.ids().filter(bound).collect();
        let mut lines = Vec::new();
        for id in self.chance.shuffled(bound) {
            if let Some(at) = after.hex(id).filter(|_| self.chance.percent(60)) {
                let away = standing::away(scenario, &mut self.chance, at, army);
                lines.push(Retreat { whom: Whom::Unit(id), away: Some(away), span: Span::NONE });
            }
        }
        lines
    }

    fn new_standing(&mut self, position: &Position) -> NewStanding {
        if self.chance.percent(10) {
            return NewStanding::Withdrawn;
        }
        let army = position.phasing;
        let lines =
            standing::standing(self.scenario, &mut self.chance, position, army, self.temper);
        match lines == Standing::default() {
            true => NewStanding::Withdrawn,
            false => NewStanding::Replaced(lines),
        }
    }
}

/// One player-turn with orders, under the usual terms and without standing orders of the enemy.
pub fn input(orders: &Orders, own: &Standing) -> Input {
    Input {
        segments: vec![Segment { orders: orders.clone(), standing: None }],
        answers: Vec::new(),
        standing: InForce::default(),
        own: own.clone().into(),
        conduct: USUAL,
    }
}

/// The position after the movement phase of orders that are legal so far.
pub fn after_moves(scenario: &Scenario, position: &Position, orders: &Orders) -> Position {
    let input = input(orders, &Standing::default());
    let mut fate = NoFate;
    let mut turn = Turn::new(scenario, position.clone(), &input, &mut fate);
    turn.enter_phase(Phase::Movement);
    let _ = movement_phase(&mut turn);
    turn.position
}

/// Looks at a player-turn after its movement and its fall backs, when duties have been counted.
///
/// # Errors
/// The refusals, those that the look itself added included.
pub fn before_attacks<T>(
    scenario: &Scenario,
    position: &Position,
    input: &Input,
    look: impl FnOnce(&mut Turn) -> T,
) -> Result<T, Vec<Diagnostic>> {
    let mut fate = NoFate;
    let mut turn = Turn::new(scenario, position.clone(), input, &mut fate);
    let refused = |stop| match stop {
        Stop::Refused(all) => all,
        other => panic!("no stop is due before the attacks: {other:?}"),
    };
    turn.enter_phase(Phase::Movement);
    movement_phase(&mut turn).map_err(refused)?;
    if !scenario.is_night(position.turn) {
        turn.enter_phase(Phase::Combat);
        flight::trains(&mut turn, flight::Moment::Opening).map_err(refused)?;
        retreat::fall_backs(&mut turn).map_err(refused)?;
        duty::count(&mut turn);
    }
    let seen = look(&mut turn);
    turn.refuse_if_wrong().map_err(refused)?;
    Ok(seen)
}

/// Away toward a hex.
pub fn toward(hex: Hex) -> Away {
    Away { to: Towards::Toward(hex), alone: false, span: Span::NONE }
}
