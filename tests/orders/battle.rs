//! A battle made up for the orders of the tests: no real set-up.

use provost::board::odds::Table;
use provost::board::{Hex, Map};
use provost::document::read;
use provost::games::blue_gray::answers::*;
use provost::games::blue_gray::editions::{Edition, Policies};
use provost::games::blue_gray::position::{How, Place, Position};
use provost::games::blue_gray::scenario::{Arm, Army, Charts, Scenario, Start, Unit, UnitId};
use std::sync::LazyLock;

pub static SCENARIO: LazyLock<Scenario> = LazyLock::new(scenario);

/// Id, strength, arm, hex or 0 for a unit that is due on turn 7; Confederates.
const GRAY: [(&str, u16, Arm, u16); 33] = [
    ("1/F Lee/S", 4, Arm::Cavalry, 1828),
    ("1/XI", 9, Arm::Infantry, 1723),
    ("2/F Lee/S", 4, Arm::Cavalry, 1829),
    ("2/Pleasonton", 4, Arm::Cavalry, 1420),
    ("3/XI", 10, Arm::Infantry, 1722),
    ("All Stars", 3, Arm::Infantry, 1001),
    ("Carter/R", 4, Arm::Artillery, 1824),
    ("Colquitt/R", 5, Arm::Infantry, 1825),
    ("Colston/C", 5, Arm::Infantry, 1924),
    ("Doles 5", 5, Arm::Infantry, 319),
    ("Doles 7", 7, Arm::Infantry, 419),
    ("Doles/R", 5, Arm::Infantry, 1823),
    ("Early", 20, Arm::Infantry, 0),
    ("F Lee Guard", 1, Arm::Infantry, 1002),
    ("Go West", 2, Arm::Infantry, 1003),
    ("H Jones/C", 5, Arm::Infantry, 1104),
    ("Hood", 12, Arm::Infantry, 0),
    ("II 4a", 4, Arm::Artillery, 1105),
    ("II 6", 6, Arm::Infantry, 1106),
    ("Iverson/R", 5, Arm::Infantry, 1925),
    ("J Jones/C", 4, Arm::Infantry, 1107),
    ("Lane/H", 5, Arm::Infantry, 2114),
    ("Law", 6, Arm::Infantry, 1501),
    ("Lawton", 7, Arm::Infantry, 1108),
    ("McGowan/H", 6, Arm::Infantry, 1723),
    ("Paxton/C", 5, Arm::Infantry, 1925),
    ("Ramseur/R", 5, Arm::Infantry, 1823),
    ("Reserve", 2, Arm::Artillery, 1016),
    ("Rodes/R", 6, Arm::Infantry, 1825),
    ("Smith 2a", 2, Arm::Artillery, 1109),
    ("Smith 5", 5, Arm::Infantry, 2106),
    ("Stafford", 5, Arm::Infantry, 1110),
    ("XI", 2, Arm::Artillery, 1622),
];

const BLUE: [(&str, u16, Arm, u16); 7] = [
    ("1/V", 19, Arm::Infantry, 1115),
    ("2/Averell", 3, Arm::Cavalry, 0),
    ("Berdan", 8, Arm::Infantry, 1518),
    ("Reserve", 2, Arm::Artillery, 1716),
    ("Sykes", 9, Arm::Infantry, 1716),
    ("V", 4, Arm::Artillery, 1013),
    ("XII", 3, Arm::Artillery, 1718),
];

/// The position after the set-up; `Stafford` has been eliminated on turn 4.
pub fn position() -> Position {
    let mut position = Position::deployment(&SCENARIO);
    let dead = SCENARIO.find(Army::Confederate, "Stafford").expect("a unit of this battle");
    let place = Place::Gone { how: How::Eliminated, turn: 4, at: SCENARIO_DEAD };
    position.put(&SCENARIO.map, dead, place);
    position
}

const SCENARIO_DEAD: Option<Hex> = Some(Hex::new(11, 10));

pub fn hex(number: u16) -> Hex {
    Hex::new((number / 100) as u8, (number % 100) as u8)
}

/// A Confederate unit.
pub fn gray(id: &str) -> UnitId {
    SCENARIO.find(Army::Confederate, id).unwrap_or_else(|| panic!("no {id}"))
}

/// A Union unit.
pub fn blue(id: &str) -> UnitId {
    SCENARIO.find(Army::Union, id).unwrap_or_else(|| panic!("no {id}"))
}

