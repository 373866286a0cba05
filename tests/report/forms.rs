//! Forms for the next orders and for answers.

use super::battle::{hex, unit};
use super::{rule, scenario, snapshot};
use provost::document::{Diagnostic, Span};
use provost::games::blue_gray::answers::{NewStanding, Orders};
use provost::games::blue_gray::form::{Contact, FormFacts, Held, Thrown, form, halt_form};
use provost::games::blue_gray::grammar;
use provost::games::blue_gray::position::{Award, Marks, Place, Position};
use provost::games::blue_gray::scenario::{Army, Scenario};
use provost::play::Ask;

pub fn after(s: &Scenario) -> Position {
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

pub fn union_form(s: &Scenario, position: &Position) -> Vec<String> {
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
        must_enter: &|_| None,
        step: &|id| match s.unit(id).id.as_str() {
            "2/XI" => Some([position.hex(id)?, hex("1523")]),
            _ => None,
        },
        title: "HL-07",
        thrown: Thrown::ByProgram,
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
