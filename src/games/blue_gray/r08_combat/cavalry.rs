//! 11.2 Cavalry retreat before combat.

use super::super::answers::{Cavalry, CavalryWish, Sentence, Whom};
use super::super::events::{Event, Reach};
use super::super::exclusive::{self, without::Part};
use super::super::position::Marks;
use super::super::rulebook::R11_2;
use super::super::rulings::Ruling;
use super::super::scenario::{Arm, UnitId};
use super::super::turn::{Opened, Turn};
use super::displace;
use super::fight::Combat;
use super::retreat::{self, Lines};
use crate::board::Hex;
use crate::play::{Source, Stop};

/// What one cavalry unit will do.
struct Plan {
    unit: UnitId,
    at: Hex,
    path: Option<[Hex; 2]>,
    if_all_go: bool,
    source: Source,
}

/// [11.2] Defending cavalry attacked by infantry and artillery only may go two hexes; returns who
/// went.
///
/// # Errors
/// The stop, if the turn halts for an answer.
pub fn before_combat(turn: &mut Turn, combat: &Combat) -> Result<Vec<UnitId>, Stop> {
    if !may_go(turn, combat) {
        return Ok(Vec::new());
    }
    let riders = riders(turn, combat);
    let mut plans = Vec::new();
    for (unit, at) in riders {
        if let Some(plan) = plan(turn, combat, unit, at)? {
            plans.push(plan);
        }
    }
    stay_unless_all_go(combat, &mut plans);
    let mut gone = Vec::new();
    for plan in plans {
        // A mate that went before may have taken the room: each path is judged when it is its turn.
        match plan.path.filter(|path| is_legal(turn, plan.unit, plan.at, *path)) {
            Some(path) => {
                go(turn, &plan, path)?;
                gone.push(plan.unit);
            }
            None => turn.tell(Event::CavalryStands { unit: plan.unit, source: plan.source }),
        }
    }
    Ok(gone)
}

fn may_go(turn: &Turn, combat: &Combat) -> bool {
    let solely = combat
        .by
        .iter()
        .all(|(id, _, _)| matches!(turn.scenario.unit(*id).arm, Arm::Infantry | Arm::Artillery));
    let bombarded = combat.by.iter().all(|(_, _, reach)| *reach == Reach::Bombarding);
    turn.scenario.policies.cavalry_retreat
        && exclusive::without(turn.scenario, Part::CavalryRetreat).is_none()
        && solely
        && !(bombarded && turn.scenario.policies.takes(Ruling::BgCavbomb, "stand"))
}

/// Defending cavalry in the order of the owner's lines, then by id.
fn riders(turn: &Turn, combat: &Combat) -> Vec<(UnitId, Hex)> {
    let lines = &turn.standing().orders.cavalry;
    let rank = |id: UnitId| {
        let line = lines.iter().position(|line| line.whom == Whom::Unit(id));
        (line.unwrap_or(usize::MAX), id)
    };
    let mut riders: Vec<(UnitId, Hex)> = combat
        .defenders
        .iter()
        .copied()
        .filter(|(id, _)| turn.scenario.unit(*id).arm == Arm::Cavalry)
        .collect();
    riders.sort_by_key(|(id, _)| rank(*id));
    riders
}

fn plan(turn: &mut Turn, combat: &Combat, unit: UnitId, at: Hex) -> Result<Option<Plan>, Stop> {
    let stands = |source| Plan { unit, at, path: None, if_all_go: false, source };
    let mut must_ask = false;
    if let Some((line, source)) = line_for(turn, unit) {
        match &line.wish {
            CavalryWish::Ask => must_ask = true,
            wish => {
                let plan = by_wish(turn, combat, unit, at, wish, source);
                return Ok(Some(plan.unwrap_or_else(|| stands(source))));
            }
        }
    }
    let paths = legal_paths(turn, unit, at);
    if paths.is_empty() {
        return Ok(None);
    }
    let named = paths.iter().map(|[a, b]| format!("go, {a} {b}"));
    let choices = std::iter::once("stand".to_owned()).chain(named).collect();
    let what = format!("cavalry.{}", turn.name(unit));
    let ask = turn.question(what, turn.enemy(), choices, 0, R11_2);
    Ok(Some(match turn.open(ask, must_ask)? {
        Opened::Choice(0, source) => stands(source),
        Opened::Choice(i, source) => {
            Plan { unit, at, path: Some(paths[i - 1]), if_all_go: false, source }
        }
        Opened::Said(Sentence::Cavalry(wish), _) => {
            let plan = by_wish(turn, combat, unit, at, &wish, Source::Answer);
            plan.unwrap_or_else(|| stands(Source::Answer))
        }
        Opened::Said(_, said) => {
            let i =
                turn.amiss(&said, format!("this does not say what {} does", turn.name(unit)))?;
            let path = i.checked_sub(1).map(|i| paths[i]);
            Plan { unit, at, path, if_all_go: false, source: Source::Default }
        }
    }))
}

