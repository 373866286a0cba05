//! Kinds of exclusive rules: what a battle may declare in its scenario file.
//!
//! Each kind is a real rule of a real rulebook: one file beside, one line of the table below. Its
//! parameters are typed, and its citation must stand in the battle's `rules.yaml`. What a kind may
//! answer is the trait [`Kind`]. The functions below are the hooks by which the chapters
//! of the standard rules ask; without a kind that answers, the common rule holds.

pub mod arrival;
pub mod barred;
pub mod closed;
pub mod condition;
pub mod costs;
pub mod demoralization;
pub mod detour;
pub mod double_move;
pub mod early;
pub mod either;
pub mod entry;
pub mod exit;
pub mod fate;
pub mod fixed;
pub mod flank_march;
pub mod fog;
pub mod immobile;
pub mod kind;
pub mod line;
pub mod losses;
pub mod night_leave;
pub mod occupation;
pub mod passing;
pub mod quota;
pub mod reader;
pub mod stacking;
pub mod start_points;
pub mod stranded;
pub mod sudden_victory;
pub mod train;
pub mod victory;
pub mod without;
pub mod zone_points;

use super::events::March;
use super::position::{Counter, Marks, Place, Position};
use super::scenario::{Army, Charts, Scenario, Start, UnitId};
use super::turn::Turn;
use crate::board::Hex;
use crate::document::{Diagnostic, Node};
use crate::rule::Rule;
use arrival::Arrival;
use flank_march::Leaving;
use kind::{Bar, Kind, Notice, StartDie, Times};
use passing::Passing;
use reader::Reader;

