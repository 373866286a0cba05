//! Why a step is not legal.

use super::super::cost::Closed;
use crate::board::Hex;
use crate::games::blue_gray::scenario::UnitId;
use crate::rule::Rule;

/// Why the next step is not legal.
pub enum Bar {
    Closed(Closed),
    MustStop(Hex),
    Enemy(UnitId),
    NightZone,
    IneffectiveZone,
    TooNear(u32, UnitId),
    Exclusive(String, Rule),
    Points(u32),
    OneHexSpent,
}
