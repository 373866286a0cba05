//! What a player may write: orders, standing orders and answers, as the grammar of the orders file
//! gives them, with every unit already resolved and every phrase knowing its place in the file.

use super::scenario::{Army, UnitId};
use crate::board::Hex;
use crate::board::odds::Odds;
use crate::document::Span;

/// A value and where it was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Where it was written.
    pub span: Span,
}

impl<T> At<T> {
    /// A value with its place.
    pub const fn new(value: T, span: Span) -> At<T> {
        At { value, span }
    }
}

/// One file of orders.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Orders {
    /// Game-turn of the head line.
    pub turn: u8,
    /// Side of the head line.
    pub army: Option<Army>,
    /// Label of the position that they answer.
    pub position: At<String>,
    /// `move:`, in order.
    pub moves: Vec<Move>,
    /// `fall back:`, in order.
    pub fall_back: Vec<Retreat>,
    /// `attack:`; `None` if the section is missing.
    pub attack: Option<AttackList>,
    /// `answer:`
    pub answers: Vec<Answer>,
    /// `rolls:` (recorded mode): label and face.
    pub rolls: Vec<(At<String>, u32)>,
    /// The four standing sections, if the file has any of them.
    pub standing: Option<NewStanding>,
    /// `note:`
    pub note: Option<String>,
}

impl Orders {
    /// The last line of which the place is known.
    pub fn last_line(&self) -> Span {
        let mut spans = vec![self.position.span];
        spans.extend(self.moves.iter().map(|line| line.span));
        spans.extend(self.fall_back.iter().map(|line| line.span));
        spans.extend(self.answers.iter().map(|answer| answer.key.span));
        spans.extend(self.rolls.iter().map(|(label, _)| label.span));
        if let Some(NewStanding::Replaced(standing)) = &self.standing {
            spans.extend(standing.lines().map(|(_, span)| span));
        }
        spans.into_iter().max().unwrap_or_default()
    }
}

/// Whether sections were read without a complaint; one that is not there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Whole {
    /// `move`.
    pub moves: bool,
    /// `attack`; what could not be read of it is left out.
    pub attack: bool,
}

impl<T: Default> Default for At<T> {
    fn default() -> At<T> {
        At { value: T::default(), span: Span::NONE }
    }
}

/// What a file says of standing orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NewStanding {
    /// `standing: none`: all are withdrawn.
    Withdrawn,
    /// Any of the four sections: all four are replaced.
    Replaced(Standing),
}

/// One line of `move:`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// Who moves, one after the other.
    pub units: Vec<At<UnitId>>,
    /// Where to.
    pub route: Route,
    /// The whole line.
    pub span: Span,
}

/// A route.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Route {
    /// Stays where it is, or off the map.
    Hold,
    /// A march.
    March {
        /// Where the player thinks that it stands.
        from: Option<At<Hex>>,
        /// Whether it comes from off the map (the first hex is then the entry hex).
        enter: bool,
        /// Whether by strategic movement (11.1).
        strategic: bool,
        /// Hexes: a hex adjacent to the one before is a step, else the cheapest way is taken.
        hexes: Vec<At<Hex>>,
        /// Whether it leaves the map at the end.
        exit: Option<Span>,
    },
}

/// A list of places, or a hex to make for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Away {
    /// What is wanted.
    pub to: Towards,
    /// `alone if possible`: a hex without friends is taken first.
    pub alone: bool,
    /// Where it was written.
    pub span: Span,
}

impl Away {
    /// What was written, for messages: `to 0604 0605`, `toward 0501`.
    pub fn words(&self) -> String {
        match &self.to {
            Towards::Toward(goal) => format!("toward {goal}"),
            Towards::Places(places) => {
                let words: Vec<String> = places
                    .iter()
                    .map(|spot| match spot {
                        Spot::Hex(hex) => hex.to_string(),
                        Spot::Exit => "exit".to_owned(),
                    })
                    .collect();
                format!("to {}", words.join(" "))
            }
        }
    }
}

/// Where to retreat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Towards {
    /// The first legal place.
    Places(Vec<Spot>),
    /// The legal hex nearest to this one.
    Toward(Hex),
}

