//! The seam: what a kind of exclusive rule may answer.
//!
//! Every hook answers with the common rule unless a kind says otherwise, so a kind writes only what
//! is its own. The chapters ask through the functions in [`super`], which put the answers of all
//! rules of a battle together; they never learn which kinds there are.

use super::super::position::{Counter, Marks, Position};
use super::super::scenario::{Army, Charts, Scenario, UnitId};
use super::super::turn::Turn;
use super::Exclusive;
use super::arrival::Arrival;
use super::flank_march::Leaving;
use super::passing::Passing;
use super::reader::Reader;
use super::train::Conduct;
use super::victory::Verdict;
use super::without::Part;
use crate::board::Hex;
use crate::document::{Diagnostic, Node};
use crate::rule::Rule;

/// How often a kind may stand in a battle's list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Times {
    /// Once.
    Once,
    /// Once for each side.
    OnceASide,
    /// As often as one likes.
    Any,
}

/// Why something is not allowed, by an exclusive rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bar {
    /// What is wrong, with the unit and the hex.
    pub headline: String,
    /// Citation.
    pub rule: Rule,
    /// What would be legal.
    pub help: Option<String>,
}

/// A die that is rolled at the start of a player-turn, before its orders are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StartDie<'a> {
    /// What it is rolled for, `averell.ford`: its label is `averell.ford.1`.
    pub label: &'a str,
    /// The faces that matter.
    pub shows: &'a [u32],
    /// What one of them means, and what any other does.
    pub means: [&'static str; 2],
    /// Citation.
    pub rule: &'a Rule,
}

/// Something that a player must know, with its citation.
pub type Notice = (String, Rule);

/// Complains about an entry for one side beside an entry for both.
pub fn lint_sides(
    word: &str,
    side: Option<Army>,
    whole: bool,
    body: &Node,
    complaints: &mut Vec<Diagnostic>,
) {
    if let Some(army) = side.filter(|_| whole) {
        let headline = format!("`{word}` for {army}, and another entry for both sides");
        let help = "give each entry its `side`";
        complaints.push(Diagnostic::error(body.span, headline).help(help));
    }
}

/// A kind of exclusive rule.
pub trait Kind: Sized {
    /// Its word in scenario files.
    const WORD: &'static str;
    /// How often a battle may have it.
    const TIMES: Times;
    /// What it has to remember beyond a move: keys of `counters` in position files.
    const COUNTERS: &'static [Counter] = &[];

    /// Reads the parameters and complains about what is wrong with them.
    fn read(entry: Reader<'_, '_>) -> Option<Self>;

    /// Learns which of the entries of its kind it is, from 0.
    fn number(&mut self, _nth: usize) {}

    /// Complains about what does not fit the other rules of the battle; `body` is its own entry.
    fn lint(&self, _body: &Node, _all: &[Exclusive], _complaints: &mut Vec<Diagnostic>) {}

    // What happens.

    /// Before the first turn: holders, points.
    fn open_game(&self, _scenario: &Scenario, _position: &mut Position) {}

