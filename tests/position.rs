//! Position files: what is written is read back, and what was changed is refused.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use provost::board::Hex;
use provost::document::digest::{self, Pack};
use provost::document::{Node, read, write};
use provost::games::blue_gray::builtin;
use provost::games::blue_gray::editions::{Edition, Policies};
use provost::games::blue_gray::exclusive::quota::{MOVED, lifted};
use provost::games::blue_gray::exclusive::{self, Exclusive};
use provost::games::blue_gray::position::{Award, Halted, How, Marks, Phase, Place, Position};
use provost::games::blue_gray::record::{
    Heading, Packs, position_digest, position_node, position_tree,
};
use provost::games::blue_gray::scenario::{Army, Scenario, UnitId};
use provost::rule::Rule;

const GAME: &str = "fr-07-2026-9f3a12cd";
const DIGEST: &str = "9c0f000000000000000000000000000000000000000000000000000000000000";

fn fredericksburg() -> Scenario {
    battle("fredericksburg")
}

fn battle(name: &str) -> Scenario {
    let battle = builtin::find(name).expect("it is built in");
    let [scenario, map, charts, rules] = Pack::ALL
        .map(|pack| read::parse(battle.text(pack), read::Limits::PACK).expect("sound YAML"));
    let packs = Packs { scenario: &scenario, map: &map, charts: &charts, rules: &rules };
    let mut complaints = Vec::new();
    Scenario::read(&packs, Policies::of(Edition::Third), &mut complaints).expect("it is sound")
}

fn opening(scenario: &Scenario) -> Position {
    let mut position = Position::deployment(scenario);
    exclusive::open_game(scenario, &mut position);
    position
}

/// What a random position says of one unit: where (on the map if above 3), which hex, which marks.
type Lot = (u8, u16, u16);

/// A position that could be, from random numbers.
fn random_position(
    scenario: &Scenario,
    lots: &[Lot],
    (turn, phase, asked, small): (u8, Phase, bool, [u32; 6]),
) -> (Position, Option<Army>) {
    let mut position = opening(scenario);
    position.turn = turn;
    position.phase = phase;
    position.phasing = match phase {
        Phase::Over => scenario.order[1],
        _ => scenario.order[(small[0] % 2) as usize],
    };
    // Hexes on which units can stand, shared out between the armies.
    let standing: Vec<Hex> = scenario.map.hexes().to_vec();
    let standing = standing.into_iter().filter(|hex| {
        let terrain = scenario.map.terrain(*hex).expect("it is on the map");
        !terrain.is_water() && !terrain.is_crossing()
    });
    let (odd, even): (Vec<Hex>, Vec<Hex>) = standing.partition(|hex| hex.row() % 2 == 1);
    for (id, (kind, at, bits)) in scenario.ids().zip(lots) {
        let army = scenario.unit(id).army;
        let own = if army == Army::Union { &odd } else { &even };
        let hex = own[usize::from(*at) % own.len()];
        let place = match kind {
            0 => Place::Reserve { due: turn },
            1 => Place::Gone { how: How::Eliminated, turn, at: Some(hex) },
            2 => Place::Gone { how: How::Exited, turn: 1, at: Some(hex) },
            3 => Place::Gone { how: How::Struck, turn: 1, at: None },
            _ => Place::Map(hex),
        };
        position.put(&scenario.map, id, place);
        position.unmark(id, Marks::LEFT);
        if !matches!(place, Place::Gone { .. }) {
            set_marks(&mut position, id, army, *bits);
        }
    }
    for (at, award) in Award::ALL.into_iter().enumerate() {
        position.award(scenario.order[at % 2], award, small[at] % 40);
    }
    position.count(MOVED, small[4] % 16);
    position.count(lifted(scenario.order[(small[3] % 2) as usize]), small[5] % 2);
    if small[1] % 3 == 0 {
        position.control.clear();
    }
    let mut asked = asked.then_some(position.phasing.enemy());
    if phase == Phase::Combat {
        let hexes = [even[(small[2] % 50) as usize], odd[(small[3] % 50) as usize]];
        let defender = if position.phasing == Army::Union { hexes[0] } else { hexes[1] };
        position.halted = Some(Halted {
            used: hexes.into_iter().take((small[2] % 3) as usize).collect(),
            begun: (small[3] % 2 == 0).then_some(defender),
            result: (small[4] % 2 == 0).then(|| "DR".to_owned()),
        });
        // The enemy is asked in a combat only, and then somebody has fought or been attacked.
        let fought = position.pieces().any(|(_, p)| p.marks.has(Marks::FOUGHT));
        let attacked = position.pieces().any(|(_, p)| p.marks.has(Marks::ATTACKED));
        asked = asked.filter(|_| fought || attacked);
    } else {
        asked = None;
    }
    (position, asked)
}

