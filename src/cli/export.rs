use super::shell::{Answer, Failure, Shell, cannot};
use crate::campaign::packs::PackFile;
use crate::document::digest::Pack;
use crate::document::write;
use crate::store::{Shelf, Store};
use serde_json::json;
use std::path::PathBuf;

/// Writes packs and log as one YAML stream, packs first.
#[derive(clap::Args, Debug)]
pub struct Export {
    /// The file to write [default: standard output]
    file: Option<PathBuf>,
}

impl Export {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let campaign = shell.open()?;
        let terms = campaign.replay().terms();
        let mut documents = Vec::new();
        for kind in Pack::ALL {
            let name = PackFile::name(&terms.pack(kind));
            let text = campaign.store().get(Shelf::Packs, &name).map_err(cannot)?;
            documents
                .push(text.ok_or_else(|| Failure::could_not(format!("packs/{name} is missing")))?);
        }
        let records = campaign.store().log().map_err(cannot)?;
        let count = records.len();
        documents.extend(records.into_iter().map(|record| record.text));
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
}
