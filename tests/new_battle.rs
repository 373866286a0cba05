//! Somebody types a battle of the family in, as CONTRIBUTING says: from an empty folder to a first
//! campaign, with everything that `scenario check` says on the way.

mod desk;

use desk::Desk;
use provost::document::digest::Pack;
use provost::document::read;
use provost::games::{Game, Packs, Readings, builtin};
use std::fs;

impl Desk {
    /// Replaces a text in a file, wherever it stands.
    fn type_in(&self, file: &str, from: &str, to: &str) {
        let path = self.at(file);
        let text = fs::read_to_string(&path).expect("a file");
        assert!(text.contains(from), "{file} has no `{from}`");
        fs::write(path, text.replace(from, to)).expect("a file");
    }
}

#[test]
fn from_an_empty_folder_to_a_first_campaign() {
    let desk = Desk::new();
    let told = desk.done(&["scenario", "new", "malvern_hill", "--columns", "12", "--rows", "10,9"]);
    assert!(told.contains("Malvern Hill, with rules numbered MH 14.1"), "{told}");
    assert!(told.contains("provost map --blank --columns 12 --rows 10,9"), "{told}");

    // The empty map, to be marked beside the printed one.
    let blank = desk.done(&["map", "--blank", "--columns", "12", "--rows", "10,9"]);
    assert!(blank.contains("0110") && blank.contains("1209") && !blank.contains("1210"), "{blank}");
    assert!(blank.contains("x forest rough"), "{blank}");
    assert!(blank.lines().all(|line| line.len() <= 80), "{blank}");

    // What is missing is said, and nothing else.
    let (code, told) = desk.said(&["scenario", "check", "malvern_hill"]);
    assert_eq!(code, 1, "{told}");
    for army in ["Union", "Confederate"] {
        assert!(told.contains(&format!("error: the {army} army has no units")), "{told}");
    }
    assert!(told.contains("2 errors"), "{told}");
    assert!(told.contains("malvern_hill/scenario.yaml:"), "{told}");

    // The examples, typed in: units, a rule or two, some forest.
    desk.type_in("malvern_hill/scenario.yaml", "  # - {", "  - {");
    desk.type_in("malvern_hill/scenario.yaml", "entry: [\"0113\"]", "entry: [\"0110\"]");
    let (code, told) = desk.said(&["scenario", "check", "malvern_hill"]);
    assert_eq!(code, 0, "only doubts are left: {told}");
    assert!(told.contains("warning: nobody says who wins"), "{told}");
    assert!(
        told.contains("Union: 1 unit of 6 strength points at the start, 1 unit of 3 due"),
        "{told}"
    );
    desk.type_in("malvern_hill/scenario.yaml", "\n# - entry:", "\n- entry:");
    desk.type_in("malvern_hill/scenario.yaml", "\n# - losses:", "\n- losses:");
    desk.type_in("malvern_hill/scenario.yaml", "\n# - victory:", "\n- victory:");
    let (code, told) = desk.said(&["scenario", "check", "malvern_hill"]);
    assert_eq!(code, 1, "{told}");
    assert!(told.contains("rules.yaml has no number MH 15.13"), "{told}");
    desk.type_in("malvern_hill/rules.yaml", "\n# - {", "\n- {");
    desk.type_in("malvern_hill/map.yaml", "  04  .  .", "  04  f  .");
    let (_, told) = desk.said(&["scenario", "check", "malvern_hill"]);
    assert!(told.contains("malvern_hill: nothing to complain about"), "{told}");

    let sheet = desk.done(&["scenario", "show", "malvern_hill"]);
    assert!(sheet.lines().all(|line| line.len() <= 72), "{sheet}");
    for part in [
        "Malvern Hill",
        "10 game-turns, the Confederate side first: 1, 2, 3",
        "II (1 unit, 6): 1/1/II 6 0206",
        "turn 4 at 0110 (1 unit, 3): II 3a",
        "MH 15.13 the entry hex costs one movement point",
        "Victory",
        "MH 17.0 the side with more points wins",
    ] {
        assert!(sheet.contains(part), "no `{part}` in\n{sheet}");
    }
    let map = desk.done(&["map", "--of", "malvern_hill", "0206"]);
    assert!(map.contains("U 1/1/II"), "{map}");

    // And it can be played.
    desk.done(&["new", "malvern_hill", "game", "--game", "mh-2026-00000000"]);
    let form = desk.done(&["-C", "game", "form"]);
    assert!(form.contains("# - Cobb:"), "{form}");
    let head: Vec<&str> = form.lines().take(2).filter_map(|line| line.strip_prefix("# ")).collect();
    let orders = format!("{}\nmove:\n- Cobb: 0404\n", head.join("\n"));
    fs::write(desk.at("orders.yaml"), orders).expect("a file");
    let told = desk.done(&["-C", "game", "resolve", "orders.yaml"]);
    assert!(told.contains("Cobb"), "{told}");
    assert!(desk.done(&["audit", "game"]).contains("0 mismatches"));
}

