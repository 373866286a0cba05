//! Lines of orders that can never do anything, whatever the dice say.

use super::super::answers::{
    AdvanceWish, AttackList, Away, CavalryWish, Condition, Entry, Go, Lose, NewStanding, Orders,
    Spot, Standing, Towards, Whom,
};
use super::super::exclusive::{self, Exclusive, without::Part};
use super::super::position::{Place, Position};
use super::super::r07_movement::cost;
use super::super::rulebook::{R8_3, R8_5, R8_6, R8_51, R8_75, R11_2, TEC};
use super::super::scenario::{Arm, Army, Scenario, UnitId};
use crate::board::Hex;
use crate::document::{Diagnostic, Span};
use crate::rule::Rule;

/// Complains about lines that no branch of results could use.
pub fn look(scenario: &Scenario, position: &Position, orders: &Orders) -> Vec<Diagnostic> {
    let army = position.phasing;
    let mut complaints = off_the_map(scenario, orders);
    let standing = standing(orders);
    complaints.extend(standing.iter().flat_map(|own| of_the_dead(scenario, position, own)));
    complaints.extend(entries(orders).iter().flat_map(|entry| of_bystanders(scenario, entry)));
    complaints.extend(of_fixed_units(scenario, orders));
    complaints.extend(standing.iter().flat_map(|own| of_the_wrong_arm(scenario, own)));
    complaints.extend(standing.iter().flat_map(|own| broken_paths(own)));
    complaints.extend(standing.iter().flat_map(|own| onto_closed_ground(scenario, own)));
    complaints.extend(standing.and_then(|own| left_out(scenario, own)));
    complaints.extend(no_way_off(scenario, army, orders));
    complaints
}

/// The standing orders that a file gives.
fn standing(orders: &Orders) -> Option<&Standing> {
    match &orders.standing {
        Some(NewStanding::Replaced(standing)) => Some(standing),
        _ => None,
    }
}

/// The entries of the attack list.
fn entries(orders: &Orders) -> &[Entry] {
    match &orders.attack {
        Some(AttackList::Entries(entries, _)) => entries,
        _ => &[],
    }
}

/// Who is to advance into which hex by name, and where that was written.
fn advances(entry: &Entry) -> impl Iterator<Item = (UnitId, Hex, Span)> + '_ {
    let thens = [&entry.won, &entry.dr, &entry.de].into_iter().flatten();
    thens.flat_map(|then| {
        then.options.iter().filter_map(|option| match option {
            Go::Advance(id, Some(hex)) => Some((*id, *hex, then.span)),
            _ => None,
        })
    })
}

/// [8.3] [8.5] [8.6] Instructions for units that do not attack in the entry, and advances into hexes that are
/// not attacked in it: no result can use them.
fn of_bystanders(scenario: &Scenario, entry: &Entry) -> Vec<Diagnostic> {
    let name = entry.name();
    let here = |id: UnitId| entry.by.iter().any(|unit| unit.value == id);
    let mut complaints = Vec::new();
    for line in &entry.ar {
        let Whom::Unit(id) = line.whom else { continue };
        if scenario.knows(id) && !here(id) {
            let id = &scenario.unit(id).id;
            let span = line.span.part(0, id.len().min(line.span.length as usize));
            let headline = format!("{id} does not attack {name} and does not retreat from there");
            let complaint = Diagnostic::error(span, headline).rule(R8_5);
            complaints.push(complaint.help("name an attacker of this entry, or `any`"));
        }
    }
    if let Some(Lose::Units(units, _)) = &entry.ex {
        for unit in units.iter().filter(|u| scenario.knows(u.value) && !here(u.value)) {
            let id = &scenario.unit(unit.value).id;
            let headline = format!("{id} does not attack {name} and is not lost in an exchange");
            let complaint = Diagnostic::error(unit.span, headline).rule(R8_3);
            complaints.push(complaint.help("name attackers of this entry, or `lose smallest`"));
        }
    }
    for (_, hex, span) in advances(entry) {
        if scenario.map.contains(hex) && !entry.at.iter().any(|at| at.value == hex) {
            let at = entry.at.iter().map(|at| format!("`to {}`", at.value));
            let complaint = Diagnostic::error(
                span,
                format!("nobody advances to {hex}: it is not attacked here"),
            );
            let at: Vec<String> = at.collect();
            complaints.push(complaint.rule(R8_6).help(format!("write {}", at.join(" or "))));
        }
    }
    complaints
}

