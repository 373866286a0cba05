//! What a battle is before the first move: units, map, charts, calendar, exclusive rules.
//!
//! A battle is a folder of data; nothing here or below names one.

use super::editions::Policies;
use super::exclusive::Exclusive;
use crate::board::{Hex, Map, Side as Hexside, Terrain, odds::Table};
use crate::rule::Rule;
use std::fmt;

/// One of the two armies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Army {
    /// Gray counters.
    Confederate,
    /// Blue counters.
    Union,
}

impl Army {
    /// Both.
    pub const BOTH: [Army; 2] = [Army::Confederate, Army::Union];

    /// The other one.
    pub const fn enemy(self) -> Army {
        match self {
            Army::Confederate => Army::Union,
            Army::Union => Army::Confederate,
        }
    }

    /// The lower-case word of files.
    pub const fn word(self) -> &'static str {
        match self {
            Army::Confederate => "confederate",
            Army::Union => "union",
        }
    }

    /// The word for people.
    pub const fn title(self) -> &'static str {
        match self {
            Army::Confederate => "Confederate",
            Army::Union => "Union",
        }
    }

    /// Reads either word, in any case.
    pub fn read(word: &str) -> Option<Army> {
        Army::BOTH.into_iter().find(|a| a.word().eq_ignore_ascii_case(word))
    }
}

impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title())
    }
}

/// Arm of service.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Arm {
    /// Infantry.
    Infantry,
    /// Cavalry (`c`).
    Cavalry,
    /// Artillery (`a`), horse artillery included.
    Artillery,
    /// A supply train: no arm of service, no zone.
    Train,
    /// A unit of a trains detachment (TD).
    Detachment,
}

impl Arm {
    /// All of them.
    pub const ALL: [Arm; 5] =
        [Arm::Infantry, Arm::Cavalry, Arm::Artillery, Arm::Train, Arm::Detachment];

    /// The word of files.
    pub const fn word(self) -> &'static str {
        match self {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
            Arm::Train => "train",
            Arm::Detachment => "detachment",
        }
    }

    /// Reads the word.
    pub fn read(word: &str) -> Option<Arm> {
        Arm::ALL.into_iter().find(|a| a.word() == word)
    }

    /// The letter printed after the strength: `a`, `c` or nothing.
    pub const fn letter(self) -> &'static str {
        match self {
            Arm::Artillery => "a",
            Arm::Cavalry => "c",
            _ => "",
        }
    }
}

/// A unit by its index in [`Scenario::units`]; the order of indices is the order of ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitId(pub u16);

/// Where a unit begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// On the map.
    At(Hex),
    /// Due on a game-turn at one of these entry hexes.
    Due {
        /// First game-turn on which it may enter.
        turn: u8,
        /// Hexes at which it may enter.
        entry: Vec<Hex>,
    },
}

/// A counter as printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Full id, unique for its side.
    pub id: String,
    /// Other printed forms.
    pub also: Vec<String>,
    /// Whose it is.
    pub army: Army,
    /// Arm.
    pub arm: Arm,
    /// Printed combat strength in strength points.
    pub strength: u16,
    /// Where it begins.
    pub start: Start,
}

/// What entering a hex or crossing a hexside costs, in movement points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cost {
    /// So many movement points.
    Points(u8),
    /// Not at all.
    #[default]
    Impassable,
}

/// What movement costs an army, ready to be looked up: the rows of the charts, but for what its
/// battle says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Costs {
    /// To enter a hex, each kind in the place that it has among [`Terrain::ALL`].
    pub hexes: [Cost; Terrain::ALL.len()],
    /// To cross a hexside, each kind in the place that it has among [`Hexside::ALL`].
    pub sides: [Cost; Hexside::ALL.len()],
    /// To enter a hex along a road.
    pub road: u8,
    /// To enter a hex along a trail.
    pub trail: u8,
}

/// A row of the terrain effects chart for a kind of hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HexEffect {
    /// Cost to enter.
    pub cost: Cost,
    /// Multiplier of the defender's strength.
    pub multiplier: u8,
    /// Blocks a line of sight that passes through.
    pub blocks_sight: bool,
    /// Zones of control reach into it.
    pub zone: bool,
    /// May be entered and left only along its arrows, and no move may end there.
    pub crossing: bool,
}

/// A row of the terrain effects chart for a kind of hexside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideEffect {
    /// Added cost to cross.
    pub cost: Cost,
    /// Multiplier for a defender attacked across it.
    pub multiplier: u8,
    /// Zones of control (and attacks) reach across it.
    pub zone: bool,
}

/// The charts of the family.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charts {
    /// Combat results table; results are `AE AR DE DR EX`.
    pub results: Table,
    /// Kinds of hexes, each in the place that it has among [`Terrain::ALL`].
    pub hexes: [Option<HexEffect>; Terrain::ALL.len()],
    /// Kinds of hexsides (without roads and trails), each in the place that it has among
    /// [`Hexside::ALL`].
    pub sides: [Option<SideEffect>; Hexside::ALL.len()],
    /// Cost of a hex entered along a road.
    pub road: u8,
    /// Cost of a hex entered along a trail.
    pub trail: u8,
    /// What movement costs each army, in the order of [`Army::BOTH`].
    pub costs: [Costs; 2],
}

