//! What is so in a position: who may move how far, who touches whom, where a unit could retreat.
//! For forms, for `explain`, and for anybody who looks for a legal move.

use super::answers::{At, Move, Orders, Route, Standing};
use super::form::Contact;
use super::position::{Phase, Position};
use super::r05_control::reaches;
use super::r07_movement::{self, in_zone, walk::Walk};
use super::r08_combat::{displace, retreat};
use super::scenario::{Scenario, UnitId};
use super::turn::{Conduct, Errors, Expectation, InForce, Input, Missing, Segment, Turn};
use super::{exclusive, r05_control, r11_other, r12_reinforcement};
use crate::board::Hex;
use crate::board::path;
use crate::document::{Diagnostic, Span};
use crate::play::{Ask, Fate, Stop};
use crate::rule::Rule;
use std::collections::BTreeMap;

/// No dice and no answers: for looking at a position without playing on.
pub struct NoFate;

impl Fate for NoFate {
    fn die(&mut self, _: usize, _: &str, _: &dyn Fn(u32) -> u32) -> Result<u32, Stop> {
        Err(Stop::Fork(6))
    }

    fn open(&mut self, _: &Ask) -> Result<Option<usize>, Stop> {
        Ok(None)
    }
}

/// A player-turn without any order.
pub fn no_orders() -> Input {
    Input {
        segments: vec![Segment { orders: Orders::default(), standing: None }],
        answers: Vec::new(),
        standing: InForce::default(),
        own: Standing::default(),
        conduct: Conduct {
            errors: Errors::Refuse,
            missing: Missing::Default,
            expect: Expectation::Report,
            recorded: false,
        },
    }
}

/// What is wrong with the moves of orders of which other parts cannot be read.
pub fn moves_alone(scenario: &Scenario, position: &Position, moves: &[Move]) -> Vec<Diagnostic> {
    if position.phase != Phase::Movement {
        return Vec::new();
    }
    let mut input = no_orders();
    input.segments[0].orders.moves = moves.to_vec();
    let mut fate = NoFate;
    let mut turn = Turn::new(scenario, position.clone(), &input, &mut fate);
    match r07_movement::movement_phase(&mut turn) {
        Err(Stop::Refused(complaints)) => complaints,
        _ => Vec::new(),
    }
}

/// A position looked at, from the phasing army's side.
pub struct Facts<'a> {
    turn: Turn<'a>,
    zones: Vec<bool>,
}

