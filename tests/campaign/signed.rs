//! Signed logs: whose signature counts, and for what.

use crate::audit::audited;
use crate::duel::{Duel, name};
use provost::campaign::Record;
use provost::campaign::audit::{Audit, State};
use provost::campaign::steps::Step;
use provost::dice::lock::signed_text;
use provost::dice::signature::{PublicKey, Unverified, verify};
use provost::document::{Node, write};
use provost::store::Stored;
use ssh_key::private::{Ed25519Keypair, PrivateKey};
use ssh_key::{HashAlg, LineEnding};
use std::process::{Command, Stdio};

fn key(seed: u8) -> PrivateKey {
    PrivateKey::from(Ed25519Keypair::from_seed(&[seed; 32]))
}

/// The base64 part alone.
fn public(key: &PrivateKey) -> String {
    let line = key.public_key().to_openssh().unwrap();
    line.split(' ').nth(1).unwrap().to_owned()
}

fn sign(key: &PrivateKey, namespace: &str, text: &str) -> String {
    let signed = key.sign(namespace, HashAlg::Sha512, text.as_bytes()).unwrap();
    signed.to_pem(LineEnding::LF).unwrap()
}

fn text_of(record: &Record) -> String {
    signed_text(&record.game, record.seq, &record.from, &record.digest)
}

/// A record's file with a signature, in lines as `ssh-keygen` writes them.
fn with_signature(text: &str, armoured: &str) -> String {
    let lines = armoured.lines().filter(|line| !line.starts_with("-----"));
    let lines: String = lines.map(|line| format!("    {line}\n")).collect();
    format!("{text}  signature: |\n{lines}")
}

/// A duel of three records, under keys of both sides.
fn duel() -> Duel {
    let keys = [("confederate", 1), ("union", 2)];
    let mut duel = Duel::with(|terms| {
        terms.keys = keys.map(|(of, seed)| (name(of), public(&key(seed)))).to_vec();
    });
    duel.push(duel.locked(duel.draft(0), "a")).unwrap();
    duel
}

fn seed_of(record: &Record) -> u8 {
    if record.from.as_str() == "union" { 2 } else { 1 }
}

/// Its files, each record signed as told; none is left as it is.
fn files(duel: &Duel, sign: impl Fn(&Record) -> Option<String>) -> Vec<Stored> {
    let mut files = duel.files();
    for file in &mut files {
        if let Ok(record) = Record::read(&file.text)
            && let Some(signature) = sign(&record)
        {
            file.text = with_signature(&file.text, &signature);
        }
    }
    files
}

fn properly(record: &Record) -> Option<String> {
    Some(sign(&key(seed_of(record)), "provost-dice", &text_of(record)))
}

/// Signed properly but for record 2.
fn but_for_the_lock(signature: impl Fn(&Record) -> Option<String>) -> Audit {
    audited(files(&duel(), |record| match record.seq {
        2 => signature(record),
        _ => properly(record),
    }))
}

fn said(audit: &Audit) -> (Option<u32>, &str) {
    let [only] = audit.findings.as_slice() else { panic!("{:#?}", audit.findings) };
    assert_eq!(only.step, Step::Signatures);
    assert!(only.place.starts_with("mail 2"), "{}", only.place);
    assert_eq!(audit.steps[1].state, State::False);
    (only.seq, &only.what)
}

#[test]
fn every_record_signed_by_its_writer() {
    let found = audited(files(&duel(), properly));
    assert!(found.is_clean(), "{found:#?}");
    assert_eq!(found.steps[1].told, "3 of 3 verified");
    assert_eq!(found.steps[1].state, State::True);
    assert!(found.notes.iter().all(|note| !note.contains("on trust")), "{:?}", found.notes);
}

#[test]
fn a_signature_with_its_first_and_last_line_is_the_same() {
    let record = &duel().records[2].record;
    let (text, armoured) = (text_of(record), properly(record).unwrap());
    let keys: Vec<PublicKey> = vec![public(&key(1)).parse().unwrap()];
    let inner: String = armoured.lines().filter(|line| !line.starts_with('-')).collect();
    let squeezed: String = armoured.split_whitespace().collect();
    for signature in [&armoured, &inner, &squeezed] {
        assert_eq!(verify(&text, signature, &keys), Ok(()), "{signature}");
    }
    assert_eq!(verify(&text, &inner[1..], &keys), Err(Unverified::Malformed));
    assert_eq!(verify(&text, "", &keys), Err(Unverified::Malformed));
}

