//! Plain ASCII for what we mail ourselves: no line of it means anything to a mail program.

use super::names::code_point;

/// Columns of what we write.
pub(super) const WIDTH: usize = 72;

/// A line that means nothing to a mail program, and nothing to us when it comes back.
pub(super) fn harmless(line: &str) -> String {
    let line = ascii(line);
    let begins = |word: &str| line.starts_with(word);
    let inner = line.trim_start();
    let ours =
        |key: &str| inner.get(..key.len()).is_some_and(|word| word.eq_ignore_ascii_case(key));
    let is_signature = begins("-- ") || line == "--";
    let like_a_head = ours("orders:") || ours("record:");
    match begins("From ") || begins(".") || is_signature || inner.starts_with('>') || like_a_head {
        true => format!("| {line}"),
        false => line,
    }
}

/// A text in ASCII, with code points for everything else.
pub(super) fn ascii(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            ' '..='~' => c.to_string(),
            '\t' => " ".to_owned(),
            c => code_point(c),
        })
        .collect()
}

/// Whether an address is one that may stand in a header as it is.
pub(super) fn is_address(address: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c);
    address.len() <= 200
        && address.split_once('@').is_some_and(|(name, host)| {
            !name.is_empty()
                && name.chars().all(plain)
                && !host.is_empty()
                && host.chars().all(|c| c.is_ascii_alphanumeric() || "-.".contains(c))
        })
}

/// Words on lines of at most [`WIDTH`] columns.
pub(super) fn filled(text: &str) -> String {
    let mut filled = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        if column > 0 && column + 1 + word.len() > WIDTH {
            filled.push('\n');
            column = 0;
        } else if column > 0 {
            filled.push(' ');
            column += 1;
        }
        // A word longer than a line is nobody's.
        let word = word.get(..WIDTH).unwrap_or(word);
        filled.push_str(word);
        column += word.len();
    }
    filled.push('\n');
    filled
}
