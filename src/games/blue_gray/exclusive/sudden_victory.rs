//! `sudden_victory`: the game ends early if one army is far ahead.

use super::super::events::Event;
use super::super::position::{Award, Phase};
use super::super::rulings::Ruling;
use super::super::scenario::Army;
use super::super::turn::Turn;
use super::kind::{Kind, Times};
use super::reader::{Ground, Reader};
use crate::board::Hex;
use crate::rule::Rule;
use std::str::FromStr;

/// An early end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuddenVictory {
    /// Looked at when this game-turn ends.
    pub turn: u8,
    /// Who may win.
    pub army: Army,
    /// By this ratio of points for eliminations, winner first.
    pub ratio: (u32, u32),
    /// Only if the enemy holds none of these hexes.
    pub unless_held: Vec<Hex>,
    /// Citation.
    pub rule: Rule,
}

impl Kind for SuddenVictory {
    const WORD: &'static str = "sudden_victory";
    const TIMES: Times = Times::OnceASide;

    /// Reads `{turn, side, ratio: 3 to 1, unless_held: [hexes], rule}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<SuddenVictory> {
        let turn = entry.turn("turn");
        let army = entry.army("side");
        let ratio = entry.read::<Ratio>("ratio");
        let unless_held = match entry.has("unless_held") {
            true => entry.hexes("unless_held", Ground::Passable),
            false => Some(Vec::new()),
        };
        let rule = entry.rule();
        entry.finish();
        Some(SuddenVictory {
            turn: turn?,
            army: army?,
            ratio: ratio.map(|Ratio(winner, loser)| (winner, loser))?,
            unless_held: unless_held?,
            rule: rule?,
        })
    }

    /// [FR 17.0] Looks at the points for eliminations when its game-turn ends; a positive total
    /// against zero is more than any ratio (BG-ratio0).
    fn end_of_game_turn(&self, turn: &mut Turn) {
        if turn.position.turn != self.turn {
            return;
        }
        let points = |army| turn.position.points.get(&(army, Award::Eliminated)).copied();
        let own = points(self.army).unwrap_or(0);
        let enemy = points(self.army.enemy()).unwrap_or(0);
        let times = |points: u32, by: u32| u64::from(points) * u64::from(by);
        let far_ahead = own > 0 && times(own, self.ratio.1) >= times(enemy, self.ratio.0);
        let held = |hex: &Hex| turn.position.control.get(hex) == Some(&self.army.enemy());
        let saved = if turn.scenario.policies.takes(Ruling::FrNone, "none") {
            self.unless_held.iter().any(held)
        } else {
            self.unless_held.iter().all(held)
        };
        if far_ahead && !saved {
            turn.enter_phase(Phase::Over);
            turn.tell(Event::GameOver {
                winner: Some(self.army),
                level: format!("{own} to {enemy} in eliminations"),
                rule: self.rule.clone(),
            });
        }
    }
}

/// `3 to 1`
struct Ratio(u32, u32);

impl FromStr for Ratio {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Ratio, &'static str> {
        let wrong = "write a ratio as `3 to 1`";
        let (winner, loser) = text.split_once(" to ").ok_or(wrong)?;
        let number = |part: &str| part.parse().ok().filter(|n| (1..=99).contains(n)).ok_or(wrong);
        Ok(Ratio(number(winner)?, number(loser)?))
    }
}
