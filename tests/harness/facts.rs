//! The small sentences of `then:` and `sequence:`; `tests/rules/README.md` lists them.

use super::kinds;
use super::setup::{self, award};
use provost::board::Hex;
use provost::games::blue_gray::events::{Attack, Cause, Event, Loss, March, Passed, Reach};
use provost::games::blue_gray::movelog;
use provost::games::blue_gray::position::{How, Marks, Place, Position};
use provost::games::blue_gray::scenario::{Army, Scenario, UnitId};
use provost::games::blue_gray::turn::Played;
use provost::play::Source;
use provost::rule::Rule;

/// What a sentence is about.
pub struct Scene<'a> {
    pub scenario: &'a Scenario,
    pub before: &'a Position,
    pub played: &'a Played,
}

/// Whether a sentence holds, or why it makes no sense.
pub type Truth = Result<bool, String>;

/// Strength points of both sides of a combat.
type Sums = (u32, u32);

/// Whether a lettered number is the given one, or a part of it.
pub fn is_of(full: &str, number: &str) -> bool {
    match full.strip_prefix(number) {
        Some("") => true,
        Some(rest) => rest.len() == 1 && rest.bytes().all(|b| b.is_ascii_lowercase()),
        None => false,
    }
}

/// Whether a citation names a number: `8.52, ruling BG-chain` names both.
pub fn cites(rule: &Rule, number: &str) -> bool {
    rule.number().split(", ").any(|part| is_of(part, number))
}

/// Whether a line of the move log cites a number: `X X late CH 15.12a` cites CH 15.12.
pub fn cites_text(text: &str, number: &str) -> bool {
    text.match_indices(number).any(|(at, _)| {
        let mut rest = text[at + number.len()..].chars().skip_while(char::is_ascii_lowercase);
        rest.next().is_none_or(|c| !c.is_ascii_alphanumeric() && c != '.')
    })
}

/// Whether a sentence holds.
pub fn holds(scene: &Scene, sentence: &str) -> Truth {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    if let ["not", ..] = words.as_slice() {
        return Ok(!holds(scene, sentence.trim_start()["not".len()..].trim_start())?);
    }
    if let Some(line) = sentence.strip_prefix("log: ") {
        let log = movelog::print(scene.scenario, &scene.played.events);
        return Ok(log.lines().any(|l| l.trim() == line.trim()));
    }
    if let Some(truth) = state(scene, &words) {
        return truth;
    }
    let mut any = false;
    for index in 0..scene.played.events.len() {
        any |= happens(scene, &words, index)?;
    }
    if scene.played.events.is_empty() {
        happens_at(scene, &words, None)?;
    }
    Ok(any)
}

/// Whether the events of these sentences come one after the other.
pub fn in_order(scene: &Scene, sentences: &[String]) -> Result<(), String> {
    let mut from = 0;
    for sentence in sentences {
        let words: Vec<&str> = sentence.split_whitespace().collect();
        let mut at = None;
        for index in from..scene.played.events.len() {
            if happens(scene, &words, index)? {
                at = Some(index);
                break;
            }
        }
        from = at.ok_or_else(|| format!("not in this order: {sentence}"))? + 1;
    }
    Ok(())
}

