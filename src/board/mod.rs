//! The map and the arithmetic of hexes; nothing that a rulebook says.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod hex;
pub mod map;
pub mod odds;
pub mod path;
pub mod sight;

pub use hex::{Direction, Hex};
pub use map::{Map, Side, Terrain};
