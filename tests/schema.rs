//! Schemas: every YAML file of a kind that has one is checked against it.
//!
//! The validator knows exactly the part of JSON Schema 2020-12 that the schemas use; a keyword
//! that it does not know fails the test.

#[path = "schema/validator.rs"]
mod validator;

use provost::document::digest::Pack;
use provost::document::{Node, Text, Value, read};
use provost::games::blue_gray::editions::{Edition, Policies};
use provost::games::blue_gray::exclusive;
use provost::games::blue_gray::position::{Counter, Halted, How, Marks, Phase, Place, Position};
use provost::games::blue_gray::record::{Heading, Packs, position_node};
use provost::games::blue_gray::scenario::{Army, Scenario};
use provost::games::blue_gray::{builtin, position};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use validator::Schema;

const KINDS: [&str; 9] =
    ["scenario", "map", "charts", "rules", "position", "orders", "record", "campaign", "result"];

/// What a command prints for programs.
const PRINTED: [&str; 1] = ["received"];

/// The kind of a file by its keys, if it is one that has a schema.
fn kind_of(node: &Node) -> Option<&'static str> {
    if node.get("case").is_some() {
        return None;
    }
    if node.get_text("kind") == Some("position") {
        return Some("position");
    }
    let by_key = [
        ("record", "record"),
        ("result", "result"),
        ("charts", "charts"),
        ("rules", "rules"),
        ("units", "scenario"),
        ("terrain", "map"),
        ("orders", "orders"),
        ("mode", "campaign"),
    ];
    by_key.into_iter().find(|(key, _)| node.get(key).is_some()).map(|(_, kind)| kind)
}

/// Every YAML file below a folder.
fn yaml_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            yaml_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "yaml") {
            found.push(path);
        }
    }
}

#[test]
fn every_file_of_the_tree_fits_its_schema() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["scenarios", "examples", "tests/data", "tests/schema"] {
        yaml_files(&root.join(folder), &mut files);
    }
    files.sort();
    // Among the data of tests are kinds that have no schema.
    let of_tests = root.join("tests/data");
    let schemas: BTreeMap<&str, Schema> =
        KINDS.into_iter().map(|kind| (kind, Schema::load(kind))).collect();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for path in &files {
        let text = std::fs::read_to_string(path).expect("a text file");
        let is_test = path.starts_with(&of_tests);
        let nodes = match read::stream(&text, read::Limits::PACK) {
            Ok(nodes) => nodes,
            Err(_) if is_test => continue,
            Err(complaints) => panic!("{}: {complaints:#?}", path.display()),
        };
        for node in nodes {
            let kind = match kind_of(&node) {
                Some(kind) => kind,
                None if is_test => continue,
                None => panic!("{}: of no kind that has a schema", path.display()),
            };
            let faults = schemas[kind].faults(&node);
            assert_eq!(faults, Vec::<String>::new(), "{}", path.display());
            *seen.entry(kind).or_default() += 1;
        }
    }
    for kind in ["scenario", "map", "charts", "rules"] {
        assert!(seen.contains_key(kind), "no {kind} in the tree: {seen:?}");
    }
}

fn fredericksburg() -> Scenario {
    let battle = builtin::find("fredericksburg").expect("it is built in");
    let [scenario, map, charts, rules] = Pack::ALL.map(|pack| parse(battle.text(pack)));
    let packs = Packs { scenario: &scenario, map: &map, charts: &charts, rules: &rules };
    Scenario::read(&packs, Policies::of(Edition::Third), &mut Vec::new()).expect("it is sound")
}

fn parse(text: &str) -> Node {
    read::parse(text, read::Limits::PACK).unwrap_or_else(|e| panic!("{e:#?}\n{text}"))
}

/// A position that has one of everything.
fn full_position() -> Node {
    let scenario = fredericksburg();
    let mut position = Position::deployment(&scenario);
    exclusive::open_game(&scenario, &mut position);
    let at = |number: &str| number.parse().expect("a hex number");
    position.phase = Phase::Combat;
    for (id, (mark, _)) in scenario.ids().zip(Marks::WORDS) {
        position.mark(id, mark);
    }
    let last = scenario.ids().next_back().expect("a unit");
    let gone = Place::Gone { how: How::Eliminated, turn: 1, at: Some(at("1112")) };
    position.put(&scenario.map, last, gone);
    for award in position::Award::ALL {
        position.award(Army::Union, award, 3);
    }
    position.scored.insert(at("1113"));
    for counter in exclusive::counters() {
        position.count(counter, 1);
    }
    position.rolls.insert("averell.ford".to_owned(), 3);
    position.halted = Some(Halted {
        used: vec![at("0504")],
        begun: Some(at("0904")),
        result: Some("DR".to_owned()),
    });
    let digest = "0".repeat(64);
    let after = Some((7, digest.as_str()));
    let heading = Heading { after, ..Heading::new("fr-07-2026-9f3a12cd", &digest) };
    position_node(&scenario, &position, &heading)
}

