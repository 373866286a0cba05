//! Dice with which a player-turn begins: the last thing of the one before, and in mode `recorded` the
//! first of its own.

use crate::audit::audited;
use crate::duel::Duel;
use crate::fixture::{Table, files, packs_with_a_die};
use provost::campaign::Trouble;
use provost::dice::Mode;

const LABEL: &str = "burnside.move.1";

fn table(mode: Mode) -> Table {
    Table::over(packs_with_a_die(), mode, |_| {})
}

/// Labels of the dice of the last player-turn.
fn rolled(table: &Table) -> Vec<(String, String)> {
    let last = table.campaign.filed().last().expect("a player-turn");
    let rolls = last.outcome.report.rolls.iter();
    rolls.map(|roll| (roll.label.to_string(), roll.faces.clone())).collect()
}

fn resolved(table: &mut Table, body: &str) {
    table.resolve(body).unwrap_or_else(|e| panic!("{e:#?}"));
}

fn refused(table: &mut Table, body: &str) -> Vec<String> {
    match table.resolve(body) {
        Err(Trouble::Refused(why)) => why.iter().map(ToString::to_string).collect(),
        other => panic!("{:?}", other.map(|_| ())),
    }
}

#[test]
fn with_keyed_dice_it_is_rolled_when_the_player_turn_before_closes() {
    let mut table = table(Mode::Referee);
    assert!(!table.campaign.position().contains("rolls:"), "none before the first lock");
    resolved(&mut table, "");
    let [(label, face)] = rolled(&table).try_into().expect("one die");
    assert_eq!(label, LABEL);
    let position = table.campaign.position();
    assert!(position.contains(&format!("rolls: {{\"burnside.move\": {face}}}")), "{position}");
    let report = table.file("reports/0002-union.txt");
    assert!(report.contains(&format!("Die {LABEL} shows {face}: ")), "{report}");
    resolved(&mut table, "");
    assert_eq!(rolled(&table), [], "no die before a Confederate player-turn");
    assert!(!table.campaign.position().contains("rolls:"), "the face stood for one player-turn");
    while !rolled(&table).iter().any(|(_, face)| face == "6") {
        resolved(&mut table, "");
    }
    let form = table.campaign.next_form().join("\n");
    assert!(form.contains("3/V may not move: the die shows 6 (FR 19.0)"), "{form}");
    let why = refused(&mut table, "move:\n- 3/V: 0306\n");
    assert!(why.iter().any(|said| said.contains("the die shows 6 (FR 19.0)")), "{why:?}");
    resolved(&mut table, "");
    let found = audited(files(&table));
    assert!(found.is_clean(), "{found:#?}");
}

#[test]
fn a_wrong_face_is_found() {
    let mut table = table(Mode::Referee);
    resolved(&mut table, "");
    let face = rolled(&table)[0].1.clone();
    let other = if face == "1" { "2" } else { "1" };
    let mut files = files(&table);
    let close = files.iter_mut().find(|file| file.name == "log/0002-referee.yaml").unwrap();
    let said = format!("faces: {face}\n");
    assert!(close.text.contains(&said), "{}", close.text);
    close.text = close.text.replacen(&said, &format!("faces: {other}\n"), 1);
    let found = audited(files);
    let told: Vec<&str> = found.findings.iter().map(|f| f.what.as_str()).collect();
    assert_eq!(found.findings.first().and_then(|f| f.seq), Some(2), "{told:?}");
}

#[test]
fn whoever_closes_cannot_report_another_face() {
    let packs = packs_with_a_die();
    let mut duel = Duel::over(packs.clone());
    duel.push(duel.locked(duel.draft(0), "a")).unwrap();
    let close = duel.closed(duel.draft(1), 1).write().unwrap();
    let text = &close.text;
    let face = close.record.report.as_ref().unwrap().rolls[0].faces.clone();
    assert!(text.contains(LABEL), "{text}");
    let other = if face == "1" { "2" } else { "1" };
    let false_report = text.replacen(&format!("faces: {face}\n"), &format!("faces: {other}\n"), 1);
    assert_ne!(*text, false_report);
    let mut record = provost::campaign::Record::read(&false_report).unwrap();
    record.stated = None;
    let wrong = duel.replay.clone().push(&record).unwrap_err();
    let headline = format!("die {LABEL} = {other}; by the segment's key it is {face}");
    assert!(wrong.findings.iter().any(|f| f.headline == headline), "{:#?}", wrong.findings);
    let union = duel.answered(duel.draft(1), 1, "b");
    duel.push(union).unwrap_or_else(|e| panic!("{e:#?}"));
    let found = audited(duel.files_with(packs));
    assert!(found.is_clean(), "{found:#?}");
    assert_eq!(found.summary(), "4 records, 1 die, 0 mismatches, 0 rulings");
}

#[test]
fn with_typed_dice_it_opens_its_own_player_turn() {
    let mut table = table(Mode::Recorded);
    let too_early = refused(&mut table, "rolls:\n- burnside.move.1: 3\n");
    assert!(too_early[0].contains("which nothing in this player-turn asks for"), "{too_early:?}");
    resolved(&mut table, "");
    assert_eq!(rolled(&table), []);
    let form = table.campaign.next_form().join("\n");
    assert!(form.contains("DIE burnside.move: roll it before you write"), "{form}");
    let missing = refused(&mut table, "");
    assert!(!missing.is_empty());
    assert!(missing.iter().all(|said| said.contains("burnside.move.1")), "{missing:?}");
    let held = refused(&mut table, "rolls:\n- burnside.move.1: 6\nmove:\n- 3/V: 0306\n");
    assert!(held.iter().any(|said| said.contains("the die shows 6")), "{held:?}");
    resolved(&mut table, "rolls:\n- burnside.move.1: 6\n");
    assert_eq!(rolled(&table), [(LABEL.to_owned(), "6".to_owned())]);
    let found = audited(files(&table));
    assert!(found.is_clean(), "{found:#?}");
    let mut spoilt = files(&table);
    let record = spoilt.iter_mut().find(|file| file.name.ends_with("0002-union.yaml")).unwrap();
    record.text = record.text.replacen("burnside.move.1: 6", "burnside.move.1: 5", 1);
    assert!(!audited(spoilt).is_clean());
}
