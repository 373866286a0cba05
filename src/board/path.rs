//! Cheapest path, reachable hexes and traced chains, for costs and conditions handed in.

use super::hex::Hex;
use super::map::Map;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What it takes to go from one hex to an adjacent one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// Movement points, at least 1: searches do not look farther than the budget could reach.
    pub cost: u32,
    /// The move ends in the hex entered.
    pub stop: bool,
    /// Passing through the hex entered has an effect, so it is avoided if another way costs the
    /// same.
    pub shun: bool,
}

impl Step {
    /// A step of so many movement points that neither ends the move nor is shunned.
    pub const fn new(cost: u32) -> Step {
        Step { cost, stop: false, shun: false }
    }
}

/// The cheapest path from one hex to another, with a [`PathFinder`] of its own.
pub fn cheapest(
    map: &Map,
    from: Hex,
    to: Hex,
    budget: u32,
    step: impl FnMut(Hex, Hex) -> Option<Step>,
) -> Option<Vec<(Hex, u32)>> {
    PathFinder::default().cheapest(map, from, to, budget, step)
}

/// The hexes that can be reached, with a [`PathFinder`] of its own.
pub fn reachable(
    map: &Map,
    from: Hex,
    budget: u32,
    step: impl FnMut(Hex, Hex) -> Option<Step>,
) -> Vec<(Hex, u32)> {
    PathFinder::default().reachable(map, from, budget, step)
}

/// The scratch memory of searches; one that is kept saves allocating it for every search.
#[derive(Default)]
pub struct PathFinder {
    /// Counts the searches. A mark of another search is none.
    search: u32,
    marks: Vec<Mark>,
    queue: BinaryHeap<Reverse<(Label, usize)>>,
}

#[derive(Clone, Copy, Default)]
struct Mark {
    search: u32,
    label: Label,
    /// Only for `reachable`: the least cost with which the hex is entered, even if the move ends.
    entered: u32,
}

/// Cost, then hexes shunned, then hexes: what a path is judged by.
type Label = (u32, u16, u16);

const UNKNOWN: Label = (u32::MAX, u16::MAX, u16::MAX);

impl PathFinder {
    /// The cheapest path from `from` to `to` for at most `budget` movement points: every hex
    /// entered, with the points spent so far. Empty if the two are the same.
    ///
    /// Of paths of one cost it takes that with the fewest shunned hexes passed through (`to` does
    /// not count), then the fewest hexes, then the lowest numbers compared hex by hex from the
    /// start. A hex entered by a step that stops can only be the last.
    ///
    /// `step` says what a step from its first to its second hex takes, `None` if it is not
    /// possible; it is asked more than once and must answer the same.
    pub fn cheapest(
        &mut self,
        map: &Map,
        from: Hex,
        to: Hex,
        budget: u32,
        mut step: impl FnMut(Hex, Hex) -> Option<Step>,
    ) -> Option<Vec<(Hex, u32)>> {
        let (start, goal) = (map.index(from)?, map.index(to)?);
        // How a step changes what is left to go; `None` if it cannot be on a path.
        let mut before = |a: Hex, b: Hex, left: Label| -> Option<Label> {
            let step = step(a, b)?;
            if step.stop && b != to {
                return None;
            }
            let shunned = u16::from(step.shun && b != to);
            Some((left.0.checked_add(step.cost)?, left.1 + shunned, left.2 + 1))
        };

        // Backward from the goal: what is left to go from every hex that matters. Looked at first is
        // what may lie on the best path: what is left, with the least that it takes to get there.
        let whole = |hex: Hex, left: Label| {
            let rest = from.distance(hex);
            (left.0.saturating_add(rest), left.1, left.2.saturating_add(rest as u16))
        };
        self.begin(map);
        self.lower(goal, (0, 0, 0), whole(to, (0, 0, 0)));
        while let Some(Reverse((promise, at))) = self.queue.pop() {
            let (here, left) = (map.hex_at(at), self.label(at));
            if promise > whole(here, left) {
                continue;
            }
            // Ways that are as good must be known as well: the numbers decide among them.
            if promise > self.label(start) {
                break;
            }
            for next in map.around(at) {
                // The least that the step could take: is anything to be gained by it?
                let least = (left.0.saturating_add(1), left.1, left.2 + 1);
                if self.label(next) <= least {
                    continue;
                }
                let hex = map.hex_at(next);
                let promise = whole(hex, least);
                if promise.0 > budget || promise > self.label(start) {
                    continue;
                }
                let Some(label) = before(hex, here, left) else {
                    continue;
                };
                let promise = whole(hex, label);
                if promise.0 <= budget {
                    self.lower(next, label, promise);
                }
            }
        }
        if self.label(start) == UNKNOWN {
            return None;
        }

        // Forward from the start: at every hex the lowest number that keeps what is left.
        let total = self.label(start).0;
        let mut path = Vec::new();
        let mut at = start;
        while at != goal {
            let left = self.label(at);
            let keeps = |next: &usize| {
                let after = self.label(*next);
                after < left && before(map.hex_at(at), map.hex_at(*next), after) == Some(left)
            };
            at = map.around(at).filter(keeps).min()?;
            path.push((map.hex_at(at), total - self.label(at).0));
        }
        Some(path)
    }

