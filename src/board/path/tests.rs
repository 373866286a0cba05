use super::*;
use std::collections::BTreeMap;

fn hex(n: &str) -> Hex {
    n.parse().expect("a hex number")
}

fn show(path: &[(Hex, u32)]) -> String {
    path.iter().map(|(hex, cost)| format!("{hex}:{cost}")).collect::<Vec<_>>().join(" ")
}

/// Pseudo-random numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// Steps of a small map: some impossible, some that stop, some shunned.
type Steps = BTreeMap<(Hex, Hex), Step>;

fn random_steps(map: &Map, seed: u64) -> Steps {
    let mut numbers = Numbers(seed);
    let mut steps = Steps::new();
    let shunned: Vec<Hex> = map.hexes().iter().copied().filter(|_| numbers.below(4) == 0).collect();
    for &a in map.hexes() {
        for (_, b) in map.neighbours(a) {
            if numbers.below(8) > 0 {
                let cost = 1 + numbers.below(3) as u32;
                let stop = numbers.below(6) == 0;
                steps.insert((a, b), Step { cost, stop, shun: shunned.contains(&b) });
            }
        }
    }
    steps
}

/// A path as it is compared: cost, shunned hexes passed, hexes, numbers; and its running costs.
type Judged = (u32, usize, usize, Vec<Hex>, Vec<u32>);

/// Every path without a loop within the budget.
fn all_paths(map: &Map, from: Hex, budget: u32, steps: &Steps) -> Vec<Judged> {
    fn go(
        map: &Map,
        from: Hex,
        steps: &Steps,
        budget: u32,
        path: &mut Vec<(Hex, Step)>,
        all: &mut Vec<Judged>,
    ) {
        let here = path.last().map_or(from, |(hex, _)| *hex);
        let spent: u32 = path.iter().map(|(_, step)| step.cost).sum();
        for (_, next) in map.neighbours(here) {
            let Some(step) = steps.get(&(here, next)) else {
                continue;
            };
            let seen = next == from || path.iter().any(|(hex, _)| *hex == next);
            if seen || spent + step.cost > budget {
                continue;
            }
            let passed = path.iter().filter(|(_, step)| step.shun).count();
            path.push((next, *step));
            let mut sum = 0;
            let costs = path.iter().map(|(_, step)| {
                sum += step.cost;
                sum
            });
            let costs = costs.collect();
            let hexes: Vec<Hex> = path.iter().map(|(hex, _)| *hex).collect();
            all.push((spent + step.cost, passed, hexes.len(), hexes, costs));
            if !step.stop {
                go(map, from, steps, budget, path, all);
            }
            path.pop();
        }
    }
    let mut all = Vec::new();
    go(map, from, steps, budget, &mut Vec::new(), &mut all);
    all
}

#[test]
fn cheapest_is_the_best_of_all_paths() {
    let map = Map::tiny(5, 5);
    let mut finder = PathFinder::default();
    let mut found = 0;
    for seed in 0..60 {
        let steps = random_steps(&map, seed);
        let from = map.hex_at(Numbers(seed * 7).below(25) as usize);
        let all = all_paths(&map, from, 7, &steps);
        for &to in map.hexes() {
            if to == from {
                continue;
            }
            let best = all.iter().filter(|path| path.3.last() == Some(&to)).min();
            let best = best.map(|path| -> Vec<(Hex, u32)> {
                path.3.iter().copied().zip(path.4.iter().copied()).collect()
            });
            let path = finder.cheapest(&map, from, to, 7, |a, b| steps.get(&(a, b)).copied());
            assert_eq!(path, best, "seed {seed}, {from} to {to}");
            found += usize::from(path.is_some());
        }
    }
    assert!(found > 500, "only {found} paths: the test is too easy");
}

#[test]
fn reachable_is_the_ends_of_all_paths() {
    let map = Map::tiny(5, 5);
    let mut finder = PathFinder::default();
    for seed in 100..160 {
        let steps = random_steps(&map, seed);
        let from = map.hex_at(Numbers(seed).below(25) as usize);
        let mut best: BTreeMap<Hex, u32> = BTreeMap::new();
        for (cost, _, _, hexes, _) in all_paths(&map, from, 6, &steps) {
            let end = *hexes.last().expect("a path has hexes");
            let least = best.entry(end).or_insert(cost);
            *least = cost.min(*least);
        }
        let found = finder.reachable(&map, from, 6, |a, b| steps.get(&(a, b)).copied());
        assert_eq!(found, best.into_iter().collect::<Vec<_>>(), "seed {seed}, from {from}");
    }
}

