//! Many turns in a chain: terms, records, who is awaited, and what anybody can recompute.

mod words;

pub mod presets;
pub mod terms;

pub mod draft;
pub mod record;
pub mod steps;

pub mod chain;
pub mod claim;
pub mod clock;
pub mod course;
pub mod fate;
pub mod packs;
pub mod replay;
pub mod signatures;

pub mod archive;
pub mod audit;
pub mod compare;
mod difference;

pub mod accept;
pub mod adjudge;
pub mod advance;
pub mod agree;
pub mod ahead;
mod asked;
pub mod blame;
pub mod corrected;
mod covering_letter;
pub mod faces;
pub mod handover;
pub mod letters;
pub mod mails;
pub mod open;
mod out_of_turn;
pub mod outbox;
pub mod pen;
pub mod receive;
pub mod recorded;
pub mod secrets;
pub mod send;
mod stands;
pub mod take;
pub mod told;
pub mod trouble;
mod writer;

pub use advance::{Filing, Proposal};
pub use draft::{Draft, Written};
pub use open::{Campaign, Filed};
pub use pen::Pen;
pub use record::Record;
pub use replay::Replay;
pub use terms::Terms;
pub use trouble::Trouble;
