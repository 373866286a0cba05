//! Coverage both ways: every rule that the program keeps has a case and is cited by code; every
//! case names rules that exist; no exemption is stale.

use super::battles;
use super::facts::is_of;
use provost::document::digest::Pack;
use provost::document::read;
use provost::games::blue_gray::builtin::BATTLES;
use provost::games::blue_gray::rulebook::RULEBOOK;
use provost::games::blue_gray::rulings::RULINGS;
use provost::rule::Keeper;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What a case says of itself.
pub struct Proof {
    /// Name of the case.
    pub name: String,
    /// Numbers and rulings under `rule:`.
    pub rules: Vec<String>,
    /// Choices that it plays with.
    pub choices: Vec<(String, String)>,
    /// It is not played yet, for want of a kind of exclusive rule.
    pub waits: bool,
}

/// Rulings, or single choices of them, that no case can show, with the reason.
const NO_CASE: [(&str, &str); 1] =
    [("BG-stratent: yes", "the grammar has no words for strategic movement of an arrival")];

/// Rules that the program keeps without naming them anywhere, with the reason.
const NOT_CITED: [(&str, &str); 15] = [
    ("7.1", "allowances are counted anew in each movement phase, there is nothing to keep"),
    ("8.74", "range is looked for to any hex of the combat"),
    ("FR 15.11", "arrivals are lines of `move` like others"),
    ("FR 15.12", "nothing marks a unit that has arrived"),
    ("FR 17.33a", "only a route may end with `exit`"),
    ("FR 17.33b", "only eliminations are counted as losses"),
    ("FR 17.33c", "8.51 is kept on exit hexes too"),
    ("FR 17.34", "a unit that is gone has no place to begin from"),
    ("classic.1", "a policy of the edition"),
    ("classic.2", "a policy of the edition"),
    ("classic.3", "a policy of the edition"),
    ("classic.4", "a policy of the edition"),
    ("classic.5", "a policy of the edition"),
    ("classic.7", "a policy of the edition"),
    ("classic.8", "a policy of the edition"),
];

