//! Schemas: every YAML file of a kind that has one is checked against it.
//!
//! The validator below knows exactly the part of JSON Schema 2020-12 that the schemas use; a
//! keyword that it does not know fails the test.

use provost::document::digest::Pack;
use provost::document::{Node, Text, Value, read};
use provost::games::blue_gray::editions::{Edition, Policies};
use provost::games::blue_gray::exclusive;
use provost::games::blue_gray::position::{Counter, Halted, How, Marks, Phase, Place, Position};
use provost::games::blue_gray::record::{Heading, Packs, position_node};
use provost::games::blue_gray::scenario::{Army, Scenario};
use provost::games::blue_gray::{builtin, position};
use regex_lite::Regex;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const KINDS: [&str; 8] =
    ["scenario", "map", "charts", "rules", "position", "orders", "record", "campaign"];

/// One schema and its compiled patterns.
struct Schema {
    root: Json,
    patterns: BTreeMap<String, Regex>,
}

impl Schema {
    fn load(kind: &str) -> Schema {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schema/{kind}.schema.json"));
        let text = std::fs::read_to_string(&path).expect("the schema is there");
        let root: Json = serde_json::from_str(&text).expect("the schema is JSON");
        let mut patterns = BTreeMap::new();
        collect(&root, &mut patterns);
        Schema { root, patterns }
    }

    /// Every fault of a tree, each with its path.
    fn faults(&self, node: &Node) -> Vec<String> {
        let mut faults = Vec::new();
        self.check(&self.root, node, "", &mut faults);
        faults
    }

    fn check(&self, schema: &Json, node: &Node, path: &str, faults: &mut Vec<String>) {
        let keywords = schema.as_object().expect("a schema is an object");
        for (keyword, value) in keywords {
            match (keyword.as_str(), &node.value) {
                (
                    "$schema" | "$id" | "$defs" | "title" | "description" | "additionalProperties",
                    _,
                ) => {}
                ("$ref", _) => self.check(self.definition(value), node, path, faults),
                ("type", found) => {
                    let right = match value.as_str() {
                        Some("string") => matches!(found, Value::Text(_)),
                        Some("array") => matches!(found, Value::List(_)),
                        Some("object") => matches!(found, Value::Map(_)),
                        _ => panic!("a text tree has no {value}"),
                    };
                    if !right {
                        faults.push(format!("{path}: not of type {value}"));
                    }
                }
                ("enum", Value::Text(text)) => {
                    let words = value.as_array().expect("a list");
                    if !words.iter().any(|word| word.as_str() == Some(text)) {
                        faults.push(format!("{path}: `{text}` is none of {value}"));
                    }
                }
                ("pattern", Value::Text(text)) => {
                    if !self.matches(value, text) {
                        faults.push(format!("{path}: `{text}` is not like {value}"));
                    }
                }
                ("anyOf", _) => self.any_of(value, node, path, faults),
                ("items", Value::List(items)) => {
                    for (at, item) in items.iter().enumerate() {
                        self.check(value, item, &format!("{path}/{at}"), faults);
                    }
                }
                ("minItems", Value::List(items)) => {
                    let least = value.as_u64().expect("a number");
                    if (items.len() as u64) < least {
                        faults.push(format!("{path}: fewer than {least}"));
                    }
                }
                ("maxItems", Value::List(items)) => {
                    let most = value.as_u64().expect("a number");
                    if items.len() as u64 > most {
                        faults.push(format!("{path}: more than {most}"));
                    }
                }
                ("properties", Value::Map(entries)) => {
                    self.entries(keywords, entries, path, faults);
                }
                ("patternProperties", Value::Map(entries)) => {
                    if !keywords.contains_key("properties") {
                        self.entries(keywords, entries, path, faults);
                    }
                }
                ("required", Value::Map(_)) => {
                    for key in value.as_array().expect("a list") {
                        let key = key.as_str().expect("a key");
                        if node.get(key).is_none() {
                            faults.push(format!("{path}: `{key}` is missing"));
                        }
                    }
                }
                ("minProperties", Value::Map(entries)) => {
                    let least = value.as_u64().expect("a number");
                    if (entries.len() as u64) < least {
                        faults.push(format!("{path}: fewer than {least} entries"));
                    }
                }
                ("maxProperties", Value::Map(entries)) => {
                    let most = value.as_u64().expect("a number");
                    if entries.len() as u64 > most {
                        faults.push(format!("{path}: more than {most} entries"));
                    }
                }
                // These say nothing about values of another type.
                (
                    "enum" | "pattern" | "items" | "minItems" | "maxItems" | "properties"
                    | "patternProperties" | "required" | "minProperties" | "maxProperties",
                    _,
                ) => {}
                (unknown, _) => panic!("the validator does not know `{unknown}`"),
            }
        }
    }

