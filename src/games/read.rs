//! Open readings and optional rules, as terms may decide them.

use super::Game;
use super::blue_gray::builtin::BATTLES;
use super::blue_gray::editions::{Edition, Policies};
use super::blue_gray::record::Packs;
use super::blue_gray::rulebook::is_of;
use super::blue_gray::rulings::{OPTION_CHOICES, RULINGS, Ruling, RulingEntry, Rulings, as_option};
use super::blue_gray::scenario::{OptionalRule, Scenario};
use crate::document::digest::Pack;
use crate::document::read::{Limits, parse};

/// An open reading, or an optional rule: what terms may say about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// `BG-friendzoc`, `WI-with-pickett`
    pub id: String,
    /// Rule numbers concerned.
    pub rule: String,
    /// What is asked.
    pub question: String,
    /// Words of the choices, the default first.
    pub choices: Vec<String>,
    /// Why the default is what it is.
    pub why: String,
}

/// Whether a ruling is about an optional rule, which may only be chosen before the first turn.
pub fn is_option(id: &str) -> bool {
    as_option(id).is_some()
}

/// Every ruling of the family, and those of the battles that the program carries.
pub fn rulings() -> Vec<Reading> {
    let mut all: Vec<Reading> = RULINGS.iter().map(Reading::of).collect();
    for battle in BATTLES {
        let nodes = Pack::ALL.map(|pack| parse(battle.text(pack), Limits::PACK));
        let [Ok(scenario), Ok(map), Ok(charts), Ok(rules)] = nodes else { continue };
        let packs = Packs { scenario: &scenario, map: &map, charts: &charts, rules: &rules };
        let read = Scenario::read(&packs, Policies::of(Edition::Third), &mut Vec::new());
        all.extend(read.iter().flat_map(optional));
    }
    all
}

impl Game {
    /// The rulings that concern a battle: the family's, its own, and its optional rules.
    pub fn rulings(&self) -> Vec<Reading> {
        let scenario = self.scenario();
        let concerns =
            |ruling: &&RulingEntry| ruling.battle.is_none_or(|battle| battle == scenario.prefix);
        let mut all: Vec<Reading> = RULINGS.iter().filter(concerns).map(Reading::of).collect();
        all.extend(optional(scenario));
        all
    }
}

impl Game {
    /// A choice of an open reading of this battle, as files write it: its id and its word.
    ///
    /// # Errors
    /// An id or a word that is not there, with those that are; an optional rule; a reading that has
    /// one choice only.
    pub fn choice(&self, id: &str, word: &str) -> Result<(String, String), String> {
        let listed = |why: String| match Ruling::find(id).is_some() || why.contains("perhaps") {
            true => why,
            false => format!("{why}; `provost rulings` lists them"),
        };
        Rulings::default().set(id, word).map_err(listed)?;
        if as_option(id).is_some() {
            return Err(format!(
                "{id} is an optional rule: terms choose it, before the first turn"
            ));
        }
        let concerns = |entry: &&RulingEntry| {
            entry.battle.is_none_or(|battle| battle == self.scenario().prefix)
        };
        let ruling = Ruling::find(id).map(Ruling::entry).filter(concerns);
        let entry = ruling.ok_or_else(|| format!("{id} is no ruling of this battle"))?;
        if let [only] = entry.choices {
            return Err(format!("{} has one choice, {only}, and cannot be changed", entry.id));
        }
        let word = entry.choices.iter().find(|choice| choice.eq_ignore_ascii_case(word));
        Ok((entry.id.to_owned(), word.unwrap_or(&entry.default).to_string()))
    }

    /// The word that is in force for an open reading; none if there is no such reading.
    pub fn word_of(&self, id: &str) -> Option<&'static str> {
        Some(self.scenario().policies.rulings.word(Ruling::find(id)?))
    }
}

impl Reading {
    fn of(ruling: &RulingEntry) -> Reading {
        Reading {
            id: ruling.id.to_owned(),
            rule: ruling.rule.to_owned(),
            question: ruling.question.to_owned(),
            choices: ruling.choices.iter().map(|word| (*word).to_owned()).collect(),
            why: ruling.why.to_owned(),
        }
    }
}

fn optional(scenario: &Scenario) -> Vec<Reading> {
    let reading = |option: &OptionalRule| {
        let number = option.rule.number();
        let rules = || scenario.rules.iter().filter(|rule| is_of(&rule.number, number));
        // History comes first in such a paragraph; what is done stands behind it.
        let said = rules().find(|rule| rule.keeper != "players").or(rules().next());
        let gist = said.map_or("", |rule| rule.gist.as_str());
        Reading {
            id: option.id.clone(),
            rule: number.to_owned(),
            question: format!("is the optional rule played? {gist}").trim_end().to_owned(),
            choices: OPTION_CHOICES.map(str::to_owned).to_vec(),
            why: "an optional rule is played only if the terms say so".to_owned(),
        }
    };
    scenario.options.iter().map(reading).collect()
}
