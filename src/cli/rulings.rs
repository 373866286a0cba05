use super::rulings_agreed::{Agree, Propose};
use super::shell::{Answer, Failure, Shell};
use crate::campaign::Campaign;
use crate::campaign::replay::Said;
use crate::games::{builtin, rulings};
use crate::play::view::Line;
use crate::report::text::lines;
use crate::store::Folder;
use serde_json::json;
use std::path::Path;

/// Lists every open reading of the rules: id, question, choices, default, why.
///
/// In a campaign also what was agreed on since its terms, and what is proposed. A ruling is proposed
/// there for a turn that has not begun, `provost rulings propose BG-best product --from-turn 3`, and in
/// force when the others have agreed.
///
/// The optional rules of a battle are rulings too, such as `WI-with-pickett`: they are chosen when a
/// campaign begins, with `--ruling WI-with-pickett=yes`. In a campaign, those that concern its battle.
#[derive(clap::Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    override_usage = "provost rulings [OPTIONS] [WHAT] | propose ID WORD | agree [ID]"
)]
pub struct Rulings {
    #[command(subcommand)]
    act: Option<Act>,
    /// A battle or the path of a scenario folder, or how ids begin
    what: Option<String>,
    /// In a campaign, those of every battle too
    #[arg(long, conflicts_with = "what")]
    all: bool,
}

#[derive(clap::Subcommand, Debug)]
enum Act {
    Propose(Propose),
    Agree(Agree),
}

impl Rulings {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        match &self.act {
            Some(Act::Propose(propose)) => return propose.run(shell),
            Some(Act::Agree(agree)) => return agree.run(shell),
            None => {}
        }
        let what = self.what.clone().unwrap_or_default();
        let battle = builtin::find(&what).is_some() || Path::new(&what).is_dir();
        let campaign = match (&self.what, self.all, shell.folder()) {
            (None, false, Ok(_)) => Some(shell.open()?),
            _ => None,
        };
        let here = campaign.as_ref().map(|campaign| campaign.replay().game().rulings());
        let others = here.is_some();
        let chosen = match battle {
            _ if here.is_some() => here.unwrap_or_default(),
            true => super::battle::load(shell, &what, &super::battle::readings())?.rulings(),
            false => {
                let prefix = what.to_ascii_lowercase();
                let begins = |id: &str| id.to_ascii_lowercase().starts_with(&prefix);
                rulings().into_iter().filter(|ruling| begins(&ruling.id)).collect()
            }
        };
        let mut text = String::new();
        let mut data = Vec::new();
        for ruling in chosen {
            let choices = ruling.choices.join(", ");
            text.push_str(&format!("{} ({})\n", ruling.id, ruling.rule));
            for line in [
                ruling.question.clone(),
                format!("choices: {choices}; the first is the default"),
                ruling.why.clone(),
            ] {
                text.push_str(&lines(&[Line::fact(1, line)]));
            }
            data.push(json!({
                "id": ruling.id, "rule": ruling.rule, "question": ruling.question,
                "choices": ruling.choices, "why": ruling.why,
            }));
        }
        if data.is_empty() {
            let meant = super::battle::nearest_battle(&what);
            let meant = meant.map_or_else(String::new, |name| format!("did you mean `{name}`? "));
            let text = format!(
                "no ruling begins with `{what}`; {meant}`provost rulings --all` lists them all"
            );
            return Err(Failure::none(text));
        }
        if let Some(campaign) = &campaign {
            text = format!("{}{text}", agreed(campaign));
        }
        if others {
            text.push_str("\nthose of the other battles: provost rulings --all\n");
        }
        Ok(Answer::done(text, json!(data)))
    }
}

/// What was agreed on since the terms, and what is proposed; nothing if nothing is.
fn agreed(campaign: &Campaign<Folder>) -> String {
    let replay = campaign.replay();
    let readings = replay.readings_after(u32::MAX).into_iter();
    let in_force = readings.map(|reading| format!("agreed: {}", replay.reading_words(reading)));
    let pending = replay.pending().into_iter().filter_map(|proposed| match &proposed.what {
        Said::Ruling(ruling) => {
            Some(format!("proposed by {}: {ruling} (record {})", proposed.by, proposed.seq))
        }
        _ => None,
    });
    let told: Vec<Line> = in_force.chain(pending).map(|text| Line::fact(0, text)).collect();
    if told.is_empty() { String::new() } else { format!("{}\n", lines(&told)) }
}