impl Charts {
    /// What movement costs an army.
    pub const fn costs_of(&self, army: Army) -> &Costs {
        &self.costs[army as usize]
    }

    /// The costs of the rows, which both armies pay unless the battle says otherwise.
    pub fn printed_costs(&self) -> Costs {
        Costs {
            hexes: self.hexes.map(|row| row.map_or(Cost::Impassable, |row| row.cost)),
            sides: self.sides.map(|row| row.map_or(Cost::Impassable, |row| row.cost)),
            road: self.road,
            trail: self.trail,
        }
    }

    /// The row of a kind of hex; a kind that the charts do not know is impassable.
    pub fn hex(&self, terrain: Terrain) -> HexEffect {
        const NONE: HexEffect = HexEffect {
            cost: Cost::Impassable,
            multiplier: 1,
            blocks_sight: false,
            zone: false,
            crossing: false,
        };
        self.hexes[terrain as usize].unwrap_or(NONE)
    }

    /// The row of one kind of hexside, if the charts have it.
    pub fn side(&self, kind: Hexside) -> Option<SideEffect> {
        kind.place().and_then(|place| self.sides[place])
    }
}

/// A rule of the battle's own `rules.yaml`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattleRule {
    /// `FR 19.13`
    pub number: String,
    /// Our own gist.
    pub gist: String,
    /// `code`, `data` or `players`.
    pub keeper: String,
    /// Where or why.
    pub place: String,
}

/// An optional rule of a battle: a ruling that only this battle has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionalRule {
    /// `pickett`
    pub name: String,
    /// Id of its ruling: `WI-with-pickett`.
    pub id: String,
    /// Citation.
    pub rule: Rule,
    /// Whether it is played.
    pub taken: bool,
    /// Units that take part only with it.
    pub own: Vec<(Army, String)>,
    /// Units that take no part if it is played.
    pub without: Vec<UnitId>,
}

/// A battle, ready to be played under a set of policies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// Folder name: `fredericksburg`.
    pub name: String,
    /// For people.
    pub title: String,
    /// Prefix of its rule numbers: `FR`.
    pub prefix: String,
    /// Provenance of the set-up, and of the map and charts, as (what, provenance).
    pub provenance: Vec<(String, String)>,
    /// Order of play.
    pub order: [Army; 2],
    /// Number of game-turns.
    pub turns: u8,
    /// Night game-turns.
    pub night: Vec<u8>,
    /// Where units retreat to by default, for each of [`Scenario::order`].
    pub base: [Hex; 2],
    /// Sides in order of play, then ids bytewise.
    pub units: Vec<Unit>,
    /// The map.
    pub map: Map,
    /// The charts.
    pub charts: Charts,
    /// Exclusive rules in the order of the file.
    pub exclusive: Vec<Exclusive>,
    /// Optional rules, played or not.
    pub options: Vec<OptionalRule>,
    /// The battle's rulebook.
    pub rules: Vec<BattleRule>,
    /// Edition and rulings in force.
    pub policies: Policies,
}

impl Unit {
    /// Id and strength with the letter of the arm, as printed: `Pelham 1a`; once where the id holds
    /// the strength already: `Smith 2a`.
    pub fn printed(&self) -> String {
        let strength = format!("{}{}", self.strength, self.arm.letter());
        match self.id.rsplit_once(' ') {
            Some((_, last)) if last == strength => self.id.clone(),
            _ => format!("{} {strength}", self.id),
        }
    }
}

impl Scenario {
    /// The unit of an index.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[usize::from(id.0)]
    }

    /// Whether there is a unit of an index; a name that nobody bears has been read as one that is not.
    pub fn knows(&self, id: UnitId) -> bool {
        usize::from(id.0) < self.units.len()
    }

    /// All indices.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = UnitId> + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    /// The unit of a side with exactly this id.
    pub fn find(&self, army: Army, id: &str) -> Option<UnitId> {
        self.ids().find(|u| self.unit(*u).army == army && self.unit(*u).id == id)
    }

    /// The optional rule by which a unit takes no part.
    pub fn left_out_by(&self, id: UnitId) -> Option<&Rule> {
        let taken = self.options.iter().filter(|option| option.taken);
        taken.filter(|option| option.without.contains(&id)).map(|option| &option.rule).next()
    }

    /// The optional rule that would bring a unit of this name into play, and is not played.
    pub fn unplayed(&self, army: Army, id: &str) -> Option<&OptionalRule> {
        let own = |option: &&OptionalRule| {
            option.own.iter().any(|(whose, own)| *whose == army && own.eq_ignore_ascii_case(id))
        };
        self.options.iter().filter(|option| !option.taken).find(own)
    }

    /// Place of an army in the order of play, 0 or 1.
    pub fn seat(&self, army: Army) -> usize {
        usize::from(self.order[1] == army)
    }

    /// Whether a game-turn is a night turn (9.0).
    pub fn is_night(&self, turn: u8) -> bool {
        self.night.contains(&turn)
    }
}
