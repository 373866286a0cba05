use super::shell::{Answer, Exit, Failure, Shell, cannot};
use crate::campaign::Campaign;
use crate::campaign::archive::Archive;
use crate::campaign::audit::{Audit, audit};
use crate::campaign::outbox::letter_of;
use crate::campaign::take::{Taken, Taking};
use crate::dice::beacon;
use crate::store::Folder;
use serde_json::json;
use std::path::PathBuf;

/// Takes in the records that others have mailed, or makes a campaign's folder from a stream.
///
/// In a campaign each record is tried before it is filed; one that is false, or differs from the one
/// that is here, is not. With `--to` a folder is made from an exported stream, or from a heap of
/// record files.
#[derive(clap::Args, Debug)]
pub struct Import {
    /// The stream, files or folders
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The folder to make
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    /// When the mail with the lock came, in beacon modes: 2026-04-20T18:30:00Z [default: now]
    #[arg(long, value_name = "UTC", conflicts_with = "to")]
    arrived: Option<String>,
    /// The lock came after the time of its round: file it, and give it up
    #[arg(long, conflicts_with_all = ["to", "arrived"])]
    late: bool,
    /// Take records in your own name that your secret file does not know
    #[arg(long, conflicts_with = "to")]
    mine: bool,
}

impl Import {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let archive = shell.archive(&self.paths)?;
        let Some(to) = &self.to else { return self.take(shell, &archive) };
        let found = audit(&archive, &mut |_, _| {});
        let restore = |folder| {
            let campaign = restored(shell, folder, &archive, &found)?;
            Ok((campaign.replay().head().records, super::noted::notices(&campaign)))
        };
        let (records, notices) = Folder::create_whole(to, restore, cannot)?;
        let text = format!("{}: {records} records\n{notices}", to.display());
        Ok(Answer::done(text, json!({ "folder": to.display().to_string(), "records": records })))
    }

    fn take(&self, shell: &Shell, archive: &Archive) -> Result<Answer, Failure> {
        if archive.records.is_empty()
            && archive.unreadable.is_empty()
            && archive.openings.is_empty()
        {
            let text = "no record here: a record begins with the line `record:` at the left margin; a \
                        mail program may have indented or quoted it, or the file is no text";
            return Err(Failure { exit: Exit::Refused, ..Failure::could_not(text) });
        }
        let mut campaign = shell.open_to_write()?;
        let secrets = shell.secret_file(campaign.replay().id())?;
        let arrived = self.arrived.as_deref().map(beacon::parse_utc).transpose();
        let arrived = arrived.map_err(|why| Failure::could_not(why.to_string()))?;
        let how = Taking { arrived, late: self.late, mine: self.mine };
        let taken = campaign.take(archive, &secrets, how);
        let taken = taken.map_err(|trouble| shell.trouble(trouble, None))?;
        let awaited = campaign.replay().awaited();
        let mut text = told(&taken);
        text.push_str(&format!("{}\n", awaited.sentence()));
        text.push_str(&super::noted::notices(&campaign));
        let exit = if taken.rests.is_empty() { Exit::Done } else { Exit::False };
        let data = json!({
            "filed": taken.records, "known": taken.known, "openings": taken.openings,
            "resumed": taken.resumed, "missing": taken.missing, "unwritten": taken.unwritten,
            "mailed": taken.given_up.as_ref().map(|name| format!("outbox/{name}")),
            "awaiting": awaited.to_string(), "out of turn": taken.out_of_turn, "rests": taken.rests,
            "notices": campaign.notices(),
        });
        Ok(Answer::done(text, data).exit(exit))
    }
}

/// A campaign put together from an archive that was audited: nothing in it may be false but a report on
/// which play rests.
pub fn restored(
    shell: &Shell,
    folder: Folder,
    archive: &Archive,
    found: &Audit,
) -> Result<Campaign<Folder>, Failure> {
    let campaign = Campaign::restore(folder, archive);
    let rests = |campaign: &Campaign<Folder>| found.only_rests(campaign.replay());
    match found.findings.first() {
        Some(first) if !campaign.as_ref().is_ok_and(rests) => {
            let more = match found.findings.len() {
                1 => String::new(),
                n => format!(", and {} more", n - 1),
            };
            let text = format!(
                "{}: {}{more}; nothing is made: see `provost audit`",
                first.place, first.what
            );
            Err(Failure { exit: Exit::False, ..Failure::could_not(text) })
        }
        _ => campaign.map_err(|trouble| shell.trouble(trouble, None)),
    }
}

/// What was taken in, line by line.
fn told(taken: &Taken) -> String {
    let mut lines = Vec::new();
    if let Some(seq) = taken.resumed {
        lines.push(format!("record {seq}, of your own, was not filed before and is now"));
    }
    let numbers: Vec<String> = taken.records.iter().map(u32::to_string).collect();
    match numbers.as_slice() {
        [] => lines.push("nothing new".to_owned()),
        [one] => lines.push(format!("filed: record {one}")),
        more => lines.push(format!("filed: records {}", more.join(", "))),
    }
    if taken.known > 0 {
        lines.push(format!("here before: {}", taken.known));
    }
    if taken.openings > 0 {
        lines.push("what was sealed is opened to you, and kept in your secret file".to_owned());
    }
    lines.extend(taken.out_of_turn.iter().cloned());
    if let Some(missing) = taken.missing {
        lines.push(format!("record {missing} is missing; those behind it were not taken in"));
    }
    if let Some(mailed) = &taken.given_up {
        let letter = letter_of(mailed);
        lines.push(format!("the lock came too late and is given up; mail outbox/{letter}"));
    }
    if let Some(why) = &taken.unwritten {
        lines.push(format!("everything is filed, but {why}"));
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}
