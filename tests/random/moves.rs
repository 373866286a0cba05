//! Random moves: groups that go for an enemy, others that close in, wander, arrive or leave.

use super::standing::around;
use super::{Player, after_moves};
use provost::board::Hex;
use provost::document::Span;
use provost::games::blue_gray::answers::{At, Move, Orders, Route};
use provost::games::blue_gray::exclusive::{self, Exclusive, arrival, entry_hexes, stacking};
use provost::games::blue_gray::facts::{Facts, NoFate, no_orders};
use provost::games::blue_gray::position::{Phase, Place, Position};
use provost::games::blue_gray::r05_control::{in_zone, reaches};
use provost::games::blue_gray::r07_movement::movement_phase;
use provost::games::blue_gray::scenario::{Army, Scenario, UnitId};
use provost::games::blue_gray::turn::Turn;
use std::collections::BTreeMap;

/// Moves for the phasing army, each of which the engine has taken in this order.
pub fn moves(player: &mut Player, position: &Position) -> Vec<Move> {
    let exits = exits(player.scenario, position.phasing);
    let mut plan = Plan {
        player,
        opening: position,
        position: position.clone(),
        lines: Vec::new(),
        moved: Vec::new(),
        exits,
    };
    plan.thins_out();
    plan.arrivals();
    let reach = plan.reach();
    plan.assaults(&reach);
    plan.others(&reach);
    plan.lines
}

/// Takes back about so many of a hundred moves that ended beside an enemy.
pub fn take_back(player: &mut Player, position: &Position, orders: &mut Orders, percent: u64) {
    let scenario = player.scenario;
    let after = after_moves(scenario, position, orders);
    let enemy = position.phasing.enemy();
    let touches = |id: UnitId| {
        after.hex(id).is_some_and(|at| in_zone(scenario, &after, enemy, at))
            && after.hex(id) != position.hex(id)
    };
    let mut wanted: Vec<Move> = Vec::new();
    for line in std::mem::take(&mut orders.moves) {
        let contact = line.units.iter().any(|unit| touches(unit.value));
        if percent < 100 && !(contact && player.chance.percent(percent)) {
            wanted.push(line);
        } else if enters(&line) {
            wanted.push(held(&line));
        }
    }
    if step(scenario, position, &wanted).is_some() {
        orders.moves = wanted;
        return;
    }
    // What is left may have relied on what went: it is tried again line by line, and whoever should
    // have come is given up where he must come now.
    let mut kept: Vec<Option<Move>> =
        wanted.iter().map(|line| (enters(line) || is_hold(line)).then(|| held(line))).collect();
    for (index, line) in wanted.iter().enumerate() {
        let before = kept[index].replace(line.clone());
        let lines: Vec<Move> = kept.iter().flatten().cloned().collect();
        if step(scenario, position, &lines).is_none() {
            kept[index] = before;
        }
    }
    orders.moves = kept.into_iter().flatten().collect();
}

fn enters(line: &Move) -> bool {
    matches!(line.route, Route::March { enter: true, .. })
}

fn is_hold(line: &Move) -> bool {
    matches!(line.route, Route::Hold)
}

/// The same units stay where they are.
fn held(line: &Move) -> Move {
    Move { route: Route::Hold, ..line.clone() }
}

/// The position after some lines of `move`, if the engine takes them.
pub fn step(scenario: &Scenario, position: &Position, lines: &[Move]) -> Option<Position> {
    let mut input = no_orders();
    input.segments[0].orders.moves = lines.to_vec();
    let mut fate = NoFate;
    let mut turn = Turn::new(scenario, position.clone(), &input, &mut fate);
    turn.enter_phase(Phase::Movement);
    movement_phase(&mut turn).ok()?;
    Some(turn.position)
}

/// A line of `move`.
pub fn line(units: &[UnitId], route: Route) -> Move {
    let units = units.iter().map(|id| At::new(*id, Span::NONE)).collect();
    Move { units, route, span: Span::NONE }
}

/// A march over hexes.
pub fn march(hexes: &[Hex]) -> Route {
    Route::March {
        from: None,
        enter: false,
        strategic: false,
        hexes: hexes.iter().map(|hex| At::new(*hex, Span::NONE)).collect(),
        exit: None,
    }
}

/// Where each unit can go, and whether only by strategic movement.
type Reach = BTreeMap<UnitId, Vec<(Hex, bool)>>;

struct Plan<'p, 'a> {
    player: &'p mut Player<'a>,
    /// Before the first line.
    opening: &'p Position,
    /// After the lines so far.
    position: Position,
    lines: Vec<Move>,
    moved: Vec<UnitId>,
    /// Hexes by which somebody may leave the map.
    exits: Vec<Hex>,
}

impl Plan<'_, '_> {
    fn army(&self) -> Army {
        self.position.phasing
    }

