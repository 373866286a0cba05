//! The move log: what is printed reads back as the same events, and what cannot be read is
//! complained about at its place.

mod battle;

use battle::{battle, hex, unit};
use proptest::prelude::*;
use proptest::strategy::Union;
use provost::board::Hex;
use provost::board::odds::Odds;
use provost::games::blue_gray::answers::Result as Outcome;
use provost::games::blue_gray::events::{
    Attack, Cause, Defender, Event, Loss, March, Passed, Reach,
};
use provost::games::blue_gray::movelog::{parse, print};
use provost::games::blue_gray::position::Award;
use provost::games::blue_gray::scenario::{Army, Scenario, UnitId};
use provost::play::Source;
use provost::rule::Rule;

/// Names that could be taken for something else.
const HARD: [&str; 14] = [
    "1",
    "20",
    "1822",
    "x",
    "vs",
    "die",
    "union",
    "-1",
    "A+B (2)",
    "St. Jean_1",
    "W H F Lee/S",
    "a  b",
    "*2[x]",
    "M\u{fc}ller",
];

fn hard() -> Scenario {
    battle(Vec::new(), &HARD)
}

fn hexes() -> impl Strategy<Value = Hex> {
    (1u8..=99, 1u8..=99).prop_map(|(column, row)| Hex::new(column, row))
}

fn units() -> impl Strategy<Value = UnitId> {
    let last = hard().units.len() as u16;
    (0..last).prop_map(UnitId)
}

fn several<T: std::fmt::Debug>(one: impl Strategy<Value = T>) -> impl Strategy<Value = Vec<T>> {
    prop::collection::vec(one, 0..4)
}

fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z0-9.]{1,12}",
        "[ -~]{0,90}",
        "([a-z]{1,9} ){0,20}",
        prop::collection::vec(any::<char>(), 0..8).prop_map(|chars| chars.into_iter().collect()),
    ]
}

fn rules() -> impl Strategy<Value = Rule> {
    let known = ["8.52", "8.52, ruling BG-chain", "RR 15.4 (lakes)", "TEC", ")(", ""];
    prop_oneof![
        prop::sample::select(known.to_vec()).prop_map(Rule::read),
        texts().prop_map(|text| Rule::read(&text)),
    ]
}

fn armies() -> impl Strategy<Value = Army> {
    prop::sample::select(Army::BOTH.to_vec())
}

fn sources() -> impl Strategy<Value = Source> {
    prop::sample::select(Source::ALL.to_vec())
}

fn results() -> impl Strategy<Value = Outcome> {
    prop::sample::select(Outcome::ALL.to_vec())
}

fn odds() -> impl Strategy<Value = Odds> {
    prop_oneof![
        (1u32..=40).prop_filter_map("not 0", Odds::to_one),
        (1u32..=40).prop_filter_map("not 0", Odds::one_to),
        Just(Odds::ALL_TO_NONE),
        Just(Odds::NONE_TO_ALL),
    ]
}

fn instructions() -> impl Strategy<Value = String> {
    let known = ["won", "DR", "DE", "advance", "advance any", ""].map(str::to_owned);
    prop_oneof![prop::sample::select(known.to_vec()), texts()]
}

fn marches() -> impl Strategy<Value = March> {
    let flags = (any::<bool>(), any::<bool>(), any::<bool>());
    let costs = prop_oneof![Just(1u8), any::<u8>()];
    let steps = prop::collection::vec((hexes(), costs), 0..9);
    let from = prop::option::of(hexes());
    let parts = (units(), from, steps, prop::option::of(any::<u8>()), any::<u8>(), flags);
    parts.prop_map(|(unit, from, steps, exit, allowance, (strategic, one_hex, zone))| March {
        unit,
        from,
        steps,
        exit,
        allowance,
        strategic,
        one_hex,
        zone,
    })
}

fn defenders() -> impl Strategy<Value = Defender> {
    let benefits = prop_oneof![
        Just(String::new()),
        Just("rough".to_owned()),
        Just("line of sight over water".to_owned()),
        texts(),
    ];
    let parts = (units(), hexes(), prop_oneof![Just(9u16), any::<u16>()], any::<u8>(), benefits);
    parts.prop_map(|(unit, at, strength, multiplier, benefit)| Defender {
        unit,
        at,
        strength,
        multiplier,
        benefit,
    })
}

