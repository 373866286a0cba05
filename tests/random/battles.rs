//! Battles to play: those that come with the program, and files changed before they are read.

use provost::document::digest::Pack;
use provost::document::{Node, read};
use provost::games::blue_gray::builtin;
use provost::games::blue_gray::editions::{Edition, Policies};
use provost::games::blue_gray::exclusive;
use provost::games::blue_gray::position::Position;
use provost::games::blue_gray::record::Packs;
use provost::games::blue_gray::rulings::option_id;
use provost::games::blue_gray::scenario::Scenario;

/// A built-in battle's files, parsed, in the order of [`Pack::ALL`].
pub fn files(name: &str) -> [Node; 4] {
    let battle = builtin::find(name).expect("a built-in battle");
    Pack::ALL.map(|pack| parse(battle.text(pack)))
}

/// One file of a battle.
pub fn parse(text: &str) -> Node {
    read::parse(text, read::Limits::PACK).expect("sound YAML")
}

/// The battle that the files describe.
///
/// # Panics
/// If anything is said against them.
pub fn battle(files: &[Node; 4]) -> Scenario {
    under(files, Policies::of(Edition::Third))
}

/// The battle that the files describe, under an edition and rulings.
///
/// # Panics
/// If anything is said against them.
pub fn under(files: &[Node; 4], policies: Policies) -> Scenario {
    let [scenario, map, charts, rules] = files;
    let packs = Packs { scenario, map, charts, rules };
    let mut complaints = Vec::new();
    let scenario = Scenario::read(&packs, policies, &mut complaints);
    scenario.unwrap_or_else(|| panic!("{complaints:#?}"))
}

/// The ids of the optional rules that the files of a battle offer.
pub fn options(files: &[Node; 4]) -> Vec<String> {
    let names = |node: &Node| node.as_map().map(|entries| entries[0].0.text.clone());
    let prefix = files[0].get_text("prefix").expect("a prefix");
    let options = files[0].get("options").and_then(Node::as_list).unwrap_or_default();
    options.iter().filter_map(names).map(|name| option_id(prefix, &name)).collect()
}

/// Fredericksburg.
pub fn fredericksburg() -> Scenario {
    battle(&files("fredericksburg"))
}

/// The position before the first player-turn.
pub fn opening(scenario: &Scenario) -> Position {
    let mut position = Position::deployment(scenario);
    exclusive::open_game(scenario, &mut position);
    position
}
