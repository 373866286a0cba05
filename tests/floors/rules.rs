//! The rules themselves; each gives the sentences that say what is wrong and what to do.

use crate::source::Source;
use crate::tree::{Import, Tree, rings, way_round};

/// Each module on its floor; an import goes to a lower one.
const FLOORS: [(&str, u8); 14] = [
    ("rule", 0),
    ("document", 0),
    ("board", 1),
    ("dice", 1),
    ("mail", 1),
    ("store", 1),
    ("play", 2),
    ("games", 3),
    ("points", 3),
    ("report", 3),
    ("campaign", 4),
    ("desk", 5),
    ("cli", 6),
    ("", 7), // main.rs
];

/// The one neighbour on a floor that may be seen, and why.
const BESIDE: [(&str, &str); 1] = [("document", "rule")]; // a complaint carries its citation

/// The highest floor on which nothing reads a clock, the environment, a file or the network.
const PURE: u8 = 4;

/// The files below that floor that do, because that is what they are for.
const END_POINTS: [&str; 2] = ["store/folder.rs", "store/whole.rs"];

const MOST_LINES: usize = 500;

/// What games hold before anything is played: state, words, numbers, readings.
const WORDS: [&str; 7] =
    ["answers", "events", "position", "scenario", "editions", "rulebook", "rulings"];

/// The rules engine: chapters call each other through the player-turn, as the chapters of a
/// rulebook refer to each other.
fn is_chapter(stem: &str) -> bool {
    let numbered = matches!(stem.as_bytes(), [b'r', b'0'..=b'9', b'0'..=b'9', b'_', ..]);
    numbered || matches!(stem, "turn" | "exclusive" | "branches")
}

/// Imports that close a ring and have to be: a battle holds the exclusive rules that it declares, and
/// the policies under which it is played, which speak of its arms.
const KNOTS: [(&str, &str); 2] = [
    ("games/blue_gray/scenario.rs", "games/blue_gray/exclusive/mod.rs"),
    ("games/blue_gray/scenario.rs", "games/blue_gray/editions.rs"),
];

/// Imports go down, and every module has a floor.
pub fn imports_go_down(tree: &Tree) -> Vec<String> {
    let mut wrong: Vec<String> = tree
        .sources
        .iter()
        .filter(|source| floor(source.top()).is_none())
        .map(|source| {
            format!(
                "src/{}: `{}` stands on no floor; give it one here and in ARCHITECTURE.md",
                source.path,
                source.top()
            )
        })
        .collect();
    for Import { from, to, line } in tree.imports() {
        let (above, below) = (from.top(), to.top());
        let (Some(own), Some(other)) = (floor(above), floor(below)) else { continue };
        if above == below || other < own || BESIDE.contains(&(above, below)) {
            continue;
        }
        let relation = if own == other { "stands beside" } else { "is below" };
        let name = if above.is_empty() { "main" } else { above };
        wrong.push(format!(
            "src/{}:{line}: `{name}` (floor {own}) {relation} `{below}` (floor {other}) and may not \
             see it; move what both need further down, or hand it in as an argument",
            from.path
        ));
    }
    wrong
}

fn floor(top: &str) -> Option<u8> {
    FLOORS.iter().find(|(name, _)| *name == top).map(|(_, floor)| *floor)
}

/// No two files import each other, but for the chapters of a game.
pub fn no_rings(tree: &Tree) -> Vec<String> {
    let knot = |i: &Import<'_>| KNOTS.contains(&(i.from.path.as_str(), i.to.path.as_str()));
    let all: Vec<Import<'_>> = tree.imports().filter(|i| !i.goes_up() && !knot(i)).collect();
    let is_engine = |path: &&str| game_stem(path).is_some_and(is_chapter);
    let rings = rings(&all).into_iter().filter(|ring| !ring.iter().all(is_engine));
    rings
        .map(|ring| {
            let first = ring.iter().find(|path| !is_engine(path)).unwrap_or(&ring[0]);
            format!(
                "{} files import each other: {}; only the chapters of a game may (turn, exclusive, \
                 branches, rNN_...): move what both need into a file of its own",
                ring.len(),
                way_round(&all, first)
            )
        })
        .collect()
}

/// In a game, words know no chapter, and chapters know nobody who reads, checks or tells.
pub fn games_are_layered(tree: &Tree) -> Vec<String> {
    let mut wrong = Vec::new();
    for import in tree.imports().filter(|i| !i.goes_up()) {
        let (from, to) = (&import.from.path, &import.to.path);
        let (Some(own), Some(other)) = (game_stem(from), game_stem(to)) else { continue };
        let same_game = import.from.module.get(1) == import.to.module.get(1);
        let is_word = |stem: &str| WORDS.contains(&stem);
        let place = format!("src/{from}:{}", import.line);
        if !same_game {
            wrong.push(format!("{place}: one game may not see another; put it below the games"));
        } else if is_word(own) && !is_word(other) && !KNOTS.contains(&(from, to)) {
            wrong.push(format!(
                "{place}: `{own}` holds words and state and may not see `{other}`; let the chapter \
                 that needs both do it"
            ));
        } else if is_chapter(own) && !is_word(other) && !is_chapter(other) {
            wrong.push(format!(
                "{place}: the chapter `{own}` may not see `{other}`; hand the result over as an \
                 event, a finding or a complaint"
            ));
        }
    }
    for (from, to) in KNOTS {
        let known = tree.sources.iter().any(|source| source.path == from);
        if known && !tree.imports().any(|i| i.from.path == from && i.to.path == to) {
            wrong.push(format!(
                "src/{from} does not import src/{to} any more: take it out of KNOTS"
            ));
        }
    }
    wrong
}

