//! `closed`: hexes that an army does not enter, on some turns or until something opens them.

use super::super::events::Event;
use super::super::position::{Counter, How, Place, Position};
use super::super::r05_control::in_zone;
use super::super::scenario::{Army, Scenario, UnitId};
use super::super::turn::Turn;
use super::Exclusive;
use super::kind::{Kind, Notice, Times};
use super::reader::{Ground, Reader};
use crate::board::{Hex, Map, Side as Hexside, Terrain};
use crate::document::fields::nearest;
use crate::document::{Diagnostic, Node};
use crate::play::view::{count, list};
use crate::rule::Rule;

/// The game-turn from which a closed area is open, once that is known.
pub const OPENED: Counter = Counter("opened");

/// Hexes closed to an army.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Closed {
    /// To whom.
    pub army: Army,
    /// Which hexes.
    pub hexes: Hexes,
    /// On which game-turns; none is all.
    pub turns: Vec<u8>,
    /// What lets a unit in nevertheless; any one suffices.
    pub except: Vec<Except>,
    /// Whether a unit may retreat there.
    pub refuge: Refuge,
    /// What opens them for good; the first that happens.
    pub opens: Vec<Opening>,
    /// Citation.
    pub rule: Rule,
    /// Citation for retreats and advances.
    pub combat: Rule,
}

/// Which hexes are closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hexes {
    /// All of these kinds.
    Terrain(Vec<Terrain>),
    /// Those of an area of the map: its name, and its hexes in order of their numbers.
    Area(String, Vec<Hex>),
}

/// What lets a unit in, judged for the step that it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Except {
    /// The step follows a road or trail across the hexside.
    AlongWay,
    /// The hex lies in an enemy zone now.
    InZone,
    /// A clear hex is adjacent to it.
    BesideClear,
    /// A hex with a road or trail is adjacent to it.
    BesideWay,
}

/// Whether a closed hex is a refuge for a retreat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refuge {
    /// Only for want of any other hex.
    Last,
    /// Never.
    Never,
}

/// What opens closed hexes for good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// What must have happened to these units, to all of them.
    pub units: Vec<UnitId>,
    /// They have left the map by this hex; `None`: they have come onto the map.
    pub by: Option<Hex>,
    /// They are open so many game-turns later.
    pub after: u8,
    /// Citation.
    pub rule: Rule,
}

const REFUGES: [(&str, Refuge); 2] = [("last", Refuge::Last), ("never", Refuge::Never)];

impl Kind for Closed {
    const WORD: &'static str = "closed";
    const TIMES: Times = Times::Any;

    const COUNTERS: &'static [Counter] = &[OPENED];

    /// Reads `{side, terrain: [..]|area, turns, except: [..], retreat: last|never, opens: [..],
    /// rule, combat}`; closed on every turn if `turns` is left out, no refuge if `retreat` is.
    fn read(mut entry: Reader<'_, '_>) -> Option<Closed> {
        let army = entry.army("side");
        let hexes = match entry.has("terrain") {
            true => entry.distinct("terrain", terrain).map(Hexes::Terrain),
            false => entry.area("area").map(|(name, hexes)| Hexes::Area(name, hexes)),
        };
        let turns = if entry.has("turns") { entry.turns("turns") } else { Some(Vec::new()) };
        let except = entry.or("except", Vec::new(), |entry, key| entry.distinct(key, except));
        let refuge = entry.or("retreat", Refuge::Never, |entry, key| entry.word(key, &REFUGES));
        let opens = entry.or("opens", Vec::new(), |entry, key| {
            entry.each(key, "opening", |opening| Opening::read(opening, army))
        });
        let rule = entry.rule();
        let combat = if entry.has("combat") { entry.rule_at("combat") } else { rule.clone() };
        entry.finish();
        Some(Closed {
            army: army?,
            hexes: hexes?,
            turns: turns?,
            except: except?,
            refuge: refuge?,
            opens: opens?,
            rule: rule?,
            combat: combat?,
        })
    }

    /// One turn is remembered: two entries could not be told apart.
    fn lint(&self, body: &Node, all: &[Exclusive], complaints: &mut Vec<Diagnostic>) {
        let opens =
            |rule: &&Exclusive| matches!(rule, Exclusive::Closed(kind) if !kind.opens.is_empty());
        if !self.opens.is_empty() && all.iter().filter(opens).count() > 1 {
            let at = body.get("opens").map_or(body.span, |node| node.span);
            let headline = "more than one `closed` has `opens`";
            complaints.push(Diagnostic::error(at, headline).help("put them into one area"));
        }
    }

    /// [RR 18.1] Closed to every way of entering (RR-ccz). [RR 18.2] [RR 18.3] Zones, contact and
    /// attacks do not ask; [WI 17.24] who is inside moves out as he likes.
    fn may_not_enter(
        &self,
        turn: &Turn,
        id: UnitId,
        from: Option<Hex>,
        to: Hex,
    ) -> Option<(String, Rule)> {
        (self.refuge == Refuge::Never && self.bars(turn, id, from, to))
            .then(|| (self.refusal(turn, id, from, to), self.rule.clone()))
    }