    /// Every hex that can be reached from `from` for at most `budget` movement points, with the
    /// least points, in the order of the numbers; without `from` itself.
    ///
    /// A hex entered by a step that stops leads nowhere. Shunned hexes are as good as others.
    pub fn reachable(
        &mut self,
        map: &Map,
        from: Hex,
        budget: u32,
        mut step: impl FnMut(Hex, Hex) -> Option<Step>,
    ) -> Vec<(Hex, u32)> {
        let Some(start) = map.index(from) else {
            return Vec::new();
        };
        self.begin(map);
        self.lower(start, (0, 0, 0), (0, 0, 0));
        let mut entered = Vec::new();
        while let Some(Reverse((spent, at))) = self.queue.pop() {
            if spent > self.label(at) {
                continue;
            }
            let here = map.hex_at(at);
            for next in map.around(at).filter(|next| *next != start) {
                if spent.0 >= budget {
                    break;
                }
                let Some(step) = step(here, map.hex_at(next)) else {
                    continue;
                };
                let Some(cost) = spent.0.checked_add(step.cost).filter(|cost| *cost <= budget)
                else {
                    continue;
                };
                let mark = self.mark(next);
                if mark.entered == u32::MAX {
                    entered.push(next);
                }
                mark.entered = mark.entered.min(cost);
                if !step.stop {
                    self.lower(next, (cost, 0, 0), (cost, 0, 0));
                }
            }
        }
        entered.sort_unstable();
        entered.into_iter().map(|at| (map.hex_at(at), self.mark(at).entered)).collect()
    }

    fn begin(&mut self, map: &Map) {
        self.queue.clear();
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.marks.clear();
            self.search = 1;
        }
        if self.marks.len() < map.len() {
            self.marks.resize(map.len(), Mark::default());
        }
    }

    /// The mark of a hex in this search.
    fn mark(&mut self, at: usize) -> &mut Mark {
        let mark = &mut self.marks[at];
        if mark.search != self.search {
            *mark = Mark { search: self.search, label: UNKNOWN, entered: u32::MAX };
        }
        mark
    }

    fn label(&self, at: usize) -> Label {
        let mark = &self.marks[at];
        if mark.search == self.search { mark.label } else { UNKNOWN }
    }

    /// Gives a hex a better label; it is looked at in the order of what the label promises.
    fn lower(&mut self, at: usize, label: Label, promise: Label) {
        let mark = self.mark(at);
        if label < mark.label {
            mark.label = label;
            self.queue.push(Reverse((promise, at)));
        }
    }
}

/// The shortest chain of hexes from `from` to a hex for which `ends` holds, of at most `most`
/// steps, both ends included; of chains of one length that with the lowest numbers compared hex by
/// hex from the start.
///
/// `open` says whether the chain may go from its first to its second, adjacent, hex. `from` itself
/// is asked of `ends` first.
pub fn trace(
    map: &Map,
    from: Hex,
    most: u32,
    mut open: impl FnMut(Hex, Hex) -> bool,
    mut ends: impl FnMut(Hex) -> bool,
) -> Option<Vec<Hex>> {
    let start = map.index(from)?;
    let mut came: Vec<Option<usize>> = vec![None; map.len()];
    came[start] = Some(start);
    // Hexes of one length stand in the order of their chains, so the first found is the lowest.
    let mut shell = vec![start];
    for length in 0..=most {
        if let Some(end) = shell.iter().find(|at| ends(map.hex_at(**at))) {
            return Some(chain(map, &came, *end));
        }
        if length == most || shell.is_empty() {
            break;
        }
        let mut next = Vec::new();
        for at in shell {
            let mut around: Vec<usize> = map.around(at).filter(|to| came[*to].is_none()).collect();
            around.sort_unstable();
            for to in around {
                if open(map.hex_at(at), map.hex_at(to)) {
                    came[to] = Some(at);
                    next.push(to);
                }
            }
        }
        shell = next;
    }
    None
}

fn chain(map: &Map, came: &[Option<usize>], end: usize) -> Vec<Hex> {
    let mut hexes = vec![map.hex_at(end)];
    let mut at = end;
    while let Some(before) = came[at].filter(|before| *before != at) {
        hexes.push(map.hex_at(before));
        at = before;
    }
    hexes.reverse();
    hexes
}

#[cfg(test)]
mod tests;