/// The file or folder of a game's own folder: `turn` of `games/blue_gray/turn/input.rs`.
fn game_stem(path: &str) -> Option<&str> {
    let (_, inside) = path.strip_prefix("games/")?.split_once('/')?;
    let stem = inside.split('/').next()?;
    Some(stem.strip_suffix(".rs").unwrap_or(stem))
}

/// No file is longer than a chapter should be.
pub fn files_are_short(tree: &Tree) -> Vec<String> {
    let lengths = tree.sources.iter().map(|source| (source, source.text.lines().count()));
    let long = lengths.filter(|(_, lines)| *lines > MOST_LINES);
    long.map(|(source, lines)| {
        format!(
            "src/{} has {lines} lines, {MOST_LINES} is the most; give a part of it a file of its own",
            source.path
        )
    })
    .collect()
}

/// Results do not depend on an order that differs from run to run, nor on rounding.
pub fn results_are_the_same_everywhere(tree: &Tree) -> Vec<String> {
    let words = [
        ("HashMap", "its order differs from run to run: use BTreeMap"),
        ("HashSet", "its order differs from run to run: use BTreeSet"),
        ("f32", "floats round: use whole numbers, or a share of ways"),
        ("f64", "floats round: use whole numbers, or a share of ways"),
    ];
    let mut wrong = Vec::new();
    for source in tree.sources.iter().filter(|source| !is_front(source)) {
        for (word, why) in words {
            let lines = source.lines_with(word).into_iter();
            wrong.extend(lines.map(|n| format!("src/{}:{n}: `{word}`: {why}", source.path)));
        }
    }
    wrong
}

/// Command line and program: what is for people at a terminal.
fn is_front(source: &Source) -> bool {
    matches!(source.top(), "cli" | "")
}

/// A replay depends on terms, packs, records and dice alone.
pub fn replays_touch_nothing(tree: &Tree) -> Vec<String> {
    let world: [(&[&str], &str); 10] = [
        (&["std", "time"], "the clock"),
        (&["Utc", "now"], "the clock"),
        (&["Local", "now"], "the clock"),
        (&["std", "env"], "the environment"),
        (&["std", "process"], "other programs"),
        (&["std", "thread"], "threads"),
        (&["std", "fs"], "files"),
        (&["io", "stdin"], "standard input"),
        (&["std", "net"], "the network"),
        (&["getrandom", "fill"], "chance"),
    ];
    let pure = |source: &&Source| floor(source.top()).is_some_and(|floor| floor <= PURE);
    let mut wrong = Vec::new();
    for source in tree.sources.iter().filter(pure) {
        if END_POINTS.contains(&source.path.as_str()) {
            continue;
        }
        for path in &source.paths {
            let names: Vec<&str> = path.names.iter().map(String::as_str).collect();
            for (parts, what) in world {
                if names.windows(parts.len()).any(|window| window == parts) {
                    wrong.push(format!(
                        "src/{}:{}: `{}` touches {what}; only {} may, or do it in `cli` and hand in \
                         what it gives",
                        source.path,
                        path.line,
                        names.join("::"),
                        END_POINTS.join(" and ")
                    ));
                }
            }
        }
    }
    let has_store = tree.sources.iter().any(|source| source.top() == "store");
    for end in END_POINTS.iter().filter(|_| has_store) {
        if !tree.sources.iter().any(|source| source.path == *end) {
            wrong.push(format!("there is no src/{end}: take it out of END_POINTS"));
        }
    }
    wrong
}

/// The compiler's own guard stands where the results are made.
pub fn the_guard_is_up(tree: &Tree) -> Vec<String> {
    const GUARD: &str = "#![deny(clippy::disallowed_methods, clippy::disallowed_types)]";
    ["games/mod.rs", "play/mod.rs"]
        .into_iter()
        .filter(|path| !tree.sources.iter().any(|s| s.path == *path && s.text.contains(GUARD)))
        .map(|path| format!("src/{path} has lost its line `{GUARD}`, which lets clippy.toml bind"))
        .collect()
}

/// Games are named in their own folders, battles only in their data and where it is built in.
pub fn nobody_else_names_a_game(tree: &Tree) -> Vec<String> {
    let mut wrong = Vec::new();
    for source in &tree.sources {
        let inside = source.top() == "games";
        for game in tree.games.iter().filter(|_| !inside) {
            let camel: String = game.split('_').map(capital).collect();
            // A command may tell people about a game, but speaks to it through `games` alone.
            let text = if is_front(source) { &source.code } else { &source.text };
            for name in [game, &camel].into_iter().filter(|name| text.contains(name.as_str())) {
                wrong.push(format!(
                    "src/{} names the game `{name}`; speak to it through src/games/mod.rs",
                    source.path
                ));
            }
        }
        let exempt = is_front(source)
            || source.path.ends_with("/builtin.rs")
            || source.module.iter().any(|m| m == "rulings"); // a ruling may be about one battle
        for battle in tree.battles.iter().filter(|_| !exempt) {
            if source.said.to_lowercase().contains(battle.as_str()) {
                wrong.push(format!(
                    "src/{} knows the battle `{battle}`; make what it needs a kind of exclusive rule \
                     or a datum of the scenario file",
                    source.path
                ));
            }
        }
    }
    wrong
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
}
