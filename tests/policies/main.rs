//! What becomes of orders that are not legal, under each policy and in each kind of mode (R12, R13):
//! sent back before the dice, cut, forfeited, or played at other odds than expected. What is locked is
//! never sent back.
//!
//! `cases/*.yaml` hold orders as they stand in a record that no `check` has seen.

#[path = "../desk/mod.rs"]
mod desk;
mod expects;
mod log;
mod mails;
mod plain;
mod stands;

use log::{Log, says};
use provost::dice::Mode;
use provost::document::{Node, read};
use std::fs;
use std::path::{Path, PathBuf};

/// One file of `cases/`.
struct Case {
    name: String,
    node: Node,
}

impl Case {
    fn text(&self, key: &str) -> &str {
        self.node.get_text(key).unwrap_or_default()
    }

    fn list(&self, key: &str) -> Vec<&str> {
        let list = self.node.get(key).and_then(Node::as_list).unwrap_or_default();
        list.iter().filter_map(Node::as_text).collect()
    }

    /// Player-turns in which nobody orders anything, then the case; what it brought.
    fn played(&self, mode: Mode) -> Result<Log, Vec<String>> {
        let mut log = Log::new(mode, |terms| {
            terms.errors = self.text("errors").parse().expect("a policy");
        });
        for _ in 0..self.text("before").parse().unwrap_or(0) {
            log.turn(&Node::map::<&str>([]), &[]).expect("nothing is ordered");
        }
        let orders = self.node.get("orders").expect("orders").clone();
        match log.turn(&orders, &[]) {
            Ok(()) => Ok(log),
            Err(wrong) => Err(wrong.findings.into_iter().map(|found| found.headline).collect()),
        }
    }
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/policies/cases");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).expect("cases").map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    let case = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("text");
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let node = read::parse(&text, read::Limits::RECORD);
        Case { node: node.unwrap_or_else(|e| panic!("{name}: {e:#?}")), name }
    };
    files.iter().map(case).collect()
}

#[test]
fn what_is_locked_is_played_as_the_terms_say() {
    let mut seen = Vec::new();
    for case in cases() {
        for mode in case.text("modes").split(' ') {
            let name = format!("{} in mode {mode}", case.name);
            seen.push((case.text("errors").to_owned(), mode.to_owned()));
            let told = match case.played(mode.parse().expect("a mode")) {
                Ok(log) => log.told(),
                Err(wrong) => panic!("{name}: {wrong:#?}"),
            };
            for words in case.list("report") {
                assert!(says(&told, words), "{name}: no `{words}` in\n{told}");
            }
            for words in case.list("silent") {
                assert!(!says(&told, words), "{name}: `{words}` in\n{told}");
            }
        }
    }
    // Each policy was seen in each kind of mode where orders are locked.
    for errors in ["return", "truncate", "forfeit"] {
        for mode in ["referee", "duel"] {
            assert!(seen.contains(&(errors.to_owned(), mode.to_owned())), "{errors}, {mode}");
        }
    }
}

/// In mode `recorded` nothing is locked and nobody is waited for: under `return` such a record is
/// false, and it is not filed.
#[test]
fn a_recorded_turn_that_is_not_legal_is_false_where_the_terms_send_orders_back() {
    let mut refused = 0;
    for case in cases().iter().filter(|case| !case.list("false").is_empty()) {
        let wrong = match case.played(Mode::Recorded) {
            Ok(log) => panic!("{}: {}", case.name, log.told()),
            Err(wrong) => wrong,
        };
        for words in case.list("false") {
            assert!(wrong.iter().any(|said| said.contains(words)), "{}: {wrong:#?}", case.name);
        }
        refused += 1;
    }
    assert!(refused > 1);
}
