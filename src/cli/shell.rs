//! What every command needs: the campaign, the secrets, files, and how to answer.

use super::Format;
use super::signing::{now, pen, successor, unfinished};
use crate::campaign::handover::handing_over;
use crate::campaign::{Campaign, Pen, Trouble, secrets::Secrets};
use crate::document::Diagnostic;
use crate::mail;
use crate::report::diagnostics::{self, File, Paint};
use crate::report::wrap;
use crate::store::{Error, Folder, SecretFile, Stored, is_campaign};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::cell::RefCell;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Exit codes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Done; warnings too.
    Done = 0,
    /// Illegal or unreadable orders; nothing changed.
    Refused = 1,
    /// Could not run.
    CouldNot = 2,
    /// A player-turn is halted and awaits an answer.
    Halted = 3,
    /// False or differing evidence.
    False = 4,
}

/// What a command prints.
#[derive(Clone, Debug)]
pub struct Answer {
    /// For people.
    pub text: String,
    /// For programs.
    pub data: Value,
    /// For spreadsheets, where the answer is a table.
    pub csv: Option<String>,
    /// Whether the text is printed as it is, however wide its lines.
    verbatim: bool,
    /// Exit code.
    pub exit: Exit,
}

impl Answer {
    /// An answer that is done.
    pub fn done(text: impl Into<String>, data: Value) -> Answer {
        Answer { text: text.into(), data, csv: None, verbatim: false, exit: Exit::Done }
    }

    /// The same with a table for spreadsheets.
    pub fn csv(mut self, csv: String) -> Answer {
        self.csv = Some(csv);
        self
    }

    /// The same with a text that another program reads, or that is a picture.
    pub fn verbatim(mut self) -> Answer {
        self.verbatim = true;
        self
    }

    /// The same with another exit code.
    pub fn exit(mut self, exit: Exit) -> Answer {
        self.exit = exit;
        self
    }
}

/// Why a command has no answer.
#[derive(Clone, Debug)]
pub struct Failure {
    /// For people.
    pub text: String,
    /// For programs.
    pub data: Value,
    /// Exit code.
    pub exit: Exit,
}

impl Failure {
    /// The command could not run.
    pub fn could_not(text: impl Into<String>) -> Failure {
        let text = text.into();
        let data = json!({ "error": text });
        let text = wrap::fit(&format!("provost: {text}\n"));
        Failure { text, data, exit: Exit::CouldNot }
    }

    /// There is nothing to be done, or what was asked for is not there.
    pub fn none(text: impl Into<String>) -> Failure {
        Failure { exit: Exit::Refused, ..Failure::could_not(text) }
    }

    /// How it is printed.
    pub fn printed(&self, shell: &Shell) -> String {
        match shell.format {
            Format::Text | Format::Csv => self.text.clone(),
            format => in_format(format, &self.data),
        }
    }
}

