//! 12 and the battles' 15.0: reinforcements come onto the map.
//!
//! The printed standard rules have no chapter 12; 4.0 only says that reinforcements arrive in the
//! movement phase. What entering costs, and what keeps a unit off its entry hex, a battle declares
//! ([`exclusive::arrival()`]).

use super::answers::At;
use super::exclusive::arrival::Arrival;
use super::r07_movement::{Zones, bar, cost, in_zone, is_ineffective, walk::Walk};
use super::rulebook::{R9_0, R10_2};
use super::rulings::Ruling;
use super::scenario::UnitId;
use super::turn::Turn;
use super::{exclusive, r05_control, r06_stacking};
use crate::board::Hex;
use crate::document::{Diagnostic, Span};
use crate::play::view::list;

/// Whether a unit off the map may enter on this turn; it stays due on every later one (BG-hold).
///
/// # Errors
/// The complaint, if it is too early.
pub fn is_due(turn: &Turn, unit: At<UnitId>, due: u8) -> Result<(), Diagnostic> {
    if due <= turn.position.turn {
        return Ok(());
    }
    Err(bar(
        unit.span,
        format!(
            "{} is due on turn {due}, this is turn {}",
            turn.name(unit.value),
            turn.position.turn
        ),
        exclusive::arrival(turn.scenario, unit.value).due,
    ))
}

/// [CH 15.11] [WI 15.11] [RR 15.1] Arrivals are lines like others, at any moment of the phase;
/// [CH 15.14] [HL 15.12] [WI 15.12] [RR 15.12] nothing marks a unit that has come. [WI 15.13]
/// [RR 15.4] Enemy zones are no bar; who cannot come stays due.
///
/// Places an arriving unit on its entry hex, or on the nearest free one where its battle says so.
///
/// # Errors
/// The complaint, if the hex is not one of its own, is barred to it, or costs too much.
pub fn enter(turn: &Turn, walk: &mut Walk, hex: At<Hex>) -> Result<(), Diagnostic> {
    let arrival = exclusive::arrival(turn.scenario, walk.unit);
    let column = column(turn, walk, &arrival, hex)?;
    if let Some(complaint) = closed(turn, walk, &arrival, hex) {
        return Err(complaint);
    }
    let cost = pay(turn, walk, &arrival, column, hex)?;
    walk.column = Some(column);
    walk.take(hex.value, cost);
    Ok(())
}

/// The first of its entry hexes at which a unit could come onto the map now.
pub fn first_open(turn: &Turn, zones: &Zones, id: UnitId) -> Option<Hex> {
    exclusive::entry_hexes(turn.scenario, &turn.position, id).into_iter().find(|hex| {
        let mut walk = Walk::new(turn, id, None, zones);
        enter(turn, &mut walk, At::new(*hex, Span::NONE)).is_ok()
    })
}

/// The entry hex whose column a unit joins that comes onto a hex: the hex itself; or, where an entry
/// hex must be free, [WI 15.13c] an occupied one to which the hex is the nearest that is open to the
/// unit, of several the one with the shortest column (WI-occupied).
///
/// # Errors
/// The complaint, if the unit does not enter there.
fn column(turn: &Turn, walk: &Walk, arrival: &Arrival, hex: At<Hex>) -> Result<Hex, Diagnostic> {
    let name = turn.name(walk.unit);
    let (span, to) = (hex.span, hex.value);
    let entries = exclusive::entry_hexes(turn.scenario, &turn.position, walk.unit);
    let occupied: Vec<Hex> = match arrival.beside {
        Some(_) => entries.iter().copied().filter(|entry| !is_free(turn, *entry)).collect(),
        None => Vec::new(),
    };
    if entries.contains(&to) && !occupied.contains(&to) {
        return Ok(to);
    }
    if let (Some(rule), false) = (&arrival.beside, occupied.is_empty()) {
        let near: Vec<(Hex, Vec<Hex>)> =
            occupied.iter().map(|entry| (*entry, nearest(turn, walk, *entry))).collect();
        let joined = near.iter().filter(|(_, free)| free.contains(&to)).map(|(entry, _)| *entry);
        if let Some(entry) = joined.min_by_key(|entry| (ahead(turn, *entry), *entry)) {
            return Ok(entry);
        }
        let free: Vec<Hex> = near.iter().flat_map(|(_, free)| free).copied().collect();
        return Err(taken(turn, walk, hex, &occupied, &free).unwrap_or_else(|| {
            let far = format!("{name} does not enter at {to}: nearer hexes are free");
            bar(span, far, rule.clone()).help(nearest_help(free))
        }));
    }
    if let Some(why) = exclusive::detour_bar(turn.scenario, &turn.position, walk.unit, to) {
        let complaint = bar(span, why.headline, why.rule);
        return Err(match why.help {
            Some(help) => complaint.help(help),
            None => complaint,
        });
    }
    let list = entries.iter().map(Hex::to_string).collect::<Vec<_>>().join(", ");
    Err(bar(span, format!("{name} does not enter at {to}"), arrival.place.clone())
        .help(format!("its entry: {list}")))
}

