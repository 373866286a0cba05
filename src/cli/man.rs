use super::shell::{Answer, Failure};
use clap::CommandFactory;
use serde_json::json;

/// Prints the manual page, or that of one command.
#[derive(clap::Args, Debug)]
pub struct Man {
    /// Which command
    command: Option<String>,
}

impl Man {
    pub fn run(&self) -> Result<Answer, Failure> {
        let mut whole = super::Provost::command();
        // Gives each command its full name, `provost-check`.
        whole.build();
        let command = match &self.command {
            None => whole,
            Some(name) => whole
                .find_subcommand(name)
                .cloned()
                .ok_or_else(|| Failure::could_not(format!("no command `{name}`")))?,
        };
        let mut bytes = Vec::new();
        clap_mangen::Man::new(command)
            .render(&mut bytes)
            .map_err(|e| Failure::could_not(e.to_string()))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Answer::done(text.clone(), json!({ "man": text })).verbatim())
    }
}
