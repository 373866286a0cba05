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
fn a_false_die_is_shown_against_the_true_one_and_every_step_is_told() {
    let desk = Desk::new();
    let campaign = desk.example("c");
    let file = campaign.join("log/0004-referee.yaml");
    let text = fs::read_to_string(&file).expect("a record");
    fs::write(&file, text.replacen("faces: 3", "faces: 4", 1)).expect("a record");
    let found = told(&desk.run(&["audit", "c"]));
    assert!(found.contains("  -    faces: 4\n  +    faces: 3\n"), "{found}");
    assert!(found.contains("die 1112.crt.1 = 4; by the segment's key it is 3"), "{found}");
    let steps = [
        " 1 records    false: record 4\n",
        " 2 signatures - none, and nobody has a key\n",
        " 8 beacon     - none in mode referee\n",
        " 9 dice       false: record 4\n",
        "10 replay     1 player-turn from deployment",
    ];
    for step in steps {
        assert!(found.contains(step), "no `{step}` in\n{found}");
    }
    assert!(found.contains("2 of 2 locks were wrapped"), "{found}");
}

#[test]
fn a_pack_that_is_missing_or_altered() {
    let desk = Desk::new();
    let campaign = desk.example("c");
    let packs = campaign.join("packs");
    let pack = fs::read_dir(&packs).expect("packs").next().expect("a pack").expect("it").path();
    let text = fs::read_to_string(&pack).expect("a pack");
    fs::write(&pack, text + "zz: 1\n").expect("a pack");
    for command in [&["audit", "c"][..], &["-C", "c", "show"]] {
        let altered = desk.run(command);
        assert_eq!(code(&altered), 4, "{}", told(&altered));
        let name = pack.file_name().expect("a name").to_string_lossy();
        assert!(told(&altered).contains(&format!("{name} is altered: ")), "{}", told(&altered));
    }
    fs::remove_file(&pack).expect("a pack");
    for command in [&["audit", "c"][..], &["-C", "c", "show"]] {
        let missing = desk.run(command);
        assert_eq!(code(&missing), 2, "{}", told(&missing));
        let text = told(&missing);
        assert!(text.contains("pack that the offer pins is missing: "), "{text}");
        assert!(!text.contains("--> terms"), "{text}");
    }
}

#[test]
fn five_megabytes_of_junk_are_soon_refused() {
    let desk = Desk::new();
    let junk = [
        "---\n".repeat(1_250_000),
        "record:\n---\n".repeat(410_000),
        "[".repeat(5_000_000),
        format!("record:\n  a: b\n{}", "x".repeat(5_000_000)),
        format!("record:\n{}---\n", "  a: [b]\n".repeat(28_000)).repeat(19),
    ];
    for (at, text) in junk.into_iter().enumerate() {
        fs::write(desk.at("junk.yaml"), text).expect("junk");
        let begun = std::time::Instant::now();
        assert_eq!(code(&desk.run(&["audit", "junk.yaml"])), 2, "junk {at}");
        let took = begun.elapsed().as_secs();
        assert!(took < 60, "junk {at} took {took} s");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_audit_takes_little_memory() {
    let desk = Desk::new();
    desk.example("c");
    let limited = "ulimit -v 65536; exec \"$0\" audit c";
    let audit = Command::new("sh")
        .current_dir(desk.home.path())
        .args(["-c", limited, env!("CARGO_BIN_EXE_provost")])
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    assert_eq!(code(&audit), 0, "{}", told(&audit));
}

#[test]
fn what_is_signed_is_printed_without_a_line_feed() {
    let desk = Desk::new();
    desk.example("c");
    let text = told(&desk.run(&["-C", "c", "dice", "--signing", "0"]));
    assert!(text.starts_with("provost-dice/1|signed|fre-01-2026-0e5a3b1e|0|referee|"), "{text}");
    assert!(!text.ends_with('\n'), "{text:?}");
    assert_eq!(code(&desk.run(&["-C", "c", "dice", "--signing", "99"])), 2);
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
fn rules_paths_attacks_and_retreats_are_explained() {
    let desk = Desk::new();
    desk.begun("");
    let rule = desk.run(&["explain", "BG 8.52"]);
    assert!(told(&rule).contains("ruling BG-chain"), "{}", told(&rule));
    assert!(told(&desk.run(&["explain", "FR 19.13"])).contains("FR 19.13"));
    assert_eq!(code(&desk.run(&["explain", "99.9"])), 2);
    let path = desk.run(&["-C", "c", "explain", "path", "Cobb: 1212"]);
    assert!(told(&path).contains("1212: 1 (road, bridge)"), "{}", told(&path));
    let retreat = desk.run(&["-C", "c", "explain", "retreat", "Cobb"]);
    assert!(told(&retreat).contains("1113: yes"), "{}", told(&retreat));
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
fn battles_are_listed_shown_and_checked() {
    let desk = Desk::new();
    assert_eq!(told(&desk.run(&["scenario", "list"])), "fredericksburg\n");
    let check = desk.run(&["scenario", "check", "fredericksburg"]);
    assert_eq!(code(&check), 0, "{}", told(&check));
    let show = desk.run(&["scenario", "show", "fredericksburg"]);
    assert!(told(&show).contains("11 game-turns"), "{}", told(&show));
    assert!(told(&desk.run(&["rulings", "BG-f"])).contains("BG-friendzoc"));
    assert!(told(&desk.run(&["completions", "bash"])).contains("provost"));
    assert!(told(&desk.run(&["man"])).contains(".TH"));
    let map = desk.run(&["map", "--of", "fredericksburg", "1112"]);
    assert!(told(&map).contains("1112") && told(&map).lines().all(|line| line.len() <= 80));
}
