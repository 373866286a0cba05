use super::battle::{load, pack_files, readings};
use super::scenario_new::NewBattle;
use super::shell::{Answer, Exit, Failure, Shell};
use crate::campaign::packs::{PackFile, together};
use crate::document::Diagnostic;
use crate::document::digest::Pack;
use crate::games::{Game, builtin};
use crate::report::{diagnostics, text};
use serde_json::json;

/// Lists, shows or checks battles, or begins a new one.
#[derive(clap::Args, Debug)]
pub struct Scenario {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand, Debug)]
enum What {
    /// Lists the built-in battles
    List,
    /// Makes the folder of a new battle: empty files that say what to type where
    New(NewBattle),
    /// Prints a battle on a page: turns, forces, reinforcements, special rules, victory
    Show {
        /// A built-in battle, or the path of a scenario folder
        battle: String,
    },
    /// Checks the files of a battle: every fault and doubt with its line and column
    Check {
        /// A built-in battle, or the path of a scenario folder
        battle: String,
    },
}

impl Scenario {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        match &self.what {
            What::List => list(shell),
            What::New(battle) => battle.run(),
            What::Show { battle } => show(shell, battle),
            What::Check { battle } => check(shell, battle),
        }
    }
}

fn list(shell: &Shell) -> Result<Answer, Failure> {
    let names: Vec<&str> = builtin::BATTLES.iter().map(|battle| battle.name).collect();
    let widest = names.iter().map(|name| name.len()).max().unwrap_or_default();
    let mut text = String::new();
    for name in &names {
        let title = load(shell, name, &readings())?.title().to_owned();
        text.push_str(&format!("{name:<widest$}  {title}\n"));
    }
    Ok(Answer::done(text, json!(names)))
}

fn show(shell: &Shell, battle: &str) -> Result<Answer, Failure> {
    let game = load(shell, battle, &readings())?;
    let lines = game.sheet();
    let data = json!({
        "name": game.name(), "title": game.title(), "turns": game.turns(), "sides": game.sides(),
        "provenance": game.provenance(),
        "sheet": lines.iter().map(|l| &l.text).collect::<Vec<_>>(),
    });
    Ok(Answer::done(text::lines(&lines), data))
}

fn check(shell: &Shell, battle: &str) -> Result<Answer, Failure> {
    let files = pack_files(shell, battle)?;
    let mut found: Vec<(usize, Diagnostic)> = Vec::new();
    let mut packs = Vec::new();
    for (at, (kind, file)) in Pack::ALL.into_iter().zip(&files).enumerate() {
        match PackFile::read(kind, &file.text) {
            Ok(pack) => packs.push(pack),
            Err(all) => found.extend(all.into_iter().map(|complaint| (at, complaint))),
        }
    }
    let mut counted = Vec::new();
    if let Ok(packs) = <[PackFile; 4]>::try_from(packs) {
        let packs = together(packs);
        if let Ok(game) = Game::load(&packs, &readings()) {
            counted = game.counted();
        }
        let place = |kind: Option<Pack>| {
            kind.and_then(|kind| Pack::ALL.iter().position(|k| *k == kind)).unwrap_or(0)
        };
        let all = Game::doubts(&packs, &readings());
        found.extend(all.into_iter().map(|(kind, complaint)| (place(kind), complaint)));
    }
    let mut printed = String::new();
    let mut entries = Vec::new();
    for (at, file) in files.iter().enumerate() {
        let own: Vec<Diagnostic> =
            found.iter().filter(|(place, _)| *place == at).map(|(_, c)| c.clone()).collect();
        if !own.is_empty() {
            printed.push_str(&shell.render(file, &own));
            printed.push('\n');
            entries.push(shell.entries(file, &own));
        }
    }
    let all: Vec<Diagnostic> = found.into_iter().map(|(_, complaint)| complaint).collect();
    let refused = all.iter().any(Diagnostic::is_error);
    for line in &counted {
        printed.push_str(&format!("{line}\n"));
    }
    printed.push_str(&match diagnostics::summary(&all) {
        Some(summary) => format!("{battle}: {summary}\n"),
        None => format!("{battle}: nothing to complain about\n"),
    });
    let exit = if refused { Exit::Refused } else { Exit::Done };
    let data = json!({ "clean": all.is_empty(), "counted": counted, "diagnostics": entries });
    Ok(Answer::done(printed, data).exit(exit))
}
