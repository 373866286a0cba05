//! A position read back from its file.

use super::super::answers::Result as Outcome;
use super::super::exclusive;
use super::super::position::{Award, Counter, Halted, How, Marks, Phase, Place, Position};
use super::super::scenario::{Army, Cost, Scenario, UnitId};
use super::awaited::phasing;
use super::canonical::position_digest;
use super::position::{Heading, PHASES};
use crate::board::Hex;
use crate::document::digest::{self, Digest};
use crate::document::fields::{Field, Fields, nearest};
use crate::document::{Diagnostic, Node, Span, Text};
use std::collections::{BTreeMap, BTreeSet};

/// Ways out of the game with their words.
const HOWS: [(&str, How); 4] = [
    ("eliminated", How::Eliminated),
    ("exited", How::Exited),
    ("lost", How::Lost),
    ("struck", How::Struck),
];

impl Position {
    /// Reads a position file strictly: every unit of the scenario once, as the scenario has it,
    /// and a digest that fits. Every fault is added to `complaints`.
    pub fn read(
        scenario: &Scenario,
        node: &Node,
        complaints: &mut Vec<Diagnostic>,
    ) -> Option<Position> {
        let before = complaints.len();
        let mut fields = Fields::of(node, "position", complaints)?;
        fields.required("provost").word(&[("1", ())]);
        fields.required("kind").word(&[("position", ())]);
        let game = fields.required("game").text();
        let of = fields.required("scenario").node();
        let after = fields.optional("after").node();
        let stated = fields.required("digest").read::<Digest>();
        fields.required("label").text();
        let turn = fields.required("turn").number::<u8>();
        let phase = fields.required("phase").word(&PHASES);
        let awaiting = match phase {
            Some(Phase::Over) => None,
            _ => army(fields.required("awaiting")),
        };
        let lists = ["units", "reserve", "gone"].map(|key| fields.optional(key).list());
        let control = fields.optional("control").entries();
        let scored = fields.optional("scored").list();
        let points = fields.optional("points").entries();
        let counters = fields.optional("counters").entries();
        let rolls = fields.optional("rolls").entries();
        let combat = fields.optional("combat").node();
        fields.finish();

        let [units, reserve, gone] = lists;
        let mut reader = Reader {
            scenario,
            phase: phase.unwrap_or(Phase::Movement),
            turn: turn.unwrap_or(scenario.turns),
            found: BTreeMap::new(),
            before,
            complaints,
        };
        reader.heading(of, after);
        reader.turn_of(node.get("turn"), turn);
        reader.lines(units, Reader::unit);
        reader.lines(reserve, Reader::reserve);
        reader.lines(gone, Reader::gone);
        reader.everybody(node);
        let control = reader.control(control);
        let scored = reader.scored(scored);
        let points = reader.points(points);
        let counters = reader.counters(counters);
        let rolls = reader.rolls(rolls);
        let halted = reader.combat(combat);
        let found = std::mem::take(&mut reader.found);
        if complaints.len() > before {
            return None;
        }

        let mut position = Position::deployment(scenario);
        for (id, (place, marks)) in found {
            position.put(&scenario.map, id, place);
            position.unmark(id, Marks::LEFT);
            position.mark(id, marks);
        }
        position.turn = turn?;
        position.phase = phase?;
        (position.control, position.points) = (control, points);
        (position.counters, position.halted, position.scored) = (counters, halted, scored);
        position.rolls = rolls;
        position.phasing = phasing(scenario, &position, awaiting);
        let digest = node.get("scenario").and_then(|of| of.get_text("digest"));
        let heading = Heading { asked: awaiting, ..Heading::new(game?, digest?) };
        let rewritten = position_digest(scenario, &position, &heading);
        check_digest(node, stated?, rewritten, complaints);
        (complaints.len() == before).then_some(position)
    }
}

/// Complains if the digest is not that of the file, or of the position as it would be written
/// again, or if the label is not that of the digest.
fn check_digest(node: &Node, stated: Digest, rewritten: Digest, complaints: &mut Vec<Diagnostic>) {
    let mut complain = |key, headline: &str, help: String| {
        let span = node.get(key).map_or(node.span, |n| n.span);
        complaints.push(Diagnostic::error(span, headline).help(help));
    };
    match digest::position_digest(node) {
        Err(more) => return complaints.extend(more),
        Ok(found) if found != stated => {
            let help = "the file was changed after it was written; ask for it again";
            return complain("digest", "the digest is not that of this file", help.to_owned());
        }
        Ok(_) => {}
    }
    if stated != rewritten {
        let help = "units in order of play and then by id, nothing empty, no number below 1";
        complain("digest", "the position is not written as positions are", help.to_owned());
    } else if node.get_text("label") != Some(digest::label(&stated).as_str()) {
        let help = format!("its label is {}", digest::label(&stated));
        complain("label", "the label is not that of this position", help);
    }
}

