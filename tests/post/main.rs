//! Letters: what is written, what survives the post, by which ways they leave, and real servers.

#[path = "../desk/mod.rs"]
mod desk;
#[allow(dead_code, reason = "not all of it is wanted here")]
#[path = "../match/pair.rs"]
mod pair;
#[path = "../random/mod.rs"]
mod random;
#[allow(dead_code, reason = "not all of it is wanted here")]
#[path = "../schema/validator.rs"]
mod validator;

mod by_hand;
#[cfg(unix)]
mod chapter;
mod journeys;
mod players;
mod servers;
mod ways;
mod written;
