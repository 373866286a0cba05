//! `odds`: the exact distribution of a whole attack list, with its conditions and the standing
//! orders of both sides.
//!
//! Branches that the rest of the list cannot tell apart are merged; what they have cost so far is
//! kept beside them as a distribution, so that merging loses nothing.

use super::branches::{self, Checkpoint, Enemy, MOST_STATES, View};
use super::check;
use super::position::{How, Place, Position};
use super::scenario::{Scenario, UnitId};
use super::turn::Input;
use crate::board::Hex;
use crate::document::Diagnostic;
use crate::play::Fate;
use std::collections::BTreeMap;

/// A share of all equally likely throws: so many ways of so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// Ways.
    pub ways: u128,
    /// Of all.
    pub of: u128,
}

impl Share {
    /// In tenths of a percent, rounded to the nearest.
    pub fn per_mille(self) -> u32 {
        if self.of == 0 {
            return 0;
        }
        // Large numbers are scaled down first; three digits need no more.
        let scale = (self.of >> 100).max(1);
        let (ways, of) = (self.ways / scale, (self.of / scale).max(1));
        ((ways * 1000 + of / 2) / of) as u32
    }
}

/// What has been lost and won since the list began.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Tally {
    /// Strength points lost, in order of play.
    pub lost: [u32; 2],
    /// Victory points won, in order of play.
    pub points: [u32; 2],
}

/// The distribution of an attack list.
#[derive(Clone, Debug)]
pub struct Forecast {
    /// Strength points lost and points won, with their shares.
    pub tallies: Vec<(Tally, Share)>,
    /// Target hexes that the attacker stands on at the end.
    pub taken: Vec<(Hex, Share)>,
    /// Units that are eliminated.
    pub eliminated: Vec<(UnitId, Share)>,
    /// Merged states walked.
    pub states: usize,
    /// Share of all throws that the walk covers; all of them unless it was cut at its limit.
    pub covered: Share,
    /// Combats after which play pauses; what is behind them is counted as if the list stood.
    pub pauses: Vec<Hex>,
}

/// Branches merged into one state.
struct Merged {
    at: Checkpoint,
    tallies: BTreeMap<Tally, u128>,
    taken: BTreeMap<Hex, u128>,
    eliminated: BTreeMap<UnitId, u128>,
}

impl Merged {
    fn weight(&self) -> u128 {
        self.tallies.values().sum()
    }

    /// Takes back the six faces of an entry on which no branch has rolled a die.
    fn unrolled(&mut self) {
        let counts = self.tallies.values_mut().chain(self.taken.values_mut());
        counts.chain(self.eliminated.values_mut()).for_each(|ways| *ways /= FACES);
    }
}

/// Faces of the die.
const FACES: u128 = 6;

/// So many dice give ways that can still be counted, and multiplied by points and losses.
const MOST_DICE: u32 = 44;

/// The forecast for the last segment of a player-turn; silent enemies do what the published
/// defaults say.
///
/// # Errors
/// The refusals of `check`, if the orders cannot be played at all; that there is no attack; that
/// there are too many to count their ways.
pub fn forecast(
    scenario: &Scenario,
    opening: &Position,
    input: &Input,
    known: &mut dyn Fate,
) -> Result<Forecast, Vec<Diagnostic>> {
    let (start, entries) = check::before_attacks(scenario, opening, input, known)?;
    let before = start.position.clone();
    let targets: Vec<Hex> = {
        let mut hexes: Vec<Hex> =
            entries.iter().flat_map(|e| e.at.iter().map(|at| at.value)).collect();
        hexes.sort();
        hexes.dedup();
        hexes
    };
    let mut states = 0;
    let first = start.index;
    let merged = Merged {
        tallies: BTreeMap::from([(Tally::default(), 1)]),
        taken: BTreeMap::new(),
        eliminated: BTreeMap::new(),
        at: start,
    };
    let mut layer: BTreeMap<View, Merged> =
        BTreeMap::from([(branches::view(scenario, &merged.at, &entries), merged)]);
    let mut dice = 0;
    let mut pauses = Vec::new();
    for entry in entries.iter().skip(first) {
        let mut rolled = false;
        let mut next: BTreeMap<View, Merged> = BTreeMap::new();
        for from in layer.into_values() {
            states += 1;
            for way in branches::ways(scenario, input, &from.at, known, Enemy::Default, usize::MAX)
            {
                rolled |= way.faces != FACES;
                if way.pauses && !pauses.contains(&entry.name()) {
                    pauses.push(entry.name());
                }
                let child = follow(scenario, &targets, &from, way.next, way.faces);
                let view = branches::view(scenario, &child.at, &entries);
                let room = next.len() < MOST_STATES;
                match next.get_mut(&view) {
                    Some(known) => merge(known, child),
                    None if room => {
                        next.insert(view, child);
                    }
                    None => {}
                }
            }
        }
        if !rolled {
            next.values_mut().for_each(Merged::unrolled);
        }
        dice += u32::from(rolled);
        if dice > MOST_DICE {
            let headline = format!("odds are counted for at most {MOST_DICE} attacks");
            return Err(vec![Diagnostic::error(entry.span, headline)]);
        }
        layer = next;
    }
    Ok(Forecast { pauses, ..sum_up(&before, layer, FACES.pow(dice), states) })
}

