//! What a judge does: a heap of mails audited and compared, the past of a unit, the dice counted, and
//! the habits of clubs as terms.

mod desk;

use desk::Desk;
use provost::campaign::packs::{PackFile, together};
use provost::campaign::presets::{PRESETS, Preset};
use provost::campaign::terms::{Errors, Missing, Terms};
use provost::dice::Mode;
use provost::document::digest::Pack;
use provost::document::{Node, Value};
use provost::games::{Answering, Game, Readings, builtin};
use std::fs;
use std::path::{Path, PathBuf};

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/fredericksburg/fre-01")
}

fn of_example(desk: &Desk, arguments: &[&str]) -> String {
    let example = example();
    let all = [&["-C", example.to_str().expect("a path")], arguments].concat();
    desk.done(&all)
}

/// What was told, on one line a record.
fn lines(told: &str) -> Vec<String> {
    told.replace("\n  ", " ").lines().map(str::to_owned).collect()
}

/// A mail with one file.
fn mail(name: &str, text: &str) -> String {
    format!(
        "From: jane@example.org\nSubject: FRE-01\nMIME-Version: 1.0\nContent-Type: multipart/mixed; \
         boundary=b\n\n--b\nContent-Type: text/plain\n\nHere it is.\n--b\nContent-Type: text/x-yaml; \
         name=\"{name}\"\n\n{text}\n--b--\n"
    )
}

/// The example as mails, the newest first: one a record, and one with the packs.
fn mails(change: impl Fn(&str) -> String) -> Vec<String> {
    let read = |folder: &str| {
        let files = fs::read_dir(example().join(folder)).expect("a folder");
        let mut files: Vec<PathBuf> = files.map(|file| file.expect("an entry").path()).collect();
        files.retain(|file| file.is_file());
        files.sort();
        files
    };
    let text = |file: &PathBuf| fs::read_to_string(file).expect("a file");
    let packs: String = read("packs").iter().map(|file| format!("---\n{}", text(file))).collect();
    let mut mails = vec![mail("packs.yaml", &packs)];
    for (at, file) in read("log").iter().enumerate() {
        mails.push(mail(&format!("{at}.yaml"), &change(&text(file))));
    }
    mails.push(
        "From: bob@example.org\n\norders: FRE-01 turn 1 Union\nposition: a-b-01\n".to_owned(),
    );
    mails.reverse();
    mails
}

fn mailbox(mails: &[String]) -> String {
    let one = |mail: &String| format!("From - Sat Mar 14 10:15:07 2026\n{mail}\n");
    mails.iter().map(one).collect()
}

#[test]
fn a_heap_of_mails_audits_like_the_folder() {
    let desk = Desk::new();
    let example = example();
    let folder = desk.done(&["audit", example.to_str().expect("a path")]);
    let head = folder.lines().find(|line| line.starts_with("head ")).expect("a head").to_owned();
    let mails = mails(str::to_owned);
    fs::write(desk.at("all.mbox"), mailbox(&mails)).expect("a file");
    for shelf in ["heap", "maildir/cur", "maildir/new", "maildir/tmp"] {
        fs::create_dir_all(desk.at(shelf)).expect("a folder");
    }
    for (at, mail) in mails.iter().enumerate() {
        fs::write(desk.at(&format!("heap/{at}.eml")), mail).expect("a file");
        let shelf = ["cur", "new"][at % 2];
        fs::write(desk.at(&format!("maildir/{shelf}/{at}.M1.host:2,S")), mail).expect("a file");
    }
    // What is still on its way is not read.
    fs::write(desk.at("maildir/tmp/1.host"), mail("3.yaml", "record:\n  seq: 3\n"))
        .expect("a file");
    for heap in ["all.mbox", "heap", "maildir"] {
        let told = desk.done(&["audit", heap]);
        assert!(told.contains("16 records, 10 dice, 0 mismatches"), "{heap}: {told}");
        assert!(told.contains(&head), "{heap}: {told}");
        assert!(told.contains("1 mail without a record was passed over"), "{heap}: {told}");
        desk.done(&["compare", heap, example.to_str().expect("a path")]);
    }
    let told = desk.done(&["import", "maildir", "--to", "again"]);
    assert!(told.contains("16 records"), "{told}");
}