    /// Keeps lines if the engine takes them after those before.
    fn take(&mut self, lines: Vec<Move>) -> bool {
        match step(self.player.scenario, &self.position, &lines) {
            Some(next) => {
                self.player.tally.lines += lines.len();
                self.moved.extend(lines.iter().flat_map(|l| l.units.iter().map(|u| u.value)));
                self.lines.extend(lines);
                self.position = next;
                true
            }
            None => {
                self.player.tally.refused += lines.len();
                false
            }
        }
    }

    /// Hexes of a set-up that hold too many are thinned out first: without that no move is legal.
    fn thins_out(&mut self) {
        let scenario = self.player.scenario;
        let army = self.army();
        let limit = stacking(scenario, army).map_or(2, |(units, _)| units);
        for hex in scenario.map.hexes().iter().copied() {
            let there: Vec<UnitId> = self.position.stack(&scenario.map, hex).collect();
            if there.len() <= limit || scenario.unit(there[0]).army != army {
                continue;
            }
            for _ in 0..100 {
                let mut leaving = self.player.chance.shuffled(there.clone());
                leaving.truncate(there.len() - limit);
                let mut lines = self.lines.clone();
                for id in leaving {
                    if let Some(to) = self.player.chance.pick(&around(scenario, hex)).copied() {
                        lines.push(line(&[id], march(&[to])));
                    }
                }
                if let Some(next) = step(scenario, self.opening, &lines) {
                    let movers = lines.iter().flat_map(|line| &line.units);
                    self.moved = movers.map(|unit| unit.value).collect();
                    (self.lines, self.position) = (lines, next);
                    break;
                }
            }
        }
    }

    /// Units that are due come on, most of them. What they pay may depend on who came before, so
    /// their lines are always tried from the first one on.
    fn arrivals(&mut self) {
        let scenario = self.player.scenario;
        let due: Vec<UnitId> = scenario
            .ids()
            .filter(|id| scenario.unit(*id).army == self.army())
            .filter(|id| match self.position.place(*id) {
                Place::Reserve { due } => due <= self.position.turn,
                _ => false,
            })
            .collect();
        let due = self.player.chance.shuffled(due);
        // Who must come now is given up in so many words, or comes.
        for id in &due {
            if arrival(scenario, *id).late.is_some() {
                self.lines.push(line(&[*id], Route::Hold));
            }
        }
        for id in due {
            if self.player.chance.percent(15) {
                if self.player.chance.percent(20) && !self.is_named(id) {
                    self.lines.push(line(&[id], Route::Hold));
                }
                continue;
            }
            for first in self.firsts(id) {
                // On from the entry hex by a walk at random, the longest that is legal.
                let mut hexes = vec![first];
                for _ in 0..self.player.chance.below(5) {
                    let around: Vec<Hex> = scenario
                        .map
                        .neighbours(hexes[hexes.len() - 1])
                        .map(|(_, near)| near)
                        .filter(|near| !hexes.contains(near))
                        .collect();
                    hexes.extend(self.player.chance.pick(&around));
                }
                while !hexes.is_empty() && !self.enters(id, &hexes) {
                    hexes.pop();
                }
                if !hexes.is_empty() {
                    break;
                }
            }
        }
        if let Some(after) = step(scenario, self.opening, &self.lines) {
            self.position = after;
        }
    }

    fn is_named(&self, id: UnitId) -> bool {
        self.lines.iter().any(|line| line.units.iter().any(|unit| unit.value == id))
    }

    /// Hexes at which an arrival may try to come onto the map.
    fn firsts(&mut self, id: UnitId) -> Vec<Hex> {
        let scenario = self.player.scenario;
        let entries = entry_hexes(scenario, &self.position, id);
        let Some(entry) = self.player.chance.pick(&entries).copied() else { return Vec::new() };
        let free = |hex: Hex| self.position.stack(&scenario.map, hex).next().is_none();
        if arrival(scenario, id).beside.is_none() || free(entry) {
            return vec![entry];
        }
        // Onto the nearest free hex, if the entry hex is taken.
        let mut near: Vec<Hex> =
            scenario.map.hexes().iter().copied().filter(|h| free(*h)).collect();
        near.retain(|hex| hex.distance(entry) <= 3);
        near.sort_by_key(|hex| (hex.distance(entry), *hex));
        near.truncate(8);
        near
    }

    /// Keeps the line of an arrival, with one of another unit, if the engine takes them.
    fn arrives(&mut self, id: UnitId, lines: Vec<Move>) -> bool {
        let mut all = self.lines.clone();
        all.retain(|line| !(is_hold(line) && line.units[0].value == id));
        let count = lines.len();
        let movers: Vec<UnitId> =
            lines.iter().flat_map(|line| line.units.iter().map(|unit| unit.value)).collect();
        all.extend(lines);
        match step(self.player.scenario, self.opening, &all) {
            Some(next) => {
                self.player.tally.lines += count;
                self.moved.extend(movers);
                self.lines = all;
                self.position = next;
                true
            }
            None => {
                self.player.tally.refused += count;
                false
            }
        }
    }