/// [WI 15.13b] What stands against a hex beside an occupied entry hex, or against that hex itself,
/// unless it is only too far.
fn taken(
    turn: &Turn,
    walk: &Walk,
    hex: At<Hex>,
    occupied: &[Hex],
    free: &[Hex],
) -> Option<Diagnostic> {
    let to = hex.value;
    let there: Vec<&str> =
        turn.position.stack(&turn.scenario.map, to).map(|id| turn.name(id)).collect();
    let rule = exclusive::arrival(turn.scenario, walk.unit).beside?;
    if !there.is_empty() {
        let text = format!(
            "{} may not enter at {to}: it is occupied by {}",
            turn.name(walk.unit),
            list(there)
        );
        return Some(bar(hex.span, text, rule).help(nearest_help(free.to_vec())));
    }
    let distance = |to: Hex| occupied.iter().map(|entry| entry.distance(to)).min();
    let farthest = free.iter().filter_map(|free| distance(*free)).max();
    let near = farthest.is_none_or(|farthest| distance(to).is_some_and(|d| d <= farthest));
    let (headline, rule) = exclusive::may_not_step(turn, walk.unit, None, to).filter(|_| near)?;
    Some(bar(hex.span, headline, rule).help(nearest_help(free.to_vec())))
}

fn nearest_help(mut free: Vec<Hex>) -> String {
    free.sort();
    free.dedup();
    match free.is_empty() {
        true => "no hex near is free and open to it: it stays due".to_owned(),
        false => {
            let free: Vec<String> = free.iter().map(Hex::to_string).collect();
            format!("the nearest free hexes that it may enter: {}", free.join(", "))
        }
    }
}

/// [WI 15.13c] The free hexes nearest to an occupied entry hex, of those that the unit may enter at
/// all.
fn nearest(turn: &Turn, walk: &Walk, entry: Hex) -> Vec<Hex> {
    let mut hexes = turn.scenario.map.hexes().to_vec();
    hexes.sort_by_key(|hex| (entry.distance(*hex), *hex));
    let mut found: Vec<Hex> = Vec::new();
    for hex in hexes {
        if found.first().is_some_and(|first| entry.distance(*first) < entry.distance(hex)) {
            break;
        }
        if is_free(turn, hex) && is_open(turn, walk, hex) {
            found.push(hex);
        }
    }
    found
}

/// Whether nobody of either army is on a hex.
fn is_free(turn: &Turn, hex: Hex) -> bool {
    turn.position.stack(&turn.scenario.map, hex).next().is_none()
}

/// Whether an arriving unit may come onto a free hex at all.
fn is_open(turn: &Turn, walk: &Walk, hex: Hex) -> bool {
    cost::terrain_of(turn.scenario, hex).is_none()
        && !cost::is_crossing(turn.scenario, hex)
        && zone_bar(turn, walk, hex, Span::NONE).is_none()
        && exclusive::may_not_step(turn, walk.unit, None, hex).is_none()
}

