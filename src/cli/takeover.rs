use super::import::restored;
use super::shell::{Answer, Exit, Failure, Shell, cannot, outside};
use super::signing;
use crate::campaign::Trouble;
use crate::campaign::archive::Archive;
use crate::campaign::audit::audit;
use crate::campaign::handover::Packet;
use crate::campaign::secrets::Refused;
use crate::store::Folder;
use serde_json::json;
use std::path::PathBuf;

/// Takes a chair over with the packet that its holder has given you.
///
/// The campaign is audited, a folder is made, and a secret file outside it. Your first record declares a
/// chain of your own where the mode wants one, so that your predecessor foresees no die that is locked
/// after it.
#[derive(clap::Args, Debug)]
pub struct Takeover {
    /// The packet
    packet: PathBuf,
    /// The folder to make
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
    /// Your SSH key, if the hand-over names one
    #[arg(long, value_name = "KEY")]
    sign: Option<PathBuf>,
}

impl Takeover {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let file = shell.read(&self.packet)?;
        let packet = Packet::find(&file.text).map_err(|all| shell.refused(&file, &all))?;
        let archive = Archive::read([file]);
        let found = audit(&archive, &mut |_, _| {});
        let key = signing::path(self.sign.as_deref()).map_err(Failure::could_not)?;
        let public = self.sign.as_deref().map(signing::public).transpose();
        let public = public.map_err(Failure::could_not)?;
        let seed = signing::random().map_err(Failure::could_not)?;
        let own = packet.secrets(key, seed).map_err(Failure::could_not)?;
        let secrets = shell.secret_file(&packet.game)?;
        outside(&secrets, &self.to)?;
        let restore = |folder| {
            let campaign = restored(shell, folder, &archive, &found)?;
            let handed = campaign.replay().handed_over(&packet.side);
            let named = handed.map(|handed| (handed.part.to.clone(), handed.part.key.clone()));
            if named.as_ref().map(|(to, _)| to) != Some(&packet.to) {
                return Err(Failure::none(
                    "no record of this campaign hands that chair over to you",
                ));
            }
            if named.and_then(|(_, key)| key) != public {
                return Err(Failure::none(
                    "the hand-over names another key: `--sign KEY` wants the one that it names",
                ));
            }
            let false_packet = |why: String| Failure {
                exit: Exit::False,
                ..Failure::could_not(format!("{}: {why}; nothing is made", self.packet.display()))
            };
            packet.fits(campaign.replay()).map_err(false_packet)?;
            match own.create(&secrets) {
                // A run was killed between the secret file and the folder.
                Err(Refused::Taken(_)) if own.was_begun(&secrets).unwrap_or(false) => {}
                created => created.map_err(|why| shell.trouble(Trouble::from(why), None))?,
            }
            let awaited = campaign.replay().awaited().sentence();
            Ok(format!("{}{awaited}", super::noted::notices(&campaign)))
        };
        let awaited = Folder::create_whole(&self.to, restore, cannot)?;
        let (folder, side) = (self.to.display().to_string(), packet.side.as_str());
        let text = format!(
            "{folder}: you sit for {side} now, as {}\nyour secrets: {}\n{awaited}\n",
            packet.to,
            secrets.path().display()
        );
        let data = json!({ "folder": folder, "side": side, "to": packet.to });
        Ok(Answer::done(text, data))
    }
}
