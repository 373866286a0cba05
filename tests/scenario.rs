//! Scenario files: the battles that come with the program, and what is said about faulty ones.

use provost::board::Hex;
use provost::document::digest::Pack;
use provost::document::{Diagnostic, Node, Span, read};
use provost::games::blue_gray::builtin::{self, Battle};
use provost::games::blue_gray::editions::{Edition, Policies};
use provost::games::blue_gray::exclusive::Exclusive;
use provost::games::blue_gray::exclusive::immobile::Release;
use provost::games::blue_gray::position::Position;
use provost::games::blue_gray::record::Packs;
use provost::games::blue_gray::scenario::{Arm, Army, Scenario, Start, Unit};

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
    // A pack is hashed before it is read.
    let unhashable = |pack| packs.unhashable(pack).into_iter().map(move |one| (pack, one));
    let unhashable: Vec<_> = Pack::ALL.into_iter().flat_map(unhashable).collect();
    let scenario = scenario.filter(|_| unhashable.is_empty());
    complaints.extend(unhashable);
    (scenario, complaints)
}

fn scenario() -> Scenario {
    load(&fredericksburg()).0.expect("it is sound")
}

fn hex(number: &str) -> Hex {
    number.parse().expect("a hex number")
}

#[test]
fn every_built_in_battle_loads_without_a_complaint() {
    for battle in builtin::BATTLES {
        let (scenario, mut complaints) = load(battle);
        // Four units are set up on 1007, as printed (RR-1007).
        complaints.retain(|(_, d)| d.is_error() || !d.headline.contains("starts on 1007"));
        assert_eq!(complaints, [], "{}", battle.name);
        assert_eq!(scenario.expect("it is sound").name, battle.name);
    }
}

