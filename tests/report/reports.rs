//! Reports and move logs.

use super::battle::{hex, unit};
use super::forms::{after, union_form};
use super::turn::events;
use super::{fits, rule, scenario, snapshot};
use proptest::prelude::*;
use provost::games::blue_gray::events::{Cause, Event};
use provost::games::blue_gray::exclusive::Exclusive;
use provost::games::blue_gray::explain;
use provost::games::blue_gray::facts::{Facts, NoFate, no_orders};
use provost::games::blue_gray::position::Place;
use provost::games::blue_gray::scenario::Army;
use provost::games::blue_gray::{ledger, movelog, tell};
use provost::play::Source;
use provost::play::view::{Kind, Line, Table};
use provost::report::text;

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
        corrected: &[],
        rulings: &[],
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
            corrected: &[],
            rulings: &[],
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
}

/// An instruction that leads nowhere is not called none.
#[test]
fn a_list_of_closed_places_is_told_apart_from_no_list() {
    let s = scenario();
    let retreat = |skipped| Event::Retreated {
        unit: unit(&s, "1/XI"),
        from: hex("1723"),
        to: Some(hex("1622")),
        cause: Cause::Combat,
        source: Source::Default,
        skipped,
    };
    let told = |event| text::lines(&tell::tell(&s, &[event]));
    assert!(told(retreat(vec![])).contains("No instruction: by default 1/XI"));
    let closed = told(retreat(vec![(hex("1624"), rule("8.51"))]));
    assert!(closed.contains("No place of its instruction is open: by default 1/XI"), "{closed}");
    assert!(closed.contains("Not open to it: 1624 (8.51)"), "{closed}");
}

#[test]
fn a_way_off_the_map_is_among_the_ways_of_a_retreat() {
    let mut s = scenario();
    for rule in &mut s.exclusive {
        if let Exclusive::Exit(exit) = rule {
            exit.retreats = true;
        }
    }
    let mut position = after(&s);
    let id = unit(&s, "1/XI");
    for (at, off) in [("1501", true), ("1502", false)] {
        position.put(&s.map, id, Place::Map(hex(at)));
        let (input, mut fate) = (no_orders(), NoFate);
        let facts = Facts::of(&s, &position, &input, &mut fate);
        let told = text::lines(&explain::retreat(&facts, id));
        assert_eq!(told.contains("off the map: yes"), off, "{told}");
    }
}