/// Makes the enum of the kinds, and `ask!`, which puts one question to whatever kind a rule is of.
macro_rules! kinds {
    ($d:tt $($(#[$doc:meta])* $name:ident($kind:ty),)+) => {
        /// An exclusive rule of a battle.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Exclusive {
            $($(#[$doc])* $name($kind),)+
        }

        macro_rules! ask {
            ($d rule:expr, $d kind:ident => $d answer:expr) => {
                match $d rule {
                    $(Exclusive::$name($d kind) => $d answer,)+
                }
            };
        }

        /// Every kind: its word, how often a battle may have it, how an entry is read.
        pub const KINDS: &[(&str, Times, fn(Reader<'_, '_>) -> Option<Exclusive>)] = &[
            $((
                <$kind as Kind>::WORD,
                <$kind as Kind>::TIMES,
                |entry| <$kind as Kind>::read(entry).map(Exclusive::$name),
            ),)+
        ];

        /// What the kinds keep in `counters`, kind by kind.
        const COUNTERS: &[&[Counter]] = &[$(<$kind as Kind>::COUNTERS,)+];
    };
}

kinds! {$
    /// `barred`: units that do not move, or do not enter an area.
    Barred(barred::Barred),
    /// `closed`: hexes that an army does not enter.
    Closed(closed::Closed),
    /// `costs`: movement that costs an army something else.
    Costs(costs::Costs),
    /// `detour`: an entry hex that is exchanged for another while an enemy closes it.
    Detour(detour::Detour),
    /// `double_move`: units that enter on a turn march twice as far.
    DoubleMove(double_move::DoubleMove),
    /// `early`: arrivals that an advance brings forward.
    Early(early::Early),
    /// `demoralization`: an army that has lost too much does not advance.
    Demoralization(demoralization::Demoralization),
    /// `either`: one form of a reinforcement or the other.
    Either(either::Either),
    /// `entry`: how reinforcements come onto the map.
    Entry(entry::Entry),
    /// `exit`: hexes by which units may leave, and what that scores.
    Exit(exit::Exit),
    /// `fixed`: units that nothing moves.
    Fixed(fixed::Fixed),
    /// `flank_march`: units that leave the map and come back by another edge.
    FlankMarch(flank_march::FlankMarch),
    /// `fate`: what becomes of certain units scores by itself.
    Fate(fate::Fate),
    /// `fog`: turns without bombardment and with halved allowances.
    Fog(fog::Fog),
    /// `immobile`: units that may not move until something releases them.
    Immobile(immobile::Immobile),
    /// `line`: a line of communications.
    Line(line::Line),
    /// `losses`: points for enemy units eliminated.
    Losses(losses::Losses),
    /// `night_leave`: an army that may get away at night.
    NightLeave(night_leave::NightLeave),
    /// `occupation`: hexes that score for their holder.
    Occupation(occupation::Occupation),
    /// `quota`: so many units may move in a turn.
    Quota(quota::Quota),
    /// `stacking`: a limit of its own for one army.
    Stacking(stacking::Stacking),
    /// `start_points`: points given before the first turn.
    StartPoints(start_points::StartPoints),
    /// `stranded`: units with no way home at the end count as lost.
    Stranded(stranded::Stranded),
    /// `sudden_victory`: an early end.
    SuddenVictory(sudden_victory::SuddenVictory),
    /// `train`: how trains and detachments behave.
    Train(train::Train),
    /// `victory`: who wins at the end.
    Victory(victory::Victory),
    /// `without`: parts of the standard rules that are left out.
    Without(without::Without),
    /// `zone_points`: hexes that score for lying in zones at the end.
    ZonePoints(zone_points::ZonePoints),
}

mod bounds;
mod ending;

pub use bounds::*;
pub use ending::*;

impl Exclusive {
    /// Its word in scenario files.
    pub fn word(&self) -> &'static str {
        fn word<K: Kind>(_: &K) -> &'static str {
            K::WORD
        }
        ask!(self, kind => word(kind))
    }

    /// Tells it which of the entries of its kind it is.
    pub fn number(&mut self, nth: usize) {
        ask!(self, kind => kind.number(nth));
    }

    /// Complains about what does not fit the other rules of the battle.
    pub fn lint(&self, body: &Node, all: &[Exclusive], complaints: &mut Vec<Diagnostic>) {
        ask!(self, kind => kind.lint(body, all, complaints));
    }

    /// Hexes by which it lets units of an army leave, with its citation.
    pub fn exits(&self, army: Army) -> Option<(&[Hex], &Rule)> {
        ask!(self, kind => kind.exits(army))
    }
}

/// Every key of `counters` in position files.
pub fn counters() -> impl Iterator<Item = Counter> {
    COUNTERS.iter().flat_map(|kept| kept.iter().copied())
}

/// The lasting marks that the rules of a battle set, with their words in position files.
pub fn marks(scenario: &Scenario) -> impl Iterator<Item = (Marks, &str)> {
    scenario.exclusive.iter().filter_map(|rule| ask!(rule, kind => kind.mark()))
}

/// Holders and points before the first turn.
pub fn open_game(scenario: &Scenario, position: &mut Position) {
    for rule in &scenario.exclusive {
        ask!(rule, kind => kind.open_game(scenario, position));
    }
}

/// What dice are rolled for at the start of player-turns: every key of `rolls` in position files.
pub fn dice(scenario: &Scenario) -> impl Iterator<Item = &str> {
    scenario.exclusive.iter().filter_map(|rule| ask!(rule, kind => kind.die()))
}

/// The dice with which the player-turn begins that a position awaits, each once.
pub fn start_dice<'s>(scenario: &'s Scenario, position: &Position) -> Vec<StartDie<'s>> {
    let mut dice: Vec<StartDie> = Vec::new();
    for rule in &scenario.exclusive {
        let die = ask!(rule, kind => kind.start_die(scenario, position));
        dice.extend(die.filter(|die| dice.iter().all(|other| other.label != die.label)));
    }
    dice
}

/// What the turn's head line says besides night.
pub fn weather(scenario: &Scenario, turn: u8) -> Vec<(String, Rule)> {
    let words = scenario.exclusive.iter().filter_map(|rule| ask!(rule, kind => kind.weather(turn)));
    words.map(|(word, rule)| (word.to_owned(), rule)).collect()
}

/// A word of [`weather`] as a report tells it.
pub fn weather_told(scenario: &Scenario, word: &str) -> Option<&'static str> {
    scenario.exclusive.iter().find_map(|rule| ask!(rule, kind => kind.weather_told(word)))
}

