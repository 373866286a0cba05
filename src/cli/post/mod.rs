//! Letters out of the outbox: into a file, into a Maildir, to a mail server.
//!
//! Whatever can be found wrong before a record is filed is found before: no address, no server, a
//! folder that is none. Addresses come from the person's own post file and are put on as the letter
//! leaves. What a server has taken stands in a list beside that file, so that nothing goes twice
//! without being said.

mod maildir;
mod sent;
mod settings;
mod smtp;

use super::shell::{Exit, Failure, Shell};
use super::signing;
use crate::campaign::Campaign;
use crate::campaign::outbox::Outgoing;
use crate::campaign::terms::{Terms, referee};
use crate::campaign::told::capital;
use crate::dice::{Game as GameId, Name};
use crate::mail::write::{addressed, id_of};
use crate::mail::{self, Mailbox};
use crate::play::view::list;
use crate::store::{Eyes, Folder, SecretFile, write_whole};
use sent::Sent;
use serde_json::{Value, json};
use settings::Settings;
use std::path::{Path, PathBuf};

/// How the letter leaves; without any of these it waits in `outbox/` for your mail program.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Posting {
    /// Writes the letter into a file too
    #[arg(long, value_name = "FILE")]
    eml: Option<PathBuf>,
    /// Puts the letter into a Maildir
    #[arg(long, value_name = "DIR")]
    maildir: Option<PathBuf>,
    /// Mails the letter by the server of your post file
    #[arg(long)]
    smtp: bool,
    /// Attaches the report as a page for browsers too
    #[arg(long)]
    html: bool,
}

/// What became of letters.
#[derive(Debug, Default)]
pub struct Posted {
    /// For people.
    pub text: String,
    /// For programs.
    pub data: Vec<Value>,
    /// Whether one could not be handed over.
    failed: bool,
}

/// Whether letters may go that have gone before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Again {
    /// A letter that the server has taken is not mailed again.
    No,
    /// It is, and that is said.
    Yes,
}

/// Ways by which letters leave, tried as far as that is possible before there is a letter.
#[derive(Debug)]
pub struct Ways {
    eml: Option<PathBuf>,
    maildir: Option<PathBuf>,
    smtp: bool,
    settings: Option<Settings>,
    sent: Sent,
    /// The post file, for messages.
    file: String,
}

impl Posting {
    /// Whether the letter is to leave at all.
    pub fn is_wanted(&self) -> bool {
        self.eml.is_some() || self.maildir.is_some() || self.smtp
    }

    /// The same, by the server that is known if no way is named: what has failed is tried again.
    ///
    /// # Errors
    /// That a way must be named, where this program cannot mail.
    pub fn or_by_smtp(mut self) -> Result<Posting, Failure> {
        if !self.is_wanted() && smtp::is_built_in().is_err() {
            return Err(Failure::could_not(
                "say where the letter goes: `--eml FILE` or `--maildir DIR`; this program was built \
                 without a mailer (`--features smtp` builds one in)",
            ));
        }
        self.smtp |= !self.is_wanted();
        Ok(self)
    }

    /// Looks whether the letters of a campaign can leave so, and has its pen write them.
    pub fn ready(&self, shell: &Shell, campaign: &mut Campaign<Folder>) -> Result<Ways, Failure> {
        let replay = campaign.replay();
        let one_machine = replay.terms().one_machine(replay.offerer());
        let (game, terms) = (replay.id().clone(), replay.terms().clone());
        self.write(campaign, one_machine);
        self.ways(shell, &game, &terms, campaign.writes_letters().as_ref())
    }

    /// Has a campaign write its letters so; on one machine only if they leave.
    pub fn write(&self, campaign: &mut Campaign<Folder>, one_machine: bool) {
        let as_referee = one_machine && self.is_wanted();
        campaign.write_letters(self.html, as_referee.then(signing::now));
    }

    /// Looks whether the letters of a chair can leave so.
    pub fn ways(
        &self,
        shell: &Shell,
        game: &GameId,
        terms: &Terms,
        own: Option<&Name>,
    ) -> Result<Ways, Failure> {
        let file = shell.beside_secrets(game, "post.yaml")?;
        let chairs = || terms.sides.iter().cloned().chain(terms.mode.has_referee().then(referee));
        let settings = match self.is_wanted() {
            true => Settings::load(shell, &file, &chairs().collect::<Vec<Name>>())?,
            false => None,
        };
        let ways = Ways {
            eml: self.eml.clone(),
            maildir: self.maildir.clone(),
            smtp: self.smtp,
            settings,
            sent: Sent::new(SecretFile::new(shell.beside_secrets(game, "post.log")?)),
            file: file.display().to_string(),
        };
        let to: Vec<Name> = chairs().filter(|chair| Some(chair) != own).collect();
        ways.try_out(&to)?;
        Ok(ways)
    }
}