/// A sample of every kind; those that come with the program are real.
fn samples() -> Vec<(&'static str, Node)> {
    let battle = builtin::find("fredericksburg").expect("it is built in");
    let packs = Pack::ALL.into_iter().map(|pack| (pack.word(), parse(battle.text(pack))));
    let mut samples: Vec<(&str, Node)> = packs.collect();
    samples.push(("position", full_position()));
    for (kind, text) in [
        ("orders", ORDERS),
        ("result", RESULT),
        ("record", LOCK),
        ("record", CLOSE),
        ("record", OFFER),
    ] {
        samples.push((kind, parse(text)));
    }
    let offer = samples.last().and_then(|(_, node)| node.get("record")?.get("offer").cloned());
    let mut campaign = offer.expect("the last sample is an offer");
    campaign.set("game", Node::text("hl-07-2026-9f3a12cd"));
    samples.push(("campaign", campaign));
    samples
}

#[test]
fn samples_of_every_kind_fit() {
    for kind in KINDS {
        assert!(samples().iter().any(|(k, _)| *k == kind), "no sample of {kind}");
    }
    for (kind, node) in samples() {
        let faults = Schema::load(kind).faults(&node);
        assert_eq!(faults, Vec::<String>::new(), "{kind}");
    }
}

/// A tree with one fault, and what the fault is.
fn spoilt(node: &Node) -> Vec<(String, Node)> {
    let mut all =
        vec![("made a scalar".to_owned(), Node::text("")), ("emptied".to_owned(), empty(node))];
    match &node.value {
        Value::Text(_) => {
            all = vec![
                ("made a list".to_owned(), Node::list([node.clone()])),
                ("made a mapping".to_owned(), Node::map([("text", node.clone())])),
            ];
        }
        Value::List(items) => {
            // The first and the last item stand for the others.
            for at in [0, items.len().saturating_sub(1)] {
                for (what, item) in items.get(at).map(spoilt).unwrap_or_default() {
                    let mut items = items.clone();
                    items[at] = item;
                    all.push((format!("/{at}{what}"), Node::list(items)));
                }
            }
        }
        Value::Map(entries) => {
            for (at, (key, value)) in entries.iter().enumerate() {
                let mut renamed = entries.clone();
                renamed[at].0.text = format!("{} \u{e9}", key.text).into();
                all.push((format!("/{} renamed", key.text), map(renamed)));
                for (what, value) in spoilt(value) {
                    let mut entries = entries.clone();
                    entries[at].1 = value;
                    all.push((format!("/{}{what}", key.text), map(entries)));
                }
            }
        }
    }
    all
}

fn map(entries: Vec<(Text, Node)>) -> Node {
    Node::map(entries.into_iter().map(|(key, value)| (key.text, value)))
}

fn empty(node: &Node) -> Node {
    match node.value {
        Value::Map(_) => Node::list([]),
        _ => Node::map(Vec::<(String, Node)>::new()),
    }
}

/// Whatever is of another type, or has a key that nobody knows, is refused.
#[test]
fn anything_of_another_type_or_name_is_refused() {
    let mut tried = 0;
    for (kind, node) in samples() {
        let schema = Schema::load(kind);
        for (what, spoilt) in spoilt(&node) {
            // The clock is between the players; text or a mapping of their own.
            let free = what.starts_with("/clock") || what.starts_with("/record/offer/clock");
            // A list of hexes may be a scalar of words, and the other way round.
            let words = kind == "map"
                && (what.ends_with("made a list") || what.ends_with("made a mapping"));
            if free || words || what.ends_with("/note made a scalar") {
                continue;
            }
            tried += 1;
            assert!(!schema.faults(&spoilt).is_empty(), "{kind} accepts {what}");
        }
    }
    assert!(tried > 1000, "{tried}");
}

