//! The sample of the format, line by line.

use super::battle::{gray, hex, unplaced};
use super::{echoed, good, reading, repairs};
use provost::board::odds::Odds;
use provost::document::Span;
use provost::games::blue_gray::answers::*;
use provost::games::blue_gray::scenario::{Army, UnitId};

pub const SAMPLE: &str = include_str!("sample.yaml");

fn at<T>(value: T) -> At<T> {
    At::new(value, Span::NONE)
}

fn units(ids: &[&str]) -> Vec<At<UnitId>> {
    ids.iter().map(|id| at(gray(id))).collect()
}

fn march(hexes: &[u16]) -> Route {
    Route::March {
        from: None,
        enter: false,
        strategic: false,
        hexes: hexes.iter().map(|n| at(hex(*n))).collect(),
        exit: None,
    }
}

fn odds(text: &str) -> Odds {
    text.parse().expect("odds")
}

fn places(hexes: &[u16]) -> Away {
    let places = hexes.iter().map(|n| Spot::Hex(hex(*n))).collect();
    Away { to: Towards::Places(places), alone: false, span: Span::NONE }
}

fn toward(n: u16, alone: bool) -> Away {
    Away { to: Towards::Toward(hex(n)), alone, span: Span::NONE }
}

fn then(options: &[Go]) -> Option<Then> {
    Some(Then { options: options.to_vec(), span: Span::NONE })
}

fn attack(targets: &[u16], by: &[&str]) -> Entry {
    Entry {
        at: targets.iter().map(|n| at(hex(*n))).collect(),
        by: units(by),
        aside: Vec::new(),
        conditions: Vec::new(),
        least: None,
        reduce: None,
        expect: None,
        pause: None,
        die: None,
        won: None,
        dr: None,
        de: None,
        ex: None,
        ar: Vec::new(),
        push: Vec::new(),
        span: Span::NONE,
    }
}

#[test]
fn head_and_note() {
    let orders = good(SAMPLE);
    assert_eq!((orders.turn, orders.army), (6, Some(Army::Confederate)));
    assert_eq!(orders.position.value, "bubble-gospel-43");
    assert_eq!(orders.position.span, Span { line: 3, column: 11, length: 16 });
    assert_eq!(orders.note.as_deref(), Some("Nice stand at the tavern. Away Thursday to Sunday."));
    assert!(orders.answers.is_empty() && orders.rolls.is_empty());
}

#[test]
fn moves_and_fall_back() {
    let orders = unplaced(&good(SAMPLE));
    let line = |ids: &[&str], route: Route| Move { units: units(ids), route, span: Span::NONE };
    let Route::March { hexes, .. } = march(&[1924, 1923, 1822]) else { unreachable!() };
    let from_1925 = Route::March {
        from: Some(at(hex(1925))),
        enter: false,
        strategic: false,
        hexes,
        exit: None,
    };
    let with = |hexes: &[u16], enter: bool, strategic: bool, exit: Option<Span>| {
        let hexes = hexes.iter().map(|n| at(hex(*n))).collect();
        Route::March { from: None, enter, strategic, hexes, exit }
    };
    assert_eq!(
        orders.moves,
        [
            line(&["Rodes/R", "Colquitt/R"], march(&[1726, 1725, 1724])),
            line(&["Doles/R", "Ramseur/R"], march(&[1823])),
            line(&["Iverson/R", "Paxton/C"], from_1925),
            line(&["1/F Lee/S"], with(&[1928], false, true, None)),
            line(&["Hood"], with(&[1301, 1402], true, false, None)),
            line(&["Law"], with(&[1502, 1501], false, false, Some(Span::NONE))),
        ]
    );
    let whom = Whom::Unit(gray("Lane/H"));
    let away = Some(places(&[2115, 2116]));
    assert_eq!(orders.fall_back, [Retreat { whom, away, span: Span::NONE }]);
}