/// Reads the parts of a position.
struct Reader<'a> {
    scenario: &'a Scenario,
    phase: Phase,
    turn: u8,
    found: BTreeMap<UnitId, (Place, Marks)>,
    /// Complaints that were there before.
    before: usize,
    complaints: &'a mut Vec<Diagnostic>,
}

/// What a line says of a unit.
type Line = (UnitId, Place, Marks);

impl<'a> Reader<'a> {
    fn heading(&mut self, of: Option<&Node>, after: Option<&Node>) {
        let fields = of.and_then(|node| Fields::of(node, "scenario", self.complaints));
        if let (Some(mut fields), Some(of)) = (fields, of) {
            let name = fields.required("name").text();
            fields.required("digest").read::<Digest>();
            fields.finish();
            if let Some(name) = name.filter(|name| *name != self.scenario.name) {
                let headline =
                    format!("this is a position of {name}, not of {}", self.scenario.name);
                self.complaints.push(Diagnostic::error(of.span, headline));
            }
        }
        if let Some(mut after) = after.and_then(|n| Fields::of(n, "record", self.complaints)) {
            after.required("seq").number::<u32>();
            after.required("head").read::<Digest>();
            after.finish();
        }
    }

    fn turn_of(&mut self, node: Option<&Node>, turn: Option<u8>) {
        let last = self.scenario.turns;
        if let (Some(node), Some(turn)) = (node, turn)
            && !(1..=last).contains(&turn)
        {
            let headline = format!("there is no game-turn {turn}");
            self.complaints
                .push(Diagnostic::error(node.span, headline).help(format!("1 to {last}")));
        }
    }

    /// Reads the lines of one list; no unit may stand in two of them.
    fn lines(&mut self, nodes: &[Node], read: fn(&mut Self, &Node) -> Option<Line>) {
        for node in nodes {
            let Some((id, place, marks)) = read(self, node) else { continue };
            if self.found.insert(id, (place, marks)).is_some() {
                let headline = format!("{} has two lines", self.scenario.unit(id).id);
                let help = "every unit of the scenario stands in one line of one list";
                self.complaints.push(Diagnostic::error(node.span, headline).help(help));
            }
        }
    }

    /// `{id, side, type, strength, at, state}`
    fn unit(&mut self, node: &Node) -> Option<Line> {
        let phase = self.phase;
        let mut fields = Fields::of(node, "unit", self.complaints)?;
        let named = counter(&mut fields, true, self.scenario);
        let at = fields.required("at").node();
        let marks = state(&mut fields, phase, self.scenario);
        fields.finish();
        let hex = self.hex_of(at?, true);
        let (id, hex) = (named?, hex?);
        self.enemies(node, id, hex);
        Some((id, Place::Map(hex), marks?))
    }

    /// `{id, side, type, strength, due, entry, state}`
    fn reserve(&mut self, node: &Node) -> Option<Line> {
        let phase = self.phase;
        let mut fields = Fields::of(node, "unit", self.complaints)?;
        let named = counter(&mut fields, true, self.scenario);
        let due = fields.required("due").number::<u8>();
        let entry = fields.optional("entry").list();
        let marks = state(&mut fields, phase, self.scenario);
        fields.finish();
        let (id, due) = (named?, due?);
        let expected = exclusive::arrival(self.scenario, id).hexes;
        let written: Vec<&str> = entry.iter().filter_map(Node::as_text).collect();
        let right: Vec<String> = expected.iter().map(Hex::to_string).collect();
        if written != right {
            let headline = format!("{} does not enter there", self.scenario.unit(id).id);
            let help = format!("its entry hexes: {}", right.join(", "));
            self.complaints.push(Diagnostic::error(node.span, headline).help(help));
        }
        Some((id, Place::Reserve { due }, marks?))
    }

    /// `{id, side, how, turn, at}`
    fn gone(&mut self, node: &Node) -> Option<Line> {
        let mut fields = Fields::of(node, "unit", self.complaints)?;
        let named = counter(&mut fields, false, self.scenario);
        let how = fields.required("how").word(&HOWS);
        let turn = fields.required("turn").number::<u8>();
        let at = fields.optional("at").node();
        fields.finish();
        let at = match at {
            Some(node) => Some(self.hex_of(node, false)?),
            None => None,
        };
        let (id, turn) = (named?, turn?);
        if !(1..=self.turn).contains(&turn) {
            let headline = format!("{} cannot have gone on game-turn {turn}", self.name(id));
            self.complaints.push(Diagnostic::error(node.span, headline));
        }
        Some((id, Place::Gone { how: how?, turn, at }, Marks::default()))
    }

