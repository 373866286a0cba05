use super::shell::{Answer, Failure, Shell, cannot};
use crate::campaign::Campaign;
use crate::document::write;
use crate::store::Folder;
use serde_json::json;
use std::path::PathBuf;

/// Writes packs and log as one YAML stream, packs first; or a packet for a judge.
///
/// The packet for a judge (`--adjudicate`) is plain text about a game that is not finished: position and
/// points by source, who is awaited, terms, rulings, and everything that has happened.
#[derive(clap::Args, Debug)]
pub struct Export {
    /// Write the packet for a judge
    #[arg(long)]
    adjudicate: bool,
    /// The file to write [default: standard output]
    file: Option<PathBuf>,
}

impl Export {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let campaign = shell.open()?;
        if self.adjudicate {
            return self.judge(&campaign);
        }
        let documents = campaign.stream().map_err(|trouble| shell.trouble(trouble, None))?;
        let count = campaign.replay().head().records;
        let stream = write::stream(&documents);
        match &self.file {
            None => Ok(Answer::done(stream.clone(), json!({ "records": count, "stream": stream }))
                .verbatim()),
            Some(path) => {
                crate::store::write_whole(path, &stream, crate::store::Eyes::All)
                    .map_err(cannot)?;
                let text = format!("{}: 4 packs, {count} records\n", path.display());
                Ok(Answer::done(
                    text,
                    json!({ "file": path.display().to_string(), "records": count }),
                ))
            }
        }
    }

    /// The packet for a judge.
    fn judge(&self, campaign: &Campaign<Folder>) -> Result<Answer, Failure> {
        let packet = campaign.adjudication();
        let Some(path) = &self.file else {
            return Ok(Answer::done(packet.clone(), json!({ "packet": packet })));
        };
        crate::store::write_whole(path, &packet, crate::store::Eyes::All).map_err(cannot)?;
        let name = path.display().to_string();
        Ok(Answer::done(format!("{name}: the packet for a judge\n"), json!({ "file": name })))
    }
}
