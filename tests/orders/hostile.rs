//! Whatever is thrown at it, the reader answers soon and does not fall over.

use super::battle::{SCENARIO, position};
use super::{file, mail, refused, refuses, told};
use proptest::prelude::*;
use provost::games::blue_gray::grammar::{FORM, Names, open};
use provost::games::blue_gray::scenario::Army;
use provost::mail::extract::extract;
use std::time::{Duration, Instant};

/// Runs a piece of work that must be done soon, whatever it says.
fn soon(what: &str, work: impl FnOnce()) {
    let begun = Instant::now();
    work();
    let taken = begun.elapsed();
    assert!(taken < Duration::from_secs(5), "{what} took {taken:?}");
}

#[test]
fn size_comes_first() {
    let text = format!("{}{}", file(""), "x".repeat(5_000_000));
    soon("five megabytes", || refuses(&text, &["0:0 larger than 256 KiB"]));
    let text = format!("{}note: {}\n", file(""), "x".repeat(1_000_000));
    soon("a line of a megabyte", || refuses(&text, &["0:0 larger than 256 KiB"]));
}

#[test]
fn many_blank_lines() {
    let blank = "\n".repeat(200_000);
    soon("blank lines before", || assert!(mail(&format!("{blank}{}", file(""))).is_ok()));
    soon("blank lines inside", || {
        assert!(mail(&file(&format!("{blank}move:\n- Law: hold\n"))).is_ok())
    });
    soon("blank lines after", || assert!(mail(&file(&blank)).is_ok()));
}

#[test]
fn full_size_of_every_kind() {
    let fill = |piece: &str| file(&piece.repeat(250_000 / piece.len()));
    for piece in [
        "<a ",
        "&gt;",
        "=3",
        "= ",
        "#",
        " #",
        ": ",
        "\t",
        "\u{A0}",
        "\u{2013}",
        "\u{202E}",
        "'",
        "\"",
        "> ",
        ">\n",
        "- ",
        "-\n",
        "a:\n",
        "end ",
        "move: ",
        "- a: b\n",
        "  - x\n",
        "[",
        "{",
        "note: x\n",
        "\r",
        "  ",
        "x\n",
    ] {
        soon(piece, || drop(mail(&fill(piece))));
    }
    for (before, piece) in [
        ("note: ", "a "),
        ("note: \"", "\\\""),
        ("move:\n- Law: ", "1726 "),
        ("move:\n- ", "Law, "),
        ("move:\n- ", "Nobody, "),
        ("move:\n- ", "\u{43E}, "),
        ("move:\n", "- Nobody: hold\n"),
        ("move:\n", "- Colq: 1726\n"),
        ("move:\n- Law: ", "172\u{E9} "),
        ("attack:\n", "- at: 1723\n  by: Colq\n"),
        ("attack:\n- at: 1723\n  by: Law\n  AR: ", "Law 1726, "),
        ("attack:\n- at: 1723\n  by: Law\n  if: ", "1723 won and "),
        ("attack:\n- at: 1723\n  by: Law\n  if: ", "Syk dead and "),
        ("attack:\n- at: 1723\n  by: Law\n  won: advance Law", ", else Hood"),
        ("attack:\n- at: ", "1723, "),
        ("answer:\n", "- start.train: 1723\n"),
        ("answer:\n- ", "attack.1722."),
        ("cavalry:\n- any: go, ", "1723 1724 or "),
    ] {
        let text = file(&format!("{before}{}", piece.repeat(250_000 / piece.len())));
        soon(before, || drop(mail(&text)));
    }
}

#[test]
fn deep_nesting() {
    for open in ["[", "{a: ", "- "] {
        let text = file(&format!("move:\n- Law: {}\n", open.repeat(5_000)));
        soon(open, || assert!(!refused(&text).is_empty()));
    }
    let text = file(&format!("move:\n{}\n", "- ".repeat(5_000)));
    soon("dashes", || assert!(!refused(&text).is_empty()));
}

#[test]
fn what_is_missing_at_the_end_has_a_place() {
    for end in ["retreat:\n- [", "retreat:\n- [\n", "move:\n- {a: ", "move:\n- \"a"] {
        places_are_in(&file(end));
    }
}

#[test]
fn complaints_do_not_pile_up() {
    let many = "- Law: hold #2\n".repeat(10_000);
    assert!(refused(&file(&format!("move:\n{many}"))).len() < 50);
    let tabs = "\t".repeat(100_000);
    assert!(refused(&file(&format!("move:{tabs}x\n"))).len() < 50);
}

#[test]
fn right_to_left_marks_do_not_hide_a_name() {
    let complaints = told(&refused(&file("move:\n- \u{202E}waL\u{202C}: hold\n")));
    assert_eq!(
        complaints,
        ["4:3 an invisible character (U+202E)", "4:7 an invisible character (U+202C)"]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// No text makes the reader panic, and every place lies in the text.
    #[test]
    fn any_text(text in r"(?s)(orders: X turn 6 Union\n)?(position: a-b-01\n)?.{0,200}") {
        places_are_in(&text);
    }

    /// Nor does a text of the right words in any order.
    #[test]
    fn any_words(words in proptest::collection::vec(prop::sample::select(WORDS), 0..60)) {
        let text = file(&words.concat());
        places_are_in(&text);
    }

    /// A block that was found is clean YAML of which every line has its place.
    #[test]
    fn clean_text_is_clean(words in proptest::collection::vec(prop::sample::select(WORDS), 0..60)) {
        if let Ok(block) = extract(&file(&words.concat()), &FORM) {
            prop_assert_eq!(block.text.lines().count(), block.lines.len());
            prop_assert!(block.lines.is_sorted());
            prop_assert!(!block.text.contains(FOREIGN));
        }
    }
}

const FOREIGN: [char; 3] = ['\t', '\r', '\u{A0}'];

const WORDS: &[&str] = &[
    "\n",
    "\n",
    "\n",
    "\n- ",
    "\n  ",
    " ",
    " ",
    ": ",
    ": ",
    ",",
    "@",
    "#",
    "# ",
    "\"",
    "'",
    "\u{2013}",
    "\u{A0}",
    ">",
    "move:",
    "attack:",
    "at: ",
    "by: ",
    "won: ",
    "AR: ",
    "push: ",
    "if: ",
    "retreat:",
    "give way:",
    "cavalry:",
    "advance:",
    "answer:",
    "rolls:",
    "standing:",
    "note: ",
    "end",
    "Law",
    "Hood",
    "Doles",
    "any",
    "1723",
    "1724",
    "2-1",
    "toward",
    "exit",
    "to",
    "else",
    "stay",
    "go",
    "lose",
    "all",
    "smallest",
    "or",
    "worse",
    "alone if possible",
    "enter",
    "strategic,",
    "hold",
    "start.",
    "attack.1723.",
    "train",
    "\u{43E}",
    "e\u{301}",
    "[",
    "]",
    "{",
    "}",
    "|",
    "&a",
    "*a",
    "-",
    "--",
];

fn places_are_in(text: &str) {
    let Err(complaints) = open(text).and_then(|file| {
        let position = position();
        let names = Names::new(&SCENARIO, &position, Army::Confederate);
        file.read(&names)
    }) else {
        return;
    };
    assert!(!complaints.is_empty());
    let lines: Vec<&str> = text.split('\n').flat_map(|line| line.split('\r')).collect();
    for complaint in complaints {
        let line = complaint.span.line as usize;
        assert!(line <= lines.len(), "{complaint:?}");
        if line > 0 {
            let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
            assert!(complaint.span.column as usize <= longest + 2, "{complaint:?}");
        }
    }
}
