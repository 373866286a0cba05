//! Lines of bytes: LF and CRLF end one.

/// A line of bytes, without its ending.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'b> {
    /// Where it begins.
    pub at: usize,
    /// Where the next one begins.
    pub next: usize,
    pub bytes: &'b [u8],
}

impl Line<'_> {
    /// Whether nothing stands on it but blanks.
    pub fn is_blank(&self) -> bool {
        self.bytes.iter().all(|b| matches!(b, b' ' | b'\t' | b'\r'))
    }
}

/// The lines of some bytes, in order.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = bytes.get(at..).filter(|rest| !rest.is_empty())?;
        let end = rest.iter().position(|b| *b == b'\n');
        let line = end.and_then(|end| rest.get(..end)).unwrap_or(rest);
        let next = at + end.map_or(rest.len(), |end| end + 1);
        let found = Line { at, next, bytes: line.strip_suffix(b"\r").unwrap_or(line) };
        at = next;
        Some(found)
    })
}

/// Whether a line is `Name: value`, as headers have it.
pub(super) fn header_name(line: &[u8]) -> Option<&[u8]> {
    let colon = line.iter().position(|b| *b == b':')?;
    let name = line.get(..colon)?;
    let is_name = |b: &u8| b.is_ascii_graphic();
    (!name.is_empty() && name.iter().all(is_name)).then_some(name)
}

/// Where the mail begins: behind a byte order mark and empty lines.
pub(super) fn beginning(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let first = lines(bytes).find(|line| !line.is_blank());
    first.and_then(|line| bytes.get(line.at..)).unwrap_or_default()
}