    fn name(&self, id: UnitId) -> &'a str {
        &self.scenario.unit(id).id
    }

    fn hex_of(&mut self, node: &Node, standing: bool) -> Option<Hex> {
        self.hex(node.as_text().unwrap_or_default(), node.span, standing)
    }

    /// A hex of the map; one on which a unit can stand, if it has to.
    fn hex(&mut self, text: &str, span: Span, standing: bool) -> Option<Hex> {
        let hex = text.parse::<Hex>().ok();
        let terrain = hex.and_then(|hex| self.scenario.map.terrain(hex));
        let Some((hex, terrain)) = hex.zip(terrain) else {
            let headline = format!("`{text}` is no hex of this map");
            self.complaints.push(Diagnostic::error(span, headline));
            return None;
        };
        let effect = self.scenario.charts.hex(terrain);
        if standing && (effect.cost == Cost::Impassable || effect.crossing) {
            let headline = format!("no unit can stand on {hex}, a {} hex", terrain.words());
            self.complaints.push(Diagnostic::error(span, headline));
            return None;
        }
        Some(hex)
    }

    /// No hex holds units of both sides.
    fn enemies(&mut self, node: &Node, id: UnitId, hex: Hex) {
        let army = self.scenario.unit(id).army;
        let enemy = self.found.iter().find(|(other, (place, _))| {
            *place == Place::Map(hex) && self.scenario.unit(**other).army != army
        });
        if let Some((enemy, _)) = enemy {
            let headline = format!("{} and {} stand on {hex}", self.name(id), self.name(*enemy));
            let help = "no hex holds units of both sides";
            self.complaints.push(Diagnostic::error(node.span, headline).help(help));
        }
    }

    /// Complains about units of the scenario that are in none of the lists.
    fn everybody(&mut self, node: &Node) {
        let missing: Vec<&str> = self
            .scenario
            .ids()
            .filter(|id| !self.found.contains_key(id))
            .map(|id| self.name(id))
            .collect();
        if !missing.is_empty() && self.complaints.len() == self.before {
            let headline = format!("units are missing: {}", missing.join(", "));
            let help = "every unit of the scenario stands in `units`, `reserve` or `gone`";
            self.complaints.push(Diagnostic::error(node.span, headline).help(help));
        }
    }

    fn control(&mut self, entries: &[(Text, Node)]) -> BTreeMap<Hex, Army> {
        let mut control = BTreeMap::new();
        for (key, value) in entries {
            let hex = self.hex(&key.text, key.span, false);
            let army = self.army(value.as_text().unwrap_or_default(), value.span);
            if let (Some(hex), Some(army)) = (hex, army) {
                control.insert(hex, army);
            }
        }
        control
    }

    fn scored(&mut self, nodes: &[Node]) -> BTreeSet<Hex> {
        nodes.iter().filter_map(|node| self.hex_of(node, false)).collect()
    }

    fn points(&mut self, entries: &[(Text, Node)]) -> BTreeMap<(Army, Award), u32> {
        let mut points = BTreeMap::new();
        let awards = Award::ALL.map(|award| (award.word(), award));
        for (key, value) in entries {
            let Some(army) = self.army(&key.text, key.span) else { continue };
            let scores = self.numbers(value, &awards);
            points.extend(scores.into_iter().map(|(award, n)| ((army, award), n)));
        }
        points
    }

    fn counters(&mut self, entries: &[(Text, Node)]) -> BTreeMap<Counter, u32> {
        let known: Vec<_> = exclusive::counters().map(|kept| (kept.word(), kept)).collect();
        self.numbers_of(entries, &known).into_iter().collect()
    }

    /// Faces of dice that a rule of the battle asks for.
    fn rolls(&mut self, entries: &[(Text, Node)]) -> BTreeMap<String, u32> {
        let known: Vec<_> = exclusive::dice(self.scenario).map(|die| (die, die)).collect();
        let faces = self.numbers_of(entries, &known).into_iter();
        faces.map(|(die, face)| (die.to_owned(), face)).collect()
    }

    fn numbers<T: Copy>(&mut self, node: &Node, known: &[(&'static str, T)]) -> Vec<(T, u32)> {
        match node.as_map() {
            Some(entries) => self.numbers_of(entries, known),
            None => {
                let headline = "points are written as `{eliminated: 12}`";
                self.complaints.push(Diagnostic::error(node.span, headline));
                Vec::new()
            }
        }
    }

    /// Entries of a map from known words to numbers above 0.
    fn numbers_of<T: Copy>(
        &mut self,
        entries: &[(Text, Node)],
        known: &[(&str, T)],
    ) -> Vec<(T, u32)> {
        let mut numbers = Vec::new();
        for (key, value) in entries {
            let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
            let Some((_, meaning)) = known.iter().find(|(word, _)| *word == key.text) else {
                let headline = format!("unknown key `{}`", key.text);
                let help = match nearest(&key.text, &words) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("known here: {}", words.join(", ")),
                };
                self.complaints.push(Diagnostic::error(key.span, headline).help(help));
                continue;
            };
            /// No game has more points; sums of them do not overflow.
            const MOST: u32 = 99_999;
            let text = value.as_text().unwrap_or_default();
            match text.parse::<u32>() {
                Ok(n) if (1..=MOST).contains(&n) && n.to_string() == text => {
                    numbers.push((*meaning, n))
                }
                _ => {
                    let headline = format!("`{}` must be a number from 1 to {MOST}", key.text);
                    self.complaints.push(Diagnostic::error(value.span, headline));
                }
            }
        }
        numbers
    }

    /// `{used: [hexes], begun: hex, result: DR}`, at a halt only.
    fn combat(&mut self, node: Option<&Node>) -> Option<Halted> {
        if self.phase != Phase::Combat {
            if let Some(node) = node {
                let headline = "`combat` stands only in a position at a halt";
                let help = "its phase is then `combat`";
                self.complaints.push(Diagnostic::error(node.span, headline).help(help));
            }
            return None;
        }
        let Some(node) = node else { return Some(Halted::default()) };
        let mut fields = Fields::of(node, "combat", self.complaints)?;
        let used = fields.optional("used").list();
        let begun = fields.optional("begun").node();
        let result = fields.optional("result").word(&Outcome::ALL.map(|r| (r.word(), r)));
        fields.finish();
        let used = used.iter().filter_map(|node| self.hex_of(node, false)).collect();
        let begun = begun.and_then(|node| self.hex_of(node, false));
        Some(Halted { used, begun, result: result.map(|r| r.word().to_owned()) })
    }

    fn army(&mut self, word: &str, span: Span) -> Option<Army> {
        let army = Army::BOTH.into_iter().find(|army| army.word() == word);
        if army.is_none() {
            let headline = format!("`{word}` is no side");
            let help = "write union or confederate";
            self.complaints.push(Diagnostic::error(span, headline).help(help));
        }
        army
    }
}

