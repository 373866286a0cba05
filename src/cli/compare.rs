use super::shell::{Answer, Exit, Failure, Shell};
use crate::campaign::compare::{Comparison, compare};
use serde_json::json;
use std::path::PathBuf;

/// Names the first record in which two logs differ.
///
/// Each may be a campaign's folder, an exported stream, a folder full of record files, or the mails of
/// one side (.eml, mbox, Maildir).
#[derive(clap::Args, Debug)]
pub struct Compare {
    /// The first log
    first: PathBuf,
    /// The second log
    second: PathBuf,
}

impl Compare {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let read = |path: &PathBuf| shell.archive(std::slice::from_ref(path));
        let (first, second) = (read(&self.first)?, read(&self.second)?);
        let names = [self.first.display().to_string(), self.second.display().to_string()];
        Ok(match compare(&first, &second) {
            Comparison::Same(head) => Answer::done(
                format!("the same {} records, head {}\n", head.records, head.digest),
                json!({ "same": true, "records": head.records, "head": head.digest.to_string() }),
            ),
            Comparison::Longer { which, after, more } => {
                let longer = names.get(which).cloned().unwrap_or_default();
                let text =
                    format!("the same {} records; {longer} has {more} more\n", after.records);
                let data = json!({ "same": false, "common": after.records, "longer": longer, "more": more });
                Answer::done(text, data).exit(Exit::False)
            }
            Comparison::Differ { seq, places, digests, difference } => {
                let text = format!(
                    "record {seq} is the first that differs\n- {}, {}\n+ {}, {}\n{difference}",
                    places[0], digests[0], places[1], digests[1]
                );
                let data = json!({
                    "same": false, "seq": seq, "places": places, "difference": difference,
                    "digests": digests.map(|d| d.to_string()),
                });
                Answer::done(text, data).exit(Exit::False)
            }
            Comparison::Strangers(why) => {
                let text = format!("cannot be compared, not two logs of one game: {why}");
                return Err(Failure::could_not(text));
            }
        })
    }
}