#[test]
fn two_heaps_are_compared_and_a_false_mail_is_named() {
    let desk = Desk::new();
    fs::write(desk.at("jane.mbox"), mailbox(&mails(str::to_owned))).expect("a file");
    let other = |text: &str| text.replace("- any: toward 0910", "- any: toward 0911");
    let bob = mails(other);
    assert_ne!(bob, mails(str::to_owned), "the example has that line");
    fs::write(desk.at("bob.mbox"), mailbox(&bob)).expect("a file");
    let (code, told) = desk.said(&["compare", "jane.mbox", "bob.mbox"]);
    assert_eq!(code, 4, "{told}");
    let first = told.lines().next().expect("a line");
    assert!(
        first.starts_with("record ") && first.ends_with(" is the first that differs"),
        "{told}"
    );
    assert!(
        told.contains("-    - any: toward 0910") && told.contains("+    - any: toward 0911"),
        "{told}"
    );
    let (code, told) = desk.said(&["audit", "bob.mbox"]);
    assert_eq!(code, 4, "{told}");
    assert!(told.contains("false: record ") && told.contains("bob.mbox, mail "), "{told}");
}

#[test]
fn blame_leads_from_a_unit_to_its_records() {
    let desk = Desk::new();
    let told = lines(&of_example(&desk, &["blame", "Cobb"]));
    assert_eq!(told[0], "Cobb: on 1213, ineffective");
    let first = told.iter().filter(|line| line.starts_with("record 4,")).collect::<Vec<_>>();
    assert_eq!(
        first,
        [
            "record 4, turn 1, Union: Cobb retreats from 1112 to 1212, by its standing order (8.5)",
            "record 4, turn 1, Union: Die 1112.crt.1 shows 3: DR, the defenders retreat (8.3)",
            "record 4, turn 1, Union: Attack on 1112 by 1/II and 1/2/IX (8.0)",
        ]
    );
    assert_eq!(told.last().map(String::as_str), Some("record 0, set-up: Cobb: on 1112"));
    // The newest first.
    let number = |line: &String| line.split([' ', ',']).nth(1).and_then(|n| n.parse::<u32>().ok());
    let numbers: Vec<u32> = told[1..].iter().filter_map(number).collect();
    assert!(numbers.is_sorted_by(|a, b| a >= b) && numbers.len() > 8, "{numbers:?}");
    // A short form, and a name in capitals, mean the same unit.
    assert_eq!(lines(&of_example(&desk, &["blame", "cob", "confederate"])), told);
}

#[test]
fn what_was_known_before_a_halt_is_of_the_record_before_it() {
    let desk = Desk::new();
    let told = lines(&of_example(&desk, &["blame", "1112"]));
    let halted: Vec<&String> = told.iter().filter(|line| line.contains("turn 2, Confed")).collect();
    let advance = "record 9, turn 2, Confederate: Cobb advances from 1212 to 1112";
    assert!(halted[0].starts_with(advance), "{halted:?}");
    let attack = halted.iter().find(|line| line.contains("Attack on 1112")).expect("an attack");
    assert!(attack.starts_with("record 6, "), "{halted:?}");
    assert_eq!(told[0], "1112: nobody");
    // Of one side's units only.
    let union = lines(&of_example(&desk, &["blame", "1112", "union"]));
    assert!(union.iter().any(|line| line.contains("1/II advances from 1011 to 1112")), "{union:?}");
    assert!(union.iter().all(|line| !line.contains("Cobb retreats")), "{union:?}");
}

#[test]
fn blamed_points_add_up() {
    let desk = Desk::new();
    let told = of_example(&desk, &["--format", "json", "blame", "points", "confederate"]);
    let data: serde_json::Value = serde_json::from_str(&told).expect("JSON");
    let number = |text: &str| text.split(' ').find_map(|word| word.parse::<u32>().ok());
    let (now, begun) = (data["now"].as_str().unwrap(), data["set_up"].as_str().unwrap());
    let given = data["lines"].as_array().unwrap().iter().map(|line| {
        assert_eq!(line["rules"], serde_json::json!(["FR 17.11"]), "{line}");
        assert_eq!((&line["record"], &line["orders"]), (&15.into(), &serde_json::json!([14])));
        number(line["sentence"].as_str().unwrap()).expect("points")
    });
    let sum: u32 = given.sum::<u32>() + number(begun).expect("points");
    assert_eq!(Some(sum), number(now), "{data:#}");
    assert!(sum > 4, "{data:#}");
}

