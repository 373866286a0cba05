//! Events to notation.

use super::super::events::{Attack, Defender, Event, Loss, March, Passed, Reach};
use super::super::scenario::{Scenario, UnitId};
use super::arrivals;
use super::sources::{Decision, advance_items, items};
use super::{HANG, WIDTH, has_four_digits, has_loose_blanks, is_bare};
use crate::board::Hex;
use crate::board::odds::Odds;
use crate::rule::Rule;
use std::fmt::Write;

mod account;

/// Prints events in move-log notation.
pub fn print(scenario: &Scenario, events: &[Event]) -> String {
    let mut out = String::new();
    let mut writer = Writer { scenario, combat: None };
    let mut rest = events;
    while let Some(first) = rest.first() {
        let (count, line) = writer.line(rest);
        let indent = indent(first);
        rest = &rest[count..];
        let mut lines = broken(&line, indent);
        if let (Event::Moved(March { zone: true, .. }), [only]) = (first, lines.as_mut_slice()) {
            let room = WIDTH.saturating_sub(only.len() + STOPPED.len());
            if room >= 2 {
                *only += &" ".repeat(room);
                *only += STOPPED;
            }
        }
        for line in lines {
            out += &line;
            out.push('\n');
        }
    }
    out
}

/// A remark; it says nothing that the mark in the path does not say.
const STOPPED: &str = "* stopped by enemy zone (5.0)";

/// Blanks before a line: none for a player-turn, one for a decision, three for a consequence.
const fn indent(event: &Event) -> usize {
    match event {
        Event::TurnBegins { .. } => 0,
        Event::Rolled { .. }
        | Event::Moved(_)
        | Event::Stopped { .. }
        | Event::Duties { .. }
        | Event::Attack(_)
        | Event::PassedOver { .. }
        | Event::DutyAdded { .. }
        | Event::CutOff { .. }
        | Event::LevelDropped { .. }
        | Event::Line { .. }
        | Event::Recovered { .. }
        | Event::TurnEnds { .. }
        | Event::GameOver { .. } => 1,
        Event::Lost { at: None, .. } => 1,
        Event::Away { .. }
        | Event::Lost { .. }
        | Event::BroughtForward { .. }
        | Event::Released { .. }
        | Event::Opens { .. }
        | Event::QuotaLifted { .. }
        | Event::Struck { .. }
        | Event::Demoralized { .. }
        | Event::Rallied { .. }
        | Event::Occupied { .. }
        | Event::CavalryStands { .. }
        | Event::CavalryGoes { .. }
        | Event::Evaded { .. }
        | Event::NewOdds { .. }
        | Event::Die { .. }
        | Event::Eliminated { .. }
        | Event::Retreated { .. }
        | Event::Pushed { .. }
        | Event::Ineffective { .. }
        | Event::Advanced { .. }
        | Event::Stayed { .. }
        | Event::NoAdvance { .. }
        | Event::Points { .. } => 3,
    }
}

struct Writer<'a> {
    scenario: &'a Scenario,
    /// The name of the last combat, after which its die is called.
    combat: Option<Hex>,
}