/// Marks as play can set them: only the phasing side has fought, only the enemy was attacked.
fn set_marks(position: &mut Position, id: UnitId, army: Army, bits: u16) {
    let phase = position.phase;
    let phasing = position.phasing;
    for (at, (mark, word)) in Marks::WORDS.into_iter().enumerate() {
        let lasting = matches!(word, "ineffective" | "released");
        let own = match word {
            "fought" | "aside" => army == phasing,
            "attacked" => army != phasing,
            _ => true,
        };
        if bits >> at & 1 == 1 && own && (lasting || phase == Phase::Combat) {
            position.mark(id, mark);
        }
    }
}

/// Writes, reads and compares in every way that there is.
fn round_trip(scenario: &Scenario, position: &Position, asked: Option<Army>) {
    let after = Some((23, DIGEST));
    let heading = Heading { asked, after, ..Heading::new(GAME, DIGEST) };
    let node = position_node(scenario, position, &heading);
    let streamed = position_digest(scenario, position, &heading);
    assert_eq!(digest::position_digest(&node), Ok(streamed), "tree and stream differ");
    assert_eq!(node.get_text("digest"), Some(streamed.to_string().as_str()));
    assert_eq!(node, position_tree(scenario, position, &heading, &streamed));
    let text = write::position(&node);
    let reread = read::parse(&text, read::Limits::RECORD).expect("sound YAML");
    assert_eq!(reread, node, "the text says something else:\n{text}");
    let mut complaints = Vec::new();
    let found = Position::read(scenario, &reread, &mut complaints);
    assert_eq!(complaints, [], "{text}");
    assert_eq!(found.as_ref(), Some(position), "{text}");
}

#[test]
fn random_positions_come_back_as_they_were() {
    let scenario = fredericksburg();
    let lots = prop::collection::vec((0u8..12, any::<u16>(), any::<u16>()), scenario.units.len());
    let phase = prop_oneof![Just(Phase::Movement), Just(Phase::Combat), Just(Phase::Over)];
    let rest = (1u8..=scenario.turns, phase, any::<bool>(), any::<[u32; 6]>());
    let mut runner = TestRunner::new(Config { cases: 200, ..Config::default() });
    let outcome = runner.run(&(lots, rest), |(lots, rest)| {
        let (position, asked) = random_position(&scenario, &lots, rest);
        round_trip(&scenario, &position, asked);
        Ok(())
    });
    outcome.expect("every position survives");
}

#[test]
fn the_opening_position_comes_back() {
    let scenario = fredericksburg();
    round_trip(&scenario, &opening(&scenario), None);
}

/// Each rule that holds units remembers by a mark of its own whom it has let go.
#[test]
fn a_second_rule_that_holds_units_has_a_mark_of_its_own() {
    let mut scenario = fredericksburg();
    let first = scenario.exclusive.iter().find_map(|rule| match rule {
        Exclusive::Immobile(kind) => Some(kind.clone()),
        _ => None,
    });
    for (nth, number) in [(1, "FR 19.2"), (2, "FR 19.11")] {
        let mut other = Exclusive::Immobile(first.clone().expect("Fredericksburg has one"));
        if let Exclusive::Immobile(kind) = &mut other {
            kind.rule = Rule::read(number);
        }
        other.number(nth);
        scenario.exclusive.push(other);
    }
    let mut position = opening(&scenario);
    let gun = scenario.find(Army::Union, "V").expect("a unit");
    position.mark(gun, Marks::released(1));
    assert!(!position.has(gun, Marks::RELEASED));
    position.mark(gun, Marks::released(2));
    position.mark(gun, Marks::RELEASED);
    position.mark(gun, Marks::INEFFECTIVE);
    round_trip(&scenario, &position, None);
    let text = write::position(&position_node(&scenario, &position, &Heading::new(GAME, DIGEST)));
    let state = r#"state: [ineffective, released, "released 19.11", "released 19.2"]"#;
    assert!(text.contains(state), "{text}");
    position.settle_marks();
    assert!(position.has(gun, Marks::released(2)), "it lasts");
}

/// The file of the opening position in the layout that people see.
fn opening_file(scenario: &Scenario) -> Node {
    position_node(scenario, &opening(scenario), &Heading::new(GAME, DIGEST))
}

