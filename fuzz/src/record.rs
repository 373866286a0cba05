//! Records: a digest that survives the mail.

use super::is_refusal;
use provost::document::digest::{Digest, Purpose, hash_text, record_digest};
use provost::document::{Node, read, write};

/// A record that was read has a digest, that of the text that people can hash themselves. Written
/// again, with CRLF, or with comments and blanks at the ends of lines, it is the same record.
pub fn properties(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    let file = match read::record(text) {
        Ok(file) => file,
        Err(complaints) => return is_refusal(text, &complaints),
    };
    let digest = digest_of(&file);
    let record = file.get("record").expect("a record file has a record");
    let input = Purpose::Record.input(record).expect("it was hashed a line above");
    assert_eq!(hash_text(&input), digest);
    assert!(!input.contains('\n'), "the hash input is one line");

    let written = write::record(&file);
    assert_eq!(read::record(&written).map(|file| write::record(&file)), Ok(written.clone()));
    for mangled in [
        written.clone(),
        written.replace('\n', "\r\n"),
        format!("\u{FEFF}# sent again\n{written}\n\n"),
    ] {
        match read::record(&mangled) {
            Ok(again) => assert_eq!(digest_of(&again), digest, "{mangled}"),
            // What is written may be too large to be read: brackets become lines.
            Err(_) => assert!(mangled.len() > read::Limits::RECORD.bytes, "{mangled}"),
        }
    }
}

fn digest_of(file: &Node) -> Digest {
    record_digest(file.get("record").expect("a record file has a record")).expect("it was checked")
}
