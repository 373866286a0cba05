//! Plays a case and compares.

use super::case::{Case, Complaint, Halt, Row, Step};
use super::facts::{self, Scene};
use super::setup;
use provost::document::{Diagnostic, Severity};
use provost::games::blue_gray::answers::{
    Answer, NewStanding, Orders, Result as Verdict, Standing,
};
use provost::games::blue_gray::check;
use provost::games::blue_gray::events::Event;
use provost::games::blue_gray::exclusive;
use provost::games::blue_gray::grammar::{self, Names};
use provost::games::blue_gray::movelog;
use provost::games::blue_gray::position::{Phase, Position};
use provost::games::blue_gray::rulebook::R8_0;
use provost::games::blue_gray::scenario::{Army, Scenario};
use provost::games::blue_gray::turn::{self, Conduct, Errors, InForce, Input, Played, Segment};
use provost::play::{Ask, Fate, Stop};
use std::fmt::Write;

/// Lines that stand before the orders of a case in the file that is read.
const HEAD: u32 = 2;

/// Plays a case; says what is not as it should be.
pub fn run(case: &Case) -> Result<(), String> {
    if let Some(kind) = &case.waits {
        let stale = format!("all that it needs is there: take out `waits: {kind}`");
        return if setup::waits_no_more(case, kind) { Err(stale) } else { Ok(()) };
    }
    if !case.table.is_empty() {
        return case.table.iter().try_for_each(|row| run_row(case, row));
    }
    let (scenario, mut position) = setup::build(case)?;
    for (index, step) in case.turns.iter().enumerate() {
        let name = if index == 0 { String::new() } else { format!("next {index}: ") };
        let turn = PlayerTurn { case, scenario: &scenario, opening: &position };
        position = turn.play(step).map_err(|e| format!("{name}{e}"))?;
    }
    Ok(())
}

/// A player-turn from its opening position.
struct PlayerTurn<'a> {
    case: &'a Case,
    scenario: &'a Scenario,
    opening: &'a Position,
}

