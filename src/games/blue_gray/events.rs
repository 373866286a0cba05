//! What can happen in a player-turn. The log is data; words are made in [`super::tell`] and in the
//! move-log notation of [`super::movelog`].

use super::answers::{Outcome, Result};
use super::position::Award;
use super::scenario::{Army, UnitId};
use crate::board::Hex;
use crate::board::odds::Odds;
use crate::play::Source;
use crate::rule::Rule;

/// One thing that happened, in the order in which it happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A player-turn begins.
    TurnBegins {
        /// Game-turn.
        turn: u8,
        /// Phasing army.
        army: Army,
        /// Special conditions of the turn, with their rules: `night` (9.0), `fog` (FR 18.0).
        weather: Vec<(String, Rule)>,
    },
    /// A die at the start of a player-turn, or for an exclusive rule.
    Rolled {
        /// `averell.ford.1`
        label: String,
        /// Face.
        face: u32,
        /// What it means, in a word or two.
        meaning: String,
        /// Rule that asks for it.
        rule: Rule,
    },
    /// A unit moved, entered or left the map.
    Moved(March),
    /// An order of movement was not carried out, or only in part, under the error policy.
    Stopped {
        /// Who.
        unit: UnitId,
        /// Where it stands now, if on the map.
        at: Option<Hex>,
        /// The headline of the refusal.
        why: String,
        /// Rules of the refusal.
        rules: Vec<Rule>,
    },
    /// Units are let go from an exclusive rule that held them.
    Released {
        /// Who.
        units: Vec<UnitId>,
        /// Rule.
        rule: Rule,
    },
    /// Closed hexes open for good.
    Opens {
        /// What: an area in words.
        what: String,
        /// To whom.
        army: Army,
        /// From which game-turn on.
        turn: u8,
        /// Rule.
        rule: Rule,
    },
    /// A quota is lifted for good.
    QuotaLifted {
        /// Whose.
        army: Army,
        /// Rule.
        rule: Rule,
    },
    /// The holder of a hex changed.
    Occupied {
        /// Hex.
        hex: Hex,
        /// New holder.
        army: Army,
        /// Rule.
        rule: Rule,
    },
    /// A unit was struck: the other form of an either-or reinforcement was chosen.
    Struck {
        /// Who.
        units: Vec<UnitId>,
        /// Rule.
        rule: Rule,
    },
    /// A unit that left the map comes back on a later turn.
    Away {
        /// Who.
        unit: UnitId,
        /// First game-turn on which it may come back.
        due: u8,
        /// Rule.
        rule: Rule,
    },
    /// A unit is lost in no combat, and counts as eliminated.
    Lost {
        /// Who.
        unit: UnitId,
        /// Its last hex, if it had one.
        at: Option<Hex>,
        /// Rule.
        rule: Rule,
    },
    /// An advance brings arrivals forward.
    BroughtForward {
        /// Whose advance.
        unit: UnitId,
        /// Where it got to.
        hex: Hex,
        /// Rule of the advance.
        rule: Rule,
        /// Groups that still wait: the game-turn of their chart, that on which they may come now,
        /// and the rule.
        groups: Vec<(u8, u8, Rule)>,
    },
    /// The combat phase begins with these duties (8.0).
    Duties {
        /// Own units in contact.
        attackers: Vec<UnitId>,
        /// Enemy units in contact.
        targets: Vec<UnitId>,
    },
    /// A combat is declared: odds and their make-up.
    Attack(Attack),
    /// An entry of the list was not fought.
    PassedOver {
        /// Lowest target hex.
        combat: Hex,
        /// Why.
        why: Passed,
    },
    /// A duty of 8.0 was met by an attack that the rules added (D-17).
    DutyAdded {
        /// Target hex.
        combat: Hex,
        /// Attackers.
        by: Vec<UnitId>,
    },
    /// Attacked cavalry stands or goes (11.2).
    CavalryStands {
        /// Who.
        unit: UnitId,
        /// Who decided.
        source: Source,
    },
    /// Attacked cavalry retreats two hexes before combat (11.2).
    CavalryGoes {
        /// Who.
        unit: UnitId,
        /// From.
        from: Hex,
        /// The two hexes.
        path: [Hex; 2],
        /// Who decided.
        source: Source,
    },
    /// All defenders were cavalry and went; no die is rolled.
    Evaded {
        /// Lowest target hex.
        combat: Hex,
    },
    /// The odds after cavalry has gone.
    NewOdds {
        /// Attackers' strength points.
        attack: u32,
        /// Defenders' strength points after terrain.
        defence: u32,
        /// Column.
        odds: Odds,
    },
    /// The die of a combat.
    Die {
        /// `1722.crt.1`
        label: String,
        /// Face.
        face: u32,
        /// Result.
        result: Result,
    },
    /// Units eliminated.
    Eliminated {
        /// Who.
        unit: UnitId,
        /// Where it stood.
        at: Hex,
        /// Why.
        why: Loss,
        /// Who chose, if there was a choice.
        source: Option<Source>,
    },
    /// A unit retreated (8.5), fell back (10.2), or left the map by a retreat.
    Retreated {
        /// Who.
        unit: UnitId,
        /// From.
        from: Hex,
        /// To; `None` is off the map.
        to: Option<Hex>,
        /// What for.
        cause: Cause,
        /// Who decided.
        source: Source,
        /// Places of the list that were passed over, with the rule.
        skipped: Vec<(Hex, Rule)>,
    },
    /// A unit was displaced (8.52).
    Pushed {
        /// Who.
        unit: UnitId,
        /// From.
        from: Hex,
        /// To.
        to: Hex,
        /// Who decided.
        source: Source,
    },
    /// A unit became ineffective (10.0).
    Ineffective {
        /// Who.
        unit: UnitId,
    },
    /// Ineffective units recovered at the end of a night turn (10.4).
    Recovered {
        /// Who.
        units: Vec<UnitId>,
    },
    /// A unit advanced after combat (8.6).
    Advanced {
        /// Who.
        unit: UnitId,
        /// From.
        from: Hex,
        /// To.
        to: Hex,
        /// Who decided.
        source: Source,
        /// Which instruction: `won`, `DR`, `DE`, `advance`.
        by: String,
    },
    /// Nobody advances, though somebody might (8.6).
    Stayed {
        /// Hexes that were cleared, lowest first.
        cleared: Vec<Hex>,
        /// Whose units might have advanced.
        army: Army,
        /// Who decided.
        source: Source,
        /// Which instruction: `won`, `DR`, `DE`, `advance`.
        by: String,
    },
    /// An advance that was ordered is not legal.
    NoAdvance {
        /// Who.
        unit: UnitId,
        /// Where to.
        to: Option<Hex>,
        /// Rule.
        rule: Rule,
    },
    /// Victory points.
    Points {
        /// To whom.
        army: Army,
        /// From which source.
        award: Award,
        /// Points.
        points: u32,
        /// What for: a unit id or a hex.
        what: String,
        /// Rule.
        rule: Rule,
    },
    /// An army has lost too much in combat.
    Demoralized {
        /// Which.
        army: Army,
        /// Strength points lost in combat.
        losses: u32,
        /// As many as it stands.
        limit: u32,
        /// Rule.
        rule: Rule,
    },
    /// An army is no more demoralized.
    Rallied {
        /// Which.
        army: Army,
        /// Strength points lost in combat.
        losses: u32,
        /// As many as it stands now.
        limit: u32,
        /// Rule.
        rule: Rule,
    },
    /// Whether the line of communications of an army is open at the end.
    Line {
        /// Whose.
        army: Army,
        /// Hexes at which it is cut, lowest first; `None` if it is open.
        cut: Option<Vec<Hex>>,
        /// Rule.
        rule: Rule,
    },
    /// A unit finds no way home at the end and counts as lost.
    CutOff {
        /// Who.
        unit: UnitId,
        /// Where it stands.
        at: Hex,
        /// Rule.
        rule: Rule,
    },
    /// A demoralized winner wins less than its points say.
    LevelDropped {
        /// Who.
        army: Army,
        /// Level by points.
        from: String,
        /// Level that is left; `None` is a draw.
        to: Option<String>,
        /// Rule.
        rule: Rule,
    },
    /// The player-turn is over.
    TurnEnds {
        /// Points so far, in order of play.
        points: [u32; 2],
    },
    /// The game is over.
    GameOver {
        /// Winner; `None` is a draw.
        winner: Option<Army>,
        /// Level of victory in words.
        level: String,
        /// Rule.
        rule: Rule,
    },
}

