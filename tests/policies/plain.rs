//! Orders without a lock, as a player without the program mails them to a referee.

use crate::desk::Desk;
use crate::log::says;
use std::fs;

/// Kershaw cannot get as far, Barksdale can.
const BODY: &str = "move:\n- Kershaw: 1412 1311 1211 1111\n- Barksdale: 1512\n";

fn begun(errors: &str) -> Desk {
    let desk = Desk::new();
    let game = ["--game", "fre-01-2026-0e5a3b1e", "--errors", errors];
    desk.done(&[&["new", "fredericksburg", "c"], game.as_slice()].concat());
    mailed(&desk, BODY);
    desk
}

fn mailed(desk: &Desk, body: &str) {
    let head = "From: Jane <jane@example.org>\nSubject: my turn\n\n";
    let orders = format!("orders: FRE-01 turn 1 Confederate\nposition: reason-run-21\n{body}");
    fs::write(desk.at("one.eml"), format!("{head}{orders}end\n")).expect("a file");
}

fn records(desk: &Desk) -> usize {
    let entries = fs::read_dir(desk.at("c/log")).expect("a log").flatten();
    entries.filter(|entry| entry.path().is_file()).count()
}

#[test]
fn under_return_they_go_back_before_any_die_with_a_reply() {
    let desk = begun("return");
    let (code, told) = desk.said(&["-C", "c", "receive", "one.eml"]);
    assert_eq!(code, 1, "{told}");
    assert!(says(&told, "refused, nothing filed") && told.contains("Kershaw"), "{told}");
    let (_, reply) = desk.said(&["-C", "c", "receive", "one.eml", "--reply"]);
    assert!(reply.starts_with("To: jane@example.org\n"), "{reply}");
    assert!(says(&reply, "What to do: mend it and send it again as plain text"), "{reply}");
    assert!(reply.contains("Kershaw"), "{reply}");
    let (code, told) = desk.said(&["-C", "c", "resolve"]);
    assert_eq!((code, records(&desk)), (2, 1), "nothing waits: {told}");
}

#[test]
fn under_truncate_and_forfeit_they_are_played_as_far_as_the_terms_let_them() {
    for (errors, stands) in [("truncate", false), ("forfeit", true)] {
        let desk = begun(errors);
        let (code, told) = desk.said(&["-C", "c", "receive", "one.eml"]);
        assert_eq!(code, 0, "{told}");
        assert!(says(&told, "not legal, and not sent back: the terms cut it"), "{told}");
        assert!(told.contains("Kershaw"), "{told}");
        assert_eq!(records(&desk), 1, "receiving files no orders");
        let told = desk.done(&["-C", "c", "resolve"]);
        assert!(says(&told, "The order of Kershaw is not carried out in full"), "{told}");
        assert!(says(&told, "Barksdale"), "{told}");
        let home = says(&told, "it stands on 1512");
        assert_eq!(home, stands, "{errors}: {told}");
        let (code, told) = desk.said(&["audit", "c"]);
        assert_eq!(code, 0, "{told}");
    }
}

#[test]
fn what_nobody_can_read_goes_back_under_every_policy() {
    for errors in ["return", "truncate", "forfeit"] {
        let desk = begun(errors);
        for body in ["move:\n- Kershavv: 1413\n", "move:\n- Kershaw: to the left\n"] {
            mailed(&desk, body);
            let (code, told) = desk.said(&["-C", "c", "receive", "one.eml"]);
            assert_eq!(code, 1, "{errors}: {told}");
            assert_eq!(records(&desk), 1);
        }
    }
}

/// What somebody types at the referee's own machine is looked at before it counts, whatever the terms
/// say: he can mend it.
#[test]
fn what_is_typed_here_is_refused_by_check_and_resolve() {
    for errors in ["return", "truncate", "forfeit"] {
        let desk = begun(errors);
        let orders = format!("orders: FRE-01 turn 1 Confederate\nposition: reason-run-21\n{BODY}");
        fs::write(desk.at("orders.yaml"), orders).expect("a file");
        for command in ["check", "resolve"] {
            let (code, told) = desk.said(&["-C", "c", command, "orders.yaml"]);
            assert_eq!(code, 1, "{errors}, {command}: {told}");
        }
        assert_eq!(records(&desk), 1);
    }
}
