//! The properties of the fuzz targets (`fuzz/src`), held against a corpus of nasty inputs: without a
//! nightly toolchain, at every `cargo test`.

#[path = "../fuzz/src/lib.rs"]
mod properties;

use properties::battle::{POSITION, SCENARIO};
use properties::{document, extract, mail, orders, position, record};
use provost::board::Hex;
use provost::document::{read, write};
use provost::games::blue_gray::facts::{Facts, NoFate, no_orders};
use provost::games::blue_gray::position::{Award, Position};
use provost::games::blue_gray::record::{Heading, position_node};
use provost::games::blue_gray::scenario::Army;
use std::time::{Duration, Instant};

type Property = fn(&[u8]);

/// Every target with its properties.
const TARGETS: [(&str, Property); 6] = [
    ("document", document::properties),
    ("extract", extract::properties),
    ("mail", mail::properties),
    ("orders", orders::properties),
    ("record", record::properties),
    ("position", position::properties),
];

/// Holds the properties of every target for an input, and answers soon.
fn holds(name: &str, input: &[u8]) {
    for (target, properties) in TARGETS {
        let begun = Instant::now();
        properties(input);
        let taken = begun.elapsed();
        // Generous: a reader that is quadratic in five megabytes would need hours.
        assert!(taken < Duration::from_secs(20), "{target} took {taken:?} for {name}");
    }
}

/// What a text may be full of.
const PIECES: [&str; 35] = [
    "x",
    "\n",
    "[",
    "- a: b\n",
    "\0",
    "\r",
    " ",
    "\t",
    "{",
    "]",
    "- ",
    "? ",
    ": ",
    "a: ",
    "a:\n",
    "\"",
    "'",
    "|\n",
    "> ",
    "#",
    " # ",
    "---\n",
    "...\n",
    "%",
    "&a ",
    "*a ",
    "!!a ",
    "<<: ",
    "\u{FEFF}",
    "\u{202E}",
    "\u{A0}",
    "\u{2028}",
    "e\u{301}",
    "\u{1F3B2}",
    "orders: X turn 1 Union\n",
];

#[test]
fn large_and_deep() {
    let full = |piece: &str, size: usize| {
        holds(
            &format!("{size} bytes of {piece:?}"),
            piece.repeat(size.div_ceil(piece.len())).as_bytes(),
        );
    };
    for piece in PIECES {
        [1, 2, 200_000].into_iter().for_each(|size| full(piece, size));
    }
    // Size is looked at first, so these are no different from each other.
    PIECES.iter().take(5).for_each(|piece| full(piece, 5_000_000));
    let aliases: String = ('b'..='z')
        .map(|c| format!("{c}: &{c} [{}]\n", format!("*{},", (c as u8 - 1) as char).repeat(9)))
        .collect();
    holds("a bomb of aliases", format!("a: &a [x]\n{aliases}").as_bytes());
    let stairs: String = (0..500).map(|n| format!("{}a:\n", " ".repeat(n))).collect();
    holds("stairs", stairs.as_bytes());
}

#[test]
fn bytes_that_are_no_text() {
    holds("nothing", b"");
    holds("Latin 1", b"orders: Fr\xe9d turn 1 Union\nposition: a-b-01\nnote: caf\xe9\n");
    holds("UTF-16", b"\xff\xfeo\0r\0d\0e\0r\0s\0:\0");
    holds("half a character", b"record:\n  note: \xf0\x9f\x8e");
    holds("every byte", &(0..=255).collect::<Vec<u8>>());
    holds("too long a form", b"record: \xc0\xaf\xe0\x80\xaf\xed\xa0\x80");
}

/// A good file, then each way in which the way here can spoil it.
fn spoiled(name: &str, good: &str, every: usize) {
    holds(name, good.as_bytes());
    holds(name, format!("\u{FEFF}{}", good.replace('\n', "\r\n")).as_bytes());
    holds(name, good.replace('\n', "\r").as_bytes());
    holds(name, good.replace("\n", "\n> ").as_bytes());
    holds(name, good.replace(' ', "\u{A0}").as_bytes());
    holds(name, good.replace('-', "\u{2013}").as_bytes());
    holds(
        name,
        good.lines().map(|line| format!("{}\n", line.trim())).collect::<String>().as_bytes(),
    );
    holds(name, good.lines().map(|line| format!("    {line}\n")).collect::<String>().as_bytes());
    holds(name, format!("{good}\n{good}").as_bytes());
    holds(name, format!("Hello!\n\n{good}\n-- \nBob\n0 turns left: 3\n").as_bytes());
    holds(name, good.to_uppercase().as_bytes());
    let bytes = good.as_bytes();
    for at in (0..bytes.len()).step_by(every) {
        holds(name, &bytes[..at]);
        for nasty in
            [b'\0', b'\t', b'\n', b'"', b'\'', b'#', b':', b',', b'[', b'}', b'@', b'9', b'\xff']
        {
            let mut changed = bytes.to_vec();
            changed[at] = nasty;
            holds(name, &changed);
        }
    }
}

