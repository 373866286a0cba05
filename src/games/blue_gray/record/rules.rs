//! `rules.yaml`: the numbers of a battle's own rules.

use super::super::scenario::BattleRule;
use crate::document::fields::Fields;
use crate::document::{Diagnostic, Node};

/// Words for who keeps a rule.
const KEEPERS: [(&str, &str); 3] = [("code", "code"), ("data", "data"), ("players", "players")];

/// A rulebook as its file gives it.
pub struct Rulebook {
    /// The battle's folder name.
    pub name: String,
    /// Prefix of the numbers.
    pub prefix: String,
    /// The numbers in the order of the file.
    pub entries: Vec<BattleRule>,
}

/// Reads the rules of a battle; every fault is added to `complaints`.
pub fn read(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Rulebook> {
    let before = complaints.len();
    let mut fields = Fields::of(node, "rule file", complaints)?;
    let name = fields.required("rules").text();
    let prefix = fields.required("prefix").text();
    fields.optional("title").text();
    fields.optional("note").text();
    let nodes = fields.required("entries").list();
    fields.finish();
    let mut entries: Vec<BattleRule> = Vec::new();
    for node in nodes {
        let Some(entry) = read_entry(node, prefix, complaints) else { continue };
        let twice = entries.iter().any(|e| e.number == entry.number);
        if twice && let Some(number) = node.get("number") {
            let headline = format!("{} stands twice", entry.number);
            let help = "give each sentence of a paragraph a letter of its own";
            complaints.push(Diagnostic::error(number.span, headline).help(help));
        }
        entries.push(entry);
    }
    let book = Rulebook { name: name?.to_owned(), prefix: prefix?.to_owned(), entries };
    (complaints.len() == before).then_some(book)
}

/// One number.
fn read_entry(
    node: &Node,
    prefix: Option<&str>,
    complaints: &mut Vec<Diagnostic>,
) -> Option<BattleRule> {
    let mut fields = Fields::of(node, "rule", complaints)?;
    let number = fields.required("number").text();
    let gist = fields.required("gist").text();
    let keeper = fields.required("keeper").word(&KEEPERS);
    let place = match keeper {
        Some("data" | "players") => fields.required("place").text(),
        _ => fields.optional("place").text().or(Some("")),
    };
    fields.finish();
    if let (Some(number), Some(prefix)) = (number, prefix)
        && let Some(node) = node.get("number")
        && !number.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(' '))
    {
        let headline = format!("`{number}` does not begin with `{prefix} `");
        let help = format!("write `{prefix} {}`", number.trim());
        complaints.push(Diagnostic::error(node.span, headline).help(help));
    }
    Some(BattleRule {
        number: number?.to_owned(),
        gist: gist?.to_owned(),
        keeper: keeper?.to_owned(),
        place: place?.to_owned(),
    })
}
