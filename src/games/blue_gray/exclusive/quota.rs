//! `quota`: so many units of an army may move in a turn.

use super::super::events::Event;
use super::super::position::{Counter, Position};
use super::super::rulings::Ruling;
use super::super::scenario::{Army, Scenario, Start, UnitId};
use super::super::turn::Turn;
use super::Exclusive;
use super::kind::{Bar, Kind, Notice, Times};
use super::passing::Passing;
use super::reader::{Ground, Reader};
use crate::board::Hex;
use crate::document::{Diagnostic, Node};
use crate::play::view::count;
use crate::rule::Rule;

/// Units that have moved in this movement phase under a quota of the army that moves.
pub const MOVED: Counter = Counter("moved");

/// 1 when the quota of an army has been lifted for good.
const LIFTED: [Counter; 2] = [Counter("quota_lifted_confederate"), Counter("quota_lifted_union")];

/// Remembers that the quota of an army has been lifted for good.
pub const fn lifted(army: Army) -> Counter {
    match army {
        Army::Confederate => LIFTED[0],
        Army::Union => LIFTED[1],
    }
}

/// A limit on moving units.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quota {
    /// Whose.
    pub army: Army,
    /// Units that may move in a movement phase.
    pub units: u32,
    /// Lifted for good when an enemy enters this hex.
    pub until_entered: Option<Hex>,
    /// Whether reinforcements count; left out, a ruling says so (FR-quota).
    pub arrivals: Option<Arrivals>,
    /// Additional units while a hex is held.
    pub more: Option<More>,
    /// Citation.
    pub rule: Rule,
}

/// From when on reinforcements count against a quota, on the map or arriving.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrivals {
    /// First game-turn on which they count; `None` is never.
    pub count_from: Option<u8>,
    /// Citation.
    pub rule: Rule,
}

/// Units that may move besides, while an army holds a hex.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct More {
    /// So many more.
    pub units: u32,
    /// While it holds this hex.
    pub holding: Hex,
    /// Citation.
    pub rule: Rule,
}

impl Kind for Quota {
    const WORD: &'static str = "quota";
    const TIMES: Times = Times::OnceASide;

    const COUNTERS: &'static [Counter] = &[MOVED, LIFTED[0], LIFTED[1]];

    /// Reads `{side, units, until_entered, arrivals, more, rule}`; the quota stays for ever if
    /// `until_entered` is left out.
    fn read(mut entry: Reader<'_, '_>) -> Option<Quota> {
        let army = entry.army("side");
        let units = entry.number("units");
        let until_entered =
            entry.optional("until_entered", |entry, key| entry.hex(key, Ground::Passable));
        let arrivals = entry.optional("arrivals", |entry, key| {
            entry.nested(key, "list of arrivals", Arrivals::read)
        });
        let more = entry
            .optional("more", |entry, key| entry.nested(key, "list of more units", More::read));
        let rule = entry.rule();
        entry.finish();
        Some(Quota {
            army: army?,
            units: units?,
            until_entered: until_entered?,
            arrivals: arrivals?,
            more: more?,
            rule: rule?,
        })
    }

    /// A hex whose holder nobody keeps.
    fn lint(&self, body: &Node, all: &[Exclusive], complaints: &mut Vec<Diagnostic>) {
        let Some(more) = &self.more else { return };
        let kept = all.iter().any(|rule| match rule {
            Exclusive::Occupation(kind) => kind.hexes.iter().any(|o| o.hex == more.holding),
            _ => false,
        });
        if !kept {
            let at = body.get("more").and_then(|more| more.get("holding"));
            let headline = format!("nobody keeps the holder of {}", more.holding);
            let complaint = Diagnostic::error(at.map_or(body.span, |node| node.span), headline);
            complaints.push(complaint.help("add the hex to `occupation`"));
        }
    }

    /// [CH 17.14] The limit is looked at when each unit begins, so also behind a unit that has
    /// just taken the hex (CH-seven).
    fn may_not_move(&self, turn: &Turn, id: UnitId, _: Option<Hex>) -> Option<Bar> {
        if !self.is_used(turn, id) {
            return None;
        }
        let limit = self.limit(&turn.position);
        let mut help = format!("only {limit} {} units may move in a turn", self.army);
        let mut rule = &self.rule;
        match &self.more {
            Some(more) if limit == self.units => {
                let (units, hex) = (more.units, more.holding);
                help +=
                    &format!("; {units} more while the {} holds {hex} ({})", self.army, more.rule);
            }
            Some(more) => rule = &more.rule,
            None => {}
        }
        Some(Bar {
            headline: format!("{} may not move: {limit} units have moved already", turn.name(id)),
            rule: rule.clone(),
            help: Some(help),
        })
    }

