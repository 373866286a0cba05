//! The echo "orders as understood".

use super::battle::{SCENARIO, position};
use super::{echoed, file, good, mail, told};
use provost::games::blue_gray::answers::{NewStanding, Standing};
use provost::games::blue_gray::grammar::Names;
use provost::games::blue_gray::understood::echo;

fn standing(body: &str) -> Standing {
    match good(&file(body)).standing {
        Some(NewStanding::Replaced(all)) => all,
        other => panic!("{other:?}"),
    }
}

/// The echo of a body while the standing orders of another are in force.
fn after(in_force: &str, body: &str) -> String {
    let (file, reading) = mail(&file(body)).unwrap_or_else(|why| panic!("{:?}", told(&why)));
    let position = position();
    let names = Names::new(&SCENARIO, &position, file.head.army.value);
    echo(&file, &reading, Some(&standing(in_force)), &names)
}

const OLD: &str = "retreat:\n- 1/XI: 1622 1623\n- any: toward 1418\ncavalry:\n- any: stand\n";

#[test]
fn new_standing_orders_tell_which_old_ones_lapse() {
    let echo = after(OLD, "retreat:\n- any: toward 1418\n- 1/XI: 1623\n");
    let (_, lapse) = echo.split_once("standing orders that lapse:\n").expect("some lapse");
    assert_eq!(lapse, "  retreat: 1/XI: 1622 1623\n  cavalry: any: stand\n");
}

#[test]
fn withdrawing_lapses_all_and_silence_none() {
    let echo = after(OLD, "standing: none\n");
    assert!(echo.ends_with(
        "  standing: none\nstanding orders that lapse:\n  retreat: 1/XI: 1622 1623\n  \
         retreat: any: toward 1418\n  cavalry: any: stand\n"
    ));
    assert!(!after(OLD, "move:\n- Law: hold\n").contains("lapse"));
    assert!(!after(OLD, OLD).contains("lapse"));
}

#[test]
fn lines_fit_72_columns_and_hide_nothing() {
    let hexes = " 1726 1725".repeat(20);
    let text = file(&format!(
        "move:\n- Law:{hexes}\nnote: caf\u{E9} \u{1F600} {}\nend\n{}\n\u{2014} Jane \u{202E}\n> x\nFrom y\n",
        "x".repeat(200),
        "y".repeat(500)
    ));
    let echo = echoed(&text);
    for line in echo.lines() {
        let harmless = |c: char| !c.is_control() && c != '\u{202E}';
        assert!(line.chars().count() <= 72 && line.chars().all(harmless), "{line}");
        assert!(!line.ends_with(' ') && !line.starts_with(['>', '.', '|', '-', 'F']), "{line}");
    }
    assert!(echo.contains("note: caf\u{E9} \u{1F600}"), "{echo}");
    assert!(echo.contains("\u{2014} Jane <U+202E>"), "{echo}");
    assert_eq!(echo.matches("1726").count(), 20);
}

#[test]
fn rolls_answers_and_notes_are_told() {
    let echo = echoed(&file(
        "answer:\n- start.train: 1623\nrolls:\n- averell.ford.1: 5\nattack: none\nnote: so\n",
    ));
    assert_eq!(
        echo,
        "\
orders as understood
  orders: HL-07 turn 6 Confederate
  position: bubble-gospel-43
  attack: none
  answer:
  - start.train: 1623
  (no `move`)
  rolls:
  - averell.ford.1: 5
  note: so
"
    );
}

#[test]
fn an_answer_is_not_said_to_move_nobody() {
    let echo = echoed(&file("answer:\n- attack.1723.advance: stay\n"));
    assert!(!echo.contains("no `move`") && !echo.contains("no `attack`"), "{echo}");
    assert!(echoed(&file("")).contains("(no `move`)"));
}
