use super::shell::{Answer, Failure};
use clap::CommandFactory;
use serde_json::json;

/// Prints completions for a shell.
#[derive(clap::Args, Debug)]
pub struct Completions {
    /// Which shell
    shell: clap_complete::Shell,
}

impl Completions {
    pub fn run(&self) -> Result<Answer, Failure> {
        let mut bytes = Vec::new();
        clap_complete::generate(self.shell, &mut super::Provost::command(), "provost", &mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Answer::done(text.clone(), json!({ "completions": text })).verbatim())
    }
}
