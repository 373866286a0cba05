//! The standard rules: every number, our own gist of it, and who keeps it.
//!
//! The code cites the constants (`R8_52`, or `R8_52B` for the second sentence of that paragraph).
//! Where a paragraph holds several rules each has a letter, in the order of its sentences.

mod table;
pub mod terms;

use crate::rule::{Entry, Keeper};
pub use table::*;

/// The entries of a number: `8.52b` is one, `8.52` all of its paragraph; none if it is unknown.
pub fn find(number: &str) -> impl Iterator<Item = &'static Entry> + use<'_> {
    RULEBOOK.iter().filter(move |e| is_of(e.number, number))
}

/// Whether a full number is the given one or a lettered part of it.
pub fn is_of(full: &str, number: &str) -> bool {
    match full.strip_prefix(number) {
        Some("") => true,
        Some(letter) => letter.len() == 1 && letter.bytes().all(|b| b.is_ascii_lowercase()),
        None => false,
    }
}

/// Where a rule is kept, if anything of ours has to do with it: the files of code that keep or cite
/// its paragraph, and its cases.
pub fn place_of(full: &str) -> Option<(&'static str, &'static str)> {
    PLACES.lines().find_map(|line| {
        let (number, rest) = line.split_once('\t')?;
        let (files, cases) = rest.split_once('\t')?;
        is_of(full, number).then_some((files, cases))
    })
}

/// Made from the code's comments and the names of the case files (`tests/harness/places.rs`).
const PLACES: &str = include_str!("rulebook/places.txt");

/// How many entries somebody keeps.
pub fn kept_by(keeper: Keeper) -> usize {
    RULEBOOK.iter().filter(|e| e.keeper == keeper).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_number_stands_once_and_says_who_keeps_it() {
        let mut seen = BTreeSet::new();
        for entry in RULEBOOK {
            assert!(seen.insert(entry.number), "{} twice", entry.number);
            assert!(!entry.gist.is_empty() && !entry.gist.ends_with('.'), "{}", entry.number);
            let placed = !entry.place.is_empty();
            assert_eq!(placed, entry.keeper != Keeper::Code, "{}", entry.number);
        }
    }

    #[test]
    fn letters_run_from_a_without_a_gap() {
        for (i, entry) in RULEBOOK.iter().enumerate() {
            let Some(letter) = entry.number.bytes().last().filter(u8::is_ascii_lowercase) else {
                continue;
            };
            let plain = &entry.number[..entry.number.len() - 1];
            let before = RULEBOOK[..i].iter().filter(|e| is_of(e.number, plain)).count();
            assert_eq!(usize::from(letter - b'a'), before, "{}", entry.number);
            assert!(find(plain).count() > 1, "{} has a letter but stands alone", entry.number);
        }
    }

    #[test]
    fn the_whole_book_is_there() {
        // The numbers of the printed contents that have text of their own; 3.0 is not printed and
        // 8.4, 8.7x, 11.0 are checked by their parts.
        let printed = "1.0 2.1 2.2 2.3 2.4 2.5 4.0 5.0 5.1 5.2 5.3 5.4 6.0 7.0 7.1 7.2 7.3 7.4 7.5 \
                       8.0 8.1 8.2 8.3 8.41 8.42 8.43 8.5 8.51 8.52 8.6 8.7 8.71 8.72 8.73 8.74 \
                       8.75 8.76 8.8 9.0 10.0 10.1 10.2 10.3 10.4 11.1 11.2";
        for number in printed.split_whitespace() {
            assert!(find(number).next().is_some(), "{number}");
        }
        assert_eq!(find("8.5").count(), 1, "8.51 is not a part of 8.5");
        assert_eq!(find("8.3").count(), 5, "one for each result");
        assert_eq!(find("8.52b").count(), 1);
        assert_eq!(find("12.0").count(), 0);
        let by: usize = [Keeper::Code, Keeper::Data, Keeper::Players].map(kept_by).iter().sum();
        assert_eq!(by, RULEBOOK.len());
    }

    #[test]
    fn constants_carry_their_number() {
        assert_eq!(R8_52.number(), "8.52");
        assert_eq!(R8_52B.number(), "8.52b");
        assert_eq!(R5_1.number(), "5.1");
        assert_eq!(CLASSIC_3.number(), "classic.3");
    }
}
