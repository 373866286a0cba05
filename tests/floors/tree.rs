//! The tree of modules: which file a path means, and which files import each other.

use crate::source::{Path, Source};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path as FilePath;

/// All files below `src`, and what the folders of data are called.
pub struct Tree {
    pub sources: Vec<Source>,
    /// Folders of games below `src/games`, and of their battles below `scenarios`.
    pub games: Vec<String>,
    pub battles: Vec<String>,
    modules: BTreeMap<Vec<String>, usize>,
}

/// One file imports another.
#[derive(Clone, Copy)]
pub struct Import<'t> {
    pub from: &'t Source,
    pub to: &'t Source,
    pub line: usize,
}

impl Tree {
    /// This very project.
    pub fn here() -> Tree {
        let root = FilePath::new(env!("CARGO_MANIFEST_DIR"));
        let mut files = Vec::new();
        collect(&root.join("src"), "", &mut files);
        let games = folders(&root.join("src/games"));
        let battles: Vec<String> = folders(&root.join("scenarios"))
            .iter()
            .flat_map(|game| folders(&root.join("scenarios").join(game)))
            .collect();
        assert!(files.len() > 50 && !games.is_empty() && !battles.is_empty(), "nothing to look at");
        Tree::of(files, games, battles)
    }

    pub fn of(files: Vec<(String, String)>, games: Vec<String>, battles: Vec<String>) -> Tree {
        let is_test = |path: &str| path.ends_with("/tests.rs") || path.contains("/tests/");
        let sources: Vec<Source> = files
            .iter()
            .filter(|(path, _)| !is_test(path))
            .map(|(path, text)| Source::new(path, text))
            .collect();
        let places = sources.iter().enumerate().filter(|(_, source)| source.path != "main.rs");
        let modules = places.map(|(at, source)| (source.module.clone(), at)).collect();
        Tree { sources, games, battles, modules }
    }

    /// Every import of one file by another; the root of the library imports nothing.
    pub fn imports(&self) -> impl Iterator<Item = Import<'_>> {
        self.sources.iter().filter(|source| source.path != "lib.rs").flat_map(move |from| {
            let import = move |path: &Path| {
                let to = self.meant(from, &path.names)?;
                let other = to.path != from.path && !to.module.is_empty();
                other.then_some(Import { from, to, line: path.line })
            };
            from.paths.iter().filter_map(import)
        })
    }

    /// The file that a path of another file leads into.
    fn meant(&self, from: &Source, names: &[String]) -> Option<&Source> {
        let mut module = from.module.clone();
        let mut names = names.iter().map(String::as_str).peekable();
        match *names.peek()? {
            "crate" => {
                names.next();
                module.clear();
            }
            "provost" if from.path == "main.rs" => {
                names.next();
            }
            "self" => {
                names.next();
            }
            "super" => {
                while names.next_if_eq(&"super").is_some() {
                    module.pop()?;
                }
            }
            child => {
                let inside = [module.as_slice(), &[child.to_owned()]].concat();
                self.modules.get(&inside)?;
            }
        }
        module.extend(names.map(str::to_owned));
        let place = (0..=module.len()).rev().find_map(|n| self.modules.get(&module[..n]))?;
        self.sources.get(*place)
    }
}

impl Import<'_> {
    /// Whether a file looks at the module that it is a part of.
    pub fn goes_up(&self) -> bool {
        self.from.module.starts_with(&self.to.module)
    }
}

/// Files that import each other in a ring, each group in order; `imports` are those that count.
pub fn rings<'t>(imports: &[Import<'t>]) -> Vec<Vec<&'t str>> {
    let mut onward: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for import in imports {
        onward.entry(&import.from.path).or_default().insert(&import.to.path);
    }
    let reach = |start: &'t str| -> BTreeSet<&'t str> {
        let mut seen = BTreeSet::new();
        let mut open = vec![start];
        while let Some(at) = open.pop() {
            for next in onward.get(at).into_iter().flatten() {
                if seen.insert(*next) {
                    open.push(next);
                }
            }
        }
        seen
    };
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        imports.iter().map(|i| i.from.path.as_str()).map(|path| (path, reach(path))).collect();
    let mutual = |a: &str, b: &str| {
        reached.get(a).is_some_and(|r| r.contains(b))
            && reached.get(b).is_some_and(|r| r.contains(a))
    };
    let mut rings: Vec<Vec<&str>> = Vec::new();
    for path in reached.keys().filter(|path| mutual(path, path)) {
        match rings.iter_mut().find(|ring| mutual(ring[0], path)) {
            Some(ring) => ring.push(path),
            None => rings.push(vec![path]),
        }
    }
    rings
}

/// The shortest way from a file back to itself, as `a -> b -> a`.
pub fn way_round(imports: &[Import<'_>], start: &str) -> String {
    let mut ways = vec![vec![start]];
    let mut seen = BTreeSet::new();
    while !ways.is_empty() {
        let mut longer = Vec::new();
        for way in &ways {
            let last = way[way.len() - 1];
            for import in imports.iter().filter(|import| import.from.path == last) {
                let next = import.to.path.as_str();
                if next == start {
                    return [way.as_slice(), &[start]].concat().join(" -> ");
                }
                if seen.insert(next) {
                    longer.push([way.as_slice(), &[next]].concat());
                }
            }
        }
        ways = longer;
    }
    start.to_owned()
}

fn folders(folder: &FilePath) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut names: Vec<String> = entries
        .filter_map(Result::ok)
        .filter(|entry| entry.path().is_dir())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    names.sort();
    names
}

fn collect(folder: &FilePath, before: &str, files: &mut Vec<(String, String)>) {
    for name in folders(folder) {
        collect(&folder.join(&name), &format!("{before}{name}/"), files);
    }
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut names: Vec<String> = entries
        .filter_map(Result::ok)
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| name.ends_with(".rs"))
        .collect();
    names.sort();
    for name in names {
        let text = std::fs::read_to_string(folder.join(&name)).expect("a source file is UTF-8");
        files.push((format!("{before}{name}"), text));
    }
}
