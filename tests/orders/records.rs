//! Records say it in one way only.

use super::battle::{SCENARIO, position};
use super::told;
use provost::document::read::{Limits, parse};
use provost::document::{Diagnostic, Node};
use provost::games::blue_gray::answers::{NewStanding, Orders};
use provost::games::blue_gray::grammar::{
    Names, record_answers, record_orders, record_rolls, record_standing,
};
use provost::games::blue_gray::scenario::Army;
use provost::games::blue_gray::understood;

const RECORD: &str = "\
turn: 6
position: bubble-gospel-43
move:
- Rodes/R, Colquitt/R: 1726 1725 1724
fall back:
- Lane/H: 2115 2116
attack:
- at: 1723
  by: Rodes/R, Colquitt/R
  if: Reserve @1716 dead
  won: advance Colquitt/R
answer:
- attack.1722.retreat.1/XI@2: toward 1418
";

fn node(text: &str) -> Node {
    parse(text, Limits::RECORD).unwrap_or_else(|why| panic!("{why:#?}"))
}

fn with<T>(read: impl Fn(&Names<'_>) -> T) -> T {
    let position = position();
    read(&Names::new(&SCENARIO, &position, Army::Confederate))
}

fn read(text: &str) -> Result<Orders, Vec<Diagnostic>> {
    with(|names| record_orders(&node(text), names))
}

#[track_caller]
fn refuses(from: &str, to: &str, complaints: &[&str]) {
    assert!(RECORD.contains(from), "{from}");
    let why = read(&RECORD.replacen(from, to, 1)).expect_err(to);
    assert_eq!(told(&why), complaints);
}

#[test]
fn a_record_reads_and_is_told_alike() {
    let orders = read(RECORD).expect("orders");
    assert_eq!((orders.turn, orders.army), (6, Some(Army::Confederate)));
    assert_eq!(with(|names| understood::orders(&orders, names)), node(RECORD));
}

#[test]
fn nothing_is_repaired() {
    refuses("Rodes/R, C", "rodes/r, C", &["4:3 `rodes/r` is not the full id of a unit"]);
    refuses("Lane/H", "Lne", &["6:3 `Lne` is not the full id of a unit"]);
    refuses("1726 1725", "1726  1725", &["4:24 `1726  1725 1724` holds spare blanks"]);
    refuses("move:", "Move:", &["3:1 unknown key `Move`"]);
    refuses("  won:", "  Won:", &["11:3 unknown key `Won`"]);
    refuses("turn: 6", "turn: 06", &["1:7 `turn` is not the number of a turn"]);
    refuses("bubble-g", "Bubble-g", &["2:11 `position` is not a label"]);
    refuses("turn: 6\n", "", &["1:1 `turn` is missing"]);
    refuses("position: bubble-gospel-43\n", "", &["1:1 `position` is missing"]);
}

#[test]
fn what_belongs_elsewhere_is_refused() {
    for (more, complaint) in [
        ("orders: x\n", "14:1 unknown key `orders`"),
        ("retreat:\n- any: ask\n", "14:1 unknown key `retreat`"),
        ("standing: none\n", "14:1 unknown key `standing`"),
        ("note: x\n", "14:1 unknown key `note`"),
        ("rolls:\n- a.1: 5\n", "14:1 unknown key `rolls`"),
    ] {
        let why = read(&format!("{RECORD}{more}")).expect_err(more);
        assert_eq!(told(&why), [complaint]);
    }
}

#[test]
fn standing_orders_of_a_record() {
    let text = "retreat:\n- 1/XI: 1622 1623\n- any: ask\nadvance:\n- any: stay\n";
    let read = |text: &str| with(|names| record_standing(&node(text), names));
    let standing = read(text).expect("standing orders");
    assert!(matches!(&standing, NewStanding::Replaced(all) if all.retreat.len() == 2));
    assert_eq!(with(|names| understood::standing(&standing, names)), node(text));
    let none = Node::text("none");
    let withdrawn = with(|names| record_standing(&none, names));
    assert_eq!(withdrawn, Ok(NewStanding::Withdrawn));
    assert_eq!(with(|names| understood::standing(&NewStanding::Withdrawn, names)), none);
    let why = read("retreat:\n- any: ask\nmove:\n- Law: hold\n").expect_err("move");
    assert_eq!(told(&why), ["3:1 unknown key `move`"]);
    let why = with(|names| record_standing(&Node::text("all"), names)).expect_err("all");
    assert_eq!(told(&why), ["0:0 `standing` says something else than `none`"]);
}

#[test]
fn answers_and_rolls_of_a_record() {
    let list = node("- attack.1722.lose: lose all\n- start.train: 1623\n");
    let answers = with(|names| record_answers(&list, names)).expect("answers");
    assert_eq!(with(|names| understood::answers(&answers, names)), list);
    let list = node("- averell.ford.1: 5\n");
    let rolls = with(|names| record_rolls(&list, names)).expect("rolls");
    assert_eq!(understood::rolls(&rolls), list);
}