#[test]
fn a_position_file_has_one_unit_a_line_and_its_keys_in_order() {
    let scenario = fredericksburg();
    let mut position = opening(&scenario);
    let id = |army, name| scenario.find(army, name).expect("a unit");
    position.turn = 2;
    position.mark(id(Army::Union, "1/II"), Marks::INEFFECTIVE);
    position.mark(id(Army::Union, "V"), Marks::RELEASED);
    position.put(
        &scenario.map,
        id(Army::Confederate, "Cobb"),
        Place::Gone { how: How::Eliminated, turn: 1, at: Some(Hex::new(11, 12)) },
    );
    position.award(Army::Union, Award::Eliminated, 6);
    position.count(MOVED, 4);
    let text = write::position(&position_node(&scenario, &position, &Heading::new(GAME, DIGEST)));
    let expected = [
        "provost: 1",
        "kind: position",
        "game: fr-07-2026-9f3a12cd",
        "turn: 2",
        "phase: movement",
        "awaiting: confederate",
        "units:",
        r#"- {id: "1", side: confederate, type: artillery, strength: 2, at: "1116"}"#,
        r#"- {id: "1/II", side: union, type: infantry, strength: 15, at: "0810", state: [ineffective]}"#,
        r#"- {id: "V", side: union, type: artillery, strength: 2, at: "0808", state: [released]}"#,
        "reserve:",
        r#"- {id: "Pelham", side: confederate, type: artillery, strength: 1, due: 1, entry: ["1901"]}"#,
        "gone:",
        r#"- {id: "Cobb", side: confederate, how: eliminated, turn: 1, at: "1112"}"#,
        r#"control: {"0206": union, "0511": union, "1113": confederate, "1504": union, "1711": confederate, "2401": confederate}"#,
        "points: {confederate: {start: 4}, union: {eliminated: 6}}",
        "counters: {moved: 4}",
    ];
    let mut lines = text.lines();
    for line in expected {
        assert!(lines.any(|l| l == line), "not there, or not in its place: {line}\n{text}");
    }
    assert!(!text.contains("combat:"), "{text}");
}

#[test]
fn a_halted_position_names_its_combats_and_who_is_asked() {
    let scenario = fredericksburg();
    let mut position = opening(&scenario);
    position.phase = Phase::Combat;
    position.phasing = Army::Union;
    position.halted = Some(Halted {
        used: vec![Hex::new(5, 4)],
        begun: Some(Hex::new(11, 12)),
        result: Some("DR".to_owned()),
    });
    let asked = Some(Army::Confederate);
    let heading = Heading { asked, ..Heading::new(GAME, DIGEST) };
    let text = write::position(&position_node(&scenario, &position, &heading));
    assert!(text.contains("phase: combat\nawaiting: confederate\n"), "{text}");
    assert!(text.contains("combat: {used: [\"0504\"], begun: \"1112\", result: DR}"), "{text}");
    // Cobb stands on 1112 and is attacked, so it is the Union's player-turn.
    round_trip(&scenario, &position, asked);
}

/// Before all combats the enemy may be asked whether he follows a train (WI 17.31).
#[test]
fn a_position_halted_behind_a_train_is_of_its_owners_turn() {
    let scenario = battle("wilderness");
    let id = |army, name| scenario.find(army, name).expect("a unit");
    let train = id(Army::Union, "TD 6");
    let mut position = Position::deployment(&scenario);
    position.phase = Phase::Combat;
    position.phasing = Army::Union;
    position.turn = 13;
    position.halted = Some(Halted::default());
    let near = id(Army::Confederate, "Scales");
    position.put(&scenario.map, near, Place::Map(Hex::new(7, 10)));
    let asked = Some(Army::Confederate);
    let lost = Place::Gone { how: How::Eliminated, turn: 13, at: Some(Hex::new(8, 10)) };
    position.put(&scenario.map, train, lost);
    round_trip(&scenario, &position, asked);
    position.put(&scenario.map, train, Place::Map(Hex::new(9, 11)));
    position.mark(train, Marks::RETREATED);
    round_trip(&scenario, &position, asked);
    // He who is asked plays his own turn if the train was lost earlier.
    let earlier = Place::Gone { how: How::Eliminated, turn: 12, at: Some(Hex::new(8, 10)) };
    position.put(&scenario.map, train, earlier);
    position.unmark(train, Marks::RETREATED);
    position.phasing = Army::Confederate;
    round_trip(&scenario, &position, asked);
}