/// Sentences about where things stand, or about everything that happened.
fn state(scene: &Scene, words: &[&str]) -> Option<Truth> {
    let events = &scene.played.events;
    let position = &scene.played.position;
    let (plain, rule) = rule_of(words);
    if let Some(truth) = kinds::state(scene, plain, rule.as_deref()) {
        return Some(truth);
    }
    let count = |n: &str, found: usize| number_of(n).map(|n| found == n as usize);
    Some(match words {
        ["no", "advance"] => Ok(!events.iter().any(|e| matches!(e, Event::Advanced { .. }))),
        [n, "advance" | "advances"] if number(n) => {
            count(n, events.iter().filter(|e| matches!(e, Event::Advanced { .. })).count())
        }
        [n, "dice"] if number(n) => count(n, scene.played.rolls.len()),
        ["no", "duty", units @ ..] => all(scene, units, |id| Ok(!in_duties(events, id))),
        ["duty", units @ ..] => all(scene, units, |id| Ok(in_duties(events, id))),
        ["label", label] => Ok(scene.played.rolls.iter().any(|r| r.label == *label)),
        ["points", army, n] => army_of(army).and_then(|a| count(n, position.total(a) as usize)),
        ["points", army, source, n] => army_of(army).and_then(|a| {
            let source = award(source)?;
            let points = position.points.get(&(a, source)).copied().unwrap_or(0);
            count(n, points as usize)
        }),
        ["holder", hex, who] => hex_of(hex).and_then(|hex| match *who {
            "nobody" => Ok(!position.control.contains_key(&hex)),
            army => Ok(position.control.get(&hex) == Some(&army_of(army)?)),
        }),
        ["game", "goes", "on"] => Ok(!super::run::is_over(position)),
        ["next:", army, turn] => army_of(army).map(|army| {
            position.phasing == army
                && position.turn.to_string() == **turn
                && !super::run::is_over(position)
                && scene.played.stop.is_none()
        }),
        [side, units @ .., "at", hex] if Army::read(side.trim_end_matches(':')).is_some() => {
            place(scene, units, hex)
        }
        [units @ .., "at", hex] if !units.is_empty() => place(scene, units, hex),
        [units @ .., "exited"] => gone(scene, units, How::Exited),
        [units @ .., "struck"] => gone(scene, units, How::Struck),
        [side, units @ .., "due"] if Army::read(side.trim_end_matches(':')).is_some() => {
            all(scene, units, |id| Ok(matches!(position.place(id), Place::Reserve { .. })))
        }
        [units @ .., "due"] => {
            all(scene, units, |id| Ok(matches!(position.place(id), Place::Reserve { .. })))
        }
        ["recovered", ..] => return None,
        [units @ .., "ineffective"] => {
            all(scene, units, |id| Ok(position.has(id, Marks::INEFFECTIVE)))
        }
        [units @ .., "effective"] => {
            all(scene, units, |id| Ok(!position.has(id, Marks::INEFFECTIVE)))
        }
        [units @ .., "released"] => all(scene, units, |id| Ok(position.has(id, Marks::RELEASED))),
        [units @ .., "held"] => all(scene, units, |id| Ok(!position.has(id, Marks::RELEASED))),
        [units @ .., "did", "not", "move"] => all(scene, units, |id| {
            Ok(!events.iter().any(|e| matches!(e, Event::Moved(m) if m.unit == id)))
        }),
        _ => return None,
    })
}

fn place(scene: &Scene, units: &[&str], hex: &str) -> Truth {
    let hex = hex_of(hex)?;
    all(scene, units, |id| Ok(scene.played.position.hex(id) == Some(hex)))
}

fn gone(scene: &Scene, units: &[&str], wanted: How) -> Truth {
    all(scene, units, |id| {
        let place = scene.played.position.place(id);
        Ok(matches!(place, Place::Gone { how, .. } if how == wanted))
    })
}

/// Whether the event of this index is the one that the sentence tells.
fn happens(scene: &Scene, words: &[&str], index: usize) -> Truth {
    happens_at(scene, words, Some(index))
}

