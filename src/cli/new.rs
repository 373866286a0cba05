use super::shell::{Answer, Failure, Shell, cannot};
use crate::campaign::packs::PackFile;
use crate::campaign::presets::Preset;
use crate::campaign::record::Anchor;
use crate::campaign::secrets::Secrets;
use crate::campaign::terms::{Errors, Expect, Missing, Terms, check_title};
use crate::campaign::{Campaign, Trouble};
use crate::dice::{Chain, Game as GameId, Mode, Name};
use crate::document::digest::{Digest, Pack, hash_text};
use crate::document::fields::nearest;
use crate::games::{Game, Readings, builtin, editions};
use crate::store::Folder;
use crate::store::Stored;
use chrono::Datelike;
use clap::builder::PossibleValuesParser;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Begins a campaign on this machine.
///
/// Makes a folder with the offer (record 0), the packs it is pinned to, the opening position, and
/// a secret chain of dice outside the folder.
#[derive(clap::Args, Debug)]
pub struct New {
    /// A built-in battle, or the path of a scenario folder
    battle: String,
    /// The folder to make
    dir: PathBuf,
    /// Where dice come from: `referee` (this program) or `recorded` (typed by hand)
    #[arg(long, default_value = "referee", value_parser = ["referee", "recorded"])]
    mode: String,
    /// Edition of the rulebook
    #[arg(long, default_value = "third", value_parser = PossibleValuesParser::new(editions()))]
    edition: String,
    /// A choice of an open reading, as `provost rulings` lists them
    #[arg(long = "ruling", value_name = "ID=WORD")]
    rulings: Vec<String>,
    /// Terms after the habits of a club; what is said beside it counts
    #[arg(long, value_name = "CLUB", value_parser = PossibleValuesParser::new(Preset::names()))]
    preset: Option<String>,
    /// Illegal orders that are locked already (what `check` finds is refused before any lock)
    /// [default: return]
    #[arg(long, value_parser = ["return", "truncate", "forfeit"])]
    errors: Option<String>,
    /// Missing instructions: take the published default, or halt and ask [default: default]
    #[arg(long, value_parser = ["default", "ask"])]
    missing: Option<String>,
    /// Odds that earlier results make other than expected (what is wrong on every branch is refused
    /// by `check` before any lock) [default: report]
    #[arg(long, value_parser = ["report", "pause"])]
    expect: Option<String>,
    /// Halts that each side may order in the whole game
    #[arg(long)]
    pauses: Option<u32>,
    /// What the head line of orders calls the campaign
    #[arg(long)]
    title: Option<String>,
    /// Id of the game, unique: letters, digits and hyphens
    #[arg(long)]
    game: Option<String>,
    /// Seed of the dice, 64 hex digits: for demonstrations only, whoever knows it knows all dice
    #[arg(long, value_name = "HEX")]
    seed: Option<String>,
}

