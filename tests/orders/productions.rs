//! Every production of the grammar: what it accepts, how that is told, and what it refuses.

use super::battle::{SCENARIO, blue, gray, hex, position};
use super::{file, good, help, refuses};
use provost::document::{Node, Value};
use provost::games::blue_gray::answers::*;
use provost::games::blue_gray::grammar::Names;
use provost::games::blue_gray::scenario::Army;
use provost::games::blue_gray::understood;

/// The orders of a body as a record would tell them, without the head.
fn said(body: &str) -> String {
    let orders = good(&file(body));
    let position = position();
    let names = Names::new(&SCENARIO, &position, Army::Confederate);
    let mut nodes = vec![understood::orders(&orders, &names)];
    nodes.extend(orders.standing.as_ref().map(|new| understood::standing(new, &names)));
    let mut out = String::new();
    for node in &nodes {
        for (key, value) in node.as_map().unwrap_or_default() {
            if key.text != "turn" && key.text != "position" {
                tell(&mut out, &key.text, value);
            }
        }
    }
    out
}

fn tell(out: &mut String, key: &str, value: &Node) {
    match &value.value {
        Value::Text(text) => *out += &format!("{key}: {text}\n"),
        Value::List(lines) => {
            *out += &format!("{key}:\n");
            for line in lines {
                for (at, (key, value)) in line.as_map().unwrap_or_default().iter().enumerate() {
                    *out += if at == 0 { "- " } else { "  " };
                    tell(out, &key.text, value);
                }
            }
        }
        Value::Map(_) => panic!("keys within keys"),
    }
}

/// Asserts that a body is understood as it stands.
#[track_caller]
fn same(body: &str) {
    assert_eq!(said(body), body);
}

#[track_caller]
fn refuses_body(body: &str, complaints: &[&str]) {
    refuses(&file(body), complaints);
}

/// Asserts that `section` with one line `- line` is refused with one complaint on that line.
#[track_caller]
fn refuses_line(section: &str, line: &str, complaint: &str) {
    refuses_body(&format!("{section}:\n- {line}\n"), &[&format!("4:{complaint}")]);
}

/// Asserts that an attack with this further line is refused with one complaint on that line.
#[track_caller]
fn refuses_key(line: &str, complaint: &str) {
    let body = format!("attack:\n- at: 1723\n  by: Rodes/R\n  {line}\n");
    refuses_body(&body, &[&format!("6:{complaint}")]);
}

/// Asserts that an attack with this further line is understood as it stands.
#[track_caller]
fn same_key(line: &str) {
    same(&format!("attack:\n- at: 1723\n  by: Rodes/R\n  {line}\n"));
}

#[test]
fn routes() {
    for route in [
        "hold",
        "exit",
        "1726",
        "1726 1725 1724",
        "1825 to 1726",
        "1825 to strategic, 1726 1725",
        "strategic, 1726",
        "1726 exit",
        "strategic, 1726 exit",
        "enter 1301",
        "enter 1301 1402 exit",
    ] {
        same(&format!("move:\n- Rodes/R: {route}\n"));
    }
    let due = "a hex, `enter`, `exit`, `hold` or `strategic,` is due";
    for (route, complaint) in [
        ("halt", format!("12 `halt` where {due}")),
        ("172", format!("12 `172` where {due}")),
        ("0026", format!("12 `0026` where {due}")),
        ("1726-1725", format!("12 `1726-1725` where {due}")),
        ("1726, 1725", "16 `,` where a hex, `exit` or the end is due".to_owned()),
        ("1726 exit 1725", "22 `1725` where the end is due".to_owned()),
        ("hold 1726", "17 `1726` where the end is due".to_owned()),
        ("strategic 1726", "22 `1726` where a comma after `strategic` is due".to_owned()),
        ("strategic, exit", "23 `exit` where a hex is due".to_owned()),
        ("1825 to exit", "20 `exit` where a hex is due".to_owned()),
        ("1825 to", "19 the line ends where a hex is due".to_owned()),
        ("enter", "17 the line ends where a hex is due".to_owned()),
        ("enter 1301 to 1402", "23 `to` where a hex, `exit` or the end is due".to_owned()),
    ] {
        refuses_line("move", &format!("Rodes/R: {route}"), &complaint);
    }
    assert_eq!(help(&file("move:\n- Law: 1726-1725\n")), "write blanks between hexes");
    assert_eq!(help(&file("move:\n- Law: 1726, 1725\n")), "write blanks between hexes, no commas");
    assert_eq!(help(&file("move:\n- Law: 173\n")), "a hex has four digits, such as 0504");
    assert_eq!(help(&file("move:\n- Law: entre 1301\n")), "did you mean `enter`?");
}

