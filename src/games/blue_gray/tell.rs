//! What happened, in the words of an umpire: one line for each event, in order, each with its rule,
//! each odds with its make-up, each die with its label, each default with its number.

mod combat;
pub mod words;

use super::events::{Event, March};
use super::exclusive;
use super::position::Award;
use super::rulebook::{R4_0, R5_0, R7_0, R7_4, R8_0, R10_4, R11_1};
use super::scenario::{Army, Scenario, UnitId};
use crate::board::Hex;
use crate::play::view::{Kind, Line};
use crate::rule::Rule;
use words::{be, count, list, people, won};

/// Tells events as lines of a report.
pub fn tell(scenario: &Scenario, events: &[Event]) -> Vec<Line> {
    each(scenario, events).concat()
}

/// The lines of each event by itself, headings and empty lines among them.
pub fn each(scenario: &Scenario, events: &[Event]) -> Vec<Vec<Line>> {
    let (part, lines) = (Part::Opening, Vec::new());
    let mut teller =
        Teller { scenario, phasing: None, part, depth: 0, left: false, taken: false, lines };
    let told = events.iter().map(|event| {
        let before = teller.lines.len();
        teller.event(event);
        teller.lines.get(before..).unwrap_or_default().to_vec()
    });
    told.collect()
}

/// Which part of a player-turn is being told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Opening,
    Movement,
    Combat,
    Close,
}

struct Teller<'a> {
    scenario: &'a Scenario,
    phasing: Option<Army>,
    part: Part,
    /// Indentation of what follows from the last move or attack.
    depth: u8,
    /// Whether the last move or retreat led off the map: what that scores is told below it.
    left: bool,
    /// Whether a hex changed hands since the last move or attack began.
    taken: bool,
    lines: Vec<Line>,
}

