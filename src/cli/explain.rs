use super::shell::{Answer, Failure, Shell};
use crate::play::view::Line;
use crate::report::text;
use crate::store::Stored;
use serde_json::json;

/// Explains a rule, a path, an attack, or where a unit could retreat.
///
///   provost explain 8.52
///   provost explain FR 19.13
///   provost explain path Cobb: 1213 1313
///   provost explain attack 1011 by Cobb, Ransom
///   provost explain retreat Cobb
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Explain {
    /// A rule's number, or `path`, `attack`, `retreat` and what to look at
    #[arg(required = true)]
    what: Vec<String>,
}

impl Explain {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let (first, rest) = self.what.split_first().map_or(("", &[][..]), |(f, r)| (f.as_str(), r));
        let rest = rest.join(" ");
        match first {
            "path" => self.orders(shell, format!("move:\n- {rest}\n"), What::Path),
            "attack" => {
                let (hexes, by) = rest.split_once(" by ").ok_or_else(|| {
                    Failure::could_not("write `explain attack 1011 by Cobb, Ransom`")
                })?;
                self.orders(shell, format!("attack:\n- at: {hexes}\n  by: {by}\n"), What::Attack)
            }
            "retreat" => self.orders(shell, format!("move:\n- {rest}: hold\n"), What::Retreat),
            _ => rule(&self.what.join(" ")),
        }
    }

    /// Reads a line as if it stood in the orders that are awaited, and looks at it.
    fn orders(&self, shell: &Shell, body: String, what: What) -> Result<Answer, Failure> {
        let campaign = shell.open()?;
        let replay = campaign.replay();
        let game = replay.game();
        let state = replay.shown();
        let awaited = game.awaited(&state);
        let side = awaited.side.unwrap_or_else(|| game.sides()[0].to_owned());
        let head = format!(
            "orders: {} turn {} {side}\nposition: {}\n",
            replay.terms().title,
            awaited.turn,
            replay.label()
        );
        let file = Stored { name: "explain".to_owned(), text: head + &body };
        let lines = game.open_orders(&file.text).and_then(|open| match what {
            What::Path => game.explain_path(&state, &open),
            What::Attack => game.explain_attack(&state, &open),
            What::Retreat => game.explain_retreat(&state, &open),
        });
        match lines {
            Ok(lines) => Ok(answer(lines)),
            Err(all) => Err(shell.refused(&file, &all)),
        }
    }
}

#[derive(Clone, Copy)]
enum What {
    Path,
    Attack,
    Retreat,
}

fn answer(lines: Vec<Line>) -> Answer {
    let data = json!(lines.iter().map(|l| &l.text).collect::<Vec<_>>());
    Answer::done(text::lines(&lines), data)
}

fn rule(number: &str) -> Result<Answer, Failure> {
    let lines = crate::games::explain_rule(number);
    if lines.is_empty() {
        return Err(Failure::could_not(format!(
            "no rule `{number}`; write `8.52`, `BG 8.52`, `FR 19.13`, or see `provost rulings`"
        )));
    }
    Ok(answer(lines))
}
