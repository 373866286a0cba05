//! The campaigns in `examples/`, made again from their orders byte for byte, and opened at every
//! prefix of their logs. `UPDATE=1` writes the example anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SEED: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

/// One campaign of `examples/`.
struct Example {
    /// The built-in battle, and the folder under `examples/`.
    battle: &'static str,
    /// The campaign's folder in it.
    folder: &'static str,
    game: &'static str,
    /// How many files of orders it has.
    files: usize,
    /// The files after which play halts.
    halts: &'static [&'static str],
}

/// In Fredericksburg the third file halts for a question and the fourth answers it; then the turn goes
/// on.
const EXAMPLES: [Example; 5] = [
    Example {
        battle: "fredericksburg",
        folder: "fre-01",
        game: "fre-01-2026-0e5a3b1e",
        files: 8,
        halts: &["03-", "04-"],
    },
    example("chattanooga", "cha-01", "cha-01-2026-0e5a3b1e"),
    example("hooker_and_lee", "hoo-01", "hoo-01-2026-0e5a3b1e"),
    example("wilderness", "wil-01", "wil-01-2026-0e5a3b1e"),
    example("road_to_richmond", "roa-01", "roa-01-2026-0e5a3b1e"),
];

/// Two game-turns without a halt.
const fn example(battle: &'static str, folder: &'static str, game: &'static str) -> Example {
    Example { battle, folder, game, files: 4, halts: &[] }
}

impl Example {
    fn at(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(self.battle)
    }

    fn kept(&self) -> PathBuf {
        self.at().join(self.folder)
    }
}

fn provost(home: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_provost"))
        .arg("--secrets")
        .arg(home.join("secrets"))
        .args(arguments)
        .output()
        .expect("the program runs")
}

/// Every file below a folder, by its name from there.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(folder).expect("below it").display().to_string();
            if path.is_dir() {
                open.push(path);
            } else if !name.starts_with('.') {
                found.insert(name, fs::read_to_string(&path).expect("text"));
            }
        }
    }
    found
}

fn copy(from: &Path, to: &Path, wanted: impl Fn(&str) -> bool) {
    for (name, text) in files(from) {
        if wanted(&name) {
            let path = to.join(&name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
            fs::write(path, text).expect("a file");
        }
    }
}

#[test]
fn the_examples_come_from_their_orders_byte_for_byte() {
    for example in &EXAMPLES {
        comes_from_its_orders(example);
    }
}

fn comes_from_its_orders(example: &Example) {
    let home = tempfile::tempdir().expect("a folder");
    let campaign = home.path().join(example.folder);
    let at = campaign.display().to_string();
    let begun =
        provost(home.path(), &["new", example.battle, &at, "--seed", SEED, "--game", example.game]);
    assert!(begun.status.success(), "{}", String::from_utf8_lossy(&begun.stderr));
    let mut orders: Vec<PathBuf> = fs::read_dir(example.at().join("orders"))
        .expect("orders")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    orders.sort();
    assert_eq!(orders.len(), example.files, "{}", example.battle);
    for file in &orders {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let halts = example.halts.iter().any(|halt| name.starts_with(halt));
        let resolved = provost(home.path(), &["-C", &at, "resolve", &file.display().to_string()]);
        let told = String::from_utf8_lossy(&resolved.stderr);
        assert_eq!(resolved.status.code(), Some(if halts { 3 } else { 0 }), "{name}: {told}");
    }
    let kept = example.kept();
    if std::env::var_os("UPDATE").is_some() {
        let _ = fs::remove_dir_all(&kept);
        copy(&campaign, &kept, |_| true);
    }
    let (made, kept) = (files(&campaign), files(&kept));
    assert_eq!(made.keys().collect::<Vec<_>>(), kept.keys().collect::<Vec<_>>());
    for (name, text) in &made {
        assert_eq!(text, &kept[name], "{}: {name}", example.battle);
    }
}

#[test]
fn every_prefix_of_an_example_audits_clean_and_stands_where_it_stood() {
    for example in &EXAMPLES {
        audits_at_every_prefix(example);
    }
}

fn audits_at_every_prefix(example: &Example) {
    let kept = example.kept();
    let records =
        files(&kept).keys().filter(|n| n.starts_with("log/") && n.ends_with(".yaml")).count();
    let mut checked = 0;
    for length in 1..=records {
        let home = tempfile::tempdir().expect("a folder");
        let campaign = home.path().join("prefix");
        copy(&kept, &campaign, |name| {
            let number = name.strip_prefix("log/").and_then(|n| n.get(..4)?.parse().ok());
            name.starts_with("packs/")
                || name == "campaign.yaml"
                || number.is_some_and(|n: usize| n < length)
        });
        let at = campaign.display().to_string();
        let audit = provost(home.path(), &["audit", &at]);
        let told = String::from_utf8_lossy(&audit.stdout);
        assert!(audit.status.success(), "{}, {length}: {told}", example.battle);
        let position = kept.join(format!("positions/{:04}.yaml", length - 1));
        if let Ok(expected) = fs::read_to_string(position) {
            let shown = provost(home.path(), &["-C", &at, "show"]);
            // On a screen wide lines are broken, which changes nothing of what they say.
            let [shown, expected] = [shown.stdout.as_slice(), expected.as_bytes()]
                .map(|text| serde_yaml::from_slice::<serde_yaml::Value>(text).expect("YAML"));
            assert_eq!(shown, expected, "after {length} records");
            checked += 1;
        }
    }
    // The opening, and one for each file but those that answer a halt.
    let wanted = 1 + example.files - example.halts.len();
    assert!(checked >= wanted, "{}: {checked} positions were compared", example.battle);
}
