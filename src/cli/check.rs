use super::shell::{Answer, Exit, Failure, Shell};
use crate::document::Diagnostic;
use crate::play::view::{Kind, Line};
use crate::report::{diagnostics, text};
use serde_json::json;
use std::path::PathBuf;

/// Checks orders without rolling any die.
///
/// Prints the orders as they were understood, every complaint at once, what the movement phase
/// would do, and which results have no instruction. All branches of results are walked; what is
/// wrong on every branch is refused.
#[derive(clap::Args, Debug)]
pub struct Check {
    /// The file of orders; `-` is standard input
    pub file: PathBuf,
}

impl Check {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let campaign = shell.open_ahead()?;
        let file = shell.read(&self.file)?;
        let proposal =
            campaign.check(&file.text).map_err(|trouble| shell.trouble(trouble, Some(&file)))?;
        let all = proposal.diagnostics();
        // The echo lists the repairs.
        let told: Vec<Diagnostic> =
            all.iter().filter(|found| !proposal.is_repair(found)).cloned().collect();
        let mut printed = proposal.understood.echo.clone();
        if !printed.ends_with('\n') {
            printed.push('\n');
        }
        if !told.is_empty() {
            printed.push('\n');
            printed.push_str(&shell.render(&file, &told));
        }
        let refused = proposal.is_refused();
        if !refused {
            let moves = campaign.replay().game().tell(&proposal.checked.events);
            printed.push('\n');
            printed.push_str(&text::lines(&moves));
            let checked = &proposal.checked;
            for (heading, found) in [
                ("Odds of the attacks", &checked.attacks),
                ("Results without an instruction", &checked.silences),
            ] {
                if !found.is_empty() {
                    let mut lines = vec![Line::new(Kind::Heading, 0, heading)];
                    lines.extend(found.iter().cloned());
                    printed.push('\n');
                    printed.push_str(&text::lines(&lines));
                }
            }
        }
        let summary = diagnostics::summary(&told);
        let found = summary.map_or_else(String::new, |s| format!("; {s}"));
        let cut = if proposal.checked.cut { ", cut off there" } else { "" };
        printed.push_str(&match refused {
            true => format!("\nrefused{found}; nothing changed\n"),
            false => match proposal.checked.states {
                0 => format!("\nlegal{found}\n"),
                1 => format!("\nlegal{found}; 1 state of results walked{cut}\n"),
                n => format!("\nlegal{found}; {n} states of results walked{cut}\n"),
            },
        });
        let data = json!({
            "side": proposal.side.as_str(),
            "legal": !refused,
            "diagnostics": shell.entries(&file, &all),
            "attacks": proposal.checked.attacks.iter().map(|l| &l.text).collect::<Vec<_>>(),
            "silences": proposal.checked.silences.iter().map(|l| &l.text).collect::<Vec<_>>(),
            "states": proposal.checked.states,
            "cut": proposal.checked.cut,
        });
        let exit = if refused { Exit::Refused } else { Exit::Done };
        Ok(Answer::done(printed, data).exit(exit))
    }
}
