use super::post::{Again, Posted, Posting, post};
use super::shell::{Answer, Exit, Failure, Shell};
use crate::store::Stored;
use serde_json::json;
use std::path::PathBuf;

/// Resolves orders: checks them, locks them, rolls the dice, files the result.
///
/// What `check` refuses is refused here too, and nothing is filed. Without a file, resolves the
/// orders that a mail has brought and that wait (see `receive`); else goes on with a player-turn that
/// was interrupted, or halted where nothing has to be answered.
#[derive(clap::Args, Debug)]
pub struct Resolve {
    /// The file of orders; `-` is standard input
    pub file: Option<PathBuf>,
    /// Play on without a side whose overtime is claimed, as the terms say
    #[arg(long, conflicts_with = "file")]
    pub missed: bool,
    #[command(flatten)]
    pub posting: Posting,
}

impl Resolve {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let mut campaign = shell.open_to_write()?;
        let secrets = shell.secret_file(campaign.replay().id())?;
        let ways = self.posting.ready(shell, &mut campaign)?;
        let file = self.file.as_ref().map(|path| shell.read(path)).transpose()?;
        let waiting = campaign.waiting().map_err(|trouble| shell.trouble(trouble, None))?;
        let (filing, file) = match (file, &waiting) {
            (Some(file), _) => (campaign.resolve(&file.text, &secrets), Some(file)),
            (None, _) if self.missed => (campaign.play_missed(&secrets), None),
            (None, Some(waiting)) => {
                let name = format!("letters/{}", waiting.name);
                let file = Stored { name, text: waiting.text.clone() };
                (campaign.resolve_waiting(waiting, &secrets), Some(file))
            }
            (None, None) => (campaign.go_on(&secrets), None),
        };
        let filing = filing.map_err(|trouble| shell.trouble(trouble, file.as_ref()))?;
        let aside = match waiting.filter(|_| self.file.is_some()) {
            Some(waiting) => {
                let kept = campaign.set_aside(&waiting);
                let kept = kept.map_err(|trouble| shell.trouble(trouble, None))?;
                format!("\nanother mail waited for this position; it is kept as letters/{kept}\n")
            }
            None => String::new(),
        };
        let unwritten = filing.unwritten.as_ref().map_or_else(String::new, |why| {
            format!(
                "\nfiled in the log, but {why}\nnothing is lost: positions/ and reports/ are written \
                 again by the next `provost resolve`, and\n`provost show` and `provost report` \
                 print them meanwhile; do not send the orders again\n"
            )
        });
        let mut unwritten = unwritten;
        if let Some(segment) = filing.again {
            unwritten.push_str(&format!(
                "\nthe link of segment {segment} was used by an earlier run that did not come to its \
                 end; it was used\nagain for the same lock, so the dice are the same\n"
            ));
        }
        let not_out = filing.mailed.is_none() && campaign.chair().is_some();
        if not_out {
            unwritten.push_str(&format!("\n{}", super::noted::NOT_OUT));
        }
        let posted = match &filing.mailed {
            Some(mailed) => post(shell, &campaign, &ways, mailed, Again::No)?,
            None => Posted::default(),
        };
        if !posted.text.is_empty() {
            unwritten.push_str(&format!("\n{}", posted.text));
        }
        let Some(moved) = filing.moved else {
            let next = campaign.replay().awaited().to_string();
            let text = format!(
                "answer filed; type `provost resolve` to go on, or write new attacks\n{unwritten}{aside}"
            );
            let data = json!({
                "filed": true, "awaiting": next, "unwritten": filing.unwritten,
                "mailed": filing.mailed, "posted": posted.data,
            });
            let exit = if not_out { Exit::CouldNot } else { Exit::Halted };
            return Ok(Answer::done(text, data).exit(posted.or(exit)));
        };
        let halted = !moved.outcome.report.ended();
        let data = json!({
            "seq": moved.seq,
            "turn": moved.outcome.turn,
            "side": moved.outcome.side.as_str(),
            "position": campaign.replay().label(),
            "halted": halted,
            "awaiting": campaign.replay().awaited().to_string(),
            "report": format!("reports/{}", campaign.report_name(&moved)),
            "mails": super::report::mails(&campaign, &moved),
            "unwritten": filing.unwritten, "mailed": filing.mailed, "again": filing.again,
            "posted": posted.data,
        });
        let exit = match (not_out, halted) {
            (true, _) => Exit::CouldNot,
            (false, true) => Exit::Halted,
            (false, false) => Exit::Done,
        };
        Ok(Answer::done(campaign.report(&moved) + &unwritten + &aside, data).exit(posted.or(exit)))
    }
}
