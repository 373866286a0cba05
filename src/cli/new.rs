use super::clock_terms::ClockTerms;
use super::post::{Again, Posted, Posting, post};
use super::shell::{Answer, Exit, Failure, Shell, cannot, outside};
use super::signing::{self, random};
use crate::campaign::packs::PackFile;
use crate::campaign::presets::Preset;
use crate::campaign::record::Anchor;
use crate::campaign::secrets::Secrets;
use crate::campaign::terms::{Terms, check_title, referee};
use crate::campaign::{Campaign, Pen, Trouble, told};
use crate::dice::beacon::LEAST_DELAY;
use crate::dice::chain::DEFAULT_LINKS;
use crate::dice::{Game as GameId, Mode, Name};
use crate::document::digest::{Digest, hash_text};
use crate::games::{Readings, editions};
use crate::store::Folder;
use chrono::Datelike;
use clap::builder::PossibleValuesParser;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Begins a campaign, on this machine or between several people.
///
/// Makes a folder with the offer (record 0), the packs it is pinned to, the opening position, and
/// a secret file outside the folder, with a chain of dice if yours is needed. With `--as` the offer
/// goes to the others, who `accept` it: mail them the letter that is named at the end.
#[derive(clap::Args, Debug)]
pub struct New {
    /// A built-in battle, or the path of a scenario folder
    battle: String,
    /// The folder to make
    dir: PathBuf,
    /// Where dice come from: the referee's chain, that of the side that does not move, rounds of the
    /// public beacon, two of these together, or a table (`recorded`, typed by hand)
    #[arg(long, default_value = "referee", value_parser = MODES)]
    mode: String,
    /// Your own chair, where several people play: a side, or `referee`. Without it this machine plays
    /// for everybody
    #[arg(long = "as", value_name = "CHAIR")]
    chair: Option<String>,
    /// Who plays what
    #[arg(long = "player", value_name = "SIDE=NAME")]
    players: Vec<String>,
    /// How standing orders travel
    #[arg(long, value_parser = ["open", "sealed", "either"])]
    standing: Option<String>,
    /// Seconds from a lock to its round of the beacon, 3600 or more
    #[arg(long)]
    delay: Option<i64>,
    /// Your SSH key, with which you sign whatever you write
    #[arg(long, value_name = "KEY")]
    sign: Option<PathBuf>,
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
    #[command(flatten)]
    clock: ClockTerms,
    /// What the head line of orders calls the campaign
    #[arg(long)]
    title: Option<String>,
    /// Id of the game, unique: letters, digits and hyphens
    #[arg(long)]
    game: Option<String>,
    /// Seed of the dice, 64 hex digits: for demonstrations only, whoever knows it knows all dice
    #[arg(long, value_name = "HEX")]
    seed: Option<String>,
    #[command(flatten)]
    posting: Posting,
}

