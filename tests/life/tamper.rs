//! Records of agreement that somebody has tampered with.

use crate::fixture::{Table, files, game};
use provost::campaign::Record;
use provost::campaign::archive::Archive;
use provost::campaign::audit::{Audit, audit};
use provost::campaign::record::{How, Reroll};
use provost::document::Node;
use provost::store::{Shelf, Store, Stored};

/// One machine that writes one record of each kind: ruling, hand-over, correction, result.
fn archive() -> Vec<Stored> {
    let mut table = Table::new(|_| {});
    let secrets = table.secrets.clone();
    table.resolve("move:\n- Kershaw: strategic, 1413\n").unwrap();
    table.campaign.propose_ruling("BG-best", "product", 3, &secrets).unwrap();
    let draft = provost::campaign::Draft::new(
        &game(),
        table.campaign.replay().head(),
        &"referee".parse().unwrap(),
    );
    let handover = Node::map([("side", Node::text("union")), ("to", Node::text("Sam"))]);
    let written = draft.with("handover", handover).write().unwrap();
    let archive = Archive::read([Stored { name: "mail".to_owned(), text: written.text }]);
    table.campaign.take(&archive, &secrets, Default::default()).unwrap();
    table.campaign.propose_correction(1, "FR-fogstrat halved", Reroll::None, &secrets).unwrap();
    table.campaign.give_result(Some(How::Agreed), None, &secrets).unwrap();
    assert!(table.campaign.store().list(Shelf::Letters).unwrap().is_empty());
    files(&table).into_iter().filter(|file| !file.name.starts_with("positions/")).collect()
}

fn audited(files: &[Stored]) -> Audit {
    audit(&Archive::read(files.iter().cloned()), &mut |_, _| {})
}

/// Where a record with a part is.
fn with_part(files: &[Stored], part: &str) -> usize {
    let has = |file: &Stored| {
        file.name.starts_with("log/") && Record::read(&file.text).unwrap().has(part)
    };
    files.iter().position(has).unwrap_or_else(|| panic!("no {part}"))
}

/// The digest of a record made anew.
fn forged(text: &str, from: &str, to: &str) -> Option<String> {
    assert!(text.contains(from), "{from}\n{text}");
    let text = text.replacen(from, to, 1);
    let record = Record::read(&text).ok()?;
    Some(text.replace(&record.stated.unwrap().to_string(), &record.digest.to_string()))
}

#[test]
fn a_byte_of_any_of_them() {
    let files = archive();
    let clean = audited(&files);
    assert!(clean.is_clean() && clean.is_done(), "{clean:#?}");
    let mut found = 0;
    for part in ["ruling", "handover", "correct", "result"] {
        let at = with_part(&files, part);
        let before = Record::read(&files[at].text).unwrap();
        // Every byte would take minutes.
        for byte in (0..files[at].text.len()).step_by(11) {
            let mut bytes = files[at].text.clone().into_bytes();
            bytes[byte] = match bytes[byte] {
                b'0'..=b'8' | b'a'..=b'e' => bytes[byte] + 1,
                b'9' => b'0',
                _ => b'x',
            };
            let text = String::from_utf8(bytes).unwrap();
            let same = Record::read(&text)
                .is_ok_and(|after| (after.digest, after.stated) == (before.digest, before.stated));
            if same {
                continue;
            }
            let mut spoilt = files.clone();
            spoilt[at].text = text;
            let audit = audited(&spoilt);
            assert!(!audit.is_clean() || !audit.is_done(), "{part}: byte {byte}: {audit:#?}");
            found += 1;
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn forgeries_with_good_digests_are_named() {
    let files = archive();
    for (part, from, to) in [
        ("ruling", "from_turn: 3", "from_turn: 4"),
        ("handover", "to: Sam", "to: Tom"),
        ("correct", "FR-fogstrat halved", "BG-best product"),
    ] {
        let at = with_part(&files, part);
        let mut spoilt = files.clone();
        spoilt[at].text = forged(&files[at].text, from, to).unwrap();
        let found = audited(&spoilt);
        assert!(found.findings[0].what.starts_with("answers "), "{part}: {found:#?}");
    }
    // The last record has no neighbour behind it: what it says is compared with the replay.
    let last = files.len() - 1;
    for (from, to, what) in [
        ("level: confederate", "level: union", "says agreed (union); that of"),
        ("how: agreed", "how: played out", "says played out (confederate); that of"),
        ("start: 4", "start: 5", "the replay has"),
    ] {
        let mut spoilt = files.clone();
        spoilt[last].text = forged(&files[last].text, from, to).unwrap();
        let found = audited(&spoilt);
        assert!(found.findings.iter().any(|f| f.what.contains(what)), "{what}: {found:#?}");
    }
}

#[test]
fn one_that_is_left_out_is_missed() {
    let files = archive();
    for part in ["ruling", "handover", "correct"] {
        let mut without = files.clone();
        without.remove(with_part(&files, part));
        assert!(!audited(&without).is_clean(), "{part}");
    }
}

/// What nobody may write.
#[test]
fn records_that_are_false_are_not_filed() {
    let mut table = Table::new(|_| {});
    table.resolve("").unwrap();
    let replay = table.campaign.replay();
    let draft =
        |from: &str| provost::campaign::Draft::new(&game(), replay.head(), &from.parse().unwrap());
    let text = |pairs: &[(&str, &str)]| Node::map(pairs.iter().map(|(k, v)| (*k, Node::text(*v))));
    for (from, part, node, said) in [
        ("union", "handover", text(&[("side", "confederate"), ("to", "Sam")]), "hands it over"),
        ("referee", "handover", text(&[("side", "nobody"), ("to", "Sam")]), "is no chair"),
        (
            "union",
            "ruling",
            text(&[("id", "BG-none"), ("value", "yes"), ("from_turn", "2")]),
            "no ruling",
        ),
        (
            "union",
            "ruling",
            text(&[("id", "bg-best"), ("value", "product"), ("from_turn", "2")]),
            "a ruling is written as listed: BG-best product",
        ),
        (
            "union",
            "ruling",
            text(&[("id", "BG-best"), ("value", "product"), ("from_turn", "1")]),
            "has begun",
        ),
        ("union", "correct", text(&[("of", "1")]), "neither a ruling nor a report"),
        (
            "union",
            "correct",
            text(&[("of", "9"), ("ruling", "BG-best product")]),
            "begins no player-turn",
        ),
        (
            "union",
            "void",
            text(&[("lock", &"0".repeat(64)), ("why", "undo")]),
            "this lock is not open",
        ),
        ("union", "result", text(&[("how", "played out")]), "before the end of the game"),
        ("union", "result", text(&[("how", "resigned confederate")]), "says so himself"),
        ("union", "result", text(&[("how", "claimed union")]), "in a `claim`"),
    ] {
        let record = draft(from).with(part, node).write().unwrap().record;
        let wrong = replay.clone().push(&record).unwrap_err();
        let told = wrong.findings[0].to_string();
        assert!(told.contains(said), "{part}: {told}");
    }
}
