//! The conformance suite: one named test a case file of `tests/rules`, and the coverage of the
//! rulebooks both ways. `tests/rules/README.md` describes the format.
//!
//! `cargo test --test rules -- BG/8.52` runs only the cases whose names begin so.

#[path = "harness/battles.rs"]
mod battles;
#[path = "harness/case.rs"]
#[allow(dead_code, reason = "shared with tests/refusals.rs")]
mod case;
#[path = "harness/coverage.rs"]
mod coverage;
#[path = "harness/facts.rs"]
mod facts;
#[path = "harness/kinds.rs"]
mod kinds;
#[path = "harness/places.rs"]
mod places;
#[path = "harness/run.rs"]
mod run;
#[path = "harness/setup.rs"]
mod setup;

use case::Case;
use coverage::Proof;
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

type Check = fn(&[Proof]) -> Result<(), String>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let mut trials = Vec::new();
    let mut cases = Vec::new();
    for path in files(&root) {
        match Case::read(&root, &path) {
            Ok(case) => cases.push(case),
            Err(fault) => {
                let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
                trials.push(Trial::test(name, move || Err(Failed::from(fault))));
            }
        }
    }
    let proofs: Vec<Proof> = cases
        .iter()
        .map(|case| Proof {
            name: case.name.clone(),
            rules: case.rules.clone(),
            choices: case.setup.rulings.clone(),
            waits: case.waits.is_some(),
        })
        .collect();
    let proofs = Arc::new(proofs);
    for (name, check) in
        [("coverage", coverage::check as Check), ("places", places::check as Check)]
    {
        let proofs = Arc::clone(&proofs);
        trials.push(Trial::test(name, move || check(&proofs).map_err(Failed::from)));
    }
    for case in cases {
        let file = format!("tests/rules/{}.yaml", case.name);
        trials.push(Trial::test(case.name.clone(), move || {
            run::run(&case).map_err(|fault| Failed::from(format!("{file}\n  {fault}")))
        }));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// All case files, in order of their names.
fn files(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in std::fs::read_dir(root).expect("tests/rules is there").flatten() {
        if !folder.path().is_dir() {
            continue;
        }
        for file in std::fs::read_dir(folder.path()).expect("a folder").flatten() {
            if file.path().extension().is_some_and(|e| e == "yaml") {
                found.push(file.path());
            }
        }
    }
    found.sort();
    found
}
