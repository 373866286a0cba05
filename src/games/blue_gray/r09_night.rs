//! 9.0 Night.

use super::answers::AttackList;
use super::rulebook::R9_0;
use super::rulings::Ruling;
use super::scenario::Army;
use super::turn::Turn;
use crate::board::Hex;
use crate::document::Diagnostic;
use crate::play::Stop;

/// [9.0] There is no combat phase at night: a list of attacks is refused, `attack: none` is not.
///
/// # Errors
/// [`Stop::Refused`] if attacks are ordered.
pub fn no_combat(turn: &mut Turn) -> Result<(), Stop> {
    if let Some(AttackList::Entries(entries, span)) = &turn.orders().attack
        && !entries.is_empty()
    {
        turn.complain(
            Diagnostic::error(*span, "NIGHT: no combat on this turn, but attacks are ordered")
                .rule(R9_0)
                .help("leave the section `attack` out"),
        );
    }
    if turn.scenario.policies.takes(Ruling::BgFallnight, "yes") {
        turn.refuse_if_wrong()?;
        return super::r08_combat::retreat::fall_backs(turn);
    }
    if let Some(line) = turn.orders().fall_back.first() {
        turn.complain(
            Diagnostic::error(line.span, "NIGHT: nobody falls back, there is no combat phase")
                .rule(R9_0)
                .help("leave the section `fall back` out; ineffective units recover tonight"),
        );
    }
    turn.refuse_if_wrong()
}

/// [9.0] Whether a unit of `army` on the hex is adjacent to an enemy, literally: also over a creek
/// (ruling BG-night).
pub fn adjacent_to_enemy(turn: &Turn, army: Army, hex: Hex) -> bool {
    turn.scenario.map.neighbours(hex).any(|(_, near)| {
        super::r05_control::held_by(turn.scenario, &turn.position, army.enemy(), near)
    })
}