fn line_for(turn: &Turn, unit: UnitId) -> Option<(Cavalry, Source)> {
    let standing = turn.standing();
    let lines = &standing.orders.cavalry;
    let named = lines
        .iter()
        .find(|line| line.whom == Whom::Unit(unit))
        .filter(|_| standing.counts(&turn.position, unit));
    named.map(|line| (line.clone(), Source::Standing)).or_else(|| {
        let any = lines.iter().find(|line| line.whom == Whom::Any);
        any.map(|line| (line.clone(), Source::Any))
    })
}

/// The plan that a wish makes; `None` is to stand. `at` odds look at the declared column, higher
/// ones are worse (BG-cavodds).
fn by_wish(
    turn: &Turn,
    combat: &Combat,
    unit: UnitId,
    at: Hex,
    wish: &CavalryWish,
    source: Source,
) -> Option<Plan> {
    let CavalryWish::Go { if_all_go, at: odds, paths } = wish else { return None };
    if odds.is_some_and(|odds| combat.declared < odds) {
        return None;
    }
    let path = paths.iter().copied().find(|path| is_legal(turn, unit, at, *path))?;
    Some(Plan { unit, at, path: Some(path), if_all_go: *if_all_go, source })
}

/// `go if all go`: nobody goes alone while a mate of the hex stands.
fn stay_unless_all_go(combat: &Combat, plans: &mut [Plan]) {
    loop {
        let goes = |plans: &[Plan], id: UnitId| {
            plans.iter().any(|plan| plan.unit == id && plan.path.is_some())
        };
        let stuck = plans.iter().position(|plan| {
            plan.if_all_go
                && plan.path.is_some()
                && combat.defenders.iter().any(|(id, hex)| *hex == plan.at && !goes(plans, *id))
        });
        match stuck {
            Some(index) => plans[index].path = None,
            None => return,
        }
    }
}

/// [11.2] Exactly two hexes, neither the old one, each as a retreat; it may pass a full stack and
/// ends under 8.52 (BG-cavpath).
fn is_legal(turn: &Turn, unit: UnitId, at: Hex, [first, second]: [Hex; 2]) -> bool {
    let last = |from: Hex, to: Hex| retreat::is_last(turn, unit, from, to);
    let no_other =
        |from: Hex| retreat::open_hexes(turn, unit, from).into_iter().all(|hex| last(from, hex));
    let step = |from: Hex, to: Hex| {
        from.direction_to(to).is_some()
            && retreat::is_open(turn, unit, from, to)
            && (!last(from, to) || no_other(from))
    };
    second != at
        && exclusive::fixed(turn.scenario, unit).is_none()
        && step(at, first)
        && step(first, second)
        && displace::can_end_on(turn, unit, second)
}

fn legal_paths(turn: &Turn, unit: UnitId, at: Hex) -> Vec<[Hex; 2]> {
    let mut paths: Vec<[Hex; 2]> = Vec::new();
    for (_, first) in turn.scenario.map.neighbours(at) {
        for (_, second) in turn.scenario.map.neighbours(first) {
            if is_legal(turn, unit, at, [first, second]) {
                paths.push([first, second]);
            }
        }
    }
    paths.sort();
    paths
}

fn go(turn: &mut Turn, plan: &Plan, path: [Hex; 2]) -> Result<(), Stop> {
    let standing = turn.standing().orders.clone();
    let lines = Lines { away: &standing.retreat, give_way: &standing.give_way, standing: true };
    // Whoever must give way is asked before anybody moves.
    if displace::must_push(turn, plan.unit, path[1]) {
        displace::displace(turn, plan.unit, path[1], lines)?;
    }
    turn.tell(Event::CavalryGoes { unit: plan.unit, from: plan.at, path, source: plan.source });
    turn.position.mark(plan.unit, Marks::RETREATED);
    turn.relocate(plan.unit, path[0]);
    turn.relocate(plan.unit, path[1]);
    Ok(())
}
