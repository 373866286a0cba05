//! Editions of the rulebook as named sets of policies, and the rulings a campaign has agreed on.

use super::rulings::{Ruling, Rulings};
use super::scenario::Arm;

/// Which printing is played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Edition {
    /// The third edition, the default.
    Third,
    /// The "Classic" variant of the third edition.
    Classic,
    /// The 1975 printing.
    First,
}

impl Edition {
    /// All editions.
    pub const ALL: [Edition; 3] = [Edition::Third, Edition::Classic, Edition::First];

    /// The word of terms.
    pub const fn word(self) -> &'static str {
        match self {
            Edition::Third => "third",
            Edition::Classic => "classic",
            Edition::First => "first",
        }
    }

    /// Reads the word.
    pub fn read(word: &str) -> Option<Edition> {
        Edition::ALL.into_iter().find(|e| e.word() == word)
    }
}

/// Whether a unit of a stack may keep out of its mate's attack (8.42).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Withhold {
    /// One of the two may stand aside.
    One,
    /// Nobody: stack-mates attack together.
    Nobody,
}

/// When stacking limits are looked at (6.0).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stacking {
    /// At the end of each unit's move.
    EachMove,
    /// At the end of the movement phase.
    EndOfPhase,
}

/// When a retreating unit may displace a friend (8.52).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Displacement {
    /// Whenever its owner chooses a full hex.
    OwnersChoice,
    /// Only if no hex is open without it.
    LastResort,
}

/// A named set of policies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policies {
    /// The edition they come from.
    pub edition: Edition,
    /// Movement allowance of infantry and artillery, in movement points.
    pub allowance: u8,
    /// Movement allowance of cavalry, in movement points.
    pub cavalry_allowance: u8,
    /// One hex always (7.4).
    pub one_hex_always: bool,
    /// Artillery may advance after combat (8.75).
    pub artillery_advances: bool,
    /// Standing aside (8.42).
    pub withhold: Withhold,
    /// Artillery alone at range needs odds of 1-3 (8.73).
    pub artillery_floor: bool,
    /// Attacker effectiveness (10.0).
    pub effectiveness: bool,
    /// Strategic movement (11.1).
    pub strategic_movement: bool,
    /// Cavalry retreat before combat (11.2).
    pub cavalry_retreat: bool,
    /// A bombarding battery may choose to retreat on AR (1975 case 8.16).
    pub bombard_may_retreat: bool,
    /// Stacking.
    pub stacking: Stacking,
    /// A displaced battery that has not fired may still fire.
    pub pushed_battery_fires: bool,
    /// Displacement.
    pub displacement: Displacement,
    /// Choices of the open readings.
    pub rulings: Rulings,
}

impl Policies {
    /// The policies of an edition with the default rulings.
    pub fn of(edition: Edition) -> Policies {
        let third = Policies {
            edition,
            allowance: 6,
            cavalry_allowance: 8,
            one_hex_always: true,
            artillery_advances: false,
            withhold: Withhold::One,
            artillery_floor: true,
            effectiveness: true,
            strategic_movement: true,
            cavalry_retreat: true,
            bombard_may_retreat: false,
            stacking: Stacking::EachMove,
            pushed_battery_fires: true,
            displacement: Displacement::OwnersChoice,
            rulings: Rulings::default(),
        };
        let classic = Policies {
            cavalry_allowance: 6,
            artillery_advances: true,
            withhold: Withhold::Nobody,
            artillery_floor: false,
            effectiveness: false,
            strategic_movement: false,
            cavalry_retreat: false,
            ..third.clone()
        };
        match edition {
            Edition::Third => third,
            Edition::Classic => classic,
            Edition::First => Policies {
                one_hex_always: false,
                bombard_may_retreat: true,
                stacking: Stacking::EndOfPhase,
                pushed_battery_fires: false,
                displacement: Displacement::LastResort,
                ..classic
            },
        }
    }

    /// Whether a ruling is decided by this word; an edition that prints its own answer overrides
    /// the ruling (BG-swap in the edition `first`).
    pub fn takes(&self, ruling: Ruling, word: &str) -> bool {
        debug_assert!(ruling.entry().choices.contains(&word), "{ruling:?} has no choice {word:?}");
        if ruling == Ruling::BgSwap && self.stacking == Stacking::EndOfPhase {
            return word == "phase";
        }
        self.rulings.word(ruling) == word
    }

    /// Movement allowance of an arm in movement points, before any modifier (7.0).
    pub fn allowance_of(&self, arm: Arm) -> u8 {
        match arm {
            Arm::Cavalry => self.cavalry_allowance,
            _ => self.allowance,
        }
    }

    /// What strategic movement adds for an arm (11.1); nothing for a unit without an arm.
    pub fn strategic_bonus(&self, arm: Arm) -> u8 {
        match arm {
            Arm::Infantry | Arm::Artillery => 3,
            Arm::Cavalry => 4,
            Arm::Train | Arm::Detachment => 0,
        }
    }
}