/// One branch on: what changed is read from the new position, everything else is carried over.
fn follow(
    scenario: &Scenario,
    targets: &[Hex],
    from: &Merged,
    next: Checkpoint,
    faces: u128,
) -> Merged {
    let (was, is) = (&from.at.position, &next.position);
    let gone = |position: &Position, id: UnitId| {
        matches!(position.place(id), Place::Gone { how: How::Eliminated, .. })
    };
    let mut step = Tally::default();
    let scale = |all: &BTreeMap<UnitId, u128>| all.iter().map(|(k, v)| (*k, v * faces)).collect();
    let mut eliminated: BTreeMap<UnitId, u128> = scale(&from.eliminated);
    let weight = from.weight() * faces;
    for id in scenario.ids() {
        if gone(is, id) && !gone(was, id) {
            let unit = scenario.unit(id);
            step.lost[scenario.seat(unit.army)] += u32::from(unit.strength);
            eliminated.insert(id, weight);
        }
    }
    for (seat, army) in scenario.order.into_iter().enumerate() {
        step.points[seat] = is.total(army).saturating_sub(was.total(army));
    }
    let stands = |position: &Position, hex: Hex| {
        position.stack(&scenario.map, hex).any(|id| scenario.unit(id).army == position.phasing)
    };
    let mut taken: BTreeMap<Hex, u128> = from.taken.iter().map(|(k, v)| (*k, v * faces)).collect();
    for hex in targets {
        if stands(is, *hex) != stands(was, *hex) {
            taken.insert(*hex, if stands(is, *hex) { weight } else { 0 });
        }
    }
    let tallies = from
        .tallies
        .iter()
        .map(|(tally, ways)| {
            let mut tally = *tally;
            for seat in 0..2 {
                tally.lost[seat] += step.lost[seat];
                tally.points[seat] += step.points[seat];
            }
            (tally, ways * faces)
        })
        .collect();
    Merged { at: next, tallies, taken, eliminated }
}

fn merge(into: &mut Merged, other: Merged) {
    for (tally, ways) in other.tallies {
        *into.tallies.entry(tally).or_default() += ways;
    }
    for (hex, ways) in other.taken {
        *into.taken.entry(hex).or_default() += ways;
    }
    for (id, ways) in other.eliminated {
        *into.eliminated.entry(id).or_default() += ways;
    }
}

fn sum_up(before: &Position, layer: BTreeMap<View, Merged>, all: u128, states: usize) -> Forecast {
    let mut sum = Merged {
        at: Checkpoint::at(before.clone()),
        tallies: BTreeMap::new(),
        taken: BTreeMap::new(),
        eliminated: BTreeMap::new(),
    };
    let states = states + layer.len();
    for merged in layer.into_values() {
        merge(&mut sum, merged);
    }
    let share = |ways: u128| Share { ways, of: all };
    Forecast {
        covered: share(sum.weight()),
        tallies: sum.tallies.into_iter().map(|(t, w)| (t, share(w))).collect(),
        taken: sum.taken.into_iter().map(|(h, w)| (h, share(w))).collect(),
        eliminated: sum.eliminated.into_iter().map(|(u, w)| (u, share(w))).collect(),
        states,
        pauses: Vec::new(),
    }
}

/// The mean of a tally's part over the covered shares, as a fraction of points by ways.
pub fn mean(forecast: &Forecast, part: impl Fn(&Tally) -> u32) -> Share {
    let ways = forecast.tallies.iter().map(|(t, s)| u128::from(part(t)) * s.ways).sum();
    Share { ways, of: forecast.covered.ways.max(1) }
}