/// What keeps an arriving unit off a hex that it may name: an enemy unit ([RR 15.4b] and the like),
/// [CH 15.12a] an enemy zone, [CH 15.15] want of room even for passing on (CH-pass), or a rule that
/// closes the hex to it.
fn closed(turn: &Turn, walk: &Walk, arrival: &Arrival, hex: At<Hex>) -> Option<Diagnostic> {
    let (name, span, hex) = (turn.name(walk.unit), hex.span, hex.value);
    let army = turn.scenario.unit(walk.unit).army;
    let otherwise = |usual: &str| match arrival.late {
        Some(_) => "choose another entry hex, or write `hold`: it is then lost".to_owned(),
        None => usual.to_owned(),
    };
    if r05_control::held_by(turn.scenario, &turn.position, army.enemy(), hex) {
        let text = format!("{name} may not enter at {hex}: an enemy unit is there");
        let help = otherwise("it stays due until the hex is free");
        return Some(bar(span, text, arrival.blocked.clone()).help(help));
    }
    if let Some(rule) = arrival.free_of_zones.clone()
        && in_zone(turn, walk.zones, hex)
    {
        let text = format!("{name} may not enter at {hex}, in an enemy zone of control");
        return Some(bar(span, text, rule).help(otherwise("it stays due")));
    }
    if let Some(complaint) = zone_bar(turn, walk, hex, span) {
        return Some(match arrival.late {
            Some(_) => complaint.help(otherwise("")),
            None => complaint,
        });
    }
    if let Some(rule) = arrival.needs_room.clone()
        && !r06_stacking::has_room(turn.scenario, &turn.position, walk.unit, hex)
    {
        let there: Vec<&str> =
            turn.position.stack(&turn.scenario.map, hex).map(|id| turn.name(id)).collect();
        let are = if there.len() == 1 { "is" } else { "are" };
        let text = format!("{name} may not enter at {hex}: {} {are} there", list(there));
        let help = "choose another entry hex, or move one of them away on an earlier line";
        return Some(bar(span, text, rule).help(help));
    }
    let (headline, rule) = exclusive::may_not_step(turn, walk.unit, None, hex)?;
    Some(bar(span, headline, rule))
}

/// [9.0] [10.2] Nobody enters an enemy zone at night (BG-nightent), and no ineffective unit ever.
fn zone_bar(turn: &Turn, walk: &Walk, hex: Hex, span: Span) -> Option<Diagnostic> {
    let name = turn.name(walk.unit);
    if !in_zone(turn, walk.zones, hex) {
        return None;
    }
    if turn.scenario.is_night(turn.position.turn)
        && turn.scenario.policies.takes(Ruling::BgNightent, "night")
    {
        let text = format!("NIGHT: {name} may not enter at {hex}, in an enemy zone of control");
        return Some(bar(span, text, R9_0).help("it may come on the next turn"));
    }
    is_ineffective(turn, walk.unit)
        .then(|| bar(span, format!("{name} is ineffective and may not enter at {hex}"), R10_2))
}

/// What a unit pays that comes onto a hex in a column ([WI 15.0g] [RR 15.0d] [HL 16.25]), by the
/// terrain where its battle says so [CH 15.13]: the minimum of one hex does not help it
/// (BG-minonly).
///
/// # Errors
/// The complaint, if it cannot pay.
fn pay(
    turn: &Turn,
    walk: &Walk,
    arrival: &Arrival,
    column: Hex,
    hex: At<Hex>,
) -> Result<u8, Diagnostic> {
    let (name, span) = (turn.name(walk.unit), hex.span);
    let army = turn.scenario.unit(walk.unit).army;
    let before = ahead(turn, column);
    let Some(cost) = arrival.cost(turn.scenario, army, column, before + 1) else {
        let text = format!("{name} may not enter at {}", hex.value);
        return Err(bar(span, text, arrival.place.clone()));
    };
    if cost > walk.allowance {
        let text = format!("{name} cannot pay {cost} to enter at {}", hex.value);
        return Err(match &arrival.column {
            Some((_, rule)) if before > 0 => {
                let text = format!("{text}: {before} came by {column} before it on this turn");
                bar(span, text, rule.clone())
                    .help("it stays due, and opens a new column on the next turn")
            }
            _ => bar(span, text, arrival.paid.clone()),
        });
    }
    if let Some((most, rule)) = &walk.into_zones
        && cost > *most
        && in_zone(turn, walk.zones, hex.value)
    {
        let text = format!(
            "{name} may enter at {}, in an enemy zone of control, only within {most} points, and \
             pays {cost}",
            hex.value
        );
        return Err(bar(span, text, rule.clone()));
    }
    Ok(cost.min(u32::from(u8::MAX)) as u8)
}

/// How many units have come by an entry hex in this movement phase (BG-column).
fn ahead(turn: &Turn, column: Hex) -> u32 {
    turn.arrivals.iter().filter(|arrived| arrived.column == column).count() as u32
}