#[test]
fn move_lines() {
    same("move:\n- Rodes/R, Colquitt/R, Law: 1726\n- 1/F Lee/S: hold\n- All Stars: exit\n");
    refuses_line("move", "any: 1726", "3 `any` where the name of a unit is due");
    refuses_line("move", "Rodes/R,: 1726", "11 the line ends where the name of a unit is due");
    refuses_line("move", "Rodes/R 1726: 1725", "11 `1726` where a comma or the end is due");
    refuses_line("move", "Rodes/R, Rodes/R: hold", "12 `Rodes/R` is named twice");
    refuses_line("move", "Rodes/R", "3 no `: ` in `Rodes/R`");
    refuses_line("move", "Rodes/R:1726", "3 no `: ` in `Rodes/R:1726`");
    refuses_line("move", "Rodes/R:", "10 nothing after `Rodes/R:`");
    refuses_line("move", "Rodes/R: [1726, 1725]", "12 a list where `Rodes/R` wants a sentence");
    refuses_body("move:\n- Law: hold\n- law: 1502\n", &["5:3 `Law` has a line already, line 4"]);
    refuses_body("move:\n", &["3:5 `move` has no lines"]);
    refuses_body("move: none\n", &["3:7 `none` where a list is due"]);
}

#[test]
fn fall_back() {
    same(
        "fall back:\n- Lane/H: 2115 2116\n- Law: toward 1418\n- Hood: exit 2115, alone if possible\n",
    );
    let due = "a hex, `exit` or `toward HEX` is due";
    refuses_line("fall back", "any: 2115", "3 `any` where the name of a unit is due");
    refuses_line("fall back", "Law, Hood: 2115", "6 `,` where the end is due");
    refuses_line("fall back", "Law: towards 2115", &format!("8 `towards` where {due}"));
    refuses_line("fall back", "Law: ask", &format!("8 `ask` where {due}"));
    refuses_line("fall back", "Law: toward", "14 the line ends where a hex is due");
    refuses_line("fall back", "Law: toward 2115 2116", "20 `2116` where a place or the end is due");
    refuses_line("fall back", "Law: 2115, alone", "12 `,` where a place or the end is due");
    refuses_body(
        "fall back:\n- Law: 2115\n- Law: 2116\n",
        &["5:3 `Law` has a line already, line 4"],
    );
    assert_eq!(help(&file("fall back:\n- Law: 2115, alone\n")), "write `, alone if possible`");
    assert_eq!(help(&file("fall back:\n- Law: towards 1418\n")), "did you mean `toward`?");
}

#[test]
fn attack_list() {
    same("attack: none\n");
    same("attack:\n- at: 1723\n  by: Rodes/R\n- at: 1723\n  by: Rodes/R, Law\n");
    assert!(good(&file("")).attack.is_none());
    refuses_body("attack:\n", &["3:7 `attack` has no lines"]);
    refuses_body("attack: nothing\n", &["3:9 `nothing` where a list is due"]);
    refuses_body("attack:\n- 1723\n", &["4:3 an attack without keys"]);
    refuses_body("attack:\n- at: 1723\n", &["4:3 an attack without `by`"]);
    refuses_body("attack:\n- by: Law\n", &["4:3 an attack without `at`"]);
    refuses_key("wom: stay", "3 unknown key `wom`");
    refuses_key("by: Law", "3 duplicate key `by`");
    let text = file("attack:\n- at: 1723\n  by: Rodes/R\n  wom: stay\n");
    assert_eq!(help(&text), "did you mean `won`?");
}

