//! [8.3] Who pays in an exchange: at least what is owed, by printed strength, and as little as can be.

use super::super::scenario::UnitId;
use std::collections::BTreeMap;

/// Of so many units every set is looked at: six hexes of two stand around one hex, eight around
/// two.
const MOST: usize = 16;

/// What may be paid with, and the index of the default (D-4).
///
/// These are all sets that suffice and from which nobody could be taken back. Of more than
/// sixteen units there would be too many to choose from: then one set for each unit that might be
/// named first, the rest paid by default. `lose` and an answer may name any others.
pub fn choices(payers: &[(UnitId, u32)], owed: u32) -> (Vec<Vec<UnitId>>, usize) {
    let payers = sorted(payers);
    let default = cheapest(&payers, owed);
    let mut sets = match payers.len() {
        0..=MOST => sufficient(&payers, owed),
        _ => payers.iter().map(|first| led_by(*first, &payers, owed)).collect(),
    };
    if payers.len() > MOST {
        sets.sort();
        sets.dedup();
    }
    let index = sets.iter().position(|set| *set == default).unwrap_or_else(|| {
        sets.insert(0, default);
        0
    });
    (sets, index)
}

/// [D-4] The set with the least sum that suffices, then the fewest units, then the lowest ids; all
/// of them if they do not suffice.
pub fn cheapest(payers: &[(UnitId, u32)], owed: u32) -> Vec<UnitId> {
    let payers = sorted(payers);
    // The best set for each sum, from the highest id down, so that a lower one goes in front.
    let mut best: BTreeMap<u32, Vec<UnitId>> = BTreeMap::from([(0, Vec::new())]);
    for (id, strength) in payers.iter().rev() {
        for (sum, set) in best.clone() {
            let longer: Vec<UnitId> = std::iter::once(*id).chain(set).collect();
            let known = best.entry(sum + strength).or_insert_with(|| longer.clone());
            if (longer.len(), &longer) < (known.len(), known) {
                *known = longer;
            }
        }
    }
    match best.into_iter().find(|(sum, _)| *sum >= owed) {
        Some((_, set)) => set,
        None => payers.into_iter().map(|(id, _)| id).collect(),
    }
}

/// Every set that pays enough and from which nobody could be taken back.
fn sufficient(payers: &[(UnitId, u32)], owed: u32) -> Vec<Vec<UnitId>> {
    let mut sets = Vec::new();
    for bits in 1u32..(1 << payers.len()) {
        let set: Vec<(UnitId, u32)> = payers
            .iter()
            .enumerate()
            .filter(|(i, _)| bits & (1 << i) != 0)
            .map(|(_, p)| *p)
            .collect();
        let sum: u32 = set.iter().map(|(_, strength)| strength).sum();
        if sum >= owed && set.iter().all(|(_, strength)| sum - strength < owed) {
            sets.push(set.into_iter().map(|(id, _)| id).collect());
        }
    }
    sets
}

/// The unit that is named first, and the rest by default.
fn led_by(first: (UnitId, u32), payers: &[(UnitId, u32)], owed: u32) -> Vec<UnitId> {
    let rest: Vec<(UnitId, u32)> = payers.iter().copied().filter(|p| p.0 != first.0).collect();
    let mut set = match owed.saturating_sub(first.1) {
        0 => Vec::new(),
        more => cheapest(&rest, more),
    };
    set.push(first.0);
    set.sort();
    set
}

fn sorted(payers: &[(UnitId, u32)]) -> Vec<(UnitId, u32)> {
    let mut payers = payers.to_vec();
    payers.sort();
    payers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payers(strengths: &[u32]) -> Vec<(UnitId, u32)> {
        strengths.iter().enumerate().map(|(i, s)| (UnitId(i as u16), *s)).collect()
    }

    #[test]
    fn the_cheapest_set_is_that_of_looking_at_all() {
        for strengths in [&[5, 3, 3, 8, 2][..], &[4, 4, 4, 4], &[1, 9, 6, 6, 3, 2, 7], &[12]] {
            let payers = payers(strengths);
            let weigh = |set: &Vec<UnitId>| {
                let sum: u32 = set.iter().map(|id| payers[usize::from(id.0)].1).sum();
                (sum, set.len(), set.clone())
            };
            for owed in 1..=strengths.iter().sum() {
                let all = sufficient(&payers, owed);
                assert_eq!(
                    Some(cheapest(&payers, owed)),
                    all.into_iter().min_by_key(weigh),
                    "{owed}"
                );
            }
        }
    }

    #[test]
    fn more_units_than_can_be_tried_pay_what_they_owe() {
        // The one that pays exactly has the highest id of twenty.
        let mut strengths = vec![7; 19];
        strengths.push(5);
        let payers = payers(&strengths);
        assert_eq!(cheapest(&payers, 5), [UnitId(19)]);
        assert_eq!(cheapest(&payers, 138).len(), 20);
        let (sets, index) = choices(&payers, 5);
        assert_eq!(sets.len(), 20);
        assert_eq!(sets[index], [UnitId(19)]);
        assert_eq!(cheapest(&payers, 1000).len(), 20);
    }
}
