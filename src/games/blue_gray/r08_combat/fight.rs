//! One combat, step by step (BG-steps).

use super::super::answers::{Condition, Entry, Outcome, Result as Verdict};
use super::super::events::{Attack, Event, Fought, Passed, Reach};
use super::super::exclusive;
use super::super::position::{Marks, Place};
use super::super::r05_control::{enemies_owed, held_by, reaches};
use super::super::rulebook::{R8_0, R8_42, R8_43, R8_73};
use super::super::rulings::Ruling;
use super::super::scenario::{Arm, UnitId};
use super::super::turn::{Expectation, Turn};
use super::artillery::NoShot;
use super::flight::{self, Moment};
use super::{advance, artillery, cavalry, contact, may_attack, odds, result, targets_on};
use crate::board::Hex;
use crate::board::odds::Odds;
use crate::document::Diagnostic;
use crate::play::Stop;
use crate::rule::Rule;

/// What became of an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// It was fought, or evaded.
    Fought,
    /// It was passed over.
    Passed,
}

/// What a search finds about an entry on one branch.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Finding {
    /// It was fought with these sums of strength, at these odds.
    Fought(u32, u32, Odds),
    /// Its condition did not hold, or it shares a hex with a combat already fought.
    Unused,
    /// Its odds were below `least`.
    Least,
    /// It could not be fought: why, with the rule.
    NotFought(String, Option<Rule>),
    /// A named attacker could not take part: why, with the rule.
    Missing(UnitId, String, Option<Rule>),
    /// `reduce` names a column that is not lower than the computed one.
    NoReduction(Odds),
    /// `expect` says something else than what was computed.
    Unexpected(String),
    /// An advance that is ordered is not legal, by this rule.
    NoAdvance(UnitId, Rule),
    /// No place that the orders name for this question is open, by these rules.
    NotOpen(String, Vec<(Hex, Rule)>),
}

/// A combat under way.
pub struct Combat {
    /// Index in the list.
    pub index: usize,
    /// Target hexes, lowest first.
    pub targets: Vec<Hex>,
    /// Attackers that take part.
    pub by: Vec<(UnitId, u16, Reach)>,
    /// Where the adjacent attackers stood.
    pub stood: Vec<(UnitId, Hex)>,
    /// Defenders that may still be attacked, with their hexes.
    pub defenders: Vec<(UnitId, Hex)>,
    /// Declared odds, after reduction.
    pub declared: Odds,
}

impl Combat {
    /// Attackers beside a target, who suffer results.
    pub fn adjacent(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.by.iter().filter(|(_, _, reach)| *reach == Reach::Adjacent).map(|(id, _, _)| *id)
    }
}