/// A place in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// A hex.
    Hex(Hex),
    /// Off the map.
    Exit,
}

/// Whom a line is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whom {
    /// This unit.
    Unit(UnitId),
    /// Whoever no line names.
    Any,
}

/// A line of `fall back`, `AR` or standing `retreat`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Retreat {
    /// For whom.
    pub whom: Whom,
    /// Where to; `None` is `ask`.
    pub away: Option<Away>,
    /// Where it was written.
    pub span: Span,
}

/// A line of `push` or standing `give way`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GiveWay {
    /// Who gives way.
    pub whom: Whom,
    /// Of several, the least printed strength.
    pub smallest: bool,
    /// Where to.
    pub away: Away,
    /// Where it was written.
    pub span: Span,
}

/// A line of standing `cavalry`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cavalry {
    /// For whom.
    pub whom: Whom,
    /// What it does.
    pub wish: CavalryWish,
    /// Where it was written.
    pub span: Span,
}

/// What cavalry does when it is attacked (11.2).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CavalryWish {
    /// It stands.
    Stand,
    /// The turn halts.
    Ask,
    /// It goes.
    Go {
        /// Only if every defender of the hex goes.
        if_all_go: bool,
        /// Only at these declared odds or higher ones.
        at: Option<Odds>,
        /// Paths of two hexes; the first legal one.
        paths: Vec<[Hex; 2]>,
    },
}

/// A line of standing `advance`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advance {
    /// For whom.
    pub whom: Whom,
    /// What it does.
    pub wish: AdvanceWish,
    /// Where it was written.
    pub span: Span,
}

/// What a defender does when the attackers have left a hex (8.6).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AdvanceWish {
    /// It stays.
    Stay,
    /// The lowest-numbered cleared hex that it may enter.
    Go,
    /// The turn halts.
    Ask,
    /// The first of these that was cleared and may be entered.
    Hexes(Vec<Hex>),
}

/// Standing orders: what happens in the enemy's player-turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// `retreat:`
    pub retreat: Vec<Retreat>,
    /// `give way:`
    pub give_way: Vec<GiveWay>,
    /// `cavalry:`
    pub cavalry: Vec<Cavalry>,
    /// `advance:`
    pub advance: Vec<Advance>,
}

impl Standing {
    /// Every unit that a line names, in the order of the lines.
    pub fn named_units(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.lines().filter_map(|(whom, _)| match whom {
            Whom::Unit(id) => Some(id),
            Whom::Any => None,
        })
    }

    /// For whom each line is, and where it was written.
    pub fn lines(&self) -> impl Iterator<Item = (Whom, Span)> + '_ {
        let lines = self.retreat.iter().map(|l| (l.whom, l.span));
        let lines = lines.chain(self.give_way.iter().map(|l| (l.whom, l.span)));
        let lines = lines.chain(self.cavalry.iter().map(|l| (l.whom, l.span)));
        lines.chain(self.advance.iter().map(|l| (l.whom, l.span)))
    }
}

/// The `attack:` section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AttackList {
    /// `attack: none`
    None(Span),
    /// The entries, in order.
    Entries(Vec<Entry>, Span),
}

/// One entry of the attack list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Target hexes as written, at least one; none twice.
    pub at: Vec<At<Hex>>,
    /// Attackers.
    pub by: Vec<At<UnitId>>,
    /// Stack-mates that stand aside (8.42).
    pub aside: Vec<At<UnitId>>,
    /// All must hold.
    pub conditions: Vec<At<Condition>>,
    /// Below these odds the entry is skipped.
    pub least: Option<At<Odds>>,
    /// Odds to reduce to (8.8).
    pub reduce: Option<At<Odds>>,
    /// Odds that the player expects.
    pub expect: Option<At<Expect>>,
    /// Stop after it.
    pub pause: Option<Span>,
    /// The face (recorded mode).
    pub die: Option<At<u32>>,
    /// What is done if the hex is empty of enemies afterwards.
    pub won: Option<Then>,
    /// Instead of `won` after DR.
    pub dr: Option<Then>,
    /// Instead of `won` after DE.
    pub de: Option<Then>,
    /// Who is lost in an exchange.
    pub ex: Option<Lose>,
    /// Where attackers retreat; an `ask` does not occur here.
    pub ar: Vec<Retreat>,
    /// Whom a retreating attacker displaces.
    pub push: Vec<GiveWay>,
    /// The entry.
    pub span: Span,
}

