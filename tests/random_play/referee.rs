//! A second look at a player-turn, from its log alone: rules that are simple to state are stated
//! here once more, apart from the engine.

use super::ledger::{Ledger, name};
use provost::board::Hex;
use provost::games::blue_gray::answers::Result as Verdict;
use provost::games::blue_gray::events::{Attack, Cause, Event, Loss, March, Reach};
use provost::games::blue_gray::exclusive::quota::{MOVED, lifted};
use provost::games::blue_gray::exclusive::{Exclusive, arrival, conduct, night_leave, stacking};
use provost::games::blue_gray::position::{Marks, Phase, Place, Position};
use provost::games::blue_gray::r05_control::{has_zone, reaches};
use provost::games::blue_gray::r07_movement::cost;
use provost::games::blue_gray::scenario::{Arm, Army, Cost, Scenario, Start, UnitId};

/// What must hold of every position between two player-turns.
pub fn position_is_sound(scenario: &Scenario, position: &Position) {
    assert!(matches!(position.phase, Phase::Movement | Phase::Over));
    assert_eq!(position.halted, None);
    assert_eq!(position.counter(MOVED), 0);
    let mut standing = 0;
    for hex in scenario.map.hexes().iter().copied() {
        let stack: Vec<UnitId> = position.stack(&scenario.map, hex).collect();
        standing += stack.len();
        assert!(stack.is_sorted(), "{hex}: {stack:?}");
        let armies = Army::BOTH
            .map(|army| stack.iter().filter(|id| scenario.unit(**id).army == army).count());
        assert!(armies[0] == 0 || armies[1] == 0, "both armies on {hex}");
        // A set-up may hold more than the rules allow, until its army has moved (RR-1007).
        let set_up = |id: &UnitId| scenario.unit(*id).start == Start::At(hex);
        if !(position.turn == 1 && stack.iter().all(set_up)) {
            let train = stack.iter().any(|id| conduct(scenario, *id).is_some());
            let limit = Army::BOTH.map(|army| match stacking(scenario, army) {
                _ if train => 1,
                Some((units, _)) => units,
                None => 2,
            });
            assert!(armies[0] <= limit[0] && armies[1] <= limit[1], "{} on {hex}", stack.len());
        }
        if let (Some(id), Some(terrain)) = (stack.first(), scenario.map.terrain(hex)) {
            let row = scenario.charts.hex(terrain);
            let passable = row.cost != Cost::Impassable && !row.crossing;
            assert!(passable, "{} stands on {hex}, {}", name(scenario, *id), terrain.name());
        }
        assert!(stack.iter().all(|id| position.hex(*id) == Some(hex)));
    }
    let on_map = position.pieces().filter(|(_, p)| matches!(p.place, Place::Map(_))).count();
    assert_eq!(standing, on_map, "every unit on the map stands in the stack of its hex");
    assert_eq!(position.pieces().count(), scenario.units.len());
    for (id, piece) in position.pieces() {
        let mut lasting = piece.marks;
        lasting.settle();
        assert_eq!(lasting, piece.marks, "marks of {} are not settled", name(scenario, id));
        assert!(!piece.marks.has(Marks::LEFT));
    }
}

/// What must hold between the position before and after.
pub fn nobody_comes_back(scenario: &Scenario, before: &Position, after: &Position) {
    for id in scenario.ids() {
        match (before.place(id), after.place(id)) {
            (Place::Gone { .. }, place) => assert_eq!(before.place(id), place),
            (Place::Map(_), Place::Reserve { .. }) if arrival(scenario, id).hexes.is_empty() => {
                panic!("{} left", name(scenario, id))
            }
            _ => {}
        }
    }
}

/// Follows a log and looks at every event on the position before it.
pub fn log_is_sound(scenario: &Scenario, opening: &Position, events: &[Event]) -> Ledger {
    let mut referee = Referee {
        scenario,
        army: opening.phasing,
        turn: opening.turn,
        ledger: Ledger::open(opening),
        fought: Vec::new(),
        attacked: Vec::new(),
        moved: Vec::new(),
        quota_lifted: opening.counter(lifted(opening.phasing)) > 0,
        attack: None,
        result: None,
        lost: Vec::new(),
        went: Vec::new(),
        fled: Vec::new(),
    };
    assert!(events.len() <= 60 * scenario.units.len(), "{} events", events.len());
    assert!(matches!(events.first(), Some(Event::TurnBegins { .. })));
    assert!(matches!(events.last(), Some(Event::TurnEnds { .. })));
    for event in events {
        referee.look(event);
        referee.ledger.post(event, opening.turn);
    }
    referee.ledger
}

