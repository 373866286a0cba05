//! Walking the branches of results: every outcome of every die, every open choice of the enemy.
//!
//! A walk goes entry by entry through the attack list and keeps one representative of all branches
//! that the rest of the list cannot tell apart, so that attacks far from each other do not multiply.

use super::answers::{Condition, Entry, Outcome, Whom};
use super::events::Fought;
use super::exclusive;
use super::position::{Marks, Place, Position};
use super::r06_stacking::is_full;
use super::r08_combat::fight::{self, After, Finding};
use super::scenario::{Army, Scenario, UnitId};
use super::turn::{Input, Turn};
use crate::board::Hex;
use crate::play::{Ask, Fate, Stop};

/// At most so many merged states are walked in all (R11).
pub const MOST_STATES: usize = 20_000;

/// No attack list is longer.
const MOST_ENTRIES: usize = 1_000;

/// A combat phase between two entries of its list.
#[derive(Clone, Debug)]
pub struct Checkpoint {
    /// Index of the next entry.
    pub index: usize,
    /// Segment of the player-turn.
    pub segment: usize,
    /// Position.
    pub position: Position,
    /// Combats fought.
    pub fought: Vec<Fought>,
    /// Names of combats fought or dropped.
    pub used: Vec<Hex>,
    /// Entries passed over by `if` or `least`.
    pub skipped: Vec<usize>,
    /// Combats before which the turn has halted for `expect`.
    pub expected: Vec<Hex>,
}

impl Checkpoint {
    /// A position before the first entry.
    pub fn at(position: Position) -> Checkpoint {
        Checkpoint {
            index: 0,
            segment: 0,
            position,
            fought: Vec::new(),
            used: Vec::new(),
            skipped: Vec::new(),
            expected: Vec::new(),
        }
    }
}

/// What the enemy does where his standing orders are silent or unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enemy {
    /// Each legal choice is a branch.
    AnyChoice,
    /// The published default.
    Default,
}

/// A default that an instruction would have replaced.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Silent {
    /// The question.
    pub key: String,
    /// What the default does, as a sentence.
    pub sentence: String,
}

/// One way of fighting one entry.
pub struct Way {
    /// Where it leads.
    pub next: Checkpoint,
    /// How many of the six faces lead this way; 6 if no die was rolled.
    pub faces: u128,
    /// Findings about the entry.
    pub findings: Vec<Finding>,
    /// Defaults taken for the phasing army.
    pub silent: Vec<Silent>,
    /// How the combat came out, as far as it came; nothing if none was fought.
    pub outcome: Option<Outcome>,
    /// Whether the turn halts here.
    pub halts: bool,
    /// Whether it halts for `pause` only, so that the list may stand when play goes on.
    pub pauses: bool,
}

/// All ways of fighting the next entry from a checkpoint. Once there are as many as are wanted the
/// enemy's choices fork no more, so that each face is still seen; there are more of them only then.
pub fn ways(
    scenario: &Scenario,
    input: &Input,
    from: &Checkpoint,
    known: &mut dyn Fate,
    enemy: Enemy,
    most: usize,
) -> Vec<Way> {
    let mut found = Vec::new();
    let mut scripts: Vec<Script> = vec![Script::default()];
    while let Some(script) = scripts.pop() {
        let mut fate = Forking {
            known,
            first_unknown: input.segments.len() - 1,
            phasing: from.position.phasing.word(),
            enemy,
            script: &script,
            at: 0,
            fork: Vec::new(),
            silent: Vec::new(),
        };
        let mut turn = Turn::resume(scenario, input, &mut fate, from);
        let outcome = one_entry(&mut turn, from.index);
        let findings = turn.findings.iter().map(|(_, f)| f.clone()).collect();
        let replaced = turn.segment != from.segment && turn.replaced_list();
        let before = from.fought.len();
        let came_out = match turn.fought.get(before..) {
            Some([.., last]) => Some(last.outcome),
            _ => turn.result.map(Outcome::Result),
        };
        let next = turn.checkpoint(if replaced { 0 } else { from.index + 1 });
        drop(turn);
        match outcome {
            Err(Stop::Fork(_)) => {
                if found.len() >= most && fate.fork.iter().all(|(_, faces)| faces.is_none()) {
                    fate.fork.truncate(1);
                }
                // Pushed in reverse, so that the ways come out in the order of their faces.
                for choice in fate.fork.into_iter().rev() {
                    let mut longer = script.clone();
                    longer.0.push(choice);
                    scripts.push(longer);
                }
            }
            outcome => found.push(Way {
                next,
                faces: script.faces(),
                findings,
                silent: fate.silent,
                outcome: came_out,
                halts: outcome.is_err(),
                pauses: matches!(outcome, Err(Stop::Pause(_))),
            }),
        }
    }
    found
}