/// Changes the text of the opening position, puts the right digest and label under it unless told
/// not to, and returns what reading it says.
fn refusals(scenario: &Scenario, from: &str, to: &str, sealed: bool) -> Vec<String> {
    let text = write::position(&opening_file(scenario));
    assert!(text.contains(from), "the file has no `{from}`:\n{text}");
    let changed = text.replacen(from, to, 1);
    let mut node = read::parse(&changed, read::Limits::RECORD).expect("sound YAML");
    if sealed {
        let digest = digest::position_digest(&node).expect("it can be hashed");
        node.set("digest", Node::text(digest.to_string()));
        node.set("label", Node::text(digest::label(&digest)));
    }
    let mut complaints = Vec::new();
    let position = Position::read(scenario, &node, &mut complaints);
    assert!(position.is_none(), "accepted: {from} -> {to}");
    complaints.iter().map(|c| format!("{}: {c}", c.span.line)).collect()
}

#[test]
fn faulty_positions_are_refused() {
    let scenario = fredericksburg();
    let cobb = "- {id: \"Cobb\", side: confederate, type: infantry, strength: 6, at: \"1112\"}\n";
    let corse = "- {id: \"Corse\", side: confederate, type: infantry, strength: 3, at: \"2310\"}\n";
    let cases: &[(&str, &str, &str)] = &[
        ("at: \"1112\"", "at: \"1102\"", "5: the digest is not that of this file"),
        ("label: ", "label: x", "6: the label is not that of this position"),
        ("digest: \"", "digest: \"A", "4: `digest` cannot be `A9c0f"),
        ("game: ", "gane: ", "3: unknown key `gane` in this position"),
        ("kind: position", "kind: record", "2: `kind` cannot be `record`"),
        ("provost: 1", "provost: 2", "1: `provost` cannot be `2`"),
    ];
    for (from, to, expected) in cases {
        let found = refusals(&scenario, from, to, false);
        assert!(found.iter().any(|f| f.starts_with(expected)), "{from} -> {to}: {found:?}");
    }
    let swapped = format!("{corse}{cobb}");
    let both = format!("{cobb}{corse}");
    let twice = format!("{cobb}{cobb}{corse}");
    let cases: &[(&str, &str, &str)] = &[
        ("turn: 1\n", "turn: 12\n", "there is no game-turn 12"),
        ("phase: movement", "phase: moving", "`phase` cannot be `moving`"),
        ("awaiting: confederate\n", "", "`awaiting` is missing from this position"),
        ("awaiting: confederate", "awaiting: nobody", "`awaiting` cannot be `nobody`"),
        ("name: fredericksburg", "name: shiloh", "this is a position of shiloh, not of"),
        ("awaiting:", "combat: {begun: \"1112\"}\nawaiting:", "`combat` stands only"),
        (cobb, "", "units are missing: Cobb"),
        (&both, &twice, "Cobb has two lines"),
        (&both, &swapped, "the position is not written as positions are"),
        ("id: \"Cobb\"", "id: \"Cob\"", "there is no Confederate unit `Cob`"),
        (
            "infantry, strength: 6, at: \"1112\"",
            "infantry, strength: 7, at: \"1112\"",
            "the strength of Cobb is 6",
        ),
        (
            "type: artillery, strength: 2, at: \"1116\"",
            "type: cavalry, strength: 2, at: \"1116\"",
            "the type of 1 is artillery",
        ),
        ("at: \"1112\"", "at: \"9912\"", "`9912` is no hex of this map"),
        ("at: \"1112\"", "at: \"1305\"", "no unit can stand on 1305, a pontoon hex"),
        ("at: \"1112\"", "at: \"1306\"", "no unit can stand on 1306, a water hex"),
        ("at: \"1112\"", "at: \"0206\"", "3/V and Cobb stand on 0206"),
        (
            "at: \"1112\"}",
            "at: \"1112\", state: [attacked]}",
            "`attacked` stands only in a position at a halt",
        ),
        ("at: \"1112\"}", "at: \"1112\", state: [tired]}", "there is no state `tired`"),
        (
            "at: \"1112\"}",
            "at: \"1112\", state: [released, ineffective]}",
            "`ineffective` is not in order",
        ),
        ("due: 2, entry: [\"2501\"]", "due: 2, entry: [\"1901\"]", "Early does not enter there"),
        ("\"0206\": union", "\"0206\": nobody", "`nobody` is no side"),
        ("\"0206\": union", "\"0299\": union", "`0299` is no hex of this map"),
        ("start: 4", "start: 0", "`start` must be a number from 1 to 99999"),
        ("start: 4", "stark: 4", "unknown key `stark`"),
        ("points:", "counters: {moves: 3}\npoints:", "unknown key `moves`"),
    ];
    for (from, to, expected) in cases {
        let found = refusals(&scenario, from, to, true);
        assert!(found.iter().any(|f| f.contains(expected)), "{from} -> {to}: {found:?}");
    }
}
