//! What is told is read back as the same orders.

use super::battle::{SCENARIO, blue, gray, hex, position, unplaced};
use super::sample::SAMPLE;
use super::{good, told};
use proptest::prelude::*;
use provost::board::Hex;
use provost::board::odds::Odds;
use provost::document::read::{Limits, parse};
use provost::document::{Node, Span, write};
use provost::games::blue_gray::answers::*;
use provost::games::blue_gray::grammar::{Names, record_orders, record_standing};
use provost::games::blue_gray::scenario::{Army, UnitId};
use provost::games::blue_gray::understood;
use std::time::Instant;

const NONE: Span = Span::NONE;

/// Makes up orders, one number at a time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        // The steps of the splitmix64 generator.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    fn maybe(&mut self) -> bool {
        self.below(2) == 0
    }

    fn some<T>(&mut self, make: impl Fn(&mut Chance) -> T) -> Option<T> {
        self.maybe().then(|| make(self))
    }

    fn list<T>(&mut self, most: usize, make: impl Fn(&mut Chance) -> T) -> Vec<T> {
        (0..=self.below(most)).map(|_| make(self)).collect()
    }

    fn hex(&mut self) -> Hex {
        hex(((1 + self.below(99)) * 100 + 1 + self.below(99)) as u16)
    }

    fn odds(&mut self) -> Odds {
        let n = 1 + self.below(9);
        let text = if self.maybe() { format!("{n}-1") } else { format!("1-{n}") };
        text.parse().expect("odds")
    }

    /// Some own units, none twice.
    fn units(&mut self, most: usize) -> Vec<UnitId> {
        let mut all: Vec<UnitId> = SCENARIO.ids().filter(|id| self.is_gray(*id)).collect();
        (0..=self.below(most)).map(|_| all.swap_remove(self.below(all.len()))).collect()
    }

    fn is_gray(&self, id: UnitId) -> bool {
        SCENARIO.unit(id).army == Army::Confederate
    }

    fn unit(&mut self) -> UnitId {
        self.units(1)[0]
    }

    /// Lines for some units and perhaps for any.
    fn whoms(&mut self) -> Vec<Whom> {
        let mut whoms: Vec<Whom> = self.units(4).into_iter().map(Whom::Unit).collect();
        if self.maybe() {
            whoms.insert(self.below(whoms.len()), Whom::Any);
        }
        whoms
    }

    fn away(&mut self) -> Away {
        let place = |c: &mut Chance| match c.below(5) {
            0 => Spot::Exit,
            _ => Spot::Hex(c.hex()),
        };
        let to = match self.maybe() {
            true => Towards::Toward(self.hex()),
            false => Towards::Places(self.list(4, place)),
        };
        Away { to, alone: self.maybe(), span: NONE }
    }

    fn route(&mut self) -> Route {
        let hexes = |c: &mut Chance| c.list(5, |c| at(c.hex()));
        let exit = self.maybe().then_some(NONE);
        let (from, strategic) = (self.some(|c| at(c.hex())), self.maybe());
        match self.below(4) {
            0 => Route::Hold,
            1 => Route::March {
                from: None,
                enter: false,
                strategic: false,
                hexes: Vec::new(),
                exit: Some(NONE),
            },
            2 => {
                Route::March { from: None, enter: true, strategic: false, hexes: hexes(self), exit }
            }
            _ => Route::March { from, enter: false, strategic, hexes: hexes(self), exit },
        }
    }

    fn retreats(&mut self, asks: bool) -> Vec<Retreat> {
        let whoms = self.whoms();
        let line = |whom| Retreat {
            whom,
            away: (!asks || self.below(4) > 0).then(|| self.away()),
            span: NONE,
        };
        whoms.into_iter().map(line).collect()
    }

    fn gives_way(&mut self) -> Vec<GiveWay> {
        let whoms = self.whoms();
        let line = |whom| GiveWay { whom, smallest: self.maybe(), away: self.away(), span: NONE };
        whoms.into_iter().map(line).collect()
    }

    fn cavalry(&mut self, asks: bool) -> CavalryWish {
        match self.below(4) {
            0 => CavalryWish::Stand,
            1 if asks => CavalryWish::Ask,
            _ => CavalryWish::Go {
                if_all_go: self.maybe(),
                at: self.some(Chance::odds),
                paths: self.list(3, |c| [c.hex(), c.hex()]),
            },
        }
    }

    fn standing(&mut self) -> Standing {
        let (riders, heroes) = (self.whoms(), self.whoms());
        let mut ride = |whom| Cavalry { whom, wish: self.cavalry(true), span: NONE };
        let cavalry = riders.into_iter().map(&mut ride).collect();
        let mut wish = |whom| {
            let wish = match self.below(4) {
                0 => AdvanceWish::Stay,
                1 => AdvanceWish::Go,
                2 => AdvanceWish::Ask,
                _ => AdvanceWish::Hexes(self.list(3, Chance::hex)),
            };
            Advance { whom, wish, span: NONE }
        };
        let advance = heroes.into_iter().map(&mut wish).collect();
        Standing { retreat: self.retreats(true), give_way: self.gives_way(), cavalry, advance }
    }

    fn go(&mut self) -> Go {
        match self.below(4) {
            0 => Go::Stay,
            _ => Go::Advance(self.unit(), self.some(Chance::hex)),
        }
    }

    fn then(&mut self) -> Then {
        Then { options: self.list(3, Chance::go), span: NONE }
    }

    fn lose(&mut self) -> Lose {
        match self.below(3) {
            0 => Lose::Smallest(NONE),
            1 => Lose::All(NONE),
            _ => Lose::Units(self.units(3).into_iter().map(at).collect(), NONE),
        }
    }

    fn condition(&mut self) -> Condition {
        let hex = Hex::new(1 + self.below(99) as u8, 1 + self.below(49) as u8);
        let enemies = ["Reserve", "Sykes", "V", "2/Averell"];
        let unit = if self.maybe() { self.unit() } else { blue(enemies[self.below(4)]) };
        match self.below(9) {
            0 => Condition::Combat(hex, Outcome::Won),
            1 => Condition::Combat(hex, Outcome::Held),
            2 => Condition::Combat(hex, Outcome::Gone),
            3 | 4 => {
                let result = provost::games::blue_gray::answers::Result::ALL[self.below(5)];
                Condition::Combat(hex, Outcome::Result(result))
            }
            5 => Condition::Empty(hex),
            6 => Condition::Enemy(hex),
            7 => Condition::Alive(unit),
            _ => Condition::Dead(unit),
        }
    }

    fn entry(&mut self) -> Entry {
        let mut units: Vec<At<UnitId>> = self.units(6).into_iter().map(at).collect();
        let aside = units.split_off(1 + self.below(units.len()));
        // Rows from 50 on are no hexes of conditions, so that these need no repair.
        let target = |c: &mut Chance| at(Hex::new(1 + c.below(99) as u8, 50 + c.below(50) as u8));
        let mut targets = self.list(2, target);
        targets.dedup();
        let expect = |c: &mut Chance| {
            let sums = c.some(|c| (c.below(60) as u32, c.below(60) as u32));
            let odds = if sums.is_none() { Some(c.odds()) } else { c.some(Chance::odds) };
            at(Expect { sums, odds })
        };
        Entry {
            at: targets,
            by: units,
            aside,
            conditions: if self.maybe() { self.list(3, |c| at(c.condition())) } else { Vec::new() },
            least: self.some(|c| at(c.odds())),
            reduce: self.some(|c| at(c.odds())),
            expect: self.some(expect),
            pause: self.maybe().then_some(NONE),
            die: self.some(|c| at(1 + c.below(6) as u32)),
            won: self.some(Chance::then),
            dr: self.some(Chance::then),
            de: self.some(Chance::then),
            ex: self.some(Chance::lose),
            ar: if self.maybe() { self.retreats(false) } else { Vec::new() },
            push: if self.maybe() {
                self.gives_way().into_iter().take(1).collect()
            } else {
                Vec::new()
            },
            span: NONE,
        }
    }

    fn answer(&mut self, number: usize) -> Answer {
        let scope = match self.maybe() {
            true => format!("attack.{}", self.hex()),
            false => "start".to_owned(),
        };
        let unit = self.unit();
        let id = &SCENARIO.unit(unit).id;
        let (what, sentence) = match self.below(6) {
            0 => (format!("cavalry.{id}"), Sentence::Cavalry(self.cavalry(false))),
            1 => (format!("retreat.{id}"), Sentence::Away(self.away())),
            2 => {
                let push = self.gives_way().remove(0);
                let hex = self.hex();
                (format!("push.{hex}"), Sentence::Push(push.whom, push.smallest, push.away))
            }
            3 => {
                let go = if self.maybe() { Go::Stay } else { Go::Advance(unit, Some(self.hex())) };
                ("advance".to_owned(), Sentence::Advance(go))
            }
            4 => ("lose".to_owned(), Sentence::Lose(self.lose())),
            _ => ("train".to_owned(), Sentence::Away(self.away())),
        };
        // The number makes the key unique.
        Answer { key: at(format!("{scope}.{what}@{}", number + 2)), sentence }
    }

    fn orders(&mut self) -> Orders {
        let movers = self.units(6);
        let moved = |unit| Move { units: vec![at(unit)], route: self.route(), span: NONE };
        let mut moves: Vec<Move> = movers.into_iter().map(moved).collect();
        if moves.len() > 2 {
            let joined = moves.remove(0).units;
            moves[0].units.extend(joined);
        }
        let fallen = self.units(3);
        let fall_back =
            |unit| Retreat { whom: Whom::Unit(unit), away: Some(self.away()), span: NONE };
        let fall_back = fallen.into_iter().map(fall_back).collect();
        let entries = |c: &mut Chance| c.list(4, Chance::entry);
        let attack = match self.below(4) {
            0 => None,
            1 => Some(AttackList::None(NONE)),
            _ => Some(AttackList::Entries(entries(self), NONE)),
        };
        let answers = (0..self.below(4)).map(|number| self.answer(number)).collect();
        Orders {
            turn: 1 + self.below(99) as u8,
            army: Some(Army::Confederate),
            position: at("bubble-gospel-43".to_owned()),
            moves,
            fall_back,
            attack,
            answers,
            ..Orders::default()
        }
    }
}