/// A unit has come onto a hex by movement, entry, retreat, displacement or advance.
pub fn entered(turn: &mut Turn, id: UnitId, hex: Hex) {
    let scenario = turn.scenario;
    for rule in &scenario.exclusive {
        ask!(rule, kind => kind.entered(turn, id, hex));
    }
    changed(turn);
}

/// A unit has left the map by a hex.
pub fn left_map(turn: &mut Turn, id: UnitId, hex: Hex) {
    let scenario = turn.scenario;
    for rule in &scenario.exclusive {
        ask!(rule, kind => kind.left_map(turn, id, hex));
    }
    changed(turn);
}

/// Units have come to a hex, or are gone from the map: rules that look at all of it look again.
pub fn changed(turn: &mut Turn) {
    let scenario = turn.scenario;
    for rule in &scenario.exclusive {
        ask!(rule, kind => kind.changed(turn));
    }
}

/// A unit comes from off the map.
pub fn arrives(turn: &mut Turn, id: UnitId) {
    let scenario = turn.scenario;
    for rule in &scenario.exclusive {
        ask!(rule, kind => kind.arrives(turn, id));
    }
}

/// A unit has moved in the movement phase.
pub fn moved(turn: &mut Turn, id: UnitId) {
    let scenario = turn.scenario;
    for rule in &scenario.exclusive {
        ask!(rule, kind => kind.moved(turn, id));
    }
}

/// A unit has been eliminated.
pub fn eliminated(turn: &mut Turn, id: UnitId) {
    let scenario = turn.scenario;
    for rule in &scenario.exclusive {
        ask!(rule, kind => kind.eliminated(turn, id));
    }
    changed(turn);
}

/// Why a unit may not move at all: the first rule that holds it.
pub fn may_not_move(turn: &Turn, id: UnitId, at: Option<Hex>) -> Option<Bar> {
    let mut rules = turn.scenario.exclusive.iter();
    rules.find_map(|rule| ask!(rule, kind => kind.may_not_move(turn, id, at)))
}

/// The rule by which a unit was struck from the reinforcements.
pub fn struck_by(scenario: &Scenario, id: UnitId) -> Option<Rule> {
    scenario.exclusive.iter().find_map(|rule| ask!(rule, kind => kind.struck_by(id)))
}

/// Why a unit may not enter a hex that the common rules leave open.
pub fn may_not_enter(
    turn: &Turn,
    id: UnitId,
    from: Option<Hex>,
    to: Hex,
) -> Option<(String, Rule)> {
    let mut rules = turn.scenario.exclusive.iter();
    rules.find_map(|rule| ask!(rule, kind => kind.may_not_enter(turn, id, from, to)))
}

/// Enters what movement costs each army into the charts of a battle with these rules.
pub fn set_costs(rules: &[Exclusive], charts: &mut Charts) {
    for rule in rules {
        ask!(rule, kind => kind.set_costs(charts));
    }
}

/// The rules under which a step costs an army something else than the charts say.
pub fn cost_rules(scenario: &Scenario, army: Army, from: Hex, to: Hex) -> Vec<Rule> {
    let rules = scenario.exclusive.iter();
    rules.filter_map(|rule| ask!(rule, kind => kind.cost_rule(scenario, army, from, to))).collect()
}

/// Why a unit may not advance after combat, into whatever hex.
pub fn never_advances(turn: &Turn, id: UnitId) -> Option<Rule> {
    let mut rules = turn.scenario.exclusive.iter();
    rules.find_map(|rule| ask!(rule, kind => kind.never_advances(turn, id)))
}

/// The hexes where a unit of an army would change something by passing (BG-path).
pub fn passing(turn: &Turn, army: Army) -> Passing {
    let mut passing = Passing::default();
    for rule in &turn.scenario.exclusive {
        ask!(rule, kind => kind.passing(turn, army, &mut passing));
    }
    passing
}

