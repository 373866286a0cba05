//! Many turns in a chain: terms, records, who is awaited, and what anybody can recompute.

mod words;

pub mod terms;

pub mod draft;
pub mod record;

pub mod chain;
pub mod fate;
pub mod replay;
pub mod secrets;

pub use draft::{Draft, Written};
pub use record::Record;
pub use terms::Terms;