#[test]
fn targets_and_attackers() {
    same("attack:\n- at: 1822, 1922\n  by: Rodes/R, Law\n  aside: Hood, Early\n");
    refuses_body("attack:\n- at: 1723, 1723\n  by: Law\n", &["4:13 hex 1723 is named twice"]);
    refuses_body(
        "attack:\n- at: 1723 1724\n  by: Law\n",
        &["4:12 `1724` where a comma or the end is due"],
    );
    refuses_body("attack:\n- at: Law\n  by: Law\n", &["4:7 `Law` where a hex is due"]);
    refuses_body("attack:\n- at: 1723\n  by: Law, law\n", &["5:12 `Law` is named twice"]);
    refuses_body("attack:\n- at: 1723\n  by: [Law]\n", &["5:7 a list where `by` wants a sentence"]);
    refuses_key("aside: Rodes/R", "10 `Rodes/R` is named twice");
    refuses_key("aside:", "8 nothing after `aside:`");
}

#[test]
fn conditions() {
    for word in ["won", "held", "gone", "AE", "AR", "DR", "DE", "EX", "empty", "enemy"] {
        same_key(&format!("if: 1722 {word}"));
    }
    same_key("if: 1722 won and 1721 empty and Law alive and All Stars dead and Sykes dead");
    refuses_key(
        "if: 1722 wun",
        "12 `wun` where `won`, `held`, `gone`, a result, `empty` or `enemy` is due",
    );
    refuses_key(
        "if: 1722",
        "11 the line ends where `won`, `held`, `gone`, a result, `empty` or `enemy` is due",
    );
    refuses_key("if: Law", "10 the line ends where `alive` or `dead` is due");
    refuses_key("if: Law won", "14 the line ends where `alive` or `dead` is due");
    refuses_key("if: 1722 won, 1721 won", "15 `,` where `and` or the end is due");
    refuses_key("if: 1722 won or 1721 won", "16 `or` where `and` or the end is due");
    refuses_key("if: 1722 won and", "19 the line ends where the name of a unit is due");
}

#[test]
fn conditions_mean_own_units_first() {
    let conditions = |text: &str| {
        let body = format!("attack:\n- at: 1723\n  by: Rodes/R\n  if: {text}\n");
        let Some(AttackList::Entries(entries, _)) = good(&file(&body)).attack else { panic!() };
        entries[0].conditions.iter().map(|c| c.value).collect::<Vec<_>>()
    };
    assert_eq!(conditions("Reserve dead"), [Condition::Dead(gray("Reserve"))]);
    assert_eq!(conditions("Reserve @1016 dead"), [Condition::Dead(gray("Reserve"))]);
    assert_eq!(conditions("Reserve @1716 dead"), [Condition::Dead(blue("Reserve"))]);
    assert_eq!(conditions("Syk alive"), [Condition::Alive(blue("Sykes"))]);
    assert_eq!(conditions("1/V alive"), [Condition::Alive(blue("1/V"))]);
    assert_eq!(conditions("1722 ex"), [Condition::Combat(hex(1722), Outcome::Result(Result::EX))]);
}

#[test]
fn odds_and_numbers() {
    for line in ["expect: 20 to 9", "expect: 20 to 9, 2-1", "expect: 2-1", "expect: 0 to 3, 1-6"] {
        same_key(line);
    }
    for line in ["least: 2-1", "reduce: 1-1", "reduce: 1-5", "pause: after", "die: 6"] {
        same_key(line);
    }
    let odds = "where an odds ratio such as 2-1 or 1-3 is due";
    refuses_key("expect: 20 9", "14 `9` where `to` is due");
    refuses_key("expect: 20:9", "11 `20:9` where `N to N` is due");
    refuses_key("expect: 20 to 9 2-1", "19 `2-1` where the end is due");
    refuses_key("expect: 20 to 9, 2:1", &format!("20 `2:1` {odds}"));
    refuses_key("expect: 020 to 9", "11 `020` where a whole number is due");
    refuses_key("least: 3-2", &format!("10 `3-2` {odds}"));
    refuses_key("reduce: 1", &format!("11 `1` {odds}"));
    refuses_key("pause: before", "10 `before` where `after` is due");
    refuses_key("pause: after all", "16 `all` where the end is due");
    refuses_key("die: six", "8 `six` where a whole number is due");
    for number in ["06", "0x6", "+6", "6.0", "1_0", "-6"] {
        refuses_key(
            &format!("die: {number}"),
            &format!("8 `{number}` where a whole number is due"),
        );
    }
    let text = file("attack:\n- at: 1723\n  by: Law\n  least: 2:1\n");
    assert_eq!(help(&text), "write `2-1`");
}

