//! `train`: how the trains of an army behave, and the detachments that guard them.
//!
//! A unit of one of these arms behaves so even if a battle declares nothing: the arm `train` never
//! fights and runs whenever an enemy touches it, a `detachment` once, as from a repulse. An entry
//! says which units, changes that, and cites the battle's numbers.

use super::super::position::Position;
use super::super::r05_control::in_zone;
use super::super::rulebook::{R5_0, R6_0, R7_5, R8_0, R8_5, R8_6, R8_52};
use super::super::scenario::{Arm, Army, Scenario, Start, Unit, UnitId};
use super::super::turn::Turn;
use super::Exclusive;
use super::closed::is_way;
use super::kind::{Kind, Notice, Times};
use super::reader::Reader;
use crate::board::Hex;
use crate::document::{Diagnostic, Node};
use crate::play::view::list;
use crate::rule::Rule;

/// Units that behave as trains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Train {
    /// Whose.
    pub army: Army,
    /// Which, in order of their indices.
    pub units: Vec<UnitId>,
    /// How.
    pub conduct: Conduct,
}

/// How a train behaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conduct {
    /// When it goes from an enemy in contact, in its own combat phase.
    pub flees: Flees,
    /// Whether one of those who touched it may advance into the hex that it has left.
    pub followed: bool,
    /// Where it moves.
    pub moves: Moves,
    /// Whether it keeps out of enemy zones.
    pub shuns_zones: bool,
    /// Citations.
    pub rules: Rules,
}

/// When a train goes from its enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flees {
    /// Once, at the start of the phase: an AR, which costs its effectiveness (10.0).
    Once,
    /// At the start of the phase and after each combat of it; no result, and so without effect.
    Whenever,
}

/// Where a train moves; a retreat needs a hex with a road or trail in either case (WI-tdroad).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moves {
    /// To hexes with a road or trail, across any side.
    OnWays,
    /// Only along roads and trails.
    AlongWays,
}

/// What each part of its behaviour is cited by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// It never attacks.
    pub attack: Rule,
    /// It goes from its enemy.
    pub flees: Rule,
    /// It is followed, or is not.
    pub follow: Rule,
    /// It keeps out of enemy zones.
    pub enemy_zones: Rule,
    /// It stacks with nobody.
    pub stacking: Rule,
    /// It passes nobody, and nobody passes it.
    pub passage: Rule,
    /// It keeps to roads and trails.
    pub ways: Rule,
    /// It displaces and is displaced.
    pub push: Rule,
    /// Whether it has a zone.
    pub zone: Rule,
}

/// What is cited where no battle says more.
const PLAIN: Rules = Rules {
    attack: R8_0,
    flees: R8_5,
    follow: R8_6,
    enemy_zones: R5_0,
    stacking: R6_0,
    passage: R6_0,
    ways: R7_5,
    push: R8_52,
    zone: R5_0,
};

const FLEES: [(&str, Flees); 2] = [("once", Flees::Once), ("whenever", Flees::Whenever)];
const MOVES: [(&str, Moves); 2] = [("on ways", Moves::OnWays), ("along ways", Moves::AlongWays)];

impl Kind for Train {
    const WORD: &'static str = "train";
    const TIMES: Times = Times::Any;

    /// Reads `{side, units, flees: once|whenever, followed: never|by one, moves: on ways|along
    /// ways, zone: none, enemy_zones: never, rules: {..}}`; what is left out is as the arm has it.
    fn read(mut entry: Reader<'_, '_>) -> Option<Train> {
        let army = entry.army("side");
        let units = entry.units("units", army);
        let all = entry.context().units;
        let arms = |id: &UnitId| all.get(usize::from(id.0)).map(|unit| unit.arm);
        let arm = units.as_ref().and_then(|units| units.first()).and_then(arms);
        let mut conduct = Conduct::of(arm.unwrap_or(Arm::Train));
        let mut sound = true;
        if entry.has("flees") {
            sound &= put(&mut conduct.flees, entry.word("flees", &FLEES));
        }
        if entry.has("followed") {
            let words = [("never", false), ("by one", true)];
            sound &= put(&mut conduct.followed, entry.word("followed", &words));
        }
        if entry.has("moves") {
            sound &= put(&mut conduct.moves, entry.word("moves", &MOVES));
        }
        if entry.has("enemy_zones") {
            sound &= put(&mut conduct.shuns_zones, entry.word("enemy_zones", &[("never", true)]));
        }
        let zone = entry.has("zone");
        if zone {
            sound &= entry.word("zone", &[("none", ())]).is_some();
        }
        if entry.has("rules") {
            sound &= put(&mut conduct.rules, entry.nested("rules", "list of rules", Rules::read));
        }
        let units = units.map(|mut units| {
            units.sort();
            units
        });
        for id in units.iter().flatten() {
            complain_of(&mut entry, all, *id, arm, zone);
        }
        entry.finish();
        sound.then_some(())?;
        Some(Train { army: army?, units: units?, conduct })
    }

