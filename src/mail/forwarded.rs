//! Whether orders stand below the header of another mail, in the text itself.

/// Lines of the form `Word: text` that make a header.
const ENOUGH: usize = 3;

/// Whose mail the orders on a line (from 1) were in, if the header of one stands above them: three
/// lines `Word: text` in a row, one of which holds an address in brackets. No word of any language
/// is looked for.
pub(super) fn from(text: &str, head: u32) -> Option<String> {
    let above: Vec<&str> =
        text.split(['\n', '\r']).take((head as usize).saturating_sub(1)).collect();
    let runs = above.split(|line| !is_field(line)).filter(|run| run.len() >= ENOUGH);
    runs.rev().find_map(|run| run.iter().find_map(|line| address(line)))
}

/// `Von: Jane Marsh <jane@example.org>`, also in bold.
fn is_field(line: &str) -> bool {
    let line = line.trim().trim_start_matches('*');
    line.split_once(':').is_some_and(|(name, value)| {
        let words = name.split(' ').count();
        let is_name = |c: char| c.is_alphabetic() || c == ' ' || c == '-';
        let value = value.trim_start_matches('*');
        !name.is_empty() && words <= 2 && name.chars().all(is_name) && value.starts_with(' ')
    })
}

/// The value of a line that holds an address.
fn address(line: &str) -> Option<String> {
    let (_, value) = line.split_once(':')?;
    let value = value.trim_start_matches('*').trim();
    let (_, bracket) = value.split_once('<')?;
    let (inner, _) = bracket.split_once('>')?;
    let is_address = inner.split_once('@').is_some_and(|(a, b)| !a.is_empty() && !b.is_empty());
    is_address.then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::from;

    #[test]
    fn a_header_in_any_language() {
        let text =
            "Hallo\n\nVon: Jane <jane@example.org>\nBetreff: Zug 1\nDatum: heute\n\norders: x";
        assert_eq!(from(text, 7).as_deref(), Some("Jane <jane@example.org>"));
        assert_eq!(from(text, 2), None);
        let two = "Von: Jane <jane@example.org>\nBetreff: Zug 1\n\norders: x";
        assert_eq!(from(two, 4), None);
        assert_eq!(from("a: b\nc: d\ne: f\norders: x", 4), None);
        let bold = "*From:* Jane <j@x.y>\n*Sent:* now\n*To:* you <y@x.y>\norders: x";
        assert_eq!(from(bold, 4).as_deref(), Some("Jane <j@x.y>"));
    }
}
