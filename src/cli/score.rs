use super::shell::{Answer, Failure, Shell};
use crate::document::{Node, write};
use crate::play::view::{Kind, Line};
use crate::points::result::{Game, Rules};
use crate::points::table::Seat;
use crate::points::tell;
use crate::report::csv::csv;
use crate::report::text;
use crate::rule::Rule;
use crate::store::Stored;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Divides the 20 battle points of one game.
///
/// Takes a result file, as in examples/tournament, or the numbers themselves:
///
///   provost score --army 4500 --points 2450 1200 --secondary first
///
/// The difference of victory points is compared as a share of the army points,
/// exactly. With `--simplified`, or `rules: simplified` in the file, the result
/// is a draw, a win or a massacre.
#[derive(clap::Args, Debug)]
#[command(
    verbatim_doc_comment,
    override_usage = "provost score [OPTIONS] FILE | --army N --points FIRST SECOND"
)]
pub struct Score {
    /// The result file; `-` is standard input
    #[arg(required_unless_present = "army", conflicts_with_all = ["army", "points", "secondary", "simplified"])]
    file: Option<PathBuf>,
    /// Army points of each side
    #[arg(long, value_name = "N", requires = "points", allow_hyphen_values = true)]
    army: Option<String>,
    /// Victory points of both players
    #[arg(long, num_args = 2, value_names = ["FIRST", "SECOND"], requires = "army", allow_hyphen_values = true)]
    points: Vec<String>,
    /// Who won the secondary objective
    #[arg(long, value_enum, value_name = "WHO", requires = "army")]
    secondary: Vec<Secondary>,
    /// Uses the optional simplified rules
    #[arg(long, requires = "army")]
    simplified: bool,
}

/// Who won the secondary objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Secondary {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Nobody.
    Draw,
}

impl Score {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let file = match &self.file {
            Some(path) if path.is_dir() => {
                let path = path.display();
                return Err(Failure::could_not(format!(
                    "{path} is a folder: `score` takes the result file of one game; \
                     `provost standings {path}` makes the table of all of them"
                )));
            }
            Some(path) => shell.read(path)?,
            None => Stored { name: "command line".to_owned(), text: self.as_file() },
        };
        let game = Game::read(&file.text).map_err(|all| shell.refused(&file, &all))?;
        let mut lines = Vec::new();
        if self.file.is_some() {
            let table = game.table.map_or_else(String::new, |table| format!(", table {table}"));
            let heading = format!("{}, round {}{table}", game.tournament.text, game.round);
            lines.push(Line::new(Kind::Heading, 0, heading));
        }
        lines.extend(tell::score(&game));
        let mut data = described(&game);
        if self.file.is_none() {
            // Neither was said.
            for key in ["tournament", "round", "table"] {
                data.as_object_mut().map(|data| data.remove(key));
            }
        }
        Ok(Answer::done(text::lines(&lines), data).csv(rows(&game)))
    }

    /// The result file that the options stand for, so that there is one reader and one set of
    /// refusals.
    fn as_file(&self) -> String {
        let says = |whose: Secondary| {
            let named = |who| self.secondary.contains(&who);
            let drawn = named(Secondary::Draw).then_some("drawn");
            if named(whose) { Some("won") } else { drawn }
        };
        let players = [("First", Secondary::First), ("Second", Secondary::Second)];
        let players = players.into_iter().enumerate().map(|(at, (name, whose))| {
            let points = self.points.get(at).map_or("", String::as_str);
            let mut player = vec![("name", name), ("victory points", points)];
            player.extend(says(whose).map(|word| ("secondary", word)));
            Node::map(player.into_iter().map(|(key, word)| (key, Node::text(word))))
        });
        let rules = if self.simplified { Rules::Simplified } else { Rules::Standard };
        write::document(&Node::map([
            ("result", Node::text("command line")),
            ("round", Node::text("1")),
            ("rules", Node::text(rules.word())),
            ("army points", Node::text(self.army.clone().unwrap_or_default())),
            ("players", Node::list(players)),
        ]))
    }
}

/// A game for programs.
pub fn described(game: &Game) -> Value {
    let numbers = |rules: Vec<Rule>| -> Vec<String> {
        rules.iter().map(|rule| rule.number().to_owned()).collect()
    };
    let players = Seat::BOTH.map(|seat| {
        json!({
            "name": game.name(seat),
            "victory_points": seat.of(&game.tally.victory_points),
            "secondary": secondary(game, seat),
            points_word(game.rules): seat.of(&game.points()),
            "result": word(game, seat),
        })
    });
    let mut data = json!({
        "tournament": game.tournament.text.as_str(),
        "round": game.round,
        "table": game.table,
        "rules": game.rules.word(),
        "army_points": game.tally.army_points,
        "difference": game.tally.difference(),
        "players": players,
        "winner": game.winner().map(|seat| game.name(seat)),
        "cited": numbers(tell::cited(game)),
    });
    match game.rules {
        Rules::Standard => data["band"] = json!(game.tally.band().sign()),
        Rules::Simplified => {
            let [first, second] = game.tally.fifths();
            // Fifths, so that a program need not read a decimal.
            data["difference_in_fifths"] = json!(first.abs_diff(second));
            data["verdict"] = json!(game.tally.verdict().word());
        }
    }
    data
}

/// What points of a table are called: the simplified rules give none by themselves.
fn points_word(rules: Rules) -> &'static str {
    match rules {
        Rules::Standard => "battle_points",
        Rules::Simplified => "table_points",
    }
}

fn secondary(game: &Game, seat: Seat) -> &'static str {
    match game.tally.secondary {
        Some(winner) if winner == seat => "won",
        Some(_) => "lost",
        None => "drawn",
    }
}

/// `win`, `massacre`, `draw` or `loss`.
fn word(game: &Game, seat: Seat) -> &'static str {
    match game.winner() {
        None => "draw",
        Some(winner) if winner != seat => "loss",
        Some(_) if game.rules == Rules::Simplified => game.tally.verdict().word(),
        Some(_) => "win",
    }
}

/// A row for each player.
fn rows(game: &Game) -> String {
    let heads = ["player", "victory_points", "secondary", points_word(game.rules), "result"];
    let row = |seat: Seat| {
        [
            game.name(seat).to_owned(),
            seat.of(&game.tally.victory_points).to_string(),
            secondary(game, seat).to_owned(),
            seat.of(&game.points()).to_string(),
            word(game, seat).to_owned(),
        ]
    };
    let [first, second] = Seat::BOTH.map(row);
    csv([heads.map(str::to_owned), first, second])
}
