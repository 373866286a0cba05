//! From a case to a scenario and an opening position.

use super::battles::{self, Battle};
use super::case::{Case, Setup};
use provost::board::Hex;
use provost::document::Node;
use provost::games::blue_gray::editions::Policies;
use provost::games::blue_gray::exclusive::{self, KINDS};
use provost::games::blue_gray::position::{Award, How, Marks, Place, Position};
use provost::games::blue_gray::record::Packs;
use provost::games::blue_gray::scenario::{Arm, Army, Scenario, UnitId};

/// The scenario of a case, and the position in which it begins.
pub fn build(case: &Case) -> Result<(Scenario, Position), String> {
    let setup = &case.setup;
    let battle = match &setup.battle {
        Some(name) => battles::find(name).ok_or_else(|| format!("no battle `{name}`"))?,
        None => battles::home(&setup.exclusive),
    };
    let mut policies = Policies::of(setup.edition);
    for (id, word) in &setup.rulings {
        policies.rulings.set(id, word)?;
    }
    for option in &setup.options {
        policies.rulings.set(&format!("{}-with-{option}", battle.prefix()), "yes")?;
    }
    let Battle { mut scenario, mut map, charts, rules } = battle;
    let mut placed = Vec::new();
    if setup.battle.is_none() {
        map = field_map(setup)?;
        scenario = field_scenario(setup, &scenario, &mut placed)?;
    }
    let packs = Packs { scenario: &scenario, map: &map, charts: &charts, rules: &rules };
    let mut complaints = Vec::new();
    let read = Scenario::read(&packs, policies, &mut complaints);
    let errors: Vec<String> =
        complaints.iter().filter(|(_, d)| d.is_error()).map(|(p, d)| format!("{p}: {d}")).collect();
    let scenario = read.filter(|_| errors.is_empty()).ok_or_else(|| errors.join("; "))?;
    let position = open(setup, &scenario, placed)?;
    Ok((scenario, position))
}

/// Whether a case that waits for a kind of exclusive rule waits for nothing any more.
pub fn waits_no_more(case: &Case, kind: &str) -> bool {
    KINDS.iter().any(|(word, ..)| *word == kind) && build(case).is_ok()
}

/// `map:` of a case in the short form of map files, a field of 12 by 12 if it says nothing.
fn field_map(setup: &Setup) -> Result<Node, String> {
    let twelve = || Node::text("12");
    let field = Node::map([("columns", twelve()), ("rows", twelve())]);
    let mut map = Node::map([
        ("map", Node::text("field")),
        ("title", Node::text("Field")),
        ("provenance", Node::text("house")),
        ("field", field),
    ]);
    let own = setup.map.as_ref().and_then(Node::as_map).unwrap_or_default();
    for (key, value) in own {
        if key.text != "hexes" {
            map.set(&key.text, value.clone());
            continue;
        }
        // `"0404 0604": "~"` is short for two entries.
        let mut hexes = Vec::new();
        for (numbers, symbol) in value.as_map().ok_or("`hexes` is a mapping")? {
            for number in numbers.text.split_whitespace() {
                hexes.push((number.to_owned(), symbol.clone()));
            }
        }
        map.set("hexes", Node::map(hexes));
    }
    Ok(map)
}

fn field_scenario(setup: &Setup, home: &Node, placed: &mut Vec<Placed>) -> Result<Node, String> {
    let mut free = free_hexes(setup);
    let of_home = |key: &str| Node::text(home.get_text(key).unwrap_or_default());
    let exclusive = setup.exclusive.iter().map(|rule| battles::plain(rule, home));
    let hex = |number: &str| Node::text(number);
    let base = Node::map([("union", hex("0512")), ("confederate", hex("0501"))]);
    let order = [setup.first, setup.first.enemy()].map(|army| Node::text(army.word()));
    let mut sides = Vec::new();
    for army in Army::BOTH {
        let mut units = Vec::new();
        for (_, words) in setup.units.iter().filter(|(a, _)| *a == army) {
            for word in words.split_whitespace() {
                let mut counter = Counter::read(word)?;
                if counter.away.is_some() {
                    counter.place = free.pop().ok_or("the field is full")?;
                }
                units.push(counter.node());
                let Counter { id, marks, away, .. } = counter;
                let place = away.map(|away| away.place(setup.turn));
                placed.push(Placed { army, id, marks, place });
            }
        }
        if units.is_empty() {
            // A battle has two armies; this one looks on from the corner of the field.
            units.push(Counter::read("Bystander1@1212")?.node());
        }
        sides.push((army.word(), Node::list(units)));
    }
    Ok(Node::map([
        ("scenario", of_home("scenario")),
        ("game", Node::text("blue_gray")),
        ("title", Node::text("Field")),
        ("prefix", of_home("prefix")),
        ("provenance", Node::text("house")),
        ("order", Node::list(order)),
        ("turns", Node::text("11")),
        ("night", Node::list(setup.night.iter().map(|n| Node::text(n.as_str())))),
        ("base", setup.base.clone().unwrap_or(base)),
        ("units", Node::map(sides)),
        ("exclusive", Node::list(exclusive)),
    ]))
}