impl New {
    /// The campaign of the example: the same dice every time.
    pub fn example(dir: &Path) -> New {
        New {
            battle: "fredericksburg".to_owned(),
            dir: dir.to_owned(),
            mode: "referee".to_owned(),
            edition: "third".to_owned(),
            rulings: Vec::new(),
            preset: None,
            errors: None,
            missing: None,
            expect: None,
            pauses: None,
            title: None,
            game: Some("fre-01-2026-0e5a3b1e".to_owned()),
            seed: Some(EXAMPLE_SEED.to_owned()),
        }
    }

    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let packs = packs(shell, &self.battle)?;
        let terms = self.terms(shell, &packs)?;
        let seed = match &self.seed {
            Some(seed) => seed
                .parse::<Digest>()
                .map_err(|_| usage("--seed wants 64 lower-case hex digits"))?,
            None => random()?,
        };
        let game = self.game(&terms, &seed)?;
        let folder = Folder::create(&self.dir).map_err(cannot)?;
        let secrets = shell.secret_file(&game)?;
        let (anchor, chain) = match terms.mode {
            Mode::Recorded => (None, None),
            _ => {
                let name: Name = CHAIN.parse().map_err(|_| usage("the name of the chain"))?;
                let links = Chain::new(&game, &name, LINKS, &seed)
                    .map_err(|e| Failure::could_not(e.to_string()))?;
                let anchor = Anchor { chain: name.clone(), links: LINKS, x0: links.anchor() };
                (Some(anchor), Some(Secrets::new(&game).with_chain(name, LINKS, seed)))
            }
        };
        if let Some(chain) = chain {
            chain.create(&secrets).map_err(|why| shell.trouble(Trouble::from(why), None))?;
        }
        let campaign = Campaign::begin(folder, &game, &terms, packs, anchor.as_ref())
            .map_err(|trouble| shell.trouble(trouble, None))?;
        let replay = campaign.replay();
        let first = crate::campaign::told::capital(replay.terms().sides[0].as_str());
        let dir = self.dir.display();
        let mut text = format!(
            "{}: {} ({})\nfolder   {dir}\nposition {} (turn 1, {first} moves first)\n",
            terms.title,
            replay.game().title(),
            game,
            replay.label()
        );
        for (what, provenance) in replay.game().provenance() {
            text.push_str(&format!("{what:<8} {provenance}\n"));
        }
        if terms.mode != Mode::Recorded {
            text.push_str(&format!("secret   {} (never mail it)\n", secrets.path().display()));
        }
        text.push_str(&format!(
            "\nnext: cd {dir} && provost form > turn-1.yaml\n      (edit it, then `provost check turn-1.yaml`, `provost resolve turn-1.yaml`)\n"
        ));
        let data = json!({
            "game": game.to_string(), "title": terms.title, "folder": dir.to_string(),
            "position": replay.label(), "awaiting": terms.sides[0].as_str(),
        });
        Ok(Answer::done(text, data))
    }

    fn terms(&self, shell: &Shell, packs: &[PackFile; 4]) -> Result<Terms, Failure> {
        let mode = match self.mode.as_str() {
            "recorded" => Mode::Recorded,
            "referee" => Mode::Referee,
            other => {
                return Err(usage(&format!("no mode `{other}` on one machine: referee, recorded")));
            }
        };
        let rulings: Vec<(String, String)> = self
            .rulings
            .iter()
            .map(|text| {
                text.split_once('=')
                    .map(|(id, word)| (id.trim().to_owned(), word.trim().to_owned()))
                    .ok_or_else(|| usage(&format!("`--ruling {text}` wants ID=WORD")))
            })
            .collect::<Result<_, _>>()?;
        let readings = Readings { edition: self.edition.clone(), rulings: rulings.clone() };
        let game = Game::load(&crate::campaign::packs::together(packs.clone()), &readings)
            .map_err(|all| {
                if let Some((None, wrong)) = all.iter().find(|(pack, _)| pack.is_none()) {
                    return usage(&format!("--ruling: {}", wrong.headline));
                }
                let all: Vec<_> = all.into_iter().map(|(_, complaint)| complaint).collect();
                shell.trouble(Trouble::Refused(all), None)
            })?;
        let title = self.title.clone().unwrap_or_else(|| default_title(game.name()));
        check_title(&title).map_err(usage)?;
        let sides = game.sides().map(|side| side.parse::<Name>());
        let [Ok(first), Ok(second)] = sides else { return Err(usage("the names of the sides")) };
        let plain = Terms {
            mode,
            sides: [first, second],
            title,
            scenario: game.name().to_owned(),
            packs: [packs[0].digest, packs[1].digest, packs[2].digest, packs[3].digest],
            edition: self.edition.clone(),
            rulings,
            errors: Errors::Return,
            missing: Missing::Default,
            expect: Expect::Report,
            standing: None,
            absent: None,
            pauses: None,
            delay: None,
            clock: None,
            players: Vec::new(),
            keys: Vec::new(),
        };
        let terms = match self.preset.as_deref().and_then(Preset::find) {
            Some(preset) => preset.over(plain),
            None => plain,
        };
        Ok(Terms {
            errors: word("errors", self.errors.as_deref(), terms.errors)?,
            missing: word("missing", self.missing.as_deref(), terms.missing)?,
            expect: word("expect", self.expect.as_deref(), terms.expect)?,
            pauses: self.pauses.or(terms.pauses),
            ..terms
        })
    }

    fn game(&self, terms: &Terms, seed: &Digest) -> Result<GameId, Failure> {
        let id = match &self.game {
            Some(id) => id.clone(),
            None => {
                let slug: String = terms
                    .title
                    .to_ascii_lowercase()
                    .chars()
                    .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
                    .take(24)
                    .collect();
                let year = chrono::Utc::now().year();
                // The id must not tell the seed.
                let tail = match &self.seed {
                    Some(_) => hash_text(&format!("game|{seed}")),
                    None => random()?,
                };
                format!("{}-{year}-{}", slug.trim_matches('-'), &tail.to_string()[..8])
            }
        };
        id.parse()
            .map_err(|_| usage(&format!("`{id}` is no id of a game: letters, digits, hyphens")))
    }
}

