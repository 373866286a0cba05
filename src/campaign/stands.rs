//! What is done with orders besides playing them: a lock stands, whatever comes after it; plain orders
//! that are not legal go back, or fall to the terms (R13).

use super::advance::Proposal;
use super::chain::Awaited;
use super::course::is_given_up;
use super::open::Campaign;
use super::terms::Errors;
use crate::document::{Diagnostic, Span};
use crate::games::OrdersFile;
use crate::store::Store;

impl<S: Store> Campaign<S> {
    /// The refusal of a typed file for a position for which its side has filed orders already; none
    /// if there are no such orders, or their lock was given up.
    pub(super) fn stands(&self, file: &OrdersFile) -> Option<Diagnostic> {
        let (course, replay) = (self.course(), self.replay());
        if replay.open_lock().is_none() && replay.label() == file.label() {
            return None;
        }
        let filed = course.iter().rev().find(|handed| {
            handed.orders
                && handed.from.as_str() == file.side()
                && handed.position.as_deref() == Some(file.label())
                && !is_given_up(course, handed)
        })?;
        let side = super::words::capital(file.side());
        let (label, seq) = (file.label(), filed.seq);
        let errors = self.replay().terms().errors;
        let complaint = match filed.locks {
            Some(_) => Diagnostic::error(
                Span::NONE,
                format!("record {seq} locks orders of {side} for {label}, and that lock stands"),
            )
            .help(format!(
                "what is locked is neither sent back nor replaced; what is not legal in it falls \
                 to the terms (errors: {errors})"
            )),
            None => Diagnostic::error(
                Span::NONE,
                format!("record {seq} holds the player-turn of {side} from {label}, and stands"),
            )
            .help("a player-turn that is filed is not replaced"),
        };
        Some(complaint.with("nothing filed".to_owned()))
    }

    /// Whether orders that are not legal are played all the same, cut to what is legal: they came
    /// without a lock to the referee, and the terms do not send them back.
    pub(super) fn falls_to_the_terms(&self, proposal: &Proposal) -> bool {
        let terms = self.replay().terms();
        let ordered = matches!(self.replay().awaited(), Awaited::Orders(_));
        terms.mode.has_referee()
            && terms.errors != Errors::Return
            && ordered
            && self.rehearsal(&proposal.side, &proposal.understood.orders).is_empty()
    }
}
