//! A document line by line, before it is parsed.

use super::canonical::ENOUGH;
use super::characters::{is_line_separator, is_no_break_blank};
use super::{Diagnostic, Span};
use memchr::memmem;

/// Finds every ` #` that YAML takes for a comment although no blank follows it: `see rule #5`.
///
/// Quoted text and block scalars are left alone. Each span begins at the `#` and runs to the end
/// of its line: the part of the value that is cut off.
pub fn cut_comments(text: &str) -> Vec<Span> {
    let mut cuts = Vec::new();
    let mut open = Open::default();
    for (number, line) in lines(text).enumerate() {
        if let Some(at) = open.comment(line)
            && line[at + 1..].starts_with(|c| c != ' ' && c != '\t')
        {
            let column = line[..at].chars().count() + 1;
            cuts.push(place(number + 1, column, line[at..].chars().count()));
        }
    }
    cuts
}

/// What one line leaves open for the next.
#[derive(Default)]
struct Open {
    quote: Option<u8>,
    /// A block scalar under a line with this indentation.
    block: Option<usize>,
    brackets: usize,
}

impl Open {
    /// The byte at which the comment of a line begins, unless the line is nothing else.
    fn comment(&mut self, line: &str) -> Option<usize> {
        let indent = line.len() - line.trim_start_matches(' ').len();
        if self.block.is_some_and(|parent| line.trim().is_empty() || indent > parent) {
            return None;
        }
        self.block = None;
        let bytes = line.as_bytes();
        let is_blank = |at: usize| matches!(bytes.get(at), None | Some(b' ' | b'\t'));
        let mut fresh = true; // a scalar may begin here
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let in_brackets = self.brackets > 0;
            match (self.quote, byte) {
                (Some(b'"'), b'\\') => at += 1,
                (Some(b'\''), b'\'') if bytes.get(at + 1) == Some(&b'\'') => at += 1,
                (Some(quote), _) => self.quote = (quote != byte).then_some(quote),
                (None, b'#') if at == 0 => return None,
                (None, b'#') if is_blank(at - 1) => return Some(at),
                (None, b'"' | b'\'') if fresh => self.quote = Some(byte),
                (None, b'|' | b'>') if fresh => self.block = Some(indent),
                (None, b'[' | b'{') if fresh => self.brackets += 1,
                (None, b']' | b'}') if in_brackets => self.brackets -= 1,
                (None, b',') if in_brackets => fresh = true,
                (None, b':') if is_blank(at + 1) => fresh = true,
                (None, b'-' | b'?') if fresh && is_blank(at + 1) => {}
                (None, b' ') => {}
                _ => fresh = false,
            }
            at += 1;
        }
        None
    }
}

/// The lines of a text; LF, CRLF and a lone CR end one.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let here = rest?;
        let Some(end) = here.bytes().position(|byte| matches!(byte, b'\n' | b'\r')) else {
            rest = None;
            return Some(here);
        };
        let after = &here[end..];
        let ending = if after.starts_with("\r\n") { 2 } else { 1 };
        rest = Some(&after[ending..]);
        Some(&here[..end])
    })
}

/// Cuts a stream at its lines `---`; each part comes with the number of lines before it.
pub fn parts(text: &str) -> Vec<(usize, &str)> {
    let mut parts = Vec::new();
    let (mut start, mut start_line) = (0, 0);
    let cut = memmem::find(text.as_bytes(), b"---").is_some();
    for (number, line) in lines(text).enumerate().take_while(|_| cut) {
        let at = line.as_ptr() as usize - text.as_ptr() as usize;
        let marker = line
            .trim_start_matches('\u{FEFF}')
            .strip_prefix("---")
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']));
        if marker && at > start {
            parts.push((start_line, &text[start..at]));
            (start, start_line) = (at, number);
        }
    }
    parts.push((start_line, &text[start..]));
    let silent = |part: &str| {
        let mut lines = lines(part.trim_start_matches('\u{FEFF}')).map(str::trim);
        lines.all(|line| line.is_empty() || line.starts_with('#'))
    };
    if parts.first().is_some_and(|(_, part)| silent(part)) {
        parts.remove(0);
    }
    parts
}

/// Whether a text is nothing but printable ASCII in lines; `%` may begin a directive.
pub(super) fn is_plain(text: &str) -> bool {
    let plain = |byte: u8| (matches!(byte, b' '..=b'~') | (byte == b'\n')) & (byte != b'%');
    // Without a way out of the inner loop the compiler looks at many bytes at once.
    text.as_bytes().chunks(256).all(|part| part.iter().fold(true, |all, byte| all & plain(*byte)))
}

/// Complains about every character that has no place in a document, wherever it stands.
pub(super) fn foreign_characters(text: &str, lines_before: usize) -> Vec<Diagnostic> {
    let mut complaints = Vec::new();
    for (number, line) in lines(text).enumerate() {
        let number = lines_before + number + 1;
        if complaints.len() >= ENOUGH {
            break;
        }
        if line.starts_with('%') {
            complaints.push(
                Diagnostic::error(place(number, 1, 1), "a line begins with `%`")
                    .help("directives are not allowed; put such text in quotes"),
            );
        }
        if !line.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            for (at, c) in line.chars().enumerate() {
                if let Some((what, help)) = foreign(c)
                    && complaints.len() < ENOUGH
                {
                    let what = format!("{what} (U+{:04X})", u32::from(c));
                    complaints.push(Diagnostic::error(place(number, at + 1, 1), what).help(help));
                }
            }
        }
    }
    complaints
}

/// Why a character may not stand in a document as it is, and what to do.
pub(super) fn foreign(c: char) -> Option<(&'static str, &'static str)> {
    Some(match c {
        '\t' => ("tab", "use blanks"),
        c if is_no_break_blank(c) => {
            ("no-break blank", "send the file as plain text, or as an attachment")
        }
        '\u{FEFF}' => ("byte order mark inside the text", "leave it out"),
        c if is_line_separator(c) => ("line separator", "begin a new line instead"),
        '\u{FFFE}' | '\u{FFFF}' => ("not a character", "leave it out"),
        c if c.is_control() => ("control character", "leave it out"),
        _ => return None,
    })
}

/// A place from counts; what is beyond four thousand million is not told apart.
pub(super) fn place(line: usize, column: usize, length: usize) -> Span {
    Span { line: number(line), column: number(column), length: number(length) }
}

pub(super) fn number(count: usize) -> u32 {
    count.try_into().unwrap_or(u32::MAX)
}
