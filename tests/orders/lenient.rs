//! What mail programs and telephones do to orders, repaired and told.

use super::battle::{hex, unplaced};
use super::sample::SAMPLE;
use super::{echoed, file, good, mail, reading, refuses, repairs};
use provost::games::blue_gray::answers::{AttackList, Condition, Orders, Outcome};

fn sample() -> Orders {
    unplaced(&good(SAMPLE))
}

/// Asserts that the text says the same as the sample.
#[track_caller]
fn says_the_same(text: &str) {
    assert_eq!(unplaced(&good(text)), sample(), "{text}");
}

fn lines(text: &str, change: impl Fn(&str) -> String) -> String {
    text.lines().map(|line| change(line) + "\n").collect()
}

/// How many lines have the repair.
fn count(text: &str, what: &str) -> usize {
    reading(text).repairs.iter().filter(|repair| repair.what == what).count()
}

#[test]
fn lost_indentation() {
    let text = lines(SAMPLE, |line| line.trim_start().to_owned());
    says_the_same(&text);
    let indented = SAMPLE.lines().filter(|line| line.starts_with("  ")).count();
    assert_eq!(count(&text, "lost indentation rebuilt"), indented);
    let orders = good(&text);
    let Some(AttackList::Entries(entries, _)) = orders.attack else { panic!() };
    assert_eq!((entries[0].by[0].span.line, entries[0].by[0].span.column), (21, 5));
    assert!(echoed(&text).contains("lines 21-26, 28-32, 35-37, 40-41: lost indentation rebuilt"));
}

#[test]
fn uneven_indentation() {
    says_the_same(&lines(SAMPLE, |line| line.replacen("  ", "     ", 1)));
    let deeper = lines(SAMPLE, |line| match line {
        key if key.starts_with(|c: char| c.is_alphabetic()) => key.to_owned(),
        item => format!("    {item}"),
    });
    says_the_same(&deeper);
    assert_eq!(repairs(&deeper), Vec::<String>::new());
}

#[test]
fn space_stuffing() {
    let text = lines(SAMPLE, |line| format!(" {line}"));
    says_the_same(&text);
    assert_eq!(repairs(&text), ["1:1 everything moved left by 1"]);
    // Only what began with a blank is stuffed.
    let text = lines(SAMPLE, |line| match line.starts_with(' ') {
        true => format!(" {line}"),
        false => line.to_owned(),
    });
    says_the_same(&text);
    // A pasted block, and a signature at the margin.
    let text = lines(SAMPLE, |line| format!("      {line}")) + "Jane\n";
    says_the_same(&text);
}

#[test]
fn line_ends_and_byte_order_mark() {
    says_the_same(&SAMPLE.replace('\n', "\r\n"));
    says_the_same(&SAMPLE.replace('\n', "\r"));
    says_the_same(SAMPLE.trim_end());
    let text = format!("\u{FEFF}{}", SAMPLE.replace('\n', "\r\n"));
    says_the_same(&text);
    assert_eq!(repairs(&text), ["0:0 byte order mark left out"]);
    assert_eq!(good(&text).position.span.line, 3);
    // CRLF is how mail is sent; CR alone is told.
    assert_eq!(repairs(&SAMPLE.replace('\n', "\r")), ["0:0 CR at line ends left out"]);
}

#[test]
fn trailing_blanks() {
    says_the_same(&lines(SAMPLE, |line| format!("{line}   ")));
    says_the_same(&lines(SAMPLE, |line| format!("{line}\u{A0}")));
}

#[test]
fn no_break_blanks() {
    let text =
        SAMPLE.replace("  ", "\u{A0} ").replace(": ", ":\u{A0}").replace("to 9", "to\u{202F}9");
    says_the_same(&text);
    assert!(count(&text, "no-break blank read as a blank") > 30);
    assert_eq!(repairs(&file("move:\n- Law:\u{A0}hold\n")), ["4:7 no-break blank read as a blank"]);
}

#[test]
fn dashes() {
    let text = SAMPLE.replace("2-1", "2\u{2013}1").replace("1-1", "1\u{2212}1");
    says_the_same(&text.replace("\n- ", "\n\u{2013} "));
    says_the_same(&text.replace("\n- ", "\n\u{2014} ").replace("l-43", "l\u{2011}43"));
    assert_eq!(
        repairs(&file("attack:\n\u{2013} at: 1723\n  by: Law\n  least: 2\u{2013}1\n")),
        ["4:1 dash read as `-`", "6:11 dash read as `-`"]
    );
}

#[test]
fn curly_quotes() {
    let orders = good(&file("move:\n- \u{201C}Law\u{201D}: \u{201C}1726 1725\u{201D}\n"));
    assert_eq!(unplaced(&orders), unplaced(&good(&file("move:\n- Law: 1726 1725\n"))));
    assert_eq!(
        repairs(&file("move:\n- Law: \u{2018}1726\u{2019}\n")),
        ["4:8 curly quote read as `'`"]
    );
}