    fn enters(&mut self, id: UnitId, hexes: &[Hex]) -> bool {
        let Route::March { from, strategic, hexes, exit, .. } = march(hexes) else { return false };
        let enters = line(&[id], Route::March { from, enter: true, strategic, hexes, exit });
        if self.arrives(id, vec![enters.clone()]) {
            return true;
        }
        // An entry hex may be crowded until somebody who stands there has moved on.
        let Route::March { hexes, .. } = &enters.route else { return false };
        let Some(first) = hexes.first().filter(|_| hexes.len() == 1) else { return false };
        let scenario = self.player.scenario;
        let there: Vec<UnitId> = self
            .position
            .stack(&scenario.map, first.value)
            .filter(|mate| !self.moved.contains(mate))
            .filter(|mate| scenario.unit(*mate).army == self.army())
            .collect();
        let Some(mate) = self.player.chance.pick(&there).copied() else { return false };
        let around: Vec<Hex> = scenario.map.neighbours(first.value).map(|(_, near)| near).collect();
        let Some(away) = self.player.chance.pick(&around).copied() else { return false };
        let gone = line(&[mate], march(&[away]));
        // The other may have to go first.
        let lines = match self.player.chance.percent(50) {
            true => vec![enters, gone],
            false => vec![gone, enters],
        };
        self.arrives(id, lines)
    }

    /// Where units that may move can go; not all of them are asked.
    fn reach(&mut self) -> Reach {
        let scenario = self.player.scenario;
        let (input, mut fate) = (no_orders(), NoFate);
        let facts = Facts::of(scenario, &self.position, &input, &mut fate);
        let army = self.army();
        let free = scenario.ids().filter(|id| {
            scenario.unit(*id).army == army
                && self.position.hex(*id).is_some()
                && !self.moved.contains(id)
                && facts.bound(*id).is_none()
        });
        let mut reach = Reach::new();
        for id in self.player.chance.shuffled(free).into_iter().take(self.player.temper.movers) {
            let strategic = facts.strategic(id).is_some() && self.player.chance.percent(40);
            let hexes = facts.destinations(id, strategic);
            reach.insert(id, hexes.into_iter().map(|(hex, _)| (hex, strategic)).collect());
        }
        reach
    }

    /// Groups go for enemy hexes if they are strong enough for them, or bold.
    fn assaults(&mut self, reach: &Reach) {
        let scenario = self.player.scenario;
        let enemy = self.army().enemy();
        let mut targets: Vec<Hex> = scenario
            .ids()
            .filter(|id| scenario.unit(*id).army == enemy)
            .filter_map(|id| self.position.hex(id))
            .collect();
        targets.sort();
        targets.dedup();
        for target in self.player.chance.shuffled(targets) {
            if !self.player.chance.percent(self.player.temper.aggression) {
                continue;
            }
            let near = |hex: &Hex| reaches(scenario, *hex, target);
            let strength = |id: UnitId| u32::from(scenario.unit(id).strength);
            let ground = scenario
                .map
                .terrain(target)
                .map_or(1, |terrain| u32::from(scenario.charts.hex(terrain).multiplier));
            let there: u32 = self.position.stack(&scenario.map, target).map(strength).sum();
            let mut able: Vec<(UnitId, Vec<(Hex, bool)>)> = reach
                .iter()
                .filter(|(id, _)| !self.moved.contains(id))
                .map(|(id, hexes)| {
                    (*id, hexes.iter().filter(|(hex, _)| near(hex)).copied().collect())
                })
                .filter(|(_, hexes): &(UnitId, Vec<(Hex, bool)>)| !hexes.is_empty())
                .collect();
            let all: u32 = able.iter().map(|(id, _)| strength(*id)).sum();
            let bold = self.player.chance.percent(15);
            if all < there * ground && !bold {
                continue;
            }
            let wanted = there * ground * (1 + self.player.chance.below(3) as u32) + 1;
            self.player.chance.shuffle(&mut able);
            let mut sent = 0;
            for (id, hexes) in able {
                if sent >= wanted {
                    break;
                }
                let hexes = self.player.chance.shuffled(hexes);
                if hexes.into_iter().take(3).any(|(hex, strategic)| self.goes(id, hex, strategic)) {
                    sent += strength(id);
                }
            }
        }
    }

