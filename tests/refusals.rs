//! What a player reads when his orders are refused: every `tests/refusals/NAME.yaml` is a file as
//! somebody typed it, `NAME.txt` what is printed about it. `UPDATE=1` rewrites the texts; read
//! each of them as somebody who does not know the program.
//!
//! The comment lines at the head of a file say which position it answers, with the keys of a case
//! (`tests/rules/README.md`).

#[path = "harness/battles.rs"]
#[allow(dead_code, reason = "shared with tests/rules.rs")]
mod battles;
#[path = "harness/case.rs"]
#[allow(dead_code, reason = "shared with tests/rules.rs")]
mod case;
#[path = "harness/setup.rs"]
#[allow(dead_code, reason = "shared with tests/rules.rs")]
mod setup;

use case::Case;
use libtest_mimic::{Arguments, Failed, Trial};
use provost::document::{Diagnostic, Span};
use provost::games::blue_gray::check;
use provost::games::blue_gray::facts::beside;
use provost::games::blue_gray::grammar::{self, Names, head};
use provost::games::blue_gray::position::Position;
use provost::games::blue_gray::scenario::Scenario;
use provost::games::blue_gray::turn::{InForce, Input, Segment};
use provost::play::{Ask, Fate, Stop};
use provost::report::diagnostics::{self, File, Paint};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Title and label that the files answer.
const TITLE: &str = "Case";
const LABEL: &str = "abandon-ability-00";

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refusals");
    let update = std::env::var_os("UPDATE").is_some();
    let mut trials = Vec::new();
    for path in files(&root) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        trials.push(Trial::test(name, move || compare(&path, update).map_err(Failed::from)));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn files(root: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root).expect("tests/refusals is there").flatten();
    let mut found: Vec<PathBuf> =
        entries.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "yaml")).collect();
    found.sort();
    found
}

fn compare(path: &Path, update: bool) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let complaints = complaints(&text)?;
    if !complaints.iter().any(Diagnostic::is_error) {
        return Err("nothing is refused".to_owned());
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let file = File { name: &name, text: &text };
    let found = diagnostics::render(&file, &complaints, Paint::Plain);
    let expected = path.with_extension("txt");
    if update {
        return std::fs::write(expected, found).map_err(|e| e.to_string());
    }
    let wanted = std::fs::read_to_string(&expected).unwrap_or_default();
    if wanted == found { Ok(()) } else { Err(format!("expected:\n{wanted}\nfound:\n{found}")) }
}

/// Everything said about a typed file.
fn complaints(text: &str) -> Result<Vec<Diagnostic>, String> {
    let case = Case::read_setup(&context(text))?;
    let (scenario, position) = setup::build(&case)?;
    let expected = head::Expected {
        title: TITLE,
        turn: position.turn,
        army: position.phasing,
        label: LABEL,
        earlier: &[],
    };
    let file = match grammar::open(text) {
        Ok(file) => file,
        Err(all) => return Ok(all),
    };
    let wrong = head::check(&file.head, &expected);
    if !wrong.is_empty() {
        return Ok(wrong);
    }
    let names = Names::new(&scenario, &position, position.phasing);
    let (reading, mut unread, whole) = file.attempt(&names, &names);
    if !unread.is_empty() {
        let more = beside(&scenario, &position, &reading.orders, whole, &unread);
        unread.extend(more);
        return Ok(unread);
    }
    let orders = reading.orders;
    let input = Input {
        segments: vec![Segment { orders, standing: None }],
        answers: Vec::new(),
        standing: InForce::default(),
        own: Default::default(),
        conduct: case.setup.conduct,
    };
    Ok(checked(&scenario, &position, &input))
}

fn checked(scenario: &Scenario, position: &Position, input: &Input) -> Vec<Diagnostic> {
    check::check(scenario, position, input, &mut NoDice).complaints
}

/// The keys of a case in the comment lines before the head.
fn context(text: &str) -> String {
    let comments = text.lines().map_while(|line| line.strip_prefix("# "));
    let keyed = comments.filter(|line| {
        line.split_once(':').is_some_and(|(key, _)| !key.contains(' ') && !key.is_empty())
    });
    keyed.map(|line| format!("{line}\n")).collect()
}

/// `check` rolls nothing.
struct NoDice;

impl Fate for NoDice {
    fn die(&mut self, _: usize, _: &str, _: &dyn Fn(u32) -> u32) -> Result<u32, Stop> {
        Err(Stop::Refused(vec![Diagnostic::error(Span::NONE, "check rolls no dice")]))
    }

    fn open(&mut self, _: &Ask) -> Result<Option<usize>, Stop> {
        Ok(None)
    }
}
