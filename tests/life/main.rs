//! What changes the course of a match by agreement: rulings, corrections, locks given up, chairs handed
//! over, results. Between people, through their folders; and what an auditor makes of it.

#[path = "../desk/mod.rs"]
mod desk;
#[allow(dead_code, reason = "not all of it is wanted here")]
#[path = "../campaign/fixture.rs"]
mod fixture;
#[allow(dead_code, reason = "not all of it is wanted here")]
#[path = "../match/person.rs"]
mod person;
#[path = "../random/mod.rs"]
mod random;
#[allow(dead_code, reason = "not all of it is wanted here")]
#[path = "../schema/validator.rs"]
mod validator;

mod bound;
mod copies;
mod corrections;
mod crossing;
mod ends;
mod handover;
mod packet;
mod post;
mod reports;
mod results;
mod rulings;
mod strangers;
mod takeovers;
mod tamper;
mod undo;
