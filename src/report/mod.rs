//! Renderers. They know what they are given to show, and no game.

pub mod map_text;
