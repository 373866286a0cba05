//! Bytes to text, strictly: no byte is guessed, so that no two machines read two spellings.

use crate::document::read::Limits;
use crate::document::{Diagnostic, Span};
use encoding_rs::{Encoding, REPLACEMENT, X_USER_DEFINED};

const UTF_8: [&str; 5] = ["utf-8", "utf8", "us-ascii", "ascii", "ansi_x3.4-1968"];

/// The text that bytes spell under a label, and what is wrong with them; a part without a label is
/// UTF-8, of which ASCII is a part.
///
/// Where something is wrong the text is only good for showing the place.
pub(super) fn decode(bytes: &[u8], label: Option<&str>) -> (String, Option<Diagnostic>) {
    let lossy = || String::from_utf8_lossy(bytes).into_owned();
    let complain = |headline: &str, help: &str| {
        (String::new(), Some(Diagnostic::error(Span::NONE, headline).help(help)))
    };
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return complain("this is UTF-16", "save it as UTF-8");
    }
    let label = label.unwrap_or("utf-8").trim().trim_matches(['"', '\'']).to_ascii_lowercase();
    if UTF_8.contains(&label.as_str()) || label.is_empty() {
        return match std::str::from_utf8(bytes) {
            Ok(text) => (text.to_owned(), None),
            // A text that is too large to be orders is too large to be shown.
            Err(_) if bytes.len() > Limits::RECORD.bytes => {
                complain("this is not UTF-8, and larger than 256 KiB", "send it as UTF-8")
            }
            Err(error) => (lossy(), Some(not_utf_8(bytes, error.valid_up_to()))),
        };
    }
    let known = Encoding::for_label_no_replacement(label.as_bytes());
    let Some(encoding) = known.filter(|e| *e != REPLACEMENT && *e != X_USER_DEFINED) else {
        let headline = format!("the charset `{}` is not known", super::told(&label));
        return complain(&headline, "send it as UTF-8");
    };
    match encoding.decode_without_bom_handling_and_without_replacement(bytes) {
        Some(text) => (text.into_owned(), None),
        None => {
            let headline =
                format!("this is not the charset `{}` that it claims to be", super::told(&label));
            complain(&headline, "send it as UTF-8")
        }
    }
}

/// The first byte that no UTF-8 has there, with its place.
pub fn not_utf_8(bytes: &[u8], at: usize) -> Diagnostic {
    let before = String::from_utf8_lossy(bytes.get(..at).unwrap_or_default()).replace("\r\n", "\n");
    let line = before.matches(['\n', '\r']).count() as u32 + 1;
    let column = before.rsplit(['\n', '\r']).next().unwrap_or_default().chars().count() as u32 + 1;
    let byte = bytes.get(at).copied().unwrap_or_default();
    let span = Span { line, column, length: 1 };
    Diagnostic::error(span, format!("byte {byte:02X} is not UTF-8")).help("send it as UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_taken_at_its_word() {
        assert_eq!(decode(b"M\xFCller", Some("ISO-8859-1")), ("Müller".to_owned(), None));
        assert_eq!(decode("Müller".as_bytes(), Some("us-ascii")), ("Müller".to_owned(), None));
        assert_eq!(decode(b"\x1b$BN;\x1b(B", Some("iso-2022-jp")).0, "了");
        let wrong = |bytes: &[u8], label| decode(bytes, label).1.expect("it is refused").headline;
        assert_eq!(
            wrong(b"x", Some("x-user-defined")),
            "the charset `x-user-defined` is not known"
        );
        assert_eq!(wrong(b"x", Some("iso-2022-kr")), "the charset `iso-2022-kr` is not known");
        assert!(wrong(b"\xFF", Some("shift_jis")).contains("claims to be"));
        assert_eq!(wrong(b"\xFF\xFEo\0", Some("utf-16")), "this is UTF-16");
    }

    #[test]
    fn a_wrong_byte_has_a_place() {
        let (text, wrong) = decode(b"\xC3\x9C\r\na\xC3\x9Cb\xFCc", None);
        let wrong = wrong.expect("it is refused");
        assert_eq!((wrong.span.line, wrong.span.column), (2, 4));
        assert_eq!(text.lines().nth(1).unwrap().chars().nth(3), Some('\u{FFFD}'));
    }
}
