//! The keys of an orders file.

use crate::mail::extract::Form;

/// Keys of the first level of an orders file, in the order in which they are written.
pub const SECTIONS: [&str; 13] = [
    "orders",
    "position",
    "move",
    "fall back",
    "attack",
    "retreat",
    "give way",
    "cavalry",
    "advance",
    "answer",
    "rolls",
    "standing",
    "note",
];

/// Keys of an entry of `attack:`, in the order in which they are written.
pub const ENTRY: [&str; 15] = [
    "at", "by", "aside", "if", "expect", "least", "reduce", "pause", "die", "won", "DR", "DE",
    "EX", "AR", "push",
];

/// Keys that people write for one of ours: what they say, what it is called here.
pub const MEANT: [(&str, &str); 33] = [
    ("march", "move"),
    ("marches", "move"),
    ("moves", "move"),
    ("movement", "move"),
    ("go", "move"),
    ("attacks", "attack"),
    ("assault", "attack"),
    ("combat", "attack"),
    ("combats", "attack"),
    ("fight", "attack"),
    ("withdraw", "retreat"),
    ("retreats", "retreat"),
    ("displace", "give way"),
    ("displacement", "give way"),
    ("withdrawal", "fall back"),
    ("answers", "answer"),
    ("reply", "answer"),
    ("dice", "rolls"),
    ("notes", "note"),
    ("comment", "note"),
    ("remark", "note"),
    ("message", "note"),
    ("target", "at"),
    ("hex", "at"),
    ("with", "by"),
    ("units", "by"),
    ("attackers", "by"),
    ("odds", "expect"),
    ("minimum", "least"),
    ("exchange", "EX"),
    ("lose", "EX"),
    ("stay", "aside"),
    ("roll", "die"),
];

/// How a block of orders is known in a mail.
pub const FORM: Form<'static> =
    Form { head: "orders", first: &SECTIONS, second: &ENTRY, free: &["note"], meant: &MEANT };