fn at<T>(value: T) -> At<T> {
    At::new(value, NONE)
}

fn with<T>(read: impl Fn(&Names<'_>) -> T) -> T {
    let position = position();
    read(&Names::new(&SCENARIO, &position, Army::Confederate))
}

fn read(node: &Node) -> Orders {
    with(|names| record_orders(node, names))
        .unwrap_or_else(|why| panic!("{node:#?}\n{:?}", told(&why)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Orders told as a record are read back as the same orders, also after writing and parsing.
    #[test]
    fn orders_survive(seed in any::<u64>()) {
        let orders = Chance(seed).orders();
        let node = with(|names| understood::orders(&orders, names));
        prop_assert_eq!(&read(&node), &orders);
        let text = write::document(&node);
        let parsed = parse(&text, Limits::RECORD).expect("what was written");
        prop_assert_eq!(&unplaced(&read(&parsed)), &orders, "{}", text);
    }

    /// So are standing orders.
    #[test]
    fn standing_orders_survive(seed in any::<u64>()) {
        let standing = NewStanding::Replaced(Chance(seed).standing());
        let node = with(|names| understood::standing(&standing, names));
        let read = with(|names| record_standing(&node, names));
        prop_assert_eq!(read, Ok(standing), "{:?}", node);
    }

    /// Typed as a file under a head, they say the same without a repair, with or without
    /// indentation.
    #[test]
    fn typed_files_survive(seed in any::<u64>()) {
        let mut orders = Chance(seed).orders();
        let standing = Chance(seed ^ 1).standing();
        orders.standing = Some(NewStanding::Replaced(standing));
        let text = typed(&orders);
        let reading = super::reading(&text);
        prop_assert_eq!(&unplaced(&reading.orders), &orders, "{}", text);
        prop_assert_eq!(reading.repairs, []);
        let lost: String = text.lines().map(|line| line.trim_start().to_owned() + "\n").collect();
        prop_assert_eq!(&unplaced(&good(&lost)), &orders, "{}", lost);
    }
}

/// A file as a player would type it.
fn typed(orders: &Orders) -> String {
    let node = with(|names| understood::orders(orders, names));
    let mut text = format!("orders: HL-07 turn {} Confederate\n", orders.turn);
    let standing =
        orders.standing.as_ref().map(|new| with(|names| understood::standing(new, names)));
    let standing = standing.iter().flat_map(|node| node.as_map().unwrap_or_default());
    for (key, value) in node.as_map().unwrap_or_default().iter().skip(1).chain(standing) {
        let Some(lines) = value.as_list() else {
            text += &format!("{}: {}\n", key.text, value.as_text().unwrap_or_default());
            continue;
        };
        text += &format!("{}:\n", key.text);
        for line in lines {
            for (at, (key, value)) in line.as_map().unwrap_or_default().iter().enumerate() {
                let before = if at == 0 { "- " } else { "  " };
                text += &format!("{before}{}: {}\n", key.text, value.as_text().unwrap_or_default());
            }
        }
    }
    text
}

#[test]
fn the_sample_survives() {
    let orders = good(SAMPLE);
    let node = with(|names| understood::orders(&orders, names));
    let back = unplaced(&read(&node));
    let standing = orders.standing.clone().expect("standing orders");
    let node = with(|names| understood::standing(&standing, names));
    let kept = with(|names| record_standing(&node, names)).expect("standing orders");
    let back = Orders { standing: Some(kept), note: orders.note.clone(), ..back };
    assert_eq!(unplaced(&back), unplaced(&orders));
}

#[test]
fn reading_a_record_is_quick() {
    let units: Vec<UnitId> =
        SCENARIO.ids().filter(|id| SCENARIO.unit(*id).army == Army::Confederate).collect();
    let mut orders = Chance(7).orders();
    let march = |unit: &UnitId| Move {
        units: vec![at(*unit)],
        route: Route::March {
            from: None,
            enter: false,
            strategic: false,
            hexes: vec![at(hex(1726)), at(hex(1725)), at(hex(1724))],
            exit: None,
        },
        span: NONE,
    };
    orders.moves = units.iter().take(30).map(march).collect();
    let by = || ["Rodes/R", "Colquitt/R", "Doles/R"].map(|id| at(gray(id))).to_vec();
    let entry = |n: u16| Entry {
        at: vec![at(hex(1700 + n))],
        by: by(),
        aside: Vec::new(),
        ..Chance(9).entry()
    };
    orders.attack = Some(AttackList::Entries((1..=8).map(entry).collect(), NONE));
    let position = position();
    let names = Names::new(&SCENARIO, &position, Army::Confederate);
    let node = understood::orders(&orders, &names);
    let best = (0..200).map(|_| {
        let begun = Instant::now();
        let read = record_orders(&node, &names);
        let taken = begun.elapsed();
        assert!(read.is_ok());
        taken
    });
    let best = best.min().unwrap_or_default();
    println!("30 moves and 8 attacks read in {best:?}");
    // Some tens of microseconds; the limit leaves room for slow machines and debug builds.
    assert!(best.as_micros() < 2_000, "{best:?}");
}