#[test]
fn what_nobody_knows_is_refused() {
    let desk = Desk::new();
    let example = example();
    let example = example.to_str().expect("a path");
    for (what, said) in [
        (&["Nobody"][..], "`Nobody` is no unit, no hex and not `points`"),
        (&["9901"], "9901 is not on the map"),
        (&["Cobb", "french"], "`french` plays no side; the sides are confederate and union"),
        (&["Pen"], "`Pen` may be Confederate Pender or Confederate Pendleton"),
    ] {
        let (code, told) = desk.said(&[&["-C", example, "blame"], what].concat());
        assert_eq!(code, 1, "{told}");
        assert!(told.replace("\n  ", " ").contains(said), "{told}");
    }
}

#[test]
fn dice_are_counted_and_few_of_them_show_nothing() {
    let desk = Desk::new();
    let example = example();
    let told = desk.done(&["dice", "stats", example.to_str().expect("a path")]);
    assert_eq!(told, of_example(&desk, &["dice", "stats"]));
    let row = |name: &str| {
        let line = told.lines().find(|line| line.starts_with(name)).expect("a row");
        line[name.len()..].split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    let figures =
        |name: &str| -> Vec<u32> { row(name)[..7].iter().map(|n| n.parse().unwrap()).collect() };
    let all = figures("all dice");
    assert_eq!((all[0], all[1..].iter().sum()), (10, 10), "{told}");
    // The sides together are all dice, and so are the kinds.
    let sum: Vec<u32> =
        figures("Confederate").iter().zip(figures("Union")).map(|(a, b)| a + b).collect();
    assert_eq!(sum, all, "{told}");
    assert_eq!(figures("kind crt"), all, "{told}");
    assert_eq!(row("expected percent"), ["16.7"; 6], "{told}");
    assert_eq!(row("all dice")[7..], ["too", "few"]);
    let flat = told.split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in [
        "Critical value of chi-square for six faces: 11.07 (5 degrees of freedom, level 0.05).",
        "A count of fewer than 30 dice is not tested: it shows nothing.",
        "1604 for a face that comes 1 time in 5, 257 for a face that comes 1 time in 4",
        "does not prove fair dice",
    ] {
        assert!(flat.contains(sentence), "{sentence}\n{told}");
    }
    let data = of_example(&desk, &["--format", "json", "dice", "stats"]);
    let data: serde_json::Value = serde_json::from_str(&data).expect("JSON");
    assert_eq!(data["counts"][0]["all"]["test"], "too few dice");
    assert_eq!(data["counts"][0]["by_side"]["union"]["dice"], figures("Union")[0]);
    // The other uses of the command are what they were.
    assert!(of_example(&desk, &["dice"]).starts_with("segment   2  1112.crt.1"));
}

fn game() -> Game {
    let battle = builtin::find("fredericksburg").expect("a battle");
    let packs = Pack::ALL.map(|kind| PackFile::read(kind, battle.text(kind)).expect("a pack"));
    let readings = Readings { edition: "third".to_owned(), rulings: Vec::new() };
    Game::load(&together(packs), &readings).expect("a game")
}

/// What a record would carry of typed orders.
fn understood(game: &Game, body: &str) -> Result<Vec<Node>, String> {
    let text = format!("orders: FRE-01 turn 1 Union\nposition: shop-twenty-02\n{body}");
    let told = |all: Vec<provost::document::Diagnostic>| {
        all.iter().map(|one| format!("{text}{one}\n")).collect::<String>()
    };
    let state = game.deployment();
    let file = game.open_orders(&text).map_err(told)?;
    let understood = game.read_orders(&state, &file, Answering::Himself).map_err(told)?;
    assert!(understood.notes.is_empty(), "{body}: {:?}", understood.notes);
    let carried = game.carry(&state, "union", &understood.orders).map_err(told)?;
    Ok([Some(carried.orders), carried.standing].into_iter().flatten().collect())
}

/// Whether a value stands somewhere under a key.
fn holds(node: &Node, key: &str, value: &str) -> bool {
    match &node.value {
        Value::Map(entries) => entries.iter().any(|(name, node)| {
            name.text == key && node.as_text() == Some(value) || holds(node, key, value)
        }),
        Value::List(items) => items.iter().any(|node| holds(node, key, value)),
        Value::Text(_) => false,
    }
}

const PAPER: &str = include_str!("../docs/orders-on-paper.md");

#[test]
fn every_line_of_the_notation_on_paper_is_read() {
    let game = game();
    let rows = PAPER.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| `")?.rsplit(" | `");
        cells.next()?.strip_suffix("` |").map(str::to_owned)
    });
    let mut read = 0;
    for code in rows {
        let (key, value) = code.split_once(": ").expect("a key and a value");
        let earlier = "- at: 0914\n  by: 1/2/II, 2/2/II\n";
        let body = match key {
            "at" => format!("attack:\n- at: {value}\n  by: 1/II\n"),
            "by" => format!("attack:\n- at: 1112\n  by: {value}\n"),
            "retreat" | "give way" | "cavalry" | "advance" => format!("{key}:\n- {value}\n"),
            _ => format!("attack:\n{earlier}- at: 1112\n  by: 1/II, 1/2/IX\n  {key}: {value}\n"),
        };
        let nodes = understood(&game, &body).unwrap_or_else(|why| panic!("{code}\n{why}"));
        let (name, said) = match key {
            "retreat" | "give way" | "cavalry" | "advance" => value.split_once(": ").expect("two"),
            key => (key, value),
        };
        assert!(nodes.iter().any(|node| holds(node, name, said)), "{code}: {nodes:?}");
        read += 1;
    }
    assert_eq!(read, 25, "every row of both tables is an example");
    // The tables are not so patient that anything would do.
    assert!(understood(&game, "attack:\n- at: 1112\n  by: 1/II\n  AR: 1/II to B12\n").is_err());
}

