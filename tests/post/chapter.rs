//! The chapter "A game by mail in ten commands" of the README, as two people type it.
//!
//! Each has a terminal, a column of the chapter, and a folder of his own. What passes between them are
//! the letters that the program has just written: they lie in the other's folder, as if a mail program
//! had saved them there.

use regex_lite::Regex;
use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where the second column begins.
const MIDDLE: &str = " | ";

/// One of the two, at his terminal.
struct Terminal {
    home: tempfile::TempDir,
    /// Where he is, below it.
    here: RefCell<PathBuf>,
}

/// What stands in a column: a command, and the lines below it.
#[derive(Debug, Default)]
struct Typed {
    command: String,
    shown: Vec<String>,
}

impl Terminal {
    fn new() -> Terminal {
        Terminal { home: tempfile::tempdir().expect("a folder"), here: RefCell::default() }
    }

    fn place(&self) -> PathBuf {
        self.home.path().join(&*self.here.borrow())
    }

    /// Types a command, and gives what it prints.
    fn types(&self, command: &str) -> String {
        if let Some(folder) = command.strip_prefix("cd ") {
            let to = self.here.borrow().join(folder);
            assert!(self.home.path().join(&to).is_dir(), "no folder {folder}");
            *self.here.borrow_mut() = to;
            return String::new();
        }
        let program = Path::new(env!("CARGO_BIN_EXE_provost")).parent().expect("its folder");
        let path = std::env::var("PATH").unwrap_or_default();
        let output = Command::new("sh")
            .args(["-c", command])
            .current_dir(self.place())
            .env("PATH", format!("{}:{path}", program.display()))
            .env("HOME", self.home.path())
            .env_remove("XDG_STATE_HOME")
            .stdin(Stdio::null())
            .output()
            .expect("a shell");
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8(told).expect("text");
        assert!(matches!(output.status.code(), Some(0 | 3)), "{command}: {told}");
        told
    }

    /// Saves an edited file, with the label of the form in place of the one that is shown.
    fn edits(&self, file: &str, lines: &[String]) {
        let path = self.place().join(file);
        let form = fs::read_to_string(&path).expect("the form");
        let label =
            form.lines().find_map(|line| line.strip_prefix("# position: ")).expect("a label");
        let shown = |line: &String| match line.starts_with("position: ") {
            true => format!("position: {label}\n"),
            false => format!("{line}\n"),
        };
        fs::write(&path, lines.iter().map(shown).collect::<String>()).expect("a file");
    }

    /// Letters that are there.
    fn letters(&self) -> Vec<PathBuf> {
        let outbox = self.home.path().join("game/outbox");
        let entries = fs::read_dir(outbox).into_iter().flatten().flatten();
        let mut letters: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        letters.retain(|path| path.extension().is_some_and(|ending| ending == "eml"));
        letters.sort();
        letters
    }
}

/// The chapter, column by column, in the order in which it is typed.
fn chapter() -> Vec<(usize, Typed)> {
    let readme = include_str!("../../README.md");
    let (_, chapter) =
        readme.split_once("\n## A game by mail in ten commands\n").expect("the chapter is there");
    let chapter = chapter.split("\n## ").next().expect("its end");
    let block = chapter.split("```text\n").nth(1).expect("two terminals");
    let block = block.split("```").next().expect("their end");
    let middle = block.lines().find_map(|line| line.find(MIDDLE)).expect("two columns");
    let mut typed: Vec<(usize, Typed)> = Vec::new();
    // What a column goes on with, until the other types.
    let mut open: [Option<usize>; 2] = [None, None];
    for line in block.lines().skip(2) {
        assert!(line.is_ascii() && line.len() <= 100, "{line}");
        let left = line.get(..middle).unwrap_or(line).trim_end();
        let right = line.get(middle + MIDDLE.len()..).unwrap_or_default().trim_end();
        for (who, cell) in [left, right].into_iter().enumerate() {
            if let Some(command) = cell.strip_prefix("$ ") {
                typed.push((who, Typed { command: command.to_owned(), shown: Vec::new() }));
                open[who] = Some(typed.len() - 1);
            } else if !cell.is_empty() {
                let at = open[who].unwrap_or_else(|| panic!("nothing was typed above {cell}"));
                let last = &mut typed[at].1;
                match last.command.strip_suffix(" \\") {
                    Some(begun) => last.command = format!("{begun} {}", cell.trim_start()),
                    None => last.shown.push(cell.to_owned()),
                }
            }
        }
    }
    typed
}

/// What is shown, as a pattern for what is printed: ids and labels differ from game to game, lines break
/// where they may, and `...` stands for what is left out.
fn pattern(shown: &[String]) -> Regex {
    let flat = shown.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    let mut pattern = String::from("(?s)");
    let varies =
        Regex::new(r"[a-z]+-[a-z]+-\d\d|[a-z]+-\d\d-\d{4}-[0-9a-f]{8}|\.\.\.").expect("sound");
    let mut at = 0;
    for found in varies.find_iter(&flat) {
        pattern.push_str(&regex_lite::escape(&flat[at..found.start()]));
        pattern.push_str(if found.as_str() == "..." { ".*" } else { "[a-z0-9-]+" });
        at = found.end();
    }
    pattern.push_str(&regex_lite::escape(&flat[at..]));
    Regex::new(&pattern).expect("sound")
}

#[test]
fn the_chapter_is_played_as_it_is_shown() {
    let typed = chapter();
    let commands = typed.iter().filter(|(_, typed)| typed.command.starts_with("provost ")).count();
    assert_eq!(commands, 10, "{typed:#?}");
    assert!(typed.iter().any(|(who, _)| *who == 0) && typed.iter().any(|(who, _)| *who == 1));
    let people = [Terminal::new(), Terminal::new()];
    for (who, Typed { command, shown }) in &typed {
        let me = &people[*who];
        let before = me.letters();
        if let Some(file) = command.strip_prefix("cat ") {
            me.edits(file, shown);
        }
        let printed = me.types(command);
        let flat = printed.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(pattern(shown).is_match(&flat), "{command}: shown\n{shown:#?}\nprinted\n{printed}");
        // The post: what is new in the outbox comes to the other.
        for letter in me.letters().iter().filter(|letter| !before.contains(letter)) {
            let name = letter.file_name().expect("a name");
            let other = &people[1 - who];
            fs::copy(letter, other.place().join(name)).expect("a letter");
        }
    }
    let logs = people.each_ref().map(|person| {
        let mut log: Vec<String> = fs::read_dir(person.home.path().join("game/log"))
            .expect("a log")
            .flatten()
            .filter(|entry| entry.path().is_file())
            .map(|entry| fs::read_to_string(entry.path()).expect("a record"))
            .collect();
        log.sort();
        log
    });
    assert_eq!(logs[0], logs[1]);
    assert!(logs[0].len() >= 4);
}