    /// A unit that another entry has already.
    fn lint(&self, body: &Node, all: &[Exclusive], complaints: &mut Vec<Diagnostic>) {
        let named = |id: &&UnitId| {
            let has = |r: &&Exclusive| matches!(r, Exclusive::Train(t) if t.units.contains(id));
            all.iter().filter(has).count() > 1
        };
        if self.units.iter().any(|id| named(&id)) {
            let at = body.get("units").map_or(body.span, |node| node.span);
            let headline = "two entries of `train` have a unit in common";
            complaints.push(Diagnostic::error(at, headline).help("name it once"));
        }
    }

    fn conduct(&self, id: UnitId) -> Option<&Conduct> {
        self.units.binary_search(&id).is_ok().then_some(&self.conduct)
    }

    /// [WI 17.32] [WI 17.33] [WI 17.34] [RR 20.22] [RR 20.23] Where it does not move, and where
    /// nobody moves for it.
    fn may_not_march(
        &self,
        turn: &Turn,
        id: UnitId,
        from: Option<Hex>,
        to: Hex,
    ) -> Option<(String, Rule)> {
        if turn.scenario.unit(id).army != self.army {
            return None;
        }
        let mut there = turn.position.stack(&turn.scenario.map, to).filter(|other| *other != id);
        match self.conduct(id) {
            Some(conduct) => conduct.bars(turn, id, from, to, there.next()),
            None => {
                let train = there.find(|other| self.conduct(*other).is_some())?;
                let (name, train) = (turn.name(id), turn.name(train));
                let text = format!("{name} may not enter {to}: {train} lets nobody through");
                Some((text, self.conduct.rules.passage.clone()))
            }
        }
    }

    /// [WI 17.34] [RR 20.23] It retreats, and is displaced, only to a hex with a road or trail.
    fn may_not_retreat(&self, turn: &Turn, id: UnitId, _: Hex, to: Hex) -> Option<(String, Rule)> {
        let conduct = self.conduct(id)?;
        (!is_way(turn.scenario.map.sides_of(to)))
            .then(|| ("no road or trail is there".to_owned(), conduct.rules.ways.clone()))
    }

    fn notice(&self, scenario: &Scenario, position: &Position, army: Army) -> Option<Notice> {
        let here = self.units.iter().filter(|id| position.hex(**id).is_some());
        let names: Vec<&str> = here.map(|id| scenario.unit(*id).id.as_str()).collect();
        if army != self.army || names.is_empty() {
            return None;
        }
        let keeps = match self.conduct.moves {
            Moves::OnWays => "hexes with a road or trail only",
            Moves::AlongWays => "along roads and trails only",
        };
        let text = format!(
            "TRAIN: {} never attacks, {keeps}, shares its hex with nobody; goes from an enemy as \
             `fall back` says",
            list(names)
        );
        Some((text, self.conduct.rules.attack.clone()))
    }
}

impl Conduct {
    /// The behaviour of an arm where no battle says more.
    pub const fn of(arm: Arm) -> Conduct {
        let detached = matches!(arm, Arm::Detachment);
        Conduct {
            flees: if detached { Flees::Once } else { Flees::Whenever },
            followed: detached,
            moves: if detached { Moves::OnWays } else { Moves::AlongWays },
            shuns_zones: detached,
            rules: PLAIN,
        }
    }

