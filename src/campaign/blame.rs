//! Which records brought a unit, a hex or the points to what they are.

use super::open::{Campaign, Filed};
use crate::dice::Name;
use crate::games::Subject;
use crate::play::view::Line;
use crate::store::Store;

/// Something that a record brought about.
#[derive(Clone, Debug)]
pub struct Blamed {
    /// Number of the record that brought it about.
    pub seq: u32,
    /// Numbers of the records with the orders of that player-turn, up to then.
    pub orders: Vec<u32>,
    /// Game-turn.
    pub turn: u8,
    /// Whose player-turn.
    pub side: Name,
    /// The sentence of the report, with its rules.
    pub line: Line,
}

impl<S: Store> Campaign<S> {
    /// Everything that concerns a subject, the newest first.
    pub fn blame(&self, subject: Subject) -> Vec<Blamed> {
        let mut all = Vec::new();
        let mut before: Option<&Filed> = None;
        for filed in self.filed() {
            let events = &filed.outcome.played.events;
            // A player-turn that was halted is played again with each record: what had happened
            // already was brought about by the record before.
            let halted = before.filter(|before| !before.outcome.report.ended());
            let old = halted.map_or(0, |before| events.common(&before.outcome.played.events));
            let told = self.replay().game().blame(events, subject);
            all.extend(told.into_iter().filter(|(at, _)| *at >= old).map(|(_, line)| Blamed {
                seq: filed.seq,
                orders: filed.orders.iter().map(|(seq, _)| *seq).collect(),
                turn: filed.outcome.turn,
                side: filed.outcome.side.clone(),
                line,
            }));
            before = Some(filed);
        }
        all.reverse();
        all
    }
}
