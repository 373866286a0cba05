//! The program as a person meets it: what it prints, and with which exit code.

mod desk;

use desk::{Desk, copy};
use provost::document::digest::hash_text;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

impl Desk {
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

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

fn told(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    String::from_utf8_lossy(out).into_owned() + &String::from_utf8_lossy(err)
}

/// What was told, on one line.
fn flat(output: &Output) -> String {
    told(output).split_whitespace().collect::<Vec<_>>().join(" ")
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
        assert!(flat(&altered).contains(&format!("{name} is altered: ")), "{}", told(&altered));
    }
    fs::remove_file(&pack).expect("a pack");
    for command in [&["audit", "c"][..], &["-C", "c", "show"]] {
        let missing = desk.run(command);
        assert_eq!(code(&missing), 2, "{}", told(&missing));
        let text = flat(&missing);
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
        ("CRT", "4: AE 1-5, AR 1-4 to 1-1, DR 2-1 to 6-1"),
        ("tec", "forest rough: 6 movement points, defenders doubled, blocks sight"),
        ("tec", "stream hexside: 2 more to cross, defenders doubled"),
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
        assert!(flat(&missed).contains(says), "{what}: {}", told(&missed));
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
    says(
        &["path", "Kershaw: strategic, 1412"],
        0,
        &["Kershaw from 1512", "movement points by strategic movement (7.0, 11.1)"],
    );
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
    // What is wrong is shown in the argument that was typed.
    says(&["path", "Cobb: 1212 9999"], 1, &["--> explain path:1:12", "1 | Cobb: 1212 9999"]);
    says(&["retreat", "Cobb, Nemo"], 1, &["--> explain retreat:1:7", "1 | Cobb, Nemo"]);
    let two = ["attack", "1112", "by", "Nemo", "--move", "Nobody: 1010"];
    says(&two, 1, &["--> explain attack:1:9", "1 | 1112 by Nemo", "--> --move:1:1"]);
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
            // What another program makes of it is not ours.
            let ours = example.split(" | ").next().unwrap_or(example);
            for (i, part) in ours.split('\'').enumerate() {
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
    let battles = told(&desk.run(&["scenario", "list"]));
    let names: Vec<&str> = battles.lines().filter_map(|line| line.split(' ').next()).collect();
    let all = ["chattanooga", "fredericksburg", "hooker_and_lee", "road_to_richmond", "wilderness"];
    assert_eq!(names, all);
    assert!(battles.contains("Wilderness, 5-6 May 1864"), "{battles}");
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

#[test]
fn what_is_not_there_is_said_and_is_no_success() {
    let desk = Desk::new();
    desk.example("c");
    for (arguments, code_due, words) in [
        (&["-C", "c", "log", "--turn", "9"][..], 1, "nothing has been played in game-turn 9"),
        (&["rulings", "XX"], 1, "no ruling begins with `XX`"),
        (&["-C", "c", "report", "1"], 1, "record 1 closes no player-turn"),
        (&["-C", "c", "resolve"], 2, "orders of Confederate are awaited: name their file"),
    ] {
        let said = desk.run(arguments);
        assert_eq!(code(&said), code_due, "{arguments:?} {}", told(&said));
        assert!(told(&said).contains(words), "{arguments:?} {}", told(&said));
    }
}

#[test]
fn every_word_of_the_terms_is_refused_in_one_way() {
    let desk = Desk::new();
    for (option, word) in [("--edition", "second"), ("--missing", "foo"), ("--mode", "dice")] {
        let said = desk.run(&["new", "fredericksburg", "c", option, word]);
        assert_eq!(code(&said), 2, "{}", told(&said));
        let words = format!("invalid value '{word}' for '{option}");
        assert!(told(&said).contains(&words), "{}", told(&said));
    }
    let ruling = desk.run(&["new", "fredericksburg", "c", "--ruling", "BG-nothing=yes"]);
    assert_eq!(code(&ruling), 2, "{}", told(&ruling));
    assert!(told(&ruling).contains("--ruling: "), "{}", told(&ruling));
}

#[test]
fn two_games_cannot_be_compared() {
    let desk = Desk::new();
    desk.example("c");
    assert_eq!(code(&desk.run(&["new", "fredericksburg", "d"])), 0);
    let said = desk.run(&["compare", "c", "d"]);
    assert_eq!(code(&said), 2, "{}", told(&said));
    assert!(told(&said).contains("two games"), "{}", told(&said));
}

#[test]
fn a_note_is_shown_as_it_was_typed_and_refused_before_it_is_filed() {
    let desk = Desk::new();
    desk.begun("note: \u{201c}Na\u{ef}ve\u{201d} \u{2014} so\n");
    let check = desk.run(&["-C", "c", "check", "orders.yaml"]);
    assert_eq!(code(&check), 0, "{}", told(&check));
    assert!(told(&check).contains("\u{201c}Na\u{ef}ve\u{201d} \u{2014} so"), "{}", told(&check));
    let text = fs::read_to_string(desk.at("orders.yaml")).expect("orders");
    let head: Vec<&str> = text.lines().take(2).collect();
    let bell = format!("{}\nnote: \"a \\u0007 bell\"\n", head.join("\n"));
    fs::write(desk.at("bell.yaml"), bell).expect("a file");
    for command in ["check", "resolve"] {
        let refused = desk.run(&["-C", "c", command, "bell.yaml"]);
        assert_eq!(code(&refused), 1, "{}", told(&refused));
        assert!(told(&refused).contains("--> bell.yaml:3:7"), "{}", told(&refused));
    }
}

#[test]
fn check_tells_every_attack_and_each_repair_once() {
    let desk = Desk::new();
    let campaign = desk.example("c");
    for entry in fs::read_dir(campaign.join("log")).expect("a log") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if name.as_str() >= "0003" && name.ends_with(".yaml") {
            fs::remove_file(path).expect("a record");
        }
    }
    let orders =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/fredericksburg/orders/02-union.yaml");
    let text = fs::read_to_string(orders).expect("orders").replace("attack:", "Attack:");
    fs::write(desk.at("orders.yaml"), text).expect("a file");
    let check = desk.run(&["-C", "c", "check", "orders.yaml"]);
    let said = told(&check);
    assert_eq!(code(&check), 0, "{said}");
    for line in ["  1112: 23 to 12, 1-1\n", "  0914: "] {
        assert!(said.contains(line), "{line} in\n{said}");
    }
    assert_eq!(said.matches("`Attack` read as `attack`").count(), 1, "{said}");
}

#[test]
fn pages_and_data_are_called_and_written_right() {
    let desk = Desk::new();
    let page = told(&desk.run(&["man", "check"]));
    assert!(page.contains(".TH provost-check 1"), "{page}");
    let rulings = told(&desk.run(&["--format", "yaml", "rulings", "BG-friendzoc"]));
    let read: serde_yaml::Value = serde_yaml::from_str(&rulings).expect("YAML");
    let choices = format!("{read:?}");
    assert!(choices.contains("String(\"no\")") && choices.contains("String(\"yes\")"), "{choices}");
    desk.begun("");
    let recorded = desk.run(&["new", "fredericksburg", "r", "--mode", "recorded"]);
    assert_eq!(code(&recorded), 0, "{}", told(&recorded));
    let form = told(&desk.run(&["-C", "r", "form"]));
    assert!(form.contains("die: 4"), "{form}");
}

/// What a form says is for people: no ids of files, each citation once, and what it shows as an
/// example is accepted.
#[test]
fn forms_of_every_battle_are_for_people() {
    let desk = Desk::new();
    let battles = told(&desk.run(&["scenario", "list"]));
    let names = battles.lines().filter_map(|line| line.split(' ').next());
    for (battle, edition) in names.flat_map(|b| [(b, "third"), (b, "first")]) {
        let c = format!("{battle}-{edition}");
        let begun = desk.run(&["new", battle, &c, "--edition", edition]);
        assert_eq!(code(&begun), 0, "{}", told(&begun));
        for _ in 0..2 {
            let form = told(&desk.run(&["-C", &c, "form"]));
            let info: Vec<&str> = form.lines().filter_map(|l| l.strip_prefix("# # ")).collect();
            let info = info.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(!info.contains('_') && !info.contains(") ("), "{form}");
            let dotted = |word: &str| {
                word.split_once('.').is_some_and(|(a, b)| {
                    a.chars().all(char::is_alphabetic) && b.starts_with(char::is_alphabetic)
                })
            };
            assert!(!info.split(' ').any(dotted), "{form}");
            let lacks = info.contains("NOT IN THIS EDITION: attacker effectiveness");
            assert_eq!(lacks, edition == "first", "{form}");
            assert!(!(lacks && info.contains("NOT IN THIS BATTLE")), "{form}");
            let head: Vec<&str> = form.lines().take(2).map(|line| &line[2..]).collect();
            let head = head.join("\n");
            let (_, examples) = form.split_once("# # examples:\n").expect("examples");
            assert!(examples.lines().count() >= 2, "{form}");
            for example in examples.lines() {
                let line = example.strip_prefix("# #   ").expect("an example");
                fs::write(desk.at("o.yaml"), format!("{head}\nmove:\n{line}\n")).expect("orders");
                let check = told(&desk.run(&["-C", &c, "check", "o.yaml"]));
                // That other units stay on a hex with too many is not the example's fault.
                assert!(!check.contains(":4:") || check.contains(" on 1007 "), "{line}: {check}");
            }
            // Four units may not stay on 1007, which the form has to say.
            let crowded = form.contains("TOO MANY on 1007");
            assert_eq!(crowded, battle == "road_to_richmond" && head.contains("Union"), "{form}");
            fs::write(desk.at("o.yaml"), head + "\n").expect("orders");
            let code = code(&desk.run(&["-C", &c, "resolve", "o.yaml"]));
            assert_eq!(code, i32::from(crowded));
        }
    }
}

/// Every command on every example, and what a newcomer mistypes: nothing is wider than a screen, but
/// for pictures and what other programs read.
#[test]
fn nothing_that_is_printed_is_wider_than_a_screen() {
    let desk = Desk::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let narrow = |arguments: &[&str]| {
        let text = told(&desk.run(arguments));
        let wide = text.lines().find(|line| line.chars().count() > 80);
        // What cannot be broken is a path or a digest.
        let broken = wide.is_none_or(|line| line.split_whitespace().count() == 1);
        assert!(broken, "{arguments:?}: {}", wide.unwrap_or_default());
    };
    let mut campaigns = 0;
    let examples = fs::read_dir(&root).expect("examples").map(|e| e.expect("one").path());
    for folder in examples.flat_map(|e| fs::read_dir(e).expect("a folder")) {
        let folder = folder.expect("an entry").path();
        if !folder.join("campaign.yaml").exists() {
            continue;
        }
        campaigns += 1;
        let name = format!("c{campaigns}");
        copy(&folder, &desk.at(&name));
        let in_it = |arguments: &[&str]| narrow(&[&["-C", &name], arguments].concat());
        for command in ["show", "form", "report", "log", "rulings", "dice", "audit", "resolve"] {
            in_it(&[command]);
        }
        in_it(&[]);
        in_it(&["explain", "8.52"]);
        in_it(&["report", "99"]);
        in_it(&["log", "--turn", "99"]);
        in_it(&["map", "9999"]);
        in_it(&["export", "stream.yaml"]);
        in_it(&["explain", "retreat", "Nobody"]);
        narrow(&["compare", &name, "c1"]);
        narrow(&["audit", &name]);
        for orders in fs::read_dir(folder.with_file_name("orders")).expect("orders") {
            let orders = orders.expect("a file").path();
            let orders = orders.to_str().expect("a name");
            in_it(&["check", orders]);
            in_it(&["odds", orders]);
        }
        fs::write(desk.at(&format!("{name}/log/0001.yaml")), "x").expect("a file");
        in_it(&["show"]);
        narrow(&["audit", &name]);
    }
    assert!(campaigns >= 3, "{campaigns}");
    let tournament = root.join("tournament");
    narrow(&["standings", tournament.to_str().expect("a name")]);
    for line in told(&desk.run(&["scenario", "list"])).lines() {
        let battle = line.split(' ').next().expect("a name");
        narrow(&["scenario", "show", battle]);
        narrow(&["scenario", "check", battle]);
        narrow(&["rulings", battle]);
        narrow(&["new", battle, &format!("new-{battle}")]);
        narrow(&["-C", &format!("new-{battle}")]);
    }
    for arguments in [
        &[][..],
        &["demo"],
        &["rulings"],
        &["score"],
        &["score", "--army", "4500", "--points", "2450", "1200", "--secondary", "first"],
        &["score", "."],
        &["map"],
        &["map", "--blank"],
        &["standings", "."],
        &["new", "fredricksburg", "d"],
        &["form"],
        &["import", "nothing"],
        &["scenario", "check", "nothing"],
        &["explain", "nothing of the kind"],
    ] {
        narrow(arguments);
    }
    let help = told(&desk.run(&["--help"]));
    let commands = help.split_once("Commands:\n").expect("a list of commands").1;
    for line in commands.lines().take_while(|line| !line.is_empty()) {
        if let Some(command) = line.split_whitespace().next().filter(|word| *word != "help") {
            narrow(&[command, "--help"]);
        }
    }
}

#[test]
fn what_is_mistyped_is_answered_with_what_was_meant() {
    let desk = Desk::new();
    desk.example("c");
    fs::create_dir(desk.at("results")).expect("a folder");
    fs::write(desk.at("results/one.yaml"), "a: b\n").expect("a file");
    for (arguments, code_due, words) in [
        (&["score"][..], 2, "provost score [OPTIONS] FILE | --army N --points FIRST SECOND"),
        (&["score", "results"], 2, "provost standings results"),
        (&["map", "--blank"], 2, "--columns 25 --rows 28,27"),
        (&["map"], 2, "provost map --of fredericksburg"),
        (&["standings", "results"], 2, "1 *.yaml file is there, and none is one"),
        (&["standings", "results/one.yaml"], 2, "provost score results/one.yaml"),
        (&["new", "fredricksburg", "d"], 2, "did you mean `fredericksburg`?"),
        (&["scenario", "show", "Hooker-and-Lee"], 2, "did you mean `hooker_and_lee`?"),
        (&["rulings", "wildernes"], 1, "did you mean `wilderness`?"),
    ] {
        let said = desk.run(arguments);
        assert_eq!(code(&said), code_due, "{arguments:?} {}", told(&said));
        assert!(flat(&said).contains(words), "{arguments:?} {}", told(&said));
    }
    // In a campaign only its own rulings, unless all are wanted.
    let own = told(&desk.run(&["-C", "c", "rulings"]));
    assert!(own.contains("\nFR-quota ") && own.contains("BG-chain ") && !own.contains("\nWI-"));
    let all = told(&desk.run(&["-C", "c", "rulings", "--all"]));
    assert!(all.contains("\nFR-quota ") && all.contains("\nWI-"), "{all}");
    // A strength that is part of a name is printed once.
    let sheet = told(&desk.run(&["scenario", "show", "chattanooga"]));
    assert!(sheet.contains("Smith 2a 2321") && sheet.contains("Smith 5 2106"), "{sheet}");
    // What a screen shows of a position says the same as the file.
    let shown = told(&desk.run(&["-C", "c", "show"]));
    let file = fs::read_to_string(desk.at("c/positions/0015.yaml")).expect("a position");
    let [shown, file] =
        [shown, file].map(|text| serde_yaml::from_str::<serde_yaml::Value>(&text).expect("YAML"));
    assert_eq!(shown, file);
}

#[test]
fn standings_do_not_walk_everywhere() {
    let desk = Desk::new();
    fs::create_dir(desk.at("many")).expect("a folder");
    for n in 0..5_001 {
        fs::write(desk.at(&format!("many/{n}.txt")), "").expect("a file");
    }
    let said = desk.run(&["standings", "many"]);
    assert_eq!(code(&said), 2);
    assert!(told(&said).contains("more than 5000 files and folders"), "{}", told(&said));
}

#[test]
fn a_form_of_units_that_must_come_is_legal_as_it_stands() {
    let desk = Desk::new();
    let begun = desk.run(&["new", "chattanooga", "c"]);
    assert_eq!(code(&begun), 0, "{}", told(&begun));
    let form = || told(&desk.run(&["-C", "c", "form"])).replace("\n# ", "\n").replacen("# ", "", 1);
    for _ in 0..3 {
        fs::write(desk.at("orders.yaml"), form()).expect("a file");
        let resolved = desk.run(&["-C", "c", "resolve", "orders.yaml"]);
        assert_eq!(code(&resolved), 0, "{}", told(&resolved));
    }
}

/// A part of a text, between two others.
fn between<'t>(text: &'t str, begin: &str, end: &str) -> &'t str {
    let (_, rest) = text.split_once(begin).unwrap_or_else(|| panic!("no `{begin}`"));
    rest.split_once(end).unwrap_or_else(|| panic!("no `{end}`")).0
}

