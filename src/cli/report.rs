use super::shell::{Answer, Failure, Shell};
use serde_json::json;

/// Prints the report of a player-turn, the latest if no record is named.
#[derive(clap::Args, Debug)]
pub struct Report {
    /// Number of the record that closed it
    #[arg(value_parser = record_number)]
    seq: Option<u32>,
}

impl Report {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let campaign = shell.open_ahead()?;
        let filed = match self.seq {
            Some(seq) => campaign.filed().iter().find(|filed| filed.seq == seq),
            None => campaign.filed().last(),
        };
        let Some(filed) = filed else {
            let known: Vec<String> = campaign.filed().iter().map(|f| f.seq.to_string()).collect();
            return Err(Failure::none(match self.seq {
                Some(seq) if !known.is_empty() => format!(
                    "record {seq} closes no player-turn; reports have the numbers of records that \
                     do: {}",
                    known.join(", ")
                ),
                _ => "no player-turn has been played".to_owned(),
            }));
        };
        let text = campaign.report(filed);
        let data = json!({ "seq": filed.seq, "turn": filed.outcome.turn, "report": text });
        Ok(Answer::done(text, data))
    }
}

fn record_number(text: &str) -> Result<u32, &'static str> {
    text.parse().map_err(|_| "needs the number of a record, as in 0023-union.txt: 23")
}