/// The side under a key.
fn army(field: Field<'_, '_>) -> Option<Army> {
    field.word(&Army::BOTH.map(|army| (army.word(), army)))
}

/// The unit of a line, whose type and strength must be those of the scenario.
fn counter(fields: &mut Fields<'_, '_>, full: bool, scenario: &Scenario) -> Option<UnitId> {
    let id_node = fields.required("id").node();
    let id = fields.required("id").text();
    let side = army(fields.required("side"));
    let (id, side) = (id?, side?);
    let found = scenario.find(side, id);
    let Some(found) = found else {
        let own: Vec<&str> =
            scenario.units.iter().filter(|u| u.army == side).map(|u| u.id.as_str()).collect();
        let headline = format!("there is no {} unit `{id}`", side.title());
        let mut complaint = Diagnostic::error(id_node?.span, headline);
        if let Some(near) = nearest(id, &own) {
            complaint = complaint.help(format!("did you mean `{near}`?"));
        }
        fields.complain(complaint);
        return None;
    };
    let unit = scenario.unit(found);
    let right = [("type", unit.arm.word().to_owned()), ("strength", unit.strength.to_string())];
    for (key, right) in right.into_iter().filter(|_| full) {
        let Some(node) = fields.required(key).node() else { continue };
        if node.as_text() != Some(&right) {
            let headline = format!("the {key} of {id} is {right}");
            fields.complain(Diagnostic::error(node.span, headline));
        }
    }
    Some(found)
}

/// The marks of a unit: known words, each once and in order; those of a combat phase only at a
/// halt.
fn state(fields: &mut Fields<'_, '_>, phase: Phase, scenario: &Scenario) -> Option<Marks> {
    let nodes = fields.optional("state").list();
    let mut marks = Marks::default();
    let mut last = "";
    for node in nodes {
        let word = node.as_text().unwrap_or_default();
        let complaint = |headline: String| Some(Diagnostic::error(node.span, headline));
        let mut words = Marks::WORDS.into_iter().chain(exclusive::marks(scenario));
        let known = words.find(|(_, w)| *w == word);
        let fault = match known {
            None => complaint(format!("there is no state `{word}`")),
            Some(_) if word <= last => complaint(format!("`{word}` is not in order")),
            Some((mark, _)) if phase != Phase::Combat && !Marks::LASTING.has(mark) => {
                complaint(format!("`{word}` stands only in a position at a halt"))
            }
            Some(_) => None,
        };
        if let Some(fault) = fault {
            fields.complain(fault);
            return None;
        }
        known.into_iter().for_each(|(mark, _)| marks.set(mark));
        last = known.map_or(last, |(_, word)| word);
    }
    Some(marks)
}
