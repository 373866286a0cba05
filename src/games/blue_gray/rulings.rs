//! Open readings of the rules that had to be decided: every one named, with its choices.
//!
//! The first choice of a ruling is its default. A campaign may agree on another one; reports cite
//! the ruling that they used (`8.52, ruling BG-chain`). A ruling with a single choice cannot be
//! changed: it says how the program reads the rule.

#[macro_use]
mod battles;
#[macro_use]
mod common;
mod defaults;
mod table;

pub use defaults::{DEFAULTS, Published};
pub use table::{RULINGS, Ruling};

use std::collections::BTreeMap;

/// One open reading: what was asked and how it is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RulingEntry {
    /// `BG-friendzoc`
    pub id: &'static str,
    /// Rule numbers concerned: `5.2, 8.51`.
    pub rule: &'static str,
    /// The question, in one line.
    pub question: &'static str,
    /// The words of the choices; the first is the default.
    pub choices: &'static [&'static str],
    /// The default choice.
    pub default: &'static str,
    /// Why the default is what it is.
    pub why: &'static str,
    /// Prefix of the battle that it concerns; `None` is the whole family.
    pub battle: Option<&'static str>,
}

impl RulingEntry {
    /// An entry; the battle is read off the id, the default is the first choice.
    const fn new(
        id: &'static str,
        rule: &'static str,
        choices: &'static [&'static str],
        question: &'static str,
        why: &'static str,
    ) -> RulingEntry {
        let (prefix, _) = id.split_at(2);
        let battle = if matches!(prefix.as_bytes(), b"BG") { None } else { Some(prefix) };
        RulingEntry { id, rule, question, choices, default: choices[0], why, battle }
    }
}

/// Ids that an earlier list used, and the ruling that now holds their answer.
const RENAMED: [(&str, Ruling); 3] =
    [("FR-occ", Ruling::FrNone), ("FR-ford", Ruling::BgFordhex), ("FR-either", Ruling::FrDivision)];

impl Ruling {
    /// What is known about it.
    pub fn entry(self) -> &'static RulingEntry {
        &RULINGS[self as usize]
    }

    /// The ruling of an id (case does not count); ids of an earlier list are understood.
    pub fn find(id: &str) -> Option<Ruling> {
        let known = Ruling::ALL.iter().copied().find(|r| r.entry().id.eq_ignore_ascii_case(id));
        known.or_else(|| {
            RENAMED.iter().find(|(old, _)| old.eq_ignore_ascii_case(id)).map(|(_, r)| *r)
        })
    }
}

/// Between the prefix of a battle and the name of its option: `WI-with-pickett`.
const WITH: &str = "-with-";

/// The id of the ruling whether an optional rule of a battle is played.
pub fn option_id(prefix: &str, name: &str) -> String {
    format!("{}{WITH}{}", prefix.to_ascii_uppercase(), name.to_ascii_lowercase())
}

/// Reads an id as that of an optional rule; whether a battle has it only the battle can tell.
pub fn as_option(id: &str) -> Option<String> {
    let at = id.to_ascii_lowercase().find(WITH)?;
    Some(option_id(id.get(..at)?, id.get(at + WITH.len()..)?))
}

/// What a ruling about an optional rule may say; the first is the default.
pub const OPTION_CHOICES: [&str; 2] = ["no", "yes"];

/// The chosen answer to every open reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rulings {
    chosen: [u8; Ruling::ALL.len()],
    /// What was said about optional rules, by their ids.
    options: BTreeMap<String, bool>,
}

/// Every ruling at its default.
impl Default for Rulings {
    fn default() -> Rulings {
        Rulings { chosen: [0; Ruling::ALL.len()], options: BTreeMap::new() }
    }
}

impl Rulings {
    /// The word that is in force for a ruling.
    pub fn word(&self, ruling: Ruling) -> &'static str {
        let entry = ruling.entry();
        entry.choices.get(usize::from(self.chosen[ruling as usize])).unwrap_or(&entry.default)
    }

    /// Puts a choice in force.
    ///
    /// # Errors
    /// An id that nobody knows, or a word that is not one of its choices; the text says what is.
    pub fn set(&mut self, id: &str, word: &str) -> Result<(), String> {
        if let Some(option) = as_option(id) {
            let choice = OPTION_CHOICES.iter().position(|c| c.eq_ignore_ascii_case(word));
            let choices = OPTION_CHOICES.join(" or ");
            let unknown = || format!("{option} has no choice {word:?}, write {choices}");
            let taken = choice.ok_or_else(unknown)? == 1;
            self.options.insert(option, taken);
            return Ok(());
        }
        let ruling = Ruling::find(id).ok_or_else(|| unknown(id))?;
        let entry = ruling.entry();
        let chosen = entry.choices.iter().position(|c| c.eq_ignore_ascii_case(word));
        let Some(chosen) = chosen else {
            let choices = entry.choices.join(" or ");
            return Err(format!("{} has no choice {word:?}, write {choices}", entry.id));
        };
        self.chosen[ruling as usize] = chosen as u8;
        Ok(())
    }

    /// What was said about optional rules: id, and whether it is played.
    pub fn options(&self) -> impl Iterator<Item = (&str, bool)> {
        self.options.iter().map(|(id, taken)| (id.as_str(), *taken))
    }

    /// Whether the optional rule of an id is played.
    pub fn takes_option(&self, id: &str) -> bool {
        self.options.get(id) == Some(&true)
    }

    /// Every ruling with the word that is in force, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (&'static RulingEntry, &'static str)> + use<'_> {
        Ruling::ALL.iter().map(|r| (r.entry(), self.word(*r)))
    }

    /// The rulings that are not at their default, with the word in force.
    pub fn departures(&self) -> impl Iterator<Item = (&'static RulingEntry, &'static str)> {
        self.iter().filter(|(entry, word)| *word != entry.default)
    }
}

