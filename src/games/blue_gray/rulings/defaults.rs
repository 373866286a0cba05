//! What is done where nobody has written anything: the published defaults, by their numbers.

/// A default: its number, the rules that leave the choice, and what is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Published {
    /// `D-1`
    pub id: &'static str,
    /// Rule numbers concerned: `8.5, 8.51`.
    pub rule: &'static str,
    /// What is done, in one line.
    pub gist: &'static str,
}

const fn published(id: &'static str, rule: &'static str, gist: &'static str) -> Published {
    Published { id, rule, gist }
}

/// All of them that a battle of this program can need, in the order of their numbers.
pub const DEFAULTS: &[Published] = &[
    published(
        "D-1",
        "8.5, 8.51",
        "a retreat goes where nobody must give way, then nearest to the side's base, then to the \
         lowest number",
    ),
    published("D-2", "8.52", "the weakest gives way, then by name; its hex by D-1"),
    published("D-3", "8.6", "nobody advances"),
    published(
        "D-4",
        "8.3",
        "an exchange costs the least sum that suffices, then the fewest units, then the lowest names",
    ),
    published("D-5", "11.2", "cavalry stands"),
    published("D-6", "8.5", "units of one result retreat in the order of their names"),
    published("D-7", "10.2", "ineffective units fall back in the order of the position, by D-1"),
    published("D-8", "7.0", "a way is the cheapest, as ruling BG-path says"),
    published(
        "D-9",
        "8.5",
        "attackers without a line retreat by D-1; standing orders are for the enemy's player-turn",
    ),
    published("D-10", "8.52", "without `push` the lines of `give way` count, then D-2"),
    published(
        "D-11",
        "8.5",
        "`toward`: of hexes as near, one where nobody must give way, then the lowest number",
    ),
    published(
        "D-14",
        "8.41",
        "an entry that cannot be fought is dropped with a note, never a stop",
    ),
    published("D-15", "8.41", "a named attacker who cannot take part is left out with a note"),
    published(
        "D-16",
        "8.42",
        "a stack-mate in contact that no entry names is refused: write `aside`",
    ),
    published(
        "D-17",
        "8.0",
        "enemies in contact that locked orders leave out are added to the list, units in contact to \
         its entries",
    ),
];
