use super::post::{Again, Posting, post};
use super::shell::{Answer, Exit, Failure, Shell};
use crate::campaign::Pen;
use crate::campaign::send::Seal;
use crate::dice::beacon;
use serde_json::json;
use std::path::PathBuf;

/// Writes the one record that you owe, and files it: lock, close, answer, or all in one.
///
/// What `check` refuses is refused here too, and nothing is filed. A lock makes your orders stand. If
/// the enemy's lock is yours to close, the same record closes it, so read the `report` first and
/// write your next orders for the position after it. Without a file it closes, or goes on with a
/// halted player-turn, or gives the result. The letter that carries the record stands in `outbox/`:
/// open it in your mail program and send it, or have it mailed by the server of your post file.
#[derive(clap::Args, Debug)]
pub struct Send {
    /// The file of orders, or of the answer; `-` is standard input
    file: Option<PathBuf>,
    /// Put new standing orders under a seal, where the terms let you choose
    #[arg(long)]
    seal: bool,
    /// When you mail the lock, in beacon modes: 2026-04-20T18:30:00Z [default: now]
    #[arg(long, value_name = "UTC")]
    at: Option<String>,
    /// Hands your latest letter over again as it is, by your server if no other way is named
    #[arg(long, conflicts_with_all = ["file", "seal", "at", "html"])]
    again: bool,
    #[command(flatten)]
    posting: Posting,
}

impl Send {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        if self.again {
            return self.again(shell);
        }
        let mut campaign = shell.open_as_it_is()?;
        let secrets = shell.secret_file(campaign.replay().id())?;
        if let Some(at) = &self.at {
            let now = beacon::parse_utc(at).map_err(|why| Failure::could_not(why.to_string()))?;
            let pen = shell.pen(&campaign)?;
            campaign.sit(Pen { now, ..pen });
        }
        let ways = self.posting.ready(shell, &mut campaign)?;
        let file = self.file.as_ref().map(|path| shell.read(path)).transpose()?;
        let how = if self.seal { Seal::Sealed } else { Seal::AsAgreed };
        let text = file.as_ref().map(|file| file.text.as_str());
        let sent = campaign.send(text, &secrets, how);
        let sent = sent.map_err(|trouble| shell.trouble(trouble, file.as_ref()))?;
        let replay = campaign.replay();
        let mut printed = String::new();
        if let Some(resumed) = &sent.resumed {
            printed.push_str(&format!("{resumed}\n\n"));
        }
        if let Some(moved) = &sent.moved {
            printed.push_str(&campaign.report(moved));
            printed.push('\n');
        }
        printed.push_str(&format!("record {} is filed", sent.seq));
        if let Some(segment) = sent.locks {
            printed.push_str(&format!("; it locks segment {segment}"));
        }
        let posted = post(shell, &campaign, &ways, &sent.mailed, Again::No)?;
        printed.push_str(&format!("\n{}", posted.text));
        printed.push_str(&format!("{}\n", replay.awaited().sentence()));
        if let Some(why) = &sent.unwritten {
            printed.push_str(&format!("everything is filed, but {why}\n"));
        }
        if sent.mailed.is_empty() {
            printed.push_str(super::noted::NOT_OUT);
        }
        let mailed = (!sent.mailed.is_empty()).then(|| format!("outbox/{}", sent.mailed));
        let halted = sent.locks.is_none()
            && sent.moved.as_ref().is_some_and(|moved| !moved.outcome.report.ended());
        let data = json!({
            "seq": sent.seq, "locks": sent.locks, "mailed": mailed,
            "opening": sent.opening.as_ref().map(|name| format!("outbox/{name}")),
            "closes": sent.moved.as_ref().map(|moved| moved.outcome.report.segment),
            "resumed": sent.resumed, "halted": halted, "unwritten": sent.unwritten,
            "mails": sent.moved.as_ref().map(|moved| super::report::mails(&campaign, moved)),
            "position": replay.label(), "awaiting": replay.awaited().to_string(),
            "posted": posted.data,
        });
        let exit = match (sent.mailed.is_empty(), halted) {
            (true, _) => Exit::CouldNot,
            (false, true) => Exit::Halted,
            (false, false) => Exit::Done,
        };
        Ok(Answer::done(printed, data).exit(posted.or(exit)))
    }

    /// Hands over what is in the outbox already.
    fn again(&self, shell: &Shell) -> Result<Answer, Failure> {
        let mut campaign = shell.open_as_it_is()?;
        let posting = self.posting.clone().or_by_smtp()?;
        let ways = posting.ready(shell, &mut campaign)?;
        let file = campaign.latest_file().map_err(|trouble| shell.trouble(trouble, None))?;
        let posted = post(shell, &campaign, &ways, &file, Again::Yes)?;
        let exit = posted.or(Exit::Done);
        let data = json!({ "mailed": format!("outbox/{file}"), "posted": posted.data });
        Ok(Answer::done(posted.text, data).exit(exit))
    }
}