impl Ways {
    /// What can be found wrong before there is a letter.
    fn try_out(&self, to: &[Name]) -> Result<(), Failure> {
        if let Some(settings) = &self.settings {
            self.addresses(settings, to).map_err(Failure::could_not)?;
        }
        if let Some(path) = self.eml.as_ref().filter(|path| path.exists()) {
            return Err(Failure::could_not(format!("{} is there already", path.display())));
        }
        let folder = self.eml.as_ref().and_then(|path| path.parent());
        if let Some(folder) =
            folder.filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir())
        {
            return Err(Failure::could_not(format!("no folder {}", folder.display())));
        }
        if let Some(dir) = &self.maildir {
            maildir::make(dir)?;
        }
        if self.smtp {
            smtp::is_built_in().map_err(Failure::could_not)?;
            let Some(settings) = &self.settings else {
                return Err(Failure::could_not(format!(
                    "no post file {}: write your address, those of the others and your mail server \
                     into it (schema/README.md shows one), for your eyes only",
                    self.file
                )));
            };
            if settings.smtp.is_none() {
                return Err(Failure::could_not(format!(
                    "{} names no server: add `smtp:`",
                    self.file
                )));
            }
        }
        Ok(())
    }

    /// The address of each chair.
    fn addresses(&self, settings: &Settings, to: &[Name]) -> Result<Vec<Mailbox>, String> {
        let of = |chair: &Name| {
            let found = settings.to.iter().find(|(name, _)| name == chair.as_str());
            let none = || format!("{} has no address of {chair} under `to`", self.file);
            found.map(|(_, mailbox)| mailbox.clone()).ok_or_else(none)
        };
        to.iter().map(of).collect()
    }

    /// Hands letters over by every way that is wanted. They are in the outbox whatever happens.
    pub fn deliver(&self, letters: &[Outgoing], again: Again) -> Posted {
        let mut posted = Posted::default();
        for letter in letters {
            posted.text.push_str(&format!("{}\n", addressee(letter)));
            let mail = match &self.settings {
                None => Ok((letter.text.clone(), Vec::new())),
                Some(settings) => self
                    .addresses(settings, &letter.to)
                    .map(|to| (addressed(&letter.text, Some(&settings.from), &to), to)),
            };
            match mail {
                Ok((mail, to)) => self.deliver_one(letter, &mail, &to, again, &mut posted),
                Err(why) => posted.failure(letter, "", why),
            }
        }
        posted
    }

    /// A reply to somebody who has written, with the addresses that are known.
    pub fn reply(&self, draft: &str, to: Option<&str>) -> String {
        let from = self.settings.as_ref().map(|settings| &settings.from);
        match to.and_then(|to| to.parse::<Mailbox>().ok()) {
            Some(to) => addressed(draft, from, &[to]),
            None => draft.to_owned(),
        }
    }

    /// Hands a reply over: into the Maildir, and by the server to whoever stands in the post file. A
    /// stranger gets none: `From:` is nobody's identity, and letters to just anybody are nuisance.
    pub fn deliver_reply(&self, draft: &str, to: Option<&str>) -> Posted {
        let mut posted = Posted::default();
        let letter =
            Outgoing { name: "a reply".to_owned(), text: draft.to_owned(), to: Vec::new() };
        let mail = self.reply(draft, to);
        if let Some(dir) = &self.maildir {
            match maildir::deliver(dir, &mail) {
                Ok(name) => posted.done(&letter, "maildir", &format!("in {}", name.display())),
                Err(why) => posted.not_done(&letter, "maildir", why),
            }
        }
        if self.smtp {
            let known = self.settings.iter().flat_map(|settings| &settings.to);
            let same = |mailbox: &&Mailbox| {
                to.is_some_and(|to| mailbox.address().eq_ignore_ascii_case(to))
            };
            match known.map(|(_, mailbox)| mailbox).find(same) {
                Some(mailbox) => {
                    self.mail(
                        &letter,
                        &mail,
                        std::slice::from_ref(mailbox),
                        Again::No,
                        &mut posted,
                    );
                }
                None => posted.text.push_str("  not mailed: the sender is not in your post file\n"),
            }
        }
        posted
    }

    fn deliver_one(
        &self,
        letter: &Outgoing,
        mail: &str,
        to: &[Mailbox],
        again: Again,
        posted: &mut Posted,
    ) {
        if let Some(path) = &self.eml {
            let path = match letter.name.contains("-alone") {
                true => beside(path),
                false => path.clone(),
            };
            match write_whole(&path, mail, Eyes::Owner) {
                Ok(()) => posted.done(letter, "eml", &format!("written to {}", path.display())),
                Err(why) => posted.failure(letter, "eml", why.to_string()),
            }
        }
        if let Some(dir) = &self.maildir {
            match maildir::deliver(dir, mail) {
                Ok(name) => posted.done(letter, "maildir", &format!("in {}", name.display())),
                Err(why) => posted.failure(letter, "maildir", why),
            }
        }
        if self.smtp {
            self.mail(letter, mail, to, again, posted);
        }
    }

    /// Mails a letter by the server, and keeps that it has taken it.
    fn mail(
        &self,
        letter: &Outgoing,
        mail: &str,
        to: &[Mailbox],
        again: Again,
        posted: &mut Posted,
    ) {
        let id = id_of(mail).unwrap_or_default();
        let before = match self.sent.when(id) {
            Ok(before) => before,
            Err(why) => return posted.failure(letter, "smtp", why.to_string()),
        };
        if let Some(when) = before.as_ref().filter(|_| again == Again::No) {
            posted.done(letter, "none", &format!("was mailed at {when}, and is not mailed again"));
            return;
        }
        let Some(settings) = &self.settings else { return };
        if let Err(why) = smtp::send(settings, to, mail) {
            return posted.failure(letter, "smtp", why);
        }
        let people: Vec<&str> = to.iter().map(Mailbox::address).collect();
        let twice = before.map_or_else(String::new, |when| format!(" again, as before at {when}"));
        posted.done(
            letter,
            "smtp",
            &format!("mailed to {}{twice}", mail::told(&people.join(", "))),
        );
        if let Err(why) = self.sent.keep(id) {
            posted.text.push_str(&format!("  but that cannot be kept: {why}\n"));
        }
    }
}

