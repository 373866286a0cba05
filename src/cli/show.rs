use super::shell::{Answer, Failure, Shell};
use crate::document::{Node, Value as Tree};
use crate::report::wrap::SCREEN;
use serde_json::{Map, Value};

/// Prints the position as it is now: what its file in `positions/` says, no line wider than a screen.
#[derive(clap::Args, Debug)]
pub struct Show {}

impl Show {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let campaign = shell.open_ahead()?;
        let text = campaign.position();
        let node = crate::document::read::parse(&text, crate::document::read::Limits::PACK)
            .map_err(|_| Failure::could_not("the position cannot be read back"))?;
        Ok(Answer::done(on_a_screen(&text), json_of(&node)).verbatim())
    }
}

/// A position file with its wide lines broken behind commas of their maps, which means the same.
fn on_a_screen(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let mut column = 0;
        for (n, part) in line.split(", ").enumerate() {
            let comma = usize::from(column + 2 + part.chars().count() < SCREEN);
            match (n, comma) {
                (0, _) => {}
                (_, 1) => out.push_str(", "),
                _ => {
                    out.push_str(",\n    ");
                    column = 2;
                }
            }
            column += part.chars().count() + if n > 0 { 2 } else { 0 };
            out.push_str(part);
        }
        out.push('\n');
    }
    out
}

/// A document as JSON; every scalar is a string.
pub fn json_of(node: &Node) -> Value {
    match &node.value {
        Tree::Text(text) => Value::String(text.to_string()),
        Tree::List(items) => Value::Array(items.iter().map(json_of).collect()),
        Tree::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| (key.text.to_string(), json_of(value)));
            Value::Object(Map::from_iter(entries))
        }
    }
}
