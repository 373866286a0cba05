//! Documents that somebody made to do harm, and how long reading takes.

use crate::HASH;
use provost::document::read::{self, Limits, cut_comments, parse, stream};
use provost::document::{digest::record_digest, write};
use std::time::{Duration, Instant};

/// Text from outside may not panic, overflow the stack, or take long.
#[test]
fn hostile_documents() {
    let bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n".to_owned()
        + &('b'..='z')
            .map(|c| {
                let before = char::from_u32(u32::from(c) - 1).unwrap();
                format!("{c}: &{c} [{}]\n", vec![format!("*{before}"); 9].join(","))
            })
            .collect::<String>();
    let indented: String = (0..600).map(|n| format!("{}a:\n", " ".repeat(n))).collect();
    let keys: String = (0..20_000).map(|n| format!("k{n}: 1\n")).collect();
    let hostile = [
        (bomb, false),
        ("[".repeat(100_000), false),
        ("{".repeat(100_000), false),
        ("[{".repeat(100_000), false),
        (format!("{}{}", "[".repeat(200), "]".repeat(200)), false),
        ("{a: ".repeat(60_000), false),
        ("- ".repeat(100_000), false),
        ("? ".repeat(100_000), false),
        (": ".repeat(100_000), false),
        ("a: ".repeat(80_000), false),
        (indented, false),
        ("\n".repeat(200_000), false),
        (format!("a: 1{}", "\n".repeat(200_000)), true),
        (format!("a: x\n{}  y\n", "\n".repeat(200_000)), true),
        (format!("a: |\n{}  y\n", "\n".repeat(200_000)), true),
        (format!("a: \"{}  \"\n", "\n".repeat(200_000)), true),
        (" ".repeat(200_000), false),
        ("x".repeat(5_000_000), false),
        ("a: \u{0}\n".repeat(40_000), false),
        ("\u{0}".repeat(1000), false),
        ("\r".repeat(200_000), false),
        (format!("a: 1\r{}", "\r".repeat(100_000)), true),
        ("'".repeat(99_999), false),
        ("\"".repeat(99_999), false),
        ("a: 'x\n".repeat(30_000), false),
        ("a: \"\\".to_owned(), false),
        (format!("a: \"{}\"\n", "\\n".repeat(100_000)), true),
        ("#".repeat(200_000), false),
        ("a #".repeat(60_000), true),
        (format!("a: [{}]\n", "x, ".repeat(80_000)), true),
        (format!("a: [{}]\n", "x: y, ".repeat(40_000)), true),
        (format!("a: {{{}}}\n", "x, ".repeat(80_000)), false),
        (keys.clone() + "k7: 1\n", false),
        (keys, true),
        ("!".repeat(100_000), false),
        ("&a ".repeat(80_000), false),
        ("*a ".repeat(80_000), false),
        ("--- ".repeat(60_000), true),
        ("---\n".repeat(60_000), false),
        ("...\n".repeat(60_000), false),
        ("%TAG ! x\n".repeat(20_000), false),
        ("|".repeat(100_000), false),
        ("- |\n".repeat(60_000), true),
        ("- >9\n".repeat(50_000), true),
        ("\u{FEFF}".repeat(60_000), false),
        ("ä".repeat(100_000), true),
        (",".repeat(100_000), false),
        ("]".repeat(100_000), false),
    ];
    for (text, fine) in &hostile {
        let shown: String = text.chars().take(30).collect();
        let start = Instant::now();
        let read = parse(text, Limits::RECORD);
        assert_eq!(read.is_ok(), *fine, "{shown:?}: {read:.0?}");
        let _ = stream(text, Limits::RECORD);
        let _ = cut_comments(text);
        if let Err(complaints) = read {
            assert!((1..=21).contains(&complaints.len()), "{shown:?}");
        }
        // generous: a quadratic reader would need minutes
        assert!(start.elapsed() < Duration::from_secs(5), "{shown:?} took {:?}", start.elapsed());
    }
}

/// Prints how long reading, writing and hashing of a record take at best: run with
/// `cargo test --release --test document speed -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn speed() {
    let mut text =
        format!("record:\n  provost: 1\n  prev:\n    \"{HASH}\"\n  orders:\n    attack:\n");
    while text.len() < 4096 {
        text += "    - at: 1723\n      by: Rodes/R, Colquitt/R, Doles/R\n      won: advance Colquitt/R\n";
    }
    let file = read::record(&text).unwrap();
    let record = file.get("record").unwrap();
    let time = |what: &str, work: &dyn Fn()| {
        let once = || {
            let start = Instant::now();
            work();
            start.elapsed()
        };
        let best = (0..2000).map(|_| once()).min().unwrap_or_default();
        println!("{what}: {best:?} for {} bytes", text.len());
    };
    time("serde_yaml", &|| drop(serde_yaml::from_str::<serde_yaml::Value>(&text)));
    time("parse", &|| drop(parse(&text, Limits::RECORD)));
    time("record", &|| drop(read::record(&text)));
    time("digest", &|| drop(record_digest(record)));
    time("write", &|| drop(write::record(&file)));
}
