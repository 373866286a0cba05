//! Citations as values: a rule number as printed in a rulebook.
//!
//! A [`Rule`] is what reports, refusals and case files cite: `8.52`, `TEC`, `FR 19.0`,
//! `8.52, ruling BG-chain`. The registries that say what a number means live with each game.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

use std::borrow::Cow;
use std::fmt;

/// A citation: a rule number as the rulebook prints it, with the battle's prefix where it has one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rule(Cow<'static, str>);

impl Rule {
    /// A citation known when the program was compiled.
    pub const fn new(number: &'static str) -> Rule {
        Rule(Cow::Borrowed(number))
    }

    /// A citation read from a file (a battle's `rules.yaml`).
    pub fn read(number: &str) -> Rule {
        Rule(Cow::Owned(number.to_owned()))
    }

    /// The number as it is printed.
    pub fn number(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Who keeps a rule: the program, a data file, or the players themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keeper {
    /// Kept by code that cites it; has at least one case in `tests/rules`.
    Code,
    /// Kept by a chart, a map or a scenario file.
    Data,
    /// Kept by the players, for the stated reason.
    Players,
}

/// One entry of a rulebook: number, our own one-line gist, and who keeps it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Number as printed, with a letter where a paragraph holds several rules (`8.0a`).
    pub number: &'static str,
    /// What it says, in our own words.
    pub gist: &'static str,
    /// Who keeps it.
    pub keeper: Keeper,
    /// Where it is kept (a file for Data, a reason for Players, empty for Code).
    pub place: &'static str,
}

/// Declares a rulebook: every number, its own gist and who keeps it, as the table `RULEBOOK`, and
/// one constant for each number so that code can cite it.
///
/// A number whose paragraph holds several rules gets one entry for each, with a letter:
/// `R8_51 "8.51" { R8_51A "8.51a" Code "gist" "" ... }`; the code cites either constant.
macro_rules! rulebook {
    ($($plain:ident $number:literal {
        $($($lettered:ident)? $full:literal $keeper:ident $gist:literal $place:literal)+
    })+) => {
        $(
            #[doc = concat!("[", $number, "]", $(" ", $gist, ";"),+)]
            pub const $plain: $crate::rule::Rule = $crate::rule::Rule::new($number);
            $($(
                #[doc = concat!("[", $full, "] ", $gist)]
                pub const $lettered: $crate::rule::Rule = $crate::rule::Rule::new($full);
            )?)+
        )+

        /// Every number of the rulebook, in its order.
        pub const RULEBOOK: &[$crate::rule::Entry] = &[$($($crate::rule::Entry {
            number: $full,
            gist: $gist,
            keeper: $crate::rule::Keeper::$keeper,
            place: $place,
        }),+),+];
    };
}
pub(crate) use rulebook;
