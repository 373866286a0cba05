//! `barred`: units that do not move, or do not enter an area, while a die or the calendar says so.

use super::super::position::{Place, Position};
use super::super::scenario::{Army, Scenario, UnitId};
use super::super::turn::Turn;
use super::Exclusive;
use super::kind::{Bar, Kind, Notice, StartDie, Times};
use super::reader::Reader;
use crate::board::{Hex, Map};
use crate::dice::Label;
use crate::document::{Diagnostic, Node};
use crate::play::view::list;
use crate::rule::Rule;

/// Units that are kept from something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Barred {
    /// Whose.
    pub army: Army,
    /// Which of that army; the whole of it if nobody is named.
    pub units: Option<Vec<UnitId>>,
    /// An area of the map that they do not enter, with its hexes; without one they do not move.
    pub area: Option<(String, Vec<Hex>)>,
    /// On which game-turns; on all of them if there are none.
    pub turns: Vec<u8>,
    /// The die that decides.
    pub die: Option<Die>,
    /// Citation.
    pub rule: Rule,
}

/// A die at the start of the army's player-turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Die {
    /// What it is rolled for: `averell.ford`.
    pub label: String,
    /// First game-turn on which it is rolled.
    pub from: u8,
    /// The faces that matter.
    pub shows: Vec<u32>,
    /// What they do.
    pub effect: Effect,
}

/// What a face does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// It bars for the player-turn.
    While,
    /// It lets go for good.
    Until,
}

impl Kind for Barred {
    const WORD: &'static str = "barred";
    const TIMES: Times = Times::Any;

    /// Reads `{side, units, enter: AREA, turns, until | while: {die, from, shows}, rule}`, of which
    /// `side` and `rule` are needed.
    fn read(mut entry: Reader<'_, '_>) -> Option<Barred> {
        let army = entry.army("side");
        let units = entry.optional("units", |entry, key| entry.units(key, army));
        let area = entry.optional("enter", Reader::area);
        let turns = entry.or("turns", Vec::new(), Reader::turns);
        let die = match (entry.has("until"), entry.has("while")) {
            (true, true) => {
                let help = "`until` lets go for good, `while` bars for one player-turn";
                entry.complain("while", "both `until` and `while`".to_owned(), help);
                None
            }
            (true, false) => Die::read(&mut entry, "until", Effect::Until, army).map(Some),
            (false, true) => Die::read(&mut entry, "while", Effect::While, army).map(Some),
            (false, false) => Some(None),
        };
        let rule = entry.rule();
        entry.finish();
        let mut units = units?;
        units.iter_mut().for_each(|units| units.sort());
        let (army, area, turns) = (army?, area?, turns?);
        Some(Barred { army, units, area, turns, die: die?, rule: rule? })
    }

    /// One die that two entries understand in two ways.
    fn lint(&self, body: &Node, all: &[Exclusive], complaints: &mut Vec<Diagnostic>) {
        let Some(die) = &self.die else { return };
        let other = all.iter().find_map(|rule| match rule {
            Exclusive::Barred(Barred { die: Some(other), .. }) if other.label == die.label => {
                Some(other)
            }
            _ => None,
        });
        if other.is_some_and(|other| other != die) {
            let headline = format!("the die {} means something else above", die.label);
            let help = "give it another label, or the same `from` and `shows`";
            complaints.push(Diagnostic::error(body.span, headline).help(help));
        }
    }

