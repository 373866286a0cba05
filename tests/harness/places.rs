//! Where each rule is kept: `src/games/blue_gray/rulebook/places.txt`, made from the doc comments
//! and citations of the code and from the names of the case files. `provost explain` prints it.

use super::coverage::{Proof, has_word};
use provost::document::digest::Pack;
use provost::document::read;
use provost::games::blue_gray::builtin::BATTLES;
use provost::games::blue_gray::rulebook::RULEBOOK;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const CODE: &str = "src/games/blue_gray";
const LIST: &str = "src/games/blue_gray/rulebook/places.txt";

/// Compares the list with what it should be, or writes it anew with `UPDATE=1`.
pub fn check(proofs: &[Proof]) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let truth = list(root, proofs)?;
    let path = root.join(LIST);
    if std::env::var_os("UPDATE").is_some() {
        return fs::write(path, truth).map_err(|e| format!("{LIST}: {e}"));
    }
    let found = fs::read_to_string(path).map_err(|e| format!("{LIST}: {e}"))?;
    if found == truth {
        return Ok(());
    }
    let only =
        |a: &str, b: &str| a.lines().find(|l| !b.lines().any(|m| m == *l)).map(str::to_owned);
    let missing = only(&truth, &found).unwrap_or_else(|| "another order".to_owned());
    Err(format!(
        "{LIST} is out of date, first at `{missing}`\n  UPDATE=1 cargo test --test rules -- places"
    ))
}

/// One line a paragraph: number, files, cases; tabs between.
fn list(root: &Path, proofs: &[Proof]) -> Result<String, String> {
    let mut files = BTreeMap::new();
    gather(root, CODE, &mut files);
    let mut text = String::new();
    for number in unique(RULEBOOK.iter().map(|entry| paragraph(entry.number).to_owned())) {
        push(&mut text, &number, places(&number, &files), proofs);
    }
    for battle in BATTLES {
        let rules = read::parse(battle.text(Pack::Rules), read::Limits::PACK)
            .map_err(|_| format!("{}: rules.yaml cannot be read", battle.name))?;
        let entries = rules.get("entries").and_then(|n| n.as_list()).unwrap_or_default();
        let numbers = entries.iter().filter_map(|entry| entry.get_text("number"));
        for number in unique(numbers.map(|number| paragraph(number).to_owned())) {
            let mut found = kinds(&number, battle.text(Pack::Scenario), &files);
            found.extend(places(&number, &files));
            push(&mut text, &number, found, proofs);
        }
    }
    Ok(text)
}

fn push(text: &mut String, number: &str, files: BTreeSet<String>, proofs: &[Proof]) {
    let cases = cases(number, proofs);
    if !files.is_empty() || !cases.is_empty() {
        let files = files.into_iter().collect::<Vec<_>>().join(", ");
        text.push_str(&format!("{number}\t{files}\t{cases}\n"));
    }
}

/// Files whose doc comments begin with the number; if there are none, those that cite it.
fn places(number: &str, files: &BTreeMap<String, String>) -> BTreeSet<String> {
    let of = |test: &dyn Fn(&str) -> bool| -> BTreeSet<String> {
        files.iter().filter(|(_, text)| test(text)).map(|(path, _)| path.clone()).collect()
    };
    let named = of(&|text| {
        let docs = text
            .lines()
            .map(str::trim_start)
            .filter_map(|line| line.strip_prefix("/// [").or_else(|| line.strip_prefix("//! [")));
        docs.filter_map(|doc| doc.split_once(']')).any(|(of, _)| paragraph(of) == number)
    });
    if !named.is_empty() || number.contains(' ') {
        return named;
    }
    let name = number.replace('.', "_").to_ascii_uppercase();
    let name =
        if name.starts_with(|c: char| c.is_ascii_digit()) { format!("R{name}") } else { name };
    let names: Vec<String> = [String::new()]
        .into_iter()
        .chain(('A'..='Z').map(String::from))
        .map(|l| format!("{name}{l}"))
        .collect();
    of(&|text| names.iter().any(|name| has_word(text, name)))
}

/// Files of the kinds of exclusive rule that cite the number in a battle's data.
fn kinds(number: &str, scenario: &str, files: &BTreeMap<String, String>) -> BTreeSet<String> {
    let plain = number.rsplit(' ').next().unwrap_or(number);
    let mut found = BTreeSet::new();
    let mut kind = "";
    let exclusive = scenario.lines().skip_while(|line| *line != "exclusive:").skip(1);
    for line in exclusive.filter(|line| !line.starts_with('#')) {
        if let Some((word, _)) = line.strip_prefix("- ").and_then(|rest| rest.split_once(':')) {
            kind = word;
        }
        let cited = line.split('"').skip(1).step_by(2).any(|text| paragraph(text) == plain);
        let file = format!("{CODE}/exclusive/{kind}.rs");
        if cited && files.contains_key(&file) {
            found.insert(file);
        }
    }
    found
}

/// The cases whose file names begin with the number, else the first that names it as a rule.
fn cases(number: &str, proofs: &[Proof]) -> String {
    let name = match number.split_once(' ') {
        Some((battle, number)) => format!("{battle}/{number}-"),
        None => format!("BG/{number}-"),
    };
    if proofs.iter().any(|proof| proof.name.starts_with(&name)) {
        return format!("tests/rules/{name}*.yaml");
    }
    let proof = proofs.iter().find(|p| p.rules.iter().any(|rule| paragraph(rule) == number));
    proof.map_or_else(String::new, |proof| format!("tests/rules/{}.yaml", proof.name))
}

/// A number without the letter of its sentence: `8.52` of `8.52b`.
fn paragraph(number: &str) -> &str {
    match number.strip_suffix(|c: char| c.is_ascii_lowercase()) {
        Some(plain) if plain.ends_with(|c: char| c.is_ascii_digit()) => plain,
        _ => number,
    }
}

/// The same without repetitions, in the order of the book.
fn unique(numbers: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    numbers.filter(|number| seen.insert(number.clone())).collect()
}

/// The code of a folder but the rulebook, by path.
fn gather(root: &Path, folder: &str, files: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(root.join(folder)).expect("the folder is there").flatten() {
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if path.ends_with("/rulebook") || path.ends_with("/rulebook.rs") {
            continue;
        }
        if entry.path().is_dir() {
            gather(root, &path, files);
        } else if path.ends_with(".rs") {
            files.insert(path, fs::read_to_string(entry.path()).expect("source is text"));
        }
    }
}