/// The sums of the printed charts 14.1, 14.2, 15.21 and 15.22.
#[test]
fn the_armies_of_fredericksburg_are_those_of_the_charts() {
    let scenario = scenario();
    let of = |army, here: fn(&Start) -> bool| {
        let units: Vec<&Unit> =
            scenario.units.iter().filter(|u| u.army == army && here(&u.start)).collect();
        (units.len(), units.iter().map(|u| u32::from(u.strength)).sum::<u32>())
    };
    let on_map = |start: &Start| matches!(start, Start::At(_));
    let due = |start: &Start| matches!(start, Start::Due { .. });
    assert_eq!(of(Army::Union, on_map), (55, 294));
    assert_eq!(of(Army::Confederate, on_map), (30, 138));
    assert_eq!(of(Army::Union, due), (3, 19));
    // Pelham 1, Early 20, his four brigades 20, the five of turn three 24.
    assert_eq!(of(Army::Confederate, due), (11, 65));
    let arms = |arm| scenario.units.iter().filter(|u| u.arm == arm).count();
    assert_eq!((arms(Arm::Infantry), arms(Arm::Cavalry), arms(Arm::Artillery)), (82, 4, 13));

    let due_on = |turn| {
        let here = |u: &&Unit| matches!(&u.start, Start::Due { turn: t, .. } if *t == turn);
        scenario.units.iter().filter(here).map(|u| u.id.as_str()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(due_on(1), "Pelham");
    assert_eq!(due_on(2), "Early Hays Hoke Lawton Trimble");
    assert_eq!(due_on(3), "Colquitt Doles Grimes Iverson Rodes");
    assert_eq!(due_on(4), "1/2/V 2/2/V 3/2/V");
}

#[test]
fn the_calendar_and_the_order_of_units() {
    let scenario = scenario();
    assert_eq!(scenario.order, [Army::Confederate, Army::Union]);
    assert_eq!((scenario.turns, scenario.night.as_slice()), (11, [6].as_slice()));
    assert_eq!(scenario.base, [hex("2501"), hex("0206")]);
    let key = |u: &Unit| (scenario.seat(u.army), u.id.clone());
    assert!(scenario.units.is_sorted_by_key(key), "sides in order of play, then ids bytewise");
    let featherston = scenario.find(Army::Confederate, "Featherston").expect("a unit");
    assert_eq!(scenario.unit(featherston).also, ["Fthrstn", "Featherstone"]);
    // Several ids occur once a side only, and `III` is artillery, not a corps.
    let third = scenario.unit(scenario.find(Army::Union, "III").expect("a unit"));
    assert_eq!((third.arm, third.strength), (Arm::Artillery, 1));
}

/// READINGS of 17.12: what leaving scores, unit by unit.
#[test]
fn exits_score_as_the_schedule_says() {
    let scenario = scenario();
    let exit = scenario.exclusive.iter().find_map(|rule| match rule {
        Exclusive::Exit(exit) => Some(exit),
        _ => None,
    });
    let exit = exit.expect("Fredericksburg has exits");
    let opening = Position::deployment(&scenario);
    let score = |army, id, by| {
        let unit = scenario.unit(scenario.find(army, id).expect("a unit"));
        exit.score(&scenario, &opening, unit, hex(by))
            .map(|(points, rule)| (points, rule.number().to_owned()))
    };
    use Army::{Confederate, Union};
    let cases = [
        (Union, "1/II", "2501", 15, "FR 17.12c"),
        (Union, "1/II", "2027", 2, "FR 17.12b"),
        (Union, "1/II", "0113", 2, "FR 17.12f"),
        (Union, "1/C/L", "2501", 12, "FR 17.12d"),
        (Union, "1/C/L", "0113", 2, "FR 17.12f"),
        (Union, "1/C/L", "2027", 2, "FR 17.12b"),
        (Union, "V", "2027", 1, "FR 17.12a"),
        (Union, "1/1/I", "0113", 1, "FR 17.12e"),
        (Confederate, "Taliaferro", "2501", 2, "FR 17.12j"),
        (Confederate, "Taliaferro", "0113", 13, "FR 17.12g"),
        (Confederate, "Pelham", "2501", 1, "FR 17.12i"),
        (Confederate, "Ransom", "2027", 2, "FR 17.12b"),
    ];
    for (army, id, by, points, rule) in cases {
        assert_eq!(score(army, id, by), Some((points, rule.to_owned())), "{id} by {by}");
    }
    let divisions = scenario.units.iter().filter(|u| u.arm == Arm::Infantry && u.strength >= 10);
    assert_eq!(divisions.count(), 6, "17.0 counts six divisions");
}

#[test]
fn exclusive_rules_are_those_of_the_battle() {
    let scenario = scenario();
    let mut immobile = None;
    for rule in &scenario.exclusive {
        match rule {
            Exclusive::Fog(fog) => assert_eq!(fog.turns, [1, 7]),
            Exclusive::Quota(quota) => {
                assert_eq!((quota.army, quota.units), (Army::Union, 15));
                assert_eq!(quota.until_entered, Some(hex("0206")));
            }
            Exclusive::StartPoints(start) => {
                assert_eq!((start.army, start.points), (Army::Confederate, 4));
            }
            Exclusive::SuddenVictory(sudden) => {
                assert_eq!(
                    (sudden.turn, sudden.army, sudden.ratio),
                    (5, Army::Confederate, (3, 1))
                );
                assert_eq!(sudden.unless_held, ["1113", "1711", "2401"].map(hex));
            }
            Exclusive::Either(either) => {
                let names = |ids: &[_]| ids.iter().map(|u| scenario.unit(*u).id.clone()).collect();
                let (one, other): (Vec<_>, Vec<_>) = (names(&either.one), names(&either.other));
                assert_eq!(one, ["Early"]);
                assert_eq!(other, ["Lawton", "Trimble", "Hoke", "Hays"]);
            }
            Exclusive::Occupation(occupation) => {
                let points: u32 = occupation
                    .hexes
                    .iter()
                    .filter_map(|o| o.score.as_ref())
                    .map(|s| s.points)
                    .sum();
                assert_eq!((occupation.hexes.len(), points), (6, 66));
            }
            Exclusive::Immobile(kind) => immobile = Some(kind),
            Exclusive::Entry(_)
            | Exclusive::Exit(_)
            | Exclusive::Losses(_)
            | Exclusive::Victory(_) => {}
            other => panic!("Fredericksburg has no `{}`", other.word()),
        }
    }
    assert_eq!(scenario.exclusive.len(), 11);
    // Ten of the twelve Union guns and brigades of horse stand on the east bank.
    let immobile = immobile.expect("Fredericksburg holds units back");
    let held = scenario.units.iter().filter(|unit| {
        let stands = matches!(unit.start, Start::At(at) if immobile.hexes.contains(&at));
        unit.army == immobile.army && immobile.arms.contains(&unit.arm) && stands
    });
    assert_eq!(held.count(), 10);
    let crossings = ["0524", "0611", "0909", "1305"].map(hex);
    assert!(immobile.releases.iter().any(|release| matches!(
        release,
        Release::EnemyEnters { hexes, .. } if *hexes == crossings
    )));
}

#[test]
fn every_rule_of_the_battle_says_who_keeps_it() {
    let scenario = scenario();
    for rule in &scenario.rules {
        let placed = !rule.place.is_empty();
        assert_eq!(placed, rule.keeper != "code", "{}", rule.number);
        assert!(!rule.gist.ends_with('.') && rule.gist.len() < 120, "{}", rule.number);
    }
    let printed = "13.0 14.0 14.1 14.2 14.31 14.32 15.0 15.11 15.12 15.13 15.21 15.22 16.1 16.2 \
                   17.0 17.11 17.12 17.13 17.21 17.22 17.23 17.31 17.32 17.33 17.34 17.35 18.0 \
                   19.0 19.11 19.12 19.13";
    for number in printed.split_whitespace() {
        let full = format!("FR {number}");
        let lettered = |n: &str| n.strip_prefix(&full).is_some_and(|rest| rest.len() <= 1);
        assert!(scenario.rules.iter().any(|r| lettered(&r.number)), "{full}");
    }
}

/// A change to one file, and what is then said, where, and what would be right.
struct Fault {
    pack: Pack,
    from: &'static str,
    to: &'static str,
    /// What stands where the complaint points.
    at: &'static str,
    /// How its headline begins.
    says: &'static str,
    /// What its help has in it.
    helps: &'static str,
}

const fn fault(
    pack: Pack,
    from: &'static str,
    to: &'static str,
    at: &'static str,
    says: &'static str,
    helps: &'static str,
) -> Fault {
    Fault { pack, from, to, at, says, helps }
}

const COBB: &str = "{id: Cobb,          type: infantry,  strength: 6,  at: \"1112\"}";
const EARLY: &str = "{id: Early,         type: infantry,  strength: 20, due: 2, entry: [\"2501\"]}";

#[rustfmt::skip]
const FAULTS: &[Fault] = &[
    // The file as a whole.
    fault(Pack::Scenario, "turns: 11", "turn: 11", "turn:", "unknown key `turn` in this scenario", "`turns`"),
    fault(Pack::Scenario, "turns: 11", "turns: 0", "0", "`turns` cannot be `0`", ""),
    fault(Pack::Scenario, "game: blue_gray", "game: chess", "chess", "`game` cannot be `chess`", "blue_gray"),
    fault(Pack::Scenario, "provenance: printed", "provenance: print", "print", "`provenance` cannot be `print`", "write printed or"),
    fault(Pack::Scenario, "[confederate, union]", "[union, union]", "[union", "`order` must name both sides", "[confederate, union]"),
    fault(Pack::Scenario, "[confederate, union]", "confederate", "confederate", "`order` must name both sides", ""),
    fault(Pack::Scenario, "night: [6]", "night: [12]", "12", "`12` is not a game-turn of this battle", "1 to 11"),
    fault(Pack::Scenario, "night: [6]", "night: [6, 6]", "6]", "night turn 6 is not after", "once"),
    fault(Pack::Scenario, "night: [6]", "night: six", "six", "`night` must be a list", ""),
    fault(Pack::Scenario, "union: \"0206\", confederate", "confederate", "{confederate", "`union` is missing from this list of bases", "add `union"),
    fault(Pack::Scenario, "confederate: \"2501\"}", "confederate: \"2601\"}", "\"2601\"", "2601 is not on the map", "columns 01 to 25"),
    fault(Pack::Scenario, "prefix: FR", "prefix: FB", "FB", "`prefix` is `FB` here and `FR` in rules.yaml", "same"),
    fault(Pack::Scenario, "scenario: fredericksburg", "scenario: fredricksburg", "fredricksburg", "`scenario` is `fredricksburg` here", "same"),
    fault(Pack::Scenario, "title: Fredericksburg,", "title: Frédericksburg,", "Fr", "`é` (U+00E9)", "ASCII"),
    // Units.
    fault(Pack::Scenario, "id: Cobb", "id: Co:bb", "Co:bb", "`id` cannot be `Co:bb`: :", ""),
    fault(Pack::Scenario, "id: Cobb", "id: Cobb 1862", "Cobb 1862", "`id` cannot be `Cobb 1862`: four digits", ""),
    fault(Pack::Scenario, "id: Cobb", "id: Exit", "Exit", "`id` cannot be `Exit`: `Exit` is a word of the orders", ""),
    fault(Pack::Scenario, "id: Cobb", "id: Cobb to Lee", "Cobb to", "`id` cannot be `Cobb to Lee`: `to` is a word", ""),
    fault(Pack::Scenario, "id: Cobb", "id: 'O''Cobb'", "'O", "`id` cannot be `O'Cobb`", ""),
    fault(Pack::Scenario, "id: Cobb", "id: Lane", "Lane", "there is a Confederate unit `Lane` already", "`Lane 6` and `Lane 5`"),
    fault(Pack::Scenario, "id: Cobb", "id: lane", "Lane", "there is a Confederate unit `Lane` already", "`lane 6` and `Lane 5`"),
    fault(Pack::Scenario, "also: [Brksdl]", "also: [Cobb]", "Barksdale", "`Cobb` is a name of both Cobb and Barksdale", "leave it out"),
    fault(Pack::Scenario, "also: [Brksdl]", "also: [Brksdl, Brksdl]", "Brksdl]", "Brksdl stands twice in `also`", "leave one out"),
    fault(Pack::Scenario, "also: [Brksdl]", "also: Brksdl", "Brksdl", "`also` must be a list", ""),
    fault(Pack::Scenario, COBB, "{id: Cobb, type: infantry, at: \"1112\"}", "{id: Cobb", "`strength` is missing from this unit", "strength"),
    fault(Pack::Scenario, "infantry,  strength: 6,  at: \"1112\"", "infantery, strength: 6, at: \"1112\"", "infantery", "`infantery` is no type of unit", "`infantry`"),
    fault(Pack::Scenario, "strength: 6,  at: \"1112\"", "strength: 6c, at: \"1112\"", "6c", "`strength` cannot be `6c`", ""),
    fault(Pack::Scenario, "strength: 6,  at: \"1112\"", "strenght: 6, strength: 6, at: \"1112\"", "strenght", "unknown key `strenght` in this unit", "`strength`"),
    fault(Pack::Scenario, "at: \"1112\"", "at: \"1306\"", "\"1306\"", "no unit may stand on 1306, a water hex", ""),
    fault(Pack::Scenario, "at: \"1112\"", "at: \"0909\"", "\"0909\"", "no unit may stand on 0909, a pontoon hex", ""),
    fault(Pack::Scenario, "at: \"1112\"", "at: \"0428\"", "\"0428\"", "0428 is not on the map", "27 in even columns"),
    fault(Pack::Scenario, "at: \"1112\"", "at: \"112\"", "\"112\"", "`112` is not a hex number", "\"0206\""),
    fault(Pack::Scenario, "at: \"1112\"", "at: \"0206\"", "\"0206\"", "Cobb starts on 0206 with its enemy 3/V", ""),
    fault(Pack::Scenario, COBB, "{id: Cobb, type: infantry, strength: 6}", "{id: Cobb", "nobody says where this unit starts", "due: 4"),
    fault(Pack::Scenario, "at: \"1112\"", "at: \"1112\", due: 2", "\"1112\"", "a unit starts on the map or comes later", "leave out"),
    fault(Pack::Scenario, EARLY, "{id: Early, type: infantry, strength: 20, due: 2}", "{id: Early", "`entry` is missing from this unit", "entry"),
    fault(Pack::Scenario, "20, due: 2, entry: [\"2501\"]", "20, due: 12, entry: [\"2501\"]", "12", "`12` is not a game-turn", "1 to 11"),
    fault(Pack::Scenario, "20, due: 2, entry: [\"2501\"]", "20, due: 2, entry: [\"2501\", \"2501\"]", "\"2501\"]", "2501 stands twice in `entry`", "leave one out"),
    fault(Pack::Scenario, "20, due: 2, entry: [\"2501\"]", "20, due: 2, entry: []", "[]", "`entry` is empty", ""),
    fault(Pack::Scenario, "20, due: 2, entry: [\"2501\"]", "20, due: 2, entry: [\"1501\"]", "\"1501\"", "no unit may stand on 1501", ""),
    // Exclusive rules.
    fault(Pack::Scenario, "- fog:", "- frog:", "frog", "there is no kind of exclusive rule `frog`", "`fog`"),
    fault(Pack::Scenario, "- fog: {turns: [1, 7], rule: \"18.0\"}", "- fog", "fog", "an exclusive rule is one kind", "write `- kind"),
    fault(Pack::Scenario, "- fog: {turns: [1, 7], rule: \"18.0\"}", "- fog: {turns: [1, 7], rule: \"18.0\"}\n- fog: {turns: [2], rule: \"18.0\"}", "fog: {turns: [2]", "a second `fog`", "together"),
    fault(Pack::Scenario, "turns: [1, 7]", "turns: [1, 1]", "1]", "1 stands twice in `turns`", "leave one out"),
    fault(Pack::Scenario, "turns: [1, 7]", "turns: [1, 17]", "17", "`17` is not a game-turn", ""),
    fault(Pack::Scenario, "rule: \"18.0\"", "rule: \"18.1\"", "\"18.1\"", "rules.yaml has no number FR 18.1", "FR 18.0a"),
    fault(Pack::Scenario, "rule: \"18.0\"", "rule: FR 18.0", "FR 18.0", "rules.yaml has no number FR FR 18.0", "leave the prefix out"),
    fault(Pack::Scenario, "rule: \"18.0\"", "rule: \"28.0\"", "\"28.0\"", "rules.yaml has no number FR 28.0", "add FR 28.0"),
    fault(Pack::Scenario, "units: 15", "units: many", "many", "`units` must be a whole number", ""),
    fault(Pack::Scenario, "quota: {side: union", "quota: {side: nobody", "nobody", "`side` cannot be `nobody`", "union"),
    fault(Pack::Scenario, "until_entered: \"0206\"", "until_entred: \"0206\"", "until_entred", "unknown key `until_entred`", "`until_entered`"),
    fault(Pack::Scenario, "area: east_bank", "area: east_bnak", "east_bnak", "the map has no area `east_bnak`", "`east_bank`"),
    fault(Pack::Scenario, "[pontoons, fords]", "[pontoons, ferries]", "ferries", "the map has no area `ferries`", ""),
    fault(Pack::Scenario, "own_exit: [\"2501\", \"2027\"]", "own_exit: [\"2501\", \"2026\"]", "\"2026\"", "2026 is no exit of this battle", "0113, 2027, 2501"),
    fault(Pack::Scenario, "enemy_within: 3", "enemy_near: 3", "enemy_near", "unknown key `enemy_near`", ""),
    fault(Pack::Scenario, "one: [Early]", "one: [Erly]", "Erly", "there is no Confederate unit `Erly`", "`Early`"),
    fault(Pack::Scenario, "one: [Early]", "one: [Cobb]", "[Cobb]", "the units of both forms do not come together", "same `due`"),
    fault(Pack::Scenario, "one: [Early]", "one: [Hoke]", "[Lawton", "a unit stands in both forms", "leave it out"),
    fault(Pack::Scenario, "by: \"0113\", side: union, type: [cavalry]", "by: \"0114\", side: union, type: [cavalry]", "\"0114\"", "0114 is no exit", "`hexes`"),
    fault(Pack::Scenario, "per: strength, rule: \"17.12c\"", "per: point, rule: \"17.12c\"", "point", "`per` cannot be `point`", "unit or strength"),
    fault(Pack::Scenario, "at: \"2401\", holder", "at: \"1113\", holder", "\"1113\"", "1113 is an objective twice", "leave one out"),
    fault(Pack::Scenario, "ratio: 3 to 1", "ratio: 3-1", "3-1", "`ratio` cannot be `3-1`: write a ratio as `3 to 1`", ""),
    fault(Pack::Scenario, "crowded: within phase", "crowded: yes", "yes", "`crowded` cannot be `yes`", "within phase or never"),
    fault(Pack::Scenario, "by: higher total", "by: dice", "dice", "`by` cannot be `dice`", "higher total"),
    // The other packs.
    fault(Pack::Rules, "number: FR 14.1,", "number: FR 14.0,", "FR 14.0", "FR 14.0 stands twice", "letter"),
    fault(Pack::Rules, "number: FR 14.1,", "number: 14.1,", "14.1", "`14.1` does not begin with `FR `", "`FR 14.1`"),
    fault(Pack::Rules, "number: FR 15.11, keeper: code", "number: FR 15.11, keeper: cod", "cod", "`keeper` cannot be `cod`", "`code`"),
    fault(Pack::Rules, "place: \"scenario.yaml, fog\", ", "", "{number: FR 14.32b", "`place` is missing from this rule", "place"),
    fault(Pack::Charts, "\"2\":     AR  AR  AR", "\"2\":     AR  AX  AR", "AX", "`AX` is no result of the table", "AE, AR"),
    fault(Pack::Charts, "forest:       {cost: 3", "forest:       {cost: -3", "-3", "`cost` cannot be `-3`", ""),
    fault(Pack::Charts, "cost: +2", "cost: 2", "2", "`cost` cannot be `2`: write +0", ""),
    fault(Pack::Charts, "forest:       {", "forrest:       {", "forrest", "no map has `forrest`", "`forest`"),
    fault(Pack::Charts, "replaces: water, rule: \"5.3\", certainty: high}\n  ford", "rule: \"5.3\", certainty: high}\n  ford", "{cost: +0", "`replaces` is missing", "replaces"),
    fault(Pack::Charts, "mode: at_most", "mode: fixed", "fixed", "`mode` cannot be `fixed`", "at_most"),
    fault(Pack::Map, "fords: 0524", "fords: 2924", "2924", "", ""),
];

#[test]
fn faults_are_named_where_they_stand() {
    let mut wrong = Vec::new();
    for fault in FAULTS {
        let mut battle = fredericksburg();
        let text = battle.text(fault.pack);
        assert!(text.contains(fault.from), "the file has no `{}`", fault.from);
        let changed = text.replacen(fault.from, fault.to, 1);
        let file = match fault.pack {
            Pack::Scenario => &mut battle.scenario,
            Pack::Map => &mut battle.map,
            Pack::Charts => &mut battle.charts,
            Pack::Rules => &mut battle.rules,
        };
        *file = changed.clone().leak();
        let (scenario, complaints) = load(&battle);
        let points_at = |span: Span| {
            let line = changed.lines().nth(span.line as usize - 1).unwrap_or_default();
            let rest: String = line.chars().skip(span.column as usize - 1).collect();
            rest.starts_with(fault.at)
        };
        let found = complaints.iter().any(|(pack, complaint)| {
            let help = complaint.help.as_deref().unwrap_or_default();
            *pack == fault.pack
                && complaint.headline.starts_with(fault.says)
                && help.contains(fault.helps)
                && points_at(complaint.span)
        });
        let stops = complaints.iter().any(|(_, c)| c.headline.ends_with('.'));
        if !found || scenario.is_some() || stops {
            wrong.push(format!("{} -> {}: {complaints:#?}", fault.from, fault.to));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(FAULTS.len() >= 70);
}

#[test]
fn all_complaints_of_all_packs_come_at_once() {
    let mut battle = fredericksburg();
    let scenario = battle.scenario.replacen("turns: 11", "turns: 0", 1);
    let scenario = scenario.replacen("id: Cobb", "id: Lane", 1);
    let scenario = scenario.replacen("rule: \"18.0\"", "rule: \"18.9\"", 1);
    battle.scenario = scenario.leak();
    battle.rules = battle.rules.replacen("keeper: data", "keeper: dat", 1).leak();
    battle.charts = battle.charts.replacen("cost: 6", "cost: six", 1).leak();
    let (scenario, complaints) = load(&battle);
    assert!(scenario.is_none());
    let packs: Vec<Pack> = complaints.iter().map(|(pack, _)| *pack).collect();
    assert!(packs.is_sorted(), "pack by pack: {packs:?}");
    for pack in [Pack::Scenario, Pack::Charts, Pack::Rules] {
        assert!(packs.contains(&pack), "{pack}: {complaints:#?}");
    }
    let lines: Vec<u32> = complaints
        .iter()
        .filter(|(pack, _)| *pack == Pack::Scenario)
        .map(|(_, complaint)| complaint.span.line)
        .collect();
    assert!(lines.len() >= 2 && lines.is_sorted(), "in the order of the file: {lines:?}");
}

#[test]
fn a_third_unit_on_a_start_hex_is_a_warning() {
    let mut battle = fredericksburg();
    let crowded = battle.scenario.replacen("at: \"1802\"", "at: \"1703\"", 1);
    battle.scenario = crowded.leak();
    let (scenario, complaints) = load(&battle);
    assert!(scenario.is_some(), "a warning does not refuse");
    let [(Pack::Scenario, warning)] = complaints.as_slice() else {
        panic!("one warning: {complaints:#?}");
    };
    assert!(!warning.is_error());
    assert_eq!(warning.to_string(), "3/1/I starts on 1703, which has 2 units already (6.0)");
}

#[test]
fn a_map_with_terrain_that_the_charts_lack_is_refused() {
    let mut battle = fredericksburg();
    let start = battle.charts.find("  ford_hex:").expect("a row");
    let end = battle.charts.find("\nways:").expect("the next section");
    let without = format!("{}{}", &battle.charts[..start], &battle.charts[end..]);
    battle.charts = without.leak();
    let (scenario, complaints) = load(&battle);
    assert!(scenario.is_none());
    assert!(
        complaints.iter().any(|(pack, c)| *pack == Pack::Charts
            && c.headline == "the map has ford_hex, the charts do not"),
        "{complaints:#?}"
    );
}
