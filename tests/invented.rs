//! Battles are data: two invented ones, which no Rust knows, use every kind of exclusive rule. They
//! are read from their folders in `tests/invented`, checked, shown, and played from scripts.
//!
//! A script is a folder of orders files without their head lines, in order; its name begins with the
//! edition, and what follows a `+` is an option. A comment `# shows: TEXT` is what the report must say,
//! or the refusal, if the file's name ends in `refused`; `# form: TEXT` what the form for these orders
//! must, `# sheet: TEXT` what the battle's page must.

mod desk;

use desk::Desk;
use provost::games::builtin;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

impl Desk {
    /// Plays a script to its end; gives what the last file was answered.
    fn play(&self, battle: &Path, script: &Path) -> String {
        let (folder, script_name) = (path(battle), name(script));
        let edition = script_name.split(['-', '+']).next().unwrap_or_default();
        let mut begin = vec!["new", &folder, "game", "--mode", "recorded", "--edition", edition];
        let option = script_name.split_once('+').map(|(_, option)| {
            let scenario = read(battle, "scenario.yaml");
            let prefix = scenario.lines().find_map(|line| line.strip_prefix("prefix: "));
            format!("{}-with-{option}=yes", prefix.expect("a prefix"))
        });
        if let Some(option) = &option {
            begin.extend(["--ruling", option]);
        }
        self.done(&begin);
        let sheet = self.done(&["scenario", "show", &folder]);
        let mut told = String::new();
        for file in files(script) {
            let text = fs::read_to_string(&file).expect("a file");
            let form = self.done(&["-C", "game", "form"]);
            let head: Vec<&str> =
                form.lines().take(2).filter_map(|line| line.strip_prefix("# ")).collect();
            let orders = format!("{}\n{text}", head.join("\n"));
            fs::write(self.home.path().join("orders.yaml"), orders).expect("a file");
            let refused = name(&file).ends_with("refused.yaml");
            let (verb, code) = if refused { ("check", 1) } else { ("resolve", 0) };
            let (left, answer) = self.said(&["-C", "game", verb, "orders.yaml"]);
            assert_eq!(left, code, "{}: {answer}", file.display());
            for (key, all) in [("# shows: ", &answer), ("# form: ", &form), ("# sheet: ", &sheet)] {
                let all = run_together(all);
                for wanted in text.lines().filter_map(|line| line.strip_prefix(key)) {
                    assert!(all.contains(wanted), "{}: no `{wanted}`\n{all}", file.display());
                }
            }
            told = answer;
        }
        let audit = self.done(&["audit", "game"]);
        assert!(audit.contains("0 mismatches"), "{audit}");
        told
    }
}

/// Words with one blank between, and without the marks of comments.
fn run_together(text: &str) -> String {
    text.split_whitespace().filter(|word| *word != "#").collect::<Vec<_>>().join(" ")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/invented")
}

fn path(of: &Path) -> String {
    of.to_str().expect("text").to_owned()
}

fn name(of: &Path) -> String {
    of.file_name().expect("a name").to_str().expect("text").to_owned()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    found.sort();
    found
}

fn battles() -> Vec<PathBuf> {
    files(&root()).into_iter().filter(|path| path.is_dir()).collect()
}

fn scripts(battle: &Path) -> Vec<PathBuf> {
    files(battle).into_iter().filter(|path| path.is_dir()).collect()
}

fn read(battle: &Path, file: &str) -> String {
    fs::read_to_string(battle.join(file)).expect("a file")
}

#[test]
fn they_are_sound_and_fit_a_page() {
    let desk = Desk::new();
    assert_eq!(battles().len(), 2);
    for battle in battles() {
        let folder = path(&battle);
        let told = desk.done(&["scenario", "check", &folder]);
        assert!(told.contains("nothing to complain about"), "{told}");
        let sheet = desk.done(&["scenario", "show", &folder]);
        assert!(sheet.lines().all(|line| line.chars().count() <= 72), "{sheet}");
        assert!(builtin::find(&name(&battle)).is_none());
    }
    let charts = |folder: &Path| read(folder, "charts.yaml");
    let family = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/blue_gray");
    assert_eq!(charts(&root()), charts(&family), "the charts are the family's");
}

#[test]
fn they_are_played_to_the_end() {
    for battle in battles() {
        for script in scripts(&battle) {
            let told = Desk::new().play(&battle, &script);
            assert!(told.contains("The game is over"), "{}: {told}", script.display());
        }
    }
}

/// Every kind that there is stands in one of the battles, and each of their entries shows in a script: a
/// number of it is cited there.
#[test]
fn every_kind_shows_its_effect() {
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("schema/scenario.schema.json");
    let schema: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(schema).expect("a file")).expect("JSON");
    let kinds = schema["properties"]["exclusive"]["items"]["properties"].as_object();
    let mut kinds: BTreeSet<String> = kinds.expect("the kinds").keys().cloned().collect();
    for battle in battles() {
        let scenario = read(&battle, "scenario.yaml");
        kinds.retain(|kind| !scenario.contains(&format!("- {kind}:")));
        let shown: String = scripts(&battle)
            .iter()
            .flat_map(|script| files(script))
            .flat_map(|file| {
                let text = fs::read_to_string(file).expect("a file");
                let lines = text.lines().filter(|line| line.starts_with("# "));
                lines.map(|line| format!("{line}\n")).collect::<Vec<_>>()
            })
            .collect();
        let prefix = scenario.lines().find_map(|line| line.strip_prefix("prefix: "));
        let prefix = prefix.expect("a prefix");
        let entries = scenario.split("\nexclusive:\n").nth(1).expect("exclusive rules");
        let entries = entries.split("\n\n").next().unwrap_or_default();
        for entry in format!("\n{entries}").split("\n- ").skip(1) {
            let numbers = entry.split('"').filter(|text| text.contains('.'));
            let cited = |number: &str| {
                let ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_alphanumeric());
                shown.split(&format!("{prefix} {number}")).skip(1).any(ends)
            };
            let shows = numbers.into_iter().any(cited);
            assert!(shows, "{}: nothing shows the effect of\n{entry}", battle.display());
        }
    }
    assert!(kinds.is_empty(), "no invented battle has {kinds:?}");
}

/// Nor does any Rust name a battle of the family, or its rules by their prefix: only the list of what
/// comes with the program does, rulings about one battle, and commands that begin an example. What
/// stands in brackets in a doc comment is a citation.
#[test]
fn no_rust_names_a_battle() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let exempt = ["games/blue_gray/builtin.rs", "games/blue_gray/rulings", "cli/"];
    let mut folders = vec![src.clone()];
    let mut wrong = Vec::new();
    let mut names: Vec<String> = battles().iter().map(|battle| name(battle)).collect();
    names.extend(builtin::BATTLES.iter().map(|battle| battle.name.to_owned()));
    while let Some(folder) = folders.pop() {
        for file in files(&folder) {
            let inside = path(file.strip_prefix(&src).expect("below src"));
            if file.is_dir() {
                folders.push(file);
            } else if inside.ends_with(".rs") && !exempt.iter().any(|e| inside.starts_with(e)) {
                let text = fs::read_to_string(&file).expect("a file");
                let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
                let code: String = code.collect::<Vec<_>>().join("\n").to_lowercase();
                let titles = names.iter().map(|name| name.replace('_', " "));
                let all = names.iter().cloned().chain(titles).collect::<BTreeSet<_>>();
                wrong.extend(
                    all.into_iter()
                        .filter(|name| code.contains(name))
                        .map(|name| format!("src/{inside} names {name}")),
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