    /// [HL 17.2] [WI 19.2] A die as long as one of the units is on the map or due (HL-ford,
    /// WI-burnside); none once the standing face has let them go.
    fn start_die(&self, scenario: &Scenario, position: &Position) -> Option<StartDie<'_>> {
        let die = self.die.as_ref()?;
        let turn = position.turn;
        let concerned = |id: UnitId| match position.place(id) {
            Place::Map(_) => true,
            Place::Reserve { due } => due <= turn,
            Place::Gone { .. } => false,
        };
        let rolled = position.phasing == self.army
            && turn >= die.from
            && self.is_on(turn)
            && !position.rolls.contains_key(&die.label)
            && scenario.ids().any(|id| self.names(scenario, id) && concerned(id));
        let means = match (die.effect, self.area.is_some()) {
            (Effect::Until, true) => ["open for good", "shut"],
            (Effect::Until, false) => ["free for good", "held"],
            (Effect::While, true) => ["shut", "open"],
            (Effect::While, false) => ["held", "free"],
        };
        rolled.then(|| StartDie { label: &die.label, shows: &die.shows, means, rule: &self.rule })
    }

    fn die(&self) -> Option<&str> {
        self.die.as_ref().map(|die| die.label.as_str())
    }

    /// Only a face that lets go for good stands longer than a player-turn.
    fn end_of_player_turn(&self, position: &mut Position) {
        if let Some(die) = &self.die {
            let stands = |face: &u32| die.effect == Effect::Until && die.shows.contains(face);
            if !position.rolls.get(&die.label).is_some_and(stands) {
                position.rolls.remove(&die.label);
            }
        }
    }

    /// [CH 17.2] [WI 19.2] Neither moves nor comes.
    fn may_not_move(&self, turn: &Turn, id: UnitId, _: Option<Hex>) -> Option<Bar> {
        let scenario = turn.scenario;
        if self.area.is_some() || !self.names(scenario, id) || !self.bars(&turn.position) {
            return None;
        }
        let headline = match self.why(&turn.position) {
            Some(why) => format!("{} may not move on this turn: {why}", turn.name(id)),
            None => format!("{} may not move", turn.name(id)),
        };
        Some(Bar { headline, rule: self.rule.clone(), help: self.hope(turn.position.turn) })
    }

    /// [HL 17.2] Does not enter the area, by whatever movement.
    fn may_not_enter(
        &self,
        turn: &Turn,
        id: UnitId,
        _: Option<Hex>,
        to: Hex,
    ) -> Option<(String, Rule)> {
        let (_, hexes) = self.area.as_ref()?;
        let barred = hexes.binary_search(&to).is_ok()
            && self.names(turn.scenario, id)
            && self.bars(&turn.position);
        barred.then(|| {
            let why = self.why(&turn.position).map(|why| format!(": {why}")).unwrap_or_default();
            let to = place(&turn.scenario.map, to);
            let headline = format!("{} may not enter {to}{why}", turn.name(id));
            (headline, self.rule.clone())
        })
    }

    fn notice(&self, scenario: &Scenario, position: &Position, army: Army) -> Option<Notice> {
        if army != self.army || !self.is_on(position.turn) {
            return None;
        }
        let who = match &self.units {
            Some(units) => list(units.iter().map(|id| scenario.unit(*id).id.as_str())),
            None => format!("no {army} unit"),
        };
        let may = if self.units.is_some() { "may not" } else { "may" };
        let what = match &self.area {
            Some((area, hexes)) => format!("{who} {may} enter {}", in_words(scenario, area, hexes)),
            None if self.units.is_none() => "NO MOVES on this turn".to_owned(),
            None => format!("{who} {may} move"),
        };
        if let Some(die) = self.start_die(scenario, position) {
            let text = format!(
                "DIE {0}: roll it before you write, and add `rolls:` with `- {0}.1: FACE`",
                die.label
            );
            return Some((text, self.rule.clone()));
        }
        if !self.bars(position) {
            return None;
        }
        let text = match self.die.is_some().then(|| self.why(position)).flatten() {
            Some(why) => format!("{what}: {why}"),
            None => what,
        };
        Some((text, self.rule.clone()))
    }
}

impl Barred {
    /// Whether it is about a unit.
    fn names(&self, scenario: &Scenario, id: UnitId) -> bool {
        match &self.units {
            Some(units) => units.binary_search(&id).is_ok(),
            None => scenario.unit(id).army == self.army,
        }
    }

    fn is_on(&self, turn: u8) -> bool {
        self.turns.is_empty() || self.turns.contains(&turn)
    }

