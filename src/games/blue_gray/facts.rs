//! What is so in a position: who may move how far, who touches whom, where a unit could retreat.
//! For forms, for `explain`, and for anybody who looks for a legal move.

use super::answers::{At, Move, Orders, Route, Whole};
use super::check::beside::{List, attacks, faults, is_about_the_line_alone, names};
use super::exclusive::victory::Verdict;
use super::form::Contact;
use super::position::{Marks, Phase, Place, Position};
use super::r05_control::{has_zone, reaches};
use super::r07_movement::{self, Zones, cost, in_zone, walk::Walk};
use super::r08_combat::displace;
use super::r08_combat::retreat::{self, Barred};
use super::r08_combat::{may_attack, targets_on};
use super::rulebook::R8_52;
use super::scenario::{Army, Scenario, UnitId};
use super::turn::{Conduct, Errors, Expectation, InForce, Input, Missing, Segment, Turn};
use super::{exclusive, r08_combat, r11_other, r12_reinforcement, r13_victory};
use crate::board::{Hex, Terrain, path};
use crate::document::{Diagnostic, Span};
use crate::play::view::list;
use crate::play::{Ask, Fate, Stop};
use crate::rule::Rule;
use std::collections::{BTreeMap, BTreeSet};

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
        own: Default::default(),
        conduct: Conduct {
            errors: Errors::Refuse,
            missing: Missing::Default,
            expect: Expectation::Report,
            recorded: false,
        },
    }
}

/// Whether a unit could retreat into a hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refuge {
    /// There is room.
    Free,
    /// Somebody must give way first: who could, and where to, the default first.
    Push(Vec<(UnitId, Hex)>),
    /// No: why, and the rule.
    None(String, Rule),
}

/// The position after moves, as the movement phase of the army that is to move carries them out.
///
/// # Errors
/// Every refusal of the movement phase.
pub fn after_moves(
    scenario: &Scenario,
    position: &Position,
    moves: Vec<Move>,
) -> Result<Position, Vec<Diagnostic>> {
    let (position, refused) = moved(scenario, position, moves);
    if refused.is_empty() { Ok(position) } else { Err(refused) }
}

/// The position after the moves that are legal, and every refusal of the movement phase.
pub fn moved(
    scenario: &Scenario,
    position: &Position,
    moves: Vec<Move>,
) -> (Position, Vec<Diagnostic>) {
    let mut input = no_orders();
    input.segments[0].orders.moves = moves;
    let mut fate = NoFate;
    let mut turn = Turn::new(scenario, position.clone(), &input, &mut fate);
    let refused = match r07_movement::movement_phase(&mut turn) {
        Err(Stop::Refused(all)) => all,
        _ => Vec::new(),
    };
    // Whoever came onto the map has not left a hex of it, but has moved too.
    let movers: Vec<UnitId> = turn.movers.iter().map(|(id, _)| *id).collect();
    for id in movers {
        turn.position.mark(id, Marks::LEFT);
    }
    (turn.position, refused)
}

/// A position as it would be if an army's player-turn came next: its own if it is to move now, else
/// the one after the player-turn of the other.
pub fn seen_by(scenario: &Scenario, position: &Position, army: Army) -> Position {
    let mut seen = position.clone();
    if army != position.phasing {
        seen.settle_marks();
        exclusive::end_of_player_turn(scenario, &mut seen);
        seen.halted = None;
        seen.phase = Phase::Movement;
        seen.phasing = army;
        if scenario.order[0] == army && seen.turn < scenario.turns {
            seen.turn += 1;
        }
    }
    seen
}

/// Complaints about what could be read of orders of which something could not; none about a line
/// that is `unread`.
pub fn beside(
    scenario: &Scenario,
    position: &Position,
    orders: &Orders,
    whole: Whole,
    unread: &[Diagnostic],
) -> Vec<Diagnostic> {
    if position.phase != Phase::Movement {
        return Vec::new();
    }
    let known = |line: &&Move| line.units.iter().all(|unit| scenario.knows(unit.value));
    let moves = orders.moves.iter().filter(known).cloned().collect();
    let (after, mut found) = moved(scenario, position, moves);
    let mut strangers: Vec<UnitId> = Vec::new();
    if !whole.moves {
        // The line that cannot be read may move anybody who is in no other.
        found.retain(is_about_the_line_alone);
        let listed = |id: &UnitId| orders.moves.iter().any(|line| names(line, *id));
        strangers.extend(scenario.ids().filter(|id| !listed(id)));
    }
    if whole.moves && whole.attack && found.is_empty() {
        found.extend(duties(scenario, position, orders));
    }
    let input = no_orders();
    let mut fate = NoFate;
    let turn = Turn::new(scenario, after, &input, &mut fate);
    let faulty = faults(&turn, orders).into_iter().filter(|fault| !found.contains(fault));
    found.extend(faulty.collect::<Vec<_>>());
    let list = if whole.attack { List::Whole } else { List::Part };
    let more = attacks(&turn, orders, &found, &strangers, list);
    found.extend(more);
    let lines: BTreeSet<u32> = unread.iter().map(|complaint| complaint.span.line).collect();
    found.retain(|complaint| !lines.contains(&complaint.span.line));
    found
}

