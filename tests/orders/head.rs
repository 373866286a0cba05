//! The two head lines, and whether they fit the game.

use super::{help, refuses, told};
use provost::games::blue_gray::grammar::head::Earlier;
use provost::games::blue_gray::grammar::{Expected, Head, head, open};
use provost::games::blue_gray::scenario::Army;

fn read(orders: &str) -> Head {
    let text = format!("orders: {orders}\nposition: bubble-gospel-43\n");
    open(&text).unwrap_or_else(|why| panic!("{:?}", told(&why))).head
}

const HERE: Expected<'static> = Expected {
    title: "HL-07",
    turn: 6,
    army: Army::Confederate,
    label: "bubble-gospel-43",
    earlier: &[],
};

#[test]
fn title_turn_and_side() {
    let head = read("Hooker and  Lee, again turn 12 UNION");
    assert_eq!(head.title.value, "Hooker and  Lee, again");
    assert_eq!((head.turn.value, head.army.value), (12, Army::Union));
    assert_eq!((head.title.span.column, head.turn.span.column, head.army.span.column), (9, 37, 40));
    assert_eq!(read("The Turn of turn 6 Union").title.value, "The Turn of");
}

#[test]
fn wrong_heads() {
    let refuses = |orders: &str, complaint: &str| {
        refuses(&format!("orders: {orders}\nposition: bubble-gospel-43\n"), &[complaint]);
    };
    refuses("HL-07 6 Confederate", "1:9 no `turn` in `HL-07 6 Confederate`");
    refuses("turn 6 Confederate", "1:9 no title before `turn`");
    refuses("HL-07 turn", "1:15 no number after `turn`");
    refuses("HL-07 turn 6", "1:20 no side after the turn");
    refuses("HL-07 turn six Union", "1:20 `six` where the number of a turn is due");
    refuses("HL-07 turn 06 Union", "1:20 `06` where the number of a turn is due");
    refuses("HL-07 turn 0 Union", "1:20 `0` where the number of a turn is due");
    refuses("HL-07 turn 256 Union", "1:20 `256` where the number of a turn is due");
    refuses("HL-07 turn 6 Conferate", "1:22 `Conferate` where a side is due");
    refuses("HL-07 turn 6 Union please", "1:28 `please` after the side");
    let misspelt = "orders: HL-07 turn 6 Conferate\nposition: bubble-gospel-43\n";
    assert_eq!(help(misspelt), "did you mean `confederate`?");
}

#[test]
fn labels() {
    let text = "orders: HL-07 turn 6 Union\nposition: Bubble-Gospel-43\n";
    assert_eq!(open(text).map(|file| file.head.position.value), Ok("bubble-gospel-43".to_owned()));
    refuses("orders: HL-07 turn 6 Union\n", &["1:1 no `position:` line"]);
    for wrong in ["bubble-gospel", "bubble gospel 43", "bubble-gospel-4", "bubble-gospel-43-1"] {
        let text = format!("orders: HL-07 turn 6 Union\nposition: {wrong}\n");
        refuses(&text, &[&format!("2:11 `{wrong}` is not a position label")]);
    }
    refuses(
        "orders: HL-07 turn x Union\nposition: no\n",
        &["1:20 `x` where the number of a turn is due", "2:11 `no` is not a position label"],
    );
}

#[test]
fn a_fitting_head() {
    assert_eq!(head::check(&read("HL-07 turn 6 Confederate"), &HERE), []);
    assert_eq!(head::check(&read("hl-07 turn 6 confederate"), &HERE), []);
    let wordy = Expected { title: "The Turn of the Tide", ..HERE };
    assert_eq!(head::check(&read("the of  the TIDE turn 6 Confederate"), &wordy), []);
}

#[test]
fn an_old_file() {
    let text = "orders: HL-07 turn 5 Confederate\nposition: rabbit-ocean-08\n";
    let old = open(text).map(|file| file.head).expect("a head");
    // Whoever mistypes a label is not told that it was a position.
    let complaints = head::check(&old, &HERE);
    assert_eq!(
        told(&complaints),
        [
            "2:11 no position of this game is called rabbit-ocean-08; we are at bubble-gospel-43 (turn 6). nothing filed"
        ]
    );
    assert_eq!(complaints[0].notes, BEGIN);
    let earlier = [Earlier { label: "rabbit-ocean-08".to_owned(), seq: 9, turn: 5 }];
    let complaints = head::check(&old, &Expected { earlier: &earlier, ..HERE });
    assert_eq!(
        told(&complaints),
        [
            "2:11 these orders answer rabbit-ocean-08 (turn 5); we are at bubble-gospel-43 (turn 6). nothing filed"
        ]
    );
    assert_eq!(complaints[0].notes[0], "that was the position after record 9, in turn 5");
    assert_eq!(complaints[0].notes[1..], BEGIN);
}

/// How orders for [`HERE`] begin.
const BEGIN: [&str; 2] =
    ["first line: `orders: HL-07 turn 6 Confederate`", "second line: `position: bubble-gospel-43`"];

#[test]
fn everything_wrong_at_once() {
    let complaints = head::check(&read("HL-08 turn 5 Union"), &HERE);
    assert_eq!(
        told(&complaints),
        [
            "1:9 these orders are for `HL-08`; this game is `HL-07`. nothing filed",
            "1:20 these orders say turn 5; we are at bubble-gospel-43 (turn 6). nothing filed",
            "1:22 these are Union orders; Confederate orders are awaited. nothing filed",
        ]
    );
    // How orders begin is told once, with the last of it.
    let notes: Vec<&[String]> = complaints.iter().map(|c| c.notes.as_slice()).collect();
    assert!(notes[0].is_empty() && notes[1].is_empty(), "{notes:?}");
    assert_eq!(notes[2], BEGIN);
    assert!(complaints[2].help.as_ref().is_some_and(|help| help.contains("these two lines")));
}
