//! A unit on its way: from a written route to steps, each checked as it is taken.

mod bars;

use super::super::answers::At;
use super::super::rulebook::*;
use super::super::scenario::UnitId;
use super::super::turn::Turn;
use super::super::{exclusive, r06_stacking, r11_other};
use super::cost::{self, Closed, points_of};
use super::{Zones, bar, in_zone, is_ineffective};
use crate::board::path::Step;
use crate::board::{Hex, Terrain};
use crate::document::{Diagnostic, Span};
use crate::rule::Rule;
use bars::Bar;

/// A unit on its way; nothing is moved until the whole walk is legal.
pub struct Walk<'z> {
    /// Who.
    pub unit: UnitId,
    /// Where it began; `None` off the map.
    pub from: Option<Hex>,
    /// Where it has got to.
    pub at: Option<Hex>,
    /// Steps so far with their costs.
    pub steps: Vec<(Hex, u8)>,
    /// Cost of leaving the map, if it leaves.
    pub exit: Option<u8>,
    /// Movement points of this move.
    pub allowance: u32,
    /// Spent so far.
    pub spent: u32,
    /// By strategic movement.
    pub strategic: bool,
    /// By the minimum of one hex; the move is over.
    pub one_hex: bool,
    /// Zones of the enemy.
    pub zones: &'z Zones,
    /// With how many points, at most, it may enter one, and the rule, where that is fewer.
    pub into_zones: Option<(u32, Rule)>,
    /// The entry hex whose column it belongs to, if it comes from off the map.
    pub column: Option<Hex>,
}