impl PlayerTurn<'_> {
    /// Plays the segments of a step; gives the position at the end.
    fn play(&self, step: &Step) -> Result<Position, String> {
        let army = self.opening.phasing;
        let standing = match &step.standing {
            Some(text) => self.standing(text, army.enemy())?,
            None => Standing::default(),
        };
        let mut input = Input {
            segments: Vec::new(),
            answers: Vec::new(),
            standing: InForce::from_now(standing, self.opening),
            own: Default::default(),
            // Dice of the start belong to their own player-turn then.
            conduct: Conduct { recorded: true, ..self.case.setup.conduct },
        };
        let mut faces = Vec::new();
        let mut at = self.opening.clone();
        let mut end = None;
        for (index, segment) in std::iter::once(step).chain(&step.again).enumerate() {
            let name = if index == 0 { String::new() } else { format!("again {index}: ") };
            let played = self
                .segment(step, segment, &mut input, &mut faces, &at)
                .map_err(|e| format!("{name}{e}"))?;
            match played {
                Some(played) => {
                    at = played.position.clone();
                    end = Some(played.position);
                }
                None => return Ok(at),
            }
        }
        Ok(end.unwrap_or(at))
    }

    /// Plays one more segment; nothing comes of orders that are refused, as they should be.
    fn segment(
        &self,
        step: &Step,
        segment: &Step,
        input: &mut Input,
        faces: &mut Vec<u32>,
        at: &Position,
    ) -> Result<Option<Played>, String> {
        let army = self.opening.phasing;
        let mut complaints = Vec::new();
        match self.read(&segment.orders, army, at) {
            Ok(orders) => {
                input.answers.extend(orders.answers.iter().cloned());
                input.segments.push(Segment { orders, standing: None });
            }
            Err(all) => complaints = all,
        }
        if let Some(answer) = &segment.answer {
            match self.answers(answer, army.enemy(), at) {
                Ok(answers) => input.answers.extend(answers),
                Err(all) => complaints.extend(all),
            }
        }
        let (mut told, mut silent) = (Vec::new(), Vec::new());
        if complaints.is_empty() && self.case.setup.conduct.errors == Errors::Refuse {
            let start = segment.dice.iter().map_while(|die| die.parse().ok());
            let dice = exclusive::start_dice(self.scenario, self.opening).len();
            let known: Vec<u32> = match faces.is_empty() {
                true => start.take(dice).collect(),
                false => faces.clone(),
            };
            let mut known = Faces::new(&known);
            let checked = check::check(self.scenario, self.opening, input, &mut known);
            complaints = checked.complaints;
            told = checked.events;
            silent = checked.silences.iter().map(silence).collect();
        }
        if step.movement_only {
            complaints.retain(|d| !d.rules.iter().any(|r| facts::is_of(r.number(), R8_0.number())));
        }
        let text = typed(&segment.orders, self.opening.turn, army);
        let errors: Vec<&Diagnostic> = complaints.iter().filter(|d| d.is_error()).collect();
        compare_complaints(segment, &errors, &text).map_err(|e| self.with_log(&e, &told))?;
        compare_notes(segment, &complaints, &text).map_err(|e| self.with_log(&e, &told))?;
        if let Some(wanted) = segment.silent.iter().find(|wanted| !silent.contains(wanted)) {
            return Err(self.with_log(&format!("not silent: {wanted}, but {silent:?}"), &told));
        }
        if !segment.refused.is_empty() {
            return Ok(None);
        }
        let played = self.roll(segment, input, faces)?;
        let fail = |e: String| self.with_log(&e, &played.events);
        self.compare_stop(segment, &played, step.movement_only).map_err(fail)?;
        let scene = Scene { scenario: self.scenario, before: self.opening, played: &played };
        for fact in &segment.then {
            match facts::holds(&scene, fact) {
                Ok(true) => {}
                Ok(false) => return Err(self.with_log(&format!("not so: {fact}"), &played.events)),
                Err(e) => return Err(format!("{fact}: {e}")),
            }
        }
        facts::in_order(&scene, &segment.sequence).map_err(fail)?;
        Ok(Some(played))
    }

    /// Plays with the dice of a segment, each word of a result put in as a face that gives it.
    fn roll(&self, segment: &Step, input: &Input, faces: &mut Vec<u32>) -> Result<Played, String> {
        let mut dice: Vec<Wanted> = faces.iter().map(|f| Wanted::Face(*f)).collect();
        for word in &segment.dice {
            dice.push(match (Verdict::read(word), word.parse()) {
                (Some(verdict), _) => Wanted::Result(verdict),
                (None, Ok(face)) => Wanted::Face(face),
                (None, Err(_)) => return Err(format!("dice: {word}")),
            });
        }
        let mut fate = Scripted { dice, rolled: Vec::new(), fault: None };
        let played = turn::play(self.scenario, self.opening, input, &mut fate);
        if let Some(fault) = fate.fault {
            return Err(self.with_log(&fault, &played.events));
        }
        if fate.rolled.len() < fate.dice.len() {
            let fault = format!("only {} of {} dice rolled", fate.rolled.len(), fate.dice.len());
            return Err(self.with_log(&fault, &played.events));
        }
        *faces = fate.rolled;
        Ok(played)
    }

    fn compare_stop(
        &self,
        segment: &Step,
        played: &Played,
        movement_only: bool,
    ) -> Result<(), String> {
        match (&segment.halts, &played.stop) {
            (Some(halt), Some(stop)) => compare_halt(halt, stop),
            (Some(halt), None) => Err(format!("does not halt: {} {}", halt.kind, halt.what)),
            (None, None) => Ok(()),
            (None, Some(Stop::Refused(_))) if movement_only => Ok(()),
            (None, Some(Stop::Refused(all))) => {
                let all: Vec<String> = all.iter().map(Diagnostic::to_string).collect();
                Err(format!("refused in play: {}", all.join("; ")))
            }
            (None, Some(stop)) => Err(format!("halts: {stop:?}")),
        }
    }

    fn read(&self, body: &str, army: Army, at: &Position) -> Result<Orders, Vec<Diagnostic>> {
        let file = grammar::open(&typed(body, self.opening.turn, army))?;
        let names = Names::new(self.scenario, at, army);
        Ok(file.read(&names)?.orders)
    }

    fn standing(&self, body: &str, army: Army) -> Result<Standing, String> {
        match self.read(body, army, self.opening).map(|orders| orders.standing) {
            Ok(Some(NewStanding::Replaced(standing))) => Ok(standing),
            Ok(_) => Err("`standing` has none of the four sections".to_owned()),
            Err(all) => Err(format!("standing: {}", listed(&all.iter().collect::<Vec<_>>(), ""))),
        }
    }

    fn answers(
        &self,
        body: &str,
        army: Army,
        at: &Position,
    ) -> Result<Vec<Answer>, Vec<Diagnostic>> {
        self.read(&format!("answer:\n{body}"), army, at).map(|orders| orders.answers)
    }

    /// A fault with what happened, in the notation of the move log.
    fn with_log(&self, fault: &str, events: &[Event]) -> String {
        let mut text = fault.to_owned();
        let log = movelog::print(self.scenario, events);
        for line in log.lines() {
            let _ = write!(text, "\n    | {line}");
        }
        text
    }
}