/// Hexes of a field on which nothing is and nobody stands, the ones farthest from the fighting last.
fn free_hexes(setup: &Setup) -> Vec<String> {
    let hexes = setup.map.as_ref().and_then(|map| map.get("hexes")).and_then(Node::as_map);
    let drawn = hexes.unwrap_or_default().iter().flat_map(|(numbers, _)| numbers.text.split(' '));
    let mut taken: Vec<&str> = drawn.collect();
    let words = setup.units.iter().flat_map(|(_, words)| words.split_whitespace());
    taken.extend(words.filter_map(|word| word.rsplit_once('@')).map(|(_, place)| place));
    let all = (1..=12).flat_map(|row| (1..12).map(move |column| format!("{column:02}{row:02}")));
    all.filter(|hex| !taken.contains(&hex.as_str())).collect()
}

/// A unit of a case with what its place on a counter's line cannot say.
struct Placed {
    army: Army,
    id: String,
    /// Words of marks.
    marks: Vec<String>,
    place: Option<Place>,
}

/// Off the map, though the battle has the unit on it.
#[derive(Clone, Copy)]
enum Away {
    /// `@gone`: eliminated in combat before the case begins.
    Gone,
    /// `@off:4`: to come back on a turn.
    Off(u8),
}

impl Away {
    /// Reads `gone` or `off:4`.
    fn read(place: &str) -> Option<Away> {
        match place.split_once(':') {
            None => (place == "gone").then_some(Away::Gone),
            Some(("off", turn)) => turn.parse().ok().map(Away::Off),
            Some(_) => None,
        }
    }

    fn place(self, turn: u8) -> Place {
        match self {
            Away::Gone => Place::Gone { how: How::Eliminated, turn: (turn - 1).max(1), at: None },
            Away::Off(due) => Place::Reserve { due },
        }
    }
}

/// A counter as a case writes it: `X6@0505`, `G2a@0506`, `I2*@0404`, `Train@0507`, `TD6@0505`, and
/// on a battle's map `LC[released]@1005`.
struct Counter {
    id: String,
    strength: u16,
    arm: Arm,
    marks: Vec<String>,
    place: String,
    away: Option<Away>,
}

impl Counter {
    fn read(word: &str) -> Result<Counter, String> {
        let (id, marks, place) = parts(word)?;
        let letters = id.chars().take_while(char::is_ascii_alphabetic).count();
        let (name, rest) = id.split_at(letters);
        let digits = rest.chars().take_while(char::is_ascii_digit).count();
        let (strength, letter) = rest.split_at(digits);
        let arm = match letter {
            "" if strength.is_empty() && name == "Train" => Arm::Train,
            "" if name == "TD" => Arm::Detachment,
            "" => Arm::Infantry,
            "a" => Arm::Artillery,
            "c" => Arm::Cavalry,
            other => return Err(format!("unit `{word}`: what is `{other}`?")),
        };
        let strength = if strength.is_empty() { "1" } else { strength };
        let strength = strength.parse().map_err(|_| format!("unit `{word}`: strength"))?;
        let (id, place, away) = (name.to_owned(), place.to_owned(), Away::read(place));
        Ok(Counter { id, strength, arm, marks, place, away })
    }

    fn node(&self) -> Node {
        let mut node = Node::map([
            ("id", Node::text(self.id.as_str())),
            ("type", Node::text(self.arm.word())),
            ("strength", Node::text(self.strength.to_string())),
        ]);
        match self.place.split_once(':') {
            None => node.set("at", Node::text(self.place.as_str())),
            Some((turn, hexes)) => {
                node.set("due", Node::text(turn));
                node.set("entry", Node::list(hexes.split('/').map(Node::text)));
            }
        }
        node
    }
}

