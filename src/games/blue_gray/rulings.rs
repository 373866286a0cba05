//! placeholder until the full table
#![allow(missing_docs)]
use super::editions::Policies;
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling { BgFriendzoc, BgBest, BgSideart, BgArtadj, BgAdvflag, BgNightent, FrFogstrat, FrNone, FrQuota, BgStratent, BgCavbomb, BgBombferry, BgAlong, BgBombmix, BgCover, BgIneffadv, BgFallnight, BgDutybomb, BgSubset, BgSwap }
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rulings;
impl Policies {
    pub fn takes(&self, _r: Ruling, word: &str) -> bool {
        matches!(word, "best" | "immune" | "night" | "whole" | "none" | "counted" | "go" | "both" | "all" | "filed" | "any" | "each")
    }
}