#[test]
fn every_block_of_the_notation_on_paper_is_read() {
    let game = game();
    let blocks: Vec<&str> =
        PAPER.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        understood(&game, block).unwrap_or_else(|why| panic!("{why}"));
    }
}

fn terms() -> Terms {
    let battle = builtin::find("fredericksburg").expect("a battle");
    let packs =
        Pack::ALL.map(|kind| PackFile::read(kind, battle.text(kind)).expect("a pack").digest);
    let sides = ["confederate", "union"].map(|side| side.parse().expect("a name"));
    Terms {
        errors: Errors::Truncate,
        missing: Missing::Ask,
        pauses: Some(7),
        ..Terms::plain(Mode::Referee, sides, "FRE-01", "fredericksburg", packs)
    }
}

#[test]
fn presets_are_valid_terms_and_those_of_the_page() {
    let page = include_str!("../docs/terms-of-clubs.md");
    for preset in &PRESETS {
        let terms = preset.over(terms());
        let mut complaints = Vec::new();
        let read = Terms::read(&terms.node(), &mut complaints);
        assert!(complaints.is_empty(), "{complaints:?}");
        assert_eq!(read.as_ref(), Some(&terms));
        assert_eq!(Preset::find(preset.name), Some(preset));
        let pauses = preset.pauses.map_or("any number".to_owned(), |n| n.to_string());
        let (name, errors) = (preset.name, preset.errors);
        let row = format!(
            "| `{name}` | {errors} | {} | {} | {pauses} |\n",
            preset.missing, preset.expect
        );
        assert!(page.contains(&row), "the page lacks {row}");
        assert!(page.contains(&format!("\n## `{name}`: ")), "the page does not explain {name}");
    }
}

#[test]
fn a_campaign_begins_under_a_preset() {
    let desk = Desk::new();
    let offered = |dir: &str, more: &[&str]| {
        desk.done(&[&["new", "fredericksburg", dir], more].concat());
        fs::read_to_string(desk.at(dir).join("campaign.yaml")).expect("the terms")
    };
    let ahiks = offered("a", &["--preset", "ahiks"]);
    for line in ["errors: forfeit\n", "missing: default\n", "expect: report\n", "pauses: 0\n"] {
        assert!(ahiks.contains(line), "{ahiks}");
    }
    let bpa = offered("b", &["--preset", "bpa"]);
    assert!(bpa.contains("errors: return\n") && !bpa.contains("pauses"), "{bpa}");
    let mixed = offered("c", &["--preset", "iaapa", "--errors", "truncate", "--pauses", "2"]);
    for line in ["errors: truncate\n", "expect: pause\n", "pauses: 2\n"] {
        assert!(mixed.contains(line), "{mixed}");
    }
    assert_eq!(desk.said(&["new", "fredericksburg", "d", "--preset", "spi"]).0, 2);
}