impl Teller<'_> {
    fn event(&mut self, event: &Event) {
        match event {
            Event::TurnBegins { turn, army, weather } => self.turn_begins(*turn, *army, weather),
            Event::Rolled { label, face, meaning, rule } => {
                let text = format!("Die {label} shows {face}: {meaning}");
                self.say(self.depth, Kind::Die, text, [rule.clone()]);
            }
            Event::Moved(march) => {
                self.enter(Part::Movement);
                (self.left, self.taken) = (march.exit.is_some(), false);
                self.march(march);
            }
            Event::Stopped { unit, at, why, rules } => {
                if self.part < Part::Combat {
                    self.enter(Part::Movement);
                }
                let stands = match at {
                    Some(hex) => format!("it stands on {hex}"),
                    None => "it is not on the map".to_owned(),
                };
                let text = format!(
                    "The order of {} is not carried out in full: {why}; {stands}",
                    self.name(*unit)
                );
                self.say(0, Kind::Notice, text, rules.iter().cloned());
            }
            Event::Released { units, rule } => {
                let text =
                    format!("{} {} free to move from now on", self.names(units), be(units.len()));
                self.say(self.depth, Kind::Fact, text, [rule.clone()]);
            }
            Event::Opens { what, army, turn, rule } => {
                let what = what.replacen("the ", "The ", 1);
                let text = format!("{what} opens to {} on turn {turn}", people(*army));
                self.say(self.depth, Kind::Fact, text, [rule.clone()]);
            }
            Event::QuotaLifted { army, rule } => {
                let text =
                    format!("The limit on moving {army} units is lifted for the rest of the game");
                self.say(self.depth, Kind::Fact, text, [rule.clone()]);
            }
            Event::Occupied { hex, army, rule } => {
                self.taken = true;
                let text = format!("{hex} is now held by {}", people(*army));
                self.say(self.depth, Kind::Fact, text, [rule.clone()]);
            }
            Event::Struck { units, rule } => {
                let text = format!(
                    "{} will not come: the other form of the reinforcement was chosen",
                    self.names(units)
                );
                self.say(self.depth, Kind::Fact, text, [rule.clone()]);
            }
            Event::Away { unit, due, rule } => {
                let text = format!("{} comes back from turn {due} on", self.name(*unit));
                self.say(self.depth, Kind::Fact, text, [rule.clone()]);
            }
            Event::Lost { unit, at, rule } => {
                if self.part < Part::Combat {
                    self.enter(Part::Movement);
                }
                let text = match at {
                    Some(hex) => {
                        format!("by {hex} nobody comes back: {} is lost", self.name(*unit))
                    }
                    None => format!("{} has not come and is lost", self.name(*unit)),
                };
                let text = format!("{text}, as if eliminated");
                self.say(
                    if at.is_some() { self.depth } else { 0 },
                    Kind::Fact,
                    text,
                    [rule.clone()],
                );
                self.depth = 1;
            }
            Event::BroughtForward { unit, hex, rule, groups } => {
                let when =
                    groups.iter().map(|(due, now, _)| format!("those of {due} from turn {now}"));
                let whom = match groups.is_empty() {
                    true => "no arrivals forward, for none would come later".to_owned(),
                    false => format!("arrivals forward: {}", list(when)),
                };
                let text = format!("{} on {hex} brings {whom}", self.name(*unit));
                let rules = std::iter::once(rule).chain(groups.iter().map(|(.., rule)| rule));
                self.say(self.depth, Kind::Fact, text, rules.cloned());
            }
            Event::Points { army, award, points, what, rule } => {
                let follows = match award {
                    Award::Exited => self.left,
                    Award::Occupied => self.taken,
                    Award::Absent => false,
                    Award::Eliminated | Award::Start => true,
                };
                if !follows {
                    self.enter(Part::Close);
                }
                let reason = match award {
                    Award::Absent => format!("for {what}, which never came"),
                    Award::Eliminated => format!("for the elimination of {what}"),
                    Award::Exited => format!("for {what} leaving the map"),
                    Award::Occupied => format!("for holding {what}"),
                    Award::Start => "given before the first turn".to_owned(),
                };
                let text = format!("{} to {} {reason}", count(*points, "point"), people(*army));
                self.say(self.depth, Kind::Fact, text, [rule.clone()]);
            }
            Event::Recovered { units } => {
                self.enter(Part::Close);
                let text = format!("{} {} effective again", self.names(units), be(units.len()));
                self.say(0, Kind::Fact, text, [R10_4]);
            }
            Event::Demoralized { army, losses, limit, rule } => {
                let text = format!(
                    "The {army} army has lost {losses} strength points in combat, {limit} is what                      it stands: it is demoralized"
                );
                self.say(self.depth, Kind::Notice, text, [rule.clone()]);
            }
            Event::Rallied { army, losses, limit, rule } => {
                let text = format!(
                    "The {army} army is rallied: it has lost {losses} strength points in combat \
                     and stands {limit} from now on"
                );
                self.say(self.depth, Kind::Notice, text, [rule.clone()]);
            }
            Event::Line { .. } | Event::CutOff { .. } | Event::LevelDropped { .. } => {
                self.at_the_end(event);
            }
            Event::TurnEnds { points } => self.turn_ends(*points),
            Event::GameOver { winner, level, rule } => {
                self.enter(Part::Close);
                let text = format!("The game is over, {}: {level}", won(*winner));
                self.say(0, Kind::Fact, text, [rule.clone()]);
            }
            Event::Duties { .. }
            | Event::Attack(_)
            | Event::PassedOver { .. }
            | Event::DutyAdded { .. }
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
            | Event::NoAdvance { .. } => self.combat_event(event),
        }
    }

    fn turn_begins(&mut self, turn: u8, army: Army, weather: &[(String, Rule)]) {
        self.phasing = Some(army);
        self.part = Part::Opening;
        self.depth = 0;
        let head = format!("Turn {turn}, {army} player-turn");
        self.say(0, Kind::Heading, head, [R4_0]);
        for (word, rule) in weather {
            let text = match word.as_str() {
                "night" => "Night: no combat; a unit next to an enemy may not move, and no unit \
                            may enter an enemy zone of control"
                    .to_owned(),
                word => match exclusive::weather_told(self.scenario, word) {
                    Some(told) => told.to_owned(),
                    None => format!("Special condition of this turn: {word}"),
                },
            };
            self.say(0, Kind::Fact, text, [rule.clone()]);
        }
    }

    /// What is looked at when the game ends.
    fn at_the_end(&mut self, event: &Event) {
        self.enter(Part::Close);
        match event {
            Event::Line { army, cut, rule } => {
                let is = match cut.as_deref() {
                    None => "open".to_owned(),
                    Some([]) => "cut".to_owned(),
                    Some(at) => format!("cut at {}", list(at.iter().map(|hex| hex.to_string()))),
                };
                let text = format!("The line of communications of {} is {is}", people(*army));
                self.say(0, Kind::Fact, text, [rule.clone()]);
            }
            Event::CutOff { unit, at, rule } => {
                let text = format!("{} on {at} is cut off and counts as lost", self.name(*unit));
                self.say(0, Kind::Fact, text, [rule.clone()]);
            }
            Event::LevelDropped { army, from, to, rule } => {
                let left = match to {
                    Some(to) => format!("a {to} one"),
                    None => "a draw".to_owned(),
                };
                let text = format!(
                    "The {army} army is demoralized and the enemy is not: a {from} victory becomes \
                     {left}"
                );
                self.say(0, Kind::Fact, text, [rule.clone()]);
            }
            _ => {}
        }
    }

    fn turn_ends(&mut self, points: [u32; 2]) {
        if self.part == Part::Opening {
            self.enter(Part::Movement);
            self.say(0, Kind::Fact, "No unit moves", [R7_0]);
        }
        self.enter(Part::Close);
        let totals: Vec<String> =
            self.scenario.order.iter().zip(points).map(|(army, n)| format!("{army} {n}")).collect();
        let text = format!("The player-turn ends; points so far: {}", totals.join(", "));
        self.say(0, Kind::Fact, text, [R4_0]);
    }

    /// Opens a part of the player-turn with its heading, unless it is open.
    fn enter(&mut self, part: Part) {
        if part > Part::Movement && self.part == Part::Opening && self.phasing.is_some() {
            self.enter(Part::Movement);
            self.say(0, Kind::Fact, "No unit moves", [R7_0]);
        }
        if self.part == part {
            return;
        }
        self.part = part;
        self.depth = 0;
        let (title, rule) = match part {
            Part::Opening => return,
            Part::Movement => ("Movement", R7_0),
            Part::Combat => ("Combat", R8_0),
            Part::Close => ("End of the player-turn", R4_0),
        };
        self.say(0, Kind::Heading, title, [rule]);
    }

    /// [7.0] A move: every hex with its cost.
    fn march(&mut self, march: &March) {
        let name = self.name(march.unit);
        let mut rules = vec![if march.strategic { R11_1 } else { R7_0 }];
        let mut text = match march.from {
            Some(from) if march.steps.is_empty() && march.exit.is_none() => {
                format!("{name} stays on {from}")
            }
            Some(from) => format!("{name} moves from {from}"),
            None => {
                let entry = march.steps.first();
                let rule = |(hex, cost): &(Hex, u8)| {
                    exclusive::entered_by(self.scenario, march, *hex, *cost)
                };
                rules.extend(entry.into_iter().flat_map(rule));
                format!("{name} enters the map")
            }
        };
        let steps: Vec<String> =
            march.steps.iter().map(|(hex, cost)| format!("{hex} ({cost})")).collect();
        match (march.from, steps.as_slice()) {
            (_, []) => {}
            (Some(_), steps) => text += &format!(" to {}", steps.join(", ")),
            (None, [entry]) => text += &format!(" at {entry}"),
            (None, [entry, steps @ ..]) => {
                text += &format!(" at {entry} and moves to {}", steps.join(", "))
            }
        }
        if let Some(cost) = march.exit {
            text += &format!(" and leaves the map ({cost})");
            let last = march.steps.last().map(|(hex, _)| *hex).or(march.from);
            let rule = |hex| exclusive::exit_rule(self.scenario, march.unit, hex);
            rules.extend(last.and_then(rule));
        }
        let spent = march.spent();
        let allowance = u32::from(march.allowance);
        if march.one_hex {
            text += &format!(
                ": {} with an allowance of {allowance}, by the minimum of one hex",
                count(spent, "movement point")
            );
            rules.push(R7_4);
        } else {
            text += &format!(": {spent} of {}", count(allowance, "movement point"));
        }
        if march.strategic {
            text += ", by strategic movement";
        }
        if march.zone {
            text += "; it stops in an enemy zone of control";
            rules.push(R5_0);
        }
        self.say(0, Kind::Fact, text, rules);
        self.depth = 1;
    }

    fn say(
        &mut self,
        indent: u8,
        kind: Kind,
        text: impl Into<String>,
        rules: impl IntoIterator<Item = Rule>,
    ) {
        let mut line = Line::new(kind, indent, text);
        for rule in rules {
            if !line.rules.contains(&rule) {
                line.rules.push(rule);
            }
        }
        self.lines.push(line);
    }

    fn name(&self, unit: UnitId) -> String {
        words::name(self.scenario, unit)
    }

    fn names(&self, units: &[UnitId]) -> String {
        list(units.iter().map(|unit| self.name(*unit)))
    }
}