#[test]
fn what_is_done_afterwards() {
    for key in ["won", "DR", "DE"] {
        for then in [
            "stay",
            "advance Law",
            "advance Law to 1723",
            "advance Law to 1723, else Hood",
            "advance Law, else Hood to 1722, else Law to 1722, else stay",
            "advance All Stars to 1723, else Go West",
            "stay, else Law",
        ] {
            same_key(&format!("{key}: {then}"));
        }
    }
    let body = "attack:\n- at: 1723\n  by: Rodes/R\n  won: advance Law, else advance Hood\n";
    assert!(said(body).ends_with("  won: advance Law, else Hood\n"));
    refuses_key("won: Law", "8 `Law` where `stay` or `advance UNIT` is due");
    refuses_key("won: advance", "15 the line ends where the name of a unit is due");
    refuses_key("won: advance Law else Hood", "20 `else` where `, else` or the end is due");
    refuses_key("won: advance Law, Hood", "21 `Hood` where `else` is due");
    refuses_key("DR: advance Law to", "21 the line ends where a hex is due");
    refuses_key("DE: advance Law 1723", "19 `1723` where `, else` or the end is due");
}

#[test]
fn exchanges() {
    for line in ["EX: lose Law, Hood", "EX: lose smallest", "EX: lose all", "EX: lose All Stars"] {
        same_key(line);
    }
    refuses_key("EX: Law", "7 `Law` where `lose` is due");
    refuses_key("EX: lose", "11 the line ends where the name of a unit is due");
    refuses_key("EX: lose Law, Law", "17 `Law` is named twice");
    refuses_key("EX: lose smallest, Law", "12 no Confederate unit is called `smallest`");
}

#[test]
fn own_retreats_and_pushes() {
    for line in [
        "AR: Law 1725",
        "AR: Law 1725 1726 exit, alone if possible, Hood toward 1925, alone if possible, any exit",
        "push: any smallest, toward 1418",
        "push: Law 1725 1726",
        "push: Law smallest, 1725, alone if possible",
    ] {
        same_key(line);
    }
    refuses_key("AR: Law", "10 the line ends where a hex, `exit` or `toward HEX` is due");
    refuses_key("AR: Law 1725, Law 1726", "17 `Law` has a line already, line 6");
    refuses_key("AR: Law 1725 Hood 1726", "16 `Hood` where a comma or the end is due");
    refuses_key("AR: any, Law 1725", "10 `,` where a hex, `exit` or `toward HEX` is due");
    refuses_key("push: Law smallest 1725", "22 `1725` where a comma after `smallest` is due");
    refuses_key("push: Law 1725, Hood 1726", "17 `,` where the end is due");
    let due = "the line ends where `smallest,`, a hex, `exit` or `toward HEX` is due";
    refuses_key("push: any", &format!("12 {due}"));
}

#[test]
fn standing_retreat_and_give_way() {
    same(
        "retreat:\n- 1/XI: 1622 1623\n- Law: exit\n- Hood: ask\n- any: toward 1418, alone if possible\n",
    );
    same("give way:\n- XI: 1522 1523\n- Law: smallest, 1522\n- any: smallest, toward 1418\n");
    let due = "a hex, `exit` or `toward HEX` is due";
    refuses_line("retreat", "Law: asks", &format!("8 `asks` where {due}"));
    refuses_line("retreat", "Law: ask 1622", "12 `1622` where a place or the end is due");
    refuses_line("retreat", "Law, Hood: 1622", "6 `,` where the end is due");
    refuses_line(
        "give way",
        "any: smallest 1622",
        "17 `1622` where a comma after `smallest` is due",
    );
    refuses_line("give way", "any: ask", &format!("8 `ask` where `smallest,`, {due}"));
    for section in ["retreat", "give way"] {
        let body = format!("{section}:\n- any: 1622\n- Any: 1623\n");
        refuses_body(&body, &["5:3 `any` has a line already, line 4"]);
        let body = format!("{section}:\n- Law: 1622\n- law: 1623\n");
        refuses_body(&body, &["5:3 `Law` has a line already, line 4"]);
        refuses_body(
            &format!("{section}:\n"),
            &[&format!("3:{} `{section}` has no lines", section.len() + 1)],
        );
    }
}

