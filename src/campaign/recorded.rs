//! Mode `recorded`: a player-turn whose dice were thrown on a table, in one record.

use super::advance::{Filing, Proposal};
use super::open::Campaign;
use super::terms::referee;
use super::{Draft, Trouble};
use crate::document::Node;
use crate::store::{Shelf, Store};

impl<S: Store> Campaign<S> {
    /// Files a player-turn with the dice and answers that were typed into it.
    pub(super) fn resolve_recorded(
        &mut self,
        text: &str,
        proposal: &Proposal,
    ) -> Result<Filing, Trouble> {
        let replay = &self.replay;
        let side = proposal.side.clone();
        let orders = &proposal.understood.orders;
        let carried = replay.game().carry(replay.state(), side.as_str(), orders)?;
        let enemy = proposal.understood.enemy_answers.clone();
        let outcome = replay.play_recorded(&side, orders.clone(), enemy)?;
        let mut draft = Draft::new(replay.id(), replay.head(), &side);
        if replay.terms().one_machine(replay.offerer()) {
            draft = draft.wrapped(&referee());
        }
        let draft = draft
            .with("orders", carried.orders)
            .with_some("standing", carried.standing)
            .with_some("rolls", carried.rolls)
            .with_some("answer", proposal.understood.enemy_node.clone())
            .with("report", outcome.report.node())
            .with_some("note", carried.note.map(Node::text));
        let written = draft.write()?;
        let seq = replay.head().records;
        self.store.put(Shelf::Typed, &format!("{seq:04}-{side}.txt"), text)?;
        self.file(&written)?;
        self.write_caches()?;
        Ok(Filing { proposal: Some(proposal.clone()), moved: self.filed().last().cloned() })
    }
}
