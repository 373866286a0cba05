//! `provost scenario new`: the folder of a battle that nobody has typed yet.

use super::shell::{Answer, Failure};
use crate::games::{Blank, builtin};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Makes the folder of a new battle: files with nothing in them but what to type where.
#[derive(clap::Args, Debug)]
pub struct NewBattle {
    /// The folder to make; its name is that of the battle: lower-case letters, digits, `_`
    dir: PathBuf,
    /// Prefix of the numbers of the battle's own rules, two to four capitals
    #[arg(long)]
    prefix: Option<String>,
    /// The battle's title
    #[arg(long)]
    title: Option<String>,
    /// Columns of the map
    #[arg(long, default_value_t = 25, value_parser = clap::value_parser!(u8).range(1..=99))]
    columns: u8,
    /// Rows of the map; `28,27` if even columns have fewer
    #[arg(long, default_value = "28,27")]
    rows: Rows,
}

/// Rows of odd and of even columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rows(pub [u8; 2]);

impl std::str::FromStr for Rows {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Rows, &'static str> {
        let (odd, even) = text.split_once(',').unwrap_or((text, text));
        let number = |text: &str| text.trim().parse().ok().filter(|n| (1..=99).contains(n));
        match (number(odd), number(even)) {
            (Some(odd), Some(even)) => Ok(Rows([odd, even])),
            _ => Err("write `28`, or `28,27`: rows of odd and of even columns, 1 to 99"),
        }
    }
}

impl NewBattle {
    pub fn run(&self) -> Result<Answer, Failure> {
        let blank = self.blank()?;
        if self.dir.exists() {
            let headline = format!("{} is there already", self.dir.display());
            return Err(Failure::could_not(headline));
        }
        let fail = |path: &Path, why: std::io::Error| {
            Failure::could_not(format!("cannot write {}: {why}", path.display()))
        };
        std::fs::create_dir_all(&self.dir).map_err(|why| fail(&self.dir, why))?;
        let mut written = Vec::new();
        for (name, text) in blank.files() {
            // The charts of the family may lie one folder above.
            let above = self.dir.parent().map(|parent| parent.join(name));
            if name == "charts.yaml" && above.is_some_and(|above| above.is_file()) {
                continue;
            }
            let path = self.dir.join(name);
            std::fs::write(&path, text).map_err(|why| fail(&path, why))?;
            written.push(name);
        }
        let dir = self.dir.display();
        let (title, prefix) = (&blank.title, &blank.prefix);
        let [odd, even] = blank.rows;
        let text = format!(
            "{title}, with rules numbered {prefix} 14.1 and so on\n\
             wrote {} into {dir}\n\n\
             next: type the battle in, from the top of each file down\n      \
             provost map --blank --columns {} --rows {odd},{even}\n      \
             (the empty hexes, to be marked beside the printed map)\n      \
             provost scenario check {dir}\n      \
             provost scenario show {dir}\n",
            written.join(", "),
            blank.columns,
        );
        let data = json!({
            "folder": dir.to_string(), "name": blank.name, "title": title, "prefix": prefix,
            "files": written,
        });
        Ok(Answer::done(text, data))
    }

    fn blank(&self) -> Result<Blank, Failure> {
        let name = self.dir.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_default();
        let letters = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
        if name.is_empty() || !name.bytes().all(letters) {
            let headline =
                format!("`{name}` is no name of a battle: lower-case letters, digits, _");
            return Err(Failure::could_not(headline));
        }
        if builtin::find(&name).is_some() {
            return Err(Failure::could_not(format!("there is a battle {name} already")));
        }
        let words: Vec<&str> = name.split('_').filter(|word| !word.is_empty()).collect();
        let title = words.iter().map(|word| capital(word)).collect::<Vec<_>>().join(" ");
        let title = self.title.clone().unwrap_or(title);
        let prefix = self.prefix.clone().unwrap_or_else(|| initials(&words));
        let capitals = prefix.bytes().all(|b| b.is_ascii_uppercase());
        if !capitals || !(2..=4).contains(&prefix.len()) {
            let headline =
                format!("`{prefix}` is no prefix: write --prefix with two to four capitals");
            return Err(Failure::could_not(headline));
        }
        let prefixed = |text: &str| text.lines().any(|line| line == format!("prefix: {prefix}"));
        let taken = builtin::BATTLES.iter().find(|battle| prefixed(battle.scenario));
        if prefix == "BG" || taken.is_some() {
            let whose = taken.map_or("the family", |battle| battle.name);
            let headline = format!("{prefix} is the prefix of {whose}: choose one with --prefix");
            return Err(Failure::could_not(headline));
        }
        let Rows(rows) = self.rows;
        Ok(Blank { name, title, prefix, columns: self.columns, rows })
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The first letters of the words; of a single word its first two.
fn initials(words: &[&str]) -> String {
    let letters: String = match words {
        [only] => only.chars().take(2).collect(),
        words => words.iter().filter_map(|word| word.chars().next()).take(4).collect(),
    };
    letters.to_ascii_uppercase()
}
