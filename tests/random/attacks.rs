//! Random attack lists that meet every duty (8.0) whatever the dice say.
//!
//! Who must fight whom is a graph of own and enemy hexes. Stars cover it: one enemy hex and all who
//! attack it, or one own hex and all that it attacks in a single combat (8.43). So there is always
//! a list.

use super::Temper;
use super::chance::Chance;
use super::standing;
use provost::board::Hex;
use provost::board::odds::Odds;
use provost::document::Span;
use provost::games::blue_gray::answers::{
    At, Condition, Entry, Expect, Go, Lose, Outcome, Result, Retreat, Then, Whom,
};
use provost::games::blue_gray::editions::Withhold;
use provost::games::blue_gray::events::Reach;
use provost::games::blue_gray::exclusive::may_not_advance;
use provost::games::blue_gray::position::Marks;
use provost::games::blue_gray::r05_control::{held_by, reaches};
use provost::games::blue_gray::r08_combat::{artillery, may_attack, odds};
use provost::games::blue_gray::scenario::{Arm, UnitId};
use provost::games::blue_gray::turn::Turn;
use std::collections::{BTreeMap, BTreeSet};

/// Makes lists for one player-turn, looked at when duties have been counted.
pub struct Attacks<'t, 'a> {
    turn: &'t Turn<'a>,
    chance: &'t mut Chance,
    temper: Temper,
}

/// A combat before it is written down.
#[derive(Clone, Debug)]
struct Combat {
    targets: Vec<Hex>,
    by: Vec<UnitId>,
    aside: Vec<UnitId>,
}

impl<'t, 'a> Attacks<'t, 'a> {
    /// A maker of lists.
    pub fn new(turn: &'t Turn<'a>, chance: &'t mut Chance, temper: Temper) -> Attacks<'t, 'a> {
        Attacks { turn, chance, temper }
    }

    /// A list that meets every duty, with bombardments and instructions.
    pub fn list(mut self) -> Vec<Entry> {
        let mut combats = self.cover();
        for _ in 0..3 {
            let other = self.cover();
            if self.worth(&other) > self.worth(&combats) {
                combats = other;
            }
        }
        for combat in &mut combats {
            self.stands_aside(combat);
        }
        self.support(&mut combats);
        self.bombardments(&mut combats);
        self.chance.shuffle(&mut combats);
        let mut entries: Vec<Entry> = Vec::new();
        for combat in &combats {
            let earlier: Vec<Hex> = entries.iter().map(Entry::name).collect();
            let plain = self.written(combat);
            if let Some(first) = self.alternative(combat, &plain, &earlier) {
                entries.push(first);
            }
            entries.push(plain);
        }
        entries
    }

    /// Own hexes in contact, each with the enemy hexes that it touches.
    fn contacts(&self) -> BTreeMap<Hex, Vec<Hex>> {
        let (turn, scenario) = (self.turn, self.turn.scenario);
        let mut contacts = BTreeMap::new();
        for id in scenario.ids() {
            let Some(at) = turn.position.hex(id) else { continue };
            if scenario.unit(id).army != turn.army || !may_attack(turn, id) {
                continue;
            }
            let bound = |hex: Hex| {
                let mut there = turn.position.stack(&scenario.map, hex);
                there.any(|other| turn.position.has(other, Marks::DUTY))
            };
            let touched: Vec<Hex> = scenario
                .map
                .neighbours(at)
                .map(|(_, near)| near)
                .filter(|near| {
                    held_by(scenario, &turn.position, turn.enemy(), *near)
                        && reaches(scenario, at, *near)
                        && bound(*near)
                })
                .collect();
            if !touched.is_empty() {
                contacts.insert(at, touched);
            }
        }
        contacts
    }