/// A unit's move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct March {
    /// Who.
    pub unit: UnitId,
    /// Where it stood; `None` if it came from off the map.
    pub from: Option<Hex>,
    /// Hexes with the cost of each, in movement points.
    pub steps: Vec<(Hex, u8)>,
    /// Cost of leaving the map, if it left.
    pub exit: Option<u8>,
    /// Movement allowance of this move, in movement points.
    pub allowance: u8,
    /// By strategic movement (11.1).
    pub strategic: bool,
    /// By the minimum of one hex (7.4).
    pub one_hex: bool,
    /// It ended in an enemy zone of control (5.0).
    pub zone: bool,
}

impl March {
    /// Movement points spent.
    pub fn spent(&self) -> u32 {
        self.steps.iter().map(|(_, c)| u32::from(*c)).sum::<u32>()
            + u32::from(self.exit.unwrap_or(0))
    }
}

/// A declared combat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attack {
    /// Target hexes, lowest first.
    pub at: Vec<Hex>,
    /// Attackers that take part: who, strength points, adjacent or bombarding.
    pub by: Vec<(UnitId, u16, Reach)>,
    /// Named attackers that cannot take part any more.
    pub missing: Vec<UnitId>,
    /// Stack-mates that stand aside.
    pub aside: Vec<UnitId>,
    /// Defenders: who, strength points that count, multiplier, what multiplies.
    pub against: Vec<Defender>,
    /// Attackers' strength points.
    pub attack: u32,
    /// Defenders' strength points after terrain.
    pub defence: u32,
    /// Column of the table, after voluntary reduction.
    pub odds: Odds,
    /// Column before it, if it was reduced (8.8).
    pub reduced_from: Option<Odds>,
    /// What the player expected, if it was something else.
    pub expected: Option<String>,
}

