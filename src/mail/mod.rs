//! Mail in and out; knows no game and no store.

pub mod extract;