struct Referee<'a> {
    scenario: &'a Scenario,
    army: Army,
    turn: u8,
    ledger: Ledger,
    fought: Vec<UnitId>,
    attacked: Vec<UnitId>,
    moved: Vec<UnitId>,
    quota_lifted: bool,
    attack: Option<Attack>,
    result: Option<Verdict>,
    lost: Vec<UnitId>,
    went: Vec<UnitId>,
    fled: Vec<Hex>,
}

impl Referee<'_> {
    fn look(&mut self, event: &Event) {
        match event {
            Event::Attack(_) | Event::PassedOver { .. } | Event::TurnEnds { .. } => self.losses(),
            _ => {}
        }
        match event {
            Event::Moved(march) => self.march(march),
            Event::QuotaLifted { .. } => self.quota_lifted = true,
            Event::Attack(attack) => self.attack(attack),
            Event::NewOdds { attack, defence, odds } => {
                let column = self.column(*attack, *defence);
                assert!(*odds <= column, "{odds} at {attack} to {defence}");
                if let Some(declared) = &mut self.attack {
                    declared.odds = *odds;
                }
            }
            Event::Die { face, result, .. } => {
                let odds = self.attack.as_ref().map(|a| a.odds).expect("a die after a declaration");
                let printed = self.scenario.charts.results.result(odds, *face as u8);
                assert_eq!(printed, result.word());
                self.result = Some(*result);
            }
            Event::Retreated { unit, from, to: Some(to), cause, .. } => {
                assert_eq!(self.at(*unit), Some(*from));
                self.retreat(*unit, *from, *to);
                if conduct(self.scenario, *unit).is_some() {
                    self.fled.push(*from);
                }
                if *cause == Cause::FallBack {
                    assert!(self.ledger.ineffective.contains(unit));
                }
            }
            Event::Pushed { unit, from, to, .. } => {
                assert_eq!(self.at(*unit), Some(*from));
                self.retreat(*unit, *from, *to);
            }
            Event::CavalryGoes { unit, from, path: [first, second], .. } => {
                assert_eq!(self.scenario.unit(*unit).arm, Arm::Cavalry);
                assert_ne!(second, from);
                self.went.push(*unit);
                self.retreat(*unit, *from, *first);
                self.retreat(*unit, *first, *second);
            }
            Event::Advanced { unit, from, to, .. } => {
                assert_eq!(self.at(*unit), Some(*from));
                assert!(cost::passable(self.scenario, *from, *to), "{from} to {to}");
                assert_eq!(self.on(*to).count(), 0, "{to} is not empty");
                let guns = self.scenario.unit(*unit).arm == Arm::Artillery;
                assert!(!guns || self.scenario.policies.artillery_advances, "8.75");
                // Who follows a train has fought no combat.
                let Some(attack) = self.attack.as_ref().filter(|_| !self.train_left(*to)) else {
                    assert!(self.train_left(*to), "an advance after no combat");
                    return;
                };
                let part =
                    attack.by.iter().any(|(id, _, reach)| id == unit && *reach == Reach::Adjacent)
                        || attack.against.iter().any(|d| d.unit == *unit);
                assert!(part, "{} took no part", name(self.scenario, *unit));
            }
            Event::Eliminated { unit, at, why, .. } => {
                assert_eq!(self.at(*unit), Some(*at));
                if matches!(why, Loss::Combat(_)) {
                    self.lost.push(*unit);
                }
                // Who must go and cannot leaves his hex to an enemy too (WI 17.31, 8.6).
                if matches!(why, Loss::NoWay(_)) && conduct(self.scenario, *unit).is_some() {
                    self.fled.push(*at);
                }
                let closed = |rule: &Exclusive| match rule {
                    Exclusive::Closed(closed) => closed.army == self.scenario.unit(*unit).army,
                    Exclusive::Barred(_) => true,
                    _ => false,
                };
                let own_bars = self.scenario.exclusive.iter().any(closed);
                if *why == Loss::NoRetreat && !own_bars {
                    let open = self.open_to_retreat(*unit, *at);
                    assert_eq!(open, [], "{} could retreat", name(self.scenario, *unit));
                }
            }
            _ => {}
        }
    }

    fn at(&self, id: UnitId) -> Option<Hex> {
        match self.ledger.places[&id] {
            Place::Map(hex) => Some(hex),
            _ => None,
        }
    }

    fn on(&self, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        self.ledger
            .places
            .iter()
            .filter(move |(_, place)| **place == Place::Map(hex))
            .map(|(id, _)| *id)
    }

    /// Whether a train that had to go has left a hex.
    fn train_left(&self, hex: Hex) -> bool {
        self.fled.contains(&hex)
    }

    fn zone_of(&self, army: Army, hex: Hex) -> bool {
        self.scenario.map.neighbours(hex).any(|(_, near)| {
            reaches(self.scenario, near, hex)
                && self
                    .on(near)
                    .any(|id| self.scenario.unit(id).army == army && has_zone(self.scenario, id))
        })
    }

    fn column(&self, attack: u32, defence: u32) -> provost::board::odds::Odds {
        let table = &self.scenario.charts.results;
        table.column(provost::board::odds::ratio(attack, defence))
    }

    /// 5.0 to 7.4, the quota and the zones.
    fn march(&mut self, march: &March) {
        let who = name(self.scenario, march.unit);
        let unit = self.scenario.unit(march.unit);
        assert_eq!(unit.army, self.army);
        assert_eq!(self.at(march.unit), march.from);
        assert!(!self.moved.contains(&march.unit), "{who} moves twice");
        self.moved.push(march.unit);
        let enemy = self.army.enemy();
        assert!(march.spent() <= u32::from(march.allowance) || march.one_hex, "{who}: {march:?}");
        if march.one_hex {
            assert!(march.steps.len() == 1 && march.from.is_some() && march.exit.is_none());
        }
        let leaves = night_leave(self.scenario, self.army, self.turn).is_some();
        let mut at = march.from;
        for (to, paid) in &march.steps {
            if let Some(from) = at {
                let may = at == march.from && leaves;
                assert!(may || !self.zone_of(enemy, from), "{who} leaves a zone on {from}");
                assert_eq!(
                    cost::step(self.scenario, self.army, from, *to),
                    Ok(*paid),
                    "{who} to {to}"
                );
            } else {
                let arrival = arrival(self.scenario, march.unit);
                let first = arrival.cost(self.scenario, self.army, *to, 1);
                let paid = Some(u32::from(*paid));
                assert!(paid == first || arrival.column.is_some() && paid > first, "{who}");
            }
            assert!(self.on(*to).all(|id| self.scenario.unit(id).army == self.army));
            if self.zone_of(enemy, *to) {
                assert!(!self.scenario.is_night(self.turn), "{who} enters a zone at night");
                assert!(!self.ledger.ineffective.contains(&march.unit));
            }
            at = Some(*to);
        }
        let ends_in_zone = march.exit.is_none() && at.is_some_and(|hex| self.zone_of(enemy, hex));
        assert_eq!(march.zone, ends_in_zone);
        for rule in &self.scenario.exclusive {
            if let Exclusive::Quota(quota) = rule
                && quota.army == self.army
                && quota.arrivals.is_none()
                && quota.more.is_none()
                && !self.quota_lifted
            {
                assert!(self.moved.len() <= quota.units as usize, "{who} is one too many");
            }
        }
    }

    /// 8.1, 8.41, 8.43: who fights, once each, and with what.
    fn attack(&mut self, attack: &Attack) {
        for (id, strength, reach) in &attack.by {
            let unit = self.scenario.unit(*id);
            assert_eq!((unit.army, unit.strength), (self.army, *strength));
            assert!(!self.fought.contains(id), "{} attacks twice", unit.id);
            assert!(!self.ledger.ineffective.contains(id), "{} is ineffective", unit.id);
            self.fought.push(*id);
            let at = self.at(*id).expect("an attacker on the map");
            let touches = |hex: &Hex| reaches(self.scenario, at, *hex);
            match reach {
                Reach::Adjacent if unit.arm == Arm::Artillery => {
                    assert!(attack.at.iter().any(touches));
                }
                Reach::Adjacent => assert!(attack.at.iter().all(touches), "8.43: {}", unit.id),
                Reach::Bombarding => {
                    assert_eq!(unit.arm, Arm::Artillery);
                    assert!(attack.at.iter().any(|hex| at.distance(*hex) <= 3));
                    assert!(!attack.at.iter().any(touches));
                }
            }
        }
        for defender in &attack.against {
            let unit = self.scenario.unit(defender.unit);
            assert_eq!(unit.army, self.army.enemy());
            assert_eq!(self.at(defender.unit), Some(defender.at));
            assert!(!self.attacked.contains(&defender.unit), "{} is attacked twice", unit.id);
            self.attacked.push(defender.unit);
        }
        let strength: u32 = attack.by.iter().map(|(_, s, _)| u32::from(*s)).sum();
        let defence: u32 =
            attack.against.iter().map(|d| u32::from(d.strength) * u32::from(d.multiplier)).sum();
        assert_eq!((attack.attack, attack.defence), (strength, defence));
        let column = self.column(strength, defence);
        assert_eq!(attack.reduced_from.unwrap_or(attack.odds), column);
        assert!(attack.odds <= column, "8.8 only lowers");
        self.attack = Some(attack.clone());
    }

    /// 8.3: who is lost by AE, DE and EX; nobody by AR and DR, who could retreat.
    fn losses(&mut self) {
        let (lost, attack) = (std::mem::take(&mut self.lost), self.attack.take());
        let (Some(result), Some(attack)) = (self.result.take(), attack) else {
            assert_eq!(lost, []);
            return;
        };
        let strength = |id: &UnitId| u32::from(self.scenario.unit(*id).strength);
        let beside = attack.by.iter().filter(|(_, _, reach)| *reach == Reach::Adjacent);
        let beside: Vec<UnitId> = beside.map(|(id, _, _)| *id).collect();
        let (own, enemy): (Vec<UnitId>, Vec<UnitId>) =
            lost.into_iter().partition(|id| self.scenario.unit(*id).army == self.army);
        let defenders = attack.against.iter().map(|d| d.unit).filter(|id| !self.went.contains(id));
        let defenders: Vec<UnitId> = defenders.collect();
        assert!(own.iter().all(|id| beside.contains(id)));
        match result {
            Verdict::AR | Verdict::DR => assert!(own.is_empty() && enemy.is_empty()),
            Verdict::AE => assert!(own.len() == beside.len() && enemy.is_empty()),
            Verdict::DE => assert!(own.is_empty()),
            Verdict::EX => {
                let owed: u32 = defenders.iter().map(strength).sum();
                let paid: u32 = own.iter().map(strength).sum();
                let all: u32 = beside.iter().map(strength).sum();
                assert!(paid >= owed.min(all), "{paid} of {owed} paid");
            }
        }
        if matches!(result, Verdict::DE | Verdict::EX) {
            assert!(defenders.iter().all(|id| enemy.contains(id)));
        }
    }

    /// 8.51: one hex, open ground, no enemy, no zone of his.
    fn retreat(&self, id: UnitId, from: Hex, to: Hex) {
        let open = self.open_to_retreat(id, from);
        assert!(open.contains(&to), "{} from {from} to {to}", name(self.scenario, id));
    }

    fn open_to_retreat(&self, id: UnitId, from: Hex) -> Vec<Hex> {
        let enemy = self.scenario.unit(id).army.enemy();
        self.scenario
            .map
            .neighbours(from)
            .map(|(_, near)| near)
            .filter(|near| cost::passable(self.scenario, from, *near))
            .filter(|near| self.on(*near).all(|u| self.scenario.unit(u).army != enemy))
            .filter(|near| !self.zone_of(enemy, *near))
            .collect()
    }
}
