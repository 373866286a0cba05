//! Player-turns that stop half-way and go on.

use crate::audit::audited;
use crate::fixture::Table;
use crate::fixture::files;
use crate::game::Game;
use provost::campaign::chain::Awaited;
use provost::campaign::record::Halt;
use provost::campaign::terms::Missing;
use provost::campaign::{Campaign, Trouble};
use provost::document::Diagnostic;
use provost::play::Ask;
use provost::store::Folder;

/// A random game up to the first orders with two attacks, which are not yet filed.
fn two_attacks(table: &mut Table, seed: u64) -> String {
    let mut game = Game::new(seed);
    loop {
        let text = game.text(table);
        if text.matches("- at: ").count() >= 2
            && table.campaign.check(&text).is_ok_and(|p| !p.is_refused())
        {
            return text;
        }
        game.file(table, &text);
    }
}

/// The same file with `pause: after` in its first attack.
fn with_pause(text: &str) -> String {
    let at = text.find("- at: ").unwrap();
    let end = at + text[at..].find('\n').unwrap() + 1;
    format!("{}  pause: after\n{}", &text[..end], &text[end..])
}

/// What the side that moves has just ordered for the enemy's turn is in force, not what it had said
/// before.
#[test]
fn the_form_of_a_halt_shows_the_latest_standing_orders() {
    let mut table = Table::new(|_| {});
    let text = two_attacks(&mut table, 3);
    let standing = ["retreat:", "give way:", "cavalry:", "advance:"];
    let plain: Vec<&str> = text.lines().take_while(|line| !standing.contains(line)).collect();
    // It names an attacker who has come to where it stands: what it says is for later.
    let by = plain.iter().find_map(|line| line.strip_prefix("  by: ")).unwrap();
    let named = format!("- {}: ask", by.split(',').next().unwrap());
    let section = format!("retreat:\n{named}\n- any: toward 0103, alone if possible");
    let text = format!("{}\n{section}\n", plain.join("\n"));
    let filing = table.campaign.resolve(&with_pause(&text), &table.secrets);
    filing.unwrap_or_else(|e| panic!("{e:#?}\n{text}"));
    assert!(table.campaign.halt().is_some());
    let form = table.campaign.next_form().join("\n");
    assert!(form.contains(&named) && form.contains("- any: toward 0103"), "{form}");
    assert_eq!((form.matches("toward").count(), form.matches("void").count()), (1, 0), "{form}");
}

#[test]
fn a_pause_stops_after_its_combat_and_dice_rolled_stand() {
    let mut plain = Table::new(|_| {});
    let text = two_attacks(&mut plain, 3);
    let mut paused = Table::new(|_| {});
    assert_eq!(two_attacks(&mut paused, 3), text);
    let filing = paused.campaign.resolve(&with_pause(&text), &paused.secrets);
    let filing = filing.unwrap_or_else(|e| panic!("{e:#?}"));
    let moved = filing.moved.unwrap();
    let Some(Halt::Pause(hex)) = moved.outcome.report.halt.clone() else {
        panic!("{:#?}", moved.outcome.report)
    };
    assert_eq!(moved.outcome.report.rolls.len(), 1, "{:#?}", moved.outcome.report);
    assert_eq!(moved.outcome.report.rolls[0].label.as_str(), format!("{hex}.crt.1"));
    assert!(paused.campaign.position().contains("phase: combat"));

    // Movement is over: that is refused by `check` already, at its line.
    let head = paused.head();
    let unit = if head.contains("confederate") { "Cobb" } else { "1/II" };
    let late = format!("{head}move:\n- {unit}: hold\n");
    let Err(Trouble::Refused(why)) = paused.campaign.check(&late) else { panic!("{late}") };
    assert_eq!(why[0].headline, "`move` after a halt, when movement is over");
    assert_eq!(why[0].span.line, 4);

    // The form offers what may follow: the head lines alone, or attacks that are left.
    let form = paused.campaign.next_form();
    let heads: Vec<String> = paused.head().lines().map(|line| format!("# {line}")).collect();
    assert_eq!(form[0].to_lowercase(), heads[0].to_lowercase());
    assert_eq!(form[1], heads[1]);
    let all = form.join("\n");
    assert!(!all.contains("# move:") && !all.contains(" MP"), "{all}");
    let left = text.lines().filter(|line| line.starts_with("- at: ")).nth(1).unwrap();
    let left = left.split(|c: char| !c.is_ascii_digit()).find(|word| word.len() == 4).unwrap();
    assert!(all.contains("# attack:") && all.contains(left), "{left}: {all}");
    assert!(!all.contains(&format!("- at: {hex}")), "{all}");
    // It is what the report of the halt ends with.
    assert!(paused.campaign.report(&moved).contains(&all), "{all}");

    // The phasing side goes on, with nothing to add.
    let phasing = paused.campaign.replay().phasing().unwrap();
    assert_eq!(*paused.campaign.replay().awaited(), Awaited::Orders(phasing));
    let before = paused.campaign.replay().head().records;
    let filing = paused.campaign.go_on(&paused.secrets).unwrap_or_else(|e| panic!("{e:#?}"));
    assert_eq!(paused.campaign.replay().head().records, before + 2);
    let ended = filing.moved.unwrap();
    assert_eq!(ended.outcome.report.halt, Some(Halt::End));
    assert!(
        ended.outcome.report.rolls.iter().all(|roll| roll.label.as_str() != format!("{hex}.crt.1"))
    );
    // The report tells the whole player-turn, with the die that was rolled before the halt.
    let told = paused.campaign.report(&ended);
    assert!(told.contains(&format!("{hex}.crt.1")), "{told}");

    let found = audited(files(&paused));
    assert!(found.is_clean(), "{found:#?}");
    let again = Campaign::open(Folder::open(&paused.root()).unwrap()).unwrap();
    assert_eq!(again.replay().label(), paused.campaign.replay().label());
}