fn attacks() -> impl Strategy<Value = Attack> {
    let reach = prop::sample::select(vec![Reach::Adjacent, Reach::Bombarding]);
    let by = several((units(), prop_oneof![Just(5u16), any::<u16>()], reach));
    let who = (
        prop::collection::vec(hexes(), 1..3),
        by,
        several(units()),
        several(units()),
        several(defenders()),
    );
    let sums =
        (any::<u32>(), any::<u32>(), odds(), prop::option::of(odds()), prop::option::of(texts()));
    (who, sums).prop_map(
        |((at, by, missing, aside, against), (attack, defence, odds, reduced_from, expected))| {
            Attack {
                at,
                by,
                missing,
                aside,
                against,
                attack,
                defence,
                odds,
                reduced_from,
                expected,
            }
        },
    )
}

fn passed() -> impl Strategy<Value = Passed> {
    prop_oneof![
        Just(Passed::Condition),
        odds().prop_map(Passed::Least),
        Just(Passed::Fought),
        Just(Passed::NobodyThere),
        Just(Passed::NoAttackers),
        (texts(), rules()).prop_map(|(what, rule)| Passed::Illegal(what, rule)),
    ]
}

fn movement_events() -> Vec<BoxedStrategy<Event>> {
    let awards = prop::sample::select(Award::ALL.to_vec());
    vec![
        (any::<u8>(), armies(), several((texts(), rules())))
            .prop_map(|(turn, army, weather)| Event::TurnBegins { turn, army, weather })
            .boxed(),
        (texts(), any::<u32>(), texts(), rules())
            .prop_map(|(label, face, meaning, rule)| Event::Rolled { label, face, meaning, rule })
            .boxed(),
        marches().prop_map(Event::Moved).boxed(),
        (units(), prop::option::of(hexes()), texts(), several(rules()))
            .prop_map(|(unit, at, why, rules)| Event::Stopped { unit, at, why, rules })
            .boxed(),
        (several(units()), rules())
            .prop_map(|(units, rule)| Event::Released { units, rule })
            .boxed(),
        (texts(), armies(), any::<u8>(), rules())
            .prop_map(|(what, army, turn, rule)| Event::Opens { what, army, turn, rule })
            .boxed(),
        (armies(), rules()).prop_map(|(army, rule)| Event::QuotaLifted { army, rule }).boxed(),
        (hexes(), armies(), rules())
            .prop_map(|(hex, army, rule)| Event::Occupied { hex, army, rule })
            .boxed(),
        (several(units()), rules()).prop_map(|(units, rule)| Event::Struck { units, rule }).boxed(),
        (units(), any::<u8>(), rules())
            .prop_map(|(unit, due, rule)| Event::Away { unit, due, rule })
            .boxed(),
        (units(), prop::option::of(hexes()), rules())
            .prop_map(|(unit, at, rule)| Event::Lost { unit, at, rule })
            .boxed(),
        (units(), hexes(), rules(), several((any::<u8>(), any::<u8>(), rules())))
            .prop_map(|(unit, hex, rule, groups)| Event::BroughtForward { unit, hex, rule, groups })
            .boxed(),
        several(units()).prop_map(|units| Event::Recovered { units }).boxed(),
        (armies(), awards, any::<u32>(), texts(), rules())
            .prop_map(|(army, award, points, what, rule)| Event::Points {
                army,
                award,
                points,
                what,
                rule,
            })
            .boxed(),
        (armies(), any::<u32>(), any::<u32>(), rules())
            .prop_map(|(army, losses, limit, rule)| Event::Demoralized {
                army,
                losses,
                limit,
                rule,
            })
            .boxed(),
        (armies(), any::<u32>(), any::<u32>(), rules())
            .prop_map(|(army, losses, limit, rule)| Event::Rallied { army, losses, limit, rule })
            .boxed(),
        (armies(), prop::option::of(several(hexes())), rules())
            .prop_map(|(army, cut, rule)| Event::Line { army, cut, rule })
            .boxed(),
        (units(), hexes(), rules())
            .prop_map(|(unit, at, rule)| Event::CutOff { unit, at, rule })
            .boxed(),
        (armies(), texts(), prop::option::of(texts()), rules())
            .prop_map(|(army, from, to, rule)| Event::LevelDropped { army, from, to, rule })
            .boxed(),
        any::<[u32; 2]>().prop_map(|points| Event::TurnEnds { points }).boxed(),
        (prop::option::of(armies()), texts(), rules())
            .prop_map(|(winner, level, rule)| Event::GameOver { winner, level, rule })
            .boxed(),
    ]
}

