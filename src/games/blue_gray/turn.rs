//! One player-turn, from its opening position to its end or to a halt.

use super::answers::{
    AttackList, Entry, GiveWay, NewStanding, Orders, Result as Outcome, Sentence,
};
use super::branches::Checkpoint;
use super::events::{Event, Fought};
use super::position::{Award, Halted, Marks, Phase, Place, Position};
use super::r08_combat::fight::Finding;
use super::scenario::{Army, Scenario, UnitId};
use super::{exclusive, r04_sequence};
use crate::board::Hex;
use crate::board::path::PathFinder;
use crate::document::{Diagnostic, Span};
use crate::play::{Ask, Fate, Roll, Source, Stop};
use crate::rule::Rule;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;

mod input;

pub use input::{Conduct, Errors, Expectation, InForce, Input, Missing, Played, Segment};

/// Plays a player-turn from its opening position.
pub fn play(scenario: &Scenario, opening: &Position, input: &Input, fate: &mut dyn Fate) -> Played {
    let mut turn = Turn::new(scenario, opening.clone(), input, fate);
    let stop = r04_sequence::player_turn(&mut turn).err();
    turn.finish(stop)
}

/// A player-turn while it is played.
pub struct Turn<'a> {
    /// The battle.
    pub scenario: &'a Scenario,
    /// The position now.
    pub position: Position,
    /// Whose player-turn it is.
    pub army: Army,
    /// What it is played from.
    pub input: &'a Input,
    /// Index of the segment in force.
    pub segment: usize,
    /// Attack entries in force, as filed or as replaced after a halt.
    pub entries: Cow<'a, [Entry]>,
    /// Combats fought so far.
    pub fought: Vec<Fought>,
    /// The combat being fought, by its name.
    pub combat: Option<Hex>,
    /// Names of the combats fought or dropped, in order.
    pub used: Vec<Hex>,
    /// Units that have moved in this movement phase, in order, with where each began.
    pub movers: Vec<(UnitId, Option<Hex>)>,
    /// Units that have come onto the map in this movement phase, in order.
    pub arrivals: Vec<Arrived>,
    /// Entries passed over by their `if` or `least`, by index.
    pub skipped: Vec<usize>,
    /// Combats before which the turn has halted for `expect`.
    pub expected: Vec<Hex>,
    /// The result of the combat being fought, once its die is known.
    pub result: Option<Outcome>,
    /// Whether `check` walks the branches: findings are collected, nothing is told.
    pub quiet: bool,
    /// Findings of a quiet turn, each with the index of its entry.
    pub findings: Vec<(usize, Finding)>,
    /// The combat phase before the latest entry, kept for a search that goes on from a halt.
    pub latest: Option<Checkpoint>,
    /// Whether to keep it.
    pub keeps_checkpoints: bool,
    /// First segment whose orders are refused if they are illegal; those before are locked, and
    /// fall to the agreed policy.
    pub strict_from: usize,
    standing: Cow<'a, InForce>,
    fate: &'a mut dyn Fate,
    asked: BTreeMap<String, u32>,
    answered: Vec<String>,
    labels: BTreeMap<(usize, String), u32>,
    /// Scratch memory of searches for paths.
    pub paths: RefCell<PathFinder>,
    events: Vec<Event>,
    rolls: Vec<Roll>,
    halts: Vec<String>,
    complaints: Vec<(usize, Diagnostic)>,
    left: Vec<UnitId>,
}

/// A unit that has come onto the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrived {
    /// Who.
    pub unit: UnitId,
    /// The game-turn from which it was due.
    pub due: u8,
    /// The entry hex whose column it belonged to; it may have come onto another, if that was taken.
    pub column: Hex,
}

/// An open question that somebody, or the published default, has answered.
pub enum Opened {
    /// By taking one of the choices.
    Choice(usize, Source),
    /// By a sentence, which the asker has yet to match.
    Said(Sentence, Answered),
}

/// Where a question was answered.
pub struct Answered {
    ask: Box<Ask>,
    span: Span,
}

