//! The data of an answer as YAML that reads the same under YAML 1.1 and 1.2: a text that either of
//! them would take for something else stands in quotes.

use serde_json::Value;

/// A document.
pub fn yaml(data: &Value) -> String {
    let mut text = String::new();
    match data {
        Value::Array(items) if !items.is_empty() => list(items, 0, &mut text),
        Value::Object(_) | Value::Array(_) => block(data, 0, &mut text),
        scalar => {
            text.push_str(&line(scalar, 0));
            text.push('\n');
        }
    }
    text.trim_start_matches('\n').to_owned()
}

/// What stands after `key:` or as the whole document: on the same line or indented below.
fn block(data: &Value, indent: usize, text: &mut String) {
    match data {
        Value::Array(items) if !items.is_empty() => {
            text.push('\n');
            list(items, indent, text);
        }
        Value::Object(entries) if !entries.is_empty() => {
            text.push('\n');
            map(entries, indent, text);
        }
        other => {
            text.push(' ');
            text.push_str(&line(other, indent));
            text.push('\n');
        }
    }
}

fn list(items: &[Value], indent: usize, text: &mut String) {
    for item in items {
        text.push_str(&" ".repeat(indent));
        text.push('-');
        let mut below = String::new();
        match item {
            Value::Object(_) | Value::Array(_) => block(item, indent + 2, &mut below),
            scalar => block(scalar, indent, &mut below),
        }
        // The first entry of an item stands beside its dash.
        match below.strip_prefix('\n') {
            Some(entries) => {
                text.push(' ');
                text.push_str(entries.trim_start_matches(' '));
            }
            None => text.push_str(&below),
        }
    }
}

fn map(entries: &serde_json::Map<String, Value>, indent: usize, text: &mut String) {
    for (key, value) in entries {
        text.push_str(&" ".repeat(indent));
        text.push_str(&quoted(key));
        text.push(':');
        // A list under a key needs no deeper indentation.
        let deeper = if value.is_array() { indent } else { indent + 2 };
        block(value, deeper, text);
    }
}

/// A scalar, or a list or mapping without entries.
fn line(data: &Value, indent: usize) -> String {
    match data {
        Value::String(text) if is_page(text) => {
            let mark = match text.strip_suffix('\n') {
                None => "|-",
                Some(rest) if rest.ends_with('\n') => "|+",
                Some(_) => "|",
            };
            let before = " ".repeat(indent.max(2));
            let mut page = mark.to_owned();
            for line in text.strip_suffix('\n').unwrap_or(text).split('\n') {
                page.push('\n');
                if !line.is_empty() {
                    page.push_str(&before);
                    page.push_str(line);
                }
            }
            page
        }
        Value::String(text) => quoted(text),
        other => other.to_string(),
    }
}

/// Whether a text of several lines can be written line by line.
fn is_page(text: &str) -> bool {
    text.contains('\n')
        && !text.starts_with([' ', '\n'])
        && !text.chars().any(|c| c != '\n' && !(' '..='~').contains(&c))
}

/// A text without quotes, if nobody can take it for anything else.
fn quoted(text: &str) -> String {
    const WORDS: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];
    let plain = |c: char| c.is_ascii_alphanumeric() || " /._,()@-".contains(c);
    let safe = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(plain)
        && !text.ends_with(' ')
        && !WORDS.contains(&text.to_ascii_lowercase().as_str());
    match safe {
        true => text.to_owned(),
        // A string of JSON is one of YAML.
        false => serde_json::to_string(text).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn words_that_yaml_takes_for_booleans_are_quoted() {
        let data = json!([{ "id": "BG-chain", "choices": ["yes", "no", "once each"], "n": 3 }]);
        let text = yaml(&data);
        assert_eq!(
            text,
            "- choices:\n  - \"yes\"\n  - \"no\"\n  - once each\n  id: BG-chain\n  \"n\": 3\n"
        );
    }

    #[test]
    fn what_is_written_reads_back() {
        let data = json!({
            "text": "a page\n\n  of lines\n", "open": "two\nlines", "more": "x\n\n", "hex": "1112",
            "none": null, "empty": [], "bare": {}, "odd": " x: #\u{7}", "on": { "no": [[1, "2-1"], []] },
            "list": [{ "page": "a\nb\n", "deep": { "page": "c\nd\n" } }, "e\nf\n"],
        });
        let back: Value = serde_yaml::from_str(&yaml(&data)).expect("YAML");
        assert_eq!(back, data, "{}", yaml(&data));
    }
}