/// Fights an entry of the attack list, or passes it over and says why.
///
/// # Errors
/// The stop, if the turn halts.
pub fn entry(turn: &mut Turn, index: usize, entry: &Entry) -> Result<After, Stop> {
    let name = entry.name();
    if entry.at.iter().any(|at| turn.fought.iter().any(|f| f.at.contains(&at.value))) {
        turn.find(index, Finding::Unused);
        return Ok(pass(turn, name, Passed::Fought));
    }
    if !entry.conditions.iter().all(|c| holds(turn, c.value)) {
        turn.find(index, Finding::Unused);
        turn.skipped.push(index);
        return Ok(pass(turn, name, Passed::Condition));
    }
    let mut targets: Vec<Hex> = entry.at.iter().map(|at| at.value).collect();
    targets.sort();
    targets.dedup();
    targets.retain(|hex| !targets_on(turn, *hex).is_empty());
    if targets.is_empty() {
        return Ok(drop(turn, index, entry, Passed::NobodyThere));
    }
    let (by, missing) = attackers(turn, index, entry, &targets);
    if by.is_empty() {
        return Ok(drop(turn, index, entry, Passed::NoAttackers));
    }
    let sums = odds::sums(turn, &targets, &by);
    let reduce = entry.reduce.map(|r| r.value);
    if let Some(reduce) = reduce.filter(|r| *r >= sums.odds) {
        turn.find(index, Finding::NoReduction(sums.odds));
        if !turn.quiet {
            let text =
                format!("{name} is fought at {}: `reduce: {reduce}` lowers nothing", sums.odds);
            let span = entry.reduce.map_or(entry.span, |r| r.span);
            turn.complain(Diagnostic::note(span, text).rule(super::super::rulebook::R8_8));
        }
    }
    let declared = odds::reduced(sums.odds, reduce);
    if let Some((why, rule)) = illegal(turn, &targets, &by, declared) {
        return Ok(drop(turn, index, entry, Passed::Illegal(why, rule)));
    }
    if entry.least.is_some_and(|least| declared < least.value) {
        turn.find(index, Finding::Least);
        turn.skipped.push(index);
        return Ok(pass(turn, name, Passed::Least(declared)));
    }
    let expected = unexpected(entry, sums.attack, sums.defence, declared);
    if let Some(text) = &expected {
        turn.find(
            index,
            Finding::Unexpected(format!(
                "{} to {}, {declared} where {text} was expected",
                sums.attack, sums.defence
            )),
        );
        let waits =
            turn.input.conduct.expect == Expectation::Pause && !turn.expected.contains(&name);
        if waits {
            turn.expected.push(name);
            let segment = turn.segment;
            turn.halt(format!("expect {name}"), Stop::Expect(name.to_string()))?;
            if turn.segment != segment && turn.replaced_list() {
                return Ok(After::Passed);
            }
        }
    }
    turn.find(index, Finding::Fought(sums.attack, sums.defence, declared));
    let defenders: Vec<(UnitId, Hex)> = sums.against.iter().map(|d| (d.unit, d.at)).collect();
    let stood = by
        .iter()
        .filter(|(_, _, reach)| *reach == Reach::Adjacent)
        .filter_map(|(id, _, _)| turn.position.hex(*id).map(|hex| (*id, hex)))
        .collect();
    let combat = Combat { index, targets, by, stood, defenders, declared };
    begin(turn, entry, &combat);
    let aside = entry.aside.iter().map(|u| u.value).filter(|id| turn.position.hex(*id).is_some());
    let event = Attack {
        at: combat.targets.clone(),
        by: combat.by.clone(),
        missing,
        aside: aside.collect(),
        against: sums.against,
        attack: sums.attack,
        defence: sums.defence,
        odds: declared,
        reduced_from: (declared != sums.odds).then_some(sums.odds),
        expected,
    };
    turn.tell(Event::Attack(event));
    let outcome = resolve(turn, entry, &combat, reduce)?;
    advance::after(turn, entry, &combat, outcome)?;
    flight::trains(turn, Moment::Later)?;
    turn.fought.push(Fought { at: combat.targets, outcome });
    turn.used.push(name);
    turn.combat = None;
    turn.result = None;
    Ok(After::Fought)
}

/// A combat as it would be declared now.
pub struct Declared {
    /// Target hexes, lowest first.
    pub targets: Vec<Hex>,
    /// Attackers that can take part.
    pub by: Vec<(UnitId, u16, Reach)>,
    /// Both sums.
    pub sums: odds::Sums,
    /// Column after reduction.
    pub odds: Odds,
}

/// [8.1] Declares a combat without fighting it.
///
/// # Errors
/// What stands against it: nobody there, an attacker who cannot reach, a limit of the rules.
pub fn declare(turn: &Turn, entry: &Entry) -> Result<Declared, Diagnostic> {
    let name = entry.name();
    let mut targets: Vec<Hex> = entry.at.iter().map(|at| at.value).collect();
    targets.sort();
    targets.retain(|hex| !targets_on(turn, *hex).is_empty());
    if targets.is_empty() {
        let by: Vec<UnitId> = entry.by.iter().map(|unit| unit.value).collect();
        let complaint = Diagnostic::error(entry.span, format!("no enemy is on {name}"));
        return Err(complaint.rule(R8_0).help(contact::elsewhere(
            turn.scenario,
            &turn.position,
            &by,
        )));
    }
    let mut by = Vec::new();
    for unit in &entry.by {
        let id = unit.value;
        match reach(turn, id, &targets) {
            Ok(reach) => by.push((id, turn.scenario.unit(id).strength, reach)),
            Err((why, rule)) => {
                let complaint = Diagnostic::error(unit.span, format!("{} {why}", turn.name(id)));
                let Some(rule) = rule else { return Err(complaint) };
                let instead = contact::instead(turn.scenario, &turn.position, id, &targets, &rule);
                return Err(Diagnostic { help: instead, ..complaint.rule(rule) });
            }
        }
    }
    let sums = odds::sums(turn, &targets, &by);
    let odds = odds::reduced(sums.odds, entry.reduce.map(|r| r.value));
    match illegal(turn, &targets, &by, odds) {
        Some((why, rule)) => Err(Diagnostic::error(entry.span, why).rule(rule)),
        None => Ok(Declared { targets, by, sums, odds }),
    }
}