impl<'a> Turn<'a> {
    /// A player-turn at its beginning.
    pub fn new(
        scenario: &'a Scenario,
        position: Position,
        input: &'a Input,
        fate: &'a mut dyn Fate,
    ) -> Turn<'a> {
        let army = position.phasing;
        Turn {
            scenario,
            position,
            army,
            input,
            segment: 0,
            entries: Cow::Borrowed(entries_of(input, 0)),
            fought: Vec::new(),
            combat: None,
            used: Vec::new(),
            movers: Vec::new(),
            arrivals: Vec::new(),
            skipped: Vec::new(),
            expected: Vec::new(),
            result: None,
            quiet: false,
            findings: Vec::new(),
            latest: None,
            keeps_checkpoints: false,
            strict_from: match input.conduct.errors {
                Errors::Refuse => 0,
                _ => usize::MAX,
            },
            standing: Cow::Borrowed(&input.standing),
            fate,
            asked: BTreeMap::new(),
            answered: Vec::new(),
            labels: BTreeMap::new(),
            paths: RefCell::default(),
            events: Vec::new(),
            rolls: Vec::new(),
            halts: Vec::new(),
            complaints: Vec::new(),
            left: Vec::new(),
        }
    }

    /// A combat phase taken up between two entries, quietly, for a search.
    pub fn resume(
        scenario: &'a Scenario,
        input: &'a Input,
        fate: &'a mut dyn Fate,
        from: &Checkpoint,
    ) -> Turn<'a> {
        let mut turn = Turn::new(scenario, from.position.clone(), input, fate);
        turn.quiet = true;
        turn.segment = from.segment;
        let latest = (0..=from.segment).rev().find(|s| input.segments[*s].orders.attack.is_some());
        turn.entries = Cow::Borrowed(entries_of(input, latest.unwrap_or(0)));
        let standing =
            input.segments[..=from.segment].iter().rev().find_map(|s| s.standing.as_ref());
        if let Some(standing) = standing {
            turn.standing = Cow::Owned(InForce::from_now(standing.clone(), &from.position));
        }
        turn.fought = from.fought.clone();
        turn.used = from.used.clone();
        turn.skipped = from.skipped.clone();
        turn.expected = from.expected.clone();
        turn
    }

    /// The combat phase as it stands before the entry of this index.
    pub fn checkpoint(&self, index: usize) -> Checkpoint {
        Checkpoint {
            index,
            segment: self.segment,
            position: self.position.clone(),
            fought: self.fought.clone(),
            used: self.used.clone(),
            skipped: self.skipped.clone(),
            expected: self.expected.clone(),
        }
    }

    /// Closes the books.
    pub fn finish(mut self, stop: Option<Stop>) -> Played {
        if !matches!(stop, Some(Stop::Refused(_))) {
            self.complain_of_unasked_answers();
        }
        if stop.is_some() {
            self.note_who_left();
            if self.position.phase == Phase::Combat {
                self.position.halted = Some(Halted {
                    used: self.used,
                    begun: self.combat,
                    result: self.result.map(|r| r.word().to_owned()),
                });
            }
        }
        Played {
            position: self.position,
            events: self.events,
            rolls: self.rolls,
            halts: self.halts,
            complaints: self.complaints,
            stop,
            left: self.left,
            standing: self.standing.into_owned(),
        }
    }

    /// An answer to a question that was never asked is a mistake of its writer.
    fn complain_of_unasked_answers(&mut self) {
        let input = self.input;
        for answer in &input.answers {
            if self.answered.contains(&answer.key.value) {
                continue;
            }
            let text = format!("`{}` was not asked", answer.key.value);
            self.complain(Diagnostic::error(answer.key.span, text).help("leave the answer out"));
        }
    }

    /// Remembers which units have left their hex; the marks go with the player-turn.
    pub fn note_who_left(&mut self) {
        self.left = self
            .position
            .pieces()
            .filter(|(_, p)| p.marks.has(Marks::LEFT))
            .map(|(i, _)| i)
            .collect();
    }

    /// The opponent of the phasing army.
    pub fn enemy(&self) -> Army {
        self.army.enemy()
    }

    /// The unit's id, for messages.
    pub fn name(&self, id: UnitId) -> &'a str {
        &self.scenario.unit(id).id
    }

    /// The orders of the first segment: movement and fall backs are only there.
    pub fn orders(&self) -> &'a Orders {
        &self.input.segments[0].orders
    }

    /// The enemy's standing orders in force now.
    pub fn standing(&self) -> &InForce {
        &self.standing
    }

    /// Writes an event into the log.
    pub fn tell(&mut self, event: Event) {
        if !self.quiet {
            self.events.push(event);
        }
    }

    /// Gives points and tells for what.
    pub fn award(&mut self, army: Army, award: Award, points: u32, what: String, rule: Rule) {
        self.position.award(army, award, points);
        self.tell(Event::Points { army, award, points, what, rule });
    }

    /// Adds a finding about the orders of the segment in force.
    pub fn complain(&mut self, diagnostic: Diagnostic) {
        self.complaints.push((self.segment, diagnostic));
    }

    /// Findings so far.
    pub fn complaints(&self) -> &[(usize, Diagnostic)] {
        &self.complaints
    }

    /// Whether illegal orders of the segment in force are refused, not truncated or forfeited.
    pub fn refuses(&self) -> bool {
        self.segment >= self.strict_from
    }

    /// Stops if anything refuses the orders.
    ///
    /// # Errors
    /// [`Stop::Refused`] with all findings of the phase.
    pub fn refuse_if_wrong(&mut self) -> Result<(), Stop> {
        let strict = || self.complaints.iter().filter(|(segment, _)| *segment >= self.strict_from);
        if strict().any(|(_, d)| d.is_error()) {
            return Err(Stop::Refused(strict().map(|(_, d)| d.clone()).collect()));
        }
        Ok(())
    }

    /// Moves a unit to a hex by whatever means; occupation, releases and the like follow.
    pub fn relocate(&mut self, id: UnitId, hex: Hex) {
        self.position.put(&self.scenario.map, id, Place::Map(hex));
        exclusive::entered(self, id, hex);
    }

    /// Takes a unit off the map.
    pub fn remove(&mut self, id: UnitId, place: Place) {
        self.position.put(&self.scenario.map, id, place);
    }

    /// Rolls the die of a combat or of another rule: `1722.crt` is rolled as `1722.crt.1`.
    ///
    /// # Errors
    /// Whatever the dice say: a search forks, a typed die is missing.
    pub fn roll(
        &mut self,
        what: &str,
        meaning: &dyn Fn(u32) -> u32,
    ) -> Result<(String, u32), Stop> {
        let count = self.labels.entry((self.segment, what.to_owned())).or_default();
        *count += 1;
        let label = format!("{what}.{count}");
        let face = self.fate.die(self.segment, &label, meaning)?;
        if !self.quiet {
            self.rolls.push(Roll {
                segment: self.segment,
                label: label.clone(),
                dice: "1d6".to_owned(),
                faces: vec![face],
            });
        }
        Ok((label, face))
    }

    /// Puts a question that no order answers: to the search, to a later answer, or to the
    /// published default. `ask` halts even where the terms would take the default.
    ///
    /// # Errors
    /// [`Stop::Awaiting`] if the turn must halt for an answer.
    pub fn open(&mut self, mut ask: Ask, must_ask: bool) -> Result<Opened, Stop> {
        if ask.choices.len() == 1 {
            return Ok(Opened::Choice(0, Source::OnlyChoice));
        }
        let asks = must_ask || self.input.conduct.missing == Missing::Ask;
        let times = self.asked.get(&ask.key).copied().unwrap_or(0) + 1;
        let key = match times {
            1 => ask.key.clone(),
            _ => format!("{}@{times}", ask.key),
        };
        let answer = self.input.answers.iter().find(|a| asks && a.key.value == key);
        if answer.is_none() {
            if let Some(choice) = self.fate.open(&ask)? {
                return Ok(Opened::Choice(choice, Source::Default));
            }
            if !asks {
                return Ok(Opened::Choice(ask.default, Source::Default));
            }
        }
        self.asked.insert(ask.key.clone(), times);
        ask.key = key.clone();
        if answer.is_some() {
            self.answered.push(key.clone());
        }
        let asked = answer.is_some().then(|| Box::new(ask.clone()));
        self.halt(format!("ask {key}"), Stop::Awaiting(ask))?;
        match (answer, asked) {
            (Some(answer), Some(ask)) => {
                let answered = Answered { ask, span: answer.key.span };
                Ok(Opened::Said(answer.sentence.clone(), answered))
            }
            _ => Err(Stop::Refused(vec![Diagnostic::error(
                Span::NONE,
                format!("no answer to {key}, and the next lock is already there"),
            )])),
        }
    }

    /// Refuses an answer that is not legal, with what may be answered. Once it is locked nothing is
    /// sent back: the published default is taken, whose index this returns.
    ///
    /// # Errors
    /// [`Stop::Refused`] while the answer is only checked.
    pub fn amiss(&mut self, said: &Answered, headline: impl Into<String>) -> Result<usize, Stop> {
        let complaint = Diagnostic::error(said.span, headline);
        if self.refuses() {
            return Err(Stop::Refused(vec![said.ask.with_choices(complaint)]));
        }
        let headline = format!("the answer to {}: {}", said.ask.key, complaint.headline);
        self.complain(Diagnostic { headline, ..complaint }.rule(said.ask.rule.clone()));
        Ok(said.ask.default)
    }

    /// Halts, unless a further segment continues the turn.
    ///
    /// # Errors
    /// The stop, if this was the last segment.
    pub fn halt(&mut self, what: String, stop: Stop) -> Result<(), Stop> {
        self.halts.push(what);
        if self.segment + 1 >= self.input.segments.len() {
            return Err(stop);
        }
        self.segment += 1;
        let next = &self.input.segments[self.segment];
        if next.orders.attack.is_some() {
            self.entries = Cow::Borrowed(entries_of(self.input, self.segment));
        }
        if let Some(standing) = &next.standing {
            self.standing = Cow::Owned(InForce::from_now(standing.clone(), &self.position));
        }
        Ok(())
    }

    /// An ask with its parts.
    pub fn question(
        &self,
        what: String,
        whose: Army,
        choices: Vec<String>,
        default: usize,
        rule: Rule,
    ) -> Ask {
        let key = match self.combat {
            Some(hex) => format!("attack.{hex}.{what}"),
            None => format!("start.{what}"),
        };
        Ask { key, whose: whose.word().to_owned(), choices, default, rule }
    }

    /// Notes what a search finds about an entry.
    pub fn find(&mut self, entry: usize, finding: Finding) {
        if self.quiet {
            self.findings.push((entry, finding));
        }
    }

    /// Whether the segment in force brought a new attack list.
    pub fn replaced_list(&self) -> bool {
        self.input.segments[self.segment].orders.attack.is_some()
    }

    /// The phasing army's `give way` lines, which serve its own retreats where `push` is silent:
    /// those of its latest file, else those in force.
    pub fn own_give_way(&self) -> &'a [GiveWay] {
        let input = self.input;
        let latest = input.segments[..=self.segment].iter().rev();
        match latest.filter_map(|s| s.orders.standing.as_ref()).next() {
            Some(NewStanding::Replaced(standing)) => &standing.give_way,
            Some(NewStanding::Withdrawn) => &[],
            None => &input.own.give_way,
        }
    }

    /// Whether the position stands in a combat phase; at a halt it is written that way.
    pub fn enter_phase(&mut self, phase: Phase) {
        self.position.phase = phase;
    }
}

fn entries_of(input: &Input, segment: usize) -> &[Entry] {
    match input.segments.get(segment).and_then(|s| s.orders.attack.as_ref()) {
        Some(AttackList::Entries(entries, _)) => entries,
        _ => &[],
    }
}