    /// A cover of all contacts by stars, at random.
    fn cover(&mut self) -> Vec<Combat> {
        let contacts = self.contacts();
        let mut groups: Vec<(Vec<Hex>, Vec<Hex>)> = Vec::new();
        for (own, touched) in &contacts {
            let Some(target) = self.chance.pick(touched).copied() else { continue };
            match groups.iter_mut().find(|(targets, _)| targets[0] == target) {
                Some((_, by)) => by.push(*own),
                None => groups.push((vec![target], vec![*own])),
            }
        }
        let all: BTreeSet<Hex> = contacts.values().flatten().copied().collect();
        for hex in self.chance.shuffled(all) {
            if groups.iter().any(|(targets, _)| targets.contains(&hex)) {
                continue;
            }
            let near: Vec<Hex> =
                contacts.iter().filter(|(_, t)| t.contains(&hex)).map(|(own, _)| *own).collect();
            let Some(own) = self.chance.pick(&near).copied() else { continue };
            let Some((targets, by)) = groups.iter_mut().find(|(_, by)| by.contains(&own)) else {
                continue;
            };
            if by.len() == 1 {
                targets.push(hex);
            } else {
                by.retain(|other| *other != own);
                groups.push((vec![hex], vec![own]));
            }
        }
        groups.into_iter().map(|(targets, own)| self.combat(targets, &own)).collect()
    }

    fn combat(&self, mut targets: Vec<Hex>, own: &[Hex]) -> Combat {
        targets.sort();
        let stack = |hex: &Hex| self.turn.position.stack(&self.turn.scenario.map, *hex);
        let by = own.iter().flat_map(stack).filter(|id| may_attack(self.turn, *id)).collect();
        Combat { targets, by, aside: Vec::new() }
    }

    /// How good a set of combats is: good odds are worth more, hopeless ones cost.
    fn worth(&self, combats: &[Combat]) -> i64 {
        let value = |combat: &Combat| {
            let odds = self.sums(combat).2;
            let good = [Odds::to_one(1), Odds::to_one(2), Odds::to_one(3)].into_iter().flatten();
            let bad = [Odds::one_to(3), Odds::one_to(4)].into_iter().flatten();
            let good = good.filter(|column| odds >= *column).count() as i64;
            let bad = bad.filter(|column| odds <= *column).count() as i64;
            good - 3 * bad
        };
        combats.iter().map(value).sum()
    }

    /// Strength points of both sides and the column.
    fn sums(&self, combat: &Combat) -> (u32, u32, Odds) {
        let reach = |id: UnitId| match self.is_beside(id, combat) {
            true => Reach::Adjacent,
            false => Reach::Bombarding,
        };
        let by: Vec<(UnitId, u16, Reach)> = combat
            .by
            .iter()
            .map(|id| (*id, self.turn.scenario.unit(*id).strength, reach(*id)))
            .collect();
        let sums = odds::sums(self.turn, &combat.targets, &by);
        (sums.attack, sums.defence, sums.odds)
    }

    fn is_beside(&self, id: UnitId, combat: &Combat) -> bool {
        self.turn.position.hex(id).is_some_and(|at| {
            combat.targets.iter().any(|target| reaches(self.turn.scenario, at, *target))
        })
    }

    /// Now and then one of a stack stands aside (8.42).
    fn stands_aside(&mut self, combat: &mut Combat) {
        let allowed = self.turn.scenario.policies.withhold == Withhold::One;
        if combat.by.len() < 2 || !allowed || !self.chance.percent(15) {
            return;
        }
        let at = |id: UnitId| self.turn.position.hex(id);
        let stacked: Vec<UnitId> = combat
            .by
            .iter()
            .copied()
            .filter(|id| combat.by.iter().any(|mate| mate != id && at(*mate) == at(*id)))
            .collect();
        if let Some(id) = self.chance.pick(&stacked).copied() {
            combat.by.retain(|unit| *unit != id);
            combat.aside.push(id);
        }
    }

    /// Batteries out of contact that may fire at a hex in a combat against `targets`.
    fn guns(&self, hex: Hex, targets: &[Hex], used: &[UnitId]) -> Vec<UnitId> {
        let (turn, scenario) = (self.turn, self.turn.scenario);
        let fires = |id: &UnitId| {
            let unit = scenario.unit(*id);
            let bound = turn.position.has(*id, Marks::DUTY);
            unit.army == turn.army
                && unit.arm == Arm::Artillery
                && !bound
                && !used.contains(id)
                && may_attack(turn, *id)
                && artillery::can_bombard(turn, *id, hex, targets).is_ok()
        };
        let at = |id: UnitId| turn.position.hex(id);
        let mut guns: Vec<UnitId> = scenario.ids().filter(fires).collect();
        // Of a stack only one fires here, so that no two of them get different targets (8.42).
        guns.retain(|id| !used.iter().any(|other| at(*other) == at(*id)));
        guns
    }