/// From here on the combat counts as fought (DICE: from its first question or die on).
fn begin(turn: &mut Turn, entry: &Entry, combat: &Combat) {
    turn.combat = Some(entry.name());
    for (id, _, _) in &combat.by {
        turn.position.mark(*id, Marks::FOUGHT);
    }
    for unit in &entry.aside {
        if turn.position.hex(unit.value).is_some() && !turn.position.has(unit.value, Marks::FOUGHT)
        {
            turn.position.mark(unit.value, Marks::ASIDE);
        }
    }
    for (id, _) in &combat.defenders {
        turn.position.mark(*id, Marks::ATTACKED);
    }
}

/// Cavalry, odds, die, losses and retreats.
fn resolve(
    turn: &mut Turn,
    entry: &Entry,
    combat: &Combat,
    reduce: Option<Odds>,
) -> Result<Outcome, Stop> {
    let gone = cavalry::before_combat(turn, combat)?;
    let left: Vec<(UnitId, Hex)> =
        combat.defenders.iter().copied().filter(|(id, _)| !gone.contains(id)).collect();
    if left.is_empty() {
        turn.tell(Event::Evaded { combat: entry.name() });
        return Ok(Outcome::Gone);
    }
    let mut column = combat.declared;
    if !gone.is_empty() {
        let (attack, defence, odds) = odds::after_evasion(turn, combat, &left);
        column = odds::reduced(odds, reduce);
        turn.tell(Event::NewOdds { attack, defence, odds: column });
    }
    let table = &turn.scenario.charts.results;
    let verdict =
        |face: u32| Verdict::read(table.result(column, face as u8)).unwrap_or(Verdict::AR);
    let meaning = |face: u32| verdict(face) as u32;
    let (label, face) = turn.roll(&format!("{}.crt", entry.name()), &meaning)?;
    let verdict = verdict(face);
    turn.result = Some(verdict);
    turn.tell(Event::Die { label, face, result: verdict });
    result::apply(turn, entry, combat, &left, verdict)?;
    Ok(Outcome::Result(verdict))
}

/// [OF-skipped] Whether a condition holds: of a combat that was not fought neither `won` nor
/// `held` nor a result.
pub fn holds(turn: &Turn, condition: Condition) -> bool {
    let enemy_on = |hex: Hex| held_by(turn.scenario, &turn.position, turn.enemy(), hex);
    match condition {
        Condition::Combat(hex, outcome) => {
            let Some(fought) = turn.fought.iter().find(|f| f.at.contains(&hex)) else {
                return false;
            };
            match outcome {
                Outcome::Won => !fought.at.iter().any(|hex| enemy_on(*hex)),
                Outcome::Held => {
                    fought.outcome != Outcome::Gone && fought.at.iter().any(|hex| enemy_on(*hex))
                }
                other => fought.outcome == other,
            }
        }
        Condition::Empty(hex) => turn.position.stack(&turn.scenario.map, hex).next().is_none(),
        Condition::Enemy(hex) => enemy_on(hex),
        Condition::Alive(id) => matches!(turn.position.place(id), Place::Map(_)),
        Condition::Dead(id) => matches!(turn.position.place(id), Place::Gone { .. }),
    }
}

