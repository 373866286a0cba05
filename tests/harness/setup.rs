//! From a case to a scenario and an opening position.

use super::case::{Case, Setup};
use provost::board::Hex;
use provost::document::digest::Pack;
use provost::document::{Node, Value, read};
use provost::games::blue_gray::builtin;
use provost::games::blue_gray::editions::Policies;
use provost::games::blue_gray::exclusive;
use provost::games::blue_gray::position::{Award, How, Marks, Place, Position};
use provost::games::blue_gray::record::Packs;
use provost::games::blue_gray::scenario::{Arm, Army, Scenario, UnitId};

/// What every field is played with: rulebook and charts of this battle.
const HOME: &str = "fredericksburg";

/// The scenario of a case, and the position in which it begins.
pub fn build(case: &Case) -> Result<(Scenario, Position), String> {
    let setup = &case.setup;
    let mut policies = Policies::of(setup.edition);
    for (id, word) in &setup.rulings {
        policies.rulings.set(id, word)?;
    }
    let home = Home::of(setup)?;
    let name = setup.battle.as_deref().unwrap_or(HOME);
    let battle = builtin::find(name).ok_or_else(|| format!("no battle `{name}`"))?;
    let [mut scenario, mut map, charts, mut rules] = Pack::ALL.map(|pack| parse(battle.text(pack)));
    let mut marked = Vec::new();
    if setup.battle.is_none() {
        map = field_map(setup)?;
        scenario = field_scenario(setup, &home, &mut marked)?;
        rules = home.rules;
    }
    let packs = Packs { scenario: &scenario, map: &map, charts: &charts, rules: &rules };
    let mut complaints = Vec::new();
    let read = Scenario::read(&packs, policies, &mut complaints);
    let errors: Vec<String> =
        complaints.iter().filter(|(_, d)| d.is_error()).map(|(p, d)| format!("{p}: {d}")).collect();
    let scenario = read.filter(|_| errors.is_empty()).ok_or_else(|| errors.join("; "))?;
    let position = open(setup, &scenario, &marked)?;
    Ok((scenario, position))
}

/// Whether the program has a kind of exclusive rule by now.
pub fn has_kind(case: &Case, kind: &str) -> bool {
    let mut marked = Vec::new();
    let battle = builtin::find(HOME).expect("it is built in");
    let charts = parse(battle.text(Pack::Charts));
    let home = Home::of(&case.setup).unwrap_or_else(|e| panic!("{e}"));
    let map = field_map(&case.setup).unwrap_or_else(|e| panic!("{e}"));
    let mut scenario =
        field_scenario(&case.setup, &home, &mut marked).unwrap_or_else(|e| panic!("{e}"));
    let rules = home.rules;
    let nothing = Node::map([] as [(&str, Node); 0]);
    scenario.set("exclusive", Node::list([Node::map([(kind, nothing)])]));
    let packs = Packs { scenario: &scenario, map: &map, charts: &charts, rules: &rules };
    let mut complaints = Vec::new();
    Scenario::read(&packs, Policies::of(case.setup.edition), &mut complaints);
    let unknown = format!("there is no kind of exclusive rule `{kind}`");
    !complaints.iter().any(|(_, d)| d.headline == unknown)
}

fn parse(text: &str) -> Node {
    read::parse(text, read::Limits::PACK).expect("built-in files are sound")
}

/// The battle whose rulebook a field is played with: the one whose prefix its `exclusive` cites.
struct Home {
    name: String,
    prefix: String,
    rules: Node,
}

