//! Mode `recorded`: the same games with dice typed in.

use crate::audit::audited;
use crate::fixture::Table;
use crate::fixture::files;
use crate::game::{Game, play};
use provost::campaign::{Campaign, Trouble};
use provost::dice::Mode;
use provost::store::Folder;

/// The same file with the dice that were rolled for it.
fn with_dice(text: &str, rolls: &[(String, String)]) -> String {
    let mut typed = String::new();
    for line in text.lines() {
        typed.push_str(line);
        typed.push('\n');
        let Some(targets) = line.strip_prefix("- at: ") else { continue };
        let lowest = targets.trim_matches('"').split(", ").min().unwrap();
        let label = format!("{lowest}.crt.1");
        if let Some((_, face)) = rolls.iter().find(|(roll, _)| *roll == label) {
            typed.push_str(&format!("  die: {face}\n"));
        }
    }
    typed
}

#[test]
fn a_game_with_typed_dice_reaches_the_same_positions() {
    let mut rolled = Table::new(|_| {});
    let texts = play(&mut rolled, 4);
    let mut table = Table::of(Mode::Recorded, |_| {});
    for (text, filed) in texts.iter().zip(rolled.campaign.filed()) {
        let report = &filed.outcome.report;
        let rolls: Vec<(String, String)> =
            report.rolls.iter().map(|r| (r.label.to_string(), r.faces.clone())).collect();
        let typed = with_dice(text, &rolls);
        let filing = table.campaign.resolve(&typed, &table.secrets);
        let moved = filing.unwrap_or_else(|e| panic!("{e:#?}\n{typed}")).moved.unwrap();
        assert_eq!(moved.outcome.report.position, report.position, "{typed}");
        assert_eq!(moved.outcome.report.rolls, report.rolls);
    }
    assert!(table.campaign.replay().is_over());
    let found = audited(files(&table));
    assert!(found.is_clean(), "{found:#?}");
    assert!(found.notes[0].starts_with("mode recorded: the dice are on trust"));
    let again = Campaign::open(Folder::open(&table.root()).unwrap()).unwrap();
    assert_eq!(again.replay().label(), rolled.campaign.replay().label());
}

#[test]
fn a_die_that_is_missing_or_too_much_is_refused() {
    let mut table = Table::of(Mode::Recorded, |_| {});
    let mut game = Game::new(4);
    let mut text = game.text(&table);
    while !text.contains("- at: ") {
        game.file(&mut table, &text);
        text = game.text(&table);
    }
    let refused = |table: &mut Table, text: &str| {
        let before = files(table);
        let Err(Trouble::Refused(why)) = table.campaign.resolve(text, &table.secrets) else {
            panic!("filed\n{text}")
        };
        assert_eq!(files(table), before, "nothing is filed");
        why.iter().map(|d| d.headline.clone()).collect::<Vec<String>>()
    };
    let missing = refused(&mut table, &text);
    assert!(
        missing.iter().any(|said| said.ends_with(" is fought and its die is missing")),
        "{missing:?}"
    );
    // It is missing at its entry.
    let proposal = table.campaign.check(&text).unwrap();
    let complaints = &proposal.checked.complaints;
    let missing = complaints.iter().find(|d| d.headline.ends_with("its die is missing")).unwrap();
    let line = text.lines().nth(missing.span.line as usize - 1).unwrap();
    let hex = missing.headline.split(' ').find(|word| word.parse::<u32>().is_ok()).unwrap();
    assert!(line.starts_with("- at: ") && line.contains(hex), "{line}: {missing:?}");
    let wrong = refused(&mut table, &text.replacen("- at: ", "- die: 7\n  at: ", 1));
    assert!(!wrong.is_empty());
    let surplus = format!("{}rolls:\n- averell.ford.1: 3\n", table.head());
    let surplus = refused(&mut table, &surplus);
    assert!(surplus.iter().any(|said| said.contains("averell.ford.1")), "{surplus:?}");
}

#[test]
fn two_answers_to_one_question_are_refused() {
    let table = Table::of(Mode::Recorded, |_| {});
    let text = format!("{}answer:\n- attack.1112.advance: stay\n", table.head());
    let proposal = table.campaign.check(&text).unwrap();
    let own = proposal.understood.orders;
    let choices = own.clone().take_answers();
    let played = table.campaign.replay().play_recorded(&proposal.side, own, choices);
    let headlines: Vec<String> = played.unwrap_err().into_iter().map(|d| d.headline).collect();
    assert_eq!(headlines, ["attack.1112.advance is answered twice"]);
}

#[test]
fn the_form_says_where_dice_are_typed() {
    let recorded = Table::of(Mode::Recorded, |_| {}).campaign.next_form().join("\n");
    assert!(recorded.contains("die: 4") && recorded.contains("rolls:"), "{recorded}");
    let rolled = Table::new(|_| {}).campaign.next_form().join("\n");
    assert!(!rolled.contains("die:"), "{rolled}");
}
