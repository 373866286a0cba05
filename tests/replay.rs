//! The campaigns in `examples/`, made again from their orders byte for byte, and opened at every
//! prefix of their logs. `UPDATE=1` writes the example anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SEED: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const GAME: &str = "fre-01-2026-0e5a3b1e";

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/fredericksburg")
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
fn the_example_comes_from_its_orders_byte_for_byte() {
    let home = tempfile::tempdir().expect("a folder");
    let campaign = home.path().join("fre-01");
    let at = campaign.display().to_string();
    let begun =
        provost(home.path(), &["new", "fredericksburg", &at, "--seed", SEED, "--game", GAME]);
    assert!(begun.status.success(), "{}", String::from_utf8_lossy(&begun.stderr));
    let mut orders: Vec<PathBuf> = fs::read_dir(example().join("orders"))
        .expect("orders")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    orders.sort();
    assert_eq!(orders.len(), 8);
    for file in &orders {
        let file = file.display().to_string();
        let resolved = provost(home.path(), &["-C", &at, "resolve", &file]);
        let code = resolved.status.code();
        // The third file halts for a question, the fourth answers it; then the turn goes on.
        let halts = file.contains("03-") || file.contains("04-");
        let told = String::from_utf8_lossy(&resolved.stderr);
        assert_eq!(code, Some(if halts { 3 } else { 0 }), "{file}: {told}");
    }
    let kept = example().join("fre-01");
    if std::env::var_os("UPDATE").is_some() {
        let _ = fs::remove_dir_all(&kept);
        copy(&campaign, &kept, |_| true);
    }
    let (made, kept) = (files(&campaign), files(&kept));
    assert_eq!(made.keys().collect::<Vec<_>>(), kept.keys().collect::<Vec<_>>());
    for (name, text) in &made {
        assert_eq!(text, &kept[name], "{name}");
    }
}

#[test]
fn every_prefix_of_the_example_audits_clean_and_stands_where_it_stood() {
    let kept = example().join("fre-01");
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
        assert!(audit.status.success(), "{length}: {}", String::from_utf8_lossy(&audit.stdout));
        let position = kept.join(format!("positions/{:04}.yaml", length - 1));
        if let Ok(expected) = fs::read_to_string(position) {
            let shown = provost(home.path(), &["-C", &at, "show"]);
            assert_eq!(String::from_utf8_lossy(&shown.stdout), expected, "after {length} records");
            checked += 1;
        }
    }
    assert!(checked >= 8, "{checked} positions were compared");
}