/// The first turn that the README shows, with the game's id that it shows.
#[test]
fn the_first_turn_of_the_readme_is_what_is_printed() {
    let readme = include_str!("../README.md");
    let chapter = between(readme, "## A first turn in five minutes", "## What orders look like");
    let desk = Desk::new();
    let begun = between(chapter, "$ provost new fredericksburg fre-01\n", "\n\n$ cd fre-01");
    let id = between(begun, "(", ")");
    let new = desk.done(&["new", "fredericksburg", "fre-01", "--game", id]);
    let shown = |line: &&str| !line.starts_with("secret ");
    let lines = |text: &str| text.lines().filter(shown).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines(new.trim_end()), lines(begun));
    let orders = between(chapter, "$ cat turn-1.yaml\n", "\n$ provost check turn-1.yaml\n");
    fs::write(desk.at("fre-01/turn-1.yaml"), orders).expect("a file");
    let check = desk.run(&["-C", "fre-01", "check", "fre-01/turn-1.yaml"]);
    assert_eq!(code(&check), 1);
    let refused = between(chapter, "$ provost check turn-1.yaml\n...\n", "```");
    let told = told(&check).replace("fre-01/turn-1.yaml", "turn-1.yaml");
    assert!(told.ends_with(refused), "{told}\nREADME.md:\n{refused}");
    // What the Union's attack brings stands in the example.
    let attack = chapter.split("```text\n").nth(2).expect("a report");
    let attack = attack.split("```").next().expect("its end");
    let reports = fs::read_dir(desk.example("example").join("reports")).expect("reports");
    let mut reports = reports.map(|report| fs::read_to_string(report.expect("one").path()));
    assert!(reports.any(|report| report.expect("text").contains(attack)), "{attack}");
}

#[test]
fn orders_that_are_no_utf_8_are_refused_at_their_byte() {
    let desk = Desk::new();
    desk.begun("");
    fs::write(desk.at("orders.yaml"), b"orders: FRE-01\n# caf\xE9\n").expect("a file");
    let (code, told) = desk.said(&["-C", "c", "check", "orders.yaml"]);
    assert_eq!(code, 1, "{told}");
    assert!(told.contains("byte E9 is not UTF-8") && told.contains("orders.yaml:2:6"), "{told}");
}
