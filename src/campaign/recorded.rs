//! Mode `recorded`: a player-turn whose dice were thrown on a table, in one record.

use super::advance::{Filing, Proposal};
use super::open::Campaign;
use super::{Trouble, Written};
use crate::dice::Name;
use crate::document::{Diagnostic, Node};
use crate::games::Orders;
use crate::store::{Shelf, Store};

impl<S: Store> Campaign<S> {
    /// What is wrong with a player-turn when it is played with the dice typed into it.
    pub(super) fn trial(&self, side: &Name, orders: &Orders) -> Vec<Diagnostic> {
        let mut own = orders.clone();
        let choices = own.take_answers();
        self.replay.play_recorded(side, own, choices).err().unwrap_or_default()
    }

    /// Files a player-turn with the dice and answers that were typed into it.
    pub(super) fn resolve_recorded(
        &mut self,
        text: &str,
        proposal: &Proposal,
    ) -> Result<Filing, Trouble> {
        let side = proposal.side.clone();
        let written = self.signed(self.recorded(&side, &proposal.understood.orders)?)?;
        let seq = self.replay.head().records;
        self.store.put(Shelf::Typed, &format!("{seq:04}-{side}.txt"), text)?;
        self.file(&written)?;
        Ok(self.filed_since(seq, Some(proposal.clone())))
    }

    /// The record of a player-turn with its dice and answers.
    pub(super) fn recorded(&self, side: &Name, orders: &Orders) -> Result<Written, Trouble> {
        let replay = &self.replay;
        let mut carried = replay.game().carry(replay.state(), side.as_str(), orders)?;
        carried.orders.remove("answer");
        let mut own = orders.clone();
        let choices = own.take_answers();
        let outcome = replay.play_recorded(side, own, choices)?;
        let draft = self
            .draft(side)
            .with("orders", carried.orders)
            .with_some("standing", carried.standing)
            .with_some("rolls", carried.rolls)
            .with_some("answer", carried.answer)
            .with("report", outcome.report.node())
            .with_some("note", carried.note.map(Node::text));
        Ok(draft.write()?)
    }
}