#[test]
fn junk_is_no_signature_and_no_key() {
    let keys: Vec<PublicKey> = vec![public(&key(1)).parse().unwrap()];
    let good = properly(&duel().records[2].record).unwrap();
    for cut in 0..good.len() {
        let text = good[..cut].to_owned() + "\u{e9}" + &good[cut..];
        assert_eq!(verify("x", &text, &keys), Err(Unverified::Malformed), "{text}");
        assert!(verify("x", &good[..cut], &keys).is_err());
    }
    let good = public(&key(1));
    for cut in 0..good.len() {
        assert!(good[..cut].parse::<PublicKey>().is_err(), "{}", &good[..cut]);
    }
    assert!("A".repeat(200_000).parse::<PublicKey>().is_err());
    assert!("/".repeat(200_000).parse::<PublicKey>().is_err());
}

#[test]
fn a_signed_record_is_written_and_read_with_its_signature() {
    for file in files(&duel(), properly) {
        let Ok(record) = Record::read(&file.text) else { continue };
        let again = Record::read(&write::record(record.file())).unwrap();
        assert_eq!((again.digest, again.signature()), (record.digest, record.signature()));
    }
}

#[test]
fn a_missing_signature_where_the_terms_name_a_key() {
    let found = but_for_the_lock(|_| None);
    assert_eq!(said(&found), (Some(2), "it is not signed, and confederate has a key"));
}

#[test]
fn the_key_of_somebody_else() {
    let found = but_for_the_lock(|record| Some(sign(&key(2), "provost-dice", &text_of(record))));
    let (seq, what) = said(&found);
    assert_eq!(seq, Some(2));
    assert!(
        what.starts_with(
            "it is not signed by confederate: the signature was made with another key, SHA256:"
        ),
        "{what}"
    );
}

#[test]
fn another_namespace() {
    let found = but_for_the_lock(|record| Some(sign(&key(1), "git", &text_of(record))));
    assert!(said(&found).1.ends_with("for the namespace `git`, not `provost-dice`"), "{found:#?}");
}

#[test]
fn the_signature_of_another_record() {
    let other = text_of(&duel().records[0].record);
    let found = but_for_the_lock(|_| Some(sign(&key(1), "provost-dice", &other)));
    assert!(said(&found).1.ends_with("the signature was made for another text"), "{found:#?}");
}

#[test]
fn what_is_no_signature() {
    let found = but_for_the_lock(|_| Some("AAAA\n".to_owned()));
    assert!(said(&found).1.ends_with("the signature is no SSH signature"), "{found:#?}");
}

#[test]
fn an_altered_record_with_a_digest_made_anew_is_not_signed() {
    let mut files = files(&duel(), properly);
    let lock = files.last_mut().unwrap();
    let before = Record::read(&lock.text).unwrap();
    let salt = before.lock.as_ref().unwrap().open.unwrap().to_string();
    let text = lock.text.replace(&salt, &salt.replacen(&salt[..1], "7", 1));
    let after = Record::read(&text).unwrap();
    lock.text = text.replace(&before.digest.to_string(), &after.digest.to_string());
    let found = audited(files);
    assert!(said(&found).1.ends_with("the signature was made for another text"), "{found:#?}");
}

#[test]
fn further_unsigned_records_are_counted() {
    let found = audited(duel().files());
    assert_eq!(found.findings.len(), 1, "{found:#?}");
    assert_eq!(found.findings[0].seq, Some(0));
    let more = "2 more records up to record 2 are not signed by their writers either";
    assert!(found.notes.iter().any(|note| note == more), "{:?}", found.notes);
}

#[test]
fn of_two_copies_the_signed_one_counts() {
    let duel = duel();
    for order in [false, true] {
        let mut heap = duel.files();
        heap.extend(files(&duel, properly));
        heap.extend(files(&duel, |record| Some(sign(&key(9), "provost-dice", &text_of(record)))));
        if order {
            heap.reverse();
        }
        let found = audited(heap);
        assert!(found.is_clean(), "{found:#?}");
    }
}