/// Wrong words and numbers of each kind.
#[test]
fn wrong_words_are_refused() {
    let cases = [
        ("scenario", "prefix: FR", "prefix: fr"),
        ("scenario", "id: Cobb", "id: Cobb@1112"),
        ("scenario", "at: \"1112\"", "at: \"112\""),
        ("scenario", "at: \"1112\"", "at: \"1112\", due: 2"),
        ("scenario", "strength: 13", "strength: 13a"),
        ("scenario", "rule: \"17.12c\"", "rule: FR 17.12c"),
        ("scenario", "ratio: 3 to 1", "ratio: 3-1"),
        ("rules", "keeper: code", "keeper: data"),
        ("rules", "number: FR 15.13a", "number: 15.13a"),
        ("charts", "cost: +2", "cost: 2"),
        ("charts", "AR  AR  DR", "AR  XX  DR"),
        ("map", "columns: 25", "columns: many"),
        ("map", "1112|1111", "1112/1111"),
        ("map", "\"0611\": 0511 0712", "\"0611\": 0511-0712"),
    ];
    let battle = builtin::find("fredericksburg").expect("it is built in");
    for (kind, from, to) in cases {
        let pack = Pack::ALL.into_iter().find(|pack| pack.word() == kind).expect("a pack");
        let text = battle.text(pack);
        assert!(text.contains(from), "{kind} has no `{from}`");
        let node = parse(&text.replacen(from, to, 1));
        assert!(!Schema::load(kind).faults(&node).is_empty(), "{kind} accepts `{to}`");
    }
    let cases = [
        ("orders", ORDERS, "position: bubble-gospel-43", "position: bubble gospel 43"),
        ("orders", ORDERS, "1726 1725 1724", "1726-1725-1724"),
        ("orders", ORDERS, "least: 2-1", "least: 2:1"),
        ("orders", ORDERS, "pause: after", "pause: before"),
        ("orders", ORDERS, "standing: none", "standing: all"),
        ("result", RESULT, "round: 2", "round: 0"),
        ("result", RESULT, "army points: 4500", "army points: -4500"),
        ("result", RESULT, "victory points: 449", "victory points: -449"),
        ("result", RESULT, "secondary: won", "secondary: both"),
        ("result", RESULT, "rating: 5100", "rating: 20001"),
        ("result", RESULT, "name: Carla", "name: =Carla"),
        ("result", RESULT, "rules: standard", "rules: house"),
        ("record", LOCK, "seq: 23", "seq: 023"),
        ("record", LOCK, "segment: 12", "segment: 0"),
        ("record", CLOSE, "halt: end", "halt: stop"),
        ("record", CLOSE, "faces: \"5\"", "faces: five"),
        ("record", OFFER, "mode: duel", "mode: duels"),
        ("record", OFFER, "BG-best: product", "best: product"),
    ];
    for (kind, text, from, to) in cases {
        assert!(text.contains(from), "{kind} has no `{from}`");
        let node = parse(&text.replacen(from, to, 1));
        assert!(!Schema::load(kind).faults(&node).is_empty(), "{kind} accepts `{to}`");
    }
}

/// The words of position files and of the schema are the same.
#[test]
fn states_counters_and_kinds_are_those_of_the_program() {
    let position = Schema::load("position").root;
    let words = |pointer: &str, root: &Json| -> Vec<String> {
        match root.pointer(pointer).unwrap_or_else(|| panic!("no {pointer}")) {
            Json::Array(items) => {
                items.iter().filter_map(|w| w.as_str()).map(str::to_owned).collect()
            }
            Json::Object(entries) => entries.keys().cloned().collect(),
            other => panic!("{pointer} is {other}"),
        }
    };
    let states = words("/properties/units/items/properties/state/items/anyOf/0/enum", &position);
    assert_eq!(states, Marks::WORDS.map(|(_, word)| word));
    let counters = words("/properties/counters/properties", &position);
    let mut kept: Vec<&str> = exclusive::counters().map(Counter::word).collect();
    kept.sort_unstable();
    assert_eq!(counters, kept);
    let awards = words("/properties/points/properties/union/properties", &position);
    assert_eq!(awards, position::Award::ALL.map(position::Award::word));
    let readme = include_str!("../schema/README.md");
    for word in states.iter().chain(&counters).chain(&awards) {
        assert!(readme.contains(&format!("`{word}`")), "README.md does not explain `{word}`");
    }
    for kind in KINDS.iter().chain(&PRINTED) {
        assert!(readme.contains(&format!("`{kind}.schema.json`")), "README.md lacks {kind}");
    }
}

const ORDERS: &str = include_str!("schema/orders.yaml");
const RESULT: &str = include_str!("schema/result.yaml");
const LOCK: &str = include_str!("schema/lock.yaml");
const CLOSE: &str = include_str!("schema/close.yaml");
const OFFER: &str = include_str!("schema/offer.yaml");
