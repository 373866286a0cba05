//! Mail: what a mail holds, the orders in it, the letter that answers it, and a mail of ours byte by
//! byte; knows no game and no store, reads no file and no clock.
//!
//! What headers say, and how parts were encoded, is a library's (`mail-parser`, seen by `header.rs`
//! alone); so are charsets (`encoding_rs`, seen by `charset.rs` alone). Ours is the finding of orders.
//! What could be understood in two ways is refused, and a refusal is a letter that is ready to send.
//! `From:` is nobody's identity.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod address;
mod charset;
mod evidence;
pub mod extract;
mod find;
mod flowed;
mod forwarded;
mod header;
mod kind;
mod lines;
mod message;
mod names;
mod pasted;
mod reply;
mod scan;
mod sender;
mod typewriter;

pub mod limits;
pub mod write;

pub use address::Mailbox;
pub use charset::not_utf_8;
pub use evidence::{Evidence, evidence, pasted_evidence};
pub use find::{Found, Outcome, Refusal, Why, find};
pub use header::Head;
pub use kind::{Kind, kind, mailbox};
pub use names::{Part, PartName, told};
pub use reply::{About, Reply, reply};