/// BG-path: two ways of one cost, one of them through a hex whose passing has an effect.
#[test]
fn ties_avoid_effects_then_take_the_lowest_numbers() {
    let map = Map::tiny(12, 12);
    let open = |_, _| Some(Step::new(1));
    let path = |shunned: Option<Hex>, to: &str| {
        let step = |_, b| Some(Step { shun: Some(b) == shunned, ..Step::new(1) });
        show(&cheapest(&map, hex("0505"), hex(to), 6, step).expect("a path"))
    };
    assert_eq!(path(None, "0705"), "0604:1 0705:2");
    assert_eq!(path(Some(hex("0604")), "0705"), "0605:1 0705:2");
    assert_eq!(path(Some(hex("0604")), "0604"), "0604:1");
    assert_eq!(cheapest(&map, hex("0505"), hex("0505"), 0, open), Some(vec![]));
    assert_eq!(cheapest(&map, hex("0505"), hex("0512"), 6, open), None);
    assert_eq!(cheapest(&map, hex("0505"), hex("1313"), 20, open), None);
    assert_eq!(cheapest(&map, hex("1313"), hex("0505"), 20, open), None);
}

#[test]
fn a_move_ends_where_it_must_stop() {
    let map = Map::tiny(3, 9);
    // Row 5 stops every move.
    let step = |_, b: Hex| Some(Step { stop: b.row() == 5, ..Step::new(1) });
    assert!(cheapest(&map, hex("0101"), hex("0105"), 9, step).is_some());
    assert!(cheapest(&map, hex("0101"), hex("0106"), 9, step).is_none());
    let reached = reachable(&map, hex("0101"), 9, step);
    assert!(reached.iter().all(|(hex, _)| hex.row() <= 5));
    assert!(reached.contains(&(hex("0105"), 4)));
}

/// A search of a short move does not look at the whole map.
#[test]
fn a_short_move_looks_at_few_hexes() {
    let map = Map::tiny(99, 99);
    let mut asked = 0;
    let mut step = |_, _| {
        asked += 1;
        Some(Step::new(1))
    };
    assert!(cheapest(&map, hex("5050"), hex("5656"), 6, &mut step).is_none());
    assert!(cheapest(&map, hex("5050"), hex("5347"), 6, &mut step).is_some());
    assert!(asked < 600, "{asked} steps asked");
}

#[test]
fn a_kept_finder_finds_what_a_fresh_one_finds() {
    let map = Map::tiny(8, 8);
    let mut finder = PathFinder { search: u32::MAX - 2, ..PathFinder::default() };
    for seed in 0..6 {
        let steps = random_steps(&map, seed);
        let step = |a, b| steps.get(&(a, b)).copied();
        let kept = finder.cheapest(&map, hex("0101"), hex("0606"), 20, step);
        assert_eq!(kept, cheapest(&map, hex("0101"), hex("0606"), 20, step));
        let kept = finder.reachable(&map, hex("0404"), 5, step);
        assert_eq!(kept, reachable(&map, hex("0404"), 5, step));
    }
}

#[test]
fn a_trace_is_the_shortest_and_lowest_chain() {
    let map = Map::tiny(5, 5);
    for seed in 0..60 {
        let mut numbers = Numbers(seed);
        let barred: Vec<Hex> =
            map.hexes().iter().copied().filter(|_| numbers.below(4) == 0).collect();
        let ends: Vec<Hex> =
            map.hexes().iter().copied().filter(|_| numbers.below(6) == 0).collect();
        let from = map.hex_at(numbers.below(25) as usize);
        let mut steps = Steps::new();
        for &a in map.hexes() {
            for (_, b) in map.neighbours(a).filter(|(_, b)| !barred.contains(b)) {
                steps.insert((a, b), Step::new(1));
            }
        }
        let mut best = all_paths(&map, from, 4, &steps)
            .into_iter()
            .filter(|path| ends.contains(path.3.last().expect("a path has hexes")))
            .map(|path| (path.2, path.3))
            .min()
            .map(|(_, hexes)| [vec![from], hexes].concat());
        if ends.contains(&from) {
            best = Some(vec![from]);
        }
        let open = |a, b| steps.contains_key(&(a, b));
        assert_eq!(trace(&map, from, 4, open, |h| ends.contains(&h)), best, "seed {seed}");
    }
}
