use super::score::described;
use super::shell::{Answer, Exit, Failure, Shell};
use crate::document::Diagnostic;
use crate::play::view::Line;
use crate::points::rating::START;
use crate::points::result::Game;
use crate::points::standings::{Row, Tournament};
use crate::points::tell;
use crate::report::csv::csv;
use crate::report::wrap::plain;
use crate::report::{diagnostics, text};
use crate::store::Stored;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Makes the table of a tournament from a folder of result files.
///
/// Every `*.yaml` in the folder and below it is the result of one game; nothing is made of any if
/// one of them is refused. The table goes by points, wins, points of all opponents, the games among
/// those who are still level, and names. Ratings change as AREA's do.
#[derive(clap::Args, Debug)]
pub struct Standings {
    /// The folder
    folder: PathBuf,
    /// Rating of players whose files state none
    #[arg(long, value_name = "N", default_value_t = START, value_parser = clap::value_parser!(i64).range(1..=20_000))]
    start: i64,
}

impl Standings {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let files = self.files(shell)?;
        let mut complaints: Vec<(usize, Diagnostic)> = Vec::new();
        let mut read: Vec<(usize, Game)> = Vec::new();
        for (at, file) in files.iter().enumerate() {
            match Game::read(&file.text) {
                Ok(game) => read.push((at, game)),
                Err(all) => complaints.extend(all.into_iter().map(|complaint| (at, complaint))),
            }
        }
        let games: Vec<(&str, Game)> =
            read.iter().map(|(at, game)| (files[*at].name.as_str(), game.clone())).collect();
        let tournament = Tournament::of(&games).map_err(|all| {
            complaints.extend(all.into_iter().map(|(n, complaint)| (read[n].0, complaint)));
        });
        let (Ok(tournament), true) = (tournament, complaints.is_empty()) else {
            return Err(refused(shell, &files, &complaints));
        };
        let rows = tournament.table(self.start);
        let rated = tournament.rated(self.start);
        let mut below = tell::below_table(&tournament, &rows);
        if rows.iter().any(|row| plain(&row.name) != row.name) {
            let text = "Names are in plain letters here; `--format csv` has them as they are";
            below.push(Line::fact(0, text));
        }
        let mut printed = text::table(&tell::table(&tournament, &rows), &below);
        printed.push('\n');
        printed.push_str(&text::lines(&tell::games(&rated)));
        let games = rated.iter().map(|(game, rated)| {
            let mut data = described(game);
            data["ratings_before"] = json!(rated.before);
            data["rating_changes"] = json!(rated.change);
            data.as_object_mut().map(|data| data.remove("tournament"));
            data
        });
        let data = json!({
            "tournament": tournament.name,
            "rules": tournament.rules.word(),
            "rounds": tournament.games.last().map_or(0, |game| game.round),
            "players": rows.iter().map(row_data).collect::<Vec<_>>(),
            "games": games.collect::<Vec<_>>(),
        });
        Ok(Answer::done(printed, data).csv(spreadsheet(&rows)))
    }

    /// The result files, in the order of their names.
    fn files(&self, shell: &Shell) -> Result<Vec<Stored>, Failure> {
        let mut paths = Vec::new();
        let folder = self.folder.display();
        if self.folder.is_file() {
            return Err(Failure::could_not(format!(
                "{folder} is a file: `standings` takes the folder of all result files; \
                 `provost score {folder}` tells one game"
            )));
        }
        let mut left = MOST;
        gather(&self.folder, &mut paths, &mut left)?;
        paths.sort();
        let wanted = "a result file is a `*.yaml` with a line `result: NAME OF THE TOURNAMENT`";
        if left == 0 {
            return Err(Failure::could_not(format!(
                "more than {MOST} files and folders are in {folder}; name the folder of the \
                 result files alone ({wanted})"
            )));
        }
        if paths.is_empty() {
            return Err(Failure::could_not(format!("no *.yaml in {folder}; {wanted}")));
        }
        let files = paths.iter().map(|path| shell.read(path));
        let files: Vec<Stored> = files.collect::<Result<_, _>>()?;
        let is_result = |file: &Stored| file.text.lines().any(|line| line.starts_with("result:"));
        if !files.iter().any(is_result) {
            let n = files.len();
            let looked = if n == 1 { "file is" } else { "files are" };
            return Err(Failure::could_not(format!(
                "no result file in {folder}: {n} *.yaml {looked} there, and none is one; {wanted}"
            )));
        }
        Ok(files)
    }
}