    /// A player-turn begins: the die that is rolled for it, if there is one now.
    fn start_die(&self, _scenario: &Scenario, _position: &Position) -> Option<StartDie<'_>> {
        None
    }

    /// A unit has come onto a hex by movement, entry, retreat, displacement or advance.
    fn entered(&self, _turn: &mut Turn, _id: UnitId, _hex: Hex) {}

    /// A unit has left the map by a hex.
    fn left_map(&self, _turn: &mut Turn, _id: UnitId, _hex: Hex) {}

    /// A unit comes from off the map.
    fn arrives(&self, _turn: &mut Turn, _id: UnitId) {}

    /// A unit has moved in the movement phase.
    fn moved(&self, _turn: &mut Turn, _id: UnitId) {}

    /// A unit has been eliminated.
    fn eliminated(&self, _turn: &mut Turn, _id: UnitId) {}

    /// The movement phase begins, before the first line of orders.
    fn movement_begins(&self, _turn: &mut Turn) {}
    /// A unit has come onto a hex, left the map or been eliminated, and every rule has heard of it.
    fn changed(&self, _turn: &mut Turn) {}

    /// The movement phase is over.
    fn end_of_movement(&self, _turn: &mut Turn) {}

    /// The player-turn is over; what was remembered for it goes.
    fn end_of_player_turn(&self, _position: &mut Position) {}

    /// A game-turn has ended.
    fn end_of_game_turn(&self, _turn: &mut Turn) {}

    /// The last game-turn has ended: points at the end.
    fn end_of_game(&self, _turn: &mut Turn) {}

    /// Who has won, by the points so far, if this rule decides it.
    fn verdict(&self, _scenario: &Scenario, _position: &Position) -> Option<Verdict> {
        None
    }

    /// Whether an army is demoralized now.
    fn demoralized(&self, _scenario: &Scenario, _position: &Position, _army: Army) -> bool {
        false
    }

    /// Whether the line of communications of an army is open, if there is one.
    fn line_open(&self, _scenario: &Scenario, _position: &Position, _army: Army) -> Option<bool> {
        None
    }

    /// What a search must tell branches apart by, besides the units near what is left to fight;
    /// `at_stake` is the strength of an army's units there.
    fn branch(
        &self,
        _scenario: &Scenario,
        _position: &Position,
        _at_stake: &dyn Fn(Army) -> u32,
    ) -> Option<u32> {
        None
    }

    // What is allowed, and what it costs.

    /// Why a unit may not move at all; `at` is where it stands, if it is on the map.
    fn may_not_move(&self, _turn: &Turn, _id: UnitId, _at: Option<Hex>) -> Option<Bar> {
        None
    }

    /// Why a unit may not enter a hex that the common rules leave open.
    fn may_not_enter(
        &self,
        _turn: &Turn,
        _id: UnitId,
        _from: Option<Hex>,
        _to: Hex,
    ) -> Option<(String, Rule)> {
        None
    }

    /// Why a unit may not move or come onto a hex; retreats and advances are not asked.
    fn may_not_march(
        &self,
        _turn: &Turn,
        _id: UnitId,
        _from: Option<Hex>,
        _to: Hex,
    ) -> Option<(String, Rule)> {
        None
    }

    /// Why a unit may not retreat into a hex, nor be displaced to it; movement is not asked.
    fn may_not_retreat(
        &self,
        _turn: &Turn,
        _id: UnitId,
        _from: Hex,
        _to: Hex,
    ) -> Option<(String, Rule)> {
        None
    }

    /// The rule by which a unit may retreat into a hex only for want of any other.
    fn last_refuge(&self, _turn: &Turn, _id: UnitId, _from: Hex, _to: Hex) -> Option<Rule> {
        None
    }

    /// The rule by which a unit may not advance into a hex as things stand now.
    fn may_not_advance(&self, _turn: &Turn, _id: UnitId, _from: Hex, _to: Hex) -> Option<Rule> {
        None
    }

    /// The rule by which nothing ever moves a unit: what would have to go is eliminated.
    fn fixed(&self, _id: UnitId) -> Option<&Rule> {
        None
    }

    /// The rule by which an army's units may leave enemy zones at night.
    fn night_leave(&self, _army: Army) -> Option<&Rule> {
        None
    }

    /// How many units of an army one hex holds, with the rule.
    fn stacking(&self, _army: Army) -> Option<(usize, &Rule)> {
        None
    }

    /// The rule by which a part of the standard rules is left out.
    fn without(&self, _part: Part) -> Option<&Rule> {
        None
    }

    /// How a unit behaves that is a train.
    fn conduct(&self, _id: UnitId) -> Option<&Conduct> {
        None
    }

    /// Enters what movement costs an army into the charts of the battle.
    fn set_costs(&self, _charts: &mut Charts) {}

    /// The rule under which a step costs an army something else than the charts say.
    fn cost_rule(&self, _scenario: &Scenario, _army: Army, _from: Hex, _to: Hex) -> Option<Rule> {
        None
    }

    /// Why a unit may not advance after combat, into whatever hex.
    fn never_advances(&self, _turn: &Turn, _id: UnitId) -> Option<Rule> {
        None
    }

    /// Notes the hexes where a unit of an army would change something by passing (BG-path).
    fn passing(&self, _turn: &Turn, _army: Army, _passing: &mut Passing) {}

    /// The movement allowance of a unit, from what the rules before this one leave of it.
    fn allowance(&self, _turn: &Turn, _id: UnitId, points: u32) -> u32 {
        points
    }

    /// The bonus of strategic movement, from what the rules before this one leave of it.
    fn strategic_bonus(&self, _turn: &Turn, _id: UnitId, points: u32) -> u32 {
        points
    }

    /// The rule that forbids bombardment on a game-turn.
    fn no_bombardment(&self, _turn: u8) -> Option<Rule> {
        None
    }

    /// The rule by which a unit was struck from the reinforcements.
    fn struck_by(&self, _id: UnitId) -> Option<Rule> {
        None
    }

    /// By what rules a unit comes from off the map.
    fn arrival(&self, _scenario: &Scenario, _id: UnitId) -> Option<Arrival> {
        None
    }

    /// Changes the hexes at which a unit may enter, by where the armies stand now.
    fn detour(&self, _: &Scenario, _: &Position, _id: UnitId, _hexes: &mut Vec<Hex>) {}

    /// Why a unit may not enter by a hex that is one of its entry hexes at other times.
    fn detour_bar(&self, _: &Scenario, _: &Position, _id: UnitId, _hex: Hex) -> Option<Bar> {
        None
    }

    /// The rule by which a unit came at a hex that is not one of its chart.
    fn detoured(&self, _: &Scenario, _id: UnitId, _hex: Hex) -> Option<Rule> {
        None
    }

    /// The rule by which a unit came with an allowance that is not its plain one.
    fn doubled(&self, _: &Scenario, _id: UnitId, _allowance: u8) -> Option<Rule> {
        None
    }

    /// With how many of its movement points, at most, a unit may enter an enemy zone.
    fn zone_limit(&self, _turn: &Turn, _id: UnitId, _points: u32) -> Option<(u32, Rule)> {
        None
    }

    /// What becomes of a unit that leaves the map by a hex, if it is not gone for good; or why it
    /// may not.
    fn leaving(&self, _turn: &Turn, _id: UnitId, _hex: Hex) -> Option<Result<Leaving, Bar>> {
        None
    }

    /// Cost of leaving the map by a hex, with the rule, if the unit may.
    fn exit_cost(&self, _scenario: &Scenario, _id: UnitId, _hex: Hex) -> Option<(u8, Rule)> {
        None
    }

    /// Hexes by which units of an army may leave, with the rule that says so.
    fn exits(&self, _army: Army) -> Option<(&[Hex], &Rule)> {
        None
    }

    /// Hexes from which a retreat of an army may lead off the map, with the rule that says so.
    fn retreat_off(&self, _army: Army) -> Option<(&[Hex], &Rule)> {
        None
    }

    /// Hexes that it wants units of an army to reach: objectives, exits.
    fn goals(&self, _army: Army) -> Vec<Hex> {
        Vec::new()
    }

    /// The rule by which it decides who wins at the end.
    fn decides(&self) -> Option<&Rule> {
        None
    }

    // What is written.

    /// What it rolls a die for at the start of player-turns: a key of `rolls` in position files.
    fn die(&self) -> Option<&str> {
        None
    }

    /// A lasting mark that it sets on units, with its word in position files.
    fn mark(&self) -> Option<(Marks, &str)> {
        None
    }

    /// What the turn's head line says besides night: a word of the move log.
    fn weather(&self, _turn: u8) -> Option<(&'static str, Rule)> {
        None
    }

    /// Its word of [`Kind::weather`] in a report.
    fn weather_told(&self, _word: &str) -> Option<&'static str> {
        None
    }

    /// What the owner of an army must know before he writes his orders; for the form.
    fn notice(&self, _scenario: &Scenario, _position: &Position, _army: Army) -> Option<Notice> {
        None
    }

    /// What belongs to an army's forces on the sheet of the battle.
    fn forces(&self, _scenario: &Scenario, _army: Army) -> Option<Notice> {
        None
    }
}
