//! The entries of `attack:`.

use super::super::answers::{
    At, Condition, Entry, Expect, GiveWay, Go, Lose, Outcome, Result as Fought, Retreat, Then,
};
use super::super::scenario::UnitId;
use super::keys::ENTRY;
use super::names::Unfit;
use super::phrase::{Phrase, Read};
use super::reader::{Reader, Seen, joining};
use super::routes::away;
use crate::board::Hex;
use crate::board::odds::Odds;
use crate::document::{Diagnostic, Node, Span, Text, Value};
use std::collections::{BTreeMap, BTreeSet};

impl Reader<'_> {
    /// The entries of `attack:`.
    pub fn entries(&mut self, node: &Node) -> Vec<Entry> {
        let mut entries = Vec::new();
        for item in self.lines(node, "attack", "at: HEX") {
            match &item.value {
                Value::Map(keys) => entries.extend(self.entry(self.line(item), keys)),
                _ => self.complaints.push(
                    Diagnostic::error(self.locate(item.span), "an attack without keys")
                        .help("write `- at: HEX`, and `by: UNITS` under it"),
                ),
            }
        }
        if self.is_lenient() {
            self.name_combats(&mut entries);
        }
        entries
    }

    /// Understands either hex of a combat against two as its name, the lowest, where no entry has
    /// the other for its name.
    fn name_combats(&mut self, entries: &mut [Entry]) {
        let mut names: BTreeMap<Hex, BTreeSet<Hex>> = BTreeMap::new();
        for entry in entries.iter() {
            for hex in &entry.at {
                names.entry(hex.value).or_default().insert(entry.name());
            }
        }
        for condition in entries.iter_mut().flat_map(|entry| &mut entry.conditions) {
            let Condition::Combat(hex, outcome) = condition.value else { continue };
            let known = names.get(&hex).filter(|names| names.len() == 1);
            if let Some(name) = known.and_then(BTreeSet::first)
                && *name != hex
            {
                condition.value = Condition::Combat(*name, outcome);
                let what = format!("`{hex}` read as the combat against {name}");
                self.repaired(condition.span, what);
            }
        }
    }

    fn entry(&mut self, span: Span, keys: &[(Text, Node)]) -> Option<Entry> {
        let mut entry = Entry::plain(Hex::new(1, 1), Vec::new());
        entry.at.clear();
        entry.span = span;
        let (mut at, mut by) = (false, false);
        for (key, value) in keys {
            at |= key.text == "at";
            by |= key.text == "by";
            self.entry_key(key, value, &mut entry);
        }
        for (key, form, _) in
            [("at", "at: HEX", at), ("by", "by: UNITS", by)].iter().filter(|k| !k.2)
        {
            let complaint = Diagnostic::error(span, format!("an attack without `{key}`"));
            self.complaints.push(complaint.help(format!("add `{form}`")));
        }
        for aside in &entry.aside {
            if entry.by.iter().any(|unit| unit.value == aside.value) {
                self.twice(*aside, None);
            }
        }
        (at && by).then_some(entry)
    }

    fn entry_key(&mut self, key: &Text, value: &Node, entry: &mut Entry) {
        let form = match ENTRY.iter().position(|known| *known == key.text) {
            Some(at) => FORMS[at],
            None => return self.unknown(key, &ENTRY),
        };
        let Some(mut phrase) = self.sentence(&key.text, value, form) else { return };
        let p = &mut phrase;
        let read = match key.text.as_str() {
            "at" => self.targets(p).map(|hexes| entry.at = hexes),
            "by" => self.units(p).map(|units| entry.by = units),
            "aside" => self.units(p).map(|units| entry.aside = units),
            "if" => self.conditions(p).map(|conditions| entry.conditions = conditions),
            "expect" => expect(p).map(|expect| entry.expect = Some(expect)),
            "least" => p.odds().map(|odds| entry.least = Some(odds)),
            "reduce" => p.odds().map(|odds| entry.reduce = Some(odds)),
            "pause" if p.is("after") => {
                entry.pause = Some(p.take().span);
                Ok(())
            }
            "pause" => Err(p.wrong("`after`", &["after"])),
            "die" => p.number().map(|face| entry.die = Some(face)),
            "won" => self.then(p).map(|then| entry.won = Some(then)),
            "DR" => self.then(p).map(|then| entry.dr = Some(then)),
            "DE" => self.then(p).map(|then| entry.de = Some(then)),
            "EX" => self.lose(p).map(|lose| entry.ex = Some(lose)),
            "AR" => self.retreats(p).map(|retreats| entry.ar = retreats),
            _ => self.push(p).map(|push: GiveWay| entry.push = vec![push]),
        };
        let read = read.and_then(|()| phrase.done(may_follow(&key.text), WORDS));
        self.keep(read);
    }

    fn targets(&mut self, phrase: &mut Phrase<'_>) -> Read<Vec<At<Hex>>> {
        let mut hexes: Vec<At<Hex>> = Vec::new();
        loop {
            let hex = phrase.hex()?;
            if hexes.iter().any(|h| h.value == hex.value) {
                let headline = format!("hex {} is named twice", hex.value);
                return Err(Diagnostic::error(hex.span, headline));
            }
            hexes.push(hex);
            if !phrase.eat(",") {
                return Ok(hexes);
            }
        }
    }

    /// `cond { "and" cond }`
    fn conditions(&mut self, phrase: &mut Phrase<'_>) -> Read<Vec<At<Condition>>> {
        let mut conditions = Vec::new();
        loop {
            let mark = phrase.mark();
            let condition = match phrase.try_hex() {
                Some(hex) => outcome(phrase, hex.value)?,
                None => self.life(phrase)?,
            };
            conditions.push(At::new(condition, phrase.since(mark)));
            if !phrase.eat("and") {
                return Ok(conditions);
            }
        }
    }

    /// `unit ( "alive" | "dead" )`; own units come first.
    fn life(&mut self, phrase: &mut Phrase<'_>) -> Read<Condition> {
        const WORDS: &[&str] = &["alive", "dead", "and"];
        let name = phrase.name(WORDS)?;
        let hex = if phrase.eat("@") { Some(phrase.hex()?.value) } else { None };
        let (alive, dead) = (phrase.is("alive"), phrase.is("dead"));
        if !alive && !dead {
            return Err(phrase.wrong("`alive` or `dead`", &["alive", "dead"]));
        }
        phrase.take();
        let unit = self.anybody(&name.value, hex, name.span);
        Ok(if alive { Condition::Alive(unit) } else { Condition::Dead(unit) })
    }

    /// An own unit of that name, else an enemy one.
    fn anybody(&mut self, name: &str, hex: Option<Hex>, span: Span) -> UnitId {
        let enemy = self.names.army.enemy();
        if hex.is_none()
            && self.names.exact(name).is_none()
            && let Some(unit) = self.names.exact_of(enemy, name)
        {
            return unit;
        }
        // An `@` stands in a record where both armies have a unit of that name.
        let search = self.is_patient() && (self.is_lenient() || hex.is_some());
        let own = self.names.exact(name).filter(|_| hex.is_none());
        if !search || own.is_some() {
            return self.look_up(name, hex, span);
        }
        match self.names.find(self.names.army, name, hex) {
            Err(Unfit::Unknown | Unfit::Elsewhere(_)) => {}
            _ => return self.look_up(name, hex, span),
        }
        match self.names.find(enemy, name, hex) {
            Ok(unit) => self.resolved(name, hex, unit, span),
            Err(_) => self.look_up(name, hex, span),
        }
    }

    /// `"stay" | go { ", else" ( go | unit [ "to" hex ] | "stay" ) }`
    fn then(&mut self, phrase: &mut Phrase<'_>) -> Read<Then> {
        let mark = phrase.mark();
        let known = &["stay", "advance"];
        if !phrase.is("stay") && !phrase.is("advance") {
            return Err(phrase.wrong("`stay` or `advance UNIT`", known));
        }
        let mut options = vec![self.go(phrase)?];
        while phrase.is(",") {
            let said = phrase.text().get(..phrase.mark()).unwrap_or_default().trim_end();
            phrase.take();
            if !phrase.eat("else") {
                let complaint = phrase.wrong("`else`", &["else"]);
                return Err(match complaint.help {
                    Some(_) => complaint,
                    None => complaint.help(one_advances(said, phrase)),
                });
            }
            options.push(self.go(phrase)?);
        }
        if phrase.is("and") {
            let said = phrase.text().get(..phrase.mark()).unwrap_or_default().trim_end();
            let complaint = phrase.wrong("`, else` or the end", &[]);
            phrase.take();
            return Err(complaint.help(one_advances(said, phrase)));
        }
        Ok(Then { options, span: phrase.since(mark) })
    }

    /// `"stay" | [ "advance" ] unit [ "to" hex ]`
    fn go(&mut self, phrase: &mut Phrase<'_>) -> Read<Go> {
        if phrase.eat("stay") {
            return Ok(Go::Stay);
        }
        phrase.eat("advance");
        let stops = [&["to", "else"], joining(phrase)].concat();
        let unit = self.unit(phrase, &stops)?;
        let hex = if phrase.eat("to") { Some(phrase.hex()?.value) } else { None };
        Ok(Go::Advance(unit.value, hex))
    }

    /// `"lose" ( units | "smallest" | "all" )`
    pub fn lose(&mut self, phrase: &mut Phrase<'_>) -> Read<Lose> {
        let mark = phrase.mark();
        if !phrase.eat("lose") {
            return Err(phrase.wrong("`lose`", &["lose"]));
        }
        let mut word = phrase.clone();
        let (smallest, all) = (word.is("smallest"), word.is("all"));
        word.take();
        if word.is_done() && (smallest || all) {
            *phrase = word;
            let span = phrase.since(mark);
            return Ok(if all { Lose::All(span) } else { Lose::Smallest(span) });
        }
        let units = self.units(phrase)?;
        Ok(Lose::Units(units, phrase.since(mark)))
    }

    /// `item { "," item }`, item = `( unit | "any" ) away`
    fn retreats(&mut self, phrase: &mut Phrase<'_>) -> Read<Vec<Retreat>> {
        let mut seen = Seen::new(self);
        let mut retreats = Vec::new();
        loop {
            let mark = phrase.mark();
            let whom = self.whom(phrase, &["toward", "towards", "exit"])?;
            seen.whom(whom, self);
            let away = away(phrase)?;
            let span = phrase.since(mark);
            retreats.push(Retreat { whom: whom.value, away: Some(away), span });
            if !phrase.eat(",") {
                return Ok(retreats);
            }
        }
    }
}