fn happens_at(scene: &Scene, words: &[&str], index: Option<usize>) -> Truth {
    let events = &scene.played.events;
    let event = index.and_then(|i| events.get(i));
    let fought = index.and_then(|i| attack_before(&events[..=i]));
    let in_combat = |hex: &str| -> Truth {
        let hex = hex_of(hex.trim_end_matches(':'))?;
        Ok(fought.is_some_and(|a| a.at.first() == Some(&hex)))
    };
    let (words, source) = source_of(words)?;
    let (words, rule) = rule_of(words);
    let by = |found: Source| source.is_none_or(|s| s == found);
    let cited = |found: &Rule| rule.as_deref().is_none_or(|r| cites(found, r));
    Ok(match words {
        ["odds", hex, rest @ ..] => {
            let (sums, odds) = sums_of(rest)?;
            matches!(event, Some(Event::Attack(a)) if in_combat(hex)?
                && sums.is_none_or(|s| s == (a.attack, a.defence)) && a.odds.to_string() == odds)
        }
        ["new", "odds", hex, rest @ ..] => {
            let (wanted, column) = sums_of(rest)?;
            matches!(event, Some(Event::NewOdds { attack, defence, odds }) if in_combat(hex)?
                && wanted.is_none_or(|s| s == (*attack, *defence)) && odds.to_string() == column)
        }
        ["attackers", hex, units @ ..] => {
            let wanted = sorted(scene, units)?;
            matches!(event, Some(Event::Attack(a)) if in_combat(hex)?
                && same(&wanted, a.by.iter().map(|(id, ..)| *id)))
        }
        ["missing", hex, units @ ..] => {
            let wanted = sorted(scene, units)?;
            matches!(event, Some(Event::Attack(a)) if in_combat(hex)?
                && same(&wanted, a.missing.iter().copied()))
        }
        ["aside", hex, units @ ..] => {
            let wanted = sorted(scene, units)?;
            matches!(event, Some(Event::Attack(a)) if in_combat(hex)?
                && same(&wanted, a.aside.iter().copied()))
        }
        [unit, reach @ ("bombards" | "touches"), hex] => {
            let id = unit_of(scene, unit)?;
            let reach = if *reach == "bombards" { Reach::Bombarding } else { Reach::Adjacent };
            matches!(event, Some(Event::Attack(a)) if in_combat(hex)?
                && a.by.iter().any(|(u, _, r)| *u == id && *r == reach))
        }
        ["benefit", unit, what @ ..] => {
            let id = unit_of(scene, unit.trim_end_matches(':'))?;
            let (times, what) = match what {
                ["none"] => (1, String::new()),
                [what @ .., times] => {
                    let n = times.strip_prefix('x').and_then(|n| n.parse().ok());
                    (n.ok_or("benefit ... x2")?, what.join(" "))
                }
                [] => return Err("benefit of what?".to_owned()),
            };
            matches!(event, Some(Event::Attack(a)) if a.against.iter().any(|d| d.unit == id
                && d.multiplier == times && d.benefit == what))
        }
        ["reduced", hex] => {
            matches!(event, Some(Event::Attack(a)) if in_combat(hex)? && a.reduced_from.is_some())
        }
        ["reduced", hex, "from", odds] => {
            matches!(event, Some(Event::Attack(a)) if in_combat(hex)?
                && a.reduced_from.is_some_and(|o| o.to_string() == *odds))
        }
        ["die", hex, word] => {
            matches!(event, Some(Event::Die { result, .. }) if in_combat(hex)?
                && result.word() == *word)
        }
        ["evaded", hex] => {
            let hex = hex_of(hex)?;
            matches!(event, Some(Event::Evaded { combat }) if *combat == hex)
        }
        ["dropped", hex, why @ ..] => {
            let hex = hex_of(hex.trim_end_matches(':'))?;
            let why = why.join(" ");
            matches!(event, Some(Event::PassedOver { combat, why: found }) if *combat == hex
                && passed(found, &why, rule.as_deref())?)
        }
        ["added", hex, units @ ..] => {
            let hex = hex_of(hex.trim_end_matches(':'))?;
            let wanted = sorted(scene, units)?;
            matches!(event, Some(Event::DutyAdded { combat, by }) if *combat == hex
                && same(&wanted, by.iter().copied()))
        }
        ["duty", units @ ..] => {
            let mut all = true;
            for id in sorted(scene, units)? {
                all &= event.is_some_and(|e| in_duties(std::slice::from_ref(e), id));
            }
            all
        }
        ["recovered", units @ ..] => {
            let wanted = sorted(scene, units)?;
            matches!(event, Some(Event::Recovered { units }) if same(&wanted, units.iter().copied()))
        }
        ["weather", word] => {
            matches!(event, Some(Event::TurnBegins { weather, .. })
                if weather.iter().any(|(w, r)| w == word && cited(r)))
        }
        ["awarded", army, n, source] => {
            let (wanted, source) = (army_of(army)?, award(source)?);
            matches!(event, Some(Event::Points { army, award, points, rule, .. })
                if *army == wanted && *award == source && points.to_string() == *n && cited(rule))
        }
        ["occupied", hex, who] => {
            let (at, who) = (hex_of(hex)?, army_of(who)?);
            matches!(event, Some(Event::Occupied { hex, army, .. }) if *hex == at && *army == who)
        }
        ["quota", "lifted", who] => {
            let who = army_of(who)?;
            matches!(event, Some(Event::QuotaLifted { army, .. }) if *army == who)
        }
        ["game", "over:", who] => {
            let who = if *who == "draw" { None } else { Some(army_of(who)?) };
            matches!(event, Some(Event::GameOver { winner, rule, .. })
                if *winner == who && cited(rule))
        }
        ["demoralized", who] => {
            let who = army_of(who)?;
            matches!(event, Some(Event::Demoralized { army, rule, .. })
                if *army == who && cited(rule))
        }
        ["rallied", who] => {
            let who = army_of(who)?;
            matches!(event, Some(Event::Rallied { army, rule, .. })
                if *army == who && cited(rule))
        }
        ["no", "advance", unit] => {
            let id = unit_of(scene, unit)?;
            matches!(event, Some(Event::NoAdvance { unit, rule, .. })
                if *unit == id && cited(rule))
        }
        ["stopped", unit, "at", hex] => {
            let (id, hex) = (unit_of(scene, unit)?, hex_of(hex)?);
            matches!(event, Some(Event::Stopped { unit, at, rules, .. }) if *unit == id
                && *at == Some(hex) && rule.as_deref().is_none_or(|r| rules.iter().any(|f| cites(f, r))))
        }
        [unit, "eliminated"] => {
            let id = unit_of(scene, unit)?;
            let line = |e| movelog::print(scene.scenario, std::slice::from_ref(e));
            let by_rule = |e, why: &Loss, n: &str| lost_by(why, n) || cites_text(&line(e), n);
            let late = matches!(event, Some(Event::Lost { unit, rule: r, .. }) if *unit == id
                && cited(r));
            late || matches!(event, Some(e @ Event::Eliminated { unit, why, .. }) if *unit == id
                && rule.as_deref().is_none_or(|n| by_rule(e, why, n)))
        }
        [unit, rest @ ..] => {
            let id = unit_of(scene, unit)?;
            return deed(event, id, rest, &by, rule.as_deref());
        }
        [] => return Err("an empty sentence".to_owned()),
    })
}

