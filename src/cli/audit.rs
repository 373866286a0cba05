use super::shell::{Answer, Exit, Failure, Shell};
use crate::campaign::audit::{self, State};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::IsTerminal;
use std::path::PathBuf;

/// Recomputes a whole campaign from its records, and names the first false one.
///
/// Takes a campaign's folder, an exported stream, or any heap of record files in any order, and mails
/// of either side (.eml, mbox, Maildir) with records attached or pasted. Every digest, link, seal and
/// die is computed anew, and every player-turn is replayed from deployment.
#[derive(clap::Args, Debug)]
pub struct Audit {
    /// Folders, files and mails [default: the campaign here]
    pub paths: Vec<PathBuf>,
}

impl Audit {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let paths = match self.paths.is_empty() {
            true => vec![shell.folder()?],
            false => self.paths.clone(),
        };
        let archive = shell.archive(&paths)?;
        if archive.records.is_empty() && archive.unreadable.is_empty() {
            let places: Vec<String> = paths.iter().map(|p| p.display().to_string()).collect();
            return Err(Failure::could_not(format!("no record in {}", places.join(", "))));
        }
        let bar = progress_bar(archive.records.len());
        let audit = audit::audit(&archive, &mut |done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        });
        bar.finish_and_clear();
        let text = told(&audit);
        let data = json!({
            "clean": audit.is_clean(),
            "game": audit.game.as_ref().map(ToString::to_string),
            "records": audit.records,
            "unchecked": audit.unchecked,
            "dice": audit.dice,
            "player_turns": audit.player_turns,
            "head": { "records": audit.head.records, "digest": audit.head.digest.to_string() },
            "awaited": audit.awaited,
            "steps": audit.steps.iter().map(|done| json!({
                "step": done.step.word(), "state": done.state.word(), "told": done.told,
            })).collect::<Vec<_>>(),
            "findings": audit.findings.iter().map(|f| json!({
                "step": f.step.word(), "seq": f.seq, "place": f.place, "what": f.what, "difference": f.difference,
            })).collect::<Vec<_>>(),
            "missing": audit.missing,
            "notes": audit.notes,
        });
        let exit = match (audit.is_clean(), audit.is_done()) {
            (true, true) => Exit::Done,
            (true, false) => Exit::CouldNot,
            (false, _) => Exit::False,
        };
        Ok(Answer::done(text, data).exit(exit))
    }
}

/// As many lines of a difference are shown.
const LINES: usize = 40;

/// An audit on one screen.
pub fn told(audit: &audit::Audit) -> String {
    let mut text = String::new();
    if let Some(game) = &audit.game {
        text.push_str(&format!("{} ({game})\n", audit.title));
    }
    for (at, finding) in audit.findings.iter().enumerate() {
        let number = finding.seq.map(|seq| format!("record {seq}"));
        let place = Some(finding.place.clone()).filter(|place| !place.is_empty());
        let whose = number.into_iter().chain(place).collect::<Vec<_>>().join(", ");
        let first = if at == 0 { "false: " } else { "also:  " };
        text.push_str(&format!("{first}{whose}\n  {}\n", finding.what));
        let mut lines = finding.difference.iter().flat_map(|d| d.lines());
        for line in lines.by_ref().take(LINES) {
            text.push_str(&format!("  {line}\n"));
        }
        match lines.count() {
            0 => {}
            more => text.push_str(&format!("  ... {more} lines more\n")),
        }
    }
    for missing in &audit.missing {
        text.push_str(&format!("missing: {missing}\n"));
    }
    for done in &audit.steps {
        let told = match done.state {
            State::False | State::True => done.told.clone(),
            State::NotChecked => format!("- {}", done.told),
        };
        text.push_str(&format!("{:>2} {:<10} {told}\n", done.step.number(), done.step.word()));
    }
    text.push_str(&format!("{}\n", audit.summary()));
    if audit.head.records > 0 {
        let last = audit.head.records - 1;
        text.push_str(&format!("head {} (records 0 to {last})\n", audit.head.digest));
    }
    if audit.unchecked > 0 {
        let after = if audit.records > 0 { " after that" } else { "" };
        text.push_str(&format!("not checked{after}: {}\n", audit.unchecked));
    }
    if !audit.awaited.is_empty() {
        text.push_str(&format!("{}\n", audit.awaited));
    }
    for note in &audit.notes {
        text.push_str(&format!("note: {note}\n"));
    }
    text
}

/// A bar on a terminal, for logs long enough to be waited for.
fn progress_bar(records: usize) -> ProgressBar {
    if records < 200 || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(records as u64);
    match ProgressStyle::with_template("{bar:40} {pos} of {len} records") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