#[test]
fn columns_inside_quotes_are_exact() {
    refuses(
        &file("move:\n- \"Nobody\": hold\n- Law: '1726 172'\n"),
        &[
            "4:4 no Confederate unit is called `Nobody`",
            "5:14 `172` where a hex, `exit` or the end is due",
        ],
    );
}

#[test]
fn comments_need_no_repair() {
    let text = file("# \u{2014} first \u{2014}\nmove:\n- Law: hold # \u{201C}now\u{201D}\n");
    assert_eq!(repairs(&text), Vec::<String>::new());
}

#[test]
fn a_combat_against_two_hexes_has_one_name() {
    let text = file(
        "attack:\n- at: 1922, 1822\n  by: Law\n- at: 1723\n  by: Hood\n  if: 1922 won and 1922 empty\n",
    );
    assert_eq!(repairs(&text), ["8:7 `1922` read as the combat against 1822"]);
    let Some(AttackList::Entries(entries, _)) = good(&text).attack else { panic!() };
    let conditions: Vec<Condition> = entries[1].conditions.iter().map(|c| c.value).collect();
    assert_eq!(
        conditions,
        [Condition::Combat(hex(1822), Outcome::Won), Condition::Empty(hex(1922))]
    );
    // Where another entry has the number for its name, that one may be meant.
    let text = text + "- at: 1922\n  by: Law\n";
    assert_eq!(repairs(&text), Vec::<String>::new());
}

#[test]
fn long_lists_of_units_become_several_lines() {
    let text = file(
        "move:\n- Rod, Colq, Ram, Iver, Pax, Cart, Colst, McG, Lne, Hood, Law, Early, 1/XI: 1726\n",
    );
    let orders = good(&text);
    let counts: Vec<usize> = orders.moves.iter().map(|line| line.units.len()).collect();
    assert_eq!(counts, [6, 7]);
    assert!(repairs(&text).contains(&"4:3 a long list of units cut into 2 lines".to_owned()));
}

#[test]
fn capitals_in_keys() {
    let text = SAMPLE.replace("move:", "Move:").replace("fall back:", "Fall  Back:");
    let text = text.replace("- at:", "- At:").replace("  by:", "  By:").replace("  EX:", "  Ex:");
    let text = text.replace("orders:", "Orders:").replace("position:", "POSITION :");
    says_the_same(&text.replace("stay", "Stay").replace("toward", "Toward"));
    assert_eq!(
        repairs(&file("Move:\n- Law: hold\nattack:\n- At: 1723\n  Dr: stay\n  by: Law\n")),
        ["3:1 `Move` read as `move`", "6:3 `At` read as `at`", "7:3 `Dr` read as `DR`"]
    );
}

#[test]
fn prose_signature_and_old_mail_around() {
    let quoted = lines(SAMPLE, |line| format!("> {line}")).replace("turn 6", "turn 5");
    let text = format!(
        "Hi Bob,\nhere are my orders. Note: I am away.\n\n{SAMPLE}\n-- \nJane\n\nOn Mon, 3 Mar 2025 at \
         10:00, Bob <bob@example.org> wrote:\n{quoted}"
    );
    says_the_same(&text);
    let (file, reading) = mail(&text).expect("orders");
    assert_eq!(file.block.before, 2);
    assert_eq!(file.block.cut[0], (61, "--".to_owned()));
    assert_eq!(file.block.quoted, [65]);
    assert_eq!(reading.repairs, []);
    let echo = echoed(&text);
    assert!(
        echo.contains("  2 lines before the orders\n  line 61: --\n  line 62: Jane\n"),
        "{echo}"
    );
    assert!(echo.contains("more lines\n  line 65: quoted orders\n"), "{echo}");
}

#[test]
fn old_mail_first() {
    let quoted = lines(SAMPLE, |line| format!(">> {line}"));
    says_the_same(&format!("Bob wrote:\n{quoted}\n{SAMPLE}"));
}

#[test]
fn where_a_block_ends() {
    let cut = |end: &str| mail(&file(end)).map(|(file, _)| file.block.cut).expect("orders");
    assert_eq!(cut("end\nmove: nobody\n"), [(4, "move: nobody".to_owned())]);
    assert_eq!(cut("END\n- x: y\n"), [(4, "- x: y".to_owned())]);
    assert_eq!(cut("Cheers\nBob\n"), [(3, "Cheers".to_owned()), (4, "Bob".to_owned())]);
    assert_eq!(cut("---\n"), [(3, "---".to_owned())]);
    assert_eq!(cut("--\n"), [(3, "--".to_owned())]);
    assert_eq!(cut("\u{2014}Jane\n"), [(3, "\u{2014}Jane".to_owned())]);
    assert_eq!(cut("-----Original Message-----\nFrom: Bob\n").len(), 2);
    assert_eq!(cut("On 3 March 2025 at 10:00 Bob Smith wrote:\n").len(), 1);
    assert_eq!(cut("> orders: HL-07 turn 5 Union\n").len(), 1);
    assert_eq!(cut("# a comment\n\n#\nnote: x\n"), []);
}

