use super::shell::{Answer, Exit, Failure, Shell};
use super::signing::now;
use super::{noted, post};
use crate::dice::{Name, beacon};
use crate::store::Stored;
use serde_json::json;

/// Puts a claim on record: overtime, or whatever you want to be in the log.
///
/// `overtime` means whoever is awaited now; where the terms have a clock it is refused before his time
/// is up, and nothing is ever forfeit by itself: what follows is what the terms say of a missed turn, and what the players agree
/// on. Any other sentence is kept word for word. A claim changes neither who is awaited nor the
/// segment.
#[derive(clap::Args, Debug)]
pub struct Claim {
    /// `overtime`, or a sentence
    #[arg(required = true, value_name = "WHY")]
    why: Vec<String>,
    /// Who claims it, where this machine plays for everybody [default: the referee]
    #[arg(long, value_name = "CHAIR")]
    by: Option<String>,
    /// When the record before came, if this folder has not noted it: 2026-12-01T10:00:00Z
    #[arg(long, value_name = "UTC")]
    since: Option<String>,
    /// The time at which it is claimed [default: now]
    #[arg(long, value_name = "UTC")]
    now: Option<String>,
}

impl Claim {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let (since, now) = (moment(&self.since)?, moment(&self.now)?.unwrap_or_else(now));
        claimed(shell, self.by.as_deref(), &self.why.join(" "), since, now)
    }
}

/// A moment of the command line.
pub fn moment(text: &Option<String>) -> Result<Option<i64>, Failure> {
    let read = text.as_deref().map(beacon::parse_utc).transpose();
    read.map_err(|why| Failure::could_not(why.to_string()))
}

/// Writes a claim and tells what comes of it.
pub fn claimed(
    shell: &Shell,
    by: Option<&str>,
    why: &str,
    since: Option<i64>,
    now: i64,
) -> Result<Answer, Failure> {
    let mut campaign = shell.open_to_write()?;
    let by = by.map(|by| by.parse::<Name>()).transpose();
    let by = by.map_err(|_| Failure::could_not("`--by` and `--of` want a side, or `referee`"))?;
    let claimed = campaign.claim(by.as_ref(), why, since, now);
    let typed = Stored { name: "the claim".to_owned(), text: String::new() };
    let claimed = claimed.map_err(|trouble| shell.trouble(trouble, Some(&typed)))?;
    let (noted, why) = (&claimed.noted, &claimed.why);
    let mut text = format!("record {} is filed: `{why}`\n", noted.seq);
    if let Some(mailed) = &noted.mailed {
        text.push_str(&post::told(&campaign, mailed));
    }
    if let Some(why) = &noted.unwritten {
        text.push_str(&format!("everything is filed, but {why}\n"));
    }
    let lacks = noted::is_not_out(&campaign, noted);
    if lacks {
        text.push_str(noted::NOT_OUT);
    }
    let after = campaign.after_overtime();
    if after.is_some() && campaign.replay().terms().typed_clock().is_none() {
        text.push_str(
            "the terms have no clock that is kept here: whether time is up is between the players\n",
        );
    }
    if let Some(after) = &after {
        text.push_str(&format!("{after}\n"));
    }
    let awaited = campaign.replay().awaited();
    text.push_str(&format!("{}\n", awaited.sentence()));
    let data = json!({
        "seq": noted.seq, "claim": why,
        "mailed": noted.mailed.as_ref().map(|name| format!("outbox/{name}")),
        "awaiting": awaited.to_string(), "after": after,
    });
    Ok(Answer::done(text, data).exit(if lacks { Exit::CouldNot } else { Exit::Done }))
}
