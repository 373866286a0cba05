use super::shell::{Answer, Failure, Shell, cannot};
use crate::campaign::Campaign;
use crate::store::Folder;
use serde_json::json;
use std::path::PathBuf;

/// Makes a campaign's folder from an exported stream, or from a heap of record files and mails.
#[derive(clap::Args, Debug)]
pub struct Import {
    /// The stream, files or folders
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The folder to make
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
}

impl Import {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let archive = shell.archive(&self.paths)?;
        let folder = Folder::create(&self.to).map_err(cannot)?;
        let campaign =
            Campaign::restore(folder, &archive).map_err(|trouble| shell.trouble(trouble, None))?;
        let records = campaign.replay().head().records;
        let text = format!("{}: {records} records\n", self.to.display());
        Ok(Answer::done(
            text,
            json!({ "folder": self.to.display().to_string(), "records": records }),
        ))
    }
}
