//! Kinds of exclusive rules: what a battle may declare in its scenario file.
//!
//! Each kind is a real rule of a real rulebook, one variant here and one file beside; its
//! parameters are typed, and its citation must stand in the battle's `rules.yaml`.

pub mod either;
pub mod entry;
pub mod exit;
pub mod fog;
pub mod immobile;
pub mod occupation;
pub mod quota;
pub mod reader;
pub mod start_points;
pub mod sudden_victory;

/// An exclusive rule of a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Exclusive {
    /// `either`: one form of a reinforcement or the other.
    Either(either::Either),
    /// `entry`: how reinforcements come onto the map.
    Entry(entry::Entry),
    /// `exit`: hexes by which units may leave, and what that scores.
    Exit(exit::Exit),
    /// `fog`: turns without bombardment and with halved allowances.
    Fog(fog::Fog),
    /// `immobile`: units that may not move until something releases them.
    Immobile(immobile::Immobile),
    /// `occupation`: hexes that score for their last holder.
    Occupation(occupation::Occupation),
    /// `quota`: so many units may move in a turn.
    Quota(quota::Quota),
    /// `start_points`: points given before the first turn.
    StartPoints(start_points::StartPoints),
    /// `sudden_victory`: an early end.
    SuddenVictory(sudden_victory::SuddenVictory),
}