/// How an attacker reaches its target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reach {
    /// In contact.
    Adjacent,
    /// Artillery at range (8.7).
    Bombarding,
}

/// A defending unit in the make-up of the odds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defender {
    /// Who.
    pub unit: UnitId,
    /// Where.
    pub at: Hex,
    /// Printed strength points; 0 if it has been attacked before (8.41).
    pub strength: u16,
    /// Multiplier.
    pub multiplier: u8,
    /// What multiplies: `rough`, `stream`, `redoubt`, `line of sight over water`; empty for 1.
    pub benefit: String,
}

/// Why an entry was passed over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Passed {
    /// An `if` does not hold.
    Condition,
    /// The declared odds, which are given here, are below `least`.
    Least(Odds),
    /// Shares a hex with a combat already fought.
    Fought,
    /// Nobody is left on the target hex, or only units attacked before (8.41).
    NobodyThere,
    /// Nobody named can attack any more.
    NoAttackers,
    /// What is left of it is not legal, with the rule.
    Illegal(String, Rule),
}

/// Why a unit was eliminated.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Loss {
    /// AE, DE or EX.
    Combat(Result),
    /// No hex to retreat to (8.51).
    NoRetreat,
    /// No legal displacement (8.52).
    NoDisplacement,
    /// It would have to go, but by this rule nothing moves it.
    Fixed(Rule),
    /// No hex to retreat to with a road or trail, which it needs by this rule.
    NoWay(Rule),
}

/// Why a unit retreats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cause {
    /// AR or DR.
    Combat,
    /// Ineffective at the start of the combat phase (10.2).
    FallBack,
    /// A train or detachment that must go.
    Train,
}

/// Everything that may be asked of a finished combat by later conditions.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fought {
    /// Target hexes, lowest first.
    pub at: Vec<Hex>,
    /// `Gone` if evaded, else the result.
    pub outcome: Outcome,
}
