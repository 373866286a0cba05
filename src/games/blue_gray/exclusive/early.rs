//! `early`: arrivals that an advance of one army brings forward, its own and the enemy's.

use super::super::answers::{Move, Route};
use super::super::events::Event;
use super::super::position::{Counter, Phase, Place, Position};
use super::super::scenario::{Army, Scenario, Start, UnitId};
use super::super::turn::Turn;
use super::kind::{Kind, Notice, Times};
use super::passing::Passing;
use super::reader::{Ground, Reader};
use crate::board::Hex;
use crate::document::{Diagnostic, Span};
use crate::rule::Rule;

/// The game-turn on which an army brought arrivals forward.
const ACTIVATED: Counter = Counter("activated");

/// Arrivals that may come earlier than their chart says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Early {
    /// Whose advance it is.
    pub army: Army,
    /// What it has to reach.
    pub triggers: Vec<Trigger>,
    /// Whom that brings forward.
    pub arrivals: Vec<Forward>,
    /// Citation.
    pub rule: Rule,
}

/// What a unit has to reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trigger {
    /// A hex of an area.
    Enters {
        /// Hexes.
        hexes: Vec<Hex>,
        /// Citation.
        rule: Rule,
    },
    /// A hex within a distance of some hexes.
    Within {
        /// Distance in hexes.
        distance: u32,
        /// Of these.
        of: Vec<Hex>,
        /// Citation.
        rule: Rule,
    },
}

/// Units of one printed turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forward {
    /// The game-turn of the chart.
    pub due: u8,
    /// So many game-turns after the advance instead.
    pub after: u8,
    /// Citation.
    pub rule: Rule,
}

impl Kind for Early {
    const WORD: &'static str = "early";
    const TIMES: Times = Times::Once;
    const COUNTERS: &'static [Counter] = &[ACTIVATED];

    /// Reads `{side, rule, triggers: [{enters: AREA, rule} | {within: DISTANCE, of: [HEX..], rule}],
    /// arrivals: [{due: TURN, after: TURNS, rule}]}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<Early> {
        let army = entry.army("side");
        let rule = entry.rule();
        let triggers = entry.each("triggers", "trigger", Trigger::read);
        let arrivals = entry.each("arrivals", "group of arrivals", Forward::read);
        entry.finish();
        Some(Early { army: army?, triggers: triggers?, arrivals: arrivals?, rule: rule? })
    }

    /// [RR 19.1a] Who stands there when its own movement phase begins counts too: it may have been
    /// thrown there by the enemy, which alone brings nobody forward (RR-act).
    fn movement_begins(&self, turn: &mut Turn) {
        let units: Vec<UnitId> = turn.scenario.ids().collect();
        for id in units {
            if let Some(hex) = turn.position.hex(id) {
                self.entered(turn, id, hex);
            }
        }
    }

    /// [RR 19.1a] Any step of its own movement or combat phase counts, passing through included.
    fn entered(&self, turn: &mut Turn, id: UnitId, hex: Hex) {
        let own = turn.army == self.army && turn.scenario.unit(id).army == self.army;
        if !own || turn.position.counter(ACTIVATED) > 0 {
            return;
        }
        let Some(rule) = self.triggers.iter().find_map(|trigger| trigger.met(hex)) else { return };
        self.bring_forward(turn, id, hex, rule.clone());
    }

    fn passing(&self, turn: &Turn, army: Army, passing: &mut Passing) {
        if army != self.army || turn.position.counter(ACTIVATED) > 0 {
            return;
        }
        for trigger in &self.triggers {
            match trigger {
                Trigger::Enters { hexes, .. } => passing.hexes.extend(hexes),
                Trigger::Within { distance, of, .. } => {
                    passing.near(*distance, of.iter().copied());
                }
            }
        }
    }

    fn notice(&self, _: &Scenario, position: &Position, _: Army) -> Option<Notice> {
        let text = match position.counter(ACTIVATED) {
            0 => "early arrivals: not yet".to_owned(),
            turn => format!("early arrivals: brought forward on turn {turn}"),
        };
        Some((text, self.rule.clone()))
    }
}

impl Early {
    /// [RR 19.2] Each group may come so many turns after, or on its printed turn if that is sooner.
    fn bring_forward(&self, turn: &mut Turn, id: UnitId, hex: Hex, rule: Rule) {
        let now = turn.position.turn;
        turn.position.count(ACTIVATED, u32::from(now));
        let mut groups = Vec::new();
        for group in &self.arrivals {
            let sooner = now.saturating_add(group.after);
            let waits = |id: &UnitId| {
                matches!(turn.scenario.unit(*id).start, Start::Due { turn, .. } if turn == group.due)
                    && matches!(turn.position.place(*id), Place::Reserve { due } if due > sooner)
            };
            let units: Vec<UnitId> = turn.scenario.ids().filter(waits).collect();
            for id in &units {
                turn.remove(*id, Place::Reserve { due: sooner });
            }
            if !units.is_empty() {
                groups.push((group.due, sooner, group.rule.clone()));
            }
        }
        if !groups.is_empty() && turn.position.phase == Phase::Movement && turn.refuses() {
            let names = |line: &&Move| line.units.iter().any(|u| u.value == id);
            let line = turn.orders().moves.iter().find(names);
            let span = line.map_or(Span::NONE, |line| line.span);
            let headline = format!("{} brings arrivals forward on {hex}", turn.name(id));
            let note = Diagnostic::note(span, headline).rule(rule.clone());
            let written = line.is_some_and(|line| match &line.route {
                Route::March { hexes, .. } => hexes.iter().any(|at| at.value == hex),
                Route::Hold => false,
            });
            turn.complain(match written {
                true => note,
                false => note.with("provost chose the way; write it hex by hex to go another"),
            });
        }
        turn.tell(Event::BroughtForward { unit: id, hex, rule, groups });
    }
}

impl Trigger {
    fn read(mut entry: Reader<'_, '_>) -> Option<Trigger> {
        let rule = entry.rule();
        let trigger = if entry.has("enters") {
            let area = entry.area("enters");
            area.zip(rule).map(|((_, hexes), rule)| Trigger::Enters { hexes, rule })
        } else {
            let (distance, of) = (entry.number("within"), entry.hexes("of", Ground::Any));
            let within = distance.zip(of).zip(rule);
            within.map(|((distance, of), rule)| Trigger::Within { distance, of, rule })
        };
        entry.finish();
        trigger
    }

    /// [RR 19.1b] [RR 19.1c] The rule, if a unit on the hex has reached it.
    fn met(&self, hex: Hex) -> Option<&Rule> {
        match self {
            Trigger::Enters { hexes, rule } => hexes.contains(&hex).then_some(rule),
            Trigger::Within { distance, of, rule } => {
                of.iter().any(|at| at.distance(hex) <= *distance).then_some(rule)
            }
        }
    }
}

impl Forward {
    fn read(mut entry: Reader<'_, '_>) -> Option<Forward> {
        let due = entry.turn("due");
        let after = entry.number("after");
        let rule = entry.rule();
        if let Some(due) = due
            && !entry
                .context()
                .units
                .iter()
                .any(|unit| matches!(unit.start, Start::Due { turn, .. } if turn == due))
            && entry.context().all_units
        {
            let headline = format!("nobody is due on turn {due}");
            entry.complain("due", headline, "write a turn of the reinforcement charts");
        }
        entry.finish();
        Some(Forward { due: due?, after: after?, rule: rule? })
    }
}