/// Seed of the example campaign, known to everybody.
const EXAMPLE_SEED: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
/// Name of the referee's first chain.
const CHAIN: &str = "referee-1";
/// Segments that it can close.
const LINKS: u32 = 4096;

/// `fredericksburg` is `FRE-01` in head lines.
fn default_title(name: &str) -> String {
    let letters: String = name.chars().filter(char::is_ascii_alphabetic).take(3).collect();
    format!("{}-01", letters.to_ascii_uppercase())
}

/// A word of the terms, or what holds where none is said.
fn word<T: FromStr<Err = String>>(
    what: &str,
    word: Option<&str>,
    otherwise: T,
) -> Result<T, Failure> {
    let Some(word) = word else { return Ok(otherwise) };
    word.parse().map_err(|why: String| usage(&format!("--{what} {word}: {why}")))
}

fn usage(text: &str) -> Failure {
    Failure::could_not(text)
}

fn random() -> Result<Digest, Failure> {
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes)
        .map_err(|e| Failure::could_not(format!("no random numbers from the system: {e}")))?;
    let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
    hex.parse().map_err(|_| Failure::could_not("no random numbers from the system"))
}

/// The packs of a built-in battle, or of a scenario folder (`charts.yaml` there or one above).
pub fn packs(shell: &Shell, battle: &str) -> Result<[PackFile; 4], Failure> {
    let mut packs = Vec::new();
    for (kind, file) in Pack::ALL.into_iter().zip(pack_files(shell, battle)?) {
        packs.push(PackFile::read(kind, &file.text).map_err(|all| shell.refused(&file, &all))?);
    }
    packs.try_into().map_err(|_| usage("the four packs"))
}

/// The same as files, in the order of [`Pack::ALL`].
pub fn pack_files(shell: &Shell, battle: &str) -> Result<Vec<Stored>, Failure> {
    Pack::ALL
        .into_iter()
        .map(|kind| match builtin::find(battle) {
            Some(battle) => Ok(Stored {
                name: format!("{}/{kind}.yaml", battle.name),
                text: battle.text(kind).to_owned(),
            }),
            None => shell.read(&pack_path(battle, kind)?),
        })
        .collect()
}

/// The built-in battle that a word most likely stands for.
pub fn nearest_battle(word: &str) -> Option<&'static str> {
    let known: Vec<&str> = builtin::BATTLES.iter().map(|b| b.name).collect();
    nearest(&word.to_ascii_lowercase().replace([' ', '-'], "_"), &known)
}

fn pack_path(battle: &str, kind: Pack) -> Result<PathBuf, Failure> {
    let folder = Path::new(battle);
    if !folder.is_dir() {
        let known: Vec<&str> = builtin::BATTLES.iter().map(|b| b.name).collect();
        let meant = nearest_battle(battle);
        let meant = meant.map_or_else(String::new, |name| format!("did you mean `{name}`? "));
        return Err(usage(&format!(
            "`{battle}` is no battle and no folder; {meant}built in: {}",
            known.join(", ")
        )));
    }
    let name = format!("{kind}.yaml");
    let here = folder.join(&name);
    let above = folder.parent().map(|parent| parent.join(&name));
    Ok(above.filter(|above| !here.exists() && above.exists()).unwrap_or(here))
}
