use super::check::Check;
use super::new::New;
use super::post::Posting;
use super::resolve::Resolve;
use super::shell::{Answer, Exit, Failure, Shell};
use super::{audit, log};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Plays the first game-turn of Fredericksburg before your eyes, step by step, and audits it.
///
/// Both sides, on this machine, in a temporary folder; every step is a command that you could
/// have typed yourself.
#[derive(clap::Args, Debug)]
pub struct Demo {
    /// Keep the campaign in this folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

/// The orders of the first game-turn, as the example campaign has them.
const ORDERS: [(&str, &str); 2] = [
    (
        "01-confederate.yaml",
        include_str!("../../examples/fredericksburg/orders/01-confederate.yaml"),
    ),
    ("02-union.yaml", include_str!("../../examples/fredericksburg/orders/02-union.yaml")),
];

impl Demo {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let home = match &self.keep {
            Some(folder) => folder.clone(),
            None => std::env::temp_dir().join(format!("provost-demo-{}", std::process::id())),
        };
        let played = play(shell, &home);
        if self.keep.is_none() {
            // Whatever happened, a demonstration leaves nothing behind.
            let _ = std::fs::remove_dir_all(&home);
        }
        let text = played?;
        Ok(Answer::done(text.clone(), json!({ "demo": text })))
    }
}

fn play(shell: &Shell, home: &Path) -> Result<String, Failure> {
    let campaign = home.join("fre-01");
    let shell = shell.at(&campaign, &home.join("secrets"));
    let mut told = String::new();
    let mut step = |words: &str, command: &str, output: &str| {
        told.push_str(&format!("{words}\n\n    $ {command}\n\n"));
        for line in output.lines() {
            told.push_str(if line.is_empty() { "" } else { "    " });
            told.push_str(line);
            told.push('\n');
        }
        told.push('\n');
    };
    let begun = New::example(&campaign).run(&shell)?;
    step("A campaign is a folder.", "provost new fredericksburg fre-01", &head(&begun.text, 3));
    for (name, text) in ORDERS {
        let file = home.join(name);
        std::fs::write(&file, text).map_err(|e| Failure::could_not(e.to_string()))?;
        let side = if name.contains("union") { "Union" } else { "Confederate" };
        step(&format!("The {side} player types his orders."), &format!("cat {name}"), text);
        let checked = Check { file: file.clone() }.run(&shell)?;
        step(
            "Checked first: no die is rolled, every branch of results is walked.",
            &format!("provost check {name}"),
            &after(&checked.text, "Movement"),
        );
        let resolve = Resolve { file: Some(file), missed: false, posting: Posting::default() };
        let resolved = resolve.run(&shell)?;
        step(
            "Then resolved: locked, rolled, filed, reported.",
            &format!("provost resolve {name}"),
            &happened(&resolved.text),
        );
    }
    let log = log::Log { turn: None }.run(&shell)?;
    step("The same in the notation of the move log.", "provost log", &log.text);
    let audit = audit::Audit { paths: vec![campaign] }.run(&shell)?;
    step("Anybody can recompute all of it.", "provost audit", &audit.text);
    if audit.exit != Exit::Done {
        return Err(Failure::could_not("the audit of the demonstration found something false"));
    }
    told.push_str("Your turn: provost new fredericksburg my-game\n");
    Ok(told)
}

/// The first lines of an output.
fn head(text: &str, lines: usize) -> String {
    text.lines().take(lines).map(|line| format!("{line}\n")).collect()
}

/// An output from the line on that begins with a word.
fn after(text: &str, word: &str) -> String {
    let rest = text.lines().skip_while(|line| !line.starts_with(word));
    rest.map(|line| format!("{line}\n")).collect()
}

/// What happened, without the orders before it and the form behind it.
fn happened(report: &str) -> String {
    let rest = report.lines().skip_while(|line| *line != "What happened");
    rest.take_while(|line| *line != "Form for the next orders").map(|l| format!("{l}\n")).collect()
}
