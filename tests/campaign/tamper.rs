//! An archive that somebody has tampered with: every change of meaning is found and named, in every
//! mode that can be played.

use crate::audit::audited;
use crate::duel::sealed;
use crate::fixture::{Table, files};
use crate::spoil::flipped;
use provost::campaign::Record;
use provost::campaign::archive::Archive;
use provost::campaign::audit::{Audit, audit};
use provost::dice::Mode;
use provost::store::Stored;

/// Makes the files of a campaign.
type Making = fn() -> Vec<Stored>;

/// Every mode with an archive to spoil; a further mode is one more line.
const MODES: [(&str, Making); 3] = [
    ("referee", || small(Mode::Referee, "")),
    ("recorded", || small(Mode::Recorded, "  die: 3\n")),
    ("duel", || in_a_folder(sealed().0.files())),
];

/// An archive small enough to spoil byte by byte: two player-turns and one attack.
fn small(mode: Mode, die: &str) -> Vec<Stored> {
    let mut table = Table::of(mode, |_| {});
    table.resolve("note: Nice day for it\n").unwrap_or_else(|e| panic!("{e:#?}"));
    let body = "move:\n- 1/II, 1/2/IX: 1010 1011\nattack:\n- at: 1112\n  by: 1/II, 1/2/IX\n";
    let standing = "retreat:\n- any: toward 0206\n";
    table.resolve(&format!("{body}{die}{standing}")).unwrap_or_else(|e| panic!("{e:#?}"));
    let mut files = files(&table);
    files.retain(|file| !file.name.starts_with("positions/"));
    files
}

/// Records and packs under the names that a campaign's folder has for them.
fn in_a_folder(files: Vec<Stored>) -> Vec<Stored> {
    let named = files.into_iter().map(|file| {
        let name = match Record::read(&file.text) {
            Ok(record) => format!("log/{:04}-{}.yaml", record.seq, record.from),
            Err(_) => format!("packs/{}", file.name),
        };
        Stored { name, text: file.text }
    });
    named.collect()
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
    for (mode, files) in MODES {
        let files = files();
        let mut archive = Archive::read(files.clone());
        let clean = audit(&archive, &mut |_, _| {});
        assert!(clean.is_clean() && clean.is_done(), "{mode}: {clean:#?}");
        let mut changed = 0;
        let records: Vec<&Stored> = files.iter().filter(|file| is_record(file)).collect();
        for file in &records {
            let before = Record::read(&file.text).unwrap();
            for byte in 0..file.text.len() {
                let text = flipped(&file.text, byte);
                let same = Record::read(&text).is_ok_and(|after| {
                    after.digest == before.digest && after.stated == before.stated
                });
                archive.forget_records();
                for other in &records {
                    match other.name == file.name {
                        true => {
                            archive.add(&Stored { name: file.name.clone(), text: text.clone() })
                        }
                        false => archive.add(other),
                    }
                }
                let found = audit(&archive, &mut |_, _| {});
                let place = format!("{mode}: byte {byte} of {}", file.name);
                if same {
                    assert!(found.is_clean(), "{place}: {found:#?}\n{text}");
                    continue;
                }
                changed += 1;
                let named = found.findings.iter().any(|f| f.place.starts_with(&file.name));
                let lost = Record::read(&text).is_err() && !text.contains("record:");
                assert!(
                    named || (lost && !found.is_clean()) || is_unstated(&text, &found),
                    "{place} is not named: {found:#?}\n{text}"
                );
            }
        }
        assert!(changed > 1000, "{mode}: {changed}");
    }
}

#[test]
fn bytes_of_packs() {
    for (mode, files) in MODES {
        let files = files();
        let packs: Vec<usize> = (0..files.len()).filter(|at| !is_record(&files[*at])).collect();
        assert_eq!(packs.len(), 4, "{mode}");
        let offer = files.iter().find_map(|file| Record::read(&file.text).ok()?.offer).unwrap();
        let whole = Archive::read(files.clone()).packs(offer.packs).unwrap();
        let nodes = [&whole.scenario, &whole.map, &whole.charts, &whole.rules];
        let mut changed = 0;
        for at in packs {
            // A sample: every byte would take an hour.
            for byte in (0..files[at].text.len()).step_by(397) {
                let text = flipped(&files[at].text, byte);
                let mut archive = Archive::default();
                let others = files.iter().enumerate().filter(|(n, _)| *n != at);
                others.for_each(|(_, file)| archive.add(file));
                archive.add(&Stored { name: files[at].name.clone(), text: text.clone() });
                match archive.packs(offer.packs) {
                    Err(lacking) => {
                        changed += 1;
                        assert_eq!(lacking.len(), 1, "{mode}: byte {byte} of {}", files[at].name);
                    }
                    // A comment, or blanks between words: the packs are what they were.
                    Ok(same) => {
                        let same = [&same.scenario, &same.map, &same.charts, &same.rules];
                        assert_eq!(same, nodes, "{mode}: byte {byte} of {}", files[at].name);
                    }
                }
            }
        }
        assert!(changed > 50, "{mode}: {changed}");
    }
}

