//! A player-turn in which everything happens at least once.

use super::battle::{hex, unit};
use super::rule;
use provost::board::odds::Odds;
use provost::games::blue_gray::answers::Result as Outcome;
use provost::games::blue_gray::events::{
    Attack, Cause, Defender, Event, Loss, March, Passed, Reach,
};
use provost::games::blue_gray::position::Award;
use provost::games::blue_gray::scenario::{Army, Scenario};
use provost::play::Source;

fn odds(text: &str) -> Odds {
    text.parse().expect("odds")
}

/// A player-turn in which everything happens at least once.
pub fn events(s: &Scenario) -> Vec<Event> {
    let u = |id: &str| unit(s, id);
    let step = |number: &str, cost: u8| (hex(number), cost);
    let march = March {
        unit: u("Rodes/R"),
        from: Some(hex("1825")),
        steps: vec![step("1725", 1), step("1724", 3)],
        exit: None,
        allowance: 6,
        strategic: false,
        one_hex: false,
        zone: true,
    };
    let free = |unit: &str, from: Option<&str>, steps: Vec<_>| March {
        unit: u(unit),
        from: from.map(hex),
        steps,
        zone: false,
        ..march.clone()
    };
    let attack = Attack {
        at: vec![hex("1723")],
        by: vec![
            (u("Rodes/R"), 5, Reach::Adjacent),
            (u("Colquitt/R"), 5, Reach::Adjacent),
            (u("Carter/R"), 2, Reach::Bombarding),
        ],
        missing: vec![u("Ramseur/R")],
        aside: vec![u("McGowan/H")],
        against: vec![Defender {
            unit: u("1/XI"),
            at: hex("1723"),
            strength: 9,
            multiplier: 1,
            benefit: String::new(),
        }],
        attack: 12,
        defence: 9,
        odds: odds("1-1"),
        reduced_from: None,
        expected: Some("16 to 9, 1-1".to_owned()),
    };
    let defender = |unit: &str, at: &str, strength, multiplier, benefit: &str| Defender {
        unit: u(unit),
        at: hex(at),
        strength,
        multiplier,
        benefit: benefit.to_owned(),
    };
    let die = |label: &str, face, result| Event::Die { label: label.to_owned(), face, result };
    let mut all = vec![
        Event::TurnBegins {
            turn: 6,
            army: Army::Confederate,
            weather: vec![("fog".to_owned(), rule("FM 18.0"))],
        },
        Event::Rolled {
            label: "averell.ford.1".to_owned(),
            face: 3,
            meaning: "the ford is open".to_owned(),
            rule: rule("FM 16.3"),
        },
        Event::Moved(march.clone()),
        Event::Released { units: vec![u("2/Pleasonton")], rule: rule("FM 19.13") },
        Event::Moved(March {
            strategic: true,
            allowance: 12,
            ..free("1/F Lee/S", Some("1928"), vec![step("2028", 2), step("2128", 1)])
        }),
        Event::Moved(March {
            one_hex: true,
            allowance: 3,
            ..free("Doles/R", Some("1824"), vec![step("1823", 6)])
        }),
        Event::Moved(free("Hood", None, vec![step("1301", 1), step("1401", 1)])),
        Event::Struck { units: vec![u("Law")], rule: rule("FM 15.22") },
        Event::Away { unit: u("Lane/H"), due: 9, rule: rule("FM 16.23") },
        Event::Lost { unit: u("Doles/R"), at: Some(hex("2518")), rule: rule("FM 16.27") },
        Event::Lost { unit: u("Hood"), at: None, rule: rule("FM 15.12") },
        Event::BroughtForward {
            unit: u("Iverson/R"),
            hex: hex("0407"),
            rule: rule("FM 19.1"),
            groups: vec![(7, 6, rule("FM 19.2a")), (9, 8, rule("FM 19.2b"))],
        },
        Event::Occupied { hex: hex("1401"), army: Army::Confederate, rule: rule("FM 17.21") },
        Event::Moved(March {
            exit: Some(1),
            ..free("Paxton/C", Some("1502"), vec![step("1501", 1)])
        }),
        Event::Points {
            army: Army::Confederate,
            award: Award::Exited,
            points: 5,
            what: "Paxton/C".to_owned(),
            rule: rule("FM 17.12a"),
        },
        Event::QuotaLifted { army: Army::Union, rule: rule("FM 19.0") },
        Event::Opens {
            what: "the north bank".to_owned(),
            army: Army::Union,
            turn: 9,
            rule: rule("FM 18.0"),
        },
        Event::Moved(March {
            zone: true,
            allowance: 1,
            ..free("Iverson/R", Some("1925"), vec![step("1924", 1)])
        }),
        Event::Moved(free("McGowan/H", Some("1824"), vec![])),
        Event::Stopped {
            unit: u("Iverson/R"),
            at: Some(hex("1924")),
            why: "Iverson/R may not go from 1924 to 1923, both in enemy zones".to_owned(),
            rules: vec![rule("5.0")],
        },
        Event::Duties {
            attackers: vec![u("Rodes/R"), u("Colquitt/R"), u("Iverson/R")],
            targets: vec![u("1/XI"), u("3/XI"), u("2/Pleasonton")],
        },
        Event::Retreated {
            unit: u("Lane/H"),
            from: hex("2115"),
            to: Some(hex("2116")),
            cause: Cause::FallBack,
            source: Source::Default,
            skipped: vec![],
        },
        Event::DutyAdded { combat: hex("1722"), by: vec![u("Iverson/R")] },
        Event::Attack(attack.clone()),
        die("1723.crt.1", 2, Outcome::DR),
        Event::Pushed {
            unit: u("XI"),
            from: hex("1622"),
            to: hex("1522"),
            source: Source::Default,
        },
        Event::Retreated {
            unit: u("1/XI"),
            from: hex("1723"),
            to: Some(hex("1622")),
            cause: Cause::Combat,
            source: Source::Standing,
            skipped: vec![
                (hex("1624"), rule("8.51")),
                (hex("1623"), rule("8.52, ruling BG-chain")),
            ],
        },
        Event::Advanced {
            unit: u("Colquitt/R"),
            from: hex("1724"),
            to: hex("1723"),
            source: Source::Order,
            by: "won".to_owned(),
        },
    ];
    let alone = |unit: &str, strength| vec![(u(unit), strength, Reach::Adjacent)];
    let plain = Attack { missing: vec![], aside: vec![], expected: None, ..attack.clone() };
    all.extend([
        Event::Attack(Attack {
            at: vec![hex("1822")],
            by: alone("Ramseur/R", 4),
            against: vec![
                defender("2/Pleasonton", "1822", 4, 1, ""),
                defender("3/XI", "1822", 10, 2, "stream"),
                defender("1/XI", "1822", 0, 1, ""),
            ],
            attack: 4,
            defence: 24,
            odds: odds("1-2"),
            ..plain.clone()
        }),
        Event::CavalryGoes {
            unit: u("2/Pleasonton"),
            from: hex("1822"),
            path: [hex("1821"), hex("1721")],
            source: Source::Any,
        },
        Event::NewOdds { attack: 4, defence: 20, odds: odds("1-2") },
        die("1822.crt.1", 6, Outcome::AE),
        Event::Eliminated {
            unit: u("Ramseur/R"),
            at: hex("1823"),
            why: Loss::Combat(Outcome::AE),
            source: None,
        },
        Event::Points {
            army: Army::Union,
            award: Award::Eliminated,
            points: 4,
            what: "Ramseur/R".to_owned(),
            rule: rule("FM 17.11"),
        },
        Event::Stayed {
            cleared: vec![hex("1823")],
            army: Army::Union,
            source: Source::Default,
            by: "advance".to_owned(),
        },
        Event::Attack(Attack {
            at: vec![hex("1721")],
            by: alone("Doles/R", 4),
            against: vec![defender("2/Pleasonton", "1721", 4, 1, "")],
            attack: 4,
            defence: 4,
            odds: odds("1-2"),
            reduced_from: Some(odds("1-1")),
            ..plain.clone()
        }),
        Event::CavalryStands { unit: u("2/Pleasonton"), source: Source::Default },
        die("1721.crt.2", 6, Outcome::EX),
        Event::Eliminated {
            unit: u("2/Pleasonton"),
            at: hex("1721"),
            why: Loss::Combat(Outcome::EX),
            source: None,
        },
        Event::Eliminated {
            unit: u("Doles/R"),
            at: hex("1820"),
            why: Loss::Combat(Outcome::EX),
            source: Some(Source::OnlyChoice),
        },
        Event::NoAdvance { unit: u("Doles/R"), to: Some(hex("1721")), rule: rule("8.6") },
        Event::Attack(Attack {
            at: vec![hex("1621"), hex("1622")],
            by: vec![(u("Iverson/R"), 4, Reach::Adjacent), (u("Colquitt/R"), 5, Reach::Adjacent)],
            against: vec![
                Defender {
                    unit: s.find(Army::Union, "I").expect("a battery"),
                    ..defender("V", "1621", 3, 2, "rough")
                },
                defender("XI", "1622", 2, 2, "redoubt"),
            ],
            attack: 9,
            defence: 10,
            odds: odds("1-2"),
            ..plain.clone()
        }),
        die("1621.crt.1", 4, Outcome::AR),
        Event::Retreated {
            unit: u("Iverson/R"),
            from: hex("1722"),
            to: Some(hex("1821")),
            cause: Cause::Combat,
            source: Source::Order,
            skipped: vec![],
        },
        Event::Ineffective { unit: u("Iverson/R") },
        Event::Eliminated {
            unit: u("Colquitt/R"),
            at: hex("1722"),
            why: Loss::NoRetreat,
            source: None,
        },
        Event::Eliminated {
            unit: u("Carter/R"),
            at: hex("1722"),
            why: Loss::NoDisplacement,
            source: None,
        },
        Event::Eliminated {
            unit: u("Ramseur/R"),
            at: hex("1722"),
            why: Loss::Fixed(rule("FM 16.0")),
            source: None,
        },
        Event::Eliminated {
            unit: u("Iverson/R"),
            at: hex("1722"),
            why: Loss::NoWay(rule("FM 17.0")),
            source: None,
        },
        Event::Advanced {
            unit: u("XI"),
            from: hex("1622"),
            to: hex("1722"),
            source: Source::Standing,
            by: "advance".to_owned(),
        },
        Event::Attack(Attack {
            at: vec![hex("1523")],
            by: vec![(u("H Jones/C"), 2, Reach::Bombarding)],
            against: vec![defender("V", "1523", 4, 2, "line of sight over water")],
            attack: 2,
            defence: 8,
            odds: odds("1-2"),
            ..plain.clone()
        }),
        die("1523.crt.1", 1, Outcome::DR),
        Event::Retreated {
            unit: u("V"),
            from: hex("1523"),
            to: None,
            cause: Cause::Train,
            source: Source::OnlyChoice,
            skipped: vec![],
        },
        Event::Attack(Attack {
            by: alone("Rodes/R", 5),
            against: vec![defender("2/Pleasonton", "1723", 4, 1, "")],
            attack: 5,
            defence: 4,
            ..plain
        }),
        Event::Evaded { combat: hex("1723") },
        Event::PassedOver { combat: hex("1722"), why: Passed::Condition },
        Event::PassedOver { combat: hex("1722"), why: Passed::Least(odds("2-1")) },
        Event::PassedOver { combat: hex("1722"), why: Passed::Fought },
        Event::PassedOver { combat: hex("1722"), why: Passed::NobodyThere },
        Event::PassedOver { combat: hex("1722"), why: Passed::NoAttackers },
        Event::PassedOver {
            combat: hex("1722"),
            why: Passed::Illegal(
                "H Jones/C alone has 1-4, the floor is 1-3".to_owned(),
                rule("8.73"),
            ),
        },
        Event::Recovered { units: vec![u("Iverson/R"), u("Lane/H")] },
        Event::Demoralized { army: Army::Union, losses: 55, limit: 47, rule: rule("FM 18.12") },
        Event::Rallied { army: Army::Union, losses: 55, limit: 58, rule: rule("FM 18.13") },
        Event::Line {
            army: Army::Confederate,
            cut: Some(vec![hex("0217")]),
            rule: rule("FM 21.21"),
        },
        Event::Line { army: Army::Union, cut: None, rule: rule("FM 21.21") },
        Event::CutOff { unit: u("V"), at: hex("1404"), rule: rule("FM 21.22") },
        Event::LevelDropped {
            army: Army::Union,
            from: "substantive".to_owned(),
            to: Some("marginal".to_owned()),
            rule: rule("FM 20.3"),
        },
        Event::TurnEnds { points: [5, 14] },
        Event::GameOver {
            winner: Some(Army::Union),
            level: "Confederate 5, Union 14".to_owned(),
            rule: rule("FM 17.0"),
        },
    ]);
    all
}
