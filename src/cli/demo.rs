use super::shell::{Answer, Failure, Shell};

/// Plays the first game-turn of Fredericksburg before your eyes, step by step, and audits it.
#[derive(clap::Args, Debug)]
pub struct Demo {}

impl Demo {
    pub fn run(&self, _shell: &Shell) -> Result<Answer, Failure> {
        Err(Failure::could_not("not yet"))
    }
}
