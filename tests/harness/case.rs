//! A case file: what stands on the map, what is ordered, what must come of it. See
//! `tests/rules/README.md` for the format.

use provost::document::{Node, Value, read};
use provost::games::blue_gray::editions::Edition;
use provost::games::blue_gray::scenario::Army;
use provost::games::blue_gray::turn::{Conduct, Errors, Expectation, Missing};
use std::path::Path;

/// A case, read.
pub struct Case {
    /// `BG/8.52-BG-chain-ring`: the path without root and extension.
    pub name: String,
    /// Rules and rulings that it proves: `8.52b`, `ruling BG-chain`.
    pub rules: Vec<String>,
    /// What stands on the map.
    pub setup: Setup,
    /// The player-turn, and those after it.
    pub turns: Vec<Step>,
    /// Rows of a table instead of a player-turn.
    pub table: Vec<Row>,
    /// A kind of exclusive rule that the program does not have yet.
    pub waits: Option<String>,
}

/// Everything before the first order.
#[derive(Clone)]
pub struct Setup {
    pub edition: Edition,
    pub rulings: Vec<(String, String)>,
    /// Names of optional rules of the battle.
    pub options: Vec<String>,
    pub conduct: Conduct,
    pub battle: Option<String>,
    pub map: Option<Node>,
    pub exclusive: Vec<Node>,
    pub turn: u8,
    pub side: Army,
    pub first: Army,
    pub night: Vec<String>,
    pub base: Option<Node>,
    /// Units of a field.
    pub units: Vec<(Army, String)>,
    /// Units of a battle that stand elsewhere than in its set-up.
    pub set: Vec<(Army, String)>,
    /// Ids of units that are not there, or `all`.
    pub remove: Vec<String>,
    pub control: Vec<(String, Army)>,
    /// Army, source, points.
    pub points: Vec<(Army, String, u32)>,
}

/// One player-turn, or one segment of it.
#[derive(Default)]
pub struct Step {
    /// Only the movement is looked at.
    pub movement_only: bool,
    pub orders: String,
    /// Answers of the side that is not phasing.
    pub answer: Option<String>,
    /// The enemy's standing orders.
    pub standing: Option<String>,
    pub dice: Vec<String>,
    pub then: Vec<String>,
    pub sequence: Vec<String>,
    pub refused: Vec<Complaint>,
    /// The complaints in `refused` are among others.
    pub among: bool,
    pub notes: Vec<Complaint>,
    /// Results for which `check` finds no instruction that works.
    pub silent: Vec<String>,
    pub halts: Option<Halt>,
    /// Segments after a halt.
    pub again: Vec<Step>,
}

/// What is said about the orders.
pub struct Complaint {
    pub line: Option<u32>,
    pub column: Option<u32>,
    pub on: Option<String>,
    pub rule: Option<String>,
    pub says: Option<String>,
    pub help: Option<String>,
}

/// Where the turn must stop.
pub struct Halt {
    /// `ask`, `pause` or `expect`.
    pub kind: String,
    /// Key or hex.
    pub what: String,
    pub whose: Option<String>,
    pub choices: Option<Vec<String>>,
    pub default: Option<String>,
}

/// A row of a table: `sums: 19 to 7, odds: 2-1, results: ...` for the faces 1 to 6.
pub struct Row {
    pub sums: (u16, u16),
    pub odds: String,
    pub results: Vec<String>,
}

const KEYS: [&str; 36] = [
    "case",
    "rule",
    "title",
    "waits",
    "table",
    "edition",
    "rulings",
    "options",
    "conduct",
    "battle",
    "map",
    "exclusive",
    "turn",
    "side",
    "first",
    "night",
    "base",
    "units",
    "set",
    "remove",
    "control",
    "points",
    "phase",
    "orders",
    "answer",
    "standing",
    "dice",
    "then",
    "sequence",
    "refused",
    "refused among",
    "notes",
    "silent",
    "halts",
    "again",
    "next",
];

type Read<T> = Result<T, String>;

impl Case {
    /// Reads a case file.
    pub fn read(root: &Path, path: &Path) -> Read<Case> {
        let name = path.strip_prefix(root).unwrap_or(path).with_extension("");
        let name = name.to_string_lossy().replace('\\', "/");
        let text = std::fs::read_to_string(path).map_err(|e| format!("{name}: {e}"))?;
        let node = read::parse(&text, read::Limits::PACK).map_err(|all| {
            let all: Vec<String> =
                all.iter().map(|d| format!("line {}: {}", d.span.line, d.headline)).collect();
            format!("{name}: {}", all.join("; "))
        })?;
        read_case(&node, name.clone()).map_err(|e| format!("{name}: {e}"))
    }

