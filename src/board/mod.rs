//! The map and the arithmetic of hexes; nothing that a rulebook says.

pub mod hex;
pub mod map;
pub mod odds;
pub mod path;
pub mod sight;

pub use hex::{Direction, Hex};
pub use map::{Map, Side, Terrain};
