//! What `check` says before the dice, against what the dice then do.

use super::everywhere;
use super::game::Game;
use super::illegal::Vandal;
use super::random::Temper;
use super::random::chance::Chance;
use super::random::fate::Labelled;
use provost::document::Diagnostic;
use provost::games::blue_gray::answers::AttackList;
use provost::games::blue_gray::check::{Checked, check};
use provost::games::blue_gray::position::{Phase, Position};
use provost::games::blue_gray::r07_movement::movement_phase;
use provost::games::blue_gray::r08_combat::{combat_phase, duty};
use provost::games::blue_gray::scenario::{Scenario, UnitId};
use provost::games::blue_gray::turn::{InForce, Input, Turn};
use provost::play::{Ask, Fate, Stop};
use std::sync::Mutex;

/// What was seen.
#[derive(Debug, Default)]
struct Seen {
    /// Player-turns with attacks.
    turns: usize,
    /// Walks that were cut off.
    cut: usize,
    /// Orders with mistakes that were refused.
    refused: usize,
    /// Orders with mistakes that were let pass.
    passed: usize,
}

/// Orders that check lets pass are legal whatever the dice show and the enemy decides: nothing is
/// refused, and no duty is left at the end of the combat phase. Legal ones it lets pass.
#[test]
fn what_check_lets_pass_holds() {
    let seen = Mutex::new(Seen::default());
    everywhere(super::seeds(3), |ground, seed| {
        let scenario = ground.scenario(seed);
        let mut chance = Chance::apart(seed, ground.name);
        let mut game = Game::new(scenario, seed);
        game.player.temper = Temper { aggression: 35, movers: 12, ..Temper::default() };
        for step in game.by_ref() {
            let mut input = step.input.clone();
            // Every third player-turn the enemy's standing orders are sealed.
            if step.opening.turn % 3 == 0 {
                input.standing = InForce::default();
            }
            if !is_short(&input) {
                continue;
            }
            let dice = seed * 7919 + u64::from(step.opening.turn) * 31;
            let (checked, wrong) = errors(scenario, &step.opening, &input, &step.fate);
            assert!(wrong.is_empty(), "turn {}: {wrong:#?}", step.opening.turn);
            holds(scenario, &step.opening, &input, dice);
            let mut vandal = Vandal { scenario, chance: &mut chance };
            vandal.spoil(&mut input.segments[0].orders, step.opening.phasing);
            let (_, wrong) = errors(scenario, &step.opening, &input, &step.fate);
            if wrong.is_empty() {
                holds(scenario, &step.opening, &input, dice);
            }
            let mut seen = seen.lock().expect("no poison");
            seen.turns += 1;
            seen.cut += usize::from(checked.cut);
            seen.passed += usize::from(wrong.is_empty());
            seen.refused += usize::from(!wrong.is_empty());
        }
    });
    let seen = seen.into_inner().expect("no poison");
    println!("{seen:?}");
    assert!(seen.passed > 0 && seen.refused > 0, "{seen:?}");
    assert!(seen.cut < seen.turns / 10, "{seen:?}");
}

/// Whether a walk comes to its end soon. Where the enemy has said nothing each choice of his is a branch,
/// and a few defenders have thousands.
fn is_short(input: &Input) -> bool {
    let Some(AttackList::Entries(entries, _)) = &input.segments[0].orders.attack else {
        return false;
    };
    let silent = input.standing == InForce::default();
    match entries.as_slice() {
        [only] if silent => only.at.len() == 1 && only.by.len() < 3,
        several => !silent && several.len() <= 4,
    }
}

/// What check says, and for what it refuses.
fn errors(
    scenario: &Scenario,
    opening: &Position,
    input: &Input,
    fate: &Labelled,
) -> (Checked, Vec<Diagnostic>) {
    let checked = check(scenario, opening, input, &mut fate.again());
    let wrong = checked.complaints.iter().filter(|d| d.is_error()).cloned().collect();
    (checked, wrong)
}

/// Plays orders with several dice and enemies.
fn holds(scenario: &Scenario, opening: &Position, input: &Input, dice: u64) {
    for other in 0..3 {
        let mut fate =
            Loose { dice: Labelled::new(dice + other), chance: Chance::new(dice + other) };
        let unmet = duties_left(scenario, opening, input, &mut fate);
        let names: Vec<&str> = unmet.iter().map(|id| scenario.unit(*id).id.as_str()).collect();
        assert!(names.is_empty(), "{names:?} on turn {}", opening.turn);
    }
}

/// Dice by label, and an enemy who decides at random where his standing orders are silent.
struct Loose {
    dice: Labelled,
    chance: Chance,
}

impl Fate for Loose {
    fn die(
        &mut self,
        segment: usize,
        label: &str,
        meaning: &dyn Fn(u32) -> u32,
    ) -> Result<u32, Stop> {
        self.dice.die(segment, label, meaning)
    }

    fn open(&mut self, ask: &Ask) -> Result<Option<usize>, Stop> {
        Ok(Some(self.chance.below(ask.choices.len())))
    }
}

/// Plays up to the end of the combat phase; whose duties could still be met there.
fn duties_left(
    scenario: &Scenario,
    opening: &Position,
    input: &Input,
    fate: &mut dyn Fate,
) -> Vec<UnitId> {
    let mut turn = Turn::new(scenario, opening.clone(), input, fate);
    turn.enter_phase(Phase::Movement);
    movement_phase(&mut turn).expect("legal moves");
    turn.enter_phase(Phase::Combat);
    combat_phase(&mut turn).expect("legal attacks");
    let skipped = turn.skipped.clone();
    duty::unmet(&turn, &skipped)
}