/// The file of a body of orders.
fn typed(body: &str, turn: u8, army: Army) -> String {
    format!("orders: Case turn {turn} {}\nposition: abandon-ability-00\n{body}", army.title())
}

/// A die that a case wants.
enum Wanted {
    Face(u32),
    Result(Verdict),
}

/// The dice of a case, in order.
struct Scripted {
    dice: Vec<Wanted>,
    rolled: Vec<u32>,
    fault: Option<String>,
}

impl Fate for Scripted {
    fn die(
        &mut self,
        _segment: usize,
        label: &str,
        meaning: &dyn Fn(u32) -> u32,
    ) -> Result<u32, Stop> {
        let face = match self.dice.get(self.rolled.len()) {
            Some(Wanted::Face(face)) => Some(*face),
            Some(Wanted::Result(verdict)) => (1..=6).find(|face| meaning(*face) == *verdict as u32),
            None => None,
        };
        let Some(face) = face else {
            self.fault = Some(match self.dice.get(self.rolled.len()) {
                None => format!("no die for {label}"),
                _ => format!("{label}: no face gives the result wanted"),
            });
            return Err(Stop::Fork(6));
        };
        self.rolled.push(face);
        Ok(face)
    }

    fn open(&mut self, _ask: &Ask) -> Result<Option<usize>, Stop> {
        Ok(None)
    }
}

/// Faces of earlier segments.
struct Faces<'a> {
    faces: &'a [u32],
    next: usize,
}

impl<'a> Faces<'a> {
    fn new(faces: &'a [u32]) -> Faces<'a> {
        Faces { faces, next: 0 }
    }
}

impl Fate for Faces<'_> {
    fn die(&mut self, _: usize, _: &str, _: &dyn Fn(u32) -> u32) -> Result<u32, Stop> {
        let face = self.faces.get(self.next).copied().ok_or(Stop::Fork(6))?;
        self.next += 1;
        Ok(face)
    }

    fn open(&mut self, _ask: &Ask) -> Result<Option<usize>, Stop> {
        Ok(None)
    }
}

fn compare_halt(halt: &Halt, stop: &Stop) -> Result<(), String> {
    let (kind, what) = match stop {
        Stop::Awaiting(ask) => ("ask", &ask.key),
        Stop::Pause(hex) => ("pause", hex),
        Stop::Expect(hex) => ("expect", hex),
        Stop::Refused(all) => {
            let all: Vec<String> = all.iter().map(Diagnostic::to_string).collect();
            return Err(format!("refused instead of a halt: {}", all.join("; ")));
        }
        Stop::Fork(_) => return Err("a fork in play".to_owned()),
    };
    if kind != halt.kind || *what != halt.what {
        return Err(format!("halts with {kind} {what}, not {} {}", halt.kind, halt.what));
    }
    let Stop::Awaiting(ask) = stop else { return Ok(()) };
    if halt.whose.as_ref().is_some_and(|whose| *whose != ask.whose) {
        return Err(format!("{what} is asked of {}", ask.whose));
    }
    if halt.choices.as_ref().is_some_and(|choices| *choices != ask.choices) {
        return Err(format!("{what}: the choices are {:?}", ask.choices));
    }
    let default = ask.choices.get(ask.default);
    if halt.default.is_some() && halt.default.as_ref() != default {
        return Err(format!("{what}: the default is {default:?}"));
    }
    Ok(())
}

fn compare_complaints(step: &Step, errors: &[&Diagnostic], text: &str) -> Result<(), String> {
    let mut left: Vec<&Diagnostic> = errors.to_vec();
    for wanted in &step.refused {
        match left.iter().position(|d| fits(wanted, d, text)) {
            Some(at) => {
                left.remove(at);
            }
            None => {
                let wanted = shown(wanted);
                return Err(format!("no refusal {wanted}, but:{}", listed(errors, text)));
            }
        }
    }
    match left.as_slice() {
        [] => Ok(()),
        _ if step.among && !step.refused.is_empty() => Ok(()),
        more => Err(format!("refused:{}", listed(more, text))),
    }
}