/// Name, words of marks and place of `ID*[marks]@PLACE`.
fn parts(word: &str) -> Result<(&str, Vec<String>, &str), String> {
    let (name, place) = word.rsplit_once('@').ok_or_else(|| format!("unit `{word}`: where?"))?;
    let (name, bracket) = match name.strip_suffix(']').and_then(|n| n.split_once('[')) {
        Some((name, words)) => (name, words),
        None => (name, ""),
    };
    let mut marks: Vec<String> = bracket.split_whitespace().map(str::to_owned).collect();
    let name = match name.strip_suffix('*') {
        Some(name) => {
            marks.push("ineffective".to_owned());
            name
        }
        None => name,
    };
    Ok((name, marks, place))
}

fn open(setup: &Setup, scenario: &Scenario, placed: Vec<Placed>) -> Result<Position, String> {
    let mut position = Position::deployment(scenario);
    position.turn = setup.turn;
    position.phasing = setup.side;
    let all = setup.remove.iter().any(|id| id == "all");
    for id in scenario.ids() {
        let named = setup.remove.iter().any(|name| named(&scenario.unit(id).id, name));
        if named || all && position.hex(id).is_some() {
            let gone = Place::Gone { how: How::Struck, turn: 1, at: None };
            position.put(&scenario.map, id, gone);
        }
    }
    for unit in placed {
        place(scenario, &mut position, unit)?;
    }
    for (army, words) in &setup.set {
        for word in words.split_whitespace() {
            let (id, marks, at) = parts(word)?;
            let hex = || at.parse::<Hex>().map_err(|_| format!("unit `{word}`: hex"));
            let to = match Away::read(at) {
                Some(away) => away.place(setup.turn),
                None => Place::Map(hex()?),
            };
            let (army, id) = (*army, id.to_owned());
            place(scenario, &mut position, Placed { army, id, marks, place: Some(to) })?;
        }
    }
    // Who had to come before this turn, or never, is lost by now (CH 15.12).
    for id in scenario.ids() {
        let late = exclusive::arrival(scenario, id).late.is_some();
        if matches!(position.place(id), Place::Reserve { due } if late && due < setup.turn) {
            let lost = Place::Gone { how: How::Lost, turn: setup.turn - 1, at: None };
            position.put(&scenario.map, id, lost);
        }
    }
    exclusive::open_game(scenario, &mut position);
    for (hex, army) in &setup.control {
        let hex: Hex = hex.parse().map_err(|_| format!("control: {hex}"))?;
        position.control.insert(hex, *army);
    }
    if !setup.points.is_empty() {
        position.points.clear();
    }
    for (army, source, points) in &setup.points {
        let award = award(source)?;
        position.award(*army, award, *points);
    }
    // Nobody has moved yet in the player-turn that begins.
    for id in scenario.ids() {
        position.unmark(id, Marks::LEFT);
    }
    Ok(position)
}

/// Puts a unit where the case has it, with its marks; what is counted of a mark is counted.
fn place(scenario: &Scenario, position: &mut Position, unit: Placed) -> Result<(), String> {
    let id = find(scenario, unit.army, &unit.id)?;
    if let Some(place) = unit.place {
        position.put(&scenario.map, id, place);
    }
    for word in &unit.marks {
        let general = Marks::WORDS.into_iter();
        let mut known = general.chain(exclusive::marks(scenario)).filter(|(_, w)| w == word);
        let (mark, _) = known.next().ok_or_else(|| format!("unit `{}`: mark `{word}`", unit.id))?;
        position.mark(id, mark);
        if let Some(counter) = exclusive::counters().find(|counter| counter.word() == word) {
            position.count(counter, position.counter(counter) + 1);
        }
    }
    Ok(())
}

/// The source of points of a word.
pub fn award(word: &str) -> Result<Award, String> {
    let known = Award::ALL.into_iter().find(|a| a.word() == word);
    known.ok_or_else(|| format!("no source of points is called `{word}`"))
}

fn find(scenario: &Scenario, army: Army, id: &str) -> Result<UnitId, String> {
    unit_of(scenario, army, id).ok_or_else(|| format!("no {army} unit `{id}`"))
}

/// The unit of an army of an id in which `_` may stand for a blank.
pub fn unit_of(scenario: &Scenario, army: Army, id: &str) -> Option<UnitId> {
    let mut ids = scenario.ids().filter(|unit| scenario.unit(*unit).army == army);
    ids.find(|unit| named(&scenario.unit(*unit).id, id))
}

/// Whether a case's name is that of a unit.
fn named(id: &str, name: &str) -> bool {
    id == name || name.contains('_') && id == name.replace('_', " ")
}