fn one_entry(turn: &mut Turn, index: usize) -> Result<(), Stop> {
    let Some(entry) = turn.entries.get(index).cloned() else { return Ok(()) };
    let after = fight::entry(turn, index, &entry)?;
    match (after, entry.pause) {
        (After::Fought, Some(_)) => {
            turn.halt(format!("pause {}", entry.name()), Stop::Pause(entry.name().to_string()))
        }
        _ => Ok(()),
    }
}

/// Goes on from a checkpoint of an earlier segment, with its known dice, until the last segment is
/// in force; several checkpoints only if the combat that halted has more to decide.
pub fn reach_last(
    scenario: &Scenario,
    input: &Input,
    start: Checkpoint,
    known: &mut dyn Fate,
    enemy: Enemy,
) -> Vec<Checkpoint> {
    let last = input.segments.len() - 1;
    let (mut reached, mut open) = (Vec::new(), vec![start]);
    while let Some(from) = open.pop() {
        let before = from.segment;
        if from.segment == last {
            reached.push(from);
            continue;
        }
        let ways = ways(scenario, input, &from, known, enemy, MOST_STATES);
        // A list that has run out before the last segment leads nowhere.
        let goes_on = |next: &Checkpoint| next.segment > before || next.index <= MOST_ENTRIES;
        let ways = ways.into_iter().filter(|way| !way.halts).map(|way| way.next);
        open.extend(ways.filter(goes_on).rev());
    }
    reached
}

/// What is taken at each fork: a value, and how many faces lead there (`None` for a choice).
#[derive(Clone, Debug, Default)]
struct Script(Vec<(u32, Option<u128>)>);

impl Script {
    fn faces(&self) -> u128 {
        let rolled = self.0.iter().find_map(|(_, faces)| *faces);
        rolled.unwrap_or(6)
    }
}

struct Forking<'a> {
    known: &'a mut dyn Fate,
    first_unknown: usize,
    phasing: &'static str,
    enemy: Enemy,
    script: &'a Script,
    at: usize,
    fork: Vec<(u32, Option<u128>)>,
    silent: Vec<Silent>,
}

impl Forking<'_> {
    fn next(&mut self, ways: impl FnOnce() -> Vec<(u32, Option<u128>)>) -> Result<u32, Stop> {
        if let Some((value, _)) = self.script.0.get(self.at) {
            self.at += 1;
            return Ok(*value);
        }
        self.fork = ways();
        Err(Stop::Fork(self.fork.len()))
    }
}

impl Fate for Forking<'_> {
    fn die(
        &mut self,
        segment: usize,
        label: &str,
        meaning: &dyn Fn(u32) -> u32,
    ) -> Result<u32, Stop> {
        if segment < self.first_unknown {
            return self.known.die(segment, label, meaning);
        }
        self.next(|| {
            let mut groups: Vec<(u32, u32, u128)> = Vec::new();
            for face in 1..=6 {
                let means = meaning(face);
                match groups.iter_mut().find(|(_, m, _)| *m == means) {
                    Some((_, _, count)) => *count += 1,
                    None => groups.push((face, means, 1)),
                }
            }
            groups.into_iter().map(|(face, _, count)| (face, Some(count))).collect()
        })
    }

    fn open(&mut self, ask: &Ask) -> Result<Option<usize>, Stop> {
        if ask.whose == self.phasing {
            let sentence = ask.choices.get(ask.default).cloned().unwrap_or_default();
            self.silent.push(Silent { key: ask.key.clone(), sentence });
            return Ok(None);
        }
        match self.enemy {
            Enemy::Default => Ok(Some(ask.default)),
            Enemy::AnyChoice => {
                let choices = ask.choices.len() as u32;
                let taken = self.next(|| (0..choices).map(|i| (i, None)).collect())?;
                Ok(Some(taken as usize))
            }
        }
    }
}

/// What the rest of the list can still read of a branch: branches with equal views play on alike.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct View {
    pieces: Vec<(UnitId, Place, Marks)>,
    open_duties: Vec<UnitId>,
    fought: Vec<Fought>,
    skipped: Vec<usize>,
    expected: Vec<Hex>,
    exclusive: Vec<Option<u32>>,
}

