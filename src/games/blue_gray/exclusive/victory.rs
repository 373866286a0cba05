//! `victory`: who wins at the end of the last game-turn, and how.

use super::super::events::Event;
use super::super::position::Position;
use super::super::r13_victory::{higher_total, totals};
use super::super::scenario::{Army, Scenario};
use super::super::turn::Turn;
use super::kind::{Kind, Times};
use super::reader::Reader;
use crate::document::{Diagnostic, Node};
use crate::rule::Rule;
use std::cmp::Ordering;
use std::str::FromStr;

/// How the totals decide.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Victory {
    /// The higher total wins; equal totals are a draw (BG-tie).
    HigherTotal {
        /// Citation.
        rule: Rule,
    },
    /// By levels.
    Levels(Levels),
}

/// Levels of victory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Levels {
    /// What is compared.
    pub by: By,
    /// Whose points come first.
    pub army: Army,
    /// From this side's greatest victory to the enemy's; the first whose bound is met.
    pub levels: Vec<Level>,
    /// Citation by which a demoralized winner wins a level less.
    pub drop: Option<Rule>,
    /// Citation.
    pub rule: Rule,
}

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// The one total to the other; anything to nothing exceeds every ratio (BG-ratio0).
    Ratio,
    /// The one total less the other.
    Difference,
}

/// A level of victory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// Who wins; `None` is a draw.
    pub winner: Option<Army>,
    /// Its word: `marginal`.
    pub word: String,
    /// From where on; the last level has none.
    pub bound: Option<Bound>,
    /// Citation.
    pub rule: Rule,
}

/// The least result of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// A ratio, or a difference to 1.
    pub value: Value,
    /// Whether the value itself is too little.
    pub above: bool,
}

/// A value that bounds a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// `2 to 1`
    Ratio(Ratio),
    /// `-5`
    Difference(i64),
}

/// How a game has ended, or would end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Winner; `None` is a draw.
    pub winner: Option<Army>,
    /// Level of victory, where a battle has levels.
    pub level: Option<String>,
    /// How it came about, in words: the totals.
    pub how: String,
    /// Citation.
    pub rule: Rule,
    /// What the winner has forfeited.
    pub dropped: Option<Dropped>,
}

/// A level that a demoralized army has not won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dropped {
    /// Whose.
    pub army: Army,
    /// The level by points.
    pub from: String,
    /// What is left of it; `None` is a draw.
    pub to: Option<String>,
    /// Citation.
    pub rule: Rule,
}

impl Verdict {
    /// Level and totals in words: `marginal victory, Union 24, Confederate 18`.
    pub fn words(&self) -> String {
        match &self.level {
            Some(level) => format!("{level} victory, {}", self.how),
            None => self.how.clone(),
        }
    }

    /// Tells that the game is over, and what has become of a level.
    pub fn tell(self, turn: &mut Turn) {
        let level = self.words();
        if let Some(Dropped { army, from, to, rule }) = self.dropped {
            turn.tell(Event::LevelDropped { army, from, to, rule });
        }
        turn.tell(Event::GameOver { winner: self.winner, level, rule: self.rule });
    }
}

impl Kind for Victory {
    const WORD: &'static str = "victory";
    const TIMES: Times = Times::Once;

