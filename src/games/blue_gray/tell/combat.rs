//! The combat phase in words.

use super::super::answers::Result;
use super::super::events::{Attack, Cause, Defender, Event, Loss, Passed, Reach};
use super::super::exclusive;
use super::super::rulebook::{
    R8_0, R8_1, R8_2, R8_3, R8_5, R8_6, R8_7, R8_8, R8_41, R8_42, R8_43, R8_51, R8_52, R10_0,
    R10_2, R11_2,
};
use super::words::{be, list, verb};
use super::{Part, Teller};
use crate::board::Hex;
use crate::board::odds::{Odds, ratio};
use crate::play::Source;
use crate::play::view::{Kind, Line, either};
use crate::rule::Rule;

impl Teller<'_> {
    /// Tells an event of the combat phase.
    pub(super) fn combat_event(&mut self, event: &Event) {
        self.enter(Part::Combat);
        match event {
            Event::Duties { attackers, targets } => self.duties(attackers, targets),
            Event::Attack(attack) => {
                (self.left, self.taken) = (false, false);
                self.attack(attack);
            }
            Event::PassedOver { combat, why } => self.passed_over(*combat, why),
            Event::DutyAdded { combat, by } => {
                self.gap();
                let text = format!(
                    "The orders leave a duty unmet; an attack on {combat} by {} is added",
                    self.names(by)
                );
                self.say(0, Kind::Notice, text, [R8_0, Rule::new("D-17")]);
            }
            Event::CavalryStands { unit, source } => {
                let did = format!("{} stands", self.name(*unit));
                self.decided(1, did, *source, Rule::new("D-5"), vec![R11_2]);
            }
            Event::CavalryGoes { unit, from, path: [first, second], source } => {
                let name = self.name(*unit);
                let did =
                    format!("{name} retreats before combat from {from} to {first} and {second}");
                self.decided(1, did, *source, Rule::new("D-5"), vec![R11_2]);
            }
            Event::Evaded { combat } => {
                let text = format!("No defender is left on {combat}; no die is rolled");
                self.say(1, Kind::Fact, text, [R11_2]);
            }
            Event::NewOdds { attack, defence, odds } => {
                let text = format!("New odds: {}", column(*attack, *defence, *odds, None));
                self.say(1, Kind::Fact, text, [R11_2, R8_1]);
            }
            Event::Die { label, face, result } => {
                let text =
                    format!("Die {label} shows {face}: {}, {}", result.word(), meaning(*result));
                self.say(1, Kind::Die, text, [R8_3]);
            }
            Event::Eliminated { unit, at, why, source } => {
                let (reason, rules) = match why {
                    Loss::Combat(result) => (format!(" by {}", result.word()), vec![R8_3]),
                    Loss::NoRetreat => {
                        (", for it has no hex to retreat to".to_owned(), vec![R8_51])
                    }
                    Loss::NoDisplacement => {
                        (", for nobody there can make room for it".to_owned(), vec![R8_52])
                    }
                    Loss::Fixed(rule) => {
                        (", for it may not be moved".to_owned(), vec![R8_5, rule.clone()])
                    }
                    Loss::NoWay(rule) => {
                        let reason = ", for it has no hex with a road or trail to retreat to";
                        (reason.to_owned(), vec![R8_51, rule.clone()])
                    }
                };
                let did = format!("{} is eliminated on {at}{reason}", self.name(*unit));
                match source {
                    Some(source) => self.decided(self.depth, did, *source, Rule::new("D-4"), rules),
                    None => self.say(self.depth, Kind::Fact, did, rules),
                }
            }
            Event::Retreated { unit, from, to, cause, source, skipped } => {
                self.left = to.is_none();
                let (does, rule, default) = match cause {
                    Cause::Combat if self.phasing == Some(self.scenario.unit(*unit).army) => {
                        (" retreats", R8_5, "D-9")
                    }
                    Cause::Combat => (" retreats", R8_5, "D-1"),
                    Cause::FallBack => (", ineffective, falls back", R10_2, "D-7"),
                    Cause::Train => {
                        let conduct = exclusive::conduct(self.scenario, *unit);
                        let rule = conduct.map_or(R8_5, |conduct| conduct.rules.flees.clone());
                        (", next to an enemy, goes back", rule, "D-7")
                    }
                };
                let to = to.map_or("off the map".to_owned(), |hex| format!("to {hex}"));
                let did = format!("{}{does} from {from} {to}", self.name(*unit));
                if *source == Source::Default && !skipped.is_empty() {
                    // There was an instruction; where it leads is told below.
                    let text = format!("No place of its instruction is open: by default {did}");
                    self.say(self.depth, Kind::Notice, text, [rule, Rule::new(default)]);
                } else {
                    self.decided(self.depth, did, *source, Rule::new(default), vec![rule]);
                }
                self.skipped(skipped);
            }
            Event::Pushed { unit, from, to, source } => {
                let did = format!("{} gives way from {from} to {to}", self.name(*unit));
                let train = exclusive::conduct(self.scenario, *unit);
                let rules = [R8_52].into_iter().chain(train.map(|train| train.rules.push.clone()));
                self.decided(self.depth, did, *source, Rule::new("D-2"), rules.collect());
            }
            Event::Ineffective { unit } => {
                let text = format!("{} is ineffective until a night turn", self.name(*unit));
                self.say(1, Kind::Fact, text, [R10_0]);
            }
            Event::Advanced { unit, from, to, source, by } => {
                let did = format!("{} advances from {from} to {to}", self.name(*unit));
                self.instructed(did, *source, by);
            }
            Event::Stayed { cleared, army, source, by } => {
                let cleared = either(cleared.iter().map(Hex::to_string));
                if *source == Source::OnlyChoice {
                    let text = format!("No {army} unit can advance into {cleared}");
                    self.say(1, Kind::Fact, text, [R8_6]);
                } else {
                    self.instructed(format!("no {army} unit advances into {cleared}"), *source, by);
                }
            }
            Event::NoAdvance { unit, to, rule } => {
                let to = to.map_or(String::new(), |hex| format!(" into {hex}"));
                let text = format!("{} may not advance{to} as ordered", self.name(*unit));
                self.say(1, Kind::Notice, text, [rule.clone()]);
            }
            // The other events are told by `Teller::event`.
            _ => {}
        }
    }

    /// [8.0] Who must attack, and who must be attacked.
    fn duties(&mut self, attackers: &[super::UnitId], targets: &[super::UnitId]) {
        if attackers.is_empty() && targets.is_empty() {
            self.say(0, Kind::Fact, "No units are in contact; no attack is due", [R8_0]);
            return;
        }
        for (units, duty) in [(attackers, "must attack"), (targets, "must be attacked")] {
            let text =
                format!("{} {} in contact and {duty}", self.names(units), be(units.len().max(1)));
            self.say(0, Kind::Fact, text, [R8_0]);
        }
    }

    /// [8.1] Who attacks whom, and how the odds come about.
    fn attack(&mut self, attack: &Attack) {
        self.gap();
        self.depth = 1;
        let reach = |wanted: Reach| {
            attack.by.iter().filter(move |(_, _, reach)| *reach == wanted).map(|(unit, _, _)| *unit)
        };
        let adjacent: Vec<_> = reach(Reach::Adjacent).collect();
        let distant: Vec<_> = reach(Reach::Bombarding).collect();
        let at = list(attack.at.iter().map(Hex::to_string));
        let mut rules = vec![R8_0];
        let mut text = match adjacent.as_slice() {
            [] => format!("Bombardment of {at} by {}", self.names(&distant)),
            _ => format!("Attack on {at} by {}", self.names(&adjacent)),
        };
        if !adjacent.is_empty() && !distant.is_empty() {
            text += &format!("; {} {}", self.names(&distant), verb(distant.len(), "bombard"));
        }
        if attack.at.len() > 1 {
            text += ", in one combat";
            rules.push(R8_43);
        }
        if !distant.is_empty() {
            rules.push(R8_7);
        }
        self.say(0, Kind::Fact, text, rules);
        if !attack.aside.is_empty() {
            let n = attack.aside.len();
            let text = format!("{} {} aside", self.names(&attack.aside), verb(n, "stand"));
            self.say(1, Kind::Fact, text, [R8_42]);
        }
        if !attack.missing.is_empty() {
            let text = format!("{} cannot take part any more", self.names(&attack.missing));
            self.say(1, Kind::Notice, text, [DROPPED, Rule::new("D-15")]);
        }
        self.odds(attack);
        if let Some(expected) = &attack.expected {
            self.say(1, Kind::Notice, format!("The orders expected {expected}"), []);
        }
    }

    /// [8.2] The make-up of the odds.
    fn odds(&mut self, attack: &Attack) {
        let by =
            attack.by.iter().map(|(unit, strength, _)| format!("{} {strength}", self.name(*unit)));
        let by = list(by);
        let against = list(attack.against.iter().map(|d| self.defender(d, attack.at.len() > 1)));
        let column = column(attack.attack, attack.defence, attack.odds, attack.reduced_from);
        let mut rules = vec![R8_1];
        if attack.against.iter().any(|d| d.multiplier != 1) {
            rules.extend([R8_2, CHART]);
        }
        if attack.against.iter().any(|d| self.was_attacked(d)) {
            rules.push(R8_41);
        }
        if attack.reduced_from.is_some() {
            rules.push(R8_8);
        }
        self.say(1, Kind::Fact, format!("{column}: {by} against {against}"), rules);
    }

    fn defender(&self, defender: &Defender, several: bool) -> String {
        let mut text = self.name(defender.unit);
        if several {
            text += &format!(" on {}", defender.at);
        }
        text += &format!(" {}", defender.strength);
        match (defender.multiplier, defender.benefit.as_str()) {
            (1, "") => {}
            (1, benefit) => text += &format!(" ({benefit})"),
            (n, "") => text += &format!(" (x{n})"),
            (n, benefit) => text += &format!(" ({benefit} x{n})"),
        }
        if self.was_attacked(defender) {
            text += " (attacked before)";
        }
        text
    }

    /// [8.41] A unit that was attacked before adds no strength.
    fn was_attacked(&self, defender: &Defender) -> bool {
        defender.strength == 0 && self.scenario.unit(defender.unit).strength > 0
    }

    fn passed_over(&mut self, combat: Hex, why: &Passed) {
        if self.depth > 0 {
            self.gap();
        }
        self.depth = 0;
        let (reason, rules) = match why {
            Passed::Condition => ("its condition does not hold".to_owned(), vec![]),
            Passed::Least(odds) => {
                (format!("its odds of {odds} are below the least that it asks for"), vec![])
            }
            Passed::Fought => {
                ("it shares a hex with a combat that was fought".to_owned(), vec![R8_41, DROPPED])
            }
            Passed::NobodyThere => {
                ("nobody is there who may still be attacked".to_owned(), vec![R8_41, DROPPED])
            }
            Passed::NoAttackers => (
                "none of its attackers can attack any more".to_owned(),
                vec![DROPPED, Rule::new("D-14")],
            ),
            Passed::Illegal(what, rule) => (what.clone(), vec![rule.clone(), DROPPED]),
        };
        self.say(
            0,
            Kind::Notice,
            format!("An entry against {combat} is passed over: {reason}"),
            rules,
        );
    }

    /// An advance, or none, by an instruction of the orders.
    fn instructed(&mut self, did: String, source: Source, by: &str) {
        let text = match source {
            Source::Order if !by.is_empty() => format!("{did}, as ordered under \"{by}\""),
            source => return self.decided(1, did, source, Rule::new("D-3"), vec![R8_6]),
        };
        self.say(1, Kind::Fact, capital(text), [R8_6]);
    }

    /// Something that was done, and who decided it.
    fn decided(
        &mut self,
        indent: u8,
        did: String,
        source: Source,
        default: Rule,
        mut rules: Vec<Rule>,
    ) {
        let (kind, text) = match source {
            Source::Order => (Kind::Fact, format!("{did}, as ordered")),
            Source::Standing => (Kind::Fact, format!("{did}, by its standing order")),
            Source::Any => (Kind::Fact, format!("{did}, by the standing order for any unit")),
            Source::OnlyChoice => (Kind::Fact, format!("{did}, the only choice")),
            Source::Answer => (Kind::Fact, format!("{did}, as answered")),
            Source::Default => {
                rules.push(default);
                (Kind::Notice, format!("No instruction: by default {did}"))
            }
        };
        self.say(indent, kind, capital(text), rules);
    }

    /// Places of a list that were passed over, each with its own rule.
    fn skipped(&mut self, skipped: &[(Hex, Rule)]) {
        if !skipped.is_empty() {
            let hexes = list(skipped.iter().map(|(hex, rule)| format!("{hex} ({rule})")));
            self.say(2, Kind::Notice, format!("Not open to it: {hexes}"), []);
        }
    }

    /// An empty line, unless one is there or a heading has just been written.
    fn gap(&mut self) {
        if self.lines.last().is_some_and(|line| !matches!(line.kind, Kind::Blank | Kind::Heading)) {
            self.lines.push(Line::new(Kind::Blank, 0, ""));
        }
    }
}

/// `20 to 9 is 2-1`; says so where the table ends before the ratio, and what was reduced.
fn column(attack: u32, defence: u32, odds: Odds, reduced_from: Option<Odds>) -> String {
    let full = reduced_from.unwrap_or(odds);
    let is = if ratio(attack, defence) == full { "is" } else { "counts as" };
    match reduced_from {
        Some(full) => format!("{attack} to {defence} {is} {full}, reduced to {odds}"),
        None => format!("{attack} to {defence} {is} {odds}"),
    }
}

const fn meaning(result: Result) -> &'static str {
    match result {
        Result::AE => "the attackers are eliminated",
        Result::AR => "the attackers retreat",
        Result::DE => "the defenders are eliminated",
        Result::DR => "the defenders retreat",
        Result::EX => "an exchange",
    }
}

/// Our own sentences begin with a capital; names and numbers stay as printed.
fn capital(text: String) -> String {
    match text.strip_prefix("no ") {
        Some(rest) => format!("No {rest}"),
        None => text,
    }
}

const CHART: Rule = Rule::new("TEC");
const DROPPED: Rule = Rule::new("ruling BG-dropped");