#[test]
fn a_pause_that_is_not_granted_is_told_and_passed_over() {
    let mut table = Table::new(|terms| terms.pauses = Some(0));
    let text = two_attacks(&mut table, 3);
    let filing = table.campaign.resolve(&with_pause(&text), &table.secrets);
    let moved = filing.unwrap_or_else(|e| panic!("{e:#?}")).moved.unwrap();
    assert_eq!(moved.outcome.report.halt, Some(Halt::End));
    assert_eq!(moved.outcome.refused_pauses.len(), 1);
    assert!(table.campaign.report(&moved).contains("none is left"));
    let found = audited(files(&table));
    assert!(found.is_clean(), "{found:#?}");
}

#[test]
fn questions_are_asked_and_answered_to_the_end_of_the_game() {
    let mut table = Table::new(|terms| terms.missing = Missing::Ask);
    let mut game = Game::new(5);
    let (mut questions, mut went_on) = (0, 0);
    for _ in 0..12 {
        if table.campaign.replay().is_over() {
            break;
        }
        let text = game.text(&table);
        game.file(&mut table, &text);
        while let Some(ask) = table.campaign.replay().ask().cloned() {
            questions += 1;
            let replay = table.campaign.replay();
            let head = format!(
                "orders: FR-01 turn {} {}\nposition: {}\n",
                replay.state_turn(),
                ask.whose,
                replay.label()
            );
            // Whoever is silent, or answers something else, is told so.
            let silent = table.campaign.resolve(&head, &table.secrets).unwrap_err();
            let Trouble::Refused(why) = silent else { panic!("{silent:#?}") };
            assert_eq!(why[0].headline, format!("no answer to {}", ask.key));
            assert_eq!((why[0].span.line, why[0].span.column), (2, 11));
            lists_the_choices(&why[0], &ask);
            let other = format!("{head}answer:\n- attack.0101.advance: stay\n");
            let wrong = table.campaign.resolve(&other, &table.secrets).unwrap_err();
            let Trouble::Refused(why) = wrong else { panic!("{wrong:#?}") };
            assert_eq!(why[0].span.line, 4);
            lists_the_choices(&why[0], &ask);
            // What cannot be read, and what is no choice.
            for sentence in ["go", "0101", "Nobody 0101"] {
                let wrong = format!("{head}answer:\n- {}: {sentence}\n", ask.key);
                let why = match table.campaign.check(&wrong) {
                    Err(Trouble::Refused(why)) => why,
                    Ok(proposal) if proposal.is_refused() => proposal.checked.complaints,
                    // `go` without a hex is an answer of cavalry, and a wrong list falls to defaults.
                    _ => continue,
                };
                assert_eq!(why[0].span.line, 4, "{why:#?}");
                lists_the_choices(&why[0], &ask);
            }
            let asked = matches!(table.campaign.replay().awaited(), Awaited::Answer(_));
            if asked {
                let sections = "retreat:\n- any: toward 0501\nattack: none\n";
                let busy = format!("{head}answer:\n- {}: {}\n{sections}", ask.key, ask.choices[0]);
                let wrong = table.campaign.resolve(&busy, &table.secrets).unwrap_err();
                let Trouble::Refused(why) = wrong else { panic!("{wrong:#?}") };
                let mut side = ask.whose.clone();
                side[..1].make_ascii_uppercase();
                let says = format!("`retreat` in an answer: {side} is asked, and only answers");
                let retreat = why.iter().find(|d| d.headline == says);
                assert_eq!(retreat.map(|d| d.span.line), Some(6), "{why:#?}");
                assert_eq!(why.len(), 2, "{why:#?}");
                lists_the_choices(&why[0], &ask);
            }

            let answer = format!("{head}answer:\n- {}: {}\n", ask.key, ask.choices[ask.default]);
            let filed = table.campaign.resolve(&answer, &table.secrets);
            filed.unwrap_or_else(|e| panic!("{e:#?}\n{answer}"));
            let goes_on = matches!(table.campaign.replay().awaited(), Awaited::Orders(_))
                && table.campaign.replay().player_turn().is_some()
                && table.campaign.replay().ask().is_none();
            if goes_on {
                // The form is of the side that goes on, and asks nothing.
                let form = table.campaign.next_form();
                assert_eq!(form[0].to_lowercase(), format!("# {}", heads_of(&table)));
                assert!(!form.iter().any(|line| line.starts_with("# answer")), "{form:#?}");
                went_on += usize::from(asked);
                table.campaign.go_on(&table.secrets).unwrap_or_else(|e| panic!("{e:#?}"));
            }
        }
        let found = audited(files(&table));
        assert!(found.is_clean(), "{found:#?}");
    }
    assert!(questions > 3 && went_on > 0, "{questions}, {went_on}");
}

