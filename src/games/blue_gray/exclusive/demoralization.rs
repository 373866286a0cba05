//! `demoralization`: an army that has lost too much in combat does not advance any more.
//!
//! Nothing is remembered but who has crossed: losses and limit follow from the position, so an
//! army that rallies is simply no more beyond its limit.

use super::super::events::Event;
use super::super::position::{Counter, How, Marks, Place, Position};
use super::super::r07_movement::cost;
use super::super::scenario::{Army, Scenario, UnitId};
use super::super::turn::Turn;
use super::kind::{Kind, Notice, Times};
use super::reader::Reader;
use crate::board::Hex;
use crate::play::view::list;
use crate::rule::Rule;

/// How many units of an army have come out of the area that its higher limit names.
const CROSSED: [Counter; 2] = [Counter("crossed_confederate"), Counter("crossed_union")];

/// Remembers how many units of an army have come out of the area that its higher limit names.
pub const fn crossed(army: Army) -> Counter {
    match army {
        Army::Confederate => CROSSED[0],
        Army::Union => CROSSED[1],
    }
}

/// A limit on the losses of an army.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Demoralization {
    /// Whose.
    pub army: Army,
    /// Strength points that it may lose in combat and stay sound.
    pub above: u32,
    /// Citation.
    pub rule: Rule,
    /// Citation of what a demoralized army may not do.
    pub effect: Rule,
    /// Citation of when it becomes so.
    pub timing: Rule,
    /// A higher limit, if it may come to that.
    pub raised: Option<Raised>,
}

/// A higher limit, once certain units have crossed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Raised {
    /// Strength points.
    pub above: u32,
    /// The units.
    pub units: Vec<UnitId>,
    /// Hexes out of which each of them must have come once, in order of their numbers.
    pub area: Vec<Hex>,
    /// Citation.
    pub rule: Rule,
}

impl Kind for Demoralization {
    const WORD: &'static str = "demoralization";
    const TIMES: Times = Times::OnceASide;

    const COUNTERS: &'static [Counter] = &CROSSED;