/// Orders that attack every enemy in contact, with conditions, and standing orders below.
fn attack_file() -> String {
    let (input, mut fate) = (no_orders(), NoFate);
    let mut position = POSITION.clone();
    position.phasing = Army::Union;
    let contacts = Facts::of(&SCENARIO, &position, &input, &mut fate).contacts();
    assert!(contacts.len() > 5, "nobody is in contact");
    let name = |id: &_| SCENARIO.unit(*id).id.as_str();
    let mut text = "orders: FR-07 turn 1 Union\nposition: bubble-gospel-43\nattack:\n".to_owned();
    let mut before: Option<Hex> = None;
    for contact in contacts {
        let by: Vec<&str> = contact.own.iter().map(name).collect();
        text += &format!("- at: {}\n  by: {}\n", contact.at, by.join(", "));
        if let Some(hex) = before.replace(contact.at) {
            text += &format!("  if: {hex} won\n");
        }
        let (first, base) = (by[0], SCENARIO.base[1]);
        text += &format!(
            "  least: 1-5\n  won: advance {first}, else stay\n  EX: lose smallest\n  \
             AR: {first} toward {base}, alone if possible\n  push: any smallest, toward {base}\n"
        );
    }
    text + "retreat:\n- any: ask\ngive way:\n- any: toward 0206\ncavalry:\n- any: go at 2-1 or worse, \
            1206 1105\nadvance:\n- any: go\nnote: \"nice: # stand\"\n"
}

#[test]
fn orders_spoiled() {
    spoiled("attacks", &attack_file(), 97);
    let moves = "orders: FR-07 turn 1 Confederate\nposition: bubble-gospel-43\nmove:\n- Hood, Early: \
                 hold\n- Anderson: strategic, 1010\nfall back:\n- Hood: 1011 1012\nattack: none\nanswer:\n\
                 - attack.1722.advance@2: stay\nrolls:\n- averell.ford.1: 3\nstanding: none\n";
    spoiled("moves", moves, 5);
    let names = "orders: FR turn 1 Union\nposition: a-b-01\nmove:\n- \u{202E}yddaH\u{202C}: hold\n\
                 - H\u{43E}oker @1703: 1704\n- 1/1/\u{2160}: 1703 to 1704\n";
    spoiled("names that look like others", names, 7);
}

/// Sixty entries against hexes of which most are empty: no number of ways may overflow.
#[test]
fn very_many_attacks() {
    let mut text = attack_file();
    let at = text.find("retreat:").expect("it has standing orders");
    let more: String =
        (1..=60).map(|n| format!("- at: {:02}{n:02}\n  by: 1/1/I\n", n % 25 + 1)).collect();
    text.insert_str(at, &more);
    holds("sixty attacks", text.as_bytes());
}

#[test]
fn records_spoiled() {
    let hash = "9c0f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24db";
    let text = format!(
        "record:\n  provost: 1\n  game: hl-07-2026-9f3a12cd\n  seq: 23\n  prev:\n    \"{hash}\"\n  from: \
         confederate\n  orders:\n    turn: 6\n    position: bubble-gospel-43\n    move:\n    - Rodes/R, \
         Colquitt/R: 1726 1725\n  note: |\n    \u{c9}tienne says \"no\"\n\n    twice\n  lock: {{segment: \
         12, open: {hash}}}\ncheck:\n  digest: {hash}\n  signature: \"U1NIU0lH AAAA\n    BBBB==\"\n"
    );
    spoiled("a record", &text, 23);
}

#[test]
fn positions_spoiled() {
    let scenario = "9c0f000000000000000000000000000000000000000000000000000000000000";
    let heading = Heading::new("fr-07-2026-9f3a12cd", scenario);
    let text = write::position(&position_node(&SCENARIO, &POSITION, &heading));
    let node = read::parse(&text, read::Limits::RECORD).expect("it is YAML");
    let mut complaints = Vec::new();
    assert!(Position::read(&SCENARIO, &node, &mut complaints).is_some(), "{complaints:?}");
    spoiled("a position", &text, 401);
    let mut rich = POSITION.clone();
    for award in Award::ALL {
        rich.award(Army::Union, award, u32::MAX);
    }
    let text = write::position(&position_node(&SCENARIO, &rich, &heading));
    holds("more points than can be", text.as_bytes());
}

/// The mails of `tests/mail`, cut and spoiled.
#[test]
fn mails_spoiled() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail/cases");
    let folders = std::fs::read_dir(root).expect("cases of mail").flatten();
    let files = folders.flat_map(|folder| std::fs::read_dir(folder.path()).expect("a folder"));
    let mut tried = 0;
    for file in files.flatten().map(|file| file.path()) {
        let wanted =
            ["eml", "mbox", "txt"].iter().any(|end| file.extension() == Some(end.as_ref()));
        if !wanted || file.to_string_lossy().ends_with(".reply.txt") {
            continue;
        }
        let bytes = std::fs::read(&file).expect("a mail");
        mail::properties(&bytes);
        for at in (0..bytes.len()).step_by(83) {
            mail::properties(&bytes[..at]);
            mail::properties(&bytes[at..]);
            for nasty in [b'\0', b'\n', b'"', b';', b':', b'=', b'-', b'<', b' ', b'\xff'] {
                let mut changed = bytes.clone();
                changed[at] = nasty;
                mail::properties(&changed);
            }
        }
        tried += 1;
    }
    assert!(tried > 100, "only {tried} mails");
}
