//! Scenario files: the battles that come with the program, and what is said about faulty ones.

use provost::document::digest::Pack;
use provost::document::{Diagnostic, Node, read};
use provost::games::blue_gray::builtin::{self, Battle};
use provost::games::blue_gray::editions::{Edition, Policies};
use provost::games::blue_gray::record::Packs;
use provost::games::blue_gray::scenario::Scenario;

fn fredericksburg() -> Battle {
    *builtin::find("fredericksburg").expect("it is built in")
}

fn parse(text: &str) -> Node {
    read::parse(text, read::Limits::PACK).expect("sound YAML")
}

/// Reads a battle and everything that is said about it.
fn load(battle: &Battle) -> (Option<Scenario>, Vec<(Pack, Diagnostic)>) {
    let [scenario, map, charts, rules] = Pack::ALL.map(|pack| parse(battle.text(pack)));
    let packs = Packs { scenario: &scenario, map: &map, charts: &charts, rules: &rules };
    let mut complaints = Vec::new();
    let scenario = Scenario::read(&packs, Policies::of(Edition::Third), &mut complaints);
    (scenario, complaints)
}

#[test]
fn fredericksburg_loads_without_a_complaint() {
    let (scenario, complaints) = load(&fredericksburg());
    assert_eq!(complaints, []);
    assert!(scenario.is_some());
}
