//! Battles that a command names: built in, or a scenario folder.

use super::shell::{Failure, Shell};
use crate::campaign::packs::{PackFile, together};
use crate::document::digest::Pack;
use crate::document::fields::nearest;
use crate::games::{Game, Readings, builtin};
use crate::store::Stored;
use std::path::{Path, PathBuf};

/// A battle as it is played under readings.
///
/// # Errors
/// What is wrong with its files, at its place, or with the readings.
pub fn load(shell: &Shell, battle: &str, readings: &Readings) -> Result<Game, Failure> {
    play(shell, battle, packs(shell, battle)?, readings)
}

/// The same from packs that were read already.
///
/// # Errors
/// As [`load`].
pub fn play(
    shell: &Shell,
    battle: &str,
    packs: [PackFile; 4],
    readings: &Readings,
) -> Result<Game, Failure> {
    Game::load(&together(packs), readings).map_err(|found| {
        if let Some((_, wrong)) = found.iter().find(|(pack, _)| pack.is_none()) {
            return Failure::could_not(format!("--ruling: {}", wrong.headline));
        }
        let Ok(files) = pack_files(shell, battle) else {
            return Failure::could_not(format!("see `provost scenario check {battle}`"));
        };
        let of = |kind| found.iter().filter(move |(pack, _)| *pack == Some(kind));
        let own = |kind| of(kind).map(|(_, complaint)| complaint.clone()).collect::<Vec<_>>();
        let all = Pack::ALL.into_iter().zip(files).map(|(kind, file)| (file, own(kind)));
        let all: Vec<_> = all.filter(|(_, own)| !own.is_empty()).collect();
        shell.refused_together(&all)
    })
}

/// The readings of a game that begins without a word about them.
pub fn readings() -> Readings {
    Readings { edition: "third".to_owned(), rulings: Vec::new() }
}

/// The packs of a built-in battle, or of a scenario folder (`charts.yaml` there or one above).
pub fn packs(shell: &Shell, battle: &str) -> Result<[PackFile; 4], Failure> {
    let mut packs = Vec::new();
    for (kind, file) in Pack::ALL.into_iter().zip(pack_files(shell, battle)?) {
        packs.push(PackFile::read(kind, &file.text).map_err(|all| shell.refused(&file, &all))?);
    }
    packs.try_into().map_err(|_| Failure::could_not("the four packs"))
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
    let word = word.to_ascii_lowercase().replace([' ', '-'], "_");
    let mut begun = known.iter().filter(|name| word.len() >= 3 && name.starts_with(&word));
    match (begun.next(), begun.next()) {
        (Some(one), None) => Some(one),
        _ => nearest(&word, &known),
    }
}

fn pack_path(battle: &str, kind: Pack) -> Result<PathBuf, Failure> {
    let folder = Path::new(battle);
    if !folder.is_dir() {
        let known: Vec<&str> = builtin::BATTLES.iter().map(|b| b.name).collect();
        let meant = nearest_battle(battle);
        let meant = meant.map_or_else(String::new, |name| format!("did you mean `{name}`? "));
        return Err(Failure::could_not(format!(
            "`{battle}` is no battle and no folder; {meant}built in: {}",
            known.join(", ")
        )));
    }
    let name = format!("{kind}.yaml");
    let here = folder.join(&name);
    let above = folder.parent().map(|parent| parent.join(&name));
    Ok(above.filter(|above| !here.exists() && above.exists()).unwrap_or(here))
}
