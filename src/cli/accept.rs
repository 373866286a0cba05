use super::post::{Again, Posting, post};
use super::shell::{Answer, Exit, Failure, Shell, cannot, outside};
use super::signing;
use crate::campaign::chain::Awaited;
use crate::campaign::secrets::Secrets;
use crate::campaign::terms::referee;
use crate::campaign::{Campaign, Pen, Trouble, told};
use crate::dice::Name;
use crate::dice::chain::DEFAULT_LINKS;
use crate::play::view::list;
use crate::store::Folder;
use serde_json::json;
use std::path::PathBuf;

/// Accepts the terms that somebody has offered, and sits down.
///
/// Makes a folder from the offer (and from the acceptances before yours), a secret file outside the
/// folder, and the record of your acceptance, with the anchor of your chain if the mode wants one.
/// Without files, in a folder that `import` has made, it does the same there.
#[derive(clap::Args, Debug)]
pub struct Accept {
    /// The offer, and whatever came after it
    files: Vec<PathBuf>,
    /// The folder to make
    #[arg(long, value_name = "DIR", requires = "files")]
    to: Option<PathBuf>,
    /// Your chair; must be said while several have yet to accept
    #[arg(long = "as", value_name = "CHAIR")]
    chair: Option<String>,
    /// Your SSH key, with which you sign whatever you write
    #[arg(long, value_name = "KEY")]
    sign: Option<PathBuf>,
    #[command(flatten)]
    posting: Posting,
}

impl Accept {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let (mut campaign, mailed) = match &self.to {
            Some(to) => {
                let archive = shell.archive(&self.files)?;
                let begin = |folder| {
                    let campaign = Campaign::restore(folder, &archive);
                    let campaign = campaign.map_err(|trouble| shell.trouble(trouble, None))?;
                    self.accepted(shell, campaign)
                        .map(|(campaign, mailed)| (campaign.chair().cloned(), mailed))
                };
                let (chair, mailed) = Folder::create_whole(to, begin, cannot)?;
                let folder = Folder::open(to).map_err(cannot)?;
                let campaign = Campaign::open(folder);
                let mut campaign = campaign.map_err(|trouble| shell.trouble(trouble, None))?;
                campaign.sit(Pen { chair, ..Pen::default() });
                (campaign, mailed)
            }
            None if self.files.is_empty() => self.accepted(shell, shell.open_to_write()?)?,
            None => return Err(Failure::could_not("name the folder to make, `--to DIR`")),
        };
        let ways = self.posting.ready(shell, &mut campaign)?;
        let replay = campaign.replay();
        let posted = post(shell, &campaign, &ways, &mailed, Again::No)?;
        let id = replay.id().clone();
        let awaited = campaign.chair().cloned().unwrap_or_else(referee);
        let file = shell.secret_file(&id)?;
        let text = format!(
            "{}: {} ({id}); you are {}\nsecret   {} (never mail it)\n{}\n{}{}\n",
            replay.terms().title,
            replay.game().title(),
            told::capital(awaited.as_str()),
            file.path().display(),
            told::invitation(replay),
            posted.text,
            replay.awaited().sentence(),
        );
        let data = json!({
            "game": id.to_string(), "chair": awaited.as_str(), "mailed": format!("outbox/{mailed}"),
            "awaiting": replay.awaited().to_string(), "posted": posted.data,
        });
        Ok(Answer::done(text, data).exit(posted.or(Exit::Done)))
    }

    /// Sits down and accepts; the file to be mailed.
    fn accepted(
        &self,
        shell: &Shell,
        mut campaign: Campaign<Folder>,
    ) -> Result<(Campaign<Folder>, String), Failure> {
        let awaited = self.awaited(&campaign)?;
        let (replay, id) = (campaign.replay(), campaign.replay().id().clone());
        let file = shell.secret_file(&id)?;
        if let Some(to) = &self.to {
            outside(&file, to)?;
        }
        let has_chain = replay.terms().has_chain(&awaited);
        let public = self.sign.as_deref().map(signing::public).transpose();
        let public = public.map_err(Failure::could_not)?;
        if !file.path().exists() {
            let key = signing::path(self.sign.as_deref()).map_err(Failure::could_not)?;
            let mut secrets = Secrets::new(&id).of_chair(&awaited).with_key(key);
            if has_chain {
                let name = signing::first_chain(&awaited).map_err(Failure::could_not)?;
                let seed = signing::random().map_err(Failure::could_not)?;
                secrets = secrets.with_chain(name, DEFAULT_LINKS, seed);
            }
            secrets.create(&file).map_err(|why| shell.trouble(Trouble::from(why), None))?;
        }
        let secrets = Secrets::load(&file, &id);
        let secrets = secrets.map_err(|why| shell.trouble(Trouble::from(why), None))?;
        campaign.sit(signing::pen(&secrets).map_err(Failure::could_not)?);
        self.posting.ready(shell, &mut campaign)?;
        let mailed = campaign.accept(&file, public.as_deref());
        let mailed = mailed.map_err(|trouble| shell.trouble(trouble, None))?.unwrap_or_default();
        Ok((campaign, mailed))
    }

    /// The chair that is meant, if it is its turn to accept.
    fn awaited(&self, campaign: &Campaign<Folder>) -> Result<Name, Failure> {
        let replay = campaign.replay();
        let Awaited::Accept(awaited) = replay.awaited().clone() else {
            return Err(Failure::none("nobody has to accept these terms any more"));
        };
        let said: Option<Name> = self.chair.as_ref().and_then(|chair| chair.parse().ok());
        if self.chair.is_some() && said.as_ref() != Some(&awaited) {
            return Err(Failure::none(format!(
                "{} first: take that in too, `provost accept FILE FILE --to DIR`, or in a folder that \
                 is made already `provost import FILE`, then `provost accept`",
                replay.awaited().sentence()
            )));
        }
        let left = campaign.acceptors_left();
        if self.chair.is_none() && left.len() > 1 {
            let titles = left.iter().map(|chair| told::capital(chair.as_str()));
            let chairs: Vec<String> = left.iter().map(|chair| format!("`--as {chair}`")).collect();
            return Err(Failure::could_not(format!(
                "{} have yet to accept: say which chair is yours, {}",
                list(titles.collect::<Vec<String>>()),
                chairs.join(" or ")
            )));
        }
        Ok(awaited)
    }
}
