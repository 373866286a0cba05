//! A match whose archive somebody has tampered with: every byte that changes what a record says, and every
//! record that is left out, is found.

use crate::person::Person;
use crate::spoil::flipped;
use provost::campaign::Record;
use provost::campaign::archive::Archive;
use provost::campaign::audit::{Audit, audit};
use provost::store::Stored;
use std::fs;

fn audited(archive: &Archive) -> Audit {
    audit(archive, &mut |_, _| {})
}

/// Spoils the archive of a person's folder, byte by byte and record by record.
pub fn spoilt_in_every_way(person: &Person) {
    let stored = |name: String, text: String| Stored { name, text };
    let records: Vec<Stored> =
        person.log().into_iter().map(|(name, text)| stored(format!("log/{name}"), text)).collect();
    let mut archive = Archive::default();
    for entry in fs::read_dir(person.folder().join("packs")).unwrap().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        archive.add(&stored(format!("packs/{name}"), fs::read_to_string(entry.path()).unwrap()));
    }
    let mut with = |files: &[Stored]| {
        archive.forget_records();
        files.iter().for_each(|file| archive.add(file));
        audited(&archive)
    };
    assert!(with(&records).is_clean());
    let mut changed = 0;
    for (at, file) in records.iter().enumerate() {
        let before = Record::read(&file.text).unwrap();
        for byte in 0..file.text.len() {
            let text = flipped(&file.text, byte);
            let read = Record::read(&text);
            let same = read.is_ok_and(|after| {
                after.digest == before.digest
                    && after.stated == before.stated
                    && after.signature() == before.signature()
            });
            if same {
                continue;
            }
            changed += 1;
            let mut files = records.clone();
            files[at].text = text.clone();
            // The `check` of the last record may go; what it says is then as true as before.
            let unstated = Record::read(&text).is_ok_and(|after| after.digest == before.digest);
            let found = with(&files);
            assert!(!found.is_clean() || unstated, "byte {byte} of {}\n{text}", file.name);
        }
        if at + 1 < records.len() {
            let mut files = records.clone();
            files.remove(at);
            assert!(!with(&files).is_clean(), "without {}", file.name);
        }
    }
    assert!(changed > 1000, "{changed}");
}
