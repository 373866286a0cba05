use super::shell::{Answer, Failure, Shell};
use crate::document::{Diagnostic, Span};
use crate::games::{Ask, Question};
use crate::play::view::Line;
use crate::report::text;
use crate::store::Stored;
use serde_json::json;
use std::path::PathBuf;

/// Explains a rule, a path, an attack, or where a unit could retreat.
///
///   provost explain 8.52
///   provost explain FR 19.13
///   provost explain 8
///   provost explain FR 18
///   provost explain BG-chain
///   provost explain D-1
///   provost explain zone of control
///
/// In a campaign, for units of either side:
///
///   provost explain path 'Cobb: 1212'
///   provost explain path '1/II: 1010 1011'
///   provost explain retreat Cobb
///   provost explain attack 1112 by 1/II --move '1/II: 1010 1011'
///
/// `--orders FILE` looks at the position after the moves of that file,
/// `--move LINE` after one more move, of the side that is asked about.
#[derive(clap::Args, Debug)]
#[command(verbatim_doc_comment)]
pub struct Explain {
    /// A number, a chapter, a ruling, a default, a term; or `path`, `attack`, `retreat` and what to
    /// look at
    #[arg(required = true)]
    what: Vec<String>,
    /// Look at the position after the moves of this file of orders; `-` is standard input
    #[arg(long, value_name = "FILE")]
    orders: Option<PathBuf>,
    /// Look at the position after this move, as orders have it: `1/II: 1010 1011`
    #[arg(long = "move", value_name = "LINE")]
    moves: Vec<String>,
    /// Whose units are named, where both sides have units of that name
    #[arg(long)]
    side: Option<String>,
}

impl Explain {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let (first, rest) = self.what.split_first().map_or(("", &[][..]), |(f, r)| (f.as_str(), r));
        let rest = rest.join(" ");
        match first {
            "path" if !rest.is_empty() => self.asked(shell, Ask::Path, &rest),
            "retreat" if !rest.is_empty() => self.asked(shell, Ask::Retreat, &rest),
            "attack" if rest.contains(" by ") => self.asked(shell, Ask::Attack, &rest),
            "path" => Err(Failure::could_not("write `explain path 'Cobb: 1212'`")),
            "attack" => Err(Failure::could_not("write `explain attack 1011 by Cobb, Ransom`")),
            "retreat" => Err(Failure::could_not("write `explain retreat Cobb`")),
            _ => {
                let words = self.what.join(" ");
                let points = crate::points::rulebook::explain(&words);
                if !points.is_empty() {
                    return Ok(answer(points));
                }
                let lines = crate::games::explain_rule(&words);
                lines.map(answer).map_err(Failure::could_not)
            }
        }
    }

    /// Reads lines as if they stood in orders, and looks at them.
    fn asked(&self, shell: &Shell, what: Ask, rest: &str) -> Result<Answer, Failure> {
        let campaign = shell.open_ahead()?;
        let replay = campaign.replay();
        let game = replay.game();
        let state = match &self.orders {
            None => replay.shown(),
            Some(path) => {
                let file = shell.read(path)?;
                campaign
                    .after_moves(&file.text)
                    .map_err(|trouble| shell.trouble(trouble, Some(&file)))?
            }
        };
        let awaited = game.awaited(&state);
        let side = match &self.side {
            Some(side) => Some(known_side(&game.sides(), side)?),
            None => None,
        };
        let mut typed = Typed::head(&format!(
            "orders: {} turn {} {}\nposition: {}\n",
            replay.terms().title,
            awaited.turn,
            side.or(awaited.side.as_deref()).unwrap_or(game.sides()[0]),
            replay.label()
        ));
        let mut moves: Vec<(String, &str)> =
            self.moves.iter().map(|line| ("--move".to_owned(), line.as_str())).collect();
        let name = format!("explain {}", what.word());
        match (what, rest.split_once(" by ")) {
            (Ask::Path, _) => moves.push((name, rest)),
            (Ask::Retreat, _) => {
                typed.line("retreat:");
                let mut at = 0;
                for unit in rest.split(',') {
                    typed.part("- ", (&name, rest), at, unit.trim_start(), ": ask");
                    at += unit.len() + 1;
                }
            }
            (Ask::Attack, Some((hexes, by))) => {
                typed.line("attack:");
                typed.part("- at: ", (&name, rest), 0, hexes, "");
                typed.part("  by: ", (&name, rest), hexes.len() + " by ".len(), by, "");
            }
            (Ask::Attack, None) => {}
        }
        if !moves.is_empty() {
            typed.line("move:");
        }
        for (name, line) in &moves {
            typed.part("- ", (name, line), 0, line, "");
        }
        let lines = game.open_orders(&typed.text).and_then(|open| {
            let planned = self.moves.len();
            game.explain(&state, &Question { what, file: &open, planned, side })
        });
        lines.map(answer).map_err(|all| typed.refused(shell, all))
    }
}