/// What one unit did.
fn deed(
    event: Option<&Event>,
    id: UnitId,
    words: &[&str],
    by: &dyn Fn(Source) -> bool,
    rule: Option<&str>,
) -> Truth {
    let march = || match event {
        Some(Event::Moved(march)) if march.unit == id => Some(march),
        _ => None,
    };
    Ok(match words {
        ["moved", spent, "of", allowance] => march().is_some_and(|m| {
            m.spent().to_string() == *spent && m.allowance.to_string() == *allowance
        }),
        ["path", path] => march().is_some_and(|m| way(m) == *path),
        ["one", "hex"] => march().is_some_and(|m| m.one_hex),
        ["strategic"] => march().is_some_and(|m| m.strategic),
        ["stopped", "by", "a", "zone"] => march().is_some_and(|m| m.zone),
        ["released"] => {
            matches!(event, Some(Event::Released { units, rule: r }) if units.contains(&id)
                && rule.is_none_or(|n| cites(r, n)))
        }
        ["goes", one, two] => {
            let wanted = [hex_of(one)?, hex_of(two)?];
            matches!(event, Some(Event::CavalryGoes { unit, path, source, .. })
                if *unit == id && *path == wanted && by(*source))
        }
        ["stands"] => {
            matches!(event, Some(Event::CavalryStands { unit, source }) if *unit == id && by(*source))
        }
        ["retreats", "off", "the", "map"] => {
            matches!(event, Some(Event::Retreated { unit, to: None, source, .. })
                if *unit == id && by(*source))
        }
        ["retreats", hex] => {
            let hex = hex_of(hex)?;
            matches!(event, Some(Event::Retreated { unit, to, cause, source, .. })
                if *unit == id && *to == Some(hex) && *cause == Cause::Combat && by(*source))
        }
        ["falls", "back", hex] => {
            let hex = hex_of(hex)?;
            matches!(event, Some(Event::Retreated { unit, to, cause, source, .. })
                if *unit == id && *to == Some(hex) && *cause != Cause::Combat && by(*source))
        }
        ["skips", hex] => {
            let hex = hex_of(hex)?;
            matches!(event, Some(Event::Retreated { unit, skipped, .. }) if *unit == id
                && skipped.iter().any(|(h, r)| *h == hex && rule.is_none_or(|n| cites(r, n))))
        }
        ["pushed", hex] => {
            let hex = hex_of(hex)?;
            matches!(event, Some(Event::Pushed { unit, to, source, .. })
                if *unit == id && *to == hex && by(*source))
        }
        ["advances", hex] => {
            let hex = hex_of(hex)?;
            matches!(event, Some(Event::Advanced { unit, to, source, .. })
                if *unit == id && *to == hex && by(*source))
        }
        other => return Err(format!("no such sentence: {}", other.join(" "))),
    })
}

/// Whether a loss is by a rule; one for want of a way is by 8.51 too.
fn lost_by(why: &Loss, number: &str) -> bool {
    match why {
        Loss::Combat(_) => number == "8.3",
        Loss::NoRetreat => number == "8.51",
        Loss::NoDisplacement => number == "8.52",
        Loss::Fixed(rule) => cites(rule, number),
        Loss::NoWay(rule) => number == "8.51" || cites(rule, number),
    }
}

