//! Names of counters cut to the room that a hex has, no two alike.

use std::collections::{BTreeMap, BTreeSet};

/// The fewest characters that a name is cut to anywhere: whatever is alike so far is told apart in
/// every room, so that a counter looks much the same wherever it stands.
const LEAST: usize = 7;

/// The names of a map in a room of so many characters.
pub struct Short {
    names: BTreeMap<String, String>,
}

impl Short {
    /// Cuts names. One that begins like another keeps its last word, `C Dole 5` and `C Dole 7`, or
    /// gets a number if that does not help, `C Ander~1`.
    pub fn of(names: impl Iterator<Item = String>, room: usize) -> Short {
        let all: BTreeSet<String> = names.collect();
        let mut beginnings: BTreeMap<String, usize> = BTreeMap::new();
        for name in &all {
            *beginnings.entry(cut(name, LEAST)).or_default() += 1;
        }
        // What fits is never changed, and nothing else is made to look like it.
        let mut taken: BTreeSet<String> =
            all.iter().filter(|name| name.len() <= room).cloned().collect();
        let mut names = BTreeMap::new();
        for name in all.iter().filter(|name| name.len() > room) {
            let alone = beginnings.get(&cut(name, LEAST)) == Some(&1);
            let plainly = alone.then(|| cut(name, room));
            let numbered = (1..=all.len()).map(|n| with_end(name, &format!("~{n}"), room));
            let mut ways = plainly.into_iter().chain(with_last_word(name, room)).chain(numbered);
            let short = ways.find(|way| !taken.contains(way)).unwrap_or_else(|| cut(name, room));
            taken.insert(short.clone());
            names.insert(name.clone(), short);
        }
        Short { names }
    }

    /// A name as it is shown.
    pub fn name<'s>(&'s self, name: &'s str) -> &'s str {
        self.names.get(name).map_or(name, String::as_str)
    }
}

fn cut(name: &str, room: usize) -> String {
    let cut: String = name.chars().take(room).collect();
    cut.trim_end().to_owned()
}

fn with_end(name: &str, end: &str, room: usize) -> String {
    cut(name, room.saturating_sub(end.len())) + end
}

/// A name with its last word, if two letters of its first words are left beside the side's.
fn with_last_word(name: &str, room: usize) -> Option<String> {
    let (before, last) = name.rsplit_once(' ')?;
    let end = format!(" {last}");
    (end.len() + 4 <= room && before.len() > 2).then(|| with_end(before, &end, room))
}

#[cfg(test)]
mod tests {
    use super::Short;

    fn short(names: &[&str], room: usize) -> Vec<String> {
        let short = Short::of(names.iter().map(|name| (*name).to_owned()), room);
        names.iter().map(|name| short.name(name).to_owned()).collect()
    }

    #[test]
    fn a_name_that_begins_like_no_other_is_cut() {
        assert_eq!(short(&["C Barksdale", "C Cobb"], 8), ["C Barksd", "C Cobb"]);
    }

    #[test]
    fn names_that_begin_alike_keep_what_tells_them_apart() {
        let names = ["C Doles 5", "C Doles 7", "C Stuart 5", "C Stuart 6"];
        assert_eq!(short(&names, 8), ["C Dole 5", "C Dole 7", "C Stua 5", "C Stua 6"]);
        assert_eq!(short(&names, 7), ["C Dol 5", "C Dol 7", "C Stu 5", "C Stu 6"]);
        let names = ["U Andersonville", "U Andersonwood", "U Anders"];
        assert_eq!(short(&names, 8), ["U Ande~1", "U Ande~2", "U Anders"]);
    }
}