impl New {
    /// The campaign of the example: the same dice every time.
    pub fn example(dir: &Path) -> New {
        New {
            battle: "fredericksburg".to_owned(),
            dir: dir.to_owned(),
            mode: "referee".to_owned(),
            chair: None,
            players: Vec::new(),
            standing: None,
            delay: None,
            sign: None,
            edition: "third".to_owned(),
            rulings: Vec::new(),
            preset: None,
            errors: None,
            missing: None,
            expect: None,
            pauses: None,
            clock: ClockTerms::default(),
            title: None,
            game: Some("fre-01-2026-0e5a3b1e".to_owned()),
            seed: Some(EXAMPLE_SEED.to_owned()),
            posting: Posting::default(),
        }
    }

    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let packs = super::battle::packs(shell, &self.battle)?;
        let terms = self.terms(shell, &packs)?;
        let chair = self.chair(&terms)?;
        let seed = match &self.seed {
            Some(seed) => seed
                .parse::<Digest>()
                .map_err(|_| usage("--seed wants 64 lower-case hex digits"))?,
            None => random().map_err(Failure::could_not)?,
        };
        let game = self.game(&terms, &seed)?;
        let file = shell.secret_file(&game)?;
        outside(&file, &self.dir)?;
        let owner = chair.clone().unwrap_or_else(referee);
        let mut secrets = Secrets::new(&game);
        if let Some(chair) = &chair {
            secrets = secrets
                .of_chair(chair)
                .with_key(signing::path(self.sign.as_deref()).map_err(Failure::could_not)?);
        }
        let ways = self.posting.ways(shell, &game, &terms, Some(&owner))?;
        let mut anchor = None;
        if terms.has_chain(&owner) {
            let chain = signing::first_chain(&owner).map_err(Failure::could_not)?;
            secrets = secrets.with_chain(chain, DEFAULT_LINKS, seed);
            anchor = secrets.chain().map(|(chain, links, x0)| Anchor { chain, links, x0 });
        }
        let begin = |folder| {
            if anchor.is_some() || chair.is_some() {
                secrets.create(&file).map_err(|why| shell.trouble(Trouble::from(why), None))?;
            }
            let pen = signing::pen(&secrets).map_err(Failure::could_not)?;
            let mut campaign = Campaign::offer(folder, &game, &terms, packs, anchor.as_ref(), pen)
                .map_err(|trouble| shell.trouble(trouble, None))?;
            self.posting.write(&mut campaign, chair.is_none());
            let out = campaign.writes_letters().map(|_| campaign.put_out_offer()).transpose();
            out.map_err(|trouble| shell.trouble(trouble, None))
        };
        let mailed = Folder::create_whole(&self.dir, begin, cannot)?;
        let folder = Folder::open(&self.dir).map_err(cannot)?;
        let mut campaign =
            Campaign::open(folder).map_err(|trouble| shell.trouble(trouble, None))?;
        campaign.sit(Pen { chair: chair.clone(), ..Pen::default() });
        self.posting.write(&mut campaign, chair.is_none());
        let posted = match &mailed {
            Some(mailed) => post(shell, &campaign, &ways, mailed, Again::No)?,
            None => Posted::default(),
        };
        let mailed = mailed.map(|name| format!("outbox/{name}"));
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
        if anchor.is_some() || chair.is_some() {
            text.push_str(&format!("secret   {} (never mail it)\n", file.path().display()));
        }
        if chair.is_some() {
            text.push_str(&told::invitation(replay));
        }
        if mailed.is_some() {
            text.push_str(&format!("\n{}", posted.text));
        }
        text.push_str(&match chair.is_some() {
            true => format!(
                "\nnext: whoever gets that letter types `provost accept FILE --to DIR{}`\n",
                if campaign.acceptors_left().len() > 1 { " --as CHAIR" } else { "" }
            ),
            false => format!(
                "\nnext: cd {dir} && provost form > turn-1.yaml\n      (edit it, then `provost check turn-1.yaml`, `provost resolve turn-1.yaml`)\n"
            ),
        });
        let data = json!({
            "game": game.to_string(), "title": terms.title, "folder": dir.to_string(),
            "position": replay.label(), "awaiting": terms.sides[0].as_str(),
            "offer": replay.offer().to_string(), "mailed": mailed, "posted": posted.data,
        });
        Ok(Answer::done(text, data).exit(posted.or(Exit::Done)))
    }

    /// The chair of whoever begins; none if this machine plays for everybody.
    fn chair(&self, terms: &Terms) -> Result<Option<Name>, Failure> {
        let [first, second] = &terms.sides;
        let Some(chair) = &self.chair else {
            if matches!(terms.mode, Mode::Referee | Mode::Recorded) && self.players.is_empty() {
                return Ok(None);
            }
            return Err(usage(&format!(
                "several people play in this game: say which chair is yours, `--as {first}`, \
                 `--as {second}`{}",
                if terms.mode.has_referee() { " or `--as referee`" } else { "" }
            )));
        };
        let name: Option<Name> = chair.parse().ok();
        let sits = |name: &Name| match *name == referee() {
            true => terms.mode.has_referee(),
            false => terms.is_chair(name),
        };
        let Some(name) = name.filter(sits) else {
            return Err(usage(&format!(
                "`--as {chair}`: nobody sits there in mode {}",
                terms.mode
            )));
        };
        if terms.one_machine(&name) {
            return Err(usage(
                "a referee says who plays: `--player SIDE=NAME` for each side, or leave out `--as` \
                 if this machine plays for everybody",
            ));
        }
        Ok(Some(name))
    }

    fn terms(&self, shell: &Shell, packs: &[PackFile; 4]) -> Result<Terms, Failure> {
        let mode: Mode = self.mode.parse().map_err(|_| usage("--mode wants a mode"))?;
        let delay = match (mode.has_beacon(), self.delay) {
            (true, delay) => Some(delay.unwrap_or(LEAST_DELAY)),
            (false, None) => None,
            (false, Some(_)) => return Err(usage("`--delay` says nothing without the beacon")),
        };
        if delay.is_some_and(|delay| delay < LEAST_DELAY) {
            return Err(usage("`--delay` is 3600 or more: the lock must arrive before its round"));
        }
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
        let game = super::battle::play(shell, &self.battle, packs.clone(), &readings)?;
        let title = self.title.clone().unwrap_or_else(|| default_title(game.name()));
        check_title(&title).map_err(usage)?;
        let sides = game.sides().map(|side| side.parse::<Name>());
        let [Ok(first), Ok(second)] = sides else { return Err(usage("the names of the sides")) };
        let sides = [first, second];
        let mut players = Vec::new();
        for player in &self.players {
            let said = player.split_once('=').map(|(side, name)| (side.trim(), name.trim()));
            let of = said.and_then(|(side, name)| Some((side.parse().ok()?, name)));
            match of.filter(|(side, name)| {
                (sides.contains(side) || *side == referee()) && !name.is_empty()
            }) {
                Some((side, name)) => players.push((side, name.to_owned())),
                None => return Err(usage(&format!("`--player {player}` wants SIDE=NAME"))),
            }
        }
        let mut keys = Vec::new();
        if let (Some(path), Some(Ok(chair))) =
            (&self.sign, self.chair.as_ref().map(|chair| chair.parse::<Name>()))
        {
            keys.push((chair, signing::public(path).map_err(Failure::could_not)?));
        } else if self.sign.is_some() {
            return Err(usage("`--sign` is for several people: say which chair is yours, `--as`"));
        }
        if mode == Mode::Recorded && self.standing.as_deref().is_some_and(|word| word != "open") {
            return Err(usage("in mode recorded nothing is sealed: `--standing open`, or nothing"));
        }
        let standing = self.standing.as_ref().map(|said| word("standing", said)).transpose()?;
        let pinned = packs.each_ref().map(|pack| pack.digest);
        let plain = Terms {
            edition: self.edition.clone(),
            rulings,
            standing,
            delay,
            players,
            keys,
            ..Terms::plain(mode, sides, title, game.name(), pinned)
        };
        let terms = match self.preset.as_deref().and_then(Preset::find) {
            Some(preset) => preset.over(plain),
            None => plain,
        };
        self.clock.over(Terms {
            errors: said("errors", self.errors.as_deref(), terms.errors)?,
            missing: said("missing", self.missing.as_deref(), terms.missing)?,
            expect: said("expect", self.expect.as_deref(), terms.expect)?,
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
                    None => random().map_err(Failure::could_not)?,
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
/// The words of all modes.
const MODES: [&str; 6] = ["referee", "duel", "beacon", "referee+beacon", "duel+beacon", "recorded"];

/// `fredericksburg` is `FRE-01` in head lines.
fn default_title(name: &str) -> String {
    let letters: String = name.chars().filter(char::is_ascii_alphabetic).take(3).collect();
    format!("{}-01", letters.to_ascii_uppercase())
}

/// A word of the terms, or what holds where none is said.
fn said<T: FromStr<Err = String>>(
    what: &str,
    said: Option<&str>,
    otherwise: T,
) -> Result<T, Failure> {
    said.map_or(Ok(otherwise), |said| word(what, said))
}

/// A word of the terms.
fn word<T: FromStr<Err = String>>(what: &str, word: &str) -> Result<T, Failure> {
    word.parse().map_err(|why: String| usage(&format!("--{what} {word}: {why}")))
}

fn usage(text: &str) -> Failure {
    Failure::could_not(text)
}