impl<'a> Facts<'a> {
    /// Looks at a position; `input` is [`no_orders`].
    pub fn of(
        scenario: &'a Scenario,
        position: &Position,
        input: &'a Input,
        fate: &'a mut NoFate,
    ) -> Facts<'a> {
        let zones = r05_control::zones(scenario, position, position.phasing.enemy());
        Facts { turn: Turn::new(scenario, position.clone(), input, fate), zones }
    }

    /// Movement allowance this turn, in movement points (7.0 and exclusive rules).
    pub fn allowance(&self, id: UnitId) -> u32 {
        r07_movement::allowance(&self.turn, id)
    }

    /// Allowance by strategic movement, if the unit may use it from where it stands (11.1).
    pub fn strategic(&self, id: UnitId) -> Option<u32> {
        let at = self.turn.position.hex(id)?;
        let mut walk = Walk::new(&self.turn, id, Some(at), &self.zones);
        r11_other::begin_strategic(&self.turn, &mut walk, Span::NONE).ok()?;
        Some(walk.allowance)
    }

    /// Why a unit on the map, or due, may not move at all.
    pub fn bound(&self, id: UnitId) -> Option<Diagnostic> {
        let unit = At::new(id, Span::NONE);
        let enter = self.turn.position.hex(id).is_none();
        r07_movement::begin(&self.turn, &self.zones, unit, None, enter, false).err()
    }

    /// Enemy hexes in contact with the phasing army, with the own units that touch each.
    pub fn contacts(&self) -> Vec<Contact> {
        let mut contacts: BTreeMap<Hex, Vec<UnitId>> = BTreeMap::new();
        let scenario = self.turn.scenario;
        for id in scenario.ids() {
            let Some(hex) = self.turn.position.hex(id) else { continue };
            if scenario.unit(id).army != self.turn.army {
                continue;
            }
            let enemy = self.turn.enemy();
            for (_, near) in scenario.map.neighbours(hex) {
                if r05_control::held_by(scenario, &self.turn.position, enemy, near)
                    && reaches(scenario, hex, near)
                {
                    contacts.entry(near).or_default().push(id);
                }
            }
        }
        contacts.into_iter().map(|(at, own)| Contact { at, own }).collect()
    }

    /// Every hex to which a unit on the map may move now, with what the cheapest way costs in
    /// movement points.
    pub fn destinations(&self, id: UnitId, strategic: bool) -> Vec<(Hex, u32)> {
        let unit = At::new(id, Span::NONE);
        let Ok(walk) = r07_movement::begin(&self.turn, &self.zones, unit, None, false, strategic)
        else {
            return Vec::new();
        };
        let Some(at) = walk.at else { return Vec::new() };
        let reach = path::reachable(&self.turn.scenario.map, at, walk.left(), |from, to| {
            walk.open_step(&self.turn, from, to).map(|cost| path::Step {
                cost: u32::from(cost),
                stop: in_zone(&self.turn, &self.zones, to),
                shun: false,
            })
        });
        reach.into_iter().filter(|(hex, _)| walk.may_end_on(&self.turn, *hex)).collect()
    }

    /// The steps of a route with their costs, as the movement phase would take it now.
    ///
    /// # Errors
    /// The refusal.
    pub fn route(&self, unit: At<UnitId>, line: &Move) -> Result<Vec<(Hex, u8)>, Diagnostic> {
        let Route::March { from, enter, strategic, hexes, exit } = &line.route else {
            return Ok(Vec::new());
        };
        let mut walk =
            r07_movement::begin(&self.turn, &self.zones, unit, *from, *enter, *strategic)?;
        let mut rest = hexes.as_slice();
        if let Some((first, others)) = hexes.split_first().filter(|_| *enter) {
            r12_reinforcement::enter(&self.turn, &mut walk, *first)?;
            rest = others;
        }
        walk.along(&self.turn, rest)?;
        if let Some(span) = exit {
            walk.leave(&self.turn, *span)?;
        }
        walk.end_bar(&self.turn, line.span)?;
        Ok(walk.steps)
    }

    /// Whether a hex lies in a zone of the enemy of the phasing army (5.0).
    pub fn is_in_enemy_zone(&self, hex: Hex) -> bool {
        in_zone(&self.turn, &self.zones, hex)
    }

    /// The six hexes around a unit: `None` where it could retreat, else the rule that bars it
    /// (8.51, 8.52, terrain).
    pub fn retreats(&self, id: UnitId) -> Vec<(Hex, Option<Rule>)> {
        let Some(at) = self.turn.position.hex(id) else { return Vec::new() };
        let army = self.turn.scenario.unit(id).army;
        let mut around: Vec<(Hex, Option<Rule>)> = self
            .turn
            .scenario
            .map
            .neighbours(at)
            .map(|(_, near)| {
                let rule = retreat::barred(&self.turn, army, at, near)
                    .or_else(|| {
                        exclusive::may_not_enter(&self.turn, id, Some(at), near).map(|(_, r)| r)
                    })
                    .or_else(|| {
                        (!displace::can_end_on(&self.turn, id, near))
                            .then_some(super::rulebook::R8_52)
                    });
                (near, rule)
            })
            .collect();
        around.sort();
        around
    }

    /// The player-turn behind the look, for rules that want to be asked directly.
    pub fn turn(&self) -> &Turn<'a> {
        &self.turn
    }
}