/// Arguments as the lines of orders that they stand for; each complaint about these is one about
/// an argument.
struct Typed {
    text: String,
    /// By line of the text: the argument's name and text, and how far to the right of its place in
    /// the argument a word of it stands in the line.
    arguments: Vec<Option<(Stored, i64)>>,
}

impl Typed {
    fn head(text: &str) -> Typed {
        Typed { text: text.to_owned(), arguments: text.lines().map(|_| None).collect() }
    }

    /// A line that nobody has typed.
    fn line(&mut self, text: &str) {
        self.text += &format!("{text}\n");
        self.arguments.push(None);
    }

    /// A line with a part of an argument, which ends at `at + part.len()` or before.
    fn part(&mut self, before: &str, whole: (&str, &str), at: usize, part: &str, after: &str) {
        let (name, argument) = whole;
        let lead = argument.get(at..).and_then(|rest| rest.find(part)).unwrap_or(0);
        let column = argument.get(..at + lead).map_or(0, |text| text.chars().count());
        self.text += &format!("{before}{part}{after}\n");
        let stored = Stored { name: name.to_owned(), text: argument.to_owned() };
        self.arguments.push(Some((stored, before.len() as i64 - column as i64)));
    }

    /// The complaints, each at its place in the argument that it is about.
    fn refused(&self, shell: &Shell, all: Vec<Diagnostic>) -> Failure {
        let mut by_argument: Vec<(Stored, Vec<Diagnostic>)> = Vec::new();
        for mut complaint in all {
            let line = (complaint.span.line as usize).checked_sub(1);
            let found = line.and_then(|line| self.arguments.get(line)).and_then(Option::as_ref);
            let file = match found {
                Some((file, shift)) => {
                    let column = i64::from(complaint.span.column) - shift;
                    complaint.span.line = 1;
                    complaint.span.column = u32::try_from(column).unwrap_or(1).max(1);
                    file.clone()
                }
                None => {
                    complaint.span = Span::NONE;
                    Stored { name: "explain".to_owned(), text: String::new() }
                }
            };
            match by_argument.iter_mut().find(|(known, _)| *known == file) {
                Some((_, own)) => own.push(complaint),
                None => by_argument.push((file, vec![complaint])),
            }
        }
        shell.refused_together(&by_argument)
    }
}

/// The side of a word, as files name it.
fn known_side(sides: &[&'static str; 2], word: &str) -> Result<&'static str, Failure> {
    let known = sides.iter().find(|side| side.eq_ignore_ascii_case(word)).copied();
    known.ok_or_else(|| {
        Failure::could_not(format!("no side `{word}`: write {}", sides.join(" or ")))
    })
}

fn answer(lines: Vec<Line>) -> Answer {
    let data = json!(lines.iter().map(|l| &l.text).collect::<Vec<_>>());
    Answer::done(text::lines(&lines), data)
}
