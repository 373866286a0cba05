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
        let course = self.course();
        for played in course.split_inclusive(|filed| filed.outcome.report.ended()) {
            all.extend(self.blame_of(played, subject));
        }
        all.reverse();
        all
    }

    /// The same of one player-turn, in order: what each of its records brought about. One that was
    /// halted is played again with each record, so the last one tells all of it.
    fn blame_of(&self, played: &[Filed], subject: Subject) -> Vec<Blamed> {
        let Some(last) = played.last() else { return Vec::new() };
        let events = &last.outcome.played.events;
        let told = played.iter().map(|filed| events.common(&filed.outcome.played.events));
        let told: Vec<usize> = told.collect();
        let lines = self.replay().game().blame(events, subject).into_iter();
        let blamed = lines.map(|(at, line)| {
            let first = told.iter().position(|told| at < *told);
            let filed = first.and_then(|first| played.get(first)).unwrap_or(last);
            Blamed {
                seq: filed.seq,
                orders: filed.orders.iter().map(|(seq, _)| *seq).collect(),
                turn: filed.outcome.turn,
                side: filed.outcome.side.clone(),
                line,
            }
        });
        blamed.collect()
    }
}
