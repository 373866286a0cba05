use super::shell::{Answer, Exit, Failure, Shell};
use crate::campaign::archive::Archive;
use crate::campaign::audit;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::IsTerminal;
use std::path::PathBuf;

/// Recomputes a whole campaign from its records, and names the first false one.
///
/// Takes a campaign's folder, an exported stream, or any heap of record files in any order. Every
/// digest, link, seal and die is computed anew, and every player-turn is replayed from deployment.
#[derive(clap::Args, Debug)]
pub struct Audit {
    /// Folders and files [default: the campaign here]
    pub paths: Vec<PathBuf>,
}

impl Audit {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let paths = match self.paths.is_empty() {
            true => vec![shell.folder()?],
            false => self.paths.clone(),
        };
        let archive = Archive::read(shell.read_all(&paths)?);
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
            "findings": audit.findings.iter().map(|f| json!({
                "seq": f.seq, "place": f.place, "what": f.what, "difference": f.difference,
            })).collect::<Vec<_>>(),
            "notes": audit.notes,
        });
        let exit = if audit.is_clean() { Exit::Done } else { Exit::False };
        Ok(Answer::done(text, data).exit(exit))
    }
}

/// An audit on one screen.
pub fn told(audit: &audit::Audit) -> String {
    let mut text = String::new();
    if let Some(game) = &audit.game {
        text.push_str(&format!("{} ({game})\n", audit.title));
    }
    for (at, finding) in audit.findings.iter().enumerate() {
        let number = finding.seq.map_or_else(String::new, |seq| format!("record {seq}, "));
        let first = if at == 0 { "false: " } else { "also:  " };
        text.push_str(&format!("{first}{number}{}\n  {}\n", finding.place, finding.what));
        for line in finding.difference.iter().flat_map(|d| d.lines()).take(40) {
            text.push_str(&format!("  {line}\n"));
        }
    }
    text.push_str(&format!("{}\n", audit.summary()));
    text.push_str(&format!(
        "head {} (records 0 to {})\n",
        audit.head.digest,
        audit.head.records.saturating_sub(1)
    ));
    if audit.unchecked > 0 {
        text.push_str(&format!("not checked after that: {}\n", audit.unchecked));
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
