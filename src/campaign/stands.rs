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
    /// What stands instead of a typed file: its side has filed orders for that position already; none
    /// if it has not, or their lock was given up.
    pub(super) fn stands(&self, file: &OrdersFile) -> Option<String> {
        let (course, replay) = (self.handed(), self.replay());
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
        let what = match filed.locks {
            Some(_) => format!("locks orders of {side} for {label}, and that lock stands"),
            None => format!("holds the player-turn of {side} from {label}, and stands"),
        };
        Some(format!("record {seq} {what}: what is filed is neither sent back nor replaced"))
    }

    /// The same for a text in which orders may be found.
    pub(super) fn stands_for(&self, text: &str) -> Option<String> {
        // Long mails are not read again where nothing can stand.
        self.handed().iter().find(|handed| handed.orders)?;
        self.stands(&self.replay().game().open_orders(text).ok()?)
    }

    /// The refusal of a typed file whose side has an open lock for that very position.
    pub(super) fn locked_already(&self, text: &str) -> Option<Diagnostic> {
        let replay = self.replay();
        replay.open_lock()?;
        let file = replay.game().open_orders(text).ok()?;
        let stands = self.stands(&file).filter(|_| replay.label() == file.label())?;
        let errors = replay.terms().errors;
        let complaint = Diagnostic::error(Span::NONE, stands);
        Some(
            complaint
                .help(format!("what is not legal in a lock falls to the terms (errors: {errors})")),
        )
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
