//! `format=flowed` undone (RFC 3676): lines that were broken for the journey are one again.

/// The lines of a text, joined where they were broken softly.
///
/// The line `-- ` above a signature is no soft break. Quoted lines are joined with lines quoted as
/// often; one blank is taken from each line that begins with one.
pub(super) fn joined(text: &str, del_sp: bool) -> String {
    let mut whole = String::new();
    // Quote marks of the line that goes on.
    let mut open: Option<usize> = None;
    for line in text.split_inclusive('\n') {
        let (line, ending) = match line.strip_suffix('\n') {
            Some(line) => (line, "\n"),
            None => (line, ""),
        };
        let content = line.trim_start_matches('>');
        let depth = line.len() - content.len();
        let content = content.strip_prefix(' ').unwrap_or(content);
        let is_signature = content == "-- ";
        if open.is_some_and(|before| before != depth || is_signature) {
            whole.push('\n');
            open = None;
        }
        if open.is_none() && depth > 0 {
            whole.push_str(&">".repeat(depth));
            whole.push(' ');
        }
        match content.strip_suffix(' ') {
            Some(soft) if !is_signature => {
                whole.push_str(if del_sp { soft } else { content });
                open = Some(depth);
            }
            _ => {
                whole.push_str(content);
                whole.push_str(ending);
                open = None;
            }
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn soft_breaks_are_taken_back() {
        assert_eq!(joined("a \nb\n", false), "a b\n");
        assert_eq!(joined("a \nb\n", true), "ab\n");
        assert_eq!(joined("  by: x\n> a \n> b\n>> c \nd\n", false), " by: x\n> a b\n>> c \nd\n");
        assert_eq!(joined("end \n-- \nJane\n", false), "end \n-- \nJane\n");
        assert_eq!(joined(" >quoted?\n", false), ">quoted?\n");
    }
}