/// Checks it, and prints the counts.
pub fn check(proofs: &[Proof]) -> Result<(), String> {
    let mut faults = Vec::new();
    let mut kept: BTreeSet<String> = BTreeSet::new();
    let mut known: BTreeSet<String> = BTreeSet::new();
    for entry in RULEBOOK {
        known.insert(entry.number.to_owned());
        if entry.keeper == Keeper::Code {
            kept.insert(entry.number.to_owned());
        }
    }
    let mut data: BTreeMap<String, &str> = BTreeMap::new();
    for battle in BATTLES {
        let rules = read::parse(battle.text(Pack::Rules), read::Limits::PACK)
            .map_err(|_| format!("{}: rules.yaml cannot be read", battle.name))?;
        let prefix = rules.get_text("prefix").unwrap_or_default().to_owned();
        data.insert(prefix, battle.text(Pack::Scenario));
        for entry in rules.get("entries").and_then(|n| n.as_list()).unwrap_or_default() {
            let number = entry.get_text("number").unwrap_or_default().to_owned();
            if entry.get_text("keeper") == Some("code") {
                kept.insert(number.clone());
            }
            known.insert(number);
        }
    }
    // Cases may name rules of battles that the program does not carry yet.
    for name in battles::names() {
        let battle = battles::find(&name).expect("it is there");
        let entries = battle.rules.get("entries").and_then(|n| n.as_list()).unwrap_or_default();
        known.extend(entries.iter().filter_map(|e| e.get_text("number")).map(str::to_owned));
    }
    let rulings: BTreeMap<&str, &[&str]> = RULINGS.iter().map(|r| (r.id, r.choices)).collect();

    // Every case names rules that exist, and its file begins with one of them.
    let mut proved: BTreeSet<&str> = BTreeSet::new();
    let mut waiting: BTreeSet<&str> = BTreeSet::new();
    for proof in proofs {
        for rule in &proof.rules {
            match rule.strip_prefix("ruling ") {
                Some(id) if rulings.contains_key(id) || proof.waits => {}
                None if known.contains(rule) => {}
                _ => faults.push(format!("{}: `{rule}` is no rule", proof.name)),
            }
            if proof.waits {
                waiting.insert(rule)
            } else {
                proved.insert(rule)
            };
        }
        let file = proof.name.rsplit('/').next().unwrap_or_default();
        let number = file.split('-').next().unwrap_or_default();
        let plain = |rule: &str| rule.rsplit(' ').next().is_some_and(|r| is_of(r, number));
        if !proof.rules.iter().any(|r| plain(r)) {
            faults.push(format!("{}: {number} is not among its rules", proof.name));
        }
    }

    // Every rule that the program keeps has a case and is cited.
    let source = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/blue_gray"));
    let mut uncited = BTreeSet::new();
    for number in &kept {
        if !proved.contains(number.as_str()) {
            faults.push(format!("{number} has no case"));
        }
        if !is_cited(number, &source, &data) {
            uncited.insert(number.as_str());
        }
    }
    let excused: BTreeSet<&str> = NOT_CITED.iter().map(|(number, _)| *number).collect();
    for number in uncited.difference(&excused) {
        faults.push(format!("{number} is cited by no code"));
    }
    for number in excused.difference(&uncited) {
        faults.push(format!("{number} is cited: take it out of NOT_CITED"));
    }

    // Every ruling has a case, every choice that is not the default one that plays with it; a case
    // that still waits counts as one, but excuses nobody from being excused.
    let (mut unshown, mut shown) = (BTreeSet::new(), BTreeSet::new());
    let mut choices = 0;
    let mut look = |id: String, proves: &dyn Fn(&Proof) -> bool| {
        if !proofs.iter().any(proves) {
            unshown.insert(id);
        } else if proofs.iter().any(|proof| !proof.waits && proves(proof)) {
            shown.insert(id);
        }
    };
    for (id, words) in &rulings {
        let ruling = format!("ruling {id}");
        look((*id).to_owned(), &|proof| proof.rules.contains(&ruling));
        for word in &words[1..] {
            choices += 1;
            let played = |p: &Proof| p.choices.iter().any(|(i, w)| i == id && w == word);
            look(format!("{id}: {word}"), &played);
        }
    }
    let excused: BTreeSet<String> = NO_CASE.iter().map(|(id, _)| (*id).to_owned()).collect();
    for id in unshown.difference(&excused) {
        faults.push(format!("ruling {id} has no case"));
    }
    for id in excused.intersection(&shown) {
        faults.push(format!("ruling {id} has a case: take it out of NO_CASE"));
    }

    println!(
        "{} cases prove {} rules of {} kept by code, {} rulings and {choices} other choices",
        proofs.len(),
        kept.iter().filter(|n| proved.contains(n.as_str())).count(),
        kept.len(),
        rulings.len(),
    );
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// Whether the constant of a number, or of its paragraph, stands in the code outside the
/// rulebook; or a function says that it keeps it (`/// [8.76] ...`), for rules that nothing is
/// refused by; or a battle's data cites it.
fn is_cited(number: &str, source: &str, data: &BTreeMap<String, &str>) -> bool {
    if let Some((prefix, own)) = number.split_once(' ') {
        let plain = own.trim_end_matches(|c: char| c.is_ascii_lowercase());
        let scenario = data.get(prefix).copied().unwrap_or_default();
        let cite = |n: &str| {
            scenario.contains(&format!(": \"{n}\"")) || source.contains(&format!("[{prefix} {n}]"))
        };
        return cite(own) || cite(plain);
    }
    let constant = |number: &str| {
        let name = number.replace('.', "_").to_ascii_uppercase();
        if name.starts_with(|c: char| c.is_ascii_digit()) { format!("R{name}") } else { name }
    };
    let plain = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let plain = if plain.ends_with('.') { number } else { plain };
    let kept_by_a_function = |n: &str| source.contains(&format!("[{n}]"));
    [number, plain].into_iter().any(|n| has_word(source, &constant(n)) || kept_by_a_function(n))
}

/// Whether a text has a word that is no part of a longer name.
pub fn has_word(text: &str, word: &str) -> bool {
    let joins = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
    text.match_indices(word).any(|(at, _)| {
        !joins(text[..at].chars().next_back()) && !joins(text[at + word.len()..].chars().next())
    })
}

/// All code of a folder but the rulebook itself.
fn sources(folder: &Path) -> String {
    let mut all = String::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        let name = path.file_stem().unwrap_or_default();
        if name == "rulebook" {
            continue;
        }
        if path.is_dir() {
            all.push_str(&sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            all.push_str(&std::fs::read_to_string(&path).expect("source is text"));
        }
    }
    all
}
