use super::shell::{Answer, Failure, Shell};
use crate::document::{Node, Value as Tree};
use serde_json::{Map, Value};

/// Prints the position file as it is now.
#[derive(clap::Args, Debug)]
pub struct Show {}

impl Show {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let campaign = shell.open_ahead()?;
        let text = campaign.position();
        let node = crate::document::read::parse(&text, crate::document::read::Limits::PACK)
            .map_err(|_| Failure::could_not("the position cannot be read back"))?;
        Ok(Answer::done(text, json_of(&node)))
    }
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
