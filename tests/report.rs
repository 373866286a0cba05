//! Reports, move logs, forms and diagnostics as their readers get them, whole.
//!
//! `UPDATE=1` writes the outputs anew; read them aloud before you keep them.

mod battle;

use battle::{battle, hex, unit};
use proptest::prelude::*;
use provost::board::odds::Odds;
use provost::document::{Diagnostic, Span};
use provost::games::blue_gray::answers::{NewStanding, Orders, Result as Outcome};
use provost::games::blue_gray::events::{
    Attack, Cause, Defender, Event, Loss, March, Passed, Reach,
};
use provost::games::blue_gray::exclusive::{Exclusive, either, entry, exit, fog, quota};
use provost::games::blue_gray::form::{Contact, FormFacts, Held, form, halt_form};
use provost::games::blue_gray::position::{Award, Marks, Place, Position};
use provost::games::blue_gray::scenario::{Army, Scenario};
use provost::games::blue_gray::{grammar, ledger, movelog, tell};
use provost::play::view::{Kind, Line, Table};
use provost::play::{Ask, Source};
use provost::report::{diagnostics, text};
use provost::rule::Rule;

/// Compares with `tests/report/NAME`, or writes it under `UPDATE=1`.
#[track_caller]
fn snapshot(name: &str, output: &str) {
    let path = format!("{}/tests/report/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, output).expect("tests/report can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(output == expected, "{name} differs:\n{output}");
}

fn rule(number: &str) -> Rule {
    Rule::read(number)
}

fn odds(text: &str) -> Odds {
    text.parse().expect("odds")
}

fn scenario() -> Scenario {
    let mut scenario = battle(Vec::new(), &[]);
    let one = vec![unit(&scenario, "Hood")];
    let other = vec![unit(&scenario, "Law")];
    scenario.exclusive = vec![
        Exclusive::Entry(entry::Entry {
            cost: 1,
            crowded: true,
            rule: rule("FM 15.13"),
            arrival: rule("FM 15.0"),
        }),
        Exclusive::Exit(exit::Exit {
            hexes: vec![hex("1501")],
            cost: 1,
            scores: Vec::new(),
            rule: rule("FM 17.31"),
            place: rule("FM 17.32"),
        }),
        Exclusive::Fog(fog::Fog { turns: vec![6], rule: rule("FM 18.0") }),
        Exclusive::Quota(quota::Quota {
            army: Army::Union,
            units: 15,
            until_entered: Some(hex("0206")),
            rule: rule("FM 19.0"),
        }),
        Exclusive::Either(either::Either { one, other, rule: rule("FM 15.22") }),
    ];
    scenario
}

/// A player-turn in which everything happens at least once.
fn events(s: &Scenario) -> Vec<Event> {
    let u = |id: &str| unit(s, id);
    let step = |number: &str, cost: u8| (hex(number), cost);
    let march = March {
        unit: u("Rodes/R"),
        from: Some(hex("1825")),
        steps: vec![step("1725", 1), step("1724", 3)],
        exit: None,
        allowance: 6,
        strategic: false,
        one_hex: false,
        zone: true,
    };
    let free = |unit: &str, from: Option<&str>, steps: Vec<_>| March {
        unit: u(unit),
        from: from.map(hex),
        steps,
        zone: false,
        ..march.clone()
    };
    let attack = Attack {
        at: vec![hex("1723")],
        by: vec![
            (u("Rodes/R"), 5, Reach::Adjacent),
            (u("Colquitt/R"), 5, Reach::Adjacent),
            (u("Carter/R"), 2, Reach::Bombarding),
        ],
        missing: vec![u("Ramseur/R")],
        aside: vec![u("McGowan/H")],
        against: vec![Defender {
            unit: u("1/XI"),
            at: hex("1723"),
            strength: 9,
            multiplier: 1,
            benefit: String::new(),
        }],
        attack: 12,
        defence: 9,
        odds: odds("1-1"),
        reduced_from: None,
        expected: Some("16 to 9, 1-1".to_owned()),
    };
    let defender = |unit: &str, at: &str, strength, multiplier, benefit: &str| Defender {
        unit: u(unit),
        at: hex(at),
        strength,
        multiplier,
        benefit: benefit.to_owned(),
    };
    let die = |label: &str, face, result| Event::Die { label: label.to_owned(), face, result };
    let mut all = vec![
        Event::TurnBegins {
            turn: 6,
            army: Army::Confederate,
            weather: vec![("fog".to_owned(), rule("FM 18.0"))],
        },
        Event::Rolled {
            label: "averell.ford.1".to_owned(),
            face: 3,
            meaning: "the ford is open".to_owned(),
            rule: rule("FM 16.3"),
        },
        Event::Moved(march.clone()),
        Event::Released { units: vec![u("2/Pleasonton")], rule: rule("FM 19.13") },
        Event::Moved(March {
            strategic: true,
            allowance: 12,
            ..free("1/F Lee/S", Some("1928"), vec![step("2028", 2), step("2128", 1)])
        }),
        Event::Moved(March {
            one_hex: true,
            allowance: 3,
            ..free("Doles/R", Some("1824"), vec![step("1823", 6)])
        }),
        Event::Moved(free("Hood", None, vec![step("1301", 1), step("1401", 1)])),
        Event::Struck { units: vec![u("Law")], rule: rule("FM 15.22") },
        Event::Occupied { hex: hex("1401"), army: Army::Confederate, rule: rule("FM 17.21") },
        Event::Moved(March {
            exit: Some(1),
            ..free("Paxton/C", Some("1502"), vec![step("1501", 1)])
        }),
        Event::Points {
            army: Army::Confederate,
            award: Award::Exited,
            points: 5,
            what: "Paxton/C".to_owned(),
            rule: rule("FM 17.12a"),
        },
        Event::QuotaLifted { army: Army::Union, rule: rule("FM 19.0") },
        Event::Moved(March {
            zone: true,
            allowance: 1,
            ..free("Iverson/R", Some("1925"), vec![step("1924", 1)])
        }),
        Event::Moved(free("McGowan/H", Some("1824"), vec![])),
        Event::Stopped {
            unit: u("Iverson/R"),
            at: Some(hex("1924")),
            why: "Iverson/R may not go from 1924 to 1923, both in enemy zones".to_owned(),
            rules: vec![rule("5.0")],
        },
        Event::Duties {
            attackers: vec![u("Rodes/R"), u("Colquitt/R"), u("Iverson/R")],
            targets: vec![u("1/XI"), u("3/XI"), u("2/Pleasonton")],
        },
        Event::Retreated {
            unit: u("Lane/H"),
            from: hex("2115"),
            to: Some(hex("2116")),
            cause: Cause::FallBack,
            source: Source::Default,
            skipped: vec![],
        },
        Event::DutyAdded { combat: hex("1722"), by: vec![u("Iverson/R")] },
        Event::Attack(attack.clone()),
        die("1723.crt.1", 2, Outcome::DR),
        Event::Pushed {
            unit: u("XI"),
            from: hex("1622"),
            to: hex("1522"),
            source: Source::Default,
        },
        Event::Retreated {
            unit: u("1/XI"),
            from: hex("1723"),
            to: Some(hex("1622")),
            cause: Cause::Combat,
            source: Source::Standing,
            skipped: vec![
                (hex("1624"), rule("8.51")),
                (hex("1623"), rule("8.52, ruling BG-chain")),
            ],
        },
        Event::Advanced {
            unit: u("Colquitt/R"),
            from: hex("1724"),
            to: hex("1723"),
            source: Source::Order,
            by: "won".to_owned(),
        },
    ];
    let alone = |unit: &str, strength| vec![(u(unit), strength, Reach::Adjacent)];
    let plain = Attack { missing: vec![], aside: vec![], expected: None, ..attack.clone() };
    all.extend([
        Event::Attack(Attack {
            at: vec![hex("1822")],
            by: alone("Ramseur/R", 4),
            against: vec![
                defender("2/Pleasonton", "1822", 4, 1, ""),
                defender("3/XI", "1822", 10, 2, "stream"),
                defender("1/XI", "1822", 0, 1, ""),
            ],
            attack: 4,
            defence: 24,
            odds: odds("1-2"),
            ..plain.clone()
        }),
        Event::CavalryGoes {
            unit: u("2/Pleasonton"),
            from: hex("1822"),
            path: [hex("1821"), hex("1721")],
            source: Source::Any,
        },
        Event::NewOdds { attack: 4, defence: 20, odds: odds("1-2") },
        die("1822.crt.1", 6, Outcome::AE),
        Event::Eliminated {
            unit: u("Ramseur/R"),
            at: hex("1823"),
            why: Loss::Combat(Outcome::AE),
            source: None,
        },
        Event::Points {
            army: Army::Union,
            award: Award::Eliminated,
            points: 4,
            what: "Ramseur/R".to_owned(),
            rule: rule("FM 17.11"),
        },
        Event::Stayed {
            cleared: vec![hex("1823")],
            army: Army::Union,
            source: Source::Default,
            by: "advance".to_owned(),
        },
        Event::Attack(Attack {
            at: vec![hex("1721")],
            by: alone("Doles/R", 4),
            against: vec![defender("2/Pleasonton", "1721", 4, 1, "")],
            attack: 4,
            defence: 4,
            odds: odds("1-2"),
            reduced_from: Some(odds("1-1")),
            ..plain.clone()
        }),
        Event::CavalryStands { unit: u("2/Pleasonton"), source: Source::Default },
        die("1721.crt.2", 6, Outcome::EX),
        Event::Eliminated {
            unit: u("2/Pleasonton"),
            at: hex("1721"),
            why: Loss::Combat(Outcome::EX),
            source: None,
        },
        Event::Eliminated {
            unit: u("Doles/R"),
            at: hex("1820"),
            why: Loss::Combat(Outcome::EX),
            source: Some(Source::OnlyChoice),
        },
        Event::NoAdvance { unit: u("Doles/R"), to: Some(hex("1721")), rule: rule("8.6") },
        Event::Attack(Attack {
            at: vec![hex("1621"), hex("1622")],
            by: vec![(u("Iverson/R"), 4, Reach::Adjacent), (u("Colquitt/R"), 5, Reach::Adjacent)],
            against: vec![
                Defender {
                    unit: s.find(Army::Union, "I").expect("a battery"),
                    ..defender("V", "1621", 3, 2, "rough")
                },
                defender("XI", "1622", 2, 2, "redoubt"),
            ],
            attack: 9,
            defence: 10,
            odds: odds("1-2"),
            ..plain.clone()
        }),
        die("1621.crt.1", 4, Outcome::AR),
        Event::Retreated {
            unit: u("Iverson/R"),
            from: hex("1722"),
            to: Some(hex("1821")),
            cause: Cause::Combat,
            source: Source::Order,
            skipped: vec![],
        },
        Event::Ineffective { unit: u("Iverson/R") },
        Event::Eliminated {
            unit: u("Colquitt/R"),
            at: hex("1722"),
            why: Loss::NoRetreat,
            source: None,
        },
        Event::Eliminated {
            unit: u("Carter/R"),
            at: hex("1722"),
            why: Loss::NoDisplacement,
            source: None,
        },
        Event::Advanced {
            unit: u("XI"),
            from: hex("1622"),
            to: hex("1722"),
            source: Source::Standing,
            by: "advance".to_owned(),
        },
        Event::Attack(Attack {
            at: vec![hex("1523")],
            by: vec![(u("H Jones/C"), 2, Reach::Bombarding)],
            against: vec![defender("V", "1523", 4, 2, "line of sight over water")],
            attack: 2,
            defence: 8,
            odds: odds("1-2"),
            ..plain.clone()
        }),
        die("1523.crt.1", 1, Outcome::DR),
        Event::Retreated {
            unit: u("V"),
            from: hex("1523"),
            to: None,
            cause: Cause::Train,
            source: Source::OnlyChoice,
            skipped: vec![],
        },
        Event::Attack(Attack {
            by: alone("Rodes/R", 5),
            against: vec![defender("2/Pleasonton", "1723", 4, 1, "")],
            attack: 5,
            defence: 4,
            ..plain
        }),
        Event::Evaded { combat: hex("1723") },
        Event::PassedOver { combat: hex("1722"), why: Passed::Condition },
        Event::PassedOver { combat: hex("1722"), why: Passed::Least(odds("2-1")) },
        Event::PassedOver { combat: hex("1722"), why: Passed::Fought },
        Event::PassedOver { combat: hex("1722"), why: Passed::NobodyThere },
        Event::PassedOver { combat: hex("1722"), why: Passed::NoAttackers },
        Event::PassedOver {
            combat: hex("1722"),
            why: Passed::Illegal(
                "H Jones/C alone has 1-4, the floor is 1-3".to_owned(),
                rule("8.73"),
            ),
        },
        Event::Recovered { units: vec![u("Iverson/R"), u("Lane/H")] },
        Event::TurnEnds { points: [5, 14] },
        Event::GameOver {
            winner: Some(Army::Union),
            level: "Confederate 5, Union 14".to_owned(),
            rule: rule("FM 17.0"),
        },
    ]);
    all
}

fn after(s: &Scenario) -> Position {
    let mut position = Position::deployment(s);
    position.turn = 6;
    position.phasing = Army::Union;
    position.award(Army::Confederate, Award::Start, 4);
    position.award(Army::Confederate, Award::Exited, 5);
    position.award(Army::Union, Award::Eliminated, 4);
    position.mark(unit(s, "3/XI"), Marks::INEFFECTIVE);
    let gone = unit(s, "2/Pleasonton");
    position.put(&s.map, gone, Place::Map(hex("1422")));
    position
}

fn union_form(s: &Scenario, position: &Position) -> Vec<String> {
    let allowance = |id| if s.unit(id).id.ends_with("Pleasonton") { 4 } else { 3 };
    let strategic = |id| (s.unit(id).id == "Reserve").then_some(6);
    let bound = |id| {
        let (name, hex) = (&s.unit(id).id, position.hex(id)?);
        let headline = format!("{name} may not leave {hex}, it is in an enemy zone of control");
        let held = ["1/XI", "3/XI"].contains(&name.as_str());
        held.then(|| Diagnostic::error(Span::NONE, headline).rule(rule("5.1")))
    };
    let contacts = [
        Contact { at: hex("1824"), own: vec![unit(s, "1/XI")] },
        Contact { at: hex("1726"), own: vec![unit(s, "1/XI"), unit(s, "3/XI")] },
    ];
    let held = |section, line: &str, holds| Held { section, line: line.to_owned(), holds };
    let standing = [
        held("retreat", "1/XI: 1622 1623", true),
        held("retreat", "any: toward 1418, alone if possible", true),
        held(
            "cavalry",
            "2/Pleasonton: go at 2-1 or worse, 1419 1418 or 1519 1518 or 1420 1320",
            true,
        ),
        held("advance", "XI: 1722", false),
    ];
    let facts = FormFacts {
        title: "HL-07",
        label: "bubble-gospel-43",
        allowance: &allowance,
        strategic: &strategic,
        bound: &bound,
        contacts: &contacts,
        standing: &standing,
    };
    form(s, position, Army::Union, &facts)
}

#[test]
fn a_report_with_every_event() {
    let s = scenario();
    let position = after(&s);
    let events = events(&s);
    let told = tell::tell(&s, &events);
    let understood = [
        Line::fact(0, "position: rabbit-ocean-08"),
        Line::fact(0, "move:"),
        Line::fact(0, "- Rodes/R: 1725 1724"),
        Line::new(Kind::Notice, 1, "typed \u{201c}rodes: 1725 1724\u{201d}: Rodes is Rodes/R"),
    ];
    let awaited = [Line::fact(0, "The orders of the Union for turn 6, by 2026-12-04 18:00 UTC")];
    let report = text::Report {
        eyes: None,
        title: "The Flank March, HL-07",
        game: "hl-07-2026-9f3a12cd",
        turn: "turn 6, Confederate player-turn",
        label: "bubble-gospel-43",
        understood: &understood,
        events: &told,
        tables: &[ledger::losses(&s, &events), ledger::points(&s, &position)],
        awaited: &awaited,
        form: &union_form(&s, &position),
    };
    let output = text::report(&report);
    fits(&output);
    snapshot("turn.txt", &output);
}

#[test]
fn the_same_events_as_a_move_log() {
    let s = scenario();
    let log = movelog::print(&s, &events(&s));
    assert_eq!(movelog::parse(&s, &log), Ok(events(&s)));
    fits(&log);
    snapshot("turn.log", &log);
}

#[track_caller]
fn fits(output: &str) {
    for line in output.lines() {
        assert!(line.len() <= 72 && line.is_ascii() && !line.ends_with(' '), "{line}");
    }
}

#[test]
fn a_quiet_night_turn() {
    let s = scenario();
    let events = [
        Event::TurnBegins {
            turn: 7,
            army: Army::Union,
            weather: vec![("night".to_owned(), rule("9.0"))],
        },
        Event::TurnEnds { points: [1, 0] },
    ];
    let told = tell::tell(&s, &events);
    let output = text::lines(&told);
    fits(&output);
    snapshot("night.txt", &output);
}

#[test]
fn a_report_for_one_pair_of_eyes_says_so_first() {
    let report = text::Report {
        eyes: Some("THE UNION PLAYER"),
        title: "The Flank March, HL-07",
        game: "hl-07-2026-9f3a12cd",
        turn: "turn 6, Confederate player-turn",
        label: "bubble-gospel-43",
        ..text::Report::default()
    };
    let output = text::report(&report);
    assert!(
        output.starts_with("FOR THE EYES OF THE UNION PLAYER ONLY\n\nThe Flank March"),
        "{output}"
    );
}

#[test]
fn a_halt_lists_the_questions_and_the_legal_answers() {
    let ask = |key: &str, choices: &[&str], default, number| Ask {
        key: key.to_owned(),
        whose: "union".to_owned(),
        choices: choices.iter().map(|choice| (*choice).to_owned()).collect(),
        default,
        rule: rule(number),
    };
    let asks = [
        ask("attack.1722.retreat.1/XI", &["1622", "1623"], 1, "8.5"),
        ask(
            "attack.1722.cavalry.2/Pleasonton",
            &["stand", "go, 1821 1721", "go at 2-1 or worse, 1821 1721 or 1921 1920"],
            0,
            "11.2",
        ),
        ask("attack.1722.advance@2", &["stay", "3/XI 1822"], 0, "8.6"),
    ];
    let lines = halt_form("HL-07", 6, "Union", "rabbit-ocean-08", &asks);
    assert!(lines.iter().all(|line| line.starts_with("# ") && line.len() <= 67), "{lines:?}");
    snapshot("halt.txt", &(lines.join("\n") + "\n"));
    let s = scenario();
    let kept = |line: &&String| !line.starts_with("# - ");
    let head: Vec<&str> = lines.iter().filter(kept).map(|line| &line[2..]).collect();
    for (i, line) in lines.iter().enumerate().filter(|(_, line)| line.starts_with("# - ")) {
        let mut file =
            head.iter().filter(|line| !line.starts_with("    ")).copied().collect::<Vec<_>>();
        file.push(&line[2..]);
        file.extend(
            lines.get(i + 1).map(|next| &next[2..]).filter(|next| next.starts_with("    ")),
        );
        let orders = read_orders(&s, &after(&s), &(file.join("\n") + "\n"));
        assert_eq!(orders.answers.len(), 1, "{line}");
    }
}

#[test]
fn a_form_is_all_comments_and_without_them_a_file_that_holds() {
    let s = scenario();
    let lines = union_form(&s, &after(&s));
    for line in &lines {
        assert!(
            line.starts_with("# ") && line.chars().count() <= 67 && !line.ends_with(' '),
            "{line}"
        );
    }
    let used: Vec<&str> = lines.iter().map(|line| &line[2..]).collect();
    let used = used.join("\n") + "\n";
    snapshot("used_form.yaml", &used);
    let orders = read_orders(&s, &after(&s), &used);
    assert_eq!((orders.moves.len(), orders.fall_back.len()), (6, 1));
    let Some(NewStanding::Replaced(standing)) = orders.standing else {
        panic!("no standing orders")
    };
    assert_eq!((standing.retreat.len(), standing.cavalry.len()), (2, 1));
    let commented = grammar::open(&(lines.join("\n") + "\n")).expect_err("no orders found");
    assert_eq!(commented.len(), 1, "{commented:?}");
}

/// Reads a file of orders as the program does when a mail brings it.
#[track_caller]
fn read_orders(s: &Scenario, position: &Position, text: &str) -> Orders {
    let file = grammar::open(text).unwrap_or_else(|complaints| panic!("{complaints:?}"));
    let names = grammar::Names::new(s, position, file.head.army.value);
    let reading = file.read(&names).unwrap_or_else(|complaints| panic!("{complaints:?}"));
    assert_eq!(reading.repairs, [], "a form needs no repair");
    reading.orders
}

#[test]
fn a_form_at_night_has_no_attack_section() {
    let s = scenario();
    let mut position = after(&s);
    position.turn = 7;
    let lines = union_form(&s, &position).join("\n");
    assert!(lines.contains("NIGHT: no combat"), "{lines}");
    assert!(!lines.contains("attack:") && !lines.contains("fall back:"), "{lines}");
    assert!(lines.contains("# - 2/I: hold"), "due on turn 7: {lines}");
}

const ORDERS: &str = "orders: HL-07 turn 6 Confederate\r
position: bubble-gospel-43\r
move:\r
- Rodes/R, Colquitt/R: 1726 1821 1822\r
- Rode\u{455}/R:\t1725\r
- \u{5c0f}\u{6797}: 1724 Hood\r
- Iverson/R: 1925 1924 1923 1922 1921 1920 1919 1918 1917 1916 1915 1914 1913 1912 1911 1910 1909 1908 1907 1906\r
note: caf\u{e9}\u{200b}\u{202e} at the tavern";

fn complaints() -> Vec<Diagnostic> {
    let span = |line, column, length| Span { line, column, length };
    vec![
        Diagnostic::warning(span(8, 11, 2), "the note has characters that do not show"),
        Diagnostic::error(span(6, 12, 4), "Hood is a unit, not a hex"),
        Diagnostic::error(span(7, 69, 4), "Iverson/R has 6 movement points, 1914 would be the twelfth")
            .rule(rule("7.2")),
        Diagnostic::error(span(7, 14, 99), "the route is longer than a march can be"),
        Diagnostic::error(span(5, 3, 7), "no unit `Rode\u{455}/R`")
            .with("the fifth character is U+0455, not the letter s")
            .help("write `Rodes/R`"),
        Diagnostic::error(span(4, 29, 4), "Rodes/R stops at 1821")
            .rule(rule("5.0"))
            .with("1821 is in the zone of control of 3/XI, which stands on 1722, and a unit stops when it enters an enemy zone")
            .help("end the move at 1821"),
        Diagnostic::note(Span::NONE, "standing orders of turn 4 stay in force"),
        Diagnostic::error(span(99, 1, 1), "a place that the text does not have"),
    ]
}

#[test]
fn diagnostics_point_at_the_text() {
    let file = diagnostics::File { name: "turn-6.yaml", text: ORDERS };
    let plain = diagnostics::render(&file, &complaints(), diagnostics::Paint::Plain);
    for line in plain.lines() {
        assert!(line.chars().count() <= 72 && !line.ends_with(' '), "{line}");
    }
    snapshot("diagnostics.txt", &plain);
    let mut backwards = complaints();
    backwards.reverse();
    assert_eq!(diagnostics::render(&file, &backwards, diagnostics::Paint::Plain), plain);
    assert_eq!(diagnostics::summary(&complaints()).as_deref(), Some("6 errors, 1 warning, 1 note"));
    assert_eq!(diagnostics::summary(&[]), None);
}

#[test]
fn colours_add_nothing_but_colours() {
    let file = diagnostics::File { name: "turn-6.yaml", text: ORDERS };
    let plain = diagnostics::render(&file, &complaints(), diagnostics::Paint::Plain);
    let coloured = diagnostics::render(&file, &complaints(), diagnostics::Paint::Coloured);
    let mut stripped = String::new();
    let mut parts = coloured.split("\u{1b}[");
    stripped.push_str(parts.next().unwrap_or_default());
    let mut sequences = 0;
    for part in parts {
        stripped.push_str(part.split_once('m').expect("a colour ends with m").1);
        sequences += 1;
    }
    assert_eq!(stripped, plain);
    assert!(sequences > 20, "{sequences}");
}

#[test]
fn diagnostics_for_programs() {
    let file = diagnostics::File { name: "turn-6.yaml", text: ORDERS };
    let complaints = complaints();
    let json =
        serde_json::to_string_pretty(&diagnostics::entries(&file, &complaints)).expect("JSON");
    snapshot("diagnostics.json", &(json + "\n"));
}

#[test]
fn a_wide_table_is_written_row_by_row() {
    let column = |n: u32| format!("a long head of column {n}");
    let table = Table {
        title: "Figures".to_owned(),
        columns: (1..=4).map(column).collect(),
        rows: vec![("all".to_owned(), (1..=4).map(|n: u32| n.to_string()).collect())],
    };
    let report = text::Report { title: "x", tables: &[table], ..text::Report::default() };
    let output = text::report(&report);
    fits(&output);
    assert!(
        output.contains("all: a long head of column 1 1, a long head of column 2 2,"),
        "{output}"
    );
}

fn lines() -> impl Strategy<Value = Vec<Line>> {
    let kinds =
        prop::sample::select(vec![Kind::Heading, Kind::Fact, Kind::Die, Kind::Notice, Kind::Blank]);
    let words = prop_oneof!["([a-z0-9/]{1,12} ){0,30}", "\\PC{0,200}", "[ -~]{70,90}"];
    let rules = prop::collection::vec("[0-9.]{1,4}|\\PC{0,80}", 0..4);
    let line = (any::<u8>(), words, rules, kinds).prop_map(|(indent, text, rules, kind)| Line {
        indent,
        text,
        rules: rules.iter().map(|number| rule(number)).collect(),
        kind,
    });
    prop::collection::vec(line, 0..6)
}

proptest! {
    #[test]
    fn every_report_is_ascii_of_72_columns_and_loses_no_word(
        lines in lines(),
        names in prop::collection::vec("\\PC{0,100}", 4),
        form in prop::collection::vec("# \\PC{0,200}", 0..3),
    ) {
        let [title, game, turn, label] = names.as_slice() else { unreachable!("four names") };
        let report = text::Report {
            eyes: Some(turn),
            title,
            game,
            turn,
            label,
            understood: &lines,
            events: &lines,
            tables: &[],
            awaited: &lines,
            form: &form,
        };
        let output = text::report(&report);
        for line in output.lines() {
            prop_assert!(line.len() <= 72 && !line.ends_with(' '), "{line}");
            prop_assert!(line.bytes().all(|b| (b' '..=b'~').contains(&b)), "{line}");
        }
        let ink = |text: &str| text.replace(char::is_whitespace, "");
        let told = ink(&text::lines(&lines));
        for line in lines.iter().filter(|line| line.kind != Kind::Blank && line.text.is_ascii()) {
            let words = line.text.replace(char::is_control, " ");
            prop_assert!(told.contains(&ink(&words)), "{words} is missing in {told}");
        }
        let form_lines = output.lines().rev().take_while(|line| line.starts_with('#')).count();
        prop_assert!(form_lines >= form.len());
    }

    #[test]
    fn diagnostics_of_any_text_fit_and_command_no_terminal(
        text in "(\\PC|[\\t\\r\\n\u{1b}\u{202e}\u{5c0f}]){0,200}",
        place in (0u32..6, 0u32..300, 0u32..300),
        headline in "\\PC{0,100}",
    ) {
        let (line, column, length) = place;
        let span = Span { line, column, length };
        let file = diagnostics::File { name: "a\u{1b}[2J.yaml", text: &text };
        let complaint = Diagnostic::error(span, headline).help("look");
        let output = diagnostics::render(&file, &[complaint], diagnostics::Paint::Plain);
        for line in output.lines() {
            prop_assert!(!line.contains(|c: char| c.is_control() || c == '\u{202e}'), "{line:?}");
            prop_assert!(!line.ends_with(' '), "{line:?}");
        }
    }
}
