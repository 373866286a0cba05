//! Mails counted: what a player-turn cost, which decision forced each further one, and the line that
//! would have saved it.
//!
//! Counted as the table of `provost-dice/1` counts: one record handed over is one mail. Records that
//! one author writes one after the other go together, except that a close waits for something from
//! outside. The mail that closes a player-turn and carries the next orders belongs to the next one;
//! claims, rulings and the like travel with others.

use super::course::{Handed, is_given_up, is_missed};
use super::open::{Campaign, Filed};
use super::record::Halt;
use super::terms::REFEREE;
use super::words::capital;
use crate::document::Node;
use crate::games::{Saving, saves_question};
use crate::play::view::{Kind, Line, count};
use crate::store::Store;

/// The mails of a player-turn, as far as it has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mails {
    /// How many it cost.
    pub cost: u32,
    /// How many would have been enough.
    pub enough: u32,
    /// Whether it has come to its end.
    pub ended: bool,
    /// Locks that were given up, and had to be written again.
    pub given_up: u32,
    /// Halts, each with what would have saved it.
    pub forced: Vec<Forced>,
}

/// A decision that forced further mails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forced {
    /// The halt, as the record has it: `pause 1112`.
    pub halt: String,
    /// Whose decision it was.
    pub by: String,
    /// How many mails it cost; unknown while play halts there.
    pub mails: Option<u32>,
    /// What would have saved them; none if the halt was for nothing.
    pub saving: Option<Saving>,
    /// Whether that line has what was answered in fact, and not what the default would be.
    pub answered: bool,
    /// Whether a later halt about the same attack has all of its lines too.
    pub merged: bool,
}

impl<S: Store> Campaign<S> {
    /// The mails of a player-turn up to a record that moved the game on.
    pub fn mails(&self, filed: &Filed) -> Mails {
        let first = self.first_of(filed);
        let within = |seq: u32| (first..=filed.seq).contains(&seq);
        let course: Vec<&Handed> = self.handed().iter().filter(|h| within(h.seq)).collect();
        // What was missed came in no mail.
        let mailed = course.iter().filter(|h| !is_missed(self.handed(), h)).copied();
        let numbers = numbered(&mailed.collect::<Vec<&Handed>>());
        let number = |seq: u32| numbers.iter().find(|(of, _)| *of == seq).map_or(0, |(_, n)| *n);
        let phasing = &filed.outcome.side;
        let ended = filed.outcome.report.ended();
        let last = course.last().filter(|h| h.closes && h.from.as_str() != REFEREE);
        // It closes, and carries orders of the player-turn that comes next.
        let next = ended && last.is_some_and(|h| h.from != *phasing);
        let all = number(filed.seq);
        let by_others = self.replay().terms().mode.has_referee();
        let halts: Vec<&Filed> = self.filed().iter().filter(|f| within(f.seq)).collect();
        let (mut forced, mut lists) = (Vec::<Forced>::new(), Vec::new());
        for (at, halted) in halts.iter().enumerate() {
            let Some(halt) = halted.outcome.report.halt.as_ref().filter(|h| **h != Halt::End)
            else {
                continue;
            };
            let until = halts.get(at + 1).map(|next| next.seq);
            let later = course.iter().filter(|h| h.seq >= halted.seq);
            let later: Vec<&Handed> =
                later.filter(|h| until.is_none_or(|until| h.seq < until)).copied().collect();
            let mails = until.map(|until| number(until) - number(halted.seq));
            forced.push(self.forced(halted, halt, mails, &later, &mut lists));
        }
        merge(&mut forced);
        let given_up = course.iter().filter(|h| is_given_up(self.handed(), h)).count();
        Mails {
            cost: if next { all.saturating_sub(1) } else { all },
            enough: if by_others { 2 } else { 1 },
            ended,
            given_up: u32::try_from(given_up).unwrap_or(u32::MAX),
            forced,
        }
    }

    /// The record with the first lock of a player-turn, also if it was given up.
    fn first_of(&self, filed: &Filed) -> u32 {
        let ended = |f: &&Filed| f.seq < filed.seq && f.outcome.report.ended();
        let before = self.filed().iter().filter(ended).map(|f| f.seq).max().unwrap_or(0);
        // What closed the player-turn before may carry the first orders of this one.
        let begins = |h: &&Handed| h.orders && (h.seq > before || h.seq == before && h.closes);
        self.handed().iter().find(begins).map_or(filed.seq, |handed| handed.seq)
    }