/// What to say about an id that is not in the table: the ids that share the most letters with it.
fn unknown(id: &str) -> String {
    let shared = |other: &str| {
        let pairs = id.chars().zip(other.chars());
        pairs.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count()
    };
    let best = RULINGS.iter().map(|e| shared(e.id)).max().unwrap_or(0);
    if best < 4 {
        return format!("there is no ruling {id:?}");
    }
    let near: Vec<&str> =
        RULINGS.iter().filter(|e| shared(e.id) == best).map(|e| e.id).take(4).collect();
    format!("there is no ruling {id:?}, perhaps {}", near.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::editions::{Edition, Policies};
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_entry_is_complete_and_its_id_unique() {
        let mut ids = BTreeSet::new();
        for (ruling, entry) in Ruling::ALL.iter().zip(RULINGS) {
            assert_eq!(ruling.entry().id, entry.id);
            assert!(ids.insert(entry.id), "{} twice", entry.id);
            assert_eq!(entry.choices.first(), Some(&entry.default), "{}", entry.id);
            assert!(entry.question.ends_with('?'), "{}", entry.id);
            assert!(!entry.why.is_empty() && !entry.why.ends_with('.'), "{}", entry.id);
            let variant = format!("{ruling:?}").to_ascii_lowercase();
            assert_eq!(variant, entry.id.replace('-', "").to_ascii_lowercase());
            for word in entry.choices {
                let plain = word.bytes().all(|b| b.is_ascii_lowercase() || b == b' ');
                assert!(plain && word.split(' ').count() <= 2, "{}: {word}", entry.id);
            }
            let distinct: BTreeSet<_> = entry.choices.iter().collect();
            assert_eq!(distinct.len(), entry.choices.len(), "{}", entry.id);
        }
        assert_eq!(Ruling::ALL.len(), RULINGS.len());
    }

    #[test]
    fn battles_are_read_off_the_id() {
        assert_eq!(Ruling::BgFriendzoc.entry().battle, None);
        assert_eq!(Ruling::FrNone.entry().battle, Some("FR"));
    }

    #[test]
    fn a_choice_is_set_by_id_and_word() {
        let mut policies = Policies::of(Edition::Third);
        assert!(policies.takes(Ruling::BgFriendzoc, "no"));
        policies.rulings.set("bg-friendzoc", "Yes").expect("a choice");
        assert!(policies.takes(Ruling::BgFriendzoc, "yes"));
        assert_ne!(policies, Policies::of(Edition::Third));
        let changed: Vec<_> = policies.rulings.departures().map(|(e, w)| (e.id, w)).collect();
        assert_eq!(changed, [("BG-friendzoc", "yes")]);
    }

    #[test]
    fn refusals_say_what_would_be_right() {
        let mut rulings = Rulings::default();
        let error = rulings.set("BG-best", "sum").expect_err("no such word");
        assert_eq!(error, "BG-best has no choice \"sum\", write best or product");
        let error = rulings.set("BG-friend", "yes").expect_err("no such id");
        assert_eq!(error, "there is no ruling \"BG-friend\", perhaps BG-friendzoc");
        let error = rulings.set("nonsense", "yes").expect_err("no such id");
        assert_eq!(error, "there is no ruling \"nonsense\"");
        assert_eq!(rulings, Rulings::default());
    }

    #[test]
    fn optional_rules_are_rulings_that_the_battle_names() {
        let mut rulings = Rulings::default();
        rulings.set("wi-With-Pickett", "Yes").expect("a choice");
        assert!(rulings.takes_option("WI-with-pickett"));
        assert_eq!(rulings.options().collect::<Vec<_>>(), [("WI-with-pickett", true)]);
        let error = rulings.set("WI-with-pickett", "maybe").expect_err("no such word");
        assert_eq!(error, "WI-with-pickett has no choice \"maybe\", write no or yes");
    }

    #[test]
    fn ids_of_the_earlier_list_are_understood() {
        let mut rulings = Rulings::default();
        rulings.set("FR-occ", "some").expect("another name of FR-none");
        assert_eq!(rulings.word(Ruling::FrNone), "some");
    }

    #[test]
    fn the_first_edition_prints_its_own_answer_on_stacking() {
        assert!(Policies::of(Edition::First).takes(Ruling::BgSwap, "phase"));
        assert!(!Policies::of(Edition::First).takes(Ruling::BgSwap, "each"));
        assert!(Policies::of(Edition::Third).takes(Ruling::BgSwap, "each"));
    }
}