#[test]
fn a_folder_that_would_not_do_is_refused() {
    let desk = Desk::new();
    fs::create_dir(desk.at("there")).expect("a folder");
    let cases: [(&[&str], &str); 6] = [
        (&["there"], "there is there already"),
        (&["Malvern-Hill"], "`Malvern-Hill` is no name of a battle"),
        (&["fredericksburg"], "there is a battle fredericksburg already"),
        (&["malvern_hill", "--prefix", "FR"], "FR is the prefix of fredericksburg"),
        (&["malvern_hill", "--prefix", "mh"], "`mh` is no prefix"),
        (&["malvern_hill", "--rows", "many"], "rows of odd and of even columns"),
    ];
    for (arguments, says) in cases {
        let (code, told) = desk.said(&[&["scenario", "new"], arguments].concat());
        assert_eq!(code, 2, "{told}");
        let words: Vec<&str> = told.split_whitespace().collect();
        assert!(words.join(" ").contains(says), "{told}");
        assert!(!desk.at("malvern_hill").exists());
    }
}

/// What is said about Fredericksburg with one of its files changed.
fn doubts(changed: Pack, change: &dyn Fn(&str) -> String) -> Vec<String> {
    let battle = builtin::find("fredericksburg").expect("it is built in");
    let [scenario, map, charts, rules] = Pack::ALL.map(|pack| {
        let text = battle.text(pack);
        let text = if pack == changed { change(text) } else { text.to_owned() };
        read::parse(&text, read::Limits::PACK).expect("sound YAML")
    });
    let readings = Readings { edition: "third".to_owned(), rulings: Vec::new() };
    let found = Game::doubts(&Packs { scenario, map, charts, rules }, &readings);
    found
        .into_iter()
        .map(|(pack, doubt)| {
            assert!(!doubt.is_error(), "{doubt}");
            assert_ne!(doubt.span.line, 0, "{doubt} stands nowhere");
            format!("{}: {doubt}", pack.map_or("", Pack::word))
        })
        .collect()
}

fn put(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "no `{from}`");
    text.replace(from, to)
}

/// A file without a section: its key, and the lines below that are indented.
fn without(text: &str, key: &str) -> String {
    let mut inside = false;
    let mut kept = String::new();
    for line in text.split_inclusive('\n') {
        inside = line.starts_with(key) || inside && line.starts_with(' ');
        if !inside {
            kept += line;
        }
    }
    assert_ne!(kept, text, "no section {key}");
    kept
}

type Change = fn(&str) -> String;

#[test]
fn doubts_about_a_battle_that_can_be_played() {
    assert_eq!(doubts(Pack::Scenario, &str::to_owned), [""; 0]);
    let cases: [(Pack, Change, &str); 6] = [
        (
            Pack::Scenario,
            |text| put(text, "due: 4, entry: [\"0113\"]", "due: 4, entry: [\"0213\"]"),
            "scenario: 1/2/V comes at 0213, inside the map",
        ),
        (
            Pack::Scenario,
            |text| put(text, "points: 4, rule: \"17.35\"", "points: 4, rule: \"13.0\""),
            "scenario: FR 13.0 is cited here, and rules.yaml leaves it to the players",
        ),
        (
            Pack::Scenario,
            |text| put(text, "- victory: {by: higher total, rule: \"17.0\"}", ""),
            "scenario: nobody says who wins",
        ),
        (
            Pack::Map,
            |text| without(text, "note:"),
            "map: `provenance: reconstruction`, and nobody says of what",
        ),
        (
            Pack::Rules,
            |text| {
                let more = "entries:\n- {number: FR 99.1, keeper: code, gist: kept by nobody}\n";
                put(text, "entries:\n", more)
            },
            "rules: `keeper: code`, and nothing cites FR 99.1",
        ),
        (
            Pack::Map,
            |text| without(text, "arrows:"),
            "scenario: no Confederate unit can ever get to 0206",
        ),
    ];
    for (pack, change, says) in cases {
        let found = doubts(pack, &change);
        assert!(found.iter().any(|doubt| doubt == says), "{says}: {found:#?}");
    }
}