/// Cost of leaving the map by a hex.
///
/// # Errors
/// What to say, with the rule, if the unit may not leave there.
pub fn exit_at(scenario: &Scenario, id: UnitId, hex: Hex) -> Result<u8, (String, Option<Rule>)> {
    let mut rules = scenario.exclusive.iter();
    let cost = rules.find_map(|rule| ask!(rule, kind => kind.exit_cost(scenario, id, hex)));
    if let Some((cost, _)) = cost {
        return Ok(cost);
    }
    let army = scenario.unit(id).army;
    let exits: Vec<_> = scenario.exclusive.iter().filter_map(|rule| rule.exits(army)).collect();
    let hexes = exits.iter().flat_map(|(hexes, _)| hexes.iter().map(Hex::to_string));
    Err(match exits.last() {
        None => ("this map has no exits".to_owned(), None),
        Some((_, rule)) => {
            let hexes: Vec<String> = hexes.collect();
            (format!("exits: {}", hexes.join(", ")), Some((*rule).clone()))
        }
    })
}

/// Citation of what a unit paid that has left the map by a hex.
pub fn exit_rule(scenario: &Scenario, id: UnitId, hex: Hex) -> Option<Rule> {
    let mut rules = scenario.exclusive.iter();
    let cost = rules.find_map(|rule| ask!(rule, kind => kind.exit_cost(scenario, id, hex)));
    cost.map(|(_, rule)| rule)
}

/// The hexes from which a retreat of an army may lead off the map, with the rule that says so.
pub fn retreat_off(scenario: &Scenario, army: Army) -> Option<(&[Hex], &Rule)> {
    scenario.exclusive.iter().find_map(|rule| ask!(rule, kind => kind.retreat_off(army)))
}

/// The movement allowance of a unit this turn, from the printed one.
pub fn allowance(turn: &Turn, id: UnitId, printed: u32) -> u32 {
    let rules = turn.scenario.exclusive.iter();
    rules.fold(printed, |points, rule| ask!(rule, kind => kind.allowance(turn, id, points)))
}

/// The bonus of strategic movement this turn, from the printed one.
pub fn strategic_bonus(turn: &Turn, id: UnitId, printed: u32) -> u32 {
    let rules = turn.scenario.exclusive.iter();
    rules.fold(printed, |points, rule| ask!(rule, kind => kind.strategic_bonus(turn, id, points)))
}

/// The rule that forbids bombardment on a turn.
pub fn no_bombardment(scenario: &Scenario, turn: u8) -> Option<Rule> {
    scenario.exclusive.iter().find_map(|rule| ask!(rule, kind => kind.no_bombardment(turn)))
}

/// By what rules a unit comes from off the map.
pub fn arrival(scenario: &Scenario, id: UnitId) -> Arrival {
    let mut rules = scenario.exclusive.iter();
    let arrival = rules.find_map(|rule| ask!(rule, kind => kind.arrival(scenario, id)));
    arrival.unwrap_or_else(|| Arrival::common(scenario.unit(id)))
}

/// The citations of what a unit paid that came onto the map by a hex.
pub fn entered_by(scenario: &Scenario, march: &March, hex: Hex, paid: u8) -> Vec<Rule> {
    let id = march.unit;
    let arrival = arrival(scenario, id);
    let first = arrival.cost(scenario, scenario.unit(id).army, hex, 1);
    let mut rules = vec![arrival.paid];
    if first.is_some_and(|first| u32::from(paid) > first) {
        rules.extend(arrival.column.map(|(_, rule)| rule));
    }
    let ask =
        |answer: &dyn Fn(&Exclusive) -> Option<Rule>| scenario.exclusive.iter().find_map(answer);
    let detour = ask(&|rule| ask!(rule, kind => kind.detoured(scenario, id, hex)));
    if detour.is_none() && !arrival.hexes.contains(&hex) {
        rules.extend(arrival.beside);
    }
    rules.extend(ask(&|rule| ask!(rule, kind => kind.doubled(scenario, id, march.allowance))));
    rules.extend(detour);
    rules
}

/// The hexes at which a unit may enter now.
pub fn entry_hexes(scenario: &Scenario, position: &Position, id: UnitId) -> Vec<Hex> {
    let mut hexes = arrival(scenario, id).hexes;
    for rule in &scenario.exclusive {
        ask!(rule, kind => kind.detour(scenario, position, id, &mut hexes));
    }
    hexes
}