    /// Guns at range add their strength to combats (8.74).
    fn support(&mut self, combats: &mut [Combat]) {
        for index in 0..combats.len() {
            if !self.chance.percent(60) {
                continue;
            }
            let used: Vec<UnitId> =
                combats.iter().flat_map(|c| c.by.iter().chain(&c.aside)).copied().collect();
            let combat = &combats[index];
            let Some(hex) = self.chance.pick(&combat.targets).copied() else { continue };
            let guns = self.guns(hex, &combat.targets, &used);
            for gun in self.apart(guns) {
                if self.chance.percent(70) {
                    combats[index].by.push(gun);
                }
            }
        }
    }

    /// One of each stack.
    fn apart(&mut self, guns: Vec<UnitId>) -> Vec<UnitId> {
        let mut seen = Vec::new();
        let mut one: Vec<UnitId> = self.chance.shuffled(guns);
        one.retain(|id| {
            let at = self.turn.position.hex(*id);
            let new = !seen.contains(&at);
            seen.push(at);
            new
        });
        one
    }

    /// Guns alone fire at enemies whom nobody attacks, at 1-3 or better (8.73).
    fn bombardments(&mut self, combats: &mut Vec<Combat>) {
        let (turn, scenario) = (self.turn, self.turn.scenario);
        let enemies: BTreeSet<Hex> = scenario
            .ids()
            .filter(|id| scenario.unit(*id).army == turn.enemy())
            .filter_map(|id| turn.position.hex(id))
            .collect();
        for hex in self.chance.shuffled(enemies) {
            if combats.iter().any(|c| c.targets.contains(&hex)) || !self.chance.percent(80) {
                continue;
            }
            let used: Vec<UnitId> =
                combats.iter().flat_map(|c| c.by.iter().chain(&c.aside)).copied().collect();
            let guns = self.guns(hex, &[hex], &used);
            let by = self.apart(guns);
            let combat = Combat { targets: vec![hex], by, aside: Vec::new() };
            if !combat.by.is_empty() && self.sums(&combat).2 >= odds::bombardment_floor() {
                combats.push(combat);
            }
        }
    }

    /// A combat as an entry with instructions at random.
    fn written(&mut self, combat: &Combat) -> Entry {
        let mut entry = Entry::plain(combat.targets[0], self.chance.shuffled(combat.by.clone()));
        let targets = self.chance.shuffled(combat.targets.clone());
        entry.at = targets.into_iter().map(|hex| At::new(hex, Span::NONE)).collect();
        entry.aside = combat.aside.iter().map(|id| At::new(*id, Span::NONE)).collect();
        let (attack, defence, odds) = self.sums(combat);
        if self.chance.percent(15) {
            entry.reduce = self.lower(combat, odds).map(|to| At::new(to, Span::NONE));
        }
        if self.chance.percent(30) {
            let declared = entry.reduce.map_or(odds, |to| to.value);
            let expect = match self.chance.below(3) {
                0 => Expect { sums: Some((attack, defence)), odds: None },
                1 => Expect { sums: None, odds: Some(declared) },
                _ => Expect { sums: Some((attack, defence)), odds: Some(declared) },
            };
            entry.expect = Some(At::new(expect, Span::NONE));
        }
        entry.won = self.then(combat, 70);
        entry.dr = self.then(combat, 20);
        entry.de = self.then(combat, 20);
        entry.ex = self.lose(combat);
        let army = self.turn.army;
        for id in self.chance.shuffled(combat.by.clone()) {
            if let Some(at) = self.turn.position.hex(id).filter(|_| self.chance.percent(50)) {
                let away = standing::away(self.turn.scenario, self.chance, at, army);
                entry.ar.push(Retreat { whom: Whom::Unit(id), away: Some(away), span: Span::NONE });
            }
        }
        let base = self.turn.scenario.base[self.turn.scenario.seat(army)];
        if self.chance.percent(30) {
            let away = standing::away(self.turn.scenario, self.chance, base, army);
            entry.ar.push(Retreat { whom: Whom::Any, away: Some(away), span: Span::NONE });
        }
        if self.chance.percent(30) {
            let line = standing::gives_way(self.turn.scenario, self.chance, Whom::Any, base, army);
            entry.push = vec![line];
        }
        entry
    }