#[test]
fn a_record_made_anew_with_its_digest_breaks_the_chain_behind_it() {
    for (mode, files) in MODES {
        let files = files();
        let records: Vec<usize> = (0..files.len()).filter(|at| is_record(&files[*at])).collect();
        let mut made = 0;
        for pair in records.windows(2) {
            let file = &files[pair[0]];
            let stated = Record::read(&file.text).unwrap().digest.to_string();
            let end = file.text.find("check:").unwrap();
            for byte in (0..end).step_by(5) {
                let text = flipped(&file.text, byte);
                let Ok(record) = Record::read(&text) else { continue };
                if record.digest.to_string() == stated {
                    continue;
                }
                made += 1;
                let found =
                    with(&files, pair[0], text.replace(&stated, &record.digest.to_string()));
                let near = [&files[pair[0]].name, &files[pair[1]].name];
                let named = |place: &str| near.iter().any(|name| place.starts_with(name.as_str()));
                let first = found.findings.first();
                // An offer of another game leaves a log without an offer: that is told in a note.
                let left = records.len() - 1;
                let aside =
                    format!("{left} records of the game fr-01-2026-00000001 were left aside");
                let hole = record.game.as_str() != "fr-01-2026-00000001"
                    && (first.is_some() || found.notes.contains(&aside));
                // Packs that another offer pins are not here: nothing can be said, and that is told.
                let lacking = first.is_none() && found.missing.iter().any(|m| m.contains("pins"));
                assert!(
                    first.is_some_and(|finding| named(&finding.place)) || hole || lacking,
                    "{mode}: byte {byte} of {}: {found:#?}\n{text}",
                    file.name
                );
            }
        }
        assert!(made > 50, "{mode}: {made}");
    }
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
    let files = small(Mode::Referee, "");
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
        "log/0004-referee.yaml:19: ended with `pause 1722`; the replay ends with `end`"
    );
    let record = Record::read(&files[close].text).unwrap();
    let link = record.close.unwrap().referee.unwrap().to_string();
    let other = link.replacen(&link[..1], if link.starts_with('0') { "1" } else { "0" }, 1);
    let said = first(&with(&files, close, forged(&files[close], &link, &other)));
    assert!(said.contains("this is not the link of segment 2"), "{said}");
}

#[test]
fn records_dropped_doubled_and_swapped() {
    for (mode, files) in MODES {
        let files = files();
        let records: Vec<usize> = (0..files.len()).filter(|at| is_record(&files[*at])).collect();
        for &at in &records[..records.len() - 1] {
            let mut without = files.clone();
            without.remove(at);
            let found = audited(without);
            assert!(!found.is_clean(), "{mode}: {} dropped", files[at].name);
            let seq = u32::try_from(at - records[0]).unwrap();
            let all = &found.findings;
            assert!(all.iter().all(|f| f.seq.is_none_or(|s| s == seq)), "{mode}: {found:#?}");
        }
        // A copy under another name is still the same record.
        for &at in &records {
            let mut doubled = files.clone();
            doubled.push(Stored { name: "copy.yaml".to_owned(), text: files[at].text.clone() });
            assert!(audited(doubled).is_clean(), "{mode}");
        }
        // Contents decide, not names.
        for pair in records.windows(2) {
            let mut swapped = files.clone();
            let text = swapped[pair[0]].text.clone();
            swapped[pair[0]].text = swapped[pair[1]].text.clone();
            swapped[pair[1]].text = text;
            assert!(audited(swapped).is_clean(), "{mode}");
        }
    }
}

#[test]
fn a_second_record_on_the_same_head_is_named() {
    let files = small(Mode::Referee, "");
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
    let files = small(Mode::Referee, "");
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