/// [8.41] [8.43] [8.7] Who of the named can take part against these hexes, and who cannot.
fn attackers(
    turn: &mut Turn,
    index: usize,
    entry: &Entry,
    targets: &[Hex],
) -> (Vec<(UnitId, u16, Reach)>, Vec<UnitId>) {
    let (mut by, mut missing) = (Vec::new(), Vec::new());
    for (nth, unit) in entry.by.iter().enumerate() {
        let id = unit.value;
        if entry.by[..nth].iter().any(|before| before.value == id) {
            continue;
        }
        match reach(turn, id, targets) {
            Ok(reach) => by.push((id, turn.scenario.unit(id).strength, reach)),
            Err((why, rule)) => {
                turn.find(index, Finding::Missing(id, why, rule));
                missing.push(id);
            }
        }
    }
    (by, missing)
}

/// How a unit reaches the targets.
fn reach(turn: &Turn, id: UnitId, targets: &[Hex]) -> Result<Reach, (String, Option<Rule>)> {
    use super::super::rulebook::{R5_3, R8_6, R8_7, R8_41, R8_41A, R8_52, R8_71, R10_0};
    let unit = turn.scenario.unit(id);
    let Some(at) = turn.position.hex(id) else {
        return Err(("is not on the map".to_owned(), None));
    };
    if let Some(train) = exclusive::conduct(turn.scenario, id) {
        return Err(("never attacks".to_owned(), Some(train.rules.attack.clone())));
    }
    let marks = turn.position.marks(id);
    if !may_attack(turn, id) {
        // Whoever has attacked became ineffective by that attack, if at all.
        let (why, rule) = if marks.has(Marks::FOUGHT) {
            ("has attacked already", R8_41A)
        } else if marks.has(Marks::INEFFECTIVE) {
            ("is ineffective", R10_0)
        } else if marks.has(Marks::ADVANCED) {
            ("has advanced", R8_6)
        } else if marks.has(Marks::ASIDE) {
            ("stands aside", R8_42)
        } else {
            ("was displaced and may not fire", R8_52)
        };
        return Err((why.to_owned(), Some(rule)));
    }
    let beside = |hex: &Hex| reaches(turn.scenario, at, *hex);
    if unit.arm != Arm::Artillery {
        return match targets.iter().find(|hex| !beside(hex)) {
            None => Ok(Reach::Adjacent),
            Some(hex) if at.direction_to(*hex).is_some() => Err((
                format!("is on {at}, not in contact with {hex} across that hexside"),
                Some(R5_3),
            )),
            Some(hex) if targets.len() > 1 => {
                Err((format!("is on {at}, not in contact with {hex}"), Some(R8_43)))
            }
            Some(hex) => Err((format!("is on {at}, not in contact with {hex}"), Some(R8_41))),
        };
    }
    if targets.iter().any(beside) {
        return Ok(Reach::Adjacent);
    }
    let mut why = None;
    for hex in targets {
        match artillery::can_bombard(turn, id, *hex, targets) {
            Ok(()) => return Ok(Reach::Bombarding),
            Err(no) => why = why.or(Some((no, *hex))),
        }
    }
    Err(match why {
        Some((NoShot::Range(range), hex)) => (
            format!("is on {at}, {range} hexes from {hex}, and reaches {}", artillery::RANGE),
            Some(R8_7),
        ),
        Some((NoShot::Blocked(by), hex)) => {
            (format!("has no line of sight from {at} to {hex}: {by} blocks it"), Some(R8_71))
        }
        Some((NoShot::Bound(near), _)) => {
            (format!("touches {near} and must attack there"), Some(R8_7))
        }
        Some((NoShot::Weather(rule), _)) => ("may not bombard on this turn".to_owned(), Some(rule)),
        None => ("has no target".to_owned(), None),
    })
}