    /// Reads `{by: higher total, rule}` or `{by: ratio|difference, side, levels: [..],
    /// drop: {if: demoralized, rule}, rule}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<Victory> {
        let words = [
            ("higher total", None),
            ("ratio", Some(By::Ratio)),
            ("difference", Some(By::Difference)),
        ];
        let by = entry.word("by", &words);
        let rule = entry.rule();
        let victory = match by? {
            None => rule.map(|rule| Victory::HigherTotal { rule }),
            Some(by) => Levels::read(&mut entry, by, rule).map(Victory::Levels),
        };
        entry.finish();
        victory
    }

    fn lint(&self, body: &Node, all: &[super::Exclusive], complaints: &mut Vec<Diagnostic>) {
        let Victory::Levels(levels) = self else { return };
        let known = all.iter().any(|rule| matches!(rule, super::Exclusive::Demoralization(_)));
        if levels.drop.is_some() && !known {
            let headline = "`drop` asks who is demoralized, and nobody can be";
            complaints.push(Diagnostic::warning(body.span, headline).help("add `demoralization`"));
        }
    }

    fn decides(&self) -> Option<&Rule> {
        Some(match self {
            Victory::HigherTotal { rule } => rule,
            Victory::Levels(levels) => &levels.rule,
        })
    }

    /// [HL 20.0] [HL 20.2] [CH 20.0] [CH 20.2] [WI 18.0] [RR 21.0] Who has won by these points.
    fn verdict(&self, scenario: &Scenario, position: &Position) -> Option<Verdict> {
        Some(match self {
            Victory::HigherTotal { rule } => Verdict {
                winner: higher_total(scenario, position),
                level: None,
                how: totals(scenario, position),
                rule: rule.clone(),
                dropped: None,
            },
            Victory::Levels(levels) => levels.verdict(scenario, position),
        })
    }
}

impl Levels {
    fn read(entry: &mut Reader<'_, '_>, by: By, rule: Option<Rule>) -> Option<Levels> {
        let army = entry.army("side");
        let levels = entry.each("levels", "level", |level| Level::read(level, by));
        let drop = match entry.has("drop") {
            true => entry
                .nested("drop", "drop", |mut part| {
                    let when = part.word("if", &[("demoralized", ())]);
                    let rule = part.rule();
                    part.finish();
                    when.and(rule)
                })
                .map(Some),
            false => Some(None),
        };
        let levels = levels?;
        if let Some(fault) = out_of_order(&levels) {
            entry.complain("levels", fault, "from the greatest bound down, the last without");
        }
        Some(Levels { by, army: army?, levels, drop: drop?, rule: rule? })
    }

    /// [HL 20.2] [CH 20.2] The first level whose bound is met.
    fn verdict(&self, scenario: &Scenario, position: &Position) -> Verdict {
        let own = position.total(self.army);
        let enemy = position.total(self.army.enemy());
        let met = |level: &Level| level.bound.is_none_or(|bound| bound.is_met(own, enemy));
        let found = self.levels.iter().position(met).unwrap_or(self.levels.len() - 1);
        let mut how = totals(scenario, position);
        if self.by == By::Difference {
            how += &format!(", difference {:+}", i64::from(own) - i64::from(enemy));
        }
        let level = &self.levels[found];
        let mut verdict = Verdict {
            winner: level.winner,
            level: level.winner.map(|_| level.word.clone()),
            how,
            rule: level.rule.clone(),
            dropped: None,
        };
        self.drop(scenario, position, found, &mut verdict);
        verdict
    }

    /// [HL 20.3] A demoralized winner against an army that is not wins one level less, and nothing
    /// if there is none (HL-drop).
    fn drop(&self, scenario: &Scenario, position: &Position, found: usize, verdict: &mut Verdict) {
        let (Some(rule), Some(army)) = (&self.drop, verdict.winner) else { return };
        let broken = |army| super::demoralized(scenario, position, army);
        if !broken(army) || broken(army.enemy()) {
            return;
        }
        let theirs = |level: &&Level| level.winner == Some(army);
        let less = match army == self.army {
            true => self.levels[found + 1..].iter().find(theirs),
            false => self.levels[..found].iter().rev().find(theirs),
        };
        verdict.dropped = Some(Dropped {
            army,
            from: self.levels[found].word.clone(),
            to: less.map(|level| level.word.clone()),
            rule: rule.clone(),
        });
        verdict.winner = less.map(|_| army);
        verdict.level = less.map(|level| level.word.clone());
        verdict.rule = less.map_or(rule, |level| &level.rule).clone();
    }
}

