//! `scenario.yaml` with the three packs beside it.

use super::super::editions::Policies;
use super::super::exclusive::Exclusive;
use super::super::exclusive::reader::{Context, Ground, Reader};
use super::super::scenario::{Army, Charts, Scenario, Start, Unit};
use super::{PROVENANCES, Packs, exclusive, rules, units};
use crate::board::{Hex, Map};
use crate::document::digest::Pack;
use crate::document::fields::Fields;
use crate::document::{Diagnostic, Node, Span};

impl Scenario {
    /// Reads a battle from its four packs under the policies of a campaign.
    ///
    /// Every complaint about any of them is added to `complaints`, with the pack in which it is;
    /// a warning does not refuse the battle.
    pub fn read(
        packs: &Packs<'_>,
        policies: Policies,
        complaints: &mut Vec<(Pack, Diagnostic)>,
    ) -> Option<Scenario> {
        let mut of = |pack| complaints_of(packs, pack, complaints);
        of(Pack::Scenario);
        None
    }
}
