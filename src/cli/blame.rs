use super::shell::{Answer, Failure, Shell};
use crate::campaign::told::capital;
use crate::rule::Rule;
use serde_json::json;

/// Says which records, player-turns and rules brought a unit, a hex or the points to what they are.
///
/// One line each, the newest first: number of the record, turn and side, the sentence of the report,
/// the rule. What a combat did stands below its die and its attack.
///
///   provost blame Cobb
///   provost blame 1112
///   provost blame points union
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Blame {
    /// A unit, a hex, or `points`
    what: String,
    /// Whose unit, whose points; of a hex, whose doings
    side: Option<String>,
}

impl Blame {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let campaign = shell.open()?;
        let replay = campaign.replay();
        let game = replay.game();
        let subject = game.subject(&self.what, self.side.as_deref()).map_err(Failure::none)?;
        let deployment = game.deployment();
        let state =
            campaign.filed().last().map_or(&deployment, |filed| &filed.outcome.played.state);
        let (now, first) = (game.is(state, subject), game.is(&deployment, subject));
        let mut text = format!("{now}\n");
        let mut lines = Vec::new();
        for blamed in campaign.blame(subject) {
            let rules: Vec<&str> = blamed.line.rules.iter().map(Rule::number).collect();
            let cited = match rules.is_empty() {
                true => String::new(),
                false => format!(" ({})", rules.join(", ")),
            };
            let (seq, turn, side) = (blamed.seq, blamed.turn, blamed.side.as_str());
            let sentence = &blamed.line.text;
            let whose = capital(side);
            text.push_str(&format!("record {seq}, turn {turn}, {whose}: {sentence}{cited}\n"));
            lines.push(json!({
                "record": seq, "orders": blamed.orders, "turn": turn, "side": side,
                "sentence": sentence, "rules": rules,
            }));
        }
        text.push_str(&format!("record 0, set-up: {first}\n"));
        Ok(Answer::done(text, json!({ "now": now, "set_up": first, "lines": lines })))
    }
}
