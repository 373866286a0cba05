//! The program as a person meets it: what it prints, and with which exit code.

use provost::document::digest::hash_text;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

struct Desk {
    home: tempfile::TempDir,
}

impl Desk {
    fn new() -> Desk {
        Desk { home: tempfile::tempdir().expect("a folder") }
    }

    fn at(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_provost"))
            .current_dir(self.home.path())
            .env_remove("NO_COLOR")
            .arg("--secrets")
            .arg(self.at("secrets"))
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .expect("the program runs")
    }

    /// A campaign, and a file of orders for it.
    fn begun(&self, orders: &str) -> String {
        let begun = self.run(&["new", "fredericksburg", "c", "--game", "cli-2026-00000000"]);
        assert_eq!(code(&begun), 0, "{}", told(&begun));
        let label = word_after(&told(&begun), "position ");
        let text = format!("orders: FRE-01 turn 1 Confederate\nposition: {label}\n{orders}");
        fs::write(self.at("orders.yaml"), text).expect("a file");
        label
    }

    /// A copy of the example.
    fn example(&self, name: &str) -> PathBuf {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/fredericksburg/fre-01");
        let to = self.at(name);
        copy(&from, &to);
        to
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a copy");
        }
    }
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

fn told(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    String::from_utf8_lossy(out).into_owned() + &String::from_utf8_lossy(err)
}

fn word_after(text: &str, before: &str) -> String {
    let rest = text.split_once(before).expect("the words before it").1;
    rest.split_whitespace().next().expect("a word").to_owned()
}

#[test]
fn outside_a_campaign_it_says_how_to_begin() {
    let desk = Desk::new();
    let bare = desk.run(&[]);
    assert_eq!(code(&bare), 0);
    assert!(told(&bare).contains("provost new fredericksburg DIR"), "{}", told(&bare));
    assert_eq!(code(&desk.run(&["form"])), 2);
    assert_eq!(code(&desk.run(&["no-such-command"])), 2);
    assert_eq!(code(&desk.run(&["-C", "nowhere"])), 2);
}

#[test]
fn the_demonstration_plays_a_game_turn_and_audits_it() {
    let desk = Desk::new();
    let demo = desk.run(&["demo"]);
    assert_eq!(code(&demo), 0, "{}", told(&demo));
    let text = told(&demo);
    for words in ["Turn 1, Confederate player-turn", "Turn 1, Union player-turn", "0 mismatches"] {
        assert!(text.contains(words), "no `{words}` in\n{text}");
    }
}

#[test]
fn what_check_refuses_resolve_refuses_and_nothing_changes() {
    let desk = Desk::new();
    desk.begun("move:\n- Cobb: 2401\n- Pelham: enter 1902\n");
    for command in ["check", "resolve"] {
        let refused = desk.run(&["-C", "c", command, "orders.yaml"]);
        assert_eq!(code(&refused), 1);
        let text = told(&refused);
        assert!(
            text.contains("--> orders.yaml:4:") && text.contains("--> orders.yaml:5:"),
            "{text}"
        );
        assert!(text.contains("FR 15.0"), "{text}");
    }
    let records = fs::read_dir(desk.at("c/log")).expect("a log").count();
    assert_eq!(records, 1);
}

#[test]
fn refusals_are_json_where_that_is_wanted() {
    let desk = Desk::new();
    desk.begun("move:\n- Cobb: 9999\n");
    let refused = desk.run(&["-C", "c", "--format", "json", "check", "orders.yaml"]);
    assert_eq!(code(&refused), 1);
    let data: serde_json::Value = serde_json::from_slice(&refused.stdout).expect("JSON");
    assert_eq!(data["legal"], false);
    assert_eq!(data["diagnostics"][0]["line"], 4);
    let yaml = desk.run(&["-C", "c", "--format", "yaml", "show"]);
    assert!(told(&yaml).contains("kind: position"));
}

#[test]
fn a_wrong_label_is_explained_and_nothing_is_filed() {
    let desk = Desk::new();
    let label = desk.begun("move:\n- Pelham: enter 1901\n");
    let text = fs::read_to_string(desk.at("orders.yaml")).expect("orders");
    fs::write(desk.at("old.yaml"), text.replace(&label, "abandon-ability-00")).expect("a file");
    let refused = desk.run(&["-C", "c", "resolve", "old.yaml"]);
    assert_eq!(code(&refused), 1);
    assert!(told(&refused).contains("abandon-ability-00"), "{}", told(&refused));
    assert_eq!(code(&desk.run(&["-C", "c", "resolve", "orders.yaml"])), 0);
    // The same file again answers an old position now.
    assert_eq!(code(&desk.run(&["-C", "c", "resolve", "orders.yaml"])), 1);
}

#[test]
fn an_altered_die_is_found_and_named() {
    let desk = Desk::new();
    let campaign = desk.example("c");
    let clean = desk.run(&["audit", "c"]);
    assert_eq!(code(&clean), 0, "{}", told(&clean));
    let file = campaign.join("log/0004-referee.yaml");
    let text = fs::read_to_string(&file).expect("a record");
    let forged = text.replacen("faces: 3", "faces: 4", 1);
    assert_ne!(text, forged);
    fs::write(&file, forged).expect("a record");
    let found = desk.run(&["audit", "c"]);
    assert_eq!(code(&found), 4);
    assert!(told(&found).contains("0004-referee.yaml"), "{}", told(&found));
}

