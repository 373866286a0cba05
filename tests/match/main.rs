//! Whole matches between people with folders of their own: only files pass between them.

#[path = "../desk/mod.rs"]
mod desk;
mod person;
#[path = "../random/mod.rs"]
mod random;
#[allow(dead_code, reason = "not all of it is wanted here")]
#[path = "../schema/validator.rs"]
mod validator;

mod crash;
mod crossing;
mod modes;
mod pair;
mod refusals;
mod signed;
#[path = "../spoil/mod.rs"]
mod spoil;
mod spoilt;