#[test]
fn a_key_that_comes_with_the_acceptance() {
    let mut duel = Duel::with(|terms| terms.keys = vec![(name("confederate"), public(&key(1)))]);
    // The acceptance of the fixture carries no key: it is made again.
    let accept = duel.records[1].record.node().get("accept").unwrap().clone();
    let anchor = duel.records[1].record.node().get("anchor").unwrap().clone();
    duel.records.truncate(1);
    let offer = duel.records[0].record.clone();
    let head = provost::store::Head { records: 1, digest: offer.digest };
    let mut accept = accept;
    accept.set("key", Node::text(public(&key(2))));
    let draft = provost::campaign::Draft::new(&offer.game, head, &name("union"));
    let written = draft.with("accept", accept).with("anchor", anchor).write().unwrap();
    duel.records.push(written);
    assert!(audited(files(&duel, properly)).is_clean());
    let found = audited(files(&duel, |record| match record.seq {
        1 => None,
        _ => properly(record),
    }));
    assert_eq!(found.findings[0].what, "it is not signed, and union has a key");
}

#[test]
fn a_key_that_is_none() {
    let duel = Duel::with(|terms| terms.keys = vec![(name("union"), "AAAA".to_owned())]);
    let found = audited(duel.files());
    assert!(found.findings[0].what.starts_with("the key of union: "), "{found:#?}");
    assert_eq!((found.findings[0].step, found.findings[0].seq), (Step::Signatures, Some(0)));
}

#[test]
fn in_a_duel_nobody_writes_for_the_other() {
    let duel = duel();
    let draft = duel.locked(duel.draft(0).wrapped(&name("union")), "b");
    let forged = provost::campaign::Draft::write(draft).unwrap();
    let mut last = Duel::with(|_| {});
    last.records = duel.records[..2].to_vec();
    let head = provost::store::Head { records: 2, digest: duel.records[1].record.digest };
    assert_ne!(forged.record.prev, head.digest);
    let draft = provost::campaign::Draft::new(&forged.record.game, head, &name("confederate"));
    let orders = duel.records[2].record.node().get("orders").unwrap().clone();
    let lock = duel.records[2].record.node().get("lock").unwrap().clone();
    let draft = draft.wrapped(&name("union")).with("orders", orders).with("lock", lock);
    last.records.push(draft.write().unwrap());
    let found = audited(files(&last, |record| match record.seq {
        2 => Some(sign(&key(2), "provost-dice", &text_of(record))),
        _ => properly(record),
    }));
    assert_eq!(found.findings[0].what, "union may not write for confederate in mode duel");
}

/// The real program, if it is here: its signature counts, in every disguise and no other.
#[test]
fn what_ssh_keygen_signs() {
    let place = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str], input: &str| {
        let mut child = Command::new("ssh-keygen")
            .args(arguments)
            .current_dir(place.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        std::io::Write::write_all(child.stdin.as_mut().unwrap(), input.as_bytes()).ok()?;
        let output = child.wait_with_output().ok()?;
        output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
    };
    if run(&["-q", "-t", "ed25519", "-N", "", "-f", "key"], "").is_none() {
        println!("skipped: there is no ssh-keygen here (Debian: openssh-client)");
        return;
    }
    let line = std::fs::read_to_string(place.path().join("key.pub")).unwrap();
    let base64 = line.split(' ').nth(1).unwrap().to_owned();
    let duel = Duel::with(|terms| {
        terms.keys = ["confederate", "union"].map(|of| (name(of), base64.clone())).to_vec();
    });
    let by_program = |namespace: &str, record: &Record| {
        run(&["-Y", "sign", "-n", namespace, "-f", "key"], &text_of(record))
    };
    let found = audited(files(&duel, |record| by_program("provost-dice", record)));
    assert!(found.is_clean(), "{found:#?}");
    assert_eq!(found.steps[1].told, "2 of 2 verified");
    let found = audited(files(&duel, |record| by_program("file", record)));
    assert!(found.findings[0].what.contains("the namespace `file`"), "{found:#?}");

    // And the other way round: what is signed here counts there.
    let record = &duel.records[0].record;
    std::fs::write(place.path().join("sig"), sign(&key(3), "provost-dice", &text_of(record)))
        .unwrap();
    let signers = format!("us ssh-ed25519 {}\n", public(&key(3)));
    std::fs::write(place.path().join("signers"), signers).unwrap();
    let arguments =
        ["-Y", "verify", "-n", "provost-dice", "-f", "signers", "-I", "us", "-s", "sig"];
    assert!(run(&arguments, &text_of(record)).is_some());
    assert!(run(&arguments, &(text_of(record) + "\n")).is_none());
}