impl Writer<'_> {
    /// A line, and how many of the coming events it holds: a die stands behind its odds, and those
    /// who give way stand behind the unit that pushes them, the last to go first.
    fn line(&mut self, coming: &[Event]) -> (usize, String) {
        let pushes =
            coming.iter().take_while(|event| matches!(event, Event::Pushed { .. })).count();
        match (pushes, coming.get(pushes), coming.get(1)) {
            (1.., Some(arrival @ (Event::Retreated { .. } | Event::CavalryGoes { .. })), _) => {
                let mut line = self.clause(arrival);
                for event in coming[..pushes].iter().rev() {
                    let clause = self.clause(event);
                    line += &format!("  pushes{}", clause.trim_start_matches("pushed"));
                }
                (pushes + 1, line)
            }
            (
                0,
                Some(odds @ (Event::Attack(_) | Event::NewOdds { .. })),
                Some(die @ Event::Die { .. }),
            ) => (2, format!("{}  {}", self.clause(odds), self.clause(die))),
            _ => (1, self.clause(&coming[0])),
        }
    }

    fn clause(&mut self, event: &Event) -> String {
        match event {
            Event::TurnBegins { turn, army, weather } => {
                let mut text = format!("{turn} {army}");
                for (word, because) in weather {
                    text += &format!("  {} {}", bare(word), rule(because));
                }
                text
            }
            Event::Rolled { label, face, meaning, rule: because } => {
                format!("roll {} {face} {} {}", bare(label), quoted(meaning), rule(because))
            }
            Event::Moved(march) => self.march(march),
            Event::Stopped { unit, at, why, rules } => {
                let at = at.map_or(String::new(), |hex| format!("{hex} "));
                let mut text = format!("{} stops {at}{}", self.unit(*unit), quoted(why));
                for because in rules {
                    text += &format!(" {}", rule(because));
                }
                text
            }
            Event::Released { units, rule: because } => {
                format!("released{} {}", self.units(units), rule(because))
            }
            Event::Opens { what, army, turn, rule: because } => {
                format!("opens {army} {turn} {} {}", quoted(what), rule(because))
            }
            Event::QuotaLifted { army, rule: because } => format!("quota {army} {}", rule(because)),
            Event::Occupied { hex, army, rule: because } => {
                format!("{hex} held {army} {}", rule(because))
            }
            Event::Struck { units, rule: because } => {
                format!("struck{} {}", self.units(units), rule(because))
            }
            Event::Away { .. } | Event::Lost { .. } | Event::BroughtForward { .. } => {
                arrivals::print(event, |unit| self.unit(unit), rule).unwrap_or_default()
            }
            Event::Duties { attackers, targets } => {
                format!("contact{} vs{}", self.units(attackers), self.units(targets))
            }
            Event::Attack(attack) => self.attack(attack),
            Event::PassedOver { combat, why } => format!("{combat} skipped {}", passed(why)),
            Event::DutyAdded { combat, by } => format!("{combat} added{}", self.units(by)),
            Event::CavalryStands { unit, source } => {
                format!(
                    "{} stands {}",
                    self.unit(*unit),
                    bracket(&items(Decision::Cavalry, *source))
                )
            }
            Event::CavalryGoes { unit, from, path: [first, second], source } => {
                let by = bracket(&items(Decision::Cavalry, *source));
                format!("{} {from}>{first}>{second} {by}", self.unit(*unit))
            }
            Event::Evaded { combat } => format!("{combat} evaded"),
            Event::NewOdds { attack, defence, odds } => {
                format!("now {attack}:{defence}={}", odds_word(*odds))
            }
            Event::Die { label, face, result } => {
                let mut text = format!("die {face} {}", result.word());
                if self.combat.map(|hex| format!("{hex}.crt.1")).as_ref() != Some(label) {
                    text += &format!(" as {}", bare(label));
                }
                text
            }
            Event::Eliminated { unit, at, why, source } => {
                let why = match why {
                    Loss::Combat(result) => result.word().to_owned(),
                    Loss::NoRetreat => "no-retreat".to_owned(),
                    Loss::NoDisplacement => "no-push".to_owned(),
                    Loss::Fixed(because) => format!("fixed {}", rule(because)),
                    Loss::NoWay(because) => format!("no-way {}", rule(because)),
                };
                let by = source.map_or(String::new(), |source| {
                    format!(" {}", bracket(&items(Decision::Exchange, source)))
                });
                format!("-{} {at} {why}{by}", self.unit(*unit))
            }
            Event::Retreated { unit, from, to, cause, source, skipped } => {
                let to = to.map_or("exit".to_owned(), |hex| hex.to_string());
                let by = bracket(&items(Decision::Retreat(*cause), *source));
                let mut text = format!("{} {from}>{to} {by}", self.unit(*unit));
                if !skipped.is_empty() {
                    text += "  not";
                }
                for (hex, because) in skipped {
                    text += &format!(" {hex} {}", rule(because));
                }
                text
            }
            Event::Pushed { unit, from, to, source } => {
                let by = bracket(&items(Decision::Push, *source));
                format!("pushed {} {from}>{to} {by}", self.unit(*unit))
            }
            Event::Ineffective { unit } => format!("{} ineffective", self.unit(*unit)),
            Event::Recovered { units } => format!("recovered{}", self.units(units)),
            Event::Advanced { unit, from, to, source, by } => {
                format!(
                    "^{} {from}>{to} {}",
                    self.unit(*unit),
                    bracket(&advance_items(by, *source))
                )
            }
            Event::Stayed { cleared, army, source, by } => {
                format!("^none {army}{} {}", hexes(cleared), bracket(&advance_items(by, *source)))
            }
            Event::NoAdvance { unit, to, rule: because } => {
                let to = to.map_or(String::new(), |hex| format!("{hex} "));
                format!("^{} barred {to}{}", self.unit(*unit), rule(because))
            }
            Event::Points { army, award, points, what, rule: because } => {
                let (award, what) = (award.word(), bare(what));
                format!("points {army} +{points} {award} {what} {}", rule(because))
            }
            Event::Demoralized { .. }
            | Event::Rallied { .. }
            | Event::Line { .. }
            | Event::CutOff { .. }
            | Event::LevelDropped { .. } => self.account(event),
            Event::TurnEnds { points: [first, second] } => format!("end {first}:{second}"),
            Event::GameOver { winner, level, rule: because } => {
                let winner = winner.map_or("draw", |army| army.title());
                format!("over {winner} {} {}", quoted(level), rule(because))
            }
        }
    }

    fn march(&self, march: &March) -> String {
        let mut text = self.unit(march.unit);
        let mut path: Vec<String> = march.from.iter().map(Hex::to_string).collect();
        path.extend(march.steps.iter().map(|(hex, _)| hex.to_string()));
        path.extend(march.exit.map(|_| "exit".to_owned()));
        if march.from.is_none() {
            text += " enters";
        }
        if !path.is_empty() {
            text += &format!(" {}", path.join("-"));
        }
        if march.zone {
            text += "*";
        }
        text += &format!("  {}/{} MP", march.spent(), march.allowance);
        let costs: Vec<u8> = march.steps.iter().map(|(_, cost)| *cost).chain(march.exit).collect();
        if costs.len() > 1 && costs.iter().any(|cost| *cost != 1) {
            let costs: Vec<String> = costs.iter().map(u8::to_string).collect();
            text += &format!(" ({})", costs.join("+"));
        }
        if march.strategic {
            text += " strategic";
        }
        if march.one_hex {
            text += " one-hex";
        }
        text
    }

    fn attack(&mut self, attack: &Attack) -> String {
        self.combat = attack.at.first().copied();
        let at: Vec<String> = attack.at.iter().map(Hex::to_string).collect();
        let mut text = format!("{} x", at.join(","));
        for (unit, strength, reach) in &attack.by {
            text += match reach {
                Reach::Adjacent => " ",
                Reach::Bombarding => " +",
            };
            text += &self.unit_of_strength(*unit, *strength, None);
        }
        text += " vs";
        for defender in &attack.against {
            text += &format!(" {}", self.defender(defender, &attack.at));
        }
        text += &format!("  {}:{}=", attack.attack, attack.defence);
        if let Some(full) = attack.reduced_from {
            text += &format!("{}>", odds_word(full));
        }
        text += &odds_word(attack.odds);
        for (word, units) in [("without", &attack.missing), ("aside", &attack.aside)] {
            if !units.is_empty() {
                text += &format!("  {word}{}", self.units(units));
            }
        }
        if let Some(expected) = &attack.expected {
            text += &format!("  expected {}", quoted(expected));
        }
        text
    }

    fn defender(&self, defender: &Defender, at: &[Hex]) -> String {
        let on = (at != [defender.at]).then_some(defender.at);
        let mut text = self.unit_of_strength(defender.unit, defender.strength, on);
        if defender.multiplier != 1 || !defender.benefit.is_empty() {
            text += &format!("*{}", defender.multiplier);
        }
        if !defender.benefit.is_empty() {
            text += &bracket(&[&defender.benefit]);
        }
        text
    }

    /// A unit, its hex if asked for, and its strength where it is not the printed one.
    fn unit_of_strength(&self, unit: UnitId, strength: u16, on: Option<Hex>) -> String {
        let mut text = self.unit(unit);
        if let Some(hex) = on {
            text += &format!("@{hex}");
        }
        if strength != self.scenario.unit(unit).strength {
            text += &format!("({strength})");
        }
        text
    }

    /// A unit's name, with its side where both sides have that name.
    fn unit(&self, unit: UnitId) -> String {
        let counter = self.scenario.unit(unit);
        let side = match self.scenario.find(counter.army.enemy(), &counter.id) {
            Some(_) => format!("{}:", counter.army.word()),
            None => String::new(),
        };
        side + &name(&counter.id)
    }

    fn units(&self, units: &[UnitId]) -> String {
        units.iter().map(|unit| format!(" {}", self.unit(*unit))).collect()
    }
}