/// [8.0] What is wrong with a list as filed, duties and all, if moves and attacks can be read; nothing
/// if units go back before it by lines that perhaps cannot.
fn duties(scenario: &Scenario, position: &Position, orders: &Orders) -> Vec<Diagnostic> {
    let goes_back = |id: UnitId| {
        position.has(id, Marks::INEFFECTIVE) || exclusive::conduct(scenario, id).is_some()
    };
    let mut own = scenario.ids().filter(|id| scenario.unit(*id).army == position.phasing);
    if scenario.is_night(position.turn) || own.any(goes_back) {
        return Vec::new();
    }
    let mut input = no_orders();
    // Whether dice may be typed is not known here.
    input.conduct.recorded = true;
    input.segments[0].orders =
        Orders { fall_back: Vec::new(), answers: Vec::new(), standing: None, ..orders.clone() };
    let mut fate = NoFate;
    let mut turn = Turn::new(scenario, position.clone(), &input, &mut fate);
    if r07_movement::movement_phase(&mut turn).is_err() {
        return Vec::new();
    }
    turn.enter_phase(Phase::Combat);
    match r08_combat::opening(&mut turn) {
        Err(Stop::Refused(all)) => all.into_iter().filter(Diagnostic::is_error).collect(),
        _ => Vec::new(),
    }
}

/// How a game has ended, or would end if this were the end of the last game-turn: the points then,
/// and who wins.
pub fn ended(scenario: &Scenario, position: &Position) -> (Position, Verdict) {
    let input = no_orders();
    let mut fate = NoFate;
    let mut turn = Turn::new(scenario, position.clone(), &input, &mut fate);
    turn.quiet = true;
    if position.phase != Phase::Over {
        exclusive::end_of_game(&mut turn);
    }
    let verdict = r13_victory::verdict(scenario, &turn.position);
    (turn.position, verdict)
}

/// A position looked at, from the phasing army's side.
pub struct Facts<'a> {
    turn: Turn<'a>,
    zones: Zones,
}

impl<'a> Facts<'a> {
    /// Looks at a position; `input` is [`no_orders`].
    pub fn of(
        scenario: &'a Scenario,
        position: &Position,
        input: &'a Input,
        fate: &'a mut NoFate,
    ) -> Facts<'a> {
        let turn = Turn::new(scenario, position.clone(), input, fate);
        let zones = Zones::of(&turn, position.phasing);
        Facts { turn, zones }
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

    /// For a unit that is lost if it does not enter now, the first hex at which it can when those
    /// before it have come the same way.
    pub fn must_enter(&self, id: UnitId) -> Option<Hex> {
        let scenario = self.turn.scenario;
        let comes = |id: &UnitId| {
            scenario.unit(*id).army == self.turn.army
                && exclusive::arrival(scenario, *id).late.is_some()
                && matches!(self.turn.position.place(*id), Place::Reserve { due }
                    if due <= self.turn.position.turn)
        };
        if !comes(&id) {
            return None;
        }
        let mut fate = NoFate;
        let position = self.turn.position.clone();
        let mut turn = Turn::new(scenario, position, self.turn.input, &mut fate);
        for other in scenario.ids().filter(comes) {
            let hex = r12_reinforcement::first_open(&turn, &self.zones, other);
            if other == id {
                return hex;
            }
            if let Some(hex) = hex {
                turn.position.put(&scenario.map, other, Place::Map(hex));
            }
        }
        None
    }

    /// Why a unit on the map, or due, may not move at all.
    pub fn bound(&self, id: UnitId) -> Option<Diagnostic> {
        let unit = At::new(id, Span::NONE);
        let enter = self.turn.position.hex(id).is_none();
        r07_movement::begin(&self.turn, &self.zones, unit, None, enter, false).err()
    }

