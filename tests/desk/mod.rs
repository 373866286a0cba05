//! A folder of its own in which the program is run, as a person would.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The folder, with secrets of its own.
pub struct Desk {
    pub home: tempfile::TempDir,
}

impl Desk {
    pub fn new() -> Desk {
        Desk { home: tempfile::tempdir().expect("a folder") }
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
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

    /// The exit code and everything that was printed.
    #[allow(dead_code, reason = "not every test looks at both")]
    pub fn said(&self, arguments: &[&str]) -> (i32, String) {
        let output = self.run(arguments);
        let told = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap_or(-1), String::from_utf8(told).expect("text"))
    }

    /// What was printed, where nothing goes wrong.
    #[allow(dead_code, reason = "not every test goes on after it")]
    pub fn done(&self, arguments: &[&str]) -> String {
        let (code, told) = self.said(arguments);
        assert_eq!(code, 0, "{arguments:?}: {told}");
        told
    }
}

/// Copies a folder with everything in it.
#[allow(dead_code, reason = "not every test copies")]
pub fn copy(from: &Path, to: &Path) {
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