fn passed(why: &Passed) -> String {
    match why {
        Passed::Condition => "condition".to_owned(),
        Passed::Least(least) => format!("least {}", odds_word(*least)),
        Passed::Fought => "fought".to_owned(),
        Passed::NobodyThere => "nobody-there".to_owned(),
        Passed::NoAttackers => "no-attackers".to_owned(),
        Passed::Illegal(what, because) => format!("illegal {} {}", quoted(what), rule(because)),
    }
}

fn odds_word(odds: Odds) -> String {
    match odds {
        Odds::ALL_TO_NONE => "all-none".to_owned(),
        Odds::NONE_TO_ALL => "none-all".to_owned(),
        odds => odds.to_string(),
    }
}

fn hexes(hexes: &[Hex]) -> String {
    hexes.iter().map(|hex| format!(" {hex}")).collect()
}

/// A name, its blanks as `_`; in quotation marks where it could be taken for something else.
fn name(id: &str) -> String {
    let plain = id.chars().all(|c| (is_bare(c) && c != '_') || c == ' ')
        && id.starts_with(|c: char| c.is_ascii_alphanumeric())
        && id.contains(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit())
        && !has_four_digits(id);
    if plain { id.replace(' ', "_") } else { quoted(id) }
}

/// A word as it is where it can stand alone, else in quotation marks.
fn bare(text: &str) -> String {
    let plain = !text.is_empty() && text.chars().all(is_bare);
    if plain { text.to_owned() } else { quoted(text) }
}

