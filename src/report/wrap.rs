//! Words into lines: plain ASCII, a given width, no trailing blanks.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Width of everything that is printed for people, in columns.
pub const WIDTH: usize = 72;

/// Breaks text into lines of at most `width` columns, the first indented by `first` blanks and the
/// others by `rest`.
///
/// Runs of blanks and line ends count as one blank. `tail` is put at the end and kept in one piece
/// where it fits on a line. A word longer than a line is cut.
pub fn wrap(
    text: &str,
    tail: Option<&str>,
    first: usize,
    rest: usize,
    width: usize,
) -> Vec<String> {
    // At least a handful of columns is left for words.
    let limit = width.saturating_sub(8);
    let (first, rest) = (first.min(limit), rest.min(limit));
    let mut lines = Vec::new();
    let mut line = " ".repeat(first);
    let mut empty = true;
    let mut put = |word: &str| {
        let mut word = word;
        loop {
            let used = line.chars().count() + usize::from(!empty);
            if used + word.chars().count() <= width {
                if !empty {
                    line.push(' ');
                }
                line.push_str(word);
                empty = false;
                return;
            }
            if empty {
                let room = width - line.chars().count();
                let cut = word.char_indices().nth(room).map_or(word.len(), |(at, _)| at);
                line.push_str(&word[..cut]);
                word = &word[cut..];
            }
            lines.push(std::mem::replace(&mut line, " ".repeat(rest)));
            empty = true;
        }
    };
    text.split_whitespace().for_each(&mut put);
    match tail {
        Some(tail) if tail.chars().count() + rest <= width => put(tail),
        Some(tail) => tail.split_whitespace().for_each(&mut put),
        None => {}
    }
    if !empty {
        lines.push(line);
    }
    lines
}

/// Columns of a terminal: nothing that is printed for people is wider, but for a map.
pub const SCREEN: usize = 80;

/// Breaks every line that is wider than a screen at blanks, its rest two columns further in. Words
/// stay whole, so that what is copied from a screen is right; lines that fit are left as they are.
pub fn fit(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (words, end) = match line.strip_suffix('\n') {
            Some(words) => (words, "\n"),
            None => (line, ""),
        };
        // What is coloured has been broken by who coloured it.
        if words.chars().count() <= SCREEN || words.contains('\u{1b}') {
            out.push_str(line);
            continue;
        }
        let indent = words.len() - words.trim_start().len();
        let mut column = indent;
        out.push_str(&words[..indent]);
        for (n, word) in words.split_whitespace().enumerate() {
            let wide = word.chars().count();
            if n > 0 && column + 1 + wide > SCREEN {
                out.push('\n');
                out.push_str(&" ".repeat(indent + 2));
                column = indent + 2;
            } else if n > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += wide;
        }
        out.push_str(end);
    }
    out
}

/// Plain ASCII: typographic signs become their typewriter forms, accents are dropped, and whatever
/// is left is named by its code point, `<U+0421>`, so that nothing looks like what it is not.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.nfd() {
        match c {
            ' '..='~' => out.push(c),
            '\t' | '\n' | '\r' | '\u{a0}' | '\u{202f}' => out.push(' '),
            '\u{2018}' | '\u{2019}' => out.push('\''),
            '\u{201c}' | '\u{201d}' => out.push('"'),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => out.push('-'),
            '\u{2026}' => out.push_str("..."),
            '\u{d7}' => out.push('x'),
            '\u{df}' => out.push_str("ss"),
            // Letters of names that have no accent to be dropped.
            '\u{c6}' => out.push_str("AE"),
            '\u{e6}' => out.push_str("ae"),
            '\u{152}' => out.push_str("OE"),
            '\u{153}' => out.push_str("oe"),
            '\u{d8}' => out.push('O'),
            '\u{f8}' => out.push('o'),
            '\u{110}' | '\u{d0}' => out.push('D'),
            '\u{111}' | '\u{f0}' => out.push('d'),
            '\u{141}' => out.push('L'),
            '\u{142}' => out.push('l'),
            '\u{de}' => out.push_str("Th"),
            '\u{fe}' => out.push_str("th"),
            '\u{131}' => out.push('i'),
            _ if is_combining_mark(c) && out.ends_with(|l: char| l.is_ascii_alphabetic()) => {}
            _ => out.push_str(&format!("<U+{:04X}>", u32::from(c))),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fill_lines_and_hang() {
        let lines = wrap("one two three four", None, 1, 3, 12);
        assert_eq!(lines, [" one two", "   three", "   four"]);
    }

    #[test]
    fn a_tail_stays_together_where_it_fits() {
        let lines = wrap("retreats to 1622", Some("(8.5, D-1)"), 0, 2, 24);
        assert_eq!(lines, ["retreats to 1622", "  (8.5, D-1)"]);
        let lines = wrap("x", Some("(8.52, ruling BG-chain, D-2)"), 0, 2, 20);
        assert_eq!(lines, ["x (8.52, ruling", "  BG-chain, D-2)"]);
    }

    #[test]
    fn a_word_longer_than_a_line_is_cut() {
        assert_eq!(wrap("abcdefghijklmno", None, 0, 2, 10), ["abcdefghij", "  klmno"]);
        assert_eq!(wrap("", None, 4, 4, 10), Vec::<String>::new());
    }

    #[test]
    fn a_line_wider_than_a_screen_is_broken_between_words() {
        let word = "b".repeat(70);
        let text = format!("  note: {word} and so on\nshort  line\n");
        assert_eq!(fit(&text), format!("  note: {word}\n    and so on\nshort  line\n"));
        let long = "c".repeat(90);
        assert_eq!(fit(&long), long);
    }

    #[test]
    fn plain_text_keeps_what_it_can_and_names_the_rest() {
        assert_eq!(
            plain("M\u{fc}ller\u{2019}s \u{201c}2\u{2013}1\u{201d}\u{2026}"),
            "Muller's \"2-1\"..."
        );
        assert_eq!(plain("\u{141}\u{f3}d\u{17a} S\u{f8}rby"), "Lodz Sorby");
        assert_eq!(plain("\u{421}obb"), "<U+0421>obb");
        assert_eq!(plain("a\u{1b}[1m"), "a<U+001B>[1m");
    }
}