/// `attack.0504.retreat.X 0604 (8.51)`
fn silence(silence: &check::Silence) -> String {
    let shut = silence.shut.iter().map(|(hex, rule)| format!(" {hex} ({rule})"));
    format!("{}{}", silence.key, shut.collect::<String>())
}

fn compare_notes(step: &Step, all: &[Diagnostic], text: &str) -> Result<(), String> {
    let softer: Vec<&Diagnostic> = all.iter().filter(|d| !d.is_error()).collect();
    for wanted in &step.notes {
        if !softer.iter().any(|d| fits(wanted, d, text)) {
            return Err(format!("no note {}, but:{}", shown(wanted), listed(&softer, text)));
        }
    }
    Ok(())
}

fn fits(wanted: &Complaint, found: &Diagnostic, text: &str) -> bool {
    let line = found.span.line.saturating_sub(HEAD);
    let whole = || {
        let parts = found.notes.iter().chain(&found.help).cloned();
        std::iter::once(found.headline.clone()).chain(parts).collect::<Vec<String>>().join("\n")
    };
    wanted.line.is_none_or(|l| l == line)
        && wanted.column.is_none_or(|c| c == found.span.column)
        && wanted.on.as_deref().is_none_or(|on| spanned(found, text) == on)
        && wanted
            .rule
            .as_deref()
            .is_none_or(|rule| found.rules.iter().any(|r| facts::cites(r, rule)))
        && wanted.says.as_deref().is_none_or(|says| whole().contains(says))
        && wanted
            .help
            .as_deref()
            .is_none_or(|help| found.help.as_deref().is_some_and(|h| h.contains(help)))
}

/// The text under the span of a complaint.
fn spanned(found: &Diagnostic, text: &str) -> String {
    let line = text.lines().nth((found.span.line as usize).wrapping_sub(1)).unwrap_or("");
    let from = (found.span.column as usize).saturating_sub(1);
    line.chars().skip(from).take(found.span.length as usize).collect()
}

fn shown(wanted: &Complaint) -> String {
    let mut parts = Vec::new();
    let number = |n: Option<u32>| n.map(|n| n.to_string());
    for (name, value) in [
        ("line", number(wanted.line)),
        ("column", number(wanted.column)),
        ("on", wanted.on.clone()),
        ("rule", wanted.rule.clone()),
        ("says", wanted.says.clone()),
        ("help", wanted.help.clone()),
    ] {
        parts.extend(value.map(|value| format!("{name}: {value}")));
    }
    format!("{{{}}}", parts.join(", "))
}

fn listed(all: &[&Diagnostic], text: &str) -> String {
    if all.is_empty() {
        return " nothing".to_owned();
    }
    let mut out = String::new();
    for d in all {
        let kind = match d.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let line = d.span.line.saturating_sub(HEAD);
        let _ = write!(out, "\n    {kind} line {line} on `{}`: {d}", spanned(d, text));
        for note in &d.notes {
            let _ = write!(out, "\n        note: {note}");
        }
        if let Some(help) = &d.help {
            let _ = write!(out, "\n        help: {help}");
        }
    }
    out
}

/// One row of a table: X of the first strength on 0505 attacks A of the second on 0504.
fn run_row(case: &Case, row: &Row) -> Result<(), String> {
    let faces: Vec<u32> = if row.results.is_empty() { vec![1] } else { (1..=6).collect() };
    for face in faces {
        let mut setup = super::case::Setup { units: Vec::new(), ..case.setup.clone() };
        setup.units.push((Army::Union, format!("X{}@0505", row.sums.0)));
        setup.units.push((Army::Confederate, format!("A{}@0504", row.sums.1)));
        let sums = format!("{} to {}", row.sums.0, row.sums.1);
        let mut then = vec![format!("odds 0504: {sums}, {}", row.odds)];
        if let Some(result) = row.results.get(face as usize - 1) {
            then.push(format!("die 0504: {result}"));
        }
        let step = Step {
            orders: "attack:\n- at: 0504\n  by: X\n".to_owned(),
            dice: vec![face.to_string()],
            then,
            ..Step::default()
        };
        let one = Case {
            name: case.name.clone(),
            rules: Vec::new(),
            setup,
            turns: vec![step],
            table: Vec::new(),
            waits: None,
        };
        run(&one).map_err(|e| format!("{sums}, face {face}: {e}"))?;
    }
    Ok(())
}

/// Whether a position is the end of a game.
pub fn is_over(position: &Position) -> bool {
    position.phase == Phase::Over
}
