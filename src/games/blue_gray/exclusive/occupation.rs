//! `occupation`: hexes that score for the army that holds them: the last on or through them, or the
//! last with a unit or a zone there.

use super::super::events::Event;
use super::super::position::{Award, Position};
use super::super::r05_control::{held_by, in_zone, reaches};
use super::super::scenario::{Army, Scenario, UnitId};
use super::super::turn::Turn;
use super::kind::{Kind, Notice, Times};
use super::passing::Passing;
use super::reader::{Ground, Reader};
use crate::board::Hex;
use crate::rule::Rule;

/// Hexes whose holder matters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Occupation {
    /// What makes a holder.
    pub by: By,
    /// The hexes; one may stand twice, once for each side.
    pub hexes: Vec<Objective>,
    /// Citation of what occupation is.
    pub rule: Rule,
}

/// What makes a holder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// To come onto the hex, or through it.
    Entry,
    /// To have a unit there, or the only zone.
    Zone,
}

/// One hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// The hex.
    pub hex: Hex,
    /// Who holds it at the start.
    pub holder: Option<Army>,
    /// What holding it scores; nothing if it is only tracked.
    pub score: Option<Score>,
}

/// What holding a hex scores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Score {
    /// For whom; `None` is either.
    pub army: Option<Army>,
    /// Victory points.
    pub points: u32,
    /// At the end, or the first time that the hex is entered.
    pub counted: Counted,
    /// Citation, with its letter.
    pub rule: Rule,
}

/// When points are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// At the end of the game.
    AtEnd,
    /// When it happens, and once only.
    AtOnce,
}

