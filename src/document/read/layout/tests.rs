//! The short way and the parser read the same, or the short way reads nothing.
#![allow(clippy::disallowed_methods)] // the files of the tree are read, in a test

use super::super::{parse_events, parse_from};
use super::*;
use crate::document::lines::is_plain;
use proptest::prelude::*;
use std::path::{Path, PathBuf};

/// What both readers make of a text, places and all; panics if they differ.
fn agree(text: &str) -> bool {
    let plain = is_plain(text).then(|| read(text, 3, Limits::PACK)).flatten();
    let Some(plain) = plain else { return false };
    let parsed = parse_events(text, 3, Limits::PACK);
    let parsed = parsed.unwrap_or_else(|why| panic!("only the parser refuses\n{text}\n{why:#?}"));
    let (plain, parsed) = (format!("{plain:?}"), format!("{parsed:?}"));
    let same = plain.bytes().zip(parsed.bytes()).take_while(|(a, b)| a == b).count();
    let from = same.saturating_sub(200);
    let end = |told: &str| told.get(from..told.len().min(same + 80)).map(str::to_owned);
    assert!(plain == parsed, "\n{text}\nhere:   {:?}\nparser: {:?}", end(&plain), end(&parsed));
    true
}

/// Every YAML file of the project.
fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> = ["scenarios", "examples", "tests"].map(|f| root.join(f)).into();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).expect("the folder is there");
        for path in entries.map(|entry| entry.expect("the entry is there").path()) {
            match path.extension().and_then(|e| e.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("yaml") => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files
}

fn texts() -> impl Iterator<Item = (PathBuf, String)> {
    files().into_iter().filter_map(|path| {
        let text = std::fs::read_to_string(&path).ok()?;
        Some((path, text))
    })
}

#[test]
fn every_file_reads_the_same_and_nearly_none_needs_the_parser() {
    let (mut here, mut all) = (0, 0);
    for (_, text) in texts() {
        for (_, part) in crate::document::lines::parts(&text) {
            if parse_from(part, 0, Limits::PACK).is_ok() {
                all += 1;
                here += usize::from(agree(part));
            }
        }
    }
    assert!(here * 20 > all * 19, "{here} of {all} documents are read without the parser");
}

#[test]
fn what_this_program_writes_needs_no_parser() {
    for (path, text) in texts() {
        let written =
            path.components().any(|c| matches!(c.as_os_str().to_str(), Some("log" | "positions")));
        if written && is_plain(&text) {
            assert!(agree(&text), "{}", path.display());
        }
    }
}

/// A file with a few characters changed, its lines moved in or out, doubled or taken away.
fn mangled(text: &str, edits: &[(u8, u16, u8)]) -> String {
    const ODD: &[&str] = &[
        " ", ":", ": ", "#", " #", "- ", "-", "\n", "\"", "'", "{", "}", "[", "]", ",", ", ", "|",
        ">", ">-", "?", "!", "&", "*", "%", "@", "`", "\\", "---", "...", "x", "  ", "<<", "~",
    ];
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for &(what, at, odd) in edits {
        if lines.is_empty() {
            break;
        }
        let at = usize::from(at) % lines.len();
        let odd = usize::from(odd);
        match what % 8 {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => lines[at].insert_str(0, &" ".repeat(odd % 5)),
            3 => lines[at] = lines[at].chars().skip(odd % 4).collect(),
            4 => lines.insert(at, ODD[odd % ODD.len()].to_owned()),
            5 => lines[at].push_str(ODD[odd % ODD.len()]),
            _ => {
                let line = &mut lines[at];
                let column = line.char_indices().map(|(at, _)| at).nth(odd % line.len().max(1));
                line.insert_str(column.unwrap_or(0), ODD[usize::from(what / 8) % ODD.len()]);
            }
        }
    }
    lines.join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..Default::default() })]

    #[test]
    fn mangled_files_read_the_same(
        which in any::<prop::sample::Index>(),
        from in any::<u16>(),
        edits in prop::collection::vec(any::<(u8, u16, u8)>(), 0..5),
    ) {
        thread_local! {
            static TEXTS: Vec<String> = texts().map(|(_, text)| text).collect();
        }
        let text = TEXTS.with(|texts| which.get(texts).clone());
        let lines: Vec<&str> = text.lines().collect();
        let from = usize::from(from) % lines.len().max(1);
        let window = &lines[from..(from + 25).min(lines.len())];
        // Cut out of its surroundings a part may begin anywhere.
        let indent = window.first().map_or(0, |l| l.len() - l.trim_start().len());
        let part: Vec<&str> = window.iter().map(|l| l.get(indent..).unwrap_or(l.trim_start())).collect();
        agree(&mangled(&part.join("\n"), &edits));
    }
}
