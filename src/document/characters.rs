//! Characters that are not seen, or are not what they look like: every table of them stands here.
//!
//! Digests depend on [`is_format`], [`is_line_separator`] and [`is_private_use`]: they never change.

use std::cmp::Ordering;

/// Unicode category Cf: joiners, direction marks, soft hyphens, tags.
pub fn is_format(c: char) -> bool {
    c >= FORMAT[0].0
        && FORMAT
            .binary_search_by(|(first, last)| {
                if *last < c {
                    Ordering::Less
                } else if *first > c {
                    Ordering::Greater
                } else {
                    Ordering::Equal
                }
            })
            .is_ok()
}

/// Format characters in order.
const FORMAT: [(char, char); 21] = [
    ('\u{AD}', '\u{AD}'),
    ('\u{600}', '\u{605}'),
    ('\u{61C}', '\u{61C}'),
    ('\u{6DD}', '\u{6DD}'),
    ('\u{70F}', '\u{70F}'),
    ('\u{890}', '\u{891}'),
    ('\u{8E2}', '\u{8E2}'),
    ('\u{180E}', '\u{180E}'),
    ('\u{200B}', '\u{200F}'),
    ('\u{202A}', '\u{202E}'),
    ('\u{2060}', '\u{2064}'),
    ('\u{2066}', '\u{206F}'),
    ('\u{FEFF}', '\u{FEFF}'),
    ('\u{FFF9}', '\u{FFFB}'),
    ('\u{110BD}', '\u{110BD}'),
    ('\u{110CD}', '\u{110CD}'),
    ('\u{13430}', '\u{1343F}'),
    ('\u{1BCA0}', '\u{1BCA3}'),
    ('\u{1D173}', '\u{1D17A}'),
    ('\u{E0001}', '\u{E0001}'),
    ('\u{E0020}', '\u{E007F}'),
];

/// Unicode categories Zl and Zp.
pub fn is_line_separator(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
}

/// Unicode category Co.
pub fn is_private_use(c: char) -> bool {
    matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{FFFFD}' | '\u{100000}'..='\u{10FFFD}')
}

/// Format characters, and what is reserved to be one.
pub fn is_invisible(c: char) -> bool {
    is_format(c) || matches!(c, '\u{2065}' | '\u{E0000}'..='\u{E007F}')
}

/// Selectors of a variant of the character before them, and what is reserved for them.
pub fn is_selector(c: char) -> bool {
    matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{E0080}'..='\u{E0FFF}')
}

/// Blanks that look like the plain one, at which no line breaks.
pub fn is_no_break_blank(c: char) -> bool {
    matches!(c, '\u{A0}' | '\u{2007}' | '\u{202F}')
}

/// Blanks of another width than the plain one.
pub fn is_odd_blank(c: char) -> bool {
    matches!(c, '\u{1680}' | '\u{2000}'..='\u{2006}' | '\u{2008}'..='\u{200A}' | '\u{205F}' | '\u{3000}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranges_are_in_order_and_apart() {
        assert!(FORMAT.iter().all(|(first, last)| first <= last));
        assert!(FORMAT.windows(2).all(|pair| pair[0].1 < pair[1].0));
    }

    #[test]
    fn a_character_is_of_one_kind() {
        let kinds: [fn(char) -> bool; 6] = [
            is_invisible,
            is_line_separator,
            is_private_use,
            is_selector,
            is_no_break_blank,
            is_odd_blank,
        ];
        for c in '\0'..=char::MAX {
            assert!(kinds.iter().filter(|is| is(c)).count() <= 1, "U+{:04X}", u32::from(c));
            assert!(!is_format(c) || is_invisible(c), "U+{:04X}", u32::from(c));
        }
        for c in ' '..='~' {
            assert!(kinds.iter().all(|is| !is(c)), "{c}");
        }
    }
}
