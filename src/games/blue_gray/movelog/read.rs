//! Notation to events.

use super::super::answers;
use super::super::events::{Attack, Cause, Defender, Event, Loss, March, Passed, Reach};
use super::super::position::Award;
use super::super::scenario::{Army, Scenario, UnitId};
use super::arrivals;
use super::cursor::{Cursor, Read, logical};
use super::sources::{Decision, advance, retreat, source};
use crate::board::Hex;
use crate::document::{Diagnostic, Span};
use crate::play::Source;

mod account;
mod attack;

/// Nobody plays a move log of more bytes.
const LARGEST: usize = 2 * 1024 * 1024;

/// Lines that cannot be read, after which nobody reads on.
const ENOUGH: usize = 20;

/// Reads move-log notation.
///
/// # Errors
/// Every line that cannot be read, each at the place where it goes wrong; a text of more than
/// 2 MiB.
pub fn parse(scenario: &Scenario, text: &str) -> Result<Vec<Event>, Vec<Diagnostic>> {
    if text.len() > LARGEST {
        let headline = format!("larger than {} KiB", LARGEST / 1024);
        return Err(vec![Diagnostic::error(Span::NONE, headline).help("read it turn by turn")]);
    }
    let mut complaints = Vec::new();
    let mut events = Vec::new();
    let mut combat = None;
    for line in logical(text, &mut complaints) {
        let mut reader = Reader { scenario, line: Cursor::new(scenario, &line), combat };
        let read = if line.head {
            reader.turn_begins().map(|e| events.push(e))
        } else {
            reader.line(&mut events)
        };
        combat = reader.combat;
        complaints.extend(read.err());
        if complaints.len() >= ENOUGH {
            break;
        }
    }
    if complaints.is_empty() { Ok(events) } else { Err(complaints) }
}

struct Reader<'a> {
    scenario: &'a Scenario,
    line: Cursor<'a>,
    /// The name of the last combat, after which its die is called.
    combat: Option<Hex>,
}

