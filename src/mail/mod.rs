//! Mail in and out; knows no game and no store.
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod extract;
