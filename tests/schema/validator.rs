//! A validator of exactly the part of JSON Schema 2020-12 that the schemas use.

use provost::document::{Node, Text, Value};
use regex_lite::Regex;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::Path;

/// One schema and its compiled patterns.
pub struct Schema {
    pub root: Json,
    patterns: BTreeMap<String, Regex>,
}

impl Schema {
    /// Reads the schema of a kind; a keyword or a pattern that is not known is a panic.
    pub fn load(kind: &str) -> Schema {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schema/{kind}.schema.json"));
        let text = std::fs::read_to_string(&path).expect("the schema is there");
        let root: Json = serde_json::from_str(&text).expect("the schema is JSON");
        let mut patterns = BTreeMap::new();
        collect(&root, &mut patterns);
        Schema { root, patterns }
    }

    /// Every fault of a tree, each with its path.
    pub fn faults(&self, node: &Node) -> Vec<String> {
        let mut faults = Vec::new();
        self.check(&self.root, node, "", &mut faults);
        faults
    }

    fn check(&self, schema: &Json, node: &Node, path: &str, faults: &mut Vec<String>) {
        let keywords = schema.as_object().expect("a schema is an object");
        for (keyword, value) in keywords {
            match (keyword.as_str(), &node.value) {
                (
                    "$schema" | "$id" | "$defs" | "title" | "description" | "additionalProperties",
                    _,
                ) => {}
                ("$ref", _) => self.check(self.definition(value), node, path, faults),
                ("type", found) => {
                    let right = match value.as_str() {
                        Some("string") => matches!(found, Value::Text(_)),
                        Some("array") => matches!(found, Value::List(_)),
                        Some("object") => matches!(found, Value::Map(_)),
                        _ => panic!("a text tree has no {value}"),
                    };
                    if !right {
                        faults.push(format!("{path}: not of type {value}"));
                    }
                }
                ("enum", Value::Text(text)) => {
                    let words = value.as_array().expect("a list");
                    if !words.iter().any(|word| word.as_str() == Some(text)) {
                        faults.push(format!("{path}: `{text}` is none of {value}"));
                    }
                }
                ("pattern", Value::Text(text)) => {
                    if !self.matches(value, text) {
                        faults.push(format!("{path}: `{text}` is not like {value}"));
                    }
                }
                ("anyOf", _) => self.any_of(value, node, path, faults),
                ("items", Value::List(items)) => {
                    for (at, item) in items.iter().enumerate() {
                        self.check(value, item, &format!("{path}/{at}"), faults);
                    }
                }
                ("minItems", Value::List(items)) => {
                    let least = value.as_u64().expect("a number");
                    if (items.len() as u64) < least {
                        faults.push(format!("{path}: fewer than {least}"));
                    }
                }
                ("maxItems", Value::List(items)) => {
                    let most = value.as_u64().expect("a number");
                    if items.len() as u64 > most {
                        faults.push(format!("{path}: more than {most}"));
                    }
                }
                ("properties", Value::Map(entries)) => {
                    self.entries(keywords, entries, path, faults);
                }
                ("patternProperties", Value::Map(entries)) => {
                    if !keywords.contains_key("properties") {
                        self.entries(keywords, entries, path, faults);
                    }
                }
                ("required", Value::Map(_)) => {
                    for key in value.as_array().expect("a list") {
                        let key = key.as_str().expect("a key");
                        if node.get(key).is_none() {
                            faults.push(format!("{path}: `{key}` is missing"));
                        }
                    }
                }
                ("minProperties", Value::Map(entries)) => {
                    let least = value.as_u64().expect("a number");
                    if (entries.len() as u64) < least {
                        faults.push(format!("{path}: fewer than {least} entries"));
                    }
                }
                ("maxProperties", Value::Map(entries)) => {
                    let most = value.as_u64().expect("a number");
                    if entries.len() as u64 > most {
                        faults.push(format!("{path}: more than {most} entries"));
                    }
                }
                // These say nothing about values of another type.
                (
                    "enum" | "pattern" | "items" | "minItems" | "maxItems" | "properties"
                    | "patternProperties" | "required" | "minProperties" | "maxProperties",
                    _,
                ) => {}
                (unknown, _) => panic!("the validator does not know `{unknown}`"),
            }
        }
    }

    /// Entries by `properties`, `patternProperties` and `additionalProperties: false`.
    fn entries(
        &self,
        keywords: &serde_json::Map<String, Json>,
        entries: &[(Text, Node)],
        path: &str,
        faults: &mut Vec<String>,
    ) {
        for (key, value) in entries {
            let path = format!("{path}/{}", key.text);
            let named = keywords.get("properties").and_then(|p| p.get(key.text.as_str()));
            let by_pattern = keywords.get("patternProperties").and_then(Json::as_object);
            let fitting = by_pattern.into_iter().flatten().filter(|(pattern, _)| {
                self.patterns.get(*pattern).is_some_and(|regex| regex.is_match(&key.text))
            });
            let schemas: Vec<&Json> = named.into_iter().chain(fitting.map(|(_, s)| s)).collect();
            if schemas.is_empty()
                && keywords.get("additionalProperties") == Some(&Json::Bool(false))
            {
                faults.push(format!("{path}: unknown key"));
            }
            for schema in schemas {
                self.check(schema, value, &path, faults);
            }
        }
    }

    fn any_of(&self, choices: &Json, node: &Node, path: &str, faults: &mut Vec<String>) {
        let mut found: Vec<Vec<String>> = Vec::new();
        for choice in choices.as_array().expect("a list") {
            let mut own = Vec::new();
            self.check(choice, node, path, &mut own);
            if own.is_empty() {
                return;
            }
            found.push(own);
        }
        faults.extend(found.into_iter().min_by_key(Vec::len).unwrap_or_default());
    }

    fn definition(&self, reference: &Json) -> &Json {
        let pointer = reference.as_str().and_then(|r| r.strip_prefix('#')).expect("a local $ref");
        self.root.pointer(pointer).unwrap_or_else(|| panic!("no definition {pointer}"))
    }

    fn matches(&self, pattern: &Json, text: &str) -> bool {
        let pattern = pattern.as_str().expect("a pattern is text");
        self.patterns.get(pattern).is_some_and(|regex| regex.is_match(text))
    }
}

/// Compiles every pattern of a schema.
fn collect(schema: &Json, patterns: &mut BTreeMap<String, Regex>) {
    let mut keep = |pattern: &str| {
        let regex = Regex::new(pattern).unwrap_or_else(|e| panic!("{pattern}: {e}"));
        patterns.insert(pattern.to_owned(), regex);
    };
    if let Some(pattern) = schema.get("pattern").and_then(Json::as_str) {
        keep(pattern);
    }
    for pattern in schema.get("patternProperties").and_then(Json::as_object).into_iter().flatten() {
        keep(pattern.0);
    }
    match schema {
        Json::Object(entries) => entries.values().for_each(|value| collect(value, patterns)),
        Json::Array(items) => items.iter().for_each(|item| collect(item, patterns)),
        _ => {}
    }
}
