//! A small battle for tests: a few counters of Hooker and Lee on an open field.

use provost::board::odds::Table;
use provost::board::{Hex, Map};
use provost::document::Node;
use provost::games::blue_gray::editions::{Edition, Policies};
use provost::games::blue_gray::exclusive::Exclusive;
use provost::games::blue_gray::scenario::{Arm, Army, Charts, Scenario, Start, Unit, UnitId};

/// A hex by its number.
pub fn hex(number: &str) -> Hex {
    number.parse().expect("a hex of four digits")
}

/// A unit by its name; where both sides have it, the Confederate one.
pub fn unit(scenario: &Scenario, id: &str) -> UnitId {
    Army::BOTH.into_iter().find_map(|army| scenario.find(army, id)).expect("a unit of the battle")
}

/// (name, arm, strength, where it starts); a start of `4:1301` is due on turn 4 at 1301.
type Counter = (&'static str, Arm, u16, &'static str);

const CONFEDERATES: [Counter; 14] = [
    ("1/F Lee/S", Arm::Cavalry, 4, "1928"),
    ("Carter/R", Arm::Artillery, 2, "1825"),
    ("Colquitt/R", Arm::Infantry, 5, "1726"),
    ("Doles/R", Arm::Infantry, 4, "1824"),
    ("H Jones/C", Arm::Artillery, 2, "1926"),
    ("Hood", Arm::Infantry, 12, "5:1301"),
    ("I", Arm::Infantry, 3, "1927"),
    ("Iverson/R", Arm::Infantry, 4, "1925"),
    ("Lane/H", Arm::Infantry, 5, "2115"),
    ("Law", Arm::Infantry, 6, "1502"),
    ("McGowan/H", Arm::Infantry, 5, "1824"),
    ("Paxton/C", Arm::Infantry, 5, "1925"),
    ("Ramseur/R", Arm::Infantry, 4, "1923"),
    ("Rodes/R", Arm::Infantry, 5, "1825"),
];

const UNION: [Counter; 9] = [
    ("1/I", Arm::Infantry, 9, "4:0111"),
    ("1/XI", Arm::Infantry, 9, "1723"),
    ("2/I", Arm::Infantry, 7, "7:0111"),
    ("2/Pleasonton", Arm::Cavalry, 4, "1822"),
    ("3/XI", Arm::Infantry, 10, "1722"),
    ("I", Arm::Artillery, 3, "1418"),
    ("Reserve", Arm::Artillery, 2, "1016"),
    ("V", Arm::Artillery, 4, "1523"),
    ("XI", Arm::Artillery, 2, "1622"),
];

/// The battle, with exclusive rules and, for hard cases, more Confederate names.
pub fn battle(exclusive: Vec<Exclusive>, names: &[&'static str]) -> Scenario {
    let mut complaints = Vec::new();
    let rows = [
        ("columns", "1-2 1-1 2-1 3-1"),
        ("1", "DR DR DR DE"),
        ("2", "DR DR DR DR"),
        ("3", "AR DR DR DR"),
        ("4", "AR AR DR DR"),
        ("5", "AR AR AR DR"),
        ("6", "AE AR AR EX"),
    ];
    let table = Node::map(rows.map(|(key, text)| (key, Node::text(text))));
    let results = Table::read(&table, &mut complaints).expect("a table");
    let counter = |army: Army, (id, arm, strength, start): Counter| {
        let start = match start.split_once(':') {
            None => Start::At(hex(start)),
            Some((turn, entry)) => {
                Start::Due { turn: turn.parse().expect("a turn"), entry: vec![hex(entry)] }
            }
        };
        Unit { id: id.to_owned(), also: Vec::new(), army, arm, strength, start }
    };
    let mut confederates: Vec<Counter> = CONFEDERATES.to_vec();
    confederates.extend(names.iter().map(|name| (*name, Arm::Infantry, 1, "0101")));
    confederates.sort_unstable_by_key(|(id, ..)| *id);
    let units = confederates
        .into_iter()
        .map(|unit| counter(Army::Confederate, unit))
        .chain(UNION.into_iter().map(|unit| counter(Army::Union, unit)))
        .collect();
    Scenario {
        name: "flank_march".to_owned(),
        title: "The Flank March".to_owned(),
        prefix: "FM".to_owned(),
        provenance: Vec::new(),
        order: [Army::Confederate, Army::Union],
        turns: 10,
        night: vec![7],
        base: [hex("2501"), hex("0206")],
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
        exclusive,
        options: Vec::new(),
        rules: Vec::new(),
        policies: Policies::of(Edition::Third),
    }
}
