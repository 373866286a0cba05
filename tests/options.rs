//! Optional rules of a battle: rulings that its scenario file names.

use provost::document::digest::Pack;
use provost::document::{Node, read};
use provost::games::blue_gray::editions::{Edition, Policies};
use provost::games::blue_gray::exclusive::Exclusive;
use provost::games::blue_gray::position::{How, Place, Position};
use provost::games::blue_gray::record::Packs;
use provost::games::blue_gray::scenario::{Army, Scenario, Start};
use provost::games::blue_gray::{builtin, grammar};

/// Fredericksburg, with three options that its rulebook does not have.
const OPTIONS: &str = r#"
options:
- pickett:
    rule: "15.0"
    units:
      confederate:
      - {id: Hunton, type: infantry, strength: 7, due: 3, entry: ["2501"]}
- burnside:
    rule: "19.0"
    exclusive:
    - barred: {side: union, units: [3/V], while: {die: burnside.move, shows: [6]}, rule: "19.0"}
- late:
    rule: "15.11"
    side: confederate
    starts:
    - {due: 2, entry: east, units: [STARTS]}
    without: [Cobb]
"#;

fn packs(options: &str) -> [Node; 4] {
    let battle = builtin::find("fredericksburg").expect("it is built in");
    Pack::ALL.map(|pack| {
        let mut text = battle.text(pack).to_owned();
        if pack == Pack::Scenario {
            text += options;
        }
        if pack == Pack::Map {
            assert!(text.contains("\nareas:\n"), "the map has areas");
            text = text.replacen("\nareas:\n", "\nareas:\n  east: 2501 2502\n", 1);
        }
        read::parse(&text, read::Limits::PACK).expect("sound YAML")
    })
}

/// The options with every Confederate but Cobb among those that start late.
fn options() -> String {
    let (plain, _) = load("", &[]);
    let plain = plain.expect("it is sound");
    let own = plain.units.iter().filter(|u| u.army == Army::Confederate && u.id != "Cobb");
    let ids: Vec<&str> = own.map(|unit| unit.id.as_str()).collect();
    OPTIONS.replace("STARTS", &ids.join(", "))
}

fn load(options: &str, taken: &[&str]) -> (Option<Scenario>, Vec<String>) {
    let [scenario, map, charts, rules] = packs(options);
    let packs = Packs { scenario: &scenario, map: &map, charts: &charts, rules: &rules };
    let mut policies = Policies::of(Edition::Third);
    for id in taken {
        policies.rulings.set(id, "yes").expect("an option");
    }
    let mut complaints = Vec::new();
    let scenario = Scenario::read(&packs, policies, &mut complaints);
    let said = complaints.iter().map(|(_, c)| match &c.help {
        Some(help) => format!("{c}; {help}"),
        None => c.to_string(),
    });
    (scenario, said.collect())
}

fn played(taken: &[&str]) -> Scenario {
    let (scenario, said) = load(&options(), taken);
    scenario.unwrap_or_else(|| panic!("{said:#?}"))
}

#[test]
fn what_no_terms_ask_for_is_not_there() {
    let scenario = played(&[]);
    let ids: Vec<(&str, bool)> =
        scenario.options.iter().map(|option| (option.id.as_str(), option.taken)).collect();
    assert_eq!(
        ids,
        [("FR-with-pickett", false), ("FR-with-burnside", false), ("FR-with-late", false)]
    );
    assert_eq!(scenario.find(Army::Confederate, "Hunton"), None);
    let position = Position::deployment(&scenario);
    let text = "orders: Case turn 1 Confederate\nposition: abandon-ability-00\nmove:\n\
                - Hunton: enter 2501\n";
    let file = grammar::open(text).expect("orders");
    let names = grammar::Names::new(&scenario, &position, Army::Confederate);
    let all = file.read(&names).expect_err("nobody of that name");
    assert_eq!(all[0].to_string(), "no Confederate unit is called `Hunton` (FR 15.0)");
    assert_eq!(
        all[0].help.as_deref(),
        Some(
            "Hunton belongs to the option pickett, which these terms do not have (FR-with-pickett: yes)"
        )
    );
}

#[test]
fn an_option_brings_units_rules_and_starts_and_several_go_together() {
    let scenario = played(&["fr-with-PICKETT", "FR-with-burnside", "FR-with-late"]);
    let hunton = scenario.find(Army::Confederate, "Hunton").expect("a unit");
    assert!(matches!(scenario.unit(hunton).start, Start::Due { turn: 3, .. }));
    assert!(scenario.exclusive.iter().any(|rule| matches!(rule, Exclusive::Barred(_))));
    let position = Position::deployment(&scenario);
    let place = |id| position.place(scenario.find(Army::Confederate, id).expect("a unit"));
    assert_eq!(place("Cobb"), Place::Gone { how: How::Struck, turn: 1, at: None });
    assert_eq!(place("Lane"), Place::Reserve { due: 2 });
    let lane = scenario.find(Army::Confederate, "Lane").expect("a unit");
    let Start::Due { entry, .. } = &scenario.unit(lane).start else { panic!("due") };
    assert_eq!(entry.iter().map(ToString::to_string).collect::<Vec<_>>(), ["2501", "2502"]);
}

#[test]
fn what_is_wrong_with_options_is_said() {
    let whole = options();
    let (_, said) = load(&whole, &["FR-with-picket"]);
    assert_eq!(said, ["this battle has no option `FR-with-picket`; did you mean FR-with-pickett?"]);
    let (_, said) = load("", &["WI-with-pickett"]);
    assert_eq!(said, ["this battle has no option `WI-with-pickett`; it has none"]);
    let faults = [
        ("Lane, ", "", "nobody says how Lane start"),
        ("without: [Cobb]", "without: [Cobb, Lane]", "named twice: Lane"),
        ("rule: \"15.11\"", "rule: \"15.99\"", "rules.yaml has no number FR 15.99"),
        ("- pickett:", "- Pickett:", "`Pickett` is no name of an option"),
        ("- burnside:", "- pickett:", "the option pickett stands twice"),
        ("side: confederate\n", "side: cavalry\n", "`cavalry`"),
        ("entry: east", "entry: eats", "the map has no area `eats`"),
        ("- {id: Hunton, type", "- {type", "`units` names nobody"),
    ];
    for (from, to, says) in faults {
        let spoilt = whole.replacen(from, to, 1);
        assert_ne!(spoilt, whole, "{from}");
        let (scenario, said) = load(&spoilt, &[]);
        assert!(scenario.is_none(), "{from} -> {to}");
        assert!(said.iter().any(|said| said.contains(says)), "{from} -> {to}: {said:#?}");
    }
}
