//! The battles of the tree, whether the program carries them or not, and the home of a field.

use provost::document::digest::Pack;
use provost::document::{Node, Value, read};
use std::path::{Path, PathBuf};

/// Rulebook and charts of a field whose rules cite no other battle.
const HOME: &str = "fredericksburg";

/// A battle's files, read.
pub struct Battle {
    pub scenario: Node,
    pub map: Node,
    pub charts: Node,
    pub rules: Node,
}

impl Battle {
    /// Prefix of its rule numbers.
    pub fn prefix(&self) -> &str {
        self.scenario.get_text("prefix").unwrap_or_default()
    }
}

/// The battle of a folder name.
pub fn find(name: &str) -> Option<Battle> {
    let folder = family().join(name);
    if !folder.join("scenario.yaml").is_file() {
        return None;
    }
    let [scenario, map, charts, rules] = Pack::ALL.map(|pack| {
        let own = folder.join(format!("{pack}.yaml"));
        parse(if own.is_file() { own } else { family().join(format!("{pack}.yaml")) })
    });
    Some(Battle { scenario, map, charts, rules })
}

/// The names of all battles of the family.
pub fn names() -> Vec<String> {
    let folders = std::fs::read_dir(family()).expect("the folder is there").flatten();
    let mut names: Vec<String> = folders
        .filter(|folder| folder.path().join("scenario.yaml").is_file())
        .map(|folder| folder.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// The battle with whose rulebook a field is read: the one whose prefix its citations carry.
pub fn home(exclusive: &[Node]) -> Battle {
    let prefix = exclusive.iter().find_map(prefix_in);
    let of_prefix = |name: &String| {
        let text = std::fs::read_to_string(family().join(name).join("scenario.yaml"));
        let line = prefix.as_ref().map(|prefix| format!("prefix: {prefix}"));
        text.is_ok_and(|text| line.is_some_and(|line| text.lines().any(|l| l == line)))
    };
    let name = names().into_iter().find(of_prefix).unwrap_or_else(|| HOME.to_owned());
    find(&name).expect("the battle is there")
}

/// An exclusive rule as its battle would write it: without the prefix of its citations.
pub fn plain(rule: &Node, home: &Node) -> Node {
    let prefix = format!("{} ", home.get_text("prefix").unwrap_or_default());
    let mut node = rule.clone();
    strip(&mut node, &prefix);
    node
}

fn strip(node: &mut Node, prefix: &str) {
    match &mut node.value {
        Value::Text(text) => {
            if let Some(number) = text.strip_prefix(prefix).filter(|_| cited(text).is_some()) {
                *text = number.into();
            }
        }
        Value::List(items) => items.iter_mut().for_each(|item| strip(item, prefix)),
        Value::Map(entries) => entries.iter_mut().for_each(|(_, value)| strip(value, prefix)),
    }
}

fn prefix_in(node: &Node) -> Option<String> {
    match &node.value {
        Value::Text(text) => cited(text).map(str::to_owned),
        Value::List(items) => items.iter().find_map(prefix_in),
        Value::Map(entries) => entries.iter().find_map(|(_, value)| prefix_in(value)),
    }
}

/// The prefix of a citation like `HL 16.11`.
fn cited(text: &str) -> Option<&str> {
    let (prefix, number) = text.split_once(' ')?;
    let two = prefix.len() == 2 && prefix.bytes().all(|b| b.is_ascii_uppercase());
    (two && number.starts_with(|c: char| c.is_ascii_digit())).then_some(prefix)
}

fn family() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/blue_gray")
}

fn parse(path: PathBuf) -> Node {
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path:?}: {e}"));
    read::parse(&text, read::Limits::PACK).unwrap_or_else(|_| panic!("{path:?} is no YAML"))
}