impl Reader<'_> {
    fn turn_begins(&mut self) -> Read<Event> {
        let turn = self.line.number()?;
        let army = self.line.army()?;
        let mut weather = Vec::new();
        while self.line.more() {
            weather.push((self.line.text()?, self.line.rule()?));
        }
        Ok(Event::TurnBegins { turn, army, weather })
    }

    /// A clause, the die behind it, and those who gave way before it, the last of them first.
    fn line(&mut self, events: &mut Vec<Event>) -> Read<()> {
        let clause = self.clause()?;
        let mut pushes = Vec::new();
        while self.line.keyword("pushes") {
            pushes.push(self.pushed()?);
        }
        events.extend(pushes.into_iter().rev());
        events.push(clause);
        if self.line.keyword("die") {
            events.push(self.die()?);
        }
        if self.line.more() { Err(self.line.wrong("the end of the line")) } else { Ok(()) }
    }

    fn clause(&mut self) -> Read<Event> {
        if self.line.sign('-') {
            return self.eliminated();
        }
        if self.line.sign('^') {
            return self.advance();
        }
        if self.line.at_hex() {
            return self.hex_clause();
        }
        if self.line.at_unit() {
            return self.unit_clause();
        }
        if self.line.keyword("roll") {
            let (label, face) = (self.line.text()?, self.line.number()?);
            return Ok(Event::Rolled {
                label,
                face,
                meaning: self.line.quoted()?,
                rule: self.line.rule()?,
            });
        }
        if let Some(event) = arrivals::parse(&mut self.line)? {
            return Ok(event);
        }
        if self.line.keyword("released") {
            return Ok(Event::Released { units: self.line.units()?, rule: self.line.rule()? });
        }
        if self.line.keyword("opens") {
            let (army, turn) = (self.line.army()?, self.line.number()?);
            return Ok(Event::Opens {
                what: self.line.quoted()?,
                army,
                turn,
                rule: self.line.rule()?,
            });
        }
        if self.line.keyword("quota") {
            return Ok(Event::QuotaLifted { army: self.line.army()?, rule: self.line.rule()? });
        }
        if self.line.keyword("struck") {
            return Ok(Event::Struck { units: self.line.units()?, rule: self.line.rule()? });
        }
        if self.line.keyword("contact") {
            let attackers = self.line.units()?;
            self.keyword("vs")?;
            return Ok(Event::Duties { attackers, targets: self.line.units()? });
        }
        if self.line.keyword("now") {
            let (attack, defence) = self.sums()?;
            return Ok(Event::NewOdds { attack, defence, odds: self.line.odds()? });
        }
        if self.line.keyword("die") {
            return self.die();
        }
        if self.line.keyword("pushed") {
            return self.pushed();
        }
        if self.line.keyword("recovered") {
            return Ok(Event::Recovered { units: self.line.units()? });
        }
        if self.line.keyword("points") {
            return self.points();
        }
        if self.line.keyword("end") {
            let first = self.line.number()?;
            self.line.expect(':')?;
            return Ok(Event::TurnEnds { points: [first, self.line.number()?] });
        }
        if self.line.keyword("over") {
            let winner = if self.line.keyword("draw") { None } else { Some(self.line.army()?) };
            return Ok(Event::GameOver {
                winner,
                level: self.line.quoted()?,
                rule: self.line.rule()?,
            });
        }
        if let Some(event) = self.account()? {
            return Ok(event);
        }
        Err(self
            .line
            .wrong("a unit, a hex or a word such as `roll`, `contact`, `die`, `points`, `end`"))
    }

    /// A clause that begins with a hex.
    fn hex_clause(&mut self) -> Read<Event> {
        let hex = self.line.hex()?;
        let mut at = vec![hex];
        while self.line.glued(',') {
            at.push(self.line.hex()?);
        }
        if self.line.keyword("x") {
            return self.attack(at);
        }
        if at.len() > 1 {
            return Err(self.line.wrong("`x`"));
        }
        if self.line.keyword("held") {
            return Ok(Event::Occupied { hex, army: self.line.army()?, rule: self.line.rule()? });
        }
        if self.line.keyword("skipped") {
            return Ok(Event::PassedOver { combat: hex, why: self.passed()? });
        }
        if self.line.keyword("added") {
            return Ok(Event::DutyAdded { combat: hex, by: self.line.units()? });
        }
        if self.line.keyword("evaded") {
            return Ok(Event::Evaded { combat: hex });
        }
        Err(self.line.wrong("`x`, `held`, `skipped`, `added` or `evaded`"))
    }

    /// A clause that begins with a unit.
    fn unit_clause(&mut self) -> Read<Event> {
        let unit = self.line.unit()?;
        if self.line.keyword("stops") {
            let at = self.line.at_hex().then(|| self.line.hex()).transpose()?;
            let why = self.line.quoted()?;
            let mut rules = Vec::new();
            while self.line.more() {
                rules.push(self.line.rule()?);
            }
            return Ok(Event::Stopped { unit, at, why, rules });
        }
        if self.line.keyword("stands") {
            let source = self.decided(Decision::Cavalry)?;
            return Ok(Event::CavalryStands { unit, source });
        }
        if self.line.keyword("ineffective") {
            return Ok(Event::Ineffective { unit });
        }
        if self.line.keyword("cut-off") {
            let at = self.line.hex()?;
            return Ok(Event::CutOff { unit, at, rule: self.line.rule()? });
        }
        if self.line.keyword("enters") {
            return self.march(unit, None);
        }
        let from = self
            .line
            .hex()
            .map_err(|_| self.line.wrong("a hex, `enters`, `stops`, `stands` or `ineffective`"))?;
        if self.line.glued('>') { self.away(unit, from) } else { self.march(unit, Some(from)) }
    }

    /// A retreat, or cavalry that goes, after the first `>`.
    fn away(&mut self, unit: UnitId, from: Hex) -> Read<Event> {
        if self.line.keyword("exit") {
            return self.retreated(unit, from, None);
        }
        let to = self.line.hex()?;
        if !self.line.glued('>') {
            return self.retreated(unit, from, Some(to));
        }
        let path = [to, self.line.hex()?];
        Ok(Event::CavalryGoes { unit, from, path, source: self.decided(Decision::Cavalry)? })
    }

    fn retreated(&mut self, unit: UnitId, from: Hex, to: Option<Hex>) -> Read<Event> {
        let (cause, source): (Cause, Source) = self.sourced(retreat)?;
        let mut skipped = Vec::new();
        if self.line.keyword("not") {
            while self.line.at_hex() {
                skipped.push((self.line.hex()?, self.line.rule()?));
            }
        }
        Ok(Event::Retreated { unit, from, to, cause, source, skipped })
    }

    /// A march, after the hex where it begins or `enters`.
    fn march(&mut self, unit: UnitId, from: Option<Hex>) -> Read<Event> {
        let (mut hexes, mut exits) = (Vec::new(), false);
        // After `enters` the first place stands alone, after a hex all are joined by hyphens.
        let mut next = match from {
            Some(_) => self.line.glued('-'),
            None => self.line.at_hex() || self.line.run() == "exit",
        };
        while next && !exits {
            exits = self.line.keyword("exit");
            if !exits {
                hexes.push(self.line.hex()?);
            }
            next = self.line.glued('-');
        }
        let zone = self.line.glued('*');
        let start = self.line.mark();
        let spent: u32 = self.line.number()?;
        self.line.expect('/')?;
        let allowance = self.line.number()?;
        let count = hexes.len() + usize::from(exits);
        self.keyword("MP")?;
        let costs = self.costs(spent, count, start)?;
        let strategic = self.line.keyword("strategic");
        let one_hex = self.line.keyword("one-hex");
        if self.line.sign('*') {
            // A remark.
            self.line.skip();
        }
        let exit = costs.get(hexes.len()).copied().filter(|_| exits);
        let steps = hexes.into_iter().zip(costs).collect();
        Ok(Event::Moved(March { unit, from, steps, exit, allowance, strategic, one_hex, zone }))
    }

    /// The cost of every place: written out, the whole of a single one, or 1 each.
    fn costs(&mut self, spent: u32, count: usize, start: usize) -> Read<Vec<u8>> {
        let costs = if self.line.sign('(') {
            let mut costs: Vec<u8> = vec![self.line.number()?];
            while self.line.sign('+') {
                costs.push(self.line.number()?);
            }
            self.line.expect(')')?;
            costs
        } else if count == 1 {
            u8::try_from(spent).map(|cost| vec![cost]).unwrap_or_default()
        } else {
            vec![1; count]
        };
        let sum: u32 = costs.iter().map(|cost| u32::from(*cost)).sum();
        if costs.len() == count && sum == spent {
            return Ok(costs);
        }
        let headline = format!("{spent} MP are not the cost of {count} hexes as given");
        Err(self
            .line
            .complaint(start, headline)
            .help("write the cost of each in parentheses: (1+3)"))
    }

    fn passed(&mut self) -> Read<Passed> {
        let words = [
            ("condition", Passed::Condition),
            ("fought", Passed::Fought),
            ("nobody-there", Passed::NobodyThere),
            ("no-attackers", Passed::NoAttackers),
        ];
        for (word, why) in words {
            if self.line.keyword(word) {
                return Ok(why);
            }
        }
        if self.line.keyword("least") {
            return Ok(Passed::Least(self.line.odds()?));
        }
        if self.line.keyword("illegal") {
            return Ok(Passed::Illegal(self.line.quoted()?, self.line.rule()?));
        }
        Err(self
            .line
            .wrong("`condition`, `least`, `fought`, `nobody-there`, `no-attackers` or `illegal`"))
    }

    /// A die of the last combat, after `die`.
    fn die(&mut self) -> Read<Event> {
        let start = self.line.mark();
        let face = self.line.number()?;
        let result = self.result()?;
        let label = match (self.line.keyword("as"), self.combat) {
            (true, _) => self.line.text()?,
            (false, Some(hex)) => format!("{hex}.crt.1"),
            (false, None) => {
                let headline = "no combat before this die gives it a label".to_owned();
                return Err(self
                    .line
                    .complaint(start, headline)
                    .help("write `as LABEL` behind it"));
            }
        };
        Ok(Event::Die { label, face, result })
    }

    fn result(&mut self) -> Read<answers::Result> {
        match answers::Result::ALL.into_iter().find(|result| self.line.keyword(result.word())) {
            Some(result) => Ok(result),
            None => Err(self.line.wrong("`AE`, `AR`, `DE`, `DR` or `EX`")),
        }
    }

    /// A unit that gives way, after `pushed` or `pushes`.
    fn pushed(&mut self) -> Read<Event> {
        let unit = self.line.unit()?;
        let (from, to) = self.step()?;
        Ok(Event::Pushed { unit, from, to, source: self.decided(Decision::Push)? })
    }

    fn step(&mut self) -> Read<(Hex, Hex)> {
        let from = self.line.hex()?;
        self.line.expect('>')?;
        Ok((from, self.line.hex()?))
    }

    /// A unit that is lost, after `-`.
    fn eliminated(&mut self) -> Read<Event> {
        let unit = self.line.unit()?;
        let at = self.line.hex()?;
        let why = if self.line.keyword("no-retreat") {
            Loss::NoRetreat
        } else if self.line.keyword("no-push") {
            Loss::NoDisplacement
        } else if self.line.keyword("fixed") {
            Loss::Fixed(self.line.rule()?)
        } else if self.line.keyword("no-way") {
            Loss::NoWay(self.line.rule()?)
        } else {
            Loss::Combat(self.result()?)
        };
        let by = |items: &[String]| source(Decision::Exchange, items);
        let source = if self.line.sign_ahead('[') { Some(self.sourced(by)?) } else { None };
        Ok(Event::Eliminated { unit, at, why, source })
    }

    /// An advance or none, after `^`.
    fn advance(&mut self) -> Read<Event> {
        if self.line.keyword("none") {
            let army: Army = self.line.army()?;
            let mut cleared = Vec::new();
            while self.line.at_hex() {
                cleared.push(self.line.hex()?);
            }
            let (by, source) = self.sourced(advance)?;
            return Ok(Event::Stayed { cleared, army, source, by });
        }
        let unit = self.line.unit()?;
        if self.line.keyword("barred") {
            let to = self.line.at_hex().then(|| self.line.hex()).transpose()?;
            return Ok(Event::NoAdvance { unit, to, rule: self.line.rule()? });
        }
        let (from, to) = self.step()?;
        let (by, source) = self.sourced(advance)?;
        Ok(Event::Advanced { unit, from, to, source, by })
    }

    fn points(&mut self) -> Read<Event> {
        let army = self.line.army()?;
        self.line.expect('+')?;
        let points = self.line.number()?;
        let award = Award::ALL.into_iter().find(|award| self.line.keyword(award.word()));
        let award = award.ok_or_else(|| {
            self.line.wrong("`absent`, `eliminated`, `exited`, `occupied` or `start`")
        })?;
        Ok(Event::Points { army, award, points, what: self.line.text()?, rule: self.line.rule()? })
    }

    /// Who decided, in brackets.
    fn decided(&mut self, decision: Decision) -> Read<Source> {
        self.sourced(|items| source(decision, items))
    }

    /// What stands in brackets.
    fn sourced<T>(&mut self, meaning: impl Fn(&[String]) -> Option<T>) -> Read<T> {
        let (items, span) =
            self.line.bracket()?.ok_or_else(|| self.line.wrong("who decided, in brackets"))?;
        meaning(&items).ok_or_else(|| {
            let headline = format!("`{}` does not say who decided this", items.join(", "));
            Diagnostic::error(span, headline)
        })
    }

    fn keyword(&mut self, word: &str) -> Read<()> {
        if self.line.keyword(word) { Ok(()) } else { Err(self.line.wrong(&format!("`{word}`"))) }
    }
}