    /// What forced a halt, and what would have saved it.
    ///
    /// `lists` are the attack lists that halted, each with the lines that would have saved it.
    fn forced(
        &self,
        at: &Filed,
        halt: &Halt,
        mails: Option<u32>,
        later: &[&Handed],
        lists: &mut Vec<(u32, Node)>,
    ) -> Forced {
        let (game, phasing) = (self.replay().game(), at.outcome.side.as_str());
        let resumed = mails.is_some();
        let list = later.iter().find_map(|handed| handed.attack.as_ref());
        let (by, saving, answered) = match (halt, &at.ask) {
            (Halt::Ask(key), Some(ask)) => {
                let said = later.iter().find_map(|handed| handed.answer_to(key));
                let default = ask.choices.get(ask.default).map_or("", String::as_str);
                let mut ours = at.orders.iter().rev();
                let ours = ours.find_map(|(seq, all)| Some((*seq, all.get("attack")?)));
                let ours = ours.and_then(|(seq, list)| list_of(lists, seq, list));
                let saving = saves_question(ask, phasing, said.unwrap_or(default), ours);
                (ask.whose.as_str(), Some(saving), said.is_some())
            }
            (Halt::Pause(hex), _) => {
                let saving = game.saves_pause(&at.outcome.played, hex, list);
                (phasing, saving, resumed)
            }
            (Halt::Expect(hex), _) => {
                let filed = at.orders.iter().rev().find_map(|(_, orders)| orders.get("attack"));
                (phasing, game.saves_expectation(hex, filed, list), resumed)
            }
            _ => (phasing, None, resumed),
        };
        let halt = halt.to_string();
        Forced { halt, by: by.to_owned(), mails, saving, answered, merged: false }
    }
}

/// The attack list of a record, with the lines that were added to it.
fn list_of<'l>(lists: &'l mut Vec<(u32, Node)>, seq: u32, list: &Node) -> Option<&'l mut Node> {
    if !lists.iter().any(|(of, _)| *of == seq) {
        lists.push((seq, list.clone()));
    }
    lists.iter_mut().find(|(of, _)| *of == seq).map(|(_, list)| list)
}

/// Marks what a later halt tells too, so that each attack stands there once.
fn merge(forced: &mut [Forced]) {
    let of = |forced: &Forced| {
        let saving = forced.saving.as_ref().filter(|saving| saving.section == "attack")?;
        forced.halt.starts_with("ask").then(|| saving.lines.first().cloned()).flatten()
    };
    let attacks: Vec<Option<String>> = forced.iter().map(of).collect();
    for (at, forced) in forced.iter_mut().enumerate() {
        let mut later = attacks.iter().skip(at + 1);
        forced.merged = attacks[at].is_some() && later.any(|later| *later == attacks[at]);
    }
}

/// The number of the mail in which each record goes, from 1.
fn numbered(course: &[&Handed]) -> Vec<(u32, u32)> {
    let (mut numbers, mut mails) = (Vec::new(), 0);
    let mut before: Option<&Handed> = None;
    for handed in course.iter().filter(|handed| !handed.free || handed.asks_void) {
        if handed.closes || before.is_none_or(|before| before.from != handed.from) {
            mails += 1;
        }
        numbers.push((handed.seq, mails));
        before = Some(handed);
    }
    numbers
}

impl Mails {
    /// In words, for a report.
    pub fn lines(&self) -> Vec<Line> {
        let cost = count(self.cost, "mail");
        let first = match (self.ended, self.cost > self.enough) {
            (false, _) => format!("This player-turn has cost {cost} so far"),
            (true, false) => format!("This player-turn cost {cost}"),
            (true, true) => {
                let would = if self.enough == 1 { "1 was needed" } else { "2 were needed" };
                format!("This player-turn cost {cost}; {would}")
            }
        };
        let mut lines = vec![Line::fact(0, first)];
        if self.given_up > 0 {
            let locks = count(self.given_up, "lock");
            lines.push(Line::fact(0, format!("{locks} given up and written again")));
        }
        self.forced.iter().for_each(|forced| forced.tell(&mut lines));
        lines
    }
}

impl Forced {
    fn tell(&self, lines: &mut Vec<Line>) {
        let (word, rest) = self.halt.split_once(' ').unwrap_or((&self.halt, ""));
        let by = capital(&self.by);
        let what = match word {
            "pause" => format!("the pause after {rest}, which {by} ordered"),
            "expect" => format!("the halt before {rest}, where {by} expected other odds"),
            _ => format!("the question {rest}, which {by} had left open"),
        };
        let cost = match self.mails {
            Some(mails) => format!("{} for {what}", count(mails, "mail")),
            None => format!("Another mail follows for {what}"),
        };
        lines.push(Line::fact(0, cost));
        let Some(saving) = &self.saving else {
            if self.mails.is_some() {
                let out = if word == "pause" { "`pause`" } else { "`expect`" };
                let text = format!("Nothing was changed then: leave {out} out next time");
                lines.push(Line::fact(1, text));
            }
            return;
        };
        if self.merged {
            return lines.push(Line::fact(1, "What saves it stands with the next one below"));
        }
        let before = if self.answered { "This saves it" } else { "Such a line saves it" };
        lines.push(Line::new(Kind::Fact, 1, format!("{before}, under `{}:`", saving.section)));
        lines.extend(saving.lines.iter().map(|line| {
            let inner = u8::from(line.starts_with("  "));
            Line::fact(2 + inner, line.trim_start())
        }));
    }
}