#[test]
fn standing_cavalry() {
    for wish in [
        "stand",
        "ask",
        "go, 1419 1418",
        "go if all go, 1419 1418",
        "go at 2-1 or worse, 1419 1418",
        "go if all go at 1-2 or worse, 1419 1418 or 1519 1518 or 1620 1621",
    ] {
        same(&format!("cavalry:\n- any: {wish}\n"));
    }
    let path = "a comma and a path of two hexes is due";
    for (wish, complaint) in [
        ("rides", "8 `rides` where `stand`, `ask` or `go` is due".to_owned()),
        ("stand fast", "14 `fast` where the end is due".to_owned()),
        ("go 1419 1418", format!("11 `1419` where `if all go`, `at ODDS or worse` or {path}")),
        ("go if all, 1419 1418", "11 `if` where `if all go` is due".to_owned()),
        ("go at 2-1, 1419 1418", "17 `,` where `or worse` is due".to_owned()),
        ("go at 2-1 or better, 1419 1418", "18 `or` where `or worse` is due".to_owned()),
        ("go, 1419", "16 the line ends where a hex is due".to_owned()),
        (
            "go, 1419 1418 1417",
            "22 `1417` where `or` and another path or the end is due".to_owned(),
        ),
        ("go, 1419 1418 or", "24 the line ends where a hex is due".to_owned()),
    ] {
        refuses_line("cavalry", &format!("any: {wish}"), &complaint);
    }
}

#[test]
fn standing_advance() {
    same("advance:\n- 3/XI: 1822 1823\n- Law: go\n- Hood: ask\n- any: stay\n");
    refuses_line("advance", "any: sty", "8 `sty` where `stay`, `go`, `ask` or a hex is due");
    refuses_line("advance", "any: 1822, 1823", "12 `,` where a hex or the end is due");
    refuses_line("advance", "any: 1822 stay", "13 `stay` where a hex or the end is due");
    refuses_line("advance", "any: stay 1822", "13 `1822` where the end is due");
}

#[test]
fn standing_orders_are_replaced_kept_or_withdrawn() {
    assert_eq!(good(&file("")).standing, None);
    assert_eq!(good(&file("standing: none\n")).standing, Some(NewStanding::Withdrawn));
    let Some(NewStanding::Replaced(all)) = good(&file("advance:\n- any: go\n")).standing else {
        panic!()
    };
    assert!(all.retreat.is_empty() && all.advance.len() == 1);
    refuses_body("standing: all\n", &["3:11 `standing` says something else than `none`"]);
    refuses_body(
        "standing: none\ncavalry:\n- any: stand\n",
        &["3:11 `standing: none` beside standing orders"],
    );
}

#[test]
fn answers() {
    same(
        "answer:\n- attack.1722.retreat.1/XI: 1622 1623\n- attack.1722.retreat.1/XI@2: toward 1418\n\
         - attack.1722.push.1622: any smallest, toward 1418\n- attack.1722.push.1623: XI 1522\n\
         - attack.1722.advance: Law 1723\n- attack.1723.advance: stay\n\
         - attack.1722.lose: lose Law, Hood\n- attack.1723.lose: lose smallest\n\
         - attack.1722.cavalry.1/F Lee/S: go at 2-1 or worse, 1419 1418 or 1519 1518\n\
         - attack.1722.cavalry.2/F Lee/S: stand\n- attack.1722.train: exit\n\
         - start.retreat.Law: 1622, alone if possible\n- start.push.1622@3: Law smallest, 1522\n\
         - start.train: 1623 1624\n",
    );
    let said = said(
        "answer:\n- Attack.1722.Retreat.rodes/r@2: 1622\n- start.retreat.Reserve @1016: 1017\n",
    );
    assert_eq!(
        said,
        "answer:\n- attack.1722.retreat.Rodes/R@2: 1622\n- start.retreat.Reserve: 1017\n"
    );
}