    fn bars(
        &self,
        turn: &Turn,
        id: UnitId,
        from: Option<Hex>,
        to: Hex,
        there: Option<UnitId>,
    ) -> Option<(String, Rule)> {
        let (name, map) = (turn.name(id), &turn.scenario.map);
        let along = from.filter(|_| self.moves == Moves::AlongWays);
        if let Some(from) = along.filter(|from| !is_way(map.side_between(*from, to))) {
            let text =
                format!("{name} may not enter {to}: no road or trail leads there from {from}");
            return Some((text, self.rules.ways.clone()));
        }
        if !is_way(map.sides_of(to)) {
            let text = format!("{name} may not enter {to}: no road or trail is there");
            return Some((text, self.rules.ways.clone()));
        }
        let enemy = turn.scenario.unit(id).army.enemy();
        if self.shuns_zones && in_zone(turn.scenario, &turn.position, enemy, to) {
            let text = format!("{name} may not enter {to}, in an enemy zone of control");
            return Some((text, self.rules.enemy_zones.clone()));
        }
        there.map(|other| {
            let text = format!("{name} may not enter {to}: {} is there", turn.name(other));
            (text, self.rules.passage.clone())
        })
    }
}

impl Rules {
    /// Reads the numbers; what is left out is cited as in the standard rules.
    fn read(mut entry: Reader<'_, '_>) -> Option<Rules> {
        let mut rules = PLAIN;
        let mut sound = true;
        for (key, rule) in rules.each() {
            if entry.has(key) {
                sound &= put(rule, entry.rule_at(key));
            }
        }
        entry.finish();
        sound.then_some(rules)
    }

    fn each(&mut self) -> [(&'static str, &mut Rule); 9] {
        [
            ("attack", &mut self.attack),
            ("flees", &mut self.flees),
            ("follow", &mut self.follow),
            ("enemy_zones", &mut self.enemy_zones),
            ("stacking", &mut self.stacking),
            ("passage", &mut self.passage),
            ("ways", &mut self.ways),
            ("push", &mut self.push),
            ("zone", &mut self.zone),
        ]
    }
}

/// Puts a value where it belongs, if it could be read.
fn put<T>(place: &mut T, value: Option<T>) -> bool {
    match value {
        Some(value) => {
            *place = value;
            true
        }
        None => false,
    }
}

/// Complains about a unit that is no train, that does not go with the others, or that shares its
/// hex at the start.
fn complain_of(entry: &mut Reader<'_, '_>, all: &[Unit], id: UnitId, arm: Option<Arm>, zone: bool) {
    let Some(unit) = all.get(usize::from(id.0)) else { return };
    let name = &unit.id;
    if !matches!(unit.arm, Arm::Train | Arm::Detachment) {
        let help = "its `type` must be train or detachment";
        entry.complain("units", format!("{name} is {}", unit.arm.word()), help);
    } else if Some(unit.arm) != arm {
        let headline = format!("{name} is of another type than the unit before it");
        entry.complain("units", headline, "give each type an entry of its own");
    } else if zone && unit.arm != Arm::Train {
        let help = "only a train has none; leave `zone` out";
        entry.complain("zone", format!("{name}, a {}, has a zone", unit.arm.word()), help);
    }
    let Start::At(hex) = unit.start else { return };
    if all.iter().filter(|other| other.start == Start::At(hex)).count() > 1 {
        let help = "it stacks with nobody";
        entry.complain("units", format!("{name} does not start alone on {hex}"), help);
    }
}

/// How the trains and detachments behave that no entry names.
pub fn implied(units: &[Unit], rules: &[Exclusive]) -> Vec<Exclusive> {
    let named = |id: UnitId| {
        rules.iter().any(|rule| matches!(rule, Exclusive::Train(t) if t.units.contains(&id)))
    };
    let mut implied = Vec::new();
    for army in Army::BOTH {
        for arm in [Arm::Train, Arm::Detachment] {
            let all = (0..).map(UnitId).zip(units);
            let others = all.filter(|(id, u)| u.army == army && u.arm == arm && !named(*id));
            let units: Vec<UnitId> = others.map(|(id, _)| id).collect();
            if !units.is_empty() {
                let conduct = Conduct::of(arm);
                implied.push(Exclusive::Train(Train { army, units, conduct }));
            }
        }
    }
    implied
}