    /// The rest closes in, wanders, leaves the map, or stays.
    fn others(&mut self, reach: &Reach) {
        let scenario = self.player.scenario;
        let (army, enemy) = (self.army(), self.army().enemy());
        let goals = goals(scenario, army);
        for (id, hexes) in reach {
            if self.moved.contains(id) || self.player.chance.percent(25) {
                continue;
            }
            if self.player.chance.percent(4) {
                self.takes_one_hex(*id);
                continue;
            }
            if self.leaves(*id) {
                continue;
            }
            let quiet: Vec<(Hex, bool)> = hexes
                .iter()
                .filter(|(hex, _)| !in_zone(scenario, &self.position, enemy, *hex))
                .copied()
                .collect();
            let goal = self.player.chance.pick(&goals).copied();
            let choice = match goal {
                Some(goal) if !self.player.chance.percent(self.player.temper.wandering) => {
                    quiet.iter().min_by_key(|(hex, _)| (hex.distance(goal), *hex))
                }
                _ => self.player.chance.pick(&quiet),
            };
            if let Some((hex, strategic)) = choice.copied() {
                self.goes(*id, hex, strategic);
            }
        }
    }

    /// One adjacent hex whatever it costs (7.4), if the engine agrees.
    fn takes_one_hex(&mut self, id: UnitId) {
        let Some(at) = self.position.hex(id) else { return };
        let near = around(self.player.scenario, at);
        if let Some(hex) = self.player.chance.pick(&near).copied() {
            self.take(vec![line(&[id], march(&[hex]))]);
        }
    }

    /// Leaves the map by an exit that is near, now and then.
    fn leaves(&mut self, id: UnitId) -> bool {
        let Some(at) = self.position.hex(id) else { return false };
        let mut exits = self.exits.clone();
        exits.retain(|exit| exit.distance(at) <= 5);
        let Some(exit) = self.player.chance.pick(&exits).copied() else { return false };
        let now = self.position.turn;
        let comes_back = self.player.scenario.exclusive.iter().any(|rule| match rule {
            Exclusive::FlankMarch(march) => {
                march.army == self.army()
                    && march.out.hexes.contains(&exit)
                    && march.out.turns.contains(&now)
            }
            _ => false,
        });
        if !self.player.chance.percent(if comes_back { 50 } else { 12 }) {
            return false;
        }
        let over = if exit == at { Vec::new() } else { vec![exit] };
        let Route::March { from, enter, strategic, hexes, .. } = march(&over) else { return false };
        let route = Route::March { from, enter, strategic, hexes, exit: Some(Span::NONE) };
        self.take(vec![line(&[id], route)])
    }

    /// Goes to a hex, written in one of the ways in which people write it; a stack-mate may come
    /// along.
    fn goes(&mut self, id: UnitId, hex: Hex, strategic: bool) -> bool {
        let scenario = self.player.scenario;
        let Some(at) = self.position.hex(id) else { return false };
        let chance = &mut self.player.chance;
        let from = chance.percent(20).then_some(At::new(at, Span::NONE));
        let route = |hexes: &[Hex]| {
            let Route::March { enter, hexes, exit, .. } = march(hexes) else { return Route::Hold };
            Route::March { from, enter, strategic, hexes, exit }
        };
        let simple = line(&[id], route(&[hex]));
        let army = scenario.unit(id).army;
        let mate = self
            .position
            .stack(&scenario.map, at)
            .find(|u| *u != id && scenario.unit(*u).army == army && !self.moved.contains(u))
            .filter(|_| chance.percent(30));
        let explicit = chance.percent(40);
        if let Some(mate) = mate
            && self.take(vec![line(&[id, mate], route(&[hex]))])
        {
            return true;
        }
        if explicit {
            let (input, mut fate) = (no_orders(), NoFate);
            let facts = Facts::of(scenario, &self.position, &input, &mut fate);
            let steps = facts.route(At::new(id, Span::NONE), &simple);
            if let Ok(steps) = steps
                && !steps.is_empty()
            {
                let hexes: Vec<Hex> = steps.iter().map(|(hex, _)| *hex).collect();
                return self.take(vec![line(&[id], route(&hexes))]);
            }
        }
        self.take(vec![simple])
    }
}

/// Hexes worth going to: objectives, and the enemy's base.
fn goals(scenario: &Scenario, army: Army) -> Vec<Hex> {
    let mut goals = vec![scenario.base[scenario.seat(army.enemy())]];
    goals.extend(exclusive::goals(scenario, army));
    goals
}

/// Hexes by which units of an army may leave the map, whatever becomes of them.
fn exits(scenario: &Scenario, army: Army) -> Vec<Hex> {
    let mut exits: Vec<Hex> = Vec::new();
    for rule in &scenario.exclusive {
        exits.extend(rule.exits(army).into_iter().flat_map(|(hexes, _)| hexes));
        if let Exclusive::FlankMarch(march) = rule
            && march.army == army
        {
            exits.extend(&march.out.hexes);
        }
    }
    exits
}