fn in_format(format: Format, data: &Value) -> String {
    let text = match format {
        Format::Yaml => serde_yaml::to_string(data).map_err(|error| error.to_string()),
        _ => serde_json::to_string_pretty(data).map_err(|error| error.to_string()),
    };
    let mut text = text.unwrap_or_else(|error| error);
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// Where a command runs.
#[derive(Clone, Debug)]
pub struct Shell {
    campaign: Option<PathBuf>,
    secrets: Option<PathBuf>,
    /// How results are printed.
    pub format: Format,
    colour: bool,
    /// What was mended before the command did what it is for.
    pub told: Rc<RefCell<Vec<String>>>,
}

impl Shell {
    /// A shell for the options of the command line.
    pub fn new(
        campaign: Option<PathBuf>,
        secrets: Option<PathBuf>,
        format: Format,
        colour: bool,
    ) -> Shell {
        Shell { campaign, secrets, format, colour, told: Rc::default() }
    }

    /// The same for a campaign elsewhere.
    pub fn at(&self, campaign: &Path, secrets: &Path) -> Shell {
        Shell {
            campaign: Some(campaign.to_owned()),
            secrets: Some(secrets.to_owned()),
            ..self.clone()
        }
    }

    /// How an answer is printed.
    pub fn printed(&self, answer: &Answer) -> String {
        match (self.format, &answer.csv) {
            (Format::Csv, Some(csv)) => csv.clone(),
            (Format::Text | Format::Csv, _) if answer.verbatim => answer.text.clone(),
            (Format::Text | Format::Csv, _) => wrap::fit(&answer.text),
            (format, _) => in_format(format, &answer.data),
        }
    }

    fn paint(&self) -> Paint {
        if self.colour { Paint::Coloured } else { Paint::Plain }
    }

    /// The campaign's folder: the option, else the current folder or the nearest one above it.
    pub fn folder(&self) -> Result<PathBuf, Failure> {
        if let Some(folder) = &self.campaign {
            return match is_campaign(folder) {
                true => Ok(folder.clone()),
                false => Err(Failure::could_not(format!("no campaign in {}", folder.display()))),
            };
        }
        let here = std::env::current_dir().map_err(|e| Failure::could_not(e.to_string()))?;
        here.ancestors().find(|folder| is_campaign(folder)).map(Path::to_owned).ok_or_else(|| {
            Failure::could_not(
                "no campaign here; begin one with `provost new fredericksburg DIR`, or name it \
                 with `-C DIR`",
            )
        })
    }

    /// Whether a campaign was named by an option.
    pub fn names_a_campaign(&self) -> bool {
        self.campaign.is_some()
    }

    /// Opens the campaign for looking.
    pub fn open(&self) -> Result<Campaign<Folder>, Failure> {
        let folder = Folder::open(&self.folder()?).map_err(cannot)?;
        let campaign = Campaign::open(folder);
        self.seated(campaign.map_err(|trouble| self.trouble(trouble, None))?)
    }

    /// The same, beyond a lock that the reader will close: nothing of it is filed or shown to others.
    pub fn open_ahead(&self) -> Result<Campaign<Folder>, Failure> {
        let mut campaign = self.open()?;
        if campaign.chair().is_some() {
            let secrets = self.secret_file(campaign.replay().id())?;
            let waits = campaign.look_ahead(&secrets);
            waits.map_err(|trouble| self.trouble(trouble, None))?;
        }
        Ok(campaign)
    }

    /// What the owner of the secret file writes with.
    pub fn pen(&self, campaign: &Campaign<Folder>) -> Result<Pen, Failure> {
        let file = self.secret_file(campaign.replay().id())?;
        if !file.path().exists() {
            return Ok(Pen::default());
        }
        let secrets = Secrets::load(&file, campaign.replay().id());
        let secrets = secrets.map_err(|why| self.trouble(Trouble::from(why), None))?;
        // Whoever has handed his chair over looks on.
        if successor(campaign, &secrets).is_some() {
            return Ok(Pen::default());
        }
        let pen = pen(&secrets).map_err(Failure::could_not)?;
        Ok(Pen { secrets: Some(file), ..pen })
    }

    /// Seats the owner of the secret file, where several people play.
    fn seated(&self, mut campaign: Campaign<Folder>) -> Result<Campaign<Folder>, Failure> {
        let replay = campaign.replay();
        if replay.terms().one_machine(replay.offerer()) {
            campaign.sit(Pen { now: now(), ..Pen::default() });
            return Ok(campaign);
        }
        let pen = self.pen(&campaign)?;
        campaign.sit(pen);
        Ok(campaign)
    }

    /// Opens the campaign so that nobody else writes meanwhile, and mends nothing.
    pub fn open_as_it_is(&self) -> Result<Campaign<Folder>, Failure> {
        let mut folder = Folder::open(&self.folder()?).map_err(cannot)?;
        folder.lock().map_err(cannot)?;
        let campaign = Campaign::open(folder);
        let campaign = self.seated(campaign.map_err(|trouble| self.trouble(trouble, None))?)?;
        let (file, game) = (self.secret_file(campaign.replay().id())?, campaign.replay().id());
        if let Ok(secrets) = Secrets::load(&file, game)
            && let Some(to) = successor(&campaign, &secrets)
        {
            let why = match unfinished(&campaign, &secrets) {
                Some(to) => Trouble::NotNow(handing_over(&to)),
                None => Trouble::from(crate::campaign::secrets::Refused::HandedOver(to)),
            };
            return Err(self.trouble(why, None));
        }
        Ok(campaign)
    }

    /// The secret file of a game.
    pub fn secret_file(&self, game: &crate::dice::Game) -> Result<SecretFile, Failure> {
        let folder = match &self.secrets {
            Some(folder) => folder.clone(),
            None => state_folder()?.join("provost"),
        };
        let file = SecretFile::new(folder.join(Secrets::file_name(game)));
        let campaign = self.campaign.as_deref().unwrap_or(Path::new("."));
        if campaign.join("log").is_dir() {
            outside(&file, campaign)?;
        }
        Ok(file)
    }

    /// Reads a file that a person named; `-` is standard input.
    pub fn read(&self, path: &Path) -> Result<Stored, Failure> {
        let name = path.display().to_string();
        match String::from_utf8(self.whole(path)?) {
            Ok(text) => Ok(Stored { name, text }),
            Err(wrong) => {
                let (bytes, at) = (wrong.as_bytes(), wrong.utf8_error().valid_up_to());
                let complaint = mail::not_utf_8(bytes, at);
                let text = String::from_utf8_lossy(bytes).into_owned();
                Err(self.refused(&Stored { name, text }, &[complaint]))
            }
        }
    }

    /// All the bytes of a file, if it is not too large.
    pub fn whole(&self, path: &Path) -> Result<Vec<u8>, Failure> {
        let bytes = self.bytes(path)?;
        if bytes.len() as u64 <= LARGEST {
            return Ok(bytes);
        }
        let name = path.display();
        Err(Failure::could_not(format!("cannot read {name}: it is larger than {LARGEST} bytes")))
    }

    /// The mails that a path holds: a file, `-` for standard input, an mbox, a Maildir, or a folder
    /// of files. A file that is too large is cut, and refused for that by whoever reads it.
    pub fn read_mails(&self, path: &Path) -> Result<Vec<Handed>, Failure> {
        let name = path.display().to_string();
        if !path.is_dir() {
            let bytes = self.bytes(path)?;
            return match mail::kind(&bytes) {
                mail::Kind::Mailbox if bytes.len() as u64 > LARGEST => Err(Failure::could_not(
                    format!("cannot read {name}: it is larger than {LARGEST} bytes"),
                )),
                mail::Kind::Mailbox => {
                    let all = mail::mailbox(&bytes).into_iter().zip(1..);
                    let handed = |(bytes, n)| Handed {
                        name: format!("{name}, mail {n}"),
                        source: Source::Bytes(bytes),
                    };
                    Ok(all.map(handed).collect())
                }
                _ if path.is_file() => Ok(vec![Handed { name, source: Source::File(path.into()) }]),
                // Standard input and pipes cannot be read again.
                _ => Ok(vec![Handed { name, source: Source::Bytes(bytes) }]),
            };
        }
        let failed =
            |e: std::io::Error| Failure::could_not(format!("cannot read {}: {e}", path.display()));
        // What is in `tmp` of a Maildir is still on its way.
        let shelves = ["cur", "new"].map(|shelf| path.join(shelf));
        let folders = match shelves.iter().all(|shelf| !shelf.is_dir()) {
            true => vec![path.to_owned()],
            false => shelves.into_iter().filter(|shelf| shelf.is_dir()).collect(),
        };
        let mut files: Vec<(String, PathBuf)> = Vec::new();
        for folder in folders {
            for entry in std::fs::read_dir(&folder).map_err(failed)? {
                let file = entry.map_err(failed)?.path();
                let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                // A link may lead anywhere.
                if file.is_file() && !file.is_symlink() && !name.starts_with('.') {
                    files.push((name, file));
                }
            }
        }
        files.sort();
        let handed = |(name, file)| Handed { name, source: Source::File(file) };
        Ok(files.into_iter().map(handed).collect())
    }

    /// The bytes of a mail that was handed over.
    pub fn mail<'h>(&self, handed: &'h Handed) -> Result<Cow<'h, [u8]>, Failure> {
        match &handed.source {
            Source::Bytes(bytes) => Ok(Cow::Borrowed(bytes)),
            Source::File(path) => Ok(Cow::Owned(self.bytes(path)?)),
        }
    }

    /// The bytes of a file, at most one more than anybody reads.
    fn bytes(&self, path: &Path) -> Result<Vec<u8>, Failure> {
        let failed =
            |e: std::io::Error| Failure::could_not(format!("cannot read {}: {e}", path.display()));
        let mut bytes = Vec::new();
        let limit = LARGEST + 1;
        if path.as_os_str() == "-" {
            std::io::stdin().take(limit).read_to_end(&mut bytes).map_err(failed)?;
        } else {
            let file = std::fs::File::open(path).map_err(failed)?;
            file.take(limit).read_to_end(&mut bytes).map_err(failed)?;
        }
        Ok(bytes)
    }

    /// Diagnostics about a file, rendered.
    pub fn render(&self, file: &Stored, all: &[Diagnostic]) -> String {
        let file = File { name: &file.name, text: &file.text };
        diagnostics::render(&file, all, self.paint())
    }

    /// Diagnostics about a file, for programs.
    pub fn entries(&self, file: &Stored, all: &[Diagnostic]) -> Value {
        let file = File { name: &file.name, text: &file.text };
        serde_json::to_value(diagnostics::entries(&file, all)).unwrap_or(Value::Null)
    }

    /// A refusal of a file.
    pub fn refused(&self, file: &Stored, all: &[Diagnostic]) -> Failure {
        let mut text = self.render(file, all);
        if let Some(summary) = diagnostics::summary(all) {
            text.push_str(&format!("\n{summary}; nothing changed\n"));
        }
        Failure {
            text,
            data: json!({ "diagnostics": self.entries(file, all) }),
            exit: Exit::Refused,
        }
    }

    /// A refusal of things that were typed on the command line.
    pub fn refused_together(&self, files: &[(Stored, Vec<Diagnostic>)]) -> Failure {
        let printed: Vec<String> = files.iter().map(|(file, all)| self.render(file, all)).collect();
        let entries = files.iter().filter_map(|(file, all)| match self.entries(file, all) {
            Value::Array(entries) => Some(entries),
            _ => None,
        });
        let entries: Vec<Value> = entries.flatten().collect();
        Failure {
            text: printed.join("\n"),
            data: json!({ "diagnostics": entries }),
            exit: Exit::Refused,
        }
    }

    /// Why a campaign could not do it; `file` is what was typed.
    pub fn trouble(&self, trouble: Trouble, file: Option<&Stored>) -> Failure {
        match trouble {
            Trouble::Refused(all) => match file {
                Some(file) => self.refused(file, &all),
                None => {
                    let nowhere = Stored { name: String::new(), text: String::new() };
                    self.refused(&nowhere, &all)
                }
            },
            Trouble::False { file, text, wrong } => {
                let file = Stored { name: file, text };
                let mut failure = self.refused(&file, &wrong.findings);
                failure
                    .text
                    .push_str("the log is false from this record on; see `provost audit`\n");
                failure.exit = Exit::False;
                failure
            }
            Trouble::NotFiled { file, text, wrong } => {
                let file = Stored { name: file, text };
                Failure {
                    text: self.render(&file, &wrong.findings) + "\nit is not filed\n",
                    exit: Exit::False,
                    ..self.refused(&file, &wrong.findings)
                }
            }
            Trouble::Packs(lacking) => {
                let lines: Vec<String> = lacking.iter().map(ToString::to_string).collect();
                let mut failure = Failure::could_not(lines.join("\nprovost: "));
                if lacking.iter().any(|pack| pack.altered.is_some()) {
                    failure.exit = Exit::False;
                }
                failure
            }
            Trouble::Store(error) => cannot(error),
            Trouble::NotNow(why) => Failure::none(why),
            trouble @ (Trouble::Unnamed(_)
            | Trouble::Unsigned(_)
            | Trouble::Remembered(..)
            | Trouble::Locked(..)) => Failure::could_not(trouble.to_string()),
            Trouble::Secrets(why) => Failure::could_not(why.to_string()),
        }
    }
}