/// Forms of the values, in the order of [`ENTRY`].
const FORMS: [&str; ENTRY.len()] = [
    "at: HEX, HEX",
    "by: UNIT, UNIT",
    "aside: UNIT, UNIT",
    "if: HEX won|held|gone|AE|AR|DR|DE|EX|empty|enemy and UNIT alive|dead",
    "expect: N to N, ODDS | ODDS",
    "least: ODDS",
    "reduce: ODDS",
    "pause: after",
    "die: N",
    "won: stay | advance UNIT [to HEX], else UNIT [to HEX], else stay",
    "DR: stay | advance UNIT [to HEX], else UNIT [to HEX], else stay",
    "DE: stay | advance UNIT [to HEX], else UNIT [to HEX], else stay",
    "EX: lose UNIT, UNIT | lose smallest | lose all",
    "AR: UNIT HEX HEX, UNIT toward HEX, any toward HEX",
    "push: UNIT|any [smallest,] HEX HEX | toward HEX",
];

/// Words that may stand in an entry, for suggestions.
const WORDS: &[&str] = &["and", "else", "to", "toward", "exit", "alone"];

/// What the grammar has for somebody who lets two units advance.
fn one_advances(said: &str, next: &Phrase<'_>) -> String {
    let mut rest = next.clone();
    let from = rest.mark();
    while !rest.is_done() && !rest.is(",") {
        rest.take();
    }
    let other = next.text().get(from..rest.mark()).unwrap_or_default().trim_end();
    let other = other.strip_prefix("advance ").unwrap_or(other);
    format!("one unit advances; for a second choice write `{said}, else {other}`")
}

