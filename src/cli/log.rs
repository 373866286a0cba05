use super::shell::{Answer, Failure, Shell};
use serde_json::json;

/// Prints what happened in move-log notation, one line a decision.
#[derive(clap::Args, Debug)]
pub struct Log {
    /// Only this game-turn
    #[arg(long)]
    pub turn: Option<u8>,
}

impl Log {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let campaign = shell.open()?;
        let all = campaign.course();
        let mut turns = Vec::new();
        for (at, filed) in all.iter().enumerate() {
            // A halted player-turn is printed once, as far as it has gone.
            let ended = filed.outcome.report.ended();
            let last = at + 1 == all.len();
            if (ended || last) && self.turn.is_none_or(|turn| turn == filed.outcome.turn) {
                let log = campaign.replay().game().movelog(&filed.outcome.played.events);
                let corrections = campaign.replay().corrections();
                let seq = Some(filed.seq);
                turns.push(match corrections.iter().any(|corrected| corrected.seq == seq) {
                    true => format!("# as corrected in record {}\n{log}", filed.seq),
                    false => log,
                });
            }
        }
        if turns.is_empty() {
            return Err(Failure::none(match self.turn {
                Some(turn) => format!("nothing has been played in game-turn {turn}"),
                None => "no player-turn has been played".to_owned(),
            }));
        }
        Ok(Answer::done(turns.join("\n"), json!({ "turns": turns })).verbatim())
    }
}
