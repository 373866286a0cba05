//! Typed reading of an entry of a scenario file, checked against map, units and rules.

use super::super::rulebook::is_of;
use super::super::scenario::{Arm, Army, BattleRule, Charts, Cost, Unit, UnitId};
use crate::board::{Hex, Map};
use crate::document::fields::{Fields, nearest};
use crate::document::{Diagnostic, Node};
use crate::rule::Rule;
use std::fmt::Display;
use std::str::FromStr;

/// What an entry may refer to. What could not be read is `None`, and is then not checked.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The map.
    pub map: Option<&'a Map>,
    /// The charts.
    pub charts: Option<&'a Charts>,
    /// The battle's rulebook.
    pub rules: Option<&'a [BattleRule]>,
    /// Prefix of its rule numbers.
    pub prefix: Option<&'a str>,
    /// Number of game-turns.
    pub turns: Option<u8>,
    /// The first player.
    pub first: Option<Army>,
    /// Units in their final order.
    pub units: &'a [Unit],
    /// Whether every line of the units could be read, so that a unit not found is a mistake.
    pub all_units: bool,
}

/// What must be possible on a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Nothing: it must only be on the map.
    Any,
    /// Units may pass it.
    Passable,
    /// Units may end a move on it.
    Standing,
}

impl Context<'_> {
    /// Reads a hex that lies on the map.
    pub fn hex(
        &self,
        node: &Node,
        ground: Ground,
        complaints: &mut Vec<Diagnostic>,
    ) -> Option<Hex> {
        let text = node.as_text().unwrap_or_default();
        let Ok(hex) = text.parse::<Hex>() else {
            let headline = format!("`{text}` is not a hex number of four digits");
            complaints.push(Diagnostic::error(node.span, headline).help("write \"0206\""));
            return None;
        };
        let Some(map) = self.map else { return Some(hex) };
        let Some(terrain) = map.terrain(hex) else {
            let (columns, odd, even) = (map.columns(), map.rows(1), map.rows(2));
            let help = format!(
                "columns 01 to {columns:02}, rows 01 to {odd:02} ({even:02} in even columns)"
            );
            let headline = format!("{hex} is not on the map");
            complaints.push(Diagnostic::error(node.span, headline).help(help));
            return None;
        };
        let Some(effect) = self.charts.map(|c| c.hex(terrain)) else { return Some(hex) };
        let closed = effect.cost == Cost::Impassable;
        if ground != Ground::Any && closed || ground == Ground::Standing && effect.crossing {
            let headline = format!("no unit may stand on {hex}, a {} hex", terrain.words());
            complaints.push(Diagnostic::error(node.span, headline));
            return None;
        }
        Some(hex)
    }

    /// Whether units may end a move on a hex, as far as it is known.
    fn bears(&self, hex: Hex) -> bool {
        let terrain = self.map.and_then(|map| map.terrain(hex));
        let effect = self.charts.zip(terrain).map(|(charts, terrain)| charts.hex(terrain));
        effect.is_none_or(|effect| effect.cost != Cost::Impassable && !effect.crossing)
    }

    /// Reads the number of a rule and checks that the battle's rulebook has it.
    pub fn rule(&self, node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Rule> {
        let number = node.as_text().unwrap_or_default();
        let prefix = self.prefix?;
        let full = format!("{prefix} {number}");
        let known = |rules: &[BattleRule]| rules.iter().any(|r| is_of(&r.number, &full));
        if self.rules.is_none_or(known) {
            return Some(Rule::read(&full));
        }
        let headline = format!("rules.yaml has no number {full}");
        let help = match number.strip_prefix(prefix) {
            Some(bare) => format!("leave the prefix out: \"{}\"", bare.trim_start()),
            None => near_numbers(self.rules.unwrap_or_default(), &full),
        };
        complaints.push(Diagnostic::error(node.span, headline).help(help));
        None
    }

    /// Reads a game-turn of the calendar.
    pub fn turn(&self, node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<u8> {
        let text = node.as_text().unwrap_or_default();
        let last = self.turns.unwrap_or(99);
        let turn = text.parse::<u8>().ok().filter(|t| (1..=last).contains(t));
        if turn.is_none() {
            let headline = format!("`{text}` is not a game-turn of this battle");
            let help = format!("1 to {last}");
            complaints.push(Diagnostic::error(node.span, headline).help(help));
        }
        turn
    }

    /// The hexes of an area of the map, in order of their numbers.
    pub fn area(&self, node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Vec<Hex>> {
        let name = node.as_text().unwrap_or_default();
        let map = self.map?;
        if let Some(hexes) = map.area(name) {
            return Some(hexes.to_vec());
        }
        let known: Vec<&str> = map.areas().map(|(name, _)| name).collect();
        let help = match nearest(name, &known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("areas of the map: {}", known.join(", ")),
        };
        let headline = format!("the map has no area `{name}`");
        complaints.push(Diagnostic::error(node.span, headline).help(help));
        None
    }

    /// Reads the id of a unit of an army.
    pub fn unit(
        &self,
        node: &Node,
        army: Army,
        complaints: &mut Vec<Diagnostic>,
    ) -> Option<UnitId> {
        let id = node.as_text().unwrap_or_default();
        let at = self.units.iter().position(|u| u.army == army && u.id == id);
        if at.is_none() && self.all_units {
            let own = self.units.iter().filter(|u| u.army == army);
            let known: Vec<&str> = own.map(|u| u.id.as_str()).collect();
            let headline = format!("there is no {} unit `{id}`", army.title());
            let mut complaint = Diagnostic::error(node.span, headline);
            if let Some(near) = nearest(id, &known) {
                complaint = complaint.help(format!("did you mean `{near}`?"));
            }
            complaints.push(complaint);
        }
        at.map(|at| UnitId(at as u16))
    }

    /// Reads the id of a unit that only one army has.
    pub fn unit_of_either(&self, node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<UnitId> {
        let id = node.as_text().unwrap_or_default();
        let own = |army: &Army| self.units.iter().any(|u| u.army == *army && u.id == id);
        let owners: Vec<Army> = Army::BOTH.into_iter().filter(own).collect();
        match owners.as_slice() {
            [army] => self.unit(node, *army, complaints),
            [] if self.all_units => {
                let headline = format!("no side has a unit `{id}`");
                complaints.push(Diagnostic::error(node.span, headline));
                None
            }
            [] => None,
            _ => {
                let headline = format!("both sides have a unit `{id}`");
                complaints.push(Diagnostic::error(node.span, headline));
                None
            }
        }
    }
}

/// The numbers of the same chapter, for somebody who has cited one that is not there.
fn near_numbers(rules: &[BattleRule], full: &str) -> String {
    let chapter = full.split('.').next().unwrap_or(full);
    let same = |r: &&BattleRule| r.number.split('.').next() == Some(chapter);
    let near: Vec<&str> = rules.iter().filter(same).map(|r| r.number.as_str()).collect();
    match near.is_empty() {
        true => format!("add {full} to rules.yaml"),
        false => format!("it has {}", near.join(", ")),
    }
}

/// One entry that is being read: its fields and what they may refer to.
#[derive(Debug)]
pub struct Reader<'n, 'c> {
    node: &'n Node,
    fields: Fields<'n, 'c>,
    context: &'n Context<'n>,
}

impl<'n, 'c> Reader<'n, 'c> {
    /// An entry that is called `what` in complaints.
    pub fn of(
        node: &'n Node,
        what: &'static str,
        context: &'n Context<'n>,
        complaints: &'c mut Vec<Diagnostic>,
    ) -> Option<Reader<'n, 'c>> {
        Fields::of(node, what, complaints).map(|fields| Reader { node, fields, context })
    }

    /// What the entry may refer to.
    pub fn context(&self) -> &'n Context<'n> {
        self.context
    }

    /// Whether the entry has a key.
    pub fn has(&mut self, key: &'static str) -> bool {
        self.fields.optional(key).node().is_some()
    }

    /// What stands under a key, as `read` reads it, or nothing if the key is not there.
    pub fn optional<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&mut Self, &'static str) -> Option<T>,
    ) -> Option<Option<T>> {
        if self.has(key) { read(self, key).map(Some) } else { Some(None) }
    }

    /// What stands under a key, as `read` reads it, or what is meant if the key is not there.
    pub fn or<T>(
        &mut self,
        key: &'static str,
        absent: T,
        read: impl FnOnce(&mut Self, &'static str) -> Option<T>,
    ) -> Option<T> {
        if self.has(key) { read(self, key) } else { Some(absent) }
    }

    /// Adds a complaint about a field that is there.
    pub fn complain(&mut self, key: &'static str, headline: String, help: &str) {
        if let Some(node) = self.fields.optional(key).node() {
            self.fields.complain(Diagnostic::error(node.span, headline).help(help));
        }
    }

    /// Adds a warning about a field that is there.
    pub fn warn(&mut self, key: &'static str, headline: String, help: &str) {
        if let Some(node) = self.fields.optional(key).node() {
            self.fields.complain(Diagnostic::warning(node.span, headline).help(help));
        }
    }

    /// Adds a complaint about the whole entry.
    pub fn complain_whole(&mut self, headline: String, help: &str) {
        let complaint = Diagnostic::error(self.node.span, headline).help(help);
        self.fields.complain(complaint);
    }

    /// Anything that a function reads from the node under a key.
    pub fn node<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&'n Node, &mut Vec<Diagnostic>) -> Option<T>,
    ) -> Option<T> {
        let node = self.fields.required(key).node()?;
        read(node, self.fields.complaints())
    }

    /// A whole number of points, hexes or units: small enough that no sum of them overflows.
    pub fn number<T: FromStr>(&mut self, key: &'static str) -> Option<T> {
        self.fields.required(key).number_up_to(9_999)
    }

    /// Anything that reads itself from text.
    pub fn read<T: FromStr<Err: Display>>(&mut self, key: &'static str) -> Option<T> {
        self.fields.required(key).read()
    }

    /// One of a few words.
    pub fn word<T: Copy>(&mut self, key: &'static str, words: &[(&str, T)]) -> Option<T> {
        self.fields.required(key).word(words)
    }

    /// One of the two armies.
    pub fn army(&mut self, key: &'static str) -> Option<Army> {
        self.word(key, &Army::BOTH.map(|army| (army.word(), army)))
    }

    /// One of the two armies, or `either`.
    pub fn either_army(&mut self, key: &'static str) -> Option<Option<Army>> {
        let [one, other] = Army::BOTH.map(|army| (army.word(), Some(army)));
        self.word(key, &[one, other, ("either", None)])
    }

    /// A hex.
    pub fn hex(&mut self, key: &'static str, ground: Ground) -> Option<Hex> {
        let context = self.context;
        self.node(key, |node, complaints| context.hex(node, ground, complaints))
    }

    /// Hexes, each once, at least one.
    pub fn hexes(&mut self, key: &'static str, ground: Ground) -> Option<Vec<Hex>> {
        let context = self.context;
        self.distinct(key, |node, complaints| context.hex(node, ground, complaints))
    }

    /// Hexes by which units come: a list, or an area of which those count that units may stand on.
    pub fn entry_hexes(&mut self, key: &'static str) -> Option<Vec<Hex>> {
        let named = self.fields.optional(key).node().is_some_and(|node| node.as_text().is_some());
        if !named {
            return self.hexes(key, Ground::Standing);
        }
        let context = self.context;
        self.node(key, |node, complaints| {
            let mut hexes = context.area(node, complaints)?;
            hexes.retain(|hex| context.bears(*hex));
            if hexes.is_empty() {
                let headline = "no unit may stand on any hex of this area";
                complaints.push(Diagnostic::error(node.span, headline));
            }
            (!hexes.is_empty()).then_some(hexes)
        })
    }

    /// Game-turns, each once, at least one.
    pub fn turns(&mut self, key: &'static str) -> Option<Vec<u8>> {
        let context = self.context;
        self.distinct(key, |node, complaints| context.turn(node, complaints))
    }

    /// A game-turn.
    pub fn turn(&mut self, key: &'static str) -> Option<u8> {
        let context = self.context;
        self.node(key, |node, complaints| context.turn(node, complaints))
    }

    /// Arms of service, each once, at least one.
    pub fn arms(&mut self, key: &'static str) -> Option<Vec<Arm>> {
        self.distinct(key, arm)
    }

    /// Units of an army, each once, at least one.
    pub fn units(&mut self, key: &'static str, army: Option<Army>) -> Option<Vec<UnitId>> {
        let context = self.context;
        self.distinct(key, |node, complaints| context.unit(node, army?, complaints))
    }

    /// A unit of either army, whose id only one of them may have.
    pub fn unit_of_either(&mut self, key: &'static str) -> Option<UnitId> {
        let context = self.context;
        self.node(key, |node, complaints| context.unit_of_either(node, complaints))
    }

    /// An area of the map: its name and its hexes.
    pub fn area(&mut self, key: &'static str) -> Option<(String, Vec<Hex>)> {
        let context = self.context;
        self.node(key, |node, complaints| {
            let hexes = context.area(node, complaints)?;
            Some((node.as_text().unwrap_or_default().to_owned(), hexes))
        })
    }

    /// The hexes of several areas together.
    pub fn areas(&mut self, key: &'static str) -> Option<Vec<Hex>> {
        let context = self.context;
        let areas = self.distinct(key, |node, complaints| context.area(node, complaints))?;
        let mut hexes = areas.concat();
        hexes.sort();
        hexes.dedup();
        Some(hexes)
    }

    /// The number of the rule under `rule`.
    pub fn rule(&mut self) -> Option<Rule> {
        self.rule_at("rule")
    }

    /// The number of the rule under a key.
    pub fn rule_at(&mut self, key: &'static str) -> Option<Rule> {
        let context = self.context;
        self.node(key, |node, complaints| context.rule(node, complaints))
    }

    /// The entries of a list, each read by its own reader; at least one.
    pub fn each<T>(
        &mut self,
        key: &'static str,
        what: &'static str,
        mut read: impl FnMut(Reader<'n, '_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let context = self.context;
        self.items(key, |node, complaints| read(Reader::of(node, what, context, complaints)?))
    }

    /// The entry under a key, read by its own reader.
    pub fn nested<T>(
        &mut self,
        key: &'static str,
        what: &'static str,
        read: impl FnOnce(Reader<'n, '_>) -> Option<T>,
    ) -> Option<T> {
        let context = self.context;
        self.node(key, |node, complaints| read(Reader::of(node, what, context, complaints)?))
    }

    /// A mapping within this one, if it is there; called by its key in complaints.
    pub fn within<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(Reader<'n, '_>) -> Option<T>,
    ) -> Option<T> {
        let node = self.fields.optional(key).node()?;
        read(Reader::of(node, key, self.context, self.fields.complaints())?)
    }

    /// The nodes of a list, as they stand.
    pub fn nodes(&mut self, key: &'static str) -> &'n [Node] {
        self.fields.optional(key).node().and_then(Node::as_list).unwrap_or_default()
    }

    /// Complains about what nobody asked for.
    pub fn finish(self) {
        self.fields.finish();
    }

    /// A list of values that differ, at least one.
    pub fn distinct<T: PartialEq>(
        &mut self,
        key: &'static str,
        read: impl FnMut(&'n Node, &mut Vec<Diagnostic>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let values = self.items(key, read)?;
        let nodes = self.nodes(key);
        let twice = (1..values.len()).find(|at| values[..*at].contains(&values[*at]));
        let Some(node) = twice.and_then(|at| nodes.get(at)) else { return Some(values) };
        let headline = format!("{} stands twice in `{key}`", node.as_text().unwrap_or_default());
        self.fields.complain(Diagnostic::error(node.span, headline).help("leave one out"));
        None
    }

    /// A list that is not empty; nothing if any of its items cannot be read.
    fn items<T>(
        &mut self,
        key: &'static str,
        mut read: impl FnMut(&'n Node, &mut Vec<Diagnostic>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let node = self.fields.required(key).node()?;
        let items = self.fields.optional(key).list();
        if items.is_empty() {
            if node.as_list().is_some() {
                let headline = format!("`{key}` is empty");
                self.fields.complain(Diagnostic::error(node.span, headline));
            }
            return None;
        }
        // Every item is read, so that every complaint is made.
        let values: Vec<Option<T>> =
            items.iter().map(|item| read(item, self.fields.complaints())).collect();
        values.into_iter().collect()
    }
}

/// Reads the word of an arm of service.
pub fn arm(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Arm> {
    let word = node.as_text().unwrap_or_default();
    let arm = Arm::read(word);
    if arm.is_none() {
        let known = Arm::ALL.map(Arm::word);
        let help = match nearest(word, &known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("write {}", known.join(", ")),
        };
        let headline = format!("`{word}` is no type of unit");
        complaints.push(Diagnostic::error(node.span, headline).help(help));
    }
    arm
}