fn heads_of(table: &Table) -> String {
    table.head().lines().next().unwrap_or_default().to_lowercase()
}

/// A refusal says what may be answered.
fn lists_the_choices(why: &Diagnostic, ask: &Ask) {
    for choice in ask.choices.iter().take(20) {
        let line = format!("- {}: {choice}", ask.key);
        assert!(why.notes.contains(&line), "{line} is not in {why:#?}");
    }
    assert!(why.help.is_some() && !why.rules.is_empty(), "{why:#?}");
}

#[test]
fn check_says_that_play_would_ask_where_the_terms_are_so() {
    for (missing, said) in
        [(Missing::Ask, "play halts and asks for"), (Missing::Default, "the default: ")]
    {
        let mut table = Table::new(|terms| terms.missing = missing);
        let text = two_attacks(&mut table, 3);
        let proposal = table.campaign.check(&text).unwrap();
        let silences = &proposal.checked.silences;
        assert!(!silences.is_empty(), "{text}");
        assert!(silences.iter().all(|line| line.text.contains(said)), "{silences:#?}");
        // Every attack is told with its odds, not only the first.
        assert!(proposal.checked.attacks.len() >= 2, "{text}");
    }
}

#[test]
fn a_turn_that_is_filed_is_told_although_its_report_cannot_be_written() {
    let mut table = Table::new(|_| {});
    // A folder in the way of the file, as a full disk would be.
    std::fs::create_dir_all(table.root().join("reports/0002-union.txt")).unwrap();
    let filing =
        table.resolve("move:\n- Pelham: enter 1901\n").unwrap_or_else(|e| panic!("{e:#?}"));
    assert!(filing.moved.is_some());
    let why = filing.unwritten.expect("the report cannot be written");
    assert!(why.contains("0002-union.txt"), "{why}");
    assert_eq!(table.campaign.replay().head().records, 3);
    // It is written as soon as there is room.
    std::fs::remove_dir(table.root().join("reports/0002-union.txt")).unwrap();
    let filing = table.resolve("").unwrap_or_else(|e| panic!("{e:#?}"));
    assert_eq!(filing.unwritten, None);
    assert!(table.file("reports/0002-union.txt").contains("Pelham"));
}

#[test]
fn nothing_is_locked_if_the_secret_file_cannot_be_written() {
    let mut table = Table::new(|_| {});
    let text = table.head() + "move:\n- Pelham: enter 1901\n";
    // A folder in the way of the secret file, which must remember the link before it is used.
    let name = table.secrets.path().file_name().unwrap().to_string_lossy().into_owned();
    let temporary = format!(".{name}.{}.tmp", std::process::id());
    let in_the_way = table.secrets.path().with_file_name(temporary);
    std::fs::create_dir(&in_the_way).unwrap();
    let trouble = table.campaign.resolve(&text, &table.secrets).unwrap_err();
    let told = trouble.to_string();
    assert!(!matches!(trouble, Trouble::Locked(..)), "{told}");
    assert!(told.contains("cannot"), "{told}");
    assert_eq!(table.campaign.replay().head().records, 1);
    std::fs::remove_dir(in_the_way).unwrap();
    let filing = table.campaign.resolve(&text, &table.secrets);
    assert_eq!(filing.unwrap_or_else(|e| panic!("{e:#?}")).moved.unwrap().seq, 2);
}
