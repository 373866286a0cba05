//! Orders as understood: what a record carries, and what people read before any die.
//!
//! Full ids, single blanks, keys in the order of [`ENTRY`](super::grammar::ENTRY): reading the
//! tree back gives the same orders.

mod echo;
mod nodes;

pub use echo::echo;
pub use nodes::{answers, orders, rolls, standing};