#[test]
fn attacks() {
    let orders = unplaced(&good(SAMPLE));
    let Some(AttackList::Entries(entries, _)) = orders.attack else { panic!("no attacks") };
    let [first, second, third, fourth] = entries.as_slice() else { panic!("{entries:#?}") };
    let (colquitt, rodes) = (gray("Colquitt/R"), gray("Rodes/R"));
    let retreat = |whom, away| Retreat { whom, away: Some(away), span: Span::NONE };
    let wanted = Entry {
        aside: units(&["McGowan/H"]),
        expect: Some(at(Expect { sums: Some((20, 9)), odds: Some(odds("2-1")) })),
        won: then(&[Go::Advance(colquitt, None), Go::Advance(rodes, None)]),
        ex: Some(Lose::Units(units(&["Rodes/R", "Doles/R"]), Span::NONE)),
        ar: vec![
            retreat(Whom::Unit(rodes), places(&[1725])),
            retreat(Whom::Unit(colquitt), places(&[1725])),
            retreat(Whom::Any, toward(1925, false)),
        ],
        ..attack(&[1723], &["Rodes/R", "Colquitt/R", "Doles/R", "Ramseur/R", "Carter/R"])
    };
    assert_eq!(*first, wanted);
    let wanted = Entry {
        conditions: vec![at(Condition::Combat(hex(1723), Outcome::Won))],
        least: Some(at(odds("2-1"))),
        de: then(&[Go::Advance(gray("Paxton/C"), None)]),
        won: then(&[Go::Stay]),
        ..attack(&[1722], &["Iverson/R", "Paxton/C", "Colston/C"])
    };
    assert_eq!(*second, wanted);
    let wanted = Entry {
        reduce: Some(at(odds("1-1"))),
        ex: Some(Lose::Smallest(Span::NONE)),
        ..attack(&[1722], &["Iverson/R", "Paxton/C"])
    };
    assert_eq!(*third, wanted);
    let wanted = Entry { pause: Some(Span::NONE), ..attack(&[1822, 1922], &["McGowan/H"]) };
    assert_eq!(*fourth, wanted);
    assert_eq!(fourth.name(), hex(1822));
}

#[test]
fn standing_orders() {
    let orders = unplaced(&good(SAMPLE));
    let unit = |id| Whom::Unit(gray(id));
    let retreat = |whom, away| Retreat { whom, away: Some(away), span: Span::NONE };
    let give = |whom, smallest, away| GiveWay { whom, smallest, away, span: Span::NONE };
    let cavalry = |whom, wish| Cavalry { whom, wish, span: Span::NONE };
    let advance = |whom, wish| Advance { whom, wish, span: Span::NONE };
    let paths = vec![[hex(1419), hex(1418)], [hex(1519), hex(1518)]];
    let go = CavalryWish::Go { if_all_go: false, at: Some(odds("2-1")), paths };
    let wanted = Standing {
        retreat: vec![
            retreat(unit("1/XI"), places(&[1622, 1623])),
            retreat(Whom::Any, toward(1418, true)),
        ],
        give_way: vec![
            give(unit("XI"), false, places(&[1522, 1523])),
            give(Whom::Any, true, toward(1418, false)),
        ],
        cavalry: vec![cavalry(unit("2/Pleasonton"), go), cavalry(Whom::Any, CavalryWish::Stand)],
        advance: vec![
            advance(unit("3/XI"), AdvanceWish::Hexes(vec![hex(1822)])),
            advance(Whom::Any, AdvanceWish::Stay),
        ],
    };
    assert_eq!(orders.standing, Some(NewStanding::Replaced(wanted)));
}

#[test]
fn nothing_is_repaired_and_every_place_is_right() {
    assert_eq!(repairs(SAMPLE), Vec::<String>::new());
    let orders = reading(SAMPLE).orders;
    let lines: Vec<&str> = SAMPLE.lines().collect();
    let shows = |span: Span| {
        let line = lines[span.line as usize - 1];
        let from = span.column as usize - 1;
        &line[from..from + span.length as usize]
    };
    let first = &orders.moves[0];
    let shown: Vec<&str> = first.units.iter().map(|unit| shows(unit.span)).collect();
    assert_eq!(shown, ["Rodes/R", "Colquitt/R"]);
    let Route::March { hexes, .. } = &first.route else { panic!() };
    let shown: Vec<&str> = hexes.iter().map(|hex| shows(hex.span)).collect();
    assert_eq!(shown, ["1726", "1725", "1724"]);
    let Some(AttackList::Entries(entries, _)) = &orders.attack else { panic!() };
    assert_eq!(shows(entries[0].expect.expect("an expectation").span), "20 to 9, 2-1");
    assert_eq!(shows(entries[0].ar[2].span), "any toward 1925");
    assert_eq!(shows(entries[1].conditions[0].span), "1723 won");
    assert_eq!(shows(entries[3].at[1].span), "1922");
}

#[test]
fn the_echo_says_the_same_in_72_columns() {
    let echo = echoed(SAMPLE);
    let bare = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
        lines.map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    };
    let mut said = bare(&echo);
    assert_eq!(said.remove(0), "orders as understood");
    let mut typed = bare(SAMPLE);
    // Keys of an attack come out in one order, whatever order they were typed in.
    said.sort();
    typed.sort();
    assert_eq!(said, typed);
    assert!(echo.lines().all(|line| line.len() <= 72 && !line.starts_with('*')), "{echo}");
}