fn passed(found: &Passed, why: &str, rule: Option<&str>) -> Truth {
    let (word, cited) = match found {
        Passed::Condition => ("condition", None),
        Passed::Least(_) => ("least", None),
        Passed::Fought => ("fought", None),
        Passed::NobodyThere => ("nobody", None),
        Passed::NoAttackers => ("no attackers", None),
        Passed::Illegal(_, rule) => ("illegal", Some(rule)),
    };
    let words = ["", "condition", "least", "fought", "nobody", "no attackers", "illegal"];
    if !words.contains(&why) {
        return Err(format!("dropped: one of {}", words[1..].join(", ")));
    }
    let fits = why.is_empty() || why == word;
    Ok(fits && rule.is_none_or(|n| cited.is_some_and(|r| cites(r, n))))
}

fn way(march: &March) -> String {
    let hexes = march.from.into_iter().chain(march.steps.iter().map(|(hex, _)| *hex));
    hexes.map(|hex| hex.to_string()).collect::<Vec<_>>().join("-")
}

/// The combat to which the last of these events belongs.
fn attack_before(events: &[Event]) -> Option<&Attack> {
    events.iter().rev().find_map(|e| match e {
        Event::Attack(attack) => Some(attack),
        _ => None,
    })
}

fn in_duties(events: &[Event], id: UnitId) -> bool {
    events.iter().any(|e| match e {
        Event::Duties { attackers, targets } => attackers.contains(&id) || targets.contains(&id),
        _ => false,
    })
}

/// `6 to 3, 2-1` or `2-1`.
fn sums_of<'w>(words: &[&'w str]) -> Result<(Option<Sums>, &'w str), String> {
    let number =
        |n: &str| n.trim_end_matches(',').parse().map_err(|_| format!("`{n}` is not a number"));
    match words {
        [odds] => Ok((None, odds)),
        [a, "to", d, odds] => Ok((Some((number(a)?, number(d)?)), odds)),
        _ => Err("odds HEX: 6 to 3, 2-1".to_owned()),
    }
}

/// `[standing]` at the end.
fn source_of<'w, 'a>(words: &'w [&'a str]) -> Result<(&'w [&'a str], Option<Source>), String> {
    let Some((last, rest)) = words.split_last() else { return Ok((words, None)) };
    let Some(word) = last.strip_prefix('[').and_then(|w| w.strip_suffix(']')) else {
        return Ok((words, None));
    };
    let source = Source::ALL.into_iter().find(|s| s.word() == word);
    Ok((rest, Some(source.ok_or_else(|| format!("nobody decides as [{word}]"))?)))
}

/// `(8.51)` or `(FR 19.13)` at the end.
fn rule_of<'w, 'a>(words: &'w [&'a str]) -> (&'w [&'a str], Option<String>) {
    let Some(from) = words.iter().position(|w| w.starts_with('(')) else { return (words, None) };
    let rule = words[from..].join(" ");
    (&words[..from], Some(rule.trim_matches(['(', ')']).to_owned()))
}

fn number(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit())
}

/// A number of a sentence.
pub fn number_of(word: &str) -> Result<u32, String> {
    word.parse().map_err(|_| format!("`{word}` is not a number"))
}

fn hex_of(word: &str) -> Result<Hex, String> {
    word.parse().map_err(|_| format!("`{word}` is not a hex"))
}

/// A side of a sentence.
pub fn army_of(word: &str) -> Result<Army, String> {
    Army::read(word).ok_or_else(|| format!("`{word}` is no side"))
}

/// The unit of an id; the phasing side's if both have it.
fn unit_of(scene: &Scene, id: &str) -> Result<UnitId, String> {
    let army = scene.before.phasing;
    let mut armies = [army, army.enemy()].into_iter();
    let found = armies.find_map(|army| setup::unit_of(scene.scenario, army, id));
    found.ok_or_else(|| format!("no unit `{id}`"))
}

/// Whether something holds of all units of a list.
pub fn all(scene: &Scene, units: &[&str], holds: impl Fn(UnitId) -> Truth) -> Truth {
    if units.is_empty() {
        return Err("of which unit?".to_owned());
    }
    let mut every = true;
    for id in units {
        every &= holds(unit_of(scene, id.trim_end_matches(','))?)?;
    }
    Ok(every)
}

fn sorted(scene: &Scene, units: &[&str]) -> Result<Vec<UnitId>, String> {
    let ids = units.iter().map(|id| unit_of(scene, id.trim_end_matches(',')));
    let mut ids = ids.collect::<Result<Vec<UnitId>, String>>()?;
    ids.sort();
    Ok(ids)
}

fn same(sorted: &[UnitId], found: impl Iterator<Item = UnitId>) -> bool {
    let mut found: Vec<UnitId> = found.collect();
    found.sort();
    sorted == found
}
