//! Somebody without the program plays by answering letters.

use crate::players::{Player, body, says};

/// A game that the referee's machine plays for two people who have nothing but mail.
fn refereed() -> Player {
    let ruth = Player::new("referee");
    ruth.desk.done(&["new", "fredericksburg", "game", "--eml", "first.eml"]);
    ruth
}

fn letter(ruth: &Player, name: &str) -> String {
    std::fs::read_to_string(ruth.desk.at(name)).expect("a letter")
}

/// The form of a letter with some lines taken out of their comments, as the letter says.
fn filled(letter: &str, wanted: &[(&str, &str)]) -> String {
    let text = body(letter);
    let mut orders: Vec<String> = Vec::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("# ")) {
        if orders.len() < 2 || line == "move:" {
            orders.push(line.to_owned());
        }
        let unit = wanted.iter().find(|(unit, _)| line.starts_with(&format!("- {unit}: hold")));
        if let Some((unit, route)) = unit {
            orders.push(format!("- {unit}: {route}"));
        }
    }
    assert_eq!(orders.len(), 3 + wanted.len(), "{text}");
    orders.join("\n") + "\nend\n"
}

/// An answer with the letter below it, in the ways in which programs quote.
fn answers(orders: &str, letter: &str) -> Vec<(&'static str, String)> {
    let text = body(letter);
    let subject = letter.split_once("\nSubject: ").expect("a subject").1;
    let subject = subject.split_once("\r\nDate").expect("a date").0.replace("\r\n", "\n");
    let head = format!(
        "From: Bob <bob@example.org>\nTo: Ruth <ruth@example.org>\nSubject: Re: {subject}\n\
         MIME-Version: 1.0\n"
    );
    let plain = "Content-Type: text/plain; charset=us-ascii\n\n";
    let quoted: String = text.lines().map(|line| format!("> {line}\n")).collect();
    let flowed: String = text
        .lines()
        .map(|line| match line.len() > 40 && line.contains(' ') {
            true => format!("> {}\n", line.replacen(' ', " \n> ", 1)),
            false => format!("> {line}\n"),
        })
        .collect();
    let outlook = "-----Original Message-----\nFrom: Ruth <ruth@example.org>\nSent: Tuesday\n\
                   To: Bob <bob@example.org>\nSubject: FRE-01\n\n";
    vec![
        ("alone", format!("{head}{plain}Hello Ruth,\n\n{orders}\nBob\n")),
        ("quoted", format!("{head}{plain}{orders}\nBob\n\nRuth wrote:\n{quoted}")),
        ("below", format!("{head}{plain}Ruth wrote:\n{quoted}\n{orders}\nBob\n")),
        (
            "flowed",
            format!("{head}Content-Type: text/plain; format=flowed\n\n{orders}\nBob\n\n{flowed}"),
        ),
        ("outlook", format!("{head}{plain}{orders}\nBob\n\n{outlook}{text}")),
    ]
}

#[test]
fn two_people_without_the_program_play_a_game_turn() {
    let ruth = refereed();
    let first = letter(&ruth, "first.eml");
    says(&first, "Subject: FRE-01: Fredericksburg, 13 December 1862, the game begins");
    let orders = filled(&first, &[("Pelham", "enter 1901"), ("Barksdale", "1512")]);
    for (how, answer) in answers(&orders, &first) {
        ruth.write("bob.eml", answer.replace('\n', "\r\n"));
        let (code, told) = ruth.said(&["receive", "bob.eml"]);
        assert_eq!(code, 0, "{how}: {told}");
        assert!(!told.contains("the subject says"), "{told}");
        match how {
            "alone" => says(&told, "- Barksdale: 1512 - Pelham: enter 1901"),
            _ => says(&told, "already have it (these orders wait already)"),
        }
    }
    let told = ruth.told(&["resolve", "--eml", "second.eml"]);
    says(&told, "letter to Confederate and Union: outbox/0002-referee.eml");
    says(&told, "written to second.eml");
    let second = letter(&ruth, "second.eml");
    says(&body(&second), "Pelham enters the map at 1901");
    says(&body(&second), "Union orders for turn 1 are awaited");
    let orders = filled(&second, &[("1/II", "1010 1011")]);
    for (how, answer) in answers(&orders, &second).into_iter().skip(1) {
        ruth.write("jane.eml", answer.replace('\n', "\r\n"));
        let (code, told) = ruth.said(&["receive", "jane.eml"]);
        // To stop there is to be in contact: the complaint is about the orders, and about nothing else.
        assert_eq!(code, 1, "{how}: {told}");
        says(&told, "1112 must be attacked");
        assert!(!told.contains("the subject says"), "{told}");
    }
    ruth.write("jane.eml", &answers(&filled(&second, &[("1/2/I", "hold")]), &second)[1].1);
    let (code, told) = ruth.said(&["receive", "jane.eml"]);
    assert_eq!(code, 0, "{told}");
    ruth.told(&["resolve"]);
    assert_eq!(ruth.records(), 5);
    // Without a way out nothing is put out where one machine plays for everybody.
    assert_eq!(ruth.outbox().len(), 4, "{:?}", ruth.outbox());
}

#[test]
fn a_letter_that_comes_back_as_it_was_is_no_orders() {
    let ruth = refereed();
    let first = letter(&ruth, "first.eml");
    for (how, answer) in answers("", &first) {
        ruth.write("bob.eml", answer);
        let (code, told) = ruth.said(&["receive", "bob.eml"]);
        match how {
            "alone" => assert_eq!(code, 0, "{how}: {told}"),
            _ => {
                assert_eq!(code, 1, "{how}: {told}");
                says(&told, "no orders found");
            }
        }
        assert_eq!(ruth.records(), 1);
    }
}
