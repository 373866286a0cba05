//! Renderers. They know lines, tables and diagnostics, and no game; so they cannot leak anything
//! that a game did not put into words for these eyes.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod csv;
pub mod diagnostics;
pub mod html;
pub mod map_text;
pub mod text;
pub mod wrap;