    /// [WI 17.21] [WI 17.22] Closed to movement and arrivals; who is inside may leave or stay
    /// (WI 17.24).
    fn may_not_march(
        &self,
        turn: &Turn,
        id: UnitId,
        from: Option<Hex>,
        to: Hex,
    ) -> Option<(String, Rule)> {
        (self.refuge == Refuge::Last && self.bars(turn, id, from, to))
            .then(|| (self.refusal(turn, id, from, to), self.rule.clone()))
    }

    /// [WI 17.23] An advance is judged when it is made, behind the enemy's retreat (WI-advance).
    fn may_not_advance(&self, turn: &Turn, id: UnitId, from: Hex, to: Hex) -> Option<Rule> {
        self.bars(turn, id, Some(from), to).then(|| self.combat.clone())
    }

    /// [WI 17.23] A refuge for want of any other, pushes included (WI-only).
    fn last_refuge(&self, turn: &Turn, id: UnitId, from: Hex, to: Hex) -> Option<Rule> {
        (self.refuge == Refuge::Last && self.bars(turn, id, Some(from), to))
            .then(|| self.combat.clone())
    }

    /// [RR 18.1] Units have come onto the map.
    fn entered(&self, turn: &mut Turn, id: UnitId, _: Hex) {
        self.look(turn, id);
    }

    /// [RR 18.1] Units have left it.
    fn left_map(&self, turn: &mut Turn, id: UnitId, _: Hex) {
        self.look(turn, id);
    }

    fn notice(&self, scenario: &Scenario, position: &Position, army: Army) -> Option<Notice> {
        if army != self.army || !self.is_shut(position) {
            return None;
        }
        let what = match &self.hexes {
            Hexes::Terrain(kinds) => format!("{} hexes", list(kinds.iter().map(|t| t.one_word()))),
            Hexes::Area(..) => self.what(),
        };
        let mut text = format!("CLOSED to your units: {what}");
        let except: Vec<&str> = self.except.iter().map(|except| except.told()).collect();
        if !except.is_empty() {
            text += &format!(", except {}", except.join(" or "));
        }
        let openings = self.opens.iter().map(|opening| opening.told(scenario));
        let openings: Vec<String> = openings.collect();
        match self.opens_on(position) {
            Some(turn) => text += &format!("; open on turn {turn}"),
            None if openings.is_empty() => {}
            None => text += &format!("; open {}", openings.join(", or ")),
        }
        Some((text, self.rule.clone()))
    }
}

impl Closed {
    /// Whether a unit may not take a step into a hex.
    fn bars(&self, turn: &Turn, id: UnitId, from: Option<Hex>, to: Hex) -> bool {
        let scenario = turn.scenario;
        let army = scenario.unit(id).army;
        army == self.army
            && self.holds(&scenario.map, to)
            && self.is_shut(&turn.position)
            && !self.except.iter().any(|except| except.lets(turn, army, from, to))
    }

    fn holds(&self, map: &Map, hex: Hex) -> bool {
        match &self.hexes {
            Hexes::Terrain(kinds) => map.terrain(hex).is_some_and(|t| kinds.contains(&t)),
            Hexes::Area(_, hexes) => hexes.binary_search(&hex).is_ok(),
        }
    }

    /// [WI 17.22] [RR 18.1] Whether the hexes are closed on the turn of a position.
    fn is_shut(&self, position: &Position) -> bool {
        let open = self.opens_on(position).is_some_and(|from| from <= u32::from(position.turn));
        !open && (self.turns.is_empty() || self.turns.contains(&position.turn))
    }

    /// The turn on which they open, once that is known.
    fn opens_on(&self, position: &Position) -> Option<u32> {
        let turn = position.counter(OPENED);
        (!self.opens.is_empty() && turn > 0).then_some(turn)
    }

    /// [RR 18.1] Whether something opens the hexes now: for good, so many turns later.
    fn look(&self, turn: &mut Turn, id: UnitId) {
        for opening in self.opens.iter().filter(|opening| opening.units.contains(&id)) {
            let from = u32::from(turn.position.turn) + u32::from(opening.after);
            let earlier = self.opens_on(&turn.position).is_some_and(|known| known <= from);
            if !earlier && opening.is_met(&turn.position) {
                turn.position.count(OPENED, from);
                turn.tell(Event::Opens {
                    what: self.what(),
                    army: self.army,
                    turn: u8::try_from(from).unwrap_or(u8::MAX),
                    rule: opening.rule.clone(),
                });
            }
        }
    }

    /// The hexes in words: `forest, forest and rough`, `the command zone`.
    fn what(&self) -> String {
        match &self.hexes {
            Hexes::Terrain(kinds) => kinds.iter().map(|t| t.words()).collect::<Vec<_>>().join(", "),
            Hexes::Area(name, _) => format!("the {}", name.replace('_', " ")),
        }
    }

