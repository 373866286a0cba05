use super::noted;
use super::shell::{Answer, Failure, Shell, cannot, outside};
use super::signing;
use crate::campaign::handover::Packet;
use crate::campaign::secrets::Secrets;
use crate::campaign::{Campaign, Pen, Trouble};
use crate::dice::Name;
use crate::store::{Eyes, Folder, SecretFile, write_whole};
use serde_json::json;
use std::path::PathBuf;

/// Hands your chair over to somebody else, with a packet for him alone.
///
/// The record says who plays from now on. The packet is the whole campaign and the secrets of your chair,
/// of nobody else's: give it to the successor and to no other. He takes it with `takeover`. Your
/// secret file is marked, and this folder writes nothing any more. The referee may hand over for a player
/// who has fallen silent (`--side`); that packet has what the player had opened to him.
#[derive(clap::Args, Debug)]
pub struct Handover {
    /// Name of the successor
    to: String,
    /// The packet to write
    file: PathBuf,
    /// The player whose chair it is, if the referee hands it over
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// The successor's public SSH key, with which he signs
    #[arg(long, value_name = "KEY")]
    key: Option<PathBuf>,
}

impl Handover {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let (mut campaign, secrets) = self.open(shell)?;
        if self.file.exists() && !self.is_left_over(&campaign) {
            let text = format!("{} is there already", self.file.display());
            return Err(Failure::could_not(text));
        }
        outside(&SecretFile::new(self.file.clone()), &shell.folder()?).map_err(|_| {
            Failure::could_not(format!(
                "{} would be in the campaign's folder, which everybody may get; name a place outside",
                self.file.display()
            ))
        })?;
        let key = self.key.as_deref().map(signing::public).transpose();
        let key = key.map_err(Failure::could_not)?;
        let side: Option<Name> = match &self.side {
            Some(side) => Some(
                side.parse().map_err(|_| Failure::could_not(format!("`{side}` plays no side")))?,
            ),
            None => None,
        };
        let own = side.is_none() || side.as_ref() == campaign.chair();
        // Whoever cannot write the packet hands nothing over.
        write_whole(&self.file, "", Eyes::Owner).map_err(cannot)?;
        let handed = campaign.hand_over(side.as_ref(), &self.to, key, &secrets);
        if handed.is_err() {
            // What failed is what the reader must hear of.
            drop(std::fs::remove_file(&self.file));
        }
        let (noted, stream) = handed.map_err(|trouble| shell.trouble(trouble, None))?;
        if let Some(noted) = noted.as_ref().filter(|noted| noted::is_not_out(&campaign, noted)) {
            drop(std::fs::remove_file(&self.file));
            let why = noted.unwritten.clone().unwrap_or_default();
            return Err(Failure::could_not(format!(
                "record {} hands the chair over and is filed, but {why}; mend that and type this again: \
                 until then there is no packet, and the chair is yours",
                noted.seq
            )));
        }
        write_whole(&self.file, &stream, Eyes::Owner).map_err(cannot)?;
        if own {
            let marked = Secrets::hand_over(&secrets, campaign.replay().id(), &self.to);
            marked.map_err(|why| shell.trouble(Trouble::from(why), None))?;
        }
        let file = self.file.display().to_string();
        let told = format!("{} plays from now on; for him alone: {file}", self.to);
        let data = json!({ "to": self.to, "packet": file });
        match noted {
            Some(noted) => Ok(noted::answer(&campaign, &noted, &told, data)),
            None => Ok(Answer::done(format!("{told}\nthe record was filed before\n"), data)),
        }
    }

    /// The campaign and the secret file, also of whoever has begun to hand over and was interrupted.
    fn open(&self, shell: &Shell) -> Result<(Campaign<Folder>, SecretFile), Failure> {
        let campaign = shell.open()?;
        let file = shell.secret_file(campaign.replay().id())?;
        let known = Secrets::load(&file, campaign.replay().id());
        let Ok(known) = known else { return noted::open(shell) };
        if signing::unfinished(&campaign, &known).as_ref() != Some(&self.to) {
            return noted::open(shell);
        }
        let mut folder = Folder::open(&shell.folder()?).map_err(cannot)?;
        folder.lock().map_err(cannot)?;
        let campaign = Campaign::open(folder);
        let mut campaign = campaign.map_err(|trouble| shell.trouble(trouble, None))?;
        let pen = signing::pen(&known).map_err(Failure::could_not)?;
        campaign.sit(Pen { secrets: Some(file.clone()), ..pen });
        shell.put_out_missing(&mut campaign);
        Ok((campaign, file))
    }

    /// Whether the packet that is there is what an interrupted run of this very hand-over has left.
    fn is_left_over(&self, campaign: &Campaign<Folder>) -> bool {
        let Ok(text) = std::fs::read_to_string(&self.file) else { return false };
        let is_it = |packet: Packet| {
            packet.to == self.to
                && packet.game == *campaign.replay().id()
                && Some(&packet.side) == campaign.chair()
        };
        let handed = campaign.chair().and_then(|chair| campaign.replay().handed_over(chair));
        let begun = handed.is_some_and(|handed| handed.part.to == self.to);
        begun && (text.is_empty() || Packet::find(&text).is_ok_and(is_it))
    }
}