/// What makes a combat illegal as it stands now.
fn illegal(
    turn: &Turn,
    targets: &[Hex],
    by: &[(UnitId, u16, Reach)],
    declared: Odds,
) -> Option<(String, Rule)> {
    let alone = by.iter().all(|(_, _, reach)| *reach == Reach::Bombarding);
    if alone && targets.len() > 1 {
        return Some(("artillery alone may bombard only one hex in a combat".to_owned(), R8_43));
    }
    if targets.len() > 1 && turn.scenario.policies.takes(Ruling::BgSubset, "all") {
        let left_out = by.iter().filter_map(|(id, _, _)| turn.position.hex(*id)).find_map(|at| {
            enemies_owed(turn.scenario, &turn.position, turn.army, at)
                .find(|hex| !targets.contains(hex))
        });
        if let Some(hex) = left_out {
            return Some((format!("an attack on several hexes must include {hex} too"), R8_43));
        }
    }
    if alone && turn.scenario.policies.artillery_floor && declared < odds::bombardment_floor() {
        return Some((
            format!("artillery alone may not bombard at {declared}, 1-3 is the least"),
            R8_73,
        ));
    }
    if alone
        && !turn.scenario.policies.takes(Ruling::BgDutybomb, "yes")
        && targets
            .iter()
            .any(|hex| targets_on(turn, *hex).iter().any(|id| turn.position.has(*id, Marks::DUTY)))
    {
        return Some(("an enemy in contact may not be bombarded alone".to_owned(), R8_0));
    }
    let together = |id: UnitId| {
        let moved = |u: UnitId| {
            turn.position.has(u, Marks::PUSHED) || turn.position.has(u, Marks::RETREATED)
        };
        let at = turn.position.hex(id)?;
        turn.position
            .stack(&turn.scenario.map, at)
            .find(|mate| {
                *mate != id
                    && turn.scenario.unit(*mate).army == turn.army
                    && turn.position.has(*mate, Marks::FOUGHT)
                    && !moved(*mate)
                    && !moved(id)
            })
            .map(|mate| (id, mate))
    };
    by.iter().find_map(|(id, _, _)| together(*id)).map(|(id, mate)| {
        (
            format!(
                "{} on its hex has attacked another hex, so {} may not attack here",
                turn.name(mate),
                turn.name(id)
            ),
            R8_42,
        )
    })
}

/// What `expect` says, if it is not what was computed.
fn unexpected(entry: &Entry, attack: u32, defence: u32, declared: Odds) -> Option<String> {
    let expect = entry.expect?.value;
    let sums_agree = expect.sums.is_none_or(|sums| sums == (attack, defence));
    let odds_agree = expect.odds.is_none_or(|odds| odds == declared);
    if sums_agree && odds_agree {
        return None;
    }
    let sums = expect.sums.map(|(a, d)| format!("{a} to {d}"));
    let odds = expect.odds.map(|odds| odds.to_string());
    Some(sums.into_iter().chain(odds).collect::<Vec<_>>().join(", "))
}

fn pass(turn: &mut Turn, combat: Hex, why: Passed) -> After {
    turn.tell(Event::PassedOver { combat, why });
    After::Passed
}

/// What is found of a target hex on which no enemy stands.
pub const NOBODY: &str = "nobody is there";
/// What is found of a target hex that holds only enemies that have been attacked, or have advanced.
pub const SPENT: &str = "whoever is there has been attacked already";

/// Passes over an entry that could not be fought (D-14).
fn drop(turn: &mut Turn, index: usize, entry: &Entry, why: Passed) -> After {
    let combat = entry.name();
    let hexes: Vec<Hex> = entry.at.iter().map(|at| at.value).collect();
    let (text, rule) = match &why {
        Passed::NobodyThere => {
            let is_held = |hex| held_by(turn.scenario, &turn.position, turn.enemy(), hex);
            match hexes.into_iter().any(is_held) {
                true => (SPENT.to_owned(), Some(super::super::rulebook::R8_41A)),
                false => (NOBODY.to_owned(), Some(R8_0)),
            }
        }
        Passed::NoAttackers => ("nobody named can attack".to_owned(), None),
        Passed::Illegal(text, rule) => (text.clone(), Some(rule.clone())),
        _ => (String::new(), None),
    };
    turn.find(index, Finding::NotFought(text, rule));
    turn.used.push(combat);
    pass(turn, combat, why)
}
