use super::shell::{Answer, Failure, Shell};
use serde_json::json;

/// Prints the pre-filled form for the next orders, or for the answer that is awaited.
#[derive(clap::Args, Debug)]
pub struct Form {}

impl Form {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let campaign = shell.open_ahead()?;
        let mut lines = campaign.next_form();
        if lines.is_empty() {
            let awaited = campaign.replay().awaited().sentence();
            lines.push(format!("# no orders are awaited: {awaited}"));
        }
        let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        Ok(Answer::done(text, json!({ "form": lines })).verbatim())
    }
}