#[test]
fn an_export_comes_back_as_the_same_campaign() {
    let desk = Desk::new();
    desk.example("c");
    assert_eq!(code(&desk.run(&["-C", "c", "export", "c.log.yaml"])), 0);
    let audit = desk.run(&["audit", "c.log.yaml"]);
    assert_eq!(code(&audit), 0, "{}", told(&audit));
    let import = desk.run(&["import", "c.log.yaml", "--to", "d"]);
    assert_eq!(code(&import), 0, "{}", told(&import));
    assert_eq!(code(&desk.run(&["compare", "c", "d"])), 0);
    let (c, d) = (desk.run(&["-C", "c", "log"]), desk.run(&["-C", "d", "log"]));
    assert_eq!(told(&c), told(&d));
    fs::remove_file(desk.at("d/log/0015-referee.yaml")).expect("the last record");
    let shorter = desk.run(&["compare", "c", "d"]);
    assert_eq!(code(&shorter), 4);
    assert!(told(&shorter).contains("c has 1 more"), "{}", told(&shorter));
}

#[test]
fn every_hash_input_gives_the_hash_that_is_printed() {
    let desk = Desk::new();
    desk.example("c");
    let inputs = desk.run(&["-C", "c", "--format", "json", "dice", "--inputs"]);
    let data: serde_json::Value = serde_json::from_slice(&inputs.stdout).expect("JSON");
    let mut checked = 0;
    for line in data.as_array().expect("a list") {
        let text = |key: &str| line[key].as_str().expect("text").to_owned();
        if !text("what").contains("HMAC") {
            assert_eq!(hash_text(&text("input")).to_string(), text("output"), "{}", text("what"));
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked}");
}

#[test]
fn rules_chapters_rulings_defaults_and_terms_are_explained() {
    let desk = Desk::new();
    let cases = [
        ("BG 8.52", "ruling BG-chain"),
        ("8.52", "default D-2"),
        ("FR 19.13", "FR 19.13"),
        ("8", "8.76 attacking artillery"),
        ("8.7", "8.71a artillery needs"),
        ("FR 18", "FR 18.0c allowances"),
        ("fr 17.1", "FR 17.13f"),
        ("bg-chain", "may a displaced unit displace another?"),
        ("D-1", "a retreat goes where nobody must give way"),
        ("d-17", "enemies in contact"),
        ("Zone of Control", "5.1 no unit leaves"),
        ("headquarters", "no rule"),
        ("bombard", "artillery does not bombard in fog"),
    ];
    for (what, says) in cases {
        let words: Vec<&str> = std::iter::once("explain").chain(what.split(' ')).collect();
        let text = told(&desk.run(&words));
        assert!(text.contains(says), "{what}: no `{says}` in\n{text}");
    }
    let misses = [
        ("8.53", "8.51, 8.52"),
        ("FR 19.14", "FR 19.12, FR 19.13"),
        ("BG-chian", "did you mean `BG-chain`?"),
        ("D-18", "did you mean `D-1"),
        ("zocc", "did you mean `zoc`?"),
        ("99.9", "write a number"),
    ];
    for (what, says) in misses {
        let missed = desk.run(&["explain", what]);
        assert_eq!(code(&missed), 2, "{what}");
        assert!(told(&missed).contains(says), "{what}: {}", told(&missed));
    }
}

#[test]
fn paths_attacks_and_retreats_of_either_side_are_explained() {
    let desk = Desk::new();
    desk.begun("move:\n- Cobb: 1212\n");
    let explain = |arguments: &[&str]| {
        let before = ["-C", "c", "explain"];
        let asked: Vec<&str> = before.iter().chain(arguments).copied().collect();
        let output = desk.run(&asked);
        (code(&output), told(&output))
    };
    let says = |arguments: &[&str], wanted: i32, words: &[&str]| {
        let (code, text) = explain(arguments);
        assert_eq!(code, wanted, "{arguments:?}\n{text}");
        for words in words {
            assert!(text.contains(words), "{arguments:?}: no `{words}` in\n{text}");
        }
    };
    says(&["path", "Cobb: 1212"], 0, &["Confederate player-turn of turn 1", "1 (road, bridge)"]);
    // The other side too, from where it stands and after moves that it plans.
    let there = "1/II: 1010 1011";
    says(&["path", there], 0, &["Union player-turn of turn 1", "3 of 3, stops in an enemy zone"]);
    says(&["attack", "1112", "by", "1/II"], 1, &["1/II is on 0810", "8.41"]);
    let redoubt = "Cobb 6 x2 (redoubt)";
    says(&["attack", "1112", "by", "1/II", "--move", there], 0, &["15 to 12, 1-1", redoubt]);
    says(&["path", there, "--side", "confederate"], 1, &["`1/II` (0810) is Union"]);
    says(&["path", there, "--side", "french"], 2, &["confederate or union"]);
    // After the moves of a file: Cobb is not there any more, and has moved.
    let orders = ["--orders", "orders.yaml"];
    let gone = ["attack", "1112", "by", "1/II", "--move", there, orders[0], orders[1]];
    says(&gone, 1, &["no enemy is on 1112"]);
    says(&["retreat", "Cobb", orders[0], orders[1]], 0, &["Cobb on 1212 could retreat to"]);
    says(&["path", "Cobb: 1213", orders[0], orders[1]], 1, &["Cobb has moved already"]);
    // Every no has its rule and says why; a full hex says who would go.
    let union = ["0809: no, water (TEC)", "but it is full: 3/3/II goes to 0911 or", "(8.52)"];
    says(&["retreat", "1/II"], 0, &union);
    says(&["retreat", "Cobb"], 0, &["1113: yes"]);
    let zone = ["1112: no, Cobb is there (8.51)", "1012: no, in the zone of control of"];
    says(&["retreat", "1/II", "--move", there, "--side", "union"], 0, &zone);
}

/// Every `provost ...` in a help text works in a campaign that has just begun.
#[test]
fn examples_of_help_texts_work() {
    let desk = Desk::new();
    desk.begun("");
    let help = |command: &[&str]| {
        let asked: Vec<&str> = command.iter().copied().chain(["--help"]).collect();
        told(&desk.run(&asked))
    };
    let top = help(&[]);
    let commands = top.split_once("Commands:\n").expect("a list of commands").1;
    let commands = commands.lines().take_while(|line| !line.is_empty());
    let names: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 15, "{names:?}");
    let texts = names.iter().filter(|name| **name != "help").map(|name| help(&[name]));
    let mut tried = 0;
    for text in texts.chain([top.clone()]) {
        let quoted = text.split('`').skip(1).step_by(2);
        let shown = text.lines().map(str::trim).chain(quoted);
        for example in shown.filter_map(|line| line.strip_prefix("provost ")) {
            let mut arguments = vec!["-C", "c"];
            for (i, part) in example.split('\'').enumerate() {
                // What stands between two quotes is one argument.
                match i % 2 {
                    0 => arguments.extend(part.split_whitespace()),
                    _ => arguments.push(part),
                }
            }
            let output = desk.run(&arguments);
            assert_eq!(code(&output), 0, "provost {example}\n{}", told(&output));
            tried += 1;
        }
    }
    assert!(tried >= 11, "only {tried} examples");
}