impl Posted {
    /// How the command ends: what could not be handed over counts more than all else.
    pub fn or(&self, exit: Exit) -> Exit {
        if self.failed { Exit::CouldNot } else { exit }
    }

    fn done(&mut self, letter: &Outgoing, way: &str, words: &str) {
        self.text.push_str(&format!("  {words}\n"));
        self.data
            .push(json!({ "letter": format!("outbox/{}", letter.name), "way": way, "done": true }));
    }

    /// A letter of the outbox that could not be handed over.
    fn failure(&mut self, letter: &Outgoing, way: &str, why: String) {
        self.not_done(letter, way, why);
        self.text.push_str(
            "  the record is filed and the letter is in the outbox; mend that, then type `provost \
             send --again`\n",
        );
    }

    fn not_done(&mut self, letter: &Outgoing, way: &str, why: String) {
        self.failed = true;
        self.text.push_str(&format!("  not handed over: {why}\n"));
        let letter = format!("outbox/{}", letter.name);
        self.data.push(json!({ "letter": letter, "way": way, "done": false, "why": why }));
    }
}

/// `turn-3-for-referee-alone.eml` beside `turn-3.eml`.
fn beside(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-for-referee-alone.eml"))
}

/// Where the letters of a record lie that is written beside the course of play.
pub fn told(campaign: &Campaign<Folder>, file: &str) -> String {
    let letters = campaign.letters_of(file).unwrap_or_default();
    let told = letters.iter().map(|letter| format!("{}\n", addressee(letter)));
    told.collect::<String>() + "  (`provost send --again` hands it over by a way that you name)\n"
}

/// `letter to Union: outbox/0002-confederate.eml`
fn addressee(letter: &Outgoing) -> String {
    let to = list(letter.to.iter().map(|chair| capital(chair.as_str())));
    format!("letter to {to}: outbox/{}", letter.name)
}

/// The letters that go with a file of the outbox, handed over.
pub fn post(
    shell: &Shell,
    campaign: &Campaign<Folder>,
    ways: &Ways,
    file: &str,
    again: Again,
) -> Result<Posted, Failure> {
    if file.is_empty() {
        // It could not be put out, and why is told.
        return Ok(Posted::default());
    }
    let letters = campaign.letters_of(file).map_err(|trouble| shell.trouble(trouble, None))?;
    Ok(ways.deliver(&letters, again))
}

impl Shell {
    /// A file of the person's own about a game, beside its secret file.
    fn beside_secrets(&self, game: &GameId, ending: &str) -> Result<PathBuf, Failure> {
        Ok(self.secret_file(game)?.path().with_file_name(format!("{game}.{ending}")))
    }
}