    /// Entries by `properties`, `patternProperties` and `additionalProperties: false`.
    fn entries(
        &self,
        keywords: &serde_json::Map<String, Json>,
        entries: &[(Text, Node)],
        path: &str,
        faults: &mut Vec<String>,
    ) {
        for (key, value) in entries {
            let path = format!("{path}/{}", key.text);
            let named = keywords.get("properties").and_then(|p| p.get(&key.text));
            let by_pattern = keywords.get("patternProperties").and_then(Json::as_object);
            let fitting = by_pattern.into_iter().flatten().filter(|(pattern, _)| {
                self.patterns.get(*pattern).is_some_and(|regex| regex.is_match(&key.text))
            });
            let schemas: Vec<&Json> = named.into_iter().chain(fitting.map(|(_, s)| s)).collect();
            if schemas.is_empty()
                && keywords.get("additionalProperties") == Some(&Json::Bool(false))
            {
                faults.push(format!("{path}: unknown key"));
            }
            for schema in schemas {
                self.check(schema, value, &path, faults);
            }
        }
    }

    fn any_of(&self, choices: &Json, node: &Node, path: &str, faults: &mut Vec<String>) {
        let mut found: Vec<Vec<String>> = Vec::new();
        for choice in choices.as_array().expect("a list") {
            let mut own = Vec::new();
            self.check(choice, node, path, &mut own);
            if own.is_empty() {
                return;
            }
            found.push(own);
        }
        faults.extend(found.into_iter().min_by_key(Vec::len).unwrap_or_default());
    }

    fn definition(&self, reference: &Json) -> &Json {
        let pointer = reference.as_str().and_then(|r| r.strip_prefix('#')).expect("a local $ref");
        self.root.pointer(pointer).unwrap_or_else(|| panic!("no definition {pointer}"))
    }

    fn matches(&self, pattern: &Json, text: &str) -> bool {
        let pattern = pattern.as_str().expect("a pattern is text");
        self.patterns.get(pattern).is_some_and(|regex| regex.is_match(text))
    }
}

/// Compiles every pattern of a schema.
fn collect(schema: &Json, patterns: &mut BTreeMap<String, Regex>) {
    let mut keep = |pattern: &str| {
        let regex = Regex::new(pattern).unwrap_or_else(|e| panic!("{pattern}: {e}"));
        patterns.insert(pattern.to_owned(), regex);
    };
    if let Some(pattern) = schema.get("pattern").and_then(Json::as_str) {
        keep(pattern);
    }
    for pattern in schema.get("patternProperties").and_then(Json::as_object).into_iter().flatten() {
        keep(pattern.0);
    }
    match schema {
        Json::Object(entries) => entries.values().for_each(|value| collect(value, patterns)),
        Json::Array(items) => items.iter().for_each(|item| collect(item, patterns)),
        _ => {}
    }
}

