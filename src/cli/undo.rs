use super::noted;
use super::shell::{Answer, Failure, Shell};
use crate::campaign::record::Why;
use serde_json::json;

/// Asks to give up the open lock, or agrees if the other one has asked.
///
/// The position before it returns, its number stays used, and whoever locked it orders anew. Whoever
/// closes it may know its dice already. With `--handover` because a chair was handed over since, and
/// its successor cannot close it or would not have locked it.
#[derive(clap::Args, Debug)]
pub struct Undo {
    /// Because a chair was handed over since the lock
    #[arg(long)]
    handover: bool,
}

impl Undo {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let (mut campaign, secrets) = noted::open(shell)?;
        let why = if self.handover { Why::Handover } else { Why::Undo };
        let undone = campaign.undo(why, &secrets);
        let (given_up, noted) = undone.map_err(|trouble| shell.trouble(trouble, None))?;
        let told = match given_up {
            true => "the lock is given up; the position before it returns",
            false => "you ask to give up the lock; it stands until the other one has agreed",
        };
        Ok(noted::answer(&campaign, &noted, told, json!({ "given_up": given_up })))
    }
}