    /// Whether it holds in a position.
    pub fn bars(&self, position: &Position) -> bool {
        let met =
            |die: &Die| position.rolls.get(&die.label).is_some_and(|face| die.shows.contains(face));
        self.is_on(position.turn)
            && match &self.die {
                None => true,
                Some(die) => met(die) == (die.effect == Effect::While),
            }
    }

    /// Why it holds, if there is more to say than that it does.
    fn why(&self, position: &Position) -> Option<String> {
        let Some(die) = &self.die else {
            return (!self.turns.is_empty() && self.units.is_none())
                .then(|| format!("no {} unit does", self.army));
        };
        let shown = match position.rolls.get(&die.label) {
            Some(face) => format!("the die shows {face}"),
            None if die.from > position.turn => {
                format!("a die is rolled from turn {} on", die.from)
            }
            None => "the die is not rolled yet".to_owned(),
        };
        Some(match die.effect {
            Effect::While => shown,
            Effect::Until => format!("{shown}, a {} is wanted", faces(&die.shows)),
        })
    }

    /// When it will be otherwise.
    fn hope(&self, turn: u8) -> Option<String> {
        if let Some(die) = &self.die {
            let from = die.from.max(turn.saturating_add(1));
            let army = self.army;
            return Some(format!("the next die is that of the {army} player-turn of turn {from}"));
        }
        let next = (turn..=99).find(|turn| !self.is_on(*turn))?;
        Some(format!("it may on turn {next}"))
    }
}

impl Die {
    /// Reads `{die, from, shows: [..]}`; `from` is 1 if it is left out.
    fn read(
        entry: &mut Reader<'_, '_>,
        key: &'static str,
        effect: Effect,
        army: Option<Army>,
    ) -> Option<Die> {
        let context = entry.context();
        entry.node(key, |node, complaints| {
            let mut die = Reader::of(node, "die", context, complaints)?;
            let label = die.node("die", label);
            let from = die.or("from", 1, Reader::turn);
            let shows = die.distinct("shows", face);
            if from == Some(1) && army.is_some() && army == context.first {
                let headline = "no die is rolled before the first orders".to_owned();
                let help = "the first player's dice begin on turn 2: write `from: 2`, or later";
                die.complain_whole(headline, help);
            }
            die.finish();
            Some(Die { label: label?, from: from?, shows: shows?, effect })
        })
    }
}

/// An area in words: a few hexes one by one, with their names, else what the area is called.
fn in_words(scenario: &Scenario, area: &str, hexes: &[Hex]) -> String {
    match hexes.len() {
        1..=3 => list(hexes.iter().map(|hex| place(&scenario.map, *hex))),
        _ => format!("the {}", area.replace('_', " ")),
    }
}

/// A hex with its name, if it has one: `Ely's Ford at 0227`.
fn place(map: &Map, hex: Hex) -> String {
    map.name(hex).map_or_else(|| hex.to_string(), |name| format!("{name} at {hex}"))
}

/// What a die is rolled for, in words that cannot be a combat's.
fn label(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<String> {
    let text = node.as_text().unwrap_or_default();
    let words: Vec<&str> = text.split('.').collect();
    let begins = |word: &&str| word.starts_with(|c: char| c.is_ascii_lowercase());
    let sound = words.len() == 2
        && words.iter().all(begins)
        && format!("{text}.1").parse::<Label>().is_ok();
    if !sound {
        let headline = format!("`{text}` is no label of a die");
        let help = "write what it is rolled for in two words: `averell.ford`";
        complaints.push(Diagnostic::error(node.span, headline).help(help));
    }
    sound.then(|| text.to_owned())
}

/// A face of a die.
fn face(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<u32> {
    let text = node.as_text().unwrap_or_default();
    let face = text.parse().ok().filter(|face| (1..=6).contains(face));
    if face.is_none() {
        let headline = format!("no die shows `{text}`");
        complaints.push(Diagnostic::error(node.span, headline).help("1 to 6"));
    }
    face
}

/// `1 or 2`
fn faces(shows: &[u32]) -> String {
    shows.iter().map(u32::to_string).collect::<Vec<_>>().join(" or ")
}