impl Home {
    fn of(setup: &Setup) -> Result<Home, String> {
        let cited = setup.exclusive.iter().find_map(prefix_in);
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/blue_gray");
        let battles = std::fs::read_dir(folder).map_err(|e| format!("{folder}: {e}"))?;
        for battle in battles.flatten().filter(|entry| entry.path().is_dir()) {
            let path = battle.path().join("rules.yaml");
            let text = std::fs::read_to_string(&path).map_err(|e| format!("{path:?}: {e}"))?;
            let name = battle.file_name().to_string_lossy().into_owned();
            let prefix = text.lines().find_map(|line| line.strip_prefix("prefix: "));
            let wanted = match cited {
                Some(cited) => prefix == Some(cited),
                None => name == HOME,
            };
            if let Some(prefix) = prefix.filter(|_| wanted) {
                return Ok(Home { name, prefix: prefix.to_owned(), rules: parse(&text) });
            }
        }
        Err(format!("no battle has the prefix {cited:?}"))
    }

    /// Exclusive rules as the battle's own file would cite them, without the prefix.
    fn plain(&self, node: &Node) -> Node {
        let mut plain = node.clone();
        plain.value = match &node.value {
            Value::Text(text) => {
                let own = text.strip_prefix(&self.prefix).and_then(|rest| rest.strip_prefix(' '));
                Value::Text(own.unwrap_or(text).to_owned())
            }
            Value::List(items) => Value::List(items.iter().map(|item| self.plain(item)).collect()),
            Value::Map(entries) => {
                let entries = entries.iter().map(|(key, item)| (key.clone(), self.plain(item)));
                Value::Map(entries.collect())
            }
        };
        plain
    }
}

/// `HL` of the first citation such as `HL 18.1`.
fn prefix_in(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Text(text) => {
            let (prefix, number) = text.split_once(' ')?;
            let cites = prefix.len() == 2
                && prefix.bytes().all(|b| b.is_ascii_uppercase())
                && number.starts_with(|c: char| c.is_ascii_digit());
            cites.then_some(prefix)
        }
        Value::List(items) => items.iter().find_map(prefix_in),
        Value::Map(entries) => entries.iter().find_map(|(_, item)| prefix_in(item)),
    }
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

/// Units of a field with what its file cannot say: their marks, and a place off the map.
type Marked = Vec<(Army, String, Marks, String)>;

fn field_scenario(setup: &Setup, home: &Home, marked: &mut Marked) -> Result<Node, String> {
    let hex = |number: &str| Node::text(number);
    let base = Node::map([("union", hex("0512")), ("confederate", hex("0501"))]);
    let order = [setup.first, setup.first.enemy()].map(|army| Node::text(army.word()));
    let mut sides = Vec::new();
    for army in Army::BOTH {
        let mut units = Vec::new();
        for (_, words) in setup.units.iter().filter(|(a, _)| *a == army) {
            for word in words.split_whitespace() {
                let counter = Counter::read(word)?;
                marked.push((army, counter.id.clone(), counter.marks, counter.place.clone()));
                units.push(counter.node());
            }
        }
        if units.is_empty() {
            // A battle has two armies; this one looks on from the corner of the field.
            units.push(Counter::read("Bystander1@1212")?.node());
        }
        sides.push((army.word(), Node::list(units)));
    }
    Ok(Node::map([
        ("scenario", Node::text(home.name.as_str())),
        ("game", Node::text("blue_gray")),
        ("title", Node::text("Field")),
        ("prefix", Node::text(home.prefix.as_str())),
        ("provenance", Node::text("house")),
        ("order", Node::list(order)),
        ("turns", Node::text("11")),
        ("night", Node::list(setup.night.iter().map(|n| Node::text(n.as_str())))),
        ("base", setup.base.clone().unwrap_or(base)),
        ("units", Node::map(sides)),
        ("exclusive", Node::list(setup.exclusive.iter().map(|rule| home.plain(rule)))),
    ]))
}

/// The place of a unit that was eliminated before.
const GONE: &str = "gone";