#[test]
fn orders_after_the_end_are_refused() {
    let text = file("move:\n- Law: hold\nSee you on Sunday\nattack: none\n");
    refuses(&text, &["6:1 not read: the orders end before line 5"]);
    // A note that was wrapped by the mail program.
    let text = super::file("note: a long note\nthat was wrapped\nmove:\n- Law: hold\n");
    refuses(&text, &["5:1 not read: the orders end before line 4"]);
}

#[test]
fn whatever_stands_before_a_written_end_is_read_or_refused() {
    let says = "not read: no line of a list, and the orders end on line";
    let text = file("move:\n- Law: hold\n\nRodes/R 1726\n# a remark\n- Law: hold\n\nend\n");
    refuses(&text, &[&format!("6:1 {says} 10")]);
    let text = file("move:\n- Law: hold\n\nSee you\non Sunday\nEnd\nBob\n");
    refuses(&text, &[&format!("6:1 {says} 8"), &format!("7:1 {says} 8")]);
    let text = file("move:\n- Law: hold\n> attack:\nend\n");
    refuses(&text, &[&format!("5:1 {says} 6")]);
    // Quoted, it ends nothing.
    let text = file("move:\n- Law: hold\n\nCheers\n> end\n");
    assert_eq!(mail(&text).expect("orders").0.block.cut.len(), 2);
}

#[test]
fn a_line_that_looks_like_an_order_is_refused_also_without_an_end() {
    let says = "not read: it looks like an order, and is no line of a list";
    let looks = |end: &str, at: &str| refuses(&file(end), &[&format!("{at} {says}")]);
    looks("move:\n- Law: hold\nRodes/R to 1726\n", "5:1");
    looks("move:\n- Law: hold\nRodes/R\n", "5:1");
    looks("move:\n- Law: hold\nthen to 1726\n", "5:1");
    looks("move:\n- Law: hold\n\nRodes/R to 1726\n\nBob\n", "6:1");
    let fine = |end: &str| assert!(mail(&file(end)).is_ok(), "{end}");
    fine("move:\n- Law: hold\nBob\n");
    fine("move:\n- Law: hold\nOn 3 Mar 1726, Bob wrote:\n");
    fine("move:\n- Law: hold\n\nRodes/R was lucky\n");
    fine("move:\n- Law: hold\n\nso much for 1726\n");
}

#[test]
fn values_on_further_lines() {
    let text = file(
        "move:\n- Rodes/R, Colquitt/R:\n    1726\n    1725 # there\n   1724\n- Law:\n  hold\n",
    );
    let orders = good(&text);
    let same = good(&file("move:\n- Rodes/R, Colquitt/R: 1726 1725 1724\n- Law: hold\n"));
    assert_eq!(unplaced(&orders), unplaced(&same));
    // Each word keeps the place at which it was typed.
    refuses(
        &file("move:\n- Rodes/R:\n    1726\n    1725\n   172\n"),
        &["7:4 `172` where a hex, `exit` or the end is due"],
    );
}

#[test]
fn comments_are_left_out() {
    let text =
        file("move:  # all of them\n# first\n- Law: hold # for now\n  # and\n- Hood: hold #\n");
    assert_eq!(good(&text).moves.len(), 2);
}

#[test]
fn the_two_head_lines_alone_are_complete() {
    let orders = good(&file(""));
    assert!(orders.moves.is_empty() && orders.attack.is_none() && orders.standing.is_none());
    let echo = echoed(&file(""));
    assert!(echo.contains("(no `move`)") && echo.contains("(no `attack`)"), "{echo}");
}

#[test]
fn repaired_lines_are_marked_in_the_echo() {
    let text = "Hi\n".to_owned()
        + &file("Move:\n- Colq: 1726\n- Law: hold\nattack:\n- at: 1723\nby: Law\n");
    assert_eq!(
        echoed(&text),
        "\
orders as understood
  orders: HL-07 turn 6 Confederate
  position: bubble-gospel-43
  move:
* - Colquitt/R: 1726
  - Law: hold
  attack:
  - at: 1723
*   by: Law
repaired (*):
  line 4: `Move` read as `move`
  line 5: `Colq` read as `Colquitt/R`
  line 9: lost indentation rebuilt
not read:
  1 line before the orders
"
    );
}