fn scenario() -> Scenario {
    let table = "columns: 1-2 1-1 2-1\n1: AR DR DE\n2: AR EX DR\n3: AR AR DR\n4: AE AR EX\n5: AE AR AR\n6: AE AE AR\n";
    let table = read::parse(table, read::Limits::PACK).expect("a table");
    let mut complaints = Vec::new();
    let results = Table::read(&table, &mut complaints);
    let results = results.unwrap_or_else(|| panic!("{complaints:?}"));
    let unit = |army: Army, (id, strength, arm, at): (&str, u16, Arm, u16)| Unit {
        id: id.to_owned(),
        also: match id {
            "Lane/H" => vec!["Lne".to_owned(), "Lane (H)".to_owned()],
            _ => Vec::new(),
        },
        army,
        arm,
        strength,
        start: match at {
            0 => Start::Due { turn: 7, entry: vec![hex(1301)] },
            at => Start::At(hex(at)),
        },
    };
    let mut units: Vec<Unit> = BLUE.iter().map(|u| unit(Army::Union, *u)).collect();
    units.extend(GRAY.iter().map(|u| unit(Army::Confederate, *u)));
    Scenario {
        name: "made_up".to_owned(),
        title: "Made Up".to_owned(),
        prefix: "MU".to_owned(),
        provenance: Vec::new(),
        order: [Army::Union, Army::Confederate],
        turns: 20,
        night: Vec::new(),
        base: [hex(511), hex(2101)],
        units,
        map: Map::tiny(30, 30),
        charts: Charts {
            results,
            hexes: Default::default(),
            sides: Default::default(),
            road: 1,
            trail: 2,
            costs: Default::default(),
        },
        exclusive: Vec::new(),
        options: Vec::new(),
        rules: Vec::new(),
        policies: Policies::of(Edition::Third),
    }
}

/// The orders with every place left out, so that two files can be compared.
pub fn unplaced(orders: &Orders) -> Orders {
    use provost::document::Span;
    const NONE: Span = Span::NONE;
    fn at<T: Clone>(at: &At<T>) -> At<T> {
        At::new(at.value.clone(), NONE)
    }
    fn all<T: Clone>(list: &[At<T>]) -> Vec<At<T>> {
        list.iter().map(at).collect()
    }
    fn away(away: &Away) -> Away {
        Away { span: NONE, ..away.clone() }
    }
    fn retreat(r: &Retreat) -> Retreat {
        Retreat { away: r.away.as_ref().map(away), span: NONE, ..r.clone() }
    }
    fn give(g: &GiveWay) -> GiveWay {
        GiveWay { away: away(&g.away), span: NONE, ..g.clone() }
    }
    fn lose(lose: &Lose) -> Lose {
        match lose {
            Lose::Units(units, _) => Lose::Units(all(units), NONE),
            Lose::Smallest(_) => Lose::Smallest(NONE),
            Lose::All(_) => Lose::All(NONE),
        }
    }
    let then = |t: &Option<Then>| t.clone().map(|t| Then { span: NONE, ..t });
    let entry = |e: &Entry| Entry {
        at: all(&e.at),
        by: all(&e.by),
        aside: all(&e.aside),
        conditions: all(&e.conditions),
        least: e.least.as_ref().map(at),
        reduce: e.reduce.as_ref().map(at),
        expect: e.expect.as_ref().map(at),
        pause: e.pause.map(|_| NONE),
        die: e.die.as_ref().map(at),
        won: then(&e.won),
        dr: then(&e.dr),
        de: then(&e.de),
        ex: e.ex.as_ref().map(lose),
        ar: e.ar.iter().map(retreat).collect(),
        push: e.push.iter().map(give).collect(),
        span: NONE,
    };
    let moved = |m: &Move| Move {
        units: all(&m.units),
        route: match &m.route {
            Route::Hold => Route::Hold,
            Route::March { from, enter, strategic, hexes, exit } => Route::March {
                from: from.as_ref().map(at),
                enter: *enter,
                strategic: *strategic,
                hexes: all(hexes),
                exit: exit.map(|_| NONE),
            },
        },
        span: NONE,
    };
    let answer = |a: &Answer| Answer {
        key: at(&a.key),
        sentence: match &a.sentence {
            Sentence::Away(to) => Sentence::Away(away(to)),
            Sentence::Push(whom, smallest, to) => Sentence::Push(*whom, *smallest, away(to)),
            Sentence::Lose(who) => Sentence::Lose(lose(who)),
            other => other.clone(),
        },
    };
    let standing = |s: &Standing| Standing {
        retreat: s.retreat.iter().map(retreat).collect(),
        give_way: s.give_way.iter().map(give).collect(),
        cavalry: s.cavalry.iter().map(|c| Cavalry { span: NONE, ..c.clone() }).collect(),
        advance: s.advance.iter().map(|a| Advance { span: NONE, ..a.clone() }).collect(),
    };
    Orders {
        position: at(&orders.position),
        moves: orders.moves.iter().map(moved).collect(),
        fall_back: orders.fall_back.iter().map(retreat).collect(),
        attack: orders.attack.as_ref().map(|attack| match attack {
            AttackList::None(_) => AttackList::None(NONE),
            AttackList::Entries(entries, _) => {
                AttackList::Entries(entries.iter().map(entry).collect(), NONE)
            }
        }),
        answers: orders.answers.iter().map(answer).collect(),
        rolls: orders.rolls.iter().map(|(label, n)| (at(label), *n)).collect(),
        standing: orders.standing.as_ref().map(|new| match new {
            NewStanding::Withdrawn => NewStanding::Withdrawn,
            NewStanding::Replaced(all) => NewStanding::Replaced(standing(all)),
        }),
        ..orders.clone()
    }
}