    /// Reads `{side, above, rule, effect: {no: advance, rule}, timing: {at: once, rule},
    /// raised: {above, units: [..], once_out_of: AREA, rule}}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<Demoralization> {
        let army = entry.army("side");
        let above = entry.number("above");
        let rule = entry.rule();
        let effect = entry.nested("effect", "effect", |part| cited(part, "no", "advance"));
        let timing = entry.nested("timing", "timing", |part| cited(part, "at", "once"));
        let raised = entry.optional("raised", |entry, key| {
            entry.nested(key, "limit", |part| Raised::read(part, army))
        });
        if let (Some(above), Some(Some(raised))) = (above, &raised)
            && raised.above <= above
        {
            let headline = format!("the raised limit is not above {above}");
            entry.complain("raised", headline, "give the higher number here");
        }
        entry.finish();
        Some(Demoralization {
            army: army?,
            above: above?,
            rule: rule?,
            effect: effect?,
            timing: timing?,
            raised: raised?,
        })
    }

    /// [HL 18.13] Whom the set-up puts elsewhere has crossed (HL-cross).
    fn open_game(&self, scenario: &Scenario, position: &mut Position) {
        let Some(raised) = &self.raised else { return };
        for id in &raised.units {
            if position.hex(*id).is_some_and(|at| raised.is_out(scenario, at)) {
                position.mark(*id, Marks::CROSSED);
            }
        }
        let over = raised.units.iter().filter(|id| position.has(**id, Marks::CROSSED)).count();
        position.count(crossed(self.army), over as u32);
    }

    /// [HL 18.1] [HL 18.12] The army breaks at once, whoever's player-turn it is (HL-demnow).
    fn eliminated(&self, turn: &mut Turn, id: UnitId) {
        let unit = turn.scenario.unit(id);
        if unit.army != self.army {
            return;
        }
        let losses = losses(turn.scenario, &turn.position, self.army);
        let limit = self.limit(&turn.position);
        if losses > limit && losses - u32::from(unit.strength) <= limit {
            let rule = self.timing.clone();
            turn.tell(Event::Demoralized { army: self.army, losses, limit, rule });
        }
    }

    /// [HL 18.13] [HL 18.22] Each of the units crosses once, by whatever means; when the last has, the army
    /// rallies if the higher limit allows (HL-cross, HL-rally).
    fn entered(&self, turn: &mut Turn, id: UnitId, hex: Hex) {
        let Some(raised) = &self.raised else { return };
        if !raised.units.contains(&id)
            || turn.position.has(id, Marks::CROSSED)
            || !raised.is_out(turn.scenario, hex)
        {
            return;
        }
        let was_broken = self.is_broken(turn.scenario, &turn.position);
        turn.position.mark(id, Marks::CROSSED);
        let over = turn.position.counter(crossed(self.army)) + 1;
        turn.position.count(crossed(self.army), over);
        if was_broken && !self.is_broken(turn.scenario, &turn.position) {
            turn.tell(Event::Rallied {
                army: self.army,
                losses: losses(turn.scenario, &turn.position, self.army),
                limit: raised.above,
                rule: raised.rule.clone(),
            });
        }
    }

    /// [HL 18.11] [HL 18.21] A demoralized army does not advance; it moves and attacks, at any odds
    /// (HL-lowodds).
    fn never_advances(&self, turn: &Turn, id: UnitId) -> Option<Rule> {
        let own = turn.scenario.unit(id).army == self.army;
        (own && self.is_broken(turn.scenario, &turn.position)).then(|| self.effect.clone())
    }

    fn demoralized(&self, scenario: &Scenario, position: &Position, army: Army) -> bool {
        army == self.army && self.is_broken(scenario, position)
    }

    /// [HL 18.1] Losses, if those that `at_stake` may yet lose could break the army.
    fn branch(
        &self,
        scenario: &Scenario,
        position: &Position,
        at_stake: &dyn Fn(Army) -> u32,
    ) -> Option<u32> {
        let losses = losses(scenario, position, self.army);
        let limit = self.limit(position);
        (losses + at_stake(self.army) > limit).then(|| losses.min(limit + 1))
    }

    fn notice(&self, scenario: &Scenario, position: &Position, _: Army) -> Option<Notice> {
        let losses = losses(scenario, position, self.army);
        let limit = self.limit(position);
        let mut text = format!("LOSSES of the {} army in combat: {losses} of {limit}", self.army);
        if let Some(raised) = self.raised.as_ref().filter(|raised| limit < raised.above) {
            let names = list(raised.units.iter().map(|id| scenario.unit(*id).id.as_str()));
            let over = position.counter(crossed(self.army));
            let of = raised.units.len();
            text += &format!(", {} once {names} are over: {over} of {of}", raised.above);
        }
        if losses > limit {
            text += "; it is DEMORALIZED and does not advance";
            return Some((text, self.effect.clone()));
        }
        Some((text, self.rule.clone()))
    }
}

/// Reads `{KEY: WORD, rule}`, of which only the citation says something.
fn cited(mut part: Reader<'_, '_>, key: &'static str, word: &str) -> Option<Rule> {
    let known = part.word(key, &[(word, ())]);
    let rule = part.rule();
    part.finish();
    known.and(rule)
}

/// [HL 18.1] [HL 18.2] Printed strength points of an army's units that were eliminated.
pub fn losses(scenario: &Scenario, position: &Position, army: Army) -> u32 {
    let lost = position.pieces().filter(|(id, piece)| {
        let eliminated = matches!(piece.place, Place::Gone { how: How::Eliminated, .. });
        eliminated && scenario.unit(*id).army == army
    });
    lost.map(|(id, _)| u32::from(scenario.unit(id).strength)).sum()
}

impl Demoralization {
    /// The limit now.
    fn limit(&self, position: &Position) -> u32 {
        let over = position.counter(crossed(self.army));
        let raised = self.raised.as_ref().filter(|raised| over as usize == raised.units.len());
        raised.map_or(self.above, |raised| raised.above)
    }

    fn is_broken(&self, scenario: &Scenario, position: &Position) -> bool {
        losses(scenario, position, self.army) > self.limit(position)
    }
}

impl Raised {
    /// Reads `{above, units: [..], once_out_of: AREA, rule}`.
    fn read(mut part: Reader<'_, '_>, army: Option<Army>) -> Option<Raised> {
        let above = part.number("above");
        let units = part.units("units", army);
        let area = part.area("once_out_of");
        let rule = part.rule();
        part.finish();
        Some(Raised { above: above?, units: units?, area: area?.1, rule: rule? })
    }

    /// Whether a hex is beyond the crossing, and none itself.
    fn is_out(&self, scenario: &Scenario, hex: Hex) -> bool {
        !self.area.contains(&hex) && !cost::is_crossing(scenario, hex)
    }
}
