//! Canonical JSON and digests.

use crate::{text, told};
use provost::dice::Signature;
use provost::document::Node;
use provost::document::digest::{self, Digest, Form, cleaned, hash_text, jcs, label};
use provost::document::read;

#[test]
fn canonical_json() {
    let node = Node::map([
        ("b", text("a\"b\\c/")),
        ("a", Node::list([text(""), Node::list([]), Node::map::<String>([])])),
        ("note", text("\nü  \n\nx\t\r\ny\n")),
        ("sig", text("ab cd\n ef")),
    ]);
    let wanted = r#"{"a":["",[],{}],"b":"a\"b\\c/","note":"ü\n\nx\ny","sig":"abcdef"}"#;
    assert_eq!(jcs(&node).unwrap(), wanted);
    let clean = cleaned(node, Form::Record).unwrap();
    assert_eq!(clean.get_text("sig"), Some("abcdef"));
    assert_eq!(jcs(&clean).unwrap(), wanted);

    let lists = Node::map([("note", Node::list([text("ä"), text("b ")]))]);
    assert_eq!(jcs(&lists).unwrap(), r#"{"note":["ä","b"]}"#);
    let inner = Node::map([("note", Node::map([("x", text("ä"))]))]);
    assert!(jcs(&inner).is_err(), "only what stands under `note` itself may hold `ä`");
}

#[test]
fn what_may_not_be_hashed() {
    let refused = |key: &str, value: &str| {
        let complaints = jcs(&Node::map([(key, text(value))])).expect_err(value);
        complaints[0].headline.clone()
    };
    assert_eq!(refused("from", "Müller"), "`ü` (U+00FC) in `from`");
    assert_eq!(refused("from", "a\nb"), "U+000A in `from`");
    assert_eq!(refused("note", "u\u{308}"), "the note is not in Unicode normal form NFC");
    for c in [
        '\u{0}',
        '\u{7}',
        '\u{7F}',
        '\u{85}',
        '\u{AD}',
        '\u{200B}',
        '\u{200D}',
        '\u{2028}',
        '\u{202E}',
        '\u{E000}',
        '\u{FEFF}',
        '\u{E0041}',
        '\u{F0000}',
        '\u{10FFFD}',
    ] {
        let wanted = format!("control or format character U+{:04X} in a note", u32::from(c));
        assert_eq!(refused("note", &format!("a{c}b")), wanted);
    }
    assert!(jcs(&Node::map([("note", text("a\u{2026}\u{1F600}\u{FE0F} \u{A0}b"))])).is_ok());
    assert_eq!(refused("", "x"), "bad key ``");
    assert_eq!(refused("ä", "x"), "bad key `\\u{e4}`");
    assert_eq!(refused(&"k".repeat(121), "x"), format!("bad key `{}`", "k".repeat(120)));
    assert!(jcs(&Node::map([("k".repeat(120), text("x"))])).is_ok());
    let twice = Node::map([("a", text("1")), ("b", text("2")), ("a", text("3"))]);
    assert_eq!(jcs(&twice).unwrap_err()[0].headline, "duplicate key `a`");
    let many = Node::list((0..1000).map(|_| text("ü")));
    assert_eq!(jcs(&many).unwrap_err().len(), 20);
    let mut deep = text("x");
    for _ in 0..17 {
        deep = Node::list([deep]);
    }
    assert_eq!(jcs(&deep).unwrap_err()[0].headline, "deeper than 16 levels");

    let complaints = read::record("record:\n  a: 1\n  b: Grün\nother: 1\n").unwrap_err();
    assert_eq!(
        told(&complaints),
        ["3:6 `ü` (U+00FC) in `b`", "4:1 unknown key `other` beside `record`"]
    );
    assert_eq!(told(&read::record("check: {}\n").unwrap_err()), ["1:1 no record here"]);
    assert_eq!(told(&read::record("record: x\n").unwrap_err()), ["1:1 no record here"]);
    assert_eq!(told(&read::record("- record\n").unwrap_err()), ["1:1 no record here"]);
}

#[test]
fn the_word_list_is_that_of_bip39() {
    let list = include_str!("../../src/document/words.txt");
    let sum = "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda";
    assert_eq!(hash_text(list).to_string(), sum);
    let words: Vec<&str> = list.lines().collect();
    assert_eq!((words.len(), words[0], words[2047]), (2048, "abandon", "zoo"));
    assert!(words.is_sorted());
    assert_eq!(label(&Digest::ZERO), "abandon-abandon-00");
    assert_eq!(label(&Digest::new([255; 32])), "zoo-zoo-35");
}

#[test]
fn digests_are_64_lower_case_digits() {
    let digits = hash_text("x").to_string();
    assert_eq!(digits.parse::<Digest>().unwrap().to_string(), digits);
    for wrong in [
        digits.to_uppercase(),
        digits[..63].to_owned(),
        format!("{digits}0"),
        format!(" {digits}"),
        format!("{digits}\n"),
        format!("0x{}", &digits[2..]),
        format!("+{}", &digits[1..]),
        format!("{}é", &digits[2..]),
        String::new(),
    ] {
        assert!(wrong.parse::<Digest>().is_err(), "{wrong}");
    }
    assert!("ABCDEF".repeat(16).parse::<Signature>().is_err());
    assert!("ab".repeat(47).parse::<Signature>().is_err());
    assert_eq!(digest::read_hex::<2>("0aff"), Some([10, 255]));
}
