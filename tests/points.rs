//! Battle points, standings and ratings, as a person meets them.
//!
//! - `tests/points/cases`: what a tally comes to, `ARMY: FIRST SECOND [who] = result`, by rule.
//! - `tests/points/refusals`: a result file as somebody typed it, and what `score` says of it.
//! - `tests/points/standings`: a folder of results each, and what `standings` prints (text and csv).
//!
//! `UPDATE=1 cargo test --test points` writes the texts anew; read them aloud.

use provost::document::{Node, read};
use provost::points::result::Game;
use provost::points::rulebook::RULEBOOK;
use provost::points::standings::Tournament;
use provost::points::table::{Seat, Tally, Verdict};
use provost::rule::Keeper;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/points")
}

fn provost(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_provost"))
        .current_dir(root())
        .env_remove("NO_COLOR")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

fn told(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    String::from_utf8_lossy(out).into_owned() + &String::from_utf8_lossy(err)
}

fn json(arguments: &[&str]) -> serde_json::Value {
    let output = provost(&[arguments, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", told(&output)))
}

/// What is in a folder, by name; files of an ending, or folders.
fn within(folder: &str, ending: Option<&str>) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder is there").flatten();
    let mut found: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| match ending {
            Some(ending) => path.extension().is_some_and(|e| e == ending),
            None => path.is_dir(),
        })
        .collect();
    found.sort();
    assert!(!found.is_empty(), "{folder}");
    found
}

fn name(path: &Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

/// A text that was written down before; `UPDATE` writes it.
fn as_written(path: &Path, found: &str, wrong: &mut Vec<String>) {
    if std::env::var_os("UPDATE").is_some() {
        fs::write(path, found).expect("a file");
    }
    let wanted = fs::read_to_string(path).unwrap_or_default();
    if wanted != found {
        wrong.push(format!("{}\nexpected:\n{wanted}\nfound:\n{found}", path.display()));
    }
    for line in found.lines().filter(|line| !line.contains(" | ")) {
        if line.chars().count() > 72
            && !line.contains("-->")
            && path.extension().is_some_and(|e| e == "txt")
        {
            wrong.push(format!("{}: longer than 72: {line}", path.display()));
        }
    }
}

fn parse(path: &Path) -> Node {
    let text = fs::read_to_string(path).expect("a text");
    read::parse(&text, read::Limits::RECORD)
        .unwrap_or_else(|e| panic!("{}: {e:#?}", path.display()))
}

fn all_right(wrong: &[String]) {
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// `4500: 226 0 second = 8 12`
fn played(army: &str, line: &str) -> Result<(), String> {
    let (given, wanted) = line.split_once(" = ").ok_or("no result")?;
    let words: Vec<&str> = given.split(' ').collect();
    let number = |word: &str| word.parse::<u32>().map_err(|e| format!("{word}: {e}"));
    let secondary = match words.get(2) {
        None | Some(&"drawn") => None,
        Some(&"first") => Some(Seat::First),
        Some(&"second") => Some(Seat::Second),
        Some(word) => return Err(format!("who is {word}?")),
    };
    let victory_points = [number(words[0])?, number(words[1])?];
    let tally = Tally { army_points: number(army)?, victory_points, secondary };
    let verdict = tally.verdict();
    let found = if wanted.starts_with("table") {
        let [first, second] = Seat::BOTH.map(|seat| verdict.points(seat));
        format!("table {first} {second}")
    } else if wanted.starts_with(|c: char| c.is_ascii_digit()) {
        let [first, second] = tally.battle_points();
        let ahead =
            [(first > second).then_some(Seat::First), (second > first).then_some(Seat::Second)];
        assert_eq!(tally.winner(), ahead[0].or(ahead[1]), "{army}: {line}");
        format!("{first} {second}")
    } else {
        let who = |seat| if seat == Seat::First { "first" } else { "second" };
        match verdict {
            Verdict::Draw => "draw".to_owned(),
            Verdict::Win(seat) => format!("win {}", who(seat)),
            Verdict::Massacre(seat) => format!("massacre {}", who(seat)),
        }
    };
    if found == wanted { Ok(()) } else { Err(format!("comes to {found}")) }
}

#[test]
fn cases_come_to_what_the_rules_say() {
    let mut wrong = Vec::new();
    for path in within("cases", Some("yaml")) {
        let case = parse(&path);
        for score in case.get("scores").and_then(Node::as_list).expect("scores") {
            for (army, line) in score.as_map().expect("ARMY: ...") {
                let line = line.as_text().expect("a line");
                if let Err(why) = played(&army.text, line) {
                    wrong.push(format!("{}: {}: {line}: {why}", name(&path), army.text));
                }
            }
        }
    }
    all_right(&wrong);
}

#[test]
fn refusals_say_what_was_read_and_what_would_be_right() {
    let mut wrong = Vec::new();
    for path in within("refusals", Some("yaml")) {
        let file = format!("refusals/{}", name(&path));
        let output = provost(&["score", &file]);
        if code(&output) != 1 || !output.stdout.is_empty() {
            wrong.push(format!("{file}: exit code {}", code(&output)));
        }
        let found = String::from_utf8_lossy(&output.stderr).into_owned();
        as_written(&path.with_extension("txt"), &found, &mut wrong);
        let data = json(&["score", &file]);
        let entries = data["diagnostics"].as_array().expect("diagnostics");
        if entries.is_empty() || entries.iter().any(|entry| entry["line"].as_u64().is_none()) {
            wrong.push(format!("{file}: a complaint without a place"));
        }
        // Spreadsheets get no table of a refused file.
        let csv = provost(&["score", &file, "--format", "csv"]);
        if !csv.stdout.is_empty() || csv.stderr != output.stderr {
            wrong.push(format!("{file}: csv differs from the text"));
        }
    }
    all_right(&wrong);
}

#[test]
fn tables_of_folders_are_as_written() {
    let mut wrong = Vec::new();
    for path in within("standings", None) {
        let folder = format!("standings/{}", name(&path));
        let output = provost(&["standings", &folder]);
        let refused = name(&path).starts_with("refused-");
        if code(&output) != i32::from(refused) {
            wrong.push(format!("{folder}: exit code {}", code(&output)));
        }
        as_written(&path.with_extension("txt"), &told(&output), &mut wrong);
        if !refused {
            let csv = told(&provost(&["standings", &folder, "--format", "csv"]));
            as_written(&path.with_extension("csv"), &csv, &mut wrong);
        }
    }
    all_right(&wrong);
}

#[test]
fn the_example_is_as_the_readme_shows_it() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/tournament");
    let mut wrong = Vec::new();
    let output = provost(&["standings", &example.to_string_lossy()]);
    assert_eq!(code(&output), 0, "{}", told(&output));
    let text = told(&output);
    as_written(&example.join("standings.txt"), &text, &mut wrong);
    all_right(&wrong);
    let readme = include_str!("../README.md");
    let table: Vec<&str> = text.lines().take(7).collect();
    assert!(readme.contains(&table.join("\n")), "README.md does not show\n{}", table.join("\n"));
}

/// Whatever the files are called and in whatever order they come, the table is the same.
#[test]
fn the_order_of_files_does_not_matter() {
    let folder = root().join("standings/one-decides-among-level");
    let mut texts: Vec<String> = fs::read_dir(&folder)
        .expect("a folder")
        .flatten()
        .map(|entry| fs::read_to_string(entry.path()).expect("a text"))
        .collect();
    texts.sort();
    let expected = told(&provost(&["standings", "standings/one-decides-among-level"]));
    let mut tables = BTreeSet::new();
    for turn in 0..texts.len() {
        texts.rotate_left(1);
        if turn % 2 == 0 {
            texts.swap(0, 3);
        }
        let games: Vec<(String, Game)> = texts
            .iter()
            .enumerate()
            .map(|(at, text)| (format!("{at}.yaml"), Game::read(text).expect("a result")))
            .collect();
        let games: Vec<(&str, Game)> =
            games.iter().map(|(name, game)| (name.as_str(), game.clone())).collect();
        let tournament = Tournament::of(&games).expect("they fit");
        tables.insert(format!("{:?} {:?}", tournament.table(5000), tournament.rated(5000)));
        let home = tempfile::tempdir().expect("a folder");
        for (at, text) in texts.iter().enumerate() {
            let folder = home.path().join(if at % 2 == 0 { "even" } else { "odd" });
            fs::create_dir_all(&folder).expect("a folder");
            fs::write(folder.join(format!("{at}.yaml")), text).expect("a file");
        }
        fs::write(home.path().join("notes.txt"), "not a result").expect("a file");
        let found = told(&provost(&["standings", &home.path().to_string_lossy()]));
        assert_eq!(found, expected);
    }
    assert_eq!(tables.len(), 1);
}

#[test]
fn numbers_may_be_typed_on_the_command_line() {
    let output =
        provost(&["score", "--army", "4500", "--points", "2450", "1200", "--secondary", "first"]);
    assert_eq!(code(&output), 0);
    let expected = "First 2450, Second 1200 of 4500 army points\n\
                    Difference 1250, over 20% to 30%: 13 to 7 for First (BP 1.4)\n\
                    Secondary objective: First +3, Second -3 (BP 2.1, BP 2.2)\n\
                    First 16, Second 4: First wins (BP 4.3)\n";
    assert_eq!(told(&output), expected);
    let csv = told(&provost(&["score", "--army", "37", "--points", "2", "0", "--format", "csv"]));
    let expected = "player,victory_points,secondary,battle_points,result\n\
                    First,2,drawn,11,win\nSecond,0,drawn,9,loss\n";
    assert_eq!(csv, expected);
    let simplified =
        ["score", "--army", "37", "--points", "3", "0", "--secondary", "second", "--simplified"];
    let text = told(&provost(&simplified));
    assert!(text.contains("Secondary objective: Second +7.4; 3 to 7.4 (BP 3.1)"), "{text}");
    assert!(text.contains("Difference 4.4, 10% to 50%: Second wins (BP 3.3)"), "{text}");
    let data = json(&simplified);
    assert_eq!(data["verdict"], "win");
    assert_eq!(data["difference_in_fifths"], 22);
    assert_eq!(data["players"][0]["table_points"], 0);
    assert!(data.get("tournament").is_none());
}

#[test]
fn wrong_numbers_on_the_command_line_are_refused_with_their_rule() {
    let both = ["--secondary", "first", "--secondary", "second"];
    let all: [(&[&str], &str); 7] = [
        (&["--army", "4500", "--points", "-1", "0"], "(BP 4.1)"),
        (&["--army", "4500", "--points", "0", "4501"], "(BP 4.1)"),
        (&["--army", "4500", "--points", "1.5", "0"], "(BP 4.1)"),
        (&["--army", "-4500", "--points", "1", "0"], "(BP 4.0)"),
        (&["--army", "0", "--points", "0", "0"], "(BP 4.0)"),
        (&["--army", "9\nround: 2", "--points", "0", "0"], "(BP 4.0)"),
        (&["--army", "4500", "--points", "1", "0"], "(BP 4.2)"),
    ];
    for (at, (arguments, rule)) in all.into_iter().enumerate() {
        let both: &[&str] = if at == 6 { &both } else { &[] };
        let output = provost(&[&["score"], arguments, both].concat());
        let text = told(&output);
        assert_eq!(code(&output), 1, "{arguments:?}\n{text}");
        // The citation may stand on two lines.
        let flat = text.replace("\n  ", " ");
        assert!(flat.contains(rule) && !text.contains("--> command line:"), "{text}");
    }
    for nothing in [&["score"][..], &["score", "--army", "3"], &["score", "--points", "1", "2"]] {
        assert_eq!(code(&provost(nothing)), 2, "{nothing:?}");
    }
    assert_eq!(code(&provost(&["score", "no-such-file.yaml"])), 2);
    assert_eq!(code(&provost(&["standings", "no-such-folder"])), 2);
    assert_eq!(code(&provost(&["standings", "standings"])), 1);
    let empty = tempfile::tempdir().expect("a folder");
    assert_eq!(code(&provost(&["standings", &empty.path().to_string_lossy()])), 2);
}

#[test]
fn programs_get_the_same_table() {
    let data = json(&["standings", "standings/ratings-are-stated", "--start", "1500"]);
    assert_eq!(data["rounds"], 3);
    let players = data["players"].as_array().expect("players");
    assert_eq!(players.len(), 3);
    let sum: i64 = players.iter().map(|p| p["rating_change"].as_i64().expect("a number")).sum();
    assert_eq!(sum, 0, "ratings go from one to another");
    let points: i64 = players.iter().map(|p| p["points"].as_i64().expect("a number")).sum();
    assert_eq!(points, 60, "20 a game");
    assert_eq!(data["games"][0]["ratings_before"], serde_json::json!([7000, 5000]));
    assert_eq!(data["games"][0]["rating_changes"], serde_json::json!([1, -1]));
    assert_eq!(data["games"][2]["ratings_before"][1], 1500);
    let refused = json(&["standings", "standings/refused-one-bad-file"]);
    let entries = refused["diagnostics"].as_array().expect("diagnostics");
    assert!(entries.iter().any(|e| e["file"] == "standings/refused-one-bad-file/b.yaml"));
    assert!(entries.iter().any(|e| e["file"] == "standings/refused-one-bad-file/c.yaml"));
}

#[test]
fn csv_is_of_tables_only() {
    let output = provost(&["rulings", "--format", "csv"]);
    assert_eq!(code(&output), 2);
    assert!(told(&output).contains("`score` and `standings`"), "{}", told(&output));
}

#[test]
fn rules_are_explained() {
    let output = provost(&["explain", "BP", "1.2"]);
    assert_eq!(code(&output), 0);
    assert!(told(&output).contains("over 5% to 10%: 11 to 9"), "{}", told(&output));
    assert_eq!(code(&provost(&["explain", "BP", "9.9"])), 2);
}

/// Coverage both ways: every rule that the program keeps has a case, or is cited in a text above, and
/// is cited by the code; every case names rules that exist.
#[test]
fn coverage() {
    let known: BTreeSet<&str> = RULEBOOK.iter().map(|entry| entry.number).collect();
    let plain = |number: &str| number.trim_end_matches(|c: char| c.is_ascii_lowercase()).to_owned();
    let paragraphs: BTreeSet<String> = known.iter().map(|number| plain(number)).collect();
    let mut wrong = Vec::new();
    let mut proved: BTreeSet<String> = BTreeSet::new();
    for path in within("cases", Some("yaml")) {
        let case = parse(&path);
        let rules = case.get("rule").and_then(Node::as_list).expect("rules");
        for rule in rules.iter().filter_map(Node::as_text) {
            if !known.contains(rule) {
                wrong.push(format!("{}: `{rule}` is no rule", name(&path)));
            }
            proved.insert(rule.to_owned());
        }
        let number = name(&path).split('-').next().unwrap_or_default().to_owned();
        let first = rules.first().and_then(Node::as_text).unwrap_or_default();
        if plain(first) != format!("BP {number}")
            && !rules.iter().any(|r| r.as_text() == Some(&format!("BP {number}")))
        {
            wrong.push(format!("{}: BP {number} is not among its rules", name(&path)));
        }
    }
    for folder in ["refusals", "standings"] {
        for path in within(folder, Some("txt")) {
            let text = fs::read_to_string(&path).expect("a text");
            for cited in text.split("BP ").skip(1) {
                let number: String =
                    cited.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '.').collect();
                let number = format!("BP {number}");
                if !known.contains(number.as_str()) && !paragraphs.contains(&number) {
                    wrong.push(format!("{}: `{number}` is no rule", name(&path)));
                }
                proved.insert(number);
            }
        }
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/points");
    let code: String = fs::read_dir(source)
        .expect("the folder")
        .flatten()
        .filter(|entry| entry.file_name() != "rulebook.rs")
        .map(|entry| fs::read_to_string(entry.path()).expect("source is text"))
        .collect();
    let has = |constant: &str| {
        code.match_indices(constant).any(|(at, _)| {
            !code[at + constant.len()..].starts_with(|c: char| c.is_ascii_alphanumeric())
        })
    };
    for entry in RULEBOOK.iter().filter(|entry| entry.keeper == Keeper::Code) {
        let number = entry.number;
        let constant = format!("bp::R{}", number[3..].replace('.', "_").to_uppercase());
        if !proved.contains(number) {
            wrong.push(format!("{number} has no case and no text"));
        }
        if !has(&constant) && !code.contains(&format!("[{number}]")) {
            wrong.push(format!("{number} is cited by no code"));
        }
    }
    all_right(&wrong);
}