    fn refusal(&self, turn: &Turn, id: UnitId, from: Option<Hex>, to: Hex) -> String {
        let name = turn.name(id);
        let mut text = match &self.hexes {
            Hexes::Terrain(_) => {
                let terrain = turn.scenario.map.terrain(to).map_or("closed", Terrain::words);
                format!("{name} may not enter {to}, {terrain}")
            }
            Hexes::Area(..) => format!("{name} may not enter {to}, in {}", self.what()),
        };
        if self.except.contains(&Except::AlongWay) {
            text += " without a road or trail";
            text += &from.map_or(String::new(), |from| format!(" from {from}"));
        }
        if let Some(turn) = self.opens_on(&turn.position) {
            text += &format!(", which opens on turn {turn}");
        }
        text
    }
}

impl Except {
    const WORDS: [(&str, Except); 4] = [
        ("along way", Except::AlongWay),
        ("in zone", Except::InZone),
        ("beside clear", Except::BesideClear),
        ("beside way", Except::BesideWay),
    ];

    /// What a form says of it.
    const fn told(self) -> &'static str {
        match self {
            Except::AlongWay => "along roads and trails",
            Except::InZone => "into an enemy zone of control",
            Except::BesideClear => "next to a clear hex",
            Except::BesideWay => "next to a road or trail",
        }
    }

    /// [WI 17.21] [WI 17.22] Whether it lets a step be taken; an arrival needs a way on the hex
    /// itself.
    fn lets(self, turn: &Turn, army: Army, from: Option<Hex>, to: Hex) -> bool {
        let map = &turn.scenario.map;
        match self {
            Except::AlongWay => match from {
                Some(from) => is_way(map.side_between(from, to)),
                None => is_way(map.sides_of(to)),
            },
            Except::InZone => in_zone(turn.scenario, &turn.position, army.enemy(), to),
            Except::BesideClear => {
                map.neighbours(to).any(|(_, near)| map.terrain(near) == Some(Terrain::Clear))
            }
            Except::BesideWay => map.neighbours(to).any(|(_, near)| is_way(map.sides_of(near))),
        }
    }
}

impl Opening {
    /// Reads one of `{exited: [ids], by: HEX, after, rule}`, `{arrived: [ids], after, rule}`.
    fn read(mut entry: Reader<'_, '_>, army: Option<Army>) -> Option<Opening> {
        let exited = entry.has("exited");
        let units = entry.units(if exited { "exited" } else { "arrived" }, army);
        let by = match exited {
            true => entry.hex("by", Ground::Standing).map(Some),
            false => Some(None),
        };
        let after = entry.number("after");
        let rule = entry.rule();
        entry.finish();
        Some(Opening { units: units?, by: by?, after: after?, rule: rule? })
    }

    /// `3 turns after Train has left by 1528`
    fn told(&self, scenario: &Scenario) -> String {
        let units = list(self.units.iter().map(|id| scenario.unit(*id).id.as_str()));
        let have = if self.units.len() == 1 { "has" } else { "have" };
        let done = match self.by {
            Some(hex) => format!("left by {hex}"),
            None => "come".to_owned(),
        };
        format!("{} after {units} {have} {done}", count(self.after.into(), "turn"))
    }

    /// [RR 18.1] Whether all of its units have left by the hex, or have come.
    fn is_met(&self, position: &Position) -> bool {
        self.units.iter().all(|id| match (position.place(*id), self.by) {
            (Place::Gone { how: How::Exited, at, .. }, Some(by)) => at == Some(by),
            (_, Some(_)) => false,
            (place, None) => {
                !matches!(place, Place::Reserve { .. } | Place::Gone { how: How::Struck, .. })
            }
        })
    }
}

/// Whether a road or trail crosses a hexside; a railroad is no way.
pub fn is_way(side: Hexside) -> bool {
    side.has(Hexside::ROAD.with(Hexside::TRAIL))
}

fn terrain(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Terrain> {
    let name = node.as_text().unwrap_or_default();
    let found = Terrain::of_name(name);
    if found.is_none() {
        let known = Terrain::ALL.map(|(_, _, name)| name);
        complain(node, "terrain", &known, complaints);
    }
    found
}

fn except(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Except> {
    let text = node.as_text().unwrap_or_default();
    let found = Except::WORDS.into_iter().find(|(word, _)| *word == text);
    if found.is_none() {
        complain(node, "exception", &Except::WORDS.map(|(word, _)| word), complaints);
    }
    found.map(|(_, except)| except)
}

fn complain(node: &Node, what: &str, known: &[&str], complaints: &mut Vec<Diagnostic>) {
    let text = node.as_text().unwrap_or_default();
    let help = match nearest(text, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("write {}", known.join(", ")),
    };
    let headline = format!("`{text}` is no {what}");
    complaints.push(Diagnostic::error(node.span, headline).help(help));
}