#[test]
fn odds_are_foretold_only_of_what_can_be_fought() {
    let desk = Desk::new();
    desk.begun("attack:\n- at: 1011\n  by: Cobb\n");
    let refused = desk.run(&["-C", "c", "odds", "orders.yaml"]);
    assert_eq!(code(&refused), 1, "{}", told(&refused));
    assert!(told(&refused).contains("nobody is there"), "{}", told(&refused));
}

#[test]
fn odds_say_where_play_pauses() {
    let desk = Desk::new();
    desk.begun("");
    assert_eq!(code(&desk.run(&["-C", "c", "resolve", "orders.yaml"])), 0);
    let label = word_after(&told(&desk.run(&["-C", "c", "show"])), "label: ");
    let text = format!(
        "orders: FRE-01 turn 1 Union\nposition: {label}\nmove:\n- 1/II: 1010 1011\n\
         attack:\n- at: 1112\n  by: 1/II\n  pause: after\n"
    );
    fs::write(desk.at("union.yaml"), text).expect("a file");
    let odds = desk.run(&["-C", "c", "odds", "union.yaml"]);
    assert_eq!(code(&odds), 0, "{}", told(&odds));
    assert!(told(&odds).contains("play pauses after 1112"), "{}", told(&odds));
}

#[test]
fn battles_are_listed_shown_and_checked() {
    let desk = Desk::new();
    assert_eq!(told(&desk.run(&["scenario", "list"])), "fredericksburg\n");
    let check = desk.run(&["scenario", "check", "fredericksburg"]);
    assert_eq!(code(&check), 0, "{}", told(&check));
    let show = desk.run(&["scenario", "show", "fredericksburg"]);
    assert!(told(&show).contains("11 game-turns"), "{}", told(&show));
    assert!(told(&show).lines().all(|line| line.len() <= 72), "{}", told(&show));
    assert!(told(&check).contains("Union: 55 units of 294 strength points"), "{}", told(&check));
    assert!(told(&desk.run(&["rulings", "BG-f"])).contains("BG-friendzoc"));
    assert!(told(&desk.run(&["completions", "bash"])).contains("provost"));
    assert!(told(&desk.run(&["man"])).contains(".TH"));
    let own = told(&desk.run(&["rulings", "fredericksburg"]));
    assert!(own.contains("BG-friendzoc") && own.contains("FR-quota") && !own.contains("WI-"));
    let map = desk.run(&["map", "--of", "fredericksburg", "1112"]);
    assert!(told(&map).contains("1112") && told(&map).lines().all(|line| line.len() <= 80));
}