    /// A lower column than the computed one, which the rules allow (8.8).
    fn lower(&mut self, combat: &Combat, odds: Odds) -> Option<Odds> {
        let alone = !combat.by.iter().any(|id| self.is_beside(*id, combat));
        let columns = [
            Odds::one_to(4),
            Odds::one_to(3),
            Odds::one_to(2),
            Odds::to_one(1),
            Odds::to_one(2),
            Odds::to_one(3),
        ];
        let lower: Vec<Odds> = columns
            .into_iter()
            .flatten()
            .filter(|to| *to < odds && !(alone && *to < odds::bombardment_floor()))
            .collect();
        self.chance.pick(&lower).copied()
    }

    fn then(&mut self, combat: &Combat, percent: u64) -> Option<Then> {
        if !self.chance.percent(percent) {
            return None;
        }
        let mut options = Vec::new();
        // Artillery never advances, and an order that can never be legal is refused.
        let guns = |id: &UnitId| self.turn.scenario.unit(*id).arm == Arm::Artillery;
        let on_foot: Vec<UnitId> = combat.by.iter().copied().filter(|id| !guns(id)).collect();
        for id in self.chance.shuffled(on_foot).into_iter().take(2) {
            let Some(at) = self.turn.position.hex(id) else { continue };
            let open = |hex: &Hex| may_not_advance(self.turn, id, at, *hex).is_none();
            let open: Vec<Hex> = combat.targets.iter().copied().filter(open).collect();
            if open.is_empty() {
                continue;
            }
            let to = match self.chance.percent(40) || combat.targets.len() > 1 {
                true => self.chance.pick(&open).copied(),
                false => None,
            };
            options.push(Go::Advance(id, to));
        }
        if self.chance.percent(15) || options.is_empty() {
            let at = self.chance.below(options.len() + 1);
            options.truncate(at);
            options.push(Go::Stay);
        }
        Some(Then { options, span: Span::NONE })
    }

    fn lose(&mut self, combat: &Combat) -> Option<Lose> {
        let beside: Vec<UnitId> =
            combat.by.iter().copied().filter(|id| self.is_beside(*id, combat)).collect();
        match self.chance.below(4) {
            0 if !beside.is_empty() => {
                let mut units = self.chance.shuffled(beside);
                units.truncate(1 + self.chance.below(units.len()));
                let units = units.into_iter().map(|id| At::new(id, Span::NONE)).collect();
                Some(Lose::Units(units, Span::NONE))
            }
            1 => Some(Lose::Smallest(Span::NONE)),
            2 if self.chance.percent(30) => Some(Lose::All(Span::NONE)),
            _ => None,
        }
    }

    /// An entry for the same hexes that comes first, if something has happened, or only at good
    /// odds; the plain one after it meets the duty when this one is passed over.
    fn alternative(&mut self, combat: &Combat, plain: &Entry, earlier: &[Hex]) -> Option<Entry> {
        if !self.chance.percent(25) {
            return None;
        }
        let mut entry = self.written(combat);
        entry.expect = None;
        entry.by = plain.by.clone();
        match (self.chance.pick(earlier).copied(), self.chance.below(3)) {
            (Some(hex), 0 | 1) => {
                let outcomes = [
                    Outcome::Won,
                    Outcome::Held,
                    Outcome::Result(Result::AR),
                    Outcome::Result(Result::DR),
                    Outcome::Result(Result::EX),
                ];
                let outcome = self.chance.pick(&outcomes).copied()?;
                entry.conditions.push(At::new(Condition::Combat(hex, outcome), Span::NONE));
            }
            (_, 0) => {
                let id = self.chance.pick(&combat.by).copied()?;
                entry.conditions.push(At::new(Condition::Alive(id), Span::NONE));
            }
            _ => {
                let columns = [Odds::one_to(2), Odds::to_one(1), Odds::to_one(3)];
                entry.least = columns[self.chance.below(3)].map(|o| At::new(o, Span::NONE));
            }
        }
        Some(entry)
    }

    /// How it plays.
    pub fn temper(&self) -> Temper {
        self.temper
    }
}
