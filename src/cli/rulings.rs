use super::shell::{Answer, Failure};
use crate::games::RULINGS;
use serde_json::json;

/// Lists every open reading of the rules: id, question, choices, default, why.
#[derive(clap::Args, Debug)]
pub struct Rulings {
    /// Only ids that begin with this
    prefix: Option<String>,
}

impl Rulings {
    pub fn run(&self) -> Result<Answer, Failure> {
        let prefix = self.prefix.clone().unwrap_or_default().to_ascii_lowercase();
        let chosen = RULINGS.iter().filter(|r| r.id.to_ascii_lowercase().starts_with(&prefix));
        let mut text = String::new();
        let mut data = Vec::new();
        for ruling in chosen {
            let choices = ruling.choices.join(", ");
            text.push_str(&format!("{} ({})\n", ruling.id, ruling.rule));
            for line in [
                ruling.question.to_owned(),
                format!("choices: {choices}; the first is the default"),
                ruling.why.to_owned(),
            ] {
                let line = crate::play::view::Line::fact(1, line);
                text.push_str(&crate::report::text::lines(&[line]));
            }
            data.push(json!({
                "id": ruling.id, "rule": ruling.rule, "question": ruling.question,
                "choices": ruling.choices, "why": ruling.why,
            }));
        }
        if data.is_empty() {
            let prefix = self.prefix.as_deref().unwrap_or_default();
            let text =
                format!("no ruling begins with `{prefix}`; `provost rulings` lists them all");
            return Err(Failure::none(text));
        }
        Ok(Answer::done(text, json!(data)))
    }
}
