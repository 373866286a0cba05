//! Whole matches between people with folders of their own: only files pass between them.

#[path = "../desk/mod.rs"]
mod desk;
mod person;
#[path = "../random/mod.rs"]
mod random;

mod crash;
mod modes;
mod pair;
mod refusals;
mod signed;
