use super::claim::moment;
use super::clock::no_clock;
use super::shell::{Answer, Failure, Shell};
use super::signing::now;
use crate::campaign::clock::told::{for_programs, in_zones, utc};
use crate::campaign::told::capital;
use crate::report::wrap::{WIDTH, plain, wrap};
use serde_json::json;

/// Prints a reminder that is ready to send: who is awaited, with what, and until when.
#[derive(clap::Args, Debug)]
pub struct Remind {
    /// When the record before came, if this folder has not noted it: 2026-12-01T10:00:00Z
    #[arg(long, value_name = "UTC")]
    since: Option<String>,
    /// The time at which it is written [default: now]
    #[arg(long, value_name = "UTC")]
    now: Option<String>,
}

impl Remind {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let (since, now) = (moment(&self.since)?, moment(&self.now)?.unwrap_or_else(now));
        let campaign = shell.open()?;
        let replay = campaign.replay();
        let terms = replay.terms();
        let Some(clock) = terms.typed_clock() else { return Err(no_clock(&campaign)) };
        let Some(wait) = campaign.wait(since, now) else {
            return Err(Failure::none(format!("{}: nobody is late", replay.awaited().sentence())));
        };
        let chair = capital(wait.chair.as_str());
        let player = terms.players.iter().find(|(of, _)| *of == wait.chair);
        let name = player.map_or(chair.as_str(), |(_, name)| name);
        let awaited = replay.awaited().sentence();
        let mut letter =
            format!("Subject: {} turn {}: {awaited}\n\n{name},\n\n", terms.title, wait.turn);
        letter.push_str(&paragraph(&format!(
            "{}, for turn {} of {}, in answer to record {} (position {}).",
            capital(&awaited),
            wait.turn,
            terms.title,
            wait.since_record,
            replay.label()
        )));
        match wait.due {
            Some(due) => {
                let are = if now > due { "were" } else { "are" };
                letter.push_str(&format!("The days of this record {are} up at\n"));
                letter.push_str(&format!("    {}\n", utc(due)));
                for zone in in_zones(clock, &terms.sides, due) {
                    letter.push_str(&format!("    {zone}\n"));
                }
                letter.push('\n');
            }
            None => letter.push_str(&paragraph("When its days are up nobody has noted here.")),
        }
        if let Some(last) = wait.last.filter(|last| Some(*last) != wait.due) {
            let text = format!("Your reserve goes on from there until {}.", utc(last));
            letter.push_str(&paragraph(&text));
        }
        letter.push_str(&paragraph(
            "After that overtime may be claimed; nothing is forfeit by itself. Whoever needs more \
             time asks for it, and says when he is away: `provost clock absent FROM TO`.",
        ));
        let letter = letter.trim_end().to_owned() + "\n";
        let data = json!({
            "chair": wait.chair.as_str(), "due": for_programs(wait.due),
            "last": for_programs(wait.last), "letter": letter,
        });
        Ok(Answer::done(letter, data).verbatim())
    }
}

/// Words on the lines of a letter, and an empty line.
fn paragraph(words: &str) -> String {
    wrap(&plain(words), None, 0, 0, WIDTH).join("\n") + "\n\n"
}
