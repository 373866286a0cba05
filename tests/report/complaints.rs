//! Diagnostics beside their text.

use super::{rule, snapshot};
use proptest::prelude::*;
use provost::document::{Diagnostic, Span};
use provost::report::diagnostics;

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

proptest! {
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
