//! Places that orders name and that no retreat, displacement or advance can lead to.

use super::super::answers::{AttackList, Away, NewStanding, Orders, Spot, Towards};
use super::super::exclusive::{self, Exclusive};
use super::super::rulebook::R8_51;
use super::super::scenario::{Army, Scenario};
use crate::document::Diagnostic;

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

/// [HL 16.12] Lists that lead off the map, of a side whose retreats never do.
pub fn no_way_off(scenario: &Scenario, army: Army, orders: &Orders) -> Vec<Diagnostic> {
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
