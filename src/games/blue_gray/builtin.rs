//! The battles that the program carries with it, so that it can be played from anywhere.

use crate::document::digest::Pack;

/// A battle's files, as they stand in the folder `scenarios/blue_gray`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Battle {
    /// Folder name: `fredericksburg`.
    pub name: &'static str,
    /// Text of `scenario.yaml`.
    pub scenario: &'static str,
    /// Text of `map.yaml`.
    pub map: &'static str,
    /// Text of the family's `charts.yaml`.
    pub charts: &'static str,
    /// Text of `rules.yaml`.
    pub rules: &'static str,
}

/// A battle in a folder of that name.
macro_rules! battle {
    ($name:literal) => {
        Battle {
            name: $name,
            scenario: include_str!(concat!(
                "../../../scenarios/blue_gray/",
                $name,
                "/scenario.yaml"
            )),
            map: include_str!(concat!("../../../scenarios/blue_gray/", $name, "/map.yaml")),
            charts: include_str!("../../../scenarios/blue_gray/charts.yaml"),
            rules: include_str!(concat!("../../../scenarios/blue_gray/", $name, "/rules.yaml")),
        }
    };
}

/// All of them, by name.
pub const BATTLES: &[Battle] = &[
    battle!("chattanooga"),
    battle!("fredericksburg"),
    battle!("hooker_and_lee"),
    battle!("road_to_richmond"),
    battle!("wilderness"),
];

/// The battle of a folder name.
pub fn find(name: &str) -> Option<&'static Battle> {
    BATTLES.iter().find(|battle| battle.name == name)
}

impl Battle {
    /// The text of one of its packs.
    pub const fn text(&self, pack: Pack) -> &'static str {
        match pack {
            Pack::Scenario => self.scenario,
            Pack::Map => self.map,
            Pack::Charts => self.charts,
            Pack::Rules => self.rules,
        }
    }

    /// Every file: its pack, its name, its text.
    pub fn files(&self) -> impl Iterator<Item = (Pack, String, &'static str)> + use<> {
        let battle = *self;
        Pack::ALL.into_iter().map(move |pack| (pack, format!("{pack}.yaml"), battle.text(pack)))
    }
}
