//! Files of a battle and of its positions, read and written.
//!
//! A scenario comes from four packs; reading it finds every fault of all of them at once, each
//! with the pack in which it is. A position is read strictly: it must hold every unit of the
//! scenario once, and nothing else.

mod awaited;
mod canonical;
mod charts;
mod exclusive;
mod lint;
mod options;
mod position;
mod restore;
mod rules;
mod scenario;
mod units;

use crate::document::digest::{Pack, Purpose};
use crate::document::{Diagnostic, Node};

pub use canonical::{position_digest, position_node};
pub use lint::doubts;
pub use options::entries as options_of;
pub use position::{Heading, position_tree};

/// The four files of a battle, parsed.
#[derive(Clone, Copy, Debug)]
pub struct Packs<'a> {
    /// `scenario.yaml`
    pub scenario: &'a Node,
    /// `map.yaml`
    pub map: &'a Node,
    /// `charts.yaml` of the family.
    pub charts: &'a Node,
    /// `rules.yaml`
    pub rules: &'a Node,
}

impl<'a> Packs<'a> {
    /// The file of one kind.
    pub fn node(&self, pack: Pack) -> &'a Node {
        match pack {
            Pack::Scenario => self.scenario,
            Pack::Map => self.map,
            Pack::Charts => self.charts,
            Pack::Rules => self.rules,
        }
    }

    /// What keeps a file from being hashed.
    pub fn unhashable(&self, pack: Pack) -> Vec<Diagnostic> {
        Purpose::Pack(pack).input(self.node(pack)).err().unwrap_or_default()
    }
}

/// Words for where a map, a set-up or charts come from.
const PROVENANCES: [(&str, &str); 3] =
    [("printed", "printed"), ("reconstruction", "reconstruction"), ("house", "house")];
