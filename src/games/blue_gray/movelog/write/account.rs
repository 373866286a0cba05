//! What exclusive rules add to the account: the state of an army, lines, levels.

use super::super::super::events::Event;
use super::{Writer, bare, hexes, quoted, rule};

impl Writer<'_> {
    /// The clause of such an event.
    pub(super) fn account(&self, event: &Event) -> String {
        match event {
            Event::Demoralized { army, losses, limit, rule: because } => {
                format!("demoralized {army} {losses}/{limit} {}", rule(because))
            }
            Event::Rallied { army, losses, limit, rule: because } => {
                format!("rallied {army} {losses}/{limit} {}", rule(because))
            }
            Event::Line { army, cut, rule: because } => match cut {
                None => format!("line {army} open {}", rule(because)),
                Some(at) => format!("line {army} cut{} {}", hexes(at), rule(because)),
            },
            Event::CutOff { unit, at, rule: because } => {
                format!("{} cut-off {at} {}", self.unit(*unit), rule(because))
            }
            Event::LevelDropped { army, from, to, rule: because } => {
                let to = match to.as_deref() {
                    None => "draw".to_owned(),
                    Some("draw") => quoted("draw"),
                    Some(level) => bare(level),
                };
                format!("drop {army} {} {to} {}", bare(from), rule(because))
            }
            _ => String::new(),
        }
    }
}