impl Counted {
    /// Both with their words.
    pub const WORDS: [(&'static str, Counted); 2] =
        [("at end", Counted::AtEnd), ("at once", Counted::AtOnce)];
}

impl Kind for Occupation {
    const WORD: &'static str = "occupation";
    const TIMES: Times = Times::Once;

    /// Reads `{by: entry|zone, rule, hexes: [..]}`; by entry if `by` is left out.
    fn read(mut entry: Reader<'_, '_>) -> Option<Occupation> {
        let by = entry.or("by", By::Entry, |entry, key| {
            entry.word(key, &[("entry", By::Entry), ("zone", By::Zone)])
        });
        let rule = entry.rule();
        let mut seen = Vec::new();
        let hexes =
            entry.each("hexes", "objective", |objective| Objective::read(objective, by, &mut seen));
        entry.finish();
        Some(Occupation { by: by?, hexes: hexes?, rule: rule? })
    }

    /// [FR 17.23] [WI 18.13] Who holds what at the start: as said, or by the units set up.
    fn open_game(&self, scenario: &Scenario, position: &mut Position) {
        for objective in &self.hexes {
            let holder = match self.by {
                By::Entry => objective.holder,
                By::Zone => in_reach(scenario, position, objective.hex),
            };
            if let Some(army) = holder {
                position.control.insert(objective.hex, army);
            }
        }
    }

    /// [FR 17.21] [FR 17.22] [HL 20.1] [CH 17.15] A unit on or passing through a hex takes it, and
    /// scores if that is counted at once (CH-ever).
    fn entered(&self, turn: &mut Turn, id: UnitId, hex: Hex) {
        let army = turn.scenario.unit(id).army;
        if self.by == By::Entry
            && self.is_objective(hex)
            && turn.position.control.get(&hex) != Some(&army)
        {
            self.take(turn, hex, army);
        }
        self.score_at_once(turn, army, hex);
    }

    /// [WI 18.13] A side with a unit on a hex holds it, or the only one with a zone there; with
    /// zones of both, or of none, nothing changes (WI-hold).
    fn changed(&self, turn: &mut Turn) {
        if self.by == By::Entry {
            return;
        }
        for objective in &self.hexes {
            let holder = in_reach(turn.scenario, &turn.position, objective.hex);
            if let Some(army) = holder
                && turn.position.control.get(&objective.hex) != Some(&army)
            {
                self.take(turn, objective.hex, army);
            }
        }
    }

    fn goals(&self, army: Army) -> Vec<Hex> {
        let scores = |goal: &&Objective| {
            goal.score.as_ref().is_some_and(|score| score.army.is_none_or(|scorer| scorer == army))
        };
        let own = self.hexes.iter().filter(scores);
        own.map(|goal| goal.hex).collect()
    }

    fn passing(&self, turn: &Turn, army: Army, passing: &mut Passing) {
        let position = &turn.position;
        for hex in self.hexes.iter().map(|objective| objective.hex) {
            if position.control.get(&hex) != Some(&army) {
                passing.hexes.push(hex);
                passing.hexes.extend(self.beside(turn, army, hex));
            }
        }
        let scores = |o: &&Objective| {
            o.score.as_ref().is_some_and(|s| s.counted == Counted::AtOnce && s.army == Some(army))
                && !position.scored.contains(&o.hex)
        };
        passing.hexes.extend(self.hexes.iter().filter(scores).map(|o| o.hex));
    }

    /// [FR 17.13] [HL 20.1] [CH 20.12] [WI 18.11] [WI 18.12] Points at the end of the game.
    fn end_of_game(&self, turn: &mut Turn) {
        for objective in &self.hexes {
            let Some(army) = turn.position.control.get(&objective.hex).copied() else { continue };
            let Some(score) = &objective.score else { continue };
            let theirs = score.army.is_some_and(|own| own != army);
            if theirs || score.counted == Counted::AtOnce {
                continue;
            }
            give(turn, objective.hex, army, score);
        }
    }

    /// Holders, where more than a look at the units tells them.
    fn notice(&self, _: &Scenario, position: &Position, _: Army) -> Option<Notice> {
        let at_end = |o: &Objective| o.score.as_ref().is_some_and(|s| s.counted == Counted::AtEnd);
        if self.by == By::Entry && self.hexes.iter().all(at_end) {
            return None;
        }
        let mut hexes: Vec<Hex> = self.hexes.iter().map(|objective| objective.hex).collect();
        hexes.sort();
        hexes.dedup();
        let held = hexes.iter().map(|hex| {
            let holder = position.control.get(hex).map_or("nobody", |army| army.title());
            let scored = if position.scored.contains(hex) { ", has scored" } else { "" };
            format!("{hex} {holder}{scored}")
        });
        let held: Vec<String> = held.collect();
        Some((format!("held: {}", held.join("; ")), self.rule.clone()))
    }
}

impl Objective {
    /// Reads `{at, holder, side: union|confederate|either, points, counted: at end|at once, rule}`;
    /// nobody holds the hex at the start if `holder` is left out, and it scores nothing if `side`,
    /// `points` and `rule` are.
    fn read(
        mut entry: Reader<'_, '_>,
        by: Option<By>,
        seen: &mut Vec<Objective>,
    ) -> Option<Objective> {
        let hex = entry.hex("at", Ground::Passable);
        let holder = entry.optional("holder", Reader::army);
        if by == Some(By::Zone) {
            let headline = "units and zones say who holds it at the start".to_owned();
            entry.complain("holder", headline, "leave `holder` out");
        }
        let scores = ["side", "points", "counted", "rule"].into_iter().any(|key| entry.has(key));
        let score = match scores {
            true => Score::read(&mut entry).map(Some),
            false => Some(None),
        };
        let objective = Objective { hex: hex?, holder: holder?, score: score? };
        objective.lint(&mut entry, by, seen);
        entry.finish();
        seen.push(objective.clone());
        Some(objective)
    }

    /// Complains about what does not go with the lines before, or with itself.
    fn lint(&self, entry: &mut Reader<'_, '_>, by: Option<By>, seen: &[Objective]) {
        let hex = self.hex;
        let sides = |o: &Objective| o.score.as_ref().map(|score| score.army);
        let overlap = |o: &&Objective| match (sides(self), sides(o)) {
            (Some(Some(a)), Some(Some(b))) => a == b,
            _ => true,
        };
        let twins = || seen.iter().filter(|o| o.hex == hex);
        if twins().any(|o| overlap(&o)) {
            entry.complain("at", format!("{hex} is an objective twice"), "leave one out");
        } else if self.holder.is_some() && twins().any(|o| o.holder.is_some()) {
            let headline = format!("{hex} has a holder already");
            entry.complain("holder", headline, "leave it out here");
        }
        let at_once =
            |o: &Objective| o.score.as_ref().is_some_and(|s| s.counted == Counted::AtOnce);
        if !at_once(self) {
            return;
        }
        if twins().any(at_once) {
            let headline = format!("{hex} is counted at once for both sides");
            entry.complain("counted", headline, "a position remembers only that it has scored");
        } else if sides(self) == Some(None) {
            let headline = format!("{hex} is counted at once for either side");
            entry.complain("counted", headline, "name one side");
        } else if by == Some(By::Zone) {
            let headline = format!("{hex} is held by zones, and counted when it is entered");
            entry.complain("counted", headline, "leave `counted` out");
        }
    }
}

impl Score {
    fn read(entry: &mut Reader<'_, '_>) -> Option<Score> {
        let army = entry.either_army("side");
        let points = entry.number("points");
        let counted =
            entry.or("counted", Counted::AtEnd, |entry, key| entry.word(key, &Counted::WORDS));
        let rule = entry.rule();
        Some(Score { army: army?, points: points?, counted: counted?, rule: rule? })
    }
}

impl Occupation {
    fn is_objective(&self, hex: Hex) -> bool {
        self.hexes.iter().any(|objective| objective.hex == hex)
    }

    fn take(&self, turn: &mut Turn, hex: Hex, army: Army) {
        turn.position.control.insert(hex, army);
        turn.tell(Event::Occupied { hex, army, rule: self.rule.clone() });
    }

    /// [CH 20.11] The first time only, and for good.
    fn score_at_once(&self, turn: &mut Turn, army: Army, hex: Hex) {
        for objective in self.hexes.iter().filter(|objective| objective.hex == hex) {
            let Some(score) = &objective.score else { continue };
            if score.counted == Counted::AtOnce
                && score.army == Some(army)
                && turn.position.scored.insert(hex)
            {
                give(turn, hex, army, score);
            }
        }
    }

    /// [WI 18.13] Hexes beside an objective from which a zone would take it now.
    fn beside(&self, turn: &Turn, army: Army, hex: Hex) -> Vec<Hex> {
        let (scenario, position) = (turn.scenario, &turn.position);
        let enemy = army.enemy();
        let open =
            !held_by(scenario, position, enemy, hex) && !in_zone(scenario, position, enemy, hex);
        if self.by == By::Entry || !open {
            return Vec::new();
        }
        let near = scenario.map.neighbours(hex).map(|(_, near)| near);
        near.filter(|near| reaches(scenario, *near, hex)).collect()
    }
}

/// [WI 18.13] The side with a unit on a hex, else the only one with a zone there.
fn in_reach(scenario: &Scenario, position: &Position, hex: Hex) -> Option<Army> {
    let [one, other] = Army::BOTH;
    if let Some(id) = position.stack(&scenario.map, hex).next() {
        return Some(scenario.unit(id).army);
    }
    match [one, other].map(|army| in_zone(scenario, position, army, hex)) {
        [true, false] => Some(one),
        [false, true] => Some(other),
        _ => None,
    }
}

fn give(turn: &mut Turn, hex: Hex, army: Army, score: &Score) {
    turn.award(army, Award::Occupied, score.points, hex.to_string(), score.rule.clone());
}