    /// Where a unit stands, or can enter if it is due, and a hex beside that to which it can move on.
    pub fn step(&self, id: UnitId) -> Option<[Hex; 2]> {
        let (unit, turn) = (At::new(id, Span::NONE), &self.turn);
        let at = turn.position.hex(id);
        let mut walk =
            r07_movement::begin(turn, &self.zones, unit, None, at.is_none(), false).ok()?;
        let at = match at {
            Some(at) => at,
            None => {
                let hex = r12_reinforcement::first_open(turn, &self.zones, id)?;
                r12_reinforcement::enter(turn, &mut walk, At::new(hex, Span::NONE)).ok()?;
                hex
            }
        };
        let fits = |to: &Hex| {
            let cost = walk.open_step(turn, at, *to);
            cost.is_some_and(|cost| u32::from(cost) <= walk.left())
                && !in_zone(turn, &self.zones, *to)
                && walk.may_end_on(turn, *to)
        };
        turn.scenario.map.neighbours(at).map(|(_, near)| near).find(fits).map(|next| [at, next])
    }

    /// Enemy hexes in contact with the phasing army (not those of a train without a zone), with the own units that touch each.
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
                let units = self.turn.position.stack(&scenario.map, near);
                let enemies = { units }
                    .any(|other| scenario.unit(other).army == enemy && has_zone(scenario, other));
                if enemies && reaches(scenario, hex, near) {
                    contacts.entry(near).or_default().push(id);
                }
            }
        }
        contacts.into_iter().map(|(at, own)| Contact { at, own }).collect()
    }

    /// What is left of the contacts at a halt: enemies that may still be attacked, and the own units
    /// that may still attack them.
    pub fn contacts_left(&self) -> Vec<Contact> {
        let mut contacts = self.contacts();
        for contact in &mut contacts {
            contact.own.retain(|unit| may_attack(&self.turn, *unit));
        }
        contacts.retain(|contact| {
            !contact.own.is_empty() && !targets_on(&self.turn, contact.at).is_empty()
        });
        contacts
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

    /// The hexes around a unit, and whether it could retreat there (8.51, 8.52, terrain).
    pub fn retreats(&self, id: UnitId) -> Vec<(Hex, Refuge)> {
        let turn = &self.turn;
        let Some(at) = turn.position.hex(id) else { return Vec::new() };
        let open = retreat::options(turn, id, at);
        let refuge = |near: Hex| match open.iter().find(|refuge| refuge.hex == near) {
            Some(refuge) if !refuge.push => Refuge::Free,
            Some(_) => Refuge::Push(displace::first_links(turn, id, near)),
            None => {
                let (why, rule) = self.no_refuge(id, at, near);
                Refuge::None(why, rule)
            }
        };
        let around = turn.scenario.map.neighbours(at);
        let mut around: Vec<_> = around.map(|(_, near)| (near, refuge(near))).collect();
        around.sort_by_key(|(near, _)| *near);
        around
    }

    /// Why a unit cannot retreat into an adjacent hex, in words, with the rule.
    fn no_refuge(&self, id: UnitId, at: Hex, near: Hex) -> (String, Rule) {
        let turn = &self.turn;
        let scenario = turn.scenario;
        let army = scenario.unit(id).army;
        let enemies = |hex: Hex| {
            let units = turn.position.stack(&scenario.map, hex);
            units.filter(|other| scenario.unit(*other).army != army).map(|other| turn.name(other))
        };
        if let Some(bar) = retreat::barred(turn, army, at, near) {
            let why = match (bar, cost::step(scenario, army, at, near)) {
                (Barred::Ground, Err(closed)) => closed.words(scenario),
                (Barred::Ground, Ok(_)) => {
                    let terrain = scenario.map.terrain(near).map_or("river", Terrain::words);
                    format!("nobody ends a retreat on a {terrain} hex")
                }
                (Barred::Enemy, _) => {
                    let there: Vec<&str> = enemies(near).collect();
                    let are = if there.len() == 1 { "is" } else { "are" };
                    format!("{} {are} there", list(&there))
                }
                (Barred::Zone, _) => {
                    let around = scenario.map.neighbours(near).map(|(_, hex)| hex);
                    let with_zone = around.filter(|hex| reaches(scenario, *hex, near));
                    let whose = list(with_zone.flat_map(enemies));
                    format!("in the zone of control of {whose}")
                }
            };
            return (why, bar.rule());
        }
        if let Some(bar) = exclusive::may_not_retreat(turn, id, at, near) {
            return bar;
        }
        if let Some(rule) = exclusive::last_refuge(turn, id, at, near)
            && retreat::options(turn, id, at).iter().any(|open| open.hex != near)
        {
            return ("closed to it while another hex is open".to_owned(), rule);
        }
        match displace::can_end_on(turn, id, near) {
            true => ("full, and another hex has room".to_owned(), R8_52),
            false => ("full, and nobody there can give way".to_owned(), R8_52),
        }
    }

    /// The player-turn behind the look, for rules that want to be asked directly.
    pub fn turn(&self) -> &Turn<'a> {
        &self.turn
    }
}
