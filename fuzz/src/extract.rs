//! Orders in a mail: what is found is clean, and quoting it away hides it.

use super::{is_in, is_refusal};
use provost::games::blue_gray::grammar::FORM;
use provost::mail::extract::extract;

/// A block that was found is clean: it is found again as it is, without a repair. Behind quote marks
/// nothing is found.
pub fn properties(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    let block = match extract(text, &FORM) {
        Ok(block) => block,
        Err(complaints) => return is_refusal(text, &complaints),
    };
    assert_eq!(block.text.lines().count(), block.lines.len(), "a line without a place");
    assert!(block.lines.is_sorted() && block.repairs.is_sorted_by_key(|repair| repair.span));
    block.repairs.iter().for_each(|repair| is_in(text, repair.span));
    is_in(text, block.head);
    for (number, line) in (1..).zip(block.text.lines()) {
        let span = provost::document::Span { line: number, column: 1, length: 1 };
        is_in(text, block.locate(span));
        assert!(!line.contains(['\t', '\r', '\u{A0}']), "not clean: {line:?}");
    }
    let again = extract(&block.text, &FORM).expect("a clean block is a block");
    assert_eq!((&again.text, again.repairs.len()), (&block.text, 0));
    let quoted: String = text.split(['\n', '\r']).map(|line| format!("> {line}\n")).collect();
    assert!(quoted.len() > 256 * 1024 || extract(&quoted, &FORM).is_err(), "quoted orders count");
}
