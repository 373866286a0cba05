//! Positions as files.

use provost::document::{read, write};
use provost::games::blue_gray::position::{Marks, Position};
use provost::games::blue_gray::record::{Heading, position_digest, position_node};
use provost::games::blue_gray::scenario::{Army, Scenario};

const GAME: &str = "fr-07-2026-9f3a12cd";
const PACK: &str = "9c0f000000000000000000000000000000000000000000000000000000000000";

/// A position written down and read back is the same and has the same digest; `asked` answers next
/// if it is not the phasing side.
pub fn reads_back(scenario: &Scenario, position: &Position, asked: Option<Army>) {
    let heading = Heading { asked, ..Heading::new(GAME, PACK) };
    let text = write::position(&position_node(scenario, position, &heading));
    let node = read::parse(&text, read::Limits::RECORD)
        .unwrap_or_else(|wrong| panic!("{wrong:#?}\n{text}"));
    let mut complaints = Vec::new();
    let again = Position::read(scenario, &node, &mut complaints)
        .unwrap_or_else(|| panic!("{complaints:#?}\n{text}"));
    // Who has left its hex is not written; it lives within one player-turn.
    let mut expected = position.clone();
    scenario.ids().for_each(|id| expected.unmark(id, Marks::LEFT));
    assert_eq!(again, expected, "\n{text}");
    assert_eq!(
        position_digest(scenario, &again, &heading),
        position_digest(scenario, position, &heading)
    );
}