/// Standing orders for units that are out of the game.
fn of_the_dead(scenario: &Scenario, position: &Position, standing: &Standing) -> Vec<Diagnostic> {
    let void = |(whom, span): (Whom, Span)| {
        let Whom::Unit(id) = whom else { return None };
        let gone = scenario.knows(id) && matches!(position.place(id), Place::Gone { .. });
        let headline = || format!("{} is out of the game: the line is void", scenario.unit(id).id);
        gone.then(|| Diagnostic::warning(span, headline()).help("leave it out"))
    };
    standing.lines().filter_map(void).collect()
}

/// Every list of places in orders.
fn lists(orders: &Orders) -> Vec<&Away> {
    let mut lists: Vec<&Away> = Vec::new();
    lists.extend(orders.fall_back.iter().filter_map(|line| line.away.as_ref()));
    if let Some(AttackList::Entries(entries, _)) = &orders.attack {
        for entry in entries {
            lists.extend(entry.ar.iter().filter_map(|line| line.away.as_ref()));
            lists.extend(entry.push.iter().map(|line| &line.away));
        }
    }
    if let Some(standing) = standing(orders) {
        lists.extend(standing.retreat.iter().filter_map(|line| line.away.as_ref()));
        lists.extend(standing.give_way.iter().map(|line| &line.away));
    }
    lists
}

/// The hexes that a list names one by one.
fn places(away: &Away) -> impl Iterator<Item = (Hex, Span)> {
    let places = match &away.to {
        Towards::Places(places) => places.as_slice(),
        Towards::Toward(_) => &[],
    };
    places.iter().filter_map(|spot| match spot {
        Spot::Hex(hex) => Some((*hex, away.span)),
        Spot::Exit => None,
    })
}

/// The hexes that standing orders name for advances.
fn advanced_into(standing: &Standing) -> impl Iterator<Item = (Hex, Span)> {
    standing.advance.iter().flat_map(|line| {
        let hexes = match &line.wish {
            AdvanceWish::Hexes(hexes) => hexes.as_slice(),
            _ => &[],
        };
        hexes.iter().map(|hex| (*hex, line.span))
    })
}

/// [CH 16.11] Where a unit would go that nothing moves.
fn of_fixed_units(scenario: &Scenario, orders: &Orders) -> Vec<Diagnostic> {
    let mut named: Vec<(Whom, Span)> = Vec::new();
    named.extend(orders.fall_back.iter().map(|line| (line.whom, line.span)));
    if let Some(AttackList::Entries(entries, _)) = &orders.attack {
        for entry in entries {
            named.extend(entry.ar.iter().map(|line| (line.whom, line.span)));
            named.extend(entry.push.iter().map(|line| (line.whom, line.span)));
        }
    }
    if let Some(standing) = standing(orders) {
        named.extend(standing.lines());
    }
    let void = |(whom, span): (Whom, Span)| {
        let Whom::Unit(id) = whom else { return None };
        let rule = scenario.knows(id).then(|| exclusive::fixed(scenario, id))??;
        let headline = format!("{} is never moved: the line is void", scenario.unit(id).id);
        Some(Diagnostic::warning(span, headline).rule(rule.clone()).help("leave it out"))
    };
    named.into_iter().filter_map(void).collect()
}

/// [11.2] [8.75] Standing orders for what only another arm does.
fn of_the_wrong_arm(scenario: &Scenario, standing: &Standing) -> Vec<Diagnostic> {
    let arm = |whom: Whom| match whom {
        Whom::Unit(id) if scenario.knows(id) => Some((id, scenario.unit(id).arm)),
        _ => None,
    };
    let void = |id: UnitId, span: Span, what: &str, rule: Rule| {
        let headline = format!("{} {what}: the line is void", scenario.unit(id).id);
        Diagnostic::warning(span, headline).rule(rule).help("leave it out")
    };
    let mut complaints = Vec::new();
    for line in &standing.cavalry {
        if let Some((id, _)) = arm(line.whom).filter(|(_, arm)| *arm != Arm::Cavalry) {
            let what = "is no cavalry and never retreats before combat";
            complaints.push(void(id, line.span, what, R11_2));
        }
    }
    for line in standing.advance.iter().filter(|line| line.wish != AdvanceWish::Stay) {
        let never = !scenario.policies.artillery_advances;
        if let Some((id, _)) = arm(line.whom).filter(|(_, arm)| never && *arm == Arm::Artillery) {
            complaints.push(void(id, line.span, "is artillery and never advances", R8_75));
        }
    }
    complaints
}

