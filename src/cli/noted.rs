//! What is told about a record that was written beside the course of play.

use super::post;
use super::shell::{Answer, Exit, Failure, Shell};
use crate::campaign::Campaign;
use crate::campaign::agree::Noted;
use crate::store::{Folder, SecretFile};
use serde_json::{Value, json};

/// The campaign to write into, and the secret file of its game.
pub fn open(shell: &Shell) -> Result<(Campaign<Folder>, SecretFile), Failure> {
    let campaign = shell.open_to_write()?;
    let secrets = shell.secret_file(campaign.replay().id())?;
    Ok((campaign, secrets))
}

/// What is to be done when a record is filed and its letter could not be written.
pub const NOT_OUT: &str =
    "there is no letter to mail yet: mend that, then type `provost` alone, which writes it\n";

/// Whether a record is filed and its letter could not be written.
pub fn is_not_out(campaign: &Campaign<Folder>, noted: &Noted) -> bool {
    noted.mailed.is_none() && campaign.chair().is_some()
}

/// A sentence, where the record goes, and what is awaited now.
pub fn answer(campaign: &Campaign<Folder>, noted: &Noted, told: &str, data: Value) -> Answer {
    let mut text = format!("{told}\nrecord {} is filed\n", noted.seq);
    if let Some(mailed) = &noted.mailed {
        text.push_str(&post::told(campaign, mailed));
    }
    if let Some(why) = &noted.unwritten {
        text.push_str(&format!("everything is filed, but {why}\n"));
    }
    let lacks = is_not_out(campaign, noted);
    if lacks {
        text.push_str(NOT_OUT);
    }
    let awaited = campaign.replay().awaited();
    text.push_str(&format!("{}\n", awaited.sentence()));
    let mut all = json!({
        "seq": noted.seq, "mailed": noted.mailed.as_ref().map(|name| format!("outbox/{name}")),
        "unwritten": noted.unwritten, "awaiting": awaited.to_string(),
        "position": campaign.replay().label(),
    });
    if let (Value::Object(all), Value::Object(more)) = (&mut all, data) {
        all.extend(more);
    }
    Answer::done(text, all).exit(if lacks { Exit::CouldNot } else { Exit::Done })
}

/// What has happened beside the course of play, a line each.
pub fn notices(campaign: &Campaign<Folder>) -> String {
    campaign.notices().iter().map(|notice| format!("* {notice}\n")).collect()
}