    /// Reads what stands on the map, of a text that holds nothing else.
    pub fn read_setup(text: &str) -> Read<Case> {
        let node = read::parse(text, read::Limits::PACK).map_err(|all| {
            all.iter().map(|d| d.headline.clone()).collect::<Vec<String>>().join("; ")
        })?;
        known(&node)?;
        let setup = setup(&node)?;
        Ok(Case {
            name: String::new(),
            rules: Vec::new(),
            setup,
            turns: Vec::new(),
            table: Vec::new(),
            waits: None,
        })
    }
}

fn read_case(node: &Node, name: String) -> Read<Case> {
    known(node)?;
    let rules: Vec<String> = texts(node, "rule")?;
    if rules.is_empty() {
        return Err("`rule` is missing".to_owned());
    }
    for key in ["case", "title"] {
        node.get_text(key).ok_or_else(|| format!("`{key}` is missing"))?;
    }
    let mut turns = vec![step(node)?];
    for next in list(node, "next")? {
        known(next)?;
        turns.push(step(next)?);
    }
    let table = list(node, "table")?.iter().map(row).collect::<Read<Vec<Row>>>()?;
    let said = turns.iter().any(says_something);
    if !said && table.is_empty() {
        return Err("neither `then` nor `refused`: the case cannot fail".to_owned());
    }
    let waits = node.get_text("waits").map(str::to_owned);
    Ok(Case { name, rules, setup: setup(node)?, turns, table, waits })
}

fn says_something(step: &Step) -> bool {
    !step.then.is_empty() || !step.refused.is_empty() || step.again.iter().any(says_something)
}

fn setup(node: &Node) -> Read<Setup> {
    let battle = node.get_text("battle").map(str::to_owned);
    let army = |key: &str, default: Army| match node.get_text(key) {
        Some(word) => Army::read(word).ok_or_else(|| format!("`{key}: {word}`")),
        None => Ok(default),
    };
    let edition = node.get_text("edition").unwrap_or("third");
    let pairs = |key: &str| -> Read<Vec<(Army, String)>> {
        map(node, key)?
            .iter()
            .map(|(k, v)| {
                let army = Army::read(&k.text).ok_or_else(|| format!("{key}: {}", k.text))?;
                Ok((army, text(v, &k.text)?.to_owned()))
            })
            .collect()
    };
    let mut points = Vec::new();
    for (army, sources) in map(node, "points")? {
        let army = Army::read(&army.text).ok_or("points: whose?")?;
        for (source, number) in sources.as_map().unwrap_or_default() {
            points.push((army, source.text.to_string(), number_of(number)?));
        }
    }
    let control = map(node, "control")?
        .iter()
        .map(|(hex, holder)| {
            let army = holder.as_text().and_then(Army::read).ok_or("control: by whom?")?;
            Ok((hex.text.to_string(), army))
        })
        .collect::<Read<Vec<_>>>()?;
    let rulings = map(node, "rulings")?
        .iter()
        .map(|(id, word)| Ok((id.text.to_string(), text(word, &id.text)?.to_owned())))
        .collect::<Read<Vec<_>>>()?;
    let words = |key: &str| -> Vec<String> {
        node.get_text(key).unwrap_or("").split_whitespace().map(str::to_owned).collect()
    };
    Ok(Setup {
        edition: Edition::read(edition).ok_or_else(|| format!("edition {edition}"))?,
        rulings,
        options: texts(node, "options")?,
        conduct: conduct(node)?,
        battle,
        map: node.get("map").cloned(),
        exclusive: list(node, "exclusive")?.to_vec(),
        turn: node.get("turn").map_or(Ok(3), number_of)? as u8,
        side: army("side", Army::Union)?,
        first: army("first", Army::Confederate)?,
        night: texts(node, "night")?,
        base: node.get("base").cloned(),
        units: pairs("units")?,
        set: pairs("set")?,
        remove: words("remove"),
        control,
        points,
    })
}

fn conduct(node: &Node) -> Read<Conduct> {
    let mut conduct = Conduct {
        errors: Errors::Refuse,
        missing: Missing::Default,
        expect: Expectation::Report,
        recorded: false,
    };
    for (key, value) in map(node, "conduct")? {
        match (key.text.as_str(), value.as_text().unwrap_or("")) {
            ("errors", "truncate") => conduct.errors = Errors::Truncate,
            ("errors", "forfeit") => conduct.errors = Errors::Forfeit,
            ("missing", "ask") => conduct.missing = Missing::Ask,
            ("expect", "pause") => conduct.expect = Expectation::Pause,
            (key, value) => return Err(format!("conduct: {key}: {value}")),
        }
    }
    Ok(conduct)
}

