//! The habits of clubs as terms: what `provost new --preset` fills in where nothing else is said.
//!
//! `docs/terms-of-clubs.md` tells what each club writes, and what of it is our reading.

use super::terms::{Errors, Expect, Missing, Terms};

/// Terms under the name of a club.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Its word on the command line.
    pub name: &'static str,
    /// Illegal orders that are locked already.
    pub errors: Errors,
    /// Missing instructions.
    pub missing: Missing,
    /// Odds that turn out other than expected.
    pub expect: Expect,
    /// Pauses of each side; any number if none is said.
    pub pauses: Option<u32>,
}

/// The presets that are shipped.
pub const PRESETS: [Preset; 3] = [
    // The Hard Core Option: an illegal move is forfeited, wrong odds are fought as they are.
    Preset {
        name: "ahiks",
        errors: Errors::Forfeit,
        missing: Missing::Default,
        expect: Expect::Report,
        pauses: Some(0),
    },
    // Bitter Woods: an error goes back before the dice, the dice seal what came before; attacks
    // may be sent in several sets.
    Preset {
        name: "bpa",
        errors: Errors::Return,
        missing: Missing::Default,
        expect: Expect::Report,
        pauses: None,
    },
    // A battle that was declared wrongly is void and the others stand; losses by published default.
    Preset {
        name: "iaapa",
        errors: Errors::Forfeit,
        missing: Missing::Default,
        expect: Expect::Pause,
        pauses: None,
    },
];

impl Preset {
    /// The preset of that name.
    pub fn find(name: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.name == name)
    }

    /// The names of all.
    pub fn names() -> [&'static str; PRESETS.len()] {
        PRESETS.map(|preset| preset.name)
    }

    /// The same terms with what the preset says.
    pub fn over(&self, terms: Terms) -> Terms {
        let Preset { errors, missing, expect, pauses, .. } = *self;
        Terms { errors, missing, expect, pauses, ..terms }
    }
}
