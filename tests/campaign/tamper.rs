//! An archive that somebody has tampered with: every change of meaning is found and named.

use crate::audit::audited;
use crate::fixture::Table;
use crate::fixture::files;
use provost::campaign::Record;
use provost::campaign::archive::Archive;
use provost::campaign::audit::{Audit, audit};
use provost::store::Stored;

/// An archive small enough to spoil byte by byte: two player-turns.
fn small() -> Vec<Stored> {
    let mut table = Table::new(|_| {});
    table.resolve("note: Nice day for it\n").unwrap_or_else(|e| panic!("{e:#?}"));
    table.resolve("retreat:\n- any: toward 0206\n").unwrap_or_else(|e| panic!("{e:#?}"));
    let mut files = files(&table);
    files.retain(|file| !file.name.starts_with("positions/"));
    files
}

fn is_record(file: &Stored) -> bool {
    file.name.starts_with("log/")
}

/// The audit of an archive in which one record's text was changed.
fn with(files: &[Stored], at: usize, text: String) -> Audit {
    let mut files = files.to_vec();
    files[at].text = text;
    audited(files)
}

#[test]
fn every_byte_of_every_record() {
    let files = small();
    let mut archive = Archive::read(files.clone());
    assert!(audit(&archive, &mut |_, _| {}).is_clean());
    let mut changed = 0;
    let records: Vec<&Stored> = files.iter().filter(|file| is_record(file)).collect();
    for file in &records {
        let before = Record::read(&file.text).unwrap();
        for byte in 0..file.text.len() {
            let mut bytes = file.text.clone().into_bytes();
            bytes[byte] = match bytes[byte] {
                b'0'..=b'8' | b'a'..=b'e' => bytes[byte] + 1,
                b'9' => b'0',
                b'\n' => b' ',
                b' ' => b'x',
                _ => b'#',
            };
            let text = String::from_utf8(bytes).unwrap();
            let same = Record::read(&text)
                .is_ok_and(|after| after.digest == before.digest && after.stated == before.stated);
            archive.forget_records();
            for other in &records {
                match other.name == file.name {
                    true => archive.add(&Stored { name: file.name.clone(), text: text.clone() }),
                    false => archive.add(other),
                }
            }
            let found = audit(&archive, &mut |_, _| {});
            if same {
                assert!(found.is_clean(), "byte {byte} of {}: {found:#?}\n{text}", file.name);
                continue;
            }
            changed += 1;
            let named = found.findings.iter().any(|finding| finding.place.starts_with(&file.name));
            let lost = Record::read(&text).is_err() && !text.contains("record:");
            assert!(
                named || (lost && !found.is_clean()) || is_unstated(&text, &found),
                "byte {byte} of {} is not named: {found:#?}\n{text}",
                file.name
            );
        }
    }
    assert!(changed > 1000, "{changed}");
}

/// A record without its own digest is as true as its neighbours say.
fn is_unstated(text: &str, found: &Audit) -> bool {
    Record::read(text).is_ok_and(|record| record.stated.is_none()) && found.is_clean()
}

/// Changes that an author makes knowingly: the digest in `check` is made again.
fn forged(file: &Stored, from: &str, to: &str) -> String {
    assert!(file.text.contains(from), "{from} in {}", file.name);
    let text = file.text.replacen(from, to, 1);
    let record = Record::read(&text).unwrap_or_else(|e| panic!("{e:?}"));
    text.replace(&record.stated.unwrap().to_string(), &record.digest.to_string())
}

#[test]
fn forgeries_with_good_digests_break_the_chain() {
    let files = small();
    let at = |name: &str| files.iter().position(|f| f.name.contains(name)).unwrap();
    let first = |found: &Audit| {
        found.findings.first().map(|f| format!("{}: {}", f.place, f.what)).unwrap_or_default()
    };
    let offer = at("0000-");
    let said = first(&with(&files, offer, forged(&files[offer], "title: FR-01", "title: FR-02")));
    assert!(said.starts_with("log/0001-confederate.yaml:6: answers "), "{said}");

    let lock = at("0003-");
    let said = first(&with(&files, lock, forged(&files[lock], "toward 0206", "toward 0205")));
    assert!(said.starts_with("log/0004-referee.yaml:6: answers "), "{said}");

    // The last record has no neighbour behind it: the replay finds it.
    let close = at("0004-");
    let said = first(&with(&files, close, forged(&files[close], "halt: end", "halt: pause 1722")));
    assert_eq!(
        said,
        "log/0004-referee.yaml:16: ended with `pause 1722`; the replay ends with `end`"
    );
    let record = Record::read(&files[close].text).unwrap();
    let link = record.close.unwrap().referee.unwrap().to_string();
    let other = link.replacen(&link[..1], if link.starts_with('0') { "1" } else { "0" }, 1);
    let said = first(&with(&files, close, forged(&files[close], &link, &other)));
    assert!(said.contains("this is not the link of segment 2"), "{said}");
}

#[test]
fn records_dropped_doubled_and_swapped() {
    let files = small();
    let records: Vec<usize> = (0..files.len()).filter(|at| is_record(&files[*at])).collect();
    for &at in &records[..records.len() - 1] {
        let mut without = files.clone();
        without.remove(at);
        let found = audited(without);
        assert!(!found.is_clean(), "{} dropped", files[at].name);
        let seq = u32::try_from(at - records[0]).unwrap();
        assert!(found.findings.iter().all(|f| f.seq.is_none_or(|s| s == seq)), "{found:#?}");
    }
    // A copy under another name is still the same record.
    for &at in &records {
        let mut doubled = files.clone();
        doubled.push(Stored { name: "copy.yaml".to_owned(), text: files[at].text.clone() });
        assert!(audited(doubled).is_clean());
    }
    // Contents decide, not names.
    for pair in records.windows(2) {
        let mut swapped = files.clone();
        let text = swapped[pair[0]].text.clone();
        swapped[pair[0]].text = swapped[pair[1]].text.clone();
        swapped[pair[1]].text = text;
        assert!(audited(swapped).is_clean());
    }
}

#[test]
fn a_second_record_on_the_same_head_is_named() {
    let files = small();
    let lock = files.iter().find(|f| f.name.contains("0003-")).unwrap();
    let other = forged(lock, "toward 0206", "toward 0205");
    let mut both = files.clone();
    both.push(Stored { name: "other.yaml".to_owned(), text: other });
    let found = audited(both);
    assert_eq!(found.findings.len(), 1, "{found:#?}");
    let said = &found.findings[0].what;
    assert!(said.starts_with("2 records of union answer the same head: "), "{said}");
}

#[test]
fn every_line_of_every_pack_counts() {
    let files = small();
    for at in (0..files.len()).filter(|at| files[*at].name.starts_with("packs/")) {
        let lines: Vec<&str> = files[at].text.lines().collect();
        // Every line would take long; every seventh is as good a sample.
        for number in (0..lines.len()).step_by(7) {
            let line = lines[number];
            if line.trim().is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            let mut spoilt = lines.clone();
            spoilt.remove(number);
            let found = with(&files, at, spoilt.join("\n") + "\n");
            assert!(!found.is_clean(), "line {} of {}: {line}", number + 1, files[at].name);
        }
    }
}