fn step(node: &Node) -> Read<Step> {
    let phase = node.get_text("phase");
    let among = node.get("refused among").is_some();
    let refused = if among { "refused among" } else { "refused" };
    let mut again = Vec::new();
    for segment in list(node, "again")? {
        known(segment)?;
        again.push(step(segment)?);
    }
    Ok(Step {
        movement_only: match phase {
            None => false,
            Some("movement") => true,
            Some(other) => return Err(format!("phase: {other}")),
        },
        orders: node.get_text("orders").unwrap_or("").to_owned(),
        answer: node.get_text("answer").map(str::to_owned),
        standing: node.get_text("standing").map(str::to_owned),
        dice: texts(node, "dice")?,
        then: facts(node, "then")?,
        sequence: facts(node, "sequence")?,
        refused: complaints(node, refused)?,
        among,
        notes: complaints(node, "notes")?,
        silent: texts(node, "silent")?,
        halts: node.get("halts").map(halt).transpose()?,
        again,
    })
}

fn complaints(node: &Node, key: &str) -> Read<Vec<Complaint>> {
    let mut all = Vec::new();
    for item in list(node, key)? {
        for (k, _) in item.as_map().unwrap_or_default() {
            if !["line", "column", "on", "rule", "says", "help"].contains(&k.text.as_str()) {
                return Err(format!("{key}: unknown key `{}`", k.text));
            }
        }
        let word = |k: &str| item.get_text(k).map(str::to_owned);
        let number = |k: &str| item.get(k).map(number_of).transpose();
        all.push(Complaint {
            line: number("line")?,
            column: number("column")?,
            on: word("on"),
            rule: word("rule"),
            says: word("says"),
            help: word("help"),
        });
    }
    Ok(all)
}

fn halt(node: &Node) -> Read<Halt> {
    let kind = ["ask", "pause", "expect"].into_iter().find(|k| node.get(k).is_some());
    let kind = kind.ok_or("halts: ask, pause or expect")?;
    Ok(Halt {
        kind: kind.to_owned(),
        what: node.get_text(kind).unwrap_or("").to_owned(),
        whose: node.get_text("whose").map(str::to_owned),
        choices: node.get("choices").map(|_| texts(node, "choices")).transpose()?,
        default: node.get_text("default").map(str::to_owned),
    })
}

fn row(node: &Node) -> Read<Row> {
    let sums = node.get_text("sums").and_then(|t| t.split_once(" to ")).ok_or("table: `sums`")?;
    let number = |t: &str| t.trim().parse().map_err(|_| format!("table: {t}"));
    let results = node.get_text("results").unwrap_or("");
    Ok(Row {
        sums: (number(sums.0)?, number(sums.1)?),
        odds: node.get_text("odds").ok_or("table: `odds`")?.to_owned(),
        results: results.split_whitespace().map(str::to_owned).collect(),
    })
}

/// Facts are texts; `odds 0504: 6 to 3` is a mapping of one entry to YAML and a text to us.
fn facts(node: &Node, key: &str) -> Read<Vec<String>> {
    list(node, key)?
        .iter()
        .map(|item| match &item.value {
            Value::Text(text) => Ok(text.to_string()),
            Value::Map(entries) => match entries.as_slice() {
                [(k, v)] => Ok(format!("{}: {}", k.text, text(v, key)?)),
                _ => Err(format!("{key}: one fact a line")),
            },
            Value::List(_) => Err(format!("{key}: one fact a line")),
        })
        .collect()
}

fn known(node: &Node) -> Read<()> {
    for (key, _) in node.as_map().ok_or("a case is a mapping")? {
        if !KEYS.contains(&key.text.as_str()) {
            return Err(format!("unknown key `{}`", key.text));
        }
    }
    Ok(())
}

fn list<'n>(node: &'n Node, key: &str) -> Read<&'n [Node]> {
    match node.get(key) {
        None => Ok(&[]),
        Some(value) => value.as_list().ok_or_else(|| format!("`{key}` is a list")),
    }
}

fn map<'n>(node: &'n Node, key: &str) -> Read<&'n [(provost::document::Text, Node)]> {
    match node.get(key) {
        None => Ok(&[]),
        Some(value) => value.as_map().ok_or_else(|| format!("`{key}` is a mapping")),
    }
}

fn texts(node: &Node, key: &str) -> Read<Vec<String>> {
    list(node, key)?.iter().map(|item| Ok(text(item, key)?.to_owned())).collect()
}

fn text<'n>(node: &'n Node, key: &str) -> Read<&'n str> {
    node.as_text().ok_or_else(|| format!("{key}: a word is wanted"))
}

fn number_of(node: &Node) -> Read<u32> {
    let text = text(node, "number")?;
    text.parse().map_err(|_| format!("`{text}` is not a number"))
}
