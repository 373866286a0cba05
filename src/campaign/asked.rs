//! What may be said at a halt: the answer to its question, or the rest of the attacks.

use super::Trouble;
use super::chain::Awaited;
use super::open::Campaign;
use super::told::capital;
use crate::dice::Name;
use crate::document::Diagnostic;
use crate::games::{Orders, OrdersFile};
use crate::play::Ask;
use crate::store::Store;

impl<S: Store> Campaign<S> {
    /// Whether a file answers the open question and no other, and orders nothing that has no place
    /// at a halt.
    ///
    /// # Errors
    /// Everything else in it, each at its line, with what may be said instead.
    pub(super) fn answers_only_what_is_asked(
        &self,
        side: &Name,
        orders: &Orders,
    ) -> Result<(), Trouble> {
        let replay = self.replay();
        let keys = orders.answer_keys();
        let mut wrong = Vec::new();
        match replay.ask() {
            Some(ask) => {
                for (key, span) in keys.iter().filter(|(key, _)| *key != ask.key) {
                    let headline = format!("{key} was not asked; {} was", ask.key);
                    wrong.push(Diagnostic::error(*span, headline));
                }
                if keys.is_empty() {
                    let headline = format!("no answer to {}", ask.key);
                    wrong.push(Diagnostic::error(orders.place(), headline));
                }
                if matches!(replay.awaited(), Awaited::Answer(_)) {
                    let side = capital(side.as_str());
                    for (section, span) in orders.sections() {
                        let headline =
                            format!("`{section}` in an answer: {side} is asked, and only answers");
                        let help = format!("take `{section}` out");
                        wrong.push(Diagnostic::error(span, headline).help(help));
                    }
                }
                // The list is told once.
                if let Some(first) = wrong.first_mut() {
                    *first = ask.with_choices(first.clone());
                }
            }
            None => wrong.extend(keys.iter().map(|(key, span)| {
                Diagnostic::error(*span, format!("{key} was not asked"))
                    .help("leave the answer out")
            })),
        }
        let asked = matches!(replay.awaited(), Awaited::Answer(_));
        if !asked
            && replay.player_turn().is_some()
            && let Some((section, span)) = orders.movement()
        {
            let headline = format!("`{section}` after a halt, when movement is over");
            let help = "only `answer`, `attack` and standing orders may follow; the two head lines \
                        alone go on with the attacks that are left";
            wrong.push(Diagnostic::error(span, headline).help(help));
        }
        if wrong.is_empty() { Ok(()) } else { Err(Trouble::Refused(wrong)) }
    }
}

/// Complaints about a file that answers a question: those about its answers get what may be
/// answered.
pub(super) fn answerable(
    complaints: Vec<Diagnostic>,
    file: &OrdersFile,
    ask: &Ask,
) -> Vec<Diagnostic> {
    let lines = file.lines_of("answer");
    let tell = |complaint: Diagnostic| match lines.contains(&complaint.span.line) {
        true => ask.with_choices(complaint),
        false => complaint,
    };
    complaints.into_iter().map(tell).collect()
}