impl<'z> Walk<'z> {
    /// A unit before its first step.
    pub fn new(turn: &Turn, unit: UnitId, at: Option<Hex>, zones: &'z Zones) -> Walk<'z> {
        let allowance = super::allowance(turn, unit);
        Walk {
            unit,
            from: at,
            at,
            steps: Vec::new(),
            exit: None,
            allowance,
            spent: 0,
            strategic: false,
            one_hex: false,
            zones,
            into_zones: exclusive::zone_limit(turn, unit, allowance),
            column: None,
        }
    }

    /// Movement points left.
    pub fn left(&self) -> u32 {
        if self.one_hex { 0 } else { self.allowance.saturating_sub(self.spent) }
    }

    /// Follows the hexes of a route: a step to an adjacent hex, the cheapest legal way to any
    /// other.
    ///
    /// # Errors
    /// The complaint about the first hex that cannot be reached; the steps before it are kept.
    pub fn along(&mut self, turn: &Turn, hexes: &[At<Hex>]) -> Result<(), Diagnostic> {
        for (i, hex) in hexes.iter().enumerate() {
            let Some(at) = self.at else { break };
            if at == hex.value {
                if i == 0 {
                    continue;
                }
                return Err(Diagnostic::error(
                    hex.span,
                    format!("{} is on {at} already", turn.name(self.unit)),
                ));
            }
            if at.direction_to(hex.value).is_some() {
                self.step(turn, hex.value).map_err(|b| self.explain(turn, b, hex))?;
            } else {
                self.cheapest(turn, hex)?;
            }
        }
        Ok(())
    }

    /// Takes one step, if it is legal.
    fn step(&mut self, turn: &Turn, to: Hex) -> Result<(), Bar> {
        let Some(at) = self.at else { return Err(Bar::Closed(Closed::Apart)) };
        if self.must_stop(turn, at) {
            return Err(Bar::MustStop(at));
        }
        if self.one_hex {
            return Err(Bar::OneHexSpent);
        }
        let cost = self.open(turn, at, to)?;
        if u32::from(cost) > self.left() {
            if !self.one_hex_applies(turn, to) {
                return Err(Bar::Points(u32::from(cost)));
            }
            self.one_hex = true;
        }
        if let Some(bar) = self.zone_too_far(turn, to, self.spent + u32::from(cost)) {
            return Err(bar);
        }
        self.take(to, cost);
        Ok(())
    }

    /// [5.0] Whether the unit goes no further from where it has got to, unless it begins there at
    /// night and its army may leave (CH 17.2).
    fn must_stop(&self, turn: &Turn, at: Hex) -> bool {
        let army = turn.scenario.unit(self.unit).army;
        let leaves = || exclusive::night_leave(turn.scenario, army, turn.position.turn).is_some();
        in_zone(turn, self.zones, at) && !(self.steps.is_empty() && leaves())
    }

    /// Why a hex may not be entered for so many points in all, because it lies in an enemy zone.
    fn zone_too_far(&self, turn: &Turn, to: Hex, spent: u32) -> Option<Bar> {
        let (most, rule) = self.into_zones.as_ref()?;
        (spent > *most && in_zone(turn, self.zones, to)).then(|| {
            let name = turn.name(self.unit);
            let headline = format!(
                "{name} may enter {to}, in an enemy zone of control, only within {most} points, and \
                 would have spent {spent}"
            );
            Bar::Exclusive(headline, rule.clone())
        })
    }

    /// Records a step.
    pub fn take(&mut self, to: Hex, cost: u8) {
        self.steps.push((to, cost));
        self.spent += u32::from(cost);
        self.at = Some(to);
    }

    /// [7.4] One hex may always be moved, as the first and only one; it lifts 7.2 and nothing
    /// else (BG-minonly), never into a crossing hex (BG-ferrypass), and for nobody in a zone.
    fn one_hex_applies(&self, turn: &Turn, to: Hex) -> bool {
        turn.scenario.policies.one_hex_always
            && self.steps.is_empty()
            && self.from.is_some_and(|from| !in_zone(turn, self.zones, from))
            && !cost::is_crossing(turn.scenario, to)
    }

    /// The cost of a step that nothing but movement points could forbid.
    fn open(&self, turn: &Turn, from: Hex, to: Hex) -> Result<u8, Bar> {
        let army = turn.scenario.unit(self.unit).army;
        let cost = cost::step(turn.scenario, army, from, to).map_err(Bar::Closed)?;
        if let Some(bar) = self.held_shut(turn, to) {
            return Err(bar);
        }
        match exclusive::may_not_step(turn, self.unit, Some(from), to) {
            Some((headline, rule)) => Err(Bar::Exclusive(headline, rule)),
            None => Ok(cost),
        }
    }

    /// What an exclusive rule says of a hex, if it keeps the unit out from every side.
    fn shut_by_rule(&self, turn: &Turn, hex: Hex) -> Option<Bar> {
        let mut around = turn.scenario.map.neighbours(hex).map(|(_, near)| near);
        let bar = |near| exclusive::may_not_step(turn, self.unit, Some(near), hex);
        let first = around.next()?;
        let (headline, rule) = bar(first)?;
        // It holds from every side, and nobody has written this one.
        let headline = headline.replace(&format!(" from {first}"), "");
        around.all(|near| bar(near).is_some()).then_some(Bar::Exclusive(headline, rule))
    }

    /// What keeps the unit out of a hex from whichever side it comes: an enemy, or a zone or a
    /// distance that this move may not break.
    fn held_shut(&self, turn: &Turn, hex: Hex) -> Option<Bar> {
        let army = turn.scenario.unit(self.unit).army;
        let enemy = turn
            .position
            .stack(&turn.scenario.map, hex)
            .find(|id| turn.scenario.unit(*id).army != army);
        if let Some(enemy) = enemy {
            return Some(Bar::Enemy(enemy));
        }
        if in_zone(turn, self.zones, hex) {
            if turn.scenario.is_night(turn.position.turn) {
                return Some(Bar::NightZone);
            }
            if is_ineffective(turn, self.unit) {
                return Some(Bar::IneffectiveZone);
            }
        }
        if !(self.strategic && self.zones.is_near(turn, army, hex)) {
            return None;
        }
        r11_other::too_near(turn, army, hex).map(|(distance, id)| Bar::TooNear(distance, id))
    }

    /// What a step costs, if nothing but movement points could forbid it.
    pub fn open_step(&self, turn: &Turn, from: Hex, to: Hex) -> Option<u8> {
        self.open(turn, from, to).ok()
    }

    /// Whether the unit could end its move on a hex that it can reach.
    pub fn may_end_on(&self, turn: &Turn, hex: Hex) -> bool {
        !cost::is_crossing(turn.scenario, hex)
            && r06_stacking::has_room(turn.scenario, &turn.position, self.unit, hex)
    }

    /// [7.0] Goes to a hex that is not adjacent by the cheapest legal way (BG-path): fewest points,
    /// then not through a hex where passing has an effect, fewest hexes, lowest numbers.
    fn cheapest(&mut self, turn: &Turn, to: &At<Hex>) -> Result<(), Diagnostic> {
        let Some(at) = self.at else { return Ok(()) };
        if self.must_stop(turn, at) {
            return Err(self.explain(turn, Bar::MustStop(at), to));
        }
        if !turn.scenario.map.contains(to.value) {
            return Err(self.explain(turn, Bar::Closed(Closed::OffMap), to));
        }
        match self.way(turn, at, to.value, self.left()) {
            Some(way) => {
                // A zone can only be the last hex of a way.
                let spent = self.spent + way.iter().map(|(_, cost)| cost).sum::<u32>();
                if let Some(bar) = self.zone_too_far(turn, to.value, spent) {
                    return Err(self.explain(turn, bar, to));
                }
                for (hex, cost) in way {
                    self.take(hex, cost as u8);
                }
                Ok(())
            }
            None => Err(self.unreachable(turn, at, to)),
        }
    }

    fn way(&self, turn: &Turn, at: Hex, to: Hex, budget: u32) -> Option<Vec<(Hex, u32)>> {
        let passing = exclusive::passing(turn, turn.scenario.unit(self.unit).army);
        let way =
            turn.paths.borrow_mut().cheapest(&turn.scenario.map, at, to, budget, |from, to| {
                let cost = self.open(turn, from, to).ok()?;
                Some(Step {
                    cost: u32::from(cost),
                    stop: in_zone(turn, self.zones, to),
                    shun: passing.matters(to),
                })
            })?;
        // The path lists what is spent up to each hex; a step's own cost is the difference.
        let spent = std::iter::once(0).chain(way.iter().map(|(_, spent)| *spent));
        Some(way.iter().zip(spent).map(|((hex, total), before)| (*hex, total - before)).collect())
    }

    /// Says why a distant hex cannot be reached, and how far the unit would get.
    fn unreachable(&self, turn: &Turn, at: Hex, to: &At<Hex>) -> Diagnostic {
        let name = turn.name(self.unit);
        // What it would cost without a limit tells "too far" from "no way at all".
        match self.way(turn, at, to.value, 120) {
            Some(way) => {
                let cost: u32 = way.iter().map(|(_, c)| c).sum();
                let mut points = 0;
                let reach: Vec<Hex> = way
                    .iter()
                    .take_while(|(_, c)| {
                        points += c;
                        points <= self.left()
                    })
                    .map(|(hex, _)| *hex)
                    .collect();
                let complaint = bar(
                    to.span,
                    format!(
                        "{name} cannot reach {} from {at}: the cheapest way costs {cost}, {} left",
                        to.value,
                        points_of(self.left())
                    ),
                    R7_2,
                );
                match reach.iter().rfind(|hex| self.may_end_on(turn, **hex)) {
                    Some(hex) => complaint.help(format!("on that way it gets to {hex}")),
                    None => complaint,
                }
            }
            None => {
                let closed = cost::terrain_of(turn.scenario, to.value);
                let held = || self.held_shut(turn, to.value);
                let shut = || self.shut_by_rule(turn, to.value);
                match closed.map(Bar::Closed).or_else(held).or_else(shut) {
                    Some(bar) => self.explain(turn, bar, to),
                    None => bar(
                        to.span,
                        format!("{name} finds no legal way from {at} to {}", to.value),
                        R7_0,
                    )
                    .help("write the way hex by hex to see where it is barred"),
                }
            }
        }
    }

    /// [17.31 and the like] Leaves the map where it stands.
    ///
    /// # Errors
    /// The complaint, if it may not leave here or cannot pay for it.
    pub fn leave(&mut self, turn: &Turn, span: Span) -> Result<(), Diagnostic> {
        let name = turn.name(self.unit);
        let Some(at) = self.at else { return Ok(()) };
        let cost =
            exclusive::exit_at(turn.scenario, self.unit, at).map_err(|(headline, rule)| {
                let complaint =
                    Diagnostic::error(span, format!("{name} may not leave the map by {at}"));
                let complaint = match rule {
                    Some(rule) => complaint.rule(rule),
                    None => complaint,
                };
                complaint.help(headline)
            })?;
        if let Err(why) = exclusive::leaving(turn, self.unit, at) {
            let complaint = bar(span, why.headline, why.rule);
            return Err(match why.help {
                Some(help) => complaint.help(help),
                None => complaint,
            });
        }
        if self.must_stop(turn, at) {
            return Err(bar(
                span,
                format!(
                    "{name} may not leave the map from {at}, which is in an enemy zone of control"
                ),
                if self.steps.is_empty() { R5_1 } else { R5_0 },
            ));
        }
        if u32::from(cost) > self.left() {
            return Err(bar(
                span,
                format!(
                    "{name} needs {} to leave the map from {at}, {} left",
                    points_of(u32::from(cost)),
                    points_of(self.left())
                ),
                R7_2,
            ));
        }
        self.exit = Some(cost);
        self.spent += u32::from(cost);
        Ok(())
    }

    /// [6.0] [FR 16.1] [CH 19.11] [CH 19.12] Whether the move may end where it is.
    ///
    /// # Errors
    /// The complaint, if it may not.
    pub fn end_bar(&self, turn: &Turn, span: Span) -> Result<(), Diagnostic> {
        let Some(at) = self.at.filter(|_| self.exit.is_none()) else { return Ok(()) };
        let name = turn.name(self.unit);
        if cost::is_crossing(turn.scenario, at) {
            let terrain = turn.scenario.map.terrain(at).map_or("water", Terrain::words);
            return Err(Diagnostic::error(
                span,
                format!("{name} may not end its move on {at}, a {terrain} hex"),
            )
            .rule(TEC)
            .help("go on to the other bank in the same move; 7.4 does not help here"));
        }
        if self.steps.is_empty() {
            return Ok(());
        }
        r06_stacking::end_of_move(turn, self, at, span)
    }

    /// Takes steps back until the move may end where it is; none at all is always legal.
    pub fn back_to_legal_end(&mut self, turn: &Turn) {
        self.exit = None;
        while !self.steps.is_empty() && self.end_bar(turn, Span::NONE).is_err() {
            self.steps.pop();
            self.at = self.steps.last().map(|(hex, _)| *hex).or(self.from);
        }
        self.spent = self.steps.iter().map(|(_, c)| u32::from(*c)).sum();
    }

    fn explain(&self, turn: &Turn, why: Bar, to: &At<Hex>) -> Diagnostic {
        let (name, span, hex) = (turn.name(self.unit), to.span, to.value);
        let here = self.at.map_or_else(|| "off the map".to_owned(), |h| h.to_string());
        let complaint = match why {
            Bar::Closed(Closed::OffMap) => {
                Diagnostic::error(span, format!("there is no hex {hex} on the map"))
            }
            Bar::Closed(Closed::Apart) => {
                bar(span, format!("{hex} is not adjacent to {here}"), R7_0)
            }
            Bar::Closed(Closed::Terrain(terrain)) => bar(
                span,
                format!("{name} may not enter {hex}: {}", terrain.words()),
                TEC,
            ),
            Bar::Closed(Closed::Side(side)) => bar(
                span,
                format!(
                    "{name} may not go from {here} to {hex}: {}",
                    Closed::Side(side).words(turn.scenario)
                ),
                TEC,
            ),
            Bar::Closed(Closed::Arrows(crossing)) => {
                bar(span, format!("{name} may not go from {here} to {hex}"), TEC)
                    .help(Closed::Arrows(crossing).words(turn.scenario))
            }
            Bar::MustStop(at) => {
                let legal = self.steps.iter().map(|(hex, _)| hex.to_string()).collect::<Vec<_>>();
                bar(span, format!("{name} stops at {at}, in an enemy zone of control"), R5_0)
                    .help(format!("legal: {}", legal.join(", ")))
            }
            Bar::Enemy(enemy) => bar(
                span,
                format!("{name} may not enter {hex}: {} is there", turn.name(enemy)),
                R6_0,
            ),
            Bar::NightZone => {
                let army = turn.scenario.unit(self.unit).army;
                let leaves = exclusive::night_leave(turn.scenario, army, turn.position.turn);
                let text = format!("NIGHT: {name} may not enter {hex}, in an enemy zone of control");
                leaves.into_iter().fold(bar(span, text, R9_0), |d, rule| d.rule(rule.clone()))
            }
            Bar::IneffectiveZone => bar(
                span,
                format!("{name} is ineffective and may not enter {hex}, in an enemy zone of control"),
                R10_2,
            ),
            Bar::TooNear(distance, id) => bar(
                span,
                format!(
                    "{name} moves strategically and may not come to {hex}: {} is {distance} hexes away",
                    turn.name(id)
                ),
                R11_1,
            )
            .help("stay four hexes from every enemy, or move without `strategic,`"),
            Bar::Exclusive(headline, rule) => bar(span, headline, rule),
            Bar::Points(cost) => bar(
                span,
                format!("{name} cannot enter {hex}: it costs {cost}, {} left", points_of(self.left())),
                R7_2,
            ),
            Bar::OneHexSpent => bar(
                span,
                format!("{name} cannot go on to {hex}: it has moved its one hex"),
                R7_4,
            ),
        };
        if complaint.help.is_some()
            || !matches!(complaint.severity, crate::document::Severity::Error)
        {
            return complaint;
        }
        match self.at {
            Some(at) if !self.steps.is_empty() => {
                let mut back = self.steps.iter().rev().map(|(hex, _)| *hex);
                let stop = back.find(|hex| self.may_end_on(turn, *hex));
                let from = if stop == Some(at) { String::new() } else { format!("from {at} ") };
                let stop = stop.map(|hex| format!("stop at {hex}"));
                let mut on = self.legal_steps(turn, at);
                on.retain(|hex| self.may_end_on(turn, *hex));
                let on = (!on.is_empty()).then(|| format!("go on {from}to {}", numbers(&on)));
                let legal: Vec<String> = stop.into_iter().chain(on).collect();
                match legal.is_empty() {
                    true => complaint,
                    false => complaint.help(format!("legal: {}", legal.join(", or "))),
                }
            }
            Some(at) => match self.legal_steps(turn, at) {
                legal if legal.is_empty() => complaint,
                legal => {
                    complaint.help(format!("legal first steps from {at}: {}", numbers(&legal)))
                }
            },
            None => complaint,
        }
    }

    fn legal_steps(&self, turn: &Turn, at: Hex) -> Vec<Hex> {
        let around = turn.scenario.map.neighbours(at).map(|(_, near)| near);
        let paid = |near: &Hex, cost: u32| cost <= self.left() || self.one_hex_applies(turn, *near);
        let open =
            |near: &Hex| self.open(turn, at, *near).is_ok_and(|cost| paid(near, cost.into()));
        let mut legal: Vec<Hex> = around.filter(open).collect();
        legal.sort();
        legal
    }
}

fn numbers(hexes: &[Hex]) -> String {
    hexes.iter().map(Hex::to_string).collect::<Vec<_>>().join(", ")
}