impl Entry {
    /// An attack on one hex without any instruction, as the rules add it for unmet duties.
    pub fn plain(hex: Hex, by: Vec<UnitId>) -> Entry {
        Entry {
            at: vec![At::new(hex, Span::NONE)],
            by: by.into_iter().map(|id| At::new(id, Span::NONE)).collect(),
            aside: Vec::new(),
            conditions: Vec::new(),
            least: None,
            reduce: None,
            expect: None,
            pause: None,
            die: None,
            won: None,
            dr: None,
            de: None,
            ex: None,
            ar: Vec::new(),
            push: Vec::new(),
            span: Span::NONE,
        }
    }

    /// The hex that names the combat: the lowest target.
    pub fn name(&self) -> Hex {
        self.at.iter().map(|a| a.value).min().unwrap_or(Hex::new(1, 1))
    }
}

/// What `expect:` says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expect {
    /// `20 to 9`, in strength points.
    pub sums: Option<(u32, u32)>,
    /// `2-1`
    pub odds: Option<Odds>,
}

/// A condition on what happened earlier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Of the combat against a hex.
    Combat(Hex, Outcome),
    /// No unit stands on the hex.
    Empty(Hex),
    /// An enemy stands on the hex.
    Enemy(Hex),
    /// The unit is on the map.
    Alive(UnitId),
    /// The unit is not on the map any more.
    Dead(UnitId),
}

/// What may be asked of an earlier combat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// Fought or evaded, and no enemy there now.
    Won,
    /// Fought, and an enemy there.
    Held,
    /// All its defenders were cavalry and went.
    Gone,
    /// The die's result.
    Result(Result),
}

/// A result of the combat results table (8.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Result {
    /// Attackers eliminated.
    AE,
    /// Attackers retreat.
    AR,
    /// Defenders eliminated.
    DE,
    /// Defenders retreat.
    DR,
    /// Exchange.
    EX,
}

impl Result {
    /// All, in the order of their words.
    pub const ALL: [Result; 5] = [Result::AE, Result::AR, Result::DE, Result::DR, Result::EX];

    /// As the chart prints it.
    pub const fn word(self) -> &'static str {
        match self {
            Result::AE => "AE",
            Result::AR => "AR",
            Result::DE => "DE",
            Result::DR => "DR",
            Result::EX => "EX",
        }
    }

    /// Reads the word in any case.
    pub fn read(word: &str) -> Option<Result> {
        Result::ALL.into_iter().find(|r| r.word().eq_ignore_ascii_case(word))
    }
}

/// `won`, `DR`, `DE`: alternatives, the first legal one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Then {
    /// In order.
    pub options: Vec<Go>,
    /// Where it was written.
    pub span: Span,
}

/// One alternative of a [`Then`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Go {
    /// Nobody advances.
    Stay,
    /// This unit advances, to the given hex or the lowest-numbered cleared one that it may enter.
    Advance(UnitId, Option<Hex>),
}

/// Who pays in an exchange (8.3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lose {
    /// In this order until enough is paid, then by the default.
    Units(Vec<At<UnitId>>, Span),
    /// The published default.
    Smallest(Span),
    /// Every adjacent participant.
    All(Span),
}

/// A line of `answer:`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The question's key as printed: `attack.1722.retreat.1/XI`, with `@2` if it was asked again.
    pub key: At<String>,
    /// What is answered.
    pub sentence: Sentence,
}

/// What an answer may say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sentence {
    /// `cavalry.UNIT`
    Cavalry(CavalryWish),
    /// `retreat.UNIT` and `train`
    Away(Away),
    /// `push.HEX`
    Push(Whom, bool, Away),
    /// `advance`
    Advance(Go),
    /// `lose`
    Lose(Lose),
}
