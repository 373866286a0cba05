use super::noted;
use super::shell::{Answer, Failure, Shell};
use crate::campaign::corrected;
use crate::campaign::record::Reroll;
use crate::report::text::lines;
use serde_json::json;

/// Replays play from a record on, under a reading that everybody agrees on; or corrects a report.
///
/// Orders, answers and standing orders stay as they were written; those that are not legal any more fall
/// to the error policy. Dice: `none` keeps every face under its label, and what was not rolled then is
/// rolled under the key of its old segment, which is known by now; `affected` rolls the dice of combats
/// that are declared otherwise, and `all` every die since, under the key of the next segment, whose lock
/// orders nothing. It is in force when the other player, or the referee, has agreed (`--agree`), between
/// two player-turns. See it first with `--dry`: what would happen, and which orders were written for
/// another position.
#[derive(clap::Args, Debug)]
#[command(override_usage = "provost correct RECORD ID WORD [OPTIONS] | --agree | --report")]
pub struct Correct {
    /// Number of the record with the first orders of a player-turn
    #[arg(required_unless_present_any = ["agree", "report"])]
    record: Option<u32>,
    /// The reading: BG-friendzoc
    #[arg(requires = "word")]
    id: Option<String>,
    /// Its choice
    word: Vec<String>,
    /// Which dice are rolled again: none, affected, all
    #[arg(long, value_name = "WHICH", default_value = "none", value_parser = reroll)]
    reroll: Reroll,
    /// Tell what would happen if every face stands, and write nothing
    #[arg(long, conflicts_with_all = ["agree", "report"])]
    dry: bool,
    /// Agree to the correction that is proposed
    #[arg(long, conflicts_with_all = ["record", "report"])]
    agree: bool,
    /// Correct your own report, on which play rests
    #[arg(long, conflicts_with = "record")]
    report: bool,
}

fn reroll(word: &str) -> Result<Reroll, String> {
    word.parse()
}

impl Correct {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let word = self.word.join(" ");
        let id = self.id.clone().unwrap_or_default();
        if self.dry && self.id.is_some() {
            return self.try_it(shell, &id, &word);
        }
        if self.record.is_some() && self.id.is_none() {
            return Err(Failure::could_not(
                "name the reading under which play is replayed too: `provost correct RECORD ID WORD`, as \
                 `provost rulings` lists them",
            ));
        }
        let (mut campaign, secrets) = noted::open(shell)?;
        let before = campaign.replay().corrections().len();
        let noted = match (self.agree, self.report, self.record) {
            (true, ..) => campaign.agree_to_correction(&secrets),
            (_, true, _) => campaign.correct_report(&secrets),
            (.., record) => {
                let ruling = reading(&campaign, &id, &word)?;
                let of = record.unwrap_or_default();
                campaign.propose_correction(of, &ruling, self.reroll, &secrets)
            }
        };
        let noted = noted.map_err(|trouble| shell.trouble(trouble, None))?;
        let replay = campaign.replay();
        let done = replay.corrections().get(before).cloned();
        let told = match (&done, replay.correcting()) {
            (Some(corrected), _) => lines(&corrected::corrected(replay, corrected)),
            (None, Some(_)) => {
                "it is agreed on; the key of the next segment rolls the dice: its lock \
                                orders nothing, and is sent without a file"
                    .to_owned()
            }
            (None, None) if self.report => "the report is corrected, and play goes on".to_owned(),
            (None, None) => "it is proposed; it is in force when the others have agreed".to_owned(),
        };
        let data = json!({ "in_force": done.is_some() || replay.correcting().is_some() });
        Ok(noted::answer(&campaign, &noted, told.trim_end(), data))
    }

    /// What it would bring if every face stands.
    fn try_it(&self, shell: &Shell, id: &str, word: &str) -> Result<Answer, Failure> {
        let campaign = shell.open()?;
        let ruling = reading(&campaign, id, word)?;
        let found = campaign.would_correct(self.record.unwrap_or_default(), &ruling);
        let found = found.map_err(|trouble| shell.trouble(trouble, None))?;
        let replay = campaign.replay();
        let told = lines(&corrected::corrected(replay, &found));
        let misled: Vec<&String> = found.turns.iter().flat_map(|turn| &turn.misled).collect();
        let data = json!({
            "of": found.of, "ruling": found.ruling, "misled": misled,
            "player-turns": found.turns.len(), "fallen": found.fallen,
        });
        Ok(Answer::done(format!("{told}nothing is written\n"), data))
    }
}

/// The reading as files write it.
fn reading(
    campaign: &crate::campaign::Campaign<crate::store::Folder>,
    id: &str,
    word: &str,
) -> Result<String, Failure> {
    let chosen = campaign.replay().game().choice(id, word).map_err(Failure::none)?;
    Ok(format!("{} {}", chosen.0, chosen.1))
}
