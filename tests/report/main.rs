//! Reports, move logs, forms and diagnostics as their readers get them, whole.
//!
//! `UPDATE=1` writes the outputs anew; read them aloud before you keep them.

#[path = "../battle/mod.rs"]
mod battle;
mod complaints;
mod forms;
mod reports;
mod turn;

use battle::{battle, hex, unit};
use provost::games::blue_gray::exclusive::occupation::Counted;
use provost::games::blue_gray::exclusive::{Exclusive, arrival, either, entry, exit, fog, quota};
use provost::games::blue_gray::scenario::{Army, Scenario};
use provost::rule::Rule;

/// Compares with `tests/report/NAME`, or writes it under `UPDATE=1`.
#[track_caller]
pub fn snapshot(name: &str, output: &str) {
    let path = format!("{}/tests/report/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, output).expect("tests/report can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(output == expected, "{name} differs:\n{output}");
}

pub fn rule(number: &str) -> Rule {
    Rule::read(number)
}

pub fn scenario() -> Scenario {
    let mut scenario = battle(Vec::new(), &[]);
    let one = vec![unit(&scenario, "Hood")];
    let other = vec![unit(&scenario, "Law")];
    scenario.exclusive = vec![
        Exclusive::Entry(entry::Entry {
            price: arrival::Price::Points(1),
            column: None,
            crowded: true,
            occupied: None,
            needs_room: None,
            not_into_zones: None,
            late_are_lost: None,
            rule: rule("FM 15.13"),
            arrival: rule("FM 15.0"),
            blocked: rule("FM 15.0"),
        }),
        Exclusive::Exit(exit::Exit {
            army: None,
            retreats: false,
            counted: Counted::AtOnce,
            hexes: vec![hex("1501")],
            cost: 1,
            scores: Vec::new(),
            rule: rule("FM 17.31"),
            place: rule("FM 17.32"),
        }),
        Exclusive::Fog(fog::Fog { turns: vec![6], rule: rule("FM 18.0") }),
        Exclusive::Quota(quota::Quota {
            arrivals: None,
            more: None,
            army: Army::Union,
            units: 15,
            until_entered: Some(hex("0206")),
            rule: rule("FM 19.0"),
        }),
        Exclusive::Either(either::Either { one, other, rule: rule("FM 15.22") }),
    ];
    scenario
}

#[track_caller]
pub fn fits(output: &str) {
    for line in output.lines() {
        assert!(line.len() <= 72 && line.is_ascii() && !line.ends_with(' '), "{line}");
    }
}
