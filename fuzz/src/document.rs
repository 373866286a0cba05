//! Documents: strict reading, canonical writing.

use super::{is_in, is_refusal};
use provost::document::digest::{jcs, pack_jcs};
use provost::document::read::{self, Limits};
use provost::document::write;

/// What can be written may be larger than what was read: brackets become lines.
const AFTERWARDS: Limits = Limits { bytes: usize::MAX, depth: Limits::PACK.depth };

/// A tree that was read is written so that it is read again as the same tree, with the same
/// canonical JSON; the same tree is the same bytes.
pub fn properties(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    for limits in [Limits::RECORD, Limits::PACK] {
        let node = match read::parse(text, limits) {
            Ok(node) => node,
            Err(complaints) => {
                is_refusal(text, &complaints);
                continue;
            }
        };
        let written = write::document(&node);
        let again = read::parse(&written, AFTERWARDS).expect("what is written can be read");
        assert_eq!(node, again, "{written}");
        assert_eq!(written, write::document(&again));
        assert_eq!(pack_jcs(&node).ok(), pack_jcs(&again).ok());
        if let Ok(json) = jcs(&node) {
            assert!(!json.contains('\n'), "canonical JSON is one line");
        }
    }
    if let Err(complaints) = read::stream(text, Limits::PACK) {
        is_refusal(text, &complaints);
    }
    read::cut_comments(text).into_iter().for_each(|span| is_in(text, span));
}
