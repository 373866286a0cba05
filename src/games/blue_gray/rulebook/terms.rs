//! Terms of art, and where the rulebook speaks of them.

/// A term, other words for it, and the numbers that say most about it.
pub const TERMS: &[(&str, &[&str], &[&str])] = &[
    ("zone of control", &["zoc", "zones", "zone", "contact"], &["5.0", "5.1", "5.2", "5.3", "5.4"]),
    ("stacking", &["stack", "stacks"], &["6.0", "8.42", "8.52"]),
    ("movement", &["movement points", "move"], &["7.0", "7.1", "7.2", "7.3", "7.4"]),
    ("road", &["roads", "trail", "trails"], &["7.5"]),
    ("minimum move", &["one hex"], &["7.4"]),
    ("terrain", &["tec", "river", "creek", "stream", "ford", "bridge"], &["TEC", "7.3", "8.2"]),
    ("combat", &["attack", "attacks"], &["8.0", "8.1", "8.41", "8.42", "8.43"]),
    ("odds", &["crt", "column"], &["8.1", "8.8", "CRT"]),
    ("results", &["result", "exchange", "AE", "AR", "DE", "DR", "EX"], &["8.3"]),
    ("standing aside", &["aside", "stack-mate"], &["8.42"]),
    ("retreat", &["retreats"], &["8.5", "8.51", "8.52"]),
    ("displacement", &["push", "displace", "displaced", "give way"], &["8.52"]),
    ("advance", &["advance after combat"], &["8.6", "8.75"]),
    (
        "artillery",
        &["bombardment", "guns", "range"],
        &["8.7", "8.71", "8.72", "8.73", "8.74", "8.76"],
    ),
    ("line of sight", &["los", "sight"], &["8.71"]),
    ("reducing odds", &["reduce", "reduction"], &["8.8"]),
    ("night", &[], &["9.0", "10.4"]),
    ("effectiveness", &["ineffective", "fall back"], &["10.0", "10.1", "10.2", "10.3", "10.4"]),
    ("strategic movement", &["strategic"], &["11.1"]),
    ("cavalry retreat", &["cavalry", "evasion", "evade"], &["11.2"]),
];

/// The numbers that a term of art stands for; case does not count.
pub fn numbers_of(term: &str) -> Option<&'static [&'static str]> {
    let is_it = |word: &&str| word.eq_ignore_ascii_case(term);
    TERMS
        .iter()
        .find(|(name, others, _)| is_it(name) || others.iter().any(is_it))
        .map(|(_, _, numbers)| *numbers)
}
