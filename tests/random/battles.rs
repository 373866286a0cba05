//! Battles to play: those that come with the program, those invented for the tests, and files changed
//! before they are read.

use provost::document::digest::Pack;
use provost::document::{Node, read};
use provost::games::blue_gray::builtin;
use provost::games::blue_gray::editions::{Edition, Policies};
use provost::games::blue_gray::exclusive;
use provost::games::blue_gray::position::Position;
use provost::games::blue_gray::record::Packs;
use provost::games::blue_gray::rulings::option_id;
use provost::games::blue_gray::scenario::Scenario;
use std::fs;
use std::path::Path;

/// The battles of `tests/invented`.
pub const INVENTED: [&str; 2] = ["mill_brook", "salt_ford"];

/// A battle under an edition.
pub struct Ground {
    /// Its name.
    pub name: &'static str,
    /// The edition.
    pub edition: Edition,
    /// Its files, in the order of [`Pack::ALL`].
    pub files: [Node; 4],
    /// The policies with each choice of its options.
    policies: Vec<Policies>,
    /// The battle under each of them.
    scenarios: Vec<Scenario>,
}

impl Ground {
    /// A battle under an edition.
    pub fn of(name: &'static str, edition: Edition) -> Ground {
        let files = files(name);
        let options = options(&files);
        let taking = |taken: usize| {
            let mut policies = Policies::of(edition);
            for (index, option) in options.iter().enumerate() {
                let word = if taken >> index & 1 == 1 { "yes" } else { "no" };
                policies.rulings.set(option, word).expect("an option of the battle");
            }
            policies
        };
        let policies: Vec<Policies> = (0..1 << options.len()).map(taking).collect();
        let scenarios = policies.iter().map(|p| under(&files, p.clone())).collect();
        Ground { name, edition, files, policies, scenarios }
    }

    /// Every battle under every edition.
    pub fn all() -> Vec<Ground> {
        let printed = builtin::BATTLES.iter().map(|battle| battle.name);
        let names = printed.chain(INVENTED);
        names.flat_map(|name| Edition::ALL.map(|edition| Ground::of(name, edition))).collect()
    }

    /// The battle as it is played for a seed: of its options some are taken.
    pub fn scenario(&self, seed: u64) -> &Scenario {
        &self.scenarios[self.choice(seed)]
    }

    /// The same battle from other files.
    pub fn reread(&self, files: &[Node; 4], seed: u64) -> Scenario {
        under(files, self.policies[self.choice(seed)].clone())
    }

    /// Which choice of the options a seed takes; the editions do not begin with the same one.
    fn choice(&self, seed: u64) -> usize {
        (seed as usize * Edition::ALL.len() + self.edition as usize) % self.scenarios.len()
    }
}

/// A battle's files, parsed, in the order of [`Pack::ALL`].
pub fn files(name: &str) -> [Node; 4] {
    match builtin::find(name) {
        Some(battle) => Pack::ALL.map(|pack| parse(battle.text(pack))),
        None => {
            let family = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/invented");
            let parse = |path| parse(&fs::read_to_string(path).expect("a file"));
            let own = |file| parse(family.join(name).join(file));
            let charts = parse(family.join("charts.yaml"));
            [own("scenario.yaml"), own("map.yaml"), charts, own("rules.yaml")]
        }
    }
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
