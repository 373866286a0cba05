//! The clock of a match: how long each record may take, who is late, and what may be claimed then.
//!
//! Nothing happens by itself when time is up. A record carries no time of its own, but for locks of
//! the beacon modes; all others are what one folder has noted, and are called so.

pub mod agreed;
pub mod calendar;
pub mod ics;
pub mod missed;
pub mod noted;
pub mod stand;
pub mod told;
pub mod write;