#[test]
fn wrong_answers() {
    let what = "cavalry.UNIT, retreat.UNIT, push.HEX, advance, lose or train is due";
    for (line, complaint) in [
        ("attak.1722.lose: lose all", "3 `attak` where `attack.HEX` or `start` is due"),
        ("attack: lose all", "9 `attack` ends where the hex of a combat is due"),
        ("attack.172.lose: lose all", "10 `172` where the hex of a combat is due"),
        ("attack.1722: lose all", &format!("14 `attack.1722` ends where {what}")),
        ("attack.1722.loose: lose all", &format!("15 `loose` where {what}")),
        ("start.retreat: 1622", "16 `start.retreat` ends where `.UNIT` is due"),
        ("start.retreat.Nobody: 1622", "17 no Confederate unit is called `Nobody`"),
        ("start.push.12: any 1623", "14 `12` where the hex on which somebody is pushed is due"),
        ("start.train.x: 1623", "14 `.x` where the end is due"),
        ("start.train@1: 1623", "15 `1` where a number from 2 on is due"),
        ("start.train@x: 1623", "15 `x` where a number from 2 on is due"),
        ("start.train: lose all", "16 `lose` where a hex, `exit` or `toward HEX` is due"),
        ("attack.1722.advance: go", "24 `go` where the unit that advances, or `stay`, is due"),
        ("attack.1722.cavalry.Law: ask", "28 `ask` where `stand` or `go` is due"),
        ("attack.1722.lose: Law", "21 `Law` where `lose` is due"),
    ] {
        let complaints = super::told(&super::refused(&file(&format!("answer:\n- {line}\n"))));
        assert_eq!(complaints[0], format!("4:{complaint}"), "{line}");
    }
    refuses_body(
        "answer:\n- start.train: 1623\n- Start.Train: 1624\n",
        &["5:3 `start.train` has a line already, line 4"],
    );
}

#[test]
fn rolls() {
    let rolls = good(&file("rolls:\n- averell.ford.1: 5\n- 1722.crt.1: 2\n")).rolls;
    let told: Vec<(&str, u32)> =
        rolls.iter().map(|(label, n)| (label.value.as_str(), *n)).collect();
    assert_eq!(told, [("averell.ford.1", 5), ("1722.crt.1", 2)]);
    refuses_line("rolls", "Averell: 5", "3 `Averell` is not the label of a roll");
    refuses_line("rolls", "a.b.1: five", "10 `five` where a whole number is due");
    refuses_line("rolls", "a.b.1: 5 6", "12 `6` where the end is due");
    refuses_body("rolls:\n- a.1: 5\n- a.1: 6\n", &["5:3 `a.1` has a line already, line 4"]);
}

#[test]
fn notes() {
    let note = |line: &str| good(&file(line)).note.unwrap_or_default();
    assert_eq!(note("note: Nice stand.  Away\n"), "Nice stand. Away");
    assert_eq!(
        note("note: Nice stand\n  at the tavern\n\n  away\n"),
        "Nice stand at the tavern away"
    );
    assert_eq!(
        note("note: |\n  Dear Bob: nice #1 stand\n\n  Jane\n"),
        "Dear Bob: nice #1 stand Jane"
    );
    assert_eq!(note("note: >\n  Dear Bob\n  Jane\n"), "Dear Bob Jane");
    assert_eq!(note("note: \"Dear Bob: nice #1 \\\"stand\\\"\"\n"), "Dear Bob: nice #1 \"stand\"");
    assert_eq!(note("note: 'it''s late'  # really\n"), "it's late");
    assert_eq!(note("note: \"two lines\n  in quotes\"\n"), "two lines in quotes");
    assert_eq!(
        note("note: *really* @Bob [yes] {no} & - ! % > | \\ \"so\"\n"),
        "*really* @Bob [yes] {no} & - ! % > | \\ \"so\""
    );
    assert_eq!(
        note("note: Bob\u{2019}s \u{201C}stand\u{201D} \u{2013} cafe\u{301}\n"),
        "Bob\u{2019}s \u{201C}stand\u{201D} \u{2013} caf\u{e9}"
    );
    assert_eq!(note("note:\n  below\n"), "below");
    assert_eq!(good(&file("note:\n")).note, None);
}