/// The view of a checkpoint: units near the remaining combats, open duties, earlier combats that a
/// remaining condition asks for.
pub fn view(scenario: &Scenario, at: &Checkpoint, entries: &[Entry]) -> View {
    let rest = entries.get(at.index..).unwrap_or(&[]);
    let open_duties: Vec<UnitId> = at
        .position
        .pieces()
        .filter(|(id, _)| has_open_duty(at, scenario, *id))
        .map(|(i, _)| i)
        .collect();
    let named: Vec<UnitId> = rest.iter().flat_map(units_of).collect();
    let near = neighbourhood(scenario, at, rest, &named, &open_duties);
    let pieces: Vec<(UnitId, Place, Marks)> = at
        .position
        .pieces()
        .filter(|(id, piece)| match piece.place {
            Place::Map(hex) => {
                scenario.map.index(hex).is_some_and(|i| near[i]) || named.contains(id)
            }
            _ => named.contains(id),
        })
        .map(|(id, piece)| (id, piece.place, piece.marks))
        .collect();
    let asked = |fought: &&Fought| {
        rest.iter().any(|entry| {
            entry.at.iter().any(|at| fought.at.contains(&at.value))
                || entry.conditions.iter().any(
                    |c| matches!(c.value, Condition::Combat(hex, _) if fought.at.contains(&hex)),
                )
        })
    };
    let at_stake = |army: Army| {
        let own = pieces.iter().filter(|(id, place, _)| {
            matches!(place, Place::Map(_)) && scenario.unit(*id).army == army
        });
        own.map(|(id, ..)| u32::from(scenario.unit(*id).strength)).sum()
    };
    View {
        exclusive: exclusive::branch(scenario, &at.position, &at_stake),
        pieces,
        fought: at.fought.iter().filter(asked).cloned().collect(),
        skipped: if open_duties.is_empty() { Vec::new() } else { at.skipped.clone() },
        open_duties,
        expected: at.expected.clone(),
    }
}

fn has_open_duty(at: &Checkpoint, scenario: &Scenario, id: UnitId) -> bool {
    let marks = at.position.marks(id);
    let met = match scenario.unit(id).army == at.position.phasing {
        true => marks.has(Marks::FOUGHT) || marks.has(Marks::ASIDE),
        false => marks.has(Marks::ATTACKED),
    };
    marks.has(Marks::DUTY) && !met && at.position.hex(id).is_some()
}

fn units_of(entry: &Entry) -> Vec<UnitId> {
    let mut units: Vec<UnitId> = entry.by.iter().chain(&entry.aside).map(|u| u.value).collect();
    units.extend(entry.conditions.iter().filter_map(|c| match c.value {
        Condition::Alive(id) | Condition::Dead(id) => Some(id),
        _ => None,
    }));
    units.extend(entry.ar.iter().filter_map(|line| match line.whom {
        Whom::Unit(id) => Some(id),
        Whom::Any => None,
    }));
    units
}

/// Hexes that the remaining combats can reach: three around targets and attackers (a retreat, a
/// cavalry retreat, the zones there), further along full hexes, through which displacement runs.
fn neighbourhood(
    scenario: &Scenario,
    at: &Checkpoint,
    rest: &[Entry],
    named: &[UnitId],
    open_duties: &[UnitId],
) -> Vec<bool> {
    let map = &scenario.map;
    let mut near = vec![false; map.len()];
    let mut ring: Vec<Hex> = Vec::new();
    let hexes = rest.iter().flat_map(|e| e.at.iter().map(|a| a.value));
    let asked = rest.iter().flat_map(|e| &e.conditions).filter_map(|c| match c.value {
        Condition::Empty(hex) | Condition::Enemy(hex) | Condition::Combat(hex, _) => Some(hex),
        _ => None,
    });
    let units = named.iter().chain(open_duties).filter_map(|id| at.position.hex(*id));
    for hex in hexes.chain(asked).chain(units) {
        if let Some(index) = map.index(hex)
            && !near[index]
        {
            near[index] = true;
            ring.push(hex);
        }
    }
    let full = |hex: Hex| is_full(scenario, &at.position, hex);
    let mut steps = 0;
    while !ring.is_empty() {
        let spread = std::mem::take(&mut ring);
        for hex in spread {
            // Beyond the third ring only full hexes carry a displacement on; its zones come along.
            if steps >= 3 && !full(hex) {
                continue;
            }
            for (_, next) in map.neighbours(hex) {
                if let Some(index) = map.index(next)
                    && !near[index]
                {
                    near[index] = true;
                    ring.push(next);
                }
            }
        }
        steps += 1;
    }
    near
}

/// How many states each entry of a list may be walked from, so that all of it is looked at before
/// the limit is reached.
pub fn share(entries: usize) -> usize {
    (MOST_STATES / entries.max(1)).max(1)
}