/// What is wrong with the order of levels: bounds fall, the last has none.
fn out_of_order(levels: &[Level]) -> Option<String> {
    let (last, others) = levels.split_last()?;
    if last.bound.is_some() {
        return Some("the last level has a bound, so some results would have none".to_owned());
    }
    let bounds: Vec<Bound> = others.iter().filter_map(|level| level.bound).collect();
    if bounds.len() < others.len() {
        return Some("a level before the last has no bound".to_owned());
    }
    let falls = |pair: &[Bound]| match pair[0].value.compare(pair[1].value) {
        Ordering::Greater => true,
        Ordering::Equal => pair[0].above && !pair[1].above,
        Ordering::Less => false,
    };
    let rises = !bounds.windows(2).all(falls);
    rises.then(|| "the bounds of the levels do not fall".to_owned())
}

impl Level {
    /// Reads `{winner: union|confederate|nobody, level, at_least | above, rule}`; nobody wins the
    /// level `draw`.
    fn read(mut entry: Reader<'_, '_>, by: By) -> Option<Level> {
        let [one, other] = Army::BOTH.map(|army| (army.word(), Some(army)));
        let winner = entry.word("winner", &[one, other, ("nobody", None)]);
        let word = entry.read::<String>("level");
        let bound = match (entry.has("at_least"), entry.has("above")) {
            (true, _) => Value::read(&mut entry, "at_least", by)
                .map(|value| Some(Bound { value, above: false })),
            (false, true) => {
                Value::read(&mut entry, "above", by).map(|value| Some(Bound { value, above: true }))
            }
            (false, false) => Some(None),
        };
        let rule = entry.rule();
        let level = Level { winner: winner?, word: word?, bound: bound?, rule: rule? };
        if level.winner.is_none() != (level.word == "draw") {
            let headline = "`level: draw` goes with `winner: nobody`".to_owned();
            entry.complain("level", headline, "write both or neither");
        }
        entry.finish();
        Some(level)
    }
}

impl Bound {
    /// Whether totals come up to it.
    fn is_met(self, own: u32, enemy: u32) -> bool {
        let found = match self.value {
            Value::Difference(bound) => (i64::from(own) - i64::from(enemy)).cmp(&bound),
            // [HL 20.2] Nothing to nothing is even, anything to nothing beyond every bound
            // (BG-ratio0).
            Value::Ratio(bound) => match (own, enemy) {
                (0, 0) => Ratio(1, 1).compare(bound),
                _ => Ratio(own, enemy).compare(bound),
            },
        };
        match self.above {
            true => found == Ordering::Greater,
            false => found != Ordering::Less,
        }
    }
}

impl Value {
    fn read(entry: &mut Reader<'_, '_>, key: &'static str, by: By) -> Option<Value> {
        match by {
            By::Ratio => entry.read(key).map(Value::Ratio),
            By::Difference => entry.read(key).map(Value::Difference),
        }
    }

    fn compare(self, other: Value) -> Ordering {
        match (self, other) {
            (Value::Ratio(one), Value::Ratio(other)) => one.compare(other),
            (Value::Difference(one), Value::Difference(other)) => one.cmp(&other),
            // All bounds of a battle are of one kind.
            _ => Ordering::Equal,
        }
    }
}

/// `3 to 1`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratio(pub u32, pub u32);

impl Ratio {
    fn compare(self, other: Ratio) -> Ordering {
        let times = |one: u32, other: u32| u64::from(one) * u64::from(other);
        times(self.0, other.1).cmp(&times(other.0, self.1))
    }
}

impl FromStr for Ratio {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Ratio, &'static str> {
        let wrong = "write a ratio as `3 to 1`";
        let (winner, loser) = text.split_once(" to ").ok_or(wrong)?;
        let number = |part: &str| part.parse().ok().filter(|n| (1..=99).contains(n)).ok_or(wrong);
        Ok(Ratio(number(winner)?, number(loser)?))
    }
}
