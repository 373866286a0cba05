//! The rules can fail: small made-up trees in which each of them finds something.

use crate::rules;
use crate::source::Source;
use crate::tree::Tree;

fn tree(files: &[(&str, &str)]) -> Tree {
    let files = files.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect();
    Tree::of(files, vec!["blue_gray".to_owned()], vec!["fredericksburg".to_owned()])
}

/// Where each complaint stands, and its first words.
fn found(rule: fn(&Tree) -> Vec<String>, files: &[(&str, &str)]) -> Vec<String> {
    let short = |text: &String| text.split(';').next().unwrap_or_default().to_owned();
    rule(&tree(files)).iter().map(short).collect()
}

#[test]
fn imports() {
    let files = [
        ("lib.rs", "pub mod board;\npub mod cellar;\n"),
        ("main.rs", "fn main() { provost::board::run() }"),
        ("rule.rs", ""),
        ("cellar.rs", ""),
        ("document/mod.rs", "use crate::rule::Rule;"),
        ("board/mod.rs", "//! crate::games\nuse crate::{document::{Node, Span}, games as g};\n"),
        (
            "dice/mod.rs",
            "fn f() {\n    crate::board::hex();\n}\n#[cfg(test)]\nmod tests { use crate::games::X; }",
        ),
        ("games/mod.rs", "const S: &str = \"crate::cli\";"),
        ("report/mod.rs", "mod text;"),
        ("report/text.rs", "use super::super::games::Game;"),
    ];
    let expected = [
        "src/cellar.rs: `cellar` stands on no floor",
        "src/board/mod.rs:2: `board` (floor 1) is below `games` (floor 3) and may not see it",
        "src/dice/mod.rs:2: `dice` (floor 1) stands beside `board` (floor 1) and may not see it",
        "src/report/text.rs:1: `report` (floor 3) stands beside `games` (floor 3) and may not see it",
    ];
    assert_eq!(found(rules::imports_go_down, &files), expected);
}

#[test]
fn rings_and_layers() {
    let files = [
        ("games/blue_gray/mod.rs", "pub mod turn;"),
        ("games/blue_gray/turn.rs", "use super::{r08_combat::fight, tell::tell};"),
        ("games/blue_gray/r08_combat/mod.rs", "pub mod fight;\npub fn phase() { fight::entry() }"),
        ("games/blue_gray/r08_combat/fight.rs", "use super::super::turn::Turn;\nuse super::phase;"),
        ("games/blue_gray/position.rs", "use crate::games::blue_gray::turn::*;"),
        ("games/blue_gray/tell.rs", "use super::position::Position;"),
        ("games/blue_gray/form.rs", "use super::ledger;"),
        ("games/blue_gray/ledger.rs", "use super::form;"),
        ("games/whist/mod.rs", "use crate::games::blue_gray::tell::tell;"),
    ];
    let found_rings = rules::no_rings(&tree(&files));
    assert_eq!(found_rings.len(), 2, "{found_rings:?}");
    assert!(
        found_rings[0].contains("form.rs -> games/blue_gray/ledger.rs -> games/blue_gray/form.rs")
    );
    assert!(found_rings[1].contains("turn.rs -> games/blue_gray/tell.rs"), "{found_rings:?}");
    let expected = [
        "src/games/blue_gray/turn.rs:1: the chapter `turn` may not see `tell`",
        "src/games/blue_gray/position.rs:1: `position` holds words and state and may not see `turn`",
        "src/games/whist/mod.rs:1: one game may not see another",
    ];
    assert_eq!(found(rules::games_are_layered, &files), expected);
}

#[test]
fn purity() {
    let files = [
        ("board/map.rs", "use std::collections::{BTreeMap, HashMap};\n/* f64 */ fn f(x: f64) {}"),
        ("cli/mod.rs", "use std::collections::HashMap;\nfn f() { std::env::var(\"X\") }"),
    ];
    let order = found(rules::results_are_the_same_everywhere, &files);
    assert_eq!(order.len(), 2, "{order:?}");
    assert!(order[0].starts_with("src/board/map.rs:1: `HashMap`"), "{order:?}");
    assert!(order[1].starts_with("src/board/map.rs:2: `f64`"), "{order:?}");
    let files = [
        ("campaign/mod.rs", "use std::{fmt, fs::{self, File}};\nlet a = chrono::Utc::now();"),
        ("cli/mod.rs", "use std::fs;"),
        ("store/folder.rs", "use std::fs;"),
    ];
    let expected = [
        "src/campaign/mod.rs:1: `std::fs` touches files",
        "src/campaign/mod.rs:1: `std::fs::File` touches files",
        "src/campaign/mod.rs:2: `chrono::Utc::now` touches the clock",
        "there is no src/store/whole.rs: take it out of END_POINTS",
    ];
    assert_eq!(found(rules::replays_touch_nothing, &files), expected);
}

#[test]
fn names_and_lengths() {
    let files = [
        ("campaign/mod.rs", "/// A blue_gray game.\nfn f(g: BlueGray) {}"),
        ("games/mod.rs", "BlueGray"),
        ("games/blue_gray/builtin.rs", "const B: &str = \"fredericksburg\";"),
        ("games/blue_gray/turn.rs", "// fredericksburg\nif name == \"Fredericksburg\" {}"),
        ("cli/new.rs", "/// provost new blue_gray/fredericksburg\nfn f() {}"),
    ];
    let expected = [
        "src/campaign/mod.rs names the game `blue_gray`",
        "src/campaign/mod.rs names the game `BlueGray`",
        "src/games/blue_gray/turn.rs knows the battle `fredericksburg`",
    ];
    assert_eq!(found(rules::nobody_else_names_a_game, &files), expected);
    let long = "\n".repeat(501);
    assert_eq!(found(rules::files_are_short, &[("board/map.rs", &long)]).len(), 1);
    assert_eq!(found(rules::the_guard_is_up, &files).len(), 2);
}

#[test]
fn code_is_told_from_text() {
    let text = r###"let a = "// not a comment"; // HashMap
let b = r#"HashMap "quoted" "#; let c: &'static str = b'"'; let d = '\''; /* HashMap /* in */ it */
let e: HashMap<u8, u8> = x;
"###;
    let source = Source::new("board/map.rs", text);
    assert_eq!(source.lines_with("HashMap"), [3]);
    assert!(source.said.contains("// not a comment") && source.said.contains("HashMap \"quoted\""));
    assert!(!source.said.contains("in */ it"));
    assert_eq!(source.code.lines().count(), text.lines().count());
}