/// Text in quotation marks, in printable ASCII, with no two blanks together and none at an end.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    let mut blank = true;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            ' ' if blank || chars.peek().is_none() => out.push_str("\\u{20}"),
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            ' '..='~' => out.push(c),
            // Writing to a string does not fail.
            _ => drop(write!(out, "\\u{{{:x}}}", u32::from(c))),
        }
        blank = c == ' ';
    }
    out.push('"');
    out
}

/// A citation in parentheses.
fn rule(rule: &Rule) -> String {
    let number = rule.number();
    let mut depth = 0i64;
    let balanced = number.chars().all(|c| {
        depth += i64::from(c == '(') - i64::from(c == ')');
        depth >= 0
    });
    let plain = balanced
        && depth == 0
        && number.chars().all(|c| matches!(c, ' '..='~') && !matches!(c, '"' | '\\'))
        && !has_loose_blanks(number);
    if plain { format!("({number})") } else { format!("({})", quoted(number)) }
}

/// Items in brackets, each as it is where it is plain words.
fn bracket(items: &[&str]) -> String {
    let items: Vec<String> = items
        .iter()
        .map(|item| {
            let plain = !item.is_empty()
                && item.chars().all(|c| is_bare(c) || c == ' ')
                && !has_loose_blanks(item);
            if plain { (*item).to_owned() } else { quoted(item) }
        })
        .collect();
    format!("[{}]", items.join(", "))
}

/// A line broken at blanks, its continuations indented; between the parts of a line if that is
/// enough, which two blanks tell apart.
fn broken(line: &str, indent: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut current = " ".repeat(indent);
    let mut empty = true;
    for part in line.split("  ") {
        let fits = HANG + part.len() <= WIDTH;
        let words: Vec<&str> = if fits { vec![part] } else { part.split(' ').collect() };
        for (i, word) in words.into_iter().enumerate() {
            let blanks = if empty { 0 } else { 2 - i.min(1) };
            if !empty && current.len() + blanks + word.len() > WIDTH {
                lines.push(std::mem::replace(&mut current, " ".repeat(HANG)));
            } else {
                current += &" ".repeat(blanks);
            }
            current += word;
            empty = false;
        }
    }
    lines.push(current);
    lines
}
