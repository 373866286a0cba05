//! `sudden_victory`: the game ends early if one army is far ahead.

use super::super::position::{Award, Phase, Position};
use super::super::rulings::Ruling;
use super::super::scenario::{Army, Scenario};
use super::super::turn::Turn;
use super::kind::{Kind, Times};
use super::reader::{Ground, Reader};
use super::victory::{Ratio, Verdict};
use crate::board::Hex;
use crate::rule::Rule;

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
        let unless_held =
            entry.or("unless_held", Vec::new(), |entry, key| entry.hexes(key, Ground::Passable));
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

    /// [FR 17.0] Looks at the points for eliminations when its game-turn ends.
    fn end_of_game_turn(&self, turn: &mut Turn) {
        if let Some(verdict) = self.reached(turn.scenario, &turn.position) {
            turn.enter_phase(Phase::Over);
            verdict.tell(turn);
        }
    }

    fn verdict(&self, scenario: &Scenario, position: &Position) -> Option<Verdict> {
        self.reached(scenario, position).filter(|_| position.phase == Phase::Over)
    }
}

impl SuddenVictory {
    /// [FR 17.0] The early end, if it is the turn for it: a positive total against zero is more than
    /// any ratio (BG-ratio0).
    fn reached(&self, scenario: &Scenario, position: &Position) -> Option<Verdict> {
        let points = |army| position.points.get(&(army, Award::Eliminated)).copied();
        let own = points(self.army).unwrap_or(0);
        let enemy = points(self.army.enemy()).unwrap_or(0);
        let times = |points: u32, by: u32| u64::from(points) * u64::from(by);
        let far_ahead = own > 0 && times(own, self.ratio.1) >= times(enemy, self.ratio.0);
        let held = |hex: &Hex| position.control.get(hex) == Some(&self.army.enemy());
        let saved = if scenario.policies.takes(Ruling::FrNone, "none") {
            self.unless_held.iter().any(held)
        } else {
            self.unless_held.iter().all(held)
        };
        (position.turn == self.turn && far_ahead && !saved).then(|| Verdict {
            winner: Some(self.army),
            level: None,
            how: format!("{own} to {enemy} in eliminations"),
            rule: self.rule.clone(),
            dropped: None,
        })
    }
}