    /// Counts a unit that enters, leaves or spends a movement point (FR-quota).
    fn moved(&self, turn: &mut Turn, id: UnitId) {
        if self.binds(turn, id) {
            let moved = turn.position.counter(MOVED) + 1;
            turn.position.count(MOVED, moved);
        }
    }

    fn end_of_player_turn(&self, position: &mut Position) {
        position.count(MOVED, 0);
    }

    /// [FR 19.0] Lifts the quota at once and for good when an enemy enters the hex in any way
    /// (FR-hq).
    fn entered(&self, turn: &mut Turn, id: UnitId, hex: Hex) {
        if self.until_entered == Some(hex)
            && turn.scenario.unit(id).army != self.army
            && !self.is_lifted(&turn.position)
        {
            turn.position.count(lifted(self.army), 1);
            turn.tell(Event::QuotaLifted { army: self.army, rule: self.rule.clone() });
        }
    }

    fn passing(&self, _: &Turn, army: Army, passing: &mut Passing) {
        if self.army != army {
            passing.hexes.extend(self.until_entered);
        }
    }

    /// How many are left.
    fn notice(&self, _: &Scenario, position: &Position, army: Army) -> Option<Notice> {
        if army != self.army || self.is_lifted(position) {
            return None;
        }
        let left = self.limit(position).saturating_sub(position.counter(MOVED));
        let mut said = vec![(format!("QUOTA: {} may move", count(left, "unit")), &self.rule)];
        match &self.more {
            Some(more) if position.control.get(&more.holding) == Some(&self.army) => {
                said.push((format!(", for {} is held", more.holding), &more.rule));
            }
            Some(More { units, holding, rule }) => {
                said.push((format!(", {units} more as soon as {holding} is held"), rule));
            }
            None => {}
        }
        if let Some(hex) = self.until_entered {
            said.push((format!(", until an enemy enters {hex}"), &self.rule));
        }
        if let Some(arrivals) = self.arrivals.as_ref().filter(|a| a.exempts(position.turn)) {
            said.push(("; reinforcements do not count".to_owned(), &arrivals.rule));
        }
        // The last citation stands behind the whole, as that of every notice does.
        let mut text = String::new();
        for (at, (words, rule)) in said.iter().enumerate() {
            text += words;
            if said.get(at + 1).is_some_and(|(_, next)| next != rule) {
                text += &format!(" ({rule})");
            }
        }
        let rule = said.last().map_or(&self.rule, |(_, rule)| rule);
        Some((text, rule.clone()))
    }
}

impl Quota {
    fn binds(&self, turn: &Turn, id: UnitId) -> bool {
        turn.scenario.unit(id).army == self.army
            && !self.is_lifted(&turn.position)
            && !self.is_exempt(turn, id)
    }

    /// [CH 17.12] [HL 17.1] Whether a unit is a reinforcement that does not count on this turn
    /// (CH-quota5, HL-case16).
    fn is_exempt(&self, turn: &Turn, id: UnitId) -> bool {
        let exempt = match &self.arrivals {
            Some(arrivals) => arrivals.exempts(turn.position.turn),
            None => turn.scenario.policies.takes(Ruling::FrQuota, "exempt"),
        };
        exempt && matches!(turn.scenario.unit(id).start, Start::Due { .. })
    }

    /// [FR 19.0] [CH 17.13] Whether the quota is used up, so that one more unit may not move.
    fn is_used(&self, turn: &Turn, id: UnitId) -> bool {
        self.binds(turn, id) && turn.position.counter(MOVED) >= self.limit(&turn.position)
    }

    /// [CH 17.14] How many units may move, as the hex is held now.
    fn limit(&self, position: &Position) -> u32 {
        let held = |more: &&More| position.control.get(&more.holding) == Some(&self.army);
        self.units.saturating_add(self.more.as_ref().filter(held).map_or(0, |more| more.units))
    }

    fn is_lifted(&self, position: &Position) -> bool {
        position.counter(lifted(self.army)) > 0
    }
}

impl Arrivals {
    /// Reads `{count_from: TURN|never, rule}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<Arrivals> {
        let context = entry.context();
        let count_from = entry.node("count_from", |node, complaints| match node.as_text() {
            Some("never") => Some(None),
            _ => context.turn(node, complaints).map(Some),
        });
        let rule = entry.rule();
        entry.finish();
        Some(Arrivals { count_from: count_from?, rule: rule? })
    }

    fn exempts(&self, turn: u8) -> bool {
        self.count_from.is_none_or(|from| turn < from)
    }
}

impl More {
    /// Reads `{units, holding, rule}`.
    fn read(mut entry: Reader<'_, '_>) -> Option<More> {
        let units = entry.number("units");
        let holding = entry.hex("holding", Ground::Passable);
        let rule = entry.rule();
        entry.finish();
        Some(More { units: units?, holding: holding?, rule: rule? })
    }
}
