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

/// How a block of orders is known in a mail.
pub const FORM: Form<'static> =
    Form { head: "orders", first: &SECTIONS, second: &ENTRY, free: &["note"] };