/// What may follow a value that is complete.
fn may_follow(key: &str) -> &'static str {
    match key {
        "at" | "by" | "aside" | "AR" => "a comma",
        "if" => "`and`",
        "won" | "DR" | "DE" => "`, else`",
        _ => "",
    }
}

/// What is asked of a hex.
fn outcome(phrase: &mut Phrase<'_>, hex: Hex) -> Read<Condition> {
    const WORDS: &[&str] = &["won", "held", "gone", "AE", "AR", "DR", "DE", "EX", "empty", "enemy"];
    let word = phrase.peek();
    let is = |known: &str| word.eq_ignore_ascii_case(known);
    let condition = match Fought::read(word) {
        Some(result) => Condition::Combat(hex, Outcome::Result(result)),
        None if is("won") => Condition::Combat(hex, Outcome::Won),
        None if is("held") => Condition::Combat(hex, Outcome::Held),
        None if is("gone") => Condition::Combat(hex, Outcome::Gone),
        None if is("empty") => Condition::Empty(hex),
        None if is("enemy") => Condition::Enemy(hex),
        None => {
            let due = "`won`, `held`, `gone`, a result, `empty` or `enemy`";
            return Err(phrase.wrong(due, WORDS));
        }
    };
    phrase.take();
    Ok(condition)
}

/// `N "to" N [ "," odds ] | odds`
fn expect(phrase: &mut Phrase<'_>) -> Read<At<Expect>> {
    let mark = phrase.mark();
    if phrase.peek().contains('-') {
        let odds = phrase.odds()?;
        return Ok(At::new(Expect { sums: None, odds: Some(odds.value) }, odds.span));
    }
    if let Some((attack, defence)) = phrase.peek().split_once(':') {
        let odds = format!("{attack}-{defence}");
        let help = match odds.parse::<Odds>() {
            Ok(_) => format!("write odds as `{odds}`, sums of strength as `{attack} to {defence}`"),
            Err(_) => format!("write `{attack} to {defence}`"),
        };
        return Err(phrase.wrong("`N to N`", &[]).help(help));
    }
    let attack = phrase.number()?.value;
    if !phrase.eat("to") {
        return Err(phrase.wrong("`to`", &["to"]));
    }
    let sums = Some((attack, phrase.number()?.value));
    let odds = if phrase.eat(",") { Some(phrase.odds()?.value) } else { None };
    Ok(At::new(Expect { sums, odds }, phrase.since(mark)))
}