/// Why a unit may not enter by a hex that is one of its entry hexes at other times.
pub fn detour_bar(scenario: &Scenario, position: &Position, id: UnitId, hex: Hex) -> Option<Bar> {
    let mut rules = scenario.exclusive.iter();
    rules.find_map(|rule| ask!(rule, kind => kind.detour_bar(scenario, position, id, hex)))
}

/// With how many of its movement points, at most, a unit may enter an enemy zone, where it is held
/// to fewer than it has.
pub fn zone_limit(turn: &Turn, id: UnitId, points: u32) -> Option<(u32, Rule)> {
    let mut rules = turn.scenario.exclusive.iter();
    rules.find_map(|rule| ask!(rule, kind => kind.zone_limit(turn, id, points)))
}

/// What becomes of a unit that leaves the map by a hex, if it is not gone for good.
///
/// # Errors
/// Why it may not.
pub fn leaving(turn: &Turn, id: UnitId, hex: Hex) -> Result<Option<Leaving>, Bar> {
    let mut rules = turn.scenario.exclusive.iter();
    rules.find_map(|rule| ask!(rule, kind => kind.leaving(turn, id, hex))).transpose()
}

/// Reinforcements of an army that are off the map and due on a turn or earlier.
pub fn waiting(scenario: &Scenario, position: &Position, army: Army, turn: u8) -> Vec<UnitId> {
    let waits = |id: &UnitId| {
        scenario.unit(*id).army == army
            && matches!(scenario.unit(*id).start, Start::Due { .. })
            && matches!(position.place(*id), Place::Reserve { due } if due <= turn)
    };
    scenario.ids().filter(waits).collect()
}

/// The movement phase begins, before the first line of orders.
pub fn movement_begins(turn: &mut Turn) {
    let scenario = turn.scenario;
    for rule in &scenario.exclusive {
        ask!(rule, kind => kind.movement_begins(turn));
    }
}

/// Looks at the movement phase as a whole.
pub fn end_of_movement(turn: &mut Turn) {
    let scenario = turn.scenario;
    for rule in &scenario.exclusive {
        ask!(rule, kind => kind.end_of_movement(turn));
    }
}

/// Forgets what was remembered for a player-turn that has ended.
pub fn end_of_player_turn(scenario: &Scenario, position: &mut Position) {
    for rule in &scenario.exclusive {
        ask!(rule, kind => kind.end_of_player_turn(position));
    }
}

/// Looks at a game-turn that has ended.
pub fn end_of_game_turn(turn: &mut Turn) {
    let scenario = turn.scenario;
    for rule in &scenario.exclusive {
        ask!(rule, kind => kind.end_of_game_turn(turn));
    }
}

/// Points at the end of the game.
pub fn end_of_game(turn: &mut Turn) {
    let scenario = turn.scenario;
    for rule in &scenario.exclusive {
        ask!(rule, kind => kind.end_of_game(turn));
    }
}

/// Hexes that units of an army are wanted on.
pub fn goals(scenario: &Scenario, army: Army) -> Vec<Hex> {
    scenario.exclusive.iter().flat_map(|rule| ask!(rule, kind => kind.goals(army))).collect()
}

/// The rule that decides who wins after the last game-turn.
pub fn decided_by(scenario: &Scenario) -> Option<&Rule> {
    scenario.exclusive.iter().find_map(|rule| ask!(rule, kind => kind.decides()))
}

/// What the owner of an army must know before he writes his orders.
pub fn notices(scenario: &Scenario, position: &Position, army: Army) -> Vec<Notice> {
    let rules = scenario.exclusive.iter();
    rules.filter_map(|rule| ask!(rule, kind => kind.notice(scenario, position, army))).collect()
}

/// What belongs to an army's forces besides its units.
pub fn forces(scenario: &Scenario, army: Army) -> Vec<Notice> {
    let rules = scenario.exclusive.iter();
    rules.filter_map(|rule| ask!(rule, kind => kind.forces(scenario, army))).collect()
}