/// A mail as it was handed over.
#[derive(Clone, Debug)]
pub struct Handed {
    /// Its file, as the user knows it.
    pub name: String,
    source: Source,
}

/// Where the bytes of a mail are. Files are read one after the other: a mailbox may be large.
#[derive(Clone, Debug)]
enum Source {
    Bytes(Vec<u8>),
    File(PathBuf),
}

/// Nobody reads a file larger than this.
const LARGEST: u64 = 64 * 1024 * 1024;

/// A store's error as a failure.
pub fn cannot(error: Error) -> Failure {
    Failure::could_not(error.to_string())
}

/// Whether secrets are kept elsewhere than in a campaign's folder, which people hand to each other.
pub fn outside(secrets: &SecretFile, campaign: &Path) -> Result<(), Failure> {
    let whole = |path: &Path| {
        let there = path.ancestors().find_map(|known| {
            let rest = path.strip_prefix(known).ok()?;
            Some(known.canonicalize().ok()?.join(rest))
        });
        there.or_else(|| std::path::absolute(path).ok()).unwrap_or_else(|| path.to_owned())
    };
    let campaign = std::path::absolute(campaign).unwrap_or_else(|_| campaign.to_owned());
    let file = std::path::absolute(secrets.path()).unwrap_or_else(|_| secrets.path().to_owned());
    if whole(&file).starts_with(whole(&campaign)) {
        return Err(Failure::could_not(format!(
            "the secret file would be in the campaign's folder, {}: whoever gets that folder could \
             foresee the dice; name another one with `--secrets DIR`",
            secrets.path().display()
        )));
    }
    Ok(())
}

fn state_folder() -> Result<PathBuf, Failure> {
    let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    // A path that is not absolute does not count, as the specification of these folders has it.
    set("XDG_STATE_HOME")
        .filter(|folder| folder.is_absolute())
        .or_else(|| set("HOME").map(|home| home.join(".local/state")))
        .ok_or_else(|| Failure::could_not("no state directory: set HOME, or name `--secrets DIR`"))
}
