//! A match signed by the real `ssh-keygen`.

use crate::person::{Person, agree, begun_with, deliver, has};
use std::process::Command;

/// Makes a key on somebody's desk, if the program is here.
fn key(person: &Person) -> Option<String> {
    let made = Command::new("ssh-keygen")
        .args(["-q", "-t", "ed25519", "-N", "", "-f", "key"])
        .current_dir(person.desk.home.path())
        .status();
    let made = made.is_ok_and(|status| status.success());
    made.then(|| person.desk.at("key").to_str().unwrap().to_owned())
}

#[test]
fn every_record_is_signed_and_a_false_signature_is_not_taken() {
    let people = ["confederate", "union"].map(Person::new);
    let keys: Vec<String> = people.iter().filter_map(key).collect();
    if keys.len() < 2 {
        println!("skipped: there is no ssh-keygen here (Debian: openssh-client)");
        return;
    }
    let sign: Vec<[&str; 2]> = keys.iter().map(|key| ["--sign", key.as_str()]).collect();
    let sign: Vec<&[&str]> = sign.iter().map(|sign| &sign[..]).collect();
    begun_with(&["--mode", "duel", "--standing", "sealed"], &sign, &people);
    let [confederate, union] = &people;
    confederate.orders(Some("retreat:\n- any: toward 1513\n"), 1);
    let sent = confederate.done(&["send", "orders.yaml"]);
    deliver(confederate, sent["mailed"].as_str().unwrap(), union);

    // The same record with one letter of its signature changed, and without any.
    let text = std::fs::read_to_string(union.desk.at("mail.yaml")).unwrap();
    let (before, after) = text.split_once("signature:").unwrap();
    let at = after.find("AAAA").unwrap() + 200;
    let other = if after.as_bytes()[at] == b'A' { "B" } else { "A" };
    let bad = format!("{before}signature:{}{other}{}", &after[..at], &after[at + 1..]);
    for (text, said) in [
        (bad, "it is not signed by confederate"),
        (before.trim_end().to_owned() + "\n", "it is not signed, and"),
    ] {
        union.write("bad.yaml", &text);
        let (code, told) = union.said(&["import", "bad.yaml"]);
        assert_eq!(code, 4, "{told}");
        assert!(has(&told, said), "{said}: {told}");
    }
    union.done(&["import", "mail.yaml"]);
    union.orders(Some(""), 1);
    let sent = union.done(&["send", "orders.yaml"]);
    deliver(union, sent["mailed"].as_str().unwrap(), confederate);
    confederate.done(&["import", "mail.yaml"]);
    agree(&[confederate, union]);
    let told = confederate.desk.done(&["audit", "game"]);
    assert!(has(&told, " 2 signatures 4 of 4 verified"), "{told}");

    // What the program has signed counts for the real one too.
    let record = provost::campaign::Record::read(&text).unwrap();
    let signing = confederate.told(&["dice", "--signing", "2"]);
    let base64: String = record.signature().unwrap().split_whitespace().collect();
    let lines: Vec<&str> =
        (0..base64.len()).step_by(70).map(|at| &base64[at..(at + 70).min(base64.len())]).collect();
    let armoured = format!(
        "-----BEGIN SSH SIGNATURE-----\n{}\n-----END SSH SIGNATURE-----\n",
        lines.join("\n")
    );
    union.write("sig", &armoured);
    union.write("text", &signing);
    let public = std::fs::read_to_string(confederate.desk.at("key.pub")).unwrap();
    union.write("signers", &format!("him {public}"));
    let verified = Command::new("ssh-keygen")
        .args(["-Y", "verify", "-n", "provost-dice", "-f", "signers", "-I", "him", "-s", "sig"])
        .current_dir(union.desk.home.path())
        .stdin(std::fs::File::open(union.desk.at("text")).unwrap())
        .output()
        .unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stderr));
}