/// As many files and folders are looked at: no tournament has more, a wrong folder soon has.
const MOST: usize = 5_000;

/// Every YAML file of a folder; hidden ones and links are passed over. Stops when as many files and
/// folders as are `left` have been seen.
fn gather(folder: &Path, paths: &mut Vec<PathBuf>, left: &mut usize) -> Result<(), Failure> {
    let failed =
        |e: std::io::Error| Failure::could_not(format!("cannot read {}: {e}", folder.display()));
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        *left = left.saturating_sub(1);
        if *left == 0 {
            return Ok(());
        }
        let hidden = path.file_name().is_some_and(|n| n.to_string_lossy().starts_with('.'));
        if hidden || path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            gather(&path, paths, left)?;
        } else if path.extension().is_some_and(|e| e == "yaml" || e == "yml") {
            paths.push(path);
        }
    }
    Ok(())
}

/// Everything that is wrong with any of the files.
fn refused(shell: &Shell, files: &[Stored], complaints: &[(usize, Diagnostic)]) -> Failure {
    let mut blocks = Vec::new();
    let mut entries = Vec::new();
    for (at, file) in files.iter().enumerate() {
        let own: Vec<Diagnostic> =
            complaints.iter().filter(|(n, _)| *n == at).map(|(_, c)| c.clone()).collect();
        if !own.is_empty() {
            blocks.push(shell.render(file, &own));
            if let Value::Array(own) = shell.entries(file, &own) {
                entries.extend(own);
            }
        }
    }
    let all: Vec<Diagnostic> = complaints.iter().map(|(_, c)| c.clone()).collect();
    let summary = diagnostics::summary(&all).unwrap_or_default();
    Failure {
        text: format!("{}\n{summary}; no table is made\n", blocks.join("\n")),
        data: json!({ "diagnostics": entries }),
        exit: Exit::Refused,
    }
}

fn row_data(row: &Row) -> Value {
    json!({
        "rank": row.rank,
        "name": row.name,
        "games": row.games,
        "wins": row.wins,
        "massacres": row.massacres,
        "draws": row.draws,
        "losses": row.losses,
        "points": row.points,
        "opponents": row.opponents,
        "among_level": row.among_level,
        "rating_before": row.rating_before,
        "rating_change": row.rating_after - row.rating_before,
        "rating_after": row.rating_after,
    })
}

fn spreadsheet(rows: &[Row]) -> String {
    let heads = [
        "rank",
        "name",
        "games",
        "wins",
        "massacres",
        "draws",
        "losses",
        "points",
        "opponents",
        "among_level",
        "rating_before",
        "rating_change",
        "rating_after",
    ];
    let cells = |row: &Row| {
        vec![
            row.rank.to_string(),
            row.name.clone(),
            row.games.to_string(),
            row.wins.to_string(),
            row.massacres.to_string(),
            row.draws.to_string(),
            row.losses.to_string(),
            row.points.to_string(),
            row.opponents.to_string(),
            row.among_level.map_or_else(String::new, |points| points.to_string()),
            row.rating_before.to_string(),
            (row.rating_after - row.rating_before).to_string(),
            row.rating_after.to_string(),
        ]
    };
    let heads = heads.map(str::to_owned).to_vec();
    csv(std::iter::once(heads).chain(rows.iter().map(cells)))
}