fn combat_events() -> Vec<BoxedStrategy<Event>> {
    vec![
        (several(units()), several(units()))
            .prop_map(|(attackers, targets)| Event::Duties { attackers, targets })
            .boxed(),
        attacks().prop_map(Event::Attack).boxed(),
        (hexes(), passed()).prop_map(|(combat, why)| Event::PassedOver { combat, why }).boxed(),
        (hexes(), several(units()))
            .prop_map(|(combat, by)| Event::DutyAdded { combat, by })
            .boxed(),
        (units(), sources())
            .prop_map(|(unit, source)| Event::CavalryStands { unit, source })
            .boxed(),
        (units(), hexes(), [hexes(), hexes()], sources())
            .prop_map(|(unit, from, path, source)| Event::CavalryGoes { unit, from, path, source })
            .boxed(),
        hexes().prop_map(|combat| Event::Evaded { combat }).boxed(),
        (any::<u32>(), any::<u32>(), odds())
            .prop_map(|(attack, defence, odds)| Event::NewOdds { attack, defence, odds })
            .boxed(),
        (prop_oneof![Just("1722.crt.1".to_owned()), texts()], any::<u32>(), results())
            .prop_map(|(label, face, result)| Event::Die { label, face, result })
            .boxed(),
    ]
}

fn result_events() -> Vec<BoxedStrategy<Event>> {
    let losses = prop_oneof![
        results().prop_map(Loss::Combat),
        Just(Loss::NoRetreat),
        Just(Loss::NoDisplacement),
        rules().prop_map(Loss::Fixed),
        rules().prop_map(Loss::NoWay),
    ];
    let causes = prop::sample::select(vec![Cause::Combat, Cause::FallBack, Cause::Train]);
    let retreats = (
        units(),
        hexes(),
        prop::option::of(hexes()),
        causes,
        sources(),
        several((hexes(), rules())),
    );
    vec![
        (units(), hexes(), losses, prop::option::of(sources()))
            .prop_map(|(unit, at, why, source)| Event::Eliminated { unit, at, why, source })
            .boxed(),
        retreats
            .prop_map(|(unit, from, to, cause, source, skipped)| Event::Retreated {
                unit,
                from,
                to,
                cause,
                source,
                skipped,
            })
            .boxed(),
        (units(), hexes(), hexes(), sources())
            .prop_map(|(unit, from, to, source)| Event::Pushed { unit, from, to, source })
            .boxed(),
        units().prop_map(|unit| Event::Ineffective { unit }).boxed(),
        (units(), hexes(), hexes(), sources(), instructions())
            .prop_map(|(unit, from, to, source, by)| Event::Advanced { unit, from, to, source, by })
            .boxed(),
        (several(hexes()), armies(), sources(), instructions())
            .prop_map(|(cleared, army, source, by)| Event::Stayed { cleared, army, source, by })
            .boxed(),
        (units(), prop::option::of(hexes()), rules())
            .prop_map(|(unit, to, rule)| Event::NoAdvance { unit, to, rule })
            .boxed(),
    ]
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let kinds = [movement_events(), combat_events(), result_events()].concat();
    prop::collection::vec(Union::new(kinds), 0..12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_printed_reads_back_as_the_same_events(events in events()) {
        let scenario = hard();
        let log = print(&scenario, &events);
        let read = parse(&scenario, &log);
        prop_assert_eq!(read.as_ref(), Ok(&events), "{}", log);
        for line in log.lines() {
            prop_assert!(line.chars().all(|c| matches!(c, ' '..='~')), "{line}");
            prop_assert!(!line.ends_with(' '), "{line}");
            // A line is longer than 72 columns only if a single word is.
            prop_assert!(line.len() <= 72 || !line.trim_start().contains(' '), "{line}");
        }
    }

    #[test]
    fn any_text_is_read_or_complained_about_at_a_place(text in "[ -~\n]{0,200}") {
        complaints_have_places(&text)?;
    }

    #[test]
    fn a_damaged_log_is_read_or_complained_about_at_a_place(
        events in events(),
        at in any::<prop::sample::Index>(),
        sign in any::<char>(),
    ) {
        let log = print(&hard(), &events);
        let mut chars: Vec<char> = log.chars().collect();
        if !chars.is_empty() {
            let at = at.index(chars.len());
            chars[at] = sign;
        }
        complaints_have_places(&chars.into_iter().collect::<String>())?;
    }
}

fn complaints_have_places(text: &str) -> Result<(), TestCaseError> {
    if let Err(complaints) = parse(&hard(), text) {
        prop_assert!(!complaints.is_empty());
        for complaint in complaints {
            let lines = text.lines().count() as u32;
            prop_assert!((1..=lines).contains(&complaint.span.line), "{:?}", complaint);
            prop_assert!(
                complaint.span.column >= 1 && complaint.span.length >= 1,
                "{:?}",
                complaint
            );
        }
    }
    Ok(())
}

/// The examples of `schema/MOVELOG.md` are printed as they are read.
#[test]
fn the_examples_of_the_specification_are_canonical() {
    let text = include_str!("../schema/MOVELOG.md");
    let scenario = battle(Vec::new(), &[]);
    let mut examples = 0;
    for block in text.split("```movelog\n").skip(1) {
        let block = block.split("```").next().expect("the text before a fence");
        let events = parse(&scenario, block).unwrap_or_else(|e| panic!("{e:?}\n{block}"));
        assert!(!events.is_empty());
        assert_eq!(print(&scenario, &events), block);
        examples += 1;
    }
    assert!(examples >= 3, "{examples} examples");
}

/// Every keyword that the reader knows is in the specification.
#[test]
fn the_specification_names_every_word_of_the_notation() {
    let text = include_str!("../schema/MOVELOG.md");
    let reader = concat!(
        include_str!("../src/games/blue_gray/movelog/read.rs"),
        include_str!("../src/games/blue_gray/movelog/read/account.rs"),
        include_str!("../src/games/blue_gray/movelog/cursor.rs"),
    );
    let mut words = 0;
    for part in reader.split("keyword(\"").skip(1) {
        let word = part.split('"').next().expect("a word");
        assert!(text.contains(&format!("\"{word}\"")), "{word} is not in the grammar");
        words += 1;
    }
    assert!(words > 25, "{words}");
}

#[track_caller]
fn refused(line: &str, place: (u32, u32, u32), headline: &str) {
    let complaints = parse(&battle(Vec::new(), &[]), line).expect_err("a complaint");
    let found: Vec<_> = complaints
        .iter()
        .map(|c| ((c.span.line, c.span.column, c.span.length), c.headline.as_str()))
        .collect();
    assert_eq!(found, [(place, headline)]);
}

#[test]
fn malformed_lines_are_refused_where_they_go_wrong() {
    refused("6 Rebels\n", (1, 3, 6), "expected `Confederate` or `Union`, read `Rebels`");
    refused("six Union\n", (1, 1, 3), "expected a number in range, read `six`");
    refused(" Rodes/R 1825-1725  2/6\n", (1, 24, 1), "expected `MP`, the line ends");
    refused(
        " Rodes/R 1825-1725-1724  4/6 MP\n",
        (1, 26, 6),
        "4 MP are not the cost of 2 hexes as given",
    );
    refused(" Rodes/R 1825-172  2/6 MP\n", (1, 15, 3), "expected a hex of four digits, read `172`");
    refused(" Rhodes/R 1825-1725  2/6 MP\n", (1, 2, 8), "no unit `Rhodes/R`");
    refused(" I 1927-1926  2/6 MP\n", (1, 2, 1), "both sides have a unit `I`");
    refused(" 1723 x Rodes/R 1/XI  5:9=1-2\n", (1, 23, 7), "expected `vs`, read `5:9=1-2`");
    refused(
        " 1723 x Rodes/R vs 1/XI  5:9=2-2\n",
        (1, 30, 3),
        "expected odds such as 2-1, read `2-2`",
    );
    refused("   die 2 DR\n", (1, 8, 4), "no combat before this die gives it a label");
    refused("   1/XI 1723>1622 [AE]\n", (1, 19, 4), "`AE` does not say who decided this");
    refused("   1/XI 1723>1622\n", (1, 18, 1), "expected who decided, in brackets, the line ends");
    refused(" Rodes/R stops 1821 \"no (5.0)\n", (1, 21, 9), "the quotation mark is not closed");
    refused(" quota Union (FR 19.0\n", (1, 14, 8), "the parenthesis is not closed");
    refused(
        " quota Union (FR 19.0) today\n",
        (1, 24, 5),
        "expected the end of the line, read `today`",
    );
    refused(
        "\n      (1+3)\n",
        (2, 7, 1),
        "a line indented by five or more continues the line above, and there is none",
    );
}

#[test]
fn every_malformed_line_is_reported_in_one_go() {
    let log = "6 Confederate\n Rodes/X 1825-1725  2/6 MP\n Rodes/R 1825-1725  2/6 MP\n end 3\n";
    let complaints = parse(&battle(Vec::new(), &[]), log).expect_err("complaints");
    let lines: Vec<u32> = complaints.iter().map(|c| c.span.line).collect();
    assert_eq!(lines, [2, 4]);
}

#[test]
fn a_complaint_about_a_continuation_stands_on_its_line() {
    let log = " 1723 x Rodes/R vs 1/XI\n      5:9=1-2  die 2 XX\n";
    refused(log, (2, 22, 2), "expected `AE`, `AR`, `DE`, `DR` or `EX`, read `XX`");
}

#[test]
fn comments_remarks_and_empty_lines_say_nothing() {
    let scenario = battle(Vec::new(), &[]);
    let log = "# a game\n\n6 Union\n 1/XI 1723-1722*  1/6 MP   * stops (5.0)\n\n end 0:0\n";
    let events = parse(&scenario, log).expect("a log");
    assert_eq!(events.len(), 3);
    let Event::Moved(march) = &events[1] else { panic!("{events:?}") };
    assert!(
        march.zone && march.steps == [(hex("1722"), 1)] && march.unit == unit(&scenario, "1/XI")
    );
}

#[test]
fn a_chain_of_displacements_is_told_from_its_cause_and_read_in_its_order() {
    let scenario = battle(Vec::new(), &[]);
    let push = |id: &str, from: &str, to: &str| Event::Pushed {
        unit: unit(&scenario, id),
        from: hex(from),
        to: hex(to),
        source: Source::OnlyChoice,
    };
    let retreat = Event::Retreated {
        unit: unit(&scenario, "1/XI"),
        from: hex("1723"),
        to: Some(hex("1622")),
        cause: Cause::Combat,
        source: Source::Standing,
        skipped: Vec::new(),
    };
    let events = [push("V", "1522", "1421"), push("XI", "1622", "1522"), retreat];
    let log = print(&scenario, &events);
    let expected = "   1/XI 1723>1622 [retreat]  pushes XI 1622>1522 [forced]\n      pushes V 1522>1421 [forced]\n";
    assert_eq!(log, expected);
    assert_eq!(parse(&scenario, &log), Ok(events.to_vec()));

    let alone = print(&scenario, &events[..2]);
    assert_eq!(alone, "   pushed V 1522>1421 [forced]\n   pushed XI 1622>1522 [forced]\n");
}

#[test]
fn a_long_log_is_read_in_the_time_of_its_length() {
    let scenario = hard();
    let march = format!("6 Confederate\n \"1\" 1722{}  9/6 MP\n", "-1723".repeat(200_000));
    let names = format!("6 Confederate\n 1722>1723 [{}]\n", "word ".repeat(200_000));
    let begun = std::time::Instant::now();
    assert!(parse(&scenario, &march).is_err());
    assert!(parse(&scenario, &names).is_err());
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
    let wrong = parse(&scenario, &"?\n".repeat(100_000)).unwrap_err();
    assert!(wrong.len() <= 20, "{}", wrong.len());
    let large = parse(&scenario, &" ".repeat(3 * 1024 * 1024)).unwrap_err();
    assert_eq!(large[0].headline, "larger than 2048 KiB");
}
