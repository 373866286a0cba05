//! Lines of orders that can never do anything, whatever the dice say.

use super::super::answers::{
    AdvanceWish, AttackList, Away, CavalryWish, NewStanding, Orders, Spot, Towards, Whom,
};
use super::super::exclusive::{self, Exclusive, without::Part};
use super::super::rulebook::R8_51;
use super::super::scenario::{Army, Scenario};
use crate::board::Hex;
use crate::document::{Diagnostic, Span};

/// Complains about lines that no branch of results could use.
pub fn look(scenario: &Scenario, army: Army, orders: &Orders) -> Vec<Diagnostic> {
    let mut complaints = off_the_map(scenario, orders);
    complaints.extend(of_fixed_units(scenario, orders));
    complaints.extend(left_out(scenario, orders));
    complaints.extend(no_way_off(scenario, army, orders));
    complaints
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
    if let Some(NewStanding::Replaced(standing)) = &orders.standing {
        lists.extend(standing.retreat.iter().filter_map(|line| line.away.as_ref()));
        lists.extend(standing.give_way.iter().map(|line| &line.away));
    }
    lists
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
    if let Some(NewStanding::Replaced(standing)) = &orders.standing {
        named.extend(standing.retreat.iter().map(|line| (line.whom, line.span)));
        named.extend(standing.give_way.iter().map(|line| (line.whom, line.span)));
        named.extend(standing.cavalry.iter().map(|line| (line.whom, line.span)));
        named.extend(standing.advance.iter().map(|line| (line.whom, line.span)));
    }
    let void = |(whom, span): (Whom, Span)| {
        let Whom::Unit(id) = whom else { return None };
        let rule = exclusive::fixed(scenario, id)?;
        let headline = format!("{} is never moved: the line is void", scenario.unit(id).id);
        Some(Diagnostic::warning(span, headline).rule(rule.clone()).help("leave it out"))
    };
    named.into_iter().filter_map(void).collect()
}

/// [HL 18.0] Standing orders for something that the battle leaves out.
fn left_out(scenario: &Scenario, orders: &Orders) -> Option<Diagnostic> {
    let rule = exclusive::without(scenario, Part::CavalryRetreat)?;
    let Some(NewStanding::Replaced(standing)) = &orders.standing else { return None };
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
            Towards::Places(places) => named.extend(places.iter().filter_map(|spot| match spot {
                Spot::Hex(hex) => Some((*hex, away.span)),
                Spot::Exit => None,
            })),
        }
    }
    if let Some(NewStanding::Replaced(standing)) = &orders.standing {
        for line in &standing.cavalry {
            if let CavalryWish::Go { paths, .. } = &line.wish {
                named.extend(paths.iter().flatten().map(|hex| (*hex, line.span)));
            }
        }
        for line in &standing.advance {
            if let AdvanceWish::Hexes(hexes) = &line.wish {
                named.extend(hexes.iter().map(|hex| (*hex, line.span)));
            }
        }
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