/// [11.2] Paths of cavalry whose hexes do not touch.
fn broken_paths(standing: &Standing) -> Vec<Diagnostic> {
    let mut complaints = Vec::new();
    for line in &standing.cavalry {
        let CavalryWish::Go { paths, .. } = &line.wish else { continue };
        for pair in paths.iter().flat_map(|path| path.windows(2)) {
            if let &[one, other] = pair
                && one.direction_to(other).is_none()
            {
                let headline = format!("{one} and {other} do not touch: nobody can go so");
                let complaint = Diagnostic::warning(line.span, headline).rule(R11_2);
                complaints.push(complaint.help("name hexes that follow each other"));
            }
        }
    }
    complaints
}

/// [8.51] [TEC] Places of standing orders where nobody of whatever army ends a retreat or an advance.
fn onto_closed_ground(scenario: &Scenario, standing: &Standing) -> Vec<Diagnostic> {
    let retreats = standing.retreat.iter().filter_map(|line| line.away.as_ref());
    let away = retreats.chain(standing.give_way.iter().map(|line| &line.away));
    let named = away.flat_map(places).chain(advanced_into(standing));
    let closed = |(hex, span): (Hex, Span)| {
        let terrain = scenario.map.terrain(hex)?;
        let closed = cost::is_crossing(scenario, hex) || cost::terrain_of(scenario, hex).is_some();
        let headline =
            format!("nobody can end a retreat or an advance on {hex}: {}", terrain.words());
        closed.then(|| Diagnostic::warning(span, headline).rule(TEC).help("name another hex"))
    };
    named.filter_map(closed).collect()
}

/// [HL 18.0] Standing orders for something that the battle leaves out.
fn left_out(scenario: &Scenario, standing: &Standing) -> Option<Diagnostic> {
    let rule = exclusive::without(scenario, Part::CavalryRetreat)?;
    let line = standing.cavalry.first()?;
    let headline = "cavalry does not retreat before combat in this battle";
    let complaint = Diagnostic::error(line.span, headline).rule(rule.clone());
    Some(complaint.help("leave the section `cavalry` out"))
}

/// Hexes of retreats, displacements, advances and cavalry paths that the map does not have: such a
/// line would be passed over later without a word.
fn off_the_map(scenario: &Scenario, orders: &Orders) -> Vec<Diagnostic> {
    let mut named: Vec<(Hex, Span)> = Vec::new();
    for away in lists(orders) {
        match &away.to {
            Towards::Toward(goal) => named.push((*goal, away.span)),
            Towards::Places(_) => named.extend(places(away)),
        }
    }
    for entry in entries(orders) {
        named.extend(entry.at.iter().map(|at| (at.value, at.span)));
        named.extend(entry.conditions.iter().filter_map(|condition| match condition.value {
            Condition::Combat(hex, _) | Condition::Empty(hex) | Condition::Enemy(hex) => {
                Some((hex, condition.span))
            }
            Condition::Alive(_) | Condition::Dead(_) => None,
        }));
        named.extend(advances(entry).map(|(_, hex, span)| (hex, span)));
    }
    if let Some(standing) = standing(orders) {
        for line in &standing.cavalry {
            if let CavalryWish::Go { paths, .. } = &line.wish {
                named.extend(paths.iter().flatten().map(|hex| (*hex, line.span)));
            }
        }
        named.extend(advanced_into(standing));
    }
    named.retain(|(hex, _)| !scenario.map.contains(*hex));
    named
        .into_iter()
        .map(|(hex, span)| Diagnostic::error(span, format!("there is no hex {hex} on the map")))
        .collect()
}

/// [HL 16.12] Lists that lead off the map, of a side whose retreats never do.
fn no_way_off(scenario: &Scenario, army: Army, orders: &Orders) -> Vec<Diagnostic> {
    if exclusive::retreat_off(scenario, army).is_some() {
        return Vec::new();
    }
    let place = scenario.exclusive.iter().rev().find_map(|rule: &Exclusive| rule.exits(army));
    let rule = place.map_or(R8_51, |(_, rule)| rule.clone());
    let headline = match exclusive::retreat_off(scenario, army.enemy()) {
        Some(_) => format!("only {} units may retreat off the map here", army.enemy()),
        None => "no unit may retreat off the map".to_owned(),
    };
    let leads_off = |away: &&Away| match &away.to {
        Towards::Places(places) => places.contains(&Spot::Exit),
        Towards::Toward(_) => false,
    };
    let wrong = lists(orders).into_iter().filter(leads_off);
    wrong
        .map(|away| {
            let complaint = Diagnostic::error(away.span, headline.clone()).rule(rule.clone());
            complaint.help("leave `exit` out: a unit without another place is eliminated")
        })
        .collect()
}