/// The kind of a file by its keys, if it is one that has a schema.
fn kind_of(node: &Node) -> Option<&'static str> {
    if node.get_text("kind") == Some("position") {
        return Some("position");
    }
    let by_key = [
        ("record", "record"),
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
    for folder in ["scenarios", "examples"] {
        yaml_files(&root.join(folder), &mut files);
    }
    files.sort();
    let schemas: BTreeMap<&str, Schema> =
        KINDS.into_iter().map(|kind| (kind, Schema::load(kind))).collect();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for path in &files {
        let text = std::fs::read_to_string(path).expect("a text file");
        let nodes = read::stream(&text, read::Limits::PACK)
            .unwrap_or_else(|e| panic!("{}: {e:#?}", path.display()));
        for node in nodes {
            let kind = kind_of(&node)
                .unwrap_or_else(|| panic!("{}: of no kind that has a schema", path.display()));
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
    position.count(Counter::Moved, 3);
    position.count(Counter::QuotaLifted, 1);
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
    for (kind, text) in [("orders", ORDERS), ("record", LOCK), ("record", CLOSE), ("record", OFFER)]
    {
        samples.push((kind, parse(&text.replace("HASH", &"0123456789abcdef".repeat(4)))));
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
                renamed[at].0.text = format!("{} \u{e9}", key.text);
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
        ("record", LOCK, "seq: 23", "seq: 023"),
        ("record", LOCK, "segment: 12", "segment: 0"),
        ("record", CLOSE, "halt: end", "halt: stop"),
        ("record", CLOSE, "faces: \"5\"", "faces: five"),
        ("record", OFFER, "mode: duel", "mode: duels"),
        ("record", OFFER, "BG-best: product", "best: product"),
    ];
    for (kind, text, from, to) in cases {
        assert!(text.contains(from), "{kind} has no `{from}`");
        let text = text.replace("HASH", &"0123456789abcdef".repeat(4));
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
    let states = words("/properties/units/items/properties/state/items/enum", &position);
    assert_eq!(states, Marks::WORDS.map(|(_, word)| word));
    let counters = words("/properties/counters/properties", &position);
    assert_eq!(counters, Counter::ALL.map(Counter::word));
    let awards = words("/properties/points/properties/union/properties", &position);
    assert_eq!(awards, position::Award::ALL.map(position::Award::word));
    let readme = include_str!("../schema/README.md");
    for word in states.iter().chain(&counters).chain(&awards) {
        assert!(readme.contains(&format!("`{word}`")), "README.md does not explain `{word}`");
    }
    for kind in KINDS {
        assert!(readme.contains(&format!("`{kind}.schema.json`")), "README.md lacks {kind}");
    }
}

const ORDERS: &str = "\
orders: HL-07 turn 6 Confederate
position: bubble-gospel-43
move:
- Rodes/R, Colquitt/R: 1726 1725 1724
- Iverson/R: 1925 to 1924 1923 1822
- 1/F Lee/S: strategic, 1928
- Hood: enter 1301 1402
- Law: 1502 1501 exit
- Doles/R: hold
fall back:
- Lane/H: 2115 2116
attack:
- at: 1723
  by: Rodes/R, Colquitt/R @1724
  expect: 20 to 9, 2-1
  won: advance Colquitt/R, else Rodes/R
  aside: McGowan/H
  EX: lose Rodes/R, Doles/R
  AR: Rodes/R 1725, any toward 1925
- at: 1722, 1822
  if: 1723 won
  by: Iverson/R
  least: 2-1
  reduce: 1-1
  DE: advance Paxton/C
  DR: stay
  push: any smallest, toward 1418
  pause: after
  die: 3
retreat:
- 1/XI: 1622 1623
- any: toward 1418, alone if possible
give way:
- any: smallest, toward 1418
cavalry:
- 2/Pleasonton: go at 2-1 or worse, 1419 1418 or 1519 1518
- any: stand
advance:
- 3/XI: 1822
- any: stay
answer:
- attack.1722.retreat.1/XI: 1622 1623
- start.train@2: toward 0101
rolls:
- 1722.crt.1: 4
standing: none
note: Nice stand at the tavern. Away Thursday to Sunday.
";

const LOCK: &str = "\
record:
  provost: 1
  game: hl-07-2026-9f3a12cd
  seq: 23
  prev:
    HASH
  from: confederate
  orders:
    turn: 6
    position: bubble-gospel-43
    move:
    - Rodes/R, Colquitt/R: 1726 1725 1724
    attack:
    - at: 1723
      by: Rodes/R, Colquitt/R
      won: advance Colquitt/R
  seal:
    HASH
  anchor: {chain: union-2, links: 4096, x0: HASH}
  lock:
    segment: 12
    open:
      HASH
  letters: [HASH]
  note: hello
check:
  digest:
    HASH
  signature: AAAA+/==
";

const CLOSE: &str = "\
record:
  provost: 1
  game: hl-07-2026-9f3a12cd
  seq: 24
  prev: HASH
  from: union
  wrapped: referee
  unseal:
    side: confederate
    of: 21
    salt: HASH
    standing:
      retreat:
      - any: toward 1418
  close:
    lock: HASH
    duel: HASH
    beacon: {round: 77, sig: abcdef}
  report:
    segment: 12
    rolls:
    - {roll: 1723.crt.1, dice: 1d6, faces: \"5\"}
    halt: end
    position: HASH
  answer:
  - attack.1722.advance: stay
  ruling: {id: BG-best, value: product, from_turn: 7}
  correct: {of: 22, reroll: none}
  void: {lock: HASH, why: undo, agreed: HASH}
  claim: {why: silence}
  handover: {side: union, to: Sam}
  result: {points: 44, level: marginal, how: played}
  rolls:
  - averell.ford.1: 1
  standing: none
  accept: {terms: HASH}
";

const OFFER: &str = "\
record:
  provost: 1
  game: hl-07-2026-9f3a12cd
  seq: 0
  prev: HASH
  from: union
  offer:
    mode: duel
    sides: [confederate, union]
    title: HL-07
    scenario: hooker_and_lee
    packs: {scenario: HASH, map: HASH, charts: HASH, rules: HASH}
    edition: third
    rulings: {BG-best: product}
    errors: truncate
    missing: default
    expect: report
    standing: either
    absent: hold
    pauses: 3
    clock: a week a turn
    players: {union: Jane, confederate: Bob}
    keys:
    - {of: union, key: AAAA}
";