/// A counter as a case writes it: `X6@0505`, `G2a@0506`, `I2*@0404`, `Train@0507`, and on a
/// battle's map `LC[released]@1005`.
struct Counter {
    id: String,
    strength: u16,
    arm: Arm,
    marks: Marks,
    place: String,
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
            "" => Arm::Infantry,
            "a" => Arm::Artillery,
            "c" => Arm::Cavalry,
            other => return Err(format!("unit `{word}`: what is `{other}`?")),
        };
        let strength = if strength.is_empty() { "1" } else { strength };
        let strength = strength.parse().map_err(|_| format!("unit `{word}`: strength"))?;
        Ok(Counter { id: name.to_owned(), strength, arm, marks, place: place.to_owned() })
    }

    fn node(&self) -> Node {
        let mut node = Node::map([
            ("id", Node::text(self.id.as_str())),
            ("type", Node::text(self.arm.word())),
            ("strength", Node::text(self.strength.to_string())),
        ]);
        match self.place.split_once(':') {
            None if self.place == GONE => {
                node.set("due", Node::text("1"));
                node.set("entry", Node::list([Node::text("0101")]));
            }
            None => node.set("at", Node::text(self.place.as_str())),
            Some((turn, hexes)) => {
                node.set("due", Node::text(turn));
                node.set("entry", Node::list(hexes.split('/').map(Node::text)));
            }
        }
        node
    }
}

/// Name, marks and place of `ID*[marks]@PLACE`.
fn parts(word: &str) -> Result<(&str, Marks, &str), String> {
    let (name, place) = word.rsplit_once('@').ok_or_else(|| format!("unit `{word}`: where?"))?;
    let mut marks = Marks::default();
    let (name, bracket) = match name.strip_suffix(']').and_then(|n| n.split_once('[')) {
        Some((name, words)) => (name, words),
        None => (name, ""),
    };
    let (name, star) = match name.strip_suffix('*') {
        Some(name) => (name, true),
        None => (name, false),
    };
    if star {
        marks.set(Marks::INEFFECTIVE);
    }
    for mark in bracket.split_whitespace() {
        let known = Marks::WORDS.iter().find(|(_, word)| *word == mark);
        marks.set(known.ok_or_else(|| format!("unit `{word}`: mark `{mark}`"))?.0);
    }
    Ok((name, marks, place))
}

fn open(
    setup: &Setup,
    scenario: &Scenario,
    marked: &[(Army, String, Marks, String)],
) -> Result<Position, String> {
    let mut position = Position::deployment(scenario);
    position.turn = setup.turn;
    position.phasing = setup.side;
    let lost =
        Place::Gone { how: How::Eliminated, turn: setup.turn.saturating_sub(1).max(1), at: None };
    for (army, id, marks, place) in marked {
        let id = find(scenario, *army, id)?;
        if place == GONE {
            position.put(&scenario.map, id, lost);
        }
        position.mark(id, *marks);
    }
    let all = setup.remove.iter().any(|id| id == "all");
    for id in scenario.ids() {
        let named = setup.remove.contains(&scenario.unit(id).id);
        if named || all && position.hex(id).is_some() {
            let gone = Place::Gone { how: How::Struck, turn: 1, at: None };
            position.put(&scenario.map, id, gone);
        }
    }
    for (army, words) in &setup.set {
        for word in words.split_whitespace() {
            let (id, marks, place) = parts(word)?;
            let id = find(scenario, *army, id)?;
            if place == GONE {
                position.put(&scenario.map, id, lost);
                continue;
            }
            let hex: Hex = place.parse().map_err(|_| format!("unit `{word}`: hex"))?;
            position.put(&scenario.map, id, Place::Map(hex));
            position.mark(id, marks);
        }
    }
    // What follows from the set-up follows from where the units of the case stand.
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

/// The source of points of a word.
pub fn award(word: &str) -> Result<Award, String> {
    let known = Award::ALL.into_iter().find(|a| a.word() == word);
    known.ok_or_else(|| format!("no source of points is called `{word}`"))
}

fn find(scenario: &Scenario, army: Army, id: &str) -> Result<UnitId, String> {
    let found = scenario.find(army, id).or_else(|| scenario.find(army, &id.replace('_', " ")));
    found.ok_or_else(|| format!("no {army} unit `{id}`"))
}
